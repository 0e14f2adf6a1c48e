// SPDX-License-Identifier: MIT
// What the pointer does on the map, one row for each tool.
import type { Point } from 'fairway';
import type { App } from './app.js';
import { dragged, handlesOf, type Handle } from './handles.js';
import type { Mode, Run } from './situation.js';

export interface Tool {
	key: string;
	label: string;
	/** only in this one; else in all */
	mode?: Mode;
	/** one sentence, shown above the map */
	sentence: string;
	/** of CSS, for a place [tiles] */
	cursor(app: App, at: Point): string;
	/** Takes the pointer, or leaves it for moving the map. @param at [tiles] */
	down(app: App, at: Point, event: PointerEvent): boolean;
	move(app: App, at: Point): void;
	up(app: App): void;
}

/** Pixels around a handle that take the pointer. */
const NEAR = { mouse: 16, touch: 28 };

export function handleAt(app: App, at: Point, touch: boolean): Handle | undefined {
	const { scale } = app.canvas.camera;
	const near = (touch ? NEAR.touch : NEAR.mouse) / scale;
	const far = (handle: Handle) => Math.hypot(handle.at.x - at.x, handle.at.y - at.y);
	const all = handlesOf(app.store.get(), scale).filter((handle) => far(handle) <= near);
	return all.sort((a, b) => far(a) - far(b))[0];
}

let grabbed: { handle: Handle; dx: number; dy: number } | undefined;

const move: Tool = {
	key: 'move',
	label: 'Move',
	mode: 'plan',
	sentence: 'Drag the unit or its goal. The knobs turn them.',
	cursor: (app, at) => (grabbed !== undefined ? 'grabbing' : handleAt(app, at, false) ? 'grab' : 'default'),
	down(app, at, event) {
		if (app.store.get().mode !== 'plan') {
			return false;
		}
		const handle = handleAt(app, at, event.pointerType !== 'mouse');
		if (handle === undefined) {
			return false;
		}
		grabbed = { handle, dx: handle.at.x - at.x, dy: handle.at.y - at.y };
		return true;
	},
	move(app, at) {
		if (grabbed !== undefined) {
			const { handle, dx, dy } = grabbed;
			app.store.set(dragged(app.store.get(), handle, { x: at.x + dx, y: at.y + dy }));
		}
	},
	up() {
		grabbed = undefined;
	},
};

/** What the paint tool paints, and where it last was; controls, pointer and keys change it. */
export const brush: { terrain: number; radius: number; at: Point | undefined } = {
	terrain: 0,
	radius: 1.5,
	at: undefined,
};

/** Moves the brush, at first from the middle of the view. */
export function moveBrush(app: App, dx: number, dy: number): void {
	const { x, y } = brush.at ?? app.canvas.toMap(app.canvas.middle);
	brush.at = { x: Math.floor(x) + 0.5 + dx, y: Math.floor(y) + 0.5 + dy };
	app.canvas.invalidate();
}

/** Paints where the brush is. */
export function dabBrush(app: App): void {
	moveBrush(app, 0, 0);
	lastPainted = undefined;
	paintTo(app, brush.at!);
	paint.up(app);
}

let lastPainted: Point | undefined;

/** The rows of a disc. */
function disc(at: Point, radius: number, terrain: number): Run[] {
	const runs: Run[] = [];
	for (let y = Math.floor(at.y - radius); y <= at.y + radius; y++) {
		const dy = y + 0.5 - at.y;
		const half = Math.sqrt(Math.max(0, radius * radius - dy * dy));
		const x = Math.ceil(at.x - half - 0.5);
		const length = Math.floor(at.x + half - 0.5) - x + 1;
		if (Math.abs(dy) <= radius && length > 0) {
			runs.push({ x, y, length, terrain });
		}
	}
	return runs.length > 0 ? runs : [{ x: Math.floor(at.x), y: Math.floor(at.y), length: 1, terrain }];
}

function paintTo(app: App, at: Point): void {
	brush.at = at;
	const from = lastPainted ?? at;
	const steps = Math.max(1, Math.ceil(Math.hypot(at.x - from.x, at.y - from.y)));
	const runs: Run[] = [];
	for (let i = 1; i <= steps; i++) {
		const between = { x: from.x + ((at.x - from.x) * i) / steps, y: from.y + ((at.y - from.y) * i) / steps };
		runs.push(...disc(between, brush.radius, brush.terrain));
	}
	lastPainted = at;
	app.paint(runs);
	app.plan();
}

const paint: Tool = {
	key: 'paint',
	label: 'Paint',
	sentence: 'Draw on the map: paths go round what you paint.',
	cursor(app, at) {
		// The ring goes with the pointer.
		brush.at = at;
		app.canvas.invalidate();
		return 'crosshair';
	},
	down(app, at) {
		lastPainted = undefined;
		paintTo(app, at);
		return true;
	},
	move: paintTo,
	up(app) {
		lastPainted = undefined;
		app.store.set({ edits: app.canvas.ground?.edits() ?? [] });
	},
};

export const TOOLS: Tool[] = [move, paint];
