// SPDX-License-Identifier: MIT
// A unit as the page's controls describe it, and the same as the library wants it.
import type { Point, UnitOptions } from 'fairway';

export type Shape = 'disc' | 'box' | 'ship' | 'square' | 'own';

/** Lengths are in tiles, speeds in tiles a second. */
export interface UnitModel {
	shape: Shape;
	/** of a disc */
	radius: number;
	/** of a box or a ship */
	length: number;
	width: number;
	/** the part of a box behind the point that follows the path, 0 to 1 */
	rear: number;
	/** side of a square, in whole tiles */
	size: number;
	/** corners of shape 'own', x ahead */
	corners: Point[];
	/** 0: turns on the spot */
	turningRadius: number;
	reverse: boolean;
	/** ground, water, swamp, trees, road */
	abilities: string[];
	speed: number;
}

export const ABILITIES = ['ground', 'road', 'swamp', 'trees', 'water'] as const;

const disc: UnitModel = {
	shape: 'disc',
	radius: 0.4,
	length: 3,
	width: 1.4,
	rear: 0.25,
	size: 2,
	corners: [],
	turningRadius: 0,
	reverse: false,
	abilities: ['ground', 'road', 'swamp'],
	speed: 4,
};

/** Units to begin with. */
export const PRESETS: { key: string; label: string; unit: UnitModel }[] = [
	{ key: 'walker', label: 'Walker', unit: disc },
	{ key: 'horse', label: 'Horse', unit: { ...disc, radius: 0.6, turningRadius: 1.5, speed: 8 } },
	{
		key: 'car',
		label: 'Car',
		unit: { ...disc, shape: 'box', length: 2.2, width: 1, turningRadius: 2.5, reverse: true, speed: 8 },
	},
	{
		key: 'truck',
		label: 'Truck',
		unit: { ...disc, shape: 'box', length: 4.5, width: 1.6, turningRadius: 5, reverse: true, speed: 5 },
	},
	{ key: 'giant', label: 'Giant', unit: { ...disc, shape: 'square', size: 3, speed: 3 } },
	{
		key: 'ship',
		label: 'Ship',
		unit: { ...disc, shape: 'ship', length: 5, width: 2, turningRadius: 3, abilities: ['water'], speed: 5 },
	},
];

/** Its corners from the point that follows the path, x ahead and y to the right; none for a disc. */
export function outlineOf(unit: UnitModel): Point[] {
	const half = unit.width / 2;
	if (unit.shape === 'box') {
		const back = -unit.length * unit.rear;
		const front = unit.length + back;
		return [{ x: back, y: -half }, { x: front, y: -half }, { x: front, y: half }, { x: back, y: half }];
	}
	if (unit.shape === 'ship') {
		const end = unit.length / 2;
		const shoulder = end - Math.min(unit.width, unit.length / 2);
		return [
			{ x: -end, y: -half }, { x: shoulder, y: -half }, { x: end, y: 0 }, { x: shoulder, y: half },
			{ x: -end, y: half },
		];
	}
	return unit.shape === 'own' ? unit.corners : [];
}

/** What the library takes. An outline needs a turning radius, a square has none. */
export function unitOptions(unit: UnitModel): UnitOptions {
	const common: UnitOptions = {
		capabilities: unit.abilities.join(','),
		speed: unit.speed,
		acceleration: unit.speed,
		braking: 2 * unit.speed,
		reverse: unit.reverse && unit.turningRadius > 0 && unit.shape !== 'square',
	};
	if (unit.shape === 'square') {
		return { ...common, size: unit.size, turningRadius: 0 };
	}
	if (unit.shape === 'disc') {
		return { ...common, radius: unit.radius, turningRadius: unit.turningRadius };
	}
	return { ...common, radius: 0, outline: outlineOf(unit), turningRadius: Math.max(0.5, unit.turningRadius) };
}

/** How far it reaches from the point that follows the path [tiles]. */
export function reachOf(unit: UnitModel): number {
	if (unit.shape === 'square') {
		return unit.size / 2;
	}
	const corners = outlineOf(unit);
	return corners.length === 0 ? unit.radius : Math.max(...corners.map((c) => Math.hypot(c.x, c.y)));
}

/** Half of its width [tiles]. */
export function halfWidthOf(unit: UnitModel): number {
	if (unit.shape === 'square') {
		return unit.size / 2;
	}
	const corners = outlineOf(unit);
	return corners.length === 0 ? unit.radius : Math.max(...corners.map((c) => Math.abs(c.y)));
}

/** From the position of the unit, which for a square is its top left tile, to its middle [tiles]. */
export function middleOf(unit: UnitModel): number {
	return unit.shape === 'square' ? (unit.size - 1) / 2 : 0;
}

/** What a reader calls it. */
export function wordOf(unit: UnitModel): string {
	const preset = PRESETS.find((one) => sameUnit(one.unit, unit));
	return preset?.label ?? { ship: 'Ship', box: 'Vehicle', disc: 'Unit', square: 'Unit', own: 'Unit' }[unit.shape];
}

export function sameUnit(a: UnitModel, b: UnitModel): boolean {
	return a === b || JSON.stringify(a) === JSON.stringify(b);
}
