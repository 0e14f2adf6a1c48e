// SPDX-License-Identifier: MIT
// Chains of walking units that move on, each to where the next one stands, so that the first one leaves its tile to a
// greater unit. The nearest end of a chain is found breadth first, so one is found wherever tiles lead to a free one.
#include "crowd/window.h"

#include <math.h>

// So far ahead a unit wants its way for itself, where others make room for it [tiles].
#define WANTED 32.0

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

// Does the unit stand so that one with priority may send it to the next tile?
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

// May a unit of a chain go to this tile without sending on who stands in it? Units that only reach into it can draw
// back to the middle of their own.
static bool is_room( const fw_crowd* crowd, int32_t tile, int32_t first, int32_t for_unit, bool through )
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
	return owner < 0 || owner == first || ( through && owner == for_unit && own_tile( crowd, owner ) != tile ) ||
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
			points[kept++] = center_of( crowd, tiles[i] );
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
	unit->displaced += unit->sent ? 0 : 1;
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

// The directions to the four neighbors, best first: who meets the greater one goes to its own right, then back.
static void order_sides( const crowd_unit* for_unit, int32_t sides[4] )
{
	fw_vec2 way;
	fw_sincos( for_unit->pose.heading, &way.y, &way.x );
	int32_t ahead = 0;
	for ( int32_t d = 2; d < 8; d += 2 )
	{
		const double better =
		    way.x * ( fw_beside_x[d] - fw_beside_x[ahead] ) + way.y * ( fw_beside_y[d] - fw_beside_y[ahead] );
		ahead = better > 1e-9 ? d : ahead;
	}
	const int32_t turns[4] = { 6, 0, 2, 4 };
	for ( int32_t s = 0; s < 4; s++ )
	{
		sides[s] = ( ahead + turns[s] ) % 8;
	}
}

// The nearest end of a chain that begins at a tile: off the way of the greater one, else just not where it goes next.
static int32_t find_room( fw_crowd* crowd, int32_t start, int32_t first, int32_t for_unit, bool through )
{
	const crowd_unit* mover = &crowd->units[first];
	int32_t sides[4];
	int32_t taken = 0;
	int32_t fallback = -1;
	bool cut_off = false; // by the end of the window
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
			const int32_t child = node_of( crowd, here % crowd->width + fw_beside_x[sides[s]],
			                               here / crowd->width + fw_beside_y[sides[s]] );
			const int32_t tile = child >= 0 ? tile_of_node( crowd, child ) : -1;
			const bool inside = tile_of( crowd, here % crowd->width + fw_beside_x[sides[s]],
			                             here / crowd->width + fw_beside_y[sides[s]] ) >= 0;
			cut_off = cut_off || ( child < 0 && inside );
			if ( child < 0 || crowd->around[child].stamp == crowd->stamp || !tile_passable( crowd, mover, tile ) )
			{
				continue;
			}
			crowd->around[child].stamp = crowd->stamp;
			crowd->around[child].parent = node;
			const bool room = is_room( crowd, tile, first, for_unit, through );
			if ( room && !tile_wanted( crowd, tile ) )
			{
				return child;
			}
			fallback = room ? child : fallback;
			const int32_t owner = crowd->owner[tile];
			const bool sends = owner >= 0 && own_tile( crowd, owner ) == tile && !tile_needed( crowd, tile ) &&
			                   ( can_be_sent( crowd, owner, for_unit ) || ( through && owner == for_unit ) );
			if ( sends || room )
			{
				crowd->heap[crowd->heap_count++] = child;
			}
		}
	}
	// In a dead end, giving ground along its way does not let the greater one pass.
	return cut_off ? fallback : -1;
}

bool fw_crowd_push( fw_crowd* crowd, int32_t first, int32_t for_unit )
{
	const int32_t start = own_tile( crowd, first );
	if ( start < 0 || !can_be_sent( crowd, first, for_unit ) )
	{
		return false;
	}
	// In the middle of its own tile it may be out of the way already.
	const fw_vec2 middle = center_of( crowd, start );
	const crowd_unit* pushed = &crowd->units[first];
	if ( !tile_needed( crowd, start ) && pushed->claim_count > 1 &&
	     fw_length( pushed->pose.x - middle.x, pushed->pose.y - middle.y ) > 1e-9 )
	{
		return send_along( crowd, first, &start, 1, for_unit );
	}
	open_window( crowd, start );
	const int32_t end = find_room( crowd, start, first, for_unit, false );
	return end >= 0 && send_chain( crowd, end, for_unit );
}

bool fw_crowd_let_out( fw_crowd* crowd, int32_t first, int32_t for_unit )
{
	const int32_t start = own_tile( crowd, first );
	if ( start < 0 || !can_be_sent( crowd, first, for_unit ) || !crowd->units[for_unit].walks )
	{
		return false;
	}
	open_window( crowd, start );
	crowd->need++; // the greater one draws back itself
	const int32_t end = find_room( crowd, start, first, for_unit, true );
	return end >= 0 && send_chain( crowd, end, for_unit );
}
