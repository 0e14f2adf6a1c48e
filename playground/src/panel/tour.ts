// SPDX-License-Identifier: MIT
// The tour: a card above the panel with the text of a scene, and the button that begins it.
import type { App } from '../app.js';
import type { Situation } from '../situation.js';
import { TOUR } from '../tour.js';
import { fittedTo } from '../view/camera.js';
import { button, make } from './dom.js';

/** @param start where the button that begins it goes @param into the card */
export function buildTour(app: App, start: HTMLElement, into: HTMLElement): void {
	/** what the tour replaced */
	let kept: Situation | undefined;
	let index = 0;
	const title = make('h2', { tabindex: '-1' });
	const text = make('p');
	const tip = make('p', { class: 'tip' });
	const count = make('span', { class: 'note' });
	const back = button('Back', () => show(index - 1), { 'data-tour': 'prev' });
	const next = button('Next', () => (index + 1 < TOUR.length ? show(index + 1) : close()), { 'data-tour': 'next' });
	const what = 'End the tour';
	const end = button('×', () => close(), { 'data-tour': 'close', 'aria-label': what, title: what });
	into.append(title, text, tip, make('div', { class: 'row' }, back, next, count), end);
	into.hidden = true;

	const show = (to: number) => {
		index = to;
		const scene = TOUR[index]!;
		title.textContent = scene.title;
		text.textContent = scene.text;
		tip.textContent = scene.tip;
		count.textContent = `${index + 1} of ${TOUR.length}`;
		back.disabled = index === 0;
		next.textContent = index + 1 < TOUR.length ? 'Next' : 'Done';
		into.hidden = false;
		into.dataset.scene = scene.key;
		const view = scene.focus && fittedTo(app.canvas.frame, scene.focus);
		app.store.set({ ...scene.situation, view });
		title.focus();
		app.driveNext(scene.drives ?? false);
	};
	const close = () => {
		into.hidden = true;
		app.driveNext(false);
		delete into.dataset.scene;
		if (kept !== undefined) {
			app.store.set(kept);
		}
		kept = undefined;
		first.focus();
	};
	const first = button('Tour', () => {
		kept ??= app.store.get();
		show(0);
	}, { 'data-tour': 'start', title: 'Seven scenes' });
	start.prepend(first);
}
