// SPDX-License-Identifier: MIT
// The command line: finds the command and calls it.
#include "commands.h"
#include "message.h"

#include <stdio.h>
#include <string.h>

static const char plan_details[] =
    "Coordinates are in tiles, x to the right, y down. Without --method a unit with a turning radius is planned with\n"
    "'directional', a square with 'jps', any other with 'block-ps', or with 'astar' where --smooth, --turns,\n"
    "--tolerance, --links or an option of A* is given. Paths of 'astar' stay as the search made them (the zigzag is\n"
    "what it is) unless --smooth or --turns asks for more; paths of curves are cleaned up unless --no-clean.\n"
    "Without --out a summary is printed.\n"
    "\nexit status: 0 found, 1 no path to the goal, 2 bad input or usage\n";

static const char compare_details[] =
    "Draws and judges four paths between the same points: standard A*, A* smoothed, A* with turns that ignore blocked\n"
    "tiles, and the method with headings (--method, 'directional'). All are judged for the unit as given: where a\n"
    "straight path would make it turn on the spot, that counts as not legal. For a unit that turns on the spot the\n"
    "third path is that of Theta*, and --method may be any (for a square 'haastar-high' unless another is named).\n"
    "With --methods the paths of up to 12 methods are drawn over one map, each in its own color.\n"
    "\nexit status: 0 the last one found (--methods: all), 1 not, 2 bad input or usage\n";

static const char scen_details[] =
    "Runs every problem of a MovingAI scenario from tile center to tile center and compares the lengths with the\n"
    "published ones. A length is equal when it is the published one to its printed digits. With --anchor corner the\n"
    "ends are the tiles' top left corners, and the published lengths do not count. --exact compares with the lengths\n"
    "of a file, one line 'sx sy gx gy length' per problem; a path that is shorter is told.\n"
    "CSV: index,sx,sy,gx,gy,outcome,reference,length,cost,expanded,generated,microseconds\n"
    "Times are processor time; tables are built before and reported apart.\n"
    "\nexit status: 0 done, 1 a path is shorter than an exact length, 2 bad input or usage\n";

static const char poses_details[] =
    "Runs every problem of a file of lines 'sx sy degrees gx gy degrees|any radius turning_radius'. The lengths are\n"
    "compared with those of the file of the same name that ends in .best, where there is one.\n"
    "CSV: index,sx,sy,gx,gy,outcome,reference,length,cost,expanded,generated,microseconds,legal,turned,best,ratio\n"
    "Times are processor time; tables are built before and reported apart.\n";

static const char queue_details[] =
    "The problems of a scenario become requests, all at once or --per-frame at a time, and every frame expands at "
    "most\n"
    "--frame-expansions nodes. A request waits from the frame that it comes with to the one that it is done in, which\n"
    "counts too. A search of more than --slow-after nodes goes on beside the others, which it does not keep waiting.\n"
    "Times are processor time.\n"
    "\nexit status: 0 done, 2 bad input or usage\n";

static const char check_details[] = "Size, radii, gears and capabilities are those of the file unless given.\n"
                                    "\nexit status: 0 legal, 1 not legal, 2 bad input or usage\n";

static const char info_details[] =
    "With --clearance also how many tiles have how much room: by --clearance true for squares that have the tile as\n"
    "their top left one, by --clearance brushfire in steps to the nearest wall. --out draws that, with numbers where\n"
    "tiles have 14 pixels or more (--scale, --view).\n";

static const char abstract_details[] =
    "A hierarchy is what the methods haastar-... search instead of tiles: clusters, nodes at the transitions between\n"
    "them (joined by inter-edges), and the ways through clusters (intra-edges). It is for units of all --sizes and of\n"
    "each --capability set. The share is nodes and edges of the hierarchy over those of the tiles: where units of size "
    "1\n"
    "and the first set stand, and their steps to 8 neighbors. The time is time of the clock.\n";

