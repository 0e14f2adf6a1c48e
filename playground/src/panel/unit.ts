// SPDX-License-Identifier: MIT
// The tab of the unit: shape, size, turns, terrains, and where it is and goes.
import type { Goal } from 'fairway';
import type { App } from '../app.js';
import { placesFor } from '../places.js';
import type { Store } from '../situation.js';
import { ABILITIES, PRESETS, sameUnit, type Shape, type UnitModel } from '../unit.js';
import { checkbox, choice, make, slider, type Control, type SliderOptions } from './dom.js';
import { outlinePicture } from './outline.js';
import type { Section } from './sections.js';

/** The least turning radius of a unit with an outline [tiles]. */
const LEAST_TURN = 0.5;

function lengths(get: () => UnitModel, set: (change: Partial<UnitModel>) => void): Control[] {
	const is = (...shapes: Shape[]) => shapes.includes(get().shape);
	type Row = Omit<SliderOptions, 'get' | 'set' | 'hidden'> & {
		of: 'radius' | 'length' | 'width' | 'rear' | 'size';
		shapes: Shape[];
	};
	const rows: Row[] = [
		{ of: 'radius', label: 'Radius', min: 0, max: 6, step: 0.1, unit: ' tiles', shapes: ['disc'] },
		{ of: 'length', label: 'Length', min: 0.5, max: 14, step: 0.1, unit: ' tiles', shapes: ['box', 'ship'] },
		{ of: 'width', label: 'Width', min: 0.2, max: 8, step: 0.1, unit: ' tiles', shapes: ['box', 'ship'] },
		{
			of: 'rear', label: 'Behind the rear axle', min: 0, max: 0.5, step: 0.05, shapes: ['box'],
			words: (value) => `${Math.round(value * 100)} %`,
		},
		{ of: 'size', label: 'Side', min: 1, max: 12, step: 1, unit: ' tiles', shapes: ['square'] },
	];
	return rows.map(({ of, shapes, ...row }) =>
		slider({ ...row, get: () => get()[of], set: (value) => set({ [of]: value }), hidden: () => !is(...shapes) }),
	);
}

function abilities(get: () => UnitModel, set: (change: Partial<UnitModel>) => void): Control {
	const controls = ABILITIES.map((name) =>
		checkbox(
			name,
			() => get().abilities.includes(name),
			(on) => set({ abilities: ABILITIES.filter((a) => (a === name ? on : get().abilities.includes(a))) }),
			{ swatch: `--${name}` },
		),
	);
	const element = make('fieldset', { class: 'row' }, make('legend', {}, 'Can cross'));
	element.append(...controls.map((control) => control.element));
	return { element, update: () => controls.forEach((control) => control.update()) };
}

function numberField(label: string, step: string, get: () => number, set: (value: number) => void): Control {
	const input = make('input', { type: 'number', step });
	input.addEventListener('change', () => {
		if (Number.isFinite(input.valueAsNumber)) {
			set(input.valueAsNumber);
		}
	});
	const element = make('label', { class: 'number' }, make('span', {}, label), input);
	return {
		element,
		update() {
			if (document.activeElement !== input) {
				input.value = `${Math.round(get() * 100) / 100}`;
			}
		},
	};
}

/** Position and heading as numbers, for those who cannot or do not want to drag. */
function poseFields(store: Store, of: 'from' | 'to', title: string): Control {
	const get = (): Goal => store.get()[of];
	const set = (change: Partial<Goal>) => store.set({ [of]: { ...get(), ...change } });
	const controls = [
		numberField('x', '0.5', () => get().x, (x) => set({ x })),
		numberField('y', '0.5', () => get().y, (y) => set({ y })),
		numberField(
			'heading °', '15',
			() => ((get().heading ?? 0) * 180) / Math.PI,
			(degrees) => set({ heading: (degrees * Math.PI) / 180 }),
		),
	];
	const element = make('fieldset', { class: 'row' }, make('legend', {}, title));
	element.append(...controls.map((control) => control.element));
	return { element, update: () => controls.forEach((control) => control.update()) };
}

function anyHeading({ store }: App): Control {
	return checkbox(
		'May arrive with any heading',
		() => store.get().to.heading === undefined,
		(on) => {
			const { x, y } = store.get().to;
			store.set({ to: on ? { x, y } : { x, y, heading: 0 } });
		},
	);
}

/** Another unit may need other ground: it and its goal move there. */
function choosePreset({ store, canvas, tell }: App, unit: UnitModel): void {
	const { ground } = canvas;
	const places = ground === undefined ? undefined : placesFor(ground, unit, store.get());
	if (ground !== undefined && places === undefined) {
		tell('This map has no room for such a unit.', true);
	}
	store.set({ unit, ...places });
}

export const unitSection: Section = {
	key: 'unit',
	label: 'Unit',
	mode: 'plan',
	build(app) {
		const { store } = app;
		const get = () => store.get().unit;
		const set = (change: Partial<UnitModel>) => store.set({ unit: { ...get(), ...change } });
		const outlined = () => ['box', 'ship', 'own'].includes(get().shape);
		const controls: Control[] = [
			choice(
				'Kind of unit',
				PRESETS.map(({ key, label }) => [key, label] as const),
				() => PRESETS.find(({ unit }) => sameUnit(unit, get()))?.key ?? '',
				(key) => choosePreset(app, PRESETS.find((preset) => preset.key === key)!.unit),
			),
			outlinePicture(get, set),
			choice(
				'Shape',
				[['disc', 'Disc'], ['box', 'Box'], ['ship', 'Ship'], ['square', 'Square']],
				() => get().shape,
				(shape) => set({ shape: shape as Shape }),
			),
			...lengths(get, set),
			slider({
				label: 'Turning radius',
				min: 0, max: 12, step: 0.25,
				words: (value) => (value === 0 ? 'turns on the spot' : `${value} tiles`),
				get: () => (outlined() ? Math.max(LEAST_TURN, get().turningRadius) : get().turningRadius),
				set: (turningRadius) => set({ turningRadius }),
				hidden: () => get().shape === 'square',
			}),
			checkbox('Has a reverse gear', () => get().reverse, (reverse) => set({ reverse })),
			slider({
				label: 'Top speed',
				min: 0.5, max: 20, step: 0.5, unit: ' tiles/s',
				get: () => get().speed,
				set: (speed) => set({ speed }),
			}),
			abilities(get, set),
			anyHeading(app),
			poseFields(store, 'from', 'Start'),
			poseFields(store, 'to', 'Goal'),
		];
		const element = make('div', {}, ...controls.map((control) => control.element));
		return { element, update: () => controls.forEach((control) => control.update()) };
	},
};
