// SPDX-License-Identifier: MIT
// The inside of a hit-check table: curves between lattice poses, for the searches that use them.
#ifndef FW_SWEEP_TURN_TABLE_H
#define FW_SWEEP_TURN_TABLE_H

#include "base/refusal.h"
#include "fairway/primitives.h"
#include "fairway/sweep.h"
#include "grid/layer.h"
#include "sweep/arc_table.h"

extern const fw_ranges fw_primitives_def_ranges;

// Curves are offered in stages, the straightest first; most nodes never need the later ones.
#define FW_TURN_STAGES 4
// A tile in the costs of edges: those of the searches.
#define FW_TURN_COST_ONE 2378.0
// The tiles near a node as bits: columns and rows -8..7, four rows a word.
#define FW_NEAR_WORDS 4
#define FW_NEAR_REACH 8

// A run of tiles.
typedef struct fw_turn_row
{
	int16_t y, x0, x1;
} fw_turn_row;

// What maps a set of tiles to its image under turns by quarters and mirrors, about the point of a pose: first x and y
// change places, then either is turned over.
#define FW_IMAGE_FLIP_X 1
#define FW_IMAGE_FLIP_Y 2
#define FW_IMAGE_SWAP 4

// One curve from a lattice pose to another. Tiles are counted from the tile of the first pose.
typedef struct fw_turn_edge
{
	uint64_t near[FW_NEAR_WORDS]; // tiles swept in the near window
	uint32_t cost;                // length in search costs
	uint32_t rows, row_count;     // where `far`: the other tiles swept, and perhaps some of the window
	uint32_t cells, cell_count;   // length of the center line by tile, see fw_turn_cell_at()
	int8_t dx, dy;                // tile of the second pose
	uint8_t phase, heading;       // of the second pose
	uint8_t from_phase, from_heading;
	uint8_t word;
	bool far;           // sweeps tiles outside of the near window
	uint8_t row_image;  // how the rows, which other edges share, are to be turned over: see fw_turn_row_at()
	uint8_t cell_image; // the same for the cells
	uint8_t bend;       // number of its turning radius, see fw_turn_radius()
} fw_turn_edge;

// The shortest curve into a lattice pose from another one near it, also from beyond the ring. Whether it is free is to
// be tested where it is used.
typedef struct fw_turn_approach
{
	uint32_t cost;
	int8_t dx, dy;   // from the end back to the beginning
	uint8_t heading; // at the beginning
	uint8_t word;
} fw_turn_approach;

// A part of an edge's center line.
typedef struct fw_turn_cell
{
	int16_t dx, dy;
	float length; // [tiles]
} fw_turn_cell;

// A run of edges of one fan and stage, and the near tiles that all of them sweep: where one of these is blocked, none
// of the edges needs a look of its own. Loops, of which there are many, mostly fall together.
#define FW_TURN_CHUNK 16
typedef struct fw_turn_chunk
{
	uint64_t common[FW_NEAR_WORDS];
	uint32_t begin, end; // edges
} fw_turn_chunk;

// What an outline touches where it stands at a lattice pose.
typedef struct fw_turn_stand
{
	uint64_t near[FW_NEAR_WORDS]; // in the near window
	bool far;                     // and tiles outside of it
} fw_turn_stand;

// The edges from one kind of pose: [begin[s], begin[s + 1]) are those of stage s.
typedef struct fw_turn_fan
{
	uint32_t begin[FW_TURN_STAGES + 1];
	int32_t least[FW_TURN_STAGES];        // least excess of a stage: cost minus the octile cost of the displacement
	uint32_t chunks[FW_TURN_STAGES + 1];  // [chunks[s], chunks[s + 1]) are those of stage s
	uint32_t tile_chunks[FW_TURN_STAGES]; // those before it end on tile centers: with no gaps near, the rest is skipped
} fw_turn_fan;

struct fw_primitives
{
	fw_allocator allocator;
	fw_primitives_def def;
	fw_unit unit; // as wide as the definition says
	bool is_even; // its outline is its own mirror image, left for right
	// Of the unit that faces away from where it moves; the table itself where that sweeps the same. A path is driven
	// backwards in time as well so.
	fw_primitives* turned;
	int32_t headings; // of the table: 1 for units that turn on the spot
	int32_t phases;   // 1 or 4
	fw_turn_edge* edges;
	uint32_t edge_count;
	fw_turn_chunk* chunks;
	int32_t chunk_count, chunk_capacity;
	fw_turn_row* rows;
	uint32_t row_count;
	int32_t row_capacity;
	fw_turn_cell* cells;
	uint32_t cell_count;
	int32_t cell_capacity;
	fw_turn_fan* fans;     // [phases * headings]
	fw_turn_stand* stands; // the same, null where the unit has no outline
	// With `by_position`: [place_begin[p], place_begin[p + 1]) of placed are the edges to a tile center of the ring
	// from one heading, p as of fw_primitives_place().
	uint32_t* place_begin;        // [headings * side * side + 2]
	uint32_t* placed;             // [edge_count]
	int32_t dropped;              // curves that pruning left out
	fw_turn_approach* approaches; // [headings at the end][approach_count], shortest first
	int32_t approach_count, approach_reach;
	fw_arc_table arcs;
	int32_t reach; // tiles from the first to the second pose, at most, in each coordinate
};

