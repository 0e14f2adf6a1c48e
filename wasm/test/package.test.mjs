// SPDX-License-Identifier: MIT
// The package as a user has it: maps, plans, searches in slices, errors, memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadFairway, FairwayError } from 'fairway';

const fw = await loadFairway();
const harbour = readFileSync('harbour.map', 'utf8');
const ship = { radius: 1.4, turningRadius: 5, capabilities: 'water' };
const voyage = {
	unit: ship,
	from: { x: 12.5, y: 33.5, heading: 0 },
	to: { x: 54.5, y: 33.5, heading: -Math.PI / 2 },
};

/** Asserts that the call throws a FairwayError with this text. */
function refused(call, text, more = {}) {
	assert.throws(call, (error) => {
		assert.ok(error instanceof FairwayError, error.stack);
		assert.match(error.message, text);
		for (const [key, value] of Object.entries(more)) {
			assert.equal(error[key], value, key);
		}
		return true;
	});
}

test('the module imports nothing', () => {
	assert.deepEqual(WebAssembly.Module.imports(fw.module), []);
});

test('a path is lines and arcs that join, and as the program finds it', () => {
	const map = fw.map(harbour);
	const path = map.plan(voyage);
	assert.ok(path.found);
	assert.equal(path.outcome, 'found');
	// As docs/methods.md and the README's example have it.
	assert.equal(path.report.method, 'directional');
	assert.equal(path.length, path.segments.reduce((sum, s) => sum + s.length, 0));
	path.segments.slice(1).forEach((s, i) => {
		const last = path.segments[i].to;
		assert.ok(Math.hypot(s.from.x - last.x, s.from.y - last.y) < 1e-9);
	});
	assert.ok(path.segments.some((s) => s.kind === 'arc' && s.radius >= 5));
	const at = path.at(20).pose;
	assert.deepEqual([at.x.toFixed(2), at.y.toFixed(2)], ['18.93', '16.46']);
	assert.deepEqual(map.check(path, ship), []);
	assert.equal(map.check(path, { ...ship, radius: 3 })[0].kind, 'collision');
	map.dispose();
});

test('points stay within the deviation', () => {
	const map = fw.map(harbour);
	const path = map.plan(voyage);
	assert.ok(path.points(0.001).length > path.points(0.1).length);
	const points = path.points(0.01);
	assert.deepEqual(points[0], { x: 12.5, y: 33.5 });
	let length = 0;
	points.slice(1).forEach((p, i) => (length += Math.hypot(p.x - points[i].x, p.y - points[i].y)));
	assert.ok(length <= path.length && length > 0.999 * path.length);
	refused(() => path.points(0), /deviation/);
	map.dispose();
});

test('a pose without a heading has any', () => {
	const map = fw.map({ width: 30, height: 30 });
	const unit = { turningRadius: 3 };
	const any = map.plan({ unit, from: { x: 15.5, y: 15.5 }, to: { x: 5.5, y: 15.5 } });
	const east = map.plan({ unit, from: { x: 15.5, y: 15.5, heading: 0 }, to: { x: 5.5, y: 15.5 } });
	const back = map.plan({ unit, from: { x: 15.5, y: 15.5, heading: 0 }, to: { x: 5.5, y: 15.5, heading: 0 } });
	assert.equal(any.length, 10);
	assert.ok(any.length < east.length && east.length < back.length);
	assert.ok(Math.abs(back.end.heading) < 1e-9);
	map.dispose();
});

test('no path is an outcome with a reason', () => {
	const map = fw.map('..#..\n..#..\n..#..\n');
	const path = map.plan({ from: { x: 0.5, y: 0.5 }, to: { x: 4.5, y: 0.5 } });
	assert.deepEqual([path.found, path.outcome, path.reason], [false, 'unreachable', 'other-region']);
	assert.equal(path.reasonText, fw.reasonText('other-region'));
	assert.match(path.reasonText, /not connected/);
	assert.equal(path.segments.length, 0);
	const near = map.plan({ from: { x: 0.5, y: 0.5 }, to: { x: 4.5, y: 0.5 }, nearest: true });
	assert.equal(near.outcome, 'partial');
	assert.equal(near.end.x, 1.5);
	map.fill({ x: 2, y: 1 }, 'ground');
	assert.ok(map.plan({ from: { x: 0.5, y: 0.5 }, to: { x: 4.5, y: 0.5 } }).found);
	map.dispose();
});

