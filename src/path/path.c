// SPDX-License-Identifier: MIT
// A path: a growing array of segments, and the questions about it.
#include "path/path.h"
#include "base/bytes.h"
#include "base/refusal.h"
#include "geom/geom.h"

#include <math.h>
#include <string.h>

// Corners and arcs below this are rounding, not turns [rad].
#define TURN_SLACK 1e-6
// The parts of a segment fit each other to this [tiles], and to this part of its size.
#define SOUND 1e-6

void fw_path_init( fw_path* path, const fw_allocator* allocator )
{
	*path = ( fw_path ){ .allocator = fw_allocator_or_default( allocator ) };
}

void fw_path_free( fw_path* path )
{
	if ( path == NULL )
	{
		return;
	}
	const fw_allocator allocator = fw_allocator_or_default( &path->allocator );
	fw_free( &allocator, path->segments, (size_t)path->capacity, sizeof( fw_segment ) );
	fw_path_init( path, &allocator );
}

static bool is_as_long( const fw_segment* segment, double length )
{
	return fabs( segment->length - length ) <= SOUND * ( 1.0 + length );
}

bool fw_segment_is_sound( const fw_segment* segment )
{
	const fw_vec2 ends[2] = { segment->from, segment->to };
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return is_as_long( segment, fw_length( ends[1].x - ends[0].x, ends[1].y - ends[0].y ) );
	}
	bool sound = is_as_long( segment, segment->radius * fabs( segment->sweep ) );
	for ( int32_t i = 0; i < 2; i++ )
	{
		double sine;
		double cosine;
		fw_sincos( segment->start + i * segment->sweep, &sine, &cosine );
		const double x = segment->center.x + segment->radius * cosine - ends[i].x;
		const double y = segment->center.y + segment->radius * sine - ends[i].y;
		sound = sound && fw_length( x, y ) <= SOUND * ( 1.0 + segment->radius );
	}
	return sound;
}

void fw_path_replace( fw_path* path, fw_path* made, bool take )
{
	fw_path worse = take ? *path : *made;
	*path = take ? *made : *path;
	fw_path_free( &worse );
}

void fw_path_clear( fw_path* path, fw_pose start )
{
	path->count = 0;
	path->length = 0.0;
	path->start = start;
}

