// SPDX-License-Identifier: MIT
// Searches in a window of tiles round a walking unit: ways round others, back to the path, and chains of units that
// move up by a tile so that the first one can leave its own.
#include "motion/crowd.h"

#include <math.h>

// Of steps, in 1/2378 tiles, as in searches over maps: 3363 / 2378 is sqrt(2) to seven digits.
#define STRAIGHT 2378
#define DIAGONAL 3363
// What a tile on the left of the way costs more: all pass on the right.
#define LEFT_SIDE 400
// What a tile of another unit costs where such tiles count as open.
#define OCCUPIED 9500

// How far along the path ways round may end [tiles].
#define JOIN_AHEAD 24.0
#define JOIN_BEHIND 24.0
#define JOIN_STEP 0.5

// So far ahead a unit wants its way for itself, where others make room for it [tiles].
#define WANTED 32.0

#define POINTS 256

static const int8_t step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int8_t step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

// One search for a way.
typedef struct quest
{
	fw_crowd* crowd;
	int32_t index;
	const crowd_unit* unit;
	bool costly;
	bool off_way; // of the unit for which `want` was counted up
	fw_vec2 from, way; // the path's direction there
	fw_vec2 end;       // of the stretch of path that it may join
} quest;

static void open_window( fw_crowd* crowd, int32_t tile )
{
	crowd->left_x = tile % crowd->width - FW_AROUND / 2;
	crowd->top_y = tile / crowd->width - FW_AROUND / 2;
	crowd->stamp++;
	crowd->heap_count = 0;
}

// The node of a tile, -1 outside of the window or the map.
static int32_t node_of( const fw_crowd* crowd, int32_t x, int32_t y )
{
	const int32_t column = x - crowd->left_x;
	const int32_t row = y - crowd->top_y;
	const bool inside = (uint32_t)column < FW_AROUND && (uint32_t)row < FW_AROUND && tile_of( crowd, x, y ) >= 0;
	return inside ? row * FW_AROUND + column : -1;
}

static int32_t tile_of_node( const fw_crowd* crowd, int32_t node )
{
	return ( crowd->top_y + node / FW_AROUND ) * crowd->width + crowd->left_x + node % FW_AROUND;
}

static bool heap_less( const fw_crowd* crowd, int32_t a, int32_t b )
{
	const around_node* p = &crowd->around[a];
	const around_node* q = &crowd->around[b];
	return p->total != q->total ? p->total < q->total : a < b;
}

// Nodes lie in the heap once; `closed` says that they left it.
static void heap_up( fw_crowd* crowd, int32_t place )
{
	int32_t* heap = crowd->heap;
	while ( place > 0 && heap_less( crowd, heap[place], heap[( place - 1 ) / 2] ) )
	{
		const int32_t other = ( place - 1 ) / 2;
		const int32_t node = heap[place];
		heap[place] = heap[other];
		heap[other] = node;
		crowd->around[heap[place]].place = place;
		crowd->around[heap[other]].place = other;
		place = other;
	}
}

static void heap_down( fw_crowd* crowd, int32_t place )
{
	int32_t* heap = crowd->heap;
	for ( ;; )
	{
		int32_t least = 2 * place + 1;
		if ( least >= crowd->heap_count )
		{
			return;
		}
		if ( least + 1 < crowd->heap_count && heap_less( crowd, heap[least + 1], heap[least] ) )
		{
			least++;
		}
		if ( !heap_less( crowd, heap[least], heap[place] ) )
		{
			return;
		}
		const int32_t node = heap[place];
		heap[place] = heap[least];
		heap[least] = node;
		crowd->around[heap[place]].place = place;
		crowd->around[heap[least]].place = least;
		place = least;
	}
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
		heap_up( crowd, at->place );
		return;
	}
	at->stamp = crowd->stamp;
	at->closed = false;
	at->cost = cost;
	at->total = cost + least;
	at->parent = parent;
	at->place = crowd->heap_count;
	crowd->heap[crowd->heap_count++] = node;
	heap_up( crowd, at->place );
}

static int32_t take( fw_crowd* crowd )
{
	const int32_t node = crowd->heap[0];
	crowd->around[node].closed = true;
	crowd->heap[0] = crowd->heap[--crowd->heap_count];
	crowd->around[crowd->heap[0]].place = 0;
	heap_down( crowd, 0 );
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

// The least that a way from a tile to the end of the stretch of path that it may join costs, wherever it joins.
static int32_t least_to_end( const quest* q, int32_t x, int32_t y )
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
		extra[d] = surcharge( q, x + step_x[d], y + step_y[d] );
	}
	for ( int32_t d = 0; d < 8; d++ )
	{
		const int32_t child = node_of( crowd, x + step_x[d], y + step_y[d] );
		const bool diagonal = d % 2 == 1;
		if ( child < 0 || extra[d] < 0 || ( diagonal && ( extra[d - 1] < 0 || extra[( d + 1 ) % 8] < 0 ) ) )
		{
			continue;
		}
		const int32_t sides = diagonal ? extra[d - 1] + extra[( d + 1 ) % 8] : 0;
		const int32_t step = diagonal ? DIAGONAL : STRAIGHT;
		const int32_t cost = crowd->around[node].cost + step + extra[d] + ( q->costly ? sides : 0 );
		offer( crowd, child, cost, least_to_end( q, x + step_x[d], y + step_y[d] ), node );
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
			at = last && at < begin + segment->length && next > begin + segment->length ? begin + segment->length
			                                                                             : next;
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

// The first place on the path behind `from` that others hold, and where they no longer do.
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

// May the unit go straight between two places, off walls and others?
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
			open = tile >= 0 &&
			       fw_crowd_may_own( q->crowd, q->index, tile, q->crowd->def.look_ahead, &blocker );
		}
	}
	return open;
}

