// SPDX-License-Identifier: MIT
// In the worker: plans for any method. What a method cannot do for a unit is left out of the plan, and told; the path
// is judged for the unit as it is.
import { FairwayError, type GameMap, type Path, type PlanOptions, type UnitOptions } from 'fairway';
import type { Fault, PlanAnswer, PlanAsk } from './protocol.js';
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
	yield { plan: plain, note: 'without the options' };
	const as = (change: UnitOptions): PlanOptions => ({ ...plain, unit: { ...bare, ...change } });
	// The point of a square that follows the path is not its middle: a disc there would be another unit.
	if (ask.unit.shape !== 'square') {
		yield { plan: as({ radius }), note: 'for a disc' };
		yield { plan: as({ radius, turningRadius: 0, reverse: false }), note: 'for a disc that turns on the spot' };
	}
	yield { plan: as({ radius: 0.5, turningRadius: 0, reverse: false }), note: 'for a unit of one tile' };
	const point = as({ radius: 0, turningRadius: 0, reverse: false });
	yield { plan: point, note: 'for a point' };
	yield { plan: { ...point, options: { anchor: 'corner' } }, note: 'for a point, between tile corners' };
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

/** A path as it was planned. */
export interface Planned extends Fitted {
	path: Path;
	chosen: string;
	milliseconds: number;
}

/** The path of a plan with its passes. */
export function planPath(map: GameMap, ask: PlanAsk): Planned {
	return fit(ask, ({ plan, note }) => {
		// What is built once for a kind of unit is no part of the search.
		map.prepare(plan);
		const begin = performance.now();
		const planned = map.plan(plan);
		const milliseconds = performance.now() - begin;
		const chosen = planned.report?.method ?? ask.method;
		const angles = ask.passes.sprites;
		const path =
			planned.found && angles >= 4
				? map.fixedAngles(planned, plan.unit ?? {}, { sprites: { count: angles, offset: 0 } }).path
				: planned;
		return { path, plan, note, chosen, milliseconds };
	});
}

/** Of a drive: more than half an hour of it. */
const MOST_POSES = 60000;

/** Plans, and remembers the last path of each method. */
export class Planner {
	private readonly last = new Map<string, { ask: string; revision: number; planned: Planned }>();

	constructor(private readonly map: GameMap) {}

	private planned(ask: PlanAsk): Planned {
		const text = JSON.stringify(ask);
		const last = this.last.get(ask.method);
		const { revision } = this.map;
		if (last?.ask === text && last.revision === revision) {
			return last.planned;
		}
		const planned = planPath(this.map, ask);
		this.last.set(ask.method, { ask: text, revision, planned });
		return planned;
	}

	/** The path of a plan, for the one that was last planned at no cost. */
	path(ask: PlanAsk): Path {
		return this.planned(ask).path;
	}

	/** A path and what the page tells about it. The faults of units with an outline take long: they come later. */
	plan(ask: PlanAsk): PlanAnswer {
		const begin = performance.now();
		this.last.delete(ask.method);
		const { path, note, chosen, milliseconds } = this.planned(ask);
		const unit = unitOptions(ask.unit);
		const any = path.segments.length > 0;
		return {
			method: ask.method,
			chosen,
			found: path.found || (path.outcome === 'partial' && any),
			partial: path.outcome === 'partial',
			reason: path.reason,
			why: path.found ? '' : path.reasonText,
			note,
			segments: path.segments,
			start: path.start,
			length: path.length,
			seconds: any ? this.seconds(path, unit) : 0,
			milliseconds,
			expanded: path.counters.expanded,
			faults: unit.outline === undefined || !any ? this.check(ask) : undefined,
			work: performance.now() - begin,
		};
	}

	/** What is wrong with the path of a plan, for the unit as it is. */
	check(ask: PlanAsk): Fault[] {
		const { path } = this.planned(ask);
		if (path.segments.length === 0) {
			return [];
		}
		const faults = this.map.check(path, unitOptions(ask.unit));
		return faults.map(({ kind, position }) => ({ kind, x: position.x, y: position.y }));
	}

	private seconds(path: Path, unit: UnitOptions): number {
		using profile = this.map.profile(path, { unit });
		return profile.time;
	}

	/** Poses on the path of a plan, `rate` a second. */
	drive(ask: PlanAsk, rate: number): Float64Array<ArrayBuffer> {
		const { path } = this.planned(ask);
		using profile = this.map.profile(path, { unit: unitOptions(ask.unit) });
		const count = Math.min(MOST_POSES, Math.ceil(profile.time * rate) + 1);
		const poses = new Float64Array(3 * count);
		for (let i = 0; i < count; i++) {
			const { pose } = profile.at(i / rate);
			poses.set([pose.x, pose.y, pose.heading], 3 * i);
		}
		return poses;
	}
}
