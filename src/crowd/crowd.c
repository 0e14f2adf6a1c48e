// SPDX-License-Identifier: MIT
// The crowd: its units, their paths, and the tick.
#include "crowd/crowd.h"
#include "fairway/sweep.h"
#include "geom/geom.h"
#include "motion/profile.h"
#include "path/path.h"

// Where a path begins may differ from where its unit stops by rounding [tiles, rad].
#define JOINS 1e-9
#define TURNED 1e-6
// Places that differ by less are the same [tiles].
#define SAME 1e-9
// Pieces that a course has room for.
#define ROOM 64
// A step of the length of a tick is a tick, whatever its rounding [s].
#define WHOLE 1e-9
// A front that was cut is looked for so far back on the path [tiles].
#define CUT_MAX 64.0

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
	return FW_OK;
}

static size_t go_over( fw_crowd* crowd, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	for ( int32_t i = 0; i < crowd->capacity; i++ )
	{
		FW_HOLD( &holdings, crowd->units[i].path.segments, crowd->units[i].path.capacity );
	}
	FW_HOLD( &holdings, crowd->spare_path.segments, crowd->spare_path.capacity );
	FW_HOLD( &holdings, crowd->units, crowd->capacity );
	FW_HOLD( &holdings, crowd->due, crowd->due_capacity );
	FW_HOLD( &holdings, crowd->spare, crowd->spare_capacity );
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
		fw_free( &allocator, crowd, 1, sizeof( *crowd ) );
	}
}

size_t fw_crowd_memory( const fw_crowd* crowd )
{
	fw_crowd copy = *crowd;
	return sizeof( *crowd ) + go_over( &copy, NULL ) + fw_precedence_memory( &crowd->precedence ) +
	       fw_guides_memory( &crowd->guides ) + fw_straits_memory( &crowd->straits ) +
	       fw_local_plan_memory( &crowd->plan );
}

static bool reserve( fw_crowd* crowd, int32_t count )
{
	const int32_t old = crowd->capacity;
	if ( !FW_GROW( &crowd->allocator, &crowd->units, &crowd->capacity, count ) )
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
	       fw_guides_reserve( &crowd->guides, count );
}

fw_status fw_crowd_add( fw_crowd* crowd, const fw_unit* unit, bool slowed, fw_pose pose, int32_t* index,
                        int32_t* blocker )
{
	int32_t slot = 0;
	while ( slot < crowd->count && crowd->units[slot].used )
	{
		slot++;
	}
	*blocker = -1;
	if ( !reserve( crowd, slot + 1 ) )
	{
		return FW_ERR_MEMORY;
	}
	FW_TRY( fw_precedence_add( &crowd->precedence, slot, unit, pose, blocker ) );
	crowd_unit* added = &crowd->units[slot];
	const fw_path path = added->path;
	*added = ( crowd_unit ){ .used = true, .walks = unit->turning_radius == 0.0, .slowed = slowed, .unit = *unit };
	added->path = path;
	fw_path_clear( &added->path, pose );
	added->goal = ( fw_vec2 ){ pose.x, pose.y };
	added->known_front = added->goal;
	added->guide = -1;
	added->round = -1;
	added->waits_for = -1;
	added->blocked = -1.0;
	added->meets = -1;
	added->impasse = -1;
	added->path_number = ++crowd->paths;
	added->inside.strait = -1;
	added->sequence = ++crowd->sequence;
	crowd->count = slot + 1 > crowd->count ? slot + 1 : crowd->count;
	*index = slot;
	return FW_OK;
}

void fw_crowd_remove( fw_crowd* crowd, int32_t index )
{
	fw_precedence_remove( &crowd->precedence, index );
	crowd->units[index].used = false;
	while ( crowd->count > 0 && !crowd->units[crowd->count - 1].used )
	{
		crowd->count--;
	}
}

// The gear in which the unit drives where it is at.
static fw_pose pose_of( const fw_mover* mover, fw_course_point at, fw_vec2 place )
{
	const fw_course* course = &mover->course;
	const fw_vec2 direction = fw_course_direction( course, at );
	const fw_gear gear = at.piece < course->end ? fw_course_piece( course, at.piece )->segment.gear : course->gear;
	return ( fw_pose ){ place.x, place.y, fw_motion_heading( fw_atan2( direction.y, direction.x ), gear ) };
}

