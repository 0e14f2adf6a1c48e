// SPDX-License-Identifier: MIT
// Pose problems of published maps for vehicles that slow down in turns: arrival times of paths that are short, short
// with a turn charge, and found by time.
#include "fairway/io.h"
#include "fairway/motion.h"
#include "fairway/planner.h"

#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETS 4
#define ROWS 4
#define UNITS 2
#define MOST 128

static const struct
{
	const char *map, *name;
} sets[SETS] = {
    { "dao/brc202d", "brc202d" },
    { "bg512/AR0602SR", "AR0602SR" },
    { "dao/brc202d", "brc202d-fix" },
    { "bg512/AR0602SR", "AR0602SR-fix" },
};

// The lateral limit decides how much time turns cost.
static const struct
{
	const char* name;
	double speed, acceleration, braking, lateral;
} units[UNITS] = {
    { "lorry", 4.0, 0.5, 1.0, 1.0 },
    { "heavy lorry", 6.0, 0.3, 0.6, 0.3 },
};

// The variants: methods, and turn charges as fractions of fw_turn_loss().
static const struct
{
	const char* method;
	double charge;
} rows[ROWS] = {
    { "directional", 0.0 },
    { "directional", 0.25 },
    { "directional", 1.0 },
    { "directional-speed", 0.0 },
};

typedef struct speed_measures
{
	int32_t asked, found;
	double length, turned;
	double arrival[MOST]; // [s], INFINITY if no path was found
	double time[MOST];    // [ms]
	double expanded[MOST];
	double nodes; // the sum
	size_t memory;
} speed_measures;

static double arrival_of( const fw_unit* unit, const fw_path* path )
{
	fw_profile* profile = NULL;
	fw_profile_def def = fw_default_profile_def();
	def.unit = *unit;
	haa_check( fw_profile_create( &def, path, &profile, NULL ), "profile" );
	const double time = fw_profile_time( profile );
	fw_profile_destroy( profile );
	return time;
}

static void measure( fw_planner* planner, const fw_pose_set* poses, int32_t unit, int32_t row, speed_measures* m )
{
	fw_result result;
	fw_result_init( &result, NULL );
	memset( m, 0, sizeof( *m ) );
	for ( int32_t i = 0; i < poses->count && i < MOST; i++ )
	{
		const fw_pose_problem* p = &poses->problems[i];
		fw_plan plan = fw_default_plan();
		fw_plan* query = &plan;
		query->method = rows[row].method;
		query->unit.radius = p->radius;
		query->unit.turning_radius = p->turning_radius;
		query->unit.speed = units[unit].speed;
		query->unit.acceleration = units[unit].acceleration;
		query->unit.braking = units[unit].braking;
		query->unit.lateral = units[unit].lateral;
		query->options.turn_charge = rows[row].charge * fw_turn_loss( &query->unit );
		query->start = p->start;
		query->goal = p->goal;
		query->goal_any_heading = p->goal_any_heading;
		haa_check( fw_planner_prepare( planner, &plan, NULL ), "prepare" );
		const double begin = haa_now();
		haa_check( fw_planner_run( planner, &plan, &result, NULL ), rows[row].method );
		m->time[m->asked] = ( haa_now() - begin ) * 1e-3;
		m->expanded[m->asked] = (double)result.counters.expanded;
		m->nodes += m->expanded[m->asked];
		m->arrival[m->asked] = INFINITY;
		if ( result.outcome == FW_FOUND )
		{
			m->found++;
			m->arrival[m->asked] = arrival_of( &query->unit, &result.path );
			m->length += result.length;
			m->turned += fw_path_turn_angle( &result.path );
		}
		m->asked++;
	}
	m->memory = fw_planner_measure( planner ).search;
	fw_result_free( &result );
}

// Compared with the first row: means over the problems that both solve.
static void print( int32_t row, const speed_measures* first, speed_measures* m )
{
	double sum = 0.0, ratio = 0.0, best = INFINITY, worst = 0.0, times[MOST];
	int32_t both = 0, earlier = 0;
	for ( int32_t i = 0; i < m->asked; i++ )
	{
		times[i] = m->expanded[i] / first->expanded[i];
		if ( first->arrival[i] < INFINITY && m->arrival[i] < INFINITY )
		{
			const double r = m->arrival[i] / first->arrival[i];
			both++;
			sum += m->arrival[i];
			ratio += r;
			best = fmin( best, r );
			worst = fmax( worst, r );
			earlier += r < 1.0 - 1e-6 ? 1 : 0;
		}
	}
	printf( "| `%s`", rows[row].method );
	if ( rows[row].charge > 0.0 )
	{
		printf( ", charge %g of the loss", rows[row].charge );
	}
	printf( " | %d of %d | %.2f | %.2f | %.2f | %.4f | %.4f, %.4f | %d | %.0f | %.1f, %.1f | %.2f | %.2f | %.1f |\n",
	        (int)m->found, (int)m->asked, m->length / m->found, m->turned / m->found, sum / both, ratio / both, best,
	        worst, (int)earlier, m->nodes / m->asked, haa_quantile( times, m->asked, 0.5 ),
	        haa_quantile( times, m->asked, 1.0 ), haa_quantile( m->time, m->asked, 0.5 ),
	        haa_quantile( m->time, m->asked, 0.95 ), (double)m->memory / 1e6 );
}

int main( int argc, char** argv )
{
	for ( int32_t unit = 0; unit < UNITS; unit++ )
	{
		// With an argument, only that vehicle; with a second one only the first row and that one.
		if ( argc > 1 && strcmp( argv[1], units[unit].name ) != 0 )
		{
			continue;
		}
		printf( "%s: speed %g, acceleration %g, braking %g, lateral %g\n\n", units[unit].name, units[unit].speed,
		        units[unit].acceleration, units[unit].braking, units[unit].lateral );
		for ( int32_t set = 0; set < SETS; set++ )
		{
			static speed_measures m[ROWS];
			char file[1024];
			char name[64];
			fw_grid* grid = haa_load( sets[set].map );
			fw_pose_set poses;
			snprintf( name, sizeof( name ), "poses/%s", sets[set].name );
			haa_file( file, sizeof( file ), name, ".poses" );
			haa_check( fw_poses_load( file, NULL, &poses, NULL ), file );
			printf( "| %s | found | length | radians | arrival [s] | ratio | best, worst | earlier | nodes | times, at "
			        "most "
			        "| median ms | 95 %% ms | MB |\n|---|---|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|\n",
			        sets[set].name );
			for ( int32_t row = 0; row < ROWS; row++ )
			{
				if ( argc > 2 && row > 0 && row != atoi( argv[2] ) )
				{
					continue;
				}
				fw_planner* planner = NULL;
				haa_check( fw_planner_create( grid, NULL, &planner, NULL ), "planner" );
				measure( planner, &poses, unit, row, &m[row] );
				fw_planner_destroy( planner );
				print( row, &m[0], &m[row] );
				fflush( stdout );
			}
			printf( "\n" );
			fw_poses_free( &poses );
			fw_grid_destroy( grid );
		}
	}
	return EXIT_SUCCESS;
}
