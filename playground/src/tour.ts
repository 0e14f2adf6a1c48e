// SPDX-License-Identifier: MIT
// The scenes of the tour: a situation and its text, one row each.
import type { Situation } from './situation.js';

export interface TourScene {
	key: string;
	title: string;
	/** two or three short sentences */
	text: string;
	situation: Situation;
}

export const TOUR: readonly TourScene[] = [];
