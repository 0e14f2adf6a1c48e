// SPDX-License-Identifier: MIT
// The shortest path that a given one can be pulled into: the string is held by its ends and goes round corners of
// blocked tiles, each grown to a disc of the unit's radius. (Where a square's top left tile may be, every blocked tile
// is a larger square, and the string goes round its corners at no distance.)
//
// From the start on, each waypoint is let go: the string snaps to the corners that lie between it and the straight line
// past the waypoint. These are the convex hull of the corners in that triangle, found from the deepest one down. A
// corner that the string no longer bends round is let go too. Source: the idea is that of the funnel algorithm of
// D. T. Lee, F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear Barriers" (1984), and of
// J. Hershberger, J. Snoeyink, "Computing Minimum Length Paths of a Given Homotopy Class" (1994). Differs from them:
// there is no triangulation; corners are found in the rows of the map. The hull: W. F. Eddy, "A New Convex Hull
// Algorithm for Planar Sets" (1977). Cost: O(rows of the triangle) for each corner of its hull.
#include "sweep/taut.h"

#include "sweep/sight.h"
#include "sweep/sweep.h"

#include <math.h>
#include <string.h>

// A corner within the triangle by less does not count: it lies on the string.
#define DEEP 1e-8
// The legs of a triangle are legal up to this.
#define LEG_SLACK 2e-7
// The sweep takes smaller discs for larger ones, so that they do not slip between two tiles that meet at a corner.
#define LEAST_RADIUS 1e-6
// Bends of 45 degrees are 0.035 radii longer than a quarter circle.
#define BEND_MOST ( FW_PI / 4.0 )
// Where these have no room at the outside of a corner, bends of a half, and then of a quarter of that.
#define BEND_TRIES 3
// Round a corner a smaller disc goes in one bend.
#define BEND_RADIUS 0.01
// Each waypoint is let go once and each corner seldom twice; more is a mistake in the path.
#define DEPTH_MAX 1000
#define ROUNDS_A_POINT 64
#define ROUNDS_LEAST 4096

// A directed line: direction (x, y), and the side of a point is -y * px + x * py - offset, positive to the right of
// travel on the screen.
typedef struct line
{
	double x, y, offset;
} line;

typedef struct pull
{
	fw_taut* taut;
	const fw_allocator* allocator;
	const fw_layer* tiles;
	double radius;
	double low, high; // of a blocked tile as the string sees it, from the tile's column or row on
	bool good;        // false: memory is out
} pull;

typedef struct taut_rows
{
	double y0, y1;
} taut_rows;

// What touches the string on one side between two of its nodes.
typedef struct triangle
{
	fw_taut_node from, to;
	line first, second; // legs of the path that is there
	double bend;        // the side that the corners are on
	taut_rows rows;     // that it is in
	int32_t depth;      // of the hull's parts in one another
} triangle;

static double side_of( const line* l, fw_vec2 p )
{
	return l->x * p.y - l->y * p.x - l->offset;
}

// The line past two nodes, each on its side. False where they are too near.
static bool join( const fw_taut_node* a, const fw_taut_node* b, line* out )
{
	const double dx = b->at.x - a->at.x;
	const double dy = b->at.y - a->at.y;
	const double distance = sqrt( dx * dx + dy * dy );
	const double turn = b->side * b->radius - a->side * a->radius;
	if ( !( distance > 1e-12 ) || fabs( turn ) > distance )
	{
		return false;
	}
	const double s = turn / distance;
	const double c = sqrt( 1.0 - s * s );
	const double ux = dx / distance;
	const double uy = dy / distance;
	*out = ( line ){ .x = c * ux + s * uy, .y = c * uy - s * ux };
	out->offset = side_of( out, a->at ) - a->side * a->radius;
	return true;
}

static double cross( const line* a, const line* b )
{
	return a->x * b->y - a->y * b->x;
}

// Makes the rows hold the place where two lines meet; all of `within` where they hardly do.
static void include_meeting( taut_rows* r, const line* a, const line* b, taut_rows within )
{
	const double c = cross( a, b );
	if ( fabs( c ) < 1e-8 )
	{
		*r = within;
		return;
	}
	const double y = ( a->y * b->offset - b->y * a->offset ) / -c;
	r->y0 = fmin( r->y0, y );
	r->y1 = fmax( r->y1, y );
}

