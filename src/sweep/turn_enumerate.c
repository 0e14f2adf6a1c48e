// SPDX-License-Identifier: MIT
// Which curves a turn table could hold: all words between lattice poses in the ring, with the tiles they sweep.
#include "sweep/turn_builder.h"

#include <math.h>
#include <stdlib.h>

bool fw_rows_within( const fw_sweep_row* a, uint32_t a_count, int32_t dx, int32_t dy, const fw_sweep_row* b,
                     uint32_t b_count )
{
	uint32_t j = 0;
	for ( uint32_t i = 0; i < a_count; i++ )
	{
		const fw_sweep_row row = { a[i].y + dy, a[i].x0 + dx, a[i].x1 + dx };
		while ( j < b_count && ( b[j].y < row.y || ( b[j].y == row.y && b[j].x1 < row.x0 ) ) )
		{
			j++;
		}
		if ( j == b_count || b[j].y != row.y || b[j].x0 > row.x0 || b[j].x1 < row.x1 )
		{
			return false;
		}
	}
	return true;
}

bool fw_turn_near_bits( const fw_sweep_row* rows, uint32_t count, uint64_t near[FW_NEAR_WORDS] )
{
	bool inside = true;
	memset( near, 0, FW_NEAR_WORDS * sizeof( *near ) );
	for ( uint32_t i = 0; i < count; i++ )
	{
		const int32_t x0 = rows[i].x0 < -FW_NEAR_REACH ? -FW_NEAR_REACH : rows[i].x0;
		const int32_t x1 = rows[i].x1 >= FW_NEAR_REACH ? FW_NEAR_REACH - 1 : rows[i].x1;
		const int32_t y = rows[i].y + FW_NEAR_REACH;
		inside = inside && x0 == rows[i].x0 && x1 == rows[i].x1 && y >= 0 && y < 2 * FW_NEAR_REACH;
		if ( x0 <= x1 && y >= 0 && y < 2 * FW_NEAR_REACH )
		{
			const uint64_t run = ( ( (uint64_t)2 << ( x1 - x0 ) ) - 1 ) << ( x0 + FW_NEAR_REACH );
			near[y / 4] |= run << ( 16 * ( y % 4 ) );
		}
	}
	return inside;
}

static int compare_rows( const void* left, const void* right )
{
	const fw_sweep_row* a = left;
	const fw_sweep_row* b = right;
	return a->y != b->y ? ( a->y < b->y ? -1 : 1 ) : a->x0 != b->x0 ? ( a->x0 < b->x0 ? -1 : 1 ) : 0;
}

// Sorts by row and column and joins what overlaps or touches; returns how many are left.
static int32_t merge_rows( fw_sweep_row* rows, int32_t count )
{
	for ( int32_t i = 1; i < count; i++ )
	{
		if ( compare_rows( &rows[i - 1], &rows[i] ) > 0 )
		{
			qsort( rows, (size_t)count, sizeof( *rows ), compare_rows );
			break;
		}
	}
	int32_t kept = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_sweep_row* last = kept > 0 ? &rows[kept - 1] : NULL;
		if ( last != NULL && last->y == rows[i].y && rows[i].x0 <= last->x1 + 1 )
		{
			last->x1 = rows[i].x1 > last->x1 ? rows[i].x1 : last->x1;
		}
		else
		{
			rows[kept++] = rows[i];
		}
	}
	return kept;
}

static int32_t sweep_rows_of( turn_builder* builder, const fw_curve* curve )
{
	fw_segment segments[3];
	const int32_t parts = fw_curve_segments( curve, segments );
	int32_t count = 0;
	for ( int32_t i = 0; i < parts; i++ )
	{
		const int32_t room = FW_TURN_ROWS_MAX - count;
		const int32_t more = fw_sweep_rows( builder->turns->def.radius, &segments[i], builder->scratch + count, room );
		FW_ASSERT( more <= room );
		count += more < room ? more : room;
	}
	return merge_rows( builder->scratch, count );
}

