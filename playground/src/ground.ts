// SPDX-License-Identifier: MIT
// The tiles that the page shows: those of the map and what was painted over them. The worker has the same.
import type { Terrain } from 'fairway';
import type { MapAnswer } from './protocol.js';
import type { Run } from './situation.js';

export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

export class Ground {
	readonly width: number;
	readonly height: number;
	readonly terrains: readonly Terrain[];
	readonly tiles: Uint8Array;
	private readonly base: Uint8Array;

	constructor(answer: MapAnswer) {
		this.width = answer.width;
		this.height = answer.height;
		this.terrains = answer.terrains;
		this.base = answer.base;
		this.tiles = answer.tiles;
	}

	at(x: number, y: number): number {
		return x >= 0 && y >= 0 && x < this.width && y < this.height ? this.tiles[y * this.width + x]! : 0;
	}

	has(x: number, y: number): boolean {
		return x >= 0 && y >= 0 && x < this.width && y < this.height;
	}

	/** What of a run lies on the map and is not so yet. */
	private fresh({ x, y, length, terrain }: Run): Run[] {
		const runs: Run[] = [];
		if (y < 0 || y >= this.height) {
			return runs;
		}
		const end = Math.min(this.width, x + length);
		for (let at = Math.max(0, x); at < end; at++) {
			if (this.tiles[y * this.width + at] === terrain) {
				continue;
			}
			const last = runs[runs.length - 1];
			if (last !== undefined && last.x + last.length === at) {
				last.length++;
			} else {
				runs.push({ x: at, y, length: 1, terrain });
			}
		}
		return runs;
	}

	/** Changes tiles, and gives the runs that did change. */
	paint(runs: readonly Run[]): Run[] {
		const changed = runs.flatMap((run) => this.fresh(run));
		for (const { x, y, length, terrain } of changed) {
			this.tiles.fill(terrain, y * this.width + x, y * this.width + x + length);
		}
		return changed;
	}

	/** What differs from the map as it was loaded, in rows. */
	edits(): Run[] {
		return this.difference(this.base, this.tiles);
	}

	/** The runs that make these tiles be as after `edits`. */
	towards(edits: readonly Run[]): Run[] {
		const wanted = this.base.slice();
		for (const { x, y, length, terrain } of edits) {
			if (y >= 0 && y < this.height && x >= 0 && x < this.width) {
				wanted.fill(terrain, y * this.width + x, y * this.width + Math.min(this.width, x + length));
			}
		}
		return this.difference(this.tiles, wanted);
	}

	private difference(from: Uint8Array, to: Uint8Array): Run[] {
		const runs: Run[] = [];
		for (let i = 0; i < to.length; i++) {
			if (to[i] === from[i]) {
				continue;
			}
			const terrain = to[i]!;
			const y = Math.floor(i / this.width);
			const x = i - y * this.width;
			const last = runs[runs.length - 1];
			if (last?.y === y && last.terrain === terrain && last.x + last.length === x) {
				last.length++;
			} else {
				runs.push({ x, y, length: 1, terrain });
			}
		}
		return runs;
	}
}

/** The rectangle around runs. */
export function areaOf(runs: readonly Run[]): Area {
	const left = Math.min(...runs.map((r) => r.x));
	const top = Math.min(...runs.map((r) => r.y));
	const right = Math.max(...runs.map((r) => r.x + r.length));
	const bottom = Math.max(...runs.map((r) => r.y + 1));
	return { x: left, y: top, width: right - left, height: bottom - top };
}
