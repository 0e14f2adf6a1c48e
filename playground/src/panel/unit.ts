// SPDX-License-Identifier: MIT
// The tab of the unit: size, shape, turns, terrains.
import { ABILITIES, PRESETS, type UnitModel } from '../unit.js';
import { checkbox, choice, make, slider, type Control } from './dom.js';
import type { Section } from './sections.js';

export const unitSection: Section = {
	key: 'unit',
	label: 'Unit',
	build({ store }) {
		const get = () => store.get().unit;
		const set = (change: Partial<UnitModel>) => store.set({ unit: { ...get(), ...change } });
		const is = (...shapes: UnitModel['shape'][]) => shapes.includes(get().shape);
		const controls: Control[] = [
			choice(
				'Kind of unit',
				PRESETS.map(({ key, label }) => [key, label] as const),
				() => PRESETS.find(({ unit }) => JSON.stringify(unit) === JSON.stringify(get()))?.key ?? '',
				(key) => store.set({ unit: PRESETS.find((preset) => preset.key === key)!.unit }),
			),
			slider({
				label: 'Radius',
				min: 0, max: 6, step: 0.1, unit: ' tiles',
				get: () => get().radius,
				set: (radius) => set({ radius }),
				hidden: () => !is('disc'),
			}),
			slider({
				label: 'Turning radius',
				min: 0, max: 12, step: 0.25,
				words: (value) => (value === 0 ? 'turns on the spot' : `${value} tiles`),
				get: () => get().turningRadius,
				set: (turningRadius) => set({ turningRadius }),
				hidden: () => is('square'),
			}),
			...ABILITIES.map((name) =>
				checkbox(
					name,
					() => get().abilities.includes(name),
					(on) => set({ abilities: ABILITIES.filter((a) => (a === name ? on : get().abilities.includes(a))) }),
					{ swatch: `--${name}` },
				),
			),
		];
		const element = make('div', {}, ...controls.map((control) => control.element));
		return { element, update: () => controls.forEach((control) => control.update()) };
	},
};
