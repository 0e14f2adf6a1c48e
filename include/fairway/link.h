// SPDX-License-Identifier: MIT
/// @file
/// Ways over a map that are not steps to and fro: links between two tiles, and one-way tiles.
///
/// Both belong to the grid and are edits of it: they raise its revision and mark the tiles that may be left otherwise
/// now. Methods with #FW_TRAIT_LINKS honour them; all others, and hierarchies, refuse a grid on which they matter to
/// the unit with #FW_ERR_UNSUPPORTED. How: docs/algorithms/links.md.
#ifndef FAIRWAY_LINK_H
#define FAIRWAY_LINK_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

#define FW_LINKS_MAX 4096        ///< links of one grid
#define FW_LINK_COST_MAX 10000.0 ///< tiles

/// A unit on tile `from` that has one of the capabilities may be on tile `to` next: teleporters, ferries, stairs,
/// jumps. It must be able to stand on both; of a square they are its top left tiles. It keeps its heading.
typedef struct fw_link
{
	int32_t from_x, from_y, to_x, to_y; ///< tiles of the map, two different ones
	double cost;                        ///< [tiles, 0..#FW_LINK_COST_MAX]
	uint32_t capabilities;              ///< FW_CAP_ bits that let a unit use it; 0 lets nobody
} fw_link;

/// The directions in which a step may leave a tile, as bits. A diagonal step needs its own bit alone.
enum
{
	FW_EXIT_EAST = 1 << 0, ///< +x
	FW_EXIT_SOUTH_EAST = 1 << 1,
	FW_EXIT_SOUTH = 1 << 2, ///< +y
	FW_EXIT_SOUTH_WEST = 1 << 3,
	FW_EXIT_WEST = 1 << 4,
	FW_EXIT_NORTH_WEST = 1 << 5,
	FW_EXIT_NORTH = 1 << 6,
	FW_EXIT_NORTH_EAST = 1 << 7,
	FW_EXIT_ALL = 255, ///< of every tile at first
};

/// Adds a link; several may join the same tiles. @return #FW_ERR_ARGUMENT, #FW_ERR_TOO_LARGE above #FW_LINKS_MAX,
/// #FW_ERR_MEMORY. Cost: O(links).
FW_API fw_status fw_grid_add_link( fw_grid* grid, const fw_link* link );
/// Takes out one link, by its place in the list; those behind it move up. @return #FW_ERR_ARGUMENT where there is none.
FW_API fw_status fw_grid_remove_link( fw_grid* grid, int32_t index );
/// Takes out all links from one tile to another. @return #FW_ERR_UNKNOWN where there is none.
FW_API fw_status fw_grid_remove_links( fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y );
FW_API int32_t fw_grid_link_count( const fw_grid* grid ); ///< [0..#FW_LINKS_MAX]
/// A link by its place in the list, which is sorted by row and column of `from`, then of `to`, then by cost and
/// capabilities; NULL when there is none. Stays where it is until links are added or taken out.
FW_API const fw_link* fw_grid_link_at( const fw_grid* grid, int32_t index );
/// The cheapest link between two tiles that a unit with these capabilities may use, NULL when there is none.
FW_API const fw_link* fw_grid_link_find( const fw_grid* grid, int32_t from_x, int32_t from_y, int32_t to_x,
                                         int32_t to_y, uint32_t capabilities );

/// Says in which directions (FW_EXIT_ bits) units may leave each tile of a rectangle, which is clipped to the map. A
/// disc leaves the tile that its centre is on; a square steps only where all tiles under it let it. Links ask no exits.
/// Takes a byte a tile from the first call that forbids a direction until all tiles have them all again.
/// @return #FW_ERR_ARGUMENT, #FW_ERR_MEMORY.
FW_API fw_status fw_grid_set_exits( fw_grid* grid, fw_rect rect, uint32_t directions );
/// The directions in which a tile may be left; 0 outside of the map.
FW_API uint32_t fw_grid_exits( const fw_grid* grid, int32_t x, int32_t y );
FW_API int64_t fw_grid_one_way_count( const fw_grid* grid ); ///< tiles that forbid a direction

/// Are steps all that counts for a unit with these capabilities: no one-way tile, and no link that it may use?
FW_API bool fw_grid_is_plain( const fw_grid* grid, uint32_t capabilities );

FW_END_DECLS

#endif
