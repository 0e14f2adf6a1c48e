// SPDX-License-Identifier: MIT
// A plan as a C program that finds the same path, bit by bit. It reads the map from a file, which is saved apart.
import type { PlanOptions, Terrain, UnitOptions } from 'fairway';
import type { Recipe } from './protocol.js';

/** The names of C for the words of JavaScript, by field. All others are numbers and truths. */
const WORDS: Record<string, string> = {
	turning: 'FW_TURNING',
	lattice: 'FW_LATTICE',
	roads: 'FW_ROADS',
	lane: 'FW_LANE',
	heuristic: 'FW_HEURISTIC',
	anchor: 'FW_ANCHOR',
	corners: 'FW_CORNERS',
};

/** Reads back as the same double. */
function cNumber(value: number): string {
	return Object.is(value, -0) ? '-0.0' : String(value);
}

function snake(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function cValue(key: string, value: unknown): string {
	if (typeof value === 'number') {
		return cNumber(value);
	}
	if (typeof value === 'boolean') {
		return String(value);
	}
	if (typeof value === 'string' && key === 'method') {
		return JSON.stringify(value);
	}
	if (typeof value === 'string' && key === 'capabilities') {
		const bits = value.split(',').filter((word) => word !== '');
		return bits.length === 0 ? '0' : bits.map((word) => `FW_CAP_${word.trim().toUpperCase()}`).join(' | ');
	}
	const prefix = WORDS[key];
	if (typeof value !== 'string' || prefix === undefined) {
		throw new Error(`the C program has no word for ${key}`);
	}
	return `${prefix}_${value.toUpperCase().replaceAll('-', '_')}`;
}

/** An assignment for each field of an object, and of the objects in it. */
function assignments(into: string, object: object): string[] {
	return Object.entries(object).flatMap(([key, value]): string[] => {
		if (value === undefined) {
			return [];
		}
		const name = `${into}.${snake(key)}`;
		return typeof value === 'object' ? assignments(name, value) : [`${name} = ${cValue(key, value)};`];
	});
}

function unitLines(unit: UnitOptions): string[] {
	const { outline = [], ...rest } = unit;
	const lines = assignments('plan.unit', rest);
	if (outline.length > 0) {
		lines.push(`plan.unit.outline.count = ${outline.length};`);
		outline.forEach(({ x, y }, i) => {
			lines.push(`plan.unit.outline.corners[${i}].x = ${cNumber(x)};`);
			lines.push(`plan.unit.outline.corners[${i}].y = ${cNumber(y)};`);
		});
	}
	return lines;
}

function planLines(plan: PlanOptions): string[] {
	const { unit = {}, from, to, ...rest } = plan;
	const lines = [...assignments('plan', rest), ...unitLines(unit)];
	for (const [name, pose] of [['start', from], ['goal', to]] as const) {
		if (pose !== undefined) {
			const { x, y, heading } = pose;
			lines.push(`plan.${name} = fw_make_pose( ${[x, y, heading ?? 0].map(cNumber).join(', ')} ); // radians`);
			lines.push(`plan.${name}_any_heading = ${heading === undefined};`);
		}
	}
	return lines;
}

/** Costs are not in a map's file. */
function costLines(terrains: readonly Terrain[]): string[] {
	if (terrains.every(({ cost }) => cost === 1)) {
		return [];
	}
	return [
		`static const double costs[] = { ${terrains.map(({ cost }) => cNumber(cost)).join(', ')} };`,
		`for ( int32_t i = 0; good && i < ${terrains.length}; i++ )`,
		'{',
		'\tfw_terrain terrain = *fw_grid_terrain( grid, i );',
		'\tterrain.cost = costs[i];',
		'\tgood = fw_grid_set_terrain( grid, i, &terrain, &why ) == FW_OK;',
		'}',
	];
}

/** The path in the few directions of sprites. */
function spriteLines(count: number): string[] {
	if (count === 0) {
		return [];
	}
	return [
		'if ( good && result.outcome == FW_FOUND )',
		'{',
		'\tfw_smoother smoother = fw_default_smoother();',
		'\tsmoother.grid = grid;',
		'\tsmoother.unit = &plan.unit;',
		'\tfw_fixed_angles_def angles = fw_default_fixed_angles_def();',
		`\tangles.sprites.count = ${count};`,
		'\tangles.sprites.offset = 0;',
		'\tfw_fixed_angles_report report;',
		'\tgood = fw_grid_add_layer( grid, plan.unit.capabilities, &why ) == FW_OK &&',
		'\t       fw_fixed_angles( &smoother, &angles, &result.path, &report, &why ) == FW_OK;',
		'}',
	];
}

/** @param file the name of the map's file */
export function cProgram(recipe: Recipe, file: string): string {
	const told = recipe.found ? `${recipe.length.toFixed(2)} tiles, hash ${recipe.hash}` : recipe.reasonText;
	const indented = (lines: readonly string[]) => lines.map((line) => `\t${line}\n`).join('');
	return `// A path from the Fairway playground. Save the map beside this file, then:
//   cc path.c $(pkg-config --cflags --libs fairway) -o path && ./path ${file}
// The page found: ${told}
#include <fairway/fairway.h>

#include <inttypes.h>
#include <stdio.h>

int main( int argc, char** argv )
{
	fw_plan plan = fw_default_plan();
${indented(planLines(recipe.plan))}
	fw_refusal why;
	fw_grid* grid = NULL;
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	bool good = fw_map_load( argc > 1 ? argv[1] : ${JSON.stringify(file)}, NULL, &grid, &why ) == FW_OK;
${indented(costLines(recipe.terrains))}\
	good = good && fw_planner_create( grid, NULL, &planner, &why ) == FW_OK &&
	       fw_planner_run( planner, &plan, &result, &why ) == FW_OK;
${indented(spriteLines(recipe.sprites))}\
	if ( !good )
	{
		puts( why.text );
	}
	else if ( result.path.count == 0 )
	{
		puts( fw_reason_text( result.reason ) );
	}
	else
	{
		printf( "%.2f tiles, hash %016" PRIx64 "\\n", result.path.length, fw_path_hash( &result.path ) );
	}
	for ( double distance = 0; good && result.path.count > 0 && distance < result.path.length + 10; distance += 10 )
	{
		const fw_pose at = fw_path_at( &result.path, distance ).pose;
		printf( "(%.2f, %.2f) facing %.0f degrees\\n", at.x, at.y, fw_degrees( at.heading ) );
	}

	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return good ? 0 : 1;
}
`;
}
