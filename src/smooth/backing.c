// SPDX-License-Identifier: MIT
// Turns that back up where they would hit something.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods", which gives the idea
// and a figure. The family of maneuvers and the turn on the spot are our own.
#include "smooth/knots.h"

#include "path/path.h"
#include "sweep/sweep.h"

#include <math.h>

// The family. With places and arcs half as fine, three-point turns of wide turning radii were missed, at up to 2.4
// times the cost of those that test_three_point_turn (tests/smooth/test_backing.c) looks through.
#define STEPS_SHORT 24            // places to stop short at, or to go back to
#define STEPS_ON 6                // places straight ahead
#define STEPS_EARLY 4             // places within a step at which the line to the waypoint may be left
#define STEPS_STRAIGHT 3          // lengths of the straight part in reverse
#define ARCS_FORWARD 12           // angles of the first arc
#define ARC_STEP ( FW_PI / 24.0 ) // from one angle to the next
#define ARCS_BACK 12              // angles of the arc in reverse, see back_angles
#define MIN_STEP 0.25 // from one place to the next: a sixteenth of the turning radius, at least this [tiles]
#define PIECES 4      // straight, arc, arc, straight
#define NEARLY 1e-9   // of costs and angles that count as the same

// Of the arc in reverse, in quarters of ARC_STEP: where wide arcs nearly fit, a little in reverse is enough.
static const double back_angles[ARCS_BACK] = { 2, 4, 6, 8, 12, 16, 24, 32, 40, 48, 56, 64 };

// How to turn: pieces, then three-point turns on the spot, then an arc and a line to the next waypoint.
typedef struct maneuver
{
	double early; // taken off the line that leads to the waypoint [tiles]
	fw_segment pieces[PIECES];
	int32_t count;
	int32_t turns; // on the spot
	double turn;   // by each of them [rad]
	fw_pose spot;  // where they begin
	fw_curve rest;
	fw_pose pose; // reached so far
	fw_gear gear;
	bool moves; // not at the start any more, where any gear is as good
	bool backs; // a part is in reverse
	double cost;
} maneuver;

// What the pass has made so far, and the waypoint that it turns to.
typedef struct path_corner
{
	const knots* list;
	int32_t max_turns;
	double least; // radius of turns
	double step;  // of places
	fw_path made;
	bool has_last;
	fw_curve last; // leads to the waypoint and is not yet in the path: its line may be left early
	fw_pose pose;  // at the end of that
	fw_vec2 to;    // the next waypoint
	maneuver best;
	fw_backing_report report;
} path_corner;

fw_backing_def fw_default_backing_def( void )
{
	return ( fw_backing_def ){ .cookie = FW_COOKIE, .max_turns = 16 };
}

static bool is_free( const path_corner* at, const fw_segment* segment )
{
	return fw_layer_sweep_unit( at->list->tiles, at->list->unit, segment );
}

// Can the rest of the path still make it cheaper than the best?
static bool is_promising( const path_corner* at, const maneuver* made )
{
	const double rest = fw_length( at->to.x - made->pose.x, at->to.y - made->pose.y );
	return made->cost + rest < at->best.cost - NEARLY;
}

static void pay( const path_corner* at, maneuver* made, fw_gear gear, double length )
{
	if ( length <= NEARLY )
	{
		return; // paths leave it out
	}
	const fw_unit* unit = at->list->unit;
	made->cost += gear != made->gear && made->moves ? unit->reverse_penalty : 0.0;
	made->cost += gear == FW_GEAR_REVERSE ? length * unit->reverse_factor : length;
	made->gear = gear;
	made->moves = true;
}

// Adds a piece. False where it hits something, or makes too dear what follows.
static bool drive( const path_corner* at, maneuver* made, const fw_segment* piece )
{
	if ( !( piece->length > 0.0 ) )
	{
		return true;
	}
	pay( at, made, piece->gear, piece->length );
	made->backs = made->backs || piece->gear == FW_GEAR_REVERSE;
	made->pieces[made->count] = *piece;
	made->pieces[made->count++].waypoint = true;
	made->pose = fw_segment_pose_at( piece, piece->length );
	return is_promising( at, made ) && is_free( at, piece );
}

