// SPDX-License-Identifier: MIT
// Paths in the angles in which a unit was drawn.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Fixed-Angle Character Art". Differs from it: the new
// path meets the old one wherever that has one of the angles, instead of leaving it at the ends of arcs; the parts of
// arcs between two angles go together with the straight line beside them, which spares corners; both routes are tried,
// and stretches that hit something are halved.
//
// A stretch is a part of the old path along which the unit faces between two neighboring angles. So it leads on in the
// directions of both, and stays in the parallelogram that they span between its ends; the two routes are its borders.
#include "geom/geom.h"
#include "grid/grid.h"
#include "path/path.h"
#include "smooth/knots.h"
#include "sweep/sweep.h"

#include <math.h>

#define NOTHING 1e-9    // legs below this are left out, and cuts as near to the end of an arc [tiles]
#define SAME 1e-8       // lines that end so near to where one of the angles leads have it [tiles]
#define BEND_SLACK 1e-7 // joints below this are no corners [rad]
#define SOUND 1e-3      // what a segment's length and ends may be off its shape [tiles]
#define BEND_LEFT 1u    // bits of the sides to which a stretch turns
#define BEND_RIGHT 2u

// A place on the old path.
typedef struct spot
{
	int32_t segment;
	double at; // distance from the segment's start [tiles]
	fw_vec2 place;
} spot;

typedef struct line_stretch
{
	spot from, to;
	double length; // of the old path
	fw_gear gear;
	int32_t sector; // the unit faces between this angle and the next one
	uint32_t bend;  // BEND_ bits
	bool has_line;
	bool is_single; // a line in the direction of angle `sector`
	bool is_link;
} line_stretch;

// How to drive a stretch: to the corner in one direction, on in another one.
typedef struct route
{
	int32_t first, last; // angles; the same where there is no corner
	fw_vec2 corner;
	double deviation; // [tiles]
	bool is_legal;
} route;

// What routes cost, the worst first.
typedef struct price
{
	int32_t illegal; // that hit something
	int32_t far;     // that lead further off than they may
	int64_t steps; // squares of pictures from one to the next at corners, so that two small turns go before a sharp one
	double off;    // sum of deviations
} price;

// A stretch with its routes, the price of the cheapest choice of routes that ends with each, and the route before it.
typedef struct sprite_choice
{
	line_stretch of;
	route routes[2];
	price prices[2];
	int8_t before[2];
} sprite_choice;

typedef struct fixer
{
	const fw_smoother* smoother;
	const fw_fixed_angles_def* def;
	fw_allocator allocator;
	const fw_layer* tiles;
	const fw_path* path;
	double angle;      // from one picture to the next [rad]
	line_stretch open; // the one that is being gathered
	bool is_open;
	double facing;        // at the end of the last segment [rad]
	fw_vec2 end;          // of what was gathered
	sprite_choice* items; // [count]
	int32_t count, capacity;
	fw_fixed_angles_report report;
} fixer;

// Directions are made from angles in the first eighth of a circle alone, so that mirrored pictures move in exactly
// mirrored directions.

static int32_t wrapped( const fw_sprites* sprites, int32_t index )
{
	const int32_t rest = index % sprites->count;
	return rest < 0 ? rest + sprites->count : rest;
}

double fw_sprites_heading( const fw_sprites* sprites, int32_t index )
{
	return fw_angle_positive( sprites->offset + FW_TAU * wrapped( sprites, index ) / sprites->count );
}

// Of `part` / `count` of a quarter turn.
static fw_vec2 within_quarter( int32_t part, int32_t count )
{
	const bool mirrored = 2 * part > count;
	const double angle = 0.5 * FW_PI * ( mirrored ? count - part : part ) / count;
	double sine, cosine;
	fw_sincos( angle, &sine, &cosine );
	if ( 2 * part == count )
	{
		return ( fw_vec2 ){ 0.5 * FW_SQRT2, 0.5 * FW_SQRT2 };
	}
	return mirrored ? ( fw_vec2 ){ sine, cosine } : ( fw_vec2 ){ cosine, sine };
}

