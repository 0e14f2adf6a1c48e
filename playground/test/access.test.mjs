// SPDX-License-Identifier: MIT
// For everybody: axe-core has nothing serious to say, all controls have labels and can be reached by keyboard, and the
// map can be used by keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { openSite, settled, start, stop } from './site.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

before(start);
after(stop);

const tabs = (page) => page.$$eval('[role=tab]', (all) => all.map((tab) => tab.id));

/** What axe-core finds serious or worse. */
async function findings(page) {
	await page.evaluate(axe);
	const { violations } = await page.evaluate(() => globalThis.axe.run());
	return violations
		.filter(({ impact }) => ['serious', 'critical'].includes(impact))
		.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark']) {
	for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
		test(`axe-core finds nothing serious, ${colorScheme}, ${viewport.width} wide`, async () => {
			const { page, calm } = await openSite('', { colorScheme, viewport });
			for (const tab of await tabs(page)) {
				await page.click(`#${tab}`);
				assert.deepEqual(await findings(page), [], tab);
			}
			await calm();
		});
	}
}

test('all controls can be reached by keyboard', async () => {
	const { page, calm } = await openSite();
	for (const tab of await tabs(page)) {
		await page.click(`#${tab}`);
		const controls = await page.evaluate(() => {
			const all = [...document.querySelectorAll('button, input, select, textarea, a[href], [tabindex], summary')];
			const shown = all.filter((each) => each.checkVisibility() && !each.disabled);
			// Of the tabs one is reached by Tab, the others by arrows.
			const own = shown.filter((each) => each.role !== 'tab' || each.ariaSelected === 'true');
			own.forEach((each, i) => (each.dataset.number = i));
			document.activeElement.blur();
			return own.map((each) => each.outerHTML.slice(0, 100));
		});
		assert.ok(controls.length > 5);
		const reached = new Set();
		for (let i = 0; i < 2 * controls.length + 5; i++) {
			await page.keyboard.press('Tab');
			reached.add(await page.evaluate(() => document.activeElement.dataset.number));
		}
		assert.deepEqual(controls.filter((_, i) => !reached.has(`${i}`)), [], tab);
		await page.evaluate(() => document.querySelectorAll('[data-number]').forEach((each) => delete each.dataset.number));
	}
	await calm();
});

test('arrows go through the tabs', async () => {
	const { page, calm } = await openSite();
	const all = await tabs(page);
	await page.focus(`#${all[0]}`);
	for (const tab of [...all.slice(1), all[0]]) {
		await page.keyboard.press('ArrowRight');
		assert.equal(await page.evaluate(() => document.activeElement.id), tab);
		assert.ok(await page.isVisible(`[aria-labelledby=${tab}]`));
	}
	await calm();
});

test('unit and goal move and turn by keys', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const poses = () => page.evaluate(() => [playground.store.get().from, playground.store.get().to]);
	const [from, to] = await poses();
	await page.focus('#map');
	for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowLeft', '.']) {
		await page.keyboard.press(key);
	}
	await settled(page);
	const [moved, goal] = await poses();
	assert.ok(moved.x > from.x && moved.y > from.y && moved.heading > from.heading && goal.x < to.x);
	assert.ok(await page.evaluate(() => playground.app.main.found));
	await calm();
});

test('the brush paints by keys', async () => {
	const { page, calm } = await openSite('#map=meadow');
	await page.focus('#map');
	for (const key of ['p', 'ArrowLeft', 'Enter', 'Shift+ArrowDown', 'Enter']) {
		await page.keyboard.press(key);
	}
	await settled(page);
	const { edits, from, to } = await page.evaluate(() => playground.store.get());
	const rows = [...new Set(edits.map(({ y }) => y))];
	assert.ok(Math.max(...rows) - Math.min(...rows) >= 7, JSON.stringify(edits));
	const first = await page.evaluate(() => playground.maps.find(({ key }) => key === 'meadow'));
	assert.deepEqual([from, to], [first.from, first.to]);
	await calm();
});
