// SPDX-License-Identifier: MIT
// Crowds driven by an fw_world, each unit with an order of its own from the first step on.
#include "crowds.h"

#include "fairway/world.h"
#include "haa.h"

#include <stdlib.h>

typedef struct engine
{
	fw_world* world;
	fw_unit_id* ids; // [count]
	int32_t count;
	size_t base;
} engine;

static void destroy( void* self )
{
	engine* e = self;
	fw_world_destroy( e->world );
	free( e->ids );
	free( e );
}

static void add( engine* e, const crowds_problem* problem, int32_t index )
{
	const crowds_unit* unit = &problem->units[index];
	const crowds_point to = { unit->goal_x - unit->start_x, unit->goal_y - unit->start_y };
	// It faces its goal.
	const fw_pose start = { unit->start_x + 0.5, unit->start_y + 0.5, fw_atan2( to.y, to.x ) };
	fw_world_unit_def def = fw_default_world_unit_def();
	def.unit.radius = unit->radius;
	def.unit.speed = CROWDS_SPEED;
	def.unit.acceleration = CROWDS_ACCELERATION;
	def.unit.braking = CROWDS_ACCELERATION;
	haa_check( fw_world_add( e->world, &def, &start, 1, &e->ids[index], NULL ), problem->name );
	fw_order order = fw_default_order();
	order.goal = ( fw_pose ){ unit->goal_x + 0.5, unit->goal_y + 0.5, 0.0 };
	haa_check( fw_world_order( e->world, &e->ids[index], 1, &order, NULL ), problem->name );
	e->base = index == 0 ? fw_world_memory( e->world ) : e->base;
}

static void* create( const crowds_problem* problem, int32_t setting )
{
	(void)setting;
	engine* e = haa_take( 1, sizeof( *e ) );
	fw_world_def def = fw_default_world_def();
	def.grid = problem->grid;
	e->count = problem->count;
	e->ids = haa_take( (size_t)problem->count, sizeof( fw_unit_id ) );
	haa_check( fw_world_create( &def, &e->world, NULL ), problem->name );
	for ( int32_t i = 0; i < problem->count; i++ )
	{
		add( e, problem, i );
	}
	return e;
}

static void step( void* self, double seconds )
{
	engine* e = self;
	haa_check( fw_world_step( e->world, seconds, NULL ), "step" );
}

// The arrays are in the order in which the units were added.
static void read( const void* self, crowds_point* positions )
{
	const engine* e = self;
	const fw_unit_arrays all = fw_world_units( e->world );
	for ( int32_t i = 0; i < e->count; i++ )
	{
		positions[i] = ( crowds_point ){ all.x[i], all.y[i] };
	}
}

static crowds_work measure( const void* self, bool bytes )
{
	const engine* e = self;
	const fw_world_stats stats = fw_world_measure( e->world );
	return ( crowds_work ){ stats.nodes, bytes ? fw_world_memory( e->world ) : 0, e->base, stats.planning };
}

static const char* const settings[] = { "", NULL };
const crowds_engine crowds_fairway = { "fairway", settings, create, destroy, step, read, measure };
