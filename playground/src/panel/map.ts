// SPDX-License-Identifier: MIT
// The tab of the map: which one, what was painted, what terrains cost.
import type { App } from '../app.js';
import { MAPS, builtIn } from '../maps.js';
import { DEFAULT } from '../situation.js';
import { ABILITIES } from '../unit.js';
import { button, make, select, slider, type Control } from './dom.js';
import type { Section } from './sections.js';

/** What the select shows for a map that was opened. */
const OWN = 'own';

function chooseMap({ store }: App): Control {
	const control = select(
		'Map',
		[...MAPS.map(({ key, label }) => [key, label] as const), [OWN, 'Your own']],
		() => store.get().map.key,
		(key) => {
			const { unit, from, to } = builtIn(key);
			store.set({ ...DEFAULT, map: { key }, unit, from, to, methods: store.get().methods });
		},
	);
	const own = control.element.querySelector<HTMLOptionElement>(`option[value="${OWN}"]`)!;
	return {
		element: control.element,
		update() {
			const { map } = store.get();
			own.hidden = own.disabled = map.key !== OWN;
			own.textContent = 'title' in map ? map.title : 'Your own';
			control.update();
		},
	};
}

export const mapSection: Section = {
	key: 'map',
	label: 'Map',
	build(app, input) {
		const { store } = app;
		const controls: Control[] = [
			chooseMap(app),
			...ABILITIES.map((name) =>
				slider({
					label: `Cost of ${name}`,
					min: 1, max: 10, step: 0.5, unit: ' ×',
					get: () => store.get().costs[name] ?? 1,
					set: (cost) => store.set({ costs: { ...store.get().costs, [name]: cost } }),
				}),
			),
		];
		const undo = button('Undo all painting', () => store.set({ edits: [] }));
		const draw = button('Paint on the map', () => input.choose('paint'));
		const [choose, ...costs] = controls.map((control) => control.element);
		const element = make(
			'div', {},
			choose!,
			make('div', { class: 'buttons' }, draw, undo),
			make('p', { class: 'note' }, 'Ground that costs 3 counts three times: paths avoid it if they can.'),
			...costs,
		);
		return {
			element,
			update() {
				undo.disabled = store.get().edits.length === 0;
				controls.forEach((control) => control.update());
			},
		};
	},
};
