// SPDX-License-Identifier: MIT
// Pointer, touch, wheel and keys on the canvas: moves the map, or gives the pointer to the tool.
import type { Point } from 'fairway';
import type { App } from './app.js';
import { dabBrush, moveBrush, type Tool, TOOLS } from './tools.js';
import { panned, zoomed } from './view/camera.js';

/** Pixels that one key press moves the map. */
const KEY_PAN = 60;
const TURN = Math.PI / 12;

export class Input {
	tool: Tool = TOOLS.find((tool) => tool.key === 'move')!;
	private readonly pointers = new Map<number, Point>();
	private active: 'none' | 'tool' | 'map' = 'none';
	private readonly changed: (() => void)[] = [];

	constructor(private readonly app: App) {
		const { element } = app.canvas;
		element.addEventListener('pointerdown', (event) => this.down(event));
		element.addEventListener('pointermove', (event) => this.move(event));
		element.addEventListener('pointerup', (event) => this.up(event));
		element.addEventListener('pointercancel', (event) => this.up(event));
		element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
		element.addEventListener('keydown', (event) => this.key(event));
		app.store.subscribe(() => this.suit());
		this.suit();
	}

	onTool(listener: () => void): void {
		this.changed.push(listener);
	}

	private fits(tool: Tool): boolean {
		const { mode } = this.app.store.get();
		return (tool.mode ?? mode) === mode;
	}

	/** Another mode has other tools. */
	private suit(): void {
		if (!this.fits(this.tool)) {
			this.choose(TOOLS.find((tool) => tool.mode === this.app.store.get().mode)!.key);
		}
	}

	choose(key: string): void {
		this.tool = TOOLS.find((tool) => tool.key === key && this.fits(tool)) ?? this.tool;
		this.changed.forEach((listener) => listener());
	}

	private place(event: MouseEvent): Point {
		const box = this.app.canvas.element.getBoundingClientRect();
		return { x: event.clientX - box.left, y: event.clientY - box.top };
	}

	private down(event: PointerEvent): void {
		const { canvas } = this.app;
		canvas.element.setPointerCapture(event.pointerId);
		const at = this.place(event);
		this.pointers.set(event.pointerId, at);
		if (this.pointers.size > 1) {
			// A second finger moves the map.
			if (this.active === 'tool') {
				this.tool.up(this.app);
			}
			this.active = 'map';
			return;
		}
		const tooled = event.button === 0 && !event.altKey && this.tool.down(this.app, canvas.toMap(at), event);
		this.active = tooled ? 'tool' : 'map';
		canvas.element.style.cursor = tooled ? this.tool.cursor(this.app, canvas.toMap(at)) : 'grabbing';
	}

	private move(event: PointerEvent): void {
		const { canvas, store } = this.app;
		const at = this.place(event);
		const before = this.pointers.get(event.pointerId);
		if (before === undefined || this.active === 'none') {
			canvas.element.style.cursor = this.tool.cursor(this.app, canvas.toMap(at));
			return;
		}
		if (this.active === 'tool') {
			this.pointers.set(event.pointerId, at);
			this.tool.move(this.app, canvas.toMap(at));
			return;
		}
		const [from, spread] = this.middle();
		this.pointers.set(event.pointerId, at);
		const [to, spreadNow] = this.middle();
		let view = panned(canvas.camera, to.x - from.x, to.y - from.y);
		if (spread > 0 && spreadNow > 0) {
			view = zoomed(view, canvas.frame, to, spreadNow / spread);
		}
		store.set({ view });
	}

	/** The middle of all pointers, and how far the first two are apart. */
	private middle(): [Point, number] {
		const all = [...this.pointers.values()];
		const sum = all.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
		const [a, b] = all;
		const spread = a !== undefined && b !== undefined ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
		return [{ x: sum.x / all.length, y: sum.y / all.length }, spread];
	}

	private up(event: PointerEvent): void {
		if (!this.pointers.delete(event.pointerId)) {
			return;
		}
		if (this.active === 'tool') {
			this.tool.up(this.app);
			this.active = 'none';
		}
		if (this.pointers.size === 0) {
			this.active = 'none';
			const { canvas } = this.app;
			canvas.element.style.cursor = this.tool.cursor(this.app, canvas.toMap(this.place(event)));
		}
	}

	private wheel(event: WheelEvent): void {
		event.preventDefault();
		const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
		this.zoom(Math.exp(-event.deltaY * lines * 0.0015), this.place(event));
	}

	/** About the middle of the canvas without `at`. */
	zoom(factor: number, at?: Point): void {
		const { canvas, store } = this.app;
		const { frame } = canvas;
		const about = at ?? { x: frame.width / 2, y: frame.height / 2 };
		store.set({ view: zoomed(canvas.camera, frame, about, factor) });
	}

	private pan(dx: number, dy: number): void {
		this.app.store.set({ view: panned(this.app.canvas.camera, dx, dy) });
	}

	/** Arrows move the unit, with Shift the goal, with Alt the map; comma and dot turn. */
	private key(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey) {
			return;
		}
		const { canvas, crowd } = this.app;
		const arrows: Record<string, [number, number]> = {
			ArrowLeft: [-1, 0],
			ArrowRight: [1, 0],
			ArrowUp: [0, -1],
			ArrowDown: [0, 1],
		};
		const arrow = arrows[event.key];
		const keys: Record<string, () => void> = {
			'+': () => this.zoom(1.25),
			'=': () => this.zoom(1.25),
			'-': () => this.zoom(0.8),
			'0': () => this.app.store.set({ view: undefined }),
			',': () => this.turn('from', -TURN),
			'.': () => this.turn('from', TURN),
			'<': () => this.turn('to', -TURN),
			'>': () => this.turn('to', TURN),
			m: () => this.choose('move'),
			p: () => this.choose('paint'),
			s: () => this.choose('select'),
			a: () => this.choose('add'),
			...(crowd.active && {
				e: () => crowd.selectAll(),
				' ': () => crowd.play(!crowd.playing),
				Enter: () => crowd.orderTo(canvas.camera),
			}),
		};
		const paints = this.tool.key === 'paint';
		if (paints && event.key === 'Enter') {
			dabBrush(this.app);
		} else if (paints && arrow !== undefined && !event.altKey) {
			const step = event.shiftKey ? 5 : 1;
			moveBrush(this.app, step * arrow[0], step * arrow[1]);
		} else if (arrow !== undefined && (event.altKey || crowd.active)) {
			this.pan(-KEY_PAN * arrow[0], -KEY_PAN * arrow[1]);
		} else if (arrow !== undefined) {
			this.shift(event.shiftKey ? 'to' : 'from', ...arrow);
		} else if (keys[event.key] !== undefined) {
			keys[event.key]!();
		} else {
			return;
		}
		event.preventDefault();
	}

	private shift(of: 'from' | 'to', dx: number, dy: number): void {
		const { store } = this.app;
		const pose = store.get()[of];
		store.set({ [of]: { ...pose, x: pose.x + dx / 2, y: pose.y + dy / 2 } });
	}

	private turn(of: 'from' | 'to', by: number): void {
		const { store } = this.app;
		const pose = store.get()[of];
		store.set({ [of]: { ...pose, heading: (pose.heading ?? 0) + by } });
	}
}
