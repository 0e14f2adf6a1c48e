// SPDX-License-Identifier: MIT
// What the page saves and opens. A C program that it saves compiles, and finds the path of the page bit by bit; the
// program `fairway` reads its JSON and finds nothing wrong with the path.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from './harness.mjs';
import { difference, inkOnPath, mapBox, openSite, saved, set, settled, start, stop } from './site.mjs';

const folder = join(root, 'out/playground-test/files');
const library = join(root, 'build/release/src/libfairway.a');
const program = join(root, 'build/release/cli/fairway');

before(async () => {
	mkdirSync(folder, { recursive: true });
	await start();
});
after(stop);

const main = (page) => page.evaluate(() => ({ ...playground.app.main }));
const at = (x, y, heading) => ({ x, y, ...(heading !== undefined && { heading }) });

/** Situations whose programs differ: outlines, costs, squares, edits, passes, what a method cannot do, no path. */
const CASES = [
	{ name: 'ship', map: 'harbour' },
	{ name: 'ship-aslant', map: 'harbour', change: { from: at(13.37, 41.11, 0.7), to: at(54.5, 33.5) } },
	{ name: 'astar', map: 'gates', change: { methods: ['astar'] } },
	{ name: 'along', map: 'gates', preset: 'horse', change: { methods: ['astar'], passes: { turning: 'along' } } },
	{ name: 'margin', map: 'gates', change: { methods: ['theta'], passes: { margin: 1.5, weight: 1.25 } } },
	{ name: 'square', map: 'gates', preset: 'giant', change: {} },
	{ name: 'sprites', map: 'gates', change: { passes: { sprites: 16 } } },
	{ name: 'point', map: 'gates', change: { methods: ['block'] } },
	{ name: 'costs', map: 'town', change: { costs: { ground: 3, trees: 2.7 } } },
	{ name: 'reverse', map: 'meadow', preset: 'truck', change: { from: at(30.5, 20.5, 0), to: at(24.5, 20.5, 0) } },
	{ name: 'painted', map: 'meadow', edits: [at(30, 10), at(30, 11), at(30, 19), at(30, 20), at(30, 21)] },
	{ name: 'none', map: 'meadow', change: { to: at(30.5, 20.5) }, edits: [at(30, 20)] },
];

async function arrange(page, { map, preset, change = {}, edits = [] }) {
	await set(page, { mode: 'plan' });
	await page.evaluate(
		([key, kind, more, tiles]) => {
			const { store, app, maps, presets } = playground;
			const { unit, from, to } = maps.find((one) => one.key === key);
			const passes = { ...store.get().passes, smooth: true, turning: 'none', margin: 0, weight: 0, sprites: 0 };
			const mine = presets.find((one) => one.key === kind)?.unit ?? unit;
			const first = { map: { key }, edits: [], costs: {}, unit: mine, from, to, methods: ['auto'], view: undefined };
			store.set({ ...first, ...more, passes: { ...passes, ...more.passes } });
			return app.loaded.then(() => {
				app.paint(tiles.map(({ x, y }) => ({ x, y, length: 1, terrain: 0 })));
				store.set({ edits: app.canvas.ground.edits() });
			});
		},
		[map, preset, change, edits],
	);
	await settled(page);
}

test('a C program that is saved finds the path of the page', async () => {
	const { page, calm } = await openSite();
	for (const one of CASES) {
		await arrange(page, one);
		const found = await main(page);
		assert.equal(found.found, one.name !== 'none', `${one.name}: ${found.why}`);
		const [source, map] = [await saved(page, 'c'), await saved(page, 'map')];
		const hash = await page.evaluate(() => playground.app.client.ask('recipe', playground.app.planAsk()));
		assert.equal(hash.length, found.length);
		const file = join(folder, one.name);
		writeFileSync(`${file}.c`, source);
		writeFileSync(`${file}.map`, map);
		const strict = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wshadow', '-Werror'];
		const compiler = process.env.CC ?? 'cc';
		execFileSync(compiler, [...strict, `${file}.c`, '-I', join(root, 'include'), library, '-lm', '-o', file]);
		const said = execFileSync(file, [`${file}.map`]).toString();
		const first = found.found ? `${found.length.toFixed(2)} tiles, hash ${hash.hash}` : found.why;
		assert.equal(said.split('\n')[0], first, one.name);
		assert.ok(source.toString().includes(`// The page found: ${first}`), one.name);
	}
	await calm();
});

