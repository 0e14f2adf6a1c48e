// SPDX-License-Identifier: MIT
// The scenes of the tour: a situation and its text, one row each. They tell the story of docs/article.md.
import type { Pose } from 'fairway';
import type { Area } from './ground.js';
import { builtIn } from './maps.js';
import { DEFAULT, type CrowdUnit, type Passes, type Run, type Situation } from './situation.js';
import { PRESETS, type UnitModel } from './unit.js';

export interface TourScene {
	key: string;
	title: string;
	/** two or three short sentences */
	text: string;
	/** what to try */
	tip: string;
	situation: Situation;
	/** the part of the map to show; else all of it */
	focus?: Area;
	/** the unit drives at once */
	drives?: boolean;
}

function preset(key: string): UnitModel {
	return PRESETS.find((one) => one.key === key)!.unit;
}

function on(map: string, change: Partial<Omit<Situation, 'passes'>> & { passes?: Partial<Passes> }): Situation {
	const { unit, from, to } = builtIn(map);
	const passes = { ...DEFAULT.passes, ...change.passes };
	return { ...DEFAULT, map: { key: map }, unit, from, to, ...change, passes };
}

const degrees = (angle: number) => (angle * Math.PI) / 180;

function pose(x: number, y: number, angle: number): Pose {
	return { x, y, heading: degrees(angle) };
}

/** Columns and rows of units. */
function troop(kind: string, columns: number, rows: number, gap: number, first: Pose): CrowdUnit[] {
	return Array.from({ length: columns * rows }, (_, i) => ({
		kind,
		x: first.x + gap * (i % columns),
		y: first.y + gap * Math.floor(i / columns),
		heading: first.heading,
	}));
}

const walkers = troop('walker', 5, 7, 1.4, pose(30.2, 17, 0));
const horses = troop('horse', 4, 5, 1.9, pose(48.5, 17, 180));
/** A wall with a gap of one tile, one of two, one of four, and a channel of water. */
const gaps: Run[] = [];
for (let y = 0; y < 40; y++) {
	const open = y === 22 || y === 16 || y === 17 || (y >= 3 && y < 7);
	const water = y >= 28 && y < 34;
	if (water) {
		gaps.push({ x: 26, y, length: 10, terrain: 3 });
	} else if (!open) {
		gaps.push({ x: 29, y, length: 4, terrain: 0 });
	}
}

const indices = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

export const TOUR: readonly TourScene[] = [
	{
		key: 'zigzag',
		title: 'From tile to tile is a zigzag',
		text:
			'A* steps from tile to tile: the blue path. Pull it tight like a string, and it is the shorter, orange ' +
			'one.',
		tip: 'Drag the goal: both follow.',
		situation: on('gates', {
			unit: preset('walker'),
			from: pose(8.5, 36.5, 0),
			to: { x: 80.5, y: 4.5 },
			methods: ['astar', 'astar-ps'],
			passes: { smooth: false },
		}),
	},
	{
		key: 'curves',
		title: 'Vehicles drive curves',
		text: 'A truck cannot turn on the spot. Its path is made of exact lines and arcs, from heading to heading.',
		tip: 'Drag a round knob: the truck arrives as you say.',
		situation: on('town', {
			unit: preset('truck'),
			from: pose(5.5, 4.5, 0),
			to: pose(31.5, 14.5, 180),
			methods: ['directional'],
			overlays: ['swept'],
		}),
		focus: { x: 0, y: 0, width: 46, height: 24 },
		drives: true,
	},
	{
		key: 'legal',
		title: 'Rounded corners hit walls',
		text:
			'Rounding the corners of a tile path (orange) cuts through buildings: the red rings. A search that takes ' +
			'legal turns only (blue) does not.',
		tip: 'Tab Methods compares up to four.',
		situation: on('town', {
			unit: { ...preset('horse'), turningRadius: 3.5 },
			from: pose(15.5, 12.5, 45),
			to: { x: 32.5, y: 28.5 },
			methods: ['directional', 'astar'],
			passes: { smooth: true, turning: 'ignore' },
		}),
		focus: { x: 6, y: 8, width: 36, height: 24 },
	},
	{
		key: 'sizes',
		title: 'Size and terrain decide',
		text:
			'A giant of 3 by 3 tiles needs the wide gap, far away, and cannot swim. Where it is dark it cannot ' +
			'stand.',
		tip: 'Tab Unit: make its side 2, then 1, or let it swim.',
		situation: on('meadow', {
			unit: preset('giant'),
			edits: gaps,
			from: { x: 12.5, y: 21.5, heading: 0 },
			to: { x: 49.5, y: 21.5 },
			overlays: ['regions'],
		}),
	},
	{
		key: 'huge',
		title: 'Huge maps',
		text:
			'512 by 512 tiles. A* (blue) looks at every colored one. A hierarchy of squares and their entrances ' +
			'(orange) needs few.',
		tip: 'The table counts nodes and milliseconds.',
		situation: on('wilderness', {
			unit: preset('walker'),
			methods: ['astar', 'haastar-high'],
			overlays: ['expanded'],
		}),
	},
	{
		key: 'crowd',
		title: 'Many at once',
		text: 'Walkers and horses meet in the gates. Everyone plans, gives way, and goes on; no two ever overlap.',
		tip: 'Paint a wall into the gate, or drag a box around units and click where they shall go.',
		situation: on('gates', {
			mode: 'crowd',
			crowd: [...walkers, ...horses],
			orders: [
				{ kind: 'gather', shape: 'box', to: { x: 55.5, y: 20.5 }, units: indices(0, walkers.length) },
				{
					kind: 'gather',
					shape: 'box',
					to: { x: 22.5, y: 24.5 },
					units: indices(walkers.length, horses.length),
				},
			],
		}),
		focus: { x: 14, y: 4, width: 52, height: 36 },
	},
	{
		key: 'angles',
		title: 'Art drawn from eight sides',
		text:
			'If a unit was drawn from eight directions only, its path may use no others. It bends, but does not ' +
			'slide.',
		tip: 'Tab Methods: set the number of directions.',
		situation: on('town', {
			unit: { ...preset('walker'), radius: 0.8 },
			from: pose(5.5, 38.5, 0),
			to: { x: 53.5, y: 9.5 },
			methods: ['auto'],
			passes: { sprites: 8 },
			overlays: ['swept'],
		}),
		focus: { x: 0, y: 6, width: 62, height: 38 },
		drives: true,
	},
];
