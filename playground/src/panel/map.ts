// SPDX-License-Identifier: MIT
// The tab of the map: which one, painting, what terrains cost.
import { MAPS, builtIn } from '../maps.js';
import { DEFAULT } from '../situation.js';
import { make, select } from './dom.js';
import type { Section } from './sections.js';

export const mapSection: Section = {
	key: 'map',
	label: 'Map',
	build({ store }) {
		const map = select(
			'Map',
			MAPS.map(({ key, label }) => [key, label] as const),
			() => store.get().map.key,
			(key) => {
				const { unit, from, to } = builtIn(key);
				store.set({ ...DEFAULT, map: { key }, unit, from, to, methods: store.get().methods });
			},
		);
		return { element: make('div', {}, map.element), update: () => map.update() };
	},
};
