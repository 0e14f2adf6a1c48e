// SPDX-License-Identifier: MIT
// The ground that paths are drawn on: terrains, coast lines, the tile grid, and the heat of the search.
#include "draw.h"

#include <math.h>
#include <stdio.h>

#define COLOR_NOTHING 0x3d4652u
#define COLOR_OTHER 0xcfcac0u
#define WHITE 0xffffffu

// Tiles smaller than this many pixels show no grid lines.
#define GRID_LINES_FROM 9.0

#define HEAT_LEVELS 6

uint32_t draw_terrain_color( const fw_terrain* terrain )
{
	switch ( terrain->letter )
	{
	case '@':
		return COLOR_NOTHING;
	case '.':
		return 0xe8e4cf;
	case 'S':
		return 0xb5bf93;
	case 'W':
		return 0x9cc3da;
	case 'T':
		return 0x7fa374;
	case 'R':
		return 0xd3bf9a;
	default:
		return COLOR_OTHER;
	}
}

uint32_t draw_terrains_used( const fw_grid* grid, fw_rect view )
{
	uint32_t used = 0;
	for ( int32_t y = 0; y < view.height; y++ )
	{
		for ( int32_t x = 0; x < view.width; x++ )
		{
			used |= 1u << fw_grid_get( grid, view.x + x, view.y + y );
		}
	}
	return used;
}

static int32_t kind_count( const picture* image )
{
	return image->moment != NULL ? image->moment->kind_count : 1;
}

static uint32_t capabilities_of( const picture* image, int32_t kind )
{
	return image->moment != NULL ? image->moment->kinds[kind].capabilities : image->unit->capabilities;
}

// For which units of the picture a terrain is blocked, behind its name. Can any enter?
static bool write_blocked( const picture* image, const fw_terrain* terrain, char* text, size_t size )
{
	const picture_moment* crowd = image->moment;
	const int32_t kinds = kind_count( image );
	int32_t entering = 0;
	const char* last_in = "";
	const char* last_out = "";
	for ( int32_t i = 0; i < kinds; i++ )
	{
		const bool enters = ( terrain->capabilities & capabilities_of( image, i ) ) != 0;
		const char** last = enters ? &last_in : &last_out;
		*last = crowd != NULL ? crowd->kinds[i].name : "";
		entering += enters ? 1 : 0;
	}
	if ( entering == 0 || entering == kinds )
	{
		snprintf( text, size, "%s", entering == 0 ? ", blocked" : "" );
	}
	else if ( entering == 1 )
	{
		snprintf( text, size, ", only for %s", last_in );
	}
	else
	{
		snprintf( text, size, ", blocked for %s", entering == kinds - 1 ? last_out : "some" );
	}
	return entering > 0;
}

void draw_map_key( const picture* image, key_list* list )
{
	const uint32_t used = image->terrains != 0 ? image->terrains : draw_terrains_used( image->grid, image->view );
	const double wash = image->hierarchy != NULL ? DRAW_HIERARCHY_WASH : 0.0;
	for ( int32_t i = 0; i < fw_grid_terrain_count( image->grid ); i++ )
	{
		const fw_terrain* terrain = fw_grid_terrain( image->grid, i );
		char blocked[48];
		char cost[32] = "";
		char label[KEY_LABEL];
		const bool enters = write_blocked( image, terrain, blocked, sizeof( blocked ) );
		// Where a unit can be, its clearance covers the terrain.
		if ( ( used >> i & 1u ) == 0 || ( enters && image->clearance != NULL ) )
		{
			continue;
		}
		if ( enters && terrain->cost != 1.0 )
		{
			snprintf( cost, sizeof( cost ), ", cost %g", terrain->cost );
		}
		snprintf( label, sizeof( label ), "%s%s%s", terrain->capabilities == 0 ? "blocked" : terrain->name,
		          terrain->capabilities == 0 ? "" : blocked, cost );
		key_add( list, KEY_TILE, ink_mix( draw_terrain_color( terrain ), WHITE, wash ), 0.0, label );
	}
}

static void view_rectangle( const canvas* on )
{
	cairo_rectangle( on->cairo, on->view.x, on->view.y, on->view.width, on->view.height );
}

