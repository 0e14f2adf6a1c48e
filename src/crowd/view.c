// SPDX-License-Identifier: MIT
// What the owner of a crowd sees of it: where units are and what they wait for, and which tiles they need.
#include "crowd/crowd.h"
#include "geom/geom.h"
#include "motion/profile.h"
#include "sweep/rows.h"

static fw_pose pose_of( const fw_mover* mover, fw_course_point at, fw_vec2 place )
{
	return ( fw_pose ){ place.x, place.y, fw_course_heading( &mover->course, at ) };
}

fw_pose fw_crowd_stop_pose( const fw_crowd* crowd, int32_t index )
{
	const fw_mover* mover = crowd_mover( crowd, index );
	const fw_commitment_end* stop = fw_commitment_stop( &mover->commitment );
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

// Where a unit is between two ticks.
static fw_pose pose_between( const fw_mover* mover, double ticks, double* speed )
{
	const fw_commitment* commitment = &mover->commitment;
	const fw_course* course = &mover->course;
	if ( commitment->now + 1 >= commitment->count )
	{
		return ( fw_pose ){ mover->place.x, mover->place.y, mover->heading };
	}
	const double tick = fw_commitment_speed( commitment, commitment->elapsed, mover->braking );
	if ( mover->at.at + tick <= mover->end )
	{
		const double gone = ticks * tick;
		*speed = tick;
		return ( fw_pose ){ mover->place.x + gone * mover->along.x, mover->place.y + gone * mover->along.y,
		                    mover->heading };
	}
	const double time = commitment->elapsed + ticks;
	int32_t i = commitment->now;
	while ( i + 2 < commitment->count && commitment->points[i + 1].time <= time )
	{
		i++;
	}
	const fw_commitment_point* from = &commitment->points[i];
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
	if ( unit->walks )
	{
		return fw_crowd_spreads( crowd, index ) || fw_crowd_queues( crowd, index );
	}
	const int32_t other = unit->waits_for;
	const bool stands = !( crowd_mover( crowd, index )->speed > 0.0 ) && crowd_mover( crowd, index )->left < 0.1;
	const bool blocked = stands && unit->blocked >= 0.0 && crowd->time - unit->blocked > CROWD_SOON;
	return unit->away > 0.0 && !( fw_crowd_stop_at( crowd, index ) < unit->through ) &&
	       ( unit->meets >= 0 || ( unit->impasse >= 0 && stands ) || fw_crowd_wants_past( crowd, index ) ||
	         ( blocked && other >= 0 && crowd->units[other].used && !( crowd_mover( crowd, other )->speed > 0.0 ) ) );
}

// Does the row of those that wait for each other end at one with an outline that wants to go nowhere? It has been asked
// to make room, and cannot.
static bool is_shut_in( const fw_crowd* crowd, int32_t index )
{
	int32_t at = index;
	for ( int32_t i = 0; i < crowd->count && crowd->units[at].away > 0.0; i++ )
	{
		at = crowd->units[at].waits_for;
		if ( at < 0 || !crowd->units[at].used )
		{
			return false;
		}
	}
	return !( crowd->units[at].away > 0.0 ) && crowd->units[at].unit.outline.count > 0;
}

// Does its path lead into a wall? A step beside its path that does so is one of many that it tries.
static bool is_at_wall( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	fw_segment parts[CROWD_PARTS];
	double to = lesser( unit->at + crowd_horizon( unit ) + CROWD_STEP, unit->path.length );
	const int32_t count = fw_crowd_path_parts( unit, unit->at, &to, parts );
	bool is_free = true;
	for ( int32_t i = 0; i < count && is_free; i++ )
	{
		is_free = fw_sweep_segment( crowd->grid, &unit->unit, &parts[i] );
	}
	return !is_free;
}

void fw_crowd_fetch( const fw_crowd* crowd, int32_t index )
{
	const fw_mover* mover = crowd_mover( crowd, index );
	fw_prefetch_block( &crowd->units[index], offsetof( crowd_unit, at ) );
	FW_PREFETCH( mover );
	FW_PREFETCH( &mover->heading );
}

fw_crowd_view fw_crowd_look( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_mover* mover = crowd_mover( crowd, index );
	const bool moves = mover->commitment.now + 1 < mover->commitment.count || mover->left > FW_COURSE_SNAP;
	const double since = crowd->time - unit->best_time;
	const double no_gain = crowd->time - unit->gain_time;
	const double in_vain = greater( crowd->patience, CROWD_AT_LAST );
	fw_crowd_view view = { .waits_for = unit->waits_for };
	double speed = mover->speed;
	view.pose = crowd->ahead > 0.0 ? pose_between( mover, crowd->ahead / CROWD_TICK, &speed )
	                               : ( fw_pose ){ mover->place.x, mover->place.y, mover->heading };
	view.speed = speed / CROWD_TICK;
	view.mode = moves && view.speed > 0.0 ? ( unit->pushed ? FW_CROWD_YIELDS : FW_CROWD_DRIVES )
	            : unit->away > 0.0        ? FW_CROWD_WAITS
	            : moves                   ? FW_CROWD_DRIVES
	                                      : FW_CROWD_STANDS;
	view.stuck = unit->away > 0.0 && since > crowd->patience ? since : 0.0;
	// Who was pushed off its goal got nearer to it when it came there: maybe long ago.
	view.held_up = ( since > crowd->patience && unit->away > crowd->patience ) ||
	               ( unit->has_goal && unit->home < CROWD_WHILE && no_gain > in_vain );
	view.shut_in = view.held_up && is_shut_in( crowd, index );
	view.at_wall = view.held_up && unit->waits_for == -2 && is_at_wall( crowd, index );
	view.lost = unit->away > 0.0 && ( unit->walks ? unit->lost : !unit->on_path && mover->left < FW_COURSE_SNAP );
	view.wants_path = view.lost || wants_detour( crowd, index );
	return view;
}

bool fw_crowd_cruises( const fw_crowd* crowd, int32_t index, fw_pose* pose, double* speed )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_mover* mover = crowd_mover( crowd, index );
	const fw_commitment* commitment = &mover->commitment;
	const bool asks = unit->lost || unit->pushed || unit->queues || unit->spread == CROWD_SPREAD_NOW;
	if ( asks || !unit->walks || crowd->time - unit->best_time > crowd->patience ||
	     crowd->time - unit->gain_time > CROWD_AT_LAST || commitment->now + 1 >= commitment->count )
	{
		return false;
	}
	const bool between = crowd->ahead > 0.0;
	const double tick = between ? fw_commitment_speed( commitment, commitment->elapsed, mover->braking ) : mover->speed;
	const double gone = tick * ( crowd->ahead / CROWD_TICK );
	*pose =
	    ( fw_pose ){ mover->place.x + gone * mover->along.x, mover->place.y + gone * mover->along.y, mover->heading };
	*speed = tick / CROWD_TICK;
	return tick > 0.0 && ( !between || mover->at.at + tick <= mover->end );
}

