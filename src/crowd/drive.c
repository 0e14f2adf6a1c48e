// SPDX-License-Identifier: MIT
// All units drive a tick, one after the other. Of many, those come first whose courses lie inside of one block of the
// map, block by block: units of two blocks do not see each other, so the blocks may be driven at once.
//
// A unit keeps clear of where others stop as they are committed so far. One that follows a unit whose turn comes later
// would keep a gap of a tick's way too much to it. So those that wait for a later one have a second turn, the last one
// first. With it the mean delay of 17 crowds in eight variants is 2 % less.
#include "crowd/crowd.h"

// A crowd of fewer units is driven in the order of their indices: no thread would save time. With blocks one of five
// orders of the units of group-300-brc202d leaves five behind. Nor does it keep its speed over vertices: where many
// queue up, that makes them stiff, and one of three of these orders leaves 52 behind.
#define BLOCKS_FROM 1024
// The map has at most so many blocks a side, of at least so many cells of safe_stop.h. Of the units of load-1024 that
// decide a sixth are in no block; with 16 cells a quarter.
#define BLOCKS 16
#define BLOCK_CELLS 32

// Memory is asked for so many units ahead.
#define FAR 6
#define NEAR 2

// The units that decide, by block; those in no block come last.
typedef struct driving
{
	fw_crowd* crowd;
	int32_t columns, rows;
	int32_t side; // of a block [cells]
	int32_t first[BLOCKS * BLOCKS + 2];
} driving;

// The block of a cell along an axis. Nobody is beyond the border of the map.
FW_INLINE int32_t block_of( int32_t cell, int32_t side, int32_t count )
{
	const int32_t block = cell < 0 ? 0 : cell / side;
	return block < count ? block : count - 1;
}

static int32_t cells_of( const fw_crowd* crowd, int32_t tiles )
{
	return 1 + (int32_t)( tiles / crowd->precedence.stop.cells.side );
}

static driving make_blocks( fw_crowd* crowd )
{
	const int32_t wide = cells_of( crowd, fw_grid_width( crowd->grid ) );
	const int32_t high = cells_of( crowd, fw_grid_height( crowd->grid ) );
	const int32_t longer = wide > high ? wide : high;
	driving d = { .crowd = crowd, .side = ( longer + BLOCKS - 1 ) / BLOCKS };
	d.side = d.side > BLOCK_CELLS ? d.side : BLOCK_CELLS;
	d.columns = ( wide + d.side - 1 ) / d.side;
	d.rows = ( high + d.side - 1 ) / d.side;
	return d;
}

// The block in which a unit is, with a cell to spare on all sides: what it looks for is less than that off its course.
// On curves it looks further.
static int32_t find_block( const driving* d, int32_t index )
{
	const fw_cell_range* range = &d->crowd->precedence.stop.cells.items[index].range;
	const int32_t x = block_of( range->x0 - 1, d->side, d->columns );
	const int32_t y = block_of( range->y0 - 1, d->side, d->rows );
	const bool inside = d->crowd->units[index].walks && block_of( range->x1 + 1, d->side, d->columns ) == x &&
	                    block_of( range->y1 + 1, d->side, d->rows ) == y;
	return inside ? y * d->columns + x : d->columns * d->rows;
}

// Returns the unit for which it waits; -1: none.
static int32_t drive( fw_crowd* crowd, int32_t index, int32_t worker )
{
	const crowd_unit* unit = &crowd->units[index];
	return fw_precedence_drive( &crowd->precedence, index, unit->pace * crowd_mover( crowd, index )->top,
	                            crowd_horizon( unit ), worker );
}

// Each unit is read through pointers of its own: asking for them while those before it drive hides most of the wait.
static void fetch( const fw_crowd* crowd, int32_t index )
{
	fw_prefetch_block( crowd_mover( crowd, index ), sizeof( fw_mover ) );
	FW_PREFETCH( &crowd->precedence.units[index].predecessors );
	FW_PREFETCH( &crowd->units[index] );
}

static void fetch_course( const fw_crowd* crowd, int32_t index )
{
	const fw_mover* mover = crowd_mover( crowd, index );
	fw_prefetch_block( fw_course_piece( &mover->course, mover->at.piece ), sizeof( fw_piece ) );
}

static void drive_block( void* argument, int32_t block, int32_t worker )
{
	const driving* d = argument;
	const int32_t* due = d->crowd->due;
	int32_t* again = d->crowd->spare;
	const int32_t begin = d->first[block];
	const int32_t end = d->first[block + 1];
	int32_t last = begin;
	for ( int32_t i = begin; i < end; i++ )
	{
		if ( i + FAR < end )
		{
			fetch( d->crowd, due[i + FAR] );
		}
		if ( i + NEAR < end )
		{
			fetch_course( d->crowd, due[i + NEAR] );
		}
		if ( drive( d->crowd, due[i], worker ) > due[i] )
		{
			again[last++] = due[i];
		}
	}
	while ( last > begin )
	{
		(void)drive( d->crowd, again[--last], worker );
	}
}

// Lists the units that decide, in the order of their indices within each block.
static void list_units( driving* d )
{
	fw_crowd* crowd = d->crowd;
	const int32_t lists = d->columns * d->rows + 1;
	int32_t* block = crowd->spare;
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		const int32_t next = i + CROWD_FETCH;
		if ( next < crowd->count && ( crowd->precedence.stop.states[next] & FW_MOVER_DECIDES ) != 0 )
		{
			FW_PREFETCH( &crowd->precedence.units[next].count );
			FW_PREFETCH( &crowd->precedence.stop.cells.items[next] );
			FW_PREFETCH( &crowd->units[next] );
		}
		const bool decides = fw_precedence_begin_drive( &crowd->precedence, i );
		block[i] = decides ? find_block( d, i ) : -1;
		d->first[block[i] + 1] += block[i] >= 0 ? 1 : 0; // of list -1: none
	}
	int32_t next[BLOCKS * BLOCKS + 2];
	for ( int32_t i = 0; i < lists; i++ )
	{
		d->first[i + 1] += d->first[i];
		next[i] = d->first[i];
	}
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		if ( block[i] >= 0 )
		{
			crowd->due[next[block[i]]++] = i;
		}
	}
}

static void drive_blocks( fw_crowd* crowd )
{
	driving d = make_blocks( crowd );
	const int32_t others = d.columns * d.rows;
	list_units( &d );
	fw_run_tasks( &crowd->parallel, others, drive_block, &d );
	drive_block( &d, others, 0 );
}

void fw_crowd_drive_all( fw_crowd* crowd )
{
	crowd->precedence.over_vertices = crowd->count >= BLOCKS_FROM;
	if ( crowd->count >= BLOCKS_FROM )
	{
		drive_blocks( crowd );
		return;
	}
	driving d = { .crowd = crowd };
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		if ( fw_precedence_begin_drive( &crowd->precedence, i ) )
		{
			crowd->due[d.first[1]++] = i;
		}
	}
	drive_block( &d, 0, 0 );
}
