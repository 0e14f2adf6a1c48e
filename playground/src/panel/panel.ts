// SPDX-License-Identifier: MIT
// The panel: tabs, of which one is open.
import type { App } from '../app.js';
import type { Input } from '../input.js';
import type { Mode } from '../situation.js';
import { make } from './dom.js';
import { SECTIONS } from './sections.js';

export function buildPanel(app: App, input: Input, into: HTMLElement): void {
	const tabs = SECTIONS.map(({ key, label }) =>
		make('button', { type: 'button', role: 'tab', id: `tab-${key}`, 'aria-controls': `section-${key}` }, label),
	);
	const built = SECTIONS.map((section) => section.build(app, input));
	const pages = SECTIONS.map(({ key }, i) =>
		make('div', { role: 'tabpanel', id: `section-${key}`, 'aria-labelledby': `tab-${key}` }, built[i]!.element),
	);
	let open = 0;
	const show = (index: number) => {
		open = index;
		tabs.forEach((tab, i) => {
			tab.setAttribute('aria-selected', `${i === index}`);
			tab.tabIndex = i === index ? 0 : -1;
			pages[i]!.hidden = i !== index;
		});
		built[index]!.update();
	};
	const choose = (index: number) => {
		show(index);
		const { mode } = SECTIONS[index]!;
		if (mode !== undefined && mode !== app.store.get().mode) {
			app.store.set({ mode });
		}
	};
	tabs.forEach((tab, i) => {
		tab.addEventListener('click', () => choose(i));
		tab.addEventListener('keydown', (event) => {
			const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
			if (step > 0) {
				const next = (i + step) % tabs.length;
				choose(next);
				tabs[next]!.focus();
			}
		});
	});
	into.append(make('div', { role: 'tablist', 'aria-label': 'Controls' }, ...tabs), ...pages);
	const showMode = (mode: Mode) => {
		if ((SECTIONS[open]!.mode ?? mode) !== mode) {
			show(SECTIONS.findIndex((section) => section.mode === mode));
		}
	};
	show(0);
	showMode(app.store.get().mode);
	app.store.subscribe((now, before) => {
		if (now.mode !== before.mode) {
			showMode(now.mode);
		}
		built[open]!.update();
	});
}
