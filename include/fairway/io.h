// SPDX-License-Identifier: MIT
/// @file
/// Reading and writing maps, scenarios and pose problems, from memory or from files.
///
/// All readers accept LF and CRLF, report the first fault with byte, line and column, and never write half a result. No
/// input can crash them. Texts and files above 1 GiB are refused with #FW_ERR_TOO_LARGE. `refusal` may be NULL.
#ifndef FAIRWAY_IO_H
#define FAIRWAY_IO_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

/// Reads a MovingAI map (`type octile`, `height`, `width`, `map`, rows), or, if the text does not begin with `type`,
/// plain rows of letters (the width is that of the first row). Letters, upper or lower case: `.` `G` ground, `S` swamp,
/// `W` water, `T` trees, `R` road, `@` `O` `#` out of bounds. If `def` has its own terrain table, letters are looked up
/// there: as written, then in the other case, then by the list above. Otherwise the terrains are
/// fw_standard_terrains(). `def` also gives the allocator; its size is ignored. NULL means fw_default_grid_def().
FW_API fw_status fw_map_parse( const char* text, size_t size, const fw_grid_def* def, fw_grid** grid,
                               fw_refusal* refusal );
/// fw_map_parse() of a file.
FW_API fw_status fw_map_load( const char* file, const fw_grid_def* def, fw_grid** grid, fw_refusal* refusal );
/// Writes a grid in the MovingAI form, with the letters of the terrain table and no zero at the end. `needed` receives
/// the size [bytes]; `text` may be NULL to get only that. If `capacity` is too small, nothing is written. @return
/// #FW_ERR_CAPACITY then.
FW_API fw_status fw_map_format( const fw_grid* grid, char* text, size_t capacity, size_t* needed, fw_refusal* refusal );

/// Reads regions for fw_legs: text of the same form and size as the map, with or without a header, in which tiles with
/// the same character are one region and a dot is none. All printable characters of ASCII but the space will do; upper
/// and lower case differ.
/// @param grid of the map, for its size
/// @param regions receives 0 or the code of the character for each tile [width x height of the grid, row by row]; as it
/// was after an error
/// @return #FW_ERR_ARGUMENT, #FW_ERR_SYNTAX; #FW_ERR_MISMATCH for a header of another size.
FW_API fw_status fw_regions_parse( const char* text, size_t size, const fw_grid* grid, uint8_t* regions,
                                   fw_refusal* refusal );
/// fw_regions_parse() of a file.
FW_API fw_status fw_regions_load( const char* file, const fw_grid* grid, uint8_t* regions, fw_refusal* refusal );

/// One problem of a scenario, in tiles.
typedef struct fw_scen_problem
{
	int32_t bucket;
	int32_t map_width, map_height; ///< the size that the file states; 0 if it states none or 1 x 1
	int32_t start_x, start_y, goal_x, goal_y;
	double length;    ///< of the optimal 8-connected path as published; negative if the file has none
	int32_t map_name; ///< offset into fw_scen::names
} fw_scen_problem;

/// The problems of a scenario file. Freed by fw_scen_free().
typedef struct fw_scen
{
	fw_scen_problem* problems; ///< [count], in file order
	int32_t count;
	char* names; ///< zero-ended paths of maps as written, each once
	size_t names_size;
	fw_allocator allocator;
} fw_scen;

/// Reads a scenario (`version 1`, `version 1.0` or no such line; fields separated by tabs or blanks).
FW_API fw_status fw_scen_parse( const char* text, size_t size, const fw_allocator* allocator, fw_scen* scen,
                                fw_refusal* refusal );
/// fw_scen_parse() of a file.
FW_API fw_status fw_scen_load( const char* file, const fw_allocator* allocator, fw_scen* scen, fw_refusal* refusal );
FW_API void fw_scen_free( fw_scen* scen ); ///< frees the memory; a zeroed fw_scen is allowed
/// Does this problem belong to the map file? Compares the names after the last slash or backslash.
FW_API bool fw_scen_matches( const fw_scen* scen, int32_t problem, const char* map_file );
/// A problem's coordinates scaled from the size that the file states to the map's own size.
FW_API fw_scen_problem fw_scen_scaled( const fw_scen* scen, int32_t problem, const fw_grid* grid );

/// One pose problem: from a pose to a pose, for a unit.
typedef struct fw_pose_problem
{
	fw_pose start, goal;   ///< headings in radians
	bool goal_any_heading; ///< goal.heading does not count
	double radius, turning_radius;
} fw_pose_problem;

/// The problems of a pose file. Freed by fw_poses_free().
typedef struct fw_pose_set
{
	fw_pose_problem* problems; ///< [count], in file order
	int32_t count;
	char map[256];      ///< from the comment `# ... map: NAME`; empty if there is none
	fw_outline outline; ///< of the unit of all problems, whose radius is then the rounding
	bool reverse;       ///< the unit may drive backwards
	fw_allocator allocator;
} fw_pose_set;

/// Reads lines of `sx sy start_degrees gx gy goal_degrees|any radius turning_radius`; `#` starts a comment line. Before
/// them there may be `outline X,Y X,Y ...`, the corners of the unit's outline, and `reverse`.
FW_API fw_status fw_poses_parse( const char* text, size_t size, const fw_allocator* allocator, fw_pose_set* poses,
                                 fw_refusal* refusal );
/// fw_poses_parse() of a file.
FW_API fw_status fw_poses_load( const char* file, const fw_allocator* allocator, fw_pose_set* poses,
                                fw_refusal* refusal );
FW_API void fw_poses_free( fw_pose_set* poses ); ///< frees the memory; a zeroed fw_pose_set is allowed

/// Reads links and one-way tiles onto a grid, in addition to those that it has. Lines have words separated by blanks:
/// `link X Y TO_X TO_Y COST [CAPABILITIES]`, with capabilities such as `ground,water` (all if there are none), and
/// `one-way X Y WIDTH HEIGHT DIRECTIONS`: the tiles of this rectangle can be left in these directions only, `none`,
/// `all` or some of `e,se,s,sw,w,nw,n,ne`, e being +x and s +y; if rectangles overlap, later lines count. `#` starts a
/// comment line. On failure the grid is as it was. @return #FW_ERR_ARGUMENT, #FW_ERR_SYNTAX, #FW_ERR_TOO_LARGE above
/// #FW_LINKS_MAX links, #FW_ERR_MEMORY.
FW_API fw_status fw_links_parse( const char* text, size_t size, fw_grid* grid, fw_refusal* refusal );
FW_API fw_status fw_links_load( const char* file, fw_grid* grid,
                                fw_refusal* refusal ); ///< fw_links_parse() of a file

FW_END_DECLS

#endif