// Adds one curve unless it sweeps all that a shorter one between the same poses does. False when memory is out.
static bool add_candidate( turn_builder* builder, turn_candidate made, const fw_curve* curve, int32_t first_sibling )
{
	const int32_t rows = sweep_rows_of( builder, curve );
	for ( int32_t i = first_sibling; i < builder->count; i++ )
	{
		const turn_candidate* shorter = &builder->candidates[i];
		if ( fw_rows_within( builder->rows + shorter->rows, shorter->row_count, 0, 0, builder->scratch,
		                     (uint32_t)rows ) )
		{
			builder->turns->dropped++;
			return true;
		}
	}
	if ( !FW_GROW( &builder->allocator, &builder->rows, &builder->row_capacity, builder->row_count + rows ) ||
	     !FW_GROW( &builder->allocator, &builder->candidates, &builder->capacity, builder->count + 1 ) )
	{
		return false;
	}
	memcpy( builder->rows + builder->row_count, builder->scratch, (size_t)rows * sizeof( fw_sweep_row ) );
	made.length = curve->length;
	made.word = (uint8_t)curve->word;
	made.rows = (uint32_t)builder->row_count;
	made.row_count = (uint32_t)rows;
	builder->row_count += rows;
	fw_turn_near_bits( builder->scratch, (uint32_t)rows, made.near );
	builder->candidates[builder->count++] = made;
	return true;
}

// All curves between two lattice poses; the second lies (hx, hy) half tiles from the first.
static bool add_curves( turn_builder* builder, int32_t from_phase, int32_t from, int32_t hx, int32_t hy, int32_t to,
                        double longest )
{
	const fw_turns* turns = builder->turns;
	const int32_t px = ( from_phase & 1 ? 0 : 1 ) + hx;
	const int32_t py = ( from_phase & 2 ? 0 : 1 ) + hy;
	const fw_vec2 a = fw_lattice_point( 0, 0, from_phase );
	const fw_pose start = { a.x, a.y, fw_turns_angle( turns, from ) };
	const fw_pose goal = { px / 2.0, py / 2.0, fw_turns_angle( turns, to ) };
	const turn_candidate made = {
	    .dx = (int8_t)( ( px - ( px & 1 ) ) / 2 ),
	    .dy = (int8_t)( ( py - ( py & 1 ) ) / 2 ),
	    .phase = (uint8_t)( ( px & 1 ? 0 : 1 ) | ( py & 1 ? 0 : 2 ) ),
	    .heading = (uint8_t)to,
	    .from_phase = (uint8_t)from_phase,
	    .from_heading = (uint8_t)from,
	};
	fw_curve curves[6];
	const double radius = turns->def.turning_radius;
	const int32_t count = fw_curve_all( start, goal, radius, turns->def.words, FW_GEAR_FORWARD, curves );
	const int32_t first_sibling = builder->count;
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( curves[i].length > longest )
		{
			break;
		}
		if ( !add_candidate( builder, made, &curves[i], first_sibling ) )
		{
			return false;
		}
	}
	return true;
}

// How many headings are computed; the others are their images under turns by 90 degrees.
static int32_t base_headings( const fw_turns* turns )
{
	return turns->headings >= 4 ? turns->headings / 4 : turns->headings;
}

