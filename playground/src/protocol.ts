// SPDX-License-Identifier: MIT
// What the page asks its worker, and what that answers: one row for each kind of question.
import type {
	Goal, Method, Outcome, PlanOptions, Pose, Reason, Segment, Terrain, UnitState, ViolationKind, WorldEventKind,
} from 'fairway';
import type { CrowdOrder, CrowdUnit, Passes, Run } from './situation.js';
import type { UnitModel } from './unit.js';

/** Poses of a drive a second. */
export const DRIVE_RATE = 30;

/** A path to plan. */
export interface PlanAsk {
	unit: UnitModel;
	from: Pose;
	to: Goal;
	method: string;
	passes: Passes;
}

/** A mistake of a path, for the unit as it is. */
export interface Fault {
	kind: ViolationKind;
	x: number;
	y: number;
}

export interface PlanAnswer {
	method: string;
	/** what the planner chose */
	chosen: string;
	found: boolean;
	/** leads to the goal or only near it */
	partial: boolean;
	/** why there is none; 'none' also if the plan was refused */
	reason: Reason;
	/** the same, or the refusal, as a sentence */
	why: string;
	/** for what the method planned, if it cannot plan for the unit as it is */
	note: string;
	segments: readonly Segment[];
	start: Pose;
	/** [tiles] */
	length: number;
	/** of driving it [s] */
	seconds: number;
	/** of search and passes [ms] */
	milliseconds: number;
	/** of all that the worker did for the answer [ms] */
	work: number;
	expanded: number;
	/** of the path, for the unit as it is; undefined: not known yet, since it takes long */
	faults: Fault[] | undefined;
	/** the page has a newer plan that waits */
	stale?: true;
}

export interface MapAsk {
	/** as the library reads it */
	text: string;
	edits: Run[];
	costs: Record<string, number>;
}

export interface MapAnswer {
	width: number;
	height: number;
	terrains: Terrain[];
	/** before the edits, and after them */
	base: Uint8Array<ArrayBuffer>;
	tiles: Uint8Array<ArrayBuffer>;
}

export interface FilmStep {
	done: boolean;
	expanded: number;
	/** x, y and heading of each expanded node, those of the node before it, g, h */
	nodes: Float64Array<ArrayBuffer>;
	/** the path so far, or the path */
	segments: readonly Segment[];
}

export interface CrowdAsk {
	units: CrowdUnit[];
	/** what kind 'unit' is */
	unit: UnitModel;
}

/** Which of the units found room, and those that are other than asked for: discs, if worlds take no outline. */
export interface CrowdAnswer {
	placed: boolean[];
	models: UnitModel[];
}

export interface OrderAsk {
	kind: 'gather' | 'form' | 'patrol' | 'follow' | 'stop' | 'hold';
	shape?: CrowdOrder['shape'];
	to?: Goal;
	leader?: number;
	/** indices */
	units: number[];
}

/** What a unit does, by the word of the library. */
export interface Happening {
	unit: number;
	kind: WorldEventKind;
	text: string;
}

export interface CrowdFrame {
	/** [s] */
	time: number;
	/** x, y and heading of each unit */
	poses: Float64Array<ArrayBuffer>;
	states: UnitState[];
	happened: Happening[];
	/** edits that wait until nobody needs the ground */
	edits: number;
	/** of the units that were asked for, in that order */
	paths: (readonly Segment[])[];
	/** of the worker for these steps [ms] */
	work: number;
}

/** All that is needed to save a path. */
export interface Recipe {
	/** as the library took it, with nothing left to relax */
	plan: PlanOptions;
	/** directions of sprites that the path was bent to; 0: any */
	sprites: number;
	/** with the edits, as the text of a file; costs are not in it */
	mapText: string;
	terrains: Terrain[];
	/** what the planner chose */
	chosen: string;
	found: boolean;
	outcome: Outcome;
	/** why no path leads to the goal */
	reasonText: string;
	segments: readonly Segment[];
	start: Pose;
	/** [tiles] */
	length: number;
	cost: number;
	expanded: number;
	generated: number;
	/** of the bits of the path, 16 digits */
	hash: string;
}

/** All kinds of questions: what is asked, and what is answered. */
export interface Asks {
	/** loads the library */
	hello: [null, { version: string; methods: readonly Method[] }];
	map: [MapAsk, MapAnswer];
	edit: [Run[], null];
	costs: [Record<string, number>, null];
	plan: [PlanAsk, PlanAnswer];
	/** the faults of the path of a plan */
	check: [PlanAsk, Fault[]];
	/** poses on the path of a plan: x, y, heading `DRIVE_RATE` a second */
	drive: [PlanAsk, Float64Array<ArrayBuffer>];
	'film-begin': [PlanAsk, { note: string }];
	'film-step': [{ expansions: number }, FilmStep];
	'film-end': [null, null];
	/** the path of a plan, for files */
	recipe: [PlanAsk, Recipe];
	/** reads a map without showing it */
	read: [string, Omit<MapAnswer, 'base'>];
	/** makes a world on the map as it is */
	'crowd-begin': [CrowdAsk, CrowdAnswer];
	/** more units, after those there are */
	'crowd-add': [CrowdAsk, CrowdAnswer];
	/** the note says what units with an outline cannot do */
	'crowd-order': [OrderAsk, { note: string }];
	'crowd-step': [{ steps: number; paths: number[] }, CrowdFrame];
	/** what an overlay of `view/overlays.ts` shows */
	overlay: [{ key: string; plan: PlanAsk }, object];
}

export type Kind = keyof Asks;
export type Ask<K extends Kind> = Asks[K][0];
export type Answer<K extends Kind> = Asks[K][1];

/** To the worker. */
export interface Question<K extends Kind = Kind> {
	id: number;
	kind: K;
	ask: Ask<K>;
}

/** From the worker. */
export interface Reply {
	id: number;
	answer?: unknown;
	/** a sentence, if it was refused */
	error?: string;
}