test('every method of the list plans, or says why not', () => {
	const map = fw.map(harbour);
	let found = 0;
	for (const method of fw.methods) {
		assert.ok(method.summary.length > 10);
		const needsPoint = (method.traits & (fw.trait.point | fw.trait.onlyCorners)) !== 0;
		const plan = { method: method.name, from: { x: 26.5, y: 70.5 }, to: { x: 104.5, y: 48.5 } };
		plan.unit = { radius: needsPoint ? 0 : 0.4 };
		plan.options = needsPoint ? { anchor: 'corner' } : {};
		try {
			found += map.plan(plan).found ? 1 : 0;
		} catch (error) {
			assert.equal(error.status, 'unsupported', error.message);
		}
	}
	assert.ok(found >= 20, `${found} of ${fw.methods.length}`);
	map.dispose();
});

test('refusals have the text of the library', () => {
	const map = fw.map(harbour);
	refused(() => map.plan({ unit: { radius: -1 } }), /^unit.radius is -1; it must be 0 to 64/, { kind: 'range' });
	refused(() => map.plan({ unit: { turningRadius: 100 } }), /turning_radius/, { field: 'unit.turningRadius' });
	refused(() => map.plan({ unit: { radius: NaN } }), /unit.radius/);
	refused(() => map.plan({ method: 'dijkstra' }), /'dijkstra' is not in the table/, { status: 'unknown' });
	refused(() => fw.map('type octile\nheight 1\nwidth x\nmap\n.'), /expected a width/, { line: 3, status: 'syntax' });
	refused(() => fw.map(''), /./, { status: 'syntax' });
	refused(() => fw.map({ width: 0 }), /width/);
	map.dispose();
});

test('what the library cannot see is refused before', () => {
	const map = fw.map(harbour);
	refused(() => map.plan({ unit: { turningRaduis: 3 } }), /plan.unit has no field 'turningRaduis'/);
	refused(() => map.plan({ unit: { constructor: 3 } }), /has no field 'constructor'/);
	refused(() => map.plan({ turning: 'sharp' }), /must be one of 'none', 'ignore'/);
	refused(() => map.plan({ headings: 8.5 }), /whole number/);
	refused(() => map.plan({ ring: 2 ** 31 }), /whole number/);
	refused(() => map.plan({ margin: '1' }), /must be a number/);
	refused(() => map.plan({ smooth: 1 }), /true or false/);
	refused(() => map.plan({ unit: null }), /must be an object/);
	refused(() => map.plan({ from: { x: 1, y: 'a' } }), /from.y must be a number/);
	refused(() => map.plan({ unit: { capabilities: 'lava' } }), /no capability 'lava'/);
	refused(() => map.plan({ unit: { outline: Array(9).fill({ x: 0, y: 0 }) } }), /at most 8/);
	refused(() => map.fill({ x: 0, y: 0 }, 'lava'), /no terrain 'lava'/);
	refused(() => map.setTerrain('water', { name: 'a name that is too long' }), /longer than 15/);
	refused(() => map.setTerrain('water', { letter: 'xy' }), /one letter/);
	refused(() => map.write({ x: 0, y: 0, width: 2, height: 2 }, new Uint8Array(3)), /tiles/);
	map.dispose();
});

