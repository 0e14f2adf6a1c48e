// SPDX-License-Identifier: MIT
// Shared by the tests: random numbers, maps from pictures, an allocator that counts and fails, legal paths.
#include "support.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// scripts/test is to take 90 seconds on two cores.
#define SHARE 10

static bool takes_all( void )
{
	const char* all = getenv( "FAIRWAY_TEST_ALL" );
	return all != NULL && *all != '\0';
}

int32_t test_rounds( int32_t all )
{
	return takes_all() ? all : ( all + SHARE - 1 ) / SHARE;
}

int32_t test_every( int32_t n )
{
	return takes_all() ? n : SHARE * n;
}

test_random test_random_make( uint64_t seed )
{
	// Zero is the one state that xorshift never leaves.
	return ( test_random ){ .state = seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du };
}

uint64_t test_random_next( test_random* random )
{
	uint64_t x = random->state;
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	random->state = x;
	return x * 0x2545F4914F6CDD1Du;
}

double test_random_real( test_random* random, double least, double most )
{
	const double part = (double)( test_random_next( random ) >> 11 ) / 9007199254740992.0;
	return least + part * ( most - least );
}

int32_t test_random_int( test_random* random, int32_t count )
{
	return (int32_t)( test_random_next( random ) % (uint64_t)count );
}

bool test_random_chance( test_random* random, double probability )
{
	return test_random_real( random, 0, 1 ) < probability;
}

fw_pose test_random_pose( test_random* random, double side )
{
	const double x = test_random_real( random, 0.0, side );
	const double y = test_random_real( random, 0.0, side );
	return ( fw_pose ){ x, y, test_random_real( random, -4.0, 7.0 ) };
}

fw_vec2 test_random_point( test_random* random, double least, double most_x, double most_y )
{
	const double x = test_random_real( random, least, most_x );
	return ( fw_vec2 ){ x, test_random_real( random, least, most_y ) };
}

fw_rect test_random_place( test_random* random, int32_t width, int32_t height, int32_t rect_width, int32_t rect_height )
{
	const int32_t x = test_random_int( random, width );
	return ( fw_rect ){ x, test_random_int( random, height ), rect_width, rect_height };
}

fw_rect test_random_rect( test_random* random, int32_t width, int32_t height, int32_t most_width, int32_t most_height )
{
	fw_rect rect = test_random_place( random, width, height, 1, 1 );
	rect.width += test_random_int( random, most_width );
	rect.height += test_random_int( random, most_height );
	return rect;
}

fw_pose test_random_center( test_random* random, int32_t width, int32_t height, double degrees )
{
	const int32_t x = test_random_int( random, width );
	return test_center( x, test_random_int( random, height ), degrees );
}

fw_pose test_random_stand( test_random* random, int32_t width, int32_t height )
{
	fw_pose pose = test_random_center( random, width, height, 0.0 );
	pose.heading = fw_radians( 45.0 * test_random_int( random, 8 ) );
	return pose;
}

fw_pose test_center( int32_t x, int32_t y, double degrees )
{
	return ( fw_pose ){ x + 0.5, y + 0.5, fw_radians( degrees ) };
}

fw_grid* test_field( int32_t width, int32_t height )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = width;
	def.height = height;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	return grid;
}

void test_block( fw_grid* grid, int32_t x, int32_t y )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, 1, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
}

static uint8_t terrain_of( char letter )
{
	switch ( letter )
	{
	case '#':
	case '@':
		return FW_TERRAIN_OUT;
	case '.':
		return FW_TERRAIN_GROUND;
	case 'S':
		return FW_TERRAIN_SWAMP;
	case 'W':
		return FW_TERRAIN_WATER;
	case 'T':
		return FW_TERRAIN_TREES;
	case 'R':
		return FW_TERRAIN_ROAD;
	default:
		fail_msg( "no terrain has the letter '%c'", letter );
	}
	return FW_TERRAIN_OUT;
}

fw_grid* test_grid( const char* picture )
{
	const char* end = strchr( picture, '\n' );
	assert_non_null( end );
	const int32_t width = (int32_t)( end - picture );
	const size_t size = strlen( picture );
	assert_int_equal( size % ( (size_t)width + 1 ), 0 );
	const int32_t height = (int32_t)( size / ( (size_t)width + 1 ) );
	fw_grid* grid = test_field( width, height );
	for ( int32_t y = 0; y < height; ++y )
	{
		const char* row = picture + (size_t)y * ( (size_t)width + 1 );
		assert_int_equal( row[width], '\n' );
		for ( int32_t x = 0; x < width; ++x )
		{
			const fw_rect tile = { x, y, 1, 1 };
			assert_int_equal( fw_grid_fill( grid, tile, terrain_of( row[x] ), NULL ), FW_OK );
		}
	}
	return grid;
}

