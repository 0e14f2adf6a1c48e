// SPDX-License-Identifier: MIT
// fairway info: what a map is made of, what of it a unit can reach, and how much room there is.
#include "commands.h"
#include "message.h"
#include "page.h"
#include "progress.h"
#include "refusal.h"
#include "trip.h"
#include "values.h"

#include "fairway/space.h"

#include <stdlib.h>

typedef struct region_count
{
	int64_t standing; // tiles where the unit can stand
	int64_t regions;
	int64_t largest; // tiles of the largest region
} region_count;

static void print_terrains( const fw_grid* grid )
{
	int64_t counts[256] = { 0 };
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			counts[fw_grid_get( grid, x, y )] += 1;
		}
	}
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ); i++ )
	{
		const fw_terrain* terrain = fw_grid_terrain( grid, i );
		if ( counts[i] > 0 )
		{
			printf( "terrain     %c %-15s %10lld tiles, cost %g\n", terrain->letter, terrain->name,
			        (long long)counts[i], terrain->cost );
		}
	}
}

static int64_t count_passable( const fw_grid* grid, uint32_t capabilities )
{
	int64_t count = 0;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			count += fw_grid_passable( grid, x, y, capabilities );
		}
	}
	return count;
}

static int compare_labels( const void* a, const void* b )
{
	const uint32_t x = *(const uint32_t*)a;
	const uint32_t y = *(const uint32_t*)b;
	return ( x > y ) - ( x < y );
}

// Sorts the labels of all tiles: what they mean is up to the space.
static bool count_regions( const fw_grid* grid, const fw_space* space, region_count* out )
{
	const size_t tiles = (size_t)fw_grid_width( grid ) * (size_t)fw_grid_height( grid );
	uint32_t* labels = malloc( tiles * sizeof( uint32_t ) );
	if ( labels == NULL )
	{
		return false;
	}
	size_t count = 0;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			const uint32_t label = fw_space_region( space, x, y );
			labels[count] = label;
			count += label != 0;
		}
	}
	qsort( labels, count, sizeof( uint32_t ), compare_labels );
	*out = ( region_count ){ .standing = (int64_t)count };
	int64_t run = 0;
	for ( size_t i = 0; i < count; i++ )
	{
		const bool first = i == 0 || labels[i] != labels[i - 1];
		run = first ? 1 : run + 1;
		out->regions += first;
		out->largest = run > out->largest ? run : out->largest;
	}
	free( labels );
	return true;
}

// Tiles by clearance.
typedef struct room_count
{
	int64_t at_least[FW_CLEARANCE_MAX + 2];
	int32_t largest;
} room_count;

static room_count count_room( const fw_grid* grid, const fw_clearance* clearance )
{
	room_count out = { 0 };
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			out.at_least[fw_clearance_at( clearance, x, y )] += 1;
		}
	}
	for ( int32_t i = FW_CLEARANCE_MAX; i >= 0; i-- )
	{
		out.largest = out.largest == 0 && out.at_least[i] > 0 ? i : out.largest;
		out.at_least[i] += out.at_least[i + 1];
	}
	return out;
}

static const char* metric_text( fw_clearance_metric metric )
{
	return metric == FW_CLEARANCE_TRUE ? "true clearance" : "brushfire clearance";
}

static void largest_text( fw_clearance_metric metric, int32_t largest, char* text, size_t size )
{
	const char* more = largest == FW_CLEARANCE_MAX ? " or more" : "";
	if ( metric == FW_CLEARANCE_TRUE )
	{
		snprintf( text, size, "the largest square %d x %d%s", (int)largest, (int)largest, more );
	}
	else
	{
		snprintf( text, size, "at most %d step%s%s from a wall", (int)largest, largest == 1 ? "" : "s", more );
	}
}

static void print_room( const fw_clearance* clearance, const room_count* room )
{
	static const int32_t shown[] = { 1, 2, 3, 4, 8, 16 };
	const fw_clearance_metric metric = fw_clearance_definition( clearance )->metric;
	char largest[64];
	largest_text( metric, room->largest, largest, sizeof( largest ) );
	printf( "clearance   %s, %s\n", metric == FW_CLEARANCE_TRUE ? "true" : "brushfire", largest );
	for ( size_t i = 0; i < sizeof( shown ) / sizeof( shown[0] ); i++ )
	{
		char what[32];
		if ( metric == FW_CLEARANCE_TRUE )
		{
			snprintf( what, sizeof( what ), "room for %d x %d", (int)shown[i], (int)shown[i] );
		}
		else
		{
			snprintf( what, sizeof( what ), "%d or more steps", (int)shown[i] );
		}
		const double part = room->at_least[1] > 0 ? (double)room->at_least[shown[i]] / (double)room->at_least[1] : 0.0;
		printf( "            %-17s %10lld tiles, %.1f %%\n", what, (long long)room->at_least[shown[i]], 100.0 * part );
	}
}

