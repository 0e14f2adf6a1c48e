// SPDX-License-Identifier: MIT
// Curves, segments, swept rows and paths from any doubles: nothing crashes or hangs; if the numbers are sane, curves
// end where they promise, in order of length, and a sweep has exactly the tiles that the disc touches.
#include "fairway/fairway.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#include <math.h>

#define PARTS_MAX 8
#define ROWS_MAX 2048
#define END_SLACK 1e-6

static double raw( input* in )
{
	uint64_t bits = 0;
	for ( int32_t i = 0; i < 8 && in->left > 0; i++, in->left-- )
	{
		bits = bits << 8 | *in->bytes++;
	}
	double value;
	memcpy( &value, &bits, sizeof( value ) );
	return value;
}

static double span( input* in, double most )
{
	return most * ( 2.0 * take( in, 1u << 30 ) / (double)( 1u << 30 ) - 1.0 );
}

// A coordinate or an angle: any double, or a sane value, often one on the border between two cases.
static double number( input* in, double most )
{
	static const double wild[] = { 1e300, -1e300, 5e-324,   -0.0, 1e100,  1e99,
	                               4e8,   6e8,    INFINITY, NAN,  1e-300, 2147483648.0 };
	switch ( take( in, 8 ) )
	{
	case 0:
		return raw( in );
	case 1:
		return wild[take( in, sizeof( wild ) / sizeof( wild[0] ) )];
	case 2:
		return fmin( 0.5 * take( in, 256 ), most );
	case 3:
		return fmin( take( in, 4 ) * FW_PI / 4.0 + ( (double)take( in, 21 ) - 10.0 ) * 1e-10, most );
	case 4:
		return span( in, most );
	case 5:
		return span( in, 3.0 );
	default:
		return span( in, fmin( most, 40.0 ) );
	}
}

static fw_pose pose( input* in )
{
	const double x = number( in, 99999.0 );
	const double y = number( in, 99999.0 );
	return ( fw_pose ){ x, y, number( in, 1e4 ) };
}

static double radius_of( input* in )
{
	switch ( take( in, 4 ) )
	{
	case 0:
		return number( in, 1e3 );
	case 1:
		return 1e-6 * pow( 10.0, take( in, 10 ) );
	default:
		return fabs( span( in, 8.0 ) );
	}
}

static bool finite_pose( fw_pose p )
{
	return isfinite( p.x ) && isfinite( p.y ) && isfinite( p.heading );
}

static bool sane( fw_pose p )
{
	return fabs( p.x ) < 1e5 && fabs( p.y ) < 1e5 && fabs( p.heading ) < 1e5;
}

static double apart( fw_pose a, fw_pose b )
{
	return fw_length( a.x - b.x, a.y - b.y );
}

// A curve's segments join, and it has poses at any distance.
static void check_curve( input* in, const fw_curve* curve, fw_pose start )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	CHECK( count >= 0 && count <= 3 );
	fw_vec2 at = { start.x, start.y };
	double length = 0.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		CHECK( fabs( segments[i].from.x - at.x ) < END_SLACK && fabs( segments[i].from.y - at.y ) < END_SLACK );
		CHECK( segments[i].length >= 1e-9 && segments[i].gear == curve->gear );
		at = segments[i].to;
		length += segments[i].length;
	}
	CHECK( fabs( length - curve->length ) < 4e-9 + 1e-12 * curve->length );
	const double distance = curve->length * take( in, 256 ) / 255.0;
	const fw_pose there = fw_curve_pose_at( curve, distance );
	CHECK( finite_pose( there ) && apart( there, start ) <= distance + END_SLACK );
	const fw_pose end = fw_curve_pose_at( curve, curve->length );
	CHECK( fabs( end.x - at.x ) < END_SLACK && fabs( end.y - at.y ) < END_SLACK );
}

static void check_end( const fw_curve* curve, fw_pose goal, bool any_heading )
{
	const fw_pose end = fw_curve_pose_at( curve, curve->length );
	CHECK( isfinite( curve->length ) && curve->length >= 0.0 );
	CHECK( apart( end, goal ) < END_SLACK );
	// The heading is known up to the rounding of the larger of the two.
	const double turn = fw_angle_signed( end.heading - goal.heading );
	CHECK( any_heading || fabs( turn ) < END_SLACK + 1e-12 * fabs( goal.heading ) );
	CHECK( curve->length >= apart( goal, curve->start ) - END_SLACK );
}

