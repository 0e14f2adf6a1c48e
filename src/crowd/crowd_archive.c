// SPDX-License-Identifier: MIT
// Crowds as bytes. Not kept is what is found again: guides, meetings, and who is in which cell.
#include "crowd/archive.h"

#include "path/path.h"

#include <float.h>

// Counters of calls and ticks end far below.
#define COUNTER_MAX ( INT64_MAX / 4 )
#define SLACK 1e-6

static void pass_ahead( fw_bytes* io, fw_strait_ahead* ahead )
{
	fw_pass_int( io, &ahead->strait, -1, INT32_MAX );
	fw_pass_int( io, &ahead->direction, 0, 1 );
	fw_pass_int( io, &ahead->steps, 0, INT32_MAX );
}

// Where it is on its path.
static fw_status pass_way( fw_bytes* io, crowd_unit* unit )
{
	FW_TRY( fw_pass_path( io, &unit->path ) );
	fw_pass_number( io, &unit->at, -SLACK, unit->path.length + SLACK );
	fw_pass_int( io, &unit->segment, 0, unit->path.count > 0 ? unit->path.count - 1 : 0 );
	fw_pass_number( io, &unit->segment_at, -SLACK, unit->path.length + SLACK );
	fw_pass_number( io, &unit->segment_left, -DBL_MAX, DBL_MAX );
	fw_pass_bool( io, &unit->on_path );
	fw_pass_bool( io, &unit->has_goal );
	fw_pass_vec2( io, &unit->goal, FW_PLACE_MAX );
	fw_pass_vec2( io, &unit->known_front, FW_PLACE_MAX );
	fw_pass_number( io, &unit->through, -DBL_MAX, DBL_MAX );
	fw_pass_long( io, &unit->path_number, 0, COUNTER_MAX );
	fw_must( io, unit->path.count > 0 || unit->at <= SLACK );
	return fw_passed( io );
}

static void pass_decisions( fw_bytes* io, crowd_unit* unit )
{
	fw_pass_number( io, &unit->pace, CROWD_PACE_MIN, 1.0 );
	fw_pass_bool( io, &unit->slowed );
	fw_pass_bool( io, &unit->holds );
	fw_pass_int( io, &unit->group, -1, INT32_MAX );
	fw_pass_int( io, &unit->off_left, 0, FW_GUIDE_KEEPS_OFF );
	fw_pass_int( io, &unit->off_right, 0, FW_GUIDE_KEEPS_OFF );
	fw_pass_bool( io, &unit->pushed );
	fw_pass_bool( io, &unit->lost );
	fw_pass_bool( io, &unit->settled );
	fw_pass_bool( io, &unit->goes_round );
	fw_pass_number( io, &unit->first_left, -DBL_MAX, DBL_MAX );
	fw_pass_long( io, &unit->sequence, 0, COUNTER_MAX );
	fw_pass_number( io, &unit->away, 0.0, DBL_MAX );
	fw_pass_bool( io, &unit->visited );
	fw_pass_long( io, &unit->round, -1, COUNTER_MAX );
	unit->answer = (crowd_answer)fw_pass( io, (uint64_t)unit->answer, 1, CROWD_FAIL );
	fw_pass_number( io, &unit->next_try, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->moved, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->free_time, -DBL_MAX, DBL_MAX );
	for ( int32_t i = 0; i < CROWD_STRAITS; i++ )
	{
		fw_strait_ahead none = { -1, 0, 0 };
		pass_ahead( io, i < unit->ahead_count || fw_reads( io ) ? &unit->ahead[i] : &none );
	}
	fw_pass_int( io, &unit->ahead_count, 0, CROWD_STRAITS );
	pass_ahead( io, &unit->inside );
	fw_pass_bool( io, &unit->is_inside );
}

static bool has( const fw_crowd* crowd, int32_t index )
{
	return index >= 0 && index < crowd->count && crowd->units[index].used;
}

static int32_t known( const fw_crowd* crowd, int32_t index )
{
	return index < 0 || has( crowd, index ) ? index : -1;
}

// A unit that this one has to do with. Those that were removed are written as none.
static void pass_other( fw_bytes* io, const fw_crowd* crowd, int32_t* other, int32_t least )
{
	int32_t index = fw_reads( io ) ? *other : known( crowd, *other );
	fw_pass_int( io, &index, least, crowd->count - 1 );
	*other = fw_reads( io ) ? index : *other;
	fw_must( io, index < 0 || has( crowd, index ) );
}

static void pass_doors( fw_bytes* io, crowd_unit* unit )
{
	fw_pass_bool( io, &unit->looks_at_doors );
	fw_pass_bool( io, &unit->queues );
	fw_pass_int( io, &unit->door_count, CROWD_DOORS_LATER, CROWD_DOORS );
	for ( int32_t k = 0; k < unit->door_count && io->ok; k++ )
	{
		fw_pass_int( io, &unit->doors[k].strait, 0, INT32_MAX );
		fw_pass_number( io, &unit->doors[k].rest, -SLACK, DBL_MAX );
	}
}

