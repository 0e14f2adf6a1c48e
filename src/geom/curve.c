// SPDX-License-Identifier: MIT
// The shortest curves of bounded turning radius between poses, after L. E. Dubins, "On Curves of Minimal Length with a
// Constraint on Average Curvature" (1957), and M. Pinter, "Toward More Realistic Pathfinding" (2001).
//
// All is solved in units of the radius, and for the heading of the motion, which is opposite to the unit's own heading
// in reverse gear.
#include "base/core.h"
#include "geom/geom.h"

#include <math.h>

#define PI_HALF ( FW_PI / 2.0 )
#define SPOT_RADIUS 1e-9   // below it arcs are too short to be parts: the unit turns on the spot
#define CIRCLE_SLACK 2e-9  // centers closer than this are one center [tiles]
#define TANGENT_SLACK 1e-9 // circles that overlap or part by less than about this touch [tiles]
#define TURN_SLACK 4e-9    // the distance by which a turn that was taken for none may move the end [tiles]
#define SAME_SLACK 1e-8    // curves whose parts differ by less are one curve

const int8_t fw_word_sides[8][3] = {
    [FW_WORD_LSL] = { -1, 0, -1 }, [FW_WORD_RSR] = { 1, 0, 1 },   [FW_WORD_LSR] = { -1, 0, 1 },
    [FW_WORD_RSL] = { 1, 0, -1 },  [FW_WORD_LRL] = { -1, 1, -1 }, [FW_WORD_RLR] = { 1, -1, 1 },
    [FW_WORD_LS] = { -1, 0, 0 },   [FW_WORD_RS] = { 1, 0, 0 },
};

// What all words between the same two poses share.
typedef struct curve_problem
{
	double x, y;           // from start to goal [radii]
	double heading0;       // of the motion [-pi..pi]
	double heading1;       //
	double sine0, cosine0; // of heading0
	double sine1, cosine1; // of heading1
	double radius;         // 0: on the spot, and lengths are in tiles
	double scale;          // tiles in a unit of length
	double full_turn;      // angles from here up to 2 pi are no turn
	double tangent_slack;  // on squares of distances between centers [radii^2]
	double same_circle;    // square of a distance [radii^2]
	fw_pose start;         // as given
	fw_gear gear;          //
} curve_problem;

static bool pose_is_finite( fw_pose pose )
{
	return isfinite( pose.x ) && isfinite( pose.y ) && isfinite( pose.heading );
}

// False if something is not finite, too large to square, or out of range.
static bool problem_init( curve_problem* p, fw_pose start, fw_pose goal, double radius, fw_gear gear )
{
	const double x = goal.x - start.x;
	const double y = goal.y - start.y;
	if ( !pose_is_finite( start ) || !pose_is_finite( goal ) || !isfinite( radius ) || radius < 0.0 || radius > 1e100 ||
	     !( fabs( x ) < 1e100 && fabs( y ) < 1e100 ) )
	{
		return false;
	}
	const bool spot = radius < SPOT_RADIUS;
	const double per_tile = spot ? 1.0 : 1.0 / radius;
	const double reach = fabs( x ) + fabs( y ) + radius;
	p->x = x * per_tile;
	p->y = y * per_tile;
	p->heading0 = fw_motion_heading( start.heading, gear );
	p->heading1 = p->heading0;
	fw_sincos( p->heading0, &p->sine0, &p->cosine0 );
	p->sine1 = p->sine0;
	p->cosine1 = p->cosine0;
	if ( goal.heading != start.heading )
	{
		p->heading1 = fw_motion_heading( goal.heading, gear );
		fw_sincos( p->heading1, &p->sine1, &p->cosine1 );
	}
	p->radius = spot ? 0.0 : radius;
	p->scale = spot ? 1.0 : radius;
	p->full_turn = FW_TAU - ( reach > 4.0 ? TURN_SLACK / reach : TURN_SLACK / 4.0 );
	p->tangent_slack = radius > 1.0 ? TANGENT_SLACK * per_tile : TANGENT_SLACK;
	p->same_circle = ( CIRCLE_SLACK * per_tile ) * ( CIRCLE_SLACK * per_tile );
	p->start = start;
	p->gear = gear;
	return true;
}

