// SPDX-License-Identifier: MIT
// fairway plan: one path, as a summary, as JSON, as pictures.
#include "commands.h"
#include "drive.h"
#include "files.h"
#include "message.h"
#include "page.h"
#include "path_poses.h"
#include "progress.h"
#include "refusal.h"
#include "search_film.h"
#include "stats.h"
#include "trip.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

// With more nodes the lines of a tree cover everything, and an SVG takes several MB.
#define TREE_MAX 100000

// Counts expanded nodes per tile.
typedef struct heat
{
	uint32_t* tiles;
	int32_t width, height;
} heat;

static void hear( void* context, const fw_heard* heard )
{
	heat* map = context;
	const fw_pose pose = heard->pose;
	if ( heard->event == FW_EVENT_EXPAND && pose.x >= 0.0 && pose.y >= 0.0 && pose.x < map->width &&
	     pose.y < map->height )
	{
		map->tiles[(size_t)pose.y * (size_t)map->width + (size_t)pose.x] += 1;
	}
}

static bool check_options( const options* given )
{
	if ( !options_given( given, "from" ) || !options_given( given, "to" ) )
	{
		complain( "plan: --from and --to are needed; see 'fairway plan --help'" );
		return false;
	}
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		if ( !file_is_json( given->outs[i] ) && !picture_is_name( given->outs[i] ) &&
		     !path_poses_is_name( given->outs[i] ) )
		{
			complain( "plan: --out '%s': expected a name that ends in .json, .svg, .png, .csv or .yaml, or -",
			          given->outs[i] );
			return false;
		}
	}
	if ( given->film != NULL && !search_film_is_name( given->film ) )
	{
		complain( "plan: --film '%s': expected a name that ends in .gif or .svg", given->film );
		return false;
	}
	return true;
}

static int32_t count_gear_changes( const fw_path* path )
{
	int32_t changes = 0;
	for ( int32_t i = 1; i < path->count; i++ )
	{
		changes += path->segments[i].gear != path->segments[i - 1].gear ? 1 : 0;
	}
	return changes;
}

static void print_summary( const loaded_map* world, const trip* done, const fw_plan* plan )
{
	const fw_result* result = &done->result;
	char verdict[224];
	trip_verdict( done, verdict );
	printf( "outcome     %s\n", fw_outcome_text( result->outcome ) );
	trip_print_method( done, plan );
	grid_print_costs( world->grid );
	if ( done->branch != FW_BRANCH_NONE && done->branch != FW_BRANCH_SEARCH )
	{
		printf( "found by    %s\n", fw_branch_text( done->branch ) );
	}
	if ( plan->roads != FW_ROADS_NONE || plan->lane != FW_LANE_ANY )
	{
		static const char* const roads[] = { "not kept to", "steps", "only", "rings", "cones" };
		static const char* const lanes[] = { "", ", right lane", ", left lane" };
		printf( "roads       %s%s\n", roads[done->roads], lanes[done->lane] );
	}
	if ( trip_has_path( done ) )
	{
		printf( "length      %.6f tiles%s\n", result->length, done->left >= 0.0 ? ", the first stretch" : "" );
		if ( done->left >= 0.0 )
		{
			printf( "left        about %.1f tiles\n", done->left );
		}
		printf( "cost        %.6f tiles\n", result->cost );
		if ( done->seconds >= 0.0 )
		{
			printf( "arrival     after %.3f s\n", done->seconds );
		}
		printf( "segments    %d\n", (int)result->path.count );
		printf( "turns       %d, %.4f radians per tile\n", (int)fw_path_turn_count( &result->path ),
		        trip_turned( done ) );
		if ( count_gear_changes( &result->path ) > 0 )
		{
			printf( "gears       %d changes\n", (int)count_gear_changes( &result->path ) );
		}
		printf( "legal       %s\n", verdict );
		trip_print_sprites( done );
		if ( !trip_has_headings( &done->resolved ) && plan->unit.turning_radius > 0.0 )
		{
			printf( "            for a unit that turns on the spot: this method knows no turning radius\n" );
		}
	}
	if ( plan->turning == FW_TURNING_RECALCULATE && done->searches > 0 )
	{
		printf( "searches    %d\n", (int)done->searches );
	}
	printf( "expanded    %lld nodes, %lld generated\n", (long long)result->counters.expanded,
	        (long long)result->counters.generated );
	if ( done->microseconds >= 0.0 )
	{
		printf( "time        %.1f microseconds\n", done->microseconds );
	}
}

