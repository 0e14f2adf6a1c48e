// SPDX-License-Identifier: MIT
import {
	offsets, type Capabilities, type ClearanceDef, type Event, type FixedAnglesDef, type FixedAnglesReport, type Gear,
	type HierarchyDef, type HierarchyEdge, type Link, type Plan, type PlannerUsage,
	type Point, type Pose, type ProfileDef, type Rect, type SearchOptions, type Segment, type Terrain,
	type Unit, type Violation,
} from './c.js';
import { FairwayError, Memory, Owned } from './memory.js';
import { Path } from './path.js';
import { Profile, Search } from './search.js';

export type UnitOptions = Partial<Unit>;

/** A plan. What it leaves out is as in `fw_default_plan()`; a `from` or `to` without heading may have any. */
export interface PlanOptions extends Partial<Omit<Plan, 'unit' | 'options'>> {
	unit?: UnitOptions;
	options?: Partial<SearchOptions>;
}

/** What to make a map from. Without terrains those of MovingAI maps. */
export interface MapOptions {
	/** [tiles] */
	width?: number;
	/** [tiles] */
	height?: number;
	terrains?: readonly Terrain[];
	/** The terrain of all tiles at first, by index. */
	fill?: number;
}

/** An index into the map's terrains, or a name such as 'water'. */
export type TerrainName = number | string;

/** The address of a `fw_unit`, until the end of the frame. */
export function putUnit(m: Memory, unit: UnitOptions, where = 'unit'): number {
	const at = m.take(m.size('fw_unit'));
	m.c.fw_default_unit(at);
	m.write('fw_unit', at, unit, where);
	return at;
}

function putPlan(m: Memory, plan: PlanOptions): number {
	const at = m.take(m.size('fw_plan'));
	m.c.fw_default_plan(at);
	m.write('fw_plan', at, plan, 'plan');
	return at;
}

export function putRect(m: Memory, rect: Partial<Rect>): number {
	const at = m.take(m.size('fw_rect'));
	m.write('fw_rect', at, { x: 0, y: 0, width: 1, height: 1, ...rect }, 'rect');
	return at;
}

/** The index of a terrain of a grid. */
export function findTerrain(m: Memory, grid: number, terrain: TerrainName): number {
	const found = typeof terrain === 'number' ? terrain : readTerrains(m, grid).findIndex((t) => t.name === terrain);
	if (!Number.isInteger(found) || found < 0 || found > 255) {
		throw new FairwayError(`the map has no terrain '${terrain}'`, 'unknown', 'name', 'terrain');
	}
	return found;
}

export function readTerrains(m: Memory, grid: number): Terrain[] {
	const count = m.c.fw_grid_terrain_count(grid);
	return Array.from({ length: count }, (_, i) => m.read('fw_terrain', m.c.fw_grid_terrain(grid, i)));
}

export function readTiles(m: Memory, grid: number): Uint8Array<ArrayBuffer> {
	const count = m.c.fw_grid_width(grid) * m.c.fw_grid_height(grid);
	return m.frame(() => {
		const tiles = m.take(count);
		m.c.js_tiles(grid, tiles);
		return m.bytes(tiles, count);
	});
}

function readRows(m: Memory, unit: number, segments: number, count: number): Int32Array<ArrayBuffer> {
	const parts = Array.from({ length: count }, (_, i) => {
		const segment = segments + i * m.size('fw_segment');
		const rows = m.c.fw_sweep_rows(unit, segment, 0, 0);
		return m.frame(() => {
			const at = m.take(12 * rows);
			m.c.fw_sweep_rows(unit, segment, at, rows);
			return new Int32Array(m.bytes(at, 12 * rows).buffer);
		});
	});
	const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
	let end = 0;
	for (const part of parts) {
		all.set(part, end);
		end += part.length;
	}
	return all;
}

/** One curve between two poses. */
export interface Move {
	/** At most three lines and arcs. */
	segments: Segment[];
	/** [tiles] */
	length: number;
	/** The rows of tiles that the unit touches: y, first x, last x of each. A row may be listed twice. */
	rows: Int32Array<ArrayBuffer>;
	/** May the unit enter all of them? */
	free: boolean;
}

