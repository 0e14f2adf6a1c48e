// SPDX-License-Identifier: MIT
/// @file
/// The configuration space of a unit class: where a disc of its radius, or a square of its size, can stand, and which
/// of these positions are connected.
///
/// Clearances: the room at each tile for one set of capabilities and units of all sizes, in one byte for each tile or
/// read off the grid when asked for.
///
/// Sources: the true clearance of D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in
/// Heterogeneous Environments" (2008), and the Brushfire algorithm of H. Choset and others, "Principles of Robot
/// Motion" (2005), counting from 1.
///
/// Reachability for a unit class on maps with links and one-way tiles: the parts of the map in which every tile leads
/// to every other, and a bit for each pair of parts that says whether the first leads to the second.
///
/// The parts are found as in R. E. Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972). How it works:
/// docs/algorithms/links.md.
#ifndef FAIRWAY_SPACE_H
#define FAIRWAY_SPACE_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

/// The points that searches with headings may use as waypoints.
typedef enum fw_lattice
{
	FW_LATTICE_GAPS = 0,  ///< tile centers, and half-tile points in gaps that no tile center reaches
	FW_LATTICE_TILES = 1, ///< tile centers only
	FW_LATTICE_HALF = 2,  ///< all points whose coordinates are multiples of half a tile
} fw_lattice;

/// Where the units of one class can stand on a grid, and which of these positions are connected.
typedef struct fw_space fw_space;

/// What to make a space for. See fw_default_space_def().
typedef struct fw_space_def
{
	uint32_t cookie; ///< set by fw_default_space_def()
	fw_allocator allocator;
	uint32_t capabilities;
	int32_t size;       ///< side of a square, see fw_unit::size; 0: a disc
	double radius;      ///< of a disc [tiles, 0..64]; does not count for a square
	fw_lattice lattice; ///< for a disc; a square has tile centers only
} fw_space_def;

FW_API fw_space_def fw_default_space_def( void ); ///< ground and swamp, radius 0.4, #FW_LATTICE_GAPS

/// Builds the space of a grid. Adds the grid's layer for the capabilities if it is missing. Keeps a pointer to the
/// grid, which must live longer. Cost: O(tiles x radius^2 / 64).
FW_API fw_status fw_space_create( fw_grid* grid, const fw_space_def* def, fw_space** space, fw_refusal* refusal );
FW_API void fw_space_destroy( fw_space* space ); ///< NULL is allowed
/// Takes over all edits of the grid since the space was built or updated. The result equals a new space, at the cost of
/// the edited rectangle, and of relabeling the regions of up to 64 rows around it. Not while other threads search with
/// it.
FW_API fw_status fw_space_update( fw_space* space );
FW_API size_t fw_space_memory( const fw_space* space ); ///< bytes

/// Can the disc stand with its center on this tile's center, or the square with this tile as its top left one?
FW_API bool fw_space_stands( const fw_space* space, int32_t x, int32_t y );
/// The same for exactly this point.
FW_API bool fw_space_fits( const fw_space* space, fw_vec2 point );
/// The connected region of a tile's center under steps to the four neighbors; 0 where the unit cannot stand. There is a
/// path of steps between two tiles (also with diagonal steps without corner cutting) exactly if their regions are
/// equal. Links and one-way tiles do not count here; see fw_reachability_leads().
FW_API uint32_t fw_space_region( const fw_space* space, int32_t x, int32_t y );
/// Of the tiles that can be reached from tile (x, y) by steps, the one nearest to a point: a goal for a unit if the
/// point itself is blocked or in another region. The straight distance of the tile's center counts. Links and one-way
/// tiles do not count here; see fw_reachability_nearest().
/// @param nearest_x, nearest_y receive the tile, at worst (x, y) itself.
/// @return false if the unit cannot stand on tile (x, y) or the point is not finite; then nothing is written.
FW_API bool fw_space_nearest( const fw_space* space, int32_t x, int32_t y, fw_vec2 point, int32_t* nearest_x,
                              int32_t* nearest_y );
/// Can a disc of this radius get from one point to another by any continuous motion? False is certain; true means that
/// a coarse test (with a slightly smaller disc, in steps of half a tile) found a connection. For squares: do steps lead
/// there?
FW_API bool fw_space_may_connect( const fw_space* space, fw_vec2 from, fw_vec2 to );

#define FW_CLEARANCE_MAX 255 ///< tiles; also returned where there is more room

/// The meaning of the number of a tile.
typedef enum fw_clearance_metric
{
	FW_CLEARANCE_TRUE = 0,      ///< side of the largest free square with this tile at its top left
	FW_CLEARANCE_BRUSHFIRE = 1, ///< steps to the nearest blocked tile, counting diagonal ones as one
} fw_clearance_metric;

/// A clearance for each tile. Outside the map all tiles are blocked.
typedef struct fw_clearance fw_clearance;

