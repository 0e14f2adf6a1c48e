// SPDX-License-Identifier: MIT
// Who owns which tiles. A unit owns all tiles that its disc touches from where it is up to `owned` along its track;
// each piece of the path is claimed as a whole or not at all. That is all that keeps units apart, so it is all in this
// file.
#include "crowd/crowd.h"

#include <math.h>

// The path is claimed in pieces of this length, or of this shorter length if the next tile is not free [tiles].
#define PIECE 0.25
#define SHORTEST_PIECE ( 1.0 / 64.0 )

// A unit leaves a tile that one with priority will sweep this much earlier [s].
#define MARGIN 0.1

// The middle of a tile that a unit has passed lies so far behind it [tiles].
#define BEHIND 0.5

touched fw_crowd_touch( fw_crowd* crowd, double radius, const fw_segment* segment )
{
	const int32_t count = fw_sweep_rows( radius, segment, crowd->rows, FW_CLAIM_ROWS );
	return ( touched ){ .rows = crowd->rows, .count = count };
}

const fw_segment* fw_crowd_segment( const crowd_unit* unit, double distance, double* begin, double* end )
{
	const fw_profile* track = &unit->track;
	int32_t k = unit->stretch;
	while ( k + 1 < track->count && ( track->stretches[k].kind != STRETCH_DRIVE ||
	                                  distance >= track->stretches[k].begin + track->stretches[k].length ) )
	{
		k++;
	}
	while ( k > 0 && track->stretches[k].kind != STRETCH_DRIVE )
	{
		k--;
	}
	if ( k >= track->count || track->stretches[k].kind != STRETCH_DRIVE )
	{
		return NULL;
	}
	const stretch* here = &track->stretches[k];
	*begin = here->begin - here->into;
	*end = here->begin + here->length;
	return &track->path.segments[here->segment];
}

// Has a unit already swept a tile for which it announced a time? Its announcement stands until it looks again, and
// units behind it would stop at each tile.
static bool has_passed( const fw_crowd* crowd, const crowd_unit* unit, int32_t tile )
{
	const fw_vec2 middle = center_of( crowd, tile );
	fw_vec2 way;
	fw_sincos( unit->pose.heading, &way.y, &way.x );
	return ( middle.x - unit->pose.x ) * way.x + ( middle.y - unit->pose.y ) * way.y < -BEHIND;
}

bool fw_crowd_may_own( const fw_crowd* crowd, int32_t index, int32_t tile, double leaves, int32_t* blocker )
{
	const int32_t owner = crowd->owner[tile];
	const int32_t promised = crowd->promised[tile];
	if ( owner == index )
	{
		return true;
	}
	if ( !tile_passable( crowd, &crowd->units[index], tile ) )
	{
		*blocker = -2;
		return false;
	}
	if ( owner >= 0 || ( promised >= 0 && promised != index ) )
	{
		*blocker = owner >= 0 ? owner : promised;
		return false;
	}
	const ahead_tile* ahead = tile_ahead( crowd, tile );
	if ( ahead != NULL && ahead->unit != index && crowd->rank[ahead->unit] < crowd->rank[index] &&
	     crowd->units[ahead->unit].looked + ahead->from < crowd->time + leaves + MARGIN &&
	     !( crowd->units[index].walks && has_passed( crowd, &crowd->units[ahead->unit], tile ) ) )
	{
		*blocker = ahead->unit;
		return false;
	}
	return true;
}

static void own( fw_crowd* crowd, crowd_unit* unit, int32_t index, int32_t tile, double until )
{
	if ( crowd->owner[tile] == index )
	{
		for ( int32_t i = 0; i < unit->claim_count; i++ )
		{
			if ( unit->claims[i].tile == tile )
			{
				unit->claims[i].until = fmax( unit->claims[i].until, until );
				return;
			}
		}
	}
	crowd->owner[tile] = index;
	unit->claims[unit->claim_count++] = ( claim ){ tile, until };
	if ( unit->promised == tile )
	{
		fw_crowd_promise( crowd, index, -1 );
	}
}

// Claims a piece of the path as a whole or not at all.
static bool take_piece( fw_crowd* crowd, int32_t index, const fw_segment* piece, double until, double leaves )
{
	crowd_unit* unit = &crowd->units[index];
	const touched tiles = fw_crowd_touch( crowd, unit->radius, piece );
	int32_t count = 0;
	// A disc always touches some tile, unless it is too far away for any map.
	if ( tiles.count == 0 || tiles.count > FW_CLAIM_ROWS )
	{
		unit->blocker = -2;
		return false;
	}
	for ( int32_t r = 0; r < tiles.count; r++ )
	{
		for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1; x++ )
		{
			const int32_t tile = tile_of( crowd, x, tiles.rows[r].y );
			if ( tile < 0 )
			{
				unit->blocker = -2;
				return false;
			}
			if ( !fw_crowd_may_own( crowd, index, tile, leaves, &unit->blocker ) )
			{
				return false;
			}
			count++;
		}
	}
	if ( !FW_GROW( &crowd->allocator, &unit->claims, &unit->claim_capacity, unit->claim_count + count ) )
	{
		crowd->failed = FW_ERR_MEMORY;
		return false;
	}
	for ( int32_t r = 0; r < tiles.count; r++ )
	{
		for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1; x++ )
		{
			own( crowd, unit, index, tile_of( crowd, x, tiles.rows[r].y ), until );
		}
	}
	return true;
}

