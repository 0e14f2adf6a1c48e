// SPDX-License-Identifier: MIT
// Draws the units of the crowd as they drive: who is selected, who waits, who is stuck and why.
import type { Point } from 'fairway';
import type { CrowdPlay } from '../crowd.js';
import { PRESETS, reachOf, type UnitModel } from '../unit.js';
import type { Layer, Scene } from './layers.js';
import { strokePath } from './paths.js';
import { color, pathColor } from './theme.js';
import { traceUnit } from './units.js';

/** For how long the flag of an order is shown [ms]. */
const FLAG_TIME = 900;
/** Pixels a tile from which on units have an edge. */
const EDGE_FROM = 12;

/** The rectangle that the pointer draws [tiles]. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

export class CrowdLayer implements Layer {
	box: Box | undefined;

	constructor(private readonly play: CrowdPlay) {}

	moving(): boolean {
		return this.play.awake || (this.play.active && this.play.flags.length > 0);
	}

	draw(scene: Scene): void {
		const { play } = this;
		if (!play.active) {
			return;
		}
		play.tick(scene.now);
		scene.context.globalAlpha = 0.7;
		for (const path of play.paths) {
			strokePath(scene, path, color('accent'), 1.5 * scene.pixel, [4, 4]);
		}
		scene.context.globalAlpha = 1;
		this.drawUnits(scene);
		this.drawSelected(scene);
		this.drawTroubles(scene);
		this.drawFlags(scene);
		this.drawBox(scene);
	}

	/** All units of a kind are one shape. */
	private drawUnits(scene: Scene): void {
		const { context, pixel } = scene;
		const { play } = this;
		const kinds = new Map<string, number[]>();
		play.units.forEach(({ kind }, i) => kinds.set(kind, [...(kinds.get(kind) ?? []), i]));
		for (const [kind, members] of kinds) {
			context.beginPath();
			for (const i of members) {
				traceUnit(context, play.models[i]!, play.poseOf(i));
			}
			context.fillStyle = kindColor(kind);
			context.fill();
			context.strokeStyle = color('halo');
			context.lineWidth = pixel;
			if (scene.camera.scale > EDGE_FROM) {
				context.stroke();
			}
			context.beginPath();
			for (const i of members) {
				const { x, y, heading } = play.poseOf(i);
				const far = noseOf(play.models[i]!);
				context.moveTo(x, y);
				context.lineTo(x + far * Math.cos(heading), y + far * Math.sin(heading));
			}
			context.lineWidth = 1.5 * pixel;
			context.stroke();
		}
	}

	private drawSelected({ context, pixel }: Scene): void {
		const { play } = this;
		context.beginPath();
		for (const i of play.selected) {
			if (play.models[i] !== undefined) {
				const { x, y } = play.poseOf(i);
				const radius = reachOf(play.models[i]!) + 2 * pixel;
				context.moveTo(x + radius, y);
				context.arc(x, y, radius, 0, 2 * Math.PI);
			}
		}
		context.strokeStyle = color('accent');
		context.lineWidth = 1.5 * pixel;
		context.stroke();
	}

	/** A red ring for each, and each reason once. */
	private drawTroubles(scene: Scene): void {
		const { context, pixel } = scene;
		const { play } = this;
		const told = new Map<string, number[]>();
		for (const [unit, { text }] of play.troubles) {
			if (play.models[unit] !== undefined) {
				told.set(text, [...(told.get(text) ?? []), unit]);
			}
		}
		for (const [text, units] of told) {
			context.beginPath();
			for (const unit of units) {
				const { x, y } = play.poseOf(unit);
				const radius = reachOf(play.models[unit]!) + 5 * pixel;
				context.moveTo(x + radius, y);
				context.arc(x, y, radius, 0, 2 * Math.PI);
			}
			context.strokeStyle = color('fault');
			context.lineWidth = 3 * pixel;
			context.stroke();
			const first = units[0]!;
			const who = units.length > 1 ? `${units.length} units` : play.nameOf(first);
			this.write(scene, `${who}: ${text}`, play.poseOf(first), reachOf(play.models[first]!) + 8 * pixel);
		}
	}

	/** Above a point, but inside of what can be seen. */
	private write({ context, pixel, left, right }: Scene, text: string, at: Point, above: number): void {
		context.font = `${12 * pixel}px system-ui, sans-serif`;
		context.textAlign = 'center';
		context.textBaseline = 'bottom';
		const half = context.measureText(text).width / 2;
		const x = Math.max(left + half, Math.min(right - half, at.x));
		context.strokeStyle = color('halo');
		context.lineWidth = 4 * pixel;
		context.strokeText(text, x, at.y - above);
		context.fillStyle = color('fault');
		context.fillText(text, x, at.y - above);
	}

	private drawFlags({ context, pixel, now }: Scene): void {
		const { play } = this;
		play.flags = play.flags.filter(({ since }) => now - since < FLAG_TIME);
		for (const { x, y, since } of play.flags) {
			const share = Math.max(0, now - since) / FLAG_TIME;
			context.beginPath();
			context.arc(x, y, (6 + 16 * share) * pixel, 0, 2 * Math.PI);
			context.globalAlpha = 1 - share;
			context.strokeStyle = color('goal');
			context.lineWidth = 3 * pixel;
			context.stroke();
		}
		context.globalAlpha = 1;
	}

	private drawBox({ context, pixel }: Scene): void {
		if (this.box !== undefined) {
			const { x, y, width, height } = this.box;
			context.globalAlpha = 0.12;
			context.fillStyle = color('accent');
			context.fillRect(x, y, width, height);
			context.globalAlpha = 1;
			context.strokeStyle = color('accent');
			context.lineWidth = 1.5 * pixel;
			context.strokeRect(x, y, width, height);
		}
	}
}

export function kindColor(kind: string): string {
	const index = PRESETS.findIndex((preset) => preset.key === kind);
	return pathColor(index < 0 ? 2 : index);
}

/** How far the line that shows the heading leads [tiles]. */
function noseOf(model: UnitModel): number {
	return model.shape === 'disc' ? model.radius : Math.min(reachOf(model), model.length / 2);
}
