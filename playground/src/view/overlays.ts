// SPDX-License-Identifier: MIT
// The overlays, one row each: what the worker computes for it, and how that is drawn.
import type { Block } from 'fairway';
import { fit } from '../planning.js';
import type { PlanAsk } from '../protocol.js';
import type { Situation } from '../situation.js';
import { halfWidthOf, middleOf, unitOptions, type UnitModel } from '../unit.js';
import type { Room } from '../worker.js';
import type { Scene } from './layers.js';
import { strokePath } from './paths.js';
import { color, pathColor } from './theme.js';
import { css, drawNumbers, drawTiles, ramp, rgb, type Rgb } from './tint.js';
import { traceUnit } from './units.js';

export interface Overlay<Data extends object = object> {
	key: string;
	label: string;
	/** one sentence for the reader */
	sentence: string;
	/** what of the situation it shows, but for the tiles, which all of them do */
	needs: readonly (keyof Situation)[];
	/** runs in the worker; what it gives is posted */
	ask(room: Room, plan: PlanAsk): Data;
	draw(scene: Scene, data: Data): void;
}

/** Checks that `draw` takes what `ask` gives, and forgets the type. */
function overlay<Data extends object>(row: Overlay<Data>): Overlay {
	return row as unknown as Overlay;
}

const TRIP = ['unit', 'from', 'to', 'methods', 'passes', 'costs'] as const;

/** Searches that show their work stop here. */
const MOST_EXPANSIONS = 200_000;
/** Nodes that are drawn. */
const MOST_NODES = 60_000;

const clearance = overlay({
	key: 'clearance',
	label: 'Clearance',
	sentence: 'How far the next wall is from each tile: yellow is close, blue is far.',
	needs: ['unit'],
	ask: ({ map }, { unit }) => ({
		steps: map.clearance({ capabilities: unitOptions(unit).capabilities ?? 0, metric: 'brushfire' }),
	}),
	draw(scene, data) {
		const { steps } = data;
		const most = steps.reduce((a, b) => Math.max(a, b), 2);
		drawTiles(scene, data, 0.7, (i) => (steps[i] === 0 ? undefined : ramp((steps[i]! - 1) / (most - 1))));
		drawNumbers(scene, (i) => (steps[i] === 0 ? '' : `${steps[i]}`));
	},
});

const DARK: Rgb = [40, 46, 56];

/** Neighbors in the circle of colors are far apart in the list. */
function hue(region: number): Rgb {
	const turn = ((region * 0.618034 + 0.62) % 1) * 6;
	const wave = (shift: number) => {
		const at = (turn + shift) % 6;
		return Math.round(70 + 170 * Math.max(0, Math.min(1, Math.abs(at - 3) - 1)));
	};
	return [wave(0), wave(4), wave(2)];
}

/** The position of a square is its upper left tile: colors all tiles of it. */
function covered(parts: Uint32Array, width: number, side: number): Uint32Array<ArrayBuffer> {
	const all = new Uint32Array(parts.length);
	parts.forEach((part, at) => {
		for (let row = 0; part !== 0 && row < side; row++) {
			all.fill(part, at + row * width, at + row * width + side);
		}
	});
	return all;
}

const regions = overlay({
	key: 'regions',
	label: 'Regions',
	sentence: 'Parts of the map that the unit cannot leave, each in its color. Dark: it cannot be there.',
	needs: ['unit'],
	ask({ map }, { unit }) {
		const parts = map.regions(unitOptions(unit));
		return { parts: unit.shape === 'square' ? covered(parts, map.width, unit.size) : parts };
	},
	draw(scene, data) {
		const { parts } = data;
		drawTiles(scene, data, 0.55, (i) => (parts[i] !== 0 ? hue(parts[i]!) : DARK));
	},
});

/** The side of the smallest square of tiles that is as wide as a unit. */
function sideOf(unit: UnitModel): number {
	return unit.shape === 'square' ? unit.size : Math.max(1, Math.min(64, Math.ceil(2 * halfWidthOf(unit) - 1e-9)));
}

const CLUSTER = 15;

const clusters = overlay({
	key: 'clusters',
	label: 'Clusters and entrances',
	sentence: 'The abstract graph of a hierarchy: squares of 15 tiles, their entrances, and the ways between these.',
	needs: ['unit'],
	ask({ map }, { unit }) {
		const capabilities = [unitOptions(unit).capabilities ?? 0];
		const edges = map.hierarchyEdges({ capabilities, sizes: [sideOf(unit)], cluster: CLUSTER, levels: 2 });
		const flat = (inter: boolean) =>
			Float32Array.from(
				edges
					.filter((e) => e.inter === inter)
					.flatMap((e) => [e.fromX, e.fromY, e.toX, e.toY].map((v) => v + 0.5)),
			);
		return { between: flat(true), through: flat(false) };
	},
	draw(scene, { between, through }) {
		const { context, pixel, ground } = scene;
		context.beginPath();
		for (let x = 0; x <= ground.width; x += CLUSTER) {
			context.moveTo(x, 0);
			context.lineTo(x, ground.height);
		}
		for (let y = 0; y <= ground.height; y += CLUSTER) {
			context.moveTo(0, y);
			context.lineTo(ground.width, y);
		}
		context.strokeStyle = color('mark');
		context.lineWidth = pixel;
		context.globalAlpha = 0.7;
		context.stroke();
		context.globalAlpha = 0.35;
		strokeLines(scene, through, color('mark'), pixel);
		context.globalAlpha = 1;
		// Entrances are two tiles long, and as wide on the screen where that is less.
		const wide = Math.min(5 * pixel, 1);
		strokeLines(scene, between, color('halo'), 1.6 * wide);
		strokeLines(scene, between, color('mark'), wide);
	},
});

