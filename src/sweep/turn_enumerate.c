// SPDX-License-Identifier: MIT
// Which curves a turn table could hold: all words between lattice poses in the ring, with the tiles they sweep. Only a
// quarter of the headings is looked at, and of their curves one of each two that are mirror images.
#include "geom/geom.h"
#include "sweep/turn_builder.h"

#include <math.h>
#include <stdlib.h>

// Curves without one of their parts have several words, and rounding chooses between them.
#define MIN_PART 1e-6

static uint32_t sweep_rows_of( turn_builder* builder, const fw_curve* curve )
{
	fw_segment segments[3];
	const int32_t parts = fw_curve_segments( curve, segments );
	int32_t count = 0;
	for ( int32_t i = 0; i < parts; i++ )
	{
		const int32_t room = FW_TURN_ROWS_MAX - count;
		const int32_t more = fw_sweep_rows( &builder->primitives->unit, &segments[i], builder->swept + count, room );
		FW_ASSERT( more <= room );
		// What the parts share is kept once, so that there is room for the next one.
		count = fw_turn_rows_collect( builder->swept, count + ( more < room ? more : room ), builder->scratch );
		for ( int32_t k = 0; k < count && i + 1 < parts; k++ )
		{
			const fw_turn_row row = builder->scratch[k];
			builder->swept[k] = ( fw_sweep_row ){ row.y, row.x0, row.x1 };
		}
	}
	return (uint32_t)count;
}

// Does the longer curve, whose rows lie in the scratch, sweep all that the other one does? Where turning counts, it
// must not turn less either.
static bool is_needless( const turn_builder* builder, const turn_candidate* shorter, const turn_candidate* longer )
{
	if ( builder->primitives->def.keep_straighter && shorter->turned > longer->turned + MIN_PART )
	{
		return false;
	}
	return fw_near_within( shorter->near, longer->near ) &&
	       fw_turn_rows_within( builder->rows + shorter->rows, shorter->row_count, 0, 0, builder->scratch,
	                            longer->row_count );
}

// Appends a curve, whose rows lie in the scratch.
static fw_status append( turn_builder* builder, turn_candidate made )
{
	const int32_t rows = (int32_t)made.row_count;
	FW_TRY(
	    FW_GROW( &builder->primitives->allocator, &builder->rows, &builder->row_capacity, builder->row_count + rows ) &&
	            FW_GROW( &builder->primitives->allocator, &builder->candidates, &builder->capacity, builder->count + 1 )
	        ? FW_OK
	        : FW_ERR_MEMORY );
	memcpy( builder->rows + builder->row_count, builder->scratch, made.row_count * sizeof( fw_turn_row ) );
	made.rows = (uint32_t)builder->row_count;
	builder->row_count += rows;
	builder->candidates[builder->count++] = made;
	return FW_OK;
}

// Adds one curve unless it sweeps all that a shorter one between the same poses does.
static fw_status add_curve( turn_builder* builder, turn_candidate made, const fw_curve* curve, turn_siblings* siblings )
{
	made.length = curve->length;
	made.turned = fw_curve_turned( curve );
	made.word = (uint8_t)curve->word;
	made.first_arc = (int16_t)floor( fw_degrees( curve->part[0] ) + 0.5 );
	made.row_count = sweep_rows_of( builder, curve );
	siblings->is_by_rounding |= curve->part[0] < MIN_PART || curve->part[1] < MIN_PART || curve->part[2] < MIN_PART;
	fw_turn_near_bits( builder->scratch, made.row_count, 0, 0, made.near );
	for ( int32_t i = siblings->first; i < builder->count; i++ )
	{
		if ( is_needless( builder, &builder->candidates[i], &made ) )
		{
			siblings->is_by_rounding |= made.length - builder->candidates[i].length < MIN_PART;
			siblings->needless++;
			return FW_OK;
		}
	}
	return append( builder, made );
}

// Is each curve over (dx, dy) tiles longer than that? By the bounds of an arc and a line from either end.
static bool is_too_far( const turn_builder* builder, double dx, double dy, int32_t from, int32_t to, double longest )
{
	const fw_arc_table* arcs = &builder->primitives->arcs;
	const fw_vec2 begin = builder->directions[from];
	const fw_vec2 end = builder->directions[to];
	const double limit = longest + 1e-6;
	return fw_arc_table_at( arcs, dx, dy, begin.x, begin.y ) > limit ||
	       fw_arc_table_at( arcs, dx, dy, end.x, end.y ) > limit;
}

