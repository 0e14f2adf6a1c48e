// SPDX-License-Identifier: MIT
// Crowds from MovingAI scenarios and from random numbers.
#include "crowds.h"

#include "fairway/io.h"
#include "fairway/planner.h"
#include "haa.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_CELL 16 // a random map has one block in each square of so many tiles,
#define BLOCK_MIN 2   // of these sides, 4.9 x 4.9 tiles on average: a tenth of the square,
#define BLOCK_MAX 8
#define BLOCK_GAP 2 // with so many free tiles at least to the next one

static char* read_text( const char* file, size_t* size )
{
	FILE* in = fopen( file, "rb" );
	haa_check( in != NULL && fseek( in, 0, SEEK_END ) == 0 ? FW_OK : FW_ERR_IO, file );
	const long length = ftell( in );
	haa_check( length >= 0 && fseek( in, 0, SEEK_SET ) == 0 ? FW_OK : FW_ERR_IO, file );
	char* text = haa_take( (size_t)length + 1, 1 );
	*size = fread( text, 1, (size_t)length, in );
	fclose( in );
	haa_check( *size == (size_t)length ? FW_OK : FW_ERR_IO, file );
	return text;
}

// The radius of each unit, by the last comment such as "# radius 0.3" before its line. Blanks the comments, which the
// reader of scenarios does not know.
static double* take_radii( char* text, size_t size )
{
	size_t lines = 1;
	for ( size_t i = 0; i < size; i++ )
	{
		lines += text[i] == '\n';
	}
	double* radii = haa_take( lines, sizeof( double ) );
	double radius = fw_default_unit().radius;
	size_t count = 0;
	for ( char* line = text; *line != '\0'; )
	{
		const size_t length = strcspn( line, "\n" );
		const char* word = line + strspn( line, " \t\r" );
		if ( *word == '#' )
		{
			(void)sscanf( word, "# radius %lf", &radius );
			memset( line, ' ', length );
		}
		else if ( isdigit( (unsigned char)*word ) )
		{
			radii[count++] = radius;
		}
		line += length + ( line[length] == '\n' );
	}
	return radii;
}

static void find_map( const char* of, char* file, size_t capacity )
{
	char name[256];
	const char* slash = strrchr( of, '/' );
	snprintf( name, sizeof( name ), "crowds/%.200s", slash != NULL ? slash + 1 : of );
	haa_file( file, capacity, name, "" );
	FILE* there = fopen( file, "rb" );
	if ( there != NULL )
	{
		fclose( there );
		return;
	}
	snprintf( name, sizeof( name ), "dao/%.200s", slash != NULL ? slash + 1 : of );
	haa_file( file, capacity, name, "" );
}

static void set_name( crowds_problem* problem, const char* name )
{
	snprintf( problem->name, sizeof( problem->name ), "%.60s/%d", name, (int)problem->count );
}

bool crowds_load( crowds_problem* problem, const char* name, int32_t share )
{
	char file[1024];
	size_t size = 0;
	fw_scen scen = { 0 };
	*problem = ( crowds_problem ){ 0 };
	haa_file( file, sizeof( file ), name, ".scen" );
	char* text = read_text( file, &size );
	double* radii = take_radii( text, size );
	haa_check( fw_scen_parse( text, size, NULL, &scen, NULL ), file );
	haa_check( scen.count > 0 ? FW_OK : FW_ERR_SYNTAX, file );
	find_map( scen.names + scen.problems[0].map_name, file, sizeof( file ) );
	const bool good = fw_map_load( file, NULL, &problem->grid, NULL ) == FW_OK;
	problem->count = scen.count / share;
	problem->units = haa_take( (size_t)problem->count, sizeof( crowds_unit ) );
	set_name( problem, strchr( name, '/' ) + 1 );
	for ( int32_t i = 0; i < problem->count; i++ )
	{
		const fw_scen_problem* p = &scen.problems[i];
		problem->units[i] = ( crowds_unit ){ p->start_x, p->start_y, p->goal_x, p->goal_y, radii[i], 0.0 };
	}
	fw_scen_free( &scen );
	free( radii );
	free( text );
	return good;
}

void crowds_free( crowds_problem* problem )
{
	fw_grid_destroy( problem->grid );
	free( problem->units );
	*problem = ( crowds_problem ){ 0 };
}

static fw_grid* new_grid( int32_t width, int32_t height )
{
	fw_grid* grid = NULL;
	fw_grid_def def = fw_default_grid_def();
	def.width = width;
	def.height = height;
	def.fill = FW_TERRAIN_GROUND;
	haa_check( fw_grid_create( &def, &grid, NULL ), "grid" );
	return grid;
}

