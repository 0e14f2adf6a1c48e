// SPDX-License-Identifier: MIT
// The validator: follows a path in small steps and measures the disc against every blocked tile near each step. It is
// plain on purpose and shares no code with the sweep or the searches, so that it cannot repeat their mistakes.
#include "check/judge.h"
#include "grid/grid.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Tiles up to this distance from the disc are measured too; if all of them are free, the next samples are left out.
#define MARGIN 1.0
// Lines shorter than this have no direction of their own.
#define MIN_LINE 1e-9

fw_validate_options fw_default_validate_options( void )
{
	return ( fw_validate_options ){ .cookie = FW_COOKIE,
	                                .step = 0.02,
	                                .depth_slack = 1e-6,
	                                .join_slack = 1e-6,
	                                .heading_slack = 1e-6,
	                                .radius_slack = 1e-6 };
}

const char* fw_violation_text( fw_violation_kind kind )
{
	static const char* const texts[FW_JUDGE_KINDS] = { "collision", "radius", "heading", "gap",  "gear",
	                                                   "outside",   "length", "number",  "link", "one-way" };
	return FW_TEXT_OF( texts, kind, "unknown" );
}

void fw_judge_note( fw_judge* j, fw_violation_kind kind, fw_vec2 place, double amount )
{
	const double finite = amount < DBL_MAX ? amount : DBL_MAX;
	if ( !j->found[kind] || finite > j->worst[kind].amount )
	{
		j->found[kind] = true;
		j->worst[kind] = ( fw_violation ){ .kind = kind, .segment = j->segment, .position = place, .amount = finite };
	}
}

static void note_above( fw_judge* j, fw_violation_kind kind, fw_vec2 place, double amount, double slack )
{
	if ( amount > slack )
	{
		fw_judge_note( j, kind, place, amount );
	}
}

static void flush( fw_judge* j )
{
	for ( int32_t kind = 0; kind < FW_JUDGE_KINDS; ++kind )
	{
		if ( j->found[kind] )
		{
			if ( j->count < j->capacity )
			{
				j->out[j->count] = j->worst[kind];
			}
			++j->count;
		}
	}
	memset( j->found, 0, sizeof j->found );
}

// fw_length() for any size: infinite only if the result is beyond the range of double.
static double length_of( double x, double y )
{
	const double most = fmax( fabs( x ), fabs( y ) );
	if ( !( most > 1e140 ) || most > DBL_MAX )
	{
		return most > DBL_MAX ? most : fw_length( x, y );
	}
	return most * fw_length( x / most, y / most );
}

static double apart( fw_vec2 a, fw_vec2 b )
{
	return length_of( b.x - a.x, b.y - a.y );
}

static fw_vec2 unit_vector( double angle )
{
	fw_vec2 v;
	fw_sincos( angle, &v.y, &v.x );
	return v;
}

static bool finite_point( fw_vec2 p )
{
	return isfinite( p.x ) && isfinite( p.y );
}

// The distance of the point from the map.
static double outside_by( const fw_judge* j, fw_vec2 p )
{
	return length_of( fmax( fmax( -p.x, p.x - j->width ), 0 ), fmax( fmax( -p.y, p.y - j->height ), 0 ) );
}

// The distance from a coordinate to the tiles of one column or row.
static double distance_along( double coordinate, int32_t tile )
{
	const double before = tile - coordinate, after = coordinate - tile - 1;
	return before > 0 ? before : after > 0 ? after : 0;
}

