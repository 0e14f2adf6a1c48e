// SPDX-License-Identifier: MIT
// Where a unit wants to go: along its path, and back to it.
#include "crowd/crowd.h"
#include "geom/geom.h"
#include "motion/profile.h"
#include "path/path.h"
#include "sweep/sweep.h"

// Distances on a path that differ by less are the same [tiles].
#define SAME 1e-9

// A point of a path.
typedef struct path_point
{
	int32_t segment;
	double begin; // of the segment
	double left;  // there, as guides count it
} path_point;

FW_INLINE path_point here_on_path( const crowd_unit* unit )
{
	return ( path_point ){ unit->segment, unit->segment_at, unit->segment_left };
}

// At a vertex: on the segment behind it, in the direction `forward`. `p` is any point of the path.
FW_INLINE path_point find_point_from( const fw_path* path, path_point p, double at, bool forward )
{
	while ( p.segment > 0 && ( at < p.begin || ( !forward && at <= p.begin + SAME ) ) )
	{
		const fw_segment* segment = &path->segments[--p.segment];
		p.begin = p.segment == 0 ? 0.0 : p.begin - segment->length;
		p.left += fw_guide_length( segment );
	}
	while ( p.segment + 1 < path->count )
	{
		const fw_segment* segment = &path->segments[p.segment];
		const double end = p.begin + segment->length;
		if ( forward ? at < end - SAME : at <= end + SAME )
		{
			break;
		}
		p.begin = end;
		p.left -= fw_guide_length( segment );
		p.segment++;
	}
	return p;
}

static path_point find_point( const crowd_unit* unit, double at, bool forward )
{
	return find_point_from( &unit->path, here_on_path( unit ), at, forward );
}

void fw_crowd_set_at( crowd_unit* unit, double at )
{
	const path_point p = find_point( unit, at, true );
	unit->segment = p.segment;
	unit->segment_at = p.begin;
	unit->segment_left = p.left;
	unit->at = at;
}

void fw_crowd_begin_path( crowd_unit* unit )
{
	unit->segment = 0;
	unit->segment_at = 0.0;
	unit->segment_left = 0.0;
	for ( int32_t i = 0; i < unit->path.count; i++ )
	{
		unit->segment_left += fw_guide_length( &unit->path.segments[i] );
	}
	unit->at = 0.0;
	unit->through = 0.0;
	unit->on_path = true;
}

// What is left at a distance of the path, as guides count it.
double fw_crowd_left_on_path( const crowd_unit* unit, double at )
{
	if ( unit->path.count == 0 || at >= unit->path.length - SAME )
	{
		return 0.0;
	}
	const path_point p = find_point( unit, at, true );
	const fw_segment* segment = &unit->path.segments[p.segment];
	const double part = segment->length > 0.0 ? ( at - p.begin ) / segment->length : 0.0;
	return p.left - part * fw_guide_length( segment );
}

// The first distance of the path at which so little is left.
double fw_crowd_at_of( const crowd_unit* unit, double left )
{
	double at = unit->segment_at;
	double rest = unit->segment_left;
	int32_t i = unit->segment;
	while ( i > 0 && rest < left )
	{
		i--;
		at -= unit->path.segments[i].length;
		rest += fw_guide_length( &unit->path.segments[i] );
	}
	for ( ; i < unit->path.count; i++ )
	{
		const double length = fw_guide_length( &unit->path.segments[i] );
		if ( rest - length <= left )
		{
			const double part = length > 0.0 ? fmin( fmax( ( rest - left ) / length, 0.0 ), 1.0 ) : 1.0;
			return at + part * unit->path.segments[i].length;
		}
		rest -= length;
		at += unit->path.segments[i].length;
	}
	return unit->path.length;
}

fw_vec2 fw_crowd_path_point( const crowd_unit* unit, double at )
{
	if ( unit->path.count == 0 || at >= unit->path.length - SAME )
	{
		return unit->goal;
	}
	const path_point p = find_point( unit, at, true );
	const fw_segment* segment = &unit->path.segments[p.segment];
	return fw_segment_point( segment, at - p.begin );
}