/** Lines from x0, y0 to x1, y1. */
function strokeLines({ context }: Scene, lines: Float32Array, style: string, width: number): void {
	context.beginPath();
	for (let i = 0; i < lines.length; i += 4) {
		context.moveTo(lines[i]!, lines[i + 1]!);
		context.lineTo(lines[i + 2]!, lines[i + 3]!);
	}
	context.strokeStyle = style;
	context.lineWidth = width;
	context.stroke();
}

/** Squares about the far ends of lines. */
function fillEnds({ context }: Scene, lines: Float32Array, style: string, side: number): void {
	context.fillStyle = style;
	for (let i = 0; i < lines.length; i += 4) {
		context.fillRect(lines[i + 2]! - side / 2, lines[i + 3]! - side / 2, side, side);
	}
}

const blocks = overlay({
	key: 'blocks',
	label: 'Blocks of Block A*',
	sentence: 'The blocks of 4 × 4 tiles that Block A* expands, by their cost from the start. Zoom in for the costs.',
	needs: TRIP,
	ask({ map }, plan) {
		return fit({ ...plan, method: 'block8' }, ({ plan: fitted }) => {
			using search = map.search(fitted, ['expand']);
			search.step(MOST_EXPANSIONS);
			const last = new Map<string, Block>();
			for (const block of search.blocks()) {
				last.set(`${block.x},${block.y}`, block);
			}
			return { blocks: [...last.values()] };
		});
	},
	draw(scene, { blocks: all }) {
		const { context, pixel, camera } = scene;
		const least = (block: Block) => block.costs.reduce((a, b) => Math.min(a, b), Infinity);
		const most = all.reduce((a, b) => Math.max(a, Number.isFinite(least(b)) ? least(b) : 0), 1);
		for (const block of all) {
			const { x, y, side } = block;
			context.fillStyle = css(ramp(least(block) / most), 0.5);
			context.fillRect(x, y, side, side);
			context.strokeStyle = color('halo');
			context.lineWidth = pixel;
			context.strokeRect(x, y, side, side);
			if (camera.scale >= 18) {
				drawBorder(scene, block);
			}
		}
	},
});

/** The costs of the tiles along the border, clockwise from the upper left one. */
function drawBorder({ context, pixel }: Scene, { x, y, side, costs }: Block): void {
	context.fillStyle = color('text');
	context.font = `${9 * pixel}px system-ui, sans-serif`;
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	const last = side - 1;
	costs.forEach((cost, i) => {
		const along = i % last;
		const edge = Math.floor(i / last);
		const [dx, dy] = [[along, 0], [last, along], [last - along, last], [0, last - along]][edge]!;
		if (Number.isFinite(cost)) {
			context.fillText(cost.toFixed(0), x + dx! + 0.5, y + dy! + 0.5);
		}
	});
}

const field = overlay({
	key: 'field',
	label: 'Heuristic field',
	sentence: 'The distance to the goal around walls, as far as Directional A* asked for it. Yellow is near.',
	needs: TRIP,
	ask({ map }, plan) {
		const { width, height } = map;
		return fit({ ...plan, method: 'directional' }, ({ plan: fitted }) => {
			using search = map.search(fitted, ['field']);
			search.step(MOST_EXPANSIONS);
			const nodes = search.nodes('field');
			const tiles = new Float32Array(width * height).fill(Infinity);
			for (let i = 0; i < nodes.length; i += 8) {
				const at = Math.floor(nodes[i + 1]!) * width + Math.floor(nodes[i]!);
				tiles[at] = Math.min(tiles[at]!, nodes[i + 6]!);
			}
			return { tiles };
		});
	},
	draw(scene, data) {
		const { tiles } = data;
		const most = tiles.reduce((a, b) => (b < Infinity ? Math.max(a, b) : a), 1);
		// Bands of two tiles show its shape.
		const shade = (g: number) => ramp((Math.floor(g / 2) * 2) / most);
		drawTiles(scene, data, 0.72, (i) => (tiles[i]! < Infinity ? shade(tiles[i]!) : undefined));
		drawNumbers(scene, (i) => (tiles[i]! < Infinity ? tiles[i]!.toFixed(0) : ''));
	},
});

