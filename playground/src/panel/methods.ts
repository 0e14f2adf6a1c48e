// SPDX-License-Identifier: MIT
// The tab of the methods: which paths are shown side by side, and how they are planned.
import type { Method } from 'fairway';
import type { App } from '../app.js';
import { MOST_METHODS, type Passes } from '../situation.js';
import { checkbox, make, select, slider, type Control } from './dom.js';
import type { Section } from './sections.js';

const GROUPS: readonly [label: string, names: RegExp][] = [
	['The planner chooses', /^auto$/],
	['Legal turns', /^(h?directional|astar-turns|block-directional)/],
	['Lines in any direction', /theta|^taut$|^astar-ps$|^block(-ps)?$|^visibility|^field/],
	['Hierarchies', /^haastar/],
	['Tile by tile', /./],
];

/** A sentence of the library's table, as one. */
function sentence({ summary }: Method): string {
	return `${summary[0]!.toUpperCase()}${summary.slice(1)}.`;
}

/** The first is the one that drives; beyond four the last one makes room. */
function toggled(methods: readonly string[], name: string, on: boolean): string[] {
	const others = methods.filter((method) => method !== name);
	const next = on ? [...others.slice(0, MOST_METHODS - 1), name] : others;
	return next.length > 0 ? next : ['auto'];
}

function methodControl({ store }: App, method: Method): Control {
	const { name } = method;
	const control = checkbox(
		name,
		() => store.get().methods.includes(name),
		(on) => store.set({ methods: toggled(store.get().methods, name, on) }),
		{ note: sentence(method) },
	);
	const dot = make('i', { class: 'dot' });
	control.element.querySelector('span')!.prepend(dot);
	return {
		element: control.element,
		update() {
			control.update();
			const index = store.get().methods.indexOf(name);
			dot.style.background = index < 0 ? 'transparent' : `var(--path${index + 1})`;
		},
	};
}

function passControls({ store }: App): Control[] {
	const get = () => store.get().passes;
	const set = (change: Partial<Passes>) => store.set({ passes: { ...get(), ...change } });
	return [
		checkbox('Pull paths straight', () => get().smooth, (smooth) => set({ smooth }), {
			note: 'Drops waypoints that a straight line can skip.',
		}),
		select(
			'Corners of tile paths',
			[
				['none', 'stay as they are'],
				['ignore', 'rounded, even through walls'],
				['along', 'rounded where legal, or no path'],
				['tighter', 'rounded more tightly where narrow'],
				['backing', 'with reverse gear where narrow'],
				['recalculate', 'rounded, and planned again after a hit'],
			],
			() => get().turning,
			(turning) => set({ turning: turning as Passes['turning'] }),
		),
		slider({
			label: 'Keep away from walls',
			min: 0, max: 4, step: 0.5, unit: ' tiles',
			get: () => get().margin,
			set: (margin) => set({ margin }),
		}),
		slider({
			label: 'Hurry',
			min: 0, max: 4, step: 0.1,
			words: (value) => (value < 1 ? 'as the method likes' : `weight ${value}`),
			get: () => get().weight,
			set: (weight) => set({ weight: weight < 1 ? 0 : weight }),
		}),
		slider({
			label: 'Directions of sprites',
			min: 0, max: 32, step: 4,
			words: (value) => (value < 4 ? 'any' : `${value}`),
			get: () => get().sprites,
			set: (sprites) => set({ sprites }),
		}),
	];
}

export const methodSection: Section = {
	key: 'methods',
	label: 'Methods',
	mode: 'plan',
	build(app) {
		const left = new Set(app.methods);
		const controls: Control[] = [];
		const lists = GROUPS.map(([label, names]) => {
			const own = [...left].filter((method) => names.test(method.name));
			own.forEach((method) => left.delete(method));
			const rows = own.map((method) => methodControl(app, method));
			controls.push(...rows);
			return make('fieldset', {}, make('legend', {}, label), ...rows.map((row) => row.element));
		});
		const passes = passControls(app);
		controls.push(...passes);
		const options = make('details', {}, make('summary', {}, 'Options'), ...passes.map((one) => one.element));
		const note = make('p', { class: 'note' }, `Compare up to ${MOST_METHODS} side by side.`);
		return {
			element: make('div', {}, note, options, ...lists),
			update: () => controls.forEach((control) => control.update()),
		};
	},
};
