// SPDX-License-Identifier: MIT
// A context of a canvas that writes SVG: what the layers draw, as shapes. It has what they use of the real one.

type Matrix = [number, number, number, number, number, number];

/** What `save()` keeps. Arrays are replaced, never changed. */
const KEPT = [
	'fillStyle', 'strokeStyle', 'globalAlpha', 'lineWidth', 'lineJoin', 'lineCap', 'font', 'textAlign', 'textBaseline',
	'matrix', 'dash',
] as const;
type State = Pick<SvgContext, (typeof KEPT)[number]>;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const ANCHORS: Record<string, string> = { center: 'middle', right: 'end', end: 'end' };
const BASELINES: Record<string, string> = {
	middle: 'central',
	top: 'hanging',
	hanging: 'hanging',
	bottom: 'text-after-edge',
};
const TURN = 2 * Math.PI;

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Six digits: a hundredth of a pixel of the largest map. */
function digits(value: number): string {
	return String(Number(value.toFixed(6)));
}

const list = (...values: number[]) => values.map(digits).join(' ');

export class SvgContext {
	fillStyle = 'black';
	strokeStyle = 'black';
	globalAlpha = 1;
	lineWidth = 1;
	lineJoin = 'miter';
	lineCap = 'butt';
	font = '10px sans-serif';
	textAlign = 'start';
	textBaseline = 'alphabetic';
	matrix = IDENTITY;
	dash: readonly number[] = [];
	private readonly parts: string[] = [];
	private readonly saved: State[] = [];
	private path = '';
	private begun = false;

	/** Calls `draw` with a context, and gives the elements that it drew. */
	static record(draw: (context: CanvasRenderingContext2D) => void): string {
		const svg = new SvgContext();
		// What the layers do not use is missing; a layer that uses it throws, and the tests see it.
		draw(svg as unknown as CanvasRenderingContext2D);
		return svg.parts.join('\n');
	}

	save(): void {
		this.saved.push(Object.fromEntries(KEPT.map((key) => [key, this[key]])) as unknown as State);
	}

	restore(): void {
		Object.assign(this, this.saved.pop());
	}

	transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
		const [A, B, C, D, E, F] = this.matrix;
		this.matrix = [
			A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F,
		];
	}

	translate(x: number, y: number): void {
		this.transform(1, 0, 0, 1, x, y);
	}

	scale(x: number, y: number): void {
		this.transform(x, 0, 0, y, 0, 0);
	}

	beginPath(): void {
		this.path = '';
		this.begun = false;
	}

	closePath(): void {
		this.path += 'Z';
	}

	moveTo(x: number, y: number): void {
		this.path += `M${list(x, y)}`;
		this.begun = true;
	}

	lineTo(x: number, y: number): void {
		this.path += `${this.begun ? 'L' : 'M'}${list(x, y)}`;
		this.begun = true;
	}

	rect(x: number, y: number, width: number, height: number): void {
		this.path += `M${list(x, y)}h${digits(width)}v${digits(height)}h${digits(-width)}Z`;
		this.begun = true;
	}

	/** As the canvas has it: a line to the arc's beginning, then the arc. A whole circle is two halves. */
	arc(x: number, y: number, radius: number, start: number, end: number, back = false): void {
		let sweep = end - start;
		if (back) {
			sweep = sweep <= -TURN ? -TURN : -(((-sweep % TURN) + TURN) % TURN);
		} else {
			sweep = sweep >= TURN ? TURN : ((sweep % TURN) + TURN) % TURN;
		}
		const point = (angle: number) => ({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
		const first = point(start);
		this.lineTo(first.x, first.y);
		const pieces = Math.abs(sweep) > Math.PI ? 2 : 1;
		for (let i = 1; i <= pieces; i++) {
			const to = point(start + (sweep * i) / pieces);
			this.path += `A${list(radius, radius)} 0 0 ${sweep > 0 ? 1 : 0} ${list(to.x, to.y)}`;
		}
	}

	private shape(name: string, attributes: string, style: string): void {
		const { matrix, globalAlpha } = this;
		const moved = matrix.join() === IDENTITY.join() ? '' : ` transform="matrix(${list(...matrix)})"`;
		const faint = globalAlpha === 1 ? '' : ` opacity="${digits(globalAlpha)}"`;
		this.parts.push(`<${name} ${attributes}${moved} ${style}${faint}/>`);
	}

	private get inFill(): string {
		return `fill="${escaped(this.fillStyle)}"`;
	}

	private get inStroke(): string {
		const { strokeStyle, lineWidth, lineJoin, lineCap, dash } = this;
		const dashes = dash.length === 0 ? '' : ` stroke-dasharray="${list(...dash)}"`;
		return (
			`fill="none" stroke="${escaped(strokeStyle)}" stroke-width="${digits(lineWidth)}" ` +
			`stroke-linejoin="${lineJoin}" stroke-linecap="${lineCap}"${dashes}`
		);
	}

	fill(rule?: CanvasFillRule): void {
		if (this.path !== '') {
			const evenOdd = rule === 'evenodd' ? ' fill-rule="evenodd"' : '';
			this.shape('path', `d="${this.path}"`, this.inFill + evenOdd);
		}
	}

	stroke(): void {
		if (this.path !== '') {
			this.shape('path', `d="${this.path}"`, this.inStroke);
		}
	}

	fillRect(x: number, y: number, width: number, height: number): void {
		this.shape('rect', this.box(x, y, width, height), this.inFill);
	}

	strokeRect(x: number, y: number, width: number, height: number): void {
		this.shape('rect', this.box(x, y, width, height), this.inStroke);
	}

	private box(x: number, y: number, width: number, height: number): string {
		return `x="${digits(x)}" y="${digits(y)}" width="${digits(width)}" height="${digits(height)}"`;
	}

	/** Pictures, such as an overlay with a pixel a tile, are kept as they are. */
	drawImage(image: HTMLCanvasElement | OffscreenCanvas, x: number, y: number, width?: number, height?: number): void {
		const canvas = document.createElement('canvas');
		canvas.width = image.width;
		canvas.height = image.height;
		canvas.getContext('2d')!.drawImage(image, 0, 0);
		const box = this.box(x, y, width ?? image.width, height ?? image.height);
		const picture = `style="image-rendering:pixelated" href="${canvas.toDataURL()}"`;
		this.shape('image', `${box} preserveAspectRatio="none"`, picture);
	}

	fillText(text: string, x: number, y: number): void {
		this.text(text, x, y, this.inFill);
	}

	strokeText(text: string, x: number, y: number): void {
		this.text(text, x, y, this.inStroke);
	}

	private text(text: string, x: number, y: number, style: string): void {
		const { font, textAlign, textBaseline, matrix, globalAlpha } = this;
		const anchor = ANCHORS[textAlign] ?? 'start';
		const baseline = BASELINES[textBaseline] ?? 'alphabetic';
		this.parts.push(
			`<text x="${digits(x)}" y="${digits(y)}" transform="matrix(${list(...matrix)})" ${style} ` +
				`opacity="${digits(globalAlpha)}" style="font:${escaped(font)}" text-anchor="${anchor}" ` +
				`dominant-baseline="${baseline}">${escaped(text)}</text>`,
		);
	}

	setLineDash(dash: number[]): void {
		this.dash = [...dash];
	}
}
