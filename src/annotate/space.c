// SPDX-License-Identifier: MIT
// The configuration space of a disc or a square: the free tiles eroded by it, and regions.
#include "annotate/space.h"
#include "grid/grid.h"

#include <math.h>

// The same as in the sweep: touching is not overlapping, and a point is a tiny disc.
#define SPACE_SLACK 1e-7
#define SPACE_MIN_RADIUS 1e-6
#define SPACE_MAX_RADIUS 64.0

// The half-tile points from which no tile center half a tile away (in each coordinate) can be stood on.
static void rebuild_gaps( fw_space* space, fw_rect part )
{
	for ( int32_t y = part.y; y < part.y + part.height; y++ )
	{
		for ( int32_t x = part.x & ~63; x < part.x + part.width; x += 64 )
		{
			const int32_t word = ( x + FW_LAYER_PAD ) >> 6;
			uint64_t any = 0;
			for ( int32_t phase = 1; phase < 4; phase++ )
			{
				uint64_t near = 0;
				for ( int32_t back = 0; back <= phase; back++ )
				{
					near |= ( back & ~phase ) == 0
					            ? fw_layer_bits( &space->planes[0], x - ( back & 1 ), y - ( back >> 1 ) )
					            : 0;
				}
				const uint64_t gaps = fw_layer_row( &space->planes[phase], y )[word] & ~near;
				fw_layer_row( &space->gaps[phase], y )[word] = gaps;
				any |= gaps;
			}
			fw_layer_row( &space->any_gap, y )[word] = any;
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

static void rebuild_special( fw_space* space, fw_rect part )
{
	for ( int32_t y = part.y; y < part.y + part.height; y++ )
	{
		for ( int32_t x = part.x & ~63; x < part.x + part.width; x += 64 )
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

static void find_stamps( fw_space* space )
{
	const double r = effective_radius( space->radius );
	const double least = sqrt( 0.125 ); // from the center of a quarter of a tile to its corners
	// With a slack, so that rounding never parts what touches.
	const double coarse = effective_radius( space->radius - least ) - 10.0 * SPACE_SLACK;
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		fw_stamp_disc( &space->stands[phase], phase & 1 ? 0.0 : 0.5, phase & 2 ? 0.0 : 0.5, r );
		fw_stamp_disc( &space->quarter[phase], phase & 1 ? 0.75 : 0.25, phase & 2 ? 0.75 : 0.25,
		               fmax( coarse, SPACE_SLACK ) );
	}
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_stamp_diagonal( &space->diagonal[i], i == 0 ? 1 : -1, r );
	}
	if ( space->size > 0 )
	{
		fw_stamp_square( &space->stands[0], 0.5, 0.5, space->size );
	}
}

// The planes that only discs have.
static void erode_disc( fw_space* space, fw_rect part )
{
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		if ( phase > 0 && space->planes[phase].words != NULL )
		{
			fw_layer_erode( space->tiles, &space->stands[phase], &space->planes[phase], part, space->scratch );
		}
		fw_layer_erode( space->tiles, &space->quarter[phase], &space->coarse[phase], part, space->scratch );
	}
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_layer_erode( space->tiles, &space->diagonal[i], &space->diagonals[i], part, space->scratch );
	}
	if ( space->lattice != FW_LATTICE_TILES )
	{
		rebuild_gaps( space, part );
	}
	rebuild_special( space, part );
}

// The part of the planes that an edit of a rectangle of tiles can change.
static fw_rect part_of( const fw_space* space, fw_rect rect )
{
	// How far the unit reaches to the left and up, and to the right and down.
	const bool square = space->size > 0;
	const int32_t before = square ? space->size - 1 : (int32_t)ceil( space->radius ) + 2;
	const int32_t more = square ? before : 2 * before;
	return fw_grid_clip( space->grid,
	                     ( fw_rect ){ rect.x - before, rect.y - before, rect.width + more, rect.height + more } );
}

static bool rebuild_regions( fw_space* space, const fw_rect* parts, int32_t count )
{
	const fw_layer* plane = &space->planes[0];
	const fw_plane_source tiles = { plane->width, plane->height, plane_row, plane, space->scratch };
	return fw_regions_build( &space->regions, &space->allocator, &tiles, parts, count );
}

static bool rebuild_quarters( fw_space* space, const fw_rect* parts, int32_t count )
{
	const fw_layer* plane = &space->coarse[0];
	const fw_plane_source quarters = { 2 * plane->width, 2 * plane->height, quarter_row, plane, space->scratch };
	fw_rect doubled[FW_DIRTY_MAX];
	for ( int32_t i = 0; i < count; i++ )
	{
		doubled[i] = ( fw_rect ){ 2 * parts[i].x, 2 * parts[i].y, 2 * parts[i].width, 2 * parts[i].height };
	}
	return fw_regions_build( &space->quarters, &space->allocator, &quarters, doubled, count );
}

// The parts of the planes that the edits since a revision can change. Gives their number.
static int32_t list_parts( const fw_space* space, uint64_t revision, fw_rect parts[FW_DIRTY_MAX] )
{
	const int32_t count = fw_grid_dirty_parts( space->grid, revision, parts );
	for ( int32_t i = 0; i < count; i++ )
	{
		parts[i] = part_of( space, parts[i] );
	}
	return count;
}

fw_space_def fw_default_space_def( void )
{
	return ( fw_space_def ){
	    .cookie = FW_COOKIE, .capabilities = FW_CAP_GROUND | FW_CAP_SWAMP, .radius = 0.4, .lattice = FW_LATTICE_GAPS };
}

#define PLANES_MAX 16

// Lists the planes that the space has, but for the turned one, which is not as wide as the map.
static int32_t list_planes( fw_space* space, fw_layer* planes[PLANES_MAX] )
{
	const int32_t disc = space->size == 0 ? 1 : 0;
	const int32_t points = space->lattice != FW_LATTICE_TILES ? 1 : 0;
	int32_t count = 0;
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		planes[count] = &space->planes[phase];
		count += phase == 0 ? 1 : points;
		planes[count] = &space->gaps[phase];
		count += phase > 0 && space->lattice == FW_LATTICE_HALF ? 1 : 0;
		planes[count] = &space->coarse[phase];
		count += disc;
	}
	planes[count] = &space->any_gap;
	count += points;
	for ( int32_t i = 0; i < 3; i++ )
	{
		planes[count] = i < 2 ? &space->diagonals[i] : &space->special;
		count += disc;
	}
	return count;
}

