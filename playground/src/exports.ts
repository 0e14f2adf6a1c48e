// SPDX-License-Identifier: MIT
// What the page saves, one row each.
import type { App } from './app.js';

export interface Writer {
	key: string;
	label: string;
	/** one sentence for the reader */
	sentence: string;
	/** the name of the file; without it the text goes to the clipboard */
	file?: string;
	write(app: App): Promise<Blob | string>;
}

export const WRITERS: readonly Writer[] = [];