static void describe( const loaded_map* world, const trip* done, const fw_plan* plan, char* figures, size_t size )
{
	char all[256];
	char unit[80] = "";
	char costs[128];
	trip_figures( done, all );
	if ( trip_has_path( done ) )
	{
		char shape[32];
		char turns[40] = "";
		value_shape_text( &plan->unit, shape );
		// A square has none.
		if ( plan->unit.size == 0 )
		{
			snprintf( turns, sizeof( turns ), ", turning radius %g", done->resolved.turning_radius );
		}
		snprintf( unit, sizeof( unit ), "\t%s%s", shape, turns );
	}
	grid_costs_text( world->grid, costs );
	snprintf( figures, size, "%s%s%s%s", all, unit, costs[0] != '\0' ? "\tcosts: " : "", costs );
}

// The search once more with a listener: the time of the first run has none in it.
static bool listen( const loaded_map* world, const fw_plan* plan, heat* map )
{
	const size_t tiles = (size_t)map->width * (size_t)map->height;
	map->tiles = calloc( tiles, sizeof( uint32_t ) );
	if ( map->tiles == NULL )
	{
		complain( "%s", fw_status_text( FW_ERR_MEMORY ) );
		return false;
	}
	fw_plan again = *plan;
	again.options.listener = ( fw_listener ){ .hear = hear, .context = map };
	fw_result result;
	fw_refusal refusal = { 0 };
	fw_result_init( &result, NULL );
	const fw_status status = fw_planner_run( world->planner, &again, &result, &refusal );
	fw_result_free( &result );
	if ( status != FW_OK )
	{
		refusal_complain( "plan", status, &refusal );
	}
	return status == FW_OK;
}

static const char* short_verdict( const trip* done )
{
	if ( trip_legal( done ) )
	{
		return "legal";
	}
	return trip_has_path( done ) ? "not legal" : "no path";
}

// The words and the path of a picture.
typedef struct plan_page
{
	char figures[512];
	char title[TRIP_METHOD_TEXT];
	panel only;
	picture image;
} plan_page;

static void make_page( const options* given, const loaded_map* world, const trip* done, const fw_profile* profile,
                       plan_page* page )
{
	const fw_plan* plan = &given->plan;
	describe( world, done, plan, page->figures, sizeof( page->figures ) );
	trip_method_text( plan, &done->resolved, done->sprites, page->title );
	page->only = ( panel ){
	    .title = page->title,
	    .figures = page->figures,
	    .verdict = short_verdict( done ),
	    .good = trip_legal( done ),
	    .headings = trip_has_headings( &done->resolved ),
	    .path = &done->result.path,
	    .violations = done->violations,
	    .violation_count = done->violation_count,
	    .speeds = given->color_by == COLOR_BY_SPEED ? profile : NULL,
	    .cones = fw_planner_cones( world->planner ),
	};
	page->image = picture_of( world->grid, given );
	page->image.panels = &page->only;
	page->image.panel_count = 1;
	if ( given->crop >= 0.0 )
	{
		page->image.view = picture_around( &page->image, given->crop );
	}
}

// The search once more. Says on standard error what is wrong.
static bool take_tape( const loaded_map* world, const options* given, const trip* done, int32_t moments,
                       search_tape* tape )
{
	fw_refusal refusal = { 0 };
	const fw_status status =
	    search_tape_make( tape, world->planner, world->grid, &given->plan, &done->resolved, moments, &refusal );
	if ( status != FW_OK )
	{
		refusal_complain( "plan", status, &refusal );
	}
	return status == FW_OK;
}

static bool take_tree( const loaded_map* world, const options* given, const trip* done, const char* file,
                       search_tape* tape )
{
	if ( !take_tape( world, given, done, 0, tape ) )
	{
		return false;
	}
	if ( tape->node_count > TREE_MAX )
	{
		complain( "%s: a tree of more than %d nodes would cover the map; plan a shorter path or leave --tree out", file,
		          TREE_MAX );
	}
	return tape->node_count <= TREE_MAX;
}

static bool write_picture( const options* given, const loaded_map* world, const trip* done, const fw_profile* profile,
                           const char* file )
{
	plan_page page;
	heat map = { .width = fw_grid_width( world->grid ), .height = fw_grid_height( world->grid ) };
	search_tape tape = { 0 };
	make_page( given, world, done, profile, &page );
	bool good = ( given->show & SHOW_EXPANDED ) == 0 || listen( world, &given->plan, &map );
	good = good && ( !given->tree || take_tree( world, given, done, file, &tape ) );
	if ( good )
	{
		const int32_t first = given->tree ? tape.moments[0].first_node : 0;
		const picture_search search = {
		    .blocks = tape.blocks,
		    .block_count = tape.block_count,
		    .nodes = given->tree ? tape.nodes + first : NULL,
		    .node_count = tape.node_count - first,
		    .tree = true,
		};
		page.only.heat = map.tiles;
		page.image.search = given->tree ? &search : NULL;
		good = page_write( &page.image, file );
	}
	free( map.tiles );
	search_tape_free( &tape );
	return good;
}

