// SPDX-License-Identifier: MIT
// The configuration space of a disc or a square: the free tiles eroded by it, and regions.
#include "annotate/space.h"
#include "grid/grid.h"

#include "annotate/erode.h"

#include <math.h>

// The same as in the sweep: touching is not overlapping, and a point is a tiny disc.
#define SPACE_SLACK 1e-7
#define SPACE_MIN_RADIUS 1e-6
#define SPACE_MAX_RADIUS 64.0

// Keeps only half-tile points from which no tile center half a tile away (in each coordinate) can be stood on.
static void keep_gaps( fw_layer* plane, const fw_layer* centers, int32_t phase, int32_t y0, int32_t y1 )
{
	const int32_t left = phase & 1;
	const int32_t up = phase >> 1;
	for ( int32_t y = y0; y <= y1; y++ )
	{
		for ( int32_t x = 0; x < plane->width; x += 64 )
		{
			uint64_t near = 0;
			for ( int32_t dy = -up; dy <= 0; dy++ )
			{
				near |= fw_layer_bits( centers, x, y + dy );
				near |= left ? fw_layer_bits( centers, x - 1, y + dy ) : 0;
			}
			fw_layer_row( plane, y )[( x + FW_LAYER_PAD ) >> 6] &= ~near;
		}
	}
}

// Gap points of whole rows. Where the lattice has all half-tile points, the gaps are a plane of their own.
static void rebuild_gaps( fw_space* space, int32_t y0, int32_t y1 )
{
	const size_t row_words = (size_t)space->any_gap.stride;
	const size_t bytes = row_words * (size_t)( y1 - y0 + 1 ) * sizeof( uint64_t );
	memset( fw_layer_row( &space->any_gap, y0 ), 0, bytes );
	for ( int32_t phase = 1; phase < 4; phase++ )
	{
		fw_layer* gaps = &space->gaps[phase];
		if ( space->lattice == FW_LATTICE_HALF )
		{
			memcpy( fw_layer_row( gaps, y0 ), fw_layer_row( &space->planes[phase], y0 ), bytes );
		}
		keep_gaps( gaps, &space->planes[0], phase, y0, y1 );
		const uint64_t* from = fw_layer_row( gaps, y0 );
		uint64_t* to = fw_layer_row( &space->any_gap, y0 );
		for ( size_t i = 0; i < bytes / sizeof( uint64_t ); i++ )
		{
			to[i] |= from[i];
		}
	}
}

// Diagonal steps that the disc can make although a tile beside them cannot be stood on: bits of the upper tile.
static uint64_t squeezed( const fw_space* space, int32_t side, int32_t x, int32_t y )
{
	const fw_layer* stands = &space->planes[0];
	const uint64_t beside = fw_layer_bits( stands, x + side, y ) & fw_layer_bits( stands, x, y + 1 );
	return fw_layer_bits( &space->diagonals[side > 0 ? 0 : 1], x, y ) & ~beside;
}

static void rebuild_special( fw_space* space, int32_t y0, int32_t y1 )
{
	for ( int32_t y = y0; y <= y1; y++ )
	{
		for ( int32_t x = 0; x < space->special.width; x += 64 )
		{
			uint64_t bits = squeezed( space, 1, x, y ) | squeezed( space, -1, x, y ) |
			                squeezed( space, 1, x - 1, y - 1 ) | squeezed( space, -1, x + 1, y - 1 );
			for ( int32_t i = 0; i < 9 && space->lattice != FW_LATTICE_TILES; i++ )
			{
				bits |= fw_layer_bits( &space->any_gap, x + i % 3 - 1, y + i / 3 - 1 );
			}
			fw_layer_row( &space->special, y )[( x + FW_LAYER_PAD ) >> 6] = bits;
		}
	}
}

static void plane_row( const void* context, int32_t y, uint64_t* words )
{
	const fw_layer* plane = context;
	for ( int32_t x = 0; x < plane->width; x += 64 )
	{
		*words++ = fw_layer_bits( plane, x, y );
	}
}

// Spreads the low 32 bits to the even bits of a word.
static uint64_t spread( uint64_t v )
{
	v = ( v | v << 16 ) & 0x0000FFFF0000FFFFu;
	v = ( v | v << 8 ) & 0x00FF00FF00FF00FFu;
	v = ( v | v << 4 ) & 0x0F0F0F0F0F0F0F0Fu;
	v = ( v | v << 2 ) & 0x3333333333333333u;
	return ( v | v << 1 ) & 0x5555555555555555u;
}