fw_grid* test_rooms( int32_t width, int32_t height, const fw_rect* rooms, int32_t count )
{
	fw_grid* grid = test_field( width, height );
	const fw_rect all = { 0, 0, width, height };
	assert_int_equal( fw_grid_fill( grid, all, FW_TERRAIN_OUT, NULL ), FW_OK );
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_int_equal( fw_grid_fill( grid, rooms[i], FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	return grid;
}

fw_grid* test_random_grid( test_random* random, int32_t width, int32_t height, double blocked )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t y = 0; y < height; ++y )
	{
		for ( int32_t x = 0; x < width; ++x )
		{
			if ( test_random_chance( random, blocked ) )
			{
				test_block( grid, x, y );
			}
		}
	}
	return grid;
}

fw_grid* test_random_town( test_random* random, int32_t width, int32_t height, int32_t buildings, int32_t side )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t i = 0; i < buildings; ++i )
	{
		const fw_rect building = test_random_rect( random, width, height, side, side );
		assert_int_equal( fw_grid_fill( grid, building, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	return grid;
}

fw_grid* test_random_map( test_random* random, int32_t width, int32_t height, double share )
{
	const int32_t buildings = (int32_t)( width * height * share / 4.0 ) + 1;
	return test_random_chance( random, 0.5 ) ? test_random_grid( random, width, height, share )
	                                         : test_random_town( random, width, height, buildings, 3 );
}

fw_space* test_space_of( fw_grid* grid, double radius, fw_lattice lattice )
{
	fw_space_def def = fw_default_space_def();
	def.radius = radius;
	def.lattice = lattice;
	def.capabilities = FW_CAP_GROUND;
	fw_space* space = NULL;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
	return space;
}

void test_print_grid( const fw_grid* grid, fw_rect part )
{
	for ( int32_t y = part.y; y < part.y + part.height; ++y )
	{
		fprintf( stderr, "%5" PRId32 " ", y );
		for ( int32_t x = part.x; x < part.x + part.width; ++x )
		{
			const fw_terrain* terrain = fw_grid_terrain( grid, fw_grid_get( grid, x, y ) );
			fputc( terrain != NULL ? terrain->letter : '?', stderr );
		}
		fputc( '\n', stderr );
	}
}

// In front of every block, so that the size can be compared when it is freed. As wide as the strictest alignment.
typedef union block_head
{
	max_align_t align;
	size_t size;
} block_head;

static void* memory_resize( void* context, void* block, size_t old_size, size_t new_size )
{
	test_memory* memory = context;
	block_head* head = block != NULL ? (block_head*)block - 1 : NULL;
	assert_int_equal( head != NULL ? head->size : 0, old_size );
	if ( new_size == 0 )
	{
		if ( head != NULL )
		{
			memory->blocks -= 1;
			memory->bytes -= old_size;
			free( head );
		}
		return NULL;
	}
	const int64_t call = memory->asked++;
	if ( memory->fail_at >= 0 && ( call == memory->fail_at || ( memory->fail_on && call > memory->fail_at ) ) )
	{
		return NULL;
	}
	// Always a new block: the sanitizer then finds code that keeps a pointer into the old one.
	block_head* made = malloc( sizeof( block_head ) + new_size );
	assert_non_null( made );
	made->size = new_size;
	memset( made + 1, 0xA5, new_size );
	if ( head != NULL )
	{
		memcpy( made + 1, head + 1, old_size < new_size ? old_size : new_size );
		free( head );
	}
	else
	{
		memory->blocks += 1;
	}
	memory->bytes += new_size - old_size;
	memory->peak = memory->bytes > memory->peak ? memory->bytes : memory->peak;
	return made + 1;
}

test_memory test_memory_make( void )
{
	return ( test_memory ){ .fail_at = -1 };
}

fw_allocator test_memory_allocator( test_memory* memory )
{
	return ( fw_allocator ){ .resize = memory_resize, .context = memory };
}

void test_memory_fail_in( test_memory* memory, int64_t n, bool fail_on )
{
	memory->fail_at = memory->asked + n;
	memory->fail_on = fail_on;
}

void test_memory_fail_never( test_memory* memory )
{
	memory->fail_at = -1;
	memory->fail_on = false;
}

void test_memory_check_empty( const test_memory* memory )
{
	if ( memory->blocks != 0 || memory->bytes != 0 )
	{
		fail_msg( "%zu blocks of %zu bytes together were not given back", memory->blocks, memory->bytes );
	}
}

double test_angle_between( double a, double b )
{
	return fabs( remainder( a - b, FW_TAU ) );
}

double test_distance_between( fw_pose a, fw_pose b )
{
	return hypot( a.x - b.x, a.y - b.y );
}

int32_t test_cusps( const fw_path* path )
{
	int32_t count = 0;
	for ( int32_t i = 1; i < path->count; ++i )
	{
		count += path->segments[i].gear != path->segments[i - 1].gear ? 1 : 0;
	}
	return count;
}

fw_unit test_unit( double radius, double turning_radius )
{
	fw_unit unit = fw_default_unit();
	unit.radius = radius;
	unit.turning_radius = turning_radius;
	unit.capabilities = FW_CAP_GROUND;
	return unit;
}

void test_line_to( fw_path* path, double x, double y, fw_gear gear )
{
	assert_int_equal( fw_path_append_line( path, ( fw_vec2 ){ x, y }, gear ), FW_OK );
}

void test_close_to( double is, double wanted, double slack )
{
	if ( !( fabs( is - wanted ) <= slack ) )
	{
		fail_msg( "%.12g, wanted was %.12g", is, wanted );
	}
}

void test_check_legal( const fw_grid* grid, const fw_unit* unit, const fw_path* path )
{
	fw_violation found[8];
	int32_t count = 0;
	assert_int_equal( fw_validate( grid, unit, path, NULL, found, 8, &count, NULL ), FW_OK );
	for ( int32_t i = 0; i < count && i < 8; ++i )
	{
		const fw_violation* v = &found[i];
		fprintf( stderr, "segment %" PRId32 " of %" PRId32 ": %s by %.9g at (%.6f, %.6f)\n", v->segment, path->count,
		         fw_violation_text( v->kind ), v->amount, v->position.x, v->position.y );
		if ( v->kind == FW_VIOLATION_COLLISION && fabs( v->position.x ) < 1e6 && fabs( v->position.y ) < 1e6 )
		{
			const int32_t reach = (int32_t)unit->radius + 3;
			test_print_grid( grid,
			                 ( fw_rect ){ (int32_t)floor( v->position.x ) - reach,
			                              (int32_t)floor( v->position.y ) - reach, 2 * reach + 1, 2 * reach + 1 } );
		}
	}
	if ( count != 0 )
	{
		fail_msg( "%" PRId32 " violations by a unit of radius %g and turning radius %g", count, unit->radius,
		          unit->turning_radius );
	}
}

static void check_pose( const char* which, fw_pose is, fw_pose wanted )
{
	if ( !( test_distance_between( is, wanted ) <= 1e-6 ) ||
	     ( !isnan( wanted.heading ) && !( test_angle_between( is.heading, wanted.heading ) <= 1e-6 ) ) )
	{
		fail_msg( "the path's %s is (%.9f, %.9f, %.9f), wanted was (%.9f, %.9f, %.9f)", which, is.x, is.y, is.heading,
		          wanted.x, wanted.y, wanted.heading );
	}
}

void test_check_ends( const fw_path* path, fw_pose start, fw_pose goal )
{
	check_pose( "start", path->start, start );
	check_pose( "end", fw_path_end( path ), goal );
}

void test_set_query( fw_plan* plan, fw_query query )
{
	plan->method = query.method;
	plan->unit = query.unit;
	plan->start = query.start;
	plan->goal = query.goal;
	plan->start_any_heading = query.start_any_heading;
	plan->goal_any_heading = query.goal_any_heading;
	plan->goal_tolerance = query.goal_tolerance;
	plan->options = query.options;
}

bool test_fails_at_start( fw_reason reason )
{
	return reason == FW_REASON_START_BLOCKED || reason == FW_REASON_START_OFF_MAP ||
	       reason == FW_REASON_START_TOO_NARROW;
}

bool test_fails_at_goal( fw_reason reason )
{
	return reason == FW_REASON_GOAL_BLOCKED || reason == FW_REASON_GOAL_OFF_MAP || reason == FW_REASON_GOAL_TOO_NARROW;
}