fw_vec2 fw_sprites_direction( const fw_sprites* sprites, int32_t index )
{
	const int32_t quarters = 4 * wrapped( sprites, index );
	fw_vec2 at = within_quarter( quarters % sprites->count, sprites->count );
	for ( int32_t turns = quarters / sprites->count; turns > 0; turns-- )
	{
		at = ( fw_vec2 ){ 0.0 - at.y, at.x };
	}
	if ( sprites->offset == 0.0 )
	{
		return at;
	}
	double sine, cosine;
	fw_sincos( sprites->offset, &sine, &cosine );
	return ( fw_vec2 ){ at.x * cosine - at.y * sine, at.x * sine + at.y * cosine };
}

int32_t fw_sprites_nearest( const fw_sprites* sprites, double heading )
{
	const double turns = fw_angle_positive( heading - sprites->offset ) / FW_TAU;
	return wrapped( sprites, (int32_t)floor( turns * sprites->count + 0.5 ) );
}

int32_t fw_sprites_between( const fw_sprites* sprites, int32_t a, int32_t b )
{
	const int32_t apart = wrapped( sprites, wrapped( sprites, a ) - wrapped( sprites, b ) );
	return 2 * apart <= sprites->count ? apart : sprites->count - apart;
}

fw_fixed_angles_def fw_default_fixed_angles_def( void )
{
	return ( fw_fixed_angles_def ){
	    .cookie = FW_COOKIE, .sprites = { .count = 16 }, .deviation = INFINITY, .min_length = 0.1 };
}

// How far the nearest whole number is from t, summed up from 0 to t.
static double sum_to_nearest( double t )
{
	const double whole = floor( t );
	const double part = t - whole;
	return 0.25 * whole + ( part <= 0.5 ? 0.5 * part * part : 0.25 - 0.5 * ( 1.0 - part ) * ( 1.0 - part ) );
}

fw_slide fw_fixed_angles_slide( const fw_sprites* sprites, const fw_path* path )
{
	const double angle = FW_TAU / sprites->count;
	fw_slide slide = { 0.0, 0.0 };
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const double heading = fw_segment_pose_at( segment, 0.0 ).heading;
		const double turns = fw_angle_positive( heading - sprites->offset ) / angle;
		const double swept = segment->kind == FW_SEGMENT_ARC ? segment->sweep / angle : 0.0;
		const double from = fabs( turns - floor( turns + 0.5 ) );
		const double to = fabs( turns + swept - floor( turns + swept + 0.5 ) );
		// Half way between two angles it is greatest.
		const bool half = floor( turns + 0.5 ) != floor( turns + swept + 0.5 );
		if ( segment->kind != FW_SEGMENT_LINK && segment->length > 0.0 )
		{
			slide.worst = fmax( slide.worst, angle * ( half ? 0.5 : fmax( from, to ) ) );
			slide.mean +=
			    angle * segment->length *
			    ( swept == 0.0 ? from : ( sum_to_nearest( turns + swept ) - sum_to_nearest( turns ) ) / swept );
		}
	}
	slide.mean = path->length > 0.0 ? slide.mean / path->length : 0.0;
	return slide;
}

static fw_vec2 motion( const fixer* f, int32_t angle, fw_gear gear )
{
	const fw_vec2 facing = fw_sprites_direction( &f->def->sprites, angle );
	return gear == FW_GEAR_REVERSE ? ( fw_vec2 ){ 0.0 - facing.x, 0.0 - facing.y } : facing;
}

static bool is_free( const fixer* f, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_layer_sweep_unit( f->tiles, f->smoother->unit, &line ) &&
	       fw_exits_allow( f->smoother->grid, f->smoother->unit->size, from, to );
}

