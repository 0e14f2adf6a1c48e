// SPDX-License-Identifier: MIT
// The tab of the crowd: orders, who is added, and what happens. Its bar below the map lets the world run.
import type { UnitState } from 'fairway';
import type { ClickOrder, CrowdPlay } from '../crowd.js';
import type { CrowdOrder } from '../situation.js';
import { PRESETS } from '../unit.js';
import { button, choice, make, slider } from './dom.js';
import type { Section } from './sections.js';

const CLICKS: readonly (readonly [ClickOrder, string])[] = [
	['gather', 'Go'],
	['form', 'Formation'],
	['patrol', 'Patrol'],
	['follow', 'Follow'],
];
const SHAPES: readonly (readonly [CrowdOrder['shape'], string])[] = [
	['box', 'Box'],
	['line', 'Line'],
	['column', 'Column'],
	['wedge', 'Wedge'],
];
const STATES: readonly (readonly [state: UnitState, one: string, many: string])[] = [
	['moving', 'drives', 'drive'],
	['waiting', 'waits for others', 'wait for others'],
	['yielding', 'makes room', 'make room'],
	['planning', 'waits for a path', 'wait for a path'],
	['idle', 'stands', 'stand'],
	['stuck', 'is stuck', 'are stuck'],
	['no-path', 'has no path', 'have no path'],
];
const HELP: Record<ClickOrder, string> = {
	gather: 'Each gets a place of its own around the point.',
	form: 'They form up, and keep their shape on the way.',
	patrol: 'To the point and back, again and again.',
	follow: 'Click the unit that they shall follow.',
};

/** How many do what, such as `12 drive, 3 wait for others`. */
export function summary(states: readonly UnitState[]): string {
	return STATES.flatMap(([state, one, many]) => {
		const count = states.filter((each) => each === state).length;
		return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
	}).join(', ');
}

export const crowdSection: Section = {
	key: 'crowd',
	label: 'Crowd',
	mode: 'crowd',
	build({ store, crowd: play }, input) {
		const click = choice('A click means', CLICKS, () => play.click, (key) => {
			play.click = key as ClickOrder;
			update();
		});
		const shape = choice('Formation', SHAPES, () => play.shape, (key) => {
			play.shape = key as CrowdOrder['shape'];
			update();
		});
		const help = make('p', { class: 'note' });
		const orders = make(
			'div', { class: 'row' },
			button('Select all', () => play.selectAll(), { 'data-crowd': 'all' }),
			button('Stop', () => play.order({ kind: 'stop' })),
			button('Hold', () => play.order({ kind: 'hold' }), { title: 'Stop, and make room for nobody' }),
		);
		const kinds = [...PRESETS.filter(({ unit }) => unit.shape !== 'square'), { key: 'unit', label: 'My unit' }];
		const kind = choice('Add', kinds.map(({ key, label }) => [key, label] as const), () => play.kind, (key) => {
			play.kind = key;
			input.choose('add');
			update();
		});
		const batch = slider({
			label: 'How many',
			min: 1, max: 50, step: 1,
			words: (value) => `${value}`,
			get: () => play.batch,
			set: (value) => {
				play.batch = value;
				update();
			},
		});
		const status = make('p', { class: 'note', 'data-crowd': 'status' });
		const events = make('ul', { class: 'events', 'aria-label': 'What happened' });
		const element = make(
			'div', {},
			make('h2', {}, 'Orders'), click.element, shape.element, help, orders,
			make('h2', {}, 'Units'), kind.element, batch.element,
			button('Remove all', () => play.clear()),
			make('h2', {}, 'What happens'), status, events,
		);
		const update = () => {
			click.update();
			shape.update();
			kind.update();
			batch.update();
			shape.element.hidden = play.click !== 'form';
			const { frame, selected } = play;
			help.textContent = selected.size === 0
				? 'Select units with a box, or a click.'
				: `${selected.size} selected. ${HELP[play.click]}`;
			const waiting = frame !== undefined && frame.edits > 0 ? ` ${frame.edits} edits wait for free ground.` : '';
			status.textContent = frame === undefined
				? `${play.units.length} units.`
				: `${frame.time.toFixed(0)} s: ${summary(frame.states) || 'no units'}.${waiting}`;
			if (events.childElementCount !== play.lines.length || events.firstChild?.textContent !== play.lines[0]) {
				events.replaceChildren(...play.lines.map((line) => make('li', {}, line)));
			}
		};
		play.onChange(() => element.isConnected && store.get().mode === 'crowd' && update());
		return { element, update };
	},
};

const SPEEDS: readonly (readonly [string, string])[] = [['0.5', '½ ×'], ['1', '1 ×'], ['3', '3 ×'], ['8', '8 ×']];

/** Pause, step, speed, from the start. */
export function buildCrowdBar(play: CrowdPlay, into: HTMLElement): void {
	const pause = button('Pause', () => play.play(!play.playing), { 'data-crowd': 'pause' });
	const step = button('Step', () => play.step());
	const again = button('Restart', () => play.restart());
	const speed = choice('Speed', SPEEDS, () => `${play.speed}`, (key) => {
		play.speed = Number(key);
		update();
	});
	const count = make('output', { 'aria-label': 'Units' });
	const update = () => {
		into.hidden = !play.active;
		pause.textContent = play.playing ? 'Pause' : 'Play';
		step.hidden = play.playing;
		speed.update();
		count.textContent = play.frame === undefined ? '' : summary(play.frame.states);
	};
	play.onChange(update);
	play.app.store.subscribe((now, before) => now.mode !== before.mode && update());
	into.append(make('div', { class: 'row' }, pause, step, again, speed.element, count));
	update();
}
