// SPDX-License-Identifier: MIT
import {
	offsets, type Order, type Point, type Pose, type Rect, type Reason, type Stuck, type Terrain, type UnitState,
	type WorldDef, type WorldEvent, type WorldStats, type WorldUnitDef,
} from './c.js';
import {
	findTerrain, putRect, readTerrains, readTiles, type PlanOptions, type TerrainName, type UnitOptions,
} from './map.js';
import { Memory, Owned } from './memory.js';
import { Path } from './path.js';

/** A unit of a world. It never names another one, also after the unit was removed. */
export type UnitId = bigint;

/** How units of one class are and plan. */
export interface WorldUnitOptions extends Partial<Omit<WorldUnitDef, 'unit' | 'plan'>> {
	unit?: UnitOptions;
	plan?: PlanOptions;
}

/** An order. What it leaves out is as in `fw_default_order()`. */
export interface OrderOptions extends Partial<Order> {
	/** With shape 'own': the place of each unit from the goal, x ahead and y to the right [tiles]. */
	offsets?: readonly Point[];
}

/** What is known about one unit. */
export interface UnitInfo extends Pose {
	id: UnitId;
	/** [tiles/s] */
	speed: number;
	/** [tiles] */
	radius: number;
	state: UnitState;
	/** With state 'no-path'. */
	reason: Reason;
	/** With state 'stuck'. */
	stuck: Stuck;
}

// Who searched for a path of a world counts for its step.
const NO_WORK = {
	expanded: 0,
	generated: 0,
	reopened: 0,
	heapPushes: 0,
	heapPops: 0,
	hitChecks: 0,
	sightChecks: 0,
	field: 0,
};

/** Map, units, orders and edits as one object that a game steps. */
export class World extends Owned {
	private constructor(
		m: Memory,
		owner: Owned,
		private readonly world: number,
	) {
		super(m, owner);
	}

	/** @internal */
	static make(m: Memory, owner: Owned, grid: number, options: Partial<WorldDef>): World {
		const world = m.frame(() => {
			const def = m.take(m.size('fw_world_def'));
			m.c.fw_default_world_def(def);
			m.write('fw_world_def', def, options, 'world');
			m.view.setUint32(def + offsets.fw_world_def.grid, grid, true);
			return m.handle((out) => m.c.fw_world_create(def, out, m.refusal));
		});
		return new World(m, owner, world);
	}

	/** @internal */
	static load(m: Memory, owner: Owned, bytes: Uint8Array): World {
		const world = m.frame(() => {
			const at = m.put(bytes);
			return m.handle((out) => m.c.fw_world_parse(at, bytes.length, 0, out, m.refusal));
		});
		return new World(m, owner, world);
	}

	protected free(): void {
		this.m.c.fw_world_destroy(this.world);
	}

	/** Adds units of one class at a standstill: all of them or none. Long for the first units of a class. */
	add(options: WorldUnitOptions, poses: readonly (Point | Pose)[]): UnitId[] {
		const m = this.alive();
		return m.frame(() => {
			const def = m.take(m.size('fw_world_unit_def'));
			m.c.fw_default_world_unit_def(def);
			m.write('fw_world_unit_def', def, options, 'units');
			const size = m.size('fw_pose');
			const at = m.take(size * poses.length);
			poses.forEach((pose, i) => m.write('fw_pose', at + i * size, { heading: 0, ...pose }, `poses[${i}]`));
			const ids = m.take(8 * poses.length);
			m.check(m.c.fw_world_add(this.world, def, at, poses.length, ids, m.refusal));
			return [...new BigUint64Array(m.bytes(ids, 8 * poses.length).buffer)];
		});
	}

	/** Takes units off the map: all of them or none. */
	remove(ids: readonly UnitId[]): void {
		const m = this.alive();
		m.frame(() => m.check(m.c.fw_world_remove(this.world, this.putIds(ids), ids.length, m.refusal)));
	}

