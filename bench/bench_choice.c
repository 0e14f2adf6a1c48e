// SPDX-License-Identifier: MIT
// The best choice for a plan that names no method: every method that plans for a unit class, each with its passes, over
// the same problems. Excess is the length over the shortest of all methods for that problem; "best known" lengths of
// pose problems count as one more method.
//
// bench_choice [--problems N] [--sets dao,bg512] [--units disc-0.4,square-2] [--methods directional,auto] [--worst]
#include "fairway/io.h"
#include "fairway/planner.h"
#include "fairway/validate.h"

#include "any_angle_sets.h"
#include "haa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 200000 // nodes of a plan
#define LIST_MAX 64  // maps of a folder

// The units that a row is for.
enum
{
	POINT = 1,
	DISC = 2,
	SQUARE = 4,
	TURNING = 8,
	SPOT = POINT | DISC,
};

typedef struct unit_class
{
	const char* name;
	int32_t kind, size;
	double radius, turning_radius;
} unit_class;

static const unit_class classes[] = {
    { "point", POINT, 0, 0.0, 0.0 },           { "disc-0.4", DISC, 0, 0.4, 0.0 },
    { "disc-0.9", DISC, 0, 0.9, 0.0 },         { "disc-1.4", DISC, 0, 1.4, 0.0 },
    { "square-1", SQUARE, 1, 0.0, 0.0 },       { "square-2", SQUARE, 2, 0.0, 0.0 },
    { "square-3", SQUARE, 3, 0.0, 0.0 },       { "square-4", SQUARE, 4, 0.0, 0.0 },
    { "turning-0.4-1", TURNING, 0, 0.4, 1.0 }, { "turning-0.4-2", TURNING, 0, 0.4, 2.0 },
    { "turning-0.9-3", TURNING, 0, 0.9, 3.0 },
};

// The passes over the path.
enum
{
	RAW = 0,
	DONE = 1, // smoothing or clean-up, whichever suits the method
	TAUT = 2, // the taut pass at the end
};

typedef struct row
{
	const char *title, *method;
	int32_t kinds, passes;
	double weight;
	fw_turning turning;
} row;

static const row rows[] = {
    { "default", NULL, SPOT | SQUARE | TURNING, DONE, 0.0, FW_TURNING_NONE },
    { "taut", "taut", SPOT | SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "jps", "jps", SPOT | SQUARE, RAW, 0.0, FW_TURNING_NONE },
    { "jps, smoothed", "jps", SPOT | SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "jps, pulled taut", "jps", SPOT | SQUARE, TAUT, 0.0, FW_TURNING_NONE },
    { "aastar, smoothed", "aastar", SPOT | SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "haastar-high, smoothed", "haastar-high", SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "block-ps", "block-ps", SPOT, DONE, 0.0, FW_TURNING_NONE },
    { "block-ps, pulled taut", "block-ps", SPOT, TAUT, 0.0, FW_TURNING_NONE },
    { "astar-ps", "astar-ps", SPOT | SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "lazy-theta", "lazy-theta", SPOT | SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "lazy-theta, pulled taut", "lazy-theta", SPOT | SQUARE, TAUT, 0.0, FW_TURNING_NONE },
    { "theta", "theta", SPOT | SQUARE, DONE, 0.0, FW_TURNING_NONE },
    { "theta, pulled taut", "theta", SPOT | SQUARE, TAUT, 0.0, FW_TURNING_NONE },
    { "field-dstar", "field-dstar", POINT, DONE, 0.0, FW_TURNING_NONE },
    { "visibility-graph", "visibility-graph", POINT, DONE, 0.0, FW_TURNING_NONE },
    { "directional", "directional", SPOT | TURNING, DONE, 0.0, FW_TURNING_NONE },
    { "directional, weight 1", "directional", SPOT | TURNING, DONE, 1.0, FW_TURNING_NONE },
    { "directional, pulled taut", "directional", SPOT, TAUT, 0.0, FW_TURNING_NONE },
    { "hdirectional", "hdirectional", TURNING, DONE, 0.0, FW_TURNING_NONE },
    { "jps, turns along it", "jps", TURNING, DONE, 0.0, FW_TURNING_ALONG },
    { "astar-turns", "astar-turns", TURNING, DONE, 0.0, FW_TURNING_NONE },
    { "auto", "auto", TURNING, DONE, 0.0, FW_TURNING_NONE },
};

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