static void try_curves( input* in )
{
	const fw_pose start = pose( in );
	fw_pose goal = pose( in );
	if ( take( in, 4 ) == 0 )
	{
		goal = ( fw_pose ){ start.x + span( in, 6.0 ), start.y + span( in, 6.0 ), goal.heading };
	}
	const double radius = radius_of( in );
	const fw_gear gear = take( in, 2 ) == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	const uint32_t words = take( in, 3 ) == 0 ? take( in, 256 ) : FW_WORDS_SIX;
	const bool is_sane = sane( start ) && sane( goal ) && radius >= 1e-6 && radius <= 1e3;
	const bool is_finite = finite_pose( start ) && finite_pose( goal ) && isfinite( radius ) && radius >= 0.0;

	fw_curve all[6];
	fw_curve shortest;
	const int32_t count = fw_curve_all( start, goal, radius, words, gear, all );
	CHECK( count >= 0 && count <= 6 && ( is_finite || count == 0 ) );
	CHECK( fw_curve_shortest( start, goal, radius, words, gear, &shortest ) == ( count > 0 ) );
	CHECK( !is_sane || ( words & FW_WORDS_FOUR ) != FW_WORDS_FOUR || count > 0 );
	CHECK( count == 0 || memcmp( &shortest.length, &all[0].length, sizeof( double ) ) == 0 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_pose end = fw_curve_pose_at( &all[i], raw( in ) );
		fw_segment segments[3];
		CHECK( fw_curve_segments( &all[i], segments ) <= 3 );
		CHECK( ( words >> all[i].word & 1 ) != 0 );
		if ( is_sane )
		{
			CHECK( finite_pose( end ) );
			CHECK( i == 0 || all[i].length >= all[i - 1].length );
			check_end( &all[i], goal, false );
			check_curve( in, &all[i], start );
		}
	}

	const fw_vec2 point = { goal.x, goal.y };
	fw_curve curve;
	if ( fw_curve_shortest( start, goal, radius, 1u << take( in, 10 ), gear, &curve ) && is_sane )
	{
		check_end( &curve, goal, false );
	}
	if ( fw_curve_to_point( start, point, radius, (fw_curve_word)take( in, 10 ), gear, &curve ) && is_sane )
	{
		check_end( &curve, goal, true );
	}
	const bool found = fw_curve_shortest_to_point( start, point, radius, gear, &curve );
	CHECK( found || !is_sane );
	if ( is_sane )
	{
		check_end( &curve, goal, true );
		check_curve( in, &curve, start );
	}
}

static fw_segment segment( input* in )
{
	const fw_pose from = pose( in );
	const fw_gear gear = take( in, 2 ) == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	switch ( take( in, 4 ) )
	{
	case 0:
		return fw_segment_line( ( fw_vec2 ){ from.x, from.y }, ( fw_vec2 ){ number( in, 1e5 ), from.y }, gear );
	case 1:
	{
		fw_segment any = { .kind = (fw_segment_kind)take( in, 2 ), .gear = gear, .from = { from.x, from.y } };
		any.to = ( fw_vec2 ){ raw( in ), number( in, 1e5 ) };
		any.center = ( fw_vec2 ){ number( in, 1e5 ), number( in, 1e5 ) };
		any.radius = number( in, 1e3 );
		any.start = number( in, 10.0 );
		any.sweep = number( in, 10.0 );
		any.length = number( in, 1e3 );
		any.waypoint = take( in, 2 ) == 0;
		return any;
	}
	default:
		return fw_segment_arc( ( fw_vec2 ){ from.x, from.y }, from.heading, radius_of( in ), number( in, 7.0 ), gear );
	}
}

static bool has_tile( const fw_sweep_row* rows, int32_t count, double x, double y )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( (double)rows[i].y == floor( y ) && (double)rows[i].x0 <= floor( x ) && floor( x ) <= (double)rows[i].x1 )
		{
			return true;
		}
	}
	return false;
}

