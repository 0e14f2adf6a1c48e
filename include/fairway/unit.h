// SPDX-License-Identifier: MIT
/// @file
/// Units: size, turning radius, gears, terrains, speeds.
#ifndef FAIRWAY_UNIT_H
#define FAIRWAY_UNIT_H

#include "fairway/math.h"

FW_BEGIN_DECLS

/// Terrain capabilities. A terrain lists those that allow a unit to enter, a unit lists those that it has; the unit can
/// cross a tile if the two share a bit. The caller gives a meaning to the bits from #FW_CAP_FIRST_FREE up.
enum
{
	FW_CAP_GROUND = 1 << 0,
	FW_CAP_WATER = 1 << 1,
	FW_CAP_SWAMP = 1 << 2,
	FW_CAP_TREES = 1 << 3,
	FW_CAP_ROAD = 1 << 4,
	FW_CAP_FIRST_FREE = 1 << 8, ///< this bit and those above have no meaning for the library
};

#define FW_UNIT_MAX_SIZE 64 ///< tiles
#define FW_OUTLINE_MAX 8    ///< corners

/// A convex polygon about the point of a unit that follows the path, such as a car's rear axle. Corners stand in either
/// order in the unit's frame: x ahead, y to its right. The unit is this polygon rounded by its radius: every point
/// within fw_unit::radius of it. Two corners are a line, which rounded is a capsule. A unit is 0.001 tiles wide at
/// least.
typedef struct fw_outline
{
	int32_t count;                   ///< corners [2..#FW_OUTLINE_MAX]; 0: the unit is a disc
	fw_vec2 corners[FW_OUTLINE_MAX]; ///< [tiles, -64..64]
} fw_outline;

/// A rectangle, `rear` of its length behind the point that follows the path [tiles]. With width 0 a line.
FW_API fw_outline fw_outline_rectangle( double length, double width, double rear );
/// A rectangle with a pointed bow of length `bow` ahead, about its middle [tiles].
FW_API fw_outline fw_outline_ship( double length, double width, double bow );

/// A unit. Made by fw_default_unit(), then changed.
typedef struct fw_unit
{
	int32_t size;  ///< 0: a disc of `radius`. Else a square with so many tiles a side that does not turn; its position
	               ///< is the center of its top left tile [0..#FW_UNIT_MAX_SIZE]; `radius` does not count, and
	               ///< `turning_radius` must be 0
	double radius; ///< of its disc, or of the rounding of its outline [tiles, 0..64]
	fw_outline outline;     ///< for units with a turning radius; without corners the unit is a disc
	double turning_radius;  ///< [tiles, 0.001..64]; 0: turns on the spot
	uint32_t capabilities;  ///< FW_CAP_ bits
	bool reverse;           ///< may drive backwards
	double reverse_factor;  ///< cost of a tile in reverse divided by its cost forward [1..100]
	double reverse_penalty; ///< cost of each change of gear [tiles, 0..1000]
	double speed;           ///< top speed [tiles/s, 1e-6..1e6]
	double acceleration;    ///< [tiles/s^2, 1e-6..1e6]
	double braking;         ///< [tiles/s^2, 1e-6..1e6]
	double lateral; ///< maximum lateral acceleration in turns, speed^2 / radius [tiles/s^2, 0..1e6]; 0: as much as top
	                ///< speed on its turning radius needs
} fw_unit;

/// A disc of radius 0.4, turns on the spot, ground and swamp, forward only, reverse factor 2 and penalty 2, speed 2,
/// acceleration 2, braking 4, lateral 0.
FW_API fw_unit fw_default_unit( void );

/// Checks a unit. @return #FW_ERR_DEF if it is zeroed, #FW_ERR_ARGUMENT if a field is out of its range or not finite;
/// `refusal` names fields as in "unit.radius".
FW_API fw_status fw_unit_check( const fw_unit* unit, fw_refusal* refusal );

/// The side of the smallest square of whole tiles that is as wide as the unit: a square's own side, or a disc's
/// diameter rounded up, that of fw_unit_inner_radius() where it has an outline [tiles, 1..#FW_UNIT_MAX_SIZE].
/// Clearances and hierarchies use it for all units.
FW_API int32_t fw_unit_side( const fw_unit* unit );

/// The radius of the largest disc about the point that follows the path that lies inside of the unit, whatever its
/// heading, and of the smallest one that holds the unit [tiles]. For a disc both are its own; not for squares.
FW_API double fw_unit_inner_radius( const fw_unit* unit );
FW_API double fw_unit_outer_radius( const fw_unit* unit ); ///< see fw_unit_inner_radius()

/// The speed at which a unit may drive an arc, at most its top speed [tiles/s]. The square of the speed is proportional
/// to the radius. A unit with neither a turning radius nor fw_unit::lateral drives all arcs at top speed.
/// @param radius [tiles, > 0]
FW_API double fw_turn_speed( const fw_unit* unit, double radius );

/// What slowing down for a right angle costs a unit, from top speed to the speed of its turning radius and back [tiles
/// at top speed for each radian, 0..1000]. A value for fw_search_options::turn_charge. 0 for a unit that turns at top
/// speed, or on the spot.
FW_API double fw_turn_loss( const fw_unit* unit );

/// The bit of a capability by name ("ground", "water", "swamp", "trees", "road"); 0 if there is none.
FW_API uint32_t fw_capability_find( const char* name );

FW_END_DECLS

#endif
