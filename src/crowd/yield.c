// SPDX-License-Identifier: MIT
// Units that stand because others are in the way: they look for a detour; make others yield; hand their rank to a unit
// in front that goes in the same direction; or swap with one that has no room to yield. Source of the handed-on rank:
// K. Okumura, M. Machida, X. Defago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent Path
// Finding" (2019). Differs from it: units need a free tile to move to, keep moving smoothly, and those that no chain of
// steps can move aside are left where they are.
#include "crowd/passage.h"
#include "crowd/window.h"

#include <math.h>

#define ATTEMPTS_EVERY 0.25 // [s]
// A unit that has stood for this long no longer waits for others that pass [s].
#define STANDS 0.15
// Others are asked to make room this far ahead [tiles].
#define ROOM_AHEAD 0.1
// After so many attempts that failed it takes more: longer ways round, another rank.
#define SWAP_AFTER 4
#define LET_OUT_AFTER 2
#define LONGEST 40.0
// Who had to leave its goal so often stays where it is: in a lane too narrow for all that live there they would change
// places for ever.
#define DISPLACED 6
// Who goes the same way in front is left to find its way so long [s].
#define LEADS 3.0
// Who cannot get to where it was to make room goes back [s].
#define GIVES_UP 3.0
// Who had arrived, made room, and finds its goal taken, stays so near it [tiles]: or two would push each other for
// ever.
#define NEAR_GOAL 3.0
// Others may have gone since it last looked for a way round [s].
#define AGAIN 8.0
// Who made room lets the greater one pass for so long at most [s].
#define LETS_PASS 30.0
#define OTHERS 32
// A tile that is needed next counts as so many that are wanted later.
#define NEEDED 16

// Calls the tiles of a piece of way this unit's own to need, where no greater one does, and lists who has them.
static int32_t need_piece( fw_crowd* crowd, int32_t index, const fw_segment* piece, int32_t others[OTHERS],
                           int32_t count )
{
	const touched tiles = fw_crowd_touch( crowd, crowd->units[index].radius, piece );
	for ( int32_t r = 0; r < tiles.count && r < FW_CLAIM_ROWS; r++ )
	{
		for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1; x++ )
		{
			const int32_t tile = tile_of( crowd, x, tiles.rows[r].y );
			if ( tile < 0 )
			{
				continue;
			}
			const ahead_tile* ahead = tile_ahead( crowd, tile );
			if ( ahead == NULL || ahead->unit == index || crowd->rank[ahead->unit] >= crowd->rank[index] )
			{
				const double since = crowd->time - crowd->units[index].looked;
				crowd->ahead[tile] =
				    ( ahead_tile ){ index, (float)since, (float)( since + 2.0 ), crowd->units[index].look };
			}
			crowd->needed[tile] = crowd->need;
			const int32_t owner = crowd->owner[tile] >= 0 ? crowd->owner[tile] : crowd->promised[tile];
			bool known = owner < 0 || owner == index || count == OTHERS;
			for ( int32_t i = 0; i < count && !known; i++ )
			{
				known = others[i] == owner;
			}
			if ( !known )
			{
				others[count++] = owner;
			}
		}
	}
	return count;
}

// Who is on the next tile or two of the unit's way.
static int32_t list_others( fw_crowd* crowd, int32_t index, int32_t others[OTHERS] )
{
	crowd_unit* unit = &crowd->units[index];
	const double end = unit->owned + ROOM_AHEAD;
	double distance = unit->at;
	int32_t count = 0;
	crowd->need++;
	while ( distance < end )
	{
		double begin;
		double stop;
		const fw_segment* segment = fw_crowd_segment( unit, distance, &begin, &stop );
		const double until = segment != NULL ? fmin( fmin( distance + 0.5, stop ), end ) : distance;
		if ( !( until > distance ) )
		{
			break;
		}
		const fw_segment piece = fw_segment_part( segment, distance - begin, until - begin );
		count = need_piece( crowd, index, &piece, others, count );
		distance = until;
	}
	return count;
}

