// SPDX-License-Identifier: MIT
// What the page asks its worker, and what that answers: one row for each kind of question.
import type { Goal, Method, Pose, Reason, Segment, Terrain, ViolationKind } from 'fairway';
import type { Passes, Run } from './situation.js';
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
