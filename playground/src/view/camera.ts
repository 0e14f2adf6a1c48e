// SPDX-License-Identifier: MIT
// From tiles to pixels of the canvas and back.
import type { Point } from 'fairway';
import type { Area } from '../ground.js';
import type { Camera } from '../situation.js';

export const LEAST_SCALE = 0.25;
export const MOST_SCALE = 96;

/** The canvas, and what of it lies under bars [pixels of CSS]. */
export interface Frame {
	width: number;
	height: number;
	above: number;
	below: number;
}

export function toScreen(camera: Camera, frame: Frame, at: Point): Point {
	return {
		x: (at.x - camera.x) * camera.scale + frame.width / 2,
		y: (at.y - camera.y) * camera.scale + frame.height / 2,
	};
}

export function toMap(camera: Camera, frame: Frame, at: Point): Point {
	return {
		x: (at.x - frame.width / 2) / camera.scale + camera.x,
		y: (at.y - frame.height / 2) / camera.scale + camera.y,
	};
}

/** The camera that shows a part of a map between the bars. */
export function fittedTo(frame: Frame, { x, y, width, height }: Area): Camera {
	const free = Math.max(1, frame.height - frame.above - frame.below);
	const scale = Math.max(LEAST_SCALE, Math.min(MOST_SCALE, (frame.width - 24) / width, free / height));
	return { x: x + width / 2, y: y + height / 2 + (frame.below - frame.above) / 2 / scale, scale };
}

/** The same for a whole map. */
export function fitted(frame: Frame, width: number, height: number): Camera {
	return fittedTo(frame, { x: 0, y: 0, width, height });
}

/** The same point of the map stays under `at`. */
export function zoomed(camera: Camera, frame: Frame, at: Point, factor: number): Camera {
	const scale = Math.max(LEAST_SCALE, Math.min(MOST_SCALE, camera.scale * factor));
	const fixed = toMap(camera, frame, at);
	const moved = toMap({ ...camera, scale }, frame, at);
	return { x: camera.x + fixed.x - moved.x, y: camera.y + fixed.y - moved.y, scale };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
	return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}
