// SPDX-License-Identifier: MIT
// The kinds of files that the page opens, one row each.
import type { App } from './app.js';
import { Ground } from './ground.js';
import { MAPS } from './maps.js';
import { readPathJson } from './path_json.js';
import { mapOfPicture } from './picture.js';
import { placesFor } from './places.js';
import { hardest } from './problems.js';
import { mapOf, readScene } from './scene_json.js';
import { DEFAULT, type Situation } from './situation.js';
import { PRESETS } from './unit.js';

export interface Reader {
	/** such as '.map' */
	ending: string;
	/** of JSON files: what "format" says */
	format?: string;
	/** what it is, for the reader */
	label: string;
	/** Shows what the file holds, and gives a sentence about it. Throws a clause for the reader. */
	read(app: App, file: File): Promise<string>;
}

/** Larger files are refused unread [bytes]. */
const MOST_BYTES = 64 * 2 ** 20;

/** A unit and a trip for a map: the present unit if it can go far, else the preset that can go furthest. */
function tripFor(app: App, ground: Ground): Pick<Situation, 'unit' | 'from' | 'to'> {
	const { width, height } = ground;
	const wanted = { from: { x: 0.5, y: 0.5, heading: 0 }, to: { x: width - 0.5, y: height - 0.5 } };
	const trips = [app.store.get().unit, ...PRESETS.map(({ unit }) => unit)].flatMap((unit) => {
		const places = placesFor(ground, unit, wanted);
		return places === undefined ? [] : [{ unit, ...places }];
	});
	const far = ({ from, to }: (typeof trips)[number]) => Math.hypot(to.x - from.x, to.y - from.y);
	const enough = trips.find((trip) => far(trip) > Math.hypot(width, height) / 4);
	const best = enough ?? trips.sort((a, b) => far(b) - far(a))[0];
	if (best === undefined) {
		throw new Error('no unit of the page has room on the map');
	}
	return best;
}

async function showMap(app: App, title: string, text: string): Promise<string> {
	const read = await app.client.ask('read', text);
	const trip = tripFor(app, new Ground({ ...read, base: read.tiles }));
	app.store.set({ ...DEFAULT, map: { key: 'own', title, text }, ...trip, methods: app.store.get().methods });
	await app.loaded;
	return `${title} is open.`;
}

function parseJson(text: string): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new Error(`it is no JSON: ${(error as Error).message}`);
	}
	return Object(value) as Record<string, unknown>;
}

async function showProblem(app: App, file: File): Promise<string> {
	const { ground } = app.canvas;
	const { from, to, count, length } = hardest(await file.text(), ground?.width ?? 0, ground?.height ?? 0);
	app.store.set({ unit: PRESETS[0]!.unit, from: { ...from, heading: 0 }, to, mode: 'plan' });
	return `The longest of ${count} problems: ${length.toFixed(1)} tiles.`;
}

async function showPath(app: App, file: File): Promise<string> {
	const { unit, from, to, method, length } = readPathJson(parseJson(await file.text()));
	const { ground } = app.canvas;
	const off = [from, to].find(({ x, y }) => !ground?.has(Math.floor(x), Math.floor(y)));
	if (off !== undefined) {
		throw new Error(`its path leads to (${off.x}, ${off.y}), off this map; open its map first`);
	}
	const known = method === 'auto' || app.methods.some(({ name }) => name === method);
	app.store.set({ unit, from, to, methods: [known ? method : 'auto'], passes: DEFAULT.passes, mode: 'plan' });
	const told = Number.isFinite(length) ? `The path of the file has ${length.toFixed(2)} tiles. ` : '';
	return `${told}What you see is planned anew, for its unit from its start to its end.`;
}

/** The files of the built-in maps, by which scenes name them. */
const FILES: Record<string, string> = { 'harbour.map': 'harbour', 'gates.map': 'gates', 'roads.map': 'town' };

async function showScene(app: App, file: File): Promise<string> {
	const json = parseJson(await file.text());
	const source = mapOf(json);
	const { map } = app.store.get();
	const text =
		'text' in source
			? source.text
			: 'title' in map && map.title === source.file
				? map.text
				: MAPS.find(({ key }) => key === FILES[source.file])?.text();
	if (text === undefined) {
		throw new Error(`it needs the map “${'file' in source ? source.file : ''}”; drop both`);
	}
	const read = await app.client.ask('read', text);
	const ground = new Ground({ ...read, base: read.tiles });
	const { crowd, orders, left } = readScene(json, ground);
	const title = typeof json.title === 'string' ? json.title : file.name;
	const trip = tripFor(app, ground);
	app.store.set({ ...DEFAULT, map: { key: 'own', title: file.name, text }, ...trip, mode: 'crowd', crowd, orders });
	await app.loaded;
	return `${title}: ${crowd.length} units.${left.length > 0 ? ` Left out: ${left.join(', ')}.` : ''}`;
}

export const READERS: readonly Reader[] = [
	{ ending: '.map', label: 'map', read: async (app, file) => showMap(app, file.name, await file.text()) },
	{
		ending: '.png',
		label: 'picture, a tile for each pixel',
		read: async (app, file) => showMap(app, file.name, await mapOfPicture(file)),
	},
	{ ending: '.scen', label: 'problems for the map', read: showProblem },
	{ ending: '.json', format: 'fairway-path', label: 'path', read: showPath },
	{ ending: '.json', format: 'fairway-scene', label: 'scene with units and orders', read: showScene },
];

export const ENDINGS = [...new Set(READERS.map(({ ending }) => ending))];

async function readerOf(file: File): Promise<Reader> {
	const readers = READERS.filter(({ ending }) => file.name.toLowerCase().endsWith(ending));
	if (readers.length === 0) {
		throw new Error(`the page opens ${ENDINGS.join(', ')}`);
	}
	if (file.size > MOST_BYTES) {
		throw new Error(`it has ${file.size} bytes; the page opens up to ${MOST_BYTES}`);
	}
	if (readers.some(({ format }) => format !== undefined)) {
		const { format } = parseJson(await file.text());
		const reader = readers.find((one) => one.format === format);
		if (reader === undefined) {
			const known = readers.map((one) => `"${one.format}"`).join(' or ');
			throw new Error(`its "format" is ${JSON.stringify(format) ?? 'missing'}; the page knows ${known}`);
		}
		return reader;
	}
	return readers[0]!;
}

/** Opens files one after the other, maps first: what else is there may belong to them. */
export async function openFiles(app: App, files: Iterable<File>): Promise<void> {
	const order = (file: File) => (/\.(map|png)$/i.test(file.name) ? 0 : 1);
	const told: string[] = [];
	for (const file of [...files].sort((a, b) => order(a) - order(b))) {
		try {
			told.push(await (await readerOf(file)).read(app, file));
		} catch (error) {
			app.tell(`${file.name}: ${(error as Error).message}`, true);
			return;
		}
	}
	if (told.length > 0) {
		app.tell(told.join(' '));
	}
}

/** Files that are dropped anywhere on the page. */
export function takeDrops(app: App): void {
	window.addEventListener('dragover', (event) => event.preventDefault());
	window.addEventListener('drop', (event) => {
		event.preventDefault();
		void openFiles(app, event.dataTransfer?.files ?? []);
	});
}