// FW_WORDS_SIX
const ALL_WORDS = 0x3f;

/** A map with a planner. Tile (x, y) covers [x, x+1) by [y, y+1); y points down. */
export class GameMap extends Owned {
	private constructor(
		m: Memory,
		owner: Owned,
		/** @internal */
		readonly grid: number,
		private readonly planner: number,
		private readonly result: number,
	) {
		super(m, owner);
	}

	/** @internal */
	static make(m: Memory, owner: Owned, result: number, text: string | undefined, options: MapOptions): GameMap {
		const grid = m.frame(() => {
			const def = m.take(m.size('fw_grid_def'));
			const { terrains, ...rest } = options;
			m.c.fw_default_grid_def(def);
			m.write('fw_grid_def', def, rest, 'map');
			if (terrains !== undefined) {
				const size = m.size('fw_terrain');
				const table = m.take(size * terrains.length);
				new Uint8Array(m.c.memory.buffer).fill(0, table, table + size * terrains.length);
				terrains.forEach((t, i) => m.write('fw_terrain', table + i * size, t, `terrains[${i}]`));
				m.view.setUint32(def + offsets.fw_grid_def.terrains, table, true);
				m.view.setInt32(def + offsets.fw_grid_def.terrainCount, terrains.length, true);
			}
			if (text === undefined) {
				return m.handle((out) => m.c.fw_grid_create(def, out, m.refusal));
			}
			const bytes = new TextEncoder().encode(text);
			return m.handle((out) => m.c.fw_map_parse(m.put(bytes), bytes.length, def, out, m.refusal));
		});
		try {
			const planner = m.handle((out) => m.c.fw_planner_create(grid, 0, out, m.refusal));
			return new GameMap(m, owner, grid, planner, result);
		} catch (error) {
			m.c.fw_grid_destroy(grid);
			throw error;
		}
	}

	protected free(): void {
		this.m.c.fw_planner_destroy(this.planner);
		this.m.c.fw_grid_destroy(this.grid);
	}

	/** [tiles] */
	get width(): number {
		return this.alive().c.fw_grid_width(this.grid);
	}

	/** [tiles] */
	get height(): number {
		return this.alive().c.fw_grid_height(this.grid);
	}

	/** The number of edits, from 1. */
	get revision(): number {
		return Number(this.alive().c.fw_grid_revision(this.grid));
	}

	/** The table of terrains. */
	get terrains(): Terrain[] {
		return readTerrains(this.alive(), this.grid);
	}

	/** The terrain index of the tile with this point; 0 outside the map. */
	terrainAt(x: number, y: number): number {
		const inside = x >= 0 && y >= 0 && x < this.width && y < this.height;
		return inside ? this.m.c.fw_grid_get(this.grid, x, y) : 0;
	}

	/** The terrain index of all tiles, row by row. */
	tiles(): Uint8Array<ArrayBuffer> {
		return readTiles(this.alive(), this.grid);
	}

	/** Changes the terrain of a rectangle, which is clipped to the map; 1 by 1 without width and height. */
	fill(rect: Rect | Point, terrain: TerrainName): void {
		const m = this.alive();
		const index = findTerrain(m, this.grid, terrain);
		m.frame(() => m.check(m.c.fw_grid_fill(this.grid, putRect(m, rect), index, m.refusal)));
	}

	/** Sets a rectangle inside the map from terrain indices, row by row. */
	write(rect: Rect, tiles: Uint8Array): void {
		const m = this.alive();
		if (tiles.length !== rect.width * rect.height) {
			throw new FairwayError('tiles does not have an index for each tile of rect', 'argument', 'value', 'tiles');
		}
		m.frame(() => {
			const from = m.put(tiles);
			m.check(m.c.fw_grid_write(this.grid, putRect(m, rect), from, rect.width, m.refusal));
		});
	}

