// SPDX-License-Identifier: MIT
// Cones: a copy of the map around a tile path, on which a unit has to keep to the road but has room for the turns of
// the path. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "The Road Problem", its fourth solution.
// Differs from it: room for a turn ends on all sides, so that no unit crosses open land from one turn to the next one.
#include "grid/grid.h"
#include "roads/roads.h"

#include <math.h>

struct fw_cones
{
	fw_allocator allocator;
	fw_grid* grid;
	fw_rect part;
	uint8_t* blocked; // [tiles of the part] not 0: by the cones
};

double fw_roads_half_width( const fw_unit* unit )
{
	double most = 0.0;
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		most = fmax( most, fabs( unit->outline.corners[i].y ) );
	}
	return most + unit->radius;
}

int32_t fw_roads_overhang( const fw_unit* unit )
{
	double most = 0.0;
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		most = fmax( most, fabs( unit->outline.corners[i].x ) );
	}
	return (int32_t)ceil( fmax( 0.0, most + unit->radius - fw_roads_half_width( unit ) ) );
}

int32_t fw_roads_turn_tiles( const fw_unit* unit )
{
	const double r = fw_roads_half_width( unit );
	const double turning = unit->turning_radius;
	// The near corner of the first tile in the way may be as far from the arc's center as the inner edge of the disc's
	// sweep.
	const double play = r < 0.5 ? fmax( 0.0, ( 0.5 - r ) * ( 2.0 * turning - r - 0.5 ) ) : 0.0;
	const double tiles = ceil( turning + 0.5 - sqrt( play ) - 1e-9 );
	return tiles > 1.0 ? (int32_t)tiles : 1;
}

fw_cones_def fw_default_cones_def( void )
{
	return ( fw_cones_def ){ .cones = true, .narrow = true };
}

void fw_marks_around( const fw_marks* m, int32_t x, int32_t y, int32_t reach, uint8_t mark )
{
	const int32_t x0 = x - reach > 0 ? x - reach : 0;
	const int32_t x1 = x + reach < m->part.width - 1 ? x + reach : m->part.width - 1;
	const int32_t y0 = y - reach > 0 ? y - reach : 0;
	const int32_t y1 = y + reach < m->part.height - 1 ? y + reach : m->part.height - 1;
	for ( int32_t row = y0; row <= y1; row++ )
	{
		for ( int32_t column = x0; column <= x1; column++ )
		{
			*fw_marks_at( m, column, row ) |= mark;
		}
	}
}

static bool add_tile( const fw_allocator* allocator, fw_marks* m, int32_t x, int32_t y )
{
	const fw_path_tile* last = m->path_count > 0 ? &m->path[m->path_count - 1] : NULL;
	return ( last != NULL && last->x == x && last->y == y ) ||
	       FW_PUSH( allocator, &m->path, &m->path_count, &m->path_capacity, ( fw_path_tile ){ .x = x, .y = y } );
}

// The tiles of a tile path, each beside the last one unless a link lies between. False if memory is out.
static bool list_tiles( const fw_allocator* allocator, const fw_path* path, fw_marks* m )
{
	bool good = true;
	for ( int32_t i = 0; i < path->count && good; i++ )
	{
		const fw_segment* line = &path->segments[i];
		const double dx = line->to.x - line->from.x;
		const double dy = line->to.y - line->from.y;
		const int32_t steps = (int32_t)ceil( fmax( fabs( dx ), fabs( dy ) ) - 1e-9 );
		for ( int32_t k = 0; k <= steps && good; k++ )
		{
			const double part = steps > 0 ? (double)k / steps : 0.0;
			good = add_tile( allocator, m, (int32_t)floor( line->from.x + part * dx ),
			                 (int32_t)floor( line->from.y + part * dy ) );
		}
	}
	if ( path->count == 0 )
	{
		good = add_tile( allocator, m, (int32_t)floor( path->start.x ), (int32_t)floor( path->start.y ) );
	}
	return good;
}

