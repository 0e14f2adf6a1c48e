// SPDX-License-Identifier: MIT
// Ties the parts together: what changes in the situation becomes questions to the worker, and answers become pictures.
import type { Method } from 'fairway';
import { Client } from './client.js';
import { CrowdPlay } from './crowd.js';
import { areaOf, Ground } from './ground.js';
import { builtIn } from './maps.js';
import type { PlanAnswer, PlanAsk } from './protocol.js';
import { DEFAULT, type Run, type Situation, type Store } from './situation.js';
import type { MapCanvas } from './view/canvas.js';
import { OVERLAYS, type Overlay } from './view/overlays.js';

/** A number with as many digits as it is worth. */
export function digits(value: number, after: number): string {
	return value.toFixed(value >= 100 ? Math.max(0, after - 1) : after);
}

/** Without a change for so long the reader has let go [ms]. */
const LET_GO = 200;
/** Paths beside the first that take longer wait until then: the first follows the pointer [ms]. */
const SLOW = 20;

export class App {
	readonly client: Client;
	readonly crowd: CrowdPlay;
	methods: readonly Method[] = [];
	/** what the worker computed for overlays, by key */
	readonly overlays = new Map<string, object>();
	/** what it was asked to compute them from */
	private readonly grounds = new Map<string, readonly unknown[]>();
	private strokes = 0;
	/** the map of the situation, once the worker has it; never rejected */
	loaded: Promise<void> = Promise.resolve();
	private readonly answered: (() => void)[] = [];
	private readonly mapped: (() => void)[] = [];
	private loads = 0;
	private drives = false;
	private checking = 0;
	private slow = 0;

	constructor(
		readonly store: Store,
		readonly canvas: MapCanvas,
		/** Tells the reader a sentence. */
		readonly tell: (text: string, wrong?: boolean) => void,
	) {
		this.client = new Client((text) => tell(text, true));
		store.subscribe((now, before) => this.changed(now, before));
		this.crowd = new CrowdPlay(this);
		canvas.layers.push({
			draw: (scene) => {
				for (const { key, needs, draw } of OVERLAYS) {
					const data = this.overlays.get(key);
					const apt = scene.situation.mode === 'plan' || !needs.includes('from');
					if (data !== undefined && apt && scene.situation.overlays.includes(key)) {
						scene.context.save();
						draw(scene, data);
						scene.context.restore();
					}
				}
			},
		});
	}

	/** Calls `listener` after each answer to a plan. */
	onAnswer(listener: () => void): void {
		this.answered.push(listener);
	}

	/** Calls `listener` when another map is shown. */
	onMap(listener: () => void): void {
		this.mapped.push(listener);
	}

	/** The path of the first method. */
	get main(): PlanAnswer | undefined {
		return this.canvas.paths[0];
	}

	/** Is the unit to drive as soon as the path of the situation is there? */
	driveNext(drives: boolean): void {
		this.drives = drives;
	}

	/** Once true after `driveNext()`, when there is a path. */
	takeDrive(): boolean {
		const now = this.drives && this.main?.found === true;
		this.drives &&= !now;
		return now;
	}

	planAsk(method = this.store.get().methods[0] ?? 'auto'): PlanAsk {
		const { unit, from, to, passes } = this.store.get();
		return { unit, from, to, passes, method };
	}

	async start(): Promise<void> {
		const hello = await this.client.ask('hello', null);
		this.methods = hello.methods;
		try {
			await this.loadMap();
		} catch (error) {
			// Such as an address that does not suit its map.
			this.tell((error as Error).message, true);
			this.store.set({ ...DEFAULT });
			await this.loadMap();
		}
	}

	/** Loads the map of the situation. The old one stays if the text is refused. */
	private async loadMap(): Promise<void> {
		const load = ++this.loads;
		const { map, edits, costs } = this.store.get();
		const text = 'text' in map ? map.text : builtIn(map.key).text();
		const answer = await this.client.ask('map', { text, edits, costs });
		if (load === this.loads) {
			this.overlays.clear();
			this.canvas.show(new Ground(answer));
			this.mapped.forEach((listener) => listener());
			this.plan();
		}
	}

