// SPDX-License-Identifier: MIT
// Draws the tiles into a canvas of its own, once; edits redraw their tiles and those beside them.
import type { Area, Ground } from '../ground.js';
import type { Scene } from './layers.js';
import { color, type ColorName } from './theme.js';

const NAMES: Record<string, ColorName> = {
	ground: 'ground',
	swamp: 'swamp',
	water: 'water',
	trees: 'trees',
	road: 'road',
};

export function terrainColor(name: string): string {
	return color(NAMES[name] ?? 'blocked');
}

const MOST_PIXELS = 3072;

export class TerrainPicture {
	readonly canvas = document.createElement('canvas');
	private readonly context = this.canvas.getContext('2d')!;
	/** pixels a tile */
	private side = 1;
	private ground: Ground | undefined;

	show(ground: Ground): void {
		this.ground = ground;
		this.side = Math.max(1, Math.min(12, Math.floor(MOST_PIXELS / Math.max(ground.width, ground.height))));
		this.canvas.width = ground.width * this.side;
		this.canvas.height = ground.height * this.side;
		this.redraw();
	}

	redraw(area?: Area): void {
		const ground = this.ground;
		if (ground === undefined) {
			return;
		}
		const { x, y, width, height } = area ?? { x: 0, y: 0, width: ground.width, height: ground.height };
		const right = Math.min(ground.width, x + width + 1);
		const bottom = Math.min(ground.height, y + height + 1);
		const colors = ground.terrains.map((t) => terrainColor(t.name));
		for (let row = Math.max(0, y - 1); row < bottom; row++) {
			this.drawRow(ground, row, Math.max(0, x - 1), right, colors);
		}
	}

	/** Runs of one terrain are one rectangle; then the edges. */
	private drawRow(ground: Ground, y: number, left: number, right: number, colors: readonly string[]): void {
		const side = this.side;
		for (let x = left; x < right; ) {
			const terrain = ground.at(x, y);
			let end = x + 1;
			while (end < right && ground.at(end, y) === terrain) {
				end++;
			}
			this.context.fillStyle = colors[terrain] ?? color('blocked');
			this.context.fillRect(x * side, y * side, (end - x) * side, side);
			x = end;
		}
		if (side < 4) {
			return;
		}
		for (let x = left; x < right; x++) {
			this.drawEdges(ground, x, y);
		}
	}

	/** Water has a shore, blocked tiles an edge, where other ground begins. */
	private drawEdges(ground: Ground, x: number, y: number): void {
		const terrain = ground.at(x, y);
		const name = ground.terrains[terrain]?.name;
		const water = name === 'water';
		if (!water && name !== undefined && NAMES[name] !== undefined) {
			return;
		}
		const side = this.side;
		const thick = Math.max(1, Math.round(side / 8));
		this.context.fillStyle = color(water ? 'shore' : 'blockedEdge');
		const differs = (dx: number, dy: number) =>
			ground.has(x + dx, y + dy) && ground.at(x + dx, y + dy) !== terrain;
		if (differs(0, -1)) {
			this.context.fillRect(x * side, y * side, side, thick);
		}
		if (differs(0, 1)) {
			this.context.fillRect(x * side, (y + 1) * side - thick, side, thick);
		}
		if (differs(-1, 0)) {
			this.context.fillRect(x * side, y * side, thick, side);
		}
		if (differs(1, 0)) {
			this.context.fillRect((x + 1) * side - thick, y * side, thick, side);
		}
	}
}

/** The tiles that are seen, one shape for each terrain. */
export function drawTiles({ context, ground, left, top, right, bottom }: Scene): void {
	ground.terrains.forEach(({ name }, terrain) => {
		context.beginPath();
		for (let y = top; y < bottom; y++) {
			for (let x = left; x < right; x++) {
				const begin = x;
				while (x < right && ground.at(x, y) === terrain) {
					x++;
				}
				if (x > begin) {
					context.rect(begin, y, x - begin, 1);
				}
			}
		}
		context.fillStyle = terrainColor(name);
		context.fill();
	});
}
