// SPDX-License-Identifier: MIT
// The work of a new plan while the unit is dragged over a map of 512 x 512 tiles, as the worker counts it.
//
// The page may take 10 ms on a quiet machine, of 16.7 in a frame. The times are printed beside those of Node, and not
// tested: a browser that draws on the same cores makes them what they are. The test holds what does not change with the
// machine: how many nodes a plan expands, and that the page expands as many as Node for the same trips.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'vite';
import { root } from './harness.mjs';
import { openSite, settled, start, stop } from './site.mjs';

before(start);
after(stop);

/** The nodes that a plan may expand. The walker is the unit that this map begins with. */
const NODES_MAX = { walker: 2500, horse: 800, car: 800 };

function median(values) {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The worker's planner, for Node. */
async function plannerForNode(t) {
	const outDir = mkdtempSync(join(tmpdir(), 'fairway-'));
	t.after(() => rmSync(outDir, { recursive: true }));
	const entry = join(root, 'playground/src/planning.ts');
	const lib = { entry, formats: ['es'], fileName: () => 'planning.mjs' };
	const target = 'es2022';
	const index = join(root, 'build/npm/package/index.js');
	const rollupOptions = { external: ['fairway'], output: { paths: { fairway: index } } };
	await build({ configFile: false, logLevel: 'silent', build: { lib, outDir, target, rollupOptions } });
	const { loadFairway } = await import(index);
	const { Planner } = await import(join(outDir, 'planning.mjs'));
	return { fw: await loadFairway(), Planner };
}

test('a new plan while dragging on 512 x 512 tiles takes no more nodes than in Node', async (t) => {
	const { page, calm } = await openSite('#map=wilderness');
	assert.ok(await page.evaluate(() => playground.app.main.found && playground.canvas.ground.width === 512));
	const kinds = Object.keys(NODES_MAX);
	const { fw, Planner } = await plannerForNode(t);
	const text = (await page.evaluate(() => playground.app.client.ask('recipe', playground.app.planAsk()))).mapText;
	const rows = [];
	for (const kind of kinds) {
		await page.evaluate((key) => {
			const { unit } = playground.presets.find((one) => one.key === key);
			playground.store.set({ unit });
		}, kind);
		await settled(page);
		const asks = await drag(page);
		assert.ok(asks.length >= 30, `${kind}: ${asks.length} plans`);
		// Paths all over the map, not no path at once.
		const found = asks.filter(({ found }) => found).length;
		assert.ok(found > asks.length / 2, `${kind}: ${found} of ${asks.length} found`);
		const planner = new Planner(fw.map(text));
		planner.plan(asks[0].ask);
		const times = asks.map(({ ask }) => {
			const [wall, cpu] = [performance.now(), process.cpuUsage()];
			const { expanded } = planner.plan(ask);
			const { user, system } = process.cpuUsage(cpu);
			return { wall: performance.now() - wall, cpu: (user + system) / 1000, expanded };
		});
		assert.deepEqual(
			asks.map(({ nodes }) => nodes),
			times.map(({ expanded }) => expanded),
		);
		const row = {
			kind,
			plans: asks.length,
			page: median(asks.map(({ work }) => work)),
			node: median(times.map(({ wall }) => wall)),
			cpu: median(times.map(({ cpu }) => cpu)),
			nodes: median(asks.map(({ nodes }) => nodes)),
		};
		rows.push(row);
		const figures = `page ${row.page.toFixed(1)}, Node ${row.node.toFixed(1)}, of processor time ${row.cpu.toFixed(1)} ms`;
		console.log(`${kind}: median of ${row.plans} plans: ${figures}; ${row.nodes} nodes`);
	}
	for (const { kind, nodes } of rows) {
		assert.ok(nodes <= NODES_MAX[kind], `${kind}: ${nodes} nodes`);
	}
	await calm();
});

/** Drags the unit with the mouse, and gives all plans that were answered on the way. */
async function drag(page) {
	await page.evaluate(() => {
		globalThis.plans = [];
		const { app } = playground;
		const ask = app.client.ask.bind(app.client);
		app.client.ask = async (kind, question) => {
			const answer = await ask(kind, question);
			// Of the first method alone: others are planned along where the machine is quick enough.
			if (kind === 'plan' && question.method === playground.store.get().methods[0]) {
				globalThis.plans.push({ ask: question, work: answer.work, found: answer.found, nodes: answer.expanded });
			}
			return answer;
		};
	});
	const from = await page.evaluate(() => playground.camera.toScreen(playground.store.get().from));
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	for (let i = 1; i <= 60; i++) {
		await page.mouse.move(from.x + i / 4, from.y + 8 * Math.sin(i / 10));
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
	}
	await page.mouse.up();
	await settled(page);
	return page.evaluate(() => {
		// The next drag puts its own in its place.
		delete playground.app.client.ask;
		return globalThis.plans;
	});
}
