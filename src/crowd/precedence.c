// SPDX-License-Identifier: MIT
// Precedence: appending pieces, and driving them.
#include "crowd/precedence.h"
#include "fairway/sweep.h"
#include "geom/geom.h"
#include "path/path.h"

#include <math.h>

// Where a piece begins may differ from the front by rounding [tiles].
#define JOINS 1e-9
// Nor does a corner of an outline jump further there, as the heading changes: two of them keep FW_SAFE_GAP [tiles].
#define TURNS 2.5e-7
// Of a line that is shorter, the heading may be rounding [tiles].
#define LEAST_LINE 1e-3
// Steps along a piece towards what a predecessor has still to drive; the steps get shorter as that gets nearer, and
// what is left after so many is a few percent of the first one even where both meet at an angle of 10 degrees.
#define TRACE_STEPS 24
// The steps end where they get shorter than this [tiles].
#define TRACE_LEAST 1e-6
// Gaps that differ by less are the same [tiles].
#define SAME_GAP 1e-12
// Those of outlines are found to 1e-7 [tiles].
#define SAME_OUTLINE_GAP 2e-7
// Speeds that differ by less are the same [tiles/tick].
#define SAME_SPEED 1e-12
// A unit looks for those that it has to wait for as far ahead as it takes to brake with this part of its braking, and
// takes them to be past its way so many times the radii of both behind it. Without it units of 17 crowds in eight
// variants stop 5.3 times, not 4.0 times.
#define AT_EASE 0.4
#define PAST_RADII 0.5
// Nobody knows when one that is this slow will be past [part of its top speed].
#define CREEPS 0.01
// The ways of two units cross if the cosine between them is at most this. If a unit slows down for those that drive its
// way, too, 30 walkers over a field are later than alone by 3.2 s, not 1.0 s, from the worst side (bench_walkers).
#define CROSSES 0.3

void fw_precedence_init( fw_precedence* precedence, const fw_allocator* allocator, const fw_grid* grid, double tick,
                         int32_t room )
{
	*precedence = ( fw_precedence ){ .allocator = fw_allocator_or_default( allocator ), .grid = grid, .tick = tick };
	fw_safe_stop_init( &precedence->stop, &precedence->allocator, room );
}

static size_t go_over( fw_precedence* precedence, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	for ( int32_t i = 0; i < precedence->capacity; i++ )
	{
		FW_HOLD( &holdings, precedence->units[i].predecessors, precedence->units[i].capacity );
	}
	FW_HOLD( &holdings, precedence->units, precedence->capacity );
	return holdings.bytes;
}

void fw_precedence_free( fw_precedence* precedence )
{
	go_over( precedence, &precedence->allocator );
	fw_safe_stop_free( &precedence->stop );
	precedence->units = NULL;
	precedence->capacity = 0;
}

size_t fw_precedence_memory( const fw_precedence* precedence )
{
	fw_precedence copy = *precedence;
	return go_over( &copy, NULL ) + fw_safe_stop_memory( &precedence->stop );
}

bool fw_precedence_reserve( fw_precedence* precedence, int32_t slots )
{
	const int32_t old = precedence->capacity;
	if ( !FW_GROW( &precedence->allocator, &precedence->units, &precedence->capacity, slots ) )
	{
		return false;
	}
	for ( int32_t i = old; i < precedence->capacity; i++ )
	{
		precedence->units[i] = ( fw_precedence_unit ){ .waiting = -2 };
	}
	// Outlines have moved along with their units.
	for ( int32_t i = 0; i < precedence->stop.count && precedence->capacity > old; i++ )
	{
		fw_gap_shape* outline = &precedence->stop.movers[i].outline;
		outline->core = outline->core != NULL ? &precedence->units[i].unit.outline : NULL;
	}
	return true;
}

// The part of a unit's piece that it has still to drive.
fw_segment fw_precedence_pending( const fw_mover* mover, int64_t piece )
{
	const fw_commitment_end* stop = fw_commitment_stop( &mover->commitment );
	const fw_segment* segment = &fw_course_piece( &mover->course, piece )->segment;
	if ( piece == stop->at.piece && mover->outline.core != NULL && segment->length - stop->at.at < LEAST_LINE )
	{
		const fw_course_point from = { piece, fmax( segment->length - LEAST_LINE, 0.0 ) };
		return fw_course_rest( &mover->course, from, fw_course_place( &mover->course, from ) );
	}
	return piece == stop->at.piece ? fw_course_rest( &mover->course, stop->at, stop->place ) : *segment;
}

