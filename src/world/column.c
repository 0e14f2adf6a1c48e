// SPDX-License-Identifier: MIT
// Columns: the walkers of a group go round corners side by side.
//
// Shortest paths touch the corners that they go round, all of them the same ones. A group whose members all keep to
// theirs gets as long there as a single file. So each member has a file, and the vertices of its path are moved away
// from the corners by as many tiles, as far as there is room. Its guide keeps it off walls by as much (crowd/guide.h):
// else it would cut the corner as soon as others hold it up.
#include "world/world.h"

#include "fairway/sweep.h"
#include "field/node.h"
#include "geom/geom.h"

#include <math.h>

// A column of so many files is about four times as long as wide, as rows are further apart than files.
#define FILES_BY_ROOT 0.5
// Of two directions that differ by less there is no corner between them.
#define STRAIGHT 1e-3
// No segment gets shorter [tiles].
#define SHORTEST 0.01

int32_t fw_world_file( const world_unit* unit, int32_t member, int32_t members )
{
	const double files = fmin( 0.5 + FILES_BY_ROOT * sqrt( members ), FW_ENGINE_FILES );
	const bool gathers = unit->kind == FW_ORDER_GATHER || unit->kind == FW_ORDER_PATROL;
	const bool steps = fw_world_is_plain( &unit->plan ) && unit->plan.unit.outline.count == 0 &&
	                   fw_node_step( unit->plan.unit.radius ) == 2;
	return gathers && steps ? member % (int32_t)files : 0;
}

static fw_vec2 moved( const world_vertex* vertex )
{
	return ( fw_vec2 ){ vertex->at.x + vertex->off * vertex->out.x, vertex->at.y + vertex->off * vertex->out.y };
}

static fw_vec2 direction( const fw_segment* line )
{
	return ( fw_vec2 ){ ( line->to.x - line->from.x ) / line->length, ( line->to.y - line->from.y ) / line->length };
}

// Away from the corner that a path goes round is against the way that it turns.
static void note_vertices( const fw_path* path, double off, world_vertex* vertices )
{
	vertices[0] = ( world_vertex ){ .at = path->segments[0].from };
	for ( int32_t i = 1; i < path->count; i++ )
	{
		const fw_vec2 turn = fw_minus( direction( &path->segments[i - 1] ), direction( &path->segments[i] ) );
		const double length = fw_length( turn.x, turn.y );
		vertices[i] = ( world_vertex ){ .at = path->segments[i].from };
		if ( length > STRAIGHT )
		{
			vertices[i].out = ( fw_vec2 ){ turn.x / length, turn.y / length };
			vertices[i].off = off;
		}
	}
	vertices[path->count] = ( world_vertex ){ .at = path->segments[path->count - 1].to };
}

static bool has_lines_only( const fw_path* path )
{
	bool lines = path->count > 0;
	for ( int32_t i = 0; i < path->count && lines; i++ )
	{
		lines = path->segments[i].kind == FW_SEGMENT_LINE && path->segments[i].length > 0.0;
	}
	return lines;
}

static bool is_free( const fw_world* world, const fw_unit* unit, const world_vertex* from, const world_vertex* to )
{
	const fw_segment line = fw_segment_line( moved( from ), moved( to ), FW_GEAR_FORWARD );
	return line.length >= SHORTEST && fw_sweep_segment( world->grid, unit, &line );
}

// Moves vertices back by a tile until all lines between moved ones are free. Where none is moved the path is as it was.
// O(vertices x files).
static void move_back( const fw_world* world, const fw_unit* unit, int32_t count, world_vertex* vertices )
{
	for ( int32_t i = 0; i < count; )
	{
		world_vertex* from = &vertices[i];
		world_vertex* to = &vertices[i + 1];
		if ( ( from->off == 0.0 && to->off == 0.0 ) || is_free( world, unit, from, to ) )
		{
			i++;
			continue;
		}
		from->off = fmax( from->off - 1.0, 0.0 );
		to->off = fmax( to->off - 1.0, 0.0 );
		i = i > 0 ? i - 1 : 0; // the line before has changed, too
	}
}

fw_status fw_world_fall_in( fw_world* world, int32_t slot, int32_t* file )
{
	const world_unit* unit = &world->units[slot];
	fw_path* path = &world->result.path;
	const fw_unit* of = &unit->plan.unit;
	*file = 0;
	if ( unit->file == 0 || !has_lines_only( path ) || fw_grid_one_way_count( world->grid ) > 0 ||
	     fw_grid_has_costs( world->grid, of->capabilities ) )
	{
		return FW_OK;
	}
	if ( !FW_GROW( &world->allocator, &world->vertices, &world->vertex_capacity, path->count + 1 ) )
	{
		return FW_ERR_MEMORY;
	}
	world_vertex* vertices = world->vertices;
	note_vertices( path, unit->file, vertices );
	move_back( world, of, path->count, vertices );
	path->length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		if ( vertices[i].off > 0.0 || vertices[i + 1].off > 0.0 )
		{
			*file = unit->file;
			path->segments[i] = fw_segment_line( moved( &vertices[i] ), moved( &vertices[i + 1] ), FW_GEAR_FORWARD );
		}
		path->length += path->segments[i].length;
	}
	return FW_OK;
}
