// SPDX-License-Identifier: MIT
// What moves: films of searches, the unit that drives, crowds with orders and edits, the tour.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { picture, until } from './harness.mjs';
import { difference, like, mapBox, openSite, set, settled, start, stop } from './site.mjs';

before(start);
after(stop);

const press = (page, label) => page.click(`button:text-is("${label}"):visible`);
const nodes = (page) => page.textContent('output[aria-label=Nodes]').then((text) => Number(text.match(/[\d,]+/)[0].replace(/,/g, '')));
const shot = async (page) => page.screenshot({ clip: await mapBox(page) });

test('a search can be watched, stopped and stepped', async () => {
	const { page, calm } = await openSite('#map=gates&methods=astar');
	const all = await page.evaluate(() => playground.app.main.expanded);
	const bare = await shot(page);
	await press(page, 'Watch the search');
	await until(async () => (await nodes(page)) > 0);
	await press(page, 'Pause');
	const some = await nodes(page);
	assert.ok(some < all, `${some} of ${all}`);
	await press(page, 'Step');
	await until(async () => (await nodes(page)) > some);
	assert.ok((await difference(page, bare, await shot(page))) > 100, 'nodes are drawn');
	await press(page, 'Play');
	await until(() => page.isVisible('button:text-is("Again")'));
	assert.equal(await nodes(page), all);
	await press(page, 'Close');
	await settled(page);
	assert.ok((await difference(page, bare, await shot(page))) < 100, 'the film is gone');
	await calm();
});

test('the unit drives its path', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const bare = await shot(page);
	await press(page, '▶ Drive');
	await until(async () => (await difference(page, bare, await shot(page))) > 100);
	await calm();
});

/** What the page knows of its crowd: x, y and heading of all units, and what they do. */
const crowd = (page) =>
	page.evaluate(() => {
		const { units, frame } = playground.app.crowd;
		return { count: units.length, time: frame?.time ?? 0, poses: [...(frame?.poses ?? [])], states: frame?.states ?? [] };
	});

test('a crowd goes where it is ordered, also round an edit', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const units = [6, 8, 10, 12, 14, 16].map((y) => ({ kind: 'walker', x: 6.5, y: y + 0.5, heading: 0 }));
	await page.evaluate((list) => playground.store.set({ mode: 'crowd', crowd: list, orders: [] }), units);
	await page.waitForFunction(() => playground.app.crowd.frame?.poses.length === 18);
	await page.click('#tab-crowd');
	await press(page, 'Select all');
	// A click on the map sends them.
	const to = await page.evaluate(() => playground.camera.toScreen({ x: 50.5, y: 20.5 }));
	await page.evaluate(() => (playground.app.crowd.speed = 8));
	await page.mouse.click(to.x, to.y);
	await page.waitForFunction(() => playground.app.crowd.frame.poses[0] > 12);
	// A wall in the way, with a gap below.
	await page.evaluate(() => {
		const runs = Array.from({ length: 34 }, (_, y) => ({ x: 40, y, length: 1, terrain: 0 }));
		playground.app.paint(runs);
	});
	await page.waitForFunction(() => {
		const { poses, states } = playground.app.crowd.frame;
		return states.every((state) => state === 'idle') && [0, 1, 2, 3, 4, 5].every((i) => poses[3 * i] > 44);
	});
	const { poses } = await crowd(page);
	for (let i = 0; i < 6; i++) {
		assert.ok(Math.hypot(poses[3 * i] - 50.5, poses[3 * i + 1] - 20.5) < 5, `unit ${i}`);
		for (let k = 0; k < i; k++) {
			assert.ok(Math.hypot(poses[3 * i] - poses[3 * k], poses[3 * i + 1] - poses[3 * k + 1]) > 0.79, `${i} and ${k} overlap`);
		}
	}
	await picture(page, 'crowd');
	await calm();
});

test('a crowd stops when it is told to, and its events are words', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const units = [6, 10, 14].map((y) => ({ kind: 'walker', x: 6.5, y: y + 0.5, heading: 0 }));
	const orders = [{ kind: 'patrol', units: [0, 1, 2], to: { x: 50.5, y: 20.5 } }];
	await page.evaluate(([crowd, list]) => playground.store.set({ mode: 'crowd', crowd, orders: list }), [units, orders]);
	await page.click('#tab-crowd');
	await page.waitForFunction(() => playground.app.crowd.frame?.states.every((state) => state === 'moving'));
	await press(page, 'Select all');
	await press(page, 'Stop');
	await page.waitForFunction(() => playground.app.crowd.frame.states.every((state) => state === 'idle'));
	assert.ok((await page.$$eval('.events li', (all) => all.map((each) => each.textContent))).length >= 0);
	assert.match(await page.textContent('[data-crowd=status]'), /3 stand/);
	await calm();
});

test('the tour plays', async () => {
	const { page, calm } = await openSite();
	await page.click('[data-tour=start]');
	const seen = new Set();
	for (let i = 0; ; i++) {
		await page.waitForSelector('#tour:not([hidden])');
		const key = await page.getAttribute('#tour', 'data-scene');
		assert.ok(!seen.has(key), key);
		seen.add(key);
		await settled(page);
		const { mode } = await page.evaluate(() => playground.store.get());
		if (mode === 'plan') {
			const paths = await page.evaluate(() => playground.canvas.paths.map(({ method, found, why }) => ({ method, found, why })));
			assert.ok(paths.length > 0 && paths.every(({ found }) => found), `${key}: ${JSON.stringify(paths)}`);
		} else {
			await page.waitForFunction(() => playground.app.crowd.frame?.states.includes('moving'));
		}
		assert.ok((await page.textContent('#tour p')).length > 40, key);
		await picture(page, `tour-${key}`);
		if ((await page.textContent('[data-tour=next]')) === 'Done') {
			break;
		}
		await page.click('[data-tour=next]');
		await page.waitForFunction((last) => document.getElementById('tour').dataset.scene !== last, key);
		assert.ok(i < 20);
	}
	assert.equal(seen.size, 7, [...seen].join());
	await page.click('[data-tour=prev]');
	await page.click('[data-tour=close]');
	assert.ok(await page.isHidden('#tour'));
	await calm();
});
