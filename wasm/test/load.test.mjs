// SPDX-License-Identifier: MIT
// The ways to load the package: in a worker, from bytes, and from a server as <script type="module"> does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { loadFairway } from 'fairway';

const folder = dirname(createRequire(import.meta.url).resolve('fairway/package.json'));
const plan = { from: { x: 0.5, y: 0.5 }, to: { x: 4.5, y: 0.5 } };
const rows = '.....\n..#..\n.....\n';

test('a worker plans with the module of the main thread', async () => {
	const fw = await loadFairway();
	const worker = new Worker(
		`const { parentPort, workerData } = require('node:worker_threads');
		import('fairway').then(async ({ loadFairway }) => {
			const fw = await loadFairway(workerData.module);
			const path = fw.map(workerData.rows).plan(workerData.plan);
			const world = fw.world(fw.map(workerData.rows));
			world.add({}, [{ x: 1.5, y: 1.5 }]);
			const poses = world.poses();
			parentPort.postMessage({ hash: path.hash, segments: path.segments, poses }, [poses.buffer]);
		});`,
		{ eval: true, workerData: { module: fw.module, rows, plan } },
	);
	const told = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
	await worker.terminate();
	const path = fw.map(rows).plan(plan);
	assert.equal(told.hash, path.hash);
	assert.deepEqual(told.segments, path.segments);
	assert.deepEqual([...told.poses], [1.5, 1.5, 0]);
});

test('two libraries have memory of their own', async () => {
	const bytes = readFileSync(join(folder, 'fairway.wasm'));
	const [a, b] = [await loadFairway(bytes), await loadFairway()];
	const map = a.map(rows);
	a.dispose();
	assert.throws(() => map.plan(plan), /disposed/);
	assert.ok(b.map(rows).plan(plan).found);
});

// A server that says nothing of types, as simple ones do. Modules are linked by hand, as Node fetches none.
test('a page loads it from a server', async () => {
	const server = createServer((request, response) => {
		try {
			response.end(readFileSync(join(folder, request.url)));
		} catch {
			response.writeHead(404).end();
		}
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const base = `http://127.0.0.1:${server.address().port}`;
	const modules = new Map();
	const load = async (url) => {
		if (!modules.has(url)) {
			const text = await (await fetch(url)).text();
			const initializeImportMeta = (meta) => (meta.url = url);
			modules.set(url, new vm.SourceTextModule(text, { identifier: url, initializeImportMeta }));
		}
		return modules.get(url);
	};
	const main = await load(`${base}/index.js`);
	await main.link((name, from) => load(new URL(name, from.identifier).href));
	await main.evaluate();
	const fw = await main.namespace.loadFairway();
	assert.ok(fw.map(rows).plan(plan).found);
	await assert.rejects(main.namespace.loadFairway(`${base}/none.wasm`), /404/);
	server.close();
	server.closeAllConnections?.();
});

test('the example plays its game', () => {
	const text = execFileSync(process.execPath, ['game.js']).toString();
	assert.match(text, /unit 0 sets off, \d+\.\d tiles/);
	assert.match(text, /the gate is shut/);
	assert.equal(text.match(/ arrives\n/g).length, 15);
	assert.match(text, /unit 14 is at \(\d+\.\d, \d+\.\d\)\n$/);
});
