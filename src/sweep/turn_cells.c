// SPDX-License-Identifier: MIT
// How long is a curve's center line on each tile? Summed up over points 1/16 tile apart at most.
//
// Which tile a point is on follows from where the line crosses the borders of tiles; the few points close to a border
// are computed themselves.
#include "geom/geom.h"
#include "sweep/turn_builder.h"

#include <math.h>

#define STEP ( 1.0 / 16.0 )
#define SUMS 64 // more points are hardly ever on one tile
// So far along the line from a crossing, the side of the border is beyond doubt: the widest circles leave a border that
// they touch by a thousand times the rounding of their points.
#define SURE_DISTANCE 1e-4
// A line closer than this to a border runs along it.
#define ALONG_BORDER 1e-7

typedef struct cell_walk
{
	turn_builder* builder;
	fw_vec2 at;  // walked up to here; y times `flip`
	double flip; // -1: arcs to the left are walked as arcs to the right in a mirror
	double end;  // of the walk so far [tiles]
} cell_walk;

// A piece of a segment on which neither x nor y turns back.
typedef struct monotone_piece
{
	fw_vec2 from, to;
	double begin, end; // along the line [tiles] or on the circle [radians]
	double radius;     // 0: a line
	fw_vec2 center;
	double quarter; // the circle's angle where its quarter begins
} monotone_piece;

FW_INLINE bool is_at_border( double x )
{
	return fabs( x - floor( x + 0.5 ) ) < ALONG_BORDER;
}

static fw_status walk_to( cell_walk* walk, fw_vec2 to, double length )
{
	turn_builder* builder = walk->builder;
	// Between two crossings a line or a quarter of a circle bends towards neither border.
	const fw_vec2 middle = { 0.5 * ( walk->at.x + to.x ), 0.5 * walk->flip * ( walk->at.y + to.y ) };
	walk->at = to;
	walk->end += length;
	return FW_PUSH( &builder->allocator, &builder->pieces, &builder->piece_count, &builder->piece_capacity,
	                ( turn_piece ){ walk->end, (int16_t)floor( middle.x ), (int16_t)floor( middle.y ),
	                                is_at_border( middle.x ) || is_at_border( middle.y ) } )
	           ? FW_OK
	           : FW_ERR_MEMORY;
}

// Where a piece crosses a border of tiles.
typedef struct cell_crossing
{
	fw_vec2 at;
	double place; // as begin and end
} cell_crossing;

static double place_of( const monotone_piece* piece, fw_vec2 at )
{
	if ( piece->radius == 0.0 )
	{
		return fw_length( at.x - piece->from.x, at.y - piece->from.y );
	}
	const double angle = fw_atan2( at.y - piece->center.y, at.x - piece->center.x );
	const double beyond = fw_angle_signed( angle - piece->quarter - FW_PI / 4 ); // the middle of the quarter
	return fmin( fmax( piece->quarter + FW_PI / 4 + beyond, piece->begin ), piece->end );
}

// The other coordinate where one of them, `known`, is at a border. `across`: known is y.
static double other_coordinate( const monotone_piece* piece, double known, bool across )
{
	const double from = across ? piece->from.y : piece->from.x;
	const double to = across ? piece->to.y : piece->to.x;
	const double other_from = across ? piece->from.x : piece->from.y;
	const double other_to = across ? piece->to.x : piece->to.y;
	if ( piece->radius == 0.0 )
	{
		return other_from + ( known - from ) / ( to - from ) * ( other_to - other_from );
	}
	const double offset = known - ( across ? piece->center.y : piece->center.x );
	const double center = across ? piece->center.x : piece->center.y;
	const double height = sqrt( fmax( 0.0, piece->radius * piece->radius - offset * offset ) );
	return 0.5 * ( other_from + other_to ) < center ? center - height : center + height;
}