static bool write_film( const options* given, const loaded_map* world, const trip* done, const fw_profile* profile )
{
	plan_page page;
	search_tape tape;
	make_page( given, world, done, profile, &page );
	const bool good = take_tape( world, given, done, SEARCH_FILM_MOMENTS, &tape ) &&
	                  search_film_write( &tape, &page.image, given->tree, given->film );
	search_tape_free( &tape );
	return good;
}

static bool write_outs( const options* given, const loaded_map* world, const trip* done, const fw_profile* profile )
{
	progress bar;
	bool good = given->profile == NULL || profile == NULL || drive_write( profile, given->profile );
	progress_begin( &bar, "writing files", 0 );
	for ( int32_t i = 0; i < given->out_count && good; i++ )
	{
		const char* file = given->outs[i];
		good = file_is_json( file ) ? trip_write_json( done, world, &given->plan, file )
		       : path_poses_is_name( file )
		           ? path_poses_write( &done->result.path, given->meters ? &world->frame : NULL, file )
		           : write_picture( given, world, done, profile, file );
	}
	good = good && ( given->film == NULL || write_film( given, world, done, profile ) );
	progress_end( &bar );
	return good;
}

static int report( const options* given, const loaded_map* world, trip* done )
{
	fw_profile* profile = NULL;
	if ( drive_wanted( given, done ) && !drive_make( given, world, done, &profile ) )
	{
		return EXIT_BAD;
	}
	done->seconds = profile != NULL ? fw_profile_time( profile ) : -1.0;
	// Rows on standard output stand there alone.
	if ( given->out_count == 0 && ( given->profile == NULL || !file_is_standard( given->profile ) ) &&
	     ( given->film == NULL || !file_is_standard( given->film ) ) )
	{
		print_summary( world, done, &given->plan );
	}
	const bool written = write_outs( given, world, done, profile );
	fw_profile_destroy( profile );
	if ( !written )
	{
		return EXIT_BAD;
	}
	if ( done->result.outcome != FW_FOUND )
	{
		complain( "%s: %s",
		          !trip_has_path( done )                     ? "no path"
		          : done->result.outcome == FW_OUT_OF_BUDGET ? "only the path so far"
		          : done->branch == FW_BRANCH_HEADING        ? "a path to the goal with another heading"
		                                                     : "only a path to the nearest tile",
		          fw_reason_text( done->result.reason ) );
		return EXIT_NEGATIVE;
	}
	return EXIT_GOOD;
}

// Makes tiles of the meters of the command line.
static bool take_meters( options* given, const loaded_map* world )
{
	if ( !given->meters )
	{
		return true;
	}
	if ( !( world->frame.resolution > 0.0 ) )
	{
		complain( "plan: --meters needs a robot's map, a .yaml file that says how long a cell is" );
		return false;
	}
	fw_plan* plan = &given->plan;
	const double tiles = 1.0 / world->frame.resolution;
	double* const lengths[] = { &plan->unit.radius, &plan->unit.turning_radius, &plan->margin, &plan->goal_tolerance,
	                            &plan->min_turning_radius };
	for ( size_t i = 0; i < sizeof( lengths ) / sizeof( lengths[0] ); i++ )
	{
		*lengths[i] *= tiles;
	}
	for ( int32_t i = 0; i < plan->unit.outline.count; i++ )
	{
		fw_vec2* corner = &plan->unit.outline.corners[i];
		*corner = ( fw_vec2 ){ corner->x * tiles, -corner->y * tiles }; // y to the left
	}
	plan->start = frame_to_tiles( &world->frame, plan->start );
	plan->goal = frame_to_tiles( &world->frame, plan->goal );
	return true;
}

int command_plan( options* given )
{
	loaded_map world;
	trip done;
	progress bar;
	int code = EXIT_BAD;
	if ( !check_options( given ) || !loaded_map_open( &world, given ) )
	{
		return EXIT_BAD;
	}
	if ( !take_meters( given, &world ) )
	{
		loaded_map_close( &world );
		return EXIT_BAD;
	}
	trip_init( &done );
	done.sprites = trip_sprites( given );
	progress_begin( &bar, "planning", 0 );
	const bool good = loaded_map_abstraction( &world, given ) && trip_prepare( &done, "plan", &world, &given->plan ) &&
	                  trip_run( &done, "plan", &world, &given->plan, NULL, given->first );
	progress_end( &bar );
	if ( good )
	{
		done.microseconds = given->no_times ? -1.0 : done.microseconds;
		code = report( given, &world, &done );
	}
	trip_free( &done );
	loaded_map_close( &world );
	return code;
}