test('a path that is saved is judged by the program, and opens again', async () => {
	const { page, calm } = await openSite();
	for (const one of CASES.filter(({ name }) => !['costs', 'none', 'sprites', 'margin', 'point'].includes(name))) {
		await arrange(page, one);
		const before = await main(page);
		const file = join(folder, one.name);
		writeFileSync(`${file}.json`, await saved(page, 'path'));
		writeFileSync(`${file}.map`, await saved(page, 'map'));
		const judge = () => execFileSync(program, ['check', `${file}.map`, `${file}.json`], { stdio: 'pipe' }).toString();
		assert.doesNotThrow(judge, one.name);
		await page.evaluate(() => playground.store.set({ from: { x: 1.5, y: 1.5, heading: 0 }, methods: ['theta'] }));
		await settled(page);
		await open(page, `${file}.json`);
		const now = await main(page);
		assert.ok(now.found, `${one.name}: ${now.why}`);
		// The file does not say which passes there were, that any heading would have done, or that the planner chose.
		const same = ['ship-aslant', 'along', 'square'].includes(one.name) ? 0.03 * before.length : 1e-6;
		assert.ok(Math.abs(now.length - before.length) < same, `${one.name}: ${before.length} ${now.length}`);
		assert.match(await page.textContent('#toast'), new RegExp(`${before.length.toFixed(2)} tiles`));
	}
	await calm();
});

/** Chooses files in the tab, and waits for what the page says. */
async function open(page, ...files) {
	await page.evaluate(() => (document.getElementById('toast').textContent = ''));
	await page.click('#tab-files');
	await page.setInputFiles('#open', files);
	await page.waitForFunction(() => document.getElementById('toast').textContent !== '');
	await settled(page);
	return page.textContent('#toast');
}

test('pictures that are saved look like the page', async () => {
	const { page, calm } = await openSite();
	const seen = await page.evaluate(() => playground.canvas.element.toDataURL().split(',')[1]);
	const png = await saved(page, 'png');
	assert.equal(await difference(page, Buffer.from(seen, 'base64'), png), 0);
	const svg = (await saved(page, 'svg')).toString();
	const arcs = (await main(page)).segments.filter(({ kind }) => kind === 'arc');
	assert.ok(arcs.length > 2);
	assert.ok((await farFromArcs(page, svg, arcs)) < 0.02, 'the middle of each arc lies on a path of the picture');
	const drawn = await page.evaluate(async (text) => {
		const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
		if (parsed.querySelector('parsererror')) {
			return parsed.documentElement.textContent;
		}
		const picture = new Image();
		picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
		await picture.decode();
		const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
		context.drawImage(picture, 0, 0);
		const { element } = playground.canvas;
		const mine = element.getContext('2d').getImageData(0, 0, element.width, element.height).data;
		const other = context.getImageData(0, 0, picture.width, picture.height).data;
		let far = 0;
		for (let i = 0; i < mine.length; i += 4) {
			far += [0, 1, 2].some((k) => Math.abs(mine[i + k] - other[i + k]) > 40) ? 1 : 0;
		}
		return far / (mine.length / 4);
	}, svg);
	// Tiles have no edges there, and edges of shapes are smoothed otherwise.
	assert.ok(drawn < 0.04, `${drawn} of the pixels differ`);
	await calm();
});

