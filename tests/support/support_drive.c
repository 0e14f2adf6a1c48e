// SPDX-License-Identifier: MIT
// A map with all that a search with headings needs, and the checks that every path of such a search must pass.
#include "support_drive.h"
#include "search/engine.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

drive_def drive_def_of( double radius, double turning_radius )
{
	return ( drive_def ){ .unit = test_unit( radius, turning_radius ), .ring = 3, .headings = 8 };
}

static void drop_hierarchies( drive* d )
{
	for ( int32_t i = 0; i < 3; i++ )
	{
		fw_hierarchy_destroy( d->hierarchies[i] );
		d->hierarchies[i] = NULL;
	}
}

void drive_hierarchy( drive* d, const fw_method* method )
{
	const fw_quality quality = method->quality;
	if ( ( method->traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE ) ) == 0 )
	{
		return;
	}
	if ( d->hierarchies[quality] == NULL )
	{
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.cluster = 6;
		def.capabilities[0] = d->def.unit.capabilities;
		def.sizes[0] = fw_unit_side( &d->def.unit );
		def.quality = quality;
		assert_int_equal( fw_hierarchy_create( d->grid, &def, &d->hierarchies[quality], NULL ), FW_OK );
	}
	d->map.hierarchy = d->hierarchies[quality];
}

void drive_set_grid( drive* d, fw_grid* grid )
{
	drop_hierarchies( d );
	fw_space_destroy( d->space );
	fw_clearance_destroy( d->clearance );
	fw_grid_destroy( d->grid );
	d->grid = grid;
	fw_space_def def = fw_default_space_def();
	def.radius = fw_unit_inner_radius( &d->def.unit );
	def.capabilities = d->def.unit.capabilities;
	def.lattice = d->def.lattice;
	def.size = d->def.unit.size;
	assert_int_equal( fw_space_create( grid, &def, &d->space, NULL ), FW_OK );
	fw_clearance_def clearance = fw_default_clearance_def();
	clearance.capabilities = d->def.unit.capabilities;
	assert_int_equal( fw_clearance_create( grid, &clearance, &d->clearance, NULL ), FW_OK );
	d->map = ( fw_map ){ .grid = grid, .space = d->space, .primitives = d->primitives, .clearance = d->clearance };
}

void drive_open( drive* d, fw_grid* grid, const drive_def* def )
{
	*d = ( drive ){ .def = *def };
	fw_primitives_def turns = fw_default_primitives_def();
	turns.radius = def->unit.radius;
	turns.outline = def->unit.outline;
	turns.turning_radius = def->unit.turning_radius;
	turns.ring = def->ring;
	turns.headings = def->headings;
	turns.lattice = def->lattice;
	turns.prune = !def->unpruned;
	turns.loops = !def->no_loops;
	turns.costs = def->costs;
	turns.keep_straighter = def->keep_straighter;
	memcpy( turns.wider, def->wider, sizeof turns.wider );
	assert_int_equal( fw_primitives_create( &turns, &d->primitives, NULL ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &d->search ), FW_OK );
	fw_result_init( &d->result, NULL );
	drive_set_grid( d, grid );
}

void drive_close( drive* d )
{
	fw_result_free( &d->result );
	fw_search_destroy( d->search );
	fw_space_destroy( d->space );
	fw_clearance_destroy( d->clearance );
	drop_hierarchies( d );
	fw_primitives_destroy( d->primitives );
	fw_grid_destroy( d->grid );
	*d = ( drive ){ 0 };
}

fw_query drive_query( const drive* d, fw_pose start, fw_pose goal )
{
	fw_query query = fw_default_query();
	query.method = "directional";
	query.unit = d->def.unit;
	query.start = start;
	query.goal = goal;
	return query;
}

fw_query drive_query_by( const drive* d, const char* method, fw_pose start, fw_pose goal )
{
	fw_query query = drive_query( d, start, goal );
	const fw_method* found = fw_method_find( method );
	assert_non_null( found );
	query.method = method;
	if ( ( found->traits & FW_TRAIT_HEADINGS ) == 0 )
	{
		query.unit.turning_radius = 0.0;
	}
	return query;
}