// Into [0, 2 pi); an angle that rounding made slightly negative becomes 0. For -2 pi < angle < 4 pi.
FW_INLINE double turn_angle( const curve_problem* p, double angle )
{
	double positive = angle + ( angle < 0.0 ? FW_TAU : 0.0 );
	positive -= positive >= FW_TAU ? FW_TAU : 0.0;
	return positive >= p->full_turn ? 0.0 : positive;
}

static void solve_on_the_spot( const curve_problem* p, double side0, double side1, double part[3] )
{
	const double distance = fw_length( p->x, p->y );
	const double line = distance > 0.0 ? fw_atan2( p->y, p->x ) : p->heading0;
	part[0] = turn_angle( p, side0 * ( line - p->heading0 ) );
	part[1] = distance;
	part[2] = turn_angle( p, side1 * ( p->heading1 - line ) );
}

// From the center of the circle on one side of the start to the center of the circle on the same side of the goal.
typedef struct gap
{
	double x, y;
	double square; // of its length; 0 if the circles are one
} gap;

FW_INLINE gap outer_gap( const curve_problem* p, double side )
{
	gap g;
	g.x = p->x - side * ( p->sine1 - p->sine0 );
	g.y = p->y + side * ( p->cosine1 - p->cosine0 );
	g.square = g.x * g.x + g.y * g.y;
	g.square = g.square <= p->same_circle ? 0.0 : g.square;
	return g;
}

// Arcs to the same side: the line is parallel to the line between the centers.
FW_INLINE void solve_outer( const curve_problem* p, double side, double part[3] )
{
	const gap g = outer_gap( p, side );
	if ( g.square == 0.0 )
	{
		part[0] = turn_angle( p, side * ( p->heading1 - p->heading0 ) );
		part[1] = part[2] = 0.0;
		return;
	}
	const double line = fw_atan2( g.y, g.x );
	part[0] = turn_angle( p, side * ( line - p->heading0 ) );
	part[1] = sqrt( g.square );
	part[2] = turn_angle( p, side * ( p->heading1 - line ) );
}

// The squared length of the line between arcs to different sides, written so that nothing cancels for poses close
// together.
FW_INLINE double inner_square( const curve_problem* p, double side )
{
	const double sines = p->sine1 - p->sine0;
	const double cosines = p->cosine1 - p->cosine0;
	const double across = p->y * ( p->cosine0 + p->cosine1 ) - p->x * ( p->sine0 + p->sine1 );
	return p->x * p->x + p->y * p->y - 2.0 * side * across - ( sines * sines + cosines * cosines );
}

// An arc to one side, then a line that crosses to the other side of a second circle, whose center lies (x, y) from the
// first one's. `radii`: the sum of both; `square`: of the line's length. False if the circles overlap.
FW_INLINE bool solve_tangent( const curve_problem* p, double side, double x, double y, double radii, double square,
                              double part[3] )
{
	if ( square < -p->tangent_slack )
	{
		return false;
	}
	const double length = square > p->tangent_slack ? sqrt( square ) : 0.0;
	const double line = fw_atan2( y * length + radii * side * x, x * length - radii * side * y );
	part[0] = turn_angle( p, side * ( line - p->heading0 ) );
	part[1] = length;
	part[2] = turn_angle( p, -side * ( p->heading1 - line ) );
	return true;
}

// Arcs to different sides: the line crosses the line between the centers.
FW_INLINE bool solve_inner( const curve_problem* p, double side, double part[3] )
{
	const double x = p->x + side * ( p->sine0 + p->sine1 );
	const double y = p->y - side * ( p->cosine0 + p->cosine1 );
	return solve_tangent( p, side, x, y, 2.0, inner_square( p, side ), part );
}

FW_INLINE bool three_arcs_reach( const curve_problem* p, const gap* g )
{
	return g->square > 0.0 && g->square <= 16.0 + p->tangent_slack;
}