double fw_crowd_path_left( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return unit->on_path ? unit->path.length - unit->at + crowd_mover( crowd, index )->left : unit->best_left;
}

static bool box_meets( fw_box box, fw_rect rect )
{
	return box.x1 > rect.x && box.x0 < rect.x + rect.width && box.y1 > rect.y && box.y0 < rect.y + rect.height;
}

typedef struct needed
{
	fw_rect rect;
	bool meets;
} needed;

static bool take_needed( void* context, fw_sweep_row row )
{
	needed* n = context;
	n->meets = row.y >= n->rect.y && row.y < n->rect.y + n->rect.height && row.x1 >= n->rect.x &&
	           row.x0 < n->rect.x + n->rect.width;
	return !n->meets;
}

// Does a unit with an outline need a tile to stand or to stop? A part of its course that is too short to have a
// direction counts as a thousandth of a tile.
static bool outline_uses( const fw_mover* mover, const fw_unit* unit, fw_rect rect )
{
	needed n = { rect, false };
	const fw_course_point stop = fw_mover_stop( mover );
	(void)fw_sweep_outline_at( unit, fw_mover_pose( mover, mover->at, mover->place ), NULL, take_needed, &n );
	for ( int64_t k = mover->at.piece; k < mover->course.end && k <= stop.piece && !n.meets; k++ )
	{
		const fw_segment* segment = &fw_course_piece( &mover->course, k )->segment;
		const double to = k == stop.piece ? stop.at : segment->length;
		const double from = k == mover->at.piece ? mover->at.at : 0.0;
		const fw_segment part = fw_segment_part( segment, fmin( from, fmax( to - 1e-3, 0.0 ) ), to );
		if ( to > 0.0 )
		{
			(void)fw_sweep_outline_rows( unit, &part, NULL, false, take_needed, &n );
		}
	}
	return n.meets;
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
		const double radius = fw_gap_reach( &mover->outline );
		bool uses = false;
		const fw_commitment_run run = fw_mover_run( mover );
		fw_commitment_point point = fw_commitment_first( &mover->commitment, &run );
		fw_vec2 last = point.place;
		for ( int32_t k = mover->commitment.now; k < mover->commitment.count; k++ )
		{
			// Between two points it is no further from both than half of what it drives.
			const fw_vec2 place = point.place;
			const double grown = radius + 0.5 * mover->top;
			const fw_box box = { fmin( place.x, last.x ) - grown, fmin( place.y, last.y ) - grown,
			                     fmax( place.x, last.x ) + grown, fmax( place.y, last.y ) + grown };
			uses = uses || box_meets( box, rect );
			last = place;
			if ( k + 1 < mover->commitment.count )
			{
				point = fw_commitment_after( &mover->commitment, &run, k, &point );
			}
		}
		if ( uses && ( mover->outline.core == NULL || outline_uses( mover, &crowd->units[i].unit, rect ) ) )
		{
			return true;
		}
	}
	return false;
}