// By an angle that is positive towards +y from +x, in either gear.
static bool drive_arc( const path_corner* at, maneuver* made, double angle, fw_gear gear )
{
	const fw_segment arc =
	    fw_segment_arc( fw_pose_point( made->pose ), made->pose.heading, at->list->unit->turning_radius, angle, gear );
	return drive( at, made, &arc );
}

static bool drive_straight( const path_corner* at, maneuver* made, double length, fw_gear gear )
{
	const double driven = gear == FW_GEAR_REVERSE ? -length : length;
	const fw_vec2 from = fw_pose_point( made->pose );
	const fw_vec2 to = { from.x + driven * fw_cos( made->pose.heading ),
	                     from.y + driven * fw_sin( made->pose.heading ) };
	const fw_segment line = fw_segment_line( from, to, gear );
	return drive( at, made, &line );
}

// Ends a maneuver by an arc and a line, and keeps it where it is the cheapest.
static void go_on( path_corner* at, const maneuver* begun )
{
	for ( fw_curve_word word = FW_WORD_LS; word <= FW_WORD_RS; word++ )
	{
		maneuver made = *begun;
		if ( !is_promising( at, &made ) || !fw_curve_to_point( made.pose, at->to, at->list->unit->turning_radius, word,
		                                                       FW_GEAR_FORWARD, &made.rest ) )
		{
			continue;
		}
		pay( at, &made, FW_GEAR_FORWARD, made.rest.length );
		if ( made.cost < at->best.cost - NEARLY && fw_layer_sweep_curve( at->list->tiles, at->list->unit, &made.rest ) )
		{
			at->best = made;
		}
	}
}

// Of so many turns in a row, which begin at `pose`, the i-th of 2 x turns + 1 arcs; `pose` becomes that after it. A
// three-point turn by an angle ends where it began: forward by an arc, back by one, and forward by the first again, if
// the sine of half of the angle is twice that of half of the second arc. Arcs in a row are one.
static fw_segment spot_arc( double radius, double turn, int32_t turns, int32_t i, fw_pose* pose )
{
	const double half = turn / 2.0;
	const double sine = fw_sin( half ) / 2.0;
	const double back = 2.0 * fw_atan2( sine, sqrt( 1.0 - sine * sine ) );
	const double forward = half - back / 2.0;
	const bool ends = i == 0 || i == 2 * turns;
	const double angle = i % 2 == 1 ? back : ends ? forward : 2.0 * forward;
	fw_segment arc = fw_segment_arc( fw_pose_point( *pose ), pose->heading, radius, angle,
	                                 i % 2 == 1 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD );
	arc.waypoint = true;
	*pose = fw_segment_pose_at( &arc, arc.length );
	return arc;
}

// Turns on the spot to face the next waypoint, as few as hit nothing.
static void try_on_spot( path_corner* at, const maneuver* begun )
{
	const double heading = fw_atan2( at->to.y - begun->pose.y, at->to.x - begun->pose.x );
	const double angle = fw_angle_signed( heading - begun->pose.heading );
	for ( int32_t turns = 1; turns <= at->max_turns && fabs( angle ) > NEARLY; turns++ )
	{
		maneuver made = *begun;
		made.turns = turns;
		made.turn = angle / turns;
		made.spot = begun->pose;
		made.backs = true;
		bool good = true;
		for ( int32_t i = 0; i <= 2 * turns && good; i++ )
		{
			const fw_segment arc = spot_arc( at->list->unit->turning_radius, made.turn, turns, i, &made.pose );
			pay( at, &made, arc.gear, arc.length );
			good = is_free( at, &arc ) && is_promising( at, &made );
		}
		if ( good )
		{
			go_on( at, &made );
			return;
		}
	}
}