static void pass_progress( fw_bytes* io, const fw_crowd* crowd, crowd_unit* unit )
{
	fw_pass_number( io, &unit->best_left, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->best_time, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->nearer_time, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->gain_left, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->gain_time, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->home, 0.0, DBL_MAX );
	fw_pass_bool( io, &unit->reached );
	unit->spread = (crowd_spread)fw_pass( io, (uint64_t)unit->spread, 1, CROWD_SPREAD_NOW );
	fw_pass_number( io, &unit->next_spread, -DBL_MAX, DBL_MAX );
	fw_pass_bool( io, &unit->looks_for_others );
	fw_pass_bool( io, &unit->crowded );
	pass_doors( io, unit );
	fw_pass_number( io, &unit->next_plan, -DBL_MAX, DBL_MAX );
	pass_other( io, crowd, &unit->pushed_off_by, -1 );
	fw_pass_bool( io, &unit->trades );
	pass_other( io, crowd, &unit->meets, -1 );
	fw_pass_int( io, &unit->meets_after, 0, INT32_MAX );
	fw_pass_number( io, &unit->meets_since, -DBL_MAX, DBL_MAX );
	pass_other( io, crowd, &unit->behind, -1 );
	fw_pass_number( io, &unit->next_pass, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->next_look, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->blocked, -DBL_MAX, DBL_MAX );
	pass_other( io, crowd, &unit->waits_for, -2 );
	pass_other( io, crowd, &unit->impasse, -1 );
	fw_pass_bool( io, &unit->in_impasse );
	fw_pass_int( io, &unit->searches, 0, INT32_MAX / 2 );
}

static fw_status pass_units( fw_bytes* io, fw_crowd* crowd )
{
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		crowd_unit* unit = &crowd->units[i];
		if ( unit->used )
		{
			FW_TRY( pass_way( io, unit ) );
			pass_decisions( io, unit );
			pass_progress( io, crowd, unit );
		}
	}
	return fw_passed( io );
}

// Units are where precedence has them.
static fw_status take_units( fw_crowd* crowd )
{
	const int32_t count = crowd->precedence.stop.count;
	if ( !fw_crowd_reserve( crowd, count ) )
	{
		return FW_ERR_MEMORY;
	}
	crowd->count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_unit* unit = &crowd->precedence.units[i].unit;
		crowd->units[i].used = crowd->precedence.stop.movers[i].used;
		crowd->units[i].unit = *unit;
		crowd->units[i].walks = unit->turning_radius == 0.0;
		crowd->units[i].half_width = fw_crowd_half_width( unit );
		crowd->all_vehicles += crowd->units[i].used && !crowd->units[i].walks ? 1 : 0;
	}
	return FW_OK;
}

fw_status fw_crowd_pass( fw_bytes* io, fw_crowd* crowd )
{
	crowd->revision = fw_pass( io, crowd->revision, 8, fw_grid_revision( crowd->grid ) );
	fw_pass_int( io, &crowd->vehicles, 0, FW_ARCHIVE_SLOTS );
	fw_pass_long( io, &crowd->paths, 0, COUNTER_MAX );
	fw_pass_long( io, &crowd->sequence, 0, COUNTER_MAX );
	fw_pass_long( io, &crowd->ticks, 0, COUNTER_MAX );
	fw_pass_number( io, &crowd->ahead, 0.0, CROWD_TICK );
	fw_pass_bool( io, &crowd->driven );
	crowd->time = (double)crowd->ticks * CROWD_TICK;
	FW_TRY( fw_pass_precedence( io, &crowd->precedence ) );
	FW_TRY( fw_pass_straits( io, &crowd->straits ) );
	if ( fw_reads( io ) )
	{
		crowd->precedence.stop.ticks = crowd->ticks;
		FW_TRY( take_units( crowd ) );
		crowd->cuts = -1;
	}
	FW_TRY( pass_units( io, crowd ) );
	if ( fw_reads( io ) )
	{
		const bool all = crowd->revision == fw_grid_revision( crowd->grid );
		fw_must( io, fw_safe_stop_sort_cells( &crowd->precedence.stop ) );
		fw_must( io, io->ok && fw_precedence_is_safe( &crowd->precedence, all ) );
	}
	return fw_passed( io );
}

void fw_crowd_forget( fw_crowd* crowd )
{
	fw_guides_forget( &crowd->guides, crowd->count );
	fw_crowd_forget_tangle( crowd );
	(void)fw_safe_stop_sort_cells( &crowd->precedence.stop );
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		crowd_unit* unit = &crowd->units[i];
		unit->guide = -1;
		unit->looked_path = 0; // what it saw depends on where it took itself to be on its path
		unit->pushed_off_by = known( crowd, unit->pushed_off_by );
		unit->meets = known( crowd, unit->meets );
		unit->behind = known( crowd, unit->behind );
		unit->waits_for = known( crowd, unit->waits_for );
		unit->impasse = known( crowd, unit->impasse );
	}
}

// No search for impasses has this stamp.
bool fw_crowd_claim( fw_crowd* crowd, int32_t index )
{
	const bool free = has( crowd, index ) && crowd->units[index].stamp >= 0;
	if ( free )
	{
		crowd->units[index].stamp = -1;
	}
	return free;
}
