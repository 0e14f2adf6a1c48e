// SPDX-License-Identifier: MIT
// Draws units with their true outline, the goal, and the handles that can be dragged.
import type { Goal, Pose } from 'fairway';
import { handlesOf } from '../handles.js';
import { outlineOf, type UnitModel } from '../unit.js';
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

export const unitLayer: Layer = {
	draw(scene) {
		const { context, pixel, situation } = scene;
		if (situation.mode !== 'plan') {
			return;
		}
		drawGoal(scene, situation.to);
		drawUnit(scene, situation.unit, situation.from, pathColor(0));
		for (const handle of handlesOf(situation, scene.camera.scale)) {
			const style = color(handle.of === 'from' ? 'start' : 'goal');
			if (handle.turns) {
				context.beginPath();
				context.moveTo(handle.pivot.x, handle.pivot.y);
				context.lineTo(handle.at.x, handle.at.y);
				context.strokeStyle = style;
				context.lineWidth = 2 * pixel;
				context.stroke();
			}
			context.beginPath();
			context.arc(handle.at.x, handle.at.y, (handle.turns ? 7 : 9) * pixel, 0, 2 * Math.PI);
			context.fillStyle = handle.turns ? color('handle') : style;
			context.fill();
			context.strokeStyle = handle.turns ? style : color('handle');
			context.lineWidth = 2.5 * pixel;
			context.stroke();
		}
	},
};