static fw_status reserve( fw_path* path, int32_t more )
{
	if ( more > INT32_MAX - path->count )
	{
		return FW_ERR_TOO_LARGE;
	}
	path->allocator = fw_allocator_or_default( &path->allocator );
	const bool grown = FW_GROW( &path->allocator, &path->segments, &path->capacity, path->count + more );
	return grown ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_path_append_all( fw_path* path, const fw_segment* segments, int32_t count )
{
	FW_TRY( reserve( path, count ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		path->segments[path->count++] = segments[i];
		path->length += segments[i].length;
	}
	return FW_OK;
}

fw_status fw_path_append( fw_path* path, const fw_segment* segment )
{
	if ( path == NULL || segment == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_segment copy = *segment; // it may lie in this very path, which may move
	return fw_path_append_all( path, &copy, 1 );
}

static bool curve_is_sound( const fw_curve* curve )
{
	const double sum = fabs( curve->part[0] ) + fabs( curve->part[1] ) + fabs( curve->part[2] );
	return (uint32_t)curve->word <= FW_WORD_RS && isfinite( curve->start.x ) && isfinite( curve->start.y ) &&
	       isfinite( curve->start.heading ) && isfinite( curve->radius ) && curve->radius >= 0.0 && isfinite( sum ) &&
	       curve->part[0] >= 0.0 && curve->part[1] >= 0.0 && curve->part[2] >= 0.0;
}

fw_status fw_path_append_curve( fw_path* path, const fw_curve* curve )
{
	if ( path == NULL || curve == NULL || !curve_is_sound( curve ) )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	segments[0].waypoint = count > 0;
	return fw_path_append_all( path, segments, count );
}

fw_status fw_path_append_line( fw_path* path, fw_vec2 to, fw_gear gear )
{
	if ( path == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_segment line = fw_segment_line( fw_path_tip( path ), to, gear );
	line.waypoint = true;
	return !isfinite( line.length ) ? FW_ERR_ARGUMENT : fw_path_append_all( path, &line, line.length > 0.0 ? 1 : 0 );
}

fw_status fw_path_append_link( fw_path* path, fw_vec2 to )
{
	if ( path == NULL || !isfinite( to.x ) || !isfinite( to.y ) )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_segment link = { .kind = FW_SEGMENT_LINK, .from = fw_path_tip( path ), .to = to, .waypoint = true };
	return fw_path_append_all( path, &link, 1 );
}

fw_status fw_path_copy( fw_path* to, const fw_path* from )
{
	if ( to == NULL || from == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( to == from )
	{
		return FW_OK;
	}
	if ( from->count > to->count )
	{
		FW_TRY( reserve( to, from->count - to->count ) );
	}
	if ( from->count > 0 )
	{
		memcpy( to->segments, from->segments, (size_t)from->count * sizeof( fw_segment ) );
	}
	to->count = from->count;
	to->length = from->length;
	to->start = from->start;
	return FW_OK;
}

static fw_vec2 moved( fw_vec2 at, double dx, double dy )
{
	return ( fw_vec2 ){ at.x + dx, at.y + dy };
}

void fw_path_move( fw_path* path, double dx, double dy )
{
	path->start.x += dx;
	path->start.y += dy;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		fw_segment* segment = &path->segments[i];
		segment->from = moved( segment->from, dx, dy );
		segment->to = moved( segment->to, dx, dy );
		if ( segment->kind == FW_SEGMENT_ARC )
		{
			segment->center = moved( segment->center, dx, dy );
		}
	}
}

static fw_segment reversed( const fw_segment* segment )
{
	fw_segment back = *segment;
	back.gear = segment->gear == FW_GEAR_REVERSE ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
	back.from = segment->to;
	back.to = segment->from;
	if ( segment->kind == FW_SEGMENT_ARC )
	{
		back.start = fw_angle_signed( segment->start + segment->sweep );
		back.sweep = -segment->sweep;
	}
	return back;
}

void fw_path_reverse( fw_path* path )
{
	const int32_t count = path->count;
	fw_segment* segments = path->segments;
	if ( count == 0 )
	{
		return;
	}
	path->start = fw_path_end( path );
	for ( int32_t i = 0, j = count - 1; i <= j; i++, j-- )
	{
		const fw_segment first = reversed( &segments[i] );
		segments[i] = reversed( &segments[j] );
		segments[j] = first;
	}
	// A mark belongs to the start of its segment, which is the end after reversal: the mark moves to the segment that
	// starts there.
	const bool carried = segments[count - 1].waypoint;
	for ( int32_t i = count - 1; i > 0; i-- )
	{
		segments[i].waypoint = segments[i - 1].waypoint;
	}
	segments[0].waypoint = carried;
}

// Links and lines without length have no direction of their own: the unit keeps its heading.
static bool has_heading( const fw_segment* segment )
{
	return segment->kind == FW_SEGMENT_ARC || ( segment->kind == FW_SEGMENT_LINE && segment->length > 0.0 );
}

fw_pose fw_path_begin( const fw_path* path )
{
	fw_pose pose = path->start;
	int32_t driven = 0;
	while ( driven < path->count && !has_heading( &path->segments[driven] ) )
	{
		driven++;
	}
	if ( driven < path->count )
	{
		pose.x = path->segments[0].from.x;
		pose.y = path->segments[0].from.y;
		pose.heading = fw_segment_pose_at( &path->segments[driven], 0.0 ).heading;
	}
	return pose;
}

fw_pose fw_path_end( const fw_path* path )
{
	int32_t driven = path->count;
	while ( driven > 0 && !has_heading( &path->segments[driven - 1] ) )
	{
		driven--;
	}
	fw_pose pose = path->start;
	if ( driven > 0 )
	{
		const fw_segment* last = &path->segments[driven - 1];
		pose = fw_segment_pose_at( last, last->length );
	}
	if ( driven < path->count )
	{
		pose.x = fw_path_tip( path ).x;
		pose.y = fw_path_tip( path ).y;
	}
	return pose;
}

fw_path_state fw_path_at( const fw_path* path, double distance )
{
	if ( path->count == 0 )
	{
		return ( fw_path_state ){ .pose = path->start, .segment = -1 };
	}
	double left = distance > 0.0 ? distance : 0.0;
	int32_t index = 0;
	while ( index < path->count - 1 && left >= path->segments[index].length )
	{
		left -= path->segments[index++].length;
	}
	const fw_segment* segment = &path->segments[index];
	const bool last = !has_heading( segment ); // or there would be one behind it
	return ( fw_path_state ){
	    .pose = last ? fw_path_end( path ) : fw_segment_pose_at( segment, left ),
	    .curvature = fw_segment_curvature( segment ),
	    .gear = segment->gear,
	    .segment = index,
	};
}

// The angle of the unit, not of its motion: a change of gear in a cusp turns nothing.
static double unit_heading( const fw_segment* segment, bool at_end )
{
	double motion;
	if ( segment->kind == FW_SEGMENT_LINE )
	{
		motion = fw_atan2( segment->to.y - segment->from.y, segment->to.x - segment->from.x );
	}
	else
	{
		const double quarter = segment->sweep < 0.0 ? -FW_PI / 2.0 : FW_PI / 2.0;
		motion = segment->start + quarter + ( at_end ? segment->sweep : 0.0 );
	}
	return segment->gear == FW_GEAR_REVERSE ? motion + FW_PI : motion;
}

// The angle of all turns, and how many they are.
static double sum_turns( const fw_path* path, int32_t* count )
{
	double angle = 0.0;
	*count = 0;
	const fw_segment* before = NULL;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const bool is_arc = segment->kind == FW_SEGMENT_ARC;
		// What turns between the ends of a link turns behind it; a point has no heading.
		if ( segment->kind == FW_SEGMENT_LINK ||
		     ( !is_arc && segment->from.x == segment->to.x && segment->from.y == segment->to.y ) )
		{
			continue;
		}
		const double jump = before != NULL ? unit_heading( segment, false ) - unit_heading( before, true ) : 0.0;
		const double corner = fabs( fw_angle_signed( jump ) );
		const bool has_corner = corner > TURN_SLACK;
		const bool goes_on = before != NULL && !has_corner && before->kind == FW_SEGMENT_ARC &&
		                     before->gear == segment->gear && ( before->sweep < 0.0 ) == ( segment->sweep < 0.0 );
		angle += has_corner ? corner : 0.0;
		*count += has_corner ? 1 : 0;
		if ( is_arc )
		{
			angle += fabs( segment->sweep );
			*count += fabs( segment->sweep ) > TURN_SLACK && !goes_on ? 1 : 0;
		}
		before = segment;
	}
	return angle;
}

double fw_path_turn_angle( const fw_path* path )
{
	int32_t count;
	return sum_turns( path, &count );
}

int32_t fw_path_turn_count( const fw_path* path )
{
	int32_t count;
	sum_turns( path, &count );
	return count;
}

// Fields that lines do not use may hold anything and do not count.
static uint64_t hash_segment( uint64_t hash, const fw_segment* s )
{
	const double numbers[10] = { s->from.x,   s->from.y,   s->to.x,   s->to.y,  s->length,
	                             s->center.x, s->center.y, s->radius, s->start, s->sweep };
	char bytes[3 + sizeof( numbers )];
	char* at = bytes;
	fw_put( &at, (uint64_t)s->kind, 1 );
	fw_put( &at, (uint64_t)s->gear, 1 );
	fw_put( &at, s->waypoint ? 1 : 0, 1 );
	for ( int32_t i = 0; i < ( s->kind == FW_SEGMENT_ARC ? 10 : 5 ); i++ )
	{
		uint64_t bits;
		memcpy( &bits, &numbers[i], sizeof( bits ) );
		fw_put( &at, bits, 8 );
	}
	return fw_hash_bytes( hash, bytes, (size_t)( at - bytes ) );
}

uint64_t fw_path_hash( const fw_path* path )
{
	uint64_t hash = FW_HASH_BEGIN;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		hash = hash_segment( hash, &path->segments[i] );
	}
	return hash;
}

// Points: arcs become chords whose sagitta is at most the deviation.

// With a smaller deviation an arc of the largest radius would need more chords than an int can count.
#define CHORDS_MAX 1e6

static int32_t chords_of( const fw_segment* segment, double deviation )
{
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return 1;
	}
	// The sagitta of a chord that spans the angle a is r - r cos( a / 2 ).
	const double widest = 2.0 * fw_acos( 1.0 - fmin( deviation / segment->radius, 1.0 ) );
	const double chords = ceil( fabs( segment->sweep ) / widest );
	return (int32_t)fmax( 1.0, fmin( chords, CHORDS_MAX ) );
}

fw_status fw_path_points( const fw_path* path, double deviation, fw_vec2* points, int32_t capacity, int32_t* count,
                          fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, path, count ) );
	FW_TRY( deviation > 0.0 ? FW_OK : fw_refuse_value( refusal, "deviation", deviation, "it must be above 0" ) );
	FW_TRY( fw_check_range( refusal, "capacity", capacity, 0, INT32_MAX ) );
	FW_TRY( capacity > 0 ? FW_CHECK_NULL( refusal, points ) : FW_OK );
	int64_t needed = 1;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		needed += chords_of( &path->segments[i], deviation );
	}
	if ( needed > INT32_MAX )
	{
		return fw_refuse_value( refusal, "deviation", deviation,
		                        "the points are too many to count; a larger one gives fewer" );
	}
	*count = (int32_t)needed;
	if ( needed > capacity )
	{
		return points == NULL ? FW_OK
		                      : fw_refuse_range( refusal, FW_ERR_CAPACITY, "capacity", capacity, *count, INT32_MAX );
	}
	*points++ = ( fw_vec2 ){ path->start.x, path->start.y };
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const int32_t chords = chords_of( segment, deviation );
		for ( int32_t k = 1; k < chords; k++ )
		{
			const fw_pose pose = fw_segment_pose_at( segment, segment->length * k / chords );
			*points++ = ( fw_vec2 ){ pose.x, pose.y };
		}
		*points++ = segment->to;
	}
	return FW_OK;
}
