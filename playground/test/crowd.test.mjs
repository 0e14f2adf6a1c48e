// SPDX-License-Identifier: MIT
// The crowd and the tour in a browser: units are selected, ordered and added by the pointer and by keys, go round what
// is painted, and say why they cannot arrive; each scene of the tour shows what it tells.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, settled, start, stop } from './site.mjs';
import { picture } from './harness.mjs';

before(start);
after(stop);

const crowd = (page) =>
	page.evaluate(() => {
		const { units, frame, selected, lines, troubles } = playground.app.crowd;
		const states = frame?.states ?? [];
		return { units, states, selected: [...selected], lines, troubles: [...troubles.values()], time: frame?.time ?? 0 };
	});
const poses = (page) => page.evaluate(() => [...(playground.app.crowd.frame?.poses ?? [])]);
const pixel = (page, x, y) => page.evaluate((at) => playground.camera.toScreen(at), { x, y });
const click = async (page, x, y) => {
	const at = await pixel(page, x, y);
	await page.mouse.click(at.x, at.y);
};
const drag = async (page, [x0, y0], [x1, y1]) => {
	const [from, to] = [await pixel(page, x0, y0), await pixel(page, x1, y1)];
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(to.x, to.y, { steps: 6 });
	await page.mouse.up();
};
/** Until the world says so, in its own time: at most `seconds` of it. */
const until = (page, condition, seconds) =>
	page.waitForFunction(
		([text, most]) => {
			const { frame } = playground.app.crowd;
			if ((frame?.time ?? 0) > most) {
				throw new Error(`after ${frame.time} s: ${frame.states}`);
			}
			return frame !== undefined && new Function('crowd', `return ${text}`)(playground.app.crowd);
		},
		[condition, seconds],
		{ timeout: 100_000 },
	);
const wall = (page, x, y, length, height) =>
	page.evaluate((rows) => playground.app.paint(rows),
		Array.from({ length: height }, (_, i) => ({ x, y: y + i, length, terrain: 0 })));
const fast = (page) => page.evaluate(() => (playground.app.crowd.speed = 8));

const four = '#map=meadow&mode=crowd&crowd=walker,10,10,0_walker,12,10,0_walker,10,12,0_horse,13,13,0';

test('a first crowd moves by itself, and its two groups change places', async () => {
	const { page, calm } = await openSite('#map=gates');
	await page.getByRole('tab', { name: 'Crowd' }).click();
	await until(page, "crowd.frame.states.filter((state) => state === 'moving').length > 8", 20);
	const { units } = await crowd(page);
	assert.ok(new Set(units.map((unit) => unit.kind)).size === 2 && units.length >= 15, JSON.stringify(units));
	await picture(page, 'crowd');
	await page.click('#tools button:has-text("Path")');
	await settled(page);
	assert.ok(await page.evaluate(() => playground.app.main.found));
	await calm();
});

test('units in a box go where the click says, and arrive', async () => {
	const { page, calm } = await openSite(four);
	await until(page, 'crowd.models.length === 4', 60);
	await fast(page);
	await drag(page, [8, 8], [11, 14]);
	assert.deepEqual((await crowd(page)).selected, [0, 2]);
	await click(page, 40, 30);
	await until(page, "crowd.poseOf(0).x > 37 && crowd.poseOf(2).x > 37 && crowd.frame.states[0] === 'idle'", 60);
	const at = await poses(page);
	assert.ok(Math.hypot(at[0] - 40, at[1] - 30) < 2 && Math.hypot(at[6] - 40, at[7] - 30) < 2, at.join());
	assert.ok(Math.hypot(at[3] - 12, at[4] - 10) < 2, 'who was not selected stays');
	await calm();
});

test('keys alone select, order and pause', async () => {
	const { page, calm } = await openSite(four);
	await until(page, 'crowd.models.length === 4', 60);
	await page.focus('#map');
	await page.keyboard.press('e');
	assert.equal((await crowd(page)).selected.length, 4);
	await page.keyboard.press('Enter');
	await until(page, "crowd.frame.states.every((state) => state === 'moving')", 20);
	await page.keyboard.press(' ');
	const { time } = await crowd(page);
	await page.waitForTimeout(300);
	assert.ok((await crowd(page)).time - time < 0.2, 'the world stands still');
	await calm();
});

test('formations, patrols and followers', async () => {
	const { page, calm } = await openSite(four);
	await until(page, 'crowd.models.length === 4', 60);
	await fast(page);
	await page.click('[data-crowd=all]');
	await page.getByRole('button', { name: 'Formation' }).click();
	await page.getByRole('button', { name: 'Line' }).click();
	await click(page, 40, 20);
	await until(page, "crowd.frame.states.every((state) => state === 'idle') && crowd.poseOf(0).x > 30", 90);
	const xs = (await poses(page)).filter((_, i) => i % 3 === 0);
	assert.ok(Math.max(...xs) - Math.min(...xs) < 1.5, `side by side, heading east: ${xs}`);
	await page.getByRole('button', { name: 'Patrol' }).click();
	await click(page, 20, 20);
	await until(page, 'crowd.poseOf(0).x < 24', 150);
	await until(page, 'crowd.poseOf(0).x > 36', 200);
	await page.getByRole('button', { name: 'Stop' }).click();
	await until(page, "crowd.frame.states.every((state) => state === 'idle')", 220);
	await calm();
});