// The distance of the segment from a tile, by samples: too large by half a step at most.
static double distance_to( const fw_segment* s, int32_t x, int32_t y, int32_t samples )
{
	double nearest = INFINITY;
	for ( int32_t i = 0; i <= samples; i++ )
	{
		const fw_pose at = fw_segment_pose_at( s, s->length * i / samples );
		const double dx = fmax( fmax( x - at.x, at.x - x - 1.0 ), 0.0 );
		const double dy = fmax( fmax( y - at.y, at.y - y - 1.0 ), 0.0 );
		nearest = fmin( nearest, fw_length( dx, dy ) );
	}
	return nearest;
}

// The swept rows of a small segment against samples of the disc.
static void try_rows( input* in )
{
	static fw_sweep_row rows[ROWS_MAX];
	const double r = fabs( span( in, 4.0 ) );
	fw_vec2 from = { span( in, 30.0 ), span( in, 30.0 ) };
	if ( take( in, 3 ) == 0 )
	{
		from = ( fw_vec2 ){ floor( from.x * 2.0 ) / 2.0, floor( from.y * 2.0 ) / 2.0 };
	}
	const double angle = take( in, 2 ) == 0 ? take( in, 16 ) * FW_PI / 8.0 : span( in, 7.0 );
	const double length = take( in, 8 ) == 0 ? 0.0 : fabs( span( in, 12.0 ) );
	fw_segment s = fw_segment_line(
	    from, ( fw_vec2 ){ from.x + length * fw_cos( angle ), from.y + length * fw_sin( angle ) }, FW_GEAR_FORWARD );
	if ( take( in, 2 ) == 0 )
	{
		const double turning = 0.001 + fabs( span( in, 8.0 ) );
		s = fw_segment_arc( from, angle, turning, span( in, FW_TAU ), FW_GEAR_FORWARD );
	}
	const int32_t count = fw_sweep_rows( &( fw_unit ){ .radius = r }, &s, rows, ROWS_MAX );
	CHECK( count >= 1 && count <= ROWS_MAX );
	CHECK( fw_sweep_rows( &( fw_unit ){ .radius = r }, &s, NULL, 0 ) == count );
	for ( int32_t i = 0; i <= 16; i++ )
	{
		const fw_pose at = fw_segment_pose_at( &s, s.length * i / 16.0 );
		for ( int32_t k = 0; k < 16 && r > 1e-5; k++ )
		{
			double sine, cosine;
			fw_sincos( k * FW_PI / 8.0, &sine, &cosine );
			CHECK( has_tile( rows, count, at.x + ( r - 1e-5 ) * cosine, at.y + ( r - 1e-5 ) * sine ) );
		}
	}
	const int32_t samples = 256;
	for ( int32_t i = 0; i < count; i++ )
	{
		CHECK( rows[i].x0 <= rows[i].x1 );
		const double reach = fmax( r, 1e-6 ) + s.length / samples;
		CHECK( distance_to( &s, rows[i].x0, rows[i].y, samples ) <= reach );
		CHECK( distance_to( &s, rows[i].x1, rows[i].y, samples ) <= reach );
	}
}

static void check_whole_path( fw_path* path )
{
	fw_path twice = { 0 };
	CHECK( fw_path_copy( &twice, path ) == FW_OK );
	CHECK( fw_path_hash( &twice ) == fw_path_hash( path ) );
	fw_path_reverse( &twice );
	fw_path_reverse( &twice );
	CHECK( twice.count == path->count );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		CHECK( memcmp( &twice.segments[i].from, &path->segments[i].from, sizeof( fw_vec2 ) ) == 0 );
		CHECK( twice.segments[i].gear == path->segments[i].gear );
	}
	fw_path_free( &twice );
	fw_path_turn_angle( path );
	CHECK( fw_path_turn_count( path ) >= 0 );
	fw_path_end( path );
}

