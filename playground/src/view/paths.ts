// SPDX-License-Identifier: MIT
// Draws paths as the exact lines and arcs that they are, with the ground that the unit covers and where it is at fault.
import type { Segment } from 'fairway';
import type { PlanAnswer } from '../protocol.js';
import { halfWidthOf, middleOf } from '../unit.js';
import type { Layer, Scene } from './layers.js';
import { color, pathColor } from './theme.js';

/** Adds segments to the current path of the context. */
export function trace(context: CanvasRenderingContext2D, segments: readonly Segment[]): void {
	let at: { x: number; y: number } | undefined;
	for (const segment of segments) {
		const { kind, from, to, center, radius, start, sweep } = segment;
		if (at === undefined || Math.hypot(at.x - from.x, at.y - from.y) > 1e-6) {
			context.moveTo(from.x, from.y);
		}
		if (kind === 'arc') {
			context.arc(center.x, center.y, radius, start, start + sweep, sweep < 0);
		} else if (kind === 'line') {
			context.lineTo(to.x, to.y);
		} else {
			context.moveTo(to.x, to.y);
		}
		at = to;
	}
}

export function strokePath(
	scene: Scene,
	segments: readonly Segment[],
	style: string,
	width: number,
	dash: readonly number[] = [],
): void {
	const { context, pixel } = scene;
	context.beginPath();
	trace(context, segments);
	context.strokeStyle = style;
	context.lineWidth = width;
	context.lineJoin = 'round';
	context.lineCap = 'round';
	context.setLineDash(dash.map((length) => length * pixel));
	context.stroke();
	context.setLineDash([]);
}

function drawLine(scene: Scene, path: PlanAnswer, index: number): void {
	const { pixel } = scene;
	// Where paths lie over one another, each later one is seen on both sides of those before it.
	const width = (3.5 + 3.5 * index) * pixel;
	strokePath(scene, path.segments, color('halo'), width + 2 * pixel);
	const forward = path.segments.filter((s) => s.gear === 'forward');
	const back = path.segments.filter((s) => s.gear === 'reverse');
	strokePath(scene, forward, pathColor(index), width);
	strokePath(scene, back, pathColor(index), width, [1, 8 + 4 * index]);
}

const MOST_MARKS = 300;

function drawFaults({ context, pixel }: Scene, path: PlanAnswer): void {
	for (const { kind, x, y } of (path.faults ?? []).slice(0, MOST_MARKS)) {
		const hit = kind === 'collision' || kind === 'outside';
		context.beginPath();
		context.arc(x, y, (hit ? 7 : 4) * pixel, 0, 2 * Math.PI);
		if (hit) {
			context.strokeStyle = color('fault');
			context.lineWidth = 2.5 * pixel;
			context.stroke();
		} else {
			context.fillStyle = color('corner');
			context.fill();
		}
	}
}

export const pathLayer: Layer = {
	draw(scene) {
		const { context, situation, paths, filming } = scene;
		if (situation.mode !== 'plan' || filming) {
			return;
		}
		const middle = middleOf(situation.unit);
		context.save();
		context.translate(middle, middle);
		const main = paths[0];
		if (main?.found) {
			context.globalAlpha = 0.16;
			strokePath(scene, main.segments, pathColor(0), 2 * halfWidthOf(situation.unit));
			context.globalAlpha = 1;
		}
		for (let i = paths.length - 1; i >= 0; i--) {
			const path = paths[i];
			if (path?.found) {
				context.globalAlpha = path.stale ? 0.3 : 1;
				drawLine(scene, path, i);
			}
		}
		context.globalAlpha = 1;
		paths.forEach((path) => path?.found && !path.stale && drawFaults(scene, path));
		context.restore();
	},
};