// The distance from a point to the nearest tile that the unit may enter (or may not), at most `reach`.
static double distance_to( const fw_judge* j, fw_vec2 p, bool passable, double reach )
{
	const int32_t x0 = (int32_t)floor( p.x - reach ), x1 = (int32_t)floor( p.x + reach );
	const int32_t y0 = (int32_t)floor( p.y - reach ), y1 = (int32_t)floor( p.y + reach );
	double nearest = reach * reach;
	for ( int32_t y = y0; y <= y1; ++y )
	{
		const double dy = distance_along( p.y, y );
		for ( int32_t x = x0; x <= x1 && dy * dy < nearest; ++x )
		{
			const double dx = distance_along( p.x, x );
			const double square = dx * dx + dy * dy;
			if ( square < nearest && fw_grid_passable( j->grid, x, y, j->unit->capabilities ) == passable )
			{
				nearest = square;
			}
		}
	}
	return sqrt( nearest );
}

// The length by which two parts of a line overlap; negative: their distance.
static double overlap( double a0, double a1, double b0, double b1 )
{
	return fmin( a1, b1 ) - fmax( a0, b0 );
}

// depth_at() of a square, by the center of its top left tile: the distance that it would have to move along a row or a
// column to be off the tile that it overlaps most.
static double square_depth_at( const fw_judge* j, fw_vec2 p )
{
	const double x0 = p.x - 0.5, y0 = p.y - 0.5, side = j->unit->size;
	double depth = -MARGIN;
	for ( int32_t y = (int32_t)floor( y0 - MARGIN ); y <= (int32_t)floor( y0 + side + MARGIN ); ++y )
	{
		const double down = overlap( y0, y0 + side, y, y + 1 );
		for ( int32_t x = (int32_t)floor( x0 - MARGIN ); x <= (int32_t)floor( x0 + side + MARGIN ) && down > depth;
		      ++x )
		{
			const double both = fmin( down, overlap( x0, x0 + side, x, x + 1 ) );
			if ( both > depth && !fw_grid_passable( j->grid, x, y, j->unit->capabilities ) )
			{
				depth = both;
			}
		}
	}
	return depth;
}

// The depth by which the disc overlaps blocked tiles; negative: their distance, at most MARGIN. For a center among
// blocked tiles its distance from free ones is added, at most MARGIN, so that a point has a depth too.
static double depth_at( const fw_judge* j, fw_vec2 p, fw_vec2 ahead )
{
	const double radius = j->unit->radius;
	if ( outside_by( j, p ) >= MARGIN )
	{
		// Further away, tile numbers could be too large for integers.
		return radius + MARGIN;
	}
	if ( j->unit->size > 0 )
	{
		return square_depth_at( j, p );
	}
	if ( j->unit->outline.count > 0 )
	{
		return fw_judge_outline_depth( j, p, ahead, MARGIN );
	}
	const double distance = distance_to( j, p, false, radius + MARGIN );
	return distance > 0 ? radius - distance : radius + distance_to( j, p, true, MARGIN );
}

fw_vec2 fw_judge_point( const fw_segment* s, double part )
{
	if ( s->kind != FW_SEGMENT_ARC )
	{
		// Not from + part * (to - from): that difference may overflow.
		return ( fw_vec2 ){ s->from.x * ( 1 - part ) + s->to.x * part, s->from.y * ( 1 - part ) + s->to.y * part };
	}
	const double sweep = fmax( -FW_TAU, fmin( s->sweep, FW_TAU ) );
	const fw_vec2 v = unit_vector( s->start + sweep * part );
	return ( fw_vec2 ){ s->center.x + s->radius * v.x, s->center.y + s->radius * v.y };
}

static void judge_point( fw_judge* j, fw_vec2 p, double depth )
{
	note_above( j, FW_VIOLATION_COLLISION, p, depth, j->options.depth_slack );
	note_above( j, FW_VIOLATION_OUTSIDE, p, outside_by( j, p ), j->options.depth_slack );
}

// One sample: where on the segment and how deep.
typedef struct sample
{
	double part, depth;
} sample;

// The unit's heading along the direction of motion `v`.
static fw_vec2 facing( const fw_segment* s, fw_vec2 v )
{
	return s->gear == FW_GEAR_REVERSE ? ( fw_vec2 ){ -v.x, -v.y } : v;
}