static bool draw_room( const options* given, const fw_grid* grid, const fw_clearance* clearance,
                       const room_count* room )
{
	char names[64];
	char largest[64];
	char figures[160];
	value_capabilities_text( fw_clearance_definition( clearance )->capabilities, names );
	largest_text( fw_clearance_definition( clearance )->metric, room->largest, largest, sizeof( largest ) );
	snprintf( figures, sizeof( figures ), "%s\t%d x %d tiles\t%s", names, (int)fw_grid_width( grid ),
	          (int)fw_grid_height( grid ), largest );
	const panel only = {
	    .title = metric_text( fw_clearance_definition( clearance )->metric ), .figures = figures, .verdict = "" };
	picture image = picture_of( grid, given );
	image.panels = &only;
	image.panel_count = 1;
	image.clearance = clearance;
	image.largest = room->largest;
	return picture_take_view( &image, given ) && page_write_all( &image, given );
}

static bool describe_room( const options* given, const fw_grid* grid, const fw_clearance* clearance )
{
	const room_count room = count_room( grid, clearance );
	print_room( clearance, &room );
	return given->out_count == 0 || draw_room( given, grid, clearance, &room );
}

static bool check_options( options* given )
{
	const bool measured = options_given( given, "clearance" );
	if ( !measured && ( given->out_count > 0 || options_given( given, "view" ) || options_given( given, "scale" ) ) )
	{
		complain( "info: --out draws the clearance: --out, --view and --scale need --clearance" );
		return false;
	}
	return picture_check_names( given, "info" );
}

// The clearance that was asked for; NULL where none was.
static fw_status measure( const options* given, const fw_grid* grid, fw_clearance** clearance, fw_refusal* refusal )
{
	*clearance = NULL;
	if ( !options_given( given, "clearance" ) )
	{
		return FW_OK;
	}
	progress bar;
	fw_clearance_def def = fw_default_clearance_def();
	def.capabilities = given->plan.unit.capabilities;
	def.metric = given->clearance;
	progress_begin( &bar, "measuring the clearance", 0 );
	const fw_status status = fw_clearance_create( grid, &def, clearance, refusal );
	progress_end( &bar );
	return status;
}

static void print_memory( const fw_grid* grid, const fw_space* space, const fw_clearance* clearance,
                          const fw_reachability* reach )
{
	printf( "memory      %.1f kB map, %.1f kB space", (double)fw_grid_memory( grid ) * 1e-3,
	        (double)fw_space_memory( space ) * 1e-3 );
	if ( reach != NULL )
	{
		printf( ", %.1f kB reachability", (double)fw_reachability_measure( reach ).bytes * 1e-3 );
	}
	if ( clearance != NULL )
	{
		printf( ", %.1f kB clearance", (double)fw_clearance_memory( clearance ) * 1e-3 );
	}
	printf( "\n" );
}

static bool has_links( const fw_grid* grid )
{
	return fw_grid_link_count( grid ) > 0 || fw_grid_one_way_count( grid ) > 0;
}

// What leads where, on a map with links or one-way tiles; NULL on others, and where it would be too large.
static fw_status find_reach( const fw_grid* grid, const fw_space* space, fw_reachability** reach, fw_refusal* refusal )
{
	fw_reachability_def def = fw_default_reachability_def();
	def.space = space;
	*reach = NULL;
	const fw_status status = has_links( grid ) ? fw_reachability_create( &def, reach, refusal ) : FW_OK;
	return status == FW_ERR_TOO_LARGE ? FW_OK : status;
}

static void print_links( const fw_grid* grid, uint32_t capabilities )
{
	int32_t usable = 0;
	for ( int32_t i = 0; i < fw_grid_link_count( grid ); i++ )
	{
		usable += ( fw_grid_link_at( grid, i )->capabilities & capabilities ) != 0 ? 1 : 0;
	}
	printf( "links       %d, %d of them for the unit\n", (int)fw_grid_link_count( grid ), (int)usable );
	printf( "one-way     %lld tiles\n", (long long)fw_grid_one_way_count( grid ) );
}