/** The largest distance of the middle of an arc to the paths of the picture [tiles]. */
async function farFromArcs(page, svg, arcs) {
	return page.evaluate(
		([text, all]) => {
			const box = document.createElement('div');
			box.innerHTML = text;
			const curved = [...box.querySelectorAll('path')].filter((path) => path.getAttribute('d').includes('A'));
			const points = curved.flatMap((path) => {
				const count = Math.ceil(path.getTotalLength() / 0.02);
				return Array.from({ length: count }, (_, i) => path.getPointAtLength(0.02 * i));
			});
			const far = all.map(({ center, radius, start, sweep }) => {
				const [x, y] = [center.x + radius * Math.cos(start + sweep / 2), center.y + radius * Math.sin(start + sweep / 2)];
				return Math.min(...points.map((point) => Math.hypot(point.x - x, point.y - y)));
			});
			return Math.max(...far);
		},
		[svg, arcs],
	);
}

test('a link that is copied opens the situation', async () => {
	const { page, context, base, calm } = await openSite();
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
	await set(page, { methods: ['directional'], from: at(14.5, 40.5, 0) });
	await page.click('#tab-files');
	await page.click('[data-save=address]');
	await page.waitForFunction(() => /clipboard/.test(document.getElementById('toast').textContent));
	const link = await page.evaluate(() => navigator.clipboard.readText());
	assert.match(link, /methods=directional/);
	const other = await openSite(new URL(link).hash);
	assert.deepEqual(await other.page.evaluate(() => playground.store.get().from), at(14.5, 40.5, 0));
	await other.calm();
	await calm();
});

const MAP = 'type octile\nheight 3\nwidth 5\nmap\n.....\n..@..\n.....\n';
const text = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

/** A PNG of these rows of colors, made by the browser. */
async function pngOf(page, rows) {
	const made = await page.evaluate((colors) => {
		const canvas = document.createElement('canvas');
		[canvas.width, canvas.height] = [colors[0].length, colors.length];
		const context = canvas.getContext('2d');
		colors.forEach((row, y) =>
			row.forEach((color, x) => {
				context.fillStyle = color;
				context.fillRect(x, y, 1, 1);
			}),
		);
		return canvas.toDataURL().split(',')[1];
	}, rows);
	return { mimeType: 'image/png', buffer: Buffer.from(made, 'base64') };
}