// By the sector's own angle first, or by the next one.
static route make_route( const fixer* f, const line_stretch* s, int32_t which )
{
	const fw_vec2 lower = motion( f, s->sector, s->gear );
	const fw_vec2 upper = motion( f, s->sector + 1, s->gear );
	const fw_vec2 chord = { s->to.place.x - s->from.place.x, s->to.place.y - s->from.place.y };
	const double along = fw_cross( chord, upper ) / fw_cross( lower, upper );
	const double aside = fw_cross( lower, chord ) / fw_cross( lower, upper );
	const bool is_lower = s->is_single || s->is_link || aside < NOTHING;
	if ( is_lower || along < NOTHING )
	{
		const int32_t angle = s->sector + ( is_lower ? 0 : 1 );
		return ( route ){ .first = angle,
		                  .last = angle,
		                  .corner = s->to.place,
		                  .is_legal = s->is_link || is_free( f, s->from.place, s->to.place ) };
	}
	const double first = which == 0 ? along : aside;
	const fw_vec2 by = which == 0 ? lower : upper;
	route made = { .first = s->sector + which, .last = s->sector + 1 - which };
	made.corner = ( fw_vec2 ){ s->from.place.x + first * by.x, s->from.place.y + first * by.y };
	made.is_legal = is_free( f, s->from.place, made.corner ) && is_free( f, made.corner, s->to.place );
	// On the outside the stretch lies between the route and the straight line, which the triangle's height is above.
	const bool outside = ( s->bend & ( which == 0 ? BEND_LEFT : BEND_RIGHT ) ) == 0;
	made.deviation = outside ? along * aside * fw_cross( lower, upper ) / fw_length( chord.x, chord.y )
	                         : 2.0 * fmin( along, aside ) * fw_sin( 0.5 * f->angle );
	return made;
}

// The place at half of the stretch's length.
static spot middle( const fixer* f, const line_stretch* s )
{
	double left = 0.5 * s->length;
	int32_t segment = s->from.segment;
	double at = s->from.at;
	while ( segment < s->to.segment && f->path->segments[segment].length - at < left )
	{
		left -= f->path->segments[segment++].length - at;
		at = 0.0;
	}
	const fw_pose pose = fw_segment_pose_at( &f->path->segments[segment], at + left );
	return ( spot ){ segment, at + left, fw_pose_point( pose ) };
}

// Adds the stretch, in so many parts that each has a route that hits nothing and does not lead too far. As deep as its
// length can be halved. False when memory is out.
static bool divide( fixer* f, const line_stretch* s )
{
	const sprite_choice item = { .of = *s, .routes = { make_route( f, s, 0 ), make_route( f, s, 1 ) } };
	const double limit = f->def->deviation;
	const bool good = ( item.routes[0].is_legal && item.routes[0].deviation <= limit ) ||
	                  ( item.routes[1].is_legal && item.routes[1].deviation <= limit );
	const bool whole = s->is_single || s->is_link || item.routes[0].first == item.routes[0].last;
	if ( good || whole || s->length < f->def->min_length )
	{
		return f->count < INT32_MAX && FW_PUSH( &f->allocator, &f->items, &f->count, &f->capacity, item );
	}
	f->report.divided++;
	line_stretch halves[2] = { *s, *s };
	halves[0].to = halves[1].from = middle( f, s );
	halves[0].length = halves[1].length = 0.5 * s->length;
	bool added = true;
	for ( int32_t i = 0; i < 2 && added; i++ )
	{
		const int32_t first = halves[i].from.segment;
		const bool straight = first == halves[i].to.segment && f->path->segments[first].kind == FW_SEGMENT_LINE;
		halves[i].bend = straight ? 0 : s->bend;
		added = divide( f, &halves[i] );
	}
	return added;
}

static bool close_open( fixer* f )
{
	return !f->is_open || divide( f, &f->open );
}

// Goes on with the open stretch, or begins another one. A stretch has one line at most, so that what it may lead off is
// a matter of that line. `bend` is that of the joint before it.
static bool gather( fixer* f, const line_stretch* next, uint32_t bend )
{
	line_stretch* open = &f->open;
	const bool joins = f->is_open && !open->is_single && !open->is_link && !next->is_single && !next->is_link &&
	                   open->gear == next->gear && !( open->has_line && next->has_line ) &&
	                   fw_sprites_between( &f->def->sprites, open->sector, next->sector ) == 0;
	const bool good = joins || close_open( f );
	if ( joins )
	{
		open->bend |= bend | next->bend;
		open->has_line = open->has_line || next->has_line;
		open->length += next->length;
		open->to = next->to;
	}
	else
	{
		*open = *next;
		open->from.place = f->end;
		f->is_open = true;
	}
	f->end = next->to.place;
	return good;
}

