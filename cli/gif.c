// SPDX-License-Identifier: MIT
// GIF files of several frames. Flat areas keep their colors exactly: the palette is made of the colors that are there
// most often, and the blends at edges take the nearest of them.
#include "gif.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

// Index of what has not changed.
#define UNCHANGED GIF_COLORS

// Colors whose index is remembered.
#define CACHE ( 1u << 16 )

typedef struct cached
{
	uint32_t color; // upper byte set: there is one
	uint8_t index;
} cached;

struct gif_file
{
	GifFileType* out;
	uint32_t colors[GIF_COLORS];
	int32_t color_count;
	int32_t width, height;
	bool begun;
	uint8_t* shown; // [width * height] indices
	uint8_t* next;
	uint8_t* row; // [width]
	cached* cache;
};

bool gif_palette_add( gif_palette* palette, const uint32_t* pixels, size_t count )
{
	if ( palette->count + count > palette->capacity )
	{
		const size_t more = palette->count + count;
		uint32_t* seen = realloc( palette->seen, more * sizeof( uint32_t ) );
		if ( seen == NULL )
		{
			return false;
		}
		palette->seen = seen;
		palette->capacity = more;
	}
	for ( size_t i = 0; i < count; i++ )
	{
		palette->seen[palette->count++] = pixels[i] & 0xffffffu;
	}
	return true;
}

static int by_color( const void* left, const void* right )
{
	const uint32_t a = *(const uint32_t*)left;
	const uint32_t b = *(const uint32_t*)right;
	return a < b ? -1 : a > b ? 1 : 0;
}

typedef struct color_tally
{
	size_t count;
	uint32_t color;
} color_tally;

// Puts a color among the most frequent ones, which are sorted; colors come in rising order, so ties are settled.
static void rank( color_tally* best, int32_t* used, color_tally one )
{
	int32_t at = *used < GIF_COLORS ? *used : GIF_COLORS;
	while ( at > 0 && best[at - 1].count < one.count )
	{
		at--;
	}
	if ( at == GIF_COLORS )
	{
		return;
	}
	*used += *used < GIF_COLORS ? 1 : 0;
	memmove( &best[at + 1], &best[at], (size_t)( *used - 1 - at ) * sizeof( color_tally ) );
	best[at] = one;
}

void gif_palette_choose( gif_palette* palette )
{
	color_tally best[GIF_COLORS];
	int32_t used = 0;
	if ( palette->count > 0 )
	{
		qsort( palette->seen, palette->count, sizeof( uint32_t ), by_color );
	}
	for ( size_t from = 0; from < palette->count; )
	{
		size_t to = from;
		while ( to < palette->count && palette->seen[to] == palette->seen[from] )
		{
			to++;
		}
		rank( best, &used, ( color_tally ){ to - from, palette->seen[from] } );
		from = to;
	}
	for ( int32_t i = 0; i < used; i++ )
	{
		palette->colors[i] = best[i].color;
	}
	palette->color_count = used;
}

void gif_palette_free( gif_palette* palette )
{
	free( palette->seen );
	*palette = ( gif_palette ){ 0 };
}

static int32_t part( uint32_t color, int32_t shift )
{
	return (int32_t)( color >> shift & 255u );
}

static uint8_t nearest( const gif_file* gif, uint32_t color )
{
	int32_t best = 0;
	int32_t least = INT32_MAX;
	for ( int32_t i = 0; i < gif->color_count && least > 0; i++ )
	{
		const int32_t red = part( color, 16 ) - part( gif->colors[i], 16 );
		const int32_t green = part( color, 8 ) - part( gif->colors[i], 8 );
		const int32_t blue = part( color, 0 ) - part( gif->colors[i], 0 );
		const int32_t apart = 2 * red * red + 4 * green * green + 3 * blue * blue;
		best = apart < least ? i : best;
		least = apart < least ? apart : least;
	}
	return (uint8_t)best;
}

static uint8_t index_of( gif_file* gif, uint32_t pixel )
{
	const uint32_t color = ( pixel & 0xffffffu ) | 0x1000000u;
	cached* at = &gif->cache[( color * 2654435761u ) >> 16 & ( CACHE - 1 )];
	if ( at->color != color )
	{
		*at = ( cached ){ color, nearest( gif, color ) };
	}
	return at->index;
}

static int pour( GifFileType* file, const GifByteType* bytes, int size )
{
	return (int)fwrite( bytes, 1, (size_t)size, file->UserData );
}

static void free_gif( gif_file* gif )
{
	free( gif->shown );
	free( gif->next );
	free( gif->row );
	free( gif->cache );
	free( gif );
}