// The first border beyond `from` towards `to`; infinite where there is none.
static double next_border( double from, double to )
{
	const double up = floor( from ) + 1.0;
	const double down = ceil( from ) - 1.0;
	return to > from ? ( up < to ? up : INFINITY ) : ( to < from && down > to ? down : INFINITY );
}

static cell_crossing cross( const monotone_piece* piece, double border, bool across )
{
	cell_crossing c = { { 0.0, 0.0 }, INFINITY };
	if ( border < INFINITY )
	{
		const double other = other_coordinate( piece, border, across );
		c.at = across ? ( fw_vec2 ){ other, border } : ( fw_vec2 ){ border, other };
		c.place = place_of( piece, c.at );
	}
	return c;
}

static fw_status walk_piece( cell_walk* walk, const monotone_piece* piece )
{
	const double scale = piece->radius == 0.0 ? 1.0 : piece->radius;
	double x = next_border( piece->from.x, piece->to.x );
	double y = next_border( piece->from.y, piece->to.y );
	cell_crossing by_x = cross( piece, x, false );
	cell_crossing by_y = cross( piece, y, true );
	double place = piece->begin;
	while ( by_x.place < INFINITY || by_y.place < INFINITY )
	{
		const bool across = by_y.place < by_x.place;
		const cell_crossing next = across ? by_y : by_x;
		FW_TRY( walk_to( walk, next.at, fmax( 0.0, next.place - place ) * scale ) );
		place = fmax( place, next.place );
		if ( across )
		{
			y = next_border( y, piece->to.y );
			by_y = cross( piece, y, true );
		}
		else
		{
			x = next_border( x, piece->to.x );
			by_x = cross( piece, x, false );
		}
	}
	return walk_to( walk, piece->to, fmax( 0.0, piece->end - place ) * scale );
}

static fw_status walk_line( cell_walk* walk, const fw_segment* line )
{
	const double length = fw_length( line->to.x - line->from.x, line->to.y - line->from.y );
	const monotone_piece piece = { .from = line->from, .to = line->to, .end = length };
	walk->flip = 1.0;
	walk->at = line->from;
	return walk_piece( walk, &piece );
}

// The points of a circle at 0, 90, 180 and 270 degrees.
static fw_vec2 cardinal_point( fw_vec2 center, double radius, int32_t quarter )
{
	static const double x[4] = { 1.0, 0.0, -1.0, 0.0 };
	return ( fw_vec2 ){ center.x + radius * x[quarter & 3], center.y + radius * x[( quarter + 3 ) & 3] };
}

static fw_status walk_arc( cell_walk* walk, const fw_segment* arc )
{
	const double flip = arc->sweep < 0.0 ? -1.0 : 1.0;
	const double begin = fw_angle_positive( flip * arc->start );
	const double end = begin + fabs( arc->sweep );
	const fw_vec2 to = { arc->to.x, flip * arc->to.y };
	monotone_piece piece = { .radius = arc->radius, .center = { arc->center.x, flip * arc->center.y } };
	piece.to = ( fw_vec2 ){ arc->from.x, flip * arc->from.y };
	walk->flip = flip;
	walk->at = piece.to;
	piece.end = begin;
	for ( int32_t quarter = (int32_t)( begin / ( FW_PI / 2 ) ); piece.end < end; quarter++ )
	{
		const double limit = ( quarter + 1 ) * ( FW_PI / 2 );
		piece.from = piece.to;
		piece.begin = piece.end;
		piece.quarter = quarter * ( FW_PI / 2 );
		piece.end = fmin( limit, end );
		piece.to = limit < end ? cardinal_point( piece.center, piece.radius, quarter + 1 ) : to;
		FW_TRY( walk_piece( walk, &piece ) );
	}
	return FW_OK;
}

static fw_status walk_segment( cell_walk* walk, const fw_segment* segment )
{
	return segment->kind == FW_SEGMENT_LINE ? walk_line( walk, segment ) : walk_arc( walk, segment );
}

