// SPDX-License-Identifier: MIT
// What lies on the ground: the sweep of the unit, its path, waypoints, ends, and where it hits something.
#include "draw.h"

#include <math.h>

#define COLOR_PATH 0x1b4fd0u
#define COLOR_REVERSE 0x8a2fc9u
#define COLOR_START 0x167a3eu
#define COLOR_GOAL 0xd9660bu
#define COLOR_HIT 0xe01f26u
#define COLOR_CORNER 0xe9a100u
#define INK_WAYPOINT 0x10245cu
#define WHITE 0xffffffu
#define FOOTPRINT_COVER 0.22

// Waypoints nearer to one another than this would be a smear [pixels]; those where the path bends may be nearer.
#define WAYPOINT_SPACING 28.0
#define BEND_SPACING 8.0
#define BEND 0.02

// An arrow in a smaller circle is a blot [pixels].
#define ARROW_FROM 4.5

static bool has_violation( const panel* of, fw_violation_kind kind )
{
	bool has = false;
	for ( int32_t i = 0; i < of->violation_count; i++ )
	{
		has = has || of->violations[i].kind == kind;
	}
	return has;
}

static bool has_reverse( const fw_path* path )
{
	bool has = false;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		has = has || path->segments[i].gear == FW_GEAR_REVERSE;
	}
	return has;
}

static bool covers( const picture* image )
{
	return ( image->show & SHOW_FOOTPRINT ) != 0 &&
	       ( image->unit->size > 0 || image->unit->outline.count > 0 || image->unit->radius > 0.0 );
}

// What is to be seen of the paths of all panels.
typedef struct path_marks
{
	bool path, reverse, hits, corners, heat, cones;
} path_marks;

static path_marks find_marks( const picture* image )
{
	path_marks all = { 0 };
	for ( int32_t i = 0; i < image->panel_count; i++ )
	{
		const panel* of = &image->panels[i];
		all.path = all.path || ( of->path->count > 0 && of->speeds == NULL );
		all.reverse = all.reverse || has_reverse( of->path );
		all.hits = all.hits || has_violation( of, FW_VIOLATION_COLLISION );
		all.corners = all.corners || has_violation( of, FW_VIOLATION_HEADING );
		all.heat = all.heat || of->heat != NULL;
		all.cones = all.cones || of->cones != NULL;
	}
	return all;
}

void draw_path_key( const picture* image, key_list* list )
{
	const path_marks all = find_marks( image );
	const struct
	{
		bool shown;
		key_kind kind;
		uint32_t color;
		double width;
		const char* label;
	} rows[] = {
	    { true, KEY_DOT, COLOR_START, 12.0, "start" },
	    { true, KEY_DOT, COLOR_GOAL, 12.0, "goal" },
	    { all.path && !image->overlay, KEY_LINE, COLOR_PATH, 4.0, "path" },
	    { all.reverse && !image->overlay, KEY_DASHES, COLOR_REVERSE, 4.0, "in reverse" },
	    { all.path && !image->overlay && covers( image ), KEY_TILE, ink_mix( WHITE, COLOR_PATH, FOOTPRINT_COVER ), 0.0,
	      "covered by the unit" },
	    { all.hits && !image->overlay, KEY_TILE, COLOR_HIT, 0.0, "hits blocked ground" },
	    { all.corners && !image->overlay, KEY_DOT, COLOR_CORNER, 7.0, "turns on the spot" },
	    { all.cones, KEY_TILE, DRAW_CONE_COLOR, 0.0, "cones" },
	    { all.heat, KEY_TILE, ink_mix( WHITE, DRAW_HEAT_COLOR, draw_heat_cover( 1 ) ), 0.0,
	      "expanded; darker: more often" },
	};
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		if ( rows[i].shown )
		{
			key_add( list, rows[i].kind, rows[i].color, rows[i].width, rows[i].label );
		}
	}
}

static void add_segment( cairo_t* cairo, const fw_segment* segment )
{
	if ( segment->kind == FW_SEGMENT_LINE )
	{
		cairo_line_to( cairo, segment->to.x, segment->to.y );
		return;
	}
	void ( *arc )( cairo_t*, double, double, double, double, double ) =
	    segment->sweep >= 0.0 ? cairo_arc : cairo_arc_negative;
	arc( cairo, segment->center.x, segment->center.y, segment->radius, segment->start,
	     segment->start + segment->sweep );
}

// All segments of one gear, as far as they hang together, in one path.
static void add_gear( cairo_t* cairo, const fw_path* path, fw_gear gear )
{
	bool open = false;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		if ( segment->gear != gear || segment->kind == FW_SEGMENT_LINK )
		{
			open = false;
			continue;
		}
		if ( !open )
		{
			cairo_move_to( cairo, segment->from.x, segment->from.y );
			open = true;
		}
		add_segment( cairo, segment );
	}
}