static const char simulate_details[] =
    "Plans for all units of a scene, sends them when the scene says so, makes its edits, and lets no two of them "
    "meet.\n"
    "Steps are of 1/20 s. Printed are arrivals, delays against driving alone, the closest approach, and who is stuck "
    "and why.\n"
    "CSV: unit,kind,state,sent,arrived,alone,delay,stuck,stops,x,y,heading\n"
    "\nexit status: 0 all have arrived, 1 not all, 2 bad input or usage\n";

static const command_row commands[] = {
    { "plan", COMMAND_PLAN, 1, "MAP --from X,Y[,DEG] --to X,Y[,DEG] [options]", "Plans one path", plan_details,
      command_plan },
    { "compare", COMMAND_COMPARE, 1, "MAP --from X,Y[,DEG] --to X,Y[,DEG] [options]",
      "Plans the same path in several ways, draws and judges them", compare_details, command_compare },
    { "scen", COMMAND_SCEN, 2, "MAP SCEN [options]", "Runs a scenario", scen_details, command_scen },
    { "queue", COMMAND_QUEUE, 2, "MAP SCEN [options]", "Serves a scenario as the requests of an army, frame by frame",
      queue_details, command_queue },
    { "poses", COMMAND_POSES, 2, "MAP POSES [options]", "Runs problems with headings and turning radius", poses_details,
      command_poses },
    { "check", COMMAND_CHECK, 2, "MAP PATH.json [options]", "Judges a path", check_details, command_check },
    { "info", COMMAND_INFO, 1, "MAP [options]",
      "Describes a map, what of it a unit can reach, and how much room there is", info_details, command_info },
    { "abstract", COMMAND_ABSTRACT, 1, "MAP [options]", "Builds the hierarchy of a map and says how large it is",
      abstract_details, command_abstract },
    { "simulate", COMMAND_SIMULATE, 1, "SCENE.json [options]",
      "Moves the units of a scene, as figures and moving pictures", simulate_details, command_simulate },
    { "methods", COMMAND_METHODS, 0, "[--json]", "Lists the search methods", NULL, command_methods },
};

#define COMMAND_COUNT ( sizeof( commands ) / sizeof( commands[0] ) )

static const command_row* find_command( const char* name )
{
	for ( size_t i = 0; i < COMMAND_COUNT; i++ )
	{
		if ( strcmp( commands[i].name, name ) == 0 )
		{
			return &commands[i];
		}
	}
	return NULL;
}

static void help( FILE* stream )
{
	fputs( "usage: fairway COMMAND ...\n\nRealistic paths on grid maps.\n\ncommands:\n", stream );
	for ( size_t i = 0; i < COMMAND_COUNT; i++ )
	{
		fprintf( stream, "  %-10s %s\n", commands[i].name, commands[i].summary );
	}
	fputs( "\n'fairway COMMAND --help' explains one of them, 'fairway --version' prints the version.\n", stream );
}

static int run( const command_row* command, int argc, char** argv )
{
	options given;
	switch ( options_parse( command, argc, argv, &given ) )
	{
	case PARSED_HELP:
		return EXIT_GOOD;
	case PARSED_BAD:
		return EXIT_BAD;
	case PARSED_RUN:
		break;
	}
	return command->run( &given );
}

static int dispatch( int argc, char** argv )
{
	if ( argc < 2 )
	{
		help( stderr );
		return EXIT_BAD;
	}
	if ( strcmp( argv[1], "--help" ) == 0 || strcmp( argv[1], "-h" ) == 0 || strcmp( argv[1], "help" ) == 0 )
	{
		help( stdout );
		return EXIT_GOOD;
	}
	if ( strcmp( argv[1], "--version" ) == 0 )
	{
		printf( "fairway %s\n", fw_version() );
		return EXIT_GOOD;
	}
	const command_row* command = find_command( argv[1] );
	if ( command == NULL )
	{
		complain( "'%s' is not a command; see 'fairway --help'", argv[1] );
		return EXIT_BAD;
	}
	return run( command, argc - 1, argv + 1 );
}

int main( int argc, char** argv )
{
	const int code = dispatch( argc, argv );
	if ( fflush( stdout ) != 0 || ferror( stdout ) != 0 )
	{
		complain( "standard output cannot be written" );
		return EXIT_BAD;
	}
	return code;
}
