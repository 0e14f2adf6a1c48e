// SPDX-License-Identifier: MIT
// The tab of the overlays.
import { OVERLAYS } from '../view/overlays.js';
import { checkbox, make } from './dom.js';
import type { Section } from './sections.js';

export const showSection: Section = {
	key: 'show',
	label: 'Show',
	build({ store }) {
		const controls = OVERLAYS.map(({ key, label, sentence }) =>
			checkbox(
				label,
				() => store.get().overlays.includes(key),
				(on) => {
					const others = store.get().overlays.filter((other) => other !== key);
					store.set({ overlays: on ? [...others, key] : others });
				},
				{ note: sentence },
			),
		);
		const element = make('div', {}, ...controls.map((control) => control.element));
		return { element, update: () => controls.forEach((control) => control.update()) };
	},
};
