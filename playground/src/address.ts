// SPDX-License-Identifier: MIT
// The situation to and from the hash of the address. What is as at first is left out; what is wrong is refused with a
// word that a reader understands.
import type { Goal, Point, Pose } from 'fairway';
import { MAPS, builtIn } from './maps.js';
import {
	DEFAULT, MOST_METHODS, type CrowdOrder, type CrowdUnit, type Passes, type Run, type Situation,
} from './situation.js';
import { ABILITIES, type Shape, type UnitModel } from './unit.js';
import { LEAST_SCALE, MOST_SCALE } from './view/camera.js';

const SHAPES: readonly Shape[] = ['disc', 'box', 'ship', 'square', 'own'];
const TURNINGS: readonly Passes['turning'][] = ['none', 'ignore', 'along', 'tighter', 'backing', 'recalculate'];
/** Terrains by index. */
const CODES = 'XGSWTR';
const MOST_EDITS = 20000;
const MOST_CROWD = 2000;

function number(text: string | undefined, what: string, least: number, most: number): number {
	const value = text === undefined || text === '' ? NaN : Number(text);
	if (!(value >= least && value <= most)) {
		throw new Error(`${what} must be a number of ${least} to ${most}, not “${text ?? ''}”`);
	}
	return value;
}

/** Rounded: at most three digits behind the point. */
function short(value: number): string {
	return String(Math.round(value * 1000) / 1000);
}

function oneOf<T extends string>(text: string | undefined, all: readonly T[], what: string): T {
	if (!all.includes(text as T)) {
		throw new Error(`${what} is one of ${all.join(', ')}, not “${text ?? ''}”`);
	}
	return text as T;
}

const degrees = (radians: number) => short((radians * 180) / Math.PI);
const radians = (text: string | undefined, what: string) => (number(text, what, -3600, 3600) * Math.PI) / 180;

function writePose({ x, y, heading }: Goal): string {
	return [short(x), short(y), ...(heading === undefined ? [] : [degrees(heading)])].join(',');
}

function readGoal(text: string, what: string): Goal {
	const [x, y, heading, more] = text.split(',');
	if (more !== undefined) {
		throw new Error(`${what} has too many numbers`);
	}
	const at: Point = { x: number(x, `${what} x`, -65536, 65536), y: number(y, `${what} y`, -65536, 65536) };
	return heading === undefined ? at : { ...at, heading: radians(heading, `${what} heading`) };
}

function readPose(text: string, what: string): Pose {
	return { heading: 0, ...readGoal(text, what) };
}

function writeUnit(unit: UnitModel): string {
	const own = unit.corners.map((corner) => `${short(corner.x)},${short(corner.y)}`).join('_');
	const abilities = ABILITIES.filter((name) => unit.abilities.includes(name)).map((name) => name[0]).join('');
	const { radius, length, width, rear, size, turningRadius, speed } = unit;
	const numbers = [radius, length, width, rear, size, turningRadius, speed].map(short);
	return [unit.shape, ...numbers, unit.reverse ? '1' : '0', abilities, own].join('*');
}

function readUnit(text: string): UnitModel {
	const [shape, radius, length, width, rear, size, turning, speed, reverse, abilities, own] = text.split('*');
	const names = ABILITIES.filter((name) => abilities?.includes(name[0]!));
	const given = (own ?? '').split('_').filter((corner) => corner !== '');
	const corners = given.map((corner) => readGoal(corner, 'corner'));
	const unit: UnitModel = {
		shape: oneOf(shape, SHAPES, 'the shape of the unit'),
		radius: number(radius, 'the radius of the unit', 0, 64),
		length: number(length, 'the length of the unit', 0, 64),
		width: number(width, 'the width of the unit', 0, 64),
		rear: number(rear, 'the rear of the unit', 0, 1),
		size: Math.round(number(size, 'the size of the unit', 1, 64)),
		turningRadius: number(turning, 'the turning radius', 0, 64),
		speed: number(speed, 'the speed', 0.01, 1000),
		reverse: reverse === '1',
		abilities: [...names],
		corners: corners.map(({ x, y }) => ({ x, y })),
	};
	if (unit.shape === 'own' && unit.corners.length < 2) {
		throw new Error('a unit of its own shape needs two corners');
	}
	return unit;
}

