// SPDX-License-Identifier: MIT
// Units of a group exchange their places, so that nobody has to pass who has arrived.
//
// When the first unit gets into the surroundings of the places, they are chosen and handed out once more: the paths say
// by now who comes from where, and when. Others learn where they are to stand when they get there. Near its place, a
// unit that stands exchanges it with one that has arrived in its way, or stands there as long, or takes a place that
// nobody has; at last it stays. Where all turn on the spot and are of one kind they exchange places also on the way.
//
// Where units of several classes gather, tanks and walkers push each other off their places, or stand on them. So there
// a place is a wish: who gets no nearer to it stays with the others, and who makes room there does not come back. The
// same holds for large groups.
#include "fairway/sweep.h"
#include "geom/geom.h"
#include "world/world.h"

#include <math.h>

// The surroundings end so far from the places [tiles].
#define MARGIN 4.0
// Cosine: units that come from where they were when the places were chosen keep them. Without it those of open fields
// change lanes for nothing.
#define EXPECTED 0.7
// A unit looks for an exchange after it has stood so long, and so often; for a place that nobody has later [s]. Each
// exchange is a new path for both. With 0.5 s 100 walkers round a corner get 24 of them each, and break up there.
#define LOOK_EVERY 1.0
#define SPARE_AFTER 3.0
// A unit that has stood so long next to its place, and gets no other one, stays where it is [s]: one behind which
// another cannot get out would wait for ever (army.json).
#define STAY_AFTER 10.0
// Members of a group so large have a wish, too: 192 walkers that each go on to their own places still push each other
// to and fro after 130 s (test_column). Those of a group of 49 are there sooner without (bench_walkers).
#define MANY_MEMBERS 80
// Where a place is a wish a unit that has got nearer to its place by less than this [tiles] for so long [s] stays in
// the disc that is so many times as large as all members; in that around all places it waits longer [s]. All three are
// of bench_group_orders: with 3 and 8 s the last ones are home later, with 0.5 tiles in 112 orders within 1.3 times the
// slowest alone instead of 126, with 2 tiles in 122, and the group takes more room.
#define NEARER 1.0
#define NO_NEARER 2.0
#define ROOM 2.0
#define OUTSIDE 5.0
// Who stands beside another one is so near to it [tiles].
#define BESIDE 1.0
// Who stands further from its place has been kept away [tiles].
#define AWAY 0.5
// An exchange must make the sum of the squared distances smaller by so much [tiles^2], and is between neighbors.
#define GAIN 0.1
#define NEIGHBOR 3.0
// Members that a unit looks at.
#define MEMBERS_MAX 512

double fw_group_door( const world_group* group )
{
	return 2.0 * group->radius + MARGIN;
}

static fw_vec2 point_of( fw_pose pose )
{
	return ( fw_vec2 ){ pose.x, pose.y };
}

// Does it gather with units of other classes, or with many?
static bool has_wish( const fw_world* world, const world_unit* unit )
{
	const world_group* group = &world->groups[unit->group];
	return unit->kind == FW_ORDER_GATHER && ( group->class_count > 1 || group->count >= MANY_MEMBERS );
}

static void give_place( world_unit* unit, fw_vec2 at )
{
	unit->place.x = at.x;
	unit->place.y = at.y;
}

// A better path is asked for; the unit drives on along its own until it has that.
static void head_for_place( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	if ( unit->arrived )
	{
		fw_world_go_on( world, slot );
	}
	else if ( unit->place.x != unit->plan.goal.x || unit->place.y != unit->plan.goal.y )
	{
		fw_world_forget_request( world, unit );
		unit->plan.goal = unit->place;
		unit->needs_plan = true;
		unit->misses = 0;
		fw_world_line_up( world, slot, LINE_URGENT );
	}
}

void fw_group_note_path( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	if ( unit->group >= 0 && unit->kind == FW_ORDER_GATHER )
	{
		unit->best_lag = unit->path.length; // what it gets nearer to is another place now
		unit->lag_since = unit->inside ? unit->lag_since : world->time;
	}
	if ( unit->group < 0 || unit->inside )
	{
		return;
	}
	const double door = fw_group_door( &world->groups[unit->group] );
	unit->has_door = unit->path.length > 2.0 * door;
	unit->inside = !unit->has_door;
	unit->door = fw_path_at( &unit->path, unit->path.length - door ).pose;
}

