// SPDX-License-Identifier: MIT
// Units drawn in a few angles: any set of sprites, and lines only in their directions near to any path. The result
// joins, has the same ends and gears and almost no slide; no point of it is further off than the bound, it is hardly
// longer than the angles make it, and if the pass says so it hits nothing.
#include "smooth/knots.h"
#include "world.h"

#include <math.h>

#define SAMPLES 24       // of each line
#define END_SLACK 1e-8   // tiles by which a line's end may miss its direction, by the header
#define PLACE_SLACK 1e-6 // tiles

static bool is_sane( const fw_sprites* s )
{
	return s->count >= FW_SPRITES_MIN && s->count <= FW_SPRITES_MAX && fabs( s->offset ) <= 2.0 * FW_PI;
}

static fw_sprites sprites_of( input* in )
{
	fw_sprites sprites = { 4 + (int32_t)take( in, 29 ), 0.0 };
	if ( chance( in, 8 ) )
	{
		sprites.count = (int32_t)take( in, 0 );
	}
	if ( chance( in, 3 ) )
	{
		sprites.offset = chance( in, 4 ) ? world_wild( in ) : real( in, -2.0 * FW_PI, 2.0 * FW_PI );
	}
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.sprites = sprites;
	CHECK( ( fw_check( NULL, &fw_fixed_angles_def_ranges, &def ) == FW_OK ) == is_sane( &sprites ) );
	return sprites;
}

static void check_pictures( input* in, const fw_sprites* s )
{
	const int32_t a = (int32_t)take( in, 65536 ) - 32768;
	const int32_t b = (int32_t)take( in, 65536 ) - 32768;
	const fw_vec2 direction = fw_sprites_direction( s, a );
	const double heading = fw_sprites_heading( s, a );
	CHECK( heading >= 0.0 && heading < 2.0 * FW_PI );
	CHECK( fabs( fw_length( direction.x, direction.y ) - 1.0 ) < 1e-12 );
	CHECK( fabs( direction.x - fw_cos( heading ) ) < 1e-9 && fabs( direction.y - fw_sin( heading ) ) < 1e-9 );
	const int32_t index = ( a % s->count + s->count ) % s->count;
	CHECK( fw_sprites_nearest( s, heading ) == index );
	const int32_t between = fw_sprites_between( s, a, b );
	CHECK( between >= 0 && between <= s->count / 2 && between == fw_sprites_between( s, b, a ) );
	CHECK( fw_sprites_between( s, a, index ) == 0 );
	const double any = real( in, -1e3, 1e3 );
	const int32_t nearest = fw_sprites_nearest( s, any );
	CHECK( nearest >= 0 && nearest < s->count );
	CHECK( fabs( fw_angle_signed( fw_sprites_heading( s, nearest ) - any ) ) <= FW_PI / s->count + 1e-9 );
}

static int32_t count_gears( const fw_path* path )
{
	int32_t changes = 0;
	for ( int32_t i = 1; i < path->count; i++ )
	{
		changes += path->segments[i].gear != path->segments[i - 1].gear ? 1 : 0;
	}
	return changes;
}

// Halves of a stretch may miss the direction one by one, and become one line.
static void check_direction( const fw_sprites* s, const fw_segment* line, double min_length )
{
	CHECK( line->kind == FW_SEGMENT_LINE );
	const double back = line->gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
	const double dx = line->to.x - line->from.x;
	const double dy = line->to.y - line->from.y;
	const fw_vec2 faced = fw_sprites_direction( s, fw_sprites_nearest( s, fw_atan2( dy, dx ) + back ) );
	const double sign = line->gear == FW_GEAR_REVERSE ? -1.0 : 1.0;
	const double slack = END_SLACK * fmax( 1.0, 2.0 * line->length / min_length );
	CHECK( fabs( dx * faced.y - dy * faced.x ) <= slack && ( dx * faced.x + dy * faced.y ) * sign > 0.0 );
}

// The distance of a point from a path, by samples of its arcs.
static double distance_to( const fw_path* path, fw_vec2 point )
{
	double least = fw_length( point.x - path->start.x, point.y - path->start.y );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->kind == FW_SEGMENT_LINE )
		{
			const double dx = segment->to.x - segment->from.x;
			const double dy = segment->to.y - segment->from.y;
			const double square = dx * dx + dy * dy;
			const double along = ( point.x - segment->from.x ) * dx + ( point.y - segment->from.y ) * dy;
			const double t = square > 0.0 ? fmax( 0.0, fmin( 1.0, along / square ) ) : 0.0;
			const double x = segment->from.x + t * dx;
			const double y = segment->from.y + t * dy;
			least = fmin( least, fw_length( point.x - x, point.y - y ) );
		}
		else
		{
			const fw_vec2 arm = { point.x - segment->center.x, point.y - segment->center.y };
			const double turned = fw_angle_signed( fw_atan2( arm.y, arm.x ) - segment->start );
			const double sign = segment->sweep < 0.0 ? -1.0 : 1.0;
			const double ahead = turned * sign < 0.0 ? turned * sign + 2.0 * FW_PI : turned * sign;
			const bool beside = ahead <= fabs( segment->sweep );
			const double off = fabs( fw_length( arm.x, arm.y ) - segment->radius );
			const double from = fw_length( point.x - segment->from.x, point.y - segment->from.y );
			const double to = fw_length( point.x - segment->to.x, point.y - segment->to.y );
			least = fmin( least, beside ? off : fmin( from, to ) );
		}
	}
	return least;
}