int32_t fw_crowd_path_tiles( const crowd_unit* unit, double apart, fw_tile_step* tiles, int32_t max )
{
	path_point p = here_on_path( unit );
	int32_t count = 0;
	for ( double at = unit->at; at < unit->path.length && count < max; at += apart )
	{
		fw_vec2 place = unit->goal;
		if ( unit->path.count > 0 && at < unit->path.length - SAME )
		{
			p = find_point_from( &unit->path, p, at, true );
			place = fw_segment_point( &unit->path.segments[p.segment], at - p.begin );
		}
		fw_add_tile( tiles, &count, place );
	}
	return count;
}

fw_pose fw_crowd_path_pose( const crowd_unit* unit, double at )
{
	if ( unit->path.count == 0 || at >= unit->path.length - SAME )
	{
		const double heading = unit->path.count > 0 ? fw_path_end( &unit->path ).heading : unit->path.start.heading;
		return ( fw_pose ){ unit->goal.x, unit->goal.y, heading };
	}
	const path_point p = find_point( unit, at, true );
	const fw_segment* segment = &unit->path.segments[p.segment];
	return fw_segment_pose_at( segment, fmin( fmax( at - p.begin, 0.0 ), segment->length ) );
}

static fw_segment turned_back( fw_segment segment )
{
	const fw_vec2 from = segment.from;
	segment.from = segment.to;
	segment.to = from;
	segment.start += segment.sweep;
	segment.sweep = -segment.sweep;
	segment.gear = segment.gear == FW_GEAR_FORWARD ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	return segment;
}

int32_t fw_crowd_path_parts( const crowd_unit* unit, double from, double* to, fw_segment parts[CROWD_PARTS] )
{
	const bool forward = *to > from;
	int32_t count = 0;
	double at = from;
	while ( forward ? at < *to - SAME : at > *to + SAME )
	{
		const path_point p = find_point( unit, at, forward );
		const fw_segment* segment = &unit->path.segments[p.segment];
		const double begin = p.begin;
		const double end = begin + segment->length;
		const double next = forward ? fmin( *to, end ) : fmax( *to, begin );
		const double low = fmax( fmin( at, next ) - begin, 0.0 );
		const double high = fmin( fmax( at, next ) - begin, segment->length );
		if ( count == CROWD_PARTS || !( forward ? next > at : next < at ) )
		{
			*to = at;
			return count;
		}
		if ( high - low < fw_course_shortest( segment ) )
		{
			at = next;
			continue;
		}
		fw_segment part = low == 0.0 && high == segment->length ? *segment : fw_segment_part( segment, low, high );
		parts[count++] = forward ? part : turned_back( part );
		at = next;
	}
	return count;
}

// The unit that guides are for: the largest disc inside of an outline, which they take no nearer to walls than it goes.
static const fw_unit* guided( const crowd_unit* unit, fw_unit* disc )
{
	if ( unit->unit.outline.count == 0 )
	{
		return &unit->unit;
	}
	*disc = unit->unit;
	disc->radius = fw_unit_inner_radius( &unit->unit );
	disc->outline.count = 0;
	return disc;
}

// Leads back to the path, through no other doors than its own unless it can get nowhere else from there.
static void fill_guide( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	fw_node closed[CROWD_OTHER_DOORS];
	const int32_t count = fw_crowd_list_other_doors( crowd, index, closed );
	fw_vec2 far;
	double at;
	const bool sees = fw_crowd_looks_ahead( crowd, index, unit->at, &far, &at );
	const double left = sees ? fw_crowd_left_on_path( unit, at ) : 0.0;
	fw_unit disc;
	const fw_unit* of = guided( unit, &disc );
	const fw_node near = fw_node_near( front, fw_node_step( of->radius ) );
	const int32_t off = fw_crowd_keeps_off( unit );
	fw_guide_fill( &crowd->guides, unit->guide, of, &unit->path, front, sees ? &far : NULL, left, closed, count, off );
	if ( count > 0 && !( fw_guide_left( &crowd->guides, unit->guide, of, near ) < INFINITY ) )
	{
		fw_guide_fill( &crowd->guides, unit->guide, of, &unit->path, front, sees ? &far : NULL, left, closed, 0, off );
	}
}

