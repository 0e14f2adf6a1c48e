// SPDX-License-Identifier: MIT
// Formations on their way: the middle moves along the route as fast as the slowest member, and waits for those that lag
// behind. The formation folds where it is too narrow for it, and takes its places at the end.
#include "world/world.h"
#include <math.h>

// Lag at which the formation begins to wait, and at which it stands [tiles].
#define LAG_MIN 1.0
#define LAG_MAX 3.0
// One of vehicles goes on at this part of its speed: who lags cannot turn into its place between others that stand. If
// it stands, 188 of 3,600 tanks of bench_formations do not arrive, with this 4. At full speed it loses its shape.
#define CREEP 0.3
// A member that has not come nearer to its place for so long is not waited for, while it lags [s].
#define PATIENCE 8.0
// A formation forms up for so long at most [s].
#define FORMS_MAX 20.0
// It folds so far before it would have to [tiles]. It unfolds if there is room for so much further [tiles], and no
// sooner after the last change [s].
#define FOLD_AHEAD 4.0
#define UNFOLD_AHEAD 4.0
#define UNFOLD_AFTER 1.0
// Its members get new legs so often [s].
#define LEGS_EVERY 0.2
// When so much of the route is left [tiles], and so many turning radii, everybody drives to its place at the goal. With
// 2 radii there is no room to get in line (bench_formations).
#define AT_GOAL 1.0
#define AT_GOAL_TURNS 7.0

static void note_extent( const fw_world* world, world_group* group )
{
	world_march* march = &group->march;
	march->low = ( fw_vec2 ){ INFINITY, INFINITY };
	march->high = ( fw_vec2 ){ -INFINITY, -INFINITY };
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const fw_vec2 folded = world->units[group->members[i]].folded;
		march->low = ( fw_vec2 ){ fmin( march->low.x, folded.x ), fmin( march->low.y, folded.y ) };
		march->high = ( fw_vec2 ){ fmax( march->high.x, folded.x ), fmax( march->high.y, folded.y ) };
	}
}

// From front to rear: who is behind may drive to where the one before it has been.
static void sort_members( fw_world* world, world_group* group )
{
	const world_choice* choice = &world->choice;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		choice->who[i] = group->members[i];
		choice->ranks[i] = ( shape_rank ){ -world->units[group->members[i]].folded.x, 0.0, i };
	}
	fw_shape_sort( choice->ranks, group->count );
	for ( int32_t i = 0; i < group->count; i++ )
	{
		group->members[i] = choice->who[choice->ranks[i].index];
		world->units[group->members[i]].member = i;
	}
}

void fw_march_fold( fw_world* world, world_group* group, int32_t files )
{
	const world_choice* choice = &world->choice;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		choice->at[i] = world->units[group->members[i]].offset;
		choice->spots[i] = choice->at[i];
	}
	if ( files > 0 )
	{
		fw_shape_fold( choice->at, group->count, files, group->march.pitch, choice->ranks, choice->spots );
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world->units[group->members[i]].folded = choice->spots[i];
	}
	group->march.files = files;
	group->march.folds_at = world->time;
	note_extent( world, group );
	sort_members( world, group );
}

// Into how many files must it fold to get through? 0: it need not. Half of them, a quarter and so on: formations that
// fold step by step come to no rest.
static int32_t files_for( const world_group* group, double width, double full )
{
	if ( full <= width )
	{
		return 0;
	}
	const double pitch = group->march.pitch;
	int32_t files = 1 + (int32_t)floor( full / pitch );
	while ( files > 1 && ( files - 1 ) * pitch > width )
	{
		files /= 2;
	}
	return files;
}

static void fold_or_unfold( fw_world* world, world_group* group )
{
	world_march* march = &group->march;
	double low = INFINITY;
	double high = -INFINITY;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		low = fmin( low, world->units[group->members[i]].offset.y );
		high = fmax( high, world->units[group->members[i]].offset.y );
	}
	const double front = march->at + march->high.x + FOLD_AHEAD;
	note_failure( world, fw_route_measure( world, group, front + UNFOLD_AHEAD + 1.0 ) );
	const double width = fw_route_width( group, march->at + march->low.x, front );
	const double beyond = fw_route_width( group, front, front + UNFOLD_AHEAD );
	const int32_t files = files_for( group, width, high - low );
	const int32_t later = files_for( group, fmin( width, beyond ), high - low );
	const bool narrower = files > 0 && ( march->files == 0 || files < march->files );
	const bool wider = march->files > 0 && ( later == 0 || later > march->files );
	if ( narrower || ( wider && world->time >= march->folds_at + UNFOLD_AFTER ) )
	{
		fw_march_fold( world, group, narrower ? files : later );
	}
}

