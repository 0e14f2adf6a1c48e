// SPDX-License-Identifier: MIT
// What pictures show: the whole map, a part of it, or what lies around the paths.
#include "picture.h"
#include "files.h"
#include "message.h"

#include <math.h>

bool picture_is_name( const char* file )
{
	return file_ends_with( file, ".svg" ) || file_ends_with( file, ".png" );
}

static fw_rect whole( const fw_grid* grid )
{
	return ( fw_rect ){ 0, 0, fw_grid_width( grid ), fw_grid_height( grid ) };
}

picture picture_of( const fw_grid* grid, const options* given )
{
	const fw_plan* query = &given->plan;
	return ( picture ){
	    .grid = grid,
	    .unit = &query->unit,
	    .start = query->start,
	    .goal = query->goal,
	    .start_any_heading = query->start_any_heading,
	    .goal_any_heading = query->goal_any_heading,
	    .view = whole( grid ),
	    .scale = given->scale,
	    .show = given->show != 0 ? given->show : SHOW_FOOTPRINT | SHOW_WAYPOINTS,
	    .columns = 1,
	};
}

bool picture_take_view( picture* image, const options* given )
{
	const fw_rect asked = given->view;
	const fw_rect all = image->view;
	if ( asked.width == 0 )
	{
		return true;
	}
	if ( asked.x >= all.width || asked.y >= all.height )
	{
		complain( "--view: tile %d,%d is outside of the map of %d x %d tiles", (int)asked.x, (int)asked.y,
		          (int)all.width, (int)all.height );
		return false;
	}
	image->view = asked;
	image->view.width = asked.width < all.width - asked.x ? asked.width : all.width - asked.x;
	image->view.height = asked.height < all.height - asked.y ? asked.height : all.height - asked.y;
	return true;
}

bool picture_check_names( const options* given, const char* who )
{
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		if ( !picture_is_name( given->outs[i] ) )
		{
			complain( "%s: --out '%s': expected a name that ends in .svg or .png", who, given->outs[i] );
			return false;
		}
	}
	return true;
}

// The box that grows over points.
typedef struct box
{
	double x0, y0, x1, y1;
} box;

static void box_add( box* all, double x, double y, double margin )
{
	all->x0 = fmin( all->x0, x - margin );
	all->y0 = fmin( all->y0, y - margin );
	all->x1 = fmax( all->x1, x + margin );
	all->y1 = fmax( all->y1, y + margin );
}

static void box_add_path( box* all, const fw_path* path, double margin )
{
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		for ( int32_t part = 0; part <= 8; part++ )
		{
			const fw_pose pose = fw_segment_pose_at( segment, segment->length * part / 8.0 );
			box_add( all, pose.x, pose.y, margin );
		}
		box_add( all, segment->to.x, segment->to.y, margin );
	}
}

fw_rect picture_around( const picture* image, double margin )
{
	box all = { image->start.x, image->start.y, image->start.x, image->start.y };
	box_add( &all, image->start.x, image->start.y, margin );
	box_add( &all, image->goal.x, image->goal.y, margin );
	for ( int32_t p = 0; p < image->panel_count; p++ )
	{
		box_add_path( &all, image->panels[p].path, margin );
	}
	// A square reaches to the right and down from its place.
	const double beyond = image->unit->size > 1 ? image->unit->size - 1.0 : 0.0;
	const double right = fmin( ceil( all.x1 + beyond ), fw_grid_width( image->grid ) );
	const double bottom = fmin( ceil( all.y1 + beyond ), fw_grid_height( image->grid ) );
	const double left = fmin( fmax( floor( all.x0 ), 0.0 ), right - 1.0 );
	const double top = fmin( fmax( floor( all.y0 ), 0.0 ), bottom - 1.0 );
	if ( right < 1.0 || bottom < 1.0 )
	{
		return whole( image->grid );
	}
	return ( fw_rect ){ (int32_t)left, (int32_t)top, (int32_t)( right - left ), (int32_t)( bottom - top ) };
}
