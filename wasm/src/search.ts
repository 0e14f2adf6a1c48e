// SPDX-License-Identifier: MIT
// A plan in slices with the nodes that it touches, and the motion along a path.
import { offsets, type Event, type Motion, type Outcome, type PlanReport, type Point } from './c.js';
import { FairwayError, Memory, Owned } from './memory.js';
import { Path } from './path.js';

/** A block of tiles that a Block method expanded. */
export interface Block extends Point {
	/** [tiles] */
	side: number;
	/**
	 * From the start to each tile along the border, or to each corner on it, clockwise from the upper left one [tiles;
	 * Infinity: no path so far].
	 */
	costs: Float64Array<ArrayBuffer>;
}

// Those of a js_block: x, y, side, count, and room for 20 costs.
const BLOCK_NUMBERS = 24;

/** A plan in slices. After an edit of its map it begins again. */
export class Search extends Owned {
	private readonly job: number;
	private readonly trace: number;
	private state: Outcome = 'running';

	/** @internal */
	constructor(
		m: Memory,
		map: Owned,
		planner: number,
		private readonly result: number,
		putPlan: (m: Memory) => number,
		private readonly listen: readonly Event[],
	) {
		super(m, map);
		this.job = m.handle((out) => m.c.fw_job_create(planner, out), false);
		this.trace = listen.length > 0 ? m.c.js_trace_create(eventBits(listen)) : 0;
		try {
			m.frame(() => {
				const plan = putPlan(m);
				if (listen.length > 0) {
					if (this.trace === 0) {
						throw m.out();
					}
					const options = plan + offsets.fw_plan.options;
					m.c.js_trace_listen(this.trace, options + offsets.fw_search_options.listener);
				}
				m.check(m.c.fw_job_begin(this.job, plan, m.refusal));
			});
		} catch (error) {
			this.dispose();
			throw error;
		}
	}

	protected free(): void {
		this.m.c.fw_job_destroy(this.job);
		this.m.c.js_trace_destroy(this.trace);
	}

	/** 'running' until the search has ended. */
	get outcome(): Outcome {
		return this.state;
	}

	/** Expands at most so many nodes [>= 1]. The step that ends the search also runs the passes over the path. */
	step(expansions: number): Outcome {
		const m = this.alive();
		// What is no number is 0, which the library refuses; Infinity is as good as no limit.
		const budget = BigInt(Math.trunc(Math.max(0, Math.min(expansions, 2 ** 53))) || 0);
		return m.frame(() => {
			const out = m.take(8);
			m.check(m.c.fw_job_step(this.job, budget, out), false);
			this.state = Memory.words('fw_outcome')[m.view.getInt32(out, true)] as Outcome;
			return this.state;
		});
	}

	/** The path once there is one, as from `GameMap.plan()`; until then counters only. */
	get path(): Path {
		const m = this.alive();
		m.check(m.c.fw_job_result(this.job, this.result), false);
		return Path.ofResult(m, this.result, this.report);
	}

	/** The best path so far. Some methods have none: see `fw_search_best()`. */
	best(): Path {
		const m = this.alive();
		m.check(m.c.fw_job_best(this.job, this.result), false);
		return Path.ofResult(m, this.result, this.report);
	}

	/** What it did so far. */
	get report(): PlanReport {
		const m = this.alive();
		return m.readReturned('fw_plan_report', (out) => m.c.fw_job_report(out, this.job));
	}

	/**
	 * All nodes since the last call that had this event, eight numbers each: x, y and heading, those of the node before
	 * it, g and h. Only 'expand' knows the node before and h, and 'field' also knows g, its distance to the goal; else
	 * the node before is the node itself, and g and h are 0.
	 */
	nodes(event: Event): Float64Array<ArrayBuffer> {
		const m = this.alive();
		const index = Memory.words('fw_event').indexOf(event);
		this.mustListen(event);
		return m.frame(() => {
			const count = m.take(8);
			const poses = m.c.js_trace_take(this.trace, index, count);
			const number = m.view.getInt32(count, true);
			if (number < 0) {
				throw m.out();
			}
			return m.doubles(poses, 8 * number);
		});
	}

	/** The blocks that a Block method expanded since the last call; the search must listen to 'expand'. */
	blocks(): Block[] {
		const m = this.alive();
		this.mustListen('expand');
		return m.frame(() => {
			const count = m.take(8);
			const blocks = m.c.js_trace_take_blocks(this.trace, count);
			const number = m.view.getInt32(count, true);
			if (number < 0) {
				throw m.out();
			}
			return Array.from({ length: number }, (_, i) => {
				const block = m.doubles(blocks + 8 * BLOCK_NUMBERS * i, BLOCK_NUMBERS);
				const [x, y, side, costs] = block as unknown as [number, number, number, number];
				return { x, y, side, costs: block.slice(4, 4 + costs) };
			});
		});
	}

	private mustListen(event: Event): void {
		if (!this.listen.includes(event)) {
			throw new FairwayError(`the search does not listen to '${event}'`, 'state', 'state', 'listen');
		}
	}

	/** The scratch memory of the search [bytes]. */
	get memory(): number {
		return this.alive().c.fw_job_memory(this.job);
	}
}

function eventBits(listen: readonly Event[]): number {
	const all = Memory.words('fw_event');
	return listen.reduce((bits, event) => {
		if (!all.includes(event)) {
			throw new FairwayError(`listen must be of '${all.join("', '")}'`, 'argument', 'value', 'listen');
		}
		return bits | (1 << all.indexOf(event));
	}, 0);
}

/** How fast a unit drives a path. */
export class Profile extends Owned {
	/** @internal */
	constructor(
		m: Memory,
		owner: Owned,
		private readonly handle: number,
	) {
		super(m, owner);
	}

	protected free(): void {
		this.m.c.fw_profile_destroy(this.handle);
	}

	/** From start to arrival [s]. */
	get time(): number {
		return this.alive().c.fw_profile_time(this.handle);
	}

	/** Where the unit is and how it moves at a time [s, clamped]. */
	at(time: number): Motion {
		const m = this.alive();
		return m.readReturned('fw_motion', (out) => m.c.fw_profile_state(out, this.handle, time));
	}
}
