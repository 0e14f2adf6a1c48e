// SPDX-License-Identifier: MIT
// Worlds: units, orders, steps, poses, events, edits, save and load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFairway } from 'fairway';

const fw = await loadFairway();
const field = () => {
	const map = fw.map({ width: 64, height: 64 });
	const world = fw.world(map);
	map.dispose();
	return world;
};
const column = (count) => Array.from({ length: count }, (_, i) => ({ x: 2.5, y: 2.5 + 2 * i }));

/** Steps until nothing happens for some seconds; gives all events. */
function run(world, seconds) {
	const events = [];
	for (let i = 0; i < 60 * seconds; i++) {
		events.push(...world.step(1 / 60));
	}
	return events;
}

test('units go where they are ordered, and say so', () => {
	const world = field();
	const ids = world.add({ unit: { radius: 0.4 } }, column(5));
	assert.equal(world.count, 5);
	assert.deepEqual([...world.ids()], ids);
	world.order(ids, { kind: 'gather', to: { x: 40.5, y: 30.5 } });
	const events = run(world, 60);
	assert.equal(events.filter((e) => e.kind === 'started').length, 5);
	assert.equal(events.filter((e) => e.kind === 'arrived').length, 5);
	const poses = world.poses();
	assert.equal(poses.length, 15);
	for (let i = 0; i < 5; i++) {
		assert.ok(Math.hypot(poses[3 * i] - 40.5, poses[3 * i + 1] - 30.5) < 3);
	}
	assert.ok(world.path(ids[0]).length > 40);
	assert.deepEqual(world.states(), Array(5).fill('idle'));
	assert.deepEqual([...world.radii()], Array(5).fill(0.4));
	assert.equal(world.units()[2].id, ids[2]);
	world.dispose();
});

test('poses can be read into an array of the caller', () => {
	const world = field();
	world.add({}, column(3));
	const mine = new Float64Array(9);
	assert.equal(world.poses(mine), mine);
	assert.deepEqual([...mine.slice(0, 6)], [2.5, 2.5, 0, 2.5, 4.5, 0]);
	assert.notEqual(world.poses(new Float64Array(8)).length, 8);
	world.dispose();
});

test('patrols, formations, followers, stop and hold', () => {
	const world = field();
	const [leader, ...rest] = world.add({}, column(6));
	world.order([leader], { kind: 'patrol', to: { x: 30.5, y: 2.5 } });
	world.order(rest.slice(0, 2), { kind: 'follow', leader });
	const offsets = [{ x: 2, y: 0 }, { x: 0, y: -2 }, { x: 0, y: 2 }];
	world.order(rest.slice(2), { kind: 'form', shape: 'own', offsets, to: { x: 40.5, y: 40.5, heading: 0 } });
	const events = run(world, 50);
	assert.ok(events.filter((e) => e.kind === 'arrived' && e.unit === leader).length >= 2);
	const at = world.find(rest[2]);
	const poses = world.poses();
	assert.ok(Math.hypot(poses[3 * at] - 42.5, poses[3 * at + 1] - 40.5) < 0.5);
	world.order([leader], { kind: 'stop' });
	world.order(rest, { kind: 'hold' });
	run(world, 5);
	assert.ok(world.speeds().every((speed) => speed === 0));
	assert.throws(() => world.order(rest, { kind: 'form', shape: 'own', offsets, to: { x: 1, y: 1 } }), /one point/);
	world.dispose();
});