// Once the first unit is there, the paths of the others say from where they come, and in which order.
static void choose_again( fw_world* world, const world_unit* first )
{
	world_group* group = &world->groups[first->group];
	if ( group->order.kind == FW_ORDER_FOLLOW || group->chosen_again || group->count == 1 )
	{
		return;
	}
	double sine, cosine;
	fw_sincos( first->door.heading, &sine, &cosine );
	const fw_vec2 straight = fw_minus( group->center, group->came_from );
	const double length = fw_length( straight.x, straight.y );
	if ( group->class_count == 1 && fw_dot( straight, ( fw_vec2 ){ cosine, sine } ) >= EXPECTED * length )
	{
		group->chosen_again = true;
		return;
	}
	const fw_status status = fw_group_choose( world, group, group->center, first );
	note_failure( world, status );
	group->chosen_again = status != FW_ERR_MEMORY;
	for ( int32_t i = 0; i < group->count && status == FW_OK; i++ )
	{
		world_unit* unit = &world->units[group->members[i]];
		const fw_vec2 at = world->choice.found[i];
		const bool same = unit->place.x == at.x && unit->place.y == at.y;
		unit->type = world->choice.types[i];
		give_place( unit, at );
		if ( !same && ( unit->inside || unit->arrived ) )
		{
			fw_world_go_on( world, group->members[i] );
		}
	}
}

static bool sees( const fw_world* world, const world_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_unit* of = &unit->plan.unit;
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( world->grid, of, &line );
}

// How much smaller the sum of squared distances gets if a unit exchanges its place with one that has arrived.
static double gain_of( const fw_world* world, const world_unit* unit, fw_vec2 at, const world_unit* other )
{
	const fw_body_state now = fw_engine_look( world->engine, other->body );
	const fw_vec2 to = fw_minus( point_of( now.pose ), at );
	const fw_vec2 places = fw_minus( point_of( other->place ), point_of( unit->place ) );
	const double gain = 2.0 * fw_dot( to, places );
	const bool near = fw_length( to.x, to.y ) <= NEIGHBOR + 2.0 * fw_unit_outer_radius( &unit->plan.unit );
	return near && -gain > GAIN && sees( world, unit, at, point_of( other->place ) ) &&
	               sees( world, unit, point_of( now.pose ), point_of( unit->place ) )
	           ? -gain
	           : 0.0;
}

static bool has_stood( const fw_world* world, const world_unit* unit )
{
	return unit->inside && unit->phase == PHASE_GOING && unit->stands_since >= 0.0 &&
	       world->time >= unit->stands_since + SPARE_AFTER;
}

// May a unit exchange its place on the way? Vehicles would have to turn round, and walkers among them run to and fro.
static bool moves( const fw_world* world, const world_unit* unit )
{
	return world->groups[unit->group].class_count == 1 && unit->plan.unit.turning_radius == 0.0;
}

static bool exchange( fw_world* world, int32_t slot, fw_vec2 at )
{
	world_unit* unit = &world->units[slot];
	const world_group* group = &world->groups[unit->group];
	const int32_t looks = group->count < MEMBERS_MAX ? group->count : MEMBERS_MAX;
	double best = 0.0;
	int32_t with = -1;
	for ( int32_t i = 1; i < looks; i++ )
	{
		const int32_t member = group->members[( unit->member + i ) % group->count];
		const world_unit* other = &world->units[member];
		const bool open =
		    other->arrived || has_stood( world, other ) || ( other->phase == PHASE_GOING && moves( world, unit ) );
		const double gain = open && other->type == unit->type ? gain_of( world, unit, at, other ) : 0.0;
		if ( gain > best )
		{
			best = gain;
			with = member;
		}
	}
	if ( with >= 0 )
	{
		world_unit* other = &world->units[with];
		const fw_pose own = unit->place;
		unit->place = other->place;
		other->place = own;
		head_for_place( world, with );
		head_for_place( world, slot );
	}
	return with >= 0;
}

// Takes the nearest place that nobody has, if it is nearer than its own one.
static bool take_spare( fw_world* world, int32_t slot, fw_vec2 at )
{
	world_unit* unit = &world->units[slot];
	const world_group* group = &world->groups[unit->group];
	const fw_vec2 own = point_of( unit->place );
	double best = fw_length( own.x - at.x, own.y - at.y );
	group_spare* taken = NULL;
	for ( int32_t i = 0; i < group->spare_count; i++ )
	{
		group_spare* spare = &group->spares[i];
		const double away = fw_length( spare->at.x - at.x, spare->at.y - at.y );
		if ( spare->type == unit->type && away < best && sees( world, unit, at, spare->at ) )
		{
			best = away;
			taken = spare;
		}
	}
	if ( taken != NULL )
	{
		give_place( unit, taken->at );
		taken->at = own;
		head_for_place( world, slot );
	}
	return taken != NULL;
}

