// SPDX-License-Identifier: MIT
// The page in a browser: it loads, plans under the mouse, takes all methods, shows all overlays, follows edits and its
// address.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { picture, root } from './harness.mjs';
import { difference, inkOnPath, like, mapBox, openSite, saved, set, settled, start, stop } from './site.mjs';

before(start);
after(stop);

/** What the first method found. */
const main = (page) => page.evaluate(() => ({ ...playground.app.main }));
const situation = (page) => page.evaluate(() => playground.store.get());
/** The pixel of the window where a point of the map is. */
const pixel = (page, at) => page.evaluate((point) => playground.camera.toScreen(point), at);

const most = 600_000;

test('the page loads, and shows a path', async () => {
	const { page, told, calm } = await openSite();
	assert.ok(told.sent < most, `${told.sent} bytes, gzipped; the page may have ${most}`);
	assert.deepEqual(told.missing, []);
	const found = await main(page);
	assert.ok(found.found && found.length > 50 && found.faults.length === 0, JSON.stringify(found).slice(0, 300));
	assert.ok((await inkOnPath(page)) > 0.7, 'the path is drawn');
	await like(page, 'first');
	await calm();
	console.log(`cold load: ${told.sent} bytes, gzipped`);
});

test('the picture of the README', async () => {
	const { page, calm } = await openSite();
	// The first plans are slow: the module is compiled as it runs.
	for (let i = 0; i < 20; i++) {
		await set(page, { to: { ...(await situation(page)).to } });
	}
	await picture(page, 'readme');
	await calm();
});

test('dark and light', async () => {
	const { page, calm } = await openSite('', { colorScheme: 'dark' });
	assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
	assert.ok((await inkOnPath(page)) > 0.7);
	await like(page, 'dark');
	await calm();
});

test('a phone has room for map and controls', async () => {
	const { page, calm } = await openSite('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
	const sizes = await page.evaluate(() => ({
		wide: document.documentElement.scrollWidth,
		map: playground.canvas.element.getBoundingClientRect().toJSON(),
		panel: document.getElementById('panel').getBoundingClientRect().toJSON(),
	}));
	assert.ok(sizes.wide <= 390, `the page is ${sizes.wide} wide`);
	assert.ok(sizes.map.height >= 300 && sizes.panel.height >= 100, JSON.stringify(sizes));
	await like(page, 'phone');
	await calm();
});

test('the content security policy of the manual is enough', async () => {
	const policy = readFileSync(join(root, 'docs/playground.md'), 'utf8').match(/Content-Security-Policy "(.*?)"/)[1];
	const { page, calm } = await openSite('', {}, { 'content-security-policy': policy });
	assert.ok((await main(page)).found);
	for (const tab of await page.$$('[role=tab]')) {
		await tab.click();
	}
	await saved(page, 'svg');
	await calm();
});

test('a site can embed the map alone', async () => {
	const { page, calm } = await openSite('?map-only#map=meadow', { viewport: { width: 700, height: 400 } });
	assert.deepEqual(await mapBox(page), { x: 0, y: 0, width: 700, height: 400 });
	assert.ok(await page.isHidden('aside'));
	assert.ok((await main(page)).found);
	await calm();
});

test('dragging the unit, the goal and their knobs plans anew', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const drag = async (from, to) => {
		const [a, b] = [await pixel(page, from), await pixel(page, to)];
		await page.mouse.move(a.x, a.y);
		await page.mouse.down();
		await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
		await page.mouse.move(b.x, b.y, { steps: 4 });
		await page.mouse.up();
		await settled(page);
		const { found, length } = await main(page);
		assert.ok(found);
		return length;
	};
	const { from, to } = await situation(page);
	const lengths = [(await main(page)).length];
	lengths.push(await drag(from, { x: from.x + 6, y: from.y + 4 }));
	const moved = await situation(page);
	assert.ok(Math.hypot(moved.from.x - from.x - 6, moved.from.y - from.y - 4) < 0.5, JSON.stringify(moved.from));
	lengths.push(await drag(to, { x: to.x - 4, y: to.y + 2 }));
	assert.ok(Math.hypot((await situation(page)).to.x - to.x + 4, (await situation(page)).to.y - to.y - 2) < 0.5);
	const knobs = await page.evaluate(() => playground.handles().filter(({ turns }) => turns));
	const knob = knobs.find(({ of }) => of === 'from');
	lengths.push(await drag(knob.at, { x: moved.from.x, y: moved.from.y + 8 }));
	assert.ok(Math.abs((await situation(page)).from.heading - Math.PI / 2) < 0.2);
	assert.equal(new Set(lengths).size, 4, lengths.join());
	await calm();
});