static bool gather_line( fixer* f, int32_t index, double turns, uint32_t bend )
{
	const fw_segment* line = &f->path->segments[index];
	const fw_vec2 chord = { line->to.x - line->from.x, line->to.y - line->from.y };
	const int32_t nearest = (int32_t)floor( turns + 0.5 );
	line_stretch next = { .from = { index, 0.0, line->from },
	                      .to = { index, line->length, line->to },
	                      .length = line->length,
	                      .gear = line->gear,
	                      .has_line = true };
	next.is_single = fabs( fw_cross( motion( f, nearest, line->gear ), chord ) ) <= SAME;
	next.sector = next.is_single ? nearest : (int32_t)floor( turns );
	return gather( f, &next, bend );
}

// In parts from angle to angle.
static bool gather_arc( fixer* f, int32_t index, double turns, uint32_t bend )
{
	const fw_segment* arc = &f->path->segments[index];
	const double swept = arc->sweep / f->angle;
	const int32_t side = swept < 0.0 ? -1 : 1;
	const double margin = NOTHING / arc->length;
	double part = 0.0; // of the arc, that has been gathered
	spot from = { index, 0.0, arc->from };
	int32_t next_angle = side > 0 ? (int32_t)floor( turns ) + 1 : (int32_t)ceil( turns ) - 1;
	bool good = true;
	while ( part < 1.0 && good )
	{
		double cut = ( next_angle - turns ) / swept;
		next_angle += side;
		if ( cut <= margin )
		{
			continue;
		}
		cut = cut < 1.0 - margin ? cut : 1.0;
		const fw_pose end = fw_segment_pose_at( arc, cut * arc->length );
		const spot to = { index, cut * arc->length, fw_pose_point( end ) };
		const line_stretch next = { .from = from,
		                            .to = to,
		                            .length = ( cut - part ) * arc->length,
		                            .gear = arc->gear,
		                            .sector = (int32_t)floor( turns + 0.5 * ( part + cut ) * swept ),
		                            .bend = side > 0 ? BEND_RIGHT : BEND_LEFT };
		good = gather( f, &next, part > 0.0 ? 0 : bend );
		part = cut;
		from = to;
	}
	return good;
}

static bool gather_segment( fixer* f, int32_t index )
{
	const fw_segment* segment = &f->path->segments[index];
	if ( segment->kind == FW_SEGMENT_LINK )
	{
		const line_stretch link = {
		    .from = { index, 0.0, segment->from }, .to = { index, 0.0, segment->to }, .is_link = true };
		return gather( f, &link, 0 );
	}
	if ( !( segment->length > NOTHING ) )
	{
		f->end = segment->to;
		f->open.to.place = segment->to;
		return true;
	}
	const double facing = fw_segment_pose_at( segment, 0.0 ).heading;
	const double corner = fw_angle_signed( facing - f->facing );
	const uint32_t bend = fabs( corner ) <= BEND_SLACK ? 0 : corner < 0.0 ? BEND_LEFT : BEND_RIGHT;
	const double turns = fw_angle_positive( facing - f->def->sprites.offset ) / f->angle;
	f->facing = fw_segment_pose_at( segment, segment->length ).heading;
	return segment->kind == FW_SEGMENT_ARC ? gather_arc( f, index, turns, bend ) : gather_line( f, index, turns, bend );
}

static bool is_cheaper( const price* a, const price* b )
{
	return a->illegal != b->illegal ? a->illegal < b->illegal
	       : a->far != b->far       ? a->far < b->far
	       : a->steps != b->steps   ? a->steps < b->steps
	                                : a->off < b->off;
}

static price priced( const fixer* f, const sprite_choice* before, int32_t route_before, const sprite_choice* item,
                     int32_t which )
{
	const route* taken = &item->routes[which];
	price sum = before != NULL ? before->prices[route_before] : ( price ){ 0 };
	// At a link the unit may turn as it likes.
	const bool turns = before != NULL && !before->of.is_link && !item->of.is_link;
	sum.illegal += taken->is_legal ? 0 : 1;
	sum.far += taken->deviation > f->def->deviation ? 1 : 0;
	const int64_t steps =
	    turns ? fw_sprites_between( &f->def->sprites, before->routes[route_before].last, taken->first ) : 0;
	sum.steps += steps * steps;
	sum.off += taken->deviation;
	return sum;
}

