// SPDX-License-Identifier: MIT
// The shapes of formations, and how they fold into fewer files.
#include "world/formation.h"

#include <math.h>
#include <stdlib.h>

static void form_box( fw_vec2* offsets, int32_t count, double pitch )
{
	int32_t files = 1;
	while ( files * files < count )
	{
		files++;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t row = i / files;
		const int32_t left = count - row * files;
		const int32_t in_row = left < files ? left : files;
		offsets[i] = ( fw_vec2 ){ -row * pitch, ( i % files - 0.5 * ( in_row - 1 ) ) * pitch };
	}
}

static void form_wedge( fw_vec2* offsets, int32_t count, double pitch )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t row = ( i + 1 ) / 2;
		offsets[i] = ( fw_vec2 ){ -row * pitch, ( i % 2 == 0 ? row : -row ) * pitch };
	}
}

// Its middle is the point between the first and the last row.
static void center( fw_vec2* offsets, int32_t count )
{
	double first = -INFINITY;
	double last = INFINITY;
	for ( int32_t i = 0; i < count; i++ )
	{
		first = fmax( first, offsets[i].x );
		last = fmin( last, offsets[i].x );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		offsets[i].x -= 0.5 * ( first + last );
	}
}

void fw_shape_form( fw_shape shape, double pitch, fw_vec2* offsets, int32_t count )
{
	if ( shape == FW_SHAPE_BOX )
	{
		form_box( offsets, count, pitch );
	}
	else if ( shape == FW_SHAPE_WEDGE )
	{
		form_wedge( offsets, count, pitch );
	}
	for ( int32_t i = 0; i < count && ( shape == FW_SHAPE_LINE || shape == FW_SHAPE_COLUMN ); i++ )
	{
		const double at = ( i - 0.5 * ( count - 1 ) ) * pitch;
		offsets[i] = shape == FW_SHAPE_LINE ? ( fw_vec2 ){ 0.0, at } : ( fw_vec2 ){ -at, 0.0 };
	}
	center( offsets, count );
}

static int compare_ranks( const void* a, const void* b )
{
	const shape_rank* left = a;
	const shape_rank* right = b;
	if ( left->first != right->first )
	{
		return left->first < right->first ? -1 : 1;
	}
	if ( left->second != right->second )
	{
		return left->second < right->second ? -1 : 1;
	}
	return left->index < right->index ? -1 : left->index > right->index;
}

void fw_shape_sort( shape_rank* ranks, int32_t count )
{
	qsort( ranks, (size_t)count, sizeof( *ranks ), compare_ranks );
}

void fw_shape_fold( const fw_vec2* offsets, int32_t count, int32_t files, double pitch, shape_rank* ranks,
                    fw_vec2* folded )
{
	const int32_t rows = ( count + files - 1 ) / files;
	for ( int32_t i = 0; i < count; i++ )
	{
		ranks[i] = ( shape_rank ){ -offsets[i].x, fabs( offsets[i].y ), i };
	}
	fw_shape_sort( ranks, count );
	for ( int32_t row = 0; row < rows; row++ )
	{
		shape_rank* first = ranks + row * files;
		const int32_t in_row = count - row * files < files ? count - row * files : files;
		for ( int32_t i = 0; i < in_row; i++ )
		{
			first[i].first = offsets[first[i].index].y;
			first[i].second = 0.0;
		}
		fw_shape_sort( first, in_row );
		for ( int32_t i = 0; i < in_row; i++ )
		{
			folded[first[i].index] =
			    ( fw_vec2 ){ ( 0.5 * ( rows - 1 ) - row ) * pitch, ( i - 0.5 * ( in_row - 1 ) ) * pitch };
		}
	}
}
