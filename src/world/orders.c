// SPDX-License-Identifier: MIT
// Orders, and the paths for them: units wait in lines, the queue serves them, and those whose paths are found set off.
//
// A path begins where its unit stops. While a search is not finished within the step, its unit drives on, and the path
// then begins behind it. Such a unit brakes, so that the second search finds it where it was.
#include "planner/job.h"
#include "planner/trail.h"
#include "world/world.h"

#include <float.h>
#include <math.h>

// Of requests: who needs a path goes before those who only may get a better one.
#define URGENT 10
// A unit that may get a better path is asked for so often; then it keeps its own.
#define MISSES_MAX 3
// Moves of a plan for a unit that has found no legal turns without them.
#define END_MOVES 4096
// Of the places of a formation, from its middle [tiles].
#define OFFSET_MAX 1000.0
// With more requests than this, those that are added are for paths that may be longer by a hundredth. On the maps of
// bench_crowds such paths take half to a quarter of the time, and are 0.1 % longer on average.
#define MANY 64
#define MANY_WEIGHT 1.01

static bool stands( const fw_order* order )
{
	return order->kind == FW_ORDER_STOP || order->kind == FW_ORDER_HOLD;
}

static fw_status check_order( const fw_world* world, const fw_order* order, fw_unit_id id, int32_t index,
                              fw_refusal* refusal )
{
	const int32_t slot = slot_of( world, id );
	if ( slot < 0 )
	{
		return fw_world_refuse_id( refusal, index, "is no unit of this world, or was removed" );
	}
	if ( order->kind == FW_ORDER_FOLLOW && id == order->leader )
	{
		return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "leader", NULL,
		                  "is one of the units that are to follow it" );
	}
	if ( has_outline( &world->units[slot] ) && order->kind == FW_ORDER_FORM )
	{
		return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "kind", NULL,
		                  "is a formation, and units with an outline cannot form: all other orders will do" );
	}
	fw_resolved_plan resolved;
	fw_plan plan = world->units[slot].plan;
	plan.goal = order->goal;
	plan.goal_any_heading = order->goal_any_heading;
	plan.goal_tolerance = order->goal_tolerance;
	return stands( order ) ? FW_OK : fw_plan_resolve( world->grid, &plan, &resolved, refusal );
}

static void obey( fw_world* world, int32_t slot, const fw_order* order )
{
	world_unit* unit = &world->units[slot];
	const bool goes = !stands( order );
	fw_group_leave( world, slot );
	fw_world_forget_request( world, unit );
	fw_world_drop_detour( world, slot );
	unit->reason = FW_REASON_NONE;
	fw_trail_clear( unit->trail );
	unit->leg = false;
	unit->started = false;
	unit->arrived = false;
	unit->lost = false;
	unit->misses = 0;
	unit->wants_since = -1.0;
	unit->needs_plan = goes;
	unit->brakes = !goes;
	world->brakes = world->brakes || !goes;
	unit->phase = goes ? PHASE_PLANNING : PHASE_IDLE;
	unit->kind = order->kind;
	unit->inside = false;
	unit->has_door = false;
	unit->stands_since = -1.0;
	unit->next_look = 0.0;
	unit->place = order->goal;
	if ( goes )
	{
		unit->plan.goal = order->goal;
		unit->plan.goal_any_heading = order->goal_any_heading;
		unit->plan.goal_tolerance = order->goal_tolerance;
		fw_world_line_up( world, slot, LINE_URGENT );
	}
	fw_engine_hold( world->engine, unit->body, order->kind == FW_ORDER_HOLD );
	fw_world_show( world, slot );
}
// All units of an order with places, which world->choice has.
static void obey_group( fw_world* world, int32_t made, const fw_order* order )
{
	world_group* group = &world->groups[made];
	group->lined_up = fw_world_keeps_files( world, group );
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const int32_t slot = group->members[i];
		world_unit* unit = &world->units[slot];
		fw_order own = *order;
		const int32_t file = group->lined_up ? unit->file : 0;
		const fw_pose home = fw_engine_stop_pose( world->engine, unit->body );
		own.goal.x = world->choice.found[i].x;
		own.goal.y = world->choice.found[i].y;
		own.goal.heading = group->order.goal.heading;
		own.goal_any_heading =
		    order->kind == FW_ORDER_FOLLOW || ( order->goal_any_heading && !has_outline( &world->units[slot] ) );
		own.goal_tolerance = order->kind == FW_ORDER_FOLLOW ? 0.0 : order->goal_tolerance;
		obey( world, slot, &own );
		unit->other = home;
		unit->group = made;
		unit->member = i;
		unit->file = file;
		unit->files = fw_world_files( unit, order->kind, group->count );
		unit->type = world->choice.types[i];
		unit->offset = order->kind == FW_ORDER_FORM ? world->choice.at[i] : ( fw_vec2 ){ 0.0, 0.0 };
		unit->needs_plan = order->kind != FW_ORDER_FORM || slot == group->march.lead;
	}
}

