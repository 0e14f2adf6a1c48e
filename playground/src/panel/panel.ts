// SPDX-License-Identifier: MIT
// The panel: tabs, of which one is open.
import type { App } from '../app.js';
import type { Input } from '../input.js';
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
	tabs.forEach((tab, i) => {
		tab.addEventListener('click', () => show(i));
		tab.addEventListener('keydown', (event) => {
			const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
			if (step > 0) {
				const next = (i + step) % tabs.length;
				show(next);
				tabs[next]!.focus();
			}
		});
	});
	into.append(make('div', { role: 'tablist', 'aria-label': 'Controls' }, ...tabs), ...pages);
	show(0);
	app.store.subscribe(() => built[open]!.update());
}