static void advance( fw_world* world, world_group* group, double seconds )
{
	world_march* march = &group->march;
	double lag = 0.0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		const bool strays = world->time > unit->lag_since + PATIENCE || unit->phase != PHASE_GOING;
		lag = strays ? lag : fmax( lag, unit->lag );
	}
	march->forms = march->forms && lag > LAG_MIN && world->time < march->forms_since + FORMS_MAX;
	const double creep = march->widest.turning_radius > 0.0 ? CREEP : 0.0;
	const double gate = fmin( fmax( ( LAG_MAX - lag ) / ( LAG_MAX - LAG_MIN ), creep ), 1.0 );
	const double left = fmax( march->route.length - march->at, 0.0 );
	const double want = march->forms ? 0.0 : fmin( march->top * gate, sqrt( 2.0 * march->braking * left ) );
	const double least = march->speed - march->braking * seconds;
	march->speed = fmin( fmax( want, least ), march->speed + march->acceleration * seconds );
	march->at = fmin( march->at + march->speed * seconds, march->route.length );
}

static fw_vec2 place_at( fw_pose goal, fw_vec2 offset )
{
	double sine, cosine;
	fw_sincos( goal.heading, &sine, &cosine );
	return ( fw_vec2 ){ goal.x + offset.x * cosine - offset.y * sine, goal.y + offset.x * sine + offset.y * cosine };
}

// The shape may have to turn at the goal: its places are handed out anew, so that nobody has to run round it.
static fw_status hand_out_again( fw_world* world, const world_group* group, fw_pose goal )
{
	const world_choice* choice = &world->choice;
	if ( group->order.shape == FW_SHAPE_OWN )
	{
		return FW_OK;
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		const fw_pose stop = fw_engine_stop_pose( world->engine, unit->body );
		choice->at[i] = ( fw_vec2 ){ stop.x, stop.y };
		choice->found[i] = unit->offset;
		choice->spots[i] = place_at( goal, unit->offset );
	}
	if ( !fw_places_match( &world->places, choice->at, choice->spots, group->count, choice->owner ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world->units[group->members[i]].offset = choice->found[choice->owner[i]];
	}
	return FW_OK;
}

// The query for the place of a member at the goal.
static fw_status end_query( fw_world* world, const world_group* group, const world_unit* unit, fw_pose goal,
                            place_query* query )
{
	*query = ( place_query ){
	    .grid = world->grid,
	    .unit = &unit->plan.unit,
	    .from = group->center,
	    .center = place_at( goal, unit->offset ),
	    .wanted = 1,
	    .exact = true,
	};
	return fw_group_space( world, query->unit, &query->space );
}

// Gives the places of the shape at the goal to those who can stand there, then places beside them to the others.
static fw_status choose_end( fw_world* world, const world_group* group, fw_pose goal )
{
	place_query query;
	if ( !fw_group_take_others( world, group ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t i = 0; i < 2 * group->count; i++ )
	{
		world_unit* unit = &world->units[group->members[i % group->count]];
		FW_TRY( end_query( world, group, unit, goal, &query ) );
		fw_vec2 spot = query.center;
		int32_t found = 0;
		if ( i < group->count )
		{
			unit->inside = fw_places_is_free( &world->places, &query );
			query.wanted = unit->inside ? 1 : 0;
		}
		if ( i < group->count ? unit->inside : !unit->inside )
		{
			FW_TRY( fw_places_find( &world->places, &query, &spot, &found ) );
			spot = found > 0 ? spot : group->center;
			unit->place = ( fw_pose ){ spot.x, spot.y, goal.heading };
		}
	}
	return FW_OK;
}

static void end( fw_world* world, world_group* group )
{
	fw_pose goal = fw_path_end( &group->march.route );
	goal.heading = group->order.goal_any_heading ? goal.heading : group->order.goal.heading;
	fw_status status = hand_out_again( world, group, goal );
	status = status == FW_OK ? choose_end( world, group, goal ) : status;
	note_failure( world, status );
	group->march.goes = status != FW_OK;
	for ( int32_t i = 0; i < group->count && status == FW_OK; i++ )
	{
		world_unit* unit = &world->units[group->members[i]];
		unit->inside = true;
		unit->plan.goal_any_heading = group->order.goal_any_heading && unit->plan.unit.turning_radius > 0.0;
		fw_world_go_on( world, group->members[i] );
	}
}

static void march( fw_world* world, world_group* group, double seconds )
{
	fold_or_unfold( world, group );
	advance( world, group, seconds );
	const double last = AT_GOAL + AT_GOAL_TURNS * group->march.widest.turning_radius;
	const bool goes_on = group->march.forms || group->march.lead >= 0;
	if ( group->march.route.length - group->march.at <= last && !goes_on )
	{
		end( world, group );
		return;
	}
	for ( int32_t i = 0; i < group->count && world->time >= group->march.next_legs; i++ )
	{
		fw_march_lead( world, group, group->members[i] );
	}
	group->march.next_legs = world->time >= group->march.next_legs ? world->time + LEGS_EVERY : group->march.next_legs;
}

void fw_world_march( fw_world* world, double seconds )
{
	for ( int32_t i = 0; i < world->group_count; i++ )
	{
		if ( world->groups[i].used && world->groups[i].march.goes )
		{
			march( world, &world->groups[i], seconds );
		}
	}
}
