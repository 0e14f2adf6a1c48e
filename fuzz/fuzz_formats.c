// SPDX-License-Identifier: MIT
// The program's readers of robots' maps and of pictures: no crash, no more memory than the bytes can mean; a fault has
// a sentence; what was read is a grid of the picture's size, and poses in meters come back the same.
#include "color_map.h"
#include "robot_map.h"
#include "tiled.h"

#include "fairway/grid.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#include <math.h>

static void check_fault( fw_status status, const fw_refusal* refusal )
{
	CHECK( status == FW_ERR_SYNTAX || status == FW_ERR_TOO_LARGE );
	CHECK( refusal->status == status && refusal->text[0] != 0 && refusal->line >= 0 );
}

static void try_frame( const map_frame* frame, input* in )
{
	const fw_pose at = fw_make_pose( take( in, 1000 ) / 8.0, take( in, 1000 ) / 8.0, take( in, 64 ) / 10.0 - 3.1 );
	const fw_pose back = frame_to_tiles( frame, frame_to_meters( frame, at ) );
	const double slack = 1e-6 + 1e-9 * ( fabs( frame->x ) + fabs( frame->y ) ) / frame->resolution;
	CHECK( !( frame->resolution > 1e-6 ) || ( fabs( back.x - at.x ) < slack && fabs( back.y - at.y ) < slack ) );
	CHECK( fabs( fw_angle_signed( back.heading - at.heading ) ) < 1e-6 );
}

static void try_picture( const robot_map* robot, input* in )
{
	raster image;
	fw_refusal refusal = { 0 };
	const size_t size = in->left;
	const bool free_unknown = take( in, 2 ) == 0;
	const fw_status status = raster_read( in->bytes, in->left, &image, &refusal );
	if ( status != FW_OK )
	{
		check_fault( status, &refusal );
		CHECK( image.pixels == NULL );
		return;
	}
	CHECK( (size_t)image.width * (size_t)image.height <= 8256 * ( size + 1 ) );
	fw_grid* grid = NULL;
	if ( robot != NULL )
	{
		robot_map map = *robot;
		CHECK( robot_map_grid( &map, &image, free_unknown, &grid, &refusal ) == FW_OK );
		CHECK( map.frame.height == image.height );
		try_frame( &map.frame, in );
	}
	else
	{
		const map_color colors[] = { { 0x3A7F00, FW_TERRAIN_SWAMP }, { 0x0000FF, FW_TERRAIN_WATER } };
		const fw_status made = color_map_grid( &image, colors, 2, &grid, &refusal );
		CHECK( ( made == FW_OK ) == ( grid != NULL ) );
		CHECK( made == FW_OK || ( refusal.line >= 1 && refusal.column >= 1 && refusal.column <= image.width ) );
	}
	CHECK( grid == NULL || ( fw_grid_width( grid ) == image.width && fw_grid_height( grid ) == image.height ) );
	fw_grid_destroy( grid );
	raster_free( &image );
}

// Whatever other file a map names is one and the same.
static char* load( void* context, const char* name, size_t* size )
{
	const char* text = context;
	CHECK( name[0] != 0 );
	*size = strlen( text );
	char* copy = malloc( *size + 1 );
	CHECK( copy != NULL );
	memcpy( copy, text, *size + 1 );
	return copy;
}

static void try_tiled( const char* text, size_t size )
{
	static char set[] = "<tileset><tile id='1'><properties><property name='terrain' value='swamp'/></properties></tile>"
	                    "</tileset>";
	fw_grid* grid = NULL;
	fw_refusal refusal = { 0 };
	char* copy = malloc( size + 1 ); // readers get a text that ends with a zero
	CHECK( copy != NULL );
	memcpy( copy, text, size );
	copy[size] = 0;
	const fw_status status = tiled_parse( copy, size, ( tiled_files ){ load, set }, &grid, &refusal );
	CHECK( ( status == FW_OK ) == ( grid != NULL ) );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED || status == FW_ERR_SYNTAX || status == FW_ERR_TOO_LARGE );
	CHECK( status == FW_OK || ( refusal.status == status && refusal.text[0] != 0 ) );
	fw_grid_destroy( grid );
	free( copy );
}

// A map of Tiled; or the YAML up to a zero byte, the picture behind it.
int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	const uint8_t* end = size > 0 ? memchr( data, 0, size ) : NULL;
	input in = { data, size };
	if ( size > 0 && ( data[0] == '<' || data[0] == '{' ) )
	{
		try_tiled( (const char*)data, size );
		return 0;
	}
	if ( end == NULL || end == data || memcmp( data, "P", 1 ) == 0 || data[0] == 0x89 )
	{
		try_picture( NULL, &in );
		return 0;
	}
	robot_map map;
	fw_refusal refusal = { 0 };
	const size_t text = (size_t)( end - data );
	const fw_status status = robot_map_parse( (const char*)data, text, &map, &refusal );
	if ( status != FW_OK )
	{
		check_fault( status, &refusal );
		CHECK( refusal.line >= 1 && refusal.column >= 1 );
		return 0;
	}
	CHECK( map.frame.resolution > 0.0 && map.free <= map.occupied && map.image[0] != 0 );
	in = ( input ){ end + 1, size - text - 1 };
	try_picture( &map, &in );
	return 0;
}
