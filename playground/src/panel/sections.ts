// SPDX-License-Identifier: MIT
// The tabs of the panel, one row each.
import type { App } from '../app.js';
import type { Input } from '../input.js';
import type { Mode } from '../situation.js';
import { crowdSection } from './crowd.js';
import { filesSection } from './files.js';
import { mapSection } from './map.js';
import { methodSection } from './methods.js';
import { showSection } from './show.js';
import { unitSection } from './unit.js';

/** What a tab shows. */
export interface Section {
	key: string;
	label: string;
	/** to open it switches to this one */
	mode?: Mode;
	/** Makes the controls; `update` is called after each change of the situation while the tab is open. */
	build(app: App, input: Input): { element: HTMLElement; update(): void };
}

export const SECTIONS: readonly Section[] = [
	unitSection, methodSection, mapSection, showSection, crowdSection, filesSection,
];
