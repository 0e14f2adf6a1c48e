// SPDX-License-Identifier: MIT
// What can be dragged in plan mode: the unit, its goal, and a knob that turns each.
import type { Goal, Point } from 'fairway';
import type { Situation } from './situation.js';
import { middleOf, reachOf } from './unit.js';

export interface Handle {
	of: 'from' | 'to';
	turns: boolean;
	at: Point;
	/** the middle that it turns about */
	pivot: Point;
	/** for the reader */
	label: string;
}

/** Pixels between the unit and the knob that turns it. */
const STALK = 22;

/** @param scale pixels a tile */
export function handlesOf(situation: Readonly<Situation>, scale: number): Handle[] {
	const { unit } = situation;
	const middle = middleOf(unit);
	const reach = reachOf(unit) + STALK / scale;
	return (['to', 'from'] as const).flatMap((of): Handle[] => {
		const pose: Goal = situation[of];
		const pivot = { x: pose.x + middle, y: pose.y + middle };
		const name = of === 'from' ? 'unit' : 'goal';
		const moves: Handle = { of, turns: false, at: pivot, pivot, label: `Move the ${name}` };
		if (unit.shape === 'square' || pose.heading === undefined) {
			return [moves];
		}
		const at = {
			x: pivot.x + reach * Math.cos(pose.heading),
			y: pivot.y + reach * Math.sin(pose.heading),
		};
		return [moves, { of, turns: true, at, pivot, label: `Turn the ${name}` }];
	});
}

/** What changes when a handle is dragged to a point. */
export function dragged(situation: Readonly<Situation>, handle: Handle, to: Point): Partial<Situation> {
	const pose: Goal = situation[handle.of];
	const round = (value: number) => Math.round(value * 20) / 20;
	const middle = middleOf(situation.unit);
	const next: Goal = handle.turns
		? { ...pose, heading: snapped(Math.atan2(to.y - handle.pivot.y, to.x - handle.pivot.x)) }
		: { ...pose, x: round(to.x - middle), y: round(to.y - middle) };
	return handle.of === 'from' ? { from: { heading: 0, ...next } } : { to: next };
}

/** Whole degrees, and right angles where nearly so. */
function snapped(heading: number): number {
	const degrees = Math.round((heading * 180) / Math.PI);
	const right = Math.round(degrees / 45) * 45;
	return ((Math.abs(degrees - right) <= 3 ? right : degrees) * Math.PI) / 180;
}
