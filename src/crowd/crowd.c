// SPDX-License-Identifier: MIT
// The crowd: its units, and their paths.
#include "crowd/crowd.h"
#include "geom/geom.h"
#include "path/path.h"

// Where a path begins may differ from where its unit stops by rounding [tiles, rad].
#define JOINS 1e-9
#define TURNED 1e-6
// Places that differ by less are the same [tiles].
#define SAME 1e-9
// Pieces that a course has room for.
#define ROOM 32

fw_status fw_crowd_create( const fw_allocator* allocator, const fw_grid* grid, double patience, fw_crowd** crowd )
{
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_crowd* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	*crowd = made;
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = own;
	made->grid = grid;
	made->revision = fw_grid_revision( grid );
	made->patience = patience;
	fw_precedence_init( &made->precedence, &own, grid, CROWD_TICK, ROOM );
	fw_guides_init( &made->guides, &own, grid );
	fw_straits_init( &made->straits, &own, grid );
	fw_local_plan_init( &made->plan, &own );
	fw_joint_plan_init( &made->joint, &own );
	return FW_OK;
}

bool fw_crowd_share( fw_crowd* crowd, const fw_parallel* parallel )
{
	const bool shared = fw_safe_stop_share( &crowd->precedence.stop, parallel->run != NULL ? parallel->workers : 1 );
	crowd->parallel = shared ? *parallel : crowd->parallel;
	return shared;
}

static size_t go_over( fw_crowd* crowd, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	for ( int32_t i = 0; i < crowd->capacity; i++ )
	{
		FW_HOLD( &holdings, crowd->units[i].path.segments, crowd->units[i].path.capacity );
	}
	FW_HOLD( &holdings, crowd->spare_path.segments, crowd->spare_path.capacity );
	FW_HOLD_LINES( &holdings, crowd->unit_block, crowd->capacity );
	FW_HOLD( &holdings, crowd->due, crowd->due_capacity );
	FW_HOLD( &holdings, crowd->spare, crowd->spare_capacity );
	FW_HOLD( &holdings, crowd->asked, crowd->asked_capacity );
	FW_HOLD( &holdings, crowd->meetings, crowd->meetings_capacity );
	return holdings.bytes;
}

void fw_crowd_destroy( fw_crowd* crowd )
{
	if ( crowd != NULL )
	{
		const fw_allocator allocator = crowd->allocator;
		go_over( crowd, &allocator );
		fw_precedence_free( &crowd->precedence );
		fw_guides_free( &crowd->guides );
		fw_straits_free( &crowd->straits );
		fw_local_plan_free( &crowd->plan );
		fw_joint_plan_free( &crowd->joint );
		fw_crowd_free_tangle( crowd );
		fw_free( &allocator, crowd, 1, sizeof( *crowd ) );
	}
}

size_t fw_crowd_memory( const fw_crowd* crowd )
{
	fw_crowd copy = *crowd;
	return sizeof( *crowd ) + go_over( &copy, NULL ) + fw_precedence_memory( &crowd->precedence ) +
	       fw_guides_memory( &crowd->guides ) + fw_straits_memory( &crowd->straits ) +
	       fw_local_plan_memory( &crowd->plan ) + fw_joint_plan_memory( &crowd->joint ) +
	       fw_crowd_tangle_memory( crowd );
}

bool fw_crowd_reserve( fw_crowd* crowd, int32_t count )
{
	const int32_t old = crowd->capacity;
	if ( !FW_GROW_LINES( &crowd->allocator, &crowd->units, &crowd->unit_block, &crowd->capacity, count ) )
	{
		return false;
	}
	for ( int32_t i = old; i < crowd->capacity; i++ )
	{
		crowd->units[i] = ( crowd_unit ){ .guide = -1 };
		fw_path_init( &crowd->units[i].path, &crowd->allocator );
	}
	return FW_GROW( &crowd->allocator, &crowd->due, &crowd->due_capacity, crowd->capacity ) &&
	       FW_GROW( &crowd->allocator, &crowd->spare, &crowd->spare_capacity, crowd->capacity ) &&
	       FW_GROW( &crowd->allocator, &crowd->asked, &crowd->asked_capacity, crowd->capacity ) &&
	       fw_guides_reserve( &crowd->guides, count );
}

double fw_crowd_half_width( const fw_unit* unit )
{
	double most = 0.0;
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		most = fmax( most, fabs( unit->outline.corners[i].y ) );
	}
	return unit->radius + most;
}