static void check_path( const world* w, const fw_unit* unit, const fw_sprites* s, const fw_path* old,
                        const fw_path* path, const fw_fixed_angles_report* report, double min_length )
{
	const fw_pose from = fw_path_end( old );
	const fw_pose to = fw_path_end( path );
	CHECK( memcmp( &old->start, &path->start, sizeof( old->start ) ) == 0 );
	CHECK( fabs( from.x - to.x ) <= PLACE_SLACK && fabs( from.y - to.y ) <= PLACE_SLACK );
	CHECK( count_gears( old ) == count_gears( path ) );
	CHECK( path->length <= old->length / fw_cos( FW_PI / s->count ) + PLACE_SLACK );
	CHECK( report->illegal >= 0 && report->corners >= 0 && report->sharpest <= s->count / 2 );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* line = &path->segments[i];
		check_direction( s, line, min_length );
		for ( int32_t k = 0; k <= SAMPLES; k++ )
		{
			const double t = (double)k / SAMPLES;
			const fw_vec2 at = { line->from.x + t * ( line->to.x - line->from.x ),
			                     line->from.y + t * ( line->to.y - line->from.y ) };
			CHECK( distance_to( old, at ) <= report->deviation + PLACE_SLACK );
		}
	}
	CHECK( fw_fixed_angles_slide( s, path ).mean < 1e-6 );
	const uint32_t shape = 1u << FW_VIOLATION_GAP | 1u << FW_VIOLATION_LENGTH | 1u << FW_VIOLATION_NUMBER;
	const uint32_t hits = 1u << FW_VIOLATION_COLLISION | 1u << FW_VIOLATION_OUTSIDE;
	// An empty path has no stretch that could hit anything.
	const bool clear = report->illegal == 0 && path->count > 0;
	CHECK( count_violations( w->grid, unit, path, shape | ( clear ? hits : 0 ) ) == 0 );
}

static fw_fixed_angles_def def_of( input* in, const fw_sprites* sprites )
{
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.sprites = *sprites;
	def.deviation = chance( in, 2 ) ? real( in, 0.001, 3.0 ) : def.deviation;
	def.min_length = chance( in, 3 ) ? real( in, FW_FIXED_ANGLES_MIN_LENGTH, 2.0 ) : def.min_length;
	def.deviation = chance( in, 16 ) ? world_wild( in ) : def.deviation;
	def.min_length = chance( in, 16 ) ? world_wild( in ) : def.min_length;
	def.cookie += chance( in, 32 ) ? 1 : 0;
	return def;
}

static void run( input* in, const world* w, const fw_sprites* sprites )
{
	static const double radii[] = { 0.4, 0.0, 0.5, 0.9 };
	fw_unit unit = fw_default_unit();
	unit.radius = pick( in, radii, 4 );
	unit.reverse = true;
	CHECK( fw_grid_add_layer( w->grid, unit.capabilities, NULL ) == FW_OK );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = w->grid;
	smoother.unit = &unit;
	smoother.allocator = w->allocator;
	const fw_fixed_angles_def def = def_of( in, sprites );
	fw_fixed_angles_report report = { 0 };
	fw_path old;
	fw_path path;
	fw_path_init( &old, &w->allocator );
	fw_path_init( &path, &w->allocator );
	world_path( in, w, world_center( in, w ), 6, &old );
	CHECK( fw_path_copy( &path, &old ) == FW_OK );
	const fw_slide slide = is_sane( sprites ) ? fw_fixed_angles_slide( sprites, &old ) : ( fw_slide ){ 0 };
	CHECK( slide.mean >= 0.0 && slide.mean <= slide.worst + 1e-9 && slide.worst <= FW_PI );
	const fw_status status = fw_fixed_angles( &smoother, &def, &path, &report, NULL );
	const bool good = is_sane( sprites ) && def.deviation > 0.0 && def.min_length >= FW_FIXED_ANGLES_MIN_LENGTH;
	CHECK( status != FW_OK || ( good && def.cookie == fw_default_fixed_angles_def().cookie ) );
	CHECK( status == FW_OK || status == FW_ERR_ARGUMENT || status == FW_ERR_DEF );
	if ( status == FW_OK )
	{
		check_path( w, &unit, sprites, &old, &path, &report, def.min_length );
	}
	else
	{
		check_same_path( &old, &path );
	}
	fw_path_free( &old );
	fw_path_free( &path );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	world w;
	const fw_sprites sprites = sprites_of( &in );
	if ( is_sane( &sprites ) )
	{
		check_pictures( &in, &sprites );
	}
	world_open( &in, &w );
	run( &in, &w, &sprites );
	world_close( &w );
	return 0;
}
