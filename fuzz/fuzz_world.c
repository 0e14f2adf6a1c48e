// SPDX-License-Identifier: MIT
// Worlds: units are added and removed, ordered anywhere, and the map is edited, at any moment and with any budget. No
// disc ever overlaps another one or a blocked tile, no step expands more nodes than it may, and all memory is freed.
//
// Worlds are saved and loaded at any moment too, and go on in the same bits. Saves that were changed, with a good
// checksum, are refused or do no harm.
#include "base/bytes.h"
#include "fairway/fairway.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 24
#define UNITS 12
#define ORDERED 5           // at once
#define KINDS 7             // of orders
#define KNOWN ( 2 * UNITS ) // ids, of which some are stale

typedef struct game
{
	fw_world* world;
	int64_t nodes;
	fw_unit_id ids[KNOWN];
	int32_t known;
} game;

static fw_grid* open_map( input* in )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = SIDE;
	def.height = SIDE;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	const uint32_t walls = take( in, 12 );
	for ( uint32_t i = 0; i < walls; i++ )
	{
		const fw_rect wall = { (int32_t)take( in, SIDE ), (int32_t)take( in, SIDE ), 1 + (int32_t)take( in, 5 ),
		                       1 + (int32_t)take( in, 5 ) };
		CHECK( fw_grid_fill( grid, wall, (uint8_t)take( in, 4 ), NULL ) == FW_OK );
	}
	return grid;
}

static void open_game( input* in, const fw_allocator* allocator, game* g )
{
	static const double nodes[4] = { 64.0, 100.0, 1000.0, 4000.0 };
	fw_grid* grid = open_map( in );
	fw_world_def def = fw_default_world_def();
	def.allocator = *allocator;
	def.grid = grid;
	def.patience = 1.0 + take( in, 5 );
	def.step_nodes = (int64_t)pick( in, nodes, 4 );
	*g = ( game ){ .nodes = def.step_nodes };
	CHECK( fw_world_create( &def, &g->world, NULL ) == FW_OK );
	fw_grid_destroy( grid );
}

static void check_walls( const fw_grid* grid, double x, double y, double radius )
{
	for ( int32_t ty = (int32_t)floor( y - radius ); ty <= y + radius; ty++ )
	{
		for ( int32_t tx = (int32_t)floor( x - radius ); tx <= x + radius; tx++ )
		{
			const double dx = x - fmin( fmax( x, tx ), tx + 1.0 );
			const double dy = y - fmin( fmax( y, ty ), ty + 1.0 );
			CHECK( hypot( dx, dy ) >= radius - 1e-6 || fw_grid_passable( grid, tx, ty, FW_CAP_GROUND | FW_CAP_SWAMP ) );
		}
	}
}

// Who carries out an order can tell it.
static void check_order( const game* g, fw_unit_id unit, fw_unit_state state )
{
	fw_order order;
	fw_pose place;
	const bool ordered = fw_world_last_order( g->world, unit, &order, &place );
	CHECK( ordered || state == FW_UNIT_IDLE || state == FW_UNIT_YIELDING || state == FW_UNIT_STUCK );
	CHECK( !ordered || ( isfinite( place.x ) && isfinite( place.y ) && isfinite( place.heading ) ) );
}

static void check( const game* g )
{
	const fw_unit_arrays all = fw_world_units( g->world );
	CHECK( all.count <= UNITS );
	CHECK( fw_world_measure( g->world ).nodes <= g->nodes );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		CHECK( fw_world_find( g->world, all.ids[i] ) == i );
		CHECK( isfinite( all.heading[i] ) && all.speed[i] >= 0.0 );
		CHECK( ( all.stuck[i] != FW_STUCK_NOT ) == ( all.state[i] == FW_UNIT_STUCK ) );
		check_order( g, all.ids[i], all.state[i] );
		check_walls( fw_world_grid( g->world ), all.x[i], all.y[i], all.radius[i] );
		for ( int32_t k = 0; k < i; k++ )
		{
			const double apart = hypot( all.x[i] - all.x[k], all.y[i] - all.y[k] );
			CHECK( apart >= all.radius[i] + all.radius[k] - 1e-6 );
		}
	}
}