// Turns rows by 90 degrees about the first pose's point: tile (i, j) goes to (-j, i), or a column further where the
// point lies on the upper edge of its tile. False when memory is out.
static bool turn_rows( turn_builder* builder, const turn_candidate* from, turn_candidate* to )
{
	const int32_t shift = from->from_phase & 2 ? 1 : 0;
	int32_t x0 = INT32_MAX;
	int32_t x1 = INT32_MIN;
	for ( uint32_t i = 0; i < from->row_count; i++ )
	{
		const fw_sweep_row* row = &builder->rows[from->rows + i];
		x0 = row->x0 < x0 ? row->x0 : x0;
		x1 = row->x1 > x1 ? row->x1 : x1;
	}
	to->rows = (uint32_t)builder->row_count;
	to->row_count = 0;
	// Column x becomes row x. Old rows from the last to the first become columns from left to right.
	for ( int32_t x = x0; x <= x1; x++ )
	{
		for ( uint32_t i = from->row_count; i-- > 0; )
		{
			if ( !FW_GROW( &builder->allocator, &builder->rows, &builder->row_capacity, builder->row_count + 1 ) )
			{
				return false;
			}
			const fw_sweep_row* row = &builder->rows[from->rows + i];
			const int32_t column = -row->y - shift;
			fw_sweep_row* last = to->row_count > 0 ? &builder->rows[builder->row_count - 1] : NULL;
			if ( x < row->x0 || x > row->x1 )
			{
				continue;
			}
			if ( last != NULL && last->y == x && last->x1 == column - 1 )
			{
				last->x1 = column;
			}
			else
			{
				builder->rows[builder->row_count++] = ( fw_sweep_row ){ x, column, column };
				to->row_count++;
			}
		}
	}
	return true;
}

// Adds the image of a candidate under a turn by 90 degrees.
static bool add_image( turn_builder* builder, int32_t index )
{
	if ( !FW_GROW( &builder->allocator, &builder->candidates, &builder->capacity, builder->count + 1 ) )
	{
		return false;
	}
	const turn_candidate from = builder->candidates[index];
	const int32_t headings = builder->turns->headings;
	turn_candidate image = from;
	// The phase of a point turns with it: its x is an integer where its y was.
	image.from_phase = (uint8_t)( ( from.from_phase & 1 ) << 1 | from.from_phase >> 1 );
	image.phase = (uint8_t)( ( from.phase & 1 ) << 1 | from.phase >> 1 );
	image.from_heading = (uint8_t)( ( from.from_heading + headings / 4 ) % headings );
	image.heading = (uint8_t)( ( from.heading + headings / 4 ) % headings );
	const fw_vec2 a = fw_lattice_point( 0, 0, from.from_phase );
	const fw_vec2 b = fw_lattice_point( from.dx, from.dy, from.phase );
	const fw_vec2 c = fw_lattice_point( 0, 0, image.from_phase );
	image.dx = (int8_t)floor( c.x - ( b.y - a.y ) );
	image.dy = (int8_t)floor( c.y + ( b.x - a.x ) );
	if ( !turn_rows( builder, &from, &image ) )
	{
		return false;
	}
	fw_turn_near_bits( builder->rows + image.rows, image.row_count, image.near );
	builder->candidates[builder->count++] = image;
	return true;
}

// Adds the images of all candidates from `first` on under turns by 90, 180 and 270 degrees.
static bool add_images( turn_builder* builder, int32_t first )
{
	int32_t begin = first;
	for ( int32_t quarter = 1; quarter < 4 && builder->turns->headings >= 4; quarter++ )
	{
		const int32_t end = builder->count;
		for ( int32_t i = begin; i < end; i++ )
		{
			if ( !add_image( builder, i ) )
			{
				return false;
			}
		}
		begin = end;
	}
	return true;
}

// Finds the curves of each place; siblings follow one another, in the images as well.
static void index_places( turn_builder* builder )
{
	for ( int32_t i = builder->count - 1; i >= 0; i-- )
	{
		const turn_candidate* c = &builder->candidates[i];
		const size_t place = turn_place( builder, c->from_heading, c->dx, c->dy, c->heading );
		builder->first_at[place] = i;
		builder->count_at[place]++;
	}
}

// The longest curve between two poses at a distance that the table holds.
static double longest_curve( const fw_turns* turns, double distance )
{
	return turns->def.loops ? INFINITY : distance + 0.5 * FW_PI * turns->def.turning_radius + 1.0;
}

