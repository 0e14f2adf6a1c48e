// SPDX-License-Identifier: MIT
// Fuzzing of the reader of scenes: no text may crash it, and what it accepts can be simulated: no two units ever
// overlap.
#include "fuzz_check.h"
#include "scene_read.h"
#include "simulation.h"

#include <math.h>

#define STEPS 40
#define UNITS_MAX 24
#define TILES_MAX 4096

static void check_units( const scene* of )
{
	CHECK( of->grid != NULL && of->kind_count >= 1 && of->kind_count <= SCENE_KINDS_MAX );
	CHECK( of->unit_count >= 1 && of->unit_count <= SCENE_UNITS_MAX );
	for ( int32_t i = 0; i < of->unit_count; i++ )
	{
		const scene_unit* unit = &of->units[i];
		CHECK( unit->kind >= 0 && unit->kind < of->kind_count );
		CHECK( isfinite( unit->start.x ) && isfinite( unit->start.y ) && isfinite( unit->start.heading ) );
		CHECK( isfinite( unit->goal.x ) && isfinite( unit->goal.y ) && isfinite( unit->goal.heading ) );
	}
	for ( int32_t i = 0; i < of->kind_count; i++ )
	{
		CHECK( fw_unit_check( &of->kinds[i].unit, NULL ) == FW_OK );
	}
}

// A method may refuse the plan; nothing else may go wrong.
static void play( const scene* of )
{
	simulation run;
	fw_status status = simulation_begin( of, &run );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_TOO_LARGE );
	for ( int32_t i = 0; i < STEPS && status == FW_OK; i++ )
	{
		status = simulation_step( &run );
		CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_TOO_LARGE );
		CHECK( run.closest > -1e-6 );
	}
	simulation_end( &run );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	scene of;
	field_error error;
	scene_init( &of );
	if ( scene_read( (const char*)data, size, "scenes/fuzz.json", &of, &error ) )
	{
		check_units( &of );
		const int64_t tiles = (int64_t)fw_grid_width( of.grid ) * fw_grid_height( of.grid );
		bool small = tiles <= TILES_MAX && of.unit_count <= UNITS_MAX;
		for ( int32_t i = 0; i < of.kind_count; i++ )
		{
			// Motion primitives of large units take seconds.
			small = small && of.kinds[i].unit.turning_radius <= 3.0 && of.kinds[i].unit.radius <= 2.0;
		}
		if ( small )
		{
			play( &of );
		}
	}
	else
	{
		CHECK( error.status != FW_OK && error.text[0] != '\0' );
	}
	scene_free( &of );
	return 0;
}