// Would a unit that stands at a place be in the way of what others have still to drive? -1: no.
static int32_t find_driver( fw_precedence* precedence, int32_t index, const fw_gap_shape* outline, fw_pose pose )
{
	const fw_box box = { pose.x, pose.y, pose.x, pose.y };
	const int32_t count = fw_safe_stop_near( &precedence->stop, &box, fw_gap_reach( outline ) + FW_PRECEDENCE_GAP );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t other = precedence->stop.cells.found[i];
		const fw_mover* mover = &precedence->stop.movers[other];
		for ( int64_t k = fw_mover_stop( mover ).piece; other != index && k < mover->course.end; k++ )
		{
			const fw_segment pending = fw_precedence_pending( mover, k );
			if ( fw_gap_to_segment( outline, pose, &mover->outline, &pending ) < FW_PRECEDENCE_GAP )
			{
				return other;
			}
		}
	}
	return -1;
}

bool fw_precedence_cuts_others( fw_precedence* precedence, int32_t index )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_course_point stop = fw_mover_stop( mover );
	const fw_pose pose = fw_mover_pose( mover, stop, fw_commitment_stop( &mover->commitment )->place );
	return find_driver( precedence, index, &mover->outline, pose ) >= 0;
}

fw_mover_def fw_precedence_def( const fw_precedence* precedence, const fw_unit* unit, fw_pose pose )
{
	double sine;
	double cosine;
	fw_sincos( pose.heading, &sine, &cosine );
	const double tick = precedence->tick;
	return ( fw_mover_def ){
	    .outline = fw_gap_shape_of( unit ),
	    .top = unit->speed * tick,
	    .acceleration = unit->acceleration * tick * tick,
	    .braking = unit->braking * tick * tick,
	    .place = { pose.x, pose.y },
	    .facing = { cosine, sine },
	};
}

fw_status fw_precedence_add( fw_precedence* precedence, int32_t index, const fw_unit* unit, fw_pose pose,
                             int32_t* blocker )
{
	*blocker = -1;
	if ( !fw_precedence_reserve( precedence, index + 1 ) )
	{
		return FW_ERR_MEMORY;
	}
	if ( !fw_sweep_pose( precedence->grid, unit, pose ) )
	{
		return FW_ERR_BLOCKED;
	}
	fw_unit* own = &precedence->units[index].unit;
	*own = *unit;
	const fw_mover_def def = fw_precedence_def( precedence, own, pose );
	*blocker = precedence->stop.count > 0 ? find_driver( precedence, index, &def.outline, pose ) : -1;
	if ( *blocker >= 0 )
	{
		return FW_ERR_BLOCKED;
	}
	FW_TRY( fw_safe_stop_add( &precedence->stop, index, &def, blocker ) );
	precedence->units[index].count = 0;
	return FW_OK;
}

void fw_precedence_remove( fw_precedence* precedence, int32_t index )
{
	precedence->units[index].count = 0;
	fw_safe_stop_remove( &precedence->stop, index );
}

// Does an outline face at the front as it does at the begin of a segment?
static bool heads_on( const fw_mover* mover, const fw_segment* segment )
{
	if ( mover->outline.core == NULL )
	{
		return true;
	}
	const double before = fw_course_heading( &mover->course, fw_course_front( &mover->course ) );
	const double turned = fw_angle_signed( fw_segment_pose_at( segment, 0.0 ).heading - before );
	return fabs( turned ) * mover->outline.far <= TURNS;
}

static bool joins( const fw_mover* mover, const fw_segment* segment )
{
	const fw_vec2 front = mover->course.front;
	return segment->kind != FW_SEGMENT_LINK && segment->length >= fw_course_shortest( segment ) &&
	       fabs( segment->from.x - front.x ) <= JOINS && fabs( segment->from.y - front.y ) <= JOINS &&
	       fw_segment_is_sound( segment ) && heads_on( mover, segment );
}

// The units near a piece of this one, in fw_cells::found.
static int32_t find_near( fw_precedence* precedence, int32_t index, const fw_segment* segment )
{
	const fw_box box = fw_box_of( segment );
	const double reach = fw_gap_reach( &precedence->stop.movers[index].outline );
	return fw_safe_stop_near( &precedence->stop, &box, reach + FW_PRECEDENCE_GAP );
}