static const fw_guide* guide_of( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	if ( !fw_guide_is_good( &crowd->guides, unit->guide, index, front ) )
	{
		const bool own = unit->guide >= 0 && crowd->guides.guides[unit->guide].owner == index;
		unit->guide = own ? unit->guide : fw_guides_take( &crowd->guides, index, crowd->ticks );
		if ( unit->guide < 0 )
		{
			return NULL;
		}
		fill_guide( crowd, index );
	}
	fw_guides_use( &crowd->guides, unit->guide, crowd->ticks );
	return &crowd->guides.guides[unit->guide];
}

int32_t fw_crowd_guide( fw_crowd* crowd, int32_t index )
{
	return guide_of( crowd, index ) != NULL ? crowd->units[index].guide : -1;
}

double fw_crowd_left_by( fw_crowd* crowd, int32_t index, int32_t guide, fw_node node )
{
	fw_unit disc;
	return guide >= 0 ? fw_guide_left( &crowd->guides, guide, guided( &crowd->units[index], &disc ), node ) : INFINITY;
}

double fw_crowd_left_at( fw_crowd* crowd, int32_t index, fw_node node )
{
	return fw_crowd_left_by( crowd, index, fw_crowd_guide( crowd, index ), node );
}

// From a place that may be between nodes.
static double left_between( fw_crowd* crowd, int32_t index, fw_vec2 place )
{
	const fw_guide* guide = guide_of( crowd, index );
	const crowd_unit* own = &crowd->units[index];
	const fw_unit* unit = &own->unit;
	if ( guide == NULL )
	{
		return INFINITY;
	}
	const fw_node near = fw_node_near( place, guide->step );
	const fw_vec2 at = fw_node_place( near );
	if ( fabs( at.x - place.x ) < 1e-6 && fabs( at.y - place.y ) < 1e-6 )
	{
		return fw_guide_left( &crowd->guides, own->guide, unit, near );
	}
	double least = INFINITY;
	for ( int32_t k = 0; k < 9; k++ )
	{
		const fw_node node = { near.x + ( k % 3 - 1 ) * guide->step, near.y + ( k / 3 - 1 ) * guide->step };
		const fw_vec2 to = fw_node_place( node );
		const double total =
		    fw_guide_left( &crowd->guides, own->guide, unit, node ) + fw_length( to.x - place.x, to.y - place.y );
		if ( !( total < least ) )
		{
			continue;
		}
		const fw_segment line = fw_segment_line( place, to, FW_GEAR_FORWARD );
		least = fw_sweep_segment( crowd->grid, unit, &line ) ? total : least;
	}
	return least;
}

double fw_crowd_left( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( !unit->on_path && unit->unit.outline.count > 0 )
	{
		return INFINITY; // no line leads it back
	}
	return unit->on_path ? fw_crowd_left_on_path( unit, unit->at )
	                     : left_between( crowd, index, crowd_front( crowd, index ) );
}

bool fw_crowd_wish( fw_crowd* crowd, int32_t index, fw_vec2* to, double* at )
{
	crowd_unit* unit = &crowd->units[index];
	if ( unit->on_path )
	{
		*at = fmin( unit->at + 2.0 * CROWD_PIECE, unit->path.length );
		*to = fw_crowd_path_point( unit, *at );
		return *at > unit->at + SAME;
	}
	const double left = fw_crowd_left_in_sight( crowd, index );
	return left < INFINITY && fw_crowd_looks_ahead( crowd, index, fw_crowd_at_of( unit, left ), to, at );
}