// Does it touch the disc around the places of its group?
static bool touches_group( const fw_world* world, const world_unit* unit, fw_vec2 at )
{
	const world_group* group = &world->groups[unit->group];
	return fw_length( at.x - group->center.x, at.y - group->center.y ) - fw_unit_outer_radius( &unit->plan.unit ) <=
	       group->radius;
}

// In a street there is no way past those of other classes who have arrived: who stands next to one of them is there.
static bool stands_with_group( const fw_world* world, const world_unit* unit, fw_vec2 at )
{
	const world_group* group = &world->groups[unit->group];
	bool stands = false;
	for ( int32_t i = 0; i < group->count && !stands && has_wish( world, unit ); i++ )
	{
		const world_unit* other = &world->units[group->members[i]];
		const double room =
		    fw_unit_outer_radius( &unit->plan.unit ) + fw_unit_outer_radius( &other->plan.unit ) + BESIDE;
		stands = other != unit && other->arrived && fw_length( at.x - other->place.x, at.y - other->place.y ) <= room;
	}
	return stands;
}

// Is a place near that of a unit, or with the group?
static bool is_good_enough( const fw_world* world, const world_unit* unit, fw_vec2 at )
{
	return fw_length( at.x - unit->place.x, at.y - unit->place.y ) <= NEIGHBOR || touches_group( world, unit, at ) ||
	       stands_with_group( world, unit, at );
}

// Where a place is a wish it is at its goal then: who is pushed from there stays where it has made room.
static void end_here( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	fw_engine_stop( world->engine, unit->body );
	fw_world_forget_request( world, unit );
	fw_world_drop_detour( world, slot );
	unit->plan.goal = unit->place;
	unit->leg = false;
	unit->needs_plan = false;
	unit->lost = false;
	if ( !unit->arrived )
	{
		fw_world_note( world, ( fw_world_event ){ .kind = FW_WORLD_ARRIVED, .unit = world->rows.ids[unit->index] } );
	}
	unit->phase = PHASE_IDLE;
	unit->arrived = true;
}

// Is a place in the disc around the center in which all members have room?
static bool is_among_all( const fw_world* world, const world_unit* unit, fw_vec2 at )
{
	const world_group* group = &world->groups[unit->group];
	double squares = 0.0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const double room =
		    fw_unit_outer_radius( &world->units[group->members[i]].plan.unit ) + 0.5 * group->order.spacing;
		squares += room * room;
	}
	const fw_vec2 from = fw_minus( at, group->center );
	return fw_dot( from, from ) <= ROOM * squares;
}

static void stay( fw_world* world, int32_t slot, fw_vec2 at )
{
	world_unit* unit = &world->units[slot];
	if ( is_good_enough( world, unit, at ) )
	{
		const double heading = fw_engine_stop_pose( world->engine, unit->body ).heading;
		give_place( unit, at );
		unit->place.heading = has_outline( unit ) ? heading : unit->place.heading;
		if ( has_wish( world, unit ) )
		{
			end_here( world, slot );
		}
		else
		{
			head_for_place( world, slot );
		}
	}
}

// The nearest place that nobody has and where the unit can stand; NULL: there is none.
static group_spare* find_spare( const fw_world* world, const world_unit* unit )
{
	const world_group* group = &world->groups[unit->group];
	const fw_vec2 own = point_of( unit->place );
	double best = INFINITY;
	group_spare* found = NULL;
	for ( int32_t i = 0; i < group->spare_count; i++ )
	{
		group_spare* spare = &group->spares[i];
		const double away = fw_length( spare->at.x - own.x, spare->at.y - own.y );
		if ( spare->type == unit->type && away < best && sees( world, unit, spare->at, spare->at ) )
		{
			best = away;
			found = spare;
		}
	}
	return found;
}

void fw_groups_edited( fw_world* world )
{
	for ( int32_t i = 0; i < world->count; i++ )
	{
		const int32_t slot = slot_of( world, world->rows.ids[i] );
		world_unit* unit = &world->units[slot];
		const bool goes = unit->group >= 0 && unit->kind == FW_ORDER_GATHER && !unit->arrived;
		const fw_vec2 own = point_of( unit->place );
		group_spare* spare = goes && !sees( world, unit, own, own ) ? find_spare( world, unit ) : NULL;
		if ( spare != NULL )
		{
			give_place( unit, spare->at );
			spare->at = own;
			fw_world_go_on( world, slot );
		}
	}
}