fw_status fw_crowd_add( fw_crowd* crowd, const fw_unit* unit, bool slowed, fw_pose pose, int32_t* index,
                        int32_t* blocker )
{
	int32_t slot = crowd->first_free;
	while ( slot < crowd->count && crowd->units[slot].used )
	{
		slot++;
	}
	*blocker = -1;
	if ( !fw_crowd_reserve( crowd, slot + 1 ) )
	{
		return FW_ERR_MEMORY;
	}
	FW_TRY( fw_precedence_add( &crowd->precedence, slot, unit, pose, blocker ) );
	crowd->first_free = slot + 1;
	crowd_unit* added = &crowd->units[slot];
	const fw_path path = added->path;
	*added = ( crowd_unit ){ .used = true, .walks = unit->turning_radius == 0.0, .slowed = slowed, .unit = *unit };
	added->pace = 1.0;
	added->half_width = fw_crowd_half_width( unit );
	added->path = path;
	fw_path_clear( &added->path, pose );
	added->goal = ( fw_vec2 ){ pose.x, pose.y };
	added->known_front = added->goal;
	added->group = -1;
	added->guide = -1;
	added->round = -1;
	added->waits_for = -1;
	added->pushed_off_by = -1;
	added->blocked = -1.0;
	added->meets = -1;
	added->behind = -1;
	added->impasse = -1;
	added->path_number = ++crowd->paths;
	added->inside.strait = -1;
	added->sequence = ++crowd->sequence;
	crowd->count = slot + 1 > crowd->count ? slot + 1 : crowd->count;
	crowd->all_vehicles += added->walks ? 0 : 1;
	*index = slot;
	return FW_OK;
}

void fw_crowd_remove( fw_crowd* crowd, int32_t index )
{
	fw_precedence_remove( &crowd->precedence, index );
	crowd->units[index].used = false;
	crowd->first_free = index < crowd->first_free ? index : crowd->first_free;
	crowd->all_vehicles -= crowd->units[index].walks ? 0 : 1;
	if ( crowd->units[index].unit.outline.count > 0 && crowd->meetings != NULL )
	{
		// Others may get the index, and another outline with it.
		memset( crowd->meetings, 0, (size_t)crowd->meetings_capacity * sizeof( crowd->meetings[0] ) );
	}
	while ( crowd->count > 0 && !crowd->units[crowd->count - 1].used )
	{
		crowd->count--;
	}
}

static void forget_guide( fw_crowd* crowd, crowd_unit* unit )
{
	if ( unit->guide >= 0 )
	{
		crowd->guides.guides[unit->guide].revision = 0;
	}
}

static void end_course( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	fw_precedence_cut( &crowd->precedence, index, fw_mover_stop( crowd_mover( crowd, index ) ).piece );
	unit->known_front = crowd_front( crowd, index );
	unit->pushed = false;
	unit->blocked = -1.0;
	unit->meets = -1;
	unit->behind = -1;
	unit->next_look = crowd->time;
	unit->next_try = crowd->time;
	forget_guide( crowd, unit );
}

static bool has_links( const fw_path* path )
{
	bool links = false;
	for ( int32_t i = 0; i < path->count && !links; i++ )
	{
		links = path->segments[i].kind == FW_SEGMENT_LINK;
	}
	return links;
}

// Does the spare path let a vehicle go on, without making a circle of those that wait? One with an outline does not
// take from others what they were given behind it: they would stand where nobody has looked for a circle (six cars at a
// gate). Discs may: of channel.json 20 arrive, else 17.
static bool is_way_out( fw_crowd* crowd, int32_t index )
{
	if ( crowd->units[index].unit.outline.count > 0 && fw_precedence_cuts_others( &crowd->precedence, index ) )
	{
		return false;
	}
	crowd_unit* unit = &crowd->units[index];
	const crowd_unit before = *unit;
	const bool was_free = fw_crowd_in_impasse( crowd, index ) < 0;
	unit->path = crowd->spare_path;
	unit->path_number = ++crowd->paths;
	unit->goal = fw_path_tip( &unit->path );
	fw_crowd_begin_path( unit );
	const bool is_free = !was_free || fw_crowd_find_impasse( crowd, index, 0.0, false ) < 0;
	const bool goes = fw_crowd_vehicle_target( crowd, index, CROWD_PIECE ) > 0.0;
	*unit = before;
	return is_free && goes;
}

// Does a unit that has not asked for this path for nothing take it? The spare path is the same.
static bool is_better( fw_crowd* crowd, int32_t index, const fw_path* path )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( !unit->walks )
	{
		// What takes longer is no gain on a vehicle that is slower by a quarter, whose way it shares for 24 tiles.
		const double left = fw_crowd_path_left( crowd, index );
		const bool is_far = fw_crowd_is_behind( unit ) && path->length > left + CROWD_AROUND;
		return !unit->on_path || !unit->has_goal || ( !is_far && is_way_out( crowd, index ) );
	}
	if ( unit->lost )
	{
		return true;
	}
	return fw_crowd_queues( crowd, index )
	           ? fw_crowd_is_faster( crowd, index, path )
	           : !fw_crowd_spreads( crowd, index ) || fw_crowd_keeps_apart( crowd, index, path );
}