// Tiles of a rectangle that are marked: those whose centers are no closer to a place than `room`, and closer than
// `reach`.
typedef struct marks
{
	fw_vec2 place;
	double room, reach;
	fw_rect rect;
	uint8_t* tiles;
	int32_t stride;
	uint8_t value;
} marks;

static bool take_mark( void* context, fw_sweep_row row )
{
	const marks* m = context;
	const int32_t y = row.y - m->rect.y;
	for ( int32_t x = row.x0; x <= row.x1 && y >= 0 && y < m->rect.height; x++ )
	{
		const double dx = x + 0.5 - m->place.x;
		const double dy = row.y + 0.5 - m->place.y;
		const double square = dx * dx + dy * dy;
		if ( x >= m->rect.x && x < m->rect.x + m->rect.width && square >= m->room * m->room &&
		     square < m->reach * m->reach )
		{
			m->tiles[y * m->stride + x - m->rect.x] = m->value;
		}
	}
	return true;
}

static void mark( const fw_unit* unit, const fw_segment* segment, const marks* on )
{
	const fw_box box = fw_box_of( segment );
	const double reach = fw_unit_outer_radius( unit );
	if ( !box_meets( ( fw_box ){ box.x0 - reach, box.y0 - reach, box.x1 + reach, box.y1 + reach }, on->rect ) )
	{
		return;
	}
	if ( unit->outline.count == 0 )
	{
		(void)fw_sweep_disc_rows( unit->radius, segment, NULL, take_mark, (void*)on );
		return;
	}
	(void)fw_sweep_outline_rows( unit, segment, NULL, false, take_mark, (void*)on );
}

static void mark_pose( const fw_unit* unit, fw_pose pose, double grown, const marks* on )
{
	const fw_vec2 place = { pose.x, pose.y };
	const fw_segment stands = fw_segment_line( place, place, FW_GEAR_FORWARD );
	fw_unit larger = *unit;
	larger.radius += grown;
	if ( unit->outline.count > 0 )
	{
		(void)fw_sweep_outline_at( &larger, pose, NULL, take_mark, (void*)on );
		return;
	}
	mark( &larger, &stands, on );
}

// Who stands beside the goal of a unit marks tiles that it touches there.
static void clear_goal( const crowd_unit* unit, fw_rect rect, uint8_t* tiles, int32_t stride )
{
	if ( unit->has_goal && unit->unit.outline.count > 0 )
	{
		const marks goal = { .reach = INFINITY, .rect = rect, .tiles = tiles, .stride = stride };
		mark_pose( &unit->unit, fw_crowd_path_pose( unit, INFINITY ), 0.5, &goal );
		return;
	}
	const double room = unit->unit.radius + 0.75;
	const int32_t left = rect.x > unit->goal.x - room ? rect.x : fw_floor_to_int( unit->goal.x - room );
	const int32_t top = rect.y > unit->goal.y - room ? rect.y : fw_floor_to_int( unit->goal.y - room );
	for ( int32_t y = top; unit->has_goal && y < rect.y + rect.height && y < unit->goal.y + room; y++ )
	{
		for ( int32_t x = left; x < rect.x + rect.width && x < unit->goal.x + room; x++ )
		{
			const double dx = x + 0.5 - unit->goal.x;
			const double dy = y + 0.5 - unit->goal.y;
			uint8_t* tile = &tiles[( y - rect.y ) * stride + x - rect.x];
			*tile = dx * dx + dy * dy < room * room ? 0 : *tile;
		}
	}
}

