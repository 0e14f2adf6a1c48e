// SPDX-License-Identifier: MIT
// Finds places for a unit and its goal on a map: where it has room, and where one leads to the other. And for many
// units around a point.
import type { Goal, Point, Pose } from 'fairway';
import type { Ground } from './ground.js';
import type { Situation } from './situation.js';
import { reachOf, type UnitModel } from './unit.js';

/** One for each tile where the unit has room, whatever its heading. */
function roomFor(ground: Ground, unit: UnitModel): Uint8Array {
	const { width, height, tiles } = ground;
	// What crosses ground takes roads too.
	const able = (name: string) => unit.abilities.includes(name);
	const crosses = ground.terrains.map(({ name }) => able(name) || (name === 'road' && able('ground')));
	// Blocked tiles above and to the left of each corner.
	const sums = new Int32Array((width + 1) * (height + 1));
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const blocked = crosses[tiles[y * width + x]!] === true ? 0 : 1;
			const at = (y + 1) * (width + 1) + x + 1;
			sums[at] = blocked + sums[at - 1]! + sums[at - width - 1]! - sums[at - width - 2]!;
		}
	}
	const square = unit.shape === 'square';
	const before = square ? 0 : Math.ceil(reachOf(unit) - 0.5);
	const after = square ? unit.size : before + 1;
	const room = new Uint8Array(width * height);
	for (let y = before; y + after <= height; y++) {
		for (let x = before; x + after <= width; x++) {
			const top = (y - before) * (width + 1) + x;
			const bottom = (y + after) * (width + 1) + x;
			const inside =
				sums[bottom + after]! - sums[bottom - before]! - sums[top + after]! + sums[top - before]!;
			room[y * width + x] = inside === 0 ? 1 : 0;
		}
	}
	return room;
}

/** The tiles of the largest region. */
function largestRegion(ground: Ground, room: Uint8Array): number[] {
	const { width } = ground;
	const seen = room.map((free) => 1 - free);
	let largest: number[] = [];
	for (let first = 0; first < room.length; first++) {
		if (seen[first] === 1) {
			continue;
		}
		const region = [first];
		seen[first] = 1;
		for (let i = 0; i < region.length; i++) {
			const at = region[i]!;
			const x = at % width;
			for (const next of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]) {
				if (seen[next] === 0) {
					seen[next] = 1;
					region.push(next);
				}
			}
		}
		if (region.length > largest.length) {
			largest = region;
		}
	}
	return largest;
}

/** Start and goal near those that were, if there is room for the unit; undefined if it has room nowhere. */
export function placesFor(
	ground: Ground,
	unit: UnitModel,
	wanted: { from: Pose; to: Goal },
): Pick<Situation, 'from' | 'to'> | undefined {
	const region = largestRegion(ground, roomFor(ground, unit));
	if (region.length === 0) {
		return undefined;
	}
	const { width } = ground;
	const inside = new Set(region);
	const nearest = <P extends Point>(at: P): P => {
		if (ground.has(at.x, at.y) && inside.has(Math.floor(at.y) * width + Math.floor(at.x))) {
			return at;
		}
		let best = region[0]!;
		let least = Infinity;
		for (const tile of region) {
			const far = (tile % width + 0.5 - at.x) ** 2 + (Math.floor(tile / width) + 0.5 - at.y) ** 2;
			if (far < least) {
				least = far;
				best = tile;
			}
		}
		return { ...at, x: (best % width) + 0.5, y: Math.floor(best / width) + 0.5 };
	};
	return { from: nearest(wanted.from), to: nearest(wanted.to) };
}

/** Places of a hexagonal lattice around a point, the nearest first. @param gap [tiles] */
export function placesAround(at: Point, gap: number, count: number): Point[] {
	const rings = Math.ceil(Math.sqrt(count)) + 1;
	const places: Point[] = [];
	for (let row = -rings; row <= rings; row++) {
		for (let column = -rings; column <= rings; column++) {
			const x = (column + (row % 2 === 0 ? 0 : 0.5)) * gap;
			places.push({ x: at.x + x, y: at.y + row * gap * 0.87 });
		}
	}
	const far = (p: Point) => Math.hypot(p.x - at.x, p.y - at.y);
	return places.sort((a, b) => far(a) - far(b) || a.y - b.y || a.x - b.x).slice(0, count);
}