static void print_reach( const fw_reachability* reach )
{
	if ( reach == NULL )
	{
		printf( "components  no table: links and one-way tiles join more than %d, or there are more than %d one-way "
		        "tiles\n",
		        FW_REACHABILITY_MAX_PARTS, FW_REACHABILITY_MAX_ONE_WAY );
		return;
	}
	const fw_reachability_stats stats = fw_reachability_measure( reach );
	printf( "components  %lld, %lld joined by links or one-way tiles: %lld bits, %zu bytes\n", (long long)stats.parts,
	        (long long)stats.joined, (long long)( stats.joined * stats.joined ), stats.table_bytes );
}

static fw_status describe( fw_grid* grid, const fw_unit* unit, const fw_clearance* clearance, fw_refusal* refusal )
{
	fw_space_def def = fw_default_space_def();
	def.size = unit->size;
	def.radius = unit->radius;
	def.capabilities = unit->capabilities;
	progress bar;
	fw_space* space = NULL;
	fw_reachability* reach = NULL;
	region_count regions;
	progress_begin( &bar, "looking for regions", 0 );
	fw_status status = fw_space_create( grid, &def, &space, refusal );
	status = status == FW_OK ? find_reach( grid, space, &reach, refusal ) : status;
	status = status == FW_OK && !count_regions( grid, space, &regions ) ? FW_ERR_MEMORY : status;
	progress_end( &bar );
	if ( status == FW_OK )
	{
		char names[64];
		value_capabilities_text( unit->capabilities, names );
		char shape[32];
		value_shape_text( unit, shape );
		printf( "unit        %s, %s\n", shape, names );
		printf( "passable    %lld tiles\n", (long long)count_passable( grid, unit->capabilities ) );
		printf( "standing    %lld tiles\n", (long long)regions.standing );
		printf( "regions     %lld, the largest with %lld tiles\n", (long long)regions.regions,
		        (long long)regions.largest );
		if ( has_links( grid ) )
		{
			print_links( grid, unit->capabilities );
			print_reach( reach );
		}
		print_memory( grid, space, clearance, reach );
	}
	fw_reachability_destroy( reach );
	fw_space_destroy( space );
	return status;
}

// What a planner has made for plans by the method that was asked for. False, with a message, where it refused.
static bool describe_plan( const options* given, const loaded_map* world )
{
	const fw_plan* plan = &given->plan;
	if ( !options_given( given, "method" ) )
	{
		return true;
	}
	trip prepared = { 0 };
	progress bar;
	progress_begin( &bar, "building tables", 0 );
	const bool good = trip_prepare( &prepared, "info", world, plan );
	progress_end( &bar );
	if ( !good )
	{
		return false;
	}
	const fw_planner_usage usage = fw_planner_measure( world->planner );
	const struct
	{
		const char* name;
		size_t bytes;
	} objects[] = {
	    { "space", usage.spaces },          { "reachability", usage.reachabilities },
	    { "clearance", usage.clearances },  { "motion primitives", usage.primitives },
	    { "hierarchy", usage.hierarchies }, { "landmarks", usage.landmarks },
	};
	for ( size_t i = 0; i < sizeof( objects ) / sizeof( objects[0] ); i++ )
	{
		if ( objects[i].bytes > 0 )
		{
			printf( "kept        %.1f kB %s, for plans by %s\n", (double)objects[i].bytes * 1e-3, objects[i].name,
			        plan->method );
		}
	}
	return true;
}

int command_info( options* given )
{
	loaded_map world;
	if ( !check_options( given ) || !loaded_map_open( &world, given ) )
	{
		return EXIT_BAD;
	}
	printf( "map         %s\n", complain_name( world.file ) );
	printf( "size        %d x %d tiles\n", (int)fw_grid_width( world.grid ), (int)fw_grid_height( world.grid ) );
	print_terrains( world.grid );
	fw_clearance* clearance = NULL;
	fw_refusal refusal = { 0 };
	fw_status status = measure( given, world.grid, &clearance, &refusal );
	status = status == FW_OK ? describe( world.grid, &given->plan.unit, clearance, &refusal ) : status;
	if ( status != FW_OK )
	{
		refusal_complain( "info", status, &refusal );
	}
	const bool good = status == FW_OK && describe_plan( given, &world ) &&
	                  ( clearance == NULL || describe_room( given, world.grid, clearance ) );
	fw_clearance_destroy( clearance );
	loaded_map_close( &world );
	return good ? EXIT_GOOD : EXIT_BAD;
}
