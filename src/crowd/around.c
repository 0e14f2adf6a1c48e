// SPDX-License-Identifier: MIT
// Detours around others and back to the path, in a window of tiles around the unit.
#include "base/indexed_heap.h"
#include "crowd/window.h"

#include <math.h>

// Of steps, in 1/2378 tiles, as in searches over maps: 3363 / 2378 is sqrt(2) to seven digits.
#define STRAIGHT 2378
#define DIAGONAL 3363
// Additional cost of a tile on the left of the path: all pass on the right.
#define LEFT_SIDE 400
// What a tile of another unit costs where such tiles count as open.
#define OCCUPIED 9500

// How far along the path detours may end [tiles].
#define JOIN_AHEAD 24.0
#define JOIN_BEHIND 24.0
#define JOIN_STEP 0.5

#define POINTS 256

const int8_t fw_beside_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
const int8_t fw_beside_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

// One search for a detour.
typedef struct quest
{
	fw_crowd* crowd;
	int32_t index;
	const crowd_unit* unit;
	bool costly;
	bool off_way;      // of the unit for which `want` was counted up
	fw_vec2 from, way; // the path's direction there
	fw_vec2 end;       // of the stretch of path that it may join
} quest;

static bool comes_before( const void* context, int32_t a, int32_t b )
{
	const around_node* p = &( (const fw_crowd*)context )->around[a];
	const around_node* q = &( (const fw_crowd*)context )->around[b];
	return p->total != q->total ? p->total < q->total : a < b;
}

static void note_place( void* context, int32_t node, int32_t place )
{
	( (fw_crowd*)context )->around[node].place = place;
}

// Nodes lie in the heap once; `closed` says that they left it.
static void settle( fw_crowd* crowd, int32_t place, int32_t node )
{
	fw_heap_settle( crowd->heap, crowd->heap_count, place, node, comes_before, note_place, crowd );
}

static void offer( fw_crowd* crowd, int32_t node, int32_t cost, int32_t least, int32_t parent )
{
	around_node* at = &crowd->around[node];
	if ( at->stamp == crowd->stamp )
	{
		if ( at->closed || cost >= at->cost )
		{
			return;
		}
		at->cost = cost;
		at->total = cost + least;
		at->parent = parent;
		settle( crowd, at->place, node );
		return;
	}
	at->stamp = crowd->stamp;
	at->closed = false;
	at->cost = cost;
	at->total = cost + least;
	at->parent = parent;
	crowd->heap_count++;
	settle( crowd, crowd->heap_count - 1, node );
}

static int32_t take( fw_crowd* crowd )
{
	const int32_t node = crowd->heap[0];
	crowd->around[node].closed = true;
	if ( --crowd->heap_count > 0 )
	{
		settle( crowd, 0, crowd->heap[crowd->heap_count] );
	}
	return node;
}

// What a tile costs beyond the step, -1 where it is closed.
static int32_t surcharge( const quest* q, int32_t x, int32_t y )
{
	const int32_t tile = tile_of( q->crowd, x, y );
	int32_t blocker = -1;
	if ( tile < 0 || !tile_passable( q->crowd, q->unit, tile ) )
	{
		return -1;
	}
	const double dx = x + 0.5 - q->from.x;
	const double dy = y + 0.5 - q->from.y;
	const int32_t side = q->way.x * dy - q->way.y * dx < -0.3 ? LEFT_SIDE : 0;
	if ( q->off_way && tile_wanted( q->crowd, tile ) )
	{
		return -1;
	}
	if ( fw_crowd_may_own( q->crowd, q->index, tile, q->crowd->def.look_ahead, &blocker ) )
	{
		return side;
	}
	return q->costly ? side + OCCUPIED : -1;
}

// The minimum cost from a tile to the end of the stretch of path that the detour may join, wherever it joins.
static int32_t min_to_end( const quest* q, int32_t x, int32_t y )
{
	return (int32_t)( STRAIGHT * fmax( 0.0, fw_length( x + 0.5 - q->end.x, y + 0.5 - q->end.y ) - 1.0 ) );
}