void fw_world_go_on( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	fw_world_forget_request( world, unit );
	fw_world_drop_detour( world, slot );
	unit->plan.goal = unit->place;
	fw_trail_clear( unit->trail );
	unit->phase = unit->phase == PHASE_GOING && !unit->lost ? PHASE_GOING : PHASE_PLANNING;
	unit->arrived = false;
	unit->misses = 0;
	unit->needs_plan = true;
	fw_world_line_up( world, slot, LINE_URGENT );
}

fw_order fw_default_order( void )
{
	return ( fw_order ){
	    .cookie = FW_COOKIE, .kind = FW_ORDER_GO, .goal_any_heading = true, .spacing = 0.2, .distance = 1.0 };
}

static const fw_range order_rows[] = {
    { "kind", offsetof( fw_order, kind ), FW_FIELD_INT, FW_ORDER_GO, FW_ORDER_HOLD, NULL },
    { "goal.x", offsetof( fw_order, goal.x ), FW_FIELD_DOUBLE, -DBL_MAX, DBL_MAX, NULL },
    { "goal.y", offsetof( fw_order, goal.y ), FW_FIELD_DOUBLE, -DBL_MAX, DBL_MAX, NULL },
    { "goal.heading", offsetof( fw_order, goal.heading ), FW_FIELD_DOUBLE, -DBL_MAX, DBL_MAX, NULL },
    { "goal_tolerance", offsetof( fw_order, goal_tolerance ), FW_FIELD_DOUBLE, 0.0, 1e6, " tiles" },
    { "spacing", offsetof( fw_order, spacing ), FW_FIELD_DOUBLE, 0.0, 64.0, " tiles" },
    { "distance", offsetof( fw_order, distance ), FW_FIELD_DOUBLE, 0.0, 1000.0, " tiles" },
    { "shape", offsetof( fw_order, shape ), FW_FIELD_INT, FW_SHAPE_BOX, FW_SHAPE_OWN, NULL },
};
const fw_ranges fw_order_ranges = FW_RANGES( "order", "fw_default_order()", order_rows );

static fw_status check_offsets( const fw_vec2* offsets, int32_t count, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, offsets ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_status status = fw_check_range( refusal, "offset.x", offsets[i].x, -OFFSET_MAX, OFFSET_MAX );
		status =
		    status == FW_OK ? fw_check_range( refusal, "offset.y", offsets[i].y, -OFFSET_MAX, OFFSET_MAX ) : status;
		FW_TRY( fw_refuse_entry( refusal, status, "offsets", i ) );
	}
	return FW_OK;
}

fw_status fw_world_order( fw_world* world, const fw_unit_id* ids, int32_t count, const fw_order* order,
                          fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, world, ids, order ) );
	FW_TRY( fw_check_range( refusal, "count", count, 0, FW_WORLD_MAX_UNITS ) );
	FW_TRY( fw_check( refusal, &fw_order_ranges, order ) );
	if ( order->kind == FW_ORDER_FORM && order->shape == FW_SHAPE_OWN )
	{
		FW_TRY( check_offsets( order->offsets, count, refusal ) );
	}
	if ( order->kind == FW_ORDER_FOLLOW && slot_of( world, order->leader ) < 0 )
	{
		return fw_refuse( refusal, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "leader", NULL,
		                  "is no unit of this world, or was removed" );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		FW_TRY( check_order( world, order, ids[i], i, refusal ) );
	}
	if ( count > 0 && order->kind != FW_ORDER_GO && !stands( order ) )
	{
		const bool own = order->kind == FW_ORDER_FORM && order->shape == FW_SHAPE_OWN;
		const int32_t index = fw_world_group_of( world, ids, count, own ? order->offsets : NULL );
		world_group* group = index >= 0 ? &world->groups[index] : NULL;
		if ( group != NULL && fw_world_is_repeated( world, group, order ) )
		{
			return FW_OK;
		}
		if ( group != NULL && fw_march_may_redirect( group, order ) )
		{
			return fw_refuse_status( refusal, fw_march_redirect( world, group, order ) );
		}
		int32_t made = -1;
		FW_TRY( fw_refuse_status( refusal, fw_world_group( world, ids, count, order, &made ) ) );
		obey_group( world, made, order );
		return FW_OK;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t slot = slot_of( world, ids[i] );
		if ( !fw_world_goes_there( &world->units[slot], order ) )
		{
			obey( world, slot, order );
		}
	}
	return FW_OK;
}