bool fw_crowd_is_open( fw_crowd* crowd, int32_t index, const fw_segment* parts, int32_t count,
                       const crowd_stream* stream )
{
	const fw_mover* mover = crowd_mover( crowd, index );
	fw_safe_stop* stop = &crowd->precedence.stop;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_box box = fw_box_of( &parts[i] );
		const int32_t near = fw_safe_stop_near( stop, &box, fw_gap_reach( &mover->outline ) + CROWD_MARGIN );
		for ( int32_t n = 0; n < near; n++ )
		{
			const int32_t other = stop->cells.found[n];
			const fw_mover* theirs = &stop->movers[other];
			const bool counts = other != index && ( stream == NULL || !fw_crowd_is_in_stream( crowd, other, stream ) );
			bool clear = !counts || fw_gap_to_segment( &theirs->outline, fw_mover_front( theirs ), &mover->outline,
			                                           &parts[i] ) >= CROWD_MARGIN;
			const fw_course_point at = theirs->at;
			for ( int64_t k = at.piece; clear && counts && k < theirs->course.end; k++ )
			{
				const fw_segment rest = k == at.piece ? fw_course_rest( &theirs->course, at, theirs->place )
				                                      : fw_course_piece( &theirs->course, k )->segment;
				clear = !fw_gap_may_close( &theirs->outline, &rest, &mover->outline, &parts[i], CROWD_MARGIN );
			}
			if ( !clear )
			{
				return false;
			}
		}
	}
	return true;
}

// The cost of the dearest terrain along a segment, by samples.
static double dearest( const fw_crowd* crowd, const crowd_unit* unit, const fw_segment* segment )
{
	if ( !unit->slowed || !fw_grid_has_costs( crowd->grid, unit->unit.capabilities ) )
	{
		return 1.0;
	}
	double most = 1.0;
	const int32_t samples = 2 + (int32_t)( 2.0 * segment->length );
	for ( int32_t i = 0; i <= samples; i++ )
	{
		const fw_vec2 at = fw_segment_point( segment, segment->length * i / samples );
		const uint8_t terrain = fw_grid_get( crowd->grid, (int32_t)floor( at.x ), (int32_t)floor( at.y ) );
		most = fmax( most, fw_grid_terrain( crowd->grid, terrain )->cost );
	}
	return most;
}

bool fw_crowd_append( fw_crowd* crowd, int32_t index, const fw_segment* parts, int32_t count, double at, bool pushed )
{
	crowd_unit* unit = &crowd->units[index];
	const double sign = at < unit->at ? -1.0 : 1.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		int32_t blocker;
		fw_segment part = parts[i];
		part.from = crowd_front( crowd, index );
		const double slow = 1.0 / dearest( crowd, unit, &part );
		const fw_append answer = fw_precedence_append( &crowd->precedence, index, &part, slow, &blocker );
		if ( answer != FW_APPEND_OK )
		{
			crowd->failed = answer == FW_APPEND_MEMORY ? FW_ERR_MEMORY : crowd->failed;
			unit->waits_for = answer == FW_APPEND_WALL ? -2 : blocker;
			// An outline cannot turn to where its path goes on: it needs another one.
			unit->on_path = unit->on_path && !( answer == FW_APPEND_JOIN && unit->unit.outline.count > 0 );
			return i > 0;
		}
		unit->known_front = crowd_front( crowd, index );
		fw_crowd_note_entry( crowd, index, &part );
		unit->on_path = at >= 0.0;
		if ( unit->on_path )
		{
			fw_crowd_set_at( unit, i + 1 == count ? at : unit->at + sign * part.length );
		}
	}
	unit->pushed = pushed;
	unit->moved = crowd->time;
	unit->free_time = crowd->time;
	return true;
}

static void set_length( fw_path* path )
{
	path->length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		path->length += path->segments[i].length;
	}
}

// A unit goes straight to a point further on its path: its path is that line from now on, and what is behind the point.
// False if that were one segment more than it has: ticks take no memory.
static bool join_path( fw_crowd* crowd, int32_t index, fw_vec2 to, double at )
{
	crowd_unit* unit = &crowd->units[index];
	fw_path* path = &unit->path;
	const path_point p = find_point( unit, at, true );
	const bool ends = at >= path->length - SAME;
	const int32_t kept = ends ? 0 : path->count - p.segment;
	if ( kept >= path->count )
	{
		return false;
	}
	const fw_segment line = fw_segment_line( crowd_front( crowd, index ), to, FW_GEAR_FORWARD );
	if ( kept > 0 )
	{
		fw_segment* first = &path->segments[p.segment];
		*first = fw_segment_part( first, fmin( fmax( at - p.begin, 0.0 ), first->length ), first->length );
		memmove( path->segments + 1, first, (size_t)kept * sizeof( *first ) );
	}
	path->segments[0] = line;
	path->count = kept + 1;
	set_length( path );
	unit->path_number = ++crowd->paths;
	fw_crowd_begin_path( unit );
	return true;
}

