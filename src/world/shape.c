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

// A row that fits stays one; the others become several, of neighbors behind each other, the middle one ahead. Returns
// the number of rows that it becomes.
static int32_t fold_row( const fw_vec2* offsets, int32_t files, double pitch, int32_t rows, shape_rank* row,
                         int32_t count, fw_vec2* folded )
{
	int32_t deepest = 1;
	for ( int32_t begin = 0, end = 0; begin < count; begin = end )
	{
		const int32_t file = count > files ? begin * files / count : begin;
		for ( end = begin + 1; end < count && count > files && end * files / count == file; end++ )
		{
		}
		const double middle = 0.5 * ( offsets[row[begin].index].y + offsets[row[end - 1].index].y );
		for ( int32_t i = begin; i < end; i++ )
		{
			row[i].first = fabs( offsets[row[i].index].y - middle );
		}
		fw_shape_sort( row + begin, end - begin );
		const double side = file - 0.5 * ( ( count > files ? files : count ) - 1 );
		for ( int32_t i = begin; i < end; i++ )
		{
			folded[row[i].index] = ( fw_vec2 ){ -( rows + i - begin ) * pitch, side * pitch };
		}
		deepest = end - begin > deepest ? end - begin : deepest;
	}
	return deepest;
}

void fw_shape_fold( const fw_vec2* offsets, int32_t count, int32_t files, double pitch, shape_rank* ranks,
                    fw_vec2* folded )
{
	int32_t rows = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		ranks[i] = ( shape_rank ){ -offsets[i].x, offsets[i].y, i };
	}
	fw_shape_sort( ranks, count );
	for ( int32_t begin = 0, end = 0; begin < count; begin = end )
	{
		const double first = ranks[begin].first;
		for ( end = begin; end < count && ranks[end].first <= first + 0.5 * pitch; end++ )
		{
		}
		for ( int32_t i = begin; i < end; i++ )
		{
			ranks[i].first = ranks[i].second;
			ranks[i].second = 0.0;
		}
		fw_shape_sort( ranks + begin, end - begin );
		rows += fold_row( offsets, files, pitch, rows, ranks + begin, end - begin, folded );
	}
	center( folded, count );
}