// Prices all choices, from the first to the last.
static void weigh( fixer* f )
{
	for ( int32_t i = 0; i < f->count; i++ )
	{
		const sprite_choice* before = i > 0 ? &f->items[i - 1] : NULL;
		sprite_choice* item = &f->items[i];
		for ( int32_t which = 0; which < 2; which++ )
		{
			const price lower = priced( f, before, 0, item, which );
			const price upper = priced( f, before, 1, item, which );
			const bool takes_upper = is_cheaper( &upper, &lower );
			item->prices[which] = takes_upper ? upper : lower;
			item->before[which] = takes_upper ? 1 : 0;
		}
	}
}

// Puts the cheapest routes into the places of the lower ones, from the last to the first.
static void choose( fixer* f )
{
	int32_t which = is_cheaper( &f->items[f->count - 1].prices[1], &f->items[f->count - 1].prices[0] ) ? 1 : 0;
	for ( int32_t i = f->count - 1; i >= 0; i-- )
	{
		sprite_choice* item = &f->items[i];
		item->routes[0] = item->routes[which];
		which = item->before[which];
	}
}

// The last leg, which the next one may go on.
typedef struct leg
{
	fw_vec2 to;
	int32_t angle; // NO_ANGLE: there is none
	fw_gear gear;
} leg;

#define NO_ANGLE INT32_MIN

static fw_status end_leg( fw_path* made, leg* last )
{
	const bool drives = last->angle != NO_ANGLE;
	last->angle = NO_ANGLE;
	return drives ? fw_path_append_line( made, last->to, last->gear ) : FW_OK;
}

static fw_status drive( fixer* f, fw_path* made, leg* last, leg next )
{
	const bool drives = last->angle != NO_ANGLE;
	const int32_t steps = drives ? fw_sprites_between( &f->def->sprites, last->angle, next.angle ) : 0;
	FW_TRY( drives && steps == 0 && last->gear == next.gear ? FW_OK : end_leg( made, last ) );
	f->report.corners += steps > 0 ? 1 : 0;
	f->report.sharpest = steps > f->report.sharpest ? steps : f->report.sharpest;
	*last = next;
	return FW_OK;
}

static fw_status build( fixer* f, fw_path* made )
{
	leg last = { .angle = NO_ANGLE };
	fw_path_clear( made, f->path->start );
	for ( int32_t i = 0; i < f->count; i++ )
	{
		const line_stretch* of = &f->items[i].of;
		const route* best = &f->items[i].routes[0];
		f->report.position = !best->is_legal && f->report.illegal == 0 ? of->from.place : f->report.position;
		f->report.illegal += best->is_legal ? 0 : 1;
		f->report.deviation = fmax( f->report.deviation, best->deviation );
		f->report.stretches += of->is_link ? 0 : 1;
		if ( of->is_link )
		{
			FW_TRY( end_leg( made, &last ) );
			FW_TRY( fw_path_append( made, &f->path->segments[of->from.segment] ) );
			continue;
		}
		FW_TRY( drive( f, made, &last, ( leg ){ best->corner, best->first, of->gear } ) );
		if ( best->first != best->last )
		{
			FW_TRY( drive( f, made, &last, ( leg ){ of->to.place, best->last, of->gear } ) );
		}
	}
	return end_leg( made, &last );
}

static bool is_on_map( const fw_grid* grid, fw_vec2 at )
{
	return at.x >= 0.0 && at.x <= fw_grid_width( grid ) && at.y >= 0.0 && at.y <= fw_grid_height( grid );
}

// Is this the place of an arc at an angle about its center?
static bool lies_at( const fw_segment* arc, double angle, fw_vec2 place )
{
	return fabs( arc->center.x + arc->radius * fw_cos( angle ) - place.x ) <= SOUND &&
	       fabs( arc->center.y + arc->radius * fw_sin( angle ) - place.y ) <= SOUND;
}