static void add_units( input* in, game* g )
{
	static const double radii[8] = { 0.0, 0.2, 0.4, 0.4, 0.5, 0.5, 0.9, 1.5 };
	static const char* const methods[4] = { NULL, "astar", "jps", "theta" };
	const int32_t before = fw_world_units( g->world ).count;
	const int32_t count = 1 + (int32_t)take( in, 3 );
	fw_world_unit_def def = fw_default_world_unit_def();
	fw_pose poses[3];
	fw_unit_id ids[3] = { 0, 0, 0 };
	def.unit.radius = pick( in, radii, 8 );
	def.unit.turning_radius = take( in, 6 ) == 0 ? 1.0 : 0.0;
	def.unit.speed = 0.5 + take( in, 16 );
	def.unit.braking = 0.5 + take( in, 16 );
	def.plan.method = def.unit.turning_radius > 0.0 ? NULL : methods[take( in, 4 )];
	def.plan.nearest = take( in, 3 ) == 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		poses[i] = ( fw_pose ){ 0.25 * take( in, 4 * SIDE ), 0.25 * take( in, 4 * SIDE ), take( in, 8 ) };
	}
	if ( before + count > UNITS )
	{
		return;
	}
	const fw_status status = fw_world_add( g->world, &def, poses, count, ids, NULL );
	CHECK( status == FW_OK || status == FW_ERR_BLOCKED );
	CHECK( fw_world_units( g->world ).count == before + ( status == FW_OK ? count : 0 ) );
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		g->ids[g->known++ % KNOWN] = ids[i];
	}
}

static fw_unit_id any_unit( input* in, const game* g )
{
	return g->known > 0 ? g->ids[(int32_t)take( in, KNOWN ) % ( g->known < KNOWN ? g->known : KNOWN )] : 7;
}

static bool has( const fw_unit_id* units, int32_t count, fw_unit_id unit )
{
	bool found = false;
	for ( int32_t i = 0; i < count; i++ )
	{
		found = found || units[i] == unit;
	}
	return found;
}

static void give_order( input* in, const game* g, const fw_unit_id* units, int32_t count, bool known )
{
	fw_order order = fw_default_order();
	order.kind = (fw_order_kind)take( in, KINDS );
	order.goal = ( fw_pose ){ 0.5 * take( in, 2 * SIDE ), 0.5 * take( in, 2 * SIDE ), take( in, 8 ) };
	order.goal_any_heading = take( in, 4 ) != 0;
	order.spacing = 0.25 * take( in, 4 );
	order.distance = 0.5 * take( in, 4 );
	order.leader = any_unit( in, g );
	order.shape = (fw_shape)take( in, 5 );
	fw_vec2 offsets[ORDERED];
	for ( int32_t i = 0; i < ORDERED; i++ )
	{
		offsets[i] = ( fw_vec2 ){ 0.5 * take( in, 16 ) - 4.0, 0.5 * take( in, 16 ) - 4.0 };
	}
	order.offsets = offsets;
	const bool follows = order.kind == FW_ORDER_FOLLOW;
	const fw_status status = fw_world_order( g->world, units, count, &order, NULL );
	if ( follows && has( units, count, order.leader ) )
	{
		CHECK( status == FW_ERR_ARGUMENT || status == FW_ERR_UNKNOWN );
		return;
	}
	const bool led = !follows || fw_world_find( g->world, order.leader ) >= 0;
	CHECK( status == ( known && led ? FW_OK : FW_ERR_UNKNOWN ) );
}

static void act( input* in, game* g )
{
	fw_unit_id units[ORDERED];
	const int32_t count = 1 + (int32_t)take( in, ORDERED );
	bool known = true;
	bool twice = false;
	for ( int32_t i = 0; i < count; i++ )
	{
		units[i] = any_unit( in, g );
		known = known && fw_world_find( g->world, units[i] ) >= 0;
		twice = twice || has( units, i, units[i] );
	}
	const uint32_t what = take( in, 9 );
	if ( what == 0 || g->known < 3 )
	{
		add_units( in, g );
	}
	else if ( what == 1 )
	{
		CHECK( fw_world_remove( g->world, units, count, NULL ) == ( known && !twice ? FW_OK : FW_ERR_UNKNOWN ) );
	}
	else if ( what == 2 )
	{
		const fw_rect rect = { (int32_t)take( in, SIDE ), (int32_t)take( in, SIDE ), (int32_t)take( in, 4 ), 1 };
		int64_t edit = 0;
		CHECK( fw_world_edit( g->world, rect, (uint8_t)take( in, 4 ), &edit, NULL ) == FW_OK );
		const int64_t chosen = edit - take( in, 3 );
		const bool canceled = fw_world_cancel_edit( g->world, chosen, NULL ) == FW_OK;
		CHECK( !canceled || fw_world_cancel_edit( g->world, chosen, NULL ) == FW_ERR_UNKNOWN );
	}
	else if ( what == 8 )
	{
		const double pace = 0.1 * ( 1 + take( in, 10 ) );
		CHECK( fw_world_pace( g->world, units, count, pace, NULL ) == ( known ? FW_OK : FW_ERR_UNKNOWN ) );
	}
	else
	{
		give_order( in, g, units, count, known );
	}
}

