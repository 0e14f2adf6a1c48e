// SPDX-License-Identifier: MIT
// Calls of the library that succeed until a test spoils one of their arguments, and calls that are refused.
#ifndef TESTS_SUPPORT_REFUSAL_H
#define TESTS_SUPPORT_REFUSAL_H

#include "support_drive.h"

#include "fairway/fairway.h"

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

// The arguments of the calls, all of them good.
typedef struct arguments
{
	drive d;
	fw_unit unit;
	fw_terrain terrain;
	fw_link link;
	fw_grid_def grid;
	fw_space_def space;
	fw_clearance_def clearance;
	fw_reachability_def reachability;
	fw_primitives_def primitives;
	fw_lddb_def lddb;
	fw_hierarchy_def hierarchy;
	fw_query query;
	fw_smoother smoother;
	fw_tighter_def tighter;
	fw_backing_def backing;
	fw_smooth48_def smooth48;
	fw_fixed_angles_def angles;
	fw_profile_def profile;
	fw_world_def game;
	fw_order order;
	fw_validate_options options;
	fw_path path; // one line of a tile
	fw_primitives* table;
} arguments;

extern arguments good;

// Of a test's setup and teardown.
int open_world( void** state );
int close_world( void** state );

// A call that makes an object of a definition.
#define CALL_CREATE( type, ... )                                                                                       \
	fw_##type* made = NULL;                                                                                            \
	const fw_status status = fw_##type##_create( __VA_ARGS__, &made, refusal );                                        \
	fw_##type##_destroy( made );                                                                                       \
	return status

// Calls with these arguments.
fw_status call_unit( fw_refusal* refusal );
fw_status call_grid( fw_refusal* refusal );
fw_status call_terrain( fw_refusal* refusal );
fw_status call_link( fw_refusal* refusal );
fw_status call_space( fw_refusal* refusal );
fw_status call_clearance( fw_refusal* refusal );
fw_status call_reachability( fw_refusal* refusal );
fw_status call_primitives( fw_refusal* refusal );
fw_status call_lddb( fw_refusal* refusal );
fw_status call_hierarchy( fw_refusal* refusal );
fw_status call_profile( fw_refusal* refusal );
fw_status call_game( fw_refusal* refusal );
fw_status call_order( fw_refusal* refusal );
fw_status call_query( fw_refusal* refusal );
fw_status call_straight( fw_refusal* refusal );
fw_status call_taut( fw_refusal* refusal );
fw_status call_curved( fw_refusal* refusal );
fw_status call_ignoring( fw_refusal* refusal );
fw_status call_clean_up( fw_refusal* refusal );
fw_status call_tighter( fw_refusal* refusal );
fw_status call_backing( fw_refusal* refusal );
fw_status call_smooth48( fw_refusal* refusal );
fw_status call_angles( fw_refusal* refusal );
fw_status call_validate( fw_refusal* refusal );
// The pass for another unit.
fw_status with_unit( fw_status ( *call )( fw_refusal* ), fw_unit unit, fw_refusal* refusal );

// A call that is refused. Without a text it is that of the status.
typedef struct refused_call
{
	fw_status ( *call )( fw_refusal* refusal );
	fw_status status;
	fw_refusal_kind kind;
	const char *field, *text;
} refused_call;

void check_refused( const refused_call* rows, int32_t count );

#endif
