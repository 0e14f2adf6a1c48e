// SPDX-License-Identifier: MIT
// Clearances: their life, true clearance by dynamic programming from the bottom right, and brushfire: steps to the
// nearest blocked tile, by two passes over the rows instead of a fire front.
// Paper: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments" (2008).
// Differs from it: the square of a tile is not grown, but is one larger than the smallest of its three neighbors to
// the right, below and diagonally between, so that a map costs one pass.
// Sources of brushfire: the algorithm as H. Choset and others, "Principles of Robot Motion" (2005), describe it; the
// two passes of A. Rosenfeld, J. L. Pfaltz, "Sequential Operations in Digital Picture Processing" (1966).
#include "annotate/clearance.h"
#include "grid/grid.h"

#include "grid/layer.h"

fw_clearance_def fw_default_clearance_def( void )
{
	return ( fw_clearance_def ){ .cookie = FW_COOKIE, .capabilities = FW_CAP_GROUND | FW_CAP_SWAMP };
}

static size_t value_bytes( const fw_clearance* clearance )
{
	return (size_t)clearance->stride * (size_t)( clearance->height + 2 );
}

static uint32_t lesser( uint32_t a, uint32_t b )
{
	return a < b ? a : b;
}

// The columns of a row whose values may have to change, and then those that did.
typedef struct span
{
	int32_t x0, x1; // none where x1 < x0
} span;

// Recomputes columns s.x1 and to the left of it, to s.x0 and on as long as values change.
static span recompute_row( fw_clearance* clearance, const uint8_t* passable, int32_t y, span s )
{
	const uint8_t* terrain = fw_grid_tiles( clearance->grid ) + (size_t)y * (size_t)clearance->width;
	const uint8_t* below = fw_clearance_row( clearance, y + 1 );
	uint8_t* row = fw_clearance_row( clearance, y );
	span changed = { INT32_MAX, INT32_MIN };
	uint32_t right = row[s.x1 + 1];
	for ( int32_t x = s.x1; x >= 0; x-- )
	{
		const uint32_t least = lesser( lesser( below[x], below[x + 1] ), right );
		const uint32_t value = passable[terrain[x]] * ( least + ( least < FW_CLEARANCE_MAX ) );
		if ( value != row[x] )
		{
			row[x] = (uint8_t)value;
			changed.x0 = x;
			changed.x1 = x > changed.x1 ? x : changed.x1;
		}
		else if ( x <= s.x0 )
		{
			break;
		}
		right = value;
	}
	return changed;
}

// Recomputes what an edit of `rect` changes. A value depends on those below and to the right only, so rows are gone
// through from the bottom up, each in the columns that were edited, or that lie above changes or to the left of them.
static void measure_squares( fw_clearance* clearance, const uint8_t* passable, fw_rect rect )
{
	const span edited = { rect.x, rect.x + rect.width - 1 };
	span below = { INT32_MAX, INT32_MIN };
	for ( int32_t y = rect.y + rect.height - 1; y >= 0; y-- )
	{
		span s = { below.x0 - 1, below.x1 };
		if ( y >= rect.y )
		{
			s.x0 = s.x0 < edited.x0 ? s.x0 : edited.x0;
			s.x1 = s.x1 > edited.x1 ? s.x1 : edited.x1;
		}
		if ( s.x1 < s.x0 )
		{
			return;
		}
		below = recompute_row( clearance, passable, y, s );
	}
}

// Has a tile of the ring so far round a rectangle a value that reaches the rectangle? Beside the map all values are 0.
static bool ring_reaches( const fw_clearance* clearance, fw_rect rect, int32_t ring )
{
	const int32_t x0 = rect.x > ring ? rect.x - ring : -1;
	const int32_t y0 = rect.y > ring ? rect.y - ring : -1;
	const int32_t x1 = (int32_t)lesser( (uint32_t)( rect.x + rect.width - 1 + ring ), (uint32_t)clearance->width );
	const int32_t y1 = (int32_t)lesser( (uint32_t)( rect.y + rect.height - 1 + ring ), (uint32_t)clearance->height );
	bool found = false;
	for ( int32_t y = y0; y <= y1 && !found; y++ )
	{
		const uint8_t* row = fw_clearance_row( clearance, y );
		const int32_t step = y == y0 || y == y1 ? 1 : x1 - x0;
		for ( int32_t x = x0; x <= x1 && !found; x += step )
		{
			found = row[x] >= ring;
		}
	}
	return found;
}