static fw_status add_curves( turn_builder* builder, const turn_ends* ends, int32_t bend, double longest,
                             turn_siblings* siblings )
{
	const fw_primitives* primitives = builder->primitives;
	siblings->first = builder->count;
	if ( longest < INFINITY && is_too_far( builder, ends->x / 2.0, ends->y / 2.0, ends->from, ends->to, longest ) )
	{
		return FW_OK;
	}
	const fw_vec2 a = fw_lattice_point( 0, 0, ends->phase );
	const fw_pose start = { a.x, a.y, fw_primitives_angle( primitives, ends->from ) };
	const fw_pose goal = { a.x + ends->x / 2.0, a.y + ends->y / 2.0, fw_primitives_angle( primitives, ends->to ) };
	fw_curve curves[6];
	const double radius = fw_turn_radius( primitives, bend );
	const int32_t count = fw_curve_all( start, goal, radius, primitives->def.words, FW_GEAR_FORWARD, curves );
	for ( int32_t i = 0; i < count && curves[i].length <= longest; i++ )
	{
		const turn_candidate made = { .ends = *ends, .partner = -1, .bend = (uint8_t)bend };
		FW_TRY( add_curve( builder, made, &curves[i], siblings ) );
	}
	siblings->count = (int16_t)( builder->count - siblings->first );
	return FW_OK;
}

// Siblings stand by length, then word.
static void place_by_word( turn_builder* builder, int32_t first )
{
	turn_candidate* c = builder->candidates;
	for ( int32_t i = builder->count - 1; i > first && c[i - 1].length == c[i].length && c[i - 1].word > c[i].word;
	      i-- )
	{
		const turn_candidate later = c[i - 1];
		c[i - 1] = c[i];
		c[i] = later;
	}
}

// The curves whose mirror images were added before.
static fw_status add_images( turn_builder* builder, const turn_ends* ends, const turn_siblings* originals,
                             turn_siblings* siblings )
{
	const uint32_t image = fw_turn_mirror( ends->from );
	siblings->first = builder->count;
	siblings->count = originals->count;
	siblings->needless = originals->needless;
	for ( int32_t i = originals->first; i < originals->first + originals->count; i++ )
	{
		turn_candidate made = builder->candidates[i];
		made.ends = *ends;
		made.partner = i;
		made.word ^= 1; // the words come in pairs, left before right
		made.row_count = fw_turn_rows_image( builder, builder->rows + made.rows, made.row_count, image, ends->phase,
		                                     builder->scratch );
		fw_turn_near_bits( builder->scratch, made.row_count, 0, 0, made.near );
		FW_TRY( append( builder, made ) );
		place_by_word( builder, siblings->first );
	}
	for ( int32_t i = siblings->first; i < builder->count; i++ )
	{
		builder->candidates[builder->candidates[i].partner].partner = i;
	}
	return FW_OK;
}

// The curves between two poses, all of which are enumerated in order.
static fw_status add_pair( turn_builder* builder, const turn_ends* ends, double longest )
{
	const fw_primitives* primitives = builder->primitives;
	const int32_t reach = 2 * primitives->def.ring;
	const turn_ends mirror = fw_turn_image( primitives, *ends, fw_turn_mirror( ends->from ) );
	const int32_t place = fw_turn_place( primitives, ends, reach );
	const int32_t mirrored = fw_turn_place( primitives, &mirror, reach );
	turn_siblings* siblings = &builder->places[place];
	const turn_siblings* originals = &builder->places[mirrored];
	const bool known =
	    primitives->headings > 1 && primitives->is_even && mirrored < place && !originals->is_by_rounding;
	const fw_status status =
	    known ? add_images( builder, ends, originals, siblings ) : add_curves( builder, ends, 0, longest, siblings );
	builder->primitives->dropped += siblings->needless;
	return status;
}