// Where the unit faces at a part of the segment. A line without length keeps its heading.
static fw_vec2 ahead_at( const fw_judge* j, const fw_segment* s, double part )
{
	const double side = s->sweep < 0 ? -1 : 1;
	if ( s->kind == FW_SEGMENT_ARC && s->sweep != 0 )
	{
		const double sweep = fmax( -FW_TAU, fmin( s->sweep, FW_TAU ) );
		const fw_vec2 v = unit_vector( s->start + sweep * part );
		return facing( s, ( fw_vec2 ){ -side * v.y, side * v.x } );
	}
	const double length = apart( s->from, s->to );
	const fw_vec2 v = { ( s->to.x - s->from.x ) / length, ( s->to.y - s->from.y ) / length };
	return s->kind == FW_SEGMENT_LINE && length > MIN_LINE ? facing( s, v ) : j->ahead;
}

static sample sample_at( const fw_judge* j, const fw_segment* s, double part )
{
	const fw_vec2 ahead = j->unit->outline.count > 0 ? ahead_at( j, s, part ) : j->ahead;
	return ( sample ){ part, depth_at( j, fw_judge_point( s, part ), ahead ) };
}

// How far a point of the unit moves while its reference point moves by 1.
static double swing( const fw_judge* j, const fw_segment* s )
{
	double most = 0;
	for ( int32_t i = 0; i < j->unit->outline.count; ++i )
	{
		most = fmax( most, length_of( j->unit->outline.corners[i].x, j->unit->outline.corners[i].y ) );
	}
	return s->kind == FW_SEGMENT_ARC && s->radius > 0 ? 1 + most / s->radius : 1;
}

// Searches between the neighbors of the deepest sample for the deepest point itself, by golden sections.
static void refine( fw_judge* j, const fw_segment* s, double length, sample a, sample b, sample c )
{
	const double known =
	    j->found[FW_VIOLATION_COLLISION] ? j->worst[FW_VIOLATION_COLLISION].amount : j->options.depth_slack;
	const double gain = b.depth - fmin( a.depth, c.depth );
	const double window = ( c.part - a.part ) * length;
	// The depth cannot rise by more than the distance moved; and as the depth of one tile along a line is concave,
	// hardly by more than it fell beside it.
	const double rise = fmin( gain + window * window, window );
	if ( b.depth < a.depth || b.depth < c.depth || gain < 1e-9 || b.depth + rise <= known )
	{
		return;
	}
	const double golden = 0.61803398874989484820;
	double low = a.part, high = c.part;
	sample p = sample_at( j, s, high - golden * ( high - low ) );
	sample q = sample_at( j, s, low + golden * ( high - low ) );
	for ( int32_t i = 0; i < 24; ++i )
	{
		const bool before = p.depth > q.depth;
		*( before ? &high : &low ) = before ? q.part : p.part;
		const sample kept = before ? p : q;
		const sample next = sample_at( j, s, before ? high - golden * ( high - low ) : low + golden * ( high - low ) );
		p = before ? next : kept;
		q = before ? kept : next;
	}
	judge_point( j, fw_judge_point( s, p.part ), p.depth );
}

// Follows the segment: collisions and the map's border.
static void judge_motion( fw_judge* j, const fw_segment* s, double length )
{
	// A convex curve inside the map is not longer than the map's border. Longer ones leave the map for certain, and are
	// followed in longer steps.
	const double longest = fmin( length, 2 * ( j->width + j->height ) + 1 );
	const int32_t steps = (int32_t)fmax( ceil( longest / j->options.step ), 1 );
	const double step = length / steps;
	sample a = { 0, -DBL_MAX }, b = { 0, -DBL_MAX };
	for ( int32_t k = 0;; )
	{
		const sample c = sample_at( j, s, (double)k / steps );
		judge_point( j, fw_judge_point( s, c.part ), c.depth );
		refine( j, s, length, a, b, c );
		a = b;
		b = c;
		if ( k == steps )
		{
			break;
		}
		// The depth changes by at most the distance moved, so the disc can touch nothing before that.
		const double idle = c.depth < 0 && step > 0 ? floor( -c.depth / step ) : 1;
		k += (int32_t)fmax( fmin( idle, steps - k ), 1 );
	}
	refine( j, s, length, a, b, ( sample ){ 1, -DBL_MAX } );
}