	private changed(now: Readonly<Situation>, before: Readonly<Situation>): void {
		if (now.map !== before.map) {
			this.loaded = this.loadMap().catch((error: Error) => {
				this.tell(error.message, true);
				// Not `before.map` alone: its edits and poses belong to it.
				this.store.set(before);
			});
			return;
		}
		const { ground } = this.canvas;
		if (now.edits !== before.edits && ground !== undefined) {
			this.paint(ground.towards(now.edits));
		}
		if (now.costs !== before.costs) {
			this.client.ask('costs', now.costs).catch((error: Error) => this.tell(error.message, true));
		}
		const keys = ['edits', 'costs', 'unit', 'from', 'to', 'methods', 'passes', 'overlays', 'mode'] as const;
		if (keys.some((key) => now[key] !== before[key])) {
			this.plan();
		}
	}

	/** Paints tiles here and in the worker. `Ground.edits()` becomes the situation's when a stroke ends. */
	paint(runs: readonly Run[]): void {
		const changed = this.canvas.ground?.paint(runs) ?? [];
		if (changed.length > 0) {
			this.strokes++;
			this.canvas.redrawTerrain(areaOf(changed));
			this.client.ask('edit', changed).catch((error: Error) => this.tell(error.message, true));
		}
	}

	/** Asks for the paths and overlays of the situation. */
	plan(): void {
		const { methods, overlays, mode } = this.store.get();
		if (this.canvas.ground === undefined) {
			return;
		}
		const { paths } = this.canvas;
		paths.length = methods.length;
		window.clearTimeout(this.slow);
		const slow: number[] = [];
		for (const [i, method] of mode === 'plan' ? methods.entries() : []) {
			const path = paths[i];
			if (i > 0 && path?.method === method && path.work > SLOW) {
				paths[i] = { ...path, stale: true };
				slow.push(i);
			} else {
				this.askPath(i, method);
			}
		}
		if (slow.length > 0) {
			this.slow = window.setTimeout(() => slow.forEach((i) => this.askPath(i, methods[i]!)), LET_GO);
		}
		for (const row of OVERLAYS) {
			if (overlays.includes(row.key)) {
				this.askOverlay(row);
			}
		}
	}

	private askPath(index: number, method: string): void {
		const ask = this.planAsk(method);
		const done = (answer: PlanAnswer) => this.receive(index, answer);
		this.client.latest(`plan ${index}`, 'plan', ask, done, (why) => done(refused(ask, why)));
	}

	/** Unless it was asked for the same before. */
	private askOverlay({ key, needs }: Overlay): void {
		const situation = this.store.get();
		const from = [this.canvas.ground, this.strokes, ...needs.map((need) => situation[need])];
		const before = this.grounds.get(key);
		if (before !== undefined && from.every((value, i) => value === before[i])) {
			return;
		}
		this.grounds.set(key, from);
		this.client.latest(
			`overlay ${key}`,
			'overlay',
			{ key, plan: this.planAsk() },
			(data) => {
				this.overlays.set(key, data);
				this.canvas.invalidate();
			},
			(why) => {
				this.overlays.delete(key);
				this.tell(why, true);
				this.canvas.invalidate();
			},
		);
	}

	private receive(index: number, answer: PlanAnswer): void {
		if (this.store.get().methods[index] === answer.method) {
			this.canvas.paths[index] = answer;
			this.canvas.invalidate();
			this.answered.forEach((listener) => listener());
			this.checkLater();
		}
	}

	/** Asks for the faults that are not known yet once the reader has let go: they take longer than the paths. */
	private checkLater(): void {
		window.clearTimeout(this.checking);
		this.checking = window.setTimeout(() => {
			this.canvas.paths.forEach((path, index) => {
				if (path === undefined || path.faults !== undefined) {
					return;
				}
				this.client.latest(`check ${index}`, 'check', this.planAsk(path.method), (faults) => {
					// A newer path has its own.
					if (this.canvas.paths[index] === path) {
						this.canvas.paths[index] = { ...path, faults };
						this.canvas.invalidate();
						this.answered.forEach((listener) => listener());
					}
				});
			});
		}, LET_GO);
	}
}

function refused(ask: PlanAsk, why: string): PlanAnswer {
	return {
		method: ask.method,
		chosen: ask.method,
		found: false,
		partial: false,
		reason: 'none',
		why,
		note: '',
		segments: [],
		start: ask.from,
		length: 0,
		seconds: 0,
		milliseconds: 0,
		work: 0,
		expanded: 0,
		faults: [],
	};
}