// How much a disc is in the way of the greater one at a place: tiles that it needs next, and wants later. -1 where the
// disc may not get there, for walls or for units that cannot be sent on. `walkers`: those that can are no hindrance,
// and `send` tells them to go.
static int32_t needed_after( fw_crowd* crowd, int32_t index, int32_t for_unit, fw_vec2 to, bool walkers, bool send )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_segment line = fw_segment_line( ( fw_vec2 ){ unit->pose.x, unit->pose.y }, to, FW_GEAR_FORWARD );
	int32_t others[OTHERS];
	int32_t count = 0;
	const touched tiles = fw_crowd_touch( crowd, unit->radius, &line );
	for ( int32_t r = 0; r < tiles.count; r++ )
	{
		for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1; x++ )
		{
			const int32_t tile = tile_of( crowd, x, tiles.rows[r].y );
			if ( r >= FW_CLAIM_ROWS || tile < 0 || !tile_passable( crowd, unit, tile ) )
			{
				return -1;
			}
			const int32_t owner = crowd->owner[tile] >= 0 ? crowd->owner[tile] : crowd->promised[tile];
			if ( owner < 0 || owner == index )
			{
				continue;
			}
			const crowd_unit* other = &crowd->units[owner];
			if ( !walkers || owner == for_unit || !other->walks || crowd->rank[owner] <= crowd->rank[for_unit] )
			{
				return -1;
			}
			if ( count < OTHERS && ( count == 0 || others[count - 1] != owner ) )
			{
				others[count++] = owner;
			}
		}
	}
	for ( int32_t i = 0; i < count && send; i++ )
	{
		fw_crowd_push( crowd, others[i], for_unit );
	}
	const fw_segment disc = fw_segment_line( to, to, FW_GEAR_FORWARD );
	const touched under = fw_crowd_touch( crowd, unit->radius, &disc );
	int32_t needed = 0;
	for ( int32_t r = 0; r < under.count && r < FW_CLAIM_ROWS; r++ )
	{
		for ( int32_t x = under.rows[r].x0; x <= under.rows[r].x1; x++ )
		{
			const int32_t tile = tile_of( crowd, x, under.rows[r].y );
			needed += tile >= 0 && tile_needed( crowd, tile ) ? NEEDED : 0;
			needed += tile >= 0 && tile_wanted( crowd, tile ) ? 1 : 0;
		}
	}
	return needed;
}

// A wide unit that turns on the spot goes a tile aside: where it is least in the way, best to its own right.
static bool step_aside( fw_crowd* crowd, int32_t index, int32_t for_unit )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 here = { unit->pose.x, unit->pose.y };
	if ( unit->how.unit.turning_radius > 0.0 || unit->trail_count == FW_TRAIL )
	{
		unit->wants_path = unit->how.unit.turning_radius > 0.0 && unit->errand == ERRAND_GOAL;
		return false;
	}
	fw_vec2 way;
	fw_sincos( crowd->units[for_unit].pose.heading, &way.y, &way.x );
	int32_t ahead = 0;
	for ( int32_t d = 1; d < 8; d++ )
	{
		const double scale_d = d % 2 == 1 ? FW_SQRT2 : 1.0;
		const double scale_a = ahead % 2 == 1 ? FW_SQRT2 : 1.0;
		const double better = ( way.x * fw_beside_x[d] + way.y * fw_beside_y[d] ) / scale_d -
		                      ( way.x * fw_beside_x[ahead] + way.y * fw_beside_y[ahead] ) / scale_a;
		ahead = better > 1e-9 ? d : ahead;
	}
	static const int8_t turns[8] = { 6, 7, 2, 1, 0, 5, 3, 4 };
	int32_t least = needed_after( crowd, index, for_unit, here, true, false );
	int32_t best = -1;
	for ( int32_t walkers = 0; walkers < 2 && best < 0; walkers++ )
	{
		for ( int32_t i = 0; i < 8; i++ )
		{
			const int32_t d = ( ahead + turns[i] ) % 8;
			const fw_vec2 to = { here.x + fw_beside_x[d], here.y + fw_beside_y[d] };
			const int32_t needed = needed_after( crowd, index, for_unit, to, walkers == 1, false );
			// Straight back is no less in the way, but gives ground.
			if ( needed >= 0 && ( needed < least || ( best < 0 && d == ahead ) ) )
			{
				least = needed < least ? needed : least;
				best = d;
			}
		}
	}
	if ( best < 0 )
	{
		return false;
	}
	const fw_vec2 to = { here.x + fw_beside_x[best], here.y + fw_beside_y[best] };
	needed_after( crowd, index, for_unit, to, true, true );
	if ( !fw_crowd_lay( crowd, index, &to, 1, NULL, 0.0, ERRAND_ROOM ) )
	{
		return false;
	}
	unit->trail[unit->trail_count++] = here;
	unit->pusher = for_unit;
	unit->push_ends = crowd->time + 4.0;
	unit->yields_to = for_unit;
	unit->yields_since = crowd->time;
	crowd->rank[index] = crowd->rank[for_unit];
	unit->displaced += unit->sent ? 0 : 1;
	unit->next_try = crowd->time + ATTEMPTS_EVERY;
	crowd->counters.yields++;
	return true;
}

// Is another unit in front about to go on, away from here?
static bool leads_away( const crowd_unit* unit, const crowd_unit* other )
{
	const double cosine = fw_cos( unit->pose.heading - other->pose.heading );
	return other->errand == ERRAND_GOAL && cosine > 0.3 && !other->no_room && other->waits < LEADS &&
	       other->stuck == FW_CROWD_NOT_STUCK;
}