// The longest curve between two poses at a distance that the table holds. Loops from or to a half-tile point are left
// out: a unit in a gap has no room for them.
static double longest_curve( const fw_primitives* primitives, bool on_tiles, double distance )
{
	const double radius = primitives->def.turning_radius;
	if ( !on_tiles )
	{
		return distance + 0.5 * radius + 0.5;
	}
	const double half_turns = primitives->def.loops == FW_LOOPS_SHORT ? 1.5 : 0.5;
	return primitives->def.loops == FW_LOOPS_FULL ? INFINITY : distance + half_turns * FW_PI * radius + 1.0;
}

// Curves between tile centers, or those that begin or end on a half-tile point.
static fw_status enumerate( turn_builder* builder, bool on_tiles )
{
	const fw_primitives* primitives = builder->primitives;
	const int32_t reach = 2 * primitives->def.ring;
	const int32_t bases = fw_base_headings( primitives );
	const int32_t side = 2 * reach + 1;
	const int32_t points = side * side;
	for ( int32_t i = 0; i < primitives->phases * bases * points; i++ )
	{
		const int32_t start = i / points;
		turn_ends ends = { start / bases, i % side - reach, i % points / side - reach, start % bases, 0 };
		const bool counts = fw_turn_is_on_tiles( &ends ) == on_tiles && ( ends.x != 0 || ends.y != 0 );
		const double longest = longest_curve( primitives, on_tiles, fw_length( ends.x / 2.0, ends.y / 2.0 ) );
		for ( ; ends.to < primitives->headings && counts; ends.to++ )
		{
			FW_TRY( add_pair( builder, &ends, longest ) );
		}
	}
	return FW_OK;
}

// Where the turning circle leaves the ring before it has turned by one heading, the ring holds no turn. These are the
// points near the ends of arcs of one and two headings, which then join the successors. So do those of wider radii, of
// which there is no more.
static fw_status enumerate_wide_turns( turn_builder* builder, int32_t bend )
{
	const fw_primitives* primitives = builder->primitives;
	const double radius = fw_turn_radius( primitives, bend );
	for ( int32_t from = 0; from < fw_base_headings( primitives ); from++ )
	{
		for ( int32_t turn = -2; turn <= 2; turn++ )
		{
			const int32_t to = ( from + turn + primitives->headings ) % primitives->headings;
			const double sweep = fw_primitives_angle( primitives, 1 ) * turn;
			const double end = fw_primitives_angle( primitives, to );
			if ( turn == 0 )
			{
				continue;
			}
			const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 0, 0 }, fw_primitives_angle( primitives, from ), radius,
			                                       sweep, FW_GEAR_FORWARD );
			const int32_t x = (int32_t)floor( arc.to.x + 0.7 * fw_cos( end ) );
			const int32_t y = (int32_t)floor( arc.to.y + 0.7 * fw_sin( end ) );
			for ( int32_t k = 0; k < 4; k++ )
			{
				const turn_ends ends = { 0, 2 * ( x + k % 2 ), 2 * ( y + k / 2 ), from, to };
				turn_siblings siblings = { 0, 0, 0, false };
				FW_TRY( bend == 0 && fw_turn_is_in_ring( primitives, &ends )
				            ? FW_OK
				            : add_curves( builder, &ends, bend, arc.length + 4.0, &siblings ) );
				builder->primitives->dropped += siblings.needless;
			}
		}
	}
	return FW_OK;
}

fw_status fw_turn_enumerate( turn_builder* builder )
{
	const fw_primitives* primitives = builder->primitives;
	const bool wide = !primitives->def.loops && primitives->def.turning_radius > FW_RING_MAX;
	for ( int32_t heading = 0; heading < primitives->headings; heading++ )
	{
		const double angle = fw_primitives_angle( primitives, heading );
		builder->directions[heading] = ( fw_vec2 ){ fw_cos( angle ), fw_sin( angle ) };
	}
	FW_TRY( enumerate( builder, true ) );
	FW_TRY( primitives->phases == 1 ? FW_OK : enumerate( builder, false ) );
	FW_TRY( wide ? enumerate_wide_turns( builder, 0 ) : FW_OK );
	for ( int32_t bend = 1; bend < fw_turn_radii( primitives ); bend++ )
	{
		FW_TRY( enumerate_wide_turns( builder, bend ) );
	}
	return FW_OK;
}
