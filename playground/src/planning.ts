// SPDX-License-Identifier: MIT
// In the worker: plans for any method. What a method cannot do for a unit is left out of the plan, and told; the path is
// judged for the unit as it is.
import { FairwayError, type GameMap, type Path, type PlanOptions, type UnitOptions } from 'fairway';
import type { PlanAnswer, PlanAsk } from './protocol.js';
import { halfWidthOf, unitOptions } from './unit.js';

/** A plan, and the words for what it leaves out. */
export interface Fitted {
	plan: PlanOptions;
	note: string;
}

/** Plans that a method may take, from the one that was asked for to the simplest. */
function* relaxed(ask: PlanAsk): Generator<Fitted> {
	const { passes } = ask;
	const unit = unitOptions(ask.unit);
	const automatic = ask.method === 'auto';
	const plan: PlanOptions = {
		method: ask.method,
		unit,
		from: ask.from,
		to: ask.to,
		smooth: passes.smooth,
		margin: passes.margin,
		options: { weight: passes.weight },
		turning: automatic ? 'none' : passes.turning,
	};
	const { outline: _, size: __, ...bare } = unit;
	const radius = halfWidthOf(ask.unit);
	yield { plan, note: '' };
	const plain: PlanOptions = { ...plan, turning: 'none', margin: 0, options: {} };
	yield { plan: plain, note: 'without the options of this tab' };
	const as = (change: UnitOptions): PlanOptions => ({ ...plain, unit: { ...bare, ...change } });
	yield { plan: as({ radius }), note: 'for a disc' };
	yield { plan: as({ radius, turningRadius: 0, reverse: false }), note: 'for a disc that turns on the spot' };
	const middle = { ...plan, from: centered(ask.from), to: centered(ask.to) };
	const small = { ...as({ radius: 0.5, turningRadius: 0, reverse: false }), from: middle.from, to: middle.to };
	yield { plan: small, note: 'for a unit of one tile' };
	const point = as({ radius: 0, turningRadius: 0, reverse: false });
	yield { plan: point, note: 'for a point' };
	yield { plan: { ...point, options: { anchor: 'corner' } }, note: 'for a point, between tile corners' };
}

function centered<P extends { x: number; y: number }>(at: P): P {
	return { ...at, x: Math.floor(at.x) + 0.5, y: Math.floor(at.y) + 0.5 };
}

/** Calls `use` with the first plan that the library does not refuse, and gives what it gives. */
export function fit<T>(ask: PlanAsk, use: (fitted: Fitted) => T): T {
	let first: unknown;
	for (const fitted of relaxed(ask)) {
		try {
			return use(fitted);
		} catch (error) {
			first ??= error;
			if (!(error instanceof FairwayError)) {
				throw error;
			}
		}
	}
	throw first;
}

/** The path of a plan with its passes. */
export function planPath(map: GameMap, ask: PlanAsk): { path: Path; note: string; chosen: string; milliseconds: number } {
	return fit(ask, ({ plan, note }) => {
		const begin = performance.now();
		const planned = map.plan(plan);
		const milliseconds = performance.now() - begin;
		const chosen = planned.report?.method ?? ask.method;
		const angles = ask.passes.sprites;
		const path =
			planned.found && angles >= 4
				? map.fixedAngles(planned, plan.unit ?? {}, { sprites: { count: angles, offset: 0 } }).path
				: planned;
		return { path, note, chosen, milliseconds };
	});
}

/** A path and all that the page tells about it. */
export function plan(map: GameMap, ask: PlanAsk): PlanAnswer {
	const begin = performance.now();
	const { path, note, chosen, milliseconds } = planPath(map, ask);
	const unit = unitOptions(ask.unit);
	const any = path.segments.length > 0;
	const faults = any ? map.check(path, unit) : [];
	return {
		method: ask.method,
		chosen,
		found: path.found || (path.outcome === 'partial' && any),
		partial: path.outcome === 'partial',
		why: path.found ? '' : path.reasonText,
		note,
		segments: path.segments,
		start: path.start,
		length: path.length,
		seconds: any ? secondsOf(map, path, unit) : 0,
		milliseconds,
		work: performance.now() - begin,
		expanded: path.counters.expanded,
		faults: faults.map(({ kind, position }) => ({ kind, x: position.x, y: position.y })),
	};
}

function secondsOf(map: GameMap, path: Path, unit: UnitOptions): number {
	using profile = map.profile(path, { unit });
	return profile.time;
}

/** Poses on the path, `rate` a second. */
export function drive(map: GameMap, ask: PlanAsk, rate: number): Float64Array<ArrayBuffer> {
	const { path } = planPath(map, ask);
	using profile = map.profile(path, { unit: unitOptions(ask.unit) });
	const count = Math.min(20000, Math.ceil(profile.time * rate) + 1);
	const poses = new Float64Array(3 * count);
	for (let i = 0; i < count; i++) {
		const { pose } = profile.at(i / rate);
		poses.set([pose.x, pose.y, pose.heading], 3 * i);
	}
	return poses;
}