// One pass of brushfire: by `step` 1 from the top left, which forgets the old values, by -1 from the bottom right.
FW_INLINE void burn( fw_clearance* clearance, const uint8_t* passable, fw_rect rect, int32_t step )
{
	for ( int32_t down = 0; down < rect.height; down++ )
	{
		const int32_t y = rect.y + ( step > 0 ? down : rect.height - 1 - down );
		const uint8_t* terrain = fw_grid_tiles( clearance->grid ) + (size_t)y * (size_t)clearance->width;
		const uint8_t* before = fw_clearance_row( clearance, y - step );
		uint8_t* row = fw_clearance_row( clearance, y );
		for ( int32_t right = 0; right < rect.width; right++ )
		{
			const int32_t x = rect.x + ( step > 0 ? right : rect.width - 1 - right );
			const uint32_t least = lesser( lesser( before[x - 1], before[x] ), lesser( before[x + 1], row[x - step] ) );
			const uint32_t most = step < 0 ? row[x] : passable[terrain[x]] != 0 ? FW_CLEARANCE_MAX : 0;
			row[x] = (uint8_t)lesser( most, least + 1 );
		}
	}
}

// An edit changes only tiles that are not nearer to a blocked tile than to the edit. The rings round the edit are
// searched for such tiles outwards; one without any is the last, since a step towards the edit takes at most one away
// from a value.
static void measure_steps( fw_clearance* clearance, const uint8_t* passable, fw_rect rect )
{
	int32_t reach = 0;
	while ( reach < FW_CLEARANCE_MAX && ring_reaches( clearance, rect, reach + 1 ) )
	{
		reach++;
	}
	const fw_rect all = fw_grid_clip( clearance->grid, ( fw_rect ){ rect.x - reach, rect.y - reach,
	                                                                rect.width + 2 * reach, rect.height + 2 * reach } );
	burn( clearance, passable, all, 1 );
	burn( clearance, passable, all, -1 );
}

static void measure( fw_clearance* clearance, fw_rect rect )
{
	uint8_t passable[FW_TERRAIN_MAX] = { 0 }; // 1 for terrains that may be entered
	for ( int32_t i = 0; i < fw_grid_terrain_count( clearance->grid ); i++ )
	{
		passable[i] = ( fw_grid_terrain( clearance->grid, i )->capabilities & clearance->def.capabilities ) != 0;
	}
	if ( clearance->def.metric == FW_CLEARANCE_TRUE )
	{
		measure_squares( clearance, passable, rect );
	}
	else
	{
		measure_steps( clearance, passable, rect );
	}
	clearance->revision = fw_grid_revision( clearance->grid );
}

// Of `most` tiles from (x, y) on to the right, or to the left, as many as are free up to the first that is not.
static int32_t free_run( const fw_layer* tiles, int32_t x, int32_t y, int32_t most, bool left )
{
	int32_t run = 0;
	while ( run < most )
	{
		const uint64_t blocked =
		    ~( left ? fw_layer_bits( tiles, x - run - 63, y ) : fw_layer_bits( tiles, x + run, y ) );
		const int32_t free = blocked == 0 ? 64 : left ? FW_CLZ64( blocked ) : FW_CTZ64( blocked );
		run += free;
		if ( free < 64 )
		{
			break;
		}
	}
	return run < most ? run : most;
}

// The article's way: a square grows, row by row, until a tile in it is blocked; for brushfire on all sides. All squares
// end at the rows and columns beyond the map.
static int32_t grow( const fw_layer* tiles, fw_clearance_metric metric, int32_t x, int32_t y )
{
	const bool around = metric == FW_CLEARANCE_BRUSHFIRE;
	int32_t reach = FW_CLEARANCE_MAX; // free tiles to either side, in all rows so far
	for ( int32_t i = 0; i < reach; i++ )
	{
		reach = free_run( tiles, x, y + i, reach, false );
		if ( around )
		{
			reach = free_run( tiles, x, y + i, reach, true );
			reach = free_run( tiles, x, y - i, reach, false );
			reach = free_run( tiles, x, y - i, reach, true );
		}
		if ( reach <= i )
		{
			return i;
		}
	}
	return reach;
}

static const fw_range ranges[] = {
    { "metric", offsetof( fw_clearance_def, metric ), FW_FIELD_INT, FW_CLEARANCE_TRUE, FW_CLEARANCE_BRUSHFIRE, NULL },
};
const fw_ranges fw_clearance_def_ranges = FW_RANGES( "def", "fw_default_clearance_def()", ranges );