// The blocked tile of a row that is nearest to `from` among those up to `to`, to the left or to the right of it;
// INT32_MAX if there is none.
static int32_t first_blocked( const uint64_t* row, int32_t from, int32_t to, bool leftward )
{
	const uint32_t last = (uint32_t)( to + FW_LAYER_PAD ) >> 6;
	const uint32_t bit = (uint32_t)( from + FW_LAYER_PAD ) & 63;
	uint32_t word = (uint32_t)( from + FW_LAYER_PAD ) >> 6;
	uint64_t bits = ~row[word] & ( leftward ? ~(uint64_t)0 >> ( 63 - bit ) : ~(uint64_t)0 << bit );
	while ( bits == 0 && word != last )
	{
		word = leftward ? word - 1 : word + 1;
		bits = ~row[word];
	}
	if ( bits == 0 )
	{
		return INT32_MAX;
	}
	const int32_t found = (int32_t)word * 64 + ( leftward ? 63 - FW_CLZ64( bits ) : FW_CTZ64( bits ) ) - FW_LAYER_PAD;
	return ( leftward ? found >= to : found <= to ) ? found : INT32_MAX;
}

// The part of a row where factor * x + rest is not negative.
FW_INLINE void clip( double factor, double rest, double* x0, double* x1 )
{
	if ( factor > 1e-12 )
	{
		const double x = -rest / factor;
		*x0 = x > *x0 ? x : *x0;
	}
	else if ( factor < -1e-12 )
	{
		const double x = -rest / factor;
		*x1 = x < *x1 ? x : *x1;
	}
	else if ( rest < 0.0 )
	{
		*x1 = -INFINITY;
	}
}

// The corner that lies deepest behind the chord: `corner` is the place of the corner, `tip` that of the disc round it
// that is farthest from the chord.
static bool find_deepest( const pull* p, const triangle* t, const line* chord, fw_vec2* corner, fw_vec2* tip )
{
	const double begin = chord->x * t->from.at.x + chord->y * t->from.at.y - LEG_SLACK;
	const double end = chord->x * t->to.at.x + chord->y * t->to.at.y + LEG_SLACK;
	// Away from the chord.
	const double wx = t->bend * chord->y;
	const double wy = -t->bend * chord->x;
	const fw_vec2 tile = { wx > 0.0 ? p->high : p->low, wy > 0.0 ? p->high : p->low };
	const fw_vec2 shift = { tile.x + p->radius * wx, tile.y + p->radius * wy };
	const int32_t first = (int32_t)fmax( ceil( t->rows.y0 - shift.y - 1e-3 ), -1.0 );
	const int32_t last = (int32_t)fmin( floor( t->rows.y1 - shift.y + 1e-3 ), p->tiles->height );
	double deepest = DEEP;
	bool found = false;
	for ( int32_t y = first; y <= last; y++ )
	{
		const double my = y + shift.y;
		double x0 = shift.x - 1.0;
		double x1 = shift.x + p->tiles->width;
		const double b = t->bend;
		clip( -b * t->first.y, b * ( t->first.x * my - t->first.offset ) + LEG_SLACK, &x0, &x1 );
		clip( -b * t->second.y, b * ( t->second.x * my - t->second.offset ) + LEG_SLACK, &x0, &x1 );
		clip( b * chord->y, -b * ( chord->x * my - chord->offset ) - DEEP, &x0, &x1 );
		clip( chord->x, chord->y * my - begin, &x0, &x1 );
		clip( -chord->x, end - chord->y * my, &x0, &x1 );
		if ( !( x0 <= x1 + 1e-9 ) )
		{
			continue;
		}
		const int32_t i0 = (int32_t)ceil( x0 - shift.x - 1e-9 );
		const int32_t i1 = (int32_t)floor( x1 - shift.x + 1e-9 );
		if ( i0 > i1 )
		{
			continue;
		}
		const uint64_t* row = fw_layer_row( p->tiles, y );
		const int32_t x = wx > 0.0 ? first_blocked( row, i1, i0, true ) : first_blocked( row, i0, i1, false );
		if ( x == INT32_MAX )
		{
			continue;
		}
		const fw_vec2 at = { x + shift.x, my };
		const double depth = -b * side_of( chord, at );
		if ( depth > deepest )
		{
			deepest = depth;
			found = true;
			*tip = at;
			*corner = ( fw_vec2 ){ x + tile.x, y + tile.y };
		}
	}
	return found;
}

static void push( pull* p, fw_taut_node node )
{
	p->good = p->good && FW_PUSH( p->allocator, &p->taut->todo, &p->taut->todo_count, &p->taut->todo_capacity, node );
}