// The passes must leave a path as it was if they fail, and free its memory in any case.
static void run_passes( const fw_grid* grid, const fw_unit* unit, const fw_path* path, uint32_t pass )
{
	ledger book = { 0 };
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = unit;
	smoother.allocator = ledger_allocator( &book );
	const fw_allocator allocator = ledger_allocator( &book );
	fw_path mine;
	fw_path_init( &mine, &allocator );
	CHECK( fw_path_copy( &mine, path ) == FW_OK );
	fw_smoother_cost( &smoother, &mine );
	const fw_status status = pass == 0   ? fw_smooth_straight( &smoother, &mine, NULL )
	                         : pass == 1 ? fw_smooth_curved( &smoother, &mine, NULL )
	                         : pass == 2 ? fw_turn_ignoring( &smoother, &mine, NULL )
	                                     : fw_clean_up( &smoother, &mine, pass == 3, NULL );
	CHECK( status == FW_OK || fw_path_hash( &mine ) == fw_path_hash( path ) );
	fw_path_free( &mine );
	CHECK( book.live == 0 );
}

static fw_grid* small_grid( input* in )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = 1 + (int32_t)take( in, 40 );
	def.height = 1 + (int32_t)take( in, 40 );
	fw_grid* grid = NULL;
	CHECK( fw_grid_create( &def, &grid, NULL ) == FW_OK );
	for ( uint32_t n = take( in, 8 ); n > 0; n-- )
	{
		const fw_rect rect = { (int32_t)take( in, 40 ), (int32_t)take( in, 40 ), (int32_t)take( in, 4 ), 2 };
		CHECK( fw_grid_fill( grid, rect, (uint8_t)take( in, 3 ), NULL ) == FW_OK );
	}
	if ( take( in, 2 ) == 0 )
	{
		fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		swamp.cost = 2.5;
		CHECK( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ) == FW_OK );
	}
	if ( take( in, 2 ) == 0 )
	{
		CHECK( fw_grid_add_layer( grid, fw_default_unit().capabilities, NULL ) == FW_OK );
	}
	return grid;
}

static void try_path( input* in )
{
	fw_path path = { 0 };
	fw_path_clear( &path, pose( in ) );
	for ( uint32_t n = take( in, PARTS_MAX ); n > 0; n-- )
	{
		const fw_segment s = segment( in );
		fw_curve curve = { .start = pose( in ), .radius = radius_of( in ) };
		curve.part[0] = number( in, 7.0 );
		curve.part[1] = number( in, 1e3 );
		curve.part[2] = number( in, 7.0 );
		curve.word = (fw_curve_word)take( in, 10 );
		const int32_t before = path.count;
		const uint32_t how = take( in, 3 );
		const fw_status status = how == 0   ? fw_path_append_curve( &path, &curve )
		                         : how == 1 ? fw_path_append_line( &path, s.to, s.gear )
		                                    : fw_path_append( &path, &s );
		CHECK( status == FW_OK || ( status == FW_ERR_ARGUMENT && path.count == before ) );
		fw_segment_pose_at( &s, raw( in ) );
	}
	check_whole_path( &path );
	fw_path_at( &path, raw( in ) );
	fw_path_at( &path, span( in, 100.0 ) );

	fw_grid* grid = small_grid( in );
	fw_unit unit = fw_default_unit();
	unit.radius = fabs( span( in, 3.0 ) );
	unit.turning_radius = fabs( span( in, 3.0 ) );
	// Below its minimum it is an error, which the unit tests cover.
	unit.turning_radius = unit.turning_radius < 0.001 ? 0.0 : unit.turning_radius;
	fw_validate_options options = fw_default_validate_options();
	options.step = 0.5;
	fw_violation worst[4];
	int32_t count = -1;
	CHECK( fw_validate( grid, &unit, &path, &options, worst, 4, &count, NULL ) == FW_OK && count >= 0 );
	const int32_t hit = fw_sweep_path( grid, &unit, &path );
	CHECK( hit >= 0 && hit <= path.count );
	run_passes( grid, &unit, &path, take( in, 5 ) );
	fw_grid_destroy( grid );
	fw_path_free( &path );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	switch ( take( &in, 3 ) )
	{
	case 0:
		try_curves( &in );
		break;
	case 1:
		try_rows( &in );
		break;
	default:
		try_path( &in );
		break;
	}
	return 0;
}