const hitCheck = overlay({
	key: 'hit-check',
	label: 'Hit-check of a move',
	sentence: 'All curves from the unit straight to the goal, and the tiles that the best one touches. Red ones hit.',
	needs: TRIP,
	ask({ map }, { unit, from, to }) {
		const heading = to.heading ?? Math.atan2(to.y - from.y, to.x - from.x);
		return { moves: map.moves(unitOptions(unit), from, { ...to, heading }) };
	},
	draw(scene, { moves }) {
		const { context, ground, pixel } = scene;
		const best = moves.find((move) => move.free) ?? moves[0];
		if (best !== undefined) {
			const able = scene.situation.unit.abilities;
			fillRows(scene, best.rows, (x, y) => {
				const name = ground.has(x, y) ? ground.terrains[ground.at(x, y)]!.name : '';
				return able.includes(name) ? css(ramp(0), 0.75) : css([220, 38, 38], 0.8);
			});
		}
		context.translate(middleOf(scene.situation.unit), middleOf(scene.situation.unit));
		for (const move of [...moves].reverse()) {
			const style = move.free ? color('good') : color('fault');
			strokePath(scene, move.segments, style, (move === best ? 3.5 : 1.5) * pixel, move === best ? [] : [6, 5]);
		}
	},
});

/** Rows of tiles, each tile once: y, first x, last x. */
function fillRows({ context, pixel }: Scene, rows: Int32Array, styleOf: (x: number, y: number) => string): void {
	const seen = new Set<number>();
	for (let i = 0; i < rows.length; i += 3) {
		const y = rows[i]!;
		for (let x = rows[i + 1]!; x <= rows[i + 2]!; x++) {
			const key = y * 100_003 + x;
			if (!seen.has(key)) {
				seen.add(key);
				context.fillStyle = styleOf(x, y);
				context.fillRect(x + pixel / 2, y + pixel / 2, 1 - pixel, 1 - pixel);
			}
		}
	}
}

/** Between two outlines [tiles]. */
const FOOTPRINT_STEP = 1;

const swept = overlay({
	key: 'swept',
	label: 'Swept footprint',
	sentence: 'The unit all along its path, and every tile that it touches.',
	needs: TRIP,
	ask({ map, planner }, plan) {
		const path = planner.path(plan);
		const count = Math.min(2000, Math.floor(path.length / FOOTPRINT_STEP) + 1);
		const poses = new Float64Array(path.segments.length > 0 ? 3 * count : 0);
		for (let i = 0; 3 * i < poses.length; i++) {
			const { pose } = path.at(i * FOOTPRINT_STEP);
			poses.set([pose.x, pose.y, pose.heading], 3 * i);
		}
		const side = plan.unit.shape === 'square' ? plan.unit.size : 0;
		return { rows: side > 0 ? new Int32Array() : map.swept(path, unitOptions(plan.unit)), poses };
	},
	draw(scene, { rows, poses }) {
		const { context, pixel, situation } = scene;
		fillRows(scene, rows, () => css(ramp(0), 0.5));
		context.beginPath();
		for (let i = 0; i < poses.length; i += 3) {
			traceUnit(context, situation.unit, { x: poses[i]!, y: poses[i + 1]!, heading: poses[i + 2]! });
		}
		context.strokeStyle = pathColor(0);
		context.lineWidth = pixel;
		context.globalAlpha = 0.8;
		context.stroke();
	},
});

const SHADES = 24;

/** From the node before to each node. */
function linesOf(nodes: Float64Array): Float32Array<ArrayBuffer> {
	const count = Math.min(MOST_NODES, nodes.length / 8);
	const lines = new Float32Array(4 * count);
	for (let i = 0; i < count; i++) {
		lines.set([nodes[8 * i + 3]!, nodes[8 * i + 4]!, nodes[8 * i]!, nodes[8 * i + 1]!], 4 * i);
	}
	return lines;
}

const expanded = overlay({
	key: 'expanded',
	label: 'Expanded nodes',
	sentence: 'Where the search of the first method has looked: first yellow, last blue; in pink what it left open.',
	needs: TRIP,
	ask({ map }, plan) {
		return fit(plan, ({ plan: fitted }) => {
			using search = map.search(fitted, ['expand', 'open']);
			search.step(MOST_EXPANSIONS);
			return { lines: linesOf(search.nodes('expand')), open: linesOf(search.nodes('open')) };
		});
	},
	draw(scene, { lines, open }) {
		const { pixel } = scene;
		const count = lines.length / 4;
		if (count < MOST_NODES) {
			fillEnds(scene, open, css(rgb('mark'), 0.6), Math.max(0.3, 3 * pixel));
		}
		// A few nodes must be seen beside the path; many are a picture of their own.
		const side = Math.max(0.35, (count < 2000 ? 5 : 2) * pixel);
		const size = 4 * Math.ceil(count / SHADES);
		for (let i = 0; i < lines.length; i += size) {
			const part = lines.subarray(i, i + size);
			const style = css(ramp(i / lines.length));
			strokeLines(scene, part, style, Math.max(pixel, 0.05));
			fillEnds(scene, part, style, side);
		}
	},
});

export const OVERLAYS: readonly Overlay[] = [
	expanded,
	field,
	clearance,
	regions,
	clusters,
	blocks,
	hitCheck,
	swept,
];
