// SPDX-License-Identifier: MIT
// The page's side of the crowd: lets the worker's world run, and knows who is selected and what the next click orders.
import type { Point, Pose, Segment } from 'fairway';
import type { App } from './app.js';
import type { Ground } from './ground.js';
import type { CrowdFrame, Happening, OrderAsk } from './protocol.js';
import type { CrowdOrder, CrowdUnit, Situation } from './situation.js';
import { placesAround } from './places.js';
import { PRESETS, reachOf, type UnitModel } from './unit.js';
import { fittedTo } from './view/camera.js';

/** As in the worker [s]. */
const STEP = 1 / 60;
/** Steps that one frame may take, and their time [ms]: beyond them the world runs late. */
const MOST_STEPS = 12;
const MOST_WORK = 30;
/** Frames without motion after which the world sleeps. */
const STILL = 30;
/** Paths of so many selected units are drawn, asked for each so many frames. */
const MOST_PATHS = 60;
const PATHS_EVERY = 10;
const MOST_LINES = 8;
/** Units of each of the first two groups, and the way between these [tiles]. */
const GROUP = 14;
const FAR = 45;
/** Pixels a tile below which units cannot be seen, and what is shown around them [tiles]. */
const LEAST_SCALE = 4;
const AROUND = 14;

export type ClickOrder = 'gather' | 'form' | 'patrol' | 'follow';

/** A place that was ordered, shown for a moment. */
export interface Flag extends Point {
	/** of the page [ms] */
	since: number;
}

export class CrowdPlay {
	/** Those that found room, in the order of the world. */
	units: CrowdUnit[] = [];
	models: UnitModel[] = [];
	frame: CrowdFrame | undefined;
	readonly selected = new Set<number>();
	/** Why units do not arrive, by unit, until they move again. */
	readonly troubles = new Map<number, Happening>();
	/** The last things that happened, the newest first. */
	lines: string[] = [];
	paths: CrowdFrame['paths'] = [];
	flags: Flag[] = [];
	playing = true;
	/** of the clock */
	speed = 1;
	click: ClickOrder = 'gather';
	shape: CrowdOrder['shape'] = 'box';
	/** What the tool adds. */
	kind = 'walker';
	batch = 10;

	private built: readonly CrowdUnit[] | undefined;
	private ground: Ground | undefined;
	private run = 0;
	private busy = false;
	private still = 0;
	private last = 0;
	private due = 0;
	/** of a step, lately [ms] */
	private stepWork = 1;
	private count = 0;
	private readonly listeners: (() => void)[] = [];

	constructor(readonly app: App) {
		app.store.subscribe((now, before) => {
			if (now.mode === 'crowd' && before.mode === 'plan' && now.crowd.length === 0) {
				this.begin();
			}
			this.sync();
		});
		app.onMap(() => this.sync());
	}

	get active(): boolean {
		return this.app.store.get().mode === 'crowd';
	}

	/** Calls `listener` when what the panel shows has changed. */
	onChange(listener: () => void): void {
		this.listeners.push(listener);
	}

	changed(): void {
		this.listeners.forEach((listener) => listener());
		this.app.canvas.invalidate();
	}

	/** The first units: two groups that change places, along the path if there is one. */
	private begin(): void {
		const { unit, from } = this.app.store.get();
		const { segments = [] } = this.app.main ?? {};
		const there = farAlong(segments);
		const same = PRESETS.find((preset) => JSON.stringify(preset.unit) === JSON.stringify(unit));
		const first = same !== undefined && unit.shape !== 'square' ? same.key : 'unit';
		const second = !unit.abilities.includes('ground') ? 'unit' : first === 'car' ? 'walker' : 'car';
		const crowd: CrowdUnit[] = [];
		const orders: CrowdOrder[] = [];
		const group = (kind: string, at: Pose, to: Point) => {
			const reach = reachOf(this.modelOf(kind));
			const count = Math.max(6, Math.min(GROUP, Math.round(GROUP / (2 * reach))));
			const units = placesAround(at, 2 * reach + 0.5, count);
			const numbers = units.map((_, i) => crowd.length + i);
			orders.push({ kind: 'gather', shape: 'box', to: { x: to.x, y: to.y }, units: numbers });
			crowd.push(...units.map((place) => ({ kind, ...place, heading: at.heading })));
		};
		group(first, there === undefined ? from : { ...from, heading: towards(segments[0]!) }, there ?? from);
		if (there !== undefined) {
			group(second, there, from);
		}
		this.kind = first;
		this.app.store.set({ crowd, orders, ...this.closer(crowd) });
	}