// Marks what is left of the path of a unit, so far ahead.
static void mark_path( const fw_crowd* crowd, int32_t index, double ahead, double grown, const marks* on )
{
	const crowd_unit* unit = &crowd->units[index];
	fw_unit larger = unit->unit;
	larger.radius += grown;
	const double here = fw_crowd_stop_at( crowd, index );
	double begin = 0.0;
	for ( int32_t k = 0; k < unit->path.count; k++ )
	{
		const fw_segment* segment = &unit->path.segments[k];
		const double low = fmax( here - begin, 0.0 );
		const double high = fmin( here + ahead - begin, segment->length );
		if ( high > low )
		{
			const fw_segment part = fw_segment_part( segment, low, high );
			mark( &larger, &part, on );
		}
		begin += segment->length;
	}
}

// Who is further from the rectangle marks nothing in it.
static fw_box around( fw_rect rect )
{
	const double far = 4.0 * CROWD_FAR;
	return ( fw_box ){ rect.x - far, rect.y - far, rect.x + rect.width + far, rect.y + rect.height + far };
}

static bool holds( const fw_box* box, fw_vec2 place )
{
	return place.x >= box->x0 && place.y >= box->y0 && place.x <= box->x1 && place.y <= box->y1;
}

void fw_crowd_mark( fw_crowd* crowd, int32_t index, fw_rect rect, uint8_t* tiles, int32_t stride )
{
	if ( fw_crowd_queues( crowd, index ) && !crowd->units[index].lost )
	{
		fw_crowd_mark_doors( crowd, index, rect, tiles, stride );
		return;
	}
	const fw_unit* own = &crowd->units[index].unit;
	const bool own_walks = crowd->units[index].walks;
	const bool own_outline = own->outline.count > 0;
	const bool spreads = fw_crowd_spreads( crowd, index );
	const fw_vec2 stop = fw_commitment_stop( &crowd_mover( crowd, index )->commitment )->place;
	// It may leave the tracks of others, where it is on one.
	const double room = 2.0 * crowd_reach( crowd, index ) + own->turning_radius;
	// One search after the other marks less: where all others are kept off there may be no path. Past a slower one
	// leads only a path that keeps off its own.
	const bool passes = fw_crowd_wants_past( crowd, index );
	// With none to spare it squeezes through between others.
	const double grown = spreads ? CROWD_MARGIN : passes ? CROWD_MEET_MARGIN : 0.0;
	const int32_t search = passes ? 0 : crowd->units[index].searches++ % 4;
	crowd->units[index].next_pass = passes ? crowd->time + CROWD_LATER : crowd->units[index].next_pass;
	const double reach = search == 0 ? INFINITY : room + ( search == 1 ? 3.0 : 1.5 ) * own->turning_radius;
	marks standing = { stop, own_outline ? 0.0 : own->radius + 0.75, INFINITY, rect, tiles, stride, 1 };
	const marks tracks = { stop, room, reach, rect, tiles, stride, 1 };
	const fw_box near = around( rect );
	// Only paths reach so far, and only those of vehicles count.
	const fw_box own_tiles = { rect.x, rect.y, rect.x + rect.width, rect.y + rect.height };
	const int32_t found =
	    fw_safe_stop_near( &crowd->precedence.stop, crowd->all_vehicles > 0 ? &near : &own_tiles, grown + 1.0 );
	for ( int32_t n = 0; n < found; n++ )
	{
		const int32_t i = crowd->precedence.stop.cells.found[n];
		const crowd_unit* unit = &crowd->units[i];
		// Who turns on the spot makes room for vehicles. Who spreads keeps off those who do so, too.
		const bool moves_off =
		    !unit->holds && ( spreads ? unit->spread != CROWD_SPREAD_NOW : !own_walks && unit->walks );
		if ( i == index || moves_off || !holds( &near, crowd_front( crowd, i ) ) )
		{
			continue;
		}
		mark_pose( &unit->unit, fw_mover_front( crowd_mover( crowd, i ) ), grown, &standing );
		const bool opposes = i == crowd->units[index].impasse || i == crowd->units[index].meets;
		if ( !unit->walks && unit->away > 0.0 && unit->on_path && search != 3 &&
		     ( passes || fw_crowd_ranks_before( crowd, i, index ) || ( search != 0 && opposes ) ) )
		{
			mark_path( crowd, i, search != 0 && opposes ? INFINITY : 2 * CROWD_FAR, passes ? grown : 0.0, &tracks );
		}
	}
	// One of them leads an outline to its goal at another heading, past who stands beside it.
	if ( !own_outline || search != 2 )
	{
		clear_goal( &crowd->units[index], rect, tiles, stride );
	}
	if ( own_outline )
	{
		// It may go on from where it stops.
		standing.value = 0;
		mark_pose( own, fw_crowd_stop_pose( crowd, index ), 0.5, &standing );
	}
}