// A row of quarter tiles, woven from the planes of their left and right halves.
static void quarter_row( const void* context, int32_t y, uint64_t* words )
{
	const fw_layer* coarse = context;
	const fw_layer* left = &coarse[( y & 1 ) * 2];
	const fw_layer* right = left + 1;
	for ( int32_t x = 0; x < left->width; x += 32 )
	{
		const uint64_t a = fw_layer_bits( left, x, y >> 1 ) & 0xFFFFFFFFu;
		const uint64_t b = fw_layer_bits( right, x, y >> 1 ) & 0xFFFFFFFFu;
		*words++ = spread( a ) | spread( b ) << 1;
	}
}

static double effective_radius( double radius )
{
	return fmax( radius, SPACE_MIN_RADIUS ) - SPACE_SLACK;
}

// What an edit of the tiles in `rect` can change, for a unit that reaches so far to the left and up.
static fw_rect widened( const fw_space* space, fw_rect rect, int32_t before, int32_t after )
{
	const int32_t more = before + after;
	return fw_grid_clip( space->grid,
	                     ( fw_rect ){ rect.x - before, rect.y - before, rect.width + more, rect.height + more } );
}

static bool relabel( fw_space* space )
{
	return fw_regions_build( &space->regions, &space->allocator, space->tiles->width, space->tiles->height, plane_row,
	                         &space->planes[0], space->scratch );
}

// Of a square. As rebuild().
static bool rebuild_square( fw_space* space, fw_rect rect )
{
	const fw_rect part = widened( space, rect, space->size - 1, 0 );
	fw_stamp s;
	fw_stamp_square( &s, 0.5, 0.5, space->size );
	fw_layer_erode( space->tiles, &s, &space->planes[0], part, space->scratch );
	fw_layer_transpose( &space->planes[0], &space->turned, part );
	return relabel( space );
}

// Rebuilds all that an edit of the tiles in `rect` can change. False when memory is out: the planes are then new, the
// regions old, and the revision is not taken over.
static bool rebuild( fw_space* space, fw_rect rect )
{
	if ( space->size > 0 )
	{
		return rebuild_square( space, rect );
	}
	const double r = effective_radius( space->radius );
	const int32_t reach = (int32_t)ceil( space->radius ) + 2;
	const fw_rect part = widened( space, rect, reach, reach );
	fw_stamp s;
	const double least = sqrt( 0.125 ); // from the center of a quarter of a tile to its corners
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		const double ox = phase & 1 ? 0.0 : 0.5;
		const double oy = phase & 2 ? 0.0 : 0.5;
		if ( space->planes[phase].words != NULL )
		{
			fw_stamp_disc( &s, ox, oy, r );
			fw_layer_erode( space->tiles, &s, &space->planes[phase], part, space->scratch );
		}
		// With a slack, so that rounding never parts what touches.
		const double coarse = effective_radius( space->radius - least ) - 10.0 * SPACE_SLACK;
		fw_stamp_disc( &s, phase & 1 ? 0.75 : 0.25, phase & 2 ? 0.75 : 0.25, fmax( coarse, SPACE_SLACK ) );
		fw_layer_erode( space->tiles, &s, &space->coarse[phase], part, space->scratch );
	}
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_stamp_diagonal( &s, i == 0 ? 1 : -1, r );
		fw_layer_erode( space->tiles, &s, &space->diagonals[i], part, space->scratch );
	}
	if ( space->lattice != FW_LATTICE_TILES )
	{
		rebuild_gaps( space, part.y, part.y + part.height - 1 );
	}
	rebuild_special( space, part.y, part.y + part.height - 1 );
	fw_layer_transpose( &space->planes[0], &space->turned, part );
	return relabel( space ) && fw_regions_build( &space->quarters, &space->allocator, space->tiles->width * 2,
	                                             space->tiles->height * 2, quarter_row, space->coarse, space->scratch );
}

fw_space_def fw_default_space_def( void )
{
	return ( fw_space_def ){
	    .cookie = FW_COOKIE, .capabilities = FW_CAP_GROUND | FW_CAP_SWAMP, .radius = 0.4, .lattice = FW_LATTICE_GAPS };
}

