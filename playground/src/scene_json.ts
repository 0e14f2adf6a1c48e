// SPDX-License-Identifier: MIT
// Scenes as JSON, which `fairway simulate` plays: their map, kinds, units and orders as a crowd. Crowds of the page
// begin at once, so that times, and what happens at times, are left out and told.
import type { Goal, Point } from 'fairway';
import type { Ground } from './ground.js';
import type { CrowdOrder, CrowdUnit } from './situation.js';
import { ABILITIES, PRESETS, type UnitModel } from './unit.js';

type Json = Record<string, unknown>;

export interface Scene {
	crowd: CrowdUnit[];
	orders: CrowdOrder[];
	/** what a crowd cannot have, in words */
	left: string[];
}

interface Disc extends Point {
	radius: number;
}

const MOST_UNITS = 4096;
const SHAPES = ['box', 'line', 'column', 'wedge'] as const;
const radians = (angle: number) => (angle * Math.PI) / 180;

function objects(value: unknown, key: string): Json[] {
	if (!Array.isArray(value) || !value.every((one) => typeof one === 'object' && one !== null)) {
		throw new Error(`"${key}" must be a list of objects`);
	}
	return value as Json[];
}

function number(json: Json, key: string, name: string, least: number, most: number, otherwise: number): number {
	const value = json[key] ?? otherwise;
	if (typeof value !== 'number' || !(value >= least && value <= most)) {
		throw new Error(`"${name}.${key}" must be a number from ${least} to ${most}`);
	}
	return value;
}