// The ring of a table whose definition leaves it open.
int32_t fw_turn_ring( double turning_radius );

FW_INLINE const fw_turn_fan* fw_primitives_fan( const fw_primitives* primitives, int32_t phase, int32_t heading )
{
	return &primitives->fans[phase * primitives->headings + heading];
}

// Of the edges from a heading to the tile (dx, dy) away, which lies in the ring.
FW_INLINE uint32_t fw_primitives_place( const fw_primitives* primitives, int32_t heading, int32_t dx, int32_t dy )
{
	const int32_t ring = primitives->def.ring;
	const int32_t side = 2 * ring + 1;
	return (uint32_t)( ( heading * side + dy + ring ) * side + dx + ring );
}

// The place of a lattice point: tile and phase (see annotate/space.h).
FW_INLINE fw_vec2 fw_lattice_point( int32_t x, int32_t y, int32_t phase )
{
	return ( fw_vec2 ){ x + ( phase & 1 ? 0.0 : 0.5 ), y + ( phase & 2 ? 0.0 : 0.5 ) };
}

// A run turned over about the point of a phase, by the flips of an image.
FW_INLINE fw_turn_row fw_turn_row_at( fw_turn_row row, uint32_t image, int32_t phase )
{
	fw_turn_row at = row;
	if ( image & FW_IMAGE_FLIP_X )
	{
		const int32_t shift = phase & 1;
		at.x0 = (int16_t)( -row.x1 - shift );
		at.x1 = (int16_t)( -row.x0 - shift );
	}
	if ( image & FW_IMAGE_FLIP_Y )
	{
		at.y = (int16_t)( -row.y - ( phase >> 1 & 1 ) );
	}
	return at;
}

// A part of an edge's center line where it lies for this edge: what is kept is that of one of its images.
FW_INLINE fw_turn_cell fw_turn_cell_at( const fw_turn_edge* edge, fw_turn_cell cell )
{
	const int32_t x = edge->cell_image & FW_IMAGE_SWAP ? cell.dy : cell.dx;
	const int32_t y = edge->cell_image & FW_IMAGE_SWAP ? cell.dx : cell.dy;
	cell.dx = (int16_t)( edge->cell_image & FW_IMAGE_FLIP_X ? -x - ( edge->from_phase & 1 ) : x );
	cell.dy = (int16_t)( edge->cell_image & FW_IMAGE_FLIP_Y ? -y - ( edge->from_phase >> 1 & 1 ) : y );
	return cell;
}

// The radius of this number: 0 is the turning radius, then come the wider ones.
FW_INLINE double fw_turn_radius( const fw_primitives* primitives, int32_t bend )
{
	return bend == 0 ? primitives->def.turning_radius : primitives->def.wider[bend - 1];
}

// How many radii there are.
FW_INLINE int32_t fw_turn_radii( const fw_primitives* primitives )
{
	int32_t count = 1;
	while ( count <= FW_WIDER_MAX && primitives->def.wider[count - 1] > 0.0 )
	{
		count++;
	}
	return count;
}

FW_INLINE double fw_primitives_angle( const fw_primitives* primitives, int32_t heading )
{
	return fw_radians( 360.0 * heading / primitives->headings );
}

// Blocked tiles near (x, y), four rows of 16 bits to a word.
FW_INLINE void fw_near_window( const fw_layer* tiles, int32_t x, int32_t y, uint64_t window[FW_NEAR_WORDS] )
{
	for ( int32_t w = 0; w < FW_NEAR_WORDS; w++ )
	{
		uint64_t free = 0;
		for ( int32_t r = 0; r < 4; r++ )
		{
			const uint64_t row = fw_layer_bits( tiles, x - FW_NEAR_REACH, y - FW_NEAR_REACH + 4 * w + r ) & 0xFFFFu;
			free |= row << ( 16 * r );
		}
		window[w] = ~free;
	}
}

// Does the unit hit a blocked tile outside of the near window along a far edge from tile (x, y)?
bool fw_turn_far_hit( const fw_primitives* primitives, const fw_turn_edge* edge, const fw_layer* tiles, int32_t x,
                      int32_t y );

// Lists what the unit touches at each lattice pose, where it has an outline.
fw_status fw_turn_add_stands( fw_primitives* primitives );
// At which headings does the unit stand at this lattice point? A bit for each heading, all of them set for a unit
// without an outline.
uint32_t fw_turn_stands( const fw_primitives* primitives, const fw_layer* tiles, int32_t x, int32_t y, int32_t phase );

// The curve of an edge, from tile (0, 0).
bool fw_turn_edge_curve( const fw_primitives* primitives, const fw_turn_edge* edge, fw_curve* curve );

// Is one of the tiles, those of an edge or those common to a chunk, blocked in the near window? Decides for edges that
// are not far.
FW_INLINE bool fw_near_hit( const uint64_t tiles[FW_NEAR_WORDS], const uint64_t window[FW_NEAR_WORDS] )
{
	return ( ( tiles[0] & window[0] ) | ( tiles[1] & window[1] ) | ( tiles[2] & window[2] ) |
	         ( tiles[3] & window[3] ) ) != 0;
}

#endif
