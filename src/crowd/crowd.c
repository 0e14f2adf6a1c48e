// SPDX-License-Identifier: MIT
// Crowds: memory, units, and queries.
#include "crowd/meet.h"
#include "crowd/passage.h"
#include "motion/profile.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Paths join where their ends are no further apart [tiles].
#define JOIN_SLACK 1e-6

fw_crowd_def fw_default_crowd_def( void )
{
	return ( fw_crowd_def ){ .cookie = FW_COOKIE, .look_ahead = 2.0, .look_every = 0.5, .patience = 20.0 };
}

static const fw_range ranges[] = {
    { "look_ahead", offsetof( fw_crowd_def, look_ahead ), FW_FIELD_DOUBLE, 0.1, 10.0, " s" },
    { "look_every", offsetof( fw_crowd_def, look_every ), FW_FIELD_DOUBLE, 0.05, 5.0, " s" },
    { "patience", offsetof( fw_crowd_def, patience ), FW_FIELD_DOUBLE, 1.0, 1e6, " s" },
};
const fw_ranges fw_crowd_def_ranges = FW_RANGES( "def", "fw_default_crowd_def()", ranges );

static fw_status check_def( fw_refusal* refusal, const fw_crowd_def* def )
{
	const fw_status status = fw_check( refusal, &fw_crowd_def_ranges, def );
	if ( status != FW_OK || def->grid == NULL )
	{
		return status != FW_OK ? status : fw_check_null( refusal, "grid", ( const void*[] ){ NULL }, 1 );
	}
	const double tiles = (double)fw_grid_width( def->grid ) * fw_grid_height( def->grid );
	return tiles <= FW_CROWD_MAX_TILES
	           ? FW_OK
	           : fw_refuse_range( refusal, FW_ERR_TOO_LARGE, "grid", tiles, 1, FW_CROWD_MAX_TILES );
}

static size_t tiles_of( const fw_crowd* crowd )
{
	return (size_t)crowd->width * (size_t)crowd->height;
}

