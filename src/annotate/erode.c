// SPDX-License-Identifier: MIT
// Stamps of discs and squares, and the erosion of a bit plane by one, a word of tiles at a time.
#include "annotate/erode.h"

#include <math.h>

// Touching is not overlapping, as in the sweep.
#define STAMP_SLACK 1e-7

void fw_stamp_disc( fw_stamp* s, double ox, double oy, double r )
{
	s->first_row = (int32_t)floor( oy - r );
	s->rows = 0;
	for ( int32_t y = s->first_row; (double)y < oy + r; y++ )
	{
		const double nearest = fmin( fmax( oy, (double)y ), (double)y + 1.0 );
		const double w = sqrt( fmax( 0.0, r * r - ( oy - nearest ) * ( oy - nearest ) ) );
		s->x0[s->rows] = (int32_t)floor( ox - w );
		s->x1[s->rows] = (int32_t)ceil( ox + w ) - 1;
		s->rows++;
	}
}

void fw_stamp_square( fw_stamp* s, double ox, double oy, int32_t size )
{
	const double left = ox - 0.5 + STAMP_SLACK;
	const double top = oy - 0.5 + STAMP_SLACK;
	const double side = size - 2.0 * STAMP_SLACK;
	s->first_row = (int32_t)floor( top );
	s->rows = (int32_t)ceil( top + side ) - s->first_row;
	for ( int32_t i = 0; i < s->rows; i++ )
	{
		s->x0[i] = (int32_t)floor( left );
		s->x1[i] = (int32_t)ceil( left + side ) - 1;
	}
}

// How far a tile is from the line between two tile centers one diagonal step apart: from (0.5, 0.5) to
// (0.5 + side, 1.5). The distance to a convex tile falls and rises once along the line.
static double diagonal_distance( int32_t x, int32_t y, int32_t side )
{
	double lo = 0.0;
	double hi = 1.0;
	double distance = 0.0;
	for ( int32_t i = 0; i < 60; i++ )
	{
		double squared[2];
		for ( int32_t k = 0; k < 2; k++ )
		{
			const double t = lo + ( hi - lo ) * ( k + 1 ) / 3.0;
			const double px = 0.5 + t * side;
			const double py = 0.5 + t;
			const double dx = px - fmin( fmax( px, (double)x ), (double)x + 1.0 );
			const double dy = py - fmin( fmax( py, (double)y ), (double)y + 1.0 );
			squared[k] = dx * dx + dy * dy;
		}
		distance = sqrt( fmin( squared[0], squared[1] ) );
		if ( squared[0] < squared[1] )
		{
			hi = lo + ( hi - lo ) * 2.0 / 3.0;
		}
		else
		{
			lo += ( hi - lo ) / 3.0;
		}
	}
	return distance;
}

void fw_stamp_diagonal( fw_stamp* s, int32_t side, double r )
{
	const int32_t reach = (int32_t)ceil( r ) + 1;
	s->first_row = -reach;
	s->rows = 0;
	for ( int32_t y = -reach; y <= reach + 1 && s->rows < FW_STAMP_MAX; y++ )
	{
		int32_t x0 = INT32_MAX;
		int32_t x1 = INT32_MIN;
		for ( int32_t x = -reach - 1; x <= reach + 1; x++ )
		{
			if ( diagonal_distance( x, y, side ) < r )
			{
				x0 = x < x0 ? x : x0;
				x1 = x > x1 ? x : x1;
			}
		}
		if ( x0 <= x1 )
		{
			s->first_row = s->rows == 0 ? y : s->first_row;
			s->x0[s->rows] = x0;
			s->x1[s->rows] = x1;
			s->rows++;
		}
	}
}

// Bits [i] = 1 where columns x + i .. x + i + n - 1 of the row are all free, for `words` words from column x on.
// Doubles the run's length in place: what is true of two runs of length s is true of one of length 2 s.
static void erode_row( const fw_layer* from, int32_t y, int32_t x, int32_t n, uint64_t* out, int32_t words )
{
	const int32_t reach = words + n / 64 + 1; // runs that begin in the last word look so far ahead
	for ( int32_t i = 0; i < reach; i++ )
	{
		const int32_t column = x + i * 64;
		out[i] = column + 64 <= from->width + FW_LAYER_PAD ? fw_layer_bits( from, column, y ) : 0;
	}
	for ( int32_t have = 1; have < n; )
	{
		const int32_t shift = have < n - have ? have : n - have;
		const int32_t skip = shift / 64;
		const int32_t bits = shift % 64;
		for ( int32_t i = 0; i < reach; i++ )
		{
			const uint64_t low = i + skip < reach ? out[i + skip] : 0;
			const uint64_t high = i + skip + 1 < reach ? out[i + skip + 1] : 0;
			out[i] &= bits == 0 ? low : low >> bits | high << ( 64 - bits );
		}
		have += shift;
	}
}

void fw_layer_erode( const fw_layer* tiles, const fw_stamp* s, fw_layer* plane, fw_rect rect, uint64_t* scratch )
{
	const int32_t first_word = ( rect.x + FW_LAYER_PAD ) >> 6;
	const int32_t words = ( ( rect.x + rect.width - 1 + FW_LAYER_PAD ) >> 6 ) - first_word + 1;
	const int32_t first_column = first_word * 64 - FW_LAYER_PAD;
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		uint64_t* out = fw_layer_row( plane, y ) + first_word;
		memset( out, 0xFF, (size_t)words * sizeof( *out ) );
		for ( int32_t i = 0; i < s->rows; i++ )
		{
			erode_row( tiles, y + s->first_row + i, first_column + s->x0[i], s->x1[i] - s->x0[i] + 1, scratch, words );
			for ( int32_t w = 0; w < words; w++ )
			{
				out[w] &= scratch[w];
			}
		}
		// Columns outside of the map stay zero whatever the stamp touches.
		for ( int32_t w = 0; w < words; w++ )
		{
			const int32_t column = first_column + w * 64;
			if ( column < 0 || column >= plane->width )
			{
				out[w] = 0;
			}
			else if ( plane->width - column < 64 )
			{
				out[w] &= ~(uint64_t)0 >> ( 64 - ( plane->width - column ) );
			}
		}
	}
}