// Does a piece come too near to the front of another unit? Where both stopped close to each other, it may lead away.
bool fw_precedence_meets_front( const fw_mover* mover, const fw_segment* segment, const fw_mover* other )
{
	const fw_pose front = fw_mover_front( other );
	const double gap = fw_gap_to_segment( &other->outline, front, &mover->outline, segment );
	if ( gap >= FW_PRECEDENCE_GAP )
	{
		return false;
	}
	if ( mover->outline.core == NULL && other->outline.core == NULL )
	{
		const fw_segment begin = fw_segment_line( segment->from, segment->from, segment->gear );
		return gap < fw_gap_to_segment( &other->outline, front, &mover->outline, &begin ) - SAME_GAP;
	}
	const fw_pose own = fw_segment_pose_at( segment, 0.0 );
	return gap < fw_gap_between( &other->outline, front, &mover->outline, own ) - SAME_OUTLINE_GAP;
}

// May a piece be appended? `near` receives the number of units near it, which are in fw_cells::found.
static fw_append examine( fw_precedence* precedence, int32_t index, const fw_segment* segment, int32_t* blocker,
                          int32_t* near )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_unit* unit = &precedence->units[index].unit;
	*blocker = -1;
	if ( !joins( mover, segment ) )
	{
		return FW_APPEND_JOIN;
	}
	if ( !fw_safe_stop_can_append( &precedence->stop, index, segment ) )
	{
		return FW_APPEND_FULL;
	}
	if ( !fw_sweep_segment( precedence->grid, unit, segment ) )
	{
		return FW_APPEND_WALL;
	}
	*near = find_near( precedence, index, segment );
	for ( int32_t i = 0; i < *near; i++ )
	{
		const int32_t other = precedence->stop.cells.found[i];
		if ( other != index && ( *blocker < 0 || other < *blocker ) &&
		     fw_precedence_meets_front( mover, segment, &precedence->stop.movers[other] ) )
		{
			*blocker = other;
		}
	}
	return *blocker < 0 ? FW_APPEND_OK : FW_APPEND_UNIT;
}

fw_append fw_precedence_check( fw_precedence* precedence, int32_t index, const fw_segment* segment, int32_t* blocker )
{
	int32_t near;
	return examine( precedence, index, segment, blocker, &near );
}

// The last of a unit's pending pieces that comes near a new one; -1: none does.
static int64_t last_near( const fw_mover* mover, const fw_gap_shape* outline, const fw_segment* segment )
{
	const int64_t stop = fw_mover_stop( mover ).piece;
	for ( int64_t k = mover->course.end - 1; k >= stop; k-- )
	{
		const fw_segment pending = fw_precedence_pending( mover, k );
		if ( fw_gap_may_close( &mover->outline, &pending, outline, segment, FW_PRECEDENCE_GAP ) )
		{
			return k;
		}
	}
	return -1;
}

fw_append fw_precedence_append( fw_precedence* precedence, int32_t index, const fw_segment* segment, double slow,
                                int32_t* blocker )
{
	int32_t count;
	const fw_append answer = examine( precedence, index, segment, blocker, &count );
	if ( answer != FW_APPEND_OK )
	{
		return answer;
	}
	fw_precedence_unit* unit = &precedence->units[index];
	const fw_mover* mover = &precedence->stop.movers[index];
	if ( !FW_GROW( &precedence->allocator, &unit->predecessors, &unit->capacity, unit->count + count ) )
	{
		return FW_APPEND_MEMORY;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t other = precedence->stop.cells.found[i];
		const int64_t piece =
		    other != index ? last_near( &precedence->stop.movers[other], &mover->outline, segment ) : -1;
		if ( piece >= 0 )
		{
			unit->predecessors[unit->count++] = ( fw_predecessor ){ mover->course.end, piece, other };
		}
	}
	const bool turns = segment->kind == FW_SEGMENT_ARC;
	const double limit = turns ? fw_turn_speed( &unit->unit, segment->radius ) * precedence->tick : mover->top;
	fw_safe_stop_append( &precedence->stop, index, segment, limit * slow, precedence->appended++ );
	return FW_APPEND_OK;
}

