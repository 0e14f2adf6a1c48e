// SPDX-License-Identifier: MIT
// What lies over the map: tools and the hint above, the film below, zoom and keys in the corner.
import type { App } from '../app.js';
import { Drive } from '../drive.js';
import { Film } from '../film.js';
import type { Input } from '../input.js';
import type { Mode } from '../situation.js';
import { brush, TOOLS } from '../tools.js';
import { wordOf } from '../unit.js';
import { unitLayer } from '../view/units.js';
import { button, choice, make, slider } from './dom.js';

const KEYS: readonly [keys: string, what: string][] = [
	['Arrows', 'move the unit'],
	['Shift + arrows', 'move the goal'],
	[', and .', 'turn the unit'],
	['< and >', 'turn the goal'],
	['Alt + arrows', 'move the map'],
	['+ and −', 'zoom'],
	['0', 'show the whole map'],
	['M, P', 'tools: move, paint'],
	['Arrows, Enter', 'paint: move the brush, paint'],
	['S, A', 'crowd: select, add units'],
	['E', 'crowd: select all'],
	['Enter', 'crowd: send the selected to the middle of the view'],
	['Space', 'crowd: pause'],
];

/** Tools, and with the brush what it paints. */
export function buildTools(app: App, input: Input, into: HTMLElement, hint: HTMLElement): void {
	const modes = choice(
		'What is shown',
		[['plan', 'Path'], ['crowd', 'Crowd']],
		() => app.store.get().mode,
		(key) => app.store.set({ mode: key as Mode }),
	);
	const choiceOf = (mode: Mode) =>
		choice(
			'Tool',
			TOOLS.filter((tool) => (tool.mode ?? mode) === mode).map(({ key, label }) => [key, label] as const),
			() => input.tool.key,
			(key) => input.choose(key),
		);
	const tools = { plan: choiceOf('plan'), crowd: choiceOf('crowd') };
	const terrains = make('div', { class: 'swatches', role: 'group', 'aria-label': 'Paint with' });
	const size = slider({
		label: 'Brush',
		min: 0.5, max: 8, step: 0.5,
		words: (value) => `${2 * value} tiles`,
		get: () => brush.radius,
		set: (radius) => {
			brush.radius = radius;
			size.update();
		},
	});
	const paints = make('div', { class: 'paints' }, terrains, size.element);
	const update = () => {
		const { mode, unit } = app.store.get();
		modes.update();
		tools.plan.element.hidden = mode !== 'plan';
		tools.crowd.element.hidden = mode !== 'crowd';
		tools[mode].update();
		size.update();
		paints.hidden = input.tool.key !== 'paint';
		hint.textContent = input.tool.sentence.replace('the unit', `the ${wordOf(unit).toLowerCase()}`);
		const all = app.canvas.ground?.terrains ?? [];
		terrains.replaceChildren(
			...all.map(({ name }, index) => {
				const label = index === 0 ? 'wall' : name;
				const known = index === 0 ? 'blocked' : name;
				const one = button('', () => {
					brush.terrain = index;
					update();
				}, { 'aria-pressed': `${brush.terrain === index}`, title: label });
				const swatch = make('i', { class: 'swatch', style: `background: var(--${known})` });
				one.append(swatch, make('span', {}, label));
				return one;
			}),
		);
	};
	input.onTool(update);
	app.store.subscribe((now, before) => {
		if (now.unit !== before.unit || now.mode !== before.mode || now.map !== before.map) {
			update();
		}
	});
	into.append(modes.element, tools.plan.element, tools.crowd.element, paints);
	update();
}

/** The buttons that set things moving. */
export function buildPlayer(app: App, into: HTMLElement): void {
	const film: Film = new Film(app, () => update());
	const drive: Drive = new Drive(app, () => update());
	// The film lies under the units, who drives over them.
	const { layers } = app.canvas;
	layers.splice(layers.indexOf(unitLayer), 0, film);
	layers.push(drive);
	const begin = () => {
		film.stop();
		void drive.start();
	};
	const go = button('▶ Drive', () => (drive.driving ? drive.stop() : begin()));
	app.onAnswer(() => app.takeDrive() && begin());
	const watch = button('Watch the search', () => {
		drive.stop();
		void film.start();
	});
	const pause = button('Pause', () => film.pause());
	const step = button('Step', () => film.step());
	const again = button('Again', () => void film.start());
	const close = button('Close', () => film.stop());
	const count = make('output', { 'aria-label': 'Nodes' });
	const speed = slider({
		label: 'Speed',
		min: 0, max: 5, step: 0.1,
		words: (value) => `${Math.round(10 ** value).toLocaleString('en')} nodes/s`,
		get: () => Math.log10(film.speed),
		set: (value) => {
			film.speed = 10 ** value;
			speed.update();
		},
	});
	const idle = make('div', { class: 'row' }, go, watch);
	const playing = make('div', { class: 'row' }, pause, step, again, speed.element, count, close);
	const update = () => {
		const { mode } = app.store.get();
		into.hidden = mode !== 'plan';
		idle.hidden = film.state !== 'none';
		playing.hidden = film.state === 'none';
		const found = app.main?.found ?? false;
		go.disabled = !found;
		const times = drive.speed > 1 ? ` (${drive.speed} ×)` : '';
		go.textContent = drive.driving ? `■ Stop${times}` : '▶ Drive';
		pause.hidden = step.hidden = film.state === 'done';
		again.hidden = film.state !== 'done';
		pause.textContent = film.state === 'paused' ? 'Play' : 'Pause';
		const note = film.note === '' ? '' : `, ${film.note}`;
		count.textContent = `${film.expanded.toLocaleString('en')} nodes${note}`;
		speed.update();
	};
	app.onAnswer(update);
	app.store.subscribe((now, before) => {
		if (now.mode !== before.mode) {
			update();
		}
	});
	into.append(idle, playing);
	update();
}

export function buildZoom(app: App, input: Input, into: HTMLElement): void {
	const list = make('dl');
	for (const [keys, what] of KEYS) {
		list.append(make('dt', {}, keys), make('dd', {}, what));
	}
	const dialog = make(
		'dialog', { 'aria-label': 'Keys' },
		make('h2', {}, 'Keys'),
		make('p', {}, 'They work while the map has the focus: click it, or reach it with Tab.'),
		list,
		make('p', {}, 'Drag the map to move it. Wheel or two fingers zoom.'),
		make('form', { method: 'dialog' }, make('button', {}, 'Close')),
	);
	into.append(
		button('+', () => input.zoom(1.4), { 'aria-label': 'Zoom in', title: 'Zoom in' }),
		button('−', () => input.zoom(1 / 1.4), { 'aria-label': 'Zoom out', title: 'Zoom out' }),
		button('⤢', () => app.store.set({ view: undefined }), { 'aria-label': 'Whole map', title: 'Whole map' }),
		button('?', () => dialog.showModal(), { 'aria-label': 'Keys', title: 'Keys' }),
	);
	document.body.append(dialog);
}