void fw_crowd_extend( fw_crowd* crowd, int32_t index, double to )
{
	crowd_unit* unit = &crowd->units[index];
	const double pace = fmax( 0.5 * unit->how.unit.speed, unit->speed );
	double step = PIECE;
	if ( to > unit->holds )
	{
		unit->blocker = unit->meeting_count > 0 ? unit->meetings[0].with : -1;
	}
	to = fmin( to, unit->holds );
	while ( unit->owned < to )
	{
		double begin;
		double end;
		const fw_segment* segment = fw_crowd_segment( unit, unit->owned, &begin, &end );
		if ( segment == NULL )
		{
			return;
		}
		const double until = fmin( fmin( unit->owned + step, fmax( to, unit->owned + SHORTEST_PIECE ) ), end );
		if ( !( until > unit->owned ) )
		{
			return; // the end of the track
		}
		const fw_segment piece = fw_segment_part( segment, unit->owned - begin, until - begin );
		const double leaves = ( until - unit->at + 2.0 * unit->radius + 1.0 ) / pace;
		if ( take_piece( crowd, index, &piece, until, leaves ) )
		{
			unit->owned = until;
			unit->blocker = step == PIECE ? -1 : unit->blocker;
			continue;
		}
		step *= 0.5;
		if ( step < SHORTEST_PIECE )
		{
			return;
		}
	}
}

// Drops all claims that end before a distance.
static void drop_before( fw_crowd* crowd, crowd_unit* unit, double distance )
{
	int32_t kept = 0;
	for ( int32_t i = 0; i < unit->claim_count; i++ )
	{
		if ( unit->claims[i].until < distance )
		{
			crowd->owner[unit->claims[i].tile] = -1;
		}
		else
		{
			unit->claims[kept++] = unit->claims[i];
		}
	}
	unit->claim_count = kept;
}

void fw_crowd_release( fw_crowd* crowd, int32_t index )
{
	drop_before( crowd, &crowd->units[index], crowd->units[index].at );
}

// The tiles of a piece that the unit owns stay until a distance.
static void keep( fw_crowd* crowd, crowd_unit* unit, const fw_segment* piece, double until )
{
	const touched tiles = fw_crowd_touch( crowd, unit->radius, piece );
	for ( int32_t r = 0; r < tiles.count && r < FW_CLAIM_ROWS; r++ )
	{
		for ( int32_t i = 0; i < unit->claim_count; i++ )
		{
			const int32_t x = unit->claims[i].tile % crowd->width;
			const int32_t y = unit->claims[i].tile / crowd->width;
			if ( y == tiles.rows[r].y && x >= tiles.rows[r].x0 && x <= tiles.rows[r].x1 )
			{
				unit->claims[i].until = fmax( unit->claims[i].until, until );
			}
		}
	}
}

void fw_crowd_shrink( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const double stops = unit->at + unit->speed * unit->speed / ( 2.0 * unit->how.unit.braking );
	if ( stops < unit->owned )
	{
		unit->owned = stops;
	}
	for ( int32_t i = 0; i < unit->claim_count; i++ )
	{
		unit->claims[i].until = -INFINITY;
	}
	const fw_vec2 here = { unit->pose.x, unit->pose.y };
	const fw_segment disc = fw_segment_line( here, here, FW_GEAR_FORWARD );
	keep( crowd, unit, &disc, unit->at );
	double from = unit->at;
	while ( from < unit->owned )
	{
		double begin;
		double end;
		const fw_segment* segment = fw_crowd_segment( unit, from, &begin, &end );
		const double until = segment != NULL ? fmin( fmin( from + PIECE, unit->owned ), end ) : from;
		if ( !( until > from ) )
		{
			break;
		}
		const fw_segment piece = fw_segment_part( segment, from - begin, until - begin );
		keep( crowd, unit, &piece, until );
		from = until;
	}
	unit->owned = fmax( from, unit->at );
	drop_before( crowd, unit, unit->at );
}

bool fw_crowd_stand( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 here = { unit->pose.x, unit->pose.y };
	const fw_segment disc = fw_segment_line( here, here, FW_GEAR_FORWARD );
	return take_piece( crowd, index, &disc, unit->at, 0.0 );
}

void fw_crowd_leave( fw_crowd* crowd, int32_t index )
{
	fw_crowd_promise( crowd, index, -1 );
	drop_before( crowd, &crowd->units[index], INFINITY );
}

void fw_crowd_promise( fw_crowd* crowd, int32_t index, int32_t tile )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->promised >= 0 )
	{
		crowd->promised[unit->promised] = -1;
	}
	unit->promised = tile;
	if ( tile >= 0 )
	{
		crowd->promised[tile] = index;
	}
}