// The planes that only discs have.
static bool allocate_disc( fw_space* space, int32_t width, int32_t height )
{
	bool ok = true;
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		if ( phase > 0 && space->lattice != FW_LATTICE_TILES )
		{
			ok = ok && fw_layer_init( &space->planes[phase], &space->allocator, width, height );
		}
		ok = ok && fw_layer_init( &space->coarse[phase], &space->allocator, width, height );
		if ( phase > 0 && space->lattice == FW_LATTICE_HALF )
		{
			ok = ok && fw_layer_init( &space->gaps[phase], &space->allocator, width, height );
		}
		else if ( phase > 0 )
		{
			space->gaps[phase] = space->planes[phase];
		}
	}
	if ( space->lattice != FW_LATTICE_TILES )
	{
		ok = ok && fw_layer_init( &space->any_gap, &space->allocator, width, height );
	}
	return ok && fw_layer_init( &space->special, &space->allocator, width, height ) &&
	       fw_layer_init( &space->diagonals[0], &space->allocator, width, height ) &&
	       fw_layer_init( &space->diagonals[1], &space->allocator, width, height );
}

static bool allocate( fw_space* space, int32_t width, int32_t height )
{
	const bool ok = fw_layer_init( &space->planes[0], &space->allocator, width, height ) &&
	                fw_layer_init( &space->turned, &space->allocator, height, width ) &&
	                ( space->size > 0 || allocate_disc( space, width, height ) );
	space->scratch_words = fw_erode_words( width * 2 ); // rows of quarters are twice as long
	space->scratch = fw_alloc( &space->allocator, space->scratch_words, sizeof( uint64_t ) );
	return ok && space->scratch != NULL;
}

static const fw_range ranges[] = {
    { "size", offsetof( fw_space_def, size ), FW_FIELD_INT, 0, FW_UNIT_MAX_SIZE, " tiles" },
    { "radius", offsetof( fw_space_def, radius ), FW_FIELD_DOUBLE, 0.0, SPACE_MAX_RADIUS, " tiles" },
    { "lattice", offsetof( fw_space_def, lattice ), FW_FIELD_INT, FW_LATTICE_GAPS, FW_LATTICE_HALF, NULL },
};
const fw_ranges fw_space_def_ranges = FW_RANGES( "def", "fw_default_space_def()", ranges );

