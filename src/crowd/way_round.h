// SPDX-License-Identifier: MIT
// Ways round a strait: does the map have another way from one end to the other?
//
// Where there is one, units that meet in the strait can send each other round, and each of them may choose it; a gate
// would only make them wait. Doors, bridges and the lanes of a maze have none.
//
// Cost: O(tiles near the strait), at most FW_ROUND_SIDE squared; the flood ends at the other end.
#ifndef FW_CROWD_WAY_ROUND_H
#define FW_CROWD_WAY_ROUND_H

#include "fairway/grid.h"

// A way round is at most so much longer than the strait [tiles, over sides]. With 30 the rooms of room-64 take 7 to 15
// % longer, with 100 no crowd is faster.
#define FW_ROUND_TILES 60
// Straits that are longer have none.
#define FW_ROUND_LENGTH_MAX 40
// It stays in a square of so many tiles a side, around the strait.
#define FW_ROUND_SIDE 100

// Memory of a flood.
typedef struct fw_way_round
{
	uint16_t queue[FW_ROUND_SIDE * FW_ROUND_SIDE];
	uint8_t seen[FW_ROUND_SIDE * FW_ROUND_SIDE];
} fw_way_round;

// Is there a way from the tiles before a strait to those behind it, over sides of tiles that `capabilities` may enter,
// that does not use the strait? One-way tiles count as open.
bool fw_way_round_exists( fw_way_round* flood, const fw_grid* grid, uint32_t capabilities, fw_rect strait,
                          bool along_x );
// May an edit change the answer?
bool fw_way_round_may_change( fw_rect strait, fw_rect edit );

#endif