test('each method of the menu gives a path, and says for what', async () => {
	const { page, calm } = await openSite();
	const names = ['auto', ...(await page.evaluate(() => playground.app.methods.map((method) => method.name)))];
	assert.ok(names.length > 20);
	const without = new Map(names.map((name) => [name, []]));
	for (const map of ['meadow', 'gates', 'harbour']) {
		await page.evaluate((hash) => (location.hash = hash), `#map=${map}`);
		await page.waitForFunction((key) => playground.store.get().map.key === key, map);
		await settled(page);
		for (const method of names) {
			await set(page, { methods: [method] });
			const { found, faults, note, why, chosen } = await main(page);
			assert.ok(chosen !== '' && (found || why !== ''), `${method} says nothing`);
			// A path for another unit may be at fault for this one; then the page says for which it is.
			assert.ok(note !== '' || faults.length === 0, `${method} on ${map}: ${faults.length} faults`);
			without.get(method).push(...(found ? [] : [map]));
		}
	}
	// Each finds a way over the meadow; among walls some have none for this unit, and say so.
	assert.deepEqual([...without].filter(([, maps]) => maps.includes('meadow')), []);
	console.log(`without a path: ${[...without].filter(([, maps]) => maps.length > 0).map((each) => each.join(' on ')).join(', ')}`);
	await calm();
});

test('each overlay draws', async () => {
	const { page, calm } = await openSite();
	const { keys } = await page.evaluate(() => ({ keys: playground.overlays.map(({ key }) => key) }));
	assert.ok(keys.length >= 7, keys.join());
	// A method with many nodes, which are what some of them draw.
	await set(page, { methods: ['directional'] });
	const bare = await page.screenshot({ clip: await mapBox(page) });
	for (const key of keys) {
		await set(page, { overlays: [key] });
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		const drawn = await difference(page, bare, await page.screenshot({ clip: await mapBox(page) }));
		assert.ok(drawn > 100, `${key}: ${drawn} pixels`);
	}
	await calm();
});

test('what is painted on the way makes a detour', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const before = await main(page);
	assert.ok(before.found);
	await page.evaluate(() => playground.input.choose('paint'));
	const [a, b] = [await pixel(page, { x: 30.5, y: 12.5 }), await pixel(page, { x: 30.5, y: 30.5 })];
	await page.mouse.move(a.x, a.y);
	await page.mouse.down();
	await page.mouse.move(b.x, b.y, { steps: 10 });
	await page.mouse.up();
	await settled(page);
	const now = await main(page);
	assert.ok(now.found && now.faults.length === 0);
	assert.ok(now.length > before.length + 4, `${before.length} to ${now.length}`);
	assert.ok((await situation(page)).edits.length > 5);
	await like(page, 'painted');
	await calm();
});

test('the address has the situation', async () => {
	const { page, base, calm } = await openSite();
	await set(page, { methods: ['directional', 'astar'], from: { x: 14.5, y: 40.5, heading: 0.5 } });
	await page.evaluate(() => playground.app.paint([{ x: 40, y: 40, length: 3, terrain: 0 }]));
	await page.evaluate(() => playground.store.set({ edits: playground.canvas.ground.edits() }));
	await page.waitForFunction(() => location.hash.includes('edits='));
	const [hash, before, found] = [await page.evaluate(() => location.hash), await situation(page), await main(page)];
	const other = await openSite(hash);
	const again = await situation(other.page);
	assert.deepEqual(again.methods, before.methods);
	assert.deepEqual(again.edits, before.edits);
	assert.ok(Math.abs(again.from.heading - before.from.heading) < 1e-4);
	assert.ok(Math.abs((await main(other.page)).length - found.length) < 0.05);
	await other.calm();
	await calm();
	assert.ok(base);
});

test('an address that is opened while the page writes its own wins', async () => {
	const { page, calm } = await openSite();
	await page.evaluate(async () => {
		const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
		playground.store.set({ methods: ['astar'] });
		const begin = performance.now();
		await wait(200);
		// The page writes its address 250 ms after the change: that is due when this task ends, and the next one comes
		// before it.
		const next = new Promise((done) => scheduler.postTask(done, { priority: 'user-blocking' }));
		while (performance.now() < begin + 270);
		await next;
		location.hash = '#map=gates';
		await wait(300);
	});
	await settled(page);
	assert.equal((await situation(page)).map.key, 'gates');
	assert.equal(await page.evaluate(() => location.hash.includes('map=gates')), true);
	await calm();
});

test('a bad address is refused with a word', async () => {
	for (const [hash, said] of [['#map=atlantis', /map/], ['#from=1,x', /start|number/], ['#color=red', /color=red/]]) {
		const { page, calm } = await openSite(hash);
		assert.match(await page.textContent('#toast'), said);
		assert.ok((await main(page)).found);
		await calm();
	}
});