fw_status fw_space_create( fw_grid* grid, const fw_space_def* def, fw_space** space, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, def, space ) );
	FW_TRY( fw_check( refusal, &fw_space_def_ranges, def ) );
	FW_TRY( fw_grid_add_layer( grid, def->capabilities, refusal ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_space* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	made->allocator = allocator;
	made->grid = grid;
	made->tiles = fw_grid_layer( grid, def->capabilities );
	made->capabilities = def->capabilities;
	made->size = def->size;
	made->radius = def->size > 0 ? 0.0 : def->radius;
	made->lattice = def->size > 0 ? FW_LATTICE_TILES : def->lattice;
	made->revision = fw_grid_revision( grid );
	const fw_rect all = { 0, 0, fw_grid_width( grid ), fw_grid_height( grid ) };
	if ( !allocate( made, all.width, all.height ) || !rebuild( made, all ) )
	{
		fw_space_destroy( made );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	*space = made;
	return FW_OK;
}

void fw_space_destroy( fw_space* space )
{
	if ( space == NULL )
	{
		return;
	}
	const fw_allocator allocator = space->allocator;
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		if ( space->gaps[phase].words != space->planes[phase].words )
		{
			fw_layer_free( &space->gaps[phase], &allocator );
		}
		fw_layer_free( &space->planes[phase], &allocator );
		fw_layer_free( &space->coarse[phase], &allocator );
	}
	fw_layer_free( &space->turned, &allocator );
	fw_layer_free( &space->any_gap, &allocator );
	fw_layer_free( &space->special, &allocator );
	fw_layer_free( &space->diagonals[0], &allocator );
	fw_layer_free( &space->diagonals[1], &allocator );
	fw_regions_free( &space->regions, &allocator );
	fw_regions_free( &space->quarters, &allocator );
	fw_free( &allocator, space->scratch, space->scratch_words, sizeof( uint64_t ) );
	fw_free( &allocator, space, 1, sizeof( *space ) );
}

fw_status fw_space_update( fw_space* space )
{
	if ( space == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_rect rect;
	if ( fw_grid_dirty( space->grid, space->revision, &rect ) )
	{
		FW_TRY( rebuild( space, rect ) ? FW_OK : FW_ERR_MEMORY );
		space->revision = fw_grid_revision( space->grid );
	}
	return FW_OK;
}

bool fw_space_is_current( const fw_space* space )
{
	return space->revision == fw_grid_revision( space->grid );
}

const fw_grid* fw_space_grid( const fw_space* space )
{
	return space->grid;
}

size_t fw_space_memory( const fw_space* space )
{
	const size_t plane = fw_layer_words( space->tiles->width, space->tiles->height );
	size_t words = space->scratch_words + plane + fw_layer_words( space->tiles->height, space->tiles->width );
	for ( int32_t phase = 0; phase < 4 && space->size == 0; phase++ )
	{
		words += plane + ( phase > 0 && space->planes[phase].words != NULL ? plane : 0 );
		words += space->lattice == FW_LATTICE_HALF || ( phase == 0 && space->lattice == FW_LATTICE_GAPS ) ? plane : 0;
	}
	words += space->size == 0 ? 3 * plane : 0;
	const size_t runs = (size_t)space->regions.capacity + (size_t)space->quarters.capacity;
	const size_t rows = (size_t)space->regions.height + (size_t)space->quarters.height + 2;
	return sizeof( *space ) + words * sizeof( uint64_t ) + runs * sizeof( fw_run ) + rows * sizeof( int32_t );
}

bool fw_space_stands( const fw_space* space, int32_t x, int32_t y )
{
	return fw_layer_inside( &space->planes[0], x, y ) && fw_layer_get( &space->planes[0], x, y );
}

bool fw_space_fits( const fw_space* space, fw_vec2 point )
{
	const fw_layer* tiles = space->tiles;
	if ( !( point.x > 0.0 && point.x < (double)tiles->width && point.y > 0.0 && point.y < (double)tiles->height ) )
	{
		return false;
	}
	const double tile_x = floor( point.x );
	const double tile_y = floor( point.y );
	fw_stamp s;
	if ( space->size > 0 )
	{
		fw_stamp_square( &s, point.x - tile_x, point.y - tile_y, space->size );
	}
	else
	{
		fw_stamp_disc( &s, point.x - tile_x, point.y - tile_y, effective_radius( space->radius ) );
	}
	bool fits = true;
	for ( int32_t i = 0; i < s.rows && fits; i++ )
	{
		const int32_t y = (int32_t)tile_y + s.first_row + i;
		fits = fw_layer_run_free( tiles, y, (int32_t)tile_x + s.x0[i], (int32_t)tile_x + s.x1[i] );
	}
	return fits;
}

uint32_t fw_space_region( const fw_space* space, int32_t x, int32_t y )
{
	return fw_regions_at( &space->regions, x, y );
}

bool fw_space_nearest( const fw_space* space, int32_t x, int32_t y, fw_vec2 point, int32_t* nearest_x,
                       int32_t* nearest_y )
{
	const uint32_t label = fw_space_region( space, x, y );
	return label != 0 && isfinite( point.x ) && isfinite( point.y ) &&
	       fw_regions_nearest( &space->regions, label, point.x, point.y, nearest_x, nearest_y );
}

bool fw_space_may_connect( const fw_space* space, fw_vec2 from, fw_vec2 to )
{
	const double far = 2.0 * FW_GRID_MAX_SIDE;
	if ( !( fabs( from.x ) < far && fabs( from.y ) < far && fabs( to.x ) < far && fabs( to.y ) < far ) )
	{
		return false;
	}
	if ( space->size > 0 )
	{
		const uint32_t here = fw_space_region( space, (int32_t)floor( from.x ), (int32_t)floor( from.y ) );
		return here != 0 && here == fw_space_region( space, (int32_t)floor( to.x ), (int32_t)floor( to.y ) );
	}
	const uint32_t a =
	    fw_regions_at( &space->quarters, (int32_t)floor( 2.0 * from.x ), (int32_t)floor( 2.0 * from.y ) );
	const uint32_t b = fw_regions_at( &space->quarters, (int32_t)floor( 2.0 * to.x ), (int32_t)floor( 2.0 * to.y ) );
	return a != 0 && a == b;
}
