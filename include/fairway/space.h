// SPDX-License-Identifier: MIT
/// @file
/// The configuration space of one class of units: where a disc of its radius, or a square of its size, can stand, and
/// which of these places are connected.
#ifndef FAIRWAY_SPACE_H
#define FAIRWAY_SPACE_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

/// Which points of the plane searches with headings may use as waypoints.
typedef enum fw_lattice
{
	FW_LATTICE_GAPS = 0,  ///< tile centres, and half-tile points in gaps that no tile centre reaches
	FW_LATTICE_TILES = 1, ///< tile centres only
	FW_LATTICE_HALF = 2,  ///< all points whose coordinates are multiples of half a tile
} fw_lattice;

/// Where units of one radius, or size, and capability set can stand on a grid, and what is connected for them.
typedef struct fw_space fw_space;

/// What to make a space for. See fw_default_space_def().
typedef struct fw_space_def
{
	uint32_t cookie; ///< set by fw_default_space_def()
	fw_allocator allocator;
	uint32_t capabilities;
	int32_t size;       ///< of a square, see fw_unit::size; 0: a disc
	double radius;      ///< of a disc [tiles, 0..64]; a square's does not count
	fw_lattice lattice; ///< of a disc; a square has tile centres only
} fw_space_def;

FW_API fw_space_def fw_default_space_def( void ); ///< ground and swamp, radius 0.4, #FW_LATTICE_GAPS

/// Builds the space of a grid; adds the grid's layer for the capabilities where it is missing. Keeps a pointer to the
/// grid, which must live longer. Cost: O(tiles x radius^2 / 64).
FW_API fw_status fw_space_create( fw_grid* grid, const fw_space_def* def, fw_space** space );
FW_API void fw_space_destroy( fw_space* space ); ///< NULL is allowed
/// Takes over all edits of the grid since the space was built or updated; equal to building it anew, at the cost of
/// the edited rectangle (and of relabelling the regions). Not while other threads search with it.
FW_API fw_status fw_space_update( fw_space* space );
/// Does the space know the grid's newest revision?
FW_API bool fw_space_is_current( const fw_space* space );
FW_API const fw_grid* fw_space_grid( const fw_space* space );   ///< that it was built from
FW_API int32_t fw_space_size( const fw_space* space );          ///< as in its definition
FW_API double fw_space_radius( const fw_space* space );         ///< as in its definition, 0 of a square
FW_API uint32_t fw_space_capabilities( const fw_space* space ); ///< as in its definition
FW_API fw_lattice fw_space_lattice( const fw_space* space );    ///< as in its definition
FW_API size_t fw_space_memory( const fw_space* space );         ///< bytes

/// Can the disc stand with its centre on this tile's centre, or the square with this tile as its top left one?
FW_API bool fw_space_stands( const fw_space* space, int32_t x, int32_t y );
/// The same of exactly this point.
FW_API bool fw_space_fits( const fw_space* space, fw_vec2 point );
/// The connected region of a tile's centre under steps to the four neighbours, 0 where the unit cannot stand. Two
/// tiles have a path of steps between them (also of diagonal ones without corner cutting) exactly when their regions
/// are equal. Links and one-way tiles do not count here; see fw_reach_leads().
FW_API uint32_t fw_space_region( const fw_space* space, int32_t x, int32_t y );
/// The tile nearest to a point that can be reached from tile (x, y) by steps: where the unit may go instead where the
/// point itself is blocked or in another region. Nearest by the straight way to the tile's centre. Links and one-way
/// tiles do not count here; see fw_reach_nearest().
/// @param nearest_x, nearest_y receive the tile; (x, y) itself at worst.
/// @return false where the unit cannot stand on tile (x, y) or the point is not finite; nothing is written then.
FW_API bool fw_space_nearest( const fw_space* space, int32_t x, int32_t y, fw_vec2 point, int32_t* nearest_x,
                              int32_t* nearest_y );
/// May a disc of this radius get from one point to another by any continuous motion? False is certain; true means
/// that a coarse test (a slightly smaller disc, half a tile apart) found a way. Of squares: do steps lead there?
FW_API bool fw_space_may_connect( const fw_space* space, fw_vec2 from, fw_vec2 to );

FW_END_DECLS

#endif