// Finds the part of the map around the tiles; their coordinates count from its corner afterwards.
static void take_part( fw_marks* m, int32_t margin )
{
	int32_t x0 = m->path[0].x, x1 = x0, y0 = m->path[0].y, y1 = y0;
	for ( int32_t i = 1; i < m->path_count; i++ )
	{
		const fw_path_tile* at = &m->path[i];
		x0 = at->x < x0 ? at->x : x0;
		x1 = at->x > x1 ? at->x : x1;
		y0 = at->y < y0 ? at->y : y0;
		y1 = at->y > y1 ? at->y : y1;
	}
	const fw_rect around = { x0 - margin, y0 - margin, x1 - x0 + 1 + 2 * margin, y1 - y0 + 1 + 2 * margin };
	m->part = fw_grid_clip( m->grid, around );
	for ( int32_t i = 0; i < m->path_count; i++ )
	{
		m->path[i].x -= m->part.x;
		m->path[i].y -= m->part.y;
	}
}

// Finds which tiles are roads, and where the tile path turns.
static void find_roads_and_turns( const fw_marks* m )
{
	for ( int32_t i = 0; i < m->path_count; i++ )
	{
		fw_path_tile* at = &m->path[i];
		at->road = fw_marks_road( m, at->x, at->y );
		if ( i > 0 && i + 1 < m->path_count )
		{
			at->turn = at[1].x - at->x != at->x - at[-1].x || at[1].y - at->y != at->y - at[-1].y;
		}
	}
}

// The distance of each tile from the nearest road, diagonals counted as one: forward and back over all rows (A.
// Rosenfeld, J. Pfaltz, 1966).
static void measure( const fw_marks* m, uint8_t* far )
{
	const int32_t width = m->part.width;
	const int32_t height = m->part.height;
	for ( int32_t pass = 0; pass < 2; pass++ )
	{
		const int32_t step = pass == 0 ? 1 : -1;
		for ( int32_t i = 0; i < width * height; i++ )
		{
			const int32_t at = pass == 0 ? i : width * height - 1 - i;
			const int32_t x = at % width;
			const int32_t y = at / width;
			int32_t least = pass == 0 ? ( fw_marks_road( m, x, y ) ? 0 : UINT8_MAX ) : far[at];
			const int32_t dx[4] = { -step, -1, 0, 1 };
			const int32_t dy[4] = { 0, -step, -step, -step };
			for ( int32_t k = 0; k < 4; k++ )
			{
				const int32_t bx = x + dx[k];
				const int32_t by = y + dy[k];
				const bool inside = bx >= 0 && by >= 0 && bx < width && by < height;
				const int32_t beside = inside ? far[by * width + bx] + 1 : UINT8_MAX;
				least = beside < least ? beside : least;
			}
			far[at] = (uint8_t)least;
		}
	}
}

// Blocks the tiles beside roads, except where turns need room and where the tile path is off the road.
static void mark_cones( const fw_marks* m, const uint8_t* far )
{
	bool leaves = false;
	for ( int32_t i = 0; i < m->path_count; i++ )
	{
		const fw_path_tile* at = &m->path[i];
		const bool end = i == 0 || i + 1 == m->path_count;
		leaves = leaves || !at->road;
		if ( !at->road )
		{
			fw_marks_around( m, at->x, at->y, m->turn_tiles + m->def->verge + 1, FW_MARK_OPEN );
		}
		else if ( at->turn || ( end && m->def->open_ends ) )
		{
			fw_marks_around( m, at->x, at->y, m->turn_tiles + m->def->verge - 1, FW_MARK_OPEN );
		}
	}
	const int32_t tiles = m->part.width * m->part.height;
	const int32_t most = leaves ? m->def->verge + m->turn_tiles : UINT8_MAX;
	for ( int32_t i = 0; i < tiles; i++ )
	{
		const bool beside = far[i] > m->def->verge && far[i] <= most;
		m->marks[i] |= beside && ( m->marks[i] & FW_MARK_OPEN ) == 0 ? FW_MARK_BLOCKED : 0;
	}
}