// The circle from a lattice pose to one side (1: right), cut once for all arcs that begin there; NULL when memory is
// out. Those that end there are arcs of the circle from the opposite heading to the other side, driven backwards.
static const turn_circle* circle_from( turn_builder* builder, int32_t phase, int32_t heading, int32_t side )
{
	const fw_primitives* primitives = builder->primitives;
	turn_circle* circle = &builder->circles[( phase * primitives->headings + heading ) * 2 + side];
	if ( circle->pieces == NULL )
	{
		const int32_t first = builder->piece_count;
		const fw_segment arc =
		    fw_segment_arc( fw_lattice_point( 0, 0, phase ), fw_primitives_angle( primitives, heading ),
		                    primitives->def.turning_radius, side == 1 ? FW_TAU : -FW_TAU, FW_GEAR_FORWARD );
		cell_walk walk = { .builder = builder };
		if ( walk_arc( &walk, &arc ) != FW_OK )
		{
			return NULL;
		}
		const int32_t count = builder->piece_count - first;
		turn_piece* pieces = fw_arena_take( &builder->arena, (size_t)count, sizeof( turn_piece ) );
		if ( pieces == NULL )
		{
			return NULL;
		}
		memcpy( pieces, builder->pieces + first, (size_t)count * sizeof( turn_piece ) );
		builder->piece_count = first;
		*circle = ( turn_circle ){ pieces, count };
	}
	return circle;
}

// How many pieces of a circle an arc of this length touches.
static int32_t pieces_up_to( const turn_circle* circle, double length )
{
	int32_t low = 0;
	int32_t high = circle->count - 1;
	while ( low < high )
	{
		const int32_t middle = ( low + high ) / 2;
		low = circle->pieces[middle].end < length ? middle + 1 : low;
		high = circle->pieces[middle].end < length ? high : middle;
	}
	return low + 1;
}

// An arc from the first pose.
static fw_status add_first_arc( turn_builder* builder, const fw_turn_edge* edge, const fw_segment* arc )
{
	const turn_circle* circle = circle_from( builder, edge->from_phase, edge->from_heading, arc->sweep > 0.0 );
	const int32_t count = circle != NULL ? pieces_up_to( circle, arc->length ) : 0;
	FW_TRY( circle != NULL && FW_GROW( &builder->allocator, &builder->pieces, &builder->piece_capacity, count )
	            ? FW_OK
	            : FW_ERR_MEMORY );
	memcpy( builder->pieces, circle->pieces, (size_t)count * sizeof( turn_piece ) );
	builder->piece_count = count;
	builder->pieces[count - 1].end = arc->length;
	return FW_OK;
}

// An arc into the second pose.
static fw_status add_last_arc( turn_builder* builder, const fw_turn_edge* edge, const fw_segment* arc, double begin )
{
	const int32_t headings = builder->primitives->headings;
	const int32_t opposite = ( edge->heading + headings / 2 ) % headings;
	const turn_circle* circle = circle_from( builder, edge->phase, opposite, arc->sweep < 0.0 );
	const int32_t count = circle != NULL ? pieces_up_to( circle, arc->length ) : 0;
	FW_TRY( circle != NULL && FW_GROW( &builder->allocator, &builder->pieces, &builder->piece_capacity,
	                                   builder->piece_count + count )
	            ? FW_OK
	            : FW_ERR_MEMORY );
	const double end = begin + arc->length;
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		turn_piece piece = circle->pieces[i];
		piece.dx = (int16_t)( piece.dx + edge->dx );
		piece.dy = (int16_t)( piece.dy + edge->dy );
		piece.end = i > 0 ? end - circle->pieces[i - 1].end : end;
		builder->pieces[builder->piece_count++] = piece;
	}
	return FW_OK;
}

