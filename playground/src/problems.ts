// SPDX-License-Identifier: MIT
// Files of problems of the MovingAI benchmarks.
import type { Point } from 'fairway';

export interface Problem {
	from: Point;
	to: Point;
	/** of the best path, as the file says [tiles] */
	length: number;
	/** how many problems the file has */
	count: number;
}

/** The longest problem. Throws what is wrong with the file, or with the map for it. */
export function hardest(text: string, width: number, height: number): Problem {
	let best: Problem | undefined;
	let count = 0;
	const lines = text.split(/\r?\n/);
	if (!/^version\s+1(\.0)?\s*$/.test(lines[0]!)) {
		throw new Error('line 1 must be “version 1”');
	}
	lines.forEach((line, i) => {
		if (i === 0 || line.trim() === '') {
			return;
		}
		const words = line.trim().split(/\s+/);
		// A name may have spaces: the numbers are counted from the end.
		const [w, h, sx, sy, gx, gy, length] = words.slice(-7).map(Number);
		const tiles = [sx!, sy!, gx!, gy!];
		if (words.length < 9 || !tiles.every(Number.isInteger) || !Number.isFinite(length)) {
			throw new Error(`line ${i + 1} is no problem: a bucket, a map, its size, start, goal and length`);
		}
		if (w !== width || h !== height) {
			const other = `${w} × ${h} tiles, and this one has ${width} × ${height}`;
			throw new Error(`line ${i + 1} is for a map of ${other}; drop both`);
		}
		if (tiles.some((value, k) => value < 0 || value >= (k % 2 === 0 ? width : height))) {
			throw new Error(`line ${i + 1} is for tiles off the map`);
		}
		count++;
		if (best === undefined || length! > best.length) {
			best = { from: { x: sx! + 0.5, y: sy! + 0.5 }, to: { x: gx! + 0.5, y: gy! + 0.5 }, length: length!, count };
		}
	});
	if (best === undefined) {
		throw new Error('it has no problems');
	}
	return { ...(best as Problem), count };
}