// Pushes the corners of a triangle that the string snaps to, the last one first.
static void snap( pull* p, const triangle* t )
{
	line chord;
	if ( !p->good || t->depth > DEPTH_MAX || !join( &t->from, &t->to, &chord ) )
	{
		return;
	}
	triangle inner = *t;
	inner.rows = ( taut_rows ){ INFINITY, -INFINITY };
	include_meeting( &inner.rows, &t->first, &chord, t->rows );
	include_meeting( &inner.rows, &t->second, &chord, t->rows );
	include_meeting( &inner.rows, &t->first, &t->second, t->rows );
	inner.depth++;
	inner.rows.y0 = fmax( inner.rows.y0, t->rows.y0 );
	inner.rows.y1 = fmin( inner.rows.y1, t->rows.y1 );
	fw_vec2 corner = { 0.0, 0.0 };
	fw_vec2 tip = { 0.0, 0.0 };
	if ( !find_deepest( p, &inner, &chord, &corner, &tip ) )
	{
		return;
	}
	const fw_taut_node middle = { corner, p->radius, t->bend };
	line beyond = chord;
	beyond.offset += side_of( &chord, tip );
	triangle one = inner;
	triangle other = inner;
	one.to = middle;
	one.second = beyond;
	other.from = middle;
	other.first = beyond;
	snap( p, &other );
	push( p, middle );
	snap( p, &one );
}

static bool is_same_place( fw_vec2 a, fw_vec2 b )
{
	return fabs( a.x - b.x ) < 1e-12 && fabs( a.y - b.y ) < 1e-12;
}

// Lets go of the last node that is done; false if the string bends round it.
static bool let_go( pull* p )
{
	fw_taut* taut = p->taut;
	const fw_taut_node* at = &taut->done[taut->done_count - 1];
	triangle t = { .from = at[-1], .to = taut->todo[taut->todo_count - 1] };
	if ( !join( &t.from, at, &t.first ) || !join( at, &t.to, &t.second ) )
	{
		// A node upon another one holds nothing.
		taut->done_count--;
		return true;
	}
	const double turn = cross( &t.first, &t.second );
	if ( at->side * turn > 1e-12 )
	{
		return false;
	}
	t.bend = turn < 0.0 ? -1.0 : 1.0;
	t.rows.y0 = fmin( at->at.y, fmin( t.from.at.y, t.to.at.y ) ) - p->radius;
	t.rows.y1 = fmax( at->at.y, fmax( t.from.at.y, t.to.at.y ) ) + p->radius;
	taut->done_count--;
	snap( p, &t );
	return true;
}

// Finds the nodes of the taut string. False if they do not settle, or memory is out.
static bool tighten( pull* p )
{
	fw_taut* taut = p->taut;
	taut->done_count = 0;
	taut->todo_count = 0;
	for ( int32_t i = taut->count - 1; i >= 0; i-- )
	{
		push( p, ( fw_taut_node ){ .at = taut->points[i] } );
	}
	int64_t rounds = (int64_t)ROUNDS_A_POINT * taut->count + ROUNDS_LEAST;
	while ( p->good && taut->todo_count > 0 && rounds-- > 0 )
	{
		const fw_taut_node next = taut->todo[taut->todo_count - 1];
		const fw_taut_node* last = taut->done_count > 0 ? &taut->done[taut->done_count - 1] : NULL;
		const bool doubled = last != NULL && last->side == next.side && is_same_place( last->at, next.at );
		if ( !doubled && taut->done_count >= 2 && let_go( p ) )
		{
			continue;
		}
		taut->todo_count--;
		if ( doubled && ( taut->todo_count > 0 || taut->done_count > 1 ) )
		{
			taut->done_count--; // of the two the later one stays, which may be the goal
		}
		p->good = FW_PUSH( p->allocator, &taut->done, &taut->done_count, &taut->done_capacity, next );
	}
	return p->good && taut->todo_count == 0;
}

static void add_bend( pull* p, fw_vec2 at )
{
	fw_taut* taut = p->taut;
	p->good = p->good && FW_PUSH( p->allocator, &taut->bends, &taut->bend_count, &taut->bend_capacity, at );
}