static fw_status make_marks( fw_marks* m, const fw_allocator* allocator )
{
	const double room = ceil( 2.0 * m->unit->turning_radius + 2.0 * fw_unit_outer_radius( m->unit ) ) + 4.0;
	take_part( m, m->turn_tiles + m->def->verge + (int32_t)room );
	const size_t tiles = (size_t)m->part.width * (size_t)m->part.height;
	m->marks = fw_alloc_zero( allocator, tiles, 1 );
	uint8_t* far = fw_alloc( allocator, tiles, 1 );
	const bool good = m->marks != NULL && far != NULL;
	if ( good )
	{
		find_roads_and_turns( m );
	}
	if ( good && m->def->cones )
	{
		measure( m, far );
		mark_cones( m, far );
	}
	if ( good && ( m->def->lane != FW_LANE_ANY || m->def->narrow ) )
	{
		fw_marks_lane( m );
	}
	fw_free( allocator, far, tiles, 1 );
	return good ? FW_OK : FW_ERR_MEMORY;
}

// The grid of the part, with what is marked as blocked.
static fw_status make_grid( fw_cones* made, const fw_marks* m )
{
	const size_t width = (size_t)m->part.width;
	const size_t tiles = width * (size_t)m->part.height;
	uint8_t closed = 0;
	uint8_t* ids = fw_alloc( &made->allocator, tiles, 1 );
	fw_status status =
	    ids == NULL ? FW_ERR_MEMORY
	                : fw_roads_grid( m->grid, m->unit->capabilities, &made->allocator, m->part, &closed, &made->grid );
	for ( size_t i = 0; i < tiles && status == FW_OK; i++ )
	{
		const int32_t x = m->part.x + (int32_t)( i % width );
		const int32_t y = m->part.y + (int32_t)( i / width );
		const bool passable = fw_grid_passable( m->grid, x, y, m->unit->capabilities );
		m->marks[i] = passable && ( m->marks[i] & FW_MARK_BLOCKED ) != 0;
		ids[i] = m->marks[i] != 0 ? closed : fw_grid_get( m->grid, x, y );
	}
	const fw_rect all = { 0, 0, m->part.width, m->part.height };
	status = status == FW_OK ? fw_grid_write( made->grid, all, ids, width, NULL ) : status;
	fw_free( &made->allocator, ids, tiles, 1 );
	return status;
}

fw_status fw_cones_create( const fw_grid* grid, const fw_unit* unit, const fw_cones_def* def, const fw_path* tile_path,
                           fw_cones** cones )
{
	FW_ASSERT( unit->size == 0 && fw_grid_is_plain( grid, unit->capabilities ) );
	const fw_allocator own = fw_allocator_or_default( &def->allocator );
	fw_marks m = { .grid = grid, .unit = unit, .def = def };
	m.terrains = def->terrains != 0 ? def->terrains : fw_roads_terrains( grid );
	m.turn_tiles = def->turn_tiles != 0 ? def->turn_tiles : fw_roads_turn_tiles( unit ) + fw_roads_overhang( unit );
	fw_cones* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	fw_status status = list_tiles( &own, tile_path, &m ) ? make_marks( &m, &own ) : FW_ERR_MEMORY;
	fw_free( &own, m.path, (size_t)m.path_capacity, sizeof( *m.path ) );
	made->allocator = own;
	made->part = m.part;
	made->blocked = m.marks;
	status = status == FW_OK ? make_grid( made, &m ) : status;
	if ( status != FW_OK )
	{
		fw_cones_destroy( made );
		return status;
	}
	*cones = made;
	return FW_OK;
}

void fw_cones_destroy( fw_cones* cones )
{
	if ( cones == NULL )
	{
		return;
	}
	const fw_allocator allocator = cones->allocator;
	fw_grid_destroy( cones->grid );
	fw_free( &allocator, cones->blocked, (size_t)cones->part.width * (size_t)cones->part.height, 1 );
	fw_free( &allocator, cones, 1, sizeof( *cones ) );
}

fw_grid* fw_cones_grid( const fw_cones* cones )
{
	return cones->grid;
}

fw_rect fw_cones_part( const fw_cones* cones )
{
	return cones->part;
}

bool fw_cones_has( const fw_cones* cones, int32_t x, int32_t y )
{
	const int32_t column = x - cones->part.x;
	const int32_t row = y - cones->part.y;
	return column >= 0 && row >= 0 && column < cones->part.width && row < cones->part.height &&
	       cones->blocked[(size_t)row * (size_t)cones->part.width + (size_t)column] != 0;
}