static fw_pose stop_pose( const fw_mover* mover )
{
	const fw_commitment_point* stop = fw_commitment_stop( &mover->commitment );
	fw_course_point at = stop->at;
	const fw_course* course = &mover->course;
	if ( at.at == 0.0 && at.piece > course->first )
	{
		// At a corner it faces as it came.
		const fw_piece* last = fw_course_piece( course, at.piece - 1 );
		return ( fw_pose ){ stop->place.x, stop->place.y,
		                    fw_motion_heading( fw_atan2( last->end.y, last->end.x ), last->segment.gear ) };
	}
	return pose_of( mover, at, stop->place );
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

// Does the spare path let a vehicle go on, without making a circle of those that wait?
static bool is_way_out( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const crowd_unit before = *unit;
	const bool was_free = crowd_in_impasse( crowd, index ) < 0;
	unit->path = crowd->spare_path;
	unit->path_number = ++crowd->paths;
	unit->goal = fw_path_tip( &unit->path );
	crowd_begin_path( unit );
	const bool is_free = !was_free || crowd_find_impasse( crowd, index, 0.0, false ) < 0;
	const bool goes = crowd_vehicle_target( crowd, index, CROWD_VEHICLE_PIECE ) > 0.0;
	*unit = before;
	return is_free && goes;
}

fw_status fw_crowd_drive( fw_crowd* crowd, int32_t index, const fw_path* path, bool ordered )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_pose stop = stop_pose( crowd_mover( crowd, index ) );
	const fw_pose begin = path->start;
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
	if ( !ordered && !unit->walks && unit->on_path && unit->has_goal && !is_way_out( crowd, index ) )
	{
		fw_path_free( &crowd->spare_path );
		return FW_ERR_BLOCKED;
	}
	fw_path_free( &unit->path );
	unit->path = crowd->spare_path;
	crowd->spare_path = ( fw_path ){ 0 };
	end_course( crowd, index );
	unit->goal = fw_path_tip( path );
	unit->path_number = ++crowd->paths;
	unit->impasse = -1;
	crowd_begin_path( unit );
	unit->has_goal = true;
	unit->settled = false;
	unit->best_left = unit->segment_left;
	unit->best_time = crowd->time;
	unit->away = path->length > SAME ? fmax( unit->away, CROWD_TICK ) : 0.0;
	if ( ordered )
	{
		unit->first_left = unit->segment_left;
		unit->sequence = ++crowd->sequence;
		unit->visited = false;
		unit->away = path->length > SAME ? CROWD_TICK : 0.0;
	}
	return FW_OK;
}

void fw_crowd_stop( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	end_course( crowd, index );
	fw_path_clear( &unit->path, stop_pose( crowd_mover( crowd, index ) ) );
	unit->path_number = ++crowd->paths;
	crowd_begin_path( unit );
	unit->on_path = false;
	unit->has_goal = false;
	unit->settled = false;
	unit->away = 0.0;
}

void fw_crowd_hold( fw_crowd* crowd, int32_t index, bool holds )
{
	crowd->units[index].holds = holds;
}

// The distance along a segment of a place on it; negative: it is not on it.
static double along_segment( const fw_segment* segment, fw_vec2 place )
{
	const fw_outline point = { 0.0 };
	if ( !( fw_gap_to_segment( &point, place, &point, segment ) < 1e-6 ) )
	{
		return -1.0;
	}
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return fmin( fw_length( place.x - segment->from.x, place.y - segment->from.y ), segment->length );
	}
	const double angle = fw_atan2( place.y - segment->center.y, place.x - segment->center.x ) - segment->start;
	const double turned = fw_angle_positive( segment->sweep < 0.0 ? -angle : angle );
	return turned > 2.0 * FW_PI - 1e-6 ? 0.0 : fmin( turned * segment->radius, segment->length );
}

// Where the front of a unit is after its course was cut: on its path the last such place before where it was.
static void find_front( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	double begin = 0.0;
	double best = -1.0;
	for ( int32_t i = 0; i < unit->path.count && unit->has_goal && begin <= unit->at; i++ )
	{
		const fw_segment* segment = &unit->path.segments[i];
		const double along = begin + segment->length >= unit->at - CUT_MAX ? along_segment( segment, front ) : -1.0;
		best = along >= 0.0 && begin + along <= unit->at + SAME ? begin + along : best;
		begin += segment->length;
	}
	unit->known_front = front;
	unit->on_path = best >= 0.0;
	if ( unit->on_path )
	{
		crowd_set_at( unit, best );
		unit->through = fmin( unit->through, best );
	}
}