/// What to make a clearance for. See fw_default_clearance_def().
typedef struct fw_clearance_def
{
	uint32_t cookie; ///< set by fw_default_clearance_def()
	fw_allocator allocator;
	uint32_t capabilities;
	fw_clearance_metric metric;
	bool on_demand; ///< keep no numbers, but read them off the grid's layer when asked for
} fw_clearance_def;

FW_API fw_clearance_def fw_default_clearance_def( void ); ///< ground and swamp, #FW_CLEARANCE_TRUE

/// Measures a grid. Keeps a pointer to the grid, which must live longer. Cost: O(tiles); on demand O(1).
/// @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY; #FW_ERR_MISMATCH on demand if the grid has no layer for the
/// capabilities: call fw_grid_add_layer() before.
FW_API fw_status fw_clearance_create( const fw_grid* grid, const fw_clearance_def* def, fw_clearance** clearance,
                                      fw_refusal* refusal );
FW_API void fw_clearance_destroy( fw_clearance* clearance ); ///< NULL is allowed
/// Takes over all edits of the grid since it was measured or updated. It then has the same bytes as a new one, at the
/// cost of the tiles whose numbers change and those around them. Allocates nothing. Not while other threads read it. On
/// demand there is nothing to do: the numbers are always those of the grid as it is, also to a search under way.
FW_API fw_status fw_clearance_update( fw_clearance* clearance );
/// The definition that it was made with.
FW_API const fw_clearance_def* fw_clearance_definition( const fw_clearance* clearance );
FW_API size_t fw_clearance_memory( const fw_clearance* clearance ); ///< bytes

/// The clearance of a tile [0..#FW_CLEARANCE_MAX]; 0 on blocked tiles and outside the map. Reads only; any thread.
/// Cost: O(1), on demand O(clearance), above 64 tiles O(clearance^2 / 64).
FW_API uint8_t fw_clearance_at( const fw_clearance* clearance, int32_t x, int32_t y );

#define FW_REACHABILITY_MAX_PARTS 16384     ///< parts with an edge in or out: 32 MiB of bits
#define FW_REACHABILITY_MAX_ONE_WAY 1048576 ///< tiles where the unit can stand but may not step in all directions

/// The parts of one state of a grid, for a unit class.
typedef struct fw_reachability fw_reachability;

/// What to make a reachability for. See fw_default_reachability_def().
typedef struct fw_reachability_def
{
	uint32_t cookie; ///< set by fw_default_reachability_def()
	fw_allocator allocator;
	const fw_space* space;         ///< current: for the unit class of this space. NULL: for squares on `clearance`
	const fw_clearance* clearance; ///< current, a true clearance; NULL with `space`
	int32_t size;                  ///< of the squares on `clearance` [tiles, 1..#FW_UNIT_MAX_SIZE]
} fw_reachability_def;

FW_API fw_reachability_def fw_default_reachability_def( void ); ///< neither space nor clearance, size 1

/// Finds the parts under links and steps to the eight neighbors, without corner cutting. Keeps a pointer to the grid,
/// but none to the space or the clearance. On a plain grid the parts are the regions of the space. Cost: O(tiles), with
/// one-way tiles O(tiles x size), and O(edges between parts x parts / 64) for the bits.
/// @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY; #FW_ERR_STALE if the space or the clearance is not current;
/// #FW_ERR_TOO_LARGE above #FW_REACHABILITY_MAX_PARTS or #FW_REACHABILITY_MAX_ONE_WAY.
FW_API fw_status fw_reachability_create( const fw_reachability_def* def, fw_reachability** reachability,
                                         fw_refusal* refusal );
FW_API void fw_reachability_destroy( fw_reachability* reachability ); ///< NULL is allowed

/// Does a path lead from one tile to the other? False if the unit cannot stand on both. For searches with 4 neighbors
/// only false is certain. Cost: O(log tiles).
FW_API bool fw_reachability_leads( const fw_reachability* reachability, int32_t x, int32_t y, int32_t to_x,
                                   int32_t to_y );
/// Of the tiles that tile (x, y) leads to, the one nearest to a point, like fw_space_nearest(). Cost: O(tiles) at
/// worst.
FW_API bool fw_reachability_nearest( const fw_reachability* reachability, int32_t x, int32_t y, fw_vec2 point,
                                     int32_t* nearest_x, int32_t* nearest_y );

/// The size of the table.
typedef struct fw_reachability_stats
{
	int64_t parts;      ///< all
	int64_t joined;     ///< parts with an edge in or out, which have bits; the others lead only to themselves
	int64_t one_way;    ///< tiles where the unit can stand but may not step in all directions
	size_t table_bytes; ///< of the bits: `joined` rows with as many bits, each rounded up to 8 bytes
	size_t bytes;       ///< of all it holds
} fw_reachability_stats;

FW_API fw_reachability_stats fw_reachability_measure( const fw_reachability* reachability ); ///< O(1)

FW_END_DECLS

#endif