static bool judge_numbers( fw_judge* j, const fw_segment* s, const fw_carry* before )
{
	bool good = finite_point( s->from ) && finite_point( s->to ) && isfinite( s->length );
	if ( s->kind == FW_SEGMENT_ARC )
	{
		good = good && finite_point( s->center ) && isfinite( s->radius ) && isfinite( s->start );
		// The other ends of the angle and of the circle must be finite too.
		good = good && isfinite( s->start + s->sweep ) && isfinite( fabs( s->center.x ) + fabs( s->radius ) ) &&
		       isfinite( fabs( s->center.y ) + fabs( s->radius ) );
	}
	if ( !good )
	{
		const fw_vec2 known = before->has_end ? before->end : ( fw_vec2 ){ 0, 0 };
		fw_judge_note( j, FW_VIOLATION_NUMBER, finite_point( s->from ) ? s->from : known, 0 );
	}
	return good;
}

static void judge_gap( fw_judge* j, fw_vec2 place, fw_vec2 expected )
{
	note_above( j, FW_VIOLATION_GAP, place, apart( place, expected ), j->options.join_slack );
}

static void judge_length( fw_judge* j, fw_vec2 place, double stated, double actual )
{
	note_above( j, FW_VIOLATION_LENGTH, place, fabs( stated - actual ), j->options.join_slack );
}

static void judge_heading( fw_judge* j, const fw_segment* s, double length, fw_carry* at )
{
	fw_vec2 first, last;
	double unsure = 0;
	if ( s->kind == FW_SEGMENT_LINE )
	{
		if ( !( length > MIN_LINE ) )
		{
			return;
		}
		// Its ends are rounded, so the direction of a short line is known only to this precision.
		const double size =
		    fmax( fmax( fabs( s->from.x ), fabs( s->from.y ) ), fmax( fabs( s->to.x ), fabs( s->to.y ) ) );
		unsure = 4 * DBL_EPSILON * ( size / length );
		// Halved and scaled, as differences and products of large coordinates may overflow.
		const fw_vec2 half = { s->to.x / 2 - s->from.x / 2, s->to.y / 2 - s->from.y / 2 };
		const double most = fmax( fabs( half.x ), fabs( half.y ) );
		const fw_vec2 v = { half.x / most, half.y / most };
		first = last = facing( s, v );
	}
	else
	{
		if ( s->sweep == 0 )
		{
			return;
		}
		const double side = s->sweep > 0 ? 1 : -1;
		const fw_vec2 u = unit_vector( s->start ), v = unit_vector( s->start + s->sweep );
		first = facing( s, ( fw_vec2 ){ -side * u.y, side * u.x } );
		last = facing( s, ( fw_vec2 ){ -side * v.y, side * v.x } );
	}
	if ( at->has_heading )
	{
		const fw_vec2 h = at->heading;
		const double jump = fabs( fw_atan2( h.x * first.y - h.y * first.x, h.x * first.x + h.y * first.y ) );
		note_above( j, FW_VIOLATION_HEADING, s->from, jump, j->options.heading_slack + unsure );
	}
	// A heading that is hardly known is not carried on: many such lines in a row would make a turn out of nothing.
	if ( !at->has_heading || unsure < j->options.heading_slack || j->found[FW_VIOLATION_HEADING] )
	{
		at->has_heading = true;
		at->heading = last;
	}
}