fw_status fw_clearance_create( const fw_grid* grid, const fw_clearance_def* def, fw_clearance** clearance,
                               fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, def, clearance ) );
	FW_TRY( fw_check( refusal, &fw_clearance_def_ranges, def ) );
	if ( def->on_demand && fw_grid_layer( grid, def->capabilities ) == NULL )
	{
		return fw_refuse_pair( refusal, FW_ERR_MISMATCH, "on_demand", "grid",
		                       "it has no layer for the capabilities; call fw_grid_add_layer() before" );
	}
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_clearance* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	*made = ( fw_clearance ){
	    .def = *def,
	    .grid = grid,
	    .width = fw_grid_width( grid ),
	    .height = fw_grid_height( grid ),
	    .stride = fw_grid_width( grid ) + 2,
	};
	made->def.allocator = allocator;
	if ( def->on_demand )
	{
		made->tiles = fw_grid_layer( grid, def->capabilities );
		*clearance = made;
		return FW_OK;
	}
	made->values = fw_alloc_zero( &allocator, value_bytes( made ), 1 );
	if ( made->values == NULL )
	{
		fw_free( &allocator, made, 1, sizeof( *made ) );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	measure( made, ( fw_rect ){ 0, 0, made->width, made->height } );
	*clearance = made;
	return FW_OK;
}

void fw_clearance_destroy( fw_clearance* clearance )
{
	if ( clearance == NULL )
	{
		return;
	}
	const fw_allocator allocator = clearance->def.allocator;
	if ( clearance->values != NULL )
	{
		fw_free( &allocator, clearance->values, value_bytes( clearance ), 1 );
	}
	fw_free( &allocator, clearance, 1, sizeof( *clearance ) );
}

fw_status fw_clearance_update( fw_clearance* clearance )
{
	if ( clearance == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_rect rect;
	if ( clearance->values != NULL && fw_grid_dirty( clearance->grid, clearance->revision, &rect ) )
	{
		measure( clearance, rect );
	}
	return FW_OK;
}

const fw_clearance_def* fw_clearance_definition( const fw_clearance* clearance )
{
	return &clearance->def;
}

size_t fw_clearance_memory( const fw_clearance* clearance )
{
	return sizeof( *clearance ) + ( clearance->values != NULL ? value_bytes( clearance ) : 0 );
}

uint8_t fw_clearance_at( const fw_clearance* clearance, int32_t x, int32_t y )
{
	const bool inside = (uint32_t)x < (uint32_t)clearance->width && (uint32_t)y < (uint32_t)clearance->height;
	return !inside                    ? 0
	       : clearance->tiles == NULL ? fw_clearance_row( clearance, y )[x]
	                                  : (uint8_t)grow( clearance->tiles, clearance->def.metric, x, y );
}

// Bit i: does a square stand at column x + i of row y?
static uint64_t standing_word( const fw_layer* tiles, int32_t size, int32_t x, int32_t y )
{
	uint64_t low = ~(uint64_t)0;
	uint64_t high = ~(uint64_t)0; // the 64 columns beyond
	for ( int32_t i = 0; i < size; i++ )
	{
		low &= fw_layer_bits( tiles, x, y + i );
		high &= fw_layer_bits( tiles, x + 64, y + i );
	}
	for ( int32_t have = 1, shift; have < size; have += shift )
	{
		shift = have < size - have ? have : size - have;
		low &= low >> shift | high << ( 64 - shift );
		high &= high >> shift;
	}
	return low;
}

static uint64_t reached_word( const uint8_t* values, int32_t size, int32_t count )
{
	uint64_t bits = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		bits |= (uint64_t)( values[i] >= size ) << i;
	}
	return bits;
}

bool fw_clearance_plane( const fw_clearance* clearance, int32_t size, fw_rect rect, fw_layer* layer )
{
	bool changed = false;
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		for ( int32_t x = rect.x & ~63; x < rect.x + rect.width; x += 64 )
		{
			const int32_t count = layer->width - x < 64 ? layer->width - x : 64;
			uint64_t* word = &fw_layer_row( layer, y )[( x + FW_LAYER_PAD ) >> 6];
			const uint64_t bits = clearance->tiles != NULL
			                          ? standing_word( clearance->tiles, size, x, y )
			                          : reached_word( fw_clearance_row( clearance, y ) + x, size, count );
			changed = changed || bits != *word;
			*word = bits;
		}
	}
	return changed;
}
