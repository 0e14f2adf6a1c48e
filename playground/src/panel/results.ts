// SPDX-License-Identifier: MIT
// The table of the paths that are shown, a row for each method, in the color of its path.
import { digits, type App } from '../app.js';
import type { Fault, PlanAnswer } from '../protocol.js';
import { make } from './dom.js';

const COLUMNS = [
	['Method', ''],
	['Length', 'tiles'],
	['Drive', 's'],
	['Search', 'ms'],
	['Nodes', ''],
	['Legal', ''],
] as const;

/** What is wrong with a path, for a reader: `3 hits, 2 corners`. */
export function faultWords(faults: readonly Fault[]): string {
	const count = (...kinds: string[]) => faults.filter((fault) => kinds.includes(fault.kind)).length;
	const hits = count('collision', 'outside');
	const corners = count('heading', 'radius');
	const rest = faults.length - hits - corners;
	const plural = (n: number, word: string) => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`]);
	return [...plural(hits, 'hit'), ...plural(corners, 'corner'), ...plural(rest, 'fault')].join(', ');
}

function cellsOf(answer: PlanAnswer): string[] {
	const { length, seconds, milliseconds, expanded, faults } = answer;
	const legal = faults === undefined ? '…' : faults.length === 0 ? '✓' : faultWords(faults);
	return [
		digits(length, 1),
		digits(seconds, 1),
		milliseconds < 0.1 ? '< 0.1' : digits(milliseconds, 1),
		expanded.toLocaleString('en'),
		legal,
	];
}

function rowOf(answer: PlanAnswer | undefined, method: string, index: number): HTMLTableRowElement {
	const dot = make('i', { class: 'dot', style: `background: var(--path${index + 1})` });
	const name = make('th', { scope: 'row' }, dot, method);
	const small = [
		answer !== undefined && answer.chosen !== method ? answer.chosen : '',
		answer?.note ?? '',
	].filter((text) => text !== '');
	if (small.length > 0) {
		name.append(make('small', {}, small.join(', ')));
	}
	const outcome = answer === undefined ? 'running' : answer.partial ? 'partial' : answer.found ? 'found' : 'none';
	const row = make('tr', { 'data-method': method, 'data-outcome': outcome }, name);
	if (answer === undefined) {
		row.append(make('td', { colspan: '5' }, '…'));
	} else if (!answer.found) {
		row.append(make('td', { colspan: '5', class: 'why' }, `No path: ${answer.why}.`));
	} else {
		const cells = cellsOf(answer).map((text) => make('td', {}, text));
		const legal = cells[cells.length - 1]!;
		if (answer.faults?.length === 0) {
			legal.className = 'good';
			legal.setAttribute('aria-label', 'legal');
		} else if (answer.faults !== undefined) {
			legal.className = 'bad';
		}
		row.append(...cells);
	}
	return row;
}

export function buildResults(app: App, into: HTMLElement): void {
	const head = COLUMNS.map(([label, unit]) =>
		make('th', { scope: 'col' }, label, ...(unit === '' ? [] : [make('small', {}, unit)])),
	);
	const body = make('tbody');
	const table = make('table', { class: 'results' }, make('thead', {}, make('tr', {}, ...head)), body);
	table.prepend(make('caption', { class: 'unseen' }, 'The paths that are shown'));
	const update = () => {
		const { methods, mode } = app.store.get();
		table.hidden = mode !== 'plan';
		body.replaceChildren(...methods.map((method, i) => rowOf(app.canvas.paths[i], method, i)));
	};
	app.onAnswer(update);
	app.store.subscribe((now, before) => {
		if (now.methods !== before.methods || now.mode !== before.mode) {
			update();
		}
	});
	into.append(table);
	update();
}