// A link has no points between its ends: each end must be the center of its tile, and the unit must be able to stand
// there.
static void judge_link( fw_judge* j, const fw_segment* s, fw_carry* at )
{
	const fw_vec2 ends[2] = { s->from, s->to };
	fw_judge_tile tiles[2] = { { -1, -1 }, { -1, -1 } };
	if ( at->has_end )
	{
		judge_gap( j, s->from, at->end );
	}
	judge_length( j, s->from, s->length, 0 );
	for ( int32_t i = 0; i < 2; ++i )
	{
		const double x = floor( ends[i].x ), y = floor( ends[i].y );
		if ( outside_by( j, ends[i] ) == 0 && fabs( ends[i].x - x - 0.5 ) <= j->options.join_slack &&
		     fabs( ends[i].y - y - 0.5 ) <= j->options.join_slack )
		{
			tiles[i] = ( fw_judge_tile ){ (int32_t)x, (int32_t)y };
		}
		judge_point( j, ends[i], depth_at( j, ends[i], j->ahead ) );
	}
	if ( fw_grid_link_find( j->grid, tiles[0].x, tiles[0].y, tiles[1].x, tiles[1].y, j->unit->capabilities ) == NULL )
	{
		fw_judge_note( j, FW_VIOLATION_LINK, s->from, 1 );
	}
	at->has_end = true;
	at->end = s->to;
	at->has_tile = tiles[1].x >= 0;
	at->tile = tiles[1];
}

static void judge_segment( fw_judge* j, const fw_segment* s, fw_carry* at )
{
	if ( !judge_numbers( j, s, at ) )
	{
		*at = ( fw_carry ){ .has_end = finite_point( s->to ), .end = s->to };
		return;
	}
	if ( s->kind == FW_SEGMENT_LINK )
	{
		judge_link( j, s, at );
		return;
	}
	const bool arc = s->kind == FW_SEGMENT_ARC;
	const double length = arc ? fabs( s->radius ) * fabs( s->sweep ) : apart( s->from, s->to );
	const double driven = arc ? fabs( s->radius ) * fmin( fabs( s->sweep ), FW_TAU ) : length;
	if ( at->has_end )
	{
		judge_gap( j, s->from, at->end );
	}
	if ( arc )
	{
		const fw_vec2 v = unit_vector( s->start + s->sweep );
		judge_gap( j, s->from, fw_judge_point( s, 0 ) );
		judge_gap( j, s->to, ( fw_vec2 ){ s->center.x + s->radius * v.x, s->center.y + s->radius * v.y } );
		const double missing = s->sweep != 0 ? j->unit->turning_radius - s->radius : 0;
		note_above( j, FW_VIOLATION_RADIUS, s->from, missing, j->options.radius_slack );
	}
	judge_length( j, s->from, s->length, length );
	if ( j->unit->turning_radius > 0 )
	{
		judge_heading( j, s, length, at );
	}
	if ( s->gear == FW_GEAR_REVERSE && !j->unit->reverse && length > 0 )
	{
		fw_judge_note( j, FW_VIOLATION_GEAR, s->from, length );
	}
	judge_motion( j, s, driven * swing( j, s ) );
	j->ahead = j->unit->outline.count > 0 ? ahead_at( j, s, 1 ) : j->ahead;
	if ( fw_grid_one_way_count( j->grid ) > 0 )
	{
		fw_judge_one_way( j, s, driven, at );
	}
	at->has_end = true;
	at->end = s->to;
}

// The start pose, attributed to the first segment, or to segment -1 if the path has none.
static void judge_start( fw_judge* j, const fw_path* path, fw_carry* at )
{
	const fw_vec2 place = { path->start.x, path->start.y };
	j->segment = path->count > 0 ? 0 : -1;
	if ( !finite_point( place ) || !isfinite( path->start.heading ) )
	{
		fw_judge_note( j, FW_VIOLATION_NUMBER, finite_point( place ) ? place : ( fw_vec2 ){ 0, 0 }, 0 );
		return;
	}
	*at = ( fw_carry ){
	    .has_end = true, .end = place, .has_heading = true, .heading = unit_vector( path->start.heading ) };
	j->ahead = at->heading;
	if ( path->count == 0 )
	{
		judge_point( j, place, depth_at( j, place, j->ahead ) );
	}
}

