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
		const int32_t more =
		    fw_sweep_rows( builder->primitives->def.radius, &segments[i], builder->swept + count, room );
		FW_ASSERT( more <= room );
		count += more < room ? more : room;
	}
	return (uint32_t)fw_turn_rows_collect( builder->swept, count, builder->scratch );
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
	FW_TRY( FW_GROW( &builder->allocator, &builder->rows, &builder->row_capacity, builder->row_count + rows ) &&
	                FW_GROW( &builder->allocator, &builder->candidates, &builder->capacity, builder->count + 1 )
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

// Two lattice poses, the first on a base heading; the second lies (hx, hy) half tiles from the first.
typedef struct pose_pair
{
	int32_t from_phase, from, hx, hy, to;
} pose_pair;

// What all curves between two poses have in common.
static turn_candidate candidate_of( const pose_pair* pair )
{
	const int32_t px = ( pair->from_phase & 1 ? 0 : 1 ) + pair->hx;
	const int32_t py = ( pair->from_phase & 2 ? 0 : 1 ) + pair->hy;
	return ( turn_candidate ){
	    .partner = -1,
	    .dx = (int8_t)( ( px - ( px & 1 ) ) / 2 ),
	    .dy = (int8_t)( ( py - ( py & 1 ) ) / 2 ),
	    .phase = (uint8_t)( ( px & 1 ? 0 : 1 ) | ( py & 1 ? 0 : 2 ) ),
	    .heading = (uint8_t)pair->to,
	    .from_phase = (uint8_t)pair->from_phase,
	    .from_heading = (uint8_t)pair->from,
	};
}

static fw_status add_curves( turn_builder* builder, const pose_pair* pair, double longest, turn_siblings* siblings )
{
	const fw_primitives* primitives = builder->primitives;
	siblings->first = builder->count;
	if ( longest < INFINITY && is_too_far( builder, pair->hx / 2.0, pair->hy / 2.0, pair->from, pair->to, longest ) )
	{
		return FW_OK;
	}
	const fw_vec2 a = fw_lattice_point( 0, 0, pair->from_phase );
	const fw_pose start = { a.x, a.y, fw_primitives_angle( primitives, pair->from ) };
	const fw_pose goal = { a.x + pair->hx / 2.0, a.y + pair->hy / 2.0, fw_primitives_angle( primitives, pair->to ) };
	const turn_candidate made = candidate_of( pair );
	fw_curve curves[6];
	const double radius = primitives->def.turning_radius;
	const int32_t count = fw_curve_all( start, goal, radius, primitives->def.words, FW_GEAR_FORWARD, curves );
	for ( int32_t i = 0; i < count && curves[i].length <= longest; i++ )
	{
		FW_TRY( add_curve( builder, made, &curves[i], siblings ) );
	}
	siblings->count = (int16_t)( builder->count - siblings->first );
	return FW_OK;
}

static pose_pair mirrored( const fw_primitives* primitives, const pose_pair* pair )
{
	const uint32_t image = fw_turn_mirror( pair->from );
	const int32_t headings = primitives->headings;
	pose_pair at = *pair;
	if ( image & FW_IMAGE_SWAP )
	{
		at.from_phase = fw_turn_swapped_phase( pair->from_phase );
		at.from = headings / 4 - pair->from;
		at.hx = pair->hy;
		at.hy = pair->hx;
		at.to = ( headings / 4 - pair->to + headings ) % headings;
		return at;
	}
	at.hy = -pair->hy;
	at.to = ( headings - pair->to ) % headings;
	return at;
}

// In the order in which they are enumerated.
static bool is_before( const pose_pair* a, const pose_pair* b )
{
	if ( a->from_phase != b->from_phase )
	{
		return a->from_phase < b->from_phase;
	}
	if ( a->from != b->from )
	{
		return a->from < b->from;
	}
	return a->hy != b->hy ? a->hy < b->hy : a->hx != b->hx ? a->hx < b->hx : a->to < b->to;
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
static fw_status add_images( turn_builder* builder, const pose_pair* pair, const turn_siblings* originals,
                             turn_siblings* siblings )
{
	const turn_candidate common = candidate_of( pair );
	const uint32_t image = fw_turn_mirror( pair->from );
	siblings->first = builder->count;
	siblings->count = originals->count;
	siblings->needless = originals->needless;
	for ( int32_t i = originals->first; i < originals->first + originals->count; i++ )
	{
		const turn_candidate* original = &builder->candidates[i];
		const fw_turn_row* rows = builder->rows + original->rows;
		turn_candidate made = common;
		made.partner = i;
		made.length = original->length;
		made.turned = original->turned;
		made.first_arc = original->first_arc;
		made.word = original->word ^ 1; // the words come in pairs, left before right
		made.row_count = original->row_count;
		if ( image & FW_IMAGE_SWAP )
		{
			made.row_count = fw_turn_rows_swapped( rows, original->row_count, builder->swept, builder->scratch );
		}
		else
		{
			fw_turn_rows_flipped( rows, original->row_count, image, pair->from_phase, builder->scratch );
		}
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
static fw_status add_pair( turn_builder* builder, const pose_pair* pair, double longest, turn_siblings* place_of_pair,
                           const turn_siblings* place_of_mirrored, const pose_pair* mirror )
{
	const fw_primitives* primitives = builder->primitives;
	const bool known = primitives->headings > 1 && is_before( mirror, pair ) && !place_of_mirrored->is_by_rounding;
	const fw_status status = known ? add_images( builder, pair, place_of_mirrored, place_of_pair )
	                               : add_curves( builder, pair, longest, place_of_pair );
	builder->primitives->dropped += place_of_pair->needless;
	return status;
}

// The longest curve between two poses at a distance that the table holds.
static double longest_curve( const fw_primitives* primitives, double distance )
{
	return primitives->def.loops ? INFINITY : distance + 0.5 * FW_PI * primitives->def.turning_radius + 1.0;
}

static fw_status add_tile_pair( turn_builder* builder, int32_t from, int32_t dx, int32_t dy, int32_t to )
{
	const fw_primitives* primitives = builder->primitives;
	const pose_pair pair = { 0, from, 2 * dx, 2 * dy, to };
	const pose_pair mirror = mirrored( primitives, &pair );
	return add_pair( builder, &pair, longest_curve( primitives, fw_length( dx, dy ) ),
	                 turn_place( builder, from, dx, dy, to ),
	                 turn_place( builder, mirror.from, mirror.hx / 2, mirror.hy / 2, mirror.to ), &mirror );
}

static fw_status enumerate_tiles( turn_builder* builder )
{
	const fw_primitives* primitives = builder->primitives;
	const int32_t ring = primitives->def.ring;
	const int32_t side = 2 * ring + 1;
	const int32_t tiles = side * side;
	for ( int32_t i = 0; i < fw_base_headings( primitives ) * tiles; i++ )
	{
		const int32_t dy = i % tiles / side - ring;
		const int32_t dx = i % side - ring;
		for ( int32_t to = 0; to < primitives->headings && ( dx != 0 || dy != 0 ); to++ )
		{
			FW_TRY( add_tile_pair( builder, i / tiles, dx, dy, to ) );
		}
	}
	return FW_OK;
}

// The place of a pair among those that begin or end on a half-tile point.
static size_t half_place( const fw_primitives* primitives, const pose_pair* pair )
{
	const int32_t ring = 2 * primitives->def.ring;
	const int32_t side = 2 * ring + 1;
	const int32_t start = pair->from_phase * fw_base_headings( primitives ) + pair->from;
	return (size_t)( ( ( start * side + pair->hy + ring ) * side + pair->hx + ring ) * primitives->headings +
	                 pair->to );
}

static fw_status add_half_pairs( turn_builder* builder, turn_siblings* places, pose_pair pair )
{
	const fw_primitives* primitives = builder->primitives;
	const bool on_tiles = pair.from_phase == 0 && ( ( pair.hx | pair.hy ) & 1 ) == 0;
	const double longest = fw_length( pair.hx / 2.0, pair.hy / 2.0 ) + 0.5 * primitives->def.turning_radius + 0.5;
	for ( ; pair.to < primitives->headings && !on_tiles && ( pair.hx != 0 || pair.hy != 0 ); pair.to++ )
	{
		const pose_pair mirror = mirrored( primitives, &pair );
		FW_TRY( add_pair( builder, &pair, longest, &places[half_place( primitives, &pair )],
		                  &places[half_place( primitives, &mirror )], &mirror ) );
	}
	return FW_OK;
}

// Curves that begin or end on a half-tile point. Loops are left out: a unit in a gap has no room for them.
static fw_status enumerate_halves( turn_builder* builder )
{
	const fw_primitives* primitives = builder->primitives;
	const int32_t ring = 2 * primitives->def.ring;
	const int32_t bases = fw_base_headings( primitives );
	const int32_t side = 2 * ring + 1;
	const int32_t points = side * side;
	const size_t count = (size_t)( primitives->phases * bases * points * primitives->headings );
	turn_siblings* places = fw_arena_take( &builder->arena, count, sizeof( turn_siblings ) );
	FW_TRY( places != NULL ? FW_OK : FW_ERR_MEMORY );
	for ( int32_t i = 0; i < primitives->phases * bases * points; i++ )
	{
		const int32_t start = i / points;
		const pose_pair first = { start / bases, start % bases, i % side - ring, i % points / side - ring, 0 };
		FW_TRY( add_half_pairs( builder, places, first ) );
	}
	return FW_OK;
}

// Where the turning circle leaves the ring before it has turned by one heading, the ring holds no turn. These are the
// points near the ends of arcs of one and two headings, which then join the successors.
static fw_status enumerate_wide_turns( turn_builder* builder )
{
	const fw_primitives* primitives = builder->primitives;
	const double radius = primitives->def.turning_radius;
	const int32_t ring = primitives->def.ring;
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
			for ( int32_t dy = y; dy <= y + 1; dy++ )
			{
				for ( int32_t dx = x; dx <= x + 1; dx++ )
				{
					const bool inside = abs( dx ) <= ring && abs( dy ) <= ring;
					const double longest = arc.length + 4.0;
					const pose_pair pair = { 0, from, 2 * dx, 2 * dy, to };
					turn_siblings siblings = { 0, 0, 0, false };
					FW_TRY( inside ? FW_OK : add_curves( builder, &pair, longest, &siblings ) );
					builder->primitives->dropped += siblings.needless;
				}
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
	FW_TRY( enumerate_tiles( builder ) );
	FW_TRY( primitives->phases == 1 ? FW_OK : enumerate_halves( builder ) );
	return wide ? enumerate_wide_turns( builder ) : FW_OK;
}