// Three arcs. Two middle circles touch both others; only the one whose arc is longer than pi can be part of a shortest
// curve.
FW_INLINE bool solve_three_arcs( const curve_problem* p, double side, double part[3] )
{
	const gap g = outer_gap( p, side );
	if ( !three_arcs_reach( p, &g ) )
	{
		return false;
	}
	const double height = 16.0 - g.square > p->tangent_slack ? sqrt( 16.0 - g.square ) : 0.0;
	const double bend = fw_atan2( height, sqrt( g.square ) );
	const double line = fw_atan2( g.y, g.x );
	part[0] = turn_angle( p, side * ( line - p->heading0 ) + ( bend + PI_HALF ) );
	part[1] = FW_PI + 2.0 * bend;
	part[2] = turn_angle( p, side * ( p->heading1 - line ) + ( bend + PI_HALF ) );
	return true;
}

// The parts of one word in units of the problem; false if it does not exist.
static bool solve_word( const curve_problem* p, fw_curve_word word, double part[3] )
{
	const double side0 = fw_word_sides[word][0];
	const double side1 = fw_word_sides[word][1];
	const double side2 = fw_word_sides[word][2];
	if ( p->radius == 0.0 )
	{
		solve_on_the_spot( p, side0, side2, part );
		return side1 == 0.0;
	}
	if ( side1 != 0.0 )
	{
		return solve_three_arcs( p, side0, part );
	}
	if ( side0 == side2 )
	{
		solve_outer( p, side0, part );
		return true;
	}
	return solve_inner( p, side0, part );
}

FW_INLINE double parts_length( const curve_problem* p, const double part[3] )
{
	return p->radius == 0.0 ? part[1] : part[0] + part[1] + part[2];
}

static fw_curve make_curve( const curve_problem* p, fw_curve_word word, const double part[3] )
{
	const bool has_line = fw_word_sides[word][1] == 0;
	return ( fw_curve ){
	    .start = p->start,
	    .radius = p->radius,
	    .part = { part[0], has_line ? part[1] * p->scale : part[1], part[2] },
	    .length = parts_length( p, part ) * p->scale,
	    .word = word,
	    .gear = p->gear,
	};
}

FW_INLINE double turned( const double part[3] )
{
	return part[0] + part[2];
}

// Shorter; or as long and turning less (which decides between turns on the spot); or the earlier word.
static bool is_better( const fw_curve* a, const fw_curve* b )
{
	if ( a->length != b->length )
	{
		return a->length < b->length;
	}
	const double turned_a = turned( a->part );
	const double turned_b = turned( b->part );
	return a->radius == 0.0 && turned_a != turned_b ? turned_a < turned_b : a->word < b->word;
}

bool fw_curve_to_pose( fw_pose start, fw_pose goal, double radius, fw_curve_word word, fw_gear gear, fw_curve* curve )
{
	curve_problem p;
	double part[3];
	if ( curve == NULL || (uint32_t)word > FW_WORD_RLR || !problem_init( &p, start, goal, radius, gear ) ||
	     !solve_word( &p, word, part ) )
	{
		return false;
	}
	*curve = make_curve( &p, word, part );
	return true;
}

// Can the word of three arcs whose first arc turns to this side be as short as `length` [tiles]? Its middle arc alone
// is pi + 2 acos( distance / 4 ), and acos( x ) >= sqrt( 2 - 2 x ).
static bool three_arcs_may_win( const curve_problem* p, double side, double length )
{
	const gap g = outer_gap( p, side );
	if ( !three_arcs_reach( p, &g ) )
	{
		return false;
	}
	const double bend = 16.0 - g.square > p->tangent_slack ? sqrt( 2.0 - 0.5 * sqrt( g.square ) ) : 0.0;
	return ( FW_PI + 2.0 * bend - 1e-8 ) * p->scale <= length;
}

