// SPDX-License-Identifier: MIT
// All that the page shows, as one plain value, and a store for it. What is not in here is not in the address.
import type { Goal, Pose } from 'fairway';
import { PRESETS, type UnitModel } from './unit.js';

/** A map of `maps.ts` by its key, or one that was opened: text that the library reads. */
export type MapChoice = { key: string } | { key: 'own'; title: string; text: string };

/** Tiles of a row that were painted. */
export interface Run {
	x: number;
	y: number;
	length: number;
	/** index of the terrain */
	terrain: number;
}

export interface Camera {
	/** the point of the map in the middle of the canvas [tiles] */
	x: number;
	y: number;
	/** pixels of CSS a tile */
	scale: number;
}

/** How paths are planned; names and values are those of the library's plan. */
export interface Passes {
	smooth: boolean;
	turning: 'none' | 'ignore' | 'along' | 'tighter' | 'backing' | 'recalculate';
	/** room to walls where there is some [tiles] */
	margin: number;
	/** of the heuristic; 0: as the method likes */
	weight: number;
	/** directions of sprites; 0: any */
	sprites: number;
}

/** A unit of a crowd. */
export interface CrowdUnit extends Pose {
	/** key of a preset, or 'unit' for the unit of the sliders, or the name of a kind of a scene that was opened */
	kind: string;
	/** of that kind */
	model?: UnitModel;
}

/** An order that a crowd begins with; words and shapes are those of the library. */
export interface CrowdOrder {
	kind: 'gather' | 'form' | 'patrol';
	shape: 'box' | 'line' | 'column' | 'wedge';
	to: Goal;
	/** indices into the crowd, rising */
	units: number[];
}

export type Mode = 'plan' | 'crowd';

export interface Situation {
	map: MapChoice;
	/** in rows, none over another */
	edits: Run[];
	/** of terrains, by name; those that are missing cost 1 */
	costs: Record<string, number>;
	unit: UnitModel;
	from: Pose;
	/** without heading: any */
	to: Goal;
	/** 1 to 4 names; the first is the one that drives */
	methods: string[];
	passes: Passes;
	/** keys of `view/overlays.ts` */
	overlays: string[];
	mode: Mode;
	crowd: CrowdUnit[];
	orders: CrowdOrder[];
	/** undefined: the whole map */
	view: Camera | undefined;
}

export const MOST_METHODS = 4;

export const DEFAULT: Readonly<Situation> = {
	map: { key: 'harbour' },
	edits: [],
	costs: {},
	unit: PRESETS.find((preset) => preset.key === 'ship')!.unit,
	from: { x: 12.5, y: 33.5, heading: 0 },
	to: { x: 54.5, y: 33.5, heading: -Math.PI / 2 },
	methods: ['auto', 'astar'],
	passes: { smooth: true, turning: 'none', margin: 0, weight: 0, sprites: 0 },
	overlays: [],
	mode: 'plan',
	crowd: [],
	orders: [],
	view: undefined,
};

export type Listener = (now: Readonly<Situation>, before: Readonly<Situation>) => void;

/** Holds the situation. Values are replaced, never changed in place, so that `===` tells what is new. */
export class Store {
	private now: Readonly<Situation>;
	private readonly listeners: Listener[] = [];

	constructor(first: Readonly<Situation>) {
		this.now = first;
	}

	get(): Readonly<Situation> {
		return this.now;
	}

	set(change: Partial<Situation>): void {
		const before = this.now;
		this.now = { ...before, ...change };
		for (const listener of this.listeners) {
			listener(this.now, before);
		}
	}

	subscribe(listener: Listener): void {
		this.listeners.push(listener);
	}
}