test('a search in slices gives the path of a plan, and its nodes', () => {
	const map = fw.map(harbour);
	const plan = { ...voyage, method: 'astar', unit: { capabilities: 'water' } };
	const whole = map.plan(plan);
	const search = map.search(plan, ['expand', 'open']);
	let nodes = 0;
	let steps = 0;
	let least = Infinity;
	do {
		search.step(100);
		steps++;
		const expanded = search.nodes('expand');
		assert.equal(expanded.length % 8, 0);
		for (let i = 0; i < expanded.length; i += 8) {
			const [x, y, , px, py, , g, h] = expanded.subarray(i, i + 8);
			assert.ok(Math.hypot(x - px, y - py) < 1.5 && g >= 0 && h >= 0);
			least = Math.min(least, g + h);
		}
		nodes += expanded.length / 8;
	} while (search.outcome === 'running');
	assert.ok(steps > 2);
	assert.equal(search.outcome, 'found');
	assert.equal(search.path.hash, whole.hash);
	// The goal leaves the open list, and is not expanded.
	assert.equal(nodes, whole.counters.expanded + 1);
	assert.ok(least > 0 && least <= whole.cost + 1e-6);
	assert.ok(search.nodes('open').length > 8 * nodes - 8);
	refused(() => search.nodes('field'), /does not listen/);
	refused(() => map.search(plan, ['sleep']), /listen/);
	refused(() => map.search({ method: 'none' }), /none/);
	search.dispose();
	map.dispose();
});

test('the distance field is that of A* from the same tile', () => {
	const map = fw.map(harbour);
	const unit = { radius: 0.4, turningRadius: 1, capabilities: 'water' };
	const to = { x: 6.5, y: 33.5 };
	const from = { x: 54.5, y: 33.5, heading: Math.PI / 2 };
	const search = map.search({ from, to, unit, method: 'directional' }, ['field']);
	search.step(Infinity);
	const field = search.nodes('field');
	const walker = { radius: 0.4, capabilities: 'water' };
	let compared = 0;
	for (let i = 0; i < field.length; i += 8 * 17) {
		const [x, y, , px, py, , g, h] = field.subarray(i, i + 8);
		assert.deepEqual([px, py, h], [x, y, 0]);
		if (x % 1 === 0.5 && y % 1 === 0.5) {
			const tiles = map.plan({ unit: walker, from: { x, y }, to, method: 'astar', smooth: false });
			// The field counts a diagonal as 41/29.
			assert.ok(Math.abs(g - tiles.length) <= 0.0004 * tiles.length, `${g} ${tiles.length}`);
			compared++;
		}
	}
	assert.ok(compared > 20);
	map.dispose();
});

test('blocks have the costs of A* on their borders', () => {
	const map = fw.map(harbour);
	const plan = { ...voyage, unit: { capabilities: 'water' }, smooth: false };
	const search = map.search({ ...plan, method: 'block8', options: { blockSize: 3 } }, ['expand']);
	search.step(Infinity);
	assert.ok(search.path.found);
	const blocks = search.blocks();
	assert.equal(blocks.length, search.nodes('expand').length / 8);
	let compared = 0;
	for (const { x, y, side, costs } of blocks) {
		assert.deepEqual([x % 3, y % 3, side, costs.length], [0, 0, 3, 8]);
		if (costs[0] < Infinity) {
			const walk = map.plan({ ...plan, method: 'astar', to: { x: x + 0.5, y: y + 0.5 } });
			assert.ok(costs[0] >= walk.length - 1e-4, `${costs[0]} ${walk.length}`);
			compared++;
		}
	}
	assert.ok(compared > 20);
	assert.deepEqual(search.blocks(), []);
	assert.deepEqual(map.search({ ...plan, method: 'astar' }, ['expand']).blocks(), []);
	refused(() => map.search(plan, ['open']).blocks(), /does not listen/);
	map.dispose();
});

