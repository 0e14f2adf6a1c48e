// SPDX-License-Identifier: MIT
// The canvas and its frames: draws when something has changed, or while a layer moves.
import type { Point } from 'fairway';
import type { Area, Ground } from '../ground.js';
import type { PlanAnswer } from '../protocol.js';
import type { Camera, Store } from '../situation.js';
import { fitted, toMap, toScreen, type Frame } from './camera.js';
import type { Layer, Scene } from './layers.js';
import { drawTiles, TerrainPicture } from './terrain.js';
import { color } from './theme.js';

/** Pixels a tile from which on the grid is drawn. */
const GRID_FROM = 14;

/** Where the bars over the map need two rows; style.css has the same width. */
const NARROW = 760;
const NARROW_BARS = { above: 100, below: 60 };
const WIDE_BARS = { above: 64, below: 64 };

export class MapCanvas {
	ground: Ground | undefined;
	paths: (PlanAnswer | undefined)[] = [];
	filming = false;
	readonly layers: Layer[] = [];
	private readonly context: CanvasRenderingContext2D;
	private readonly terrain = new TerrainPicture();
	private waiting = false;

	constructor(
		readonly element: HTMLCanvasElement,
		private readonly store: Store,
	) {
		this.context = element.getContext('2d')!;
		new ResizeObserver(() => this.resize()).observe(element);
		store.subscribe(() => this.invalidate());
	}

	get frame(): Frame {
		const { clientWidth: width, clientHeight: height } = this.element;
		return { width, height, ...(width < NARROW ? NARROW_BARS : WIDE_BARS) };
	}

	/** That of the situation, or the one that shows the whole map. */
	get camera(): Camera {
		const { ground } = this;
		return this.store.get().view ?? fitted(this.frame, ground?.width ?? 1, ground?.height ?? 1);
	}

	/** The middle of what no bar covers [pixels]. */
	get middle(): Point {
		const { width, height, above, below } = this.frame;
		return { x: width / 2, y: (height + above - below) / 2 };
	}

	toMap(at: Point): Point {
		return toMap(this.camera, this.frame, at);
	}

	toScreen(at: Point): Point {
		return toScreen(this.camera, this.frame, at);
	}

	show(ground: Ground): void {
		this.ground = ground;
		this.terrain.show(ground);
		this.invalidate();
	}

	/** After edits, or a new theme. */
	redrawTerrain(area?: Area): void {
		this.terrain.redraw(area);
		this.invalidate();
	}

	private resize(): void {
		const ratio = window.devicePixelRatio || 1;
		this.element.width = Math.max(1, Math.round(this.element.clientWidth * ratio));
		this.element.height = Math.max(1, Math.round(this.element.clientHeight * ratio));
		this.draw();
	}

	invalidate(): void {
		if (!this.waiting) {
			this.waiting = true;
			requestAnimationFrame(() => {
				this.waiting = false;
				this.draw();
			});
		}
	}

	private draw(): void {
		const { context, element } = this;
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.fillStyle = color('page');
		context.fillRect(0, 0, element.width, element.height);
		const scene = this.scene(performance.now());
		if (scene === undefined) {
			return;
		}
		const { camera, ground } = scene;
		const zoom = (camera.scale * element.width) / Math.max(1, this.frame.width);
		context.setTransform(
			zoom, 0, 0, zoom, element.width / 2 - camera.x * zoom, element.height / 2 - camera.y * zoom,
		);
		context.imageSmoothingEnabled = zoom * ground.width < this.terrain.canvas.width;
		context.imageSmoothingQuality = 'high';
		context.drawImage(this.terrain.canvas, 0, 0, ground.width, ground.height);
		if (camera.scale >= GRID_FROM) {
			this.drawGrid(scene);
		}
		this.drawLayers(scene);
		if (this.layers.some((layer) => layer.moving?.())) {
			this.invalidate();
		}
	}

	private drawLayers(scene: Scene): void {
		for (const layer of this.layers) {
			scene.context.save();
			layer.draw(scene);
			scene.context.restore();
		}
	}

	/** Draws what is seen as shapes, in pixels of CSS. */
	record(context: CanvasRenderingContext2D): void {
		const seen = this.scene(performance.now());
		if (seen !== undefined) {
			const { camera, frame } = this;
			const scene = { ...seen, context };
			context.translate(frame.width / 2, frame.height / 2);
			context.scale(camera.scale, camera.scale);
			context.translate(-camera.x, -camera.y);
			drawTiles(scene);
			this.drawLayers(scene);
		}
	}

	private scene(now: number): Scene | undefined {
		const { ground, camera, context, paths, frame } = this;
		if (ground === undefined || frame.width === 0) {
			return undefined;
		}
		const first = toMap(camera, frame, { x: 0, y: 0 });
		const last = toMap(camera, frame, { x: frame.width, y: frame.height });
		return {
			context,
			ground,
			situation: this.store.get(),
			camera,
			pixel: 1 / camera.scale,
			left: Math.max(0, Math.floor(first.x)),
			top: Math.max(0, Math.floor(first.y)),
			right: Math.min(ground.width, Math.ceil(last.x)),
			bottom: Math.min(ground.height, Math.ceil(last.y)),
			paths,
			filming: this.filming,
			now,
		};
	}

	private drawGrid({ context, pixel, left, top, right, bottom }: Scene): void {
		context.beginPath();
		for (let x = left; x <= right; x++) {
			context.moveTo(x, top);
			context.lineTo(x, bottom);
		}
		for (let y = top; y <= bottom; y++) {
			context.moveTo(left, y);
			context.lineTo(right, y);
		}
		context.strokeStyle = color('grid');
		context.lineWidth = pixel;
		context.stroke();
	}
}
