// SPDX-License-Identifier: MIT
// The worker: owns the library, the map, one search and one world, and answers questions one after the other.
import { FairwayError, loadFairway, type Fairway, type GameMap, type Search, type Segment } from 'fairway';
import { Crowd } from './crowdroom.js';
import { fit, Planner } from './planning.js';
import { DRIVE_RATE, type Answer, type Ask, type Kind, type Question, type Reply } from './protocol.js';
import { recipe } from './records.js';
import type { Run } from './situation.js';
import { OVERLAYS } from './view/overlays.js';

/** What the worker holds. */
export interface Room {
	fw: Fairway;
	/** throws if there is none yet */
	readonly map: GameMap;
	/** of that map */
	readonly planner: Planner;
	search: Search | undefined;
	crowd: Crowd | undefined;
}

class Workroom implements Room {
	search: Search | undefined;
	crowd: Crowd | undefined;
	private current: GameMap | undefined;
	private plans: Planner | undefined;

	constructor(readonly fw: Fairway) {}

	get map(): GameMap {
		if (this.current === undefined) {
			throw new Error('there is no map yet');
		}
		return this.current;
	}

	get planner(): Planner {
		this.plans ??= new Planner(this.map);
		return this.plans;
	}

	setMap(map: GameMap): void {
		// To dispose of a map ends its search.
		this.search = undefined;
		this.endCrowd();
		this.current?.dispose();
		this.current = map;
		this.plans = undefined;
	}

	endCrowd(): void {
		this.crowd?.dispose();
		this.crowd = undefined;
	}

	mustHaveCrowd(): Crowd {
		if (this.crowd === undefined) {
			throw new Error('there is no crowd yet');
		}
		return this.crowd;
	}

	endSearch(): void {
		this.search?.dispose();
		this.search = undefined;
	}
}

function paint(map: GameMap, runs: readonly Run[]): void {
	for (const { x, y, length, terrain } of runs) {
		map.fill({ x, y, width: length, height: 1 }, terrain);
	}
}

function price(map: GameMap, costs: Record<string, number>): void {
	for (const { name } of map.terrains) {
		map.setTerrain(name, { cost: costs[name] ?? 1 });
	}
}

/** The path so far; nothing for the methods that have none. */
function bestSegments(search: Search): readonly Segment[] {
	try {
		return search.best().segments;
	} catch (error) {
		if (error instanceof FairwayError && error.status === 'unsupported') {
			return [];
		}
		throw error;
	}
}

const handlers: { [K in Kind]: (room: Workroom, ask: Ask<K>) => Answer<K> } = {
	hello: ({ fw }) => ({ version: fw.version, methods: fw.methods }),
	map: (room, { text, edits, costs }) => {
		const map = room.fw.map(text);
		const base = map.tiles();
		try {
			paint(map, edits);
			price(map, costs);
		} catch (error) {
			map.dispose();
			throw error;
		}
		room.setMap(map);
		return { width: map.width, height: map.height, terrains: map.terrains, base, tiles: map.tiles() };
	},
	edit: (room, runs) => {
		paint(room.map, runs);
		room.crowd?.edit(runs);
		return null;
	},
	costs: (room, costs) => {
		price(room.map, costs);
		return null;
	},
	plan: (room, ask) => room.planner.plan(ask),
	check: (room, ask) => room.planner.check(ask),
	drive: (room, ask) => room.planner.drive(ask, DRIVE_RATE),
	recipe: (room, ask) => recipe(room.map, ask),
	read: ({ fw }, text) => {
		using map = fw.map(text);
		return { width: map.width, height: map.height, terrains: map.terrains, tiles: map.tiles() };
	},
	'film-begin': (room, ask) => {
		room.endSearch();
		return fit(ask, ({ plan, note }) => {
			room.search = room.map.search(plan, ['expand']);
			return { note };
		});
	},
	'film-step': ({ search }, { expansions }) => {
		if (search === undefined) {
			return { done: true, expanded: 0, nodes: new Float64Array(), segments: [] };
		}
		const running = search.outcome === 'running' && search.step(expansions) === 'running';
		const { path } = search;
		const segments = running ? bestSegments(search) : path.segments;
		return { done: !running, expanded: path.counters.expanded, nodes: search.nodes('expand'), segments };
	},
	'film-end': (room) => {
		room.endSearch();
		return null;
	},
	'crowd-begin': (room, ask) => {
		room.endCrowd();
		room.crowd = new Crowd(room.fw, room.map);
		return room.crowd.add(ask);
	},
	'crowd-add': (room, ask) => room.mustHaveCrowd().add(ask),
	'crowd-order': (room, ask) => ({ note: room.mustHaveCrowd().order(ask) }),
	'crowd-step': (room, { steps, paths }) => room.mustHaveCrowd().step(steps, paths),
	overlay: (room, { key, plan }) => {
		const overlay = OVERLAYS.find((one) => one.key === key);
		if (overlay === undefined) {
			throw new Error(`there is no overlay ${key}`);
		}
		return overlay.ask(room, plan);
	},
};

const ready = loadFairway().then((fw) => new Workroom(fw));

self.onmessage = async ({ data }: MessageEvent<Question>) => {
	const reply: Reply = { id: data.id };
	try {
		const room = await ready;
		reply.answer = (handlers[data.kind] as (room: Workroom, ask: unknown) => unknown)(room, data.ask);
	} catch (error) {
		reply.error = error instanceof Error ? error.message : String(error);
	}
	self.postMessage(reply);
};
