// SPDX-License-Identifier: MIT
// What is blocked around a leg, in bits of rows.
#include "sweep/sweep_view.h"

bool fw_view_around( view* made, const fw_layer* layer, const box* of )
{
	if ( !( of->x.x0 > 1.0 - FW_LAYER_PAD && of->x.x1 < layer->width + FW_LAYER_PAD - 1.0 - VIEW_SIDE &&
	        of->y.x0 > 1.0 - FW_LAYER_PAD && of->y.x1 < layer->height + FW_LAYER_PAD - 1.0 ) )
	{
		return false;
	}
	// With a tile to each side, as what is in the box may round to lie beside it.
	made->x = floor_to_int( of->x.x0 ) - 1;
	made->y = floor_to_int( of->y.x0 ) - 1;
	const int32_t rows = ceil_to_int( of->y.x1 ) + 1 - made->y;
	for ( int32_t i = 0; i < rows && rows <= VIEW_SIDE; i++ )
	{
		made->blocked[i] = ~fw_layer_bits( layer, made->x, made->y + i );
	}
	return rows <= VIEW_SIDE && ceil_to_int( of->x.x1 ) + 1 - made->x <= VIEW_SIDE;
}

bool fw_view_spares( const row_sink* sink, const box* of )
{
	if ( sink->seen == NULL )
	{
		return false;
	}
	const int32_t last = ceil_to_int( of->y.x1 ) - 1 - sink->seen->y;
	uint64_t blocked = 0;
	for ( int32_t i = floor_to_int( of->y.x0 ) - sink->seen->y; i <= last; i++ )
	{
		blocked |= sink->seen->blocked[i];
	}
	return ( blocked & columns_of( sink->seen, of->x ) ) == 0;
}

fw_row_choice fw_view_rows( const view* seen, const box* of )
{
	const uint64_t columns = columns_of( seen, of->x );
	const int32_t last = ceil_to_int( of->y.x1 ) - 1 - seen->y;
	fw_row_choice made = { seen->y, 0 };
	for ( int32_t i = floor_to_int( of->y.x0 ) - seen->y; i <= last; i++ )
	{
		made.rows |= (uint64_t)( ( seen->blocked[i] & columns ) != 0 ) << i;
	}
	return made;
}

bool fw_view_row_is_free( void* context, fw_sweep_row row )
{
	const view* seen = context;
	return ( seen->blocked[row.y - seen->y] & columns_of( seen, ( interval ){ row.x0, row.x1 + 1.0 } ) ) == 0;
}
