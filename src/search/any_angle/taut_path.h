// SPDX-License-Identifier: MIT
// Paths of discs and squares from those of a point: past the same corners on the same sides, pulled taut.
#ifndef FW_SEARCH_TAUT_PATH_H
#define FW_SEARCH_TAUT_PATH_H

#include "search/vertices.h"
#include "sweep/taut.h"

// Scratch that is kept from path to path. Zero it before the first use.
typedef struct fw_taut_path
{
	fw_points centers; // of the tiles that the point goes over, each beside the one before
	fw_taut taut;
} fw_taut_path;

// Does turning at corners make the path of this unit longer than that of a point by what fw_taut_path_turn() says?
FW_INLINE bool fw_taut_path_turns( const fw_unit* unit )
{
	return unit->size > 0 || ( unit->radius > 0.0 && unit->radius <= 0.5 );
}

// By how much, at a corner where it comes with one heading and leaves with another [of length 1].
double fw_taut_path_turn( const fw_unit* unit, fw_vec2 in, fw_vec2 out );

void fw_taut_path_hold( fw_holdings* holdings, fw_taut_path* path );
// Appends the taut path to the empty path of a result, with its cost. The points lead from the center of the
// start tile over corners to the center of the goal tile, over tiles where the unit stands alone, and between no two
// other tiles that touch at a corner.
void fw_taut_path_make( fw_search* search, const fw_vertices* vertices, fw_taut_path* path, const fw_points* points,
                        fw_result* result );

#endif
