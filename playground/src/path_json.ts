// SPDX-License-Identifier: MIT
// Paths as JSON, in the form of the program `fairway`: what `fairway check` judges, and what it writes.
import type { Goal, Pose, Segment, UnitOptions } from 'fairway';
import type { Recipe } from './protocol.js';
import { ABILITIES, PRESETS, type UnitModel } from './unit.js';

const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** Shorter pieces have no direction. */
const SHORTEST = 1e-9;

function segmentJson(segment: Segment): object {
	const { kind, gear, from, to, center, radius, start, sweep } = segment;
	return kind === 'arc'
		? { kind, gear, center: [center.x, center.y], radius, start: degrees(start), sweep: degrees(sweep) }
		: { kind, gear, from: [from.x, from.y], to: [to.x, to.y] };
}

function unitJson(unit: UnitOptions): object {
	const { radius = 0, turningRadius = 0, reverse = false, capabilities, size = 0, outline = [] } = unit;
	return {
		radius,
		turning_radius: turningRadius,
		reverse,
		capabilities,
		...(size > 0 && { size }),
		...(outline.length > 0 && { outline: outline.map(({ x, y }) => [x, y]) }),
	};
}

/** A line for each key and each segment, as the program writes them. */
export function pathJson(recipe: Recipe): string {
	const { plan, found, segments, start } = recipe;
	const fields: [string, unknown][] = [
		['format', 'fairway-path'],
		['version', 1],
		['found', found],
		['outcome', recipe.outcome],
		['reason', recipe.reasonText === '' ? null : recipe.reasonText],
		['method', recipe.chosen],
		['unit', unitJson(plan.unit ?? {})],
		...(plan.options?.anchor === 'corner' ? [['anchor', 'corner'] as [string, unknown]] : []),
		['length', found ? recipe.length : null],
		['cost', found ? recipe.cost : null],
		['expanded', recipe.expanded],
		['generated', recipe.generated],
		...(found ? [['start', [start.x, start.y, degrees(start.heading)]] as [string, unknown]] : []),
	];
	const kept = segments.filter((s) => s.kind === 'link' || s.length > SHORTEST);
	const lines = kept.map((s) => JSON.stringify(segmentJson(s)));
	const head = fields.map(([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`).join('');
	const body = lines.length === 0 ? '' : `\n    ${lines.join(',\n    ')}\n  `;
	return `{\n${head}  "segments": [${body}]\n}\n`;
}

/** What a file of a path asks for. */
export interface Trip {
	unit: UnitModel;
	from: Pose;
	to: Goal;
	method: string;
	/** of the path in the file [tiles] */
	length: number;
}

type Json = Record<string, unknown>;

function numbers(value: unknown, count: number, key: string): number[] {
	if (!Array.isArray(value) || value.length !== count || !value.every((n) => Number.isFinite(n))) {
		throw new Error(`"${key}" must be a list of ${count} numbers`);
	}
	return value as number[];
}

function number(value: unknown, key: string, least: number, most: number): number {
	if (typeof value !== 'number' || !(value >= least && value <= most)) {
		throw new Error(`"${key}" must be a number from ${least} to ${most}`);
	}
	return value;
}

function readUnit(json: Json): UnitModel {
	const disc = PRESETS[0]!.unit;
	const given = json.capabilities ?? 'ground,swamp';
	const names = String(given).split(',').map((name) => name.trim());
	const unknown = names.find((name) => !(ABILITIES as readonly string[]).includes(name));
	if (unknown !== undefined) {
		throw new Error(`"unit.capabilities" has “${unknown}”; the page knows ${ABILITIES.join(', ')}`);
	}
	const radius = number(json.radius, 'unit.radius', 0, 64);
	const unit: UnitModel = {
		...disc,
		radius,
		turningRadius: number(json.turning_radius, 'unit.turning_radius', 0, 64),
		reverse: json.reverse === true,
		abilities: names,
	};
	if (json.size !== undefined) {
		return { ...unit, shape: 'square', size: Math.round(number(json.size, 'unit.size', 1, 64)) };
	}
	if (json.outline === undefined) {
		return unit;
	}
	if (!Array.isArray(json.outline) || json.outline.length < 2 || json.outline.length > 8) {
		throw new Error('"unit.outline" must have two to eight corners');
	}
	if (radius > 0) {
		throw new Error('the outline of the unit is rounded, which the page cannot draw');
	}
	const corners = json.outline.map((corner, i) => {
		const [x, y] = numbers(corner, 2, `unit.outline[${i}]`);
		return { x: x!, y: y! };
	});
	return { ...unit, shape: 'own', corners };
}

/** Where a path ends, and which way its unit faces there. */
function endOf(segment: Json, key: string): Pose {
	const turned = segment.gear === 'reverse' ? Math.PI : 0;
	if (segment.kind === 'arc') {
		const [x, y] = numbers(segment.center, 2, `${key}.center`);
		const radius = number(segment.radius, `${key}.radius`, 0, 4096);
		const sweep = number(segment.sweep, `${key}.sweep`, -720, 720);
		const angle = radians(number(segment.start, `${key}.start`, -3600, 3600) + sweep);
		const heading = angle + (sweep > 0 ? Math.PI / 2 : -Math.PI / 2) + turned;
		return { x: x! + radius * Math.cos(angle), y: y! + radius * Math.sin(angle), heading };
	}
	const [x0, y0] = numbers(segment.from, 2, `${key}.from`);
	const [x1, y1] = numbers(segment.to, 2, `${key}.to`);
	return { x: x1!, y: y1!, heading: Math.atan2(y1! - y0!, x1! - x0!) + turned };
}

/** @param json an object with "format": "fairway-path". Throws what is wrong with it. */
export function readPathJson(json: Json): Trip {
	if (json.version !== 1) {
		throw new Error(`"version" is ${JSON.stringify(json.version)}; the page knows 1`);
	}
	if (typeof json.unit !== 'object' || json.unit === null) {
		throw new Error('"unit" must be an object');
	}
	const segments = json.segments;
	if (!Array.isArray(segments) || segments.length === 0) {
		const why = typeof json.reason === 'string' ? `: ${json.reason}` : '';
		throw new Error(`the file has no path${why}`);
	}
	const unit = readUnit(json.unit as Json);
	const [x, y, heading] = numbers(json.start, 3, 'start');
	const last = segments.length - 1;
	const end = endOf(Object(segments[last]) as Json, `segments[${last}]`);
	return {
		unit,
		from: { x: x!, y: y!, heading: radians(heading!) },
		to: unit.turningRadius > 0 ? end : { x: end.x, y: end.y },
		method: typeof json.method === 'string' ? json.method : 'auto',
		length: typeof json.length === 'number' ? json.length : NaN,
	};
}