typedef struct choice_answer
{
	double length, us; // length 0: none
	int64_t expanded;
	bool legal;
} choice_answer;

// All answers of one unit class on one set of problems.
typedef struct choice_answers
{
	choice_answer* all[COUNT( rows )];
	double* best;
	int32_t count, capacity;
} choice_answers;

typedef struct choice_options
{
	const char *sets, *units, *methods;
	int32_t problems; // of a set
	bool worst;       // prints the worst problem of each row
} choice_options;

// Is the name in a comma-separated list? NULL: all are.
static bool is_listed( const char* list, const char* name )
{
	const size_t length = strlen( name );
	for ( const char* at = list; at != NULL && ( at = strstr( at, name ) ) != NULL; at += length )
	{
		if ( ( at == list || at[-1] == ',' ) && ( at[length] == 0 || at[length] == ',' ) )
		{
			return true;
		}
	}
	return list == NULL;
}

static bool takes( const choice_options* o, const row* r, const unit_class* unit )
{
	const bool too_wide = r->method != NULL && strcmp( r->method, "aastar" ) == 0 && unit->radius > 0.5;
	return ( r->kinds & unit->kind ) != 0 && !too_wide &&
	       is_listed( o->methods, r->method != NULL ? r->method : "default" );
}

static fw_unit unit_of( const unit_class* class )
{
	fw_unit unit = fw_default_unit();
	unit.size = class->size;
	unit.radius = class->radius;
	unit.turning_radius = class->turning_radius;
	return unit;
}

static choice_answer solve( fw_planner* planner, const fw_grid* grid, const fw_plan* plan, bool taut,
                            fw_result* result )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &plan->unit;
	const double before = haa_now();
	haa_check( fw_planner_run( planner, plan, result, NULL ), plan->method != NULL ? plan->method : "default" );
	if ( taut && result->outcome == FW_FOUND )
	{
		haa_check( fw_smooth_taut( &smoother, &result->path, NULL ), "taut" );
		result->length = result->path.length;
	}
	choice_answer a = { .us = haa_now() - before, .expanded = result->counters.expanded, .legal = true };
	if ( result->outcome == FW_FOUND )
	{
		int32_t violations = 0;
		haa_check( fw_validate( grid, &plan->unit, &result->path, NULL, NULL, 0, &violations, NULL ), "validate" );
		a.length = result->length;
		a.legal = violations == 0;
	}
	return a;
}

static void reserve( choice_answers* list )
{
	if ( list->count < list->capacity )
	{
		return;
	}
	list->capacity = list->capacity > 0 ? 2 * list->capacity : 256;
	list->best = realloc( list->best, (size_t)list->capacity * sizeof( *list->best ) );
	haa_check( list->best != NULL ? FW_OK : FW_ERR_MEMORY, "answers" );
	for ( int32_t r = 0; r < COUNT( rows ); r++ )
	{
		list->all[r] = realloc( list->all[r], (size_t)list->capacity * sizeof( choice_answer ) );
		haa_check( list->all[r] != NULL ? FW_OK : FW_ERR_MEMORY, "answers" );
	}
}

// Every method on one problem. `known` is a published length, 0 if there is none.
static void measure( const choice_options* o, fw_planner* planner, const fw_grid* grid, const unit_class* class,
                     const fw_plan* problem, double known, fw_result* result, choice_answers* list )
{
	reserve( list );
	double best = known > 0.0 ? known : INFINITY;
	for ( int32_t r = 0; r < COUNT( rows ); r++ )
	{
		fw_plan plan = *problem;
		plan.method = rows[r].method;
		plan.options.weight = rows[r].weight;
		plan.options.max_expansions = class->kind == TURNING ? LIMIT : 0;
		plan.smooth = ( rows[r].passes & DONE ) != 0;
		plan.clean_up = ( rows[r].passes & DONE ) != 0;
		plan.turning = rows[r].turning;
		list->all[r][list->count] = ( choice_answer ){ 0 };
		if ( takes( o, &rows[r], class ) )
		{
			haa_check( fw_planner_prepare( planner, &plan, NULL ), rows[r].title );
			const choice_answer a = solve( planner, grid, &plan, ( rows[r].passes & TAUT ) != 0, result );
			list->all[r][list->count] = a;
			best = a.length > 0.0 && a.legal ? fmin( best, a.length ) : best;
		}
	}
	list->best[list->count++] = best;
}

