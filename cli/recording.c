// SPDX-License-Identifier: MIT
// What happened in a scene: the frames, as JSON too, and a row for each unit.
#include "recording.h"
#include "files.h"

#include <math.h>
#include <stdlib.h>

#define STEPS_A_SECOND 40
#define FRAMES_DEFAULT 10
// A unit that steps from tile to tile changes its heading in jumps; the one that is drawn follows at this rate [rad/s].
#define FACING_RATE ( 3.0 * FW_PI )
// Below this speed it keeps its heading [tiles/s].
#define FACING_SPEED 0.1
// Who waits for a shorter time is drawn as one that moves [steps].
#define WAITED_LEAST ( STEPS_A_SECOND / 2 )

void recording_init( recording* tape )
{
	*tape = ( recording ){ 0 };
}

void recording_free( recording* tape )
{
	free( tape->all );
	recording_init( tape );
}

// Vehicles turn slowly themselves.
static double facing_of( const recorded* now, const recorded* before, const fw_unit* unit )
{
	if ( before == NULL || unit->turning_radius > 0.0 )
	{
		return now->pose.heading;
	}
	const double most = FACING_RATE * SIMULATION_STEP;
	const double turn = now->speed > FACING_SPEED ? fw_angle_signed( now->pose.heading - before->facing ) : 0.0;
	return before->facing + fmin( fmax( turn, -most ), most );
}

fw_status recording_take( recording* tape, const simulation* run )
{
	tape->units = run->of->unit_count;
	if ( tape->frames == tape->capacity )
	{
		const int32_t more = tape->capacity > 0 ? 2 * tape->capacity : 256;
		recorded* all = realloc( tape->all, (size_t)more * (size_t)tape->units * sizeof( recorded ) );
		if ( all == NULL )
		{
			return FW_ERR_MEMORY;
		}
		tape->all = all;
		tape->capacity = more;
	}
	recorded* frame = tape->all + (size_t)tape->frames * (size_t)tape->units;
	static const recorded_look looks[] = {
	    [FW_UNIT_IDLE] = LOOK_PARKED,     [FW_UNIT_PLANNING] = LOOK_PARKED,   [FW_UNIT_MOVING] = LOOK_MOVING,
	    [FW_UNIT_WAITING] = LOOK_WAITING, [FW_UNIT_YIELDING] = LOOK_YIELDING, [FW_UNIT_STUCK] = LOOK_STUCK,
	    [FW_UNIT_NO_PATH] = LOOK_NO_PATH,
	};
	const fw_unit_arrays all = fw_world_units( run->world );
	for ( int32_t i = 0; i < tape->units; i++ )
	{
		const bool no_path = run->units[i].state == SIMULATION_NO_PATH;
		const recorded* before = tape->frames > 0 ? &frame[i - tape->units] : NULL;
		frame[i] = ( recorded ){
		    .pose = run->units[i].at, .speed = all.speed[i], .look = no_path ? LOOK_NO_PATH : looks[all.state[i]] };
		frame[i].facing = facing_of( &frame[i], before, &run->of->kinds[run->of->units[i].kind].unit );
		frame[i].waited = frame[i].look == LOOK_WAITING ? 1 + ( before != NULL ? before->waited : 0 ) : 0;
	}
	tape->frames += 1;
	return FW_OK;
}

bool recording_waits( const recorded* unit )
{
	return unit->waited >= WAITED_LEAST;
}

const recorded* recording_at( const recording* tape, int32_t frame, int32_t unit )
{
	return &tape->all[(size_t)frame * (size_t)tape->units + (size_t)unit];
}

int32_t recording_stride( const options* given )
{
	return STEPS_A_SECOND / ( given->rate > 0 ? given->rate : FRAMES_DEFAULT );
}

// As JSON would have it, strings of a scene being UTF-8 from JSON.
static void write_string( FILE* out, const char* text )
{
	json_t* value = json_string( text );
	if ( value == NULL || json_dumpf( value, out, JSON_ENCODE_ANY ) != 0 )
	{
		fputs( "\"\"", out );
	}
	json_decref( value );
}

static void write_number( FILE* out, double number )
{
	fprintf( out, "%.17g", number );
}

static void write_outline( FILE* out, const fw_outline* outline )
{
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		fputs( i > 0 ? ",[" : ",\"outline\":[[", out );
		write_number( out, outline->corners[i].x );
		fputc( ',', out );
		write_number( out, outline->corners[i].y );
		fputs( i + 1 < outline->count ? "]" : "]]", out );
	}
}