// What has come of the last tick, and who is to decide in this one.
static int32_t look_round( fw_crowd* crowd )
{
	int32_t due = 0;
	crowd->vehicles = 0;
	crowd->widest = 0.0;
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		crowd_unit* unit = &crowd->units[i];
		if ( !unit->used )
		{
			continue;
		}
		const fw_vec2 front = crowd_front( crowd, i );
		if ( front.x != unit->known_front.x || front.y != unit->known_front.y )
		{
			find_front( crowd, i );
		}
		if ( !unit->has_goal || ( fabs( front.x - unit->goal.x ) < SAME && fabs( front.y - unit->goal.y ) < SAME ) )
		{
			unit->visited = unit->visited || unit->has_goal;
			unit->away = 0.0;
			continue;
		}
		unit->away += CROWD_TICK;
		crowd->vehicles += unit->walks ? 0 : 1;
		crowd->widest = unit->walks ? crowd->widest : fmax( crowd->widest, unit->unit.radius );
		unit->visited = unit->visited && unit->away < CROWD_VISITED;
		if ( !unit->walks && crowd->time >= unit->next_look )
		{
			crowd_look_for_meetings( crowd, i );
			unit->next_look = crowd->time + CROWD_MEET_SECONDS;
		}
		if ( crowd->time >= unit->next_try && fw_mover_left( crowd_mover( crowd, i ) ) <= crowd_horizon( unit ) )
		{
			crowd->due[due++] = i;
		}
	}
	return due;
}

static void note_progress( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const double left = crowd_left( crowd, index );
	if ( !unit->on_path && left < INFINITY )
	{
		crowd_set_at( unit, crowd_at_of( unit, left ) );
	}
	unit->lost = !( left < INFINITY );
	if ( unit->answer == CROWD_WAIT )
	{
		unit->free_time = crowd->time;
		unit->best_time = crowd->time;
	}
	if ( left < unit->best_left - 0.5 )
	{
		unit->best_left = left;
		unit->best_time = crowd->time;
	}
}

static void begin_tick( fw_crowd* crowd )
{
	if ( crowd->revision != fw_grid_revision( crowd->grid ) )
	{
		crowd->revision = fw_grid_revision( crowd->grid );
		fw_precedence_recheck( &crowd->precedence );
	}
	const int32_t due = look_round( crowd );
	crowd_begin_straits( crowd );
	crowd_sort( crowd, crowd->due, due );
	for ( int32_t i = 0; i < due; i++ )
	{
		note_progress( crowd, crowd->due[i] );
	}
	bool planned = false;
	for ( int32_t i = 0; i < due && !planned; i++ )
	{
		planned = crowd_unravel( crowd, crowd->due[i] );
	}
	for ( int32_t i = 0; i < due; i++ )
	{
		const int32_t index = crowd->due[i];
		crowd_unit* unit = &crowd->units[index];
		if ( unit->round == crowd->ticks )
		{
			continue;
		}
		crowd->root = index;
		crowd->depth = 0;
		if ( crowd_decide( crowd, index, CROWD_OWN ) != CROWD_MOVED )
		{
			unit->next_try = crowd->time + CROWD_RETRY;
			crowd_settle( crowd, index );
		}
	}
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		if ( crowd->units[i].used )
		{
			crowd->units[i].known_front = crowd_front( crowd, i );
			(void)fw_precedence_drive( &crowd->precedence, i, crowd_mover( crowd, i )->top );
		}
	}
}

fw_status fw_crowd_step( fw_crowd* crowd, double seconds )
{
	crowd->failed = FW_OK;
	crowd->ahead += seconds;
	while ( crowd->ahead > 0.0 )
	{
		if ( !crowd->begun )
		{
			begin_tick( crowd );
			crowd->begun = true;
		}
		if ( crowd->ahead < CROWD_TICK - WHOLE )
		{
			break;
		}
		fw_safe_stop_advance( &crowd->precedence.stop );
		crowd->ticks++;
		crowd->time = (double)crowd->ticks * CROWD_TICK;
		crowd->ahead = fmax( crowd->ahead - CROWD_TICK, 0.0 );
		crowd->ahead = crowd->ahead < WHOLE ? 0.0 : crowd->ahead;
		crowd->begun = false;
	}
	return crowd->failed;
}