// The parts of all words with lines; the words that exist. All four are solved, whatever is asked for: their many
// independent steps run side by side, which is faster than branches that choose.
static uint32_t solve_lines( const curve_problem* p, double part[6][3] )
{
	uint32_t exist = 1u << FW_WORD_LSL | 1u << FW_WORD_RSR;
	solve_outer( p, -1.0, part[FW_WORD_LSL] );
	solve_outer( p, 1.0, part[FW_WORD_RSR] );
	exist |= solve_inner( p, -1.0, part[FW_WORD_LSR] ) ? 1u << FW_WORD_LSR : 0;
	exist |= solve_inner( p, 1.0, part[FW_WORD_RSL] ) ? 1u << FW_WORD_RSL : 0;
	return exist;
}

// The first of the shortest words in the set, -1 if there is none; their parts are written to `part`.
static int32_t solve_shortest( const curve_problem* p, uint32_t words, double part[6][3] )
{
	const uint32_t lines = words & solve_lines( p, part );
	int32_t best = -1;
	double shortest = INFINITY;
	for ( int32_t word = FW_WORD_LSL; word <= FW_WORD_RSL; word++ )
	{
		const double length = ( lines >> word & 1 ) != 0 ? parts_length( p, part[word] ) * p->scale : INFINITY;
		best = length < shortest ? word : best;
		shortest = length < shortest ? length : shortest;
	}
	for ( int32_t word = FW_WORD_LRL; word <= FW_WORD_RLR; word++ )
	{
		const double side = fw_word_sides[word][0];
		if ( ( words >> word & 1 ) != 0 && three_arcs_may_win( p, side, shortest ) &&
		     solve_three_arcs( p, side, part[word] ) )
		{
			const double length = parts_length( p, part[word] ) * p->scale;
			best = length < shortest ? word : best;
			shortest = length < shortest ? length : shortest;
		}
	}
	return best;
}

bool fw_curve_shortest( fw_pose start, fw_pose goal, double radius, uint32_t words, fw_gear gear, fw_curve* curve )
{
	curve_problem p;
	double part[6][3];
	if ( curve == NULL || !problem_init( &p, start, goal, radius, gear ) )
	{
		return false;
	}
	if ( p.radius == 0.0 )
	{
		fw_curve all[6];
		const int32_t count = fw_curve_all( start, goal, radius, words, gear, all );
		*curve = count > 0 ? all[0] : *curve;
		return count > 0;
	}
	const int32_t word = solve_shortest( &p, words, part );
	if ( word >= 0 )
	{
		*curve = make_curve( &p, (fw_curve_word)word, part[word] );
	}
	return word >= 0;
}

// The parts that are not empty, with neighbors to the same side joined: equal for curves that are driven alike.
static int32_t canonical_parts( const fw_curve* curve, int32_t sides[3], double parts[3] )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < 3; i++ )
	{
		const int32_t side = fw_word_sides[curve->word][i];
		if ( curve->part[i] <= SAME_SLACK || ( side != 0 && curve->radius == 0.0 ) )
		{
			continue;
		}
		if ( count > 0 && sides[count - 1] == side )
		{
			parts[count - 1] += curve->part[i];
			continue;
		}
		sides[count] = side;
		parts[count++] = curve->part[i];
	}
	return count;
}

// Curves that differ more in length are not the same: each has three parts, and each of these may be left out or differ
// by so little.
FW_INLINE double same_length( double radius )
{
	return 8.0 * SAME_SLACK * fmax( 1.0, radius );
}

static bool is_same_curve( const fw_curve* a, const fw_curve* b )
{
	int32_t sides_a[3], sides_b[3];
	double parts_a[3], parts_b[3];
	const int32_t count = canonical_parts( a, sides_a, parts_a );
	if ( canonical_parts( b, sides_b, parts_b ) != count )
	{
		return false;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( sides_a[i] != sides_b[i] || fabs( parts_a[i] - parts_b[i] ) > SAME_SLACK )
		{
			return false;
		}
	}
	return true;
}

// Is a curve that is no shorter than these, which are sorted, one of them?
FW_INLINE bool is_among( const fw_curve* curve, const fw_curve* curves, int32_t count )
{
	const double longest = same_length( curve->radius );
	for ( int32_t i = count - 1; i >= 0 && curve->length - curves[i].length <= longest; i-- )
	{
		if ( is_same_curve( curve, &curves[i] ) )
		{
			return true;
		}
	}
	return false;
}

