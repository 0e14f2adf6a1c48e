// SPDX-License-Identifier: MIT
// Columns: the walkers of a group go round corners side by side.
//
// Shortest paths touch the corners that they go round, all of them the same ones. A group whose members all keep to
// theirs gets as long there as a single file. So each member has a file: who stands on the left of the way has a file
// on the left. Where a path goes round a corner, its vertex is moved: the file next to the corner passes it 0.2 tiles
// away, and each other one a tile further out, as far as there is room. So files never cross. The guide of a
// member keeps it off walls by as much (crowd/guide.h): else it would cut the corner as soon as others hold it up.
#include "world/world.h"

#include "fairway/sweep.h"
#include "field/node.h"
#include "geom/geom.h"
#include "path/path.h"

#include <math.h>

// A column of so many files is about twice as long as wide. With 0.5 the last one of 48 groups of 9 to 100 walkers is
// round the end of a wall after 35.6 s on average, with this after 34.5 s; of 288 groups of bench_group_orders, as they
// were then, 138 are home within 1.3 times the slowest alone with 0.5, and 147 with this.
#define FILES_BY_ROOT 0.7
// The direction of the way is that from the middle of the group to the point of the path that is so many times as far
// from its start as the group reaches.
#define LOOK 3.0
// Of two directions that differ by less there is no corner between them.
#define STRAIGHT 1e-3
// The file next to a corner passes it so far away [tiles]: where its path was moved at the corner before, it comes from
// another direction, and would touch this one.
#define BESIDE 0.2
// No segment gets shorter [tiles].
#define SHORTEST 0.01

int32_t fw_world_files( const world_unit* unit, fw_order_kind kind, int32_t members )
{
	const double files = fmin( 0.5 + FILES_BY_ROOT * sqrt( members ), FW_ENGINE_FILES );
	const bool gathers = kind == FW_ORDER_GATHER || kind == FW_ORDER_PATROL;
	const bool steps = fw_world_is_plain( &unit->plan ) && unit->plan.unit.outline.count == 0 &&
	                   fw_node_step( unit->plan.unit.radius ) == 2;
	return gathers && steps ? (int32_t)files : 1;
}

// A column that goes round a corner has no left and right of one way, so it keeps its files, unless it turns back.
bool fw_world_keeps_files( const fw_world* world, const world_group* group )
{
	double ahead = 0.0;
	bool keeps = true;
	for ( int32_t i = 0; i < group->count && keeps; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		const fw_pose here = fw_engine_stop_pose( world->engine, unit->body );
		double sine;
		double cosine;
		fw_sincos( here.heading, &sine, &cosine );
		ahead += cosine * ( world->choice.found[i].x - here.x ) + sine * ( world->choice.found[i].y - here.y );
		keeps = fw_world_files( unit, group->order.kind, group->count ) == unit->files &&
		        ( unit->files == 1 || world->groups[unit->group].lined_up );
	}
	return keeps && ahead > 0.0;
}

// From the middle of its group.
static fw_vec2 place_of( const fw_world* world, const world_group* group, const world_unit* unit )
{
	const fw_pose pose = fw_engine_stop_pose( world->engine, unit->body );
	return ( fw_vec2 ){ pose.x - group->came_from.x, pose.y - group->came_from.y };
}

// The direction in which a group sets out, of which one has a path.
static fw_vec2 find_way( const fw_world* world, const world_group* group, const fw_path* path )
{
	double squares = 0.0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const fw_vec2 place = place_of( world, group, &world->units[group->members[i]] );
		squares += fw_dot( place, place );
	}
	const double reach = 2.0 * sqrt( squares / group->count );
	const fw_pose to = fw_path_at( path, fmin( LOOK * reach, path->length ) ).pose;
	return ( fw_vec2 ){ to.x - group->came_from.x, to.y - group->came_from.y };
}

// Gives all members their files, those furthest on the left of the way the first one. O(members * log members).
static void line_up( fw_world* world, world_group* group, const fw_path* path )
{
	const fw_vec2 way = find_way( world, group, path );
	shape_rank* ranks = world->choice.ranks;
	int32_t count = 0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		const fw_vec2 place = place_of( world, group, unit );
		if ( unit->files > 1 )
		{
			ranks[count++] = ( shape_rank ){ way.x * place.y - way.y * place.x, 0.0, i };
		}
	}
	fw_shape_sort( ranks, count );
	for ( int32_t i = 0; i < count; i++ )
	{
		world_unit* unit = &world->units[group->members[ranks[i].index]];
		unit->file = (int32_t)( (int64_t)i * unit->files / count );
	}
	group->lined_up = true;
}

static fw_vec2 moved( const world_vertex* vertex )
{
	return ( fw_vec2 ){ vertex->at.x + vertex->off * vertex->out.x, vertex->at.y + vertex->off * vertex->out.y };
}

static fw_vec2 direction( const fw_segment* line )
{
	return ( fw_vec2 ){ ( line->to.x - line->from.x ) / line->length, ( line->to.y - line->from.y ) / line->length };
}