test('the moves between two poses', () => {
	const map = fw.map('........\n........\n........\n....#...\n........\n........\n........\n........\n');
	const tiles = map.tiles();
	const isBlocked = (x, y) => x < 0 || y < 0 || x > 7 || y > 7 || tiles[8 * y + x] === 0;
	const blocked = (rows) => {
		let found = false;
		for (let i = 0; i < rows.length; i += 3) {
			for (let x = rows[i + 1]; x <= rows[i + 2]; x++) {
				found ||= isBlocked(x, rows[i]);
			}
		}
		return found;
	};
	const unit = { radius: 0.4, turningRadius: 1 };
	const from = { x: 1.5, y: 3.5, heading: 0 };
	const free = [0, 0];
	for (let heading = 0; heading < 6; heading += 0.5) {
		const to = { x: 6.5, y: 4.5, heading };
		const moves = map.moves(unit, from, to);
		assert.ok(moves.length >= 2);
		moves.forEach((move, i) => {
			free[Number(move.free)]++;
			assert.ok(i === 0 || move.length >= moves[i - 1].length);
			assert.equal(move.free, !blocked(move.rows));
			assert.ok(Math.abs(move.segments.reduce((sum, s) => sum + s.length, 0) - move.length) < 1e-9);
			const end = move.segments.at(-1).to;
			assert.ok(Math.hypot(end.x - to.x, end.y - to.y) < 1e-9);
		});
	}
	assert.ok(free[0] > 5 && free[1] > 5);
	const to = { x: 6.5, y: 3.5, heading: 0 };
	assert.deepEqual(map.moves(unit, from, to).map((move) => [move.length, move.free])[0], [5, false]);
	assert.equal(map.moves({ radius: 0.4 }, from, to).length, 1);
	assert.ok(map.moves(unit, to, from, 'reverse')[0].segments.every((s) => s.gear === 'reverse'));
	refused(() => map.moves(unit, from, { x: NaN, y: 0, heading: 0 }), /to is not on the map/);
	refused(() => map.moves(unit, { ...from, x: 9 }, to), /from is not on the map/);
	refused(() => map.moves({ radius: -1 }, from, to), /radius/);
	refused(() => map.moves(unit, from, to, 'up'), /gear/);
	map.dispose();
});

test('tiles, clearance and regions are arrays of all tiles', () => {
	const map = fw.map('....#\n....#\n....#\n#####\n..#..\n');
	assert.deepEqual([...map.clearance()].slice(0, 5), [3, 3, 2, 1, 0]);
	const regions = map.regions({ radius: 0.4 });
	assert.equal(regions.length, 25);
	assert.equal(new Set(regions).size, 4);
	assert.equal(regions[4], 0);
	assert.equal(regions[20], regions[21]);
	assert.notEqual(regions[20], regions[23]);
	assert.deepEqual([...map.regions({ size: 3 })].filter((r) => r > 0).length, 2);
	const tiles = map.tiles();
	assert.equal(tiles[4], 0);
	map.write({ x: 4, y: 0, width: 1, height: 2 }, Uint8Array.of(3, 1));
	assert.deepEqual([map.tiles()[4], map.terrainAt(4, 1)], [3, 1]);
	assert.ok(map.toText().startsWith('type octile\nheight 5\nwidth 5\nmap\n....W\n....'));
	map.setTerrain('water', { cost: 4 });
	assert.equal(map.terrains[3].cost, 4);
	map.dispose();
});

test('terrains of their own, costs and links count', () => {
	const terrains = [
		{ name: 'rock', letter: '#', cost: 1, capabilities: 0 },
		{ name: 'grass', letter: '.', cost: 1, capabilities: fw.capability.ground },
		{ name: 'mud', letter: 'm', cost: 8, capabilities: 'ground' },
	];
	const map = fw.map('.m.\n.m.\n...\n', { terrains });
	assert.deepEqual(map.terrains[2], { ...terrains[2], capabilities: 1 });
	const plan = { from: { x: 0.5, y: 0.5 }, to: { x: 2.5, y: 0.5 } };
	assert.ok(map.plan(plan).length > 4);
	map.addLink({ fromX: 0, fromY: 0, toX: 2, toY: 0, cost: 1, capabilities: 'ground' });
	const ferry = map.plan(plan);
	assert.equal(ferry.length, 0);
	assert.deepEqual(ferry.segments.map((s) => s.kind), ['link']);
	map.removeLinks(0, 0, 2, 0);
	assert.ok(map.plan(plan).length > 4);
	map.dispose();
});