	/** Lets units drive at most at a part of their top speed from now on [0.1..1]: all of them or none. */
	pace(ids: readonly UnitId[], pace: number): void {
		const m = this.alive();
		m.frame(() => m.check(m.c.fw_world_pace(this.world, this.putIds(ids), ids.length, pace, m.refusal)));
	}

	private putIds(ids: readonly UnitId[]): number {
		return this.m.put(new Uint8Array(BigUint64Array.from(ids).buffer));
	}

	/** Gives an order to units, in place of their earlier ones: to all of them or to none. */
	order(ids: readonly UnitId[], order: OrderOptions): void {
		const m = this.alive();
		const { offsets: places, ...rest } = order;
		m.frame(() => {
			const at = m.take(m.size('fw_order'));
			m.c.fw_default_order(at);
			m.write('fw_order', at, rest, 'order');
			if (places !== undefined) {
				if (places.length !== ids.length) {
					throw new RangeError('offsets must have one point for each unit');
				}
				const flat = Float64Array.from(places.flatMap((p) => [p.x, p.y]));
				const list = m.put(new Uint8Array(flat.buffer));
				m.view.setUint32(at + offsets.fw_order.offsets, list, true);
			}
			m.check(m.c.fw_world_order(this.world, this.putIds(ids), ids.length, at, m.refusal));
		});
	}

	/** Changes the terrain of a rectangle, when no unit needs the ground. Gives the number of the edit. */
	edit(rect: Rect | Point, terrain: TerrainName): number {
		const m = this.alive();
		const index = findTerrain(m, this.grid, terrain);
		return m.frame(() => {
			const edit = m.take(8);
			m.check(m.c.fw_world_edit(this.world, putRect(m, rect), index, edit, m.refusal));
			return Number(m.view.getBigInt64(edit, true));
		});
	}

	/** Takes back an edit that waits, by its number. */
	cancelEdit(edit: number): void {
		const m = this.alive();
		m.check(m.c.fw_world_cancel_edit(this.world, BigInt(edit), m.refusal));
	}

	/** Advances the world by a frame [s, 1e-9..0.25], and gives what has happened. */
	step(seconds: number): WorldEvent[] {
		const m = this.alive();
		m.check(m.c.fw_world_step(this.world, seconds, m.refusal));
		return this.events();
	}

	/** What happened in the last step. */
	events(): WorldEvent[] {
		const m = this.alive();
		return m.frame(() => {
			const count = m.take(8);
			const events = m.c.fw_world_events(this.world, count);
			const size = m.size('fw_world_event');
			const number = m.view.getInt32(count, true);
			return Array.from({ length: number }, (_, i) => m.read('fw_world_event', events + i * size));
		});
	}

	/** The number of units. */
	get count(): number {
		const m = this.alive();
		m.c.fw_world_units(m.returned, this.world);
		return m.view.getInt32(m.returned + offsets.fw_unit_arrays.count, true);
	}

	/** The bytes of one of the arrays of all units. */
	private array(member: keyof typeof offsets.fw_unit_arrays, size: number): ArrayBuffer {
		const count = this.count;
		const at = this.m.view.getUint32(this.m.returned + offsets.fw_unit_arrays[member], true);
		return this.m.bytes(at, size * count).buffer;
	}

	private wordsOf(member: 'state' | 'reason' | 'stuck', type: string): any[] {
		return Array.from(new Int32Array(this.array(member, 4)), (value) => Memory.words(type)[value]);
	}

	/**
	 * x, y and heading of all units one after the other, in the order in which they were added. @param into is filled
	 * and returned if it has room for them exactly.
	 */
	poses(into?: Float64Array): Float64Array {
		const m = this.alive();
		const size = 3 * this.count;
		return m.frame(() => {
			const at = m.take(8 * size);
			m.c.js_poses(this.world, at);
			const poses = into?.length === size ? into : new Float64Array(size);
			poses.set(new Float64Array(m.c.memory.buffer, at, size));
			return poses;
		});
	}

	/** All ids, in the order of `poses()`; so are those below. */
	ids(): BigUint64Array {
		return new BigUint64Array(this.array('ids', 8));
	}

