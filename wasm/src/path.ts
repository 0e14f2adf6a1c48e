// SPDX-License-Identifier: MIT
import {
	layouts, offsets, type Counters, type Outcome, type PathState, type PlanReport, type Point, type Pose,
	type Reason, type Segment,
} from './c.js';
import { FairwayError, Memory } from './memory.js';

/** What `Path.at()` gives. */
export type { PathState };

/** The result of a plan: a path, or why there is none. A value of JavaScript: nothing of it needs to be freed. */
export class Path {
	/** Does it lead to the goal? */
	readonly found: boolean;
	/** Length times terrain costs, with penalties [tiles]. */
	readonly cost: number;
	/** [tiles] */
	readonly length: number;
	readonly start: Pose;
	private readonly bytes: Uint8Array<ArrayBuffer>;
	private list: Segment[] | undefined;

	/** @internal */
	constructor(
		private readonly m: Memory,
		path: number,
		readonly outcome: Outcome,
		readonly reason: Reason,
		/** The work of the search; the same on every machine. */
		readonly counters: Counters,
		cost: number,
		/** What the plan did; undefined for paths of other origin. */
		readonly report?: PlanReport,
	) {
		const at = offsets.fw_path;
		const view = m.view;
		const count = view.getInt32(path + at.count, true);
		this.found = outcome === 'found';
		this.cost = cost;
		this.length = view.getFloat64(path + at.length, true);
		this.start = m.read('fw_pose', path + at.start);
		this.bytes = m.bytes(view.getUint32(path + at.segments, true), count * m.size('fw_segment'));
	}

	/** @internal */
	static ofResult(m: Memory, result: number, report?: PlanReport): Path {
		const read = m.read('fw_result', result);
		const path = result + offsets.fw_result.path;
		return new Path(m, path, read.outcome, read.reason, read.counters, read.cost, report);
	}

	/** Another path for the same plan. @internal */
	remade(path: number): Path {
		return new Path(this.m, path, this.outcome, this.reason, this.counters, this.cost, this.report);
	}

	/** Calls `use` with a `fw_path` that only lasts for the call. @param to whose memory that must be @internal */
	lend<T>(use: (path: number) => T, to = this.m): T {
		const m = this.m;
		if (to !== m) {
			throw new FairwayError('the path is of another library', 'mismatch', 'mismatch', 'path');
		}
		const at = offsets.fw_path;
		return m.frame(() => {
			const path = m.take(m.size('fw_path'));
			const segments = m.put(this.bytes);
			m.c.fw_path_init(path, 0);
			m.view.setUint32(path + at.segments, segments, true);
			m.view.setInt32(path + at.count, this.count, true);
			m.view.setFloat64(path + at.length, this.length, true);
			m.write('fw_pose', path + at.start, this.start, 'start');
			return use(path);
		});
	}

	private get count(): number {
		return this.bytes.length / layouts.fw_segment!.size;
	}

	/** The lines, arcs and links, which join end to end. */
	get segments(): readonly Segment[] {
		this.list ??= this.lend((path) => {
			const first = this.m.view.getUint32(path + offsets.fw_path.segments, true);
			return Array.from({ length: this.count }, (_, i) =>
				this.m.read('fw_segment', first + i * this.m.size('fw_segment')),
			);
		});
		return this.list;
	}

	/** Why no path leads to the goal, as a sentence. */
	get reasonText(): string {
		return this.m.text(this.m.c.fw_reason_text(Memory.words('fw_reason').indexOf(this.reason)));
	}

	/**
	 * The path as points, for drawing. No chord of an arc is further from the arc than `deviation` [tiles, > 0].
	 */
	points(deviation = 0.05): Point[] {
		const m = this.m;
		return this.lend((path) => {
			const count = m.take(8);
			m.check(m.c.fw_path_points(path, deviation, 0, 0, count, m.refusal));
			const room = m.view.getInt32(count, true);
			const points = m.take(16 * room);
			m.check(m.c.fw_path_points(path, deviation, points, room, count, m.refusal));
			const flat = m.doubles(points, 2 * room);
			return Array.from({ length: room }, (_, i) => ({ x: flat[2 * i]!, y: flat[2 * i + 1]! }));
		});
	}

	/** Pose, curvature and gear at a distance from the start [tiles, clamped to the path]. */
	at(distance: number): PathState {
		return this.lend((path) =>
			this.m.readReturned('fw_path_state', (state) => this.m.c.fw_path_at(state, path, distance)),
		);
	}

	/** The pose before the first segment, heading where the unit first drives. */
	get begin(): Pose {
		return this.lend((path) => this.m.readReturned('fw_pose', (pose) => this.m.c.fw_path_begin(pose, path)));
	}

	/** The pose after the last segment. */
	get end(): Pose {
		return this.lend((path) => this.m.readReturned('fw_pose', (pose) => this.m.c.fw_path_end(pose, path)));
	}

	/** The angle that the unit turns in all [rad]. */
	get turnAngle(): number {
		return this.lend((path) => this.m.c.fw_path_turn_angle(path));
	}

	/** How often it turns. */
	get turnCount(): number {
		return this.lend((path) => this.m.c.fw_path_turn_count(path));
	}

	/** Of the exact bits of all segments; the same on every machine. */
	get hash(): bigint {
		return this.lend((path) => BigInt.asUintN(64, this.m.c.fw_path_hash(path)));
	}
}