// Away from the corner that a path goes round is against the way that it turns. `left`, `right`: so far from corners on
// that side.
static void note_vertices( const fw_path* path, double left, double right, world_vertex* vertices )
{
	vertices[0] = ( world_vertex ){ .at = path->segments[0].from };
	for ( int32_t i = 1; i < path->count; i++ )
	{
		const fw_vec2 before = direction( &path->segments[i - 1] );
		const fw_vec2 after = direction( &path->segments[i] );
		const fw_vec2 turn = fw_minus( before, after );
		const double length = fw_length( turn.x, turn.y );
		vertices[i] = ( world_vertex ){ .at = path->segments[i].from };
		if ( length > STRAIGHT )
		{
			vertices[i].out = ( fw_vec2 ){ turn.x / length, turn.y / length };
			vertices[i].off = BESIDE + ( before.x * after.y - before.y * after.x > 0.0 ? right : left );
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

// Has a unit passed the end of a segment, beside it?
static bool is_past( fw_vec2 from, const fw_segment* segment, const fw_segment* next )
{
	return fw_dot( fw_minus( segment->to, from ), fw_minus( next->to, next->from ) ) <= 0.0;
}

static bool is_clear( const fw_world* world, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return line.length >= SHORTEST && fw_sweep_segment( world->grid, unit, &line );
}

// By the segments of its old path from the first to the last one, straight to the first and from the last one.
static double way_by( const fw_path* old, int32_t first, int32_t last, fw_vec2 from, fw_vec2 to )
{
	const fw_vec2 begin = fw_minus( old->segments[first].to, from );
	const fw_vec2 end = fw_minus( to, old->segments[last].to );
	double length = fw_length( begin.x, begin.y ) + fw_length( end.x, end.y );
	for ( int32_t i = first + 1; i <= last; i++ )
	{
		length += old->segments[i].length;
	}
	return length;
}

// A unit that is sent elsewhere keeps to its way round corners as far as that leads there. The shortest path from where
// it is would touch a corner once more, or none: all files would draw together behind it. O(vertices^2).
static fw_status keep_way( fw_world* world, const world_unit* unit, int32_t* left, int32_t* right )
{
	fw_path* path = &world->result.path;
	const fw_path* old = &unit->path;
	const fw_unit* of = &unit->plan.unit;
	const fw_pose start = path->start;
	const fw_vec2 from = { start.x, start.y };
	const fw_vec2 to = fw_path_tip( path );
	double behind;
	int32_t first = fw_world_segment( world, unit, &behind );
	while ( first + 1 < old->count && is_past( from, &old->segments[first], &old->segments[first + 1] ) )
	{
		first++;
	}
	int32_t last = old->count - 2;
	while ( last >= first && ( way_by( old, first, last, from, to ) > path->length + unit->files ||
	                           !is_clear( world, of, old->segments[last].to, to ) ) )
	{
		last--;
	}
	if ( last < first || !is_clear( world, of, from, old->segments[first].to ) )
	{
		return FW_OK;
	}
	fw_path between = *old;
	between.segments += first + 1;
	between.count = last - first;
	if ( fw_sweep_path( world->grid, of, &between ) < between.count )
	{
		return FW_OK;
	}
	*left = unit->file;
	*right = unit->files - 1 - unit->file;
	fw_path_clear( path, start );
	FW_TRY( fw_path_append_line( path, old->segments[first].to, FW_GEAR_FORWARD ) );
	FW_TRY( fw_path_append_all( path, between.segments, between.count ) );
	return fw_path_append_line( path, to, FW_GEAR_FORWARD );
}

fw_status fw_world_fall_in( fw_world* world, int32_t slot, bool sent, int32_t* left, int32_t* right )
{
	const world_unit* unit = &world->units[slot];
	fw_path* path = &world->result.path;
	const fw_unit* of = &unit->plan.unit;
	*left = 0;
	*right = 0;
	if ( unit->group < 0 || unit->files == 1 || !has_lines_only( path ) || fw_grid_one_way_count( world->grid ) > 0 ||
	     fw_grid_has_costs( world->grid, of->capabilities ) )
	{
		return FW_OK;
	}
	if ( !FW_GROW( &world->allocator, &world->vertices, &world->vertex_capacity, path->count + 1 ) )
	{
		return FW_ERR_MEMORY;
	}
	if ( !world->groups[unit->group].lined_up )
	{
		line_up( world, &world->groups[unit->group], path );
	}
	world_vertex* vertices = world->vertices;
	const int32_t off_left = unit->file;
	const int32_t off_right = unit->files - 1 - unit->file;
	note_vertices( path, off_left, off_right, vertices );
	move_back( world, of, path->count, vertices );
	path->length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		if ( vertices[i].off > 0.0 || vertices[i + 1].off > 0.0 )
		{
			*left = off_left;
			*right = off_right;
			path->segments[i] = fw_segment_line( moved( &vertices[i] ), moved( &vertices[i + 1] ), FW_GEAR_FORWARD );
		}
		path->length += path->segments[i].length;
	}
	return sent && has_lines_only( &unit->path ) ? keep_way( world, unit, left, right ) : FW_OK;
}