static void expand( const quest* q, int32_t node )
{
	fw_crowd* crowd = q->crowd;
	const int32_t x = crowd->left_x + node % FW_AROUND;
	const int32_t y = crowd->top_y + node / FW_AROUND;
	int32_t extra[8];
	for ( int32_t d = 0; d < 8; d++ )
	{
		extra[d] = surcharge( q, x + fw_beside_x[d], y + fw_beside_y[d] );
	}
	for ( int32_t d = 0; d < 8; d++ )
	{
		const int32_t child = node_of( crowd, x + fw_beside_x[d], y + fw_beside_y[d] );
		const bool diagonal = d % 2 == 1;
		if ( child < 0 || extra[d] < 0 || ( diagonal && ( extra[d - 1] < 0 || extra[( d + 1 ) % 8] < 0 ) ) )
		{
			continue;
		}
		const int32_t sides = diagonal ? extra[d - 1] + extra[( d + 1 ) % 8] : 0;
		const int32_t step = diagonal ? DIAGONAL : STRAIGHT;
		const int32_t cost = crowd->around[node].cost + step + extra[d] + ( q->costly ? sides : 0 );
		offer( crowd, child, cost, min_to_end( q, x + fw_beside_x[d], y + fw_beside_y[d] ), node );
	}
}

// Marks the tiles of the window through which the unit's path goes behind a distance, with the furthest one there.
static void mark_path( fw_crowd* crowd, const crowd_unit* unit, double low, double high )
{
	double begin = 0.0;
	for ( int32_t i = 0; i < unit->main.count; i++ )
	{
		const fw_segment* segment = &unit->main.segments[i];
		const bool last = i == unit->main.count - 1;
		double at = fmax( low, begin );
		while ( at <= fmin( high, begin + segment->length ) )
		{
			const fw_pose pose = fw_segment_pose_at( segment, at - begin );
			const int32_t node = node_of( crowd, (int32_t)floor( pose.x ), (int32_t)floor( pose.y ) );
			if ( node >= 0 )
			{
				crowd->around[node].main = at;
				crowd->around[node].main_stamp = crowd->stamp;
			}
			const double next = at + JOIN_STEP;
			at =
			    last && at < begin + segment->length && next > begin + segment->length ? begin + segment->length : next;
		}
		begin += segment->length;
	}
	if ( unit->main.count == 0 )
	{
		const int32_t node =
		    node_of( crowd, (int32_t)floor( unit->main.start.x ), (int32_t)floor( unit->main.start.y ) );
		if ( node >= 0 )
		{
			crowd->around[node].main = 0.0;
			crowd->around[node].main_stamp = crowd->stamp;
		}
	}
}

// The first point on the path after `from` whose tiles others own, and the point where they no longer do.
static double beyond_others( fw_crowd* crowd, int32_t index, double from )
{
	const crowd_unit* unit = &crowd->units[index];
	double begin = 0.0;
	double met = -1.0;
	for ( int32_t i = 0; i < unit->main.count && met < 0.0; i++ )
	{
		const fw_segment* segment = &unit->main.segments[i];
		for ( double at = fmax( from, begin ); at <= fmin( from + JOIN_AHEAD, begin + segment->length ) && met < 0.0;
		      at += JOIN_STEP )
		{
			const fw_pose pose = fw_segment_pose_at( segment, at - begin );
			const int32_t tile = tile_at( crowd, ( fw_vec2 ){ pose.x, pose.y } );
			int32_t blocker;
			if ( tile >= 0 && !fw_crowd_may_own( crowd, index, tile, crowd->def.look_ahead, &blocker ) )
			{
				met = at;
			}
		}
		begin += segment->length;
	}
	return met;
}

// May the unit go straight between two points, clear of walls and others?
static bool is_open( const quest* q, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	const touched tiles = fw_crowd_touch( q->crowd, q->unit->radius, &line );
	bool open = tiles.count <= FW_CLAIM_ROWS;
	for ( int32_t r = 0; r < tiles.count && open; r++ )
	{
		for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1 && open; x++ )
		{
			int32_t blocker;
			const int32_t tile = tile_of( q->crowd, x, tiles.rows[r].y );
			open = tile >= 0 && fw_crowd_may_own( q->crowd, q->index, tile, q->crowd->def.look_ahead, &blocker );
		}
	}
	return open;
}

// The points of a detour that ends at a node, from the start's own tile on; 0 if there are too many.
static int32_t list_points( const quest* q, int32_t node, fw_vec2 points[POINTS] )
{
	const fw_crowd* crowd = q->crowd;
	int32_t count = 0;
	for ( int32_t n = node; n >= 0; n = crowd->around[n].parent )
	{
		if ( count == POINTS )
		{
			return 0;
		}
		points[count++] = center_of( crowd, tile_of_node( crowd, n ) );
	}
	for ( int32_t i = 0; i < count / 2; i++ )
	{
		const fw_vec2 point = points[i];
		points[i] = points[count - 1 - i];
		points[count - 1 - i] = point;
	}
	return count;
}