	/** Changes a terrain of the table, such as its cost. */
	setTerrain(terrain: TerrainName, change: Partial<Terrain>): void {
		const m = this.alive();
		const index = findTerrain(m, this.grid, terrain);
		m.frame(() => {
			const at = m.take(m.size('fw_terrain'));
			const old = m.c.fw_grid_terrain(this.grid, index);
			if (old === 0) {
				throw new FairwayError(`the map has no terrain '${terrain}'`, 'unknown', 'name', 'terrain');
			}
			new Uint8Array(m.c.memory.buffer).copyWithin(at, old, old + m.size('fw_terrain'));
			m.write('fw_terrain', at, change, 'terrain');
			m.check(m.c.fw_grid_set_terrain(this.grid, index, at, m.refusal));
		});
	}

	/** Adds an edge from one tile to another, such as a ferry. */
	addLink(link: Link): void {
		const m = this.alive();
		m.frame(() => {
			const at = m.take(m.size('fw_link'));
			m.write('fw_link', at, link, 'link');
			m.check(m.c.fw_grid_add_link(this.grid, at, m.refusal));
		});
	}

	/** Removes all links from one tile to another. */
	removeLinks(fromX: number, fromY: number, toX: number, toY: number): void {
		const m = this.alive();
		m.check(m.c.fw_grid_remove_links(this.grid, fromX, fromY, toX, toY, m.refusal));
	}

	/** Adds links and one-way tiles from the text of a file of links. */
	addLinks(text: string): void {
		const m = this.alive();
		const bytes = new TextEncoder().encode(text);
		m.frame(() => m.check(m.c.fw_links_parse(m.put(bytes), bytes.length, this.grid, m.refusal)));
	}

	/** The map as text, as a MovingAI `.map` file. */
	toText(): string {
		const m = this.alive();
		return m.frame(() => {
			const needed = m.take(8);
			m.check(m.c.fw_map_format(this.grid, 0, 0, needed, m.refusal));
			const size = m.view.getUint32(needed, true);
			const text = m.take(size);
			m.check(m.c.fw_map_format(this.grid, text, size, needed, m.refusal));
			return new TextDecoder().decode(m.bytes(text, size));
		});
	}

	/** Plans a path. A path that does not exist is no error: see `Path.found` and `Path.reasonText`. */
	plan(plan: PlanOptions): Path {
		const m = this.alive();
		return m.frame(() => {
			m.check(m.c.fw_planner_run(this.planner, putPlan(m, plan), this.result, m.refusal));
			const report = m.readReturned('fw_plan_report', (out) => m.c.fw_planner_report(out, this.planner));
			return Path.ofResult(m, this.result, report);
		});
	}

	/** Builds what a plan needs, so that `plan()` only searches. */
	prepare(plan: PlanOptions): void {
		const m = this.alive();
		m.frame(() => m.check(m.c.fw_planner_prepare(this.planner, putPlan(m, plan), m.refusal)));
	}

	/**
	 * Begins a plan in slices: call `step()` until `outcome` is no longer 'running'. @param listen the events whose
	 * nodes `Search.nodes()` gives.
	 */
	search(plan: PlanOptions, listen: readonly Event[] = []): Search {
		this.alive();
		return new Search(this.m, this, this.planner, this.result, (m) => putPlan(m, plan), listen);
	}

	/** What is wrong with a path for a unit, by the validator; nothing if it is legal. */
	check(path: Path, unit: UnitOptions): Violation[] {
		const m = this.alive();
		return path.lend((lent) => {
			const at = putUnit(m, unit);
			const count = m.take(8);
			m.check(m.c.fw_validate(this.grid, at, lent, 0, 0, 0, count, m.refusal));
			const room = m.view.getInt32(count, true);
			if (room === 0) {
				return [];
			}
			const size = m.size('fw_violation');
			const found = m.take(size * room);
			m.check(m.c.fw_validate(this.grid, at, lent, 0, found, room, count, m.refusal));
			return Array.from({ length: room }, (_, i) => m.read('fw_violation', found + i * size));
		}, m);
	}

