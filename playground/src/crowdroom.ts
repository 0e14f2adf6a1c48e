// SPDX-License-Identifier: MIT
// In the worker: the world of the crowd, whose units the page knows by their index.
import {
	FairwayError, type Fairway, type GameMap, type Point, type UnitId, type World, type WorldEvent,
} from 'fairway';
import { placesAround } from './places.js';
import type { CrowdAnswer, CrowdAsk, CrowdFrame, Happening, OrderAsk } from './protocol.js';
import type { CrowdUnit, Run } from './situation.js';
import { halfWidthOf, outlineOf, PRESETS, reachOf, unitOptions, type UnitModel } from './unit.js';

/** The length of a step [s]: small ones keep crowds out of each other's way. */
export const STEP = 1 / 60;

function modelOf({ kind, model }: CrowdUnit, unit: UnitModel): UnitModel {
	return model ?? PRESETS.find((preset) => preset.key === kind)?.unit ?? unit;
}

/** For worlds that take no outlines and no squares. */
function asDisc(unit: UnitModel): UnitModel {
	return { ...unit, shape: 'disc', radius: halfWidthOf(unit) };
}

export class Crowd {
	private readonly world: World;
	/** in the order of the world */
	private readonly models: UnitModel[] = [];

	constructor(
		private readonly fw: Fairway,
		map: GameMap,
	) {
		this.world = fw.world(map);
	}

	dispose(): void {
		this.world.dispose();
	}

	/** Adds the units that find room. */
	add({ units, unit }: CrowdAsk): CrowdAnswer {
		const placed: boolean[] = [];
		const models: UnitModel[] = [];
		for (let i = 0; i < units.length; ) {
			const kind = units[i]!.kind;
			let end = i;
			while (end < units.length && units[end]!.kind === kind) {
				end++;
			}
			const part = units.slice(i, end);
			const model = modelOf(units[i]!, unit);
			const [found, used] = this.addShape(part, model);
			placed.push(...found);
			models.push(...found.filter((there) => there).map(() => used));
			i = end;
		}
		this.models.push(...models);
		return { placed, models };
	}

	private addShape(units: readonly CrowdUnit[], model: UnitModel): [placed: boolean[], model: UnitModel] {
		try {
			return [this.addAlike(units, model), model];
		} catch (error) {
			if (error instanceof FairwayError && error.status === 'unsupported') {
				return [this.addAlike(units, asDisc(model)), asDisc(model)];
			}
			throw error;
		}
	}

	/** All units of one class; those without room are left out. */
	private addAlike(units: readonly CrowdUnit[], model: UnitModel): boolean[] {
		const placed = units.map(() => true);
		for (;;) {
			const left = units.flatMap((pose, i) => (placed[i] ? [{ pose, i }] : []));
			try {
				const poses = left.map(({ pose: { x, y, heading } }) => ({ x, y, heading }));
				// Vehicles go as near to a blocked place as they can: they are given no other one.
				this.world.add({ unit: unitOptions(model), plan: { nearest: outlineOf(model).length > 0 } }, poses);
				return placed;
			} catch (error) {
				const index = error instanceof FairwayError ? /^poses\[(\d+)\]/.exec(error.field)?.[1] : undefined;
				if (index === undefined || (error as FairwayError).status !== 'blocked') {
					throw error;
				}
				placed[left[Number(index)]!.i] = false;
			}
		}
	}

	private idsOf(units: readonly number[]): UnitId[] {
		const ids = this.world.ids();
		return units.flatMap((unit) => ids[unit] ?? []);
	}

	/** Gives an order, and tells what some units cannot do. */
	order({ kind, shape, to, leader, units }: OrderAsk): string {
		const followers = units.filter((unit) => unit !== leader);
		const [leaderId] = leader === undefined ? [] : this.idsOf([leader]);
		const alone = (unit: number) => kind === 'form' && outlineOf(this.models[unit]!).length > 0;
		const together = this.idsOf(followers.filter((unit) => !alone(unit)));
		if (together.length > 0) {
			this.world.order(together, {
				kind,
				...(shape && { shape }),
				...(to && { to }),
				...(leaderId && { leader: leaderId }),
			});
		}
		return to === undefined ? '' : this.sendAlone(followers.filter(alone), to);
	}

	/** Worlds form no rows of units with an outline: each goes to a place near the point. */
	private sendAlone(units: readonly number[], to: Point): string {
		const reach = Math.max(...units.map((unit) => reachOf(this.models[unit]!)));
		const places = placesAround(to, 2 * reach + 0.3, units.length);
		this.idsOf(units).forEach((id, i) => this.world.order([id], { kind: 'go', to: places[i]! }));
		return units.length === 0 ? '' : 'Vehicles with an outline just go there: they know no formations yet.';
	}

	edit(runs: readonly Run[]): void {
		for (const { x, y, length, terrain } of runs) {
			this.world.edit({ x, y, width: length, height: 1 }, terrain);
		}
	}

	/** Advances by steps, and tells all that the page draws. @param paths of which units */
	step(steps: number, paths: readonly number[]): CrowdFrame {
		const begin = performance.now();
		const happened: Happening[] = [];
		for (let i = 0; i < steps; i++) {
			happened.push(...this.world.step(STEP).flatMap((event) => this.tell(event)));
		}
		return {
			time: this.world.time,
			poses: this.world.poses() as Float64Array<ArrayBuffer>,
			states: this.world.states(),
			happened,
			edits: this.world.stats.edits,
			paths: this.idsOf(paths).map((id) => this.world.path(id)?.segments ?? []),
			work: performance.now() - begin,
		};
	}

	private tell({ kind, unit, reason, stuck, status }: WorldEvent): Happening[] {
		const index = this.world.find(unit);
		const words: Record<WorldEvent['kind'], () => string> = {
			started: () => 'sets off',
			arrived: () => 'has arrived',
			'no-path': () => (status === 'ok' ? this.fw.reasonText(reason) : status),
			'path-lost': () => 'an edit blocks the path; plans anew',
			stuck: () => `stuck, ${this.fw.stuckText(stuck)}`,
			edited: () => 'an edit was made',
		};
		return kind === 'edited' ? [] : [{ unit: index, kind, text: words[kind]() }];
	}
}