static void round_pen( const canvas* on, double width )
{
	cairo_set_line_width( on->cairo, width );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	cairo_set_line_join( on->cairo, CAIRO_LINE_JOIN_ROUND );
}

// Outlines stand by this little apart where they show a swept area [tiles].
#define SWEPT_STEP 0.05

// What a square covers along a line, always in the same direction, so that such shapes join where they overlap.
static void add_swept_square( cairo_t* cairo, const fw_segment* segment, double side )
{
	const bool right = segment->to.x >= segment->from.x;
	const fw_vec2 first = right ? segment->from : segment->to;
	const fw_vec2 last = right ? segment->to : segment->from;
	const bool down = last.y >= first.y;
	const double x0 = first.x - 0.5;
	const double y0 = first.y - 0.5;
	const double x1 = last.x - 0.5;
	const double y1 = last.y - 0.5;
	cairo_move_to( cairo, x0, y0 );
	cairo_line_to( cairo, down ? x0 + side : x1, down ? y0 : y1 );
	cairo_line_to( cairo, x1 + side, y1 );
	cairo_line_to( cairo, x1 + side, y1 + side );
	cairo_line_to( cairo, down ? x1 : x0 + side, down ? y1 + side : y0 + side );
	cairo_line_to( cairo, x0, y0 + side );
	cairo_close_path( cairo );
}

static void fill_swept_squares( const canvas* on, const fw_segment* segments, int32_t count, double side )
{
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( segments[i].kind != FW_SEGMENT_LINK )
		{
			add_swept_square( on->cairo, &segments[i], side );
		}
	}
	cairo_set_fill_rule( on->cairo, CAIRO_FILL_RULE_WINDING );
	cairo_fill( on->cairo );
}

// An outline at poses so close that the steps between them cannot be seen.
static void fill_swept_outlines( const canvas* on, const fw_path* path, const fw_unit* unit )
{
	const double step = fmax( draw_pixels( on, 1.0 ), SWEPT_STEP );
	const int32_t count = (int32_t)fmin( ceil( path->length / step ), 100000.0 );
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i <= count; i++ )
	{
		draw_add_outline( on->cairo, unit, fw_path_at( path, path->length * i / fmax( count, 1 ) ).pose );
	}
	cairo_set_fill_rule( on->cairo, CAIRO_FILL_RULE_WINDING );
	cairo_fill( on->cairo );
}

// A disc that moves along a path covers exactly what a round pen of its width does.
void draw_footprint( const canvas* on, const fw_path* path, const fw_unit* unit )
{
	ink_color( on->cairo, COLOR_PATH, FOOTPRINT_COVER );
	if ( unit->size > 0 )
	{
		fill_swept_squares( on, path->segments, path->count, unit->size );
		return;
	}
	if ( unit->outline.count > 0 )
	{
		fill_swept_outlines( on, path, unit );
		return;
	}
	if ( path->count == 0 || 2.0 * unit->radius * on->scale < 1.0 )
	{
		return;
	}
	add_gear( on->cairo, path, FW_GEAR_FORWARD );
	add_gear( on->cairo, path, FW_GEAR_REVERSE );
	round_pen( on, 2.0 * unit->radius );
	cairo_stroke( on->cairo );
}

static double path_width( const canvas* on )
{
	return draw_pixels( on, fmin( 5.0, fmax( 2.8, 0.13 * on->scale ) ) );
}

void draw_path( const canvas* on, const fw_path* path )
{
	const double width = path_width( on );
	add_gear( on->cairo, path, FW_GEAR_FORWARD );
	add_gear( on->cairo, path, FW_GEAR_REVERSE );
	round_pen( on, width + draw_pixels( on, 2.4 ) );
	ink_color( on->cairo, WHITE, 0.85 );
	cairo_stroke( on->cairo );

	round_pen( on, width );
	add_gear( on->cairo, path, FW_GEAR_FORWARD );
	ink_color( on->cairo, COLOR_PATH, 1.0 );
	cairo_stroke( on->cairo );

	const double dashes[] = { 2.5 * width, 2.2 * width };
	cairo_set_dash( on->cairo, dashes, 2, 0.0 );
	add_gear( on->cairo, path, FW_GEAR_REVERSE );
	ink_color( on->cairo, COLOR_REVERSE, 1.0 );
	cairo_stroke( on->cairo );
	cairo_set_dash( on->cairo, NULL, 0, 0.0 );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		if ( path->segments[i].kind == FW_SEGMENT_LINK )
		{
			draw_link( on, path->segments[i].from, path->segments[i].to, width, COLOR_PATH );
		}
	}
}