// The points of a way that ends at a node, from the start's own tile on; 0 where there are too many.
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
		points[count++] = centre_of( crowd, tile_of_node( crowd, n ) );
	}
	for ( int32_t i = 0; i < count / 2; i++ )
	{
		const fw_vec2 point = points[i];
		points[i] = points[count - 1 - i];
		points[count - 1 - i] = point;
	}
	return count;
}

// Takes out points that a straight way may leave out: as many as it sees, a few ahead.
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

void fw_crowd_want( fw_crowd* crowd, int32_t index )
{
	crowd->want++;
	if ( index < 0 )
	{
		return;
	}
	const crowd_unit* unit = &crowd->units[index];
	double distance = unit->at;
	while ( distance < unit->at + WANTED )
	{
		double begin;
		double end;
		const fw_segment* segment = fw_crowd_segment( unit, distance, &begin, &end );
		const double until = segment != NULL ? fmin( distance + 1.0, end ) : distance;
		if ( !( until > distance ) )
		{
			return;
		}
		const fw_segment piece = fw_segment_part( segment, distance - begin, until - begin );
		const touched tiles = fw_crowd_touch( crowd, unit->radius, &piece );
		for ( int32_t r = 0; r < tiles.count && r < FW_CLAIM_ROWS; r++ )
		{
			for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1; x++ )
			{
				const int32_t tile = tile_of( crowd, x, tiles.rows[r].y );
				if ( tile >= 0 )
				{
					crowd->wanted[tile] = crowd->want;
				}
			}
		}
		distance = until;
	}
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

// Does the unit stand so that a greater one may send it a tile on?
static bool can_be_sent( const fw_crowd* crowd, int32_t index, int32_t for_unit )
{
	const crowd_unit* unit = &crowd->units[index];
	const bool lesser = crowd->rank[index] > crowd->rank[for_unit] || unit->pusher == for_unit;
	return index != for_unit && unit->walks && unit->speed == 0.0 && lesser &&
	       ( unit->promised < 0 || unit->waits > FW_HELD_UP );
}

// The tile that a unit stands on the middle of, or would.
static int32_t own_tile( const fw_crowd* crowd, int32_t index )
{
	return tile_at( crowd, ( fw_vec2 ){ crowd->units[index].pose.x, crowd->units[index].pose.y } );
}

// May a unit of a chain go to this tile without sending on who stands in it? Units that only reach into it can draw back
// to the middle of their own.
static bool is_room( const fw_crowd* crowd, int32_t tile, int32_t first, int32_t for_unit )
{
	const int32_t owner = crowd->owner[tile];
	const ahead_tile* ahead = tile_ahead( crowd, tile );
	if ( crowd->promised[tile] >= 0 || tile_needed( crowd, tile ) )
	{
		return false;
	}
	if ( ahead != NULL && crowd->rank[ahead->unit] < crowd->rank[for_unit] )
	{
		return false;
	}
	return owner < 0 || owner == first ||
	       ( own_tile( crowd, owner ) != tile && can_be_sent( crowd, owner, for_unit ) );
}

// Sends a unit along tiles, the first one its own.
static bool send_along( fw_crowd* crowd, int32_t index, const int32_t* tiles, int32_t count, int32_t for_unit )
{
	crowd_unit* unit = &crowd->units[index];
	fw_vec2 points[FW_AROUND * 2];
	int32_t kept = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const bool straight = i > 0 && i + 1 < count && tiles[i] - tiles[i - 1] == tiles[i + 1] - tiles[i];
		if ( !straight && kept < FW_AROUND * 2 )
		{
			points[kept++] = centre_of( crowd, tiles[i] );
		}
	}
	if ( !fw_crowd_lay( crowd, index, points, kept, NULL, 0.0, ERRAND_ROOM ) )
	{
		return false;
	}
	unit->pusher = for_unit;
	unit->push_ends = crowd->time + 4.0 + count;
	unit->yields_to = for_unit;
	unit->yields_since = crowd->time;
	crowd->rank[index] = crowd->rank[for_unit] < crowd->rank[index] ? crowd->rank[for_unit] : crowd->rank[index];
	if ( crowd->owner[tiles[count - 1]] != index )
	{
		fw_crowd_promise( crowd, index, tiles[count - 1] );
		unit->promise_ends = crowd->time + 4.0 + 2.0 * count;
	}
	unit->next_try = crowd->time + 0.5;
	crowd->counters.yields++;
	return true;
}

