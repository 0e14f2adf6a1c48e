// SPDX-License-Identifier: MIT
// The tab of files: what the page opens, and what it saves.
import { save, WRITERS } from '../exports.js';
import { ENDINGS, openFiles, READERS } from '../files.js';
import { button, make } from './dom.js';
import type { Section } from './sections.js';

export const filesSection: Section = {
	key: 'files',
	label: 'Files',
	build(app) {
		const chosen = make('input', { type: 'file', id: 'open', multiple: '', accept: ENDINGS.join(',') });
		chosen.addEventListener('change', async () => {
			await openFiles(app, [...(chosen.files ?? [])]);
			// The same file can be opened again.
			chosen.value = '';
		});
		const kinds = READERS.map(({ ending, label }) => make('li', {}, `${ending}: ${label}`));
		const writers = WRITERS.map((writer) => {
			const press = () => save(app, writer).catch((error: Error) => app.tell(`${error.message}.`, true));
			const id = `save-${writer.key}`;
			const note = make('small', { id: `${id}-note` }, writer.sentence);
			const attributes = { 'data-save': writer.key, 'aria-describedby': note.id };
			return make('div', { class: 'save' }, button(writer.label, press, attributes), note);
		});
		const element = make(
			'div',
			{},
			make('h2', {}, 'Open'),
			make('label', { class: 'open' }, make('span', {}, 'Choose files, or drop them on the map'), chosen),
			make('ul', { class: 'kinds' }, ...kinds),
			make('h2', {}, 'Save'),
			...writers,
		);
		return { element, update: () => undefined };
	},
};