test('outlines, sprites, profiles and hierarchies', () => {
	const map = fw.map(harbour);
	const unit = { outline: fw.ship(6, 2, 2), radius: 0.2, turningRadius: 5, capabilities: 'water' };
	const path = map.plan({ ...voyage, unit });
	assert.ok(path.found);
	assert.deepEqual(map.check(path, unit), []);
	const swept = map.swept(path, unit);
	assert.ok(swept.length > 0 && swept.length % 3 === 0);
	const profile = map.profile(path, { unit });
	assert.ok(profile.time > path.length / 2);
	assert.equal(profile.at(profile.time).distance, path.length);
	const walker = { radius: 0.4, capabilities: 'water' };
	const walk = map.plan({ ...voyage, unit: walker });
	const { report, path: fixed } = map.fixedAngles(walk, walker, { sprites: { count: 16, offset: 0 } });
	assert.equal(report.sharpest >= 1, true);
	assert.ok(fixed.segments.every((s) => s.kind === 'line') && fixed.length >= walk.length - 1e-9);
	const edges = map.hierarchyEdges({ capabilities: ['water'], sizes: [1, 2] });
	assert.ok(edges.some((e) => e.inter) && edges.some((e) => !e.inter && e.size === 2));
	map.dispose();
	refused(() => profile.time, /disposed/);
});

test('what was disposed of refuses calls, and its memory is used again', () => {
	const run = () => {
		const map = fw.map(harbour);
		const search = map.search(voyage, ['expand']);
		search.step(1000);
		map.plan(voyage);
		map.dispose();
		map.dispose();
		refused(() => map.plan(voyage), /GameMap was disposed of/);
		refused(() => search.step(1), /Search was disposed of/);
	};
	for (let i = 0; i < 5; i++) {
		run();
	}
	const memory = fw.memory;
	for (let i = 0; i < 20; i++) {
		run();
	}
	assert.equal(fw.memory, memory);
});

test('objects of another library are refused', async () => {
	const other = await loadFairway(fw.module);
	const [map, theirs] = [fw.map(harbour), other.map(harbour)];
	const path = other.map({ width: 9, height: 9 }).plan({ from: { x: 1.5, y: 1.5 }, to: { x: 7.5, y: 1.5 } });
	refused(() => fw.world(theirs), /another library/, { status: 'mismatch' });
	refused(() => map.check(path, {}), /another library/, { status: 'mismatch' });
	map.dispose();
	refused(() => fw.world(map), /disposed of/);
	other.dispose();
});

test('numbers out of range do no harm', () => {
	const map = fw.map(harbour);
	const path = map.plan(voyage);
	const search = map.search(voyage);
	for (const number of [NaN, -1, -Infinity, 'x', undefined]) {
		refused(() => search.step(number), /./, { status: 'argument' });
		path.at(number);
		map.profile(path, { unit: ship }).at(number);
		assert.equal(map.terrainAt(number, 1e99), 0);
	}
	assert.equal(search.step(Infinity), 'found');
	assert.equal(search.path.hash, path.hash);
	map.dispose();
});

test('refused calls leak nothing', () => {
	const map = fw.map(harbour);
	const bad = () => refused(() => map.search({ ...voyage, method: 'x'.repeat(100_000) }, ['expand']), /./);
	bad();
	const memory = fw.memory;
	for (let i = 0; i < 500; i++) {
		bad();
		refused(() => fw.map(`${'.'.repeat(100_000)}\n!`), /./);
	}
	assert.ok(fw.memory - memory < 2 ** 20);
	map.dispose();
});

test('using disposes', { skip: Symbol.dispose === undefined }, () => {
	const map = fw.map(harbour);
	map[Symbol.dispose]();
	refused(() => map.width, /disposed/);
});

test('without memory calls are refused, and change nothing', async () => {
	const other = await loadFairway(fw.module);
	const map = other.map(harbour);
	const before = map.plan(voyage);
	// Takes all that the module could still get, but touches none of it.
	const { memory } = other.m.c;
	memory.grow(2 ** 15 - memory.buffer.byteLength / 2 ** 16);
	const maps = [];
	refused(
		() => {
			for (;;) {
				maps.push(other.map(harbour));
				maps.at(-1).plan(voyage);
			}
		},
		/memory/,
		{ status: 'memory' },
	);
	refused(() => before.points(1e-12), /memory|deviation/);
	maps.forEach((each) => each.dispose());
	assert.equal(map.plan(voyage).hash, before.hash);
	other.dispose();
});
