// SPDX-License-Identifier: MIT
// Which tiles does an outline touch while its reference point drives along a line or an arc? Exact, row by row.
//
// Along a line a convex outline covers the hull of its first and its last place: one interval of each row. Along an arc
// it turns about the arc's center as one body. A point that is covered later but not at first is entered through an
// edge or a rounded corner that leads, so the swept area is the first place and what the leading parts sweep. Of an
// edge the part before the foot of the center leads: its points come nearer to the center along it. Where that part is
// never level and neither of its ends passes above or below the center, its lowest and its highest end stay the same
// and rise or fall all the time. It then meets a row of tiles once, and what it sweeps there is one interval.
//
// Where the question is whether all is free, most parts and rows are left out (sweep_view.h).
#include "grid/grid.h"
#include "sweep/sweep_view.h"

#include <math.h>

// The outline and what a straight drive adds to it.
#define HULL_MAX ( 2 * FW_OUTLINE_MAX )
// A full turn: three corners to a half circle at most for either end and for the edge, and both ends.
#define CUTS_MAX 12

// Corners in the order of a positive area.
typedef struct body
{
	fw_vec2 corners[HULL_MAX];
	int32_t count;
} body;

static const box empty_box = { { INFINITY, -INFINITY }, { INFINITY, -INFINITY } };

static void add_point( box* of, fw_vec2 point, double radius )
{
	include( &of->x, point.x - radius );
	include( &of->x, point.x + radius );
	include( &of->y, point.y - radius );
	include( &of->y, point.y + radius );
}

// What lies between two levels of a line from p to q.
static void include_line( interval* span, fw_vec2 p, fw_vec2 q, double a, double b )
{
	const double lo = greater( a, lesser( p.y, q.y ) );
	const double hi = lesser( b, greater( p.y, q.y ) );
	if ( lo > hi )
	{
		return;
	}
	if ( p.y == q.y )
	{
		include( span, p.x );
		include( span, q.x );
		return;
	}
	const double first = ( lo - p.y ) / ( q.y - p.y );
	const double last = ( hi - p.y ) / ( q.y - p.y );
	include( span, p.x + first * ( q.x - p.x ) );
	include( span, p.x + last * ( q.x - p.x ) );
}

// What lies between two levels of an arc about a center, which keeps to one side of it and never turns back up or down.
static void include_arc( interval* span, fw_vec2 center, double radius, fw_vec2 from, fw_vec2 to, double a, double b )
{
	const double lo = greater( a - center.y, lesser( from.y, to.y ) );
	const double hi = lesser( b - center.y, greater( from.y, to.y ) );
	const double side = from.x + to.x < 0.0 ? -1.0 : 1.0;
	if ( lo <= hi )
	{
		include( span, center.x + side * sqrt( greater( 0.0, radius * radius - lo * lo ) ) );
		include( span, center.x + side * sqrt( greater( 0.0, radius * radius - hi * hi ) ) );
		if ( lo < 0.0 && hi > 0.0 )
		{
			include( span, center.x + side * radius );
		}
	}
}

// Takes the tiles of a row that overlap an interval by more than the slack.
static bool take_span( const row_sink* sink, int32_t y, interval span )
{
	if ( !( span.x0 + SWEEP_SLACK < span.x1 - SWEEP_SLACK ) )
	{
		return true;
	}
	if ( sink->seen != NULL )
	{
		return is_spared( sink, y, ( interval ){ span.x0 + SWEEP_SLACK, span.x1 - SWEEP_SLACK } );
	}
	const fw_sweep_row row = { y, floor_to_int( span.x0 + SWEEP_SLACK ), ceil_to_int( span.x1 - SWEEP_SLACK ) - 1 };
	return row.x0 > row.x1 || sink->take( sink->context, row );
}

static fw_vec2 direction( fw_vec2 a, fw_vec2 b )
{
	const double length = fw_length( b.x - a.x, b.y - a.y );
	return ( fw_vec2 ){ ( b.x - a.x ) / length, ( b.y - a.y ) / length };
}

// The side of an edge where the body is not, times the radius of its rounding.
static fw_vec2 outwards( fw_vec2 along, double radius )
{
	return ( fw_vec2 ){ along.y * radius, -along.x * radius };
}

