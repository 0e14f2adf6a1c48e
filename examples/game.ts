// SPDX-License-Identifier: MIT
// The game of game_loop.c with the npm package: a world plans for trucks and soldiers and moves them; the game gives
// orders, shuts a gate on the way, and hears what happens.
import { loadFairway, type WorldEvent, type WorldUnitOptions } from 'fairway';

const FRAME_TIME = 1 / 64; // [s]
const GATE_SHUTS = 224; // [frame]
const LAST_FRAME = 3000;
const ROWS = `
......................#.................
......................#.................
........................................
........................................
........................................
......................#.................
......................#.................
.......####...........#......###........
.......####...........#......###........
......................#......###........
......................#.................
........................................
........................................
........................................
......................#.................
......................#.................
`;

const fw = await loadFairway();
const map = fw.map(ROWS.trimStart());
const world = fw.world(map);
map.dispose(); // the world has its own

// A column of units on the left, which goes to the right.
function sendColumn(options: WorldUnitOptions, count: number, x: number, y: number, gap: number): void {
	const poses = Array.from({ length: count }, (_, i) => ({ x: x - gap * i, y, heading: 0 }));
	const ids = world.add(options, poses);
	ids.forEach((id, i) => world.order([id], { kind: 'go', to: { x: 38.5 - gap * i, y } }));
}

function describe(event: WorldEvent): string {
	const unit = `unit ${world.find(event.unit)}`;
	switch (event.kind) {
		case 'started':
			return `${unit} sets off, ${event.distance.toFixed(1)} tiles`;
		case 'arrived':
			return `${unit} arrives`;
		case 'no-path':
			return `${unit}: ${fw.reasonText(event.reason)}`;
		case 'path-lost':
			return `${unit} plans anew`;
		case 'stuck':
			return `${unit} is stuck: ${fw.stuckText(event.stuck)}`;
		case 'edited':
			return 'the gate is shut';
	}
}

sendColumn({ unit: { turningRadius: 1.5, speed: 4, reverse: true } }, 3, 14.5, 3.5, 3);
sendColumn({ unit: { radius: 0.3 } }, 12, 14.5, 12.5, 1);

let underWay = world.count;
for (let frame = 1; underWay > 0 && frame <= LAST_FRAME; frame++) {
	if (frame === GATE_SHUTS) {
		world.edit({ x: 22, y: 2, width: 1, height: 3 }, 0); // it waits while somebody stands in it
	}
	for (const event of world.step(FRAME_TIME)) {
		console.log(`${world.time.toFixed(2).padStart(5)} s  ${describe(event)}`);
		underWay -= event.kind === 'arrived' || event.kind === 'no-path' ? 1 : 0;
	}
}

const poses = world.poses(); // x, y and heading of each unit
for (let i = 0; i < world.count; i++) {
	console.log(`unit ${i} is at (${poses[3 * i]!.toFixed(1)}, ${poses[3 * i + 1]!.toFixed(1)})`);
}
fw.dispose();