// Goes round a corner in equal bends at the outside of the disc about it.
static void add_corner( pull* p, const fw_taut_node* node, const line* in, const line* out, int32_t parts )
{
	const double angle = fabs( fw_atan2( cross( in, out ), in->x * out->x + in->y * out->y ) );
	const int32_t count = node->radius > BEND_RADIUS ? parts * (int32_t)ceil( angle / BEND_MOST - 1e-9 ) : 1;
	for ( int32_t i = 0; i < count; i++ )
	{
		double s, c;
		fw_sincos( node->side * angle * ( i + 0.5 ) / count, &s, &c );
		const double reach = node->side * node->radius / fw_cos( 0.5 * angle / count );
		// The direction that the string has here, and from the corner to it.
		const double ux = c * in->x - s * in->y;
		const double uy = s * in->x + c * in->y;
		add_bend( p, ( fw_vec2 ){ node->at.x + reach * uy, node->at.y - reach * ux } );
	}
}

// The points of the string.
static void list_bends( pull* p, int32_t parts )
{
	fw_taut* taut = p->taut;
	taut->bend_count = 0;
	add_bend( p, taut->done[0].at );
	for ( int32_t i = 1; i + 1 < taut->done_count; i++ )
	{
		const fw_taut_node* at = &taut->done[i];
		line in;
		line out;
		if ( join( at - 1, at, &in ) && join( at, at + 1, &out ) )
		{
			add_corner( p, at, &in, &out, parts );
		}
	}
	add_bend( p, taut->done[taut->done_count - 1].at );
}

// Points may touch corners.
static bool is_legal( const pull* p, const fw_unit* unit )
{
	bool legal = true;
	for ( int32_t i = 0; i + 1 < p->taut->bend_count && legal; i++ )
	{
		const fw_vec2 a = p->taut->bends[i];
		const fw_vec2 b = p->taut->bends[i + 1];
		const fw_segment straight = fw_segment_line( a, b, FW_GEAR_FORWARD );
		legal = unit->size == 0 && unit->radius == 0.0 ? fw_layer_sight_points( p->tiles, FW_CORNERS_CLOSED, a, b )
		                                               : fw_layer_sweep_unit( p->tiles, unit, &straight );
	}
	return legal;
}

static double length_of( const fw_vec2* points, int32_t count )
{
	double length = 0.0;
	for ( int32_t i = 0; i + 1 < count; i++ )
	{
		length += fw_length( points[i + 1].x - points[i].x, points[i + 1].y - points[i].y );
	}
	return length;
}

// Paths may come from anywhere.
static bool is_on_map( const pull* p )
{
	bool on_map = true;
	for ( int32_t i = 0; i < p->taut->count && on_map; i++ )
	{
		const fw_vec2 at = p->taut->points[i];
		on_map = at.x >= 0.0 && at.y >= 0.0 && at.x <= p->tiles->width && at.y <= p->tiles->height;
	}
	return on_map;
}

bool fw_taut_pull( fw_taut* taut, const fw_allocator* allocator, const fw_layer* tiles, const fw_unit* unit )
{
	const bool is_square = unit->size > 0;
	pull p = { .taut = taut,
	           .allocator = allocator,
	           .tiles = tiles,
	           .radius = is_square || unit->radius == 0.0 ? 0.0 : fmax( unit->radius, LEAST_RADIUS ),
	           .low = is_square ? 0.5 - unit->size : 0.0,
	           .high = is_square ? 1.5 : 1.0,
	           .good = true };
	const bool settled = taut->count >= 3 && is_on_map( &p ) && tighten( &p );
	const double before = length_of( taut->points, taut->count );
	bool found = false;
	for ( int32_t i = 0; i < BEND_TRIES && settled && p.good && !found; i++ )
	{
		list_bends( &p, 1 << i );
		found = p.good && length_of( taut->bends, taut->bend_count ) < before && is_legal( &p, unit );
	}
	p.good = p.good && ( !found || FW_GROW( allocator, &taut->points, &taut->capacity, taut->bend_count ) );
	if ( p.good && found )
	{
		memcpy( taut->points, taut->bends, (size_t)taut->bend_count * sizeof( fw_vec2 ) );
		taut->count = taut->bend_count;
	}
	return p.good;
}

bool fw_taut_add( fw_taut* taut, const fw_allocator* allocator, fw_vec2 point )
{
	return FW_PUSH( allocator, &taut->points, &taut->count, &taut->capacity, point );
}

void fw_taut_hold( fw_holdings* holdings, fw_taut* taut )
{
	FW_HOLD( holdings, taut->points, taut->capacity );
	FW_HOLD( holdings, taut->bends, taut->bend_capacity );
	FW_HOLD( holdings, taut->done, taut->done_capacity );
	FW_HOLD( holdings, taut->todo, taut->todo_capacity );
}
