// SPDX-License-Identifier: MIT
// Pictures with a color for each tile, made once for each answer of the worker, and numbers on tiles.
import type { Scene } from './layers.js';
import { color, themeNow, type ColorName, type Theme } from './theme.js';

export type Rgb = readonly [red: number, green: number, blue: number];

/** A color of the theme that is written as `#rrggbb`. */
export function rgb(name: ColorName): Rgb {
	const bits = parseInt(color(name).slice(1), 16);
	return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

/** @param share 0: `from`, 1: `to` */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
	const part = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share);
	return [part(0), part(1), part(2)];
}

/** Warm and near to cold and far. @param share 0 to 1 */
export function ramp(share: number): Rgb {
	const t = Math.max(0, Math.min(1, share));
	return t < 0.5 ? mix(rgb('low'), rgb('middle'), 2 * t) : mix(rgb('middle'), rgb('high'), 2 * t - 1);
}

export function css([red, green, blue]: Rgb, alpha = 1): string {
	return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}

interface Picture {
	theme: Theme;
	canvas: HTMLCanvasElement;
}

const pictures = new WeakMap<object, Picture>();

function paint(width: number, height: number, colorOf: (index: number) => Rgb | undefined): HTMLCanvasElement {
	const canvas = document.createElement('canvas');
	canvas.width = width;
	canvas.height = height;
	const context = canvas.getContext('2d')!;
	const image = context.createImageData(width, height);
	for (let i = 0; i < width * height; i++) {
		const found = colorOf(i);
		if (found !== undefined) {
			image.data.set(found, 4 * i);
			image.data[4 * i + 3] = 255;
		}
	}
	context.putImageData(image, 0, 0);
	return canvas;
}

/**
 * Colors the tiles of the map. @param data the answer that the colors come from: the picture is kept for as long as it
 * lives @param colorOf of a tile by its index, row by row; undefined: none
 */
export function drawTiles(
	{ context, ground: { width, height } }: Scene,
	data: object,
	alpha: number,
	colorOf: (index: number) => Rgb | undefined,
): void {
	let picture = pictures.get(data);
	if (picture === undefined || picture.theme !== themeNow()) {
		picture = { theme: themeNow(), canvas: paint(width, height, colorOf) };
		pictures.set(data, picture);
	}
	context.save();
	context.globalAlpha = alpha;
	context.imageSmoothingEnabled = false;
	context.drawImage(picture.canvas, 0, 0, width, height);
	context.restore();
}

/** Pixels a tile from which on numbers can be read. */
const NUMBERS_FROM = 22;

/** Writes a number on each tile that can be seen, if it is large enough. */
export function drawNumbers(scene: Scene, textOf: (index: number) => string): void {
	const { context, camera, pixel, left, top, right, bottom, ground } = scene;
	if (camera.scale < NUMBERS_FROM) {
		return;
	}
	context.fillStyle = color('text');
	context.font = `${11 * pixel}px system-ui, sans-serif`;
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	for (let y = top; y < bottom; y++) {
		for (let x = left; x < right; x++) {
			context.fillText(textOf(y * ground.width + x), x + 0.5, y + 0.5);
		}
	}
}