void fw_world_line_up( fw_world* world, int32_t slot, world_line line )
{
	world_unit* unit = &world->units[slot];
	if ( unit->lined[line] )
	{
		return;
	}
	unit->lined[line] = true;
	unit->next[line] = -1;
	if ( world->last[line] >= 0 )
	{
		world->units[world->last[line]].next[line] = slot;
	}
	else
	{
		world->first[line] = slot;
	}
	world->last[line] = slot;
}

void fw_world_line_up_first( fw_world* world, int32_t slot, world_line line )
{
	world_unit* unit = &world->units[slot];
	if ( unit->lined[line] )
	{
		return;
	}
	unit->lined[line] = true;
	unit->next[line] = world->first[line];
	world->first[line] = slot;
	world->last[line] = world->last[line] < 0 ? slot : world->last[line];
}

int32_t fw_world_serve( fw_world* world, world_line line )
{
	const int32_t slot = world->first[line];
	if ( slot >= 0 )
	{
		world->first[line] = world->units[slot].next[line];
		world->last[line] = world->first[line] < 0 ? -1 : world->last[line];
		world->units[slot].lined[line] = false;
	}
	return slot;
}

void fw_world_forget_request( fw_world* world, world_unit* unit )
{
	if ( unit->request != 0 )
	{
		(void)fw_queue_cancel( world->queue, unit->request );
		unit->request = 0;
	}
}

void fw_world_brake( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	fw_engine_stop( world->engine, unit->body );
	unit->brakes = false;
}

fw_status fw_world_give_path( fw_world* world, int32_t slot, bool sent )
{
	world_unit* unit = &world->units[slot];
	int32_t left;
	int32_t right;
	FW_TRY( fw_world_fall_in( world, slot, sent, &left, &right ) );
	const fw_status status = fw_engine_drive( world->engine, unit->body, &world->result.path, sent );
	if ( status == FW_OK )
	{
		fw_engine_join( world->engine, unit->body, unit->group, left, right );
		const fw_path old = unit->path;
		unit->path = world->result.path;
		world->result.path = old;
		unit->brakes = false;
		unit->lost = false;
	}
	return status;
}

// There is no path, or no plan. A unit whose own path is good keeps it.
void fw_world_give_up( fw_world* world, int32_t slot, fw_reason reason, fw_status why )
{
	world_unit* unit = &world->units[slot];
	unit->needs_plan = false;
	fw_march_halt( world, slot );
	if ( unit->phase == PHASE_GOING && !unit->lost )
	{
		return;
	}
	if ( unit->phase != PHASE_NO_PATH )
	{
		fw_world_note( world, ( fw_world_event ){
		                          .kind = FW_WORLD_NO_PATH,
		                          .unit = world->rows.ids[unit->index],
		                          .reason = reason,
		                          .status = why,
		                      } );
		fw_world_brake( world, slot );
	}
	unit->phase = PHASE_NO_PATH;
	unit->reason = reason;
	unit->started = false;
	unit->lost = false;
	fw_march_fail( world, slot, reason, why );
}

// The path begins where the unit no longer is.
static void miss( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	const bool keeps = unit->phase == PHASE_GOING && !unit->lost;
	unit->misses++;
	if ( keeps )
	{
		unit->needs_plan = unit->misses < MISSES_MAX;
		fw_world_line_up( world, slot, LINE_OTHERS );
		return;
	}
	unit->phase = unit->phase == PHASE_GOING ? PHASE_PLANNING : unit->phase;
	if ( fw_engine_look( world->engine, unit->body ).state != FW_UNIT_YIELDING )
	{
		fw_world_brake( world, slot ); // who makes room stops by itself
	}
	fw_world_line_up( world, slot, LINE_URGENT );
}