test('maps, pictures and problems open, and files that are dropped too', async () => {
	const { page, calm } = await openSite();
	assert.match(await open(page, text('tiny.map', MAP)), /tiny\.map is open/);
	const tiny = await main(page);
	assert.ok(tiny.found && tiny.length > 4);
	assert.equal((await saved(page, 'map')).toString(), MAP);

	const [white, gray, blue] = ['#ffffff', '#202020', '#0000ff'];
	const picture = await pngOf(page, [[white, gray, white, blue], [white, white, white, blue]]);
	await open(page, { name: 'drawn.PNG', ...picture });
	assert.match((await saved(page, 'map')).toString(), /map\n\.@\.W\n\.\.\.W\n$/);

	const scen = 'version 1\n0\ttiny.map\t5\t3\t0\t0\t1\t0\t1\n0\ttiny.map\t5\t3\t0\t1\t4\t1\t5.2\n';
	assert.match(await open(page, text('tiny.map.scen', scen), text('tiny.map', MAP)), /longest of 2 problems/);
	assert.deepEqual(await page.evaluate(() => playground.store.get().to), at(4.5, 1.5));

	await page.evaluate((content) => {
		const data = new DataTransfer();
		data.items.add(new File([content], 'dropped.map'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
	}, MAP.replace('..@..', '.....'));
	await page.waitForFunction(() => /dropped\.map is open/.test(document.getElementById('toast').textContent));
	await settled(page);
	assert.ok((await main(page)).length < tiny.length);
	assert.ok((await inkOnPath(page)) > 0);
	assert.ok((await mapBox(page)).width > 300);
	await calm();
});

test('all scenes of the repository open, and their units set off', async () => {
	const { page, calm } = await openSite();
	for (const name of readdirSync(join(root, 'scenes'))) {
		const { units, map } = JSON.parse(readFileSync(join(root, 'scenes', name), 'utf8'));
		// What the page does not have is dropped beside the scene.
		const more = map === undefined || /(harbour|gates|roads)\.map$/.test(map) ? [] : [join(root, 'scenes', map)];
		const said = await open(page, join(root, 'scenes', name), ...more);
		const count = units.reduce((sum, entry) => sum + (entry.count ?? 1), 0);
		assert.match(said, new RegExp(`: ${count} units\\.`), `${name}: ${said}`);
		await page.waitForFunction(() => playground.app.crowd.frame?.states.some((state) => state === 'moving'));
		const placed = await page.evaluate(() => playground.app.crowd.units.length);
		assert.ok(placed > 0.9 * count, `${name}: ${placed} of ${count}`);
	}
	await calm();
});

test('files that are wrong say why, and change nothing', async () => {
	const { page, calm } = await openSite();
	const path = JSON.parse((await saved(page, 'path')).toString());
	const json = (change) => text('a.json', JSON.stringify({ ...path, ...change }));
	const small = { format: 'fairway-scene', version: 1, rows: ['....'], kinds: [{ name: 'a' }], units: [] };
	const scene = (change) => text('a.json', JSON.stringify({ ...small, ...change }));
	const before = JSON.stringify(await page.evaluate(() => playground.store.get()));
	const orange = await pngOf(page, [['#ffffff', '#ff8800']]);
	const wrong = [
		[text('a.txt', 'hello'), /a\.txt: the page opens \.map/],
		[text('a.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n.!.\n'), /a\.map: .*6.*2|!/],
		[text('a.map', ''), /a\.map: ./],
		[text('a.map', '@@@\n@@@\n'), /no unit .* has room/],
		[{ name: 'a.png', ...orange }, /row 1, column 2 is #ff8800.*water/],
		[text('a.png', 'no picture'), /a\.png: it is no picture/],
		[text('a.scen', 'hello'), /line 1 must be/],
		[text('a.scen', 'version 1\n0 a.map 5 3 0 0 1 x 1\n'), /line 2 is no problem/],
		[text('a.scen', 'version 1\n0 a.map 5 3 0 0 1 0 1\n'), /5 × 3 tiles, and this one has 112 × 72/],
		[text('a.scen', 'version 1\n'), /no problems/],
		[text('a.json', '{"format": '), /a\.json: it is no JSON/],
		[text('a.json', 'null'), /"format" is missing/],
		[text('a.json', '{"format": "x"}'), /"format" is "x"; the page knows "fairway-path" or "fairway-scene"/],
		[text('a.json', '{"format": "fairway-scene"}'), /neither "rows" nor "map"/],
		[text('a.json', '{"format": "fairway-scene", "map": "x/y.map"}'), /needs the map “y\.map”/],
		[text('a.json', '{"format": "fairway-scene", "rows": ["..", "."]}'), /a\.json: ./],
		[text('a.json', '{"format": "fairway-scene", "rows": [".."]}'), /"kinds" must be a list/],
		[scene({ kinds: [{ name: 'a', radius: 'x' }] }), /"kinds\[0\]\.radius" must be a number/],
		[scene({ units: [{ kind: 'b' }] }), /"units\[0\]\.kind" is "b"/],
		[scene({ units: [{ kind: 'a', start: 'x' }] }), /"units\[0\]\.start" must be a position/],
		[json({ version: 2 }), /"version" is 2/],
		[json({ segments: [] }), /has no path/],
		[json({ segments: [null] }), /segments\[0\]/],
		[json({ start: [1, 2] }), /"start" must be a list of 3/],
		[json({ start: [1e9, 2, 0] }), /off this map/],
		[json({ unit: null }), /"unit"/],
		[json({ unit: { ...path.unit, radius: -1 } }), /unit\.radius/],
		[json({ unit: { ...path.unit, capabilities: 'lava' } }), /lava/],
		[json({ unit: { ...path.unit, outline: [[0, 0]] } }), /two to eight/],
	];
	for (const [file, said] of wrong) {
		assert.match(await open(page, file), said);
		assert.equal(JSON.stringify(await page.evaluate(() => playground.store.get())), before, String(said));
	}
	assert.ok(await page.evaluate(() => document.getElementById('toast').classList.contains('wrong')));
	await calm();
});