fw_status fw_crowd_create( const fw_crowd_def* def, fw_crowd** crowd, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, crowd ) );
	FW_TRY( check_def( refusal, def ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_crowd* made = fw_alloc_zero( &allocator, 1, sizeof( fw_crowd ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = allocator;
	made->def = *def;
	made->width = fw_grid_width( def->grid );
	made->height = fw_grid_height( def->grid );
	fw_path_init( &made->scratch, &allocator );
	fw_profile_init( &made->spare, &allocator );
	made->owner = fw_alloc( &allocator, tiles_of( made ), sizeof( int32_t ) );
	made->promised = fw_alloc( &allocator, tiles_of( made ), sizeof( int32_t ) );
	made->ahead = fw_alloc_zero( &allocator, tiles_of( made ), sizeof( ahead_tile ) );
	made->needed = fw_alloc_zero( &allocator, tiles_of( made ), sizeof( uint32_t ) );
	made->wanted = fw_alloc_zero( &allocator, tiles_of( made ), sizeof( uint32_t ) );
	made->passages = fw_alloc_zero( &allocator, tiles_of( made ), sizeof( pass_record ) );
	if ( made->passages == NULL || made->needed == NULL || made->wanted == NULL || made->owner == NULL ||
	     made->promised == NULL || made->ahead == NULL )
	{
		fw_crowd_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	memset( made->owner, 0xff, tiles_of( made ) * sizeof( int32_t ) );
	for ( size_t i = 0; i < tiles_of( made ); i++ )
	{
		made->passages[i].slots[0].waiter = -1;
		made->passages[i].slots[1].waiter = -1;
	}
	memset( made->promised, 0xff, tiles_of( made ) * sizeof( int32_t ) );
	*crowd = made;
	return FW_OK;
}

static void free_unit( fw_crowd* crowd, crowd_unit* unit )
{
	fw_path_free( &unit->main );
	fw_profile_clear( &unit->track );
	fw_free( &crowd->allocator, unit->claims, (size_t)unit->claim_capacity, sizeof( claim ) );
	fw_free( &crowd->allocator, unit->pass, (size_t)unit->pass_capacity, sizeof( pass_tile ) );
	*unit = ( crowd_unit ){ .used = false, .generation = unit->generation + 1 };
}

void fw_crowd_destroy( fw_crowd* crowd )
{
	if ( crowd == NULL )
	{
		return;
	}
	const fw_allocator allocator = crowd->allocator;
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		if ( crowd->units[i].used )
		{
			free_unit( crowd, &crowd->units[i] );
		}
	}
	fw_free( &allocator, crowd->units, (size_t)crowd->capacity, sizeof( crowd_unit ) );
	fw_free( &allocator, crowd->order, (size_t)crowd->capacity, sizeof( int32_t ) );
	fw_free( &allocator, crowd->turn, (size_t)crowd->capacity, sizeof( int32_t ) );
	fw_free( &allocator, crowd->sorted, (size_t)crowd->capacity, sizeof( int32_t ) );
	fw_free( &allocator, crowd->rank, (size_t)crowd->capacity, sizeof( int32_t ) );
	fw_free( &allocator, crowd->owner, tiles_of( crowd ), sizeof( int32_t ) );
	fw_free( &allocator, crowd->promised, tiles_of( crowd ), sizeof( int32_t ) );
	fw_free( &allocator, crowd->ahead, tiles_of( crowd ), sizeof( ahead_tile ) );
	fw_free( &allocator, crowd->needed, tiles_of( crowd ), sizeof( uint32_t ) );
	fw_free( &allocator, crowd->wanted, tiles_of( crowd ), sizeof( uint32_t ) );
	fw_free( &allocator, crowd->passages, tiles_of( crowd ), sizeof( pass_record ) );
	fw_path_free( &crowd->scratch );
	fw_profile_clear( &crowd->spare );
	fw_free( &allocator, crowd, 1, sizeof( fw_crowd ) );
}

size_t fw_crowd_memory( const fw_crowd* crowd )
{
	return sizeof( fw_crowd ) +
	       tiles_of( crowd ) * ( 4 * sizeof( int32_t ) + sizeof( ahead_tile ) + sizeof( pass_record ) ) +
	       (size_t)crowd->capacity * ( sizeof( crowd_unit ) + 4 * sizeof( int32_t ) );
}

// Room for one more unit in all lists.
static bool make_room( fw_crowd* crowd )
{
	const size_t before = (size_t)crowd->capacity;
	if ( crowd->count < crowd->capacity )
	{
		return true;
	}
	// All or none: the lists share one capacity.
	const int32_t room = crowd->capacity < 8 ? 16 : 2 * crowd->capacity;
	crowd_unit* units = fw_alloc( &crowd->allocator, (size_t)room, sizeof( crowd_unit ) );
	int32_t* order = fw_alloc( &crowd->allocator, (size_t)room, sizeof( int32_t ) );
	int32_t* turn = fw_alloc( &crowd->allocator, (size_t)room, sizeof( int32_t ) );
	int32_t* sorted = fw_alloc( &crowd->allocator, (size_t)room, sizeof( int32_t ) );
	int32_t* rank = fw_alloc( &crowd->allocator, (size_t)room, sizeof( int32_t ) );
	if ( units == NULL || order == NULL || turn == NULL || sorted == NULL || rank == NULL )
	{
		fw_free( &crowd->allocator, units, (size_t)room, sizeof( crowd_unit ) );
		fw_free( &crowd->allocator, order, (size_t)room, sizeof( int32_t ) );
		fw_free( &crowd->allocator, turn, (size_t)room, sizeof( int32_t ) );
		fw_free( &crowd->allocator, sorted, (size_t)room, sizeof( int32_t ) );
		fw_free( &crowd->allocator, rank, (size_t)room, sizeof( int32_t ) );
		return false;
	}
	if ( crowd->count > 0 )
	{
		memcpy( units, crowd->units, (size_t)crowd->count * sizeof( crowd_unit ) );
		memcpy( order, crowd->order, (size_t)crowd->ordered * sizeof( int32_t ) );
		memcpy( sorted, crowd->sorted, (size_t)crowd->ordered * sizeof( int32_t ) );
		memcpy( rank, crowd->rank, (size_t)crowd->count * sizeof( int32_t ) );
	}
	fw_free( &crowd->allocator, crowd->units, before, sizeof( crowd_unit ) );
	fw_free( &crowd->allocator, crowd->order, before, sizeof( int32_t ) );
	fw_free( &crowd->allocator, crowd->turn, before, sizeof( int32_t ) );
	fw_free( &crowd->allocator, crowd->sorted, before, sizeof( int32_t ) );
	fw_free( &crowd->allocator, crowd->rank, before, sizeof( int32_t ) );
	crowd->units = units;
	crowd->order = order;
	crowd->turn = turn;
	crowd->sorted = sorted;
	crowd->rank = rank;
	crowd->capacity = room;
	return true;
}

static fw_status check_unit( fw_refusal* refusal, const fw_profile_def* how, fw_pose at )
{
	fw_status status = fw_check_range( refusal, "at.x", at.x, -DBL_MAX, DBL_MAX );
	status = status == FW_OK ? fw_check_range( refusal, "at.y", at.y, -DBL_MAX, DBL_MAX ) : status;
	status = status == FW_OK ? fw_check_range( refusal, "at.heading", at.heading, -DBL_MAX, DBL_MAX ) : status;
	status = status == FW_OK ? fw_profile_def_check( how, refusal ) : status;
	return status != FW_OK || how->unit.size == 0
	           ? status
	           : fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.size", NULL,
	                        "is not 0: crowds are of discs alone" );
}

static fw_crowd_id id_of( const fw_crowd* crowd, int32_t index )
{
	return (uint64_t)crowd->units[index].generation << 32 | (uint32_t)index;
}

// The slot of a unit, -1: it is none of the crowd, or was removed.
static int32_t find( const fw_crowd* crowd, fw_crowd_id unit )
{
	const uint64_t index = unit & UINT32_MAX;
	const bool known = crowd != NULL && index < (uint64_t)crowd->count && crowd->units[index].used &&
	                   crowd->units[index].generation == (uint32_t)( unit >> 32 );
	return known ? (int32_t)index : -1;
}

// The disc may not own all tiles that it touches.
static fw_status refuse_position( fw_refusal* refusal, const fw_crowd* crowd, fw_pose at, int32_t blocker )
{
	const bool on_map = at.x >= 0.0 && at.y >= 0.0 && at.x < crowd->width && at.y < crowd->height;
	fw_refuse( refusal, FW_ERR_BLOCKED, FW_REFUSAL_POSITION, "at", blocker >= 0 ? "unit" : "grid",
	           blocker >= 0 ? "is where the disc touches a tile of another unit"
	           : on_map     ? "is where the disc touches a tile that the unit may not enter, or the end of the map"
	                        : "is off the map" );
	if ( refusal != NULL && blocker >= 0 )
	{
		refusal->value = (double)id_of( crowd, blocker );
	}
	return FW_ERR_BLOCKED;
}

fw_status fw_crowd_add( fw_crowd* crowd, const fw_profile_def* how, fw_pose at, fw_crowd_id* unit, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, crowd, how, unit ) );
	FW_TRY( check_unit( refusal, how, at ) );
	int32_t index = 0;
	while ( index < crowd->count && crowd->units[index].used )
	{
		index++;
	}
	if ( index >= FW_CROWD_MAX_UNITS )
	{
		return fw_refuse( refusal, FW_ERR_TOO_LARGE, FW_REFUSAL_SYSTEM, "crowd", NULL,
		                  "has 65536 units, which is the limit" );
	}
	if ( index == crowd->count && !make_room( crowd ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	crowd_unit* made = &crowd->units[index];
	*made = ( crowd_unit ){
	    .used = true,
	    .generation = index < crowd->count ? made->generation + 1 : 1,
	    .walks = how->unit.turning_radius == 0.0 && how->unit.radius <= 0.5,
	    .how = *how,
	    .radius = how->unit.radius,
	    .tail = INFINITY,
	    .pause = -1.0,
	    .gate = INFINITY,
	    .gate_since = -1.0,
	    .meets_since = -1.0,
	    .holds = INFINITY,
	    .pose = at,
	    .blocker = -1,
	    .promised = -1,
	    .pusher = -1,
	    .yields_to = -1,
	    .leader = -1,
	    .sequence = crowd->sequence++,
	    .since = crowd->time,
	    // Units look in different frames.
	    .next_look = crowd->time + crowd->def.look_every * ( index % 10 ) / 10.0,
	    .look = ++crowd->looks << 16,
	};
	made->pose.heading = fw_angle_signed( at.heading );
	made->how.start_speed = 0.0;
	made->how.end_speed = 0.0;
	fw_path_init( &made->main, &crowd->allocator );
	fw_path_clear( &made->main, made->pose );
	fw_profile_init( &made->track, &crowd->allocator );
	crowd->failed = FW_OK;
	if ( !fw_crowd_stand( crowd, index ) )
	{
		const bool memory = crowd->failed == FW_ERR_MEMORY;
		const int32_t blocker = made->blocker;
		free_unit( crowd, made );
		crowd->failed = FW_OK;
		return memory ? fw_refuse_status( refusal, FW_ERR_MEMORY ) : refuse_position( refusal, crowd, at, blocker );
	}
	crowd->count = index == crowd->count ? index + 1 : crowd->count;
	fw_crowd_put_in( crowd, index );
	fw_crowd_rank( crowd );
	*unit = id_of( crowd, index );
	return FW_OK;
}

fw_status fw_crowd_remove( fw_crowd* crowd, fw_crowd_id id )
{
	const int32_t unit = find( crowd, id );
	if ( unit < 0 )
	{
		return crowd == NULL ? FW_ERR_ARGUMENT : FW_ERR_UNKNOWN;
	}
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		crowd->units[i].pusher = crowd->units[i].pusher == unit ? -1 : crowd->units[i].pusher;
		crowd->units[i].yields_to = crowd->units[i].yields_to == unit ? -1 : crowd->units[i].yields_to;
		crowd->units[i].leader = crowd->units[i].leader == unit ? -1 : crowd->units[i].leader;
		crowd->units[i].blocker = crowd->units[i].blocker == unit ? -1 : crowd->units[i].blocker;
		crowd->units[i].meeting_count = 0; // it lists them anew when it looks
	}
	fw_crowd_leave( crowd, unit );
	fw_crowd_leave_passage( crowd, unit );
	fw_crowd_take_out( crowd, unit );
	free_unit( crowd, &crowd->units[unit] );
	fw_crowd_rank( crowd );
	return FW_OK;
}

static bool begins_at( const fw_path* path, fw_pose place )
{
	const fw_vec2 begin = path->count > 0 ? path->segments[0].from : ( fw_vec2 ){ path->start.x, path->start.y };
	return fabs( begin.x - place.x ) <= JOIN_SLACK && fabs( begin.y - place.y ) <= JOIN_SLACK;
}

static bool are_near( fw_vec2 a, fw_vec2 b )
{
	return fabs( a.x - b.x ) <= JOIN_SLACK && fabs( a.y - b.y ) <= JOIN_SLACK;
}

// Tiles are owned along segments: if one does not begin at the end of the last one, or an arc does not lead to its end,
// the unit would be on tiles that it does not own.
static bool is_whole( const fw_path* path )
{
	bool whole = true;
	for ( int32_t i = 0; i < path->count && whole; i++ )
	{
		const fw_segment* s = &path->segments[i];
		whole = i == 0 || are_near( path->segments[i - 1].to, s->from );
		for ( int32_t end = 0; end < 2 && s->kind == FW_SEGMENT_ARC; end++ )
		{
			const double angle = s->start + ( end == 0 ? 0.0 : s->sweep );
			const fw_vec2 there = { s->center.x + s->radius * fw_cos( angle ),
			                        s->center.y + s->radius * fw_sin( angle ) };
			whole = whole && are_near( end == 0 ? s->from : s->to, there );
		}
	}
	return whole;
}

static fw_status check_unit_path( fw_refusal* refusal, const fw_crowd* crowd, int32_t index, const fw_path* path )
{
	fw_status status = FW_CHECK_NULL( refusal, crowd, path );
	if ( status == FW_OK && index < 0 )
	{
		return fw_refuse( refusal, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "unit", NULL,
		                  "is not a unit of this crowd, or was removed" );
	}
	for ( int32_t i = 0; status == FW_OK && i < path->count; i++ )
	{
		if ( path->segments[i].kind == FW_SEGMENT_LINK )
		{
			status = fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "segment", NULL,
			                    "is a link, which crowds do not know" );
			fw_refuse_entry( refusal, status, "path.segments", i );
		}
	}
	if ( status == FW_OK && !begins_at( path, fw_crowd_stop_pose( &crowd->units[index] ) ) )
	{
		status =
		    fw_refuse_mismatch( refusal, "path", "unit", "it must begin where the unit stops, fw_crowd_unit::stop" );
	}
	if ( status == FW_OK && !is_whole( path ) )
	{
		status = fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "path", NULL,
		                    "has segments that do not join, or arcs that do not lead to their ends" );
	}
	return status;
}