/** Runs as gap, terrain and length, in base 36, row by row: `a1G3.5W2`. */
function writeEdits(edits: readonly Run[]): string {
	// Rows are told apart by `~`: a run after it begins at column 0 of so many rows below.
	let y = 0;
	let x = 0;
	return edits
		.map((run) => {
			const rows = run.y > y ? `${(run.y - y).toString(36)}~` : '';
			x = run.y > y ? 0 : x;
			const text = `${rows}${(run.x - x).toString(36)}${CODES[run.terrain] ?? 'X'}${run.length.toString(36)}`;
			y = run.y;
			x = run.x + run.length;
			return text;
		})
		.join('.');
}

function readEdits(text: string): Run[] {
	let x = 0;
	let y = 0;
	const parts = text.split('.');
	if (parts.length > MOST_EDITS) {
		throw new Error('the address has too many edits of the map');
	}
	return parts.map((part) => {
		const match = /^(?:([0-9a-z]{1,4})~)?([0-9a-z]{1,4})([XGSWTR])([1-9a-z][0-9a-z]{0,3})$/.exec(part);
		if (match === null) {
			throw new Error(`“${part.slice(0, 20)}” is no edit of the map`);
		}
		if (match[1] !== undefined) {
			y += parseInt(match[1], 36);
			x = 0;
		}
		const terrain = CODES.indexOf(match[3]!);
		const run = { x: x + parseInt(match[2]!, 36), y, length: parseInt(match[4]!, 36), terrain };
		x = run.x + run.length;
		return run;
	});
}

function writeCrowd(crowd: readonly CrowdUnit[]): string {
	return crowd.map((unit) => `${unit.kind},${writePose(unit)}`).join('_');
}

function readCrowd(text: string): CrowdUnit[] {
	const parts = text.split('_');
	if (parts.length > MOST_CROWD) {
		throw new Error('the address has too many units');
	}
	return parts.map((part) => {
		const comma = part.indexOf(',');
		return { kind: part.slice(0, comma), ...readPose(part.slice(comma + 1), 'a unit of the crowd') };
	});
}

const ORDERS: readonly CrowdOrder['kind'][] = ['gather', 'form', 'patrol'];
const FORMATIONS: readonly CrowdOrder['shape'][] = ['box', 'line', 'column', 'wedge'];

