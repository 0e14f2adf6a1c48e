// SPDX-License-Identifier: MIT
// The overlays, one row each: what the worker computes for it, and how that is drawn.
import type { PlanAsk } from '../protocol.js';
import type { Room } from '../worker.js';
import type { Scene } from './layers.js';

export interface Overlay<Data = unknown> {
	key: string;
	label: string;
	/** one sentence for the reader */
	sentence: string;
	/** runs in the worker; what it gives is posted */
	ask(room: Room, plan: PlanAsk): Data;
	draw(scene: Scene, data: Data): void;
}

/** Checks that `draw` takes what `ask` gives, and forgets the type. */
export function overlay<Data>(row: Overlay<Data>): Overlay {
	return row as Overlay;
}

export const OVERLAYS: readonly Overlay[] = [];