bool fw_crowd_may_take( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return !unit->walks || unit->lost || fw_crowd_queues( crowd, index ) || !fw_crowd_spreads( crowd, index ) ||
	       fw_crowd_may_keep_apart( crowd, index );
}

fw_status fw_crowd_drive( fw_crowd* crowd, int32_t index, const fw_path* path, bool ordered )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_pose stop = fw_crowd_stop_pose( crowd, index );
	const fw_pose begin = path->start;
	const bool was_away = unit->away > 0.0;
	const bool goes_on = ordered && was_away && !unit->reached; // it has waited no less with another goal
	if ( fabs( begin.x - stop.x ) > JOINS || fabs( begin.y - stop.y ) > JOINS ||
	     ( !unit->walks && fabs( fw_angle_signed( begin.heading - stop.heading ) ) > TURNED ) )
	{
		return FW_ERR_MISMATCH;
	}
	if ( has_links( path ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	fw_path_init( &crowd->spare_path, &crowd->allocator );
	fw_status status = fw_path_copy( &crowd->spare_path, path );
	if ( status != FW_OK )
	{
		fw_path_free( &crowd->spare_path );
		return status;
	}
	if ( !ordered && path->length > SAME && !is_better( crowd, index, path ) )
	{
		fw_path_free( &crowd->spare_path );
		return FW_ERR_BLOCKED;
	}
	const double left = unit->has_goal && !unit->lost ? fw_crowd_left_on_path( unit, unit->at ) : INFINITY;
	fw_path_free( &unit->path );
	unit->path = crowd->spare_path;
	crowd->spare_path = ( fw_path ){ 0 };
	end_course( crowd, index );
	const fw_vec2 goal = fw_path_tip( path );
	const bool same_goal = crowd_is_same( goal, unit->goal );
	unit->pushed_off_by = same_goal ? unit->pushed_off_by : -1;
	unit->reached = unit->reached && same_goal;
	unit->goal = goal;
	unit->path_number = ++crowd->paths;
	unit->impasse = -1;
	fw_crowd_begin_path( unit );
	fw_crowd_list_doors( crowd, index );
	unit->has_goal = true;
	unit->settled = false;
	unit->best_left = unit->segment_left;
	// Another path alone is no gain, nor is it a gain to drive back on it to where the unit was before.
	unit->gain_left = left < INFINITY ? fmax( unit->gain_left + unit->segment_left - left, 0.0 ) : unit->gain_left;
	if ( !goes_on && ( ordered || unit->unit.outline.count == 0 ) )
	{
		// Another path for an outline is no progress: it may get one each second behind a vehicle that cannot go.
		unit->best_time = crowd->time;
		unit->nearer_time = crowd->time;
	}
	unit->away = path->length > SAME ? fmax( unit->away, CROWD_TICK ) : 0.0;
	if ( ordered )
	{
		// One that had nowhere to go has not been held up meanwhile.
		unit->moved = was_away ? unit->moved : crowd->time;
		fw_crowd_set_out( unit, crowd->time );
		unit->first_left = unit->segment_left;
		unit->sequence = ++crowd->sequence;
		unit->visited = false;
		unit->pushed_off_by = -1;
		unit->trades = false;
		unit->gain_left = unit->segment_left;
		unit->gain_time = crowd->time;
		unit->reached = false;
		unit->home = 0.0;
		unit->away = path->length > SAME ? CROWD_TICK : 0.0;
	}
	return FW_OK;
}

void fw_crowd_stop( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	fw_safe_stop_shorten( &crowd->precedence.stop, index );
	end_course( crowd, index );
	fw_path_clear( &unit->path, fw_crowd_stop_pose( crowd, index ) );
	unit->path_number = ++crowd->paths;
	fw_crowd_begin_path( unit );
	unit->on_path = false;
	unit->has_goal = false;
	unit->settled = false;
	unit->away = 0.0;
}

void fw_crowd_join( fw_crowd* crowd, int32_t index, int32_t group, int32_t left, int32_t right )
{
	crowd->units[index].group = group;
	crowd->units[index].off_left = left;
	crowd->units[index].off_right = right;
}

void fw_crowd_hold( fw_crowd* crowd, int32_t index, bool holds )
{
	crowd->units[index].holds = holds;
}

void fw_crowd_pace( fw_crowd* crowd, int32_t index, double pace )
{
	crowd->units[index].pace = pace;
	fw_safe_stop_shorten( &crowd->precedence.stop, index );
}

double fw_crowd_speed( const fw_crowd* crowd, int32_t index )
{
	return crowd_speed( &crowd->units[index] );
}
