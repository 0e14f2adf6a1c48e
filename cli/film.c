// SPDX-License-Identifier: MIT
// Moving pictures of a scene: what all kinds of them show at a moment.
#include "film.h"
#include "draw.h"
#include "message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The longer side of the map where nobody says how large [pixels]: films of larger ones take too long to load.
#define FILM_SIDE 720.0

// Every so many frames a trail has a point.
#define TRAIL_STRIDE 4

static void write_words( film* of )
{
	const simulation* run = of->run;
	int32_t arrived = 0;
	double delay = 0.0;
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		if ( run->units[i].state == SIMULATION_ARRIVED )
		{
			arrived += 1;
			delay += simulation_delay( run, i );
		}
	}
	snprintf( of->verdict, sizeof( of->verdict ), arrived == run->of->unit_count ? "all arrived" : "%d of %d arrived",
	          (int)arrived, (int)run->of->unit_count );
	snprintf( of->figures, sizeof( of->figures ), "%d units\t%.2f s", (int)run->of->unit_count,
	          simulation_time( run ) );
	if ( arrived > 0 )
	{
		const size_t size = strlen( of->figures );
		snprintf( of->figures + size, sizeof( of->figures ) - size, "\tmean delay %.2f s", delay / arrived );
	}
	of->caption = ( panel ){
	    .title = run->of->title[0] != '\0' ? run->of->title : "units in time",
	    .figures = of->figures,
	    .verdict = of->verdict,
	    .good = arrived == run->of->unit_count,
	};
}

// The objects of the film, and its picture without units at the begin.
static bool make( film* of )
{
	const scene* play = of->run->of;
	const size_t units = (size_t)play->unit_count;
	const size_t points = units * (size_t)( of->tape->frames / TRAIL_STRIDE + 2 );
	of->units = calloc( units, sizeof( picture_unit ) );
	of->trails = calloc( points, sizeof( fw_vec2 ) );
	if ( of->units == NULL || of->trails == NULL || scene_copy_grid( play, &of->grid ) != FW_OK )
	{
		return false;
	}
	for ( int32_t i = 0; i < play->kind_count; i++ )
	{
		const scene_kind* kind = &play->kinds[i];
		of->kinds[i] = ( picture_kind ){ kind->name, &kind->unit, fw_unit_outer_radius( &kind->unit ),
		                                 kind->unit.capabilities, kind->color };
	}
	of->moment.kinds = of->kinds;
	of->moment.kind_count = play->kind_count;
	of->moment.units = of->units;
	of->moment.trails = of->trails;
	of->moment.trailing = of->given->trails;
	of->image = picture_of( of->grid, of->given );
	of->image.unit = &play->kinds[0].unit;
	of->image.moment = &of->moment;
	write_words( of );
	of->image.panels = &of->caption;
	of->image.panel_count = 1;
	return true;
}

static void choose_scale( film* of )
{
	const fw_rect view = of->image.view;
	const double exact = FILM_SIDE / fmax( view.width, view.height );
	if ( of->image.scale <= 0.0 )
	{
		of->image.scale = exact >= 1.0 ? fmin( 32.0, floor( exact ) ) : exact;
	}
}

// Those that are in the view at some time, so that the key is the same in all frames.
static uint32_t terrains_of( const film* of )
{
	const simulation* run = of->run;
	const fw_rect view = of->image.view;
	uint32_t all = draw_terrains_used( of->grid, view );
	for ( int32_t i = 0; i < run->edits; i++ )
	{
		const scene_edit* edit = &run->of->edits[run->made[i]];
		const fw_rect rect = edit->rect;
		const bool seen = rect.x < view.x + view.width && rect.x + rect.width > view.x &&
		                  rect.y < view.y + view.height && rect.y + rect.height > view.y;
		all |= seen ? 1u << edit->terrain : 0u;
	}
	return all;
}

bool film_open( film* of, const recording* tape, const simulation* run, const options* given, const char* file )
{
	*of = ( film ){ .tape = tape, .run = run, .given = given };
	const bool made = make( of );
	if ( !made )
	{
		complain( "%s: %s", file, fw_status_text( FW_ERR_MEMORY ) );
	}
	const bool good = made && picture_take_view( &of->image, given );
	if ( good )
	{
		choose_scale( of );
		of->image.terrains = terrains_of( of );
	}
	return good;
}

void film_close( film* of )
{
	fw_grid_destroy( of->grid );
	free( of->units );
	free( of->trails );
}

static void show_trails( film* of, int32_t frame )
{
	const int32_t count = frame / TRAIL_STRIDE + 2;
	for ( int32_t i = 0; i < of->tape->units; i++ )
	{
		for ( int32_t k = 0; k < count; k++ )
		{
			const int32_t at = k * TRAIL_STRIDE < frame ? k * TRAIL_STRIDE : frame;
			const fw_pose pose = recording_at( of->tape, at, i )->pose;
			of->trails[(size_t)i * (size_t)count + (size_t)k] = ( fw_vec2 ){ pose.x, pose.y };
		}
	}
	of->moment.trail_count = count;
}

fw_status film_show( film* of, int32_t frame )
{
	const double time = frame * SIMULATION_STEP;
	const simulation* run = of->run;
	fw_status status = FW_OK;
	while ( of->edits < run->edits && run->edited[run->made[of->edits]] <= time && status == FW_OK )
	{
		const scene_edit* edit = &run->of->edits[run->made[of->edits++]];
		status = fw_grid_fill( of->grid, edit->rect, edit->terrain, NULL );
	}
	for ( int32_t i = 0; i < of->tape->units; i++ )
	{
		const recorded* now = recording_at( of->tape, frame, i );
		of->units[i] = ( picture_unit ){
		    .pose = { now->pose.x, now->pose.y, now->facing },
		    .kind = run->of->units[i].kind,
		    .stuck = now->look == LOOK_STUCK,
		    .no_path = now->look == LOOK_NO_PATH,
		    .waits = recording_waits( now ),
		};
	}
	of->moment.unit_count = of->tape->units;
	of->moment.progress = of->tape->frames > 1 ? (double)frame / ( of->tape->frames - 1.0 ) : 1.0;
	if ( of->given->trails )
	{
		show_trails( of, frame );
	}
	return status;
}

fw_status film_rewind( film* of )
{
	fw_grid* again = NULL;
	const fw_status status = scene_copy_grid( of->run->of, &again );
	if ( status == FW_OK )
	{
		fw_grid_destroy( of->grid );
		of->grid = again;
		of->edits = 0;
		of->image.grid = again;
	}
	return status;
}