static fw_status take_path( fw_crowd* crowd, int32_t index, const fw_path* path, fw_refusal* refusal )
{
	const fw_status checked = check_unit_path( refusal, crowd, index, path );
	if ( checked != FW_OK )
	{
		return checked;
	}
	crowd_unit* unit = &crowd->units[index];
	fw_path copy = { .allocator = crowd->allocator };
	const fw_status status = fw_path_copy( &copy, path );
	crowd->failed = FW_OK;
	if ( status != FW_OK || !fw_crowd_lay( crowd, index, NULL, 0, &copy, 0.0, ERRAND_GOAL ) )
	{
		fw_path_free( &copy );
		const fw_status failed = status != FW_OK ? status : crowd->failed;
		crowd->failed = FW_OK;
		return fw_refuse_status( refusal, failed );
	}
	fw_path_free( &unit->main );
	unit->main = copy;
	unit->main_at = 0.0;
	unit->trail_count = 0;
	unit->failures = 0;
	unit->displaced = 0;
	unit->wants_path = false;
	unit->stuck = FW_CROWD_NOT_STUCK;
	unit->min_left = INFINITY;
	unit->since = crowd->time;
	fw_crowd_promise( crowd, index, -1 );
	return FW_OK;
}

fw_status fw_crowd_send( fw_crowd* crowd, fw_crowd_id id, const fw_path* path, fw_refusal* refusal )
{
	const int32_t unit = find( crowd, id );
	const fw_status status = take_path( crowd, unit, path, refusal );
	if ( status == FW_OK )
	{
		crowd->units[unit].sent = true;
		crowd->units[unit].sequence = crowd->sequence++;
		crowd->units[unit].times++;
		fw_crowd_take_out( crowd, unit );
		fw_crowd_put_in( crowd, unit );
		fw_crowd_rank( crowd );
	}
	return status;
}

