// SPDX-License-Identifier: MIT
// The npm package without a bundler: in a page, in a worker of a page, and under a content security policy. The paths
// have the bits of those in Node.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browse, openPage, root, serve, until } from './harness.mjs';

const folder = join(root, 'build/npm/package');
const { loadFairway } = await import(join(folder, 'index.js'));
const rows = readFileSync(join(root, 'maps/harbour.map'), 'utf8');
const voyage = {
	unit: { radius: 1.4, turningRadius: 5, capabilities: 'water' },
	from: { x: 12.5, y: 33.5, heading: 0 },
	to: { x: 54.5, y: 33.5, heading: -Math.PI / 2 },
};

// What the page and the worker run, with `input`; the result can be posted.
const play = `
	const map = fw.map(input.rows);
	const path = map.plan(input.voyage);
	const world = fw.world(map);
	const ids = world.add({ unit: { radius: 0.4, capabilities: 'water' } }, [{ x: 12.5, y: 33.5 }, { x: 12.5, y: 35.5 }]);
	world.order(ids, { kind: 'gather', to: { x: 30.5, y: 60.5 } });
	for (let i = 0; i < 600; i++) {
		world.step(1 / 60);
	}
	let refused = '';
	try {
		map.plan({ unit: { radius: -1 } });
	} catch (error) {
		refused = error.message;
	}
	return { hash: path.hash, length: path.length, world: world.hash, poses: [...world.poses()], refused };`;

const worker = `
	import { loadFairway } from '/package/index.js';
	const play = (fw, input) => { ${play} };
	onmessage = async ({ data }) => postMessage(play(await loadFairway(data.module), data.input));`;

const html = `<!doctype html><meta charset="utf-8"><title>package</title>
	<script type="module" src="/main.js"></script>`;

const main = `
	import { loadFairway } from '/package/index.js';
	const play = (fw, input) => { ${play} };
	const fw = await loadFairway();
	globalThis.here = (input) => play(fw, input);
	globalThis.there = (input) => new Promise((resolve, reject) => {
		const worker = new Worker('/worker.js', { type: 'module' });
		worker.onmessage = ({ data }) => resolve(data);
		worker.onerror = (event) => reject(new Error(event.message));
		worker.postMessage({ module: fw.module, input });
	});
	globalThis.elsewhere = async (address) => (await loadFairway(address)).version;
	document.title = fw.version;`;

const places = {
	'/': { text: html },
	'/main.js': { text: main },
	'/worker.js': { text: worker },
	'/package/': folder,
};
const policy = (wasm) => ({ 'content-security-policy': `default-src 'none'; connect-src 'self'; script-src 'self' ${wasm}` });

const expected = new Function('fw', 'input', play)(await loadFairway(), { rows, voyage });
let browser;
before(async () => (browser = await browse()));
after(async () => browser?.close());

/** Opens the page of the package, once it has loaded the module. */
async function open(t, headers) {
	const server = await serve(places, headers);
	t.after(server.close);
	const opened = await openPage(browser, `${server.base}/`);
	return { ...opened, ready: () => opened.page.waitForFunction(() => document.title !== 'package') };
}

test('a page plans with <script type="module">, as Node does', async (t) => {
	const { page, ready, calm } = await open(t);
	await ready();
	const told = await page.evaluate((input) => globalThis.here(input), { rows, voyage });
	assert.deepEqual(told, expected);
	assert.match(told.refused, /^unit.radius is -1/);
	assert.equal(await page.evaluate(() => globalThis.elsewhere('/package/fairway.wasm')), await page.title());
	await calm();
});

test('a worker of the page plans with the page\'s module', async (t) => {
	const { page, ready, calm } = await open(t);
	await ready();
	assert.deepEqual(await page.evaluate((input) => globalThis.there(input), { rows, voyage }), expected);
	await calm();
});

test('a content security policy needs wasm-unsafe-eval, and no more', async (t) => {
	const allowed = await open(t, policy("'wasm-unsafe-eval'"));
	await allowed.ready();
	assert.deepEqual(await allowed.page.evaluate((input) => globalThis.here(input), { rows, voyage }), expected);
	await allowed.context.close();

	const forbidden = await open(t, policy(''));
	await until(() => forbidden.errors.some((text) => /WebAssembly/.test(text)));
	await forbidden.context.close();
});