	/** The view of a crowd on a map that is too large to see it. */
	private closer(crowd: readonly CrowdUnit[]): Partial<Situation> {
		const { canvas } = this.app;
		if (canvas.camera.scale >= LEAST_SCALE) {
			return {};
		}
		const [xs, ys] = [crowd.map((unit) => unit.x), crowd.map((unit) => unit.y)];
		const [x, y] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
		const [width, height] = [Math.max(...xs) + AROUND - x, Math.max(...ys) + AROUND - y];
		return { view: fittedTo(canvas.frame, { x, y, width, height }) };
	}

	private modelOf(kind: string): UnitModel {
		return PRESETS.find((preset) => preset.key === kind)?.unit ?? this.app.store.get().unit;
	}

	/** Makes the world anew if the crowd of the situation, or the map, is another one. */
	private sync(): void {
		const { crowd } = this.app.store.get();
		const { ground } = this.app.canvas;
		if (this.active && ground !== undefined && (crowd !== this.built || ground !== this.ground)) {
			this.restart();
		}
	}

	/** Puts all units where the situation has them, with its orders. */
	restart(): void {
		const { crowd, orders, unit } = this.app.store.get();
		const run = ++this.run;
		this.built = crowd;
		this.ground = this.app.canvas.ground;
		this.units = [];
		this.models = [];
		this.frame = undefined;
		this.selected.clear();
		this.forget();
		this.due = 0;
		this.wake();
		this.ask(async () => {
			const { placed, models } = await this.app.client.ask('crowd-begin', { units: crowd, unit });
			// Orders name units of the situation; some found no room.
			const index = placed.map((there, i) => (there ? placed.slice(0, i).filter(Boolean).length : -1));
			for (const order of orders) {
				const units = order.units.map((i) => index[i] ?? -1).filter((i) => i >= 0);
				await this.app.client.ask('crowd-order', { ...order, units });
			}
			if (run === this.run) {
				this.units = crowd.filter((_, i) => placed[i]);
				this.models = models;
				this.changed();
			}
		});
	}

	private forget(): void {
		this.troubles.clear();
		this.lines = [];
		this.paths = [];
		this.flags = [];
	}

	/** Tells a refusal, unless its world has gone meanwhile: another map ends it. */
	private ask(work: () => Promise<void>): void {
		const run = this.run;
		work().catch((error: Error) => this.isOf(run) && this.app.tell(error.message, true));
	}

	private isOf(run: number): boolean {
		return this.active && run === this.run && this.ground === this.app.canvas.ground;
	}

	/** The world moves, or may soon. */
	get awake(): boolean {
		return this.active && this.playing && this.still < STILL;
	}

	wake(): void {
		this.still = 0;
		this.last = performance.now();
		this.app.canvas.invalidate();
	}

	play(on: boolean): void {
		this.playing = on;
		this.wake();
		this.changed();
	}

	/** Asks for the steps of the time since the last frame, if the worker has answered. */
	tick(now: number): void {
		if (this.busy || !this.awake || this.models.length === 0) {
			return;
		}
		const most = Math.max(1, Math.min(MOST_STEPS, Math.floor(MOST_WORK / this.stepWork)));
		this.due = Math.min(most, this.due + (Math.max(0, now - this.last) / 1000 / STEP) * this.speed);
		this.last = now;
		this.step(Math.floor(this.due));
	}

	/** One frame of it. */
	step(steps = 1): void {
		if (steps < 1 || this.busy) {
			return;
		}
		this.due -= Math.min(steps, this.due);
		const run = this.run;
		const wanted = this.count++ % PATHS_EVERY === 0 ? [...this.selected].slice(0, MOST_PATHS) : undefined;
		this.busy = true;
		this.app.client
			.ask('crowd-step', { steps, paths: wanted ?? [] })
			.then(
				(frame) => {
					this.stepWork += (frame.work / steps - this.stepWork) / 4;
					if (run === this.run) {
						this.receive(frame, wanted !== undefined);
					}
				},
				(error: Error) => {
					if (this.isOf(run)) {
						this.playing = false;
						this.app.tell(error.message, true);
					}
				},
			)
			.finally(() => (this.busy = false));
	}

	private receive(frame: CrowdFrame, hasPaths: boolean): void {
		this.frame = frame;
		if (hasPaths) {
			this.paths = frame.paths;
		}
		const rests = frame.edits === 0 && frame.states.every((state) => state === 'idle' || state === 'no-path');
		this.still = rests ? this.still + 1 : 0;
		for (const happened of frame.happened) {
			const { unit, kind } = happened;
			const trouble = kind === 'stuck' || kind === 'no-path';
			this.troubles.delete(unit);
			if (trouble) {
				this.troubles.set(unit, happened);
			}
		}
		this.write(frame.happened.filter(({ kind }) => kind !== 'started' && kind !== 'arrived'));
		this.lines.length = Math.min(this.lines.length, MOST_LINES);
		for (const unit of [...this.troubles.keys()]) {
			if (frame.states[unit] !== 'stuck' && frame.states[unit] !== 'no-path') {
				this.troubles.delete(unit);
			}
		}
		this.changed();
	}