	/** The rows of tiles that a unit touches along a path: y, first x, last x of each. A row may be listed twice. */
	swept(path: Path, unit: UnitOptions): Int32Array {
		const m = this.alive();
		return path.lend((lent) => {
			const at = putUnit(m, unit);
			m.check(m.c.fw_unit_check(at, m.refusal));
			return readRows(m, at, m.view.getUint32(lent + offsets.fw_path.segments, true), path.segments.length);
		}, m);
	}

	/**
	 * All curves that take a unit from one pose to another, shortest first: arc, line and arc, or three arcs, of its
	 * turning radius. Each is one hit-check: the tiles that it touches, and whether the unit may enter them all.
	 */
	moves(unit: UnitOptions, from: Pose, to: Pose, gear: Gear = 'forward'): Move[] {
		const m = this.alive();
		return m.frame(() => {
			const at = putUnit(m, unit);
			m.check(m.c.fw_unit_check(at, m.refusal));
			const { turningRadius } = m.read('fw_unit', at);
			const ends = [from, to].map((pose, i) => {
				const end = m.take(m.size('fw_pose'));
				const name = i === 0 ? 'from' : 'to';
				m.write('fw_pose', end, Object.assign({ heading: 0 }, pose), name);
				if (!(pose.x >= 0 && pose.y >= 0 && pose.x <= this.width && pose.y <= this.height)) {
					throw new FairwayError(`${name} is not on the map`, 'argument', 'value', name);
				}
				return end;
			});
			const size = m.size('fw_curve');
			const curves = m.take(6 * size);
			const back = Memory.words('fw_gear').indexOf(gear);
			if (back < 0) {
				throw new FairwayError(`there is no gear '${gear}'`, 'argument', 'value', 'gear');
			}
			const count = m.c.fw_curve_all(ends[0]!, ends[1]!, turningRadius, ALL_WORDS, back, curves);
			const segments = m.take(3 * m.size('fw_segment'));
			return Array.from({ length: count }, (_, i) => {
				const curve = curves + i * size;
				const parts = m.c.fw_curve_segments(curve, segments);
				return {
					segments: Array.from({ length: parts }, (_, j) =>
						m.read('fw_segment', segments + j * m.size('fw_segment')),
					),
					length: m.read('fw_curve', curve).length,
					rows: readRows(m, at, segments, parts),
					free: m.c.fw_sweep_curve(this.grid, at, curve) !== 0,
				};
			});
		});
	}

	/** The clearance of all tiles, row by row. */
	clearance(def: Partial<ClearanceDef> = {}): Uint8Array<ArrayBuffer> {
		const m = this.alive();
		return m.frame(() => {
			const at = m.take(m.size('fw_clearance_def'));
			m.c.fw_default_clearance_def(at);
			m.write('fw_clearance_def', at, def, 'clearance');
			const handle = m.handle((out) => m.c.fw_clearance_create(this.grid, at, out, m.refusal));
			try {
				const tiles = m.take(this.width * this.height);
				m.c.js_clearances(handle, this.width, this.height, tiles);
				return m.bytes(tiles, this.width * this.height);
			} finally {
				m.c.fw_clearance_destroy(handle);
			}
		});
	}

	/**
	 * The region of all tiles for a unit, row by row; 0 where it cannot stand. Of a unit with an outline, those of the
	 * largest disc inside it.
	 */
	regions(unit: UnitOptions): Uint32Array<ArrayBuffer> {
		const m = this.alive();
		return m.frame(() => {
			const given = putUnit(m, unit);
			m.check(m.c.fw_unit_check(given, m.refusal));
			const { size, capabilities } = m.read('fw_unit', given);
			const at = m.take(m.size('fw_space_def'));
			m.c.fw_default_space_def(at);
			const radius = size > 0 ? 0 : m.c.fw_unit_inner_radius(given);
			m.write('fw_space_def', at, { size, capabilities, radius, lattice: 'tiles' }, 'unit');
			const space = m.handle((out) => m.c.fw_space_create(this.grid, at, out, m.refusal));
			try {
				const tiles = m.take(4 * this.width * this.height);
				m.c.js_regions(space, this.width, this.height, tiles);
				return new Uint32Array(m.bytes(tiles, 4 * this.width * this.height).buffer);
			} finally {
				m.c.fw_space_destroy(space);
			}
		});
	}