// The parts of all words of the set that exist; the set of these.
static uint32_t solve_all( const curve_problem* p, uint32_t words, double part[6][3] )
{
	uint32_t exist = 0;
	if ( p->radius == 0.0 )
	{
		for ( int32_t word = FW_WORD_LSL; word <= FW_WORD_RSL; word++ )
		{
			solve_on_the_spot( p, fw_word_sides[word][0], fw_word_sides[word][2], part[word] );
			exist |= 1u << word;
		}
		return words & exist;
	}
	exist = solve_lines( p, part );
	for ( int32_t word = FW_WORD_LRL; word <= FW_WORD_RLR; word++ )
	{
		const bool asked = ( words >> word & 1 ) != 0;
		exist |= asked && solve_three_arcs( p, fw_word_sides[word][0], part[word] ) ? 1u << word : 0;
	}
	return words & exist;
}

int32_t fw_curve_all( fw_pose start, fw_pose goal, double radius, uint32_t words, fw_gear gear, fw_curve curves[6] )
{
	curve_problem p;
	if ( curves == NULL || !problem_init( &p, start, goal, radius, gear ) )
	{
		return 0;
	}
	double part[6][3];
	const uint32_t exist = solve_all( &p, words, part );
	fw_curve found[6];
	int32_t order[6];
	int32_t count = 0;
	for ( int32_t word = FW_WORD_LSL; word <= FW_WORD_RLR; word++ )
	{
		if ( ( exist >> word & 1 ) == 0 )
		{
			continue;
		}
		found[word] = make_curve( &p, (fw_curve_word)word, part[word] );
		int32_t place = count++;
		for ( ; place > 0 && is_better( &found[word], &found[order[place - 1]] ); place-- )
		{
			order[place] = order[place - 1];
		}
		order[place] = word;
	}
	int32_t kept = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( !is_among( &found[order[i]], curves, kept ) )
		{
			curves[kept++] = found[order[i]];
		}
	}
	return kept;
}

// Arc then line to a point; the line touches the turning circle.
static bool solve_point( const curve_problem* p, double side, double part[3] )
{
	if ( p->radius == 0.0 )
	{
		solve_on_the_spot( p, side, side, part );
		part[2] = 0.0;
		return true;
	}
	const double across = p->y * p->cosine0 - p->x * p->sine0;
	const double square = p->x * p->x + p->y * p->y - 2.0 * side * across;
	const double x = p->x + side * p->sine0;
	const double y = p->y - side * p->cosine0;
	const bool exists = solve_tangent( p, side, x, y, 1.0, square, part );
	part[2] = 0.0;
	return exists;
}

bool fw_curve_to_point( fw_pose start, fw_vec2 goal, double radius, fw_curve_word word, fw_gear gear, fw_curve* curve )
{
	curve_problem p;
	double part[3];
	if ( curve == NULL || ( word != FW_WORD_LS && word != FW_WORD_RS ) ||
	     !problem_init( &p, start, ( fw_pose ){ goal.x, goal.y, start.heading }, radius, gear ) ||
	     !solve_point( &p, fw_word_sides[word][0], part ) )
	{
		return false;
	}
	*curve = make_curve( &p, word, part );
	return true;
}

bool fw_curve_shortest_to_point( fw_pose start, fw_vec2 goal, double radius, fw_gear gear, fw_curve* curve )
{
	fw_curve right;
	const bool has_left = fw_curve_to_point( start, goal, radius, FW_WORD_LS, gear, curve );
	const bool has_right = fw_curve_to_point( start, goal, radius, FW_WORD_RS, gear, curve != NULL ? &right : NULL );
	if ( has_right && ( !has_left || is_better( &right, curve ) ) )
	{
		*curve = right;
	}
	return has_left || has_right;
}

double fw_curve_turned( const fw_curve* curve )
{
	double turned = 0.0;
	for ( int32_t i = 0; i < 3; i++ )
	{
		turned += fw_word_sides[curve->word][i] != 0 ? curve->part[i] : 0.0;
	}
	return turned;
}