static bool enumerate_tiles( turn_builder* builder )
{
	const fw_turns* turns = builder->turns;
	const int32_t ring = turns->def.ring;
	for ( int32_t from = 0; from < base_headings( turns ); from++ )
	{
		for ( int32_t dy = -ring; dy <= ring; dy++ )
		{
			for ( int32_t dx = -ring; dx <= ring; dx++ )
			{
				const double longest = longest_curve( turns, fw_length( dx, dy ) );
				for ( int32_t to = 0; to < turns->headings && ( dx != 0 || dy != 0 ); to++ )
				{
					if ( !add_curves( builder, 0, from, 2 * dx, 2 * dy, to, longest ) )
					{
						return false;
					}
				}
			}
		}
	}
	return add_images( builder, 0 );
}

// Curves that begin or end on a half-tile point. Loops are left out: a unit in a gap has no room for them.
static bool enumerate_halves( turn_builder* builder )
{
	const fw_turns* turns = builder->turns;
	const int32_t ring = 2 * turns->def.ring;
	const int32_t first = builder->count;
	for ( int32_t phase = 0; phase < turns->phases; phase++ )
	{
		for ( int32_t from = 0; from < base_headings( turns ); from++ )
		{
			for ( int32_t hy = -ring; hy <= ring; hy++ )
			{
				for ( int32_t hx = -ring; hx <= ring; hx++ )
				{
					if ( ( hx == 0 && hy == 0 ) || ( phase == 0 && ( ( hx | hy ) & 1 ) == 0 ) )
					{
						continue;
					}
					const double distance = fw_length( hx / 2.0, hy / 2.0 );
					const double longest = distance + 0.5 * turns->def.turning_radius + 0.5;
					for ( int32_t to = 0; to < turns->headings; to++ )
					{
						if ( !add_curves( builder, phase, from, hx, hy, to, longest ) )
						{
							return false;
						}
					}
				}
			}
		}
	}
	return add_images( builder, first );
}

// Where the turning circle leaves the ring before it has turned by one heading, the ring holds no turn. These are the
// points near the ends of arcs of one and two headings, which then join the children.
static bool enumerate_wide_turns( turn_builder* builder )
{
	const fw_turns* turns = builder->turns;
	const double radius = turns->def.turning_radius;
	const int32_t ring = turns->def.ring;
	const int32_t first = builder->count;
	for ( int32_t from = 0; from < base_headings( turns ); from++ )
	{
		for ( int32_t turn = -2; turn <= 2; turn++ )
		{
			const int32_t to = ( from + turn + turns->headings ) % turns->headings;
			const double sweep = fw_turns_angle( turns, 1 ) * turn;
			const double end = fw_turns_angle( turns, to );
			if ( turn == 0 )
			{
				continue;
			}
			const fw_segment arc =
			    fw_segment_arc( ( fw_vec2 ){ 0, 0 }, fw_turns_angle( turns, from ), radius, sweep, FW_GEAR_FORWARD );
			const int32_t x = (int32_t)floor( arc.to.x + 0.7 * fw_cos( end ) );
			const int32_t y = (int32_t)floor( arc.to.y + 0.7 * fw_sin( end ) );
			for ( int32_t dy = y; dy <= y + 1; dy++ )
			{
				for ( int32_t dx = x; dx <= x + 1; dx++ )
				{
					const bool inside = abs( dx ) <= ring && abs( dy ) <= ring;
					const double longest = arc.length + 4.0;
					if ( !inside && !add_curves( builder, 0, from, 2 * dx, 2 * dy, to, longest ) )
					{
						return false;
					}
				}
			}
		}
	}
	return add_images( builder, first );
}

bool fw_turn_enumerate( turn_builder* builder )
{
	const fw_turns* turns = builder->turns;
	const bool wide = turns->chose_ring && turns->def.turning_radius > turns->def.ring;
	if ( !enumerate_tiles( builder ) )
	{
		return false;
	}
	index_places( builder );
	return ( turns->phases == 1 || enumerate_halves( builder ) ) && ( !wide || enumerate_wide_turns( builder ) );
}