// Free tiles, each taken once.
static void draw_tile( const fw_grid* grid, uint8_t* taken, uint64_t* random, int32_t* x, int32_t* y )
{
	const int32_t side = fw_grid_width( grid );
	do
	{
		*x = haa_below( random, side );
		*y = haa_below( random, side );
	} while ( fw_grid_get( grid, *x, *y ) != FW_TERRAIN_GROUND || taken[(size_t)*y * (size_t)side + (size_t)*x] );
	taken[(size_t)*y * (size_t)side + (size_t)*x] = 1;
}

void crowds_draw( crowds_problem* problem, int32_t side, int32_t count )
{
	uint64_t random = 0x9E3779B97F4A7C15u;
	*problem = ( crowds_problem ){ .grid = new_grid( side, side ), .count = count };
	problem->units = haa_take( (size_t)count, sizeof( crowds_unit ) );
	char name[32];
	snprintf( name, sizeof( name ), "load-%d", (int)side );
	set_name( problem, name );
	for ( int32_t i = 0; i < side / BLOCK_CELL * ( side / BLOCK_CELL ); i++ )
	{
		const int32_t width = BLOCK_MIN + haa_below( &random, BLOCK_MAX - BLOCK_MIN + 1 );
		const int32_t height = BLOCK_MIN + haa_below( &random, BLOCK_MAX - BLOCK_MIN + 1 );
		const int32_t x = i % ( side / BLOCK_CELL ) * BLOCK_CELL;
		const int32_t y = i / ( side / BLOCK_CELL ) * BLOCK_CELL;
		const fw_rect block = { x + haa_below( &random, BLOCK_CELL - BLOCK_GAP - width + 1 ),
		                        y + haa_below( &random, BLOCK_CELL - BLOCK_GAP - height + 1 ), width, height };
		haa_check( fw_grid_fill( problem->grid, block, FW_TERRAIN_OUT, NULL ), "block" );
	}
	uint8_t* starts = haa_take( (size_t)side * (size_t)side, 1 );
	uint8_t* goals = haa_take( (size_t)side * (size_t)side, 1 );
	for ( int32_t i = 0; i < count; i++ )
	{
		crowds_unit* unit = &problem->units[i];
		unit->radius = fw_default_unit().radius;
		draw_tile( problem->grid, starts, &random, &unit->start_x, &unit->start_y );
		draw_tile( problem->grid, goals, &random, &unit->goal_x, &unit->goal_y );
	}
	free( starts );
	free( goals );
}

void crowds_mirror( crowds_problem* problem )
{
	const int32_t width = fw_grid_width( problem->grid );
	const int32_t height = fw_grid_height( problem->grid );
	fw_grid* mirrored = new_grid( width, height );
	uint8_t* row = haa_take( (size_t)width, 1 );
	for ( int32_t y = 0; y < height; y++ )
	{
		for ( int32_t x = 0; x < width; x++ )
		{
			row[x] = fw_grid_get( problem->grid, width - 1 - x, y );
		}
		haa_check( fw_grid_write( mirrored, ( fw_rect ){ 0, y, width, 1 }, row, (size_t)width, NULL ), "mirror" );
	}
	free( row );
	fw_grid_destroy( problem->grid );
	problem->grid = mirrored;
	for ( int32_t i = 0; i < problem->count; i++ )
	{
		problem->units[i].start_x = width - 1 - problem->units[i].start_x;
		problem->units[i].goal_x = width - 1 - problem->units[i].goal_x;
	}
}

void crowds_shuffle( crowds_problem* problem, uint64_t seed )
{
	uint64_t random = ( seed + 1 ) * 0x9E3779B97F4A7C15u;
	for ( int32_t i = problem->count - 1; i > 0; i-- )
	{
		const int32_t other = haa_below( &random, i + 1 );
		const crowds_unit unit = problem->units[i];
		problem->units[i] = problem->units[other];
		problem->units[other] = unit;
	}
}

void crowds_measure_alone( crowds_problem* problem )
{
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	haa_check( fw_planner_create( problem->grid, NULL, &planner, NULL ), "planner" );
	problem->alone = 0.0;
	for ( int32_t i = 0; i < problem->count; i++ )
	{
		crowds_unit* unit = &problem->units[i];
		fw_plan plan = fw_default_plan();
		plan.unit.radius = unit->radius;
		plan.start = ( fw_pose ){ unit->start_x + 0.5, unit->start_y + 0.5, 0.0 };
		plan.goal = ( fw_pose ){ unit->goal_x + 0.5, unit->goal_y + 0.5, 0.0 };
		plan.start_any_heading = true;
		haa_check( fw_planner_run( planner, &plan, &result, NULL ), problem->name );
		haa_check( result.outcome == FW_FOUND ? FW_OK : FW_ERR_BLOCKED, problem->name );
		unit->shortest = result.path.length;
		problem->alone = fmax( problem->alone, unit->shortest / CROWDS_SPEED );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
}