static body place_body( const fw_unit* unit, fw_vec2 at, fw_vec2 ahead )
{
	const fw_outline* outline = &unit->outline;
	const bool turned = fw_outline_area( outline ) < 0.0;
	body made = { .count = outline->count };
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		const fw_vec2 c = outline->corners[turned ? outline->count - 1 - i : i];
		made.corners[i] = ( fw_vec2 ){ at.x + c.x * ahead.x - c.y * ahead.y, at.y + c.x * ahead.y + c.y * ahead.x };
	}
	return made;
}

static fw_vec2 corner_after( const body* of, int32_t i )
{
	return of->corners[i + 1 < of->count ? i + 1 : 0];
}

static box box_of( const body* of, double radius )
{
	box made = empty_box;
	for ( int32_t i = 0; i < of->count; i++ )
	{
		add_point( &made, of->corners[i], radius );
	}
	return made;
}

// What lies between two lines beside a straight drive: the columns at level 0, and how they move from row to row.
typedef struct strip
{
	interval x;
	double slope;
} strip;

// A flatter drive has no strip: its columns at level 0 would lie too far away to be told.
#define SLOPE_MAX 1e3

static bool strip_along( strip* made, const body* first, double radius, fw_vec2 move )
{
	if ( !( fabs( move.x ) < SLOPE_MAX * fabs( move.y ) ) )
	{
		return false;
	}
	const double slope = move.x / move.y;
	const double around = radius * sqrt( 1.0 + slope * slope );
	*made = ( strip ){ { INFINITY, -INFINITY }, slope };
	for ( int32_t i = 0; i < first->count; i++ )
	{
		const double x = first->corners[i].x - slope * first->corners[i].y;
		include( &made->x, x - around );
		include( &made->x, x + around );
	}
	return true;
}

// The columns of it in a row, among others.
FW_INLINE interval strip_in_row( const strip* of, interval among, int32_t y )
{
	const double above = of->slope * y;
	const double below = of->slope * ( y + 1.0 );
	return ( interval ){ greater( among.x0, of->x.x0 + lesser( above, below ) ),
	                     lesser( among.x1, of->x.x1 + greater( above, below ) ) };
}

// A convex body, rounded, which keeps to a strip if one is given.
static bool sweep_body( const body* of, double radius, const strip* along, const row_sink* sink )
{
	fw_vec2 from[HULL_MAX];
	fw_vec2 to[HULL_MAX];
	const box within = box_of( of, radius );
	if ( fw_view_spares( sink, &within ) )
	{
		return true;
	}
	for ( int32_t i = 0; i < of->count; i++ )
	{
		const fw_vec2 a = of->corners[i];
		const fw_vec2 b = corner_after( of, i );
		const fw_vec2 out = radius > 0.0 ? outwards( direction( a, b ), radius ) : ( fw_vec2 ){ 0.0, 0.0 };
		from[i] = ( fw_vec2 ){ a.x + out.x, a.y + out.y };
		to[i] = ( fw_vec2 ){ b.x + out.x, b.y + out.y };
	}
	const int32_t last = ceil_to_int( within.y.x1 ) - 1;
	for ( int32_t y = floor_to_int( within.y.x0 ); y <= last; y++ )
	{
		if ( is_spared( sink, y, along != NULL ? strip_in_row( along, within.x, y ) : within.x ) )
		{
			continue;
		}
		const double a = y + SWEEP_SLACK;
		const double b = y + 1.0 - SWEEP_SLACK;
		interval span = { INFINITY, -INFINITY };
		for ( int32_t i = 0; i < of->count; i++ )
		{
			include_line( &span, from[i], to[i], a, b );
			if ( radius > 0.0 )
			{
				include_disc( &span, of->corners[i], radius, a, b );
			}
		}
		if ( !take_span( sink, y, span ) )
		{
			return false;
		}
	}
	return true;
}

// Is a body free that keeps to a box? Where it is too large for a view, its rows are taken one by one.
static bool is_body_free( const body* of, double radius, const strip* along, const fw_layer* layer,
                          const row_sink* rows )
{
	view seen;
	const box within = box_of( of, radius );
	const bool near = layer != NULL && fw_view_around( &seen, layer, &within );
	return sweep_body( of, radius, along, near ? &( row_sink ){ .seen = &seen } : rows );
}

bool fw_sweep_outline_at( const fw_unit* unit, fw_pose pose, const fw_layer* layer, fw_take_row* take, void* context )
{
	fw_vec2 ahead;
	fw_sincos( pose.heading, &ahead.y, &ahead.x );
	const body made = place_body( unit, fw_pose_point( pose ), ahead );
	return is_body_free( &made, unit->radius, NULL, layer, &( row_sink ){ take, context, NULL } );
}