/** Indices as ranges: `0-9.12`. */
function writeRanges(indices: readonly number[]): string {
	const ranges: [first: number, last: number][] = [];
	for (const index of indices) {
		const last = ranges[ranges.length - 1];
		if (last !== undefined && last[1] + 1 === index) {
			last[1] = index;
		} else {
			ranges.push([index, index]);
		}
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join('.');
}

function readRanges(text: string): number[] {
	return text.split('.').flatMap((range) => {
		const [first, last] = range.split('-');
		const from = number(first, 'a unit of an order', 0, MOST_CROWD);
		const to = last === undefined ? from : number(last, 'a unit of an order', from, MOST_CROWD);
		return Array.from({ length: to - from + 1 }, (_, i) => from + i);
	});
}

function writeOrders(orders: readonly CrowdOrder[]): string {
	return orders.map((o) => [o.kind, o.shape, writePose(o.to), writeRanges(o.units)].join('*')).join('_');
}

function readOrders(text: string): CrowdOrder[] {
	return text.split('_').slice(0, 100).map((part) => {
		const [kind, shape, to, units] = part.split('*');
		return {
			kind: oneOf(kind, ORDERS, 'an order'),
			shape: oneOf(shape, FORMATIONS, 'a formation'),
			to: readGoal(to ?? '', 'the goal of an order'),
			units: readRanges(units ?? ''),
		};
	});
}

interface Field {
	write(situation: Readonly<Situation>): string;
	read(text: string): Partial<Situation>;
}

/** In the order of the address; the map comes first, since it chooses what the rest is by default. */
const FIELDS: Record<string, Field> = {
	map: {
		write: ({ map }) => map.key,
		read: (text) => {
			const { key, unit, from, to } = builtIn(oneOf(text, MAPS.map((map) => map.key), 'the map'));
			return { map: { key }, unit, from, to };
		},
	},
	from: { write: ({ from }) => writePose(from), read: (text) => ({ from: readPose(text, 'the start') }) },
	to: { write: ({ to }) => writePose(to), read: (text) => ({ to: readGoal(text, 'the goal') }) },
	unit: { write: ({ unit }) => writeUnit(unit), read: (text) => ({ unit: readUnit(text) }) },
	methods: {
		write: ({ methods }) => methods.join(','),
		read: (text) => ({
			methods: text.split(',').slice(0, MOST_METHODS).map((name) => {
				if (!/^[a-z0-9-]{2,40}$/.test(name)) {
					throw new Error(`“${name.slice(0, 40)}” is no name of a method`);
				}
				return name;
			}),
		}),
	},
	passes: {
		write: ({ passes: { smooth, turning, margin, weight, sprites } }) =>
			[smooth ? '1' : '0', turning, short(margin), short(weight), sprites].join(','),
		read: (text) => {
			const [smooth, turning, margin, weight, sprites] = text.split(',');
			return {
				passes: {
					smooth: smooth === '1',
					turning: oneOf(turning, TURNINGS, 'the kind of turns'),
					margin: number(margin, 'the room to walls', 0, 8),
					weight: number(weight, 'the weight', 0, 16),
					sprites: Math.round(number(sprites, 'the number of directions', 0, 64)),
				},
			};
		},
	},
	costs: {
		write: ({ costs }) => Object.entries(costs).map(([name, cost]) => `${name}*${short(cost)}`).join(','),
		read: (text) => ({
			costs: Object.fromEntries(
				text.split(',').filter((part) => part !== '').map((part) => {
					const [name, cost] = part.split('*');
					return [oneOf(name, ABILITIES, 'a terrain'), number(cost, 'the cost of a terrain', 1, 64)];
				}),
			),
		}),
	},
	show: {
		write: ({ overlays }) => overlays.join(','),
		read: (text) => ({ overlays: text.split(',').filter((key) => /^[a-z-]{1,30}$/.test(key)).slice(0, 20) }),
	},
	mode: {
		write: ({ mode }) => mode,
		read: (text) => ({ mode: oneOf(text, ['plan', 'crowd'] as const, 'the mode') }),
	},
	crowd: { write: ({ crowd }) => writeCrowd(crowd), read: (text) => ({ crowd: text === '' ? [] : readCrowd(text) }) },
	orders: {
		write: ({ orders }) => writeOrders(orders),
		read: (text) => ({ orders: text === '' ? [] : readOrders(text) }),
	},
	view: {
		write: ({ view }) => (view === undefined ? '' : [view.x, view.y, view.scale].map(short).join(',')),
		read: (text) => {
			const [x, y, scale] = text.split(',');
			const at = (value: string | undefined) => number(value, 'the view', -65536, 65536);
			const zoom = () => number(scale, 'the zoom', LEAST_SCALE, MOST_SCALE);
			return { view: text === '' ? undefined : { x: at(x), y: at(y), scale: zoom() } };
		},
	},
	edits: { write: ({ edits }) => writeEdits(edits), read: (text) => ({ edits: text === '' ? [] : readEdits(text) }) },
};

/** Longer addresses are cut off on their way. */
export const MOST_CHARACTERS = 8000;

/** The hash, without `#`. Throws if the situation has no address. */
export function writeAddress(situation: Readonly<Situation>): string {
	if (situation.map.key === 'own') {
		throw new Error('a map that you opened has no address; save it as a file');
	}
	const start: Situation = { ...DEFAULT, ...FIELDS.map!.read(situation.map.key) };
	const parts = Object.entries(FIELDS)
		.map(([name, field]) => [name, field.write(situation), field.write(start)] as const)
		.filter(([name, now, first]) => now !== (name === 'map' ? DEFAULT.map.key : first))
		.map(([name, now]) => `${name}=${now}`);
	const text = parts.join('&');
	if (text.length > MOST_CHARACTERS) {
		throw new Error('the map was edited too much for an address; save it as a file');
	}
	return text;
}

/** The situation of a hash. Throws what is wrong with it. */
export function readAddress(hash: string): Situation {
	const given = new Map<string, string>();
	for (const part of hash.replace(/^#/, '').split('&')) {
		const at = part.indexOf('=');
		if (part === '') {
			continue;
		}
		const name = part.slice(0, Math.max(0, at));
		if (!(name in FIELDS)) {
			throw new Error(`the address has “${part.slice(0, 20)}”, which is nothing that this page knows`);
		}
		given.set(name, decodeURIComponent(part.slice(at + 1)));
	}
	let situation: Situation = { ...DEFAULT };
	for (const [name, field] of Object.entries(FIELDS)) {
		const text = given.get(name);
		if (text !== undefined) {
			situation = { ...situation, ...field.read(text) };
		}
	}
	return situation;
}