void fw_world_note_start( fw_world* world, int32_t slot, double length )
{
	world_unit* unit = &world->units[slot];
	unit->reason = FW_REASON_NONE;
	if ( !unit->started )
	{
		fw_world_note( world, ( fw_world_event ){
		                          .kind = FW_WORLD_STARTED,
		                          .unit = world->rows.ids[unit->index],
		                          .reason = world->result.reason,
		                          .distance = length,
		                      } );
	}
	unit->started = true;
}

void fw_world_set_off( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	const double length = world->result.path.length;
	if ( fw_march_take( world, slot ) )
	{
		return;
	}
	const fw_status status = fw_world_give_path( world, slot, unit->phase != PHASE_GOING || unit->lost );
	if ( status == FW_ERR_MISMATCH )
	{
		miss( world, slot );
	}
	else if ( status == FW_ERR_MEMORY )
	{
		note_failure( world, status );
		fw_world_line_up( world, slot, LINE_URGENT );
	}
	else if ( status != FW_OK )
	{
		fw_world_give_up( world, slot, FW_REASON_NONE, status );
	}
	else
	{
		fw_world_note_start( world, slot, length );
		unit->needs_plan = false;
		unit->misses = 0;
		unit->phase = PHASE_GOING;
		unit->leg = world->result.reason == FW_REASON_LEG;
		if ( !unit->leg )
		{
			fw_group_note_path( world, slot );
		}
	}
}

// The next leg is planned when its unit would stop near the end of this one; once a tile, where there is none.
void fw_world_look_ahead( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	if ( !unit->leg || unit->phase != PHASE_GOING || unit->needs_plan )
	{
		return;
	}
	const fw_pose stop = fw_engine_stop_pose( world->engine, unit->body );
	const fw_pose end = fw_path_end( &unit->path );
	const bool other_tile =
	    floor( stop.x ) != floor( unit->asked_from.x ) || floor( stop.y ) != floor( unit->asked_from.y );
	if ( other_tile && fw_length( end.x - stop.x, end.y - stop.y ) <= FW_TRAIL_NEAR )
	{
		unit->needs_plan = true;
		fw_world_line_up( world, slot, LINE_URGENT );
	}
}

void fw_world_end_leg( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	fw_world_forget_request( world, unit ); // it may begin elsewhere
	unit->phase = PHASE_PLANNING;
	unit->leg = false;
	unit->needs_plan = true;
	fw_world_line_up( world, slot, LINE_URGENT );
}

static bool is_urgent( const world_unit* unit )
{
	return unit->phase != PHASE_GOING || unit->lost;
}

// The first request that is done. False if there is none, or no memory for its path.
static bool take_result( fw_world* world )
{
	const fw_request request = fw_queue_poll( world->queue );
	fw_request_info info = { 0 };
	if ( request == 0 || fw_queue_info( world->queue, request, &info ) != FW_OK )
	{
		return false;
	}
	const fw_status status = fw_queue_take( world->queue, request, &world->result );
	if ( status != FW_OK )
	{
		note_failure( world, status );
		return false;
	}
	const int32_t slot = (int32_t)info.tag;
	const bool has_path = world->result.outcome == FW_FOUND || world->result.outcome == FW_PARTIAL;
	world_unit* unit = &world->units[slot];
	const bool no_turn = info.status == FW_OK && !has_path && world->result.reason == FW_REASON_NO_TURN;
	unit->shuffles = no_turn && !unit->shuffles && unit->plan.options.end_moves == 0;
	unit->request = 0;
	world->stats.plans++;
	if ( info.status == FW_ERR_MEMORY )
	{
		note_failure( world, info.status );
		fw_world_line_up( world, slot, LINE_URGENT );
	}
	else if ( unit->shuffles )
	{
		fw_world_line_up( world, slot, is_urgent( unit ) ? LINE_URGENT : LINE_OTHERS );
	}
	else if ( info.status == FW_OK && has_path )
	{
		fw_world_set_off( world, slot );
	}
	else
	{
		fw_world_give_up( world, slot, info.status == FW_OK ? world->result.reason : FW_REASON_NONE, info.status );
	}
	return true;
}