fw_status fw_turn_cut( turn_builder* builder, const fw_turn_edge* edge, const fw_curve* curve )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	double begin = 0.0;
	builder->piece_count = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_segment* segment = &segments[i];
		cell_walk walk = { .builder = builder, .end = begin };
		const bool is_arc = segment->kind == FW_SEGMENT_ARC;
		FW_TRY( is_arc && i == 0           ? add_first_arc( builder, edge, segment )
		        : is_arc && i == count - 1 ? add_last_arc( builder, edge, segment, begin )
		                                   : walk_segment( &walk, segment ) );
		begin += segment->length;
	}
	return builder->piece_count > 0 ? FW_OK : FW_ERR_MEMORY;
}

// Points of a curve, summed up by tile.
typedef struct cell_sum
{
	fw_primitives* primitives;
	uint32_t first;   // cell of the curve
	float step;       // length that a point stands for
	int32_t points;   // on the last cell
	float sums[SUMS]; // lengths of so many points, each from the one before
	int32_t known;    // of these
} cell_sum;

static float length_of( cell_sum* sum, int32_t points )
{
	for ( ; sum->known <= points && sum->known < SUMS; sum->known++ )
	{
		sum->sums[sum->known] = sum->sums[sum->known - 1] + sum->step;
	}
	float length = sum->sums[points < SUMS ? points : SUMS - 1];
	for ( int32_t i = SUMS; i <= points; i++ )
	{
		length += sum->step;
	}
	return length;
}

static void add_points( cell_sum* sum, int16_t dx, int16_t dy, int32_t points )
{
	fw_primitives* primitives = sum->primitives;
	fw_turn_cell* last = primitives->cell_count > sum->first ? &primitives->cells[primitives->cell_count - 1] : NULL;
	if ( last == NULL || last->dx != dx || last->dy != dy )
	{
		last = &primitives->cells[primitives->cell_count++];
		*last = ( fw_turn_cell ){ dx, dy, 0.0f };
		sum->points = 0;
	}
	sum->points += points;
	last->length = length_of( sum, sum->points );
}

fw_status fw_turn_add_cells( turn_builder* builder, const fw_curve* curve, bool* sure )
{
	const double length = curve->length;
	const int32_t steps = (int32_t)ceil( length / STEP );
	const double step = length / steps;
	const double per_tile = steps / length;
	fw_primitives* primitives = builder->primitives;
	cell_sum sum;
	sum.primitives = primitives;
	sum.first = primitives->cell_count;
	sum.step = (float)step;
	sum.points = 0;
	sum.sums[0] = 0.0f;
	sum.known = 1;
	// Each point may begin a cell.
	FW_TRY( FW_GROW( &primitives->allocator, &primitives->cells, &primitives->cell_capacity,
	                 (int32_t)primitives->cell_count + steps )
	            ? FW_OK
	            : FW_ERR_MEMORY );
	const turn_piece* piece = builder->pieces;
	const turn_piece* last = piece + builder->piece_count - 1;
	double begin = 0.0; // of the piece
	*sure = true;
	for ( int32_t i = 0, more = 1; i < steps; i += more )
	{
		const double at = step * ( i + 0.5 );
		for ( ; piece < last && piece->end < at; piece++ )
		{
			begin = piece->end;
		}
		fw_turn_cell cell = { piece->dx, piece->dy, 0.0f };
		more = 1;
		if ( !piece->along_border && at > begin + SURE_DISTANCE && at < piece->end - SURE_DISTANCE )
		{
			const int32_t beyond = (int32_t)( ( piece->end - SURE_DISTANCE ) * per_tile + 0.5 );
			more = beyond <= i + 1 ? 1 : beyond < steps ? beyond - i : steps - i;
		}
		else
		{
			const fw_pose pose = fw_curve_pose_at( curve, length * ( i + 0.5 ) / steps );
			*sure = *sure && !is_at_border( pose.x ) && !is_at_border( pose.y );
			cell.dx = (int16_t)floor( pose.x );
			cell.dy = (int16_t)floor( pose.y );
		}
		add_points( &sum, cell.dx, cell.dy, more );
	}
	return FW_OK;
}