// Back in an arc, which turns the unit on to the same side, and straight.
static void try_back( path_corner* at, const maneuver* begun, double side )
{
	for ( int32_t b = 0; b < ARCS_BACK; b++ )
	{
		maneuver turned = *begun;
		if ( !drive_arc( at, &turned, side * back_angles[b] * ARC_STEP / 4.0, FW_GEAR_REVERSE ) )
		{
			return;
		}
		for ( int32_t i = 0; i <= STEPS_STRAIGHT; i++ )
		{
			maneuver made = turned;
			if ( !drive_straight( at, &made, i * at->step, FW_GEAR_REVERSE ) )
			{
				break;
			}
			go_on( at, &made );
		}
	}
}

// All maneuvers from a place straight before or behind the waypoint.
static void try_place( path_corner* at, const maneuver* there )
{
	go_on( at, there );
	try_on_spot( at, there );
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		for ( int32_t a = 0; a <= ARCS_FORWARD; a++ )
		{
			maneuver made = *there;
			if ( !drive_arc( at, &made, side * a * ARC_STEP, FW_GEAR_FORWARD ) )
			{
				break;
			}
			try_back( at, &made, side );
		}
	}
}

// The line that leads to a waypoint, left so early.
static fw_curve left_early( const fw_curve* last, double early )
{
	fw_curve curve = *last;
	curve.part[1] -= early;
	curve.length -= early;
	return curve;
}

// The place so far before the waypoint, or behind it where that is negative. False where it cannot be reached.
static bool go_to_place( const path_corner* at, double before, maneuver* made )
{
	*made = ( maneuver ){ .pose = at->pose, .gear = FW_GEAR_FORWARD, .moves = at->has_last };
	if ( at->has_last && before > 0.0 && before <= at->last.part[1] )
	{
		const fw_curve shorter = left_early( &at->last, before );
		made->early = before;
		made->cost = -before;
		made->pose = fw_curve_pose_at( &shorter, shorter.length );
		return true;
	}
	return drive_straight( at, made, fabs( before ), before < 0.0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE );
}

// The cheapest legal maneuver of the family. False where none is.
static bool find_maneuver( path_corner* at )
{
	at->best.cost = INFINITY;
	maneuver there;
	for ( int32_t i = 1; i <= STEPS_SHORT * STEPS_EARLY && at->has_last; i++ )
	{
		const double early = i * at->step / STEPS_EARLY;
		if ( early <= at->last.part[1] && go_to_place( at, early, &there ) )
		{
			go_on( at, &there );
		}
	}
	for ( int32_t i = -STEPS_ON; i <= STEPS_SHORT; i++ )
	{
		if ( go_to_place( at, i * at->step, &there ) )
		{
			try_place( at, &there );
		}
	}
	return at->best.cost < INFINITY;
}

static fw_status append_last( path_corner* at, double early )
{
	const fw_curve shorter = left_early( &at->last, early );
	return at->has_last ? fw_path_append_curve( &at->made, &shorter ) : FW_OK;
}

static fw_status append_maneuver( path_corner* at )
{
	const maneuver* made = &at->best;
	fw_pose pose = made->spot;
	FW_TRY( append_last( at, made->early ) );
	for ( int32_t i = 0; i < made->count; i++ )
	{
		FW_TRY( fw_path_append( &at->made, &made->pieces[i] ) );
	}
	for ( int32_t i = 0; made->turns > 0 && i <= 2 * made->turns; i++ )
	{
		const fw_segment arc = spot_arc( at->list->unit->turning_radius, made->turn, made->turns, i, &pose );
		FW_TRY( fw_path_append( &at->made, &arc ) );
	}
	return FW_OK;
}