static bool allocate( fw_space* space, int32_t width, int32_t height )
{
	fw_layer* planes[PLANES_MAX];
	bool ok = fw_layer_init( &space->turned, &space->allocator, height, width );
	for ( int32_t i = list_planes( space, planes ) - 1; i >= 0 && ok; i-- )
	{
		ok = fw_layer_init( planes[i], &space->allocator, width, height );
	}
	if ( space->lattice != FW_LATTICE_HALF )
	{
		memcpy( &space->gaps[1], &space->planes[1], 3 * sizeof( fw_layer ) );
	}
	space->scratch_words = fw_erode_words( width * 2 ); // rows of quarters are twice as long
	space->scratch = fw_alloc( &space->allocator, space->scratch_words, sizeof( uint64_t ) );
	return ok && space->scratch != NULL;
}

static void hold( fw_holdings* holdings, fw_space* space )
{
	fw_layer* planes[PLANES_MAX];
	const int32_t count = list_planes( space, planes );
	planes[count] = &space->turned;
	for ( int32_t i = 0; i <= count; i++ )
	{
		FW_HOLD( holdings, planes[i]->words, fw_layer_words( planes[i]->width, planes[i]->height ) );
	}
	fw_regions_hold( holdings, &space->regions );
	fw_regions_hold( holdings, &space->quarters );
	FW_HOLD( holdings, space->scratch, space->scratch_words );
}

static const fw_range ranges[] = {
    { "size", offsetof( fw_space_def, size ), FW_FIELD_INT, 0, FW_UNIT_MAX_SIZE, " tiles" },
    { "radius", offsetof( fw_space_def, radius ), FW_FIELD_DOUBLE, 0.0, SPACE_MAX_RADIUS, " tiles" },
    { "lattice", offsetof( fw_space_def, lattice ), FW_FIELD_INT, FW_LATTICE_GAPS, FW_LATTICE_HALF, NULL },
};
const fw_ranges fw_space_def_ranges = FW_RANGES( "def", "fw_default_space_def()", ranges );