fw_status fw_crowd_answer( fw_crowd* crowd, fw_crowd_id id, const fw_path* path, fw_refusal* refusal )
{
	return take_path( crowd, find( crowd, id ), path, refusal );
}

int32_t fw_crowd_count( const fw_crowd* crowd )
{
	return crowd->count;
}

double fw_crowd_left( const crowd_unit* unit )
{
	if ( unit->errand == ERRAND_NONE )
	{
		const fw_pose goal = fw_path_end( &unit->main );
		return fw_length( goal.x - unit->pose.x, goal.y - unit->pose.y );
	}
	if ( unit->errand == ERRAND_GOAL )
	{
		return fmax( 0.0, unit->track.path.length - unit->at );
	}
	return fmax( 0.0, unit->main.length - fw_crowd_main_at( unit, unit->at ) );
}

fw_crowd_id fw_crowd_at( const fw_crowd* crowd, int32_t slot )
{
	return slot >= 0 && slot < crowd->count && crowd->units[slot].used ? id_of( crowd, slot ) : 0;
}

fw_crowd_unit fw_crowd_get( const fw_crowd* crowd, fw_crowd_id id )
{
	const int32_t unit = find( crowd, id );
	if ( unit < 0 )
	{
		return ( fw_crowd_unit ){ .used = false };
	}
	const crowd_unit* of = &crowd->units[unit];
	const bool waits = of->errand == ERRAND_GOAL && of->speed == 0.0 && of->waits > 0.0;
	return ( fw_crowd_unit ){
	    .used = true,
	    .pose = of->pose,
	    .speed = of->speed,
	    .radius = of->radius,
	    .mode = of->errand == ERRAND_ROOM   ? FW_CROWD_YIELDING
	            : of->errand == ERRAND_NONE ? FW_CROWD_PARKED
	            : waits                     ? FW_CROWD_WAITING
	                                        : FW_CROWD_MOVING,
	    .stuck = of->stuck,
	    .wants_path = of->wants_path && !of->lets_go,
	    .stop = fw_crowd_stop_pose( of ),
	    .goal = fw_path_end( &of->main ),
	    .left = fw_crowd_left( of ),
	    .sent = of->times,
	};
}

