// SPDX-License-Identifier: MIT
// The film of a search: the worker expands some nodes for each frame, and they are drawn as they come.
import type { Segment } from 'fairway';
import type { App } from './app.js';
import type { FilmStep } from './protocol.js';
import { middleOf } from './unit.js';
import type { Layer, Scene } from './view/layers.js';
import { strokePath } from './view/paths.js';
import { color, pathColor } from './view/theme.js';

/** Numbers of each node in `FilmStep.nodes`. */
const STRIDE = 8;
const MOST_PIXELS = 2048;
/** More in one frame than this is not worth a line each. */
const MOST_LINES = 4000;

/** Without the reader's wish a film takes about so long. */
const FILM_SECONDS = 5;
const LEAST_SPEED = 12;

export type FilmState = 'none' | 'playing' | 'paused' | 'done';

export class Film implements Layer {
	state: FilmState = 'none';
	expanded = 0;
	/** what the method plans for, if not the unit as it is */
	note = '';
	/** nodes a second */
	speed = LEAST_SPEED;
	private readonly picture = document.createElement('canvas');
	private readonly pen = this.picture.getContext('2d')!;
	private last: Float64Array = new Float64Array();
	private segments: readonly Segment[] = [];
	private asked = false;
	private owed = 0;
	private before = 0;
	/** tells answers for an older film from those for this one */
	private number = 0;

	constructor(
		private readonly app: App,
		private readonly changed: () => void,
	) {
		app.store.subscribe((now, old) => {
			const keys = ['map', 'edits', 'costs', 'unit', 'from', 'to', 'methods', 'passes', 'mode'] as const;
			if (this.state !== 'none' && keys.some((key) => now[key] !== old[key])) {
				this.stop();
			}
		});
	}

	async start(): Promise<void> {
		const { ground } = this.app.canvas;
		if (ground === undefined) {
			return;
		}
		const number = ++this.number;
		const side = Math.max(1, Math.min(8, Math.floor(MOST_PIXELS / Math.max(ground.width, ground.height))));
		this.picture.width = ground.width * side;
		this.picture.height = ground.height * side;
		this.pen.setTransform(side, 0, 0, side, 0, 0);
		this.last = new Float64Array();
		this.segments = [];
		this.expanded = 0;
		this.owed = 0;
		this.speed = Math.max(LEAST_SPEED, (this.app.main?.expanded ?? 0) / FILM_SECONDS);
		try {
			const { note } = await this.app.client.ask('film-begin', this.app.planAsk());
			if (number === this.number) {
				this.note = note;
				this.set('playing');
			}
		} catch (error) {
			this.app.tell((error as Error).message, true);
		}
	}

	stop(): void {
		this.number++;
		if (this.state !== 'none') {
			this.app.client.ask('film-end', null).catch((error: Error) => this.app.tell(error.message, true));
			this.set('none');
		}
	}

	pause(): void {
		this.set(this.state === 'playing' ? 'paused' : this.state === 'paused' ? 'playing' : this.state);
	}

	/** One node more. */
	step(): void {
		if (this.state === 'playing') {
			this.set('paused');
		}
		this.expand(1);
	}

	private set(state: FilmState): void {
		this.state = state;
		this.app.canvas.filming = state !== 'none';
		this.before = 0;
		this.changed();
		this.app.canvas.invalidate();
	}

	moving(): boolean {
		return this.state === 'playing';
	}

	private expand(expansions: number): void {
		if (this.asked || this.state === 'done' || this.state === 'none') {
			return;
		}
		this.asked = true;
		const number = this.number;
		this.app.client
			.ask('film-step', { expansions })
			.then(
				(step) => number === this.number && this.receive(step),
				(error: Error) => {
					this.app.tell(error.message, true);
					this.stop();
				},
			)
			.finally(() => (this.asked = false));
	}

	private receive({ done, expanded, nodes, segments }: FilmStep): void {
		this.expanded = expanded;
		this.segments = segments;
		this.last = nodes;
		const { pen } = this;
		pen.fillStyle = color('expanded');
		pen.globalAlpha = 0.3;
		for (let i = 0; i < nodes.length; i += STRIDE) {
			pen.fillRect(Math.floor(nodes[i]!), Math.floor(nodes[i + 1]!), 1, 1);
		}
		if (done) {
			this.set('done');
		} else {
			this.changed();
			this.app.canvas.invalidate();
		}
	}

	draw(scene: Scene): void {
		if (this.state === 'none') {
			return;
		}
		if (this.state === 'playing') {
			const seconds = this.before > 0 ? Math.min(0.1, (scene.now - this.before) / 1000) : 0;
			this.before = scene.now;
			this.owed += seconds * this.speed;
			if (this.owed >= 1 && !this.asked) {
				const whole = Math.floor(this.owed);
				this.owed -= whole;
				this.expand(whole);
			}
		}
		const { context, ground, pixel, situation } = scene;
		const middle = middleOf(situation.unit);
		context.imageSmoothingEnabled = false;
		context.drawImage(this.picture, 0, 0, ground.width, ground.height);
		context.translate(middle, middle);
		if (this.segments.length > 0) {
			strokePath(scene, this.segments, color('halo'), 6 * pixel);
			strokePath(scene, this.segments, pathColor(0), 3 * pixel);
		}
		if (this.state !== 'done') {
			this.drawNewest(scene);
		}
	}

	/** Lines from the newest nodes to those before them. */
	private drawNewest({ context, pixel }: Scene): void {
		const { last } = this;
		context.beginPath();
		for (let i = 0; i < Math.min(last.length, MOST_LINES * STRIDE); i += STRIDE) {
			context.moveTo(last[i + 3]!, last[i + 4]!);
			context.lineTo(last[i]!, last[i + 1]!);
		}
		context.strokeStyle = color('expanded');
		context.lineWidth = 2 * pixel;
		context.stroke();
	}
}