/** The rows of the map, or the name of its file. */
export function mapOf(json: Json): { text: string } | { file: string } {
	if (Array.isArray(json.rows) && json.rows.length > 0) {
		return { text: `${json.rows.join('\n')}\n` };
	}
	if (typeof json.map !== 'string') {
		throw new Error('it has neither "rows" nor "map"');
	}
	return { file: json.map.replace(/.*\//, '') };
}

function readKind(json: Json, name: string): UnitModel {
	const abilities = String(json.capabilities ?? 'ground,swamp').split(',').map((word) => word.trim());
	const unknown = abilities.find((word) => !(ABILITIES as readonly string[]).includes(word));
	if (unknown !== undefined) {
		throw new Error(`"${name}.capabilities" has “${unknown}”; the page knows ${ABILITIES.join(', ')}`);
	}
	return {
		...PRESETS[0]!.unit,
		radius: number(json, 'radius', name, 0.05, 64, 0.4),
		turningRadius: number(json, 'turning_radius', name, 0, 64, 0),
		speed: number(json, 'speed', name, 0.01, 1000, 2),
		reverse: json.reverse === true,
		abilities,
	};
}

/** Numbers that look random; the same each time. */
function* lots(seed: number): Generator<number, never> {
	for (let state = (seed * 2654435761 + 1) >>> 0; ; ) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		yield state / 2 ** 32;
	}
}

/** Does the disc touch only tiles that the unit crosses? */
function fits(ground: Ground, { radius, abilities }: UnitModel, x: number, y: number): boolean {
	for (let row = Math.floor(y - radius); row < y + radius; row++) {
		for (let column = Math.floor(x - radius); column < x + radius; column++) {
			const dx = x - Math.max(column, Math.min(column + 1, x));
			const dy = y - Math.max(row, Math.min(row + 1, y));
			const name = ground.has(column, row) ? ground.terrains[ground.at(column, row)]!.name : '';
			const crosses = abilities.includes(name) || (name === 'road' && abilities.includes('ground'));
			if (!crosses && dx * dx + dy * dy < radius * radius) {
				return false;
			}
		}
	}
	return true;
}

/** Tiles of a rectangle by lot, where the disc fits and touches none of `taken`; these are added to `taken`. */
function drawn(
	ground: Ground,
	unit: UnitModel,
	rect: number[],
	count: number,
	next: () => number,
	taken: Disc[],
): Goal[] {
	const [left, top, width, height] = rect as [number, number, number, number];
	const tiles: Point[] = [];
	for (let y = Math.max(0, top) + 0.5; y < Math.min(ground.height, top + height); y++) {
		for (let x = Math.max(0, left) + 0.5; x < Math.min(ground.width, left + width); x++) {
			if (fits(ground, unit, x, y)) {
				tiles.push({ x, y });
			}
		}
	}
	const found: Goal[] = [];
	while (found.length < count && tiles.length > 0) {
		const at = tiles.splice(Math.floor(next() * tiles.length), 1)[0]!;
		if (taken.every((other) => Math.hypot(other.x - at.x, other.y - at.y) > other.radius + unit.radius)) {
			taken.push({ ...at, radius: unit.radius });
			found.push(at);
		}
	}
	return found;
}

function listOf(value: unknown, name: string, counts: readonly number[]): number[] {
	if (!Array.isArray(value) || !counts.includes(value.length) || !value.every((each) => Number.isFinite(each))) {
		throw new Error(`"${name}" must be a list of ${counts.join(' or ')} numbers`);
	}
	return value as number[];
}

function goalOf(value: unknown, name: string): Goal {
	const [x, y, heading] = listOf(value, name, [2, 3]);
	return { x: x!, y: y!, ...(heading !== undefined && { heading: radians(heading) }) };
}

/** The places of one entry: a point, or evenly on a line or circle, or drawn from a rectangle. */
function placesOf(value: unknown, name: string, count: number, draw: (rect: number[]) => Goal[]): Goal[] {
	if (Array.isArray(value)) {
		return Array.from({ length: count }, () => goalOf(value, name));
	}
	const json = Object(value) as Json;
	const turned = typeof json.heading === 'number' ? { heading: radians(json.heading) } : {};
	const center = (x: number, y: number) => ({ x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5 });
	if (json.line !== undefined) {
		const [x0, y0, x1, y1] = listOf(json.line, `${name}.line`, [4]) as [number, number, number, number];
		const part = (i: number) => (count === 1 ? 0 : i / (count - 1));
		const at = (i: number) => center(x0 + (x1 - x0) * part(i), y0 + (y1 - y0) * part(i));
		return Array.from({ length: count }, (_, i) => ({ ...at(i), ...turned }));
	}
	if (json.circle !== undefined) {
		const [x, y, radius] = listOf(json.circle, `${name}.circle`, [3]) as [number, number, number];
		const first = radians(typeof json.from === 'number' ? json.from : 0);
		return Array.from({ length: count }, (_, i) => {
			const angle = first + (2 * Math.PI * i) / count;
			const at = center(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
			return { ...at, heading: Math.atan2(y - at.y, x - at.x), ...turned };
		});
	}
	if (json.rect !== undefined) {
		return draw(listOf(json.rect, `${name}.rect`, [4])).map((at) => ({ ...at, ...turned }));
	}
	throw new Error(`"${name}" must be a position, a line, a circle or a rect`);
}

/** @param json an object with "format": "fairway-scene". Throws what is wrong with it. */
export function readScene(json: Json, ground: Ground): Scene {
	const kinds = new Map(objects(json.kinds, 'kinds').map((kind, i) => [kind.name, readKind(kind, `kinds[${i}]`)]));
	const random = lots(typeof json.seed === 'number' ? json.seed : 1);
	const next = () => random.next().value;
	const scene: Scene = { crowd: [], orders: [], left: [] };
	const entries: number[][] = [];
	const [starts, goals]: [Disc[], Disc[]] = [[], []];
	const left = new Set<string>();
	objects(json.units, 'units').forEach((entry, k) => {
		const name = `units[${k}]`;
		const model = kinds.get(entry.kind);
		if (model === undefined) {
			throw new Error(`"${name}.kind" is ${JSON.stringify(entry.kind)}, which "kinds" does not have`);
		}
		const count = Math.round(number(entry, 'count', name, 1, MOST_UNITS, 1));
		const draw = (taken: Disc[]) => (rect: number[]) => drawn(ground, model, rect, count, next, taken);
		const first = scene.crowd.length;
		if (first + count > MOST_UNITS) {
			throw new Error(`it has more than ${MOST_UNITS} units`);
		}
		const places = placesOf(entry.start, `${name}.start`, count, draw(starts));
		scene.crowd.push(...places.map((at): CrowdUnit => ({ heading: 0, ...at, kind: String(entry.kind), model })));
		const units = places.map((_, i) => first + i);
		entries.push(units);
		if (entry.goal !== undefined) {
			const ends = placesOf(entry.goal, `${name}.goal`, count, draw(goals));
			const alike = Array.isArray(entry.goal);
			const sent = alike ? [units] : units.map((unit) => [unit]);
			const order = (to: Goal, who: number[]): CrowdOrder => ({ kind: 'gather', shape: 'box', to, units: who });
			scene.orders.push(...sent.flatMap((who, i) => (ends[i] === undefined ? [] : [order(ends[i], who)])));
		}
		if (entry.time !== undefined || entry.every !== undefined) {
			left.add('times');
		}
	});
	(json.orders === undefined ? [] : objects(json.orders, 'orders')).forEach((order, k) => {
		const name = `orders[${k}]`;
		const who = Array.isArray(order.units) ? order.units : [];
		const units = who.flatMap((entry) => entries[Number(entry)] ?? []).sort((a, b) => a - b);
		const kind = order.order === 'go' ? 'gather' : order.order;
		const shape = SHAPES.find((one) => one === (order.shape ?? 'box'));
		if ((kind !== 'gather' && kind !== 'form' && kind !== 'patrol') || shape === undefined) {
			left.add(`orders “${String(shape === undefined ? order.shape : order.order)}”`);
			return;
		}
		left.add('times');
		scene.orders.push({ kind, shape, to: goalOf(order.goal, `${name}.goal`), units: [...new Set(units)] });
	});
	if (Array.isArray(json.edits) && json.edits.length > 0) {
		left.add('edits');
	}
	return { ...scene, left: [...left] };
}