// The hull of a line and of the same line further along itself.
static body longer_line( const body* of, fw_vec2 move )
{
	body made = *of;
	const fw_vec2 along = { of->corners[1].x - of->corners[0].x, of->corners[1].y - of->corners[0].y };
	fw_vec2* front = &made.corners[along.x * move.x + along.y * move.y > 0.0 ? 1 : 0];
	*front = ( fw_vec2 ){ front->x + move.x, front->y + move.y };
	return made;
}

// The hull of a body and of the same body further on. A corner whose edges look back stays, one whose edges look
// forward moves, and one between them does both.
static body hull_along( const body* of, fw_vec2 move )
{
	const fw_vec2 first = direction( of->corners[0], of->corners[1] );
	if ( of->count == 2 && fabs( first.x * move.y - first.y * move.x ) < SWEEP_SLACK )
	{
		return longer_line( of, move );
	}
	body made = { .count = 0 };
	for ( int32_t i = 0; i < of->count; i++ )
	{
		const fw_vec2 at = of->corners[i];
		const fw_vec2 moved = { at.x + move.x, at.y + move.y };
		const fw_vec2 in = outwards( direction( of->corners[i > 0 ? i - 1 : of->count - 1], at ), 1.0 );
		const fw_vec2 out = outwards( direction( at, corner_after( of, i ) ), 1.0 );
		const bool leads_in = in.x * move.x + in.y * move.y > 0.0;
		const bool leads_out = out.x * move.x + out.y * move.y > 0.0;
		made.corners[made.count++] = leads_in ? moved : at;
		if ( leads_in != leads_out )
		{
			made.corners[made.count++] = leads_out ? moved : at;
		}
	}
	return made;
}

static bool sweep_line( const fw_unit* unit, const fw_segment* line, const fw_layer* layer, const row_sink* rows )
{
	if ( line->from.x == line->to.x && line->from.y == line->to.y )
	{
		return fw_sweep_disc_rows( fw_unit_inner_radius( unit ), line, NULL, rows->take, rows->context );
	}
	const fw_vec2 motion = direction( line->from, line->to );
	const double facing = line->gear == FW_GEAR_REVERSE ? -1.0 : 1.0;
	const body first = place_body( unit, line->from, ( fw_vec2 ){ facing * motion.x, facing * motion.y } );
	const fw_vec2 move = fw_minus( line->to, line->from );
	const body hull = hull_along( &first, move );
	strip along;
	const bool has_strip = layer != NULL && strip_along( &along, &first, unit->radius, move );
	return is_body_free( &hull, unit->radius, has_strip ? &along : NULL, layer, rows );
}

// Adds the turns, before the whole one, after which a direction has come to one that counts, or to its opposite.
static int32_t add_cuts( double* cuts, int32_t count, fw_vec2 is, double counts, double turn )
{
	const double apart = counts - fw_atan2( is.y, is.x );
	for ( double cut = apart - FW_PI * floor( apart / FW_PI ); cut < turn && count < CUTS_MAX - 1; cut += FW_PI )
	{
		int32_t at = count++;
		for ( ; at > 0 && cuts[at - 1] > cut; at-- )
		{
			cuts[at] = cuts[at - 1];
		}
		cuts[at] = cut;
	}
	return count;
}

// A positive angle.
typedef struct rotation
{
	double angle, sine, cosine;
	double bulge; // how far an arc of radius 1 leaves the box of its ends, at most
} rotation;

static rotation rotation_by( double angle )
{
	rotation made = { .angle = angle, .bulge = 2.0 };
	fw_sincos( angle, &made.sine, &made.cosine );
	if ( angle < FW_PI )
	{
		made.bulge = 1.0 - sqrt( greater( 0.0, 0.5 + 0.5 * made.cosine ) );
	}
	return made;
}

static fw_vec2 turned( fw_vec2 v, const rotation* by )
{
	return ( fw_vec2 ){ v.x * by->cosine - v.y * by->sine, v.x * by->sine + v.y * by->cosine };
}

// What the circle about a point keeps to that turns about a center, from which the point is measured.
static box box_of_turning( fw_vec2 center, fw_vec2 point, double radius, const rotation* by )
{
	box made = empty_box;
	const fw_vec2 end = turned( point, by );
	const double around = radius + by->bulge * fw_length( point.x, point.y );
	add_point( &made, ( fw_vec2 ){ center.x + point.x, center.y + point.y }, around );
	add_point( &made, ( fw_vec2 ){ center.x + end.x, center.y + end.y }, around );
	return made;
}