static bool write_head( gif_file* gif )
{
	GifColorType colors[256] = { { 0 } };
	for ( int32_t i = 0; i < gif->color_count; i++ )
	{
		colors[i].Red = (GifByteType)part( gif->colors[i], 16 );
		colors[i].Green = (GifByteType)part( gif->colors[i], 8 );
		colors[i].Blue = (GifByteType)part( gif->colors[i], 0 );
	}
	ColorMapObject* map = GifMakeMapObject( 256, colors );
	// Loops as often as it likes: 0.
	static const GifByteType forever[] = { 1, 0, 0 };
	EGifSetGifVersion( gif->out, true );
	const bool good = map != NULL && EGifPutScreenDesc( gif->out, gif->width, gif->height, 8, 0, map ) == GIF_OK &&
	                  EGifPutExtensionLeader( gif->out, APPLICATION_EXT_FUNC_CODE ) == GIF_OK &&
	                  EGifPutExtensionBlock( gif->out, 11, "NETSCAPE2.0" ) == GIF_OK &&
	                  EGifPutExtensionBlock( gif->out, (int)sizeof( forever ), forever ) == GIF_OK &&
	                  EGifPutExtensionTrailer( gif->out ) == GIF_OK;
	GifFreeMapObject( map );
	return good;
}

gif_file* gif_begin( FILE* out, const gif_palette* palette, int32_t width, int32_t height )
{
	gif_file* gif = calloc( 1, sizeof( gif_file ) );
	if ( gif == NULL )
	{
		return NULL;
	}
	const size_t pixels = (size_t)width * (size_t)height;
	gif->width = width;
	gif->height = height;
	gif->color_count = palette->color_count;
	memcpy( gif->colors, palette->colors, sizeof( gif->colors ) );
	gif->shown = malloc( pixels );
	gif->next = malloc( pixels );
	gif->row = malloc( (size_t)width );
	gif->cache = calloc( CACHE, sizeof( cached ) );
	const bool room = gif->shown != NULL && gif->next != NULL && gif->row != NULL && gif->cache != NULL;
	gif->out = room ? EGifOpen( out, pour, NULL ) : NULL;
	if ( gif->out == NULL )
	{
		free_gif( gif );
		return NULL;
	}
	if ( !write_head( gif ) )
	{
		gif_end( gif );
		return NULL;
	}
	return gif;
}

// The smallest box around what has changed: left, top, right, bottom. At least one pixel.
static void changed( const gif_file* gif, int32_t* box )
{
	box[0] = gif->width;
	box[1] = gif->height;
	box[2] = 0;
	box[3] = 0;
	for ( int32_t y = 0; y < gif->height; y++ )
	{
		const uint8_t* old = gif->shown + (size_t)y * (size_t)gif->width;
		const uint8_t* new = gif->next + (size_t)y*(size_t)gif->width;
		int32_t left = 0;
		int32_t right = gif->width;
		while ( left < right && old[left] == new[left] )
		{
			left++;
		}
		while ( right > left && old[right - 1] == new[right - 1] )
		{
			right--;
		}
		if ( left < right )
		{
			box[0] = left < box[0] ? left : box[0];
			box[1] = y < box[1] ? y : box[1];
			box[2] = right > box[2] ? right : box[2];
			box[3] = y + 1;
		}
	}
	if ( box[3] == 0 )
	{
		box[0] = 0;
		box[1] = 0;
		box[2] = 1;
		box[3] = 1;
	}
}

static bool write_control( gif_file* gif, int32_t delay )
{
	const GraphicsControlBlock control = {
	    .DisposalMode = DISPOSE_DO_NOT,
	    .UserInputFlag = false,
	    .DelayTime = delay,
	    .TransparentColor = UNCHANGED,
	};
	GifByteType bytes[4];
	const size_t size = EGifGCBToExtension( &control, bytes );
	return EGifPutExtension( gif->out, GRAPHICS_EXT_FUNC_CODE, (int)size, bytes ) == GIF_OK;
}

bool gif_frame( gif_file* gif, const uint32_t* pixels, int32_t delay )
{
	const size_t count = (size_t)gif->width * (size_t)gif->height;
	int32_t box[4] = { 0, 0, gif->width, gif->height };
	for ( size_t i = 0; i < count; i++ )
	{
		gif->next[i] = index_of( gif, pixels[i] );
	}
	if ( gif->begun )
	{
		changed( gif, box );
	}
	const int32_t wide = box[2] - box[0];
	bool good = write_control( gif, delay ) &&
	            EGifPutImageDesc( gif->out, box[0], box[1], wide, box[3] - box[1], false, NULL ) == GIF_OK;
	for ( int32_t y = box[1]; y < box[3] && good; y++ )
	{
		const size_t at = (size_t)y * (size_t)gif->width + (size_t)box[0];
		for ( int32_t x = 0; x < wide; x++ )
		{
			const uint8_t new = gif->next[at + (size_t)x];
			gif->row[x] = gif->begun && new == gif->shown[at + (size_t)x] ? UNCHANGED : new;
		}
		good = EGifPutLine( gif->out, gif->row, wide ) == GIF_OK;
	}
	uint8_t* swap = gif->shown;
	gif->shown = gif->next;
	gif->next = swap;
	gif->begun = true;
	return good;
}

bool gif_end( gif_file* gif )
{
	const bool good = EGifCloseFile( gif->out, NULL ) == GIF_OK;
	free_gif( gif );
	return good;
}
