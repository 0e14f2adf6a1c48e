// SPDX-License-Identifier: MIT
// The maps to choose from: those of the repository, and a large one that is made here.
import gates from '../../maps/gates.map?raw';
import harbour from '../../maps/harbour.map?raw';
import roads from '../../maps/roads.map?raw';
import { PRESETS, type UnitModel } from './unit.js';
import type { Goal, Pose } from 'fairway';

export interface BuiltIn {
	key: string;
	label: string;
	text: () => string;
	/** a unit and a trip that suit it */
	unit: UnitModel;
	from: Pose;
	to: Goal;
}

function preset(key: string): UnitModel {
	return PRESETS.find((one) => one.key === key)!.unit;
}

/** A number of 0 to 1 for each point of a lattice; the same on every machine. */
function noise(x: number, y: number, seed: number): number {
	let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
	h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
	return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise with hills of `side` tiles. */
function hills(x: number, y: number, side: number, seed: number): number {
	const [u, v] = [Math.floor(x / side), Math.floor(y / side)];
	const [fx, fy] = [x / side - u, y / side - v];
	const [sx, sy] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
	const top = noise(u, v, seed) * (1 - sx) + noise(u + 1, v, seed) * sx;
	const bottom = noise(u, v + 1, seed) * (1 - sx) + noise(u + 1, v + 1, seed) * sx;
	return top * (1 - sy) + bottom * sy;
}

const SIDE = 512;

function wildernessTile(x: number, y: number): string {
	const height = 0.6 * hills(x, y, 72, 1) + 0.27 * hills(x, y, 28, 2) + 0.13 * hills(x, y, 10, 3);
	const ridge = Math.abs(0.7 * hills(x, y, 56, 4) + 0.3 * hills(x, y, 17, 5) - 0.5);
	const wet = 0.65 * hills(x, y, 48, 6) + 0.35 * hills(x, y, 13, 7);
	if (height < 0.3) {
		return 'W';
	}
	// Ridges have passes where other noise says so.
	if (ridge < 0.03 && hills(x, y, 26, 8) > 0.42) {
		return '@';
	}
	return height < 0.36 && wet > 0.45 ? 'S' : wet > 0.65 ? 'T' : '.';
}

/** Lakes, woods, swamps, and ridges with passes. */
function wilderness(): string {
	const rows = Array.from({ length: SIDE }, (_, y) => {
		let row = '';
		for (let x = 0; x < SIDE; x++) {
			row += wildernessTile(x, y);
		}
		return row;
	});
	return `type octile\nheight ${SIDE}\nwidth ${SIDE}\nmap\n${rows.join('\n')}\n`;
}

function meadow(): string {
	return `${'.'.repeat(64)}\n`.repeat(40);
}

const down = Math.PI / 2;

export const MAPS: readonly BuiltIn[] = [
	{
		key: 'harbour',
		label: 'Harbor, 112 × 72',
		text: () => harbour,
		unit: preset('ship'),
		from: { x: 12.5, y: 33.5, heading: 0 },
		to: { x: 54.5, y: 33.5, heading: -down },
	},
	{
		key: 'town',
		label: 'Town with roads, 72 × 44',
		text: () => roads,
		unit: preset('car'),
		from: { x: 6.5, y: 3.5, heading: 0 },
		to: { x: 57.5, y: 40.5, heading: down },
	},
	{
		key: 'gates',
		label: 'Rooms and gates, 88 × 44',
		text: () => gates,
		unit: preset('walker'),
		from: { x: 4.5, y: 8.5, heading: 0 },
		to: { x: 82.5, y: 39.5 },
	},
	{
		key: 'wilderness',
		label: 'Wilderness, 512 × 512',
		text: wilderness,
		unit: preset('walker'),
		from: { x: 36.5, y: 48.5, heading: 0 },
		to: { x: 440.5, y: 430.5, heading: 0 },
	},
	{
		key: 'meadow',
		label: 'Empty meadow to draw on, 64 × 40',
		text: meadow,
		unit: preset('car'),
		from: { x: 6.5, y: 20.5, heading: 0 },
		to: { x: 57.5, y: 20.5, heading: 0 },
	},
];

export function builtIn(key: string): BuiltIn {
	const found = MAPS.find((map) => map.key === key);
	if (found === undefined) {
		throw new Error(`there is no map “${key}”`);
	}
	return found;
}