// Removes points that a straight line may pass, a few ahead at a time.
static int32_t straighten( const quest* q, fw_vec2 from, fw_vec2* points, int32_t count )
{
	int32_t kept = 0;
	fw_vec2 at = from;
	int32_t next = 0;
	while ( next < count )
	{
		int32_t far = next;
		for ( int32_t i = next + 1; i < count && i <= next + 5 && !q->costly; i++ )
		{
			far = is_open( q, at, points[i] ) ? i : far;
		}
		at = points[far];
		points[kept++] = at;
		next = far + 1;
	}
	return kept;
}

static bool detour_of_walker( fw_crowd* crowd, int32_t index, bool beyond, double longer, bool costly )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_pose stop = fw_crowd_stop_pose( unit );
	const fw_vec2 from = { stop.x, stop.y };
	const double stops = unit->at + unit->speed * unit->speed / ( 2.0 * unit->how.unit.braking );
	const double main_now = fw_crowd_main_at( unit, fmin( stops, unit->owned ) );
	quest q = { .crowd = crowd, .index = index, .unit = unit, .costly = costly, .from = from };
	q.off_way = !beyond && !costly;
	fw_sincos( stop.heading, &q.way.y, &q.way.x );
	const int32_t tile = tile_at( crowd, from );
	const double met = beyond ? beyond_others( crowd, index, main_now ) : -1.0;
	if ( tile < 0 || ( beyond && met < 0.0 ) )
	{
		return false;
	}
	const double join_end = fmin( main_now + JOIN_AHEAD, unit->main.length );
	const fw_pose end = unit->main.count > 0 ? fw_path_at( &unit->main, join_end ).pose : unit->main.start;
	q.end = ( fw_vec2 ){ end.x, end.y };
	open_window( crowd, tile );
	mark_path( crowd, unit, beyond ? met + JOIN_STEP : fmax( 0.0, main_now - JOIN_BEHIND ), join_end );
	offer( crowd, node_of( crowd, tile % crowd->width, tile / crowd->width ), 0, 0, -1 );
	// What lies behind the stretch is the same for all.
	double best = beyond ? join_end - main_now + longer : INFINITY;
	int32_t goal = -1;
	while ( crowd->heap_count > 0 )
	{
		const int32_t node = take( crowd );
		const around_node* at = &crowd->around[node];
		const double driven = (double)at->cost / STRAIGHT;
		if ( (double)at->total / STRAIGHT > best )
		{
			break;
		}
		if ( at->main_stamp == crowd->stamp && driven + join_end - at->main < best )
		{
			best = driven + join_end - at->main;
			goal = node;
		}
		crowd->budget--;
		expand( &q, node );
	}
	if ( goal < 0 )
	{
		return false;
	}
	fw_vec2 points[POINTS + 1];
	const double join = crowd->around[goal].main;
	int32_t count = list_points( &q, goal, points );
	if ( count == 0 )
	{
		return false;
	}
	const fw_pose joint = unit->main.count > 0 ? fw_path_at( &unit->main, join ).pose : unit->main.start;
	points[count++] = ( fw_vec2 ){ joint.x, joint.y };
	count = straighten( &q, from, points, count );
	return fw_crowd_lay( crowd, index, points, count, &unit->main, join, ERRAND_GOAL );
}

// Wide units go back as they came, or straight where nothing is in between.
static bool return_of_wide( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	fw_vec2 points[FW_TRAIL];
	const fw_vec2 here = { unit->pose.x, unit->pose.y };
	int32_t first = 0;
	while ( first + 1 < unit->trail_count )
	{
		const fw_segment line = fw_segment_line( here, unit->trail[first], FW_GEAR_FORWARD );
		if ( fw_sweep_segment( crowd->def.grid, unit->how.unit.capabilities, unit->radius, &line ) )
		{
			break;
		}
		first++;
	}
	int32_t count = 0;
	for ( int32_t i = first; i >= 0 && unit->trail_count > 0; i-- )
	{
		points[count++] = unit->trail[i];
	}
	return fw_crowd_lay( crowd, index, points, count, &unit->main, unit->main_at, ERRAND_GOAL );
}

bool fw_crowd_detour( fw_crowd* crowd, int32_t index, bool beyond, double longer, bool costly )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->walks )
	{
		const bool found = detour_of_walker( crowd, index, beyond, longer, costly );
		crowd->counters.detours += found && beyond ? 1 : 0;
		unit->tries += found && beyond ? 1 : 0;
		return found;
	}
	return !beyond && return_of_wide( crowd, index );
}