// Where a unit is between two ticks.
static fw_pose pose_between( const fw_mover* mover, double ticks, double* speed )
{
	const fw_commitment* commitment = &mover->commitment;
	const fw_course* course = &mover->course;
	const double time = commitment->elapsed + ticks;
	int32_t i = commitment->now;
	while ( i + 2 < commitment->count && commitment->points[i + 1].time <= time )
	{
		i++;
	}
	const fw_commitment_point* from = &commitment->points[i];
	*speed = mover->speed;
	if ( i + 1 >= commitment->count )
	{
		return pose_of( mover, from->at, from->place );
	}
	const fw_commitment_point* to = from + 1;
	const double end =
	    to->at.piece == from->at.piece ? to->at.at : fw_course_piece( course, from->at.piece )->segment.length;
	const double part = fmin( fmax( ( time - from->time ) / ( to->time - from->time ), 0.0 ), 1.0 );
	const fw_course_point at = { from->at.piece, from->at.at + part * ( end - from->at.at ) };
	*speed = ( end - from->at.at ) / ( to->time - from->time );
	return pose_of( mover, at, fw_course_place( course, at ) );
}

// A vehicle that has still to drive something will get there: a detour would only cut that off.
static bool wants_detour( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const int32_t other = unit->waits_for;
	const bool stands =
	    !( crowd_mover( crowd, index )->speed > 0.0 ) && fw_mover_left( crowd_mover( crowd, index ) ) < 0.1;
	const bool blocked = stands && unit->blocked >= 0.0 && crowd->time - unit->blocked > CROWD_VEHICLE_PATIENCE;
	return !unit->walks && unit->away > 0.0 && !( crowd_stop_at( crowd, index ) < unit->through ) &&
	       ( unit->meets >= 0 || ( unit->impasse >= 0 && stands ) ||
	         ( blocked && other >= 0 && crowd->units[other].used && !( crowd_mover( crowd, other )->speed > 0.0 ) ) );
}

fw_crowd_view fw_crowd_look( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_mover* mover = crowd_mover( crowd, index );
	const bool moves = mover->commitment.now + 1 < mover->commitment.count || fw_mover_left( mover ) > FW_COURSE_SNAP;
	const double since = crowd->time - unit->best_time;
	fw_crowd_view view = { .waits_for = unit->waits_for };
	double speed = mover->speed;
	view.pose = crowd->ahead > 0.0 ? pose_between( mover, crowd->ahead / CROWD_TICK, &speed ) : fw_mover_pose( mover );
	view.speed = speed / CROWD_TICK;
	view.mode = moves && view.speed > 0.0 ? ( unit->pushed ? FW_CROWD_YIELDS : FW_CROWD_DRIVES )
	            : unit->away > 0.0        ? FW_CROWD_WAITS
	            : moves                   ? FW_CROWD_DRIVES
	                                      : FW_CROWD_STANDS;
	view.stuck = unit->away > 0.0 && since > crowd->patience ? since : 0.0;
	view.stop = stop_pose( mover );
	view.left = unit->on_path ? unit->path.length - unit->at + fw_mover_left( mover ) : unit->best_left;
	view.lost =
	    unit->away > 0.0 && ( unit->walks ? unit->lost : !unit->on_path && fw_mover_left( mover ) < FW_COURSE_SNAP );
	view.wants_path = view.lost || wants_detour( crowd, index );
	return view;
}

static bool box_meets( fw_box box, fw_rect rect )
{
	return box.x1 > rect.x && box.x0 < rect.x + rect.width && box.y1 > rect.y && box.y0 < rect.y + rect.height;
}

