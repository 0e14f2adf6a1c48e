// SPDX-License-Identifier: MIT
// The unit drives the path of the first method, as fast as it can.
import type { Pose } from 'fairway';
import type { App } from './app.js';
import { DRIVE_RATE } from './protocol.js';
import type { Layer, Scene } from './view/layers.js';
import { pathColor } from './view/theme.js';
import { drawUnit } from './view/units.js';

/** Longer drives are shown faster, so that none takes more than so long [s]. */
const MOST_SECONDS = 15;

export class Drive implements Layer {
	/** of the clock */
	speed = 1;
	private poses: Float64Array | undefined;
	private begin = 0;
	private number = 0;

	constructor(
		private readonly app: App,
		private readonly changed: () => void,
	) {
		app.store.subscribe((now, old) => {
			const keys = ['map', 'edits', 'costs', 'unit', 'from', 'to', 'methods', 'passes', 'mode'] as const;
			if (keys.some((key) => now[key] !== old[key])) {
				this.stop();
			}
		});
	}

	get driving(): boolean {
		return this.poses !== undefined;
	}

	async start(): Promise<void> {
		const number = ++this.number;
		try {
			const poses = await this.app.client.ask('drive', this.app.planAsk());
			if (number === this.number) {
				this.poses = poses;
				this.speed = Math.max(1, Math.round(poses.length / 3 / DRIVE_RATE / MOST_SECONDS));
				this.begin = performance.now();
				this.changed();
				this.app.canvas.invalidate();
			}
		} catch (error) {
			this.app.tell((error as Error).message, true);
		}
	}

	stop(): void {
		this.number++;
		if (this.poses !== undefined) {
			this.poses = undefined;
			this.changed();
			this.app.canvas.invalidate();
		}
	}

	moving(): boolean {
		return this.driving;
	}

	draw(scene: Scene): void {
		const { poses } = this;
		if (poses === undefined) {
			return;
		}
		const last = poses.length / 3 - 1;
		const time = (Math.max(0, scene.now - this.begin) / 1000) * DRIVE_RATE * this.speed;
		drawUnit(scene, scene.situation.unit, poseAt(poses, Math.min(time, last)), pathColor(0));
		if (time > last + DRIVE_RATE * this.speed) {
			this.stop();
		}
	}
}

/** Between two poses; headings the short way round. */
function poseAt(poses: Float64Array, time: number): Pose {
	const i = Math.floor(time);
	const j = Math.min(poses.length / 3 - 1, i + 1);
	const part = time - i;
	const value = (k: number, at: number) => poses[3 * at + k]!;
	const between = (k: number) => value(k, i) + (value(k, j) - value(k, i)) * part;
	const angle = value(2, j) - value(2, i);
	const turn = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
	return { x: between(0), y: between(1), heading: value(2, i) + turn * part };
}