static void print_row( const choice_answers* list, int32_t r, bool worst )
{
	int32_t solved = 0, illegal = 0, above = 0, at = 0;
	double excess = 0.0, most = 0.0, us = 0.0, expanded = 0.0;
	double* times = haa_take( (size_t)list->count, sizeof( *times ) );
	for ( int32_t i = 0; i < list->count; i++ )
	{
		const choice_answer* a = &list->all[r][i];
		times[i] = a->us;
		us += a->us;
		expanded += (double)a->expanded;
		if ( a->length > 0.0 )
		{
			const double more = a->length / list->best[i] - 1.0;
			solved++;
			illegal += !a->legal;
			above += more > 0.01;
			excess += more;
			at = more > most ? i : at;
			most = fmax( most, more );
		}
	}
	printf( "  %-24s %5d %3d %8.3f %7.2f %6.2f %9.1f %9.1f %9.1f %9.0f", rows[r].title, (int)solved, (int)illegal,
	        100.0 * excess / fmax( solved, 1 ), 100.0 * most, 100.0 * above / fmax( solved, 1 ), us / list->count,
	        haa_quantile( times, list->count, 0.5 ), haa_quantile( times, list->count, 0.99 ), expanded / list->count );
	worst ? printf( "   problem %d: %.3f over %.3f\n", (int)at, list->all[r][at].length, list->best[at] )
	      : printf( "\n" );
	free( times );
}

static void print_table( const choice_options* o, const char* set, const unit_class* class, choice_answers* list )
{
	if ( list->count > 0 )
	{
		printf( "\n%s, %s: %d problems\n  %-24s %5s %3s %8s %7s %6s %9s %9s %9s %9s\n", set, class->name,
		        (int)list->count, "", "found", "ill", "mean %", "worst %", ">1 %", "us mean", "median", "99 %",
		        "nodes" );
		for ( int32_t r = 0; r < COUNT( rows ); r++ )
		{
			takes( o, &rows[r], class ) ? print_row( list, r, o->worst ) : (void)0;
		}
		fflush( stdout );
	}
	for ( int32_t r = 0; r < COUNT( rows ); r++ )
	{
		free( list->all[r] );
	}
	free( list->best );
	*list = ( choice_answers ){ 0 };
}

// Only problems within one connected region: the unit fits at both ends, and steps connect them.
static bool is_solvable( fw_planner* planner, const fw_plan* problem, fw_result* result )
{
	fw_plan plan = *problem;
	plan.method = plan.unit.size > 0 ? "jps" : "astar";
	plan.smooth = false;
	haa_check( fw_planner_run( planner, &plan, result, NULL ), "is_solvable" );
	return result->outcome == FW_FOUND && result->length > 0.0;
}

