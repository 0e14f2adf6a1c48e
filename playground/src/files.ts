// SPDX-License-Identifier: MIT
// The kinds of files that the page opens, one row each.
import type { App } from './app.js';

export interface Reader {
	label: string;
	/** such as '.map' */
	ending: string;
	/** Shows what the file holds. Throws a sentence for the reader. */
	read(app: App, file: File): Promise<void>;
}

export const READERS: readonly Reader[] = [];
