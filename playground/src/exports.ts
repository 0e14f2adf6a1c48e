// SPDX-License-Identifier: MIT
// What the page saves, one row each.
import { writeAddress } from './address.js';
import type { App } from './app.js';
import { pathJson } from './path_json.js';
import type { Recipe } from './protocol.js';
import { cProgram } from './snippet.js';
import { SvgContext } from './svg.js';
import { color } from './view/theme.js';

export interface Writer {
	key: string;
	label: string;
	/** one sentence for the reader */
	sentence: string;
	/** the end of the file's name; without it the text goes to the clipboard */
	ending?: string;
	write(app: App): Promise<Blob | string>;
}

/** A name for files: letters, digits and dashes of the map's title or key. */
export function fileName(app: App): string {
	const { map } = app.store.get();
	const title = 'title' in map ? map.title : map.key;
	return title.toLowerCase().replace(/\.\w+$/, '').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'map';
}

function recipeOf(app: App): Promise<Recipe> {
	return app.client.ask('recipe', app.planAsk());
}

async function png(app: App): Promise<Blob> {
	return new Promise((resolve, reject) =>
		app.canvas.element.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no picture')))),
	);
}

async function svg({ canvas }: App): Promise<string> {
	const { width, height } = canvas.frame;
	const size = `width="${width}" height="${height}"`;
	const body = SvgContext.record((context) => {
		context.fillStyle = color('page');
		context.fillRect(0, 0, width, height);
		canvas.record(context);
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">\n${body}\n</svg>\n`;
}

export const WRITERS: readonly Writer[] = [
	{
		key: 'address',
		label: 'Copy link',
		sentence: 'An address that opens all of this again.',
		async write({ store }) {
			const hash = writeAddress(store.get());
			return new URL(hash === '' ? '.' : `#${hash}`, location.href).href;
		},
	},
	{ key: 'png', label: 'PNG', sentence: 'The map as you see it.', ending: '.png', write: png },
	{ key: 'svg', label: 'SVG', sentence: 'The same as shapes, with exact arcs.', ending: '.svg', write: svg },
	{
		key: 'path',
		label: 'Path',
		sentence: 'Lines and arcs of the first path, as JSON.',
		ending: '.json',
		write: async (app) => pathJson(await recipeOf(app)),
	},
	{
		key: 'map',
		label: 'Map',
		sentence: 'The tiles, with what you painted.',
		ending: '.map',
		write: async (app) => (await recipeOf(app)).mapText,
	},
	{
		key: 'c',
		label: 'C program',
		sentence: 'Finds the first path with the C library. Save the map beside it.',
		ending: '.c',
		write: async (app) => cProgram(await recipeOf(app), `${fileName(app)}.map`),
	},
];

/** Runs a writer, and gives the result to the reader. */
export async function save(app: App, { ending, write }: Writer): Promise<void> {
	const made = await write(app);
	if (ending === undefined) {
		await navigator.clipboard.writeText(String(made));
		app.tell('The link is in the clipboard.');
		return;
	}
	const link = document.createElement('a');
	link.href = URL.createObjectURL(made instanceof Blob ? made : new Blob([made], { type: 'text/plain' }));
	link.download = fileName(app) + ending;
	link.click();
	// The download has begun by then.
	window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