bool fw_crowd_uses( const fw_crowd* crowd, fw_rect rect )
{
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		if ( !crowd->units[i].used )
		{
			continue;
		}
		const fw_mover* mover = crowd_mover( crowd, i );
		const double radius = mover->outline.radius;
		for ( int32_t k = mover->commitment.now; k < mover->commitment.count; k++ )
		{
			// Between two points it is no further from both than half of what it drives.
			const fw_vec2 place = mover->commitment.points[k].place;
			const fw_vec2 last = mover->commitment.points[k > mover->commitment.now ? k - 1 : k].place;
			const double grown = radius + 0.5 * mover->top;
			const fw_box box = { fmin( place.x, last.x ) - grown, fmin( place.y, last.y ) - grown,
			                     fmax( place.x, last.x ) + grown, fmax( place.y, last.y ) + grown };
			if ( box_meets( box, rect ) )
			{
				return true;
			}
		}
	}
	return false;
}

// Tiles whose centers are no closer to a place than `room`, and closer than `reach`.
static void mark( const fw_segment* segment, double radius, fw_vec2 place, double room, double reach, fw_rect rect,
                  uint8_t* tiles, int32_t stride )
{
	fw_sweep_row rows[64];
	const int32_t all = fw_sweep_rows( radius, segment, rows, 64 );
	for ( int32_t i = 0; i < all && i < 64; i++ )
	{
		for ( int32_t x = rows[i].x0; x <= rows[i].x1; x++ )
		{
			const int32_t column = x - rect.x;
			const int32_t row = rows[i].y - rect.y;
			const double dx = x + 0.5 - place.x;
			const double dy = rows[i].y + 0.5 - place.y;
			if ( dx * dx + dy * dy >= room * room && dx * dx + dy * dy < reach * reach && column >= 0 && row >= 0 &&
			     column < rect.width && row < rect.height )
			{
				tiles[row * stride + column] = 1;
			}
		}
	}
}

void fw_crowd_mark( fw_crowd* crowd, int32_t index, fw_rect rect, uint8_t* tiles, int32_t stride )
{
	const fw_box box = { rect.x, rect.y, rect.x + rect.width, rect.y + rect.height };
	const fw_unit* own = &crowd->units[index].unit;
	const fw_vec2 stop = fw_commitment_stop( &crowd_mover( crowd, index )->commitment )->place;
	// It may leave the tracks of others, where it is on one.
	const double room = 2.0 * own->radius + own->turning_radius;
	// One search after the other marks less: where all others are kept off there may be no path.
	const int32_t search = crowd->units[index].searches++ % 4;
	const double reach = search == 0 ? INFINITY : room + ( search == 1 ? 3.0 : 1.5 ) * own->turning_radius;
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		const crowd_unit* unit = &crowd->units[i];
		const fw_mover* mover = crowd_mover( crowd, i );
		// Who turns on the spot makes room for vehicles.
		const bool moves_off = unit->walks && !unit->holds && !crowd->units[index].walks;
		if ( !unit->used || i == index || moves_off )
		{
			continue;
		}
		const fw_vec2 front = mover->course.front;
		if ( front.x < box.x0 - 2.0 * CROWD_MEET_TILES || front.y < box.y0 - 2.0 * CROWD_MEET_TILES ||
		     front.x > box.x1 + 2.0 * CROWD_MEET_TILES || front.y > box.y1 + 2.0 * CROWD_MEET_TILES )
		{
			continue;
		}
		const fw_segment stands = fw_segment_line( front, front, FW_GEAR_FORWARD );
		mark( &stands, mover->outline.radius, stop, own->radius + 0.75, INFINITY, rect, tiles, stride );
		double begin = 0.0;
		const double here = crowd_stop_at( crowd, i );
		const bool opposes = i == crowd->units[index].impasse || i == crowd->units[index].meets;
		const bool drives = !unit->walks && unit->away > 0.0 && unit->on_path && search != 3 &&
		                    ( crowd_ranks_before( crowd, i, index ) || ( search != 0 && opposes ) );
		const double ahead = search != 0 && opposes ? INFINITY : CROWD_MEET_TILES;
		for ( int32_t k = 0; k < unit->path.count && drives; k++ )
		{
			const fw_segment* segment = &unit->path.segments[k];
			const double low = fmax( here - begin, 0.0 );
			const double high = fmin( here + ahead - begin, segment->length );
			if ( high > low )
			{
				const fw_segment part = fw_segment_part( segment, low, high );
				mark( &part, mover->outline.radius, stop, room, reach, rect, tiles, stride );
			}
			begin += segment->length;
		}
	}
}
