// SPDX-License-Identifier: MIT
// Units: defaults, checks, names of capabilities.
#include "fairway/unit.h"

#include <math.h>
#include <string.h>

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

// False for NaN as well.
static bool in_range( double value, double least, double most )
{
	return value >= least && value <= most;
}

fw_status fw_unit_check( const fw_unit* unit )
{
	const double fastest = 1e6;
	const double slowest = 1e-6;
	const double tightest = 1e-3; // tighter arcs are too short to keep their headings
	if ( unit == NULL || unit->size < 0 || unit->size > FW_UNIT_MAX_SIZE ||
	     ( unit->size > 0 && unit->turning_radius != 0.0 ) || !in_range( unit->radius, 0.0, 64.0 ) ||
	     !( unit->turning_radius == 0.0 || in_range( unit->turning_radius, tightest, 64.0 ) ) ||
	     !in_range( unit->reverse_factor, 1.0, 100.0 ) || !in_range( unit->reverse_penalty, 0.0, 1000.0 ) ||
	     !in_range( unit->speed, slowest, fastest ) || !in_range( unit->acceleration, slowest, fastest ) ||
	     !in_range( unit->braking, slowest, fastest ) || !in_range( unit->lateral, 0.0, fastest ) )
	{
		return FW_ERR_ARGUMENT;
	}
	return FW_OK;
}

int32_t fw_unit_side( const fw_unit* unit )
{
	const double wide = unit->size > 0 ? (double)unit->size : ceil( 2.0 * unit->radius );
	return (int32_t)fmin( fmax( wide, 1.0 ), FW_UNIT_MAX_SIZE );
}

double fw_turn_speed( const fw_unit* unit, double radius )
{
	// What keeps a unit on its arc grows with the square of its speed.
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

uint32_t fw_capability_find( const char* name )
{
	static const struct
	{
		const char* name;
		uint32_t bit;
	} capabilities[] = {
	    { "ground", FW_CAP_GROUND }, { "water", FW_CAP_WATER }, { "swamp", FW_CAP_SWAMP },
	    { "trees", FW_CAP_TREES },   { "road", FW_CAP_ROAD },
	};
	for ( size_t i = 0; name != NULL && i < sizeof( capabilities ) / sizeof( capabilities[0] ); i++ )
	{
		if ( strcmp( capabilities[i].name, name ) == 0 )
		{
			return capabilities[i].bit;
		}
	}
	return 0;
}