// From a waypoint to the next one, that of an index.
static fw_status turn( path_corner* at, int32_t index )
{
	bool legal = false;
	fw_curve curve;
	if ( !fw_tighter_turn( at->list, at->least, at->pose, at->to, &curve, &legal ) )
	{
		return fw_knots_refuse_point( at->list, FW_ERR_UNSUPPORTED, index, FW_NO_CURVE );
	}
	const bool fits = legal && curve.part[0] <= FW_TIGHTER_WIDEST;
	if ( !fits && find_maneuver( at ) )
	{
		FW_TRY( append_maneuver( at ) );
		curve = at->best.rest;
		at->report.backed += at->best.backs ? 1 : 0;
	}
	else
	{
		FW_TRY( append_last( at, 0.0 ) );
		at->report.illegal += legal ? 0 : 1;
		at->report.tightened += curve.part[0] > 0.0 && curve.radius < at->list->unit->turning_radius ? 1 : 0;
	}
	at->last = curve;
	at->has_last = true;
	at->pose = fw_curve_pose_at( &curve, curve.length );
	return FW_OK;
}

static bool is_line( const knots* list, int32_t i )
{
	return list->items[i].count == 1 && list->path->segments[list->items[i].first].kind == FW_SEGMENT_LINE;
}

// The end of the straight leg that begins at a waypoint: where the path goes straight on there is nothing to turn.
static int32_t leg_end( const knots* list, int32_t begin )
{
	int32_t end = begin + 1;
	for ( ; end + 1 < list->count && is_line( list, begin ) && is_line( list, end ); end++ )
	{
		if ( !fw_goes_straight( fw_knots_point( list, begin ), fw_knots_point( list, end ),
		                        fw_knots_point( list, end + 1 ) ) )
		{
			break;
		}
	}
	return end;
}

static fw_status turn_all( path_corner* at )
{
	fw_path_clear( &at->made, at->pose );
	for ( int32_t i = 0; i + 1 < at->list->count; )
	{
		i = leg_end( at->list, i );
		at->to = fw_knots_point( at->list, i );
		FW_TRY( at->pose.x != at->to.x || at->pose.y != at->to.y ? turn( at, i ) : FW_OK );
	}
	FW_TRY( append_last( at, 0.0 ) );
	for ( int32_t i = 1; i < at->made.count; i++ )
	{
		at->report.gear_changes += at->made.segments[i].gear != at->made.segments[i - 1].gear ? 1 : 0;
	}
	return FW_OK;
}

static const fw_range ranges[] = {
    { "min_radius", offsetof( fw_backing_def, min_radius ), FW_FIELD_OR_0, FW_TIGHTER_MIN, 64.0, " tiles" },
    { "max_turns", offsetof( fw_backing_def, max_turns ), FW_FIELD_INT, 1, FW_BACKING_MAX, NULL },
};
const fw_ranges fw_backing_def_ranges = FW_RANGES( "def", "fw_default_backing_def()", ranges );

static fw_status check( const path_corner* at )
{
	if ( !at->list->unit->reverse )
	{
		return fw_refuse( at->list->refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.reverse", NULL,
		                  "is false, and this pass backs up; set it to true or leave the pass out" );
	}
	if ( !isfinite( at->pose.heading ) )
	{
		return fw_knots_refuse_point( at->list, FW_ERR_UNSUPPORTED, 0, FW_NO_CURVE );
	}
	return fw_tighter_check( at->list, at->least );
}

fw_status fw_turn_backing( const fw_smoother* smoother, const fw_backing_def* def, fw_path* path,
                           fw_backing_report* report, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin_pass( &list, smoother, &fw_backing_def_ranges, def, report, path, refusal ) );
	const double radius = list.unit->turning_radius;
	path_corner at = { .list = &list,
	                   .max_turns = def->max_turns,
	                   .least = def->min_radius != 0.0 ? def->min_radius : radius,
	                   .step = fmax( MIN_STEP, radius / 16.0 ),
	                   .pose = path->start };
	fw_path_init( &at.made, &path->allocator );
	fw_status status = radius > 0.0 ? check( &at ) : FW_OK;
	status = radius > 0.0 && status == FW_OK ? turn_all( &at ) : status;
	status = fw_knots_end( &list, status, false );
	fw_path_replace( path, &at.made, radius > 0.0 && status == FW_OK );
	*report = status == FW_OK ? at.report : *report;
	return status;
}