static void check_events( const game* g )
{
	int32_t count = 0;
	const fw_world_event* events = fw_world_events( g->world, &count );
	for ( int32_t i = 0; i < count; i++ )
	{
		CHECK( events[i].status == FW_OK );
		CHECK( ( events[i].kind == FW_WORLD_EDITED ) == ( events[i].edit > 0 ) );
		CHECK( events[i].kind == FW_WORLD_EDITED || fw_world_find( g->world, events[i].unit ) >= 0 );
		CHECK( events[i].kind != FW_WORLD_NO_PATH || events[i].reason != FW_REASON_NONE );
	}
}

static char* save( fw_world* world, size_t* size )
{
	CHECK( fw_world_format( world, NULL, 0, size, NULL ) == FW_OK );
	char* bytes = malloc( *size );
	CHECK( bytes != NULL && fw_world_format( world, bytes, *size, size, NULL ) == FW_OK );
	return bytes;
}

// The world that is loaded takes the place of the one that was saved.
static void save_and_load( input* in, const fw_allocator* allocator, game* g )
{
	size_t sizes[2];
	fw_world* twin = NULL;
	const uint64_t hash = fw_world_hash( g->world );
	char* bytes = save( g->world, &sizes[0] );
	CHECK( fw_world_hash( g->world ) == hash );
	CHECK( fw_world_parse( bytes, sizes[0], allocator, &twin, NULL ) == FW_OK );
	char* again = save( twin, &sizes[1] );
	CHECK( sizes[0] == sizes[1] && memcmp( bytes, again, sizes[0] ) == 0 );
	const double seconds = 0.01 * ( 1 + take( in, 25 ) );
	for ( uint32_t steps = take( in, 32 ); steps > 0; steps-- )
	{
		CHECK( fw_world_hash( g->world ) == fw_world_hash( twin ) );
		CHECK( fw_world_step( g->world, seconds, NULL ) == FW_OK );
		CHECK( fw_world_step( twin, seconds, NULL ) == FW_OK );
	}
	CHECK( fw_world_hash( g->world ) == fw_world_hash( twin ) );
	fw_world_destroy( g->world );
	g->world = twin;
	free( bytes );
	free( again );
}

static void load_changed( input* in, const fw_allocator* allocator, const game* g )
{
	size_t size;
	fw_world* made = NULL;
	fw_refusal why;
	char* bytes = save( g->world, &size );
	const uint32_t changes = 1 + take( in, 4 );
	for ( uint32_t i = 0; i < changes; i++ )
	{
		bytes[12 + take( in, (uint32_t)size - 20 )] = (char)take( in, 256 );
	}
	char* end = bytes + size - 8;
	fw_put( &end, fw_hash_bytes( FW_HASH_BEGIN, bytes, size - 8 ), 8 );
	const fw_status status = fw_world_parse( bytes, size, allocator, &made, &why );
	CHECK( status == FW_OK || ( status == FW_ERR_SYNTAX && why.byte <= size ) );
	for ( int32_t i = 0; i < 8 && made != NULL; i++ )
	{
		CHECK( fw_world_step( made, 0.1, NULL ) == FW_OK );
	}
	fw_world_destroy( made );
	free( bytes );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	ledger book = { 0 };
	const fw_allocator allocator = ledger_allocator( &book );
	game g;
	open_game( &in, &allocator, &g );
	for ( int32_t calls = 0; in.left > 0 && calls < 24; calls++ )
	{
		act( &in, &g );
		const uint32_t what = take( &in, 8 );
		if ( what == 0 )
		{
			save_and_load( &in, &allocator, &g );
		}
		else if ( what == 1 )
		{
			load_changed( &in, &allocator, &g );
		}
		const uint32_t steps = take( &in, 32 );
		const double seconds = 0.01 * ( 1 + take( &in, 25 ) );
		for ( uint32_t i = 0; i < steps; i++ )
		{
			CHECK( fw_world_step( g.world, seconds, NULL ) == FW_OK );
			check( &g );
			check_events( &g );
		}
	}
	fw_world_destroy( g.world );
	CHECK( book.live == 0 );
	return 0;
}