// Is a unit committed to leave a piece behind?
static bool has_passed( const fw_precedence* precedence, const fw_predecessor* predecessor )
{
	return fw_mover_stop( &precedence->stop.movers[predecessor->unit] ).piece > predecessor->piece;
}

bool fw_precedence_counts( const fw_precedence* precedence, int32_t index, const fw_predecessor* predecessor )
{
	const int64_t at = precedence->stop.movers[index].at.piece;
	return predecessor->own >= at && !has_passed( precedence, predecessor );
}

static void forget( fw_precedence* precedence, int32_t index )
{
	fw_precedence_unit* unit = &precedence->units[index];
	int32_t count = 0;
	for ( int32_t i = 0; i < unit->count; i++ )
	{
		const fw_predecessor* predecessor = &unit->predecessors[i];
		if ( fw_precedence_counts( precedence, index, predecessor ) )
		{
			unit->predecessors[count++] = *predecessor;
		}
	}
	unit->count = count;
}

// The gap between a unit at a place and all that a predecessor has still to drive.
static double gap_to_pending( const fw_mover* mover, fw_pose pose, const fw_mover* other, int64_t last )
{
	double least = INFINITY;
	for ( int64_t k = fw_mover_stop( other ).piece; k <= last; k++ )
	{
		const fw_segment pending = fw_precedence_pending( other, k );
		const double gap = fw_gap_to_segment( &mover->outline, pose, &other->outline, &pending );
		least = gap < least ? gap : least;
	}
	return least;
}

// The last point of a unit's piece, from `from` to `to`, up to which it is clear of a predecessor. Each step is as long
// as the gap, so none leads too far; on an arc a corner of an outline goes further than the point that follows it.
static double trace( const fw_mover* mover, const fw_predecessor* predecessor, const fw_mover* other, double from,
                     double to )
{
	const fw_segment* segment = &fw_course_piece( &mover->course, predecessor->own )->segment;
	const bool swings = segment->kind == FW_SEGMENT_ARC && mover->outline.core != NULL;
	const double part = swings ? segment->radius / ( segment->radius + mover->outline.far ) : 1.0;
	double at = from;
	for ( int32_t i = 0; i < TRACE_STEPS; i++ )
	{
		const fw_course_point here = { predecessor->own, at };
		const fw_pose pose = fw_mover_pose( mover, here, fw_course_place( &mover->course, here ) );
		const double gap = gap_to_pending( mover, pose, other, predecessor->piece ) - FW_PRECEDENCE_STOP_GAP;
		if ( gap < TRACE_LEAST )
		{
			return at;
		}
		at += part * gap;
		if ( at >= to )
		{
			return to;
		}
	}
	return at;
}

fw_course_point fw_precedence_limit( fw_precedence* precedence, int32_t index, fw_course_point to, int32_t* by )
{
	const fw_precedence_unit* unit = &precedence->units[index];
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_course_point at = mover->at;
	for ( int32_t i = 0; i < unit->count; i++ )
	{
		const fw_predecessor* predecessor = &unit->predecessors[i];
		const int64_t own = predecessor->own;
		if ( own < at.piece || own > to.piece || ( own == to.piece && to.at == 0.0 ) ||
		     has_passed( precedence, predecessor ) )
		{
			continue;
		}
		const double from = own == at.piece ? at.at : 0.0;
		const double end = own == to.piece ? to.at : fw_course_piece( &mover->course, own )->segment.length;
		const double limit = trace( mover, predecessor, &precedence->stop.movers[predecessor->unit], from, end );
		if ( limit < end )
		{
			to = ( fw_course_point ){ own, limit };
			*by = predecessor->unit;
		}
	}
	return to;
}

// The speed at which a unit gets to a place, so far ahead, at which it has to wait for another one that crosses its
// way, just as that one is past it, if it drives on at its top speed: a unit that came sooner would stop there.
static double arriving_speed( const fw_mover* mover, double ahead, fw_vec2 place, const fw_mover* other )
{
	if ( mover->end < 0.0 || other->end < 0.0 || !( other->speed > CREEPS * other->top ) ||
	     fw_dot( mover->along, other->along ) > CROSSES )
	{
		return mover->top;
	}
	const double along = ( place.x - other->place.x ) * other->along.x + ( place.y - other->place.y ) * other->along.y;
	const double past = PAST_RADII * ( fw_gap_reach( &mover->outline ) + fw_gap_reach( &other->outline ) );
	// What it needs to brake is not in the way of the unit any more.
	const double left = along + past - fw_braking_distance( other->speed, other->braking );
	return left > 0.0 ? ahead * other->top / left : mover->top;
}

