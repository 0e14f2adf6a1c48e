// SPDX-License-Identifier: MIT
// All colors of the page, light and dark, in one table. CSS reads them as variables: `panelEdge` is `--panel-edge`.

const TABLE = {
	//                 light                      dark
	page: ['#e4e7ea', '#101418'],
	panel: ['#ffffff', '#1a2027'],
	panelSoft: ['#f3f5f7', '#232a33'],
	panelEdge: ['#d5dae0', '#343d48'],
	text: ['#1b2129', '#e9edf2'],
	textSoft: ['#56606c', '#a4afbc'],
	accent: ['#1457c4', '#7db4ff'],
	accentText: ['#ffffff', '#0c1a2c'],
	warn: ['#a03c00', '#ffb27a'],
	shadow: ['rgba(20, 30, 45, 0.18)', 'rgba(0, 0, 0, 0.5)'],
	// terrains
	ground: ['#f4f0e4', '#333b45'],
	swamp: ['#d3d9a8', '#434d33'],
	water: ['#a8d2ea', '#1d4560'],
	trees: ['#b4d6a0', '#2b4f36'],
	road: ['#fbdf9d', '#6b5a35'],
	blocked: ['#6b7380', '#808b99'],
	blockedEdge: ['#4e5561', '#aab4c0'],
	shore: ['rgba(35, 95, 135, 0.45)', 'rgba(140, 200, 235, 0.35)'],
	grid: ['rgba(20, 30, 45, 0.09)', 'rgba(255, 255, 255, 0.07)'],
	// paths, in the order of methods
	path1: ['#1457c4', '#6fb1ff'],
	path2: ['#c2410c', '#ffa260'],
	path3: ['#7e22ce', '#cf9dff'],
	path4: ['#0f766e', '#46d8bf'],
	halo: ['rgba(255, 255, 255, 0.9)', 'rgba(10, 14, 18, 0.85)'],
	good: ['#15803d', '#4ade80'],
	goal: ['#be123c', '#ff7d95'],
	handle: ['#ffffff', '#1a2027'],
	fault: ['#dc2626', '#ff5c5c'],
	corner: ['#b45309', '#fbbf24'],
	expanded: ['#8b1fa8', '#f08cff'],
	// overlays
	low: ['#ffd54a', '#ffd54a'],
	middle: ['#f0587a', '#e2557a'],
	high: ['#3b2a9e', '#5b48d0'],
	mark: ['#9d174d', '#ff9ccf'],
} as const satisfies Record<string, readonly [string, string]>;

export type ColorName = keyof typeof TABLE;
export type Theme = 'light' | 'dark';

let theme: Theme = 'light';

export function color(name: ColorName): string {
	return TABLE[name][theme === 'light' ? 0 : 1];
}

/** Of the paths of methods, in their order. */
export function pathColor(index: number): string {
	return color((['path1', 'path2', 'path3', 'path4'] as const)[index % 4]!);
}

export function themeNow(): Theme {
	return theme;
}

/** Sets the variables of CSS; what is drawn must be drawn anew. */
export function setTheme(next: Theme): void {
	theme = next;
	const root = document.documentElement;
	root.style.colorScheme = next;
	root.dataset.theme = next;
	for (const name of Object.keys(TABLE) as ColorName[]) {
		root.style.setProperty(`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`, color(name));
	}
}

/** What the reader chose, else what the system says. */
export function firstTheme(): Theme {
	const kept = localStorage.getItem('theme');
	if (kept === 'light' || kept === 'dark') {
		return kept;
	}
	return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function keepTheme(next: Theme): void {
	localStorage.setItem('theme', next);
	setTheme(next);
}