// Sends the units of a chain on, the last one first: each to where the next one stands, that one to the end.
static bool send_chain( fw_crowd* crowd, int32_t end, int32_t for_unit )
{
	int32_t tiles[FW_AROUND * 2]; // from the end
	int32_t count = 0;
	bool good = true;
	for ( int32_t node = end; node >= 0 && good; node = crowd->around[node].parent )
	{
		const int32_t tile = tile_of_node( crowd, node );
		const int32_t owner = crowd->owner[tile];
		if ( count == FW_AROUND * 2 )
		{
			return false;
		}
		tiles[FW_AROUND * 2 - 1 - count++] = tile;
		if ( owner < 0 )
		{
			continue;
		}
		const int32_t own = own_tile( crowd, owner );
		if ( own != tile )
		{
			good = send_along( crowd, owner, &own, 1, for_unit );
			continue;
		}
		good = send_along( crowd, owner, &tiles[FW_AROUND * 2 - count], count, for_unit );
		tiles[FW_AROUND * 2 - 1] = tile;
		count = 1;
	}
	return good;
}

// The directions to the four neighbours, best first: who meets the greater one goes to its own right, then back.
static void order_sides( const crowd_unit* for_unit, int32_t sides[4] )
{
	fw_vec2 way;
	fw_sincos( for_unit->pose.heading, &way.y, &way.x );
	int32_t ahead = 0;
	for ( int32_t d = 2; d < 8; d += 2 )
	{
		const double better = way.x * ( step_x[d] - step_x[ahead] ) + way.y * ( step_y[d] - step_y[ahead] );
		ahead = better > 1e-9 ? d : ahead;
	}
	const int32_t turns[4] = { 6, 0, 2, 4 };
	for ( int32_t s = 0; s < 4; s++ )
	{
		sides[s] = ( ahead + turns[s] ) % 8;
	}
}

// The nearest end of a chain that begins at a tile: off the way of the greater one, else just not where it goes next.
static int32_t find_room( fw_crowd* crowd, int32_t start, int32_t first, int32_t for_unit )
{
	const crowd_unit* mover = &crowd->units[first];
	int32_t sides[4];
	int32_t taken = 0;
	int32_t fallback = -1;
	const int32_t root = node_of( crowd, start % crowd->width, start / crowd->width );
	order_sides( &crowd->units[for_unit], sides );
	crowd->around[root].stamp = crowd->stamp;
	crowd->around[root].parent = -1;
	crowd->heap[crowd->heap_count++] = root;
	while ( taken < crowd->heap_count )
	{
		const int32_t node = crowd->heap[taken++];
		const int32_t here = tile_of_node( crowd, node );
		crowd->budget--;
		for ( int32_t s = 0; s < 4; s++ )
		{
			const int32_t child = node_of( crowd, here % crowd->width + step_x[sides[s]],
			                               here / crowd->width + step_y[sides[s]] );
			const int32_t tile = child >= 0 ? tile_of_node( crowd, child ) : -1;
			if ( child < 0 || crowd->around[child].stamp == crowd->stamp || !tile_passable( crowd, mover, tile ) )
			{
				continue;
			}
			crowd->around[child].stamp = crowd->stamp;
			crowd->around[child].parent = node;
			const bool room = is_room( crowd, tile, first, for_unit );
			if ( room && !tile_wanted( crowd, tile ) )
			{
				return child;
			}
			fallback = room ? child : fallback;
			const int32_t owner = crowd->owner[tile];
			const bool sends = owner >= 0 && own_tile( crowd, owner ) == tile &&
			                   can_be_sent( crowd, owner, for_unit ) && !tile_needed( crowd, tile );
			if ( sends || room )
			{
				crowd->heap[crowd->heap_count++] = child;
			}
		}
	}
	return fallback;
}

bool fw_crowd_push( fw_crowd* crowd, int32_t first, int32_t for_unit )
{
	const int32_t start = own_tile( crowd, first );
	if ( start < 0 || !can_be_sent( crowd, first, for_unit ) )
	{
		return false;
	}
	// In the middle of its own tile it may be out of the way already.
	const fw_vec2 middle = centre_of( crowd, start );
	const crowd_unit* pushed = &crowd->units[first];
	if ( !tile_needed( crowd, start ) && pushed->claim_count > 1 &&
	     fw_length( pushed->pose.x - middle.x, pushed->pose.y - middle.y ) > 1e-9 )
	{
		return send_along( crowd, first, &start, 1, for_unit );
	}
	open_window( crowd, start );
	const int32_t end = find_room( crowd, start, first, for_unit );
	return end >= 0 && send_chain( crowd, end, for_unit );
}
