// SPDX-License-Identifier: MIT
// Draws units with their true outline, the goal, and the handles that can be dragged.
import type { Goal, Pose } from 'fairway';
import { handlesOf, type Handle } from '../handles.js';
import { middleOf, outlineOf, reachOf, wordOf, type UnitModel } from '../unit.js';
import type { Layer, Scene } from './layers.js';
import { color, pathColor } from './theme.js';

/** Adds the outline of a unit at a pose to the current path of the context. */
export function traceUnit(context: CanvasRenderingContext2D, unit: UnitModel, pose: Pose): void {
	if (unit.shape === 'square') {
		context.rect(pose.x - 0.5, pose.y - 0.5, unit.size, unit.size);
		return;
	}
	const corners = outlineOf(unit);
	if (corners.length === 0) {
		context.moveTo(pose.x + unit.radius, pose.y);
		context.arc(pose.x, pose.y, unit.radius, 0, 2 * Math.PI);
		return;
	}
	const cos = Math.cos(pose.heading);
	const sin = Math.sin(pose.heading);
	corners.forEach(({ x, y }, i) => {
		const at = [pose.x + x * cos - y * sin, pose.y + x * sin + y * cos] as const;
		if (i === 0) {
			context.moveTo(...at);
		} else {
			context.lineTo(...at);
		}
	});
	context.closePath();
}

export function drawUnit({ context, pixel }: Scene, unit: UnitModel, pose: Pose, fill: string): void {
	context.beginPath();
	traceUnit(context, unit, pose);
	context.fillStyle = fill;
	context.fill();
	context.strokeStyle = color('halo');
	context.lineWidth = 1.5 * pixel;
	context.stroke();
}

function drawGoal({ context, pixel, situation }: Scene, goal: Goal): void {
	context.beginPath();
	traceUnit(context, situation.unit, { ...goal, heading: goal.heading ?? 0 });
	context.globalAlpha = 0.25;
	context.fillStyle = color('goal');
	context.fill();
	context.globalAlpha = 1;
	context.strokeStyle = color('goal');
	context.lineWidth = 2 * pixel;
	context.setLineDash([5 * pixel, 4 * pixel]);
	context.stroke();
	context.setLineDash([]);
}

/** A unit this long on the screen needs no dot to be seen [pixels]. */
const LARGE = 12;

function drawHandle({ context, pixel, camera, situation }: Scene, handle: Handle): void {
	const style = handle.of === 'from' ? pathColor(0) : color('goal');
	const { at, pivot, turns } = handle;
	if (turns) {
		context.beginPath();
		context.moveTo(pivot.x, pivot.y);
		context.lineTo(at.x, at.y);
		context.strokeStyle = style;
		context.lineWidth = 2 * pixel;
		context.stroke();
	}
	const large = reachOf(situation.unit) * camera.scale >= LARGE;
	context.beginPath();
	context.arc(at.x, at.y, (turns ? 6.5 : large ? 4.5 : 8) * pixel, 0, 2 * Math.PI);
	context.fillStyle = turns || (large && handle.of === 'from') ? color('handle') : style;
	context.fill();
	context.strokeStyle = turns ? style : color('handle');
	context.lineWidth = 2.5 * pixel;
	context.stroke();
}

/** How far it reaches up or down from its middle [tiles]. */
function extentOf(unit: UnitModel, heading: number): number {
	const corners = outlineOf(unit);
	const sin = Math.sin(heading);
	const cos = Math.cos(heading);
	const ys = corners.map(({ x, y }) => Math.abs(x * sin + y * cos));
	return corners.length === 0 ? reachOf(unit) : Math.max(...ys);
}

/** A word below a unit. */
function drawLabel({ context, pixel }: Scene, text: string, x: number, y: number, style: string): void {
	context.save();
	// Text is drawn in pixels: fonts of less than a pixel are not exact.
	context.translate(x, y);
	context.scale(pixel, pixel);
	context.font = '600 13px system-ui, sans-serif';
	context.textAlign = 'center';
	context.textBaseline = 'top';
	context.lineJoin = 'round';
	context.lineWidth = 4;
	context.strokeStyle = color('halo');
	context.strokeText(text, 0, 0);
	context.fillStyle = style;
	context.fillText(text, 0, 0);
	context.restore();
}

export const unitLayer: Layer = {
	draw(scene) {
		const { pixel, situation, camera } = scene;
		const { unit, from, to } = situation;
		if (situation.mode !== 'plan') {
			return;
		}
		drawGoal(scene, to);
		drawUnit(scene, unit, from, pathColor(0));
		for (const handle of handlesOf(situation, camera.scale)) {
			drawHandle(scene, handle);
		}
		const middle = middleOf(unit);
		const below = (pose: Goal) => {
			// Not where the knob is.
			const up = Math.sin(pose.heading ?? 0) > 0.5;
			const gap = extentOf(unit, pose.heading ?? 0) + 8 * pixel;
			return pose.y + middle + (up ? -gap - 14 * pixel : gap);
		};
		const reason = scene.paths[0]?.reason ?? 'none';
		const label = (end: 'start' | 'goal', pose: Goal, word: string, style: string) => {
			const wrong = reason.startsWith(`${end}-`);
			const text = wrong ? 'No room here' : word;
			drawLabel(scene, text, pose.x + middle, below(pose), wrong ? color('fault') : style);
		};
		label('start', from, wordOf(unit), pathColor(0));
		label('goal', to, 'Goal', color('goal'));
	},
};