// Asks another unit to make room: true where it does, where it already moves, and where it is not for this one to ask.
static bool ask( fw_crowd* crowd, int32_t index, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	crowd_unit* asked = &crowd->units[other];
	if ( crowd->rank[other] <= crowd->rank[index] && asked->pusher != index )
	{
		return true;
	}
	if ( asked->speed > 0.0 || ( asked->errand == ERRAND_ROOM && asked->promised >= 0 && asked->waits <= FW_HELD_UP ) )
	{
		return true;
	}
	if ( leads_away( unit, asked ) )
	{
		asked->pusher = index;
		asked->push_ends = crowd->time + 1.0;
		crowd->rank[other] = crowd->rank[index];
		crowd->counters.inherited++;
		return true;
	}
	if ( asked->walks )
	{
		return fw_crowd_push( crowd, other, index );
	}
	return step_aside( crowd, other, index );
}

static void tell_stuck( fw_crowd* crowd, crowd_unit* unit, fw_crowd_stuck why )
{
	if ( crowd->time - unit->since > crowd->def.patience )
	{
		unit->stuck = why;
	}
}

// A unit on its way that stands.
static void get_on( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->blocker >= 0 && fw_crowd_pass_kept( unit ) )
	{
		// Else one that waits for its turn might stand before those whose turn it is.
		crowd->units[unit->blocker].pass_let = true;
	}
	if ( !unit->sent && unit->blocker >= 0 && crowd->units[unit->blocker].errand == ERRAND_NONE &&
	     fw_crowd_left( unit ) <= NEAR_GOAL )
	{
		fw_crowd_settle( crowd, index );
		return;
	}
	unit->tries = unit->waits > AGAIN ? 0 : unit->tries;
	const double longer = fmin( LONGEST, 6.0 + 4.0 * unit->failures );
	if ( unit->walks && unit->tries < FW_TRIES && fw_crowd_detour( crowd, index, true, longer, false ) )
	{
		return;
	}
	if ( unit->blocker == -2 )
	{
		unit->wants_path = true;
		tell_stuck( crowd, unit, FW_CROWD_STUCK_WALL );
		return;
	}
	unit->wants_path = unit->wants_path || unit->waits > 2.0;
	int32_t others[OTHERS];
	const int32_t count = list_others( crowd, index, others );
	fw_crowd_want( crowd, index );
	int32_t refused = -1;
	for ( int32_t i = 0; i < count; i++ )
	{
		refused = ask( crowd, index, others[i] ) ? refused : others[i];
	}
	if ( refused < 0 )
	{
		tell_stuck( crowd, unit, FW_CROWD_STUCK_WAITING );
		return;
	}
	unit->failures++;
	unit->no_room = true;
	tell_stuck( crowd, unit, FW_CROWD_STUCK_NO_ROOM );
	if ( unit->failures % SWAP_AFTER == LET_OUT_AFTER && fw_crowd_let_out( crowd, refused, index ) )
	{
		return;
	}
	if ( unit->failures % SWAP_AFTER == 0 && crowd->units[refused].sent && unit->sent )
	{
		fw_crowd_swap( crowd, index, refused );
		crowd->units[refused].failures = 0;
		crowd->units[refused].no_room = false;
		crowd->counters.swaps++;
	}
}

// A unit that has made room goes back to its path.
static void go_back( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	if ( !unit->sent && unit->displaced > DISPLACED )
	{
		fw_crowd_settle( crowd, index );
		return;
	}
	const int32_t greater = unit->yields_to;
	const bool passes = greater >= 0 && crowd->units[greater].errand == ERRAND_GOAL && crowd->units[greater].sent &&
	                    crowd->units[greater].stuck == FW_CROWD_NOT_STUCK &&
	                    crowd->time < unit->yields_since + LETS_PASS;
	unit->yields_to = passes ? greater : -1;
	fw_crowd_want( crowd, unit->yields_to );
	const bool found = fw_crowd_detour( crowd, index, false, INFINITY, false ) ||
	                   ( !passes && fw_crowd_detour( crowd, index, false, INFINITY, true ) );
	if ( !found && passes )
	{
		return;
	}
	if ( found )
	{
		unit->failures = 0;
		crowd->counters.returns++;
		return;
	}
	unit->failures++;
	unit->wants_path = true;
	tell_stuck( crowd, unit, FW_CROWD_STUCK_LOST );
}

void fw_crowd_resolve( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->waits < STANDS || crowd->budget <= 0 )
	{
		return;
	}
	// Not all in one frame.
	unit->next_try = crowd->time + ATTEMPTS_EVERY + 0.01 * ( index % 10 );
	if ( unit->errand == ERRAND_ROOM )
	{
		if ( fw_crowd_at_end( unit ) )
		{
			go_back( crowd, index );
		}
		else if ( unit->waits > GIVES_UP )
		{
			// Another unit has taken the position.
			fw_crowd_promise( crowd, index, -1 );
			go_back( crowd, index );
		}
		else
		{
			int32_t others[OTHERS];
			const int32_t count = list_others( crowd, index, others );
			fw_crowd_want( crowd, index );
			for ( int32_t i = 0; i < count; i++ )
			{
				ask( crowd, index, others[i] );
			}
		}
		return;
	}
	if ( unit->blocker != -1 )
	{
		get_on( crowd, index );
	}
}