// The largest speed that courses and precedence allow.
static double allowed_speed( fw_precedence* precedence, int32_t index, double wish, int32_t* by )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_course_point at = mover->at;
	const double gained = mover->speed + mover->acceleration;
	const double top = fmin( wish, gained < mover->top ? gained : mover->top );
	const double speed = fw_mover_speed( mover, top );
	if ( precedence->units[index].count == 0 || !( speed > 0.0 ) )
	{
		return speed;
	}
	const double distance = fw_braking_distance( speed, AT_EASE * mover->braking );
	const fw_course_point seen = fw_course_ahead( &mover->course, at, distance );
	const fw_course_point limit = fw_precedence_limit( precedence, index, seen, by );
	if ( !fw_course_before( limit, seen ) )
	{
		return speed;
	}
	const double ahead = fw_course_length( &mover->course, at, limit );
	const double may = fmin( speed, fw_braking_speed( ahead, 0.0, mover->braking ) );
	const fw_mover* other = &precedence->stop.movers[*by];
	const fw_vec2 place = fw_course_place( &mover->course, limit );
	return fmin( may, arriving_speed( mover, ahead, place, other ) );
}

// The distance on a unit's line, at least up to `enough`, to which it may drive on at a speed: over vertices at which
// it need not brake.
static double drives_on_to( const fw_mover* mover, double speed, double enough )
{
	double to = mover->end;
	for ( int64_t k = mover->at.piece + 1; k < mover->course.end && to < enough; k++ )
	{
		const fw_piece* piece = fw_course_piece( &mover->course, k );
		if ( piece->segment.kind != FW_SEGMENT_LINE || piece->entry < speed || piece->limit < speed )
		{
			break;
		}
		to += piece->segment.length;
	}
	return to;
}

// For how many ticks may a unit keep a speed, as it waits for nobody and drives straight on? More than `least` of its
// course is left then beyond its stopping point.
static int32_t ticks_to_keep( const fw_precedence* precedence, int32_t index, double speed, double least )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	if ( precedence->units[index].count > 0 || speed != mover->speed || mover->end < 0.0 )
	{
		return 1;
	}
	const double at = mover->at.at;
	const double stops = at + fw_braking_distance( speed, mover->braking );
	const double beyond = fw_mover_ahead( mover ) + at - least;
	const double on =
	    precedence->over_vertices ? drives_on_to( mover, speed, stops + FW_COMMITMENT_KEPT * speed ) : mover->end;
	const double rest = fmin( beyond, on - FW_COURSE_SNAP ) - stops;
	return rest > 0.0 ? 1 + (int32_t)fmin( rest / speed, FW_COMMITMENT_KEPT - 1.0 ) : 1;
}

bool fw_precedence_begin_drive( fw_precedence* precedence, int32_t index )
{
	const bool decides = ( precedence->stop.states[index] & FW_MOVER_DECIDES ) != 0;
	if ( decides && precedence->units[index].count > 0 )
	{
		forget( precedence, index );
	}
	return decides;
}

int32_t fw_precedence_drive( fw_precedence* precedence, int32_t index, double wish, double least_left, int32_t worker )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	int32_t by = -1;
	const double before = mover->speed;
	const double least = before > mover->braking ? before - mover->braking : 0.0;
	const double speed = allowed_speed( precedence, index, wish, &by );
	// Where that is not safe, it keeps its speed or gains little, and else goes on braking.
	const double kept = before > least && before < speed ? before : speed;
	const double speeds[3] = { speed, kept, 0.5 * ( least + kept ) };
	for ( int32_t i = 0; i < 3 && speeds[i] > least + SAME_SPEED; i++ )
	{
		int32_t blocker;
		const int32_t keeps = i == 0 ? ticks_to_keep( precedence, index, speed, least_left ) : 1;
		if ( ( i == 0 || speeds[i] < speeds[i - 1] ) &&
		     fw_safe_stop_commit( &precedence->stop, index, speeds[i], keeps, worker, &blocker ) )
		{
			return by;
		}
		by = i > 0 ? by : blocker;
	}
	return by;
}
