// SPDX-License-Identifier: MIT
// Draws the ring of the brush while the tool is chosen.
import { brush } from '../tools.js';
import type { Layer } from './layers.js';
import { color } from './theme.js';

/** @param chosen is the tool the brush? */
export function brushLayer(chosen: () => boolean): Layer {
	return {
		draw({ context, pixel }) {
			if (!chosen() || brush.at === undefined) {
				return;
			}
			for (const [style, width] of [['halo', 4], ['text', 1.5]] as const) {
				context.beginPath();
				context.arc(brush.at.x, brush.at.y, brush.radius, 0, 2 * Math.PI);
				context.strokeStyle = color(style);
				context.lineWidth = width * pixel;
				context.stroke();
			}
		},
	};
}
