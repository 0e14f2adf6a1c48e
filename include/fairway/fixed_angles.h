// SPDX-License-Identifier: MIT
/// @file
/// Paths for units that were drawn in a few angles: lines only in the directions of these angles, near to a path of any
/// lines and arcs. So the sprite always faces where the unit moves, and no unit seems to slide. Source: M. Pinter,
/// "Toward More Realistic Pathfinding" (2001), "Fixed-Angle Character Art".
///
/// Sprites: the angles in which a unit was drawn, 8, 16 or any number of them, the same angle apart.
#ifndef FAIRWAY_FIXED_ANGLES_H
#define FAIRWAY_FIXED_ANGLES_H

#include "fairway/math.h"
#include "fairway/smooth.h"

FW_BEGIN_DECLS

#define FW_SPRITES_MIN 4    ///< sprites
#define FW_SPRITES_MAX 1024 ///< see #FW_SPRITES_MIN

/// A set of headings. Sprite k shows the unit with the heading offset + 2 pi k / count.
typedef struct fw_sprites
{
	int32_t count; ///< [#FW_SPRITES_MIN..#FW_SPRITES_MAX]
	double offset; ///< of sprite 0 [rad, -2 pi..2 pi]
} fw_sprites;

/// The heading of a sprite in [0, 2 pi); indices wrap around, so that -1 is the last one.
FW_API double fw_sprites_heading( const fw_sprites* sprites, int32_t index );
/// The sprite nearest to a heading [finite, rad], which a game draws. Halfway between two it is the one with the higher
/// index.
FW_API int32_t fw_sprites_nearest( const fw_sprites* sprites, double heading );

#define FW_FIXED_ANGLES_MIN_LENGTH 0.01    ///< tiles
#define FW_FIXED_ANGLES_MIN_DEVIATION 1e-9 ///< tiles

/// Options of fw_fixed_angles(). Made by fw_default_fixed_angles_def(), then changed.
typedef struct fw_fixed_angles_def
{
	uint32_t cookie; ///< set by fw_default_fixed_angles_def()
	fw_sprites sprites;
	double deviation;  ///< stretches with a deviation bound above this are divided [tiles, >=
	                   ///< #FW_FIXED_ANGLES_MIN_DEVIATION]; INFINITY: only those
	                   ///< that hit something
	double min_length; ///< stretches shorter than this are not divided [tiles, >= #FW_FIXED_ANGLES_MIN_LENGTH]
} fw_fixed_angles_def;

/// Report of fw_fixed_angles().
typedef struct fw_fixed_angles_report
{
	int32_t stretches; ///< parts of the old path that became one or two lines each
	int32_t divided;  ///< how many times a stretch was divided in two, because both of its pairs of lines hit something
	                  ///< or lead too far
	int32_t illegal;  ///< stretches that hit something with both pairs of lines; 0: the path hits nothing
	fw_vec2 position; ///< where the first of these begins; the path's start if there is none
	int32_t corners;  ///< points where the sprite changes
	int32_t sharpest; ///< the largest number of sprites by which a corner turns: 1 if it changes to the next one
	double deviation; ///< a bound: no point of the new path is further than this from the old one [tiles]
} fw_fixed_angles_report;

FW_API fw_fixed_angles_def fw_default_fixed_angles_def( void ); ///< 16 from 0, INFINITY, 0.1

/// Makes a path of lines, each in the direction in which a sprite of the unit faces (in reverse: away from it), to
/// within 1e-8 tiles at the end of each stretch. Arcs become tangent lines on their outside from one of these headings
/// to the next. A stretch between, which is a straight line with the parts of arcs at its ends, becomes two lines in
/// the nearest two directions; of the two such pairs, the one that hits nothing and saves corners. If both hit
/// something, or lead too far, the stretch is halved, again and again. Points where the path has one of the headings
/// stay, and so do both ends, links, and changes of gear. Stretches that still hit something are driven nevertheless,
/// and counted.
///
/// With n sprites and the angle a = 2 pi / n between them, a stretch whose ends are at distance d deviates by at most d
/// / 2 tan( a / 2 ) if it turns to one side only, else by d tan( a / 2 ); an arc of radius r from one heading to the
/// next, by r / cos( a / 2 ) - r. The path gets longer by a factor of 1 / cos( a / 2 ) at most. The unit turns on the
/// spot at the corners, usually by one sprite unless the old path had a corner there: judge it with a turning radius of
/// 0. So units with an outline are refused. fw_path::start keeps its heading.
/// @param path on the map; with arcs up to two full circles, of radii up to #FW_GRID_MAX_SIDE; lengths and ends are
/// those of the segments, to within 0.001 tiles (#FW_ERR_ARGUMENT).
/// @return #FW_OK also if stretches hit something; #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_UNSUPPORTED, #FW_ERR_STATE,
/// #FW_ERR_MEMORY. The path is then as it was. Cost: O(stretches x lines of twice their length).
FW_API fw_status fw_fixed_angles( const fw_smoother* smoother, const fw_fixed_angles_def* def, fw_path* path,
                                  fw_fixed_angles_report* report, fw_refusal* refusal );

/// The angle between the direction of motion and that of the nearest sprite, along a path.
typedef struct fw_slide
{
	double mean;  ///< over the length of the path [rad]
	double worst; ///< [rad]
} fw_slide;

/// How much a unit seems to slide along a path if a game rounds its heading to the nearest sprite. Almost zero after
/// fw_fixed_angles(). Cost: O(segments).
FW_API fw_slide fw_fixed_angles_slide( const fw_sprites* sprites, const fw_path* path );

FW_END_DECLS

#endif