fw_status fw_space_create_lean( fw_grid* grid, const fw_space_def* def, fw_space** space, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, def, space ) );
	FW_TRY( fw_check( refusal, &fw_space_def_ranges, def ) );
	FW_TRY( fw_grid_add_layer( grid, def->capabilities, refusal ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_space* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	FW_TRY( fw_refuse_status( refusal, made != NULL ? FW_OK : FW_ERR_MEMORY ) );
	*made = ( fw_space ){
	    .allocator = allocator,
	    .grid = grid,
	    .tiles = fw_grid_layer( grid, def->capabilities ),
	    .capabilities = def->capabilities,
	    .size = def->size,
	    .radius = def->size > 0 ? 0.0 : def->radius,
	    .lattice = def->size > 0 ? FW_LATTICE_TILES : def->lattice,
	};
	find_stamps( made );
	const bool allocated = allocate( made, fw_grid_width( grid ), fw_grid_height( grid ) );
	const fw_status status = allocated ? fw_space_update_lean( made ) : FW_ERR_MEMORY;
	if ( status != FW_OK )
	{
		fw_space_destroy( made );
		return fw_refuse_status( refusal, status );
	}
	*space = made;
	return FW_OK;
}

fw_status fw_space_create( fw_grid* grid, const fw_space_def* def, fw_space** space, fw_refusal* refusal )
{
	fw_space* made = NULL;
	FW_TRY( FW_CHECK_NULL( refusal, grid, def, space ) );
	FW_TRY( fw_space_create_lean( grid, def, &made, refusal ) );
	const fw_status status = fw_space_update_rest( made );
	if ( status != FW_OK )
	{
		fw_space_destroy( made );
		return fw_refuse_status( refusal, status );
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
	hold( &( fw_holdings ){ .allocator = &allocator }, space );
	fw_free( &allocator, space, 1, sizeof( *space ) );
}

// When memory is out the planes are new, some regions are gone, and the revision is not taken over.
fw_status fw_space_update_lean( fw_space* space )
{
	fw_rect parts[FW_DIRTY_MAX];
	const int32_t count = list_parts( space, space->revision, parts );
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_layer_erode( space->tiles, &space->stands[0], &space->planes[0], parts[i], space->scratch );
		fw_layer_transpose( &space->planes[0], &space->turned, parts[i] );
	}
	FW_TRY( count == 0 || rebuild_regions( space, parts, count ) ? FW_OK : FW_ERR_MEMORY );
	space->revision = fw_grid_revision( space->grid );
	return FW_OK;
}

fw_status fw_space_update_rest( fw_space* space )
{
	fw_rect parts[FW_DIRTY_MAX];
	const int32_t count = space->size == 0 ? list_parts( space, space->rest_revision, parts ) : 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		erode_disc( space, parts[i] );
	}
	FW_TRY( count == 0 || rebuild_quarters( space, parts, count ) ? FW_OK : FW_ERR_MEMORY );
	space->rest_revision = fw_grid_revision( space->grid );
	return FW_OK;
}

fw_status fw_space_update( fw_space* space )
{
	if ( space == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const uint64_t before = space->revision;
	FW_TRY( fw_space_update_lean( space ) );
	const fw_status status = fw_space_update_rest( space );
	space->revision = status == FW_OK ? space->revision : before; // stale
	return status;
}

size_t fw_space_memory( const fw_space* space )
{
	fw_holdings holdings = { .bytes = sizeof( *space ) };
	fw_space held = *space;
	hold( &holdings, &held );
	return holdings.bytes;
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
	FW_ASSERT( space->rest_revision == space->revision );
	const double far = 2.0 * FW_GRID_MAX_SIDE;
	if ( !( fabs( from.x ) < far && fabs( from.y ) < far && fabs( to.x ) < far && fabs( to.y ) < far ) )
	{
		return false;
	}
	const bool square = space->size > 0;
	const fw_regions* regions = square ? &space->regions : &space->quarters;
	const double scale = square ? 1.0 : 2.0;
	const uint32_t a = fw_regions_at( regions, (int32_t)floor( scale * from.x ), (int32_t)floor( scale * from.y ) );
	const uint32_t b = fw_regions_at( regions, (int32_t)floor( scale * to.x ), (int32_t)floor( scale * to.y ) );
	return a != 0 && a == b;
}