// Each terrain over all that came before it: the first one fills the whole view, so no seam shows the paper.
static bool draw_terrains( const canvas* on, const fw_grid* grid, uint32_t used )
{
	ink_color( on->cairo, COLOR_NOTHING, 1.0 );
	view_rectangle( on );
	cairo_fill( on->cairo );
	uint32_t rest = used & ~(uint32_t)( 1u << FW_TERRAIN_OUT );
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ); i++ )
	{
		if ( ( rest >> i & 1u ) == 0 )
		{
			continue;
		}
		if ( !draw_contour( on, grid, rest ) )
		{
			return false;
		}
		ink_color( on->cairo, draw_terrain_color( fw_grid_terrain( grid, i ) ), 1.0 );
		cairo_fill( on->cairo );
		rest &= ~(uint32_t)( 1u << i );
	}
	return true;
}

static void draw_grid_lines( const canvas* on )
{
	const fw_rect view = on->view;
	for ( int32_t x = view.x + 1; x < view.x + view.width; x++ )
	{
		cairo_move_to( on->cairo, x, view.y );
		cairo_line_to( on->cairo, x, view.y + view.height );
	}
	for ( int32_t y = view.y + 1; y < view.y + view.height; y++ )
	{
		cairo_move_to( on->cairo, view.x, y );
		cairo_line_to( on->cairo, view.x + view.width, y );
	}
	ink_color( on->cairo, 0x000000, 0.07 );
	cairo_set_line_width( on->cairo, draw_pixels( on, 1.0 ) );
	cairo_stroke( on->cairo );
}

static uint32_t passable_terrains( const fw_grid* grid, uint32_t capabilities )
{
	uint32_t terrains = 0;
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ); i++ )
	{
		terrains |= ( fw_grid_terrain( grid, i )->capabilities & capabilities ) != 0 ? 1u << i : 0u;
	}
	return terrains;
}

// The lines that units cannot cross, of each kind: as one path, so that they cover each other where they coincide.
static bool draw_coasts( const canvas* on, const picture* image )
{
	for ( int32_t kind = 0; kind < kind_count( image ); kind++ )
	{
		const uint32_t own = passable_terrains( image->grid, capabilities_of( image, kind ) );
		bool drawn = false;
		for ( int32_t k = 0; k < kind && !drawn; k++ )
		{
			drawn = passable_terrains( image->grid, capabilities_of( image, k ) ) == own;
		}
		if ( !drawn && !draw_contour( on, image->grid, own ) )
		{
			return false;
		}
	}
	ink_color( on->cairo, 0x1f262e, 0.55 );
	cairo_set_line_width( on->cairo, draw_pixels( on, fmin( 2.0, 0.6 + 0.06 * on->scale ) ) );
	cairo_stroke( on->cairo );
	return true;
}

bool draw_map( const canvas* on, const picture* image )
{
	const fw_grid* grid = image->grid;
	const uint32_t used = draw_terrains_used( grid, on->view );
	if ( !draw_terrains( on, grid, used ) )
	{
		return false;
	}
	if ( image->clearance != NULL )
	{
		draw_clearance( on, image->clearance, image->largest );
	}
	if ( on->scale >= GRID_LINES_FROM )
	{
		draw_grid_lines( on );
	}
	return draw_coasts( on, image );
}

static int32_t heat_level( uint32_t count )
{
	int32_t level = 0;
	while ( count > 0 && level < HEAT_LEVELS )
	{
		count >>= 1;
		level += 1;
	}
	return level;
}

static double level_cover( int32_t level )
{
	return level > 0 ? 0.38 + 0.06 * level : 0.0;
}

double draw_heat_cover( uint32_t count )
{
	return level_cover( heat_level( count ) );
}

static void heat_rows( const canvas* on, const uint32_t* heat, int32_t width, int32_t level )
{
	for ( int32_t y = on->view.y; y < on->view.y + on->view.height; y++ )
	{
		const uint32_t* row = heat + (size_t)y * (size_t)width;
		int32_t begin = -1;
		for ( int32_t x = on->view.x; x <= on->view.x + on->view.width; x++ )
		{
			const bool in = x < on->view.x + on->view.width && heat_level( row[x] ) == level;
			if ( in && begin < 0 )
			{
				begin = x;
			}
			if ( !in && begin >= 0 )
			{
				cairo_rectangle( on->cairo, begin, y, x - begin, 1.0 );
				begin = -1;
			}
		}
	}
}

void draw_heat( const canvas* on, const uint32_t* heat, int32_t width )
{
	for ( int32_t level = 1; level <= HEAT_LEVELS; level++ )
	{
		heat_rows( on, heat, width, level );
		ink_color( on->cairo, DRAW_HEAT_COLOR, level_cover( level ) );
		cairo_fill( on->cairo );
	}
}
