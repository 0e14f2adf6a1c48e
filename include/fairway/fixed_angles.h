// SPDX-License-Identifier: MIT
/// @file
/// Paths for units that were drawn in a few angles: lines in the directions of these angles alone, near to a path of
/// any lines and arcs. So the picture that is shown always faces where the unit moves, and nothing seems to slide.
/// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Fixed-Angle Character Art".
///
/// The angles in which a unit was drawn: 8, 16 or any number of pictures, the same angle apart.
#ifndef FAIRWAY_FIXED_ANGLES_H
#define FAIRWAY_FIXED_ANGLES_H

#include "fairway/math.h"
#include "fairway/smooth.h"

FW_BEGIN_DECLS

#define FW_SPRITES_MIN 4    ///< pictures
#define FW_SPRITES_MAX 1024 ///< see #FW_SPRITES_MIN

/// A set of headings. Picture k shows the unit facing offset + 2 pi k / count.
typedef struct fw_sprites
{
	int32_t count; ///< [#FW_SPRITES_MIN..#FW_SPRITES_MAX]
	double offset; ///< of picture 0 [rad, -2 pi..2 pi]
} fw_sprites;

/// The heading of a picture in [0, 2 pi); indices count round, so that -1 is the last one.
FW_API double fw_sprites_heading( const fw_sprites* sprites, int32_t index );
/// The picture nearest to a heading [finite, rad]: what a game draws. Half way between two it is the upper one.
FW_API int32_t fw_sprites_nearest( const fw_sprites* sprites, double heading );

#define FW_FIXED_ANGLES_MIN_LENGTH 0.01 ///< tiles

/// How fw_fixed_angles() is to go. Made by fw_default_fixed_angles_def(), then changed.
typedef struct fw_fixed_angles_def
{
	uint32_t cookie; ///< set by fw_default_fixed_angles_def()
	fw_sprites sprites;
	double deviation; ///< stretches whose bound is above this are divided [tiles, > 0]; INFINITY: only those that hit
	double least;     ///< no stretch is divided that is shorter than this [tiles, >= #FW_FIXED_ANGLES_MIN_LENGTH]
} fw_fixed_angles_def;

/// What fw_fixed_angles() did.
typedef struct fw_fixed_angles_report
{
	int32_t stretches; ///< parts of the old path that became one or two lines each
	int32_t divided;   ///< times that one was divided in two, because both of its routes hit something or lead too far
	int32_t illegal;   ///< stretches that hit something whichever way they are driven; 0: nothing is hit
	fw_vec2 place;     ///< where the first of these begins; the path's start where there is none
	int32_t corners;   ///< where the picture changes
	int32_t sharpest;  ///< pictures that are skipped over at a corner, and one: 1 where it changes to the next one
	double deviation;  ///< no point of the new path is further than this from the old one [tiles]: a bound
} fw_fixed_angles_report;

FW_API fw_fixed_angles_def fw_default_fixed_angles_def( void ); ///< 16 from 0, INFINITY, 0.1

/// Makes a path of lines, each of which leads where a picture of the unit faces (in reverse: away from it), to within
/// 1e-8 tiles at its end. Arcs become tangent lines on their outside from one of these headings to the next. What lies
/// between, a straight line with the parts of arcs at its ends, becomes two lines in the nearest two directions: of the
/// two such routes one that hits nothing and spares corners. Where both hit, or lead too far, the stretch is halved,
/// again and again. Places where the path has one of the headings stay, and so do both ends, links, and changes of
/// gear. What still hits something is driven nevertheless, and counted.
///
/// A stretch of n pictures' angle a = 2 pi / n between its ends at distance d leads at most d / 2 tan( a / 2 ) off
/// where it turns to one side alone, and d tan( a / 2 ) otherwise; an arc of radius r from one heading to the next, r /
/// cos( a / 2 ) - r. The path gets longer by a factor of 1 / cos( a / 2 ) at most. The unit turns on the spot at the
/// corners, mostly by one picture where the old path had no corner itself: judge it with a turning radius of 0.
/// fw_path::start keeps its heading.
/// @param path on the map; with arcs up to two full circles, of radii up to #FW_GRID_MAX_SIDE; lengths and ends are
/// those of the segments, to within 0.001 tiles (#FW_ERR_ARGUMENT).
/// @return #FW_OK also when stretches hit something; #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_STATE, #FW_ERR_MEMORY. The
/// path is then as it was. Cost: O(stretches x lines of twice their length).
FW_API fw_status fw_fixed_angles( const fw_smoother* smoother, const fw_fixed_angles_def* def, fw_path* path,
                                  fw_fixed_angles_report* report );

/// The angle between where a unit moves and where the nearest picture of it faces, along a path.
typedef struct fw_slide
{
	double mean;  ///< over the length of the path [rad]
	double worst; ///< [rad]
} fw_slide;

/// How much a unit seems to slide along a path when a game rounds its heading to the nearest picture. Next to nothing
/// after fw_fixed_angles(). Cost: O(segments).
FW_API fw_slide fw_fixed_angles_slide( const fw_sprites* sprites, const fw_path* path );

FW_END_DECLS

#endif
