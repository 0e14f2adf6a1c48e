// SPDX-License-Identifier: MIT
// Units: defaults, checks, names of capabilities.
#include "fairway/unit.h"

#include "grid/grid.h"

#include <float.h>
#include <math.h>

fw_unit fw_default_unit( void )
{
	return ( fw_unit ){
	    .radius = 0.4,
	    .turning_radius = 0.0,
	    .capabilities = FW_CAP_GROUND | FW_CAP_SWAMP,
	    .reverse = false,
	    .reverse_factor = 2.0,
	    .reverse_penalty = 2.0,
	    .speed = 2.0,
	    .acceleration = 2.0,
	    .braking = 4.0,
	};
}

#define FASTEST 1e6
#define SLOWEST 1e-6

static const fw_range ranges[] = {
    { "unit.size", offsetof( fw_unit, size ), FW_FIELD_INT, 0, FW_UNIT_MAX_SIZE, " tiles" },
    { "unit.radius", offsetof( fw_unit, radius ), FW_FIELD_DOUBLE, 0.0, 64.0, " tiles" },
    // Tighter arcs are too short for exact headings.
    { "unit.turning_radius", offsetof( fw_unit, turning_radius ), FW_FIELD_OR_0, 1e-3, 64.0, " tiles" },
    { "unit.reverse_factor", offsetof( fw_unit, reverse_factor ), FW_FIELD_DOUBLE, 1.0, 100.0, NULL },
    { "unit.reverse_penalty", offsetof( fw_unit, reverse_penalty ), FW_FIELD_DOUBLE, 0.0, 1000.0, " tiles" },
    { "unit.speed", offsetof( fw_unit, speed ), FW_FIELD_DOUBLE, SLOWEST, FASTEST, " tiles/s" },
    { "unit.acceleration", offsetof( fw_unit, acceleration ), FW_FIELD_DOUBLE, SLOWEST, FASTEST, " tiles/s^2" },
    { "unit.braking", offsetof( fw_unit, braking ), FW_FIELD_DOUBLE, SLOWEST, FASTEST, " tiles/s^2" },
    { "unit.lateral", offsetof( fw_unit, lateral ), FW_FIELD_DOUBLE, 0.0, FASTEST, " tiles/s^2" },
};
const fw_ranges fw_unit_ranges = FW_RANGES( "unit", NULL, ranges );

fw_status fw_unit_check( const fw_unit* unit, fw_refusal* refusal )
{
	// Units have no cookie, but those of fw_default_unit() have this factor.
	FW_TRY( unit != NULL && unit->reverse_factor == 0.0 ? fw_refuse_cookie( refusal, "unit", "fw_default_unit()" )
	                                                    : FW_OK );
	FW_TRY( fw_check( refusal, &fw_unit_ranges, unit ) );
	FW_TRY( fw_outline_check( unit, refusal ) );
	return unit->size == 0 || unit->turning_radius == 0.0
	           ? FW_OK
	           : fw_refuse_pair( refusal, FW_ERR_ARGUMENT, "unit.turning_radius", "unit.size",
	                             "squares do not turn; set one of them to 0" );
}

static void pass_outline( fw_bytes* io, fw_outline* outline )
{
	fw_pass_int( io, &outline->count, 0, FW_OUTLINE_MAX );
	for ( int32_t i = 0; i < outline->count && io->ok; i++ )
	{
		fw_pass_number( io, &outline->corners[i].x, -DBL_MAX, DBL_MAX );
		fw_pass_number( io, &outline->corners[i].y, -DBL_MAX, DBL_MAX );
	}
}

// Squares are in no world.
void fw_pass_unit( fw_bytes* io, fw_unit* unit )
{
	fw_pass_number( io, &unit->radius, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->turning_radius, -DBL_MAX, DBL_MAX );
	fw_pass_bits( io, &unit->capabilities );
	fw_pass_bool( io, &unit->reverse );
	fw_pass_number( io, &unit->reverse_factor, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->reverse_penalty, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->speed, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->acceleration, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->braking, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->lateral, -DBL_MAX, DBL_MAX );
	unit->size = 0;
	unit->outline = fw_reads( io ) ? ( fw_outline ){ 0 } : unit->outline;
	pass_outline( io, &unit->outline );
	fw_must( io, fw_unit_check( unit, NULL ) == FW_OK );
}

int32_t fw_unit_side( const fw_unit* unit )
{
	const double wide = unit->size > 0 ? (double)unit->size : ceil( 2.0 * fw_unit_inner_radius( unit ) );
	return (int32_t)fmin( fmax( wide, 1.0 ), FW_UNIT_MAX_SIZE );
}

double fw_turn_speed( const fw_unit* unit, double radius )
{
	// The force that keeps a unit on its arc grows with the square of its speed.
	if ( unit->lateral > 0.0 )
	{
		return fmin( unit->speed, sqrt( unit->lateral * radius ) );
	}
	return radius < unit->turning_radius ? unit->speed * sqrt( radius / unit->turning_radius ) : unit->speed;
}

double fw_turn_loss( const fw_unit* unit )
{
	if ( !( unit->turning_radius > 0.0 ) )
	{
		return 0.0;
	}
	const double part = fw_turn_speed( unit, unit->turning_radius ) / unit->speed;
	const double lost = ( 1.0 - part ) * unit->speed;
	const double slowing = 0.5 * lost * lost * ( 1.0 / unit->acceleration + 1.0 / unit->braking );
	return fmin( unit->turning_radius * ( 1.0 / part - 1.0 ) + slowing / ( 0.5 * FW_PI ), 1000.0 );
}

const char* const fw_capability_names[] = { "ground", "water", "swamp", "trees", "road", NULL };

uint32_t fw_capability_find( const char* name )
{
	for ( int32_t i = 0; name != NULL && fw_capability_names[i] != NULL; i++ )
	{
		if ( fw_same_name( fw_capability_names[i], name ) )
		{
			return 1u << i;
		}
	}
	return 0;
}
