// SPDX-License-Identifier: MIT
// Boots the page.
import { readAddress, writeAddress } from './address.js';
import { App } from './app.js';
import { addTool, selectTool } from './crowdtools.js';
import { takeDrops } from './files.js';
import { handlesOf } from './handles.js';
import { Input } from './input.js';
import { MAPS } from './maps.js';
import { buildPlayer, buildTools, buildZoom } from './panel/bars.js';
import { buildCrowdBar } from './panel/crowd.js';
import { buildPanel } from './panel/panel.js';
import { buildResults } from './panel/results.js';
import { buildTour } from './panel/tour.js';
import { DEFAULT, Store, type Situation } from './situation.js';
import { TOOLS } from './tools.js';
import { PRESETS } from './unit.js';
import { brushLayer } from './view/brush.js';
import { MapCanvas } from './view/canvas.js';
import { CrowdLayer } from './view/crowd.js';
import { OVERLAYS } from './view/overlays.js';
import { pathLayer } from './view/paths.js';
import { firstTheme, keepTheme, setTheme, themeNow } from './view/theme.js';
import { unitLayer } from './view/units.js';

function element<E extends HTMLElement>(id: string): E {
	return document.getElementById(id) as E;
}

let hushing = 0;

function tell(text: string, wrong = false): void {
	const toast = element('toast');
	toast.textContent = text;
	toast.classList.toggle('wrong', wrong);
	toast.hidden = false;
	window.clearTimeout(hushing);
	hushing = window.setTimeout(() => (toast.hidden = true), 7000);
}

function situationOf(hash: string): Situation {
	try {
		return readAddress(hash);
	} catch (error) {
		tell(`The address could not be read: ${(error as Error).message}.`, true);
		return { ...DEFAULT };
	}
}

/** Keeps the address up to date, a moment after the last change. */
function keepAddress(store: Store): void {
	let waiting = 0;
	store.subscribe(() => {
		window.clearTimeout(waiting);
		waiting = window.setTimeout(() => {
			try {
				const hash = writeAddress(store.get());
				history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
			} catch {
				// A situation without an address: the button that copies it says why.
				history.replaceState(null, '', location.pathname + location.search);
			}
		}, 250);
	});
	// Not `location`: the timer above may have written the old situation there before this event comes.
	window.addEventListener('hashchange', ({ newURL }) => store.set(situationOf(new URL(newURL).hash)));
}

/** For tests and the console. */
function openForTests(app: App, input: Input): void {
	const { canvas, store } = app;
	const camera = {
		/** A point of the map in pixels of the window. */
		toScreen(at: { x: number; y: number }) {
			const box = canvas.element.getBoundingClientRect();
			const { x, y } = canvas.toScreen(at);
			return { x: x + box.left, y: y + box.top };
		},
	};
	const client = {
		/** The answers that are shown, and what the worker did for the first. */
		get last() {
			return { paths: canvas.paths, work: canvas.paths[0]?.work };
		},
	};
	const handles = () => handlesOf(store.get(), canvas.camera.scale);
	const tables = { overlays: OVERLAYS, maps: MAPS, presets: PRESETS };
	Object.assign(globalThis, { playground: { app, store, canvas, input, camera, client, handles, ...tables } });
	const ready = () => (document.documentElement.dataset.ready = 'yes');
	app.onAnswer(ready);
	app.crowd.onChange(ready);
}

function boot(): void {
	// For pages that embed the map alone.
	document.body.classList.toggle('alone', new URLSearchParams(location.search).has('map-only'));
	setTheme(firstTheme());
	const store = new Store(situationOf(location.hash));
	const canvas = new MapCanvas(element('map'), store);
	const app = new App(store, canvas, tell);
	const crowd = new CrowdLayer(app.crowd);
	canvas.layers.push(pathLayer, unitLayer, crowd);
	TOOLS.unshift(selectTool(app.crowd, crowd), addTool(app.crowd));
	const input = new Input(app);
	canvas.layers.push(brushLayer(() => input.tool.key === 'paint'));
	openForTests(app, input);
	element('theme').addEventListener('click', () => {
		keepTheme(themeNow() === 'light' ? 'dark' : 'light');
		canvas.redrawTerrain();
	});
	app.start().then(
		() => {
			buildTools(app, input, element('tools'), element('hint'));
			buildPlayer(app, element('player'));
			buildCrowdBar(app.crowd, element('crowd'));
			buildZoom(app, input, element('zoom'));
			buildResults(app, element('results'));
			buildTour(app, element('begin'), element('tour'));
			buildPanel(app, input, element('panel'));
			keepAddress(store);
			takeDrops(app);
		},
		(error: Error) => tell(error.message, true),
	);
}

boot();