static void disc( const canvas* on, fw_vec2 at, double radius, uint32_t color )
{
	cairo_new_path( on->cairo );
	cairo_arc( on->cairo, at.x, at.y, radius, 0.0, FW_TAU );
	ink_color( on->cairo, color, 1.0 );
	cairo_fill( on->cairo );
}

static bool bends_at( const fw_path* path, int32_t index )
{
	const fw_segment* before = &path->segments[index - 1];
	const fw_segment* after = &path->segments[index];
	const double arriving = fw_segment_pose_at( before, before->length ).heading;
	const double leaving = fw_segment_pose_at( after, 0.0 ).heading;
	return before->kind == FW_SEGMENT_ARC || after->kind == FW_SEGMENT_ARC || before->gear != after->gear ||
	       fabs( fw_angle_signed( leaving - arriving ) ) > BEND;
}

void draw_waypoints( const canvas* on, const fw_path* path, bool headings )
{
	const double radius = fmax( draw_pixels( on, 2.0 ), 0.8 * path_width( on ) );
	const bool arrows = headings && 1.7 * radius * on->scale >= ARROW_FROM;
	fw_vec2 last = { path->start.x, path->start.y };
	for ( int32_t i = 1; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const double spacing = draw_pixels( on, bends_at( path, i ) ? BEND_SPACING : WAYPOINT_SPACING );
		if ( !segment->waypoint || fw_length( segment->from.x - last.x, segment->from.y - last.y ) < spacing )
		{
			continue;
		}
		last = segment->from;
		disc( on, segment->from, arrows ? 1.7 * radius : radius, INK_WAYPOINT );
		if ( arrows )
		{
			draw_arrow( on, fw_segment_pose_at( segment, 0.0 ), 1.7 * radius, WHITE );
		}
		else
		{
			disc( on, segment->from, 0.58 * radius, WHITE );
		}
	}
}

// The tiles near a segment that the unit may not enter, as a clip.
static void clip_to_blocked( const canvas* on, const picture* image, const fw_segment* segment )
{
	cairo_t* cairo = on->cairo;
	double x0;
	double y0;
	double x1;
	double y1;
	cairo_new_path( cairo );
	cairo_move_to( cairo, segment->from.x, segment->from.y );
	add_segment( cairo, segment );
	cairo_path_extents( cairo, &x0, &y0, &x1, &y1 );
	cairo_new_path( cairo );
	const double radius = fmax( image->unit->radius, image->unit->size );
	for ( int32_t y = (int32_t)floor( y0 - radius ); y <= (int32_t)floor( y1 + radius ); y++ )
	{
		for ( int32_t x = (int32_t)floor( x0 - radius ); x <= (int32_t)floor( x1 + radius ); x++ )
		{
			if ( !fw_grid_passable( image->grid, x, y, image->unit->capabilities ) )
			{
				cairo_rectangle( cairo, x, y, 1.0, 1.0 );
			}
		}
	}
	cairo_clip( cairo );
}

static void draw_overlap( const canvas* on, const picture* image, const fw_segment* segment )
{
	cairo_save( on->cairo );
	clip_to_blocked( on, image, segment );
	ink_color( on->cairo, COLOR_HIT, 1.0 );
	if ( image->unit->size > 0 )
	{
		fill_swept_squares( on, segment, 1, image->unit->size );
	}
	cairo_move_to( on->cairo, segment->from.x, segment->from.y );
	add_segment( on->cairo, segment );
	round_pen( on, fmax( image->unit->size > 0 ? 0.0 : 2.0 * image->unit->radius, draw_pixels( on, 2.0 ) ) );
	cairo_stroke( on->cairo );
	cairo_restore( on->cairo );
}

static void draw_ring( const canvas* on, fw_vec2 at, double radius )
{
	cairo_new_path( on->cairo );
	cairo_arc( on->cairo, at.x, at.y, radius, 0.0, FW_TAU );
	round_pen( on, draw_pixels( on, 5.0 ) );
	ink_color( on->cairo, WHITE, 0.9 );
	cairo_stroke_preserve( on->cairo );
	round_pen( on, draw_pixels( on, 2.6 ) );
	ink_color( on->cairo, COLOR_HIT, 1.0 );
	cairo_stroke( on->cairo );
}

// Rings around the positions that a reader should look at; one where several lie together.
static void draw_rings( const canvas* on, const panel* of, double radius, double off )
{
	fw_vec2 last = { -1e9, -1e9 };
	for ( int32_t i = 0; i < of->violation_count; i++ )
	{
		const fw_violation* violation = &of->violations[i];
		const fw_vec2 at = { violation->position.x + off, violation->position.y + off };
		const bool shown = violation->kind != FW_VIOLATION_HEADING && violation->kind != FW_VIOLATION_NUMBER;
		if ( shown && fw_length( at.x - last.x, at.y - last.y ) > 1.5 * radius )
		{
			draw_ring( on, at, radius );
			last = at;
		}
	}
}