static void run_map( const choice_options* o, const char* name, int32_t problems, const unit_class* class,
                     choice_answers* list )
{
	char file[1024];
	fw_scen scen;
	haa_file( file, sizeof( file ), name, ".map.scen" );
	haa_check( fw_scen_load( file, NULL, &scen, NULL ), file );
	fw_grid* grid = haa_load( name );
	fw_planner* planner = NULL;
	haa_check( fw_planner_create( grid, NULL, &planner ), "planner" );
	fw_result result;
	fw_result_init( &result, NULL );
	uint64_t random = 1;
	problems = problems < scen.count ? problems : scen.count;
	for ( int32_t i = 0; i < problems; i++ )
	{
		const fw_scen_problem p = fw_scen_scaled( &scen, (int32_t)( (int64_t)i * scen.count / problems ), grid );
		fw_plan plan = fw_default_plan();
		plan.unit = unit_of( class );
		plan.start = ( fw_pose ){ p.start_x + 0.5, p.start_y + 0.5, haa_below( &random, 8 ) * FW_PI / 4.0 };
		plan.goal = ( fw_pose ){ p.goal_x + 0.5, p.goal_y + 0.5, haa_below( &random, 8 ) * FW_PI / 4.0 };
		plan.goal_any_heading = class->kind != TURNING || i % 2 == 0;
		if ( is_solvable( planner, &plan, &result ) )
		{
			measure( o, planner, grid, class, &plan, 0.0, &result, list );
		}
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	fw_scen_free( &scen );
}

static double* read_best( const char* name, int32_t count )
{
	char file[1024], line[256];
	haa_file( file, sizeof( file ), name, ".best" );
	double* best = haa_take( (size_t)count, sizeof( *best ) );
	FILE* text = fopen( file, "r" );
	while ( text != NULL && fgets( line, sizeof( line ), text ) != NULL )
	{
		int index;
		double length;
		if ( sscanf( line, "%d %lf", &index, &length ) == 2 && index >= 0 && index < count )
		{
			best[index] = length;
		}
	}
	if ( text != NULL )
	{
		fclose( text );
	}
	return best;
}

static void run_poses( const choice_options* o, const char* map, const char* name )
{
	char file[1024];
	fw_pose_set poses;
	haa_file( file, sizeof( file ), name, ".poses" );
	haa_check( fw_poses_load( file, NULL, &poses, NULL ), file );
	fw_grid* grid = haa_load( map );
	fw_planner* planner = NULL;
	haa_check( fw_planner_create( grid, NULL, &planner ), "planner" );
	fw_result result;
	fw_result_init( &result, NULL );
	choice_answers list = { 0 };
	double* best = read_best( name, poses.count );
	unit_class class = { "their units", TURNING, 0, 0.0, 0.0 };
	for ( int32_t i = 0; i < poses.count; i++ )
	{
		const fw_pose_problem* p = &poses.problems[i];
		fw_plan plan = fw_default_plan();
		class.radius = p->radius;
		class.turning_radius = p->turning_radius;
		plan.unit = unit_of( &class );
		plan.start = p->start;
		plan.goal = p->goal;
		plan.goal_any_heading = p->goal_any_heading;
		measure( o, planner, grid, &class, &plan, best[i], &result, &list );
	}
	print_table( o, name, &class, &list );
	free( best );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	fw_poses_free( &poses );
}

static void run_scenarios( const choice_options* o, const char* set )
{
	static char names[LIST_MAX][64];
	const int32_t maps = any_list( set, names, LIST_MAX );
	for ( int32_t c = 0; c < COUNT( classes ); c++ )
	{
		choice_answers list = { 0 };
		for ( int32_t i = 0; i < maps && is_listed( o->units, classes[c].name ); i++ )
		{
			run_map( o, names[i], o->problems / maps + 1, &classes[c], &list );
		}
		print_table( o, set, &classes[c], &list );
	}
}

int main( int argc, char** argv )
{
	choice_options o = { .problems = 200 };
	for ( int i = 1; i < argc; i++ )
	{
		const char* value = i + 1 < argc ? argv[i + 1] : "";
		o.worst = o.worst || strcmp( argv[i], "--worst" ) == 0;
		o.problems = strcmp( argv[i], "--problems" ) == 0 ? atoi( value ) : o.problems;
		o.sets = strcmp( argv[i], "--sets" ) == 0 ? value : o.sets;
		o.units = strcmp( argv[i], "--units" ) == 0 ? value : o.units;
		o.methods = strcmp( argv[i], "--methods" ) == 0 ? value : o.methods;
	}
	// The first ones are run where none are named.
	static const char* const sets[] = { "dao", "bg512", "sc1", "wc3maps512", "rooms", "random", "mazes" };
	static const char* const poses[][2] = {
	    { "dao/brc202d", "poses/brc202d" },
	    { "bg512/AR0602SR", "poses/AR0602SR" },
	    { "dao/brc202d", "poses/brc202d-fix" },
	    { "bg512/AR0602SR", "poses/AR0602SR-fix" },
	};
	for ( int32_t i = 0; i < COUNT( sets ); i++ )
	{
		( i < 3 || o.sets != NULL ) && is_listed( o.sets, sets[i] ) ? run_scenarios( &o, sets[i] ) : (void)0;
	}
	for ( int32_t i = 0; i < COUNT( poses ); i++ )
	{
		is_listed( o.sets, "poses" ) ? run_poses( &o, poses[i][0], poses[i][1] ) : (void)0;
	}
	return EXIT_SUCCESS;
}