// The path's stated length, attributed to the last segment.
static void judge_total( fw_judge* j, const fw_path* path, const fw_carry* at )
{
	const fw_vec2 place = at->has_end ? at->end : ( fw_vec2 ){ 0, 0 };
	double sum = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		sum += path->segments[i].length;
	}
	if ( !isfinite( path->length ) )
	{
		fw_judge_note( j, FW_VIOLATION_NUMBER, place, 0 );
	}
	else if ( isfinite( sum ) )
	{
		judge_length( j, place, path->length, sum );
	}
}

#define SLACK( field )                                                                                                 \
	{                                                                                                                  \
		"options." #field, offsetof( fw_validate_options, field ), FW_FIELD_DOUBLE, 0.0, DBL_MAX, NULL                 \
	}

static const fw_range ranges[] = {
    { "options.step", offsetof( fw_validate_options, step ), FW_FIELD_DOUBLE, 0.001, 1.0, " tiles" },
    SLACK( depth_slack ),
    SLACK( join_slack ),
    SLACK( heading_slack ),
    SLACK( radius_slack ),
};
const fw_ranges fw_validate_options_ranges = FW_RANGES( "options", "fw_default_validate_options()", ranges );

static fw_status check_path( fw_refusal* refusal, const fw_path* path )
{
	fw_status status = fw_check_range( refusal, "path.count", path->count, 0, INT32_MAX );
	status = status == FW_OK && path->count > 0 ? FW_CHECK_NULL( refusal, path->segments ) : status;
	for ( int32_t i = 0; i < path->count && status == FW_OK; ++i )
	{
		const fw_segment* s = &path->segments[i];
		status = fw_check_range( refusal, "segment.kind", s->kind, FW_SEGMENT_LINE, FW_SEGMENT_LINK );
		status = status == FW_OK ? fw_check_range( refusal, "segment.gear", s->gear, FW_GEAR_FORWARD, FW_GEAR_REVERSE )
		                         : status;
		fw_refuse_entry( refusal, status, "path.segments", i );
	}
	return status;
}

fw_status fw_validate( const fw_grid* grid, const fw_unit* unit, const fw_path* path,
                       const fw_validate_options* options, fw_violation* violations, int32_t capacity, int32_t* count,
                       fw_refusal* refusal )
{
	const fw_validate_options chosen = options != NULL ? *options : fw_default_validate_options();
	FW_TRY( FW_CHECK_NULL( refusal, grid, path, count ) );
	FW_TRY( fw_check_range( refusal, "capacity", capacity, 0, INT32_MAX ) );
	FW_TRY( capacity > 0 ? FW_CHECK_NULL( refusal, violations ) : FW_OK );
	FW_TRY( fw_check( refusal, &fw_validate_options_ranges, &chosen ) );
	FW_TRY( fw_unit_check( unit, refusal ) );
	FW_TRY( check_path( refusal, path ) );
	fw_judge j = { .grid = grid,
	               .unit = unit,
	               .options = chosen,
	               .width = fw_grid_width( grid ),
	               .height = fw_grid_height( grid ),
	               .out = violations,
	               .capacity = capacity };
	fw_carry at = { 0 };
	judge_start( &j, path, &at );
	for ( int32_t i = 0; i < path->count; ++i )
	{
		j.segment = i;
		judge_segment( &j, &path->segments[i], &at );
		if ( i + 1 < path->count )
		{
			flush( &j );
		}
	}
	judge_total( &j, path, &at );
	flush( &j );
	*count = j.count;
	return FW_OK;
}
