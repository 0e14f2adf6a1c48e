// SPDX-License-Identifier: MIT
// In the worker: a path with all that reproduces it, for files.
import type { GameMap } from 'fairway';
import { planPath } from './planning.js';
import type { PlanAsk, Recipe } from './protocol.js';

export function recipe(map: GameMap, ask: PlanAsk): Recipe {
	const { path, plan, chosen } = planPath(map, ask);
	const { found, outcome, reasonText, segments, start, length, cost, counters, hash } = path;
	return {
		plan,
		sprites: found ? ask.passes.sprites : 0,
		mapText: map.toText(),
		terrains: map.terrains,
		chosen,
		found: found || (outcome === 'partial' && segments.length > 0),
		outcome,
		reasonText: found ? '' : reasonText,
		segments,
		start,
		length,
		cost,
		expanded: counters.expanded,
		generated: counters.generated,
		hash: hash.toString(16).padStart(16, '0'),
	};
}