	/** All edges of the abstract graph that a hierarchy of this map has. */
	hierarchyEdges(
		def: Partial<Omit<HierarchyDef, 'capabilities'>> & { capabilities?: Capabilities[] } = {},
	): HierarchyEdge[] {
		const m = this.alive();
		return m.frame(() => {
			const at = m.take(m.size('fw_hierarchy_def'));
			const { capabilities, sizes, ...rest } = def;
			m.c.fw_default_hierarchy_def(at);
			const bits = capabilities?.map((c) => (typeof c === 'string' ? m.capabilities(c, 'hierarchy') : c));
			const lists = { capabilities: bits, capabilityCount: bits?.length, sizes, sizeCount: sizes?.length };
			m.write('fw_hierarchy_def', at, { ...rest, ...lists }, 'hierarchy');
			const hierarchy = m.handle((out) => m.c.fw_hierarchy_create(this.grid, at, out, m.refusal));
			const count = m.take(8);
			const edges = m.c.js_edges(hierarchy, count);
			m.c.fw_hierarchy_destroy(hierarchy);
			try {
				const number = m.view.getInt32(count, true);
				if (number < 0) {
					throw m.out();
				}
				const size = m.size('fw_hierarchy_edge');
				return Array.from({ length: number }, (_, i) => m.read('fw_hierarchy_edge', edges + i * size));
			} finally {
				m.c.js_free(edges);
			}
		});
	}

	/** The path in lines of the few directions in which a unit was drawn, and how well that went. */
	fixedAngles(
		path: Path,
		unit: UnitOptions,
		def: Partial<FixedAnglesDef> = {},
	): { path: Path; report: FixedAnglesReport } {
		const m = this.alive();
		return path.lend((lent) => {
			const at = putUnit(m, unit);
			const smoother = m.take(m.size('fw_smoother'));
			const options = m.take(m.size('fw_fixed_angles_def'));
			const own = m.take(m.size('fw_path'));
			const report = m.take(m.size('fw_fixed_angles_report'));
			m.c.fw_default_fixed_angles_def(options);
			m.write('fw_fixed_angles_def', options, def, 'fixedAngles');
			m.check(m.c.fw_unit_check(at, m.refusal));
			m.check(m.c.fw_grid_add_layer(this.grid, m.read('fw_unit', at).capabilities, m.refusal));
			m.c.fw_default_smoother(smoother);
			m.view.setUint32(smoother + offsets.fw_smoother.grid, this.grid, true);
			m.view.setUint32(smoother + offsets.fw_smoother.unit, at, true);
			m.c.fw_path_init(own, 0);
			try {
				m.check(m.c.fw_path_copy(own, lent), false);
				m.check(m.c.fw_fixed_angles(smoother, options, own, report, m.refusal));
				return { path: path.remade(own), report: m.read('fw_fixed_angles_report', report) };
			} finally {
				m.c.fw_path_free(own);
			}
		}, m);
	}

	/**
	 * The fastest motion along a path. With `slowedByCosts` terrain costs slow the unit down.
	 */
	profile(
		path: Path,
		def: Partial<Omit<ProfileDef, 'unit'>> & { unit?: UnitOptions; slowedByCosts?: boolean } = {},
	): Profile {
		const m = this.alive();
		const { slowedByCosts, ...rest } = def;
		return path.lend((lent) => {
			const at = m.take(m.size('fw_profile_def'));
			m.c.fw_default_profile_def(at);
			m.write('fw_profile_def', at, rest, 'profile');
			m.view.setUint32(at + offsets.fw_profile_def.grid, slowedByCosts ? this.grid : 0, true);
			const handle = m.handle((out) => m.c.fw_profile_create(at, lent, out, m.refusal));
			return new Profile(m, this, handle);
		}, m);
	}

	/** The memory of the planner [bytes], without the map. */
	get usage(): PlannerUsage {
		const m = this.alive();
		return m.readReturned('fw_planner_usage', (out) => m.c.fw_planner_measure(out, this.planner));
	}
}
