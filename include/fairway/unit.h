// SPDX-License-Identifier: MIT
/// @file
/// Who moves: size, turning radius, gears, terrains, speeds.
#ifndef FAIRWAY_UNIT_H
#define FAIRWAY_UNIT_H

#include "fairway/math.h"

FW_BEGIN_DECLS

/// Terrain capabilities. A terrain lists the ones that let a unit in; a unit lists the ones it has; the unit can
/// cross a tile when the two share a bit. Bits from #FW_CAP_FIRST_FREE up are the caller's to name.
enum
{
	FW_CAP_GROUND = 1 << 0,
	FW_CAP_WATER = 1 << 1,
	FW_CAP_SWAMP = 1 << 2,
	FW_CAP_TREES = 1 << 3,
	FW_CAP_ROAD = 1 << 4,
	FW_CAP_FIRST_FREE = 1 << 8, ///< this bit and those above have no meaning here
};

#define FW_UNIT_MAX_SIZE 64 ///< tiles

/// One kind of unit. Made by fw_default_unit(), then changed.
typedef struct fw_unit
{
	int32_t size;           ///< 0: a disc of `radius`. Else a square of so many tiles a side that does not turn, by its
	                        ///< top left tile: where the unit is, that is where this tile's center is
	                        ///< [0..#FW_UNIT_MAX_SIZE]; `radius` does not count and `turning_radius` must be 0
	double radius;          ///< of its disc [tiles, 0..64]
	double turning_radius;  ///< [tiles, 0.001..64]; 0 turns on the spot
	uint32_t capabilities;  ///< FW_CAP_ bits
	bool reverse;           ///< may it drive backwards
	double reverse_factor;  ///< cost of a tile in reverse over one forward [1..100]
	double reverse_penalty; ///< cost of each change of gear [tiles, 0..1000]
	double speed;           ///< top speed [tiles/s, 1e-6..1e6]
	double acceleration;    ///< [tiles/s^2, 1e-6..1e6]
	double braking;         ///< [tiles/s^2, 1e-6..1e6]
	double lateral;         ///< pull to the side that it stands in turns, speed^2 / radius [tiles/s^2, 0..1e6]; 0: what
	                        ///< lets it drive its turning radius at top speed
} fw_unit;

/// A disc of radius 0.4, turns on the spot, ground and swamp, forward only, reverse factor 2 and penalty 2, speed 2,
/// acceleration 2, braking 4, lateral 0.
FW_API fw_unit fw_default_unit( void );

/// #FW_ERR_ARGUMENT when a field is out of its range or not finite; fields are named "unit.radius".
FW_API fw_status fw_unit_check( const fw_unit* unit, fw_refusal* refusal );

/// Side of the least square of whole tiles that is as wide as the unit: a square's own, or a disc's diameter rounded up
/// [tiles, 1..#FW_UNIT_MAX_SIZE]. Clearances and hierarchies know units by it.
FW_API int32_t fw_unit_side( const fw_unit* unit );

/// The speed at which a unit may drive an arc, at most its top speed: the square of the speed falls with the radius
/// [tiles/s]. A unit without turning radius and fw_unit::lateral drives all arcs at top speed.
/// @param radius [tiles, > 0]
FW_API double fw_turn_speed( const fw_unit* unit, double radius );

/// What a unit loses in a right angle over which it slows down from top speed to that of its turning radius, and gets
/// it back, for each radian [tiles at top speed, 0..1000]: a value for fw_query::turn_charge. 0 for one that turns at
/// top speed, or on the spot.
FW_API double fw_turn_loss( const fw_unit* unit );

/// The bit of a capability by name ("ground", "water", "swamp", "trees", "road"), 0 when there is none.
FW_API uint32_t fw_capability_find( const char* name );

FW_END_DECLS

#endif