// Did it arrive where it could get, because others are on its place?
static bool is_kept_away( const world_unit* unit, const fw_body_state* now )
{
	return unit->arrived && ( now->state == FW_UNIT_IDLE || now->state == FW_UNIT_WAITING ) &&
	       fw_length( now->pose.x - unit->place.x, now->pose.y - unit->place.y ) > AWAY;
}

// For how long has a unit near its place, or pushed off it, got no nearer to it [s]?
static double time_lost( const fw_world* world, world_unit* unit, const fw_body_state* now )
{
	const bool there = unit->arrived && now->state == FW_UNIT_IDLE;
	const double left = unit->inside && !there ? fw_engine_left( world->engine, unit->body ) : INFINITY;
	if ( there || !unit->inside || left < unit->best_lag - NEARER )
	{
		unit->best_lag = left;
		unit->lag_since = world->time;
	}
	return world->time - unit->lag_since;
}

// Where a place is a wish: who made room stands where it did so, and who gets no nearer stays.
static void watch_wish( fw_world* world, int32_t slot, const fw_body_state* now )
{
	world_unit* unit = &world->units[slot];
	const double lost = time_lost( world, unit, now );
	if ( unit->arrived && now->state == FW_UNIT_IDLE )
	{
		give_place( unit, point_of( now->pose ) );
	}
	else if ( lost >= NO_NEARER && ( unit->inside || unit->arrived ) && world->time >= unit->next_look )
	{
		const fw_vec2 at = point_of( fw_engine_stop_pose( world->engine, unit->body ) );
		const bool other = lost < OUTSIDE && exchange( world, slot, at );
		unit->next_look = world->time + LOOK_EVERY;
		const bool outside = lost >= STAY_AFTER || ( lost >= OUTSIDE && touches_group( world, unit, at ) );
		if ( !other && ( outside || is_among_all( world, unit, at ) ) )
		{
			stay( world, slot, at );
		}
	}
}

// Does it drive to its place in a formation that is at its goal?
static bool has_marched( const fw_world* world, const world_unit* unit )
{
	return unit->kind == FW_ORDER_FORM && unit->inside && !world->groups[unit->group].march.goes;
}

void fw_group_watch( fw_world* world, int32_t slot, const fw_body_state* now )
{
	world_unit* unit = &world->units[slot];
	const bool kept_away = is_kept_away( unit, now );
	const bool wish = has_wish( world, unit );
	if ( wish && ( unit->phase == PHASE_GOING || unit->arrived ) )
	{
		watch_wish( world, slot, now );
	}
	if ( ( unit->phase != PHASE_GOING && ( !kept_away || wish ) ) ||
	     ( unit->kind != FW_ORDER_GATHER && unit->kind != FW_ORDER_FOLLOW && !has_marched( world, unit ) ) )
	{
		return;
	}
	if ( !unit->inside && !kept_away &&
	     fw_engine_left( world->engine, unit->body ) <= fw_group_door( &world->groups[unit->group] ) )
	{
		choose_again( world, unit );
		unit->inside = true;
		head_for_place( world, slot );
	}
	const bool yields = now->state == FW_UNIT_YIELDING && !now->locked;
	const bool stands = now->speed == 0.0 && !yields;
	unit->stands_since = !stands ? -1.0 : unit->stands_since < 0.0 ? world->time : unit->stands_since;
	const double stood = stands ? world->time - unit->stands_since : 0.0;
	const bool looks = stood >= LOOK_EVERY || moves( world, unit );
	if ( looks && ( unit->inside || kept_away ) && world->time >= unit->next_look )
	{
		unit->next_look = world->time + LOOK_EVERY;
		const fw_vec2 at = point_of( fw_engine_stop_pose( world->engine, unit->body ) );
		const bool own = world->groups[unit->group].order.shape == FW_SHAPE_OWN; // only formations have one
		const bool other =
		    ( !own && exchange( world, slot, at ) ) || ( stood >= SPARE_AFTER && take_spare( world, slot, at ) );
		const bool waits = unit->phase == PHASE_GOING || now->state == FW_UNIT_WAITING;
		if ( !other && waits && stood >= STAY_AFTER )
		{
			stay( world, slot, at );
		}
	}
}
