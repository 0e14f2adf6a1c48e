// SPDX-License-Identifier: MIT
// All commands, and what is said of each.
#include "command_table.h"
#include "commands.h"

#include <string.h>

#define STATUS_RUN "0 done, 2 bad input or usage"

static const command_row rows[] = {
    {
        .name = "plan",
        .bit = COMMAND_PLAN,
        .files = 1,
        .usage = "MAP --from X,Y[,DEG] --to X,Y[,DEG] [options]",
        .summary = "Plans one path",
        .example = "fairway plan map.map --from 4.5,9.5,0 --to 40.5,22.5 --turning-radius 3 --out path.svg",
        .details =
            "Coordinates are in tiles, x to the right, y down. Without --method the planner picks one for the unit, "
            "the goal and the map; the summary names it.\n"
            "Tile paths are straightened unless --no-smooth is given, paths of curves cleaned up unless --no-clean "
            "is.\n"
            "Without --out a summary is printed. MAP may be -, which is standard input.\n",
        .status = "0 found, 1 no path to the goal, 2 bad input or usage",
        .run = command_plan,
    },
    {
        .name = "compare",
        .bit = COMMAND_COMPARE,
        .files = 1,
        .usage = "MAP --from X,Y[,DEG] --to X,Y[,DEG] [options]",
        .summary = "Plans the same path with several methods, draws and judges the results",
        .example = "fairway compare map.map --from 4.5,9.5,0 --to 40.5,22.5 --turning-radius 3 --out four.png",
        .details =
            "Draws four paths between the same points: standard A*, A* smoothed, A* with turns that ignore blocked "
            "tiles, and what the planner chooses (--method: another). All are judged for the unit as given: a straight "
            "path that makes a vehicle turn on the spot is not legal. For a unit that turns on the spot the third path "
            "is that of Theta*.\n"
            "With --methods the paths of up to 12 methods are drawn over one map, each in its own color.\n"
            "CSV columns: index, path, method, outcome, length, cost, turns, expanded, generated, microseconds, "
            "legal.\n",
        .status = "0 the last path was found (--methods: all were), 1 not, 2 bad input or usage",
        .run = command_compare,
    },
    {
        .name = "scen",
        .bit = COMMAND_SCEN,
        .files = 2,
        .lists = true,
        .usage = "MAP SCEN [options], or MAP... or FOLDER... [options]",
        .summary = "Runs all problems of MovingAI scenarios and compares the lengths",
        .example = "fairway scen arena.map arena.map.scen --method jps,theta --csv arena.csv",
        .details =
            "Plans from tile center to tile center and compares with the published lengths. A length is equal when "
            "it is the published one to its printed digits. With --anchor corner the ends are the top left corners of "
            "the tiles, and the published lengths do not count.\n"
            "--exact FILE compares with the lengths of a file, one line 'sx sy gx gy length' for each problem; a path "
            "that is shorter is reported.\n"
            "Maps without a scenario have it beside them, as NAME.map.scen; a folder stands for all such maps in it, "
            "in the order of their names. Several maps or methods give a table, with a line for each map and method.\n"
            "CSV columns: index, sx, sy, gx, gy, outcome, reference, length, cost, expanded, generated, microseconds, "
            "map, method, bucket, legal, excess (length over the reference, minus 1: over the exact length, else "
            "over the published one, below which any-angle paths can be). With --threads the rows are the same, in the "
            "same order. Times are processor time; tables are built before and reported apart.\n",
        .status = "0 done, 1 a path is shorter than an exact length, 2 bad input or usage",
        .run = command_scen,
    },
    {
        .name = "queue",
        .bit = COMMAND_QUEUE,
        .files = 2,
        .usage = "MAP SCEN [options]",
        .summary = "Serves a scenario as the requests of an army, frame by frame",
        .example = "fairway queue arena.map arena.map.scen --method jps --frame-expansions 2000",
        .details =
            "The problems of a scenario become requests, all at once or --per-frame at a time, and every frame expands "
            "at most --frame-expansions nodes. A request waits from the frame that it comes with to the one that it is "
            "done in, which counts too. A search of more than --slow-after nodes goes on beside the others, which it "
            "does not keep waiting. Times are processor time.\n",
        .status = STATUS_RUN,
        .run = command_queue,
    },
    {
        .name = "poses",
        .bit = COMMAND_POSES,
        .files = 2,
        .usage = "MAP POSES [options]",
        .summary = "Runs all problems of a file with headings and turning radii",
        .example = "fairway poses AR0602SR.map AR0602SR.poses --method directional48 --csv poses.csv",
        .details =
            "A problem is a line 'sx sy degrees gx gy degrees|any radius turning_radius'. The lengths are compared "
            "with those of the file of the same name that ends in .best, where there is one.\n"
            "CSV columns: index, sx, sy, gx, gy, outcome, reference, length, cost, expanded, generated, microseconds, "
            "legal, turned, best, ratio, map, method. Times are processor time; tables are built before and reported "
            "apart.\n",
        .status = STATUS_RUN,
        .run = command_poses,
    },
    {
        .name = "check",
        .bit = COMMAND_CHECK,
        .files = 2,
        .usage = "MAP PATH.json [options]",
        .summary = "Judges whether a path is legal",
        .example = "fairway check map.map path.json",
        .details =
            "Size, radii, gears and capabilities are those of the file unless given. Each violation is one line: "
            "what it is, where, in which segment, and by how much.\n",
        .status = "0 legal, 1 not legal, 2 bad input or usage",
        .run = command_check,
    },
    {
        .name = "info",
        .bit = COMMAND_INFO,
        .files = 1,
        .usage = "MAP [options]",
        .summary = "Describes a map: terrains, what a unit can reach, how much room there is",
        .example = "fairway info map.map --clearance true --out clearance.png",
        .details =
            "--clearance also counts the tiles by room: --clearance true for squares that have the tile at their top "
            "left, --clearance brushfire in steps to the nearest wall. --out draws that, with numbers where tiles have "
            "14 pixels or more (--scale, --view).\n",
        .status = STATUS_RUN,
        .run = command_info,
    },
    {
        .name = "abstract",
        .bit = COMMAND_ABSTRACT,
        .files = 1,
        .usage = "MAP [options]",
        .summary = "Builds the hierarchy of a map and says how large it is",
        .example = "fairway abstract map.map --sizes 1,2,3 --capability ground --out hierarchy.png",
        .details =
            "A hierarchy is what the methods haastar-... search instead of tiles: clusters, nodes at the transitions "
            "between them (joined by inter-edges), and edges through clusters (intra-edges). It is for units of all "
            "--sizes and of each --capability set. The share compares its nodes and edges with those of the tiles: "
            "where units of size 1 and the first set stand, and their steps to 8 neighbors. The time is wall time.\n",
        .status = STATUS_RUN,
        .run = command_abstract,
    },
    {
        .name = "simulate",
        .bit = COMMAND_SIMULATE,
        .files = 1,
        .usage = "SCENE.json [options], or MAP --scen FILE.scen [options]",
        .summary = "Moves the units of a scene or a scenario: a table, films, frames as JSON",
        .example = "fairway simulate scenes/harbour.json --out film.svg",
        .details =
            "Plans for all units of a scene, sends each at its time, makes the edits of the map, and lets no two units "
            "meet. Steps are of 1/40 s. The table has arrivals, delays against driving alone, the closest approach, "
            "and who is stuck and why.\n"
            "With --scen each line of a MovingAI scenario is a unit on MAP (- is standard input) that goes from the "
            "center of its start tile to that of its goal tile. A comment line '# radius R' sets the radius of the "
            "units after it. A unit has arrived from when it is within 0.1 tiles of its goal for good, and its delay "
            "is against driving its path alone at top speed.\n"
            "CSV columns: unit, kind, state, sent, arrived, alone, delay, stuck, stops, x, y, heading, start_x, "
            "start_y, goal_x, goal_y (empty after an order to many), ratio (tiles driven over the length of its first "
            "path). A stop is a speed below 5 % of the top speed after one above 50 %, not at the goal. Columns of "
            "--trajectory: time, unit, x, y, heading [degrees], radius.\n",
        .status = "0 all have arrived, 1 not all, 2 bad input or usage",
        .run = command_simulate,
    },
    {
        .name = "methods",
        .bit = COMMAND_METHODS,
        .usage = "[--json]",
        .summary = "Lists the search methods, the four that matter first",
        .example = "fairway methods",
        .details = "",
        .status = "0",
        .run = command_methods,
    },
};

int32_t command_count( void )
{
	return (int32_t)( sizeof( rows ) / sizeof( rows[0] ) );
}

const command_row* command_at( int32_t index )
{
	return &rows[index];
}

const command_row* command_find( const char* name )
{
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		if ( strcmp( rows[i].name, name ) == 0 )
		{
			return &rows[i];
		}
	}
	return NULL;
}