// A line and what it turns into about a center, from which all is measured, while it meets each row once.
typedef struct line_turn
{
	fw_vec2 outer[2], inner[2]; // ends, before and after
	double radii[2];            // of the arcs of the outer and the inner end
} line_turn;

// Where its arcs pass beside the center, they reach farthest to that side.
static box box_of_piece( fw_vec2 center, const line_turn* turn )
{
	box made = empty_box;
	for ( int32_t k = 0; k < 2; k++ )
	{
		const fw_vec2* ends = k == 0 ? turn->outer : turn->inner;
		add_point( &made, ( fw_vec2 ){ center.x + ends[0].x, center.y + ends[0].y }, 0.0 );
		add_point( &made, ( fw_vec2 ){ center.x + ends[1].x, center.y + ends[1].y }, 0.0 );
		if ( lesser( ends[0].y, ends[1].y ) < 0.0 && greater( ends[0].y, ends[1].y ) > 0.0 )
		{
			const double side = ends[0].x + ends[1].x < 0.0 ? -1.0 : 1.0;
			include( &made.x, center.x + side * turn->radii[k] );
		}
	}
	return made;
}

static bool sweep_line_turn( fw_vec2 center, const line_turn* turn, const row_sink* sink )
{
	const fw_vec2* o = turn->outer;
	const fw_vec2* i = turn->inner;
	const box within = box_of_piece( center, turn );
	const int32_t last = ceil_to_int( within.y.x1 ) - 1;
	for ( int32_t y = floor_to_int( within.y.x0 ); y <= last; y++ )
	{
		if ( is_spared( sink, y, within.x ) )
		{
			continue;
		}
		const double a = y + SWEEP_SLACK;
		const double b = y + 1.0 - SWEEP_SLACK;
		interval span = { INFINITY, -INFINITY };
		for ( int32_t k = 0; k < 2; k++ )
		{
			include_line( &span, ( fw_vec2 ){ center.x + o[k].x, center.y + o[k].y },
			              ( fw_vec2 ){ center.x + i[k].x, center.y + i[k].y }, a, b );
		}
		include_arc( &span, center, turn->radii[0], o[0], o[1], a, b );
		include_arc( &span, center, turn->radii[1], i[0], i[1], a, b );
		if ( !take_span( sink, y, span ) )
		{
			return false;
		}
	}
	return true;
}

// A line that turns about a center; `inner` is its point nearest to the center.
static bool sweep_turning_line( fw_vec2 center, fw_vec2 outer, fw_vec2 inner, const rotation* by, const row_sink* sink )
{
	double cuts[CUTS_MAX];
	int32_t count = add_cuts( cuts, 0, outer, FW_PI / 2.0, by->angle );
	count = add_cuts( cuts, count, inner, FW_PI / 2.0, by->angle );
	count = add_cuts( cuts, count, ( fw_vec2 ){ outer.x - inner.x, outer.y - inner.y }, 0.0, by->angle );
	line_turn piece = {
	    { outer, outer }, { inner, inner }, { fw_length( outer.x, outer.y ), fw_length( inner.x, inner.y ) } };
	for ( int32_t i = 0; i <= count; i++ )
	{
		const rotation to = i < count ? rotation_by( cuts[i] ) : *by;
		piece.outer[1] = turned( outer, &to );
		piece.inner[1] = turned( inner, &to );
		if ( !sweep_line_turn( center, &piece, sink ) )
		{
			return false;
		}
		piece.outer[0] = piece.outer[1];
		piece.inner[0] = piece.inner[1];
	}
	return true;
}

// The disc about a corner, along its circle.
static bool sweep_corner( fw_vec2 center, fw_vec2 corner, double radius, const rotation* by, const box* within,
                          const row_sink* sink )
{
	const fw_row_choice among = sink->seen != NULL ? fw_view_rows( sink->seen, within ) : ( fw_row_choice ){ 0, 0 };
	if ( sink->seen != NULL && among.rows == 0 )
	{
		return true;
	}
	const fw_vec2 end = turned( corner, by );
	const fw_segment arc = { .kind = FW_SEGMENT_ARC,
	                         .from = { center.x + corner.x, center.y + corner.y },
	                         .to = { center.x + end.x, center.y + end.y },
	                         .center = center,
	                         .radius = greater( fw_length( corner.x, corner.y ), SWEEP_SLACK ),
	                         .start = fw_atan2( corner.y, corner.x ),
	                         .sweep = by->angle };
	return sink->seen != NULL
	           ? fw_sweep_disc_rows( radius, &arc, &among, fw_view_row_is_free, (void*)(uintptr_t)sink->seen )
	           : fw_sweep_disc_rows( radius, &arc, NULL, sink->take, sink->context );
}

