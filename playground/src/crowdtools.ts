// SPDX-License-Identifier: MIT
// The tools of the crowd: select and order, and add units.
import type { Point } from 'fairway';
import type { CrowdPlay } from './crowd.js';
import type { Tool } from './tools.js';
import type { CrowdLayer } from './view/crowd.js';

/** Pixels that the pointer may move in a click. */
const CLICK = 6;
/** Pixels around a unit that count as it. */
const SLACK = 10;

/** A drag selects; a click selects a unit, or sends those that are selected. */
export function selectTool(play: CrowdPlay, layer: CrowdLayer): Tool {
	let from: Point | undefined;
	let to: Point | undefined;
	let more = false;
	const isClick = (scale: number) =>
		from === undefined || to === undefined || Math.hypot(to.x - from.x, to.y - from.y) * scale < CLICK;
	return {
		key: 'select',
		label: 'Select',
		mode: 'crowd',
		sentence: 'Drag a box around units, then click a place.',
		cursor: (app, at) =>
			play.unitAt(at, SLACK / app.canvas.camera.scale) !== undefined
				? 'pointer'
				: play.selected.size > 0 ? 'crosshair' : 'default',
		down(_, at, event) {
			from = to = at;
			more = event.shiftKey;
			return true;
		},
		move(app, at) {
			to = at;
			if (from !== undefined && !isClick(app.canvas.camera.scale)) {
				const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
				layer.box = { x: left, y: top, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
				app.canvas.invalidate();
			}
		},
		up(app) {
			const { scale } = app.canvas.camera;
			const { box } = layer;
			layer.box = undefined;
			if (from === undefined) {
				return;
			}
			if (!isClick(scale) && box !== undefined) {
				const inside = [...play.models.keys()].filter((i) => {
					const { x, y } = play.poseOf(i);
					return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
				});
				play.select(inside, more);
			} else {
				const unit = play.unitAt(from, SLACK / scale);
				if (play.selected.size > 0 && (unit === undefined || play.click === 'follow')) {
					play.orderTo(from, unit);
				} else if (unit !== undefined) {
					play.select([unit], more);
				}
			}
			from = undefined;
		},
	};
}

/** A click adds a batch. */
export function addTool(play: CrowdPlay): Tool {
	let at: Point | undefined;
	return {
		key: 'add',
		label: 'Add units',
		mode: 'crowd',
		sentence: 'Click where units shall stand. The panel says which, and how many.',
		cursor: () => 'copy',
		down(_, place) {
			at = place;
			return true;
		},
		move() {},
		up() {
			if (at !== undefined) {
				play.addAt(at);
				at = undefined;
			}
		},
	};
}