void draw_overlaps( const canvas* on, const picture* image, const panel* of )
{
	for ( int32_t i = 0; i < of->violation_count; i++ )
	{
		const fw_violation* violation = &of->violations[i];
		if ( violation->kind == FW_VIOLATION_COLLISION && violation->segment < of->path->count &&
		     of->path->segments[violation->segment].kind != FW_SEGMENT_LINK )
		{
			draw_overlap( on, image, &of->path->segments[violation->segment] );
		}
	}
}

void draw_violations( const canvas* on, const picture* image, const panel* of )
{
	for ( int32_t i = 0; i < of->violation_count; i++ )
	{
		if ( of->violations[i].kind == FW_VIOLATION_HEADING )
		{
			const double radius = fmax( draw_pixels( on, 3.2 ), 1.1 * path_width( on ) );
			disc( on, of->violations[i].position, radius, COLOR_CORNER );
		}
	}
	// The position of a square is that of its top left tile: the ring goes around all of it.
	const double size = image->unit->size;
	const double reach = size > 0.0 ? 0.75 * size : 1.5 * image->unit->radius;
	draw_rings( on, of, fmax( reach, draw_pixels( on, 10.0 ) ), size > 0.0 ? 0.5 * ( size - 1.0 ) : 0.0 );
}

// What a square covers where it stands.
static void outline_square( const canvas* on, fw_pose pose, double side, uint32_t color )
{
	cairo_new_path( on->cairo );
	cairo_rectangle( on->cairo, pose.x - 0.5, pose.y - 0.5, side, side );
	round_pen( on, draw_pixels( on, 3.6 ) );
	ink_color( on->cairo, WHITE, 0.85 );
	cairo_stroke_preserve( on->cairo );
	round_pen( on, draw_pixels( on, 1.8 ) );
	ink_color( on->cairo, color, 1.0 );
	cairo_stroke( on->cairo );
}

static void draw_outline( const canvas* on, const fw_unit* unit, fw_pose pose, uint32_t color )
{
	cairo_new_path( on->cairo );
	draw_add_outline( on->cairo, unit, pose );
	round_pen( on, draw_pixels( on, 3.6 ) );
	ink_color( on->cairo, WHITE, 0.85 );
	cairo_stroke_preserve( on->cairo );
	round_pen( on, draw_pixels( on, 1.8 ) );
	ink_color( on->cairo, color, 1.0 );
	cairo_stroke( on->cairo );
}

// Where it stands at both ends and at changes of gear.
static void draw_outlines( const canvas* on, const picture* image, const fw_path* path )
{
	for ( int32_t i = 1; i < path->count; i++ )
	{
		if ( path->segments[i].gear != path->segments[i - 1].gear )
		{
			draw_outline( on, image->unit, fw_segment_pose_at( &path->segments[i], 0.0 ), COLOR_REVERSE );
		}
	}
	if ( path->count > 0 )
	{
		draw_outline( on, image->unit, fw_path_end( path ), COLOR_GOAL );
		draw_outline( on, image->unit, fw_path_begin( path ), COLOR_START );
	}
}

void draw_ends( const canvas* on, const picture* image, const fw_path* path )
{
	const double body = image->unit->size > 0 ? 0.5 : image->unit->radius;
	const double radius = fmin( fmax( body, draw_pixels( on, 8.0 ) ), draw_pixels( on, 20.0 ) );
	const double rim = draw_pixels( on, 1.6 );
	const fw_vec2 goal = { image->goal.x, image->goal.y };
	if ( image->unit->outline.count > 0 && path != NULL )
	{
		draw_outlines( on, image, path );
	}
	if ( image->unit->size > 1 )
	{
		outline_square( on, image->goal, image->unit->size, COLOR_GOAL );
		outline_square( on, image->start, image->unit->size, COLOR_START );
	}
	disc( on, goal, radius + rim, WHITE );
	disc( on, goal, radius, COLOR_GOAL );
	if ( image->goal_any_heading )
	{
		disc( on, goal, 0.62 * radius, WHITE );
		disc( on, goal, 0.32 * radius, COLOR_GOAL );
	}
	else
	{
		draw_arrow( on, image->goal, radius, WHITE );
	}
	const fw_vec2 start = { image->start.x, image->start.y };
	disc( on, start, radius + rim, WHITE );
	disc( on, start, radius, COLOR_START );
	const bool known = !image->start_any_heading || path->count > 0;
	if ( known )
	{
		draw_arrow( on, image->start_any_heading ? fw_path_begin( path ) : image->start, radius, WHITE );
	}
	else
	{
		disc( on, start, 0.35 * radius, WHITE );
	}
}
