// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" preserve="true" />
import {
	capability as bits, exit, trait, type Method, type Module, type Point, type Reason, type Stuck, type WorldDef,
} from './c.js';
import { GameMap, type MapOptions } from './map.js';
import { Memory, Owned } from './memory.js';
import { World } from './world.js';

export type * from './c.js';
export { FairwayError } from './memory.js';
export { Path } from './path.js';
export { GameMap, type MapOptions, type Move, type PlanOptions, type TerrainName, type UnitOptions } from './map.js';
export { Profile, Search, type Block } from './search.js';
export { World, type OrderOptions, type UnitId, type UnitInfo, type WorldUnitOptions } from './world.js';

/** Where to get the module from; without it from beside this file. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

/** The library. `dispose()` frees all its maps and worlds. */
export class Fairway extends Owned {
	/** Such as '0.1.0'. */
	readonly version: string;
	/** All methods by name, with a sentence each. */
	readonly methods: readonly Method[];
	/** Bits for `capabilities`. */
	readonly capability = bits;
	/** Bits of `Method.traits`. */
	readonly trait = trait;
	/** Bits of the directions in which a step may leave a tile. */
	readonly exit = exit;
	private readonly result: number;

	/** @internal */
	constructor(
		/** The compiled module: another thread that gets it need not compile again. */
		readonly module: WebAssembly.Module,
		c: Module,
	) {
		super(new Memory(c));
		const m = this.m;
		this.version = m.text(c.fw_version());
		this.methods = Array.from({ length: c.fw_method_count() }, (_, i) => {
			const method = c.fw_method_at(i);
			m.keepName(m.view.getUint32(method, true));
			return m.read('fw_method', method);
		});
		this.result = m.keep(m.size('fw_result'));
		c.fw_result_init(this.result, 0);
	}

	protected free(): void {
		this.m.c.fw_result_free(this.result);
	}

	/** A map from the text of a MovingAI map or plain rows of letters, or of a size. */
	map(source: string | MapOptions, options: MapOptions = {}): GameMap {
		const m = this.alive();
		const text = typeof source === 'string' ? source : undefined;
		return GameMap.make(m, this, this.result, text, text === undefined ? (source as MapOptions) : options);
	}

	/** A world without units on a copy of a map. */
	world(map: GameMap, options: Partial<WorldDef> = {}): World {
		const m = this.alive();
		map.mustBeOf(m);
		return World.make(m, this, map.grid, options);
	}

	/** A world from the bytes of `World.save()` or `fw_world_save()`. */
	load(bytes: Uint8Array): World {
		return World.load(this.alive(), this, bytes);
	}

	/** A reason as a sentence. */
	reasonText(reason: Reason): string {
		const m = this.alive();
		return m.text(m.c.fw_reason_text(Memory.words('fw_reason').indexOf(reason)));
	}

	/** Why a unit makes no progress, as a clause. */
	stuckText(stuck: Stuck): string {
		const m = this.alive();
		return m.text(m.c.fw_stuck_text(Memory.words('fw_stuck').indexOf(stuck)));
	}

	/** The outline of a rectangle, `rear` of its length behind the point that follows the path [tiles]. */
	rectangle(length: number, width: number, rear: number): Point[] {
		return this.outline((out) => this.m.c.fw_outline_rectangle(out, length, width, rear));
	}

	/** The outline of a rectangle with a pointed bow ahead, about its middle [tiles]. */
	ship(length: number, width: number, bow: number): Point[] {
		return this.outline((out) => this.m.c.fw_outline_ship(out, length, width, bow));
	}

	private outline(call: (result: number) => void): Point[] {
		const { count, corners } = this.alive().readReturned('fw_outline', call);
		return corners.slice(0, count);
	}

	/** The memory of the module [bytes]. It grows, and never shrinks. */
	get memory(): number {
		return this.m.c.memory.buffer.byteLength;
	}
}

/** Loads the library: in browsers, workers and Node. Each call gives a library with memory of its own. */
export async function loadFairway(source: Source = new URL('./fairway.wasm', import.meta.url)): Promise<Fairway> {
	const module = source instanceof WebAssembly.Module ? source : await compile(source);
	const instance = await WebAssembly.instantiate(module, {});
	const c = instance.exports as unknown as Module & { _initialize(): void };
	c._initialize();
	return new Fairway(module, c);
}

async function compile(source: unknown): Promise<WebAssembly.Module> {
	if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
		return WebAssembly.compile(source as BufferSource);
	}
	if (String(source).startsWith('file:')) {
		// Node has no fetch() of files. Bundlers for browsers should not look for this one.
		const files = 'node:fs/promises';
		const { readFile } = await import(/* @vite-ignore */ files);
		return WebAssembly.compile(await readFile(new URL(String(source))));
	}
	const response = source instanceof Response ? source : await fetch(source as URL);
	if (!response.ok) {
		throw new Error(`fairway: ${response.url}: ${response.status} ${response.statusText}`);
	}
	// Not compileStreaming(), which servers with another type for .wasm files would break.
	return WebAssembly.compile(await response.arrayBuffer());
}
