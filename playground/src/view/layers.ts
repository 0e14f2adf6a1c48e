// SPDX-License-Identifier: MIT
// What a layer of the canvas gets to draw with.
import type { Ground } from '../ground.js';
import type { PlanAnswer } from '../protocol.js';
import type { Camera, Situation } from '../situation.js';

/** The context is scaled to tiles: tile (x, y) covers [x, x+1) by [y, y+1). */
export interface Scene {
	context: CanvasRenderingContext2D;
	ground: Ground;
	situation: Readonly<Situation>;
	camera: Camera;
	/** length of a pixel of CSS [tiles] */
	pixel: number;
	/** the tiles that can be seen */
	left: number;
	top: number;
	right: number;
	bottom: number;
	/** by the index of the method */
	paths: readonly (PlanAnswer | undefined)[];
	/** a search is shown instead of the paths */
	filming: boolean;
	/** of the page [ms], for what moves */
	now: number;
}

export interface Layer {
	draw(scene: Scene): void;
	/** while it moves, frames go on */
	moving?(): boolean;
}
