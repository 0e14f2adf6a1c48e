// SPDX-License-Identifier: MIT
// The picture of the unit beside its turning circle, drawn to one scale; its corner knob drags length and width.
import { outlineOf, type UnitModel } from '../unit.js';
import { make, type Control } from './dom.js';

const NS = 'http://www.w3.org/2000/svg';
const WIDTH = 320;
const HEIGHT = 104;

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
	const element = document.createElementNS(NS, tag);
	for (const [name, value] of Object.entries(attributes)) {
		element.setAttribute(name, `${value}`);
	}
	return element;
}

/** The corner that the knob sits on, from the point that follows the path [tiles]. */
function knobOf(unit: UnitModel): { x: number; y: number } | undefined {
	switch (unit.shape) {
		case 'disc':
			return { x: unit.radius, y: 0 };
		case 'box':
			return { x: unit.length * (1 - unit.rear), y: unit.width / 2 };
		case 'ship':
			return { x: -unit.length / 2, y: unit.width / 2 };
		case 'square':
			return { x: unit.size / 2, y: unit.size / 2 };
		default:
			return undefined;
	}
}

const tenths = (value: number, least: number, most: number) =>
	Math.round(Math.max(least, Math.min(most, value)) * 10) / 10;

/** What changes when the knob is dragged to a point [tiles]. */
function pulled(unit: UnitModel, x: number, y: number): Partial<UnitModel> {
	const width = tenths(2 * Math.abs(y), 0.2, 8);
	switch (unit.shape) {
		case 'disc':
			return { radius: tenths(Math.hypot(x, y), 0, 6) };
		case 'box':
			return { length: tenths(x / (1 - unit.rear), 0.5, 14), width };
		case 'ship':
			return { length: tenths(-2 * x, 0.5, 14), width };
		case 'square':
			return { size: Math.max(1, Math.min(12, Math.round(2 * Math.max(x, y)))) };
		default:
			return {};
	}
}

export function outlinePicture(get: () => UnitModel, set: (change: Partial<UnitModel>) => void): Control {
	const svg = shape('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' }) as SVGSVGElement;
	const element = make('div', { class: 'outline' }, svg);
	const grid = shape('path', { class: 'tiles' });
	const circle = shape('circle', { class: 'turn' });
	const body = shape('path', { class: 'body' });
	const point = shape('circle', { class: 'point', r: 3 });
	const knob = shape('circle', { class: 'knob', r: 7 });
	svg.append(grid, circle, body, point, knob);
	/** pixels a tile; kept while the knob is dragged */
	let scale = 20;
	let dragging = false;
	knob.addEventListener('pointerdown', (event) => {
		dragging = true;
		knob.setPointerCapture(event.pointerId);
		event.preventDefault();
	});
	knob.addEventListener('pointermove', (event) => {
		const matrix = svg.getScreenCTM();
		if (dragging && matrix !== null) {
			const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
			set(pulled(get(), (at.x - WIDTH / 2) / scale, (at.y - HEIGHT / 2) / scale));
		}
	});
	const release = () => {
		dragging = false;
	};
	knob.addEventListener('pointerup', release);
	knob.addEventListener('pointercancel', release);
	const update = () => {
		const unit = get();
		const corners = outlineOf(unit);
		const half = unit.shape === 'square' ? unit.size / 2 : unit.radius;
		const reachX = corners.length > 0 ? Math.max(...corners.map((c) => Math.abs(c.x))) : half;
		const reachY = corners.length > 0 ? Math.max(...corners.map((c) => Math.abs(c.y))) : half;
		if (!dragging) {
			scale = Math.min(26, (WIDTH / 2 - 14) / Math.max(0.5, reachX), (HEIGHT / 2 - 12) / Math.max(0.5, reachY));
		}
		const px = (x: number) => WIDTH / 2 + x * scale;
		const py = (y: number) => HEIGHT / 2 + y * scale;
		body.setAttribute('d', corners.length > 0
			? `M${corners.map((c) => `${px(c.x)} ${py(c.y)}`).join('L')}Z`
			: unit.shape === 'square'
				? `M${px(-half)} ${py(-half)}H${px(half)}V${py(half)}H${px(-half)}Z`
				: `M${px(half)} ${py(0)}A${half * scale} ${half * scale} 0 1 1 ${px(-half)} ${py(0)}` +
					`A${half * scale} ${half * scale} 0 1 1 ${px(half)} ${py(0)}`);
		let lines = '';
		for (let x = -Math.ceil(WIDTH / 2 / scale); px(x) <= WIDTH; x++) {
			lines += `M${px(x)} 0V${HEIGHT}`;
		}
		for (let y = -Math.ceil(HEIGHT / 2 / scale); py(y) <= HEIGHT; y++) {
			lines += `M0 ${py(y)}H${WIDTH}`;
		}
		grid.setAttribute('d', lines);
		const turning = unit.shape === 'square' ? 0 : unit.turningRadius;
		circle.setAttribute('cx', `${px(0)}`);
		circle.setAttribute('cy', `${py(turning)}`);
		circle.setAttribute('r', `${turning * scale}`);
		point.setAttribute('cx', `${px(0)}`);
		point.setAttribute('cy', `${py(0)}`);
		const at = knobOf(unit);
		knob.toggleAttribute('hidden', at === undefined);
		knob.setAttribute('cx', `${px(at?.x ?? 0)}`);
		knob.setAttribute('cy', `${py(at?.y ?? 0)}`);
		svg.setAttribute('aria-label', `The unit from above: ${unit.shape}. The sliders below change it as well.`);
	};
	return { element, update };
}