void drive_check( const drive* d, const fw_query* query, const fw_result* result )
{
	const fw_path* path = &result->path;
	test_check_legal( d->grid, &query->unit, path );
	fw_pose start = query->start;
	fw_pose goal = query->goal;
	const bool spins = query->unit.turning_radius == 0;
	start.heading = query->start_any_heading || spins ? (double)NAN : start.heading;
	goal.heading = query->goal_any_heading || spins ? (double)NAN : goal.heading;
	const fw_pose end = fw_path_end( path );
	if ( query->goal_tolerance > 0 )
	{
		assert_true( test_distance_between( end, goal ) <= query->goal_tolerance + 1e-9 );
		assert_true( isnan( goal.heading ) || test_angle_between( end.heading, goal.heading ) <= 1e-6 );
		goal = end;
	}
	test_check_ends( path, start, goal );
	// The first segment begins as the path states.
	const fw_pose first = path->count > 0 ? fw_segment_pose_at( &path->segments[0], 0 ) : path->start;
	if ( spins )
	{
		assert_true( test_distance_between( first, path->start ) <= 1e-6 );
	}
	else
	{
		test_check_ends( path, first, goal );
	}
	double length = 0;
	double least = 0;
	const int32_t cusps = test_cusps( path );
	for ( int32_t i = 0; i < path->count; ++i )
	{
		const fw_segment* s = &path->segments[i];
		length += s->length;
		least += s->length * ( s->gear == FW_GEAR_REVERSE ? query->unit.reverse_factor : 1.0 );
		assert_true( query->unit.reverse || s->gear == FW_GEAR_FORWARD );
	}
	assert_true( fabs( length - path->length ) <= 1e-9 * ( 1 + length ) );
	assert_true( fabs( length - result->length ) <= 1e-9 * ( 1 + length ) );
	const fw_method* method = fw_method_find( query->method );
	if ( ( method->traits & FW_TRAIT_SPEED ) != 0 )
	{
		// Times: not shorter than at top speed all along.
		assert_true( result->cost >= length - 0.51 / 2378 * ( path->count + 1 ) );
		return;
	}
	double turned = 0;
	for ( int32_t i = 0; i < path->count && query->options.turn_charge > 0; ++i )
	{
		turned += path->segments[i].kind == FW_SEGMENT_ARC ? fabs( path->segments[i].sweep ) : 0;
	}
	least += cusps * query->unit.reverse_penalty + query->options.turn_charge * turned;
	const bool has_costs = fw_grid_has_costs( d->grid, query->unit.capabilities ) && !query->options.ignore_costs;
	if ( !has_costs && !query->unit.reverse )
	{
		assert_true( fabs( result->cost - length - query->options.turn_charge * turned ) <=
		             1e-9 * ( 1 + result->cost ) );
		return;
	}
	// Each curve's cost is rounded to 1/2378 of a tile; each has one segment or more. A last change of gear on the
	// spot, which no segment shows, may lead to the goal.
	const double rounding = ( query->options.turn_charge > 0 ? 1.02 : 0.51 ) / 2378 * ( path->count + cusps + 1 );
	const double most = has_costs ? (double)INFINITY : least + query->unit.reverse_penalty;
	if ( result->cost < least - rounding || result->cost > most + rounding )
	{
		fail_msg( "cost %.9f of a path that costs %.9f", result->cost, least );
	}
}

fw_outcome drive_run( drive* d, const fw_query* query )
{
	assert_int_equal( fw_search_run( d->search, &d->map, query, &d->result, NULL ), FW_OK );
	assert_int_not_equal( d->result.outcome, FW_RUNNING );
	assert_true( ( d->result.outcome == FW_FOUND ) == ( d->result.reason == FW_REASON_NONE ) );
	if ( d->result.outcome == FW_FOUND )
	{
		drive_check( d, query, &d->result );
	}
	else
	{
		assert_int_equal( d->result.path.count, 0 );
	}
	return d->result.outcome;
}

fw_status drive_try( drive* d, const fw_query* query )
{
	const fw_status status = fw_search_run( d->search, &d->map, query, &d->result, NULL );
	if ( status == FW_OK && d->result.outcome == FW_FOUND )
	{
		test_check_legal( d->grid, &query->unit, &d->result.path );
	}
	return status;
}

bool drive_random_pose( const drive* d, test_random* random, fw_pose* pose )
{
	for ( int32_t i = 0; i < 400; ++i )
	{
		const int32_t x = test_random_int( random, fw_grid_width( d->grid ) );
		const int32_t y = test_random_int( random, fw_grid_height( d->grid ) );
		const int32_t h = test_random_int( random, d->def.headings );
		*pose = test_center( x, y, 360.0 * h / d->def.headings );
		if ( fw_space_stands( d->space, x, y ) )
		{
			return true;
		}
	}
	return false;
}

bool drive_random_exact_pose( const drive* d, test_random* random, fw_pose* pose )
{
	for ( int32_t i = 0; i < 400; ++i )
	{
		pose->x = test_random_real( random, 0, fw_grid_width( d->grid ) );
		pose->y = test_random_real( random, 0, fw_grid_height( d->grid ) );
		pose->heading = test_random_real( random, -FW_PI, FW_PI );
		if ( fw_space_fits( d->space, ( fw_vec2 ){ pose->x, pose->y } ) )
		{
			return true;
		}
	}
	return false;
}