	/** A line for each text: many units may tell the same. */
	private write(happened: readonly Happening[]): void {
		for (const text of new Set(happened.map((one) => one.text))) {
			const units = happened.filter((one) => one.text === text).map((one) => one.unit);
			const who = units.length > 2 ? `${units.length} units` : units.map((unit) => this.nameOf(unit)).join(', ');
			this.lines.unshift(`${who}: ${text}`);
		}
	}

	nameOf(unit: number): string {
		const kind = this.units[unit]?.kind;
		const label = PRESETS.find((preset) => preset.key === kind)?.label ?? 'Unit';
		return `${label} ${unit + 1}`;
	}

	poseOf(unit: number): { x: number; y: number; heading: number } {
		const poses = this.frame?.poses;
		if (poses === undefined || 3 * unit + 2 >= poses.length) {
			return this.units[unit]!;
		}
		return { x: poses[3 * unit]!, y: poses[3 * unit + 1]!, heading: poses[3 * unit + 2]! };
	}

	/** The unit at a place, or near it. @param slack [tiles] */
	unitAt(at: Point, slack: number): number | undefined {
		let best: number | undefined;
		let least = Infinity;
		this.models.forEach((model, i) => {
			const pose = this.poseOf(i);
			const far = Math.hypot(pose.x - at.x, pose.y - at.y) - reachOf(model);
			if (far < slack && far < least) {
				least = far;
				best = i;
			}
		});
		return best;
	}

	select(units: Iterable<number>, more = false): void {
		if (!more) {
			this.selected.clear();
		}
		for (const unit of units) {
			this.selected.add(unit);
		}
		this.paths = [];
		this.count = 0;
		this.changed();
	}

	selectAll(): void {
		this.select(this.models.keys());
	}

	/** Gives the selected units the order of the next click. */
	orderTo({ x, y }: Point, leader?: number): void {
		const to = { x, y };
		const order: Omit<OrderAsk, 'units'> =
			this.click === 'follow' ? { kind: 'follow', leader } : { kind: this.click, shape: this.shape, to };
		if (this.click === 'follow' && leader === undefined) {
			this.app.tell('Click the unit that the others are to follow.');
			return;
		}
		this.flags.push({ ...to, since: performance.now() });
		this.order(order);
	}

	order(order: Omit<OrderAsk, 'units'>): void {
		const units = [...this.selected].sort((a, b) => a - b);
		this.ask(async () => {
			const { note } = await this.app.client.ask('crowd-order', { ...order, units });
			if (note !== '') {
				this.app.tell(note);
			}
			this.count = 0;
			this.wake();
		});
	}

	/** Adds a batch of units around a place, as far as there is room. */
	addAt(at: Point): void {
		const { unit } = this.app.store.get();
		const units = placesAround(at, 2 * reachOf(this.modelOf(this.kind)) + 0.3, this.batch).map((place) => ({
			kind: this.kind,
			...place,
			heading: 0,
		}));
		this.ask(async () => {
			const { placed, models } = await this.app.client.ask('crowd-add', { units, unit });
			const added = units.filter((_, i) => placed[i]);
			this.units = [...this.units, ...added];
			this.models = [...this.models, ...models];
			// The address has where units began; the others are not put back for it.
			const crowd = [...(this.built ?? []), ...added];
			this.built = crowd;
			this.app.store.set({ crowd });
			if (added.length < units.length) {
				this.app.tell(`There is room for ${added.length} of ${units.length} units here.`);
			}
			this.select(added.map((_, i) => this.units.length - added.length + i));
			this.wake();
		});
	}

	/** Takes all units off the map. */
	clear(): void {
		this.app.store.set({ crowd: [], orders: [] });
	}
}

/** The end of a path, or of the part of it that is far enough for a crowd; it heads back. */
function farAlong(segments: readonly Segment[]): Pose | undefined {
	let length = 0;
	let last: Segment | undefined;
	for (const segment of segments) {
		last = segment;
		length += segment.length;
		if (length >= FAR) {
			break;
		}
	}
	if (last === undefined) {
		return undefined;
	}
	const { kind, from, to } = last;
	// On a line not further than that.
	const share = kind === 'line' && length > FAR ? 1 - (length - FAR) / last.length : 1;
	return {
		x: from.x + (to.x - from.x) * share,
		y: from.y + (to.y - from.y) * share,
		heading: towards(last) + Math.PI,
	};
}

/** Straight from end to end. */
function towards({ from, to }: Segment): number {
	return Math.atan2(to.y - from.y, to.x - from.x);
}