// A body that turns about a center, from which its corners are measured.
typedef struct spin
{
	fw_vec2 center;
	body about;
	double radius;              // of its rounding
	rotation by;                //
	box within[FW_OUTLINE_MAX]; // that the rounded corners keep to
} spin;

// What leads of it.
static bool sweep_leading( const spin* s, const row_sink* sink )
{
	const body* of = &s->about;
	bool free = true;
	fw_vec2 before = direction( of->corners[of->count - 1], of->corners[0] );
	for ( int32_t i = 0; i < of->count && free; i++ )
	{
		const fw_vec2 a = of->corners[i];
		const fw_vec2 b = corner_after( of, i );
		const fw_vec2 along = direction( a, b );
		const double at_a = a.x * along.x + a.y * along.y;
		const double at_b = b.x * along.x + b.y * along.y;
		// A corner at the foot itself may lead where its edges do not.
		if ( s->radius > 0.0 && ( at_a < SWEEP_SLACK || a.x * before.x + a.y * before.y < SWEEP_SLACK ) )
		{
			free = sweep_corner( s->center, a, s->radius, &s->by, &s->within[i], sink );
		}
		before = along;
		box within = s->within[i];
		add_box( &within, &s->within[i + 1 < of->count ? i + 1 : 0] );
		if ( at_a < 0.0 && free && !fw_view_spares( sink, &within ) )
		{
			const fw_vec2 out = outwards( along, s->radius );
			const fw_vec2 outer = { a.x + out.x, a.y + out.y };
			const double length = lesser( at_b, 0.0 ) - at_a;
			const fw_vec2 inner = { outer.x + length * along.x, outer.y + length * along.y };
			free = sweep_turning_line( s->center, outer, inner, &s->by, sink );
		}
	}
	return free;
}

static bool sweep_arc( const fw_unit* unit, const fw_segment* arc, const fw_layer* layer, bool goes_on,
                       const row_sink* rows )
{
	// An arc to the left is taken from its other end, so that all turn from +x towards +y.
	const double side = arc->sweep < 0.0 ? -1.0 : 1.0;
	const fw_vec2 from = arc->sweep < 0.0 ? arc->to : arc->from;
	const fw_vec2 out = direction( arc->center, from );
	const double facing = arc->gear == FW_GEAR_REVERSE ? -side : side;
	const fw_vec2 ahead = { -out.y * facing, out.x * facing };
	const fw_vec2 apart = { from.x - arc->center.x, from.y - arc->center.y };
	spin s;
	s.center = arc->center;
	s.about = place_body( unit, apart, ahead );
	s.radius = unit->radius;
	s.by = rotation_by( lesser( fabs( arc->sweep ), FW_TAU ) );
	box within = empty_box;
	for ( int32_t i = 0; i < s.about.count; i++ )
	{
		s.within[i] = box_of_turning( s.center, s.about.corners[i], s.radius, &s.by );
		add_box( &within, &s.within[i] );
	}
	view seen;
	row_sink sink = *rows;
	sink.seen = layer != NULL && fw_view_around( &seen, layer, &within ) ? &seen : NULL;
	if ( fw_view_spares( &sink, &within ) )
	{
		return true;
	}
	// Of an arc to the left this is where it ends.
	if ( !goes_on || arc->sweep < 0.0 )
	{
		const body first = place_body( unit, from, ahead );
		if ( !sweep_body( &first, unit->radius, NULL, &sink ) )
		{
			return false;
		}
	}
	return sweep_leading( &s, &sink );
}

bool fw_sweep_outline_rows( const fw_unit* unit, const fw_segment* segment, const fw_layer* layer, bool goes_on,
                            fw_take_row* take, void* context )
{
	const row_sink rows = { take, context, NULL };
	return segment->kind == FW_SEGMENT_ARC ? sweep_arc( unit, segment, layer, goes_on, &rows )
	                                       : sweep_line( unit, segment, layer, &rows );
}