// Stretches are cut and halved by length: one that is not that of its segment would never get short.
static bool is_sound( const fw_grid* grid, const fw_segment* segment )
{
	if ( !is_on_map( grid, segment->from ) || !is_on_map( grid, segment->to ) )
	{
		return false;
	}
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		const double length = fw_length( segment->to.x - segment->from.x, segment->to.y - segment->from.y );
		return segment->kind == FW_SEGMENT_LINK || fabs( segment->length - length ) <= SOUND;
	}
	return segment->radius > 0.0 && segment->radius <= FW_GRID_MAX_SIDE && isfinite( segment->start ) &&
	       fabs( segment->sweep ) <= 2.0 * FW_TAU &&
	       fabs( segment->length - segment->radius * fabs( segment->sweep ) ) <= SOUND &&
	       lies_at( segment, segment->start, segment->from ) &&
	       lies_at( segment, segment->start + segment->sweep, segment->to );
}

static const fw_range ranges[] = {
    { "sprites.count", offsetof( fw_fixed_angles_def, sprites.count ), FW_FIELD_INT, FW_SPRITES_MIN, FW_SPRITES_MAX,
      NULL },
    { "sprites.offset", offsetof( fw_fixed_angles_def, sprites.offset ), FW_FIELD_DOUBLE, -FW_TAU, FW_TAU, NULL },
    { "deviation", offsetof( fw_fixed_angles_def, deviation ), FW_FIELD_DOUBLE, FW_FIXED_ANGLES_MIN_DEVIATION, INFINITY,
      " tiles" },
    { "min_length", offsetof( fw_fixed_angles_def, min_length ), FW_FIELD_DOUBLE, FW_FIXED_ANGLES_MIN_LENGTH, INFINITY,
      " tiles" },
};
const fw_ranges fw_fixed_angles_def_ranges = FW_RANGES( "def", "fw_default_fixed_angles_def()", ranges );

static fw_status check( fw_refusal* refusal, const fw_smoother* smoother, const fw_fixed_angles_def* def,
                        const fw_path* path )
{
	FW_TRY( fw_check( refusal, &fw_fixed_angles_def_ranges, def ) );
	FW_TRY( fw_smoother_check( refusal, smoother, path ) );
	if ( smoother->unit->outline.count > 0 )
	{
		return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.outline", NULL,
		                  "has corners: the path would turn on the spot, which no outline does; leave the pass out" );
	}
	for ( int32_t i = 0; i < path->count; i++ )
	{
		if ( !is_sound( smoother->grid, &path->segments[i] ) )
		{
			fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "segment", NULL,
			           "leaves the map, or its length, radius or sweep is not that of its ends" );
			return fw_refuse_entry( refusal, FW_ERR_ARGUMENT, "path.segments", i );
		}
	}
	return FW_OK;
}

static fw_status make( fixer* f, fw_path* made )
{
	for ( int32_t i = 0; i < f->path->count; i++ )
	{
		FW_TRY( gather_segment( f, i ) ? FW_OK : FW_ERR_MEMORY );
	}
	FW_TRY( close_open( f ) ? FW_OK : FW_ERR_MEMORY );
	if ( f->count == 0 )
	{
		return fw_path_copy( made, f->path );
	}
	weigh( f );
	choose( f );
	return build( f, made );
}

fw_status fw_fixed_angles( const fw_smoother* smoother, const fw_fixed_angles_def* def, fw_path* path,
                           fw_fixed_angles_report* report, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, smoother, def, path, report ) );
	FW_TRY( check( refusal, smoother, def, path ) );
	const fw_vec2 start = path->count > 0 ? path->segments[0].from : fw_pose_point( path->start );
	fixer f = { .smoother = smoother,
	            .def = def,
	            .allocator = fw_allocator_or_default( &smoother->allocator ),
	            .tiles = fw_grid_layer( smoother->grid, smoother->unit->capabilities ),
	            .path = path,
	            .angle = FW_TAU / def->sprites.count,
	            .facing = path->count > 0 ? fw_segment_pose_at( &path->segments[0], 0.0 ).heading : 0.0,
	            .end = start,
	            .report = { .position = start } };
	fw_path made;
	fw_path_init( &made, &path->allocator );
	fw_status status = make( &f, &made );
	fw_free( &f.allocator, f.items, (size_t)f.capacity, sizeof( sprite_choice ) );
	*report = status == FW_OK ? f.report : *report;
	fw_path_replace( path, &made, status == FW_OK );
	return fw_refuse_status( refusal, status );
}