	/** [tiles/s] */
	speeds(): Float64Array {
		return new Float64Array(this.array('speed', 8));
	}

	/** [tiles] */
	radii(): Float64Array {
		return new Float64Array(this.array('radius', 8));
	}

	states(): UnitState[] {
		return this.wordsOf('state', 'fw_unit_state');
	}

	/** All units as objects: for a few; `poses()` and the like are faster. */
	units(): UnitInfo[] {
		const [ids, poses, states] = [this.ids(), this.poses(), this.states()];
		const [speeds, radii] = [this.speeds(), this.radii()];
		const reasons: Reason[] = this.wordsOf('reason', 'fw_reason');
		const stuck: Stuck[] = this.wordsOf('stuck', 'fw_stuck');
		return Array.from(ids, (id, i) => ({
			id,
			x: poses[3 * i]!,
			y: poses[3 * i + 1]!,
			heading: poses[3 * i + 2]!,
			speed: speeds[i]!,
			radius: radii[i]!,
			state: states[i]!,
			reason: reasons[i]!,
			stuck: stuck[i]!,
		}));
	}

	/** The index of a unit in `poses()`, or -1. */
	find(unit: UnitId): number {
		return this.alive().c.fw_world_find(this.world, unit);
	}

	/** The last path that a unit was given; undefined if it is no unit of the world. Empty before the first. */
	path(unit: UnitId): Path | undefined {
		const m = this.alive();
		const path = m.c.fw_world_path(this.world, unit);
		return path === 0 ? undefined : new Path(m, path, 'found', 'none', NO_WORK, NaN);
	}

	/**
	 * What a unit was last ordered, without `offsets`, and where it is to stand in the end; undefined if it has no
	 * order, or is no unit of the world.
	 */
	lastOrder(unit: UnitId): { order: Order; place: Pose } | undefined {
		const m = this.alive();
		return m.frame(() => {
			const at = m.take(m.size('fw_order'));
			const place = m.take(m.size('fw_pose'));
			if (!m.c.fw_world_last_order(this.world, unit, at, place)) {
				return undefined;
			}
			const order: Order = m.read('fw_order', at);
			const any = m.view.getUint8(at + offsets.fw_order.goalAnyHeading) !== 0;
			const to = any ? { x: order.to.x, y: order.to.y } : order.to;
			return { order: { ...order, to }, place: m.read('fw_pose', place) };
		});
	}

	private get grid(): number {
		return this.alive().c.fw_world_grid(this.world);
	}

	/** The terrain index of all tiles as they are now, row by row. */
	tiles(): Uint8Array<ArrayBuffer> {
		return readTiles(this.m, this.grid);
	}

	get terrains(): Terrain[] {
		return readTerrains(this.m, this.grid);
	}

	/** The number of edits that were made, from 1. */
	get revision(): number {
		return Number(this.m.c.fw_grid_revision(this.grid));
	}

	/** The sum of all steps [s]. */
	get time(): number {
		return this.alive().c.fw_world_time(this.world);
	}

	/** Of the exact bits of all units; the same on every machine. */
	get hash(): bigint {
		return BigInt.asUintN(64, this.alive().c.fw_world_hash(this.world));
	}

	/** The work that it does. */
	get stats(): WorldStats {
		const m = this.alive();
		return m.readReturned('fw_world_stats', (out) => m.c.fw_world_measure(out, this.world));
	}

	/** The memory that it holds [bytes]. */
	get memory(): number {
		return this.alive().c.fw_world_memory(this.world);
	}

	/** The world as bytes, for `Fairway.load()` and the C library. Searches under way begin again, here too. */
	save(): Uint8Array<ArrayBuffer> {
		const m = this.alive();
		return m.frame(() => {
			const needed = m.take(8);
			m.check(m.c.fw_world_format(this.world, 0, 0, needed, m.refusal));
			const size = m.view.getUint32(needed, true);
			const bytes = m.take(size);
			m.check(m.c.fw_world_format(this.world, bytes, size, needed, m.refusal));
			return m.bytes(bytes, size);
		});
	}
}