void fw_crowd_leave_blocked( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	fw_path* path = &unit->path;
	if ( !unit->walks || !unit->on_path || path->count == 0 || unit->segment > 0 )
	{
		return;
	}
	const fw_segment first = path->segments[0];
	const fw_segment rest = fw_segment_part( &first, fmin( fmax( unit->at, 0.0 ), first.length ), first.length );
	if ( fw_sweep_segment( crowd->grid, &unit->unit, &rest ) )
	{
		return;
	}
	path->start = fw_segment_pose_at( &first, first.length );
	path->count--;
	memmove( path->segments, path->segments + 1, (size_t)path->count * sizeof( first ) );
	set_length( path );
	unit->path_number = ++crowd->paths;
	fw_crowd_begin_path( unit );
	unit->on_path = false;
}

bool fw_crowd_drive_open( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	fw_vec2 to;
	double at;
	if ( !fw_crowd_wish( crowd, index, &to, &at ) )
	{
		return false;
	}
	const fw_vec2 front = crowd_front( crowd, index );
	const double distance = fw_length( to.x - front.x, to.y - front.y );
	if ( !unit->on_path && distance < SAME )
	{
		fw_crowd_set_at( unit, at );
		unit->on_path = true;
		return false;
	}
	for ( double length = 2.0 * CROWD_PIECE; length >= CROWD_PIECE; length *= 0.5 )
	{
		fw_segment parts[CROWD_PARTS];
		int32_t count = 1;
		double end = -1.0;
		if ( unit->on_path )
		{
			end = fmin( unit->at + length, unit->path.length );
			count = fw_crowd_path_parts( unit, unit->at, &end, parts );
		}
		else
		{
			const double part = fmin( length, distance );
			end = part < distance ? -1.0 : at;
			const fw_vec2 point = { front.x + ( to.x - front.x ) * part / distance,
			                        front.y + ( to.y - front.y ) * part / distance };
			parts[0] = fw_segment_line( front, part < distance ? point : to, FW_GEAR_FORWARD );
		}
		if ( count > 0 && fw_crowd_is_open( crowd, index, parts, count, NULL ) )
		{
			const bool joins =
			    !unit->on_path && fw_crowd_is_among_few( crowd, index ) && join_path( crowd, index, to, at );
			end = joins ? fmin( length, unit->path.segments[0].length ) : end;
			return fw_crowd_append( crowd, index, parts, count, end, false );
		}
	}
	return false;
}

fw_vec2 fw_crowd_direction( fw_crowd* crowd, int32_t index )
{
	const fw_vec2 front = crowd_front( crowd, index );
	fw_vec2 to = front;
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->on_path )
	{
		to = fw_crowd_path_point( unit, fmin( unit->at + 1.0, unit->path.length ) );
	}
	else if ( fw_crowd_sees_path( crowd, index ) )
	{
		to = unit->seen;
	}
	else if ( unit->unit.outline.count == 0 )
	{
		const fw_guide* guide = guide_of( crowd, index );
		const fw_node near = fw_node_near( front, fw_node_step( unit->unit.radius ) );
		double least = INFINITY;
		for ( int32_t k = 0; guide != NULL && k < 9; k++ )
		{
			const fw_node node = { near.x + ( k % 3 - 1 ) * guide->step, near.y + ( k / 3 - 1 ) * guide->step };
			const fw_vec2 place = fw_node_place( node );
			const double left = fw_guide_left( &crowd->guides, unit->guide, &unit->unit, node ) +
			                    CROWD_LITTLE * fw_length( place.x - front.x, place.y - front.y );
			if ( k != 4 && left < least && fw_node_joins( crowd->grid, &unit->unit, near, node ) )
			{
				least = left;
				to = place;
			}
		}
	}
	const double length = fw_length( to.x - front.x, to.y - front.y );
	return length > SAME ? ( fw_vec2 ){ ( to.x - front.x ) / length, ( to.y - front.y ) / length }
	                     : ( fw_vec2 ){ 0.0, 0.0 };
}