static void write_header( FILE* out, const simulation* run, int32_t stride )
{
	const scene* of = run->of;
	fprintf( out, "{\n  \"format\": \"fairway-frames\",\n  \"version\": 1,\n  \"title\": " );
	write_string( out, of->title );
	fprintf( out, ",\n  \"size\": [%d,%d],\n  \"seconds\": %.2f,\n  \"step\": %.2f,\n  \"hash\": \"%016llx\",\n",
	         (int)fw_grid_width( of->grid ), (int)fw_grid_height( of->grid ), simulation_time( run ),
	         stride * SIMULATION_STEP, (unsigned long long)run->hash );
	fputs( "  \"kinds\": [", out );
	for ( int32_t i = 0; i < of->kind_count; i++ )
	{
		fputs( i > 0 ? ",\n    {\"name\":" : "\n    {\"name\":", out );
		write_string( out, of->kinds[i].name );
		fputs( ",\"radius\":", out );
		write_number( out, of->kinds[i].unit.radius );
		write_outline( out, &of->kinds[i].unit.outline );
		fprintf( out, ",\"color\":\"#%06x\"}", (unsigned)of->kinds[i].color );
	}
	fputs( "\n  ],\n  \"edits\": [", out );
	for ( int32_t i = 0; i < run->edits; i++ )
	{
		const scene_edit* edit = &of->edits[run->made[i]];
		fprintf( out, "%s    {\"time\":%.2f,\"rect\":[%d,%d,%d,%d],\"terrain\":\"%c\"}", i > 0 ? ",\n" : "\n",
		         run->edited[run->made[i]], (int)edit->rect.x, (int)edit->rect.y, (int)edit->rect.width,
		         (int)edit->rect.height, fw_grid_terrain( of->grid, edit->terrain )->letter );
	}
	fputs( run->edits > 0 ? "\n  ],\n" : "],\n", out );
}

static void write_units( FILE* out, const simulation* run )
{
	fputs( "  \"units\": [", out );
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		const simulation_unit* unit = &run->units[i];
		fprintf( out, "%s    {\"kind\":%d,\"sent\":", i > 0 ? ",\n" : "\n", (int)run->of->units[i].kind );
		write_number( out, run->of->units[i].time );
		fputs( ",\"alone\":", out );
		write_number( out, unit->free );
		if ( unit->state == SIMULATION_ARRIVED )
		{
			fprintf( out, ",\"arrived\":%.2f}", unit->arrived );
		}
		else
		{
			fputs( ",\"arrived\":null}", out );
		}
	}
	fputs( "\n  ],\n", out );
}

static void write_frame( FILE* out, const recording* tape, int32_t frame )
{
	static const char looks[] = "pmwysn";
	fprintf( out, "    {\"time\":%.2f,\"looks\":\"", frame * SIMULATION_STEP );
	for ( int32_t i = 0; i < tape->units; i++ )
	{
		fputc( looks[recording_at( tape, frame, i )->look], out );
	}
	fputs( "\",\"poses\":[", out );
	for ( int32_t i = 0; i < tape->units; i++ )
	{
		const recorded* unit = recording_at( tape, frame, i );
		fputs( i > 0 ? ",[" : "[", out );
		write_number( out, unit->pose.x );
		fputc( ',', out );
		write_number( out, unit->pose.y );
		fputc( ',', out );
		write_number( out, fw_degrees( unit->pose.heading ) );
		fputc( ',', out );
		write_number( out, unit->speed );
		fputc( ']', out );
	}
	fputs( "]}", out );
}

bool recording_write_json( const recording* tape, const simulation* run, const options* given, const char* file )
{
	const int32_t stride = recording_stride( given );
	FILE* out = file_create( file );
	if ( out == NULL )
	{
		return false;
	}
	write_header( out, run, stride );
	write_units( out, run );
	fputs( "  \"frames\": [", out );
	for ( int32_t frame = 0; frame < tape->frames; frame += stride )
	{
		fputs( frame > 0 ? ",\n" : "\n", out );
		write_frame( out, tape, frame );
	}
	fputs( "\n  ]\n}\n", out );
	return file_close( out, file, true );
}

static const char* state_text( const simulation* run, int32_t index )
{
	static const char* const texts[] = { "waits", "travels", "arrived", "no-path" };
	return simulation_stuck( run, index ) != FW_STUCK_NOT ? "stuck" : texts[run->units[index].state];
}

bool recording_write_csv( const simulation* run, const char* file )
{
	FILE* out = file_create( file );
	if ( out == NULL )
	{
		return false;
	}
	fputs( "unit,kind,state,sent,arrived,alone,delay,stuck,stops,x,y,heading,start_x,start_y,goal_x,goal_y,ratio\n",
	       out );
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		const simulation_unit* unit = &run->units[i];
		const scene_unit* one = &run->of->units[i];
		fprintf( out, "%d,%s,%s,%.15g,", (int)i, run->of->kinds[one->kind].name, state_text( run, i ), one->time );
		if ( unit->state == SIMULATION_ARRIVED )
		{
			fprintf( out, "%.2f,%.15g,%.15g,", unit->arrived, unit->free, simulation_delay( run, i ) );
		}
		else
		{
			fprintf( out, ",%.15g,,", unit->free );
		}
		fprintf( out, "%.2f,%d,%.15g,%.15g,%.15g,%.15g,%.15g,", unit->stuck_for, (int)unit->stops, unit->at.x,
		         unit->at.y, fw_degrees( unit->at.heading ), one->start.x, one->start.y );
		if ( one->has_goal && unit->orders == 0 )
		{
			fprintf( out, "%.15g,%.15g,", one->goal.x, one->goal.y );
		}
		else
		{
			fputs( ",,", out ); // its place is up to the order
		}
		if ( unit->length > 0.0 )
		{
			fprintf( out, "%.6f", unit->driven / unit->length );
		}
		fputc( '\n', out );
	}
	return file_close( out, file, true );
}
