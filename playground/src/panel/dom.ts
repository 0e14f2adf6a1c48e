// SPDX-License-Identifier: MIT
// Elements and labelled controls.

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Record<string, string> = {},
	...children: Child[]
): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		element.setAttribute(name, value);
	}
	element.append(...children);
	return element;
}

export function button(label: string, press: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
	const element = make('button', { type: 'button', ...attributes }, label);
	element.addEventListener('click', press);
	return element;
}

/** A control that shows a value of the situation. */
export interface Control {
	element: HTMLElement;
	/** Shows the value as it is now. */
	update(): void;
}

export interface SliderOptions {
	label: string;
	min: number;
	max: number;
	step: number;
	get(): number;
	set(value: number): void;
	/** the value as words; else a number with `unit` */
	words?(value: number): string;
	unit?: string;
	/** not there for now */
	hidden?(): boolean;
}

export function slider({ label, min, max, step, get, set, words, unit = '', hidden }: SliderOptions): Control {
	const input = make('input', { type: 'range', min: `${min}`, max: `${max}`, step: `${step}` });
	const value = make('output');
	const element = make('label', { class: 'slider' }, make('span', {}, label), value, input);
	input.addEventListener('input', () => set(Number(input.value)));
	return {
		element,
		update() {
			const now = get();
			input.value = `${now}`;
			const units = now === 1 ? unit.replace(/tiles$/, 'tile') : unit;
			value.textContent = words?.(now) ?? `${Math.round(now * 100) / 100}${units}`;
			input.setAttribute('aria-valuetext', value.textContent);
			element.hidden = hidden?.() ?? false;
		},
	};
}

export function checkbox(
	label: string,
	get: () => boolean,
	set: (on: boolean) => void,
	{ note = '', swatch = '' }: { note?: string; swatch?: string } = {},
): Control {
	const input = make('input', { type: 'checkbox' });
	const text = make('span', {}, label);
	if (note !== '') {
		text.append(make('small', {}, note));
	}
	const element = make('label', { class: 'check' }, input);
	if (swatch !== '') {
		element.append(make('i', { class: 'swatch', style: `background: var(${swatch})` }));
	}
	element.append(text);
	input.addEventListener('change', () => set(input.checked));
	return { element, update: () => (input.checked = get()) };
}

export function select(
	label: string,
	options: readonly (readonly [value: string, label: string])[],
	get: () => string,
	set: (value: string) => void,
): Control {
	const input = make('select', {}, ...options.map(([value, text]) => make('option', { value }, text)));
	input.addEventListener('change', () => set(input.value));
	const element = make('label', { class: 'select' }, make('span', {}, label), input);
	return { element, update: () => (input.value = get()) };
}

/** A row of buttons of which one is pressed. */
export function choice(
	label: string,
	options: readonly (readonly [value: string, label: string])[],
	get: () => string,
	set: (value: string) => void,
): Control {
	const buttons = options.map(([value, text]) => button(text, () => set(value)));
	const element = make('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons);
	return {
		element,
		update: () =>
			buttons.forEach((one, i) => one.setAttribute('aria-pressed', `${options[i]![0] === get()}`)),
	};
}