test('more units are added while others drive; those without room are told', async () => {
	const { page, calm } = await openSite(four);
	await until(page, 'crowd.models.length === 4', 60);
	await page.getByRole('button', { name: 'Add units' }).click();
	await click(page, 50, 20);
	await page.waitForFunction(() => playground.app.crowd.models.length === 14);
	assert.equal((await page.evaluate(() => playground.store.get().crowd)).length, 14);
	await click(page, 0.5, 0.5);
	await page.waitForFunction(() => /room for \d of 10/.test(document.getElementById('toast').textContent));
	await page.waitForFunction(() => location.hash.split('_').length > 14);
	const other = await openSite(await page.evaluate(() => location.hash));
	await until(other.page, `crowd.models.length === ${(await crowd(page)).units.length}`, 60);
	await other.calm();
	await calm();
});

test('what is painted while they drive makes a detour', async () => {
	const { page, calm } = await openSite(four);
	await until(page, 'crowd.models.length === 4', 60);
	await page.click('[data-crowd=all]');
	await click(page, 55, 11);
	await until(page, "crowd.frame.states.filter((state) => state === 'moving').length === 4", 30);
	await fast(page);
	await wall(page, 30, 0, 1, 30);
	await page.waitForFunction(() => playground.app.crowd.lines.some((line) => /blocks the path/.test(line)));
	await until(page, "crowd.frame.states.every((state) => state === 'idle') && crowd.poseOf(0).x > 50", 120);
	await calm();
});

test('who cannot turn round in a lane says so, on the map and in the panel', async () => {
	const { page, calm } = await openSite('#map=meadow&mode=crowd&crowd=horse,15,12,0');
	await until(page, 'crowd.models.length === 1', 60);
	for (const row of [[5, 10, 16, 1], [5, 13, 16, 1], [20, 11, 1, 2]]) {
		await wall(page, ...row);
	}
	await page.click('[data-crowd=all]');
	await click(page, 50, 30);
	await until(page, 'crowd.troubles.size === 1', 60);
	const [trouble] = (await crowd(page)).troubles;
	assert.match(trouble.text, /no legal turns/);
	assert.match(await page.textContent('.events'), /Horse 1: .*no legal turns/);
	await picture(page, 'crowd-no-turn');
	await calm();
});

test('three hundred walkers drive, and none overlap', async () => {
	const units = Array.from({ length: 300 }, (_, i) => `walker,${4 + (i % 20) * 1.2},${4 + Math.floor(i / 20) * 1.2},0`);
	const order = 'gather*box*55,30*0-299';
	const { page, calm } = await openSite(`#map=meadow&mode=crowd&crowd=${units.join('_')}&orders=${order}`);
	await until(page, 'crowd.models.length === 300 && crowd.frame.time > 2', 60);
	const works = [];
	for (let i = 0; i < 30; i++) {
		const before = (await crowd(page)).time;
		await page.waitForFunction((time) => playground.app.crowd.frame.time > time, before);
		const { work, time, poses: at } = await page.evaluate(() => {
			const { frame } = playground.app.crowd;
			return { ...frame, poses: [...frame.poses] };
		});
		works.push(work);
		let least = Infinity;
		for (let a = 0; a < at.length; a += 3) {
			for (let b = a + 3; b < at.length; b += 3) {
				least = Math.min(least, Math.hypot(at[a] - at[b], at[a + 1] - at[b + 1]));
			}
		}
		assert.ok(least > 0.8 - 1e-6, `${least} apart after ${time} s`);
	}
	works.sort((a, b) => a - b);
	console.log(`300 walkers: ${works[15].toFixed(1)} ms of the worker for a frame (median), ${works[29].toFixed(1)} at most`);
	await calm();
});

test('the tour plays: each scene shows what it tells, and its end puts all back', async () => {
	const { page, calm } = await openSite();
	const before = await page.evaluate(() => location.hash);
	await page.click('[data-tour=start]');
	const titles = new Set();
	for (let i = 1; i <= 7; i++) {
		const scene = await page.getAttribute('#tour', 'data-scene');
		titles.add(await page.textContent('#tour h2'));
		await page.waitForFunction(() => playground.canvas.ground !== undefined);
		if (scene === 'crowd') {
			await until(page, "crowd.units.length > 40 && crowd.frame.states.filter((s) => s === 'moving').length > 5", 60);
		} else {
			await page.waitForFunction(() => {
				const { methods } = playground.store.get();
				const { paths } = playground.canvas;
				const there = methods.every((name, at) => paths[at]?.method === name && paths[at].faults !== undefined);
				return there && playground.app.client.waiting.size === 0;
			});
			const paths = await page.evaluate(() => playground.canvas.paths.map(({ found, faults }) => [found, faults.length]));
			assert.ok(paths.every(([found]) => found), `${scene}: ${JSON.stringify(paths)}`);
			// Only the scene of rounded corners shows a path that is at fault, and that is not the first.
			assert.deepEqual(paths.map(([, faults]) => faults > 0), paths.map((_, at) => scene === 'legal' && at === 1), scene);
		}
		await picture(page, `tour-${i}-${scene}`);
		await page.click('[data-tour=next]');
	}
	assert.equal(titles.size, 7);
	assert.ok(await page.isHidden('#tour'));
	await settled(page);
	assert.ok(await page.evaluate(() => playground.app.main.found && playground.store.get().mode === 'plan'));
	await page.waitForFunction((hash) => location.hash === hash, before);
	await calm();
});