test('a unit tells what it was ordered', () => {
	const world = field();
	const ids = world.add({}, column(4));
	assert.equal(world.lastOrder(ids[0]), undefined);
	world.order(ids.slice(0, 2), { kind: 'gather', to: { x: 40.5, y: 30.5 } });
	world.order([ids[2]], { kind: 'follow', leader: ids[0], distance: 2 });
	world.order([ids[3]], { to: { x: 20.5, y: 20.5, heading: 1 } });
	run(world, 40);
	const { order, place } = world.lastOrder(ids[1]);
	assert.equal(order.kind, 'gather');
	assert.deepEqual(order.to, { x: 40.5, y: 30.5 });
	const at = world.units()[1];
	assert.ok(Math.hypot(at.x - place.x, at.y - place.y) < 1e-6);
	assert.equal(world.lastOrder(ids[2]).order.leader, ids[0]);
	assert.equal(world.lastOrder(ids[2]).order.distance, 2);
	const last = world.lastOrder(ids[3]);
	assert.equal(last.order.to.heading, 1);
	assert.deepEqual(last.place, last.order.to);
	assert.equal(world.units()[3].heading, 1);
	world.remove([ids[3]]);
	assert.equal(world.lastOrder(ids[3]), undefined);
	world.order([ids[2]], last.order); // one for all: as it was given
	assert.deepEqual(world.lastOrder(ids[2]).order, last.order);
	world.dispose();
});

test('a unit drives at a part of its speed', () => {
	const world = field();
	const [id] = world.add({ unit: { speed: 2 } }, [{ x: 2.5, y: 32.5 }]);
	world.pace([id], 0.25);
	world.order([id], { to: { x: 60.5, y: 32.5 } });
	run(world, 5);
	assert.ok(Math.abs(world.speeds()[0] - 0.5) < 1e-6);
	world.pace([id], 1);
	run(world, 5);
	assert.ok(Math.abs(world.speeds()[0] - 2) < 1e-6);
	assert.throws(() => world.pace([id], 0), /pace is 0; it must be 0.1 to 1/);
	world.dispose();
});

test('an edit blocks a path, and units plan anew', () => {
	const world = field();
	const ids = world.add({}, [{ x: 2.5, y: 32.5 }]);
	world.order(ids, { to: { x: 60.5, y: 32.5 } });
	run(world, 2);
	const edit = world.edit({ x: 30, y: 0, width: 1, height: 60 }, 0);
	const events = run(world, 60);
	assert.equal(events.find((e) => e.kind === 'edited').edit, edit);
	assert.ok(events.some((e) => e.kind === 'path-lost' && e.unit === ids[0]));
	assert.ok(events.some((e) => e.kind === 'arrived'));
	assert.equal(world.tiles()[30], 0);
	const under = world.edit({ x: 60, y: 32 }, 0); // waits for the unit that stands there
	world.cancelEdit(under);
	assert.throws(() => world.cancelEdit(under), /edit is not the number of an edit that waits/);
	world.dispose();
});

test('a saved world goes on in the same bits', () => {
	const world = field();
	const ids = world.add({ unit: { radius: 0.5, turningRadius: 1 } }, column(8));
	world.order(ids, { kind: 'form', shape: 'wedge', to: { x: 50.5, y: 50.5 } });
	run(world, 3);
	const copy = fw.load(world.save());
	assert.equal(copy.hash, world.hash);
	run(world, 10);
	run(copy, 10);
	assert.equal(copy.hash, world.hash);
	assert.equal(copy.time, world.time);
	const bytes = world.save();
	bytes[100] ^= 1;
	assert.throws(() => fw.load(bytes), { name: 'FairwayError', status: 'syntax' });
	assert.throws(() => fw.load(new Uint8Array(0)), { status: 'syntax' });
	world.dispose();
	copy.dispose();
});

test('what the world refuses changes nothing', () => {
	const world = field();
	const ids = world.add({}, column(2));
	assert.throws(() => world.add({}, [{ x: 2.5, y: 2.6 }]), { status: 'blocked', field: 'poses[0]' });
	assert.throws(() => world.add({ unit: { size: 2 } }, column(1)), { status: 'unsupported' });
	assert.throws(() => world.step(NaN), { status: 'argument' });
	assert.throws(() => world.step(1), /0.25/);
	world.remove([ids[0]]);
	assert.throws(() => world.order(ids, { kind: 'stop' }), { status: 'unknown' });
	assert.equal(world.find(ids[0]), -1);
	assert.equal(world.path(ids[0]), undefined);
	assert.equal(world.count, 1);
	world.dispose();
	assert.throws(() => world.poses(), /World was disposed of/);
});