// Searches that are exact by themselves need not be.
static void hurry( const fw_world* world, fw_plan* plan )
{
	fw_resolved_plan resolved;
	if ( plan->options.weight == 0.0 && fw_plan_resolve( world->grid, plan, &resolved, NULL ) == FW_OK &&
	     resolved.weight < MANY_WEIGHT )
	{
		plan->options.weight = MANY_WEIGHT;
	}
}

// Units of methods that go leg by leg plan one at a time, but for formations, whose route is one.
static fw_status take_trail( fw_world* world, world_unit* unit, fw_plan* plan )
{
	const fw_method* method = fw_method_find( plan->method );
	if ( method == NULL || ( method->traits & FW_TRAIT_LEGS ) == 0 || fw_plan_has_roads( plan ) ||
	     unit->kind == FW_ORDER_FORM )
	{
		return FW_OK;
	}
	FW_TRY( unit->trail == NULL ? fw_trail_create( &world->allocator, &unit->trail, NULL ) : FW_OK );
	plan->legs.trail = unit->trail;
	return FW_OK;
}

static void ask( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	fw_plan plan = unit->plan;
	plan.start = fw_march_start( world, slot );
	plan.options.end_moves = unit->shuffles ? END_MOVES : plan.options.end_moves;
	const fw_status trail = take_trail( world, unit, &plan );
	if ( trail != FW_OK )
	{
		note_failure( world, trail );
		fw_world_line_up( world, slot, LINE_URGENT );
		return;
	}
	if ( world->asked_count > MANY )
	{
		hurry( world, &plan );
	}
	const fw_status status =
	    fw_queue_add( world->queue, &plan, is_urgent( unit ) ? URGENT : 0, (uint64_t)slot, &unit->request, NULL );
	unit->asked_from = plan.start;
	if ( status != FW_OK )
	{
		fw_world_give_up( world, slot, FW_REASON_NONE, status );
	}
}

// Requests that wait begin where their units stop now. Who is asked anew stays ahead of all who are asked later. A slow
// search that was begun before stays what it is.
static void ask_again( fw_world* world )
{
	int32_t kept = 0;
	for ( int32_t i = 0; i < world->asked_count; i++ )
	{
		const int32_t slot = world->asked[i];
		world_unit* unit = &world->units[slot];
		fw_request_info info;
		if ( unit->request == 0 || fw_queue_info( world->queue, unit->request, &info ) != FW_OK )
		{
			continue;
		}
		const fw_pose start = fw_march_start( world, slot );
		const bool same = start.x == unit->asked_from.x && start.y == unit->asked_from.y;
		if ( !same && info.state == FW_REQUEST_WAITING && !info.slow )
		{
			fw_world_forget_request( world, unit );
			ask( world, slot );
		}
		world->asked[kept++] = slot;
	}
	world->asked_count = kept;
}

static void ask_line( fw_world* world, world_line line )
{
	while ( world->asked_count < FW_ASKED_MAX && world->first[line] >= 0 )
	{
		const int32_t slot = fw_world_serve( world, line );
		const world_unit* unit = &world->units[slot];
		if ( unit->used && unit->needs_plan && unit->request == 0 )
		{
			world->asked[world->asked_count++] = slot;
			ask( world, slot );
		}
	}
}

void fw_world_plan( fw_world* world )
{
	fw_queue_stats stats;
	ask_again( world );
	fw_world_plan_by_fields( world );
	ask_line( world, LINE_SEARCHES );
	ask_line( world, LINE_OTHERS );
	if ( fw_queue_frame( world->queue, &stats ) == FW_OK )
	{
		world->left -= stats.expansions;
		world->stats.nodes += stats.expansions;
	}
	while ( take_result( world ) )
	{
	}
}

void fw_world_forget_requests( fw_world* world )
{
	for ( int32_t i = world->asked_count - 1; i >= 0; i-- )
	{
		const int32_t slot = world->asked[i];
		world_unit* unit = &world->units[slot];
		if ( unit->request != 0 )
		{
			unit->request = 0;
			unit->needs_plan = true;
			fw_world_line_up_first( world, slot, is_urgent( unit ) ? LINE_URGENT : LINE_OTHERS );
		}
	}
	for ( int32_t i = 0; i < world->slots; i++ )
	{
		world->units[i].asked_from = ( fw_pose ){ 0 };
	}
	world->asked_count = 0;
	fw_queue_clear( world->queue );
}