double fw_crowd_time( const fw_crowd* crowd )
{
	return crowd->time;
}

bool fw_crowd_is_done( const fw_crowd* crowd )
{
	bool done = true;
	for ( int32_t i = 0; i < crowd->count && done; i++ )
	{
		done = !crowd->units[i].used || crowd->units[i].errand == ERRAND_NONE;
	}
	return done;
}

static uint64_t hash_number( uint64_t hash, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof bits );
	for ( int32_t i = 0; i < 8; i++ )
	{
		hash = ( hash ^ ( bits >> ( 8 * i ) & 0xff ) ) * 0x100000001b3u;
	}
	return hash;
}

uint64_t fw_crowd_hash( const fw_crowd* crowd )
{
	uint64_t hash = 0xcbf29ce484222325u;
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		const crowd_unit* unit = &crowd->units[i];
		if ( unit->used )
		{
			hash = hash_number( hash_number( hash, unit->pose.x ), unit->pose.y );
			hash = hash_number( hash_number( hash, unit->pose.heading ), unit->speed );
		}
	}
	return hash;
}

fw_crowd_id fw_crowd_owner( const fw_crowd* crowd, int32_t x, int32_t y )
{
	const int32_t tile = tile_of( crowd, x, y );
	const int32_t owner = tile >= 0 ? crowd->owner[tile] : -1;
	return owner >= 0 ? id_of( crowd, owner ) : 0;
}

bool fw_crowd_keep_off( const fw_crowd* crowd, fw_crowd_id id, int32_t x, int32_t y )
{
	const int32_t unit = find( crowd, id );
	const int32_t tile = tile_of( crowd, x, y );
	int32_t blocker = -1;
	if ( tile < 0 || unit < 0 )
	{
		return false;
	}
	return fw_crowd_pass_in_use( crowd, unit, tile ) || fw_crowd_on_course( crowd, unit, tile ) ||
	       ( !fw_crowd_may_own( crowd, unit, tile, crowd->def.look_ahead, &blocker ) && blocker >= 0 &&
	         !fw_crowd_drives_off( crowd, unit, blocker ) );
}

fw_crowd_counters fw_crowd_count_events( const fw_crowd* crowd )
{
	return crowd->counters;
}
