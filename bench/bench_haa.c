// SPDX-License-Identifier: MIT
// Hierarchical Annotated A*: the size of its abstractions, and how much longer its paths and shorter its times are than
// those of Annotated A*, on published scenarios; long paths on a large map; edits. The exit code says whether all
// answers were right. FAIRWAY_BENCHMARKS names the folder of the maps.
#include "haa.h"
#include "hierarchy/landmarks.h"

#include "any_angle_sets.h"
#include "fairway/hierarchy.h"
#include "fairway/io.h"
#include "fairway/smooth.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETS 2
#define MAPS_MAX 128
#define QUALITIES 3 // by fw_quality; the initial quality is only built and counted
#define BUCKETS 4   // by length of the shortest path: see bucket_of()

static const char* const set_names[SETS + 1] = { "Baldur's Gate", "Warcraft III", "both" };
static const char* const set_folders[SETS] = { "bg512", "wc3maps512" };
static const char* const quality_names[QUALITIES] = { "initial", "high", "low" };

typedef struct haa_options
{
	int32_t every, passes, far, places, landmarks;
} haa_options;

// The answers of a method to each problem of a scenario, for units of one size.
typedef struct haa_answers
{
	bool* found;    // [count]
	double* length; // [count], tiles
	double* smooth; // [count], after smoothing
	double* us;     // [count], minimum of all passes
	int32_t count;
} haa_answers;

// Sums for a hierarchy over all maps of a set.
typedef struct extent
{
	int64_t nodes, inter, intra, tile_graph;
	double bytes, shared, seconds;
} extent;

// Sums for a method compared with Annotated A*, over all maps of a set.
typedef struct haa_sums
{
	int64_t problems, wrong;
	int64_t in_bucket[BUCKETS];
	double excess, worst, smooth, smooth_worst;
	double us[BUCKETS], base_us[BUCKETS];
} haa_sums;

typedef struct set_sums
{
	int32_t maps;
	haa_sums astar[HAA_SIZES], jps[HAA_SIZES];
	haa_sums paths[HAA_CLUSTERS][HAA_SIZES][QUALITIES];
	haa_sums led[HAA_CLUSTERS][HAA_SIZES][QUALITIES]; // with landmarks
	extent extents[HAA_CLUSTERS][QUALITIES];
	extent landmarks[HAA_CLUSTERS][HAA_SIZES][QUALITIES]; // bytes and seconds
} set_sums;

// One map with its problems.
typedef struct world
{
	fw_grid* grid;
	fw_space* spaces[HAA_SIZES];
	fw_clearance* clearance;
	fw_scen scen;
	fw_search* search;
	fw_result result;
	const haa_options* o;
	double clock;
} world;

static haa_answers take_answers( int32_t count )
{
	const size_t n = (size_t)count;
	return ( haa_answers ){ haa_take( n, sizeof( bool ) ), haa_take( n, sizeof( double ) ),
	                        haa_take( n, sizeof( double ) ), haa_take( n, sizeof( double ) ), count };
}

static void free_answers( haa_answers* a )
{
	free( a->found );
	free( a->length );
	free( a->smooth );
	free( a->us );
}

static void open_world( world* w, const char* name, const haa_options* o )
{
	char file[1024];
	*w = ( world ){ .grid = haa_load( name ), .o = o, .clock = haa_clock_cost() };
	haa_file( file, sizeof( file ), name, ".map.scen" );
	haa_check( fw_scen_load( file, NULL, &w->scen, NULL ), file );
	for ( int32_t i = 0; i < HAA_SIZES; i++ )
	{
		w->spaces[i] = haa_space( w->grid, i + 1 );
	}
	w->clearance = haa_clearance( w->grid );
	haa_check( fw_search_create( NULL, &w->search ), name );
	fw_result_init( &w->result, NULL );
}

static void close_world( world* w )
{
	fw_result_free( &w->result );
	fw_search_destroy( w->search );
	fw_clearance_destroy( w->clearance );
	for ( int32_t i = 0; i < HAA_SIZES; i++ )
	{
		fw_space_destroy( w->spaces[i] );
	}
	fw_scen_free( &w->scen );
	fw_grid_destroy( w->grid );
}

// One pass for the paths, then those that are timed, so that smoothing does not disturb the caches of the timed
// searches.
static haa_answers solve( world* w, const char* method, const fw_map* map, int32_t size )
{
	haa_answers a = take_answers( ( w->scen.count + w->o->every - 1 ) / w->o->every );
	for ( int32_t pass = 0; pass <= w->o->passes; pass++ )
	{
		for ( int32_t i = 0; i < a.count; i++ )
		{
			const fw_scen_problem p = fw_scen_scaled( &w->scen, i * w->o->every, w->grid );
			const fw_query query = haa_query( method, size, p.start_x, p.start_y, p.goal_x, p.goal_y );
			const double before = haa_now();
			haa_check( fw_search_run( w->search, map, &query, &w->result, NULL ), method );
			const double us = haa_now() - before - w->clock;
			a.us[i] = pass <= 1 ? us : fmin( a.us[i], us );
			if ( pass == 0 && w->result.outcome == FW_FOUND )
			{
				fw_smoother smoother = fw_default_smoother();
				smoother.grid = w->grid;
				smoother.unit = &query.unit;
				a.found[i] = true;
				a.length[i] = w->result.length;
				haa_check( fw_smooth_straight( &smoother, &w->result.path, NULL ), "smoothing" );
				a.smooth[i] = w->result.path.length;
			}
		}
	}
	return a;
}

static int32_t bucket_of( double length )
{
	return length <= 100.0 ? 0 : length <= 200.0 ? 1 : length <= 400.0 ? 2 : 3;
}

static void add_answers( haa_sums* s, const haa_answers* a, const haa_answers* base, bool is_exact )
{
	for ( int32_t i = 0; i < a->count; i++ )
	{
		const double slack = 1e-6 * ( 1.0 + base->length[i] );
		const bool right = a->found[i] == base->found[i] && a->length[i] >= base->length[i] - slack &&
		                   ( !is_exact || a->length[i] <= base->length[i] + slack );
		s->wrong += !right;
		if ( !right || !base->found[i] || base->length[i] <= 0.0 )
		{
			continue;
		}
		const int32_t bucket = bucket_of( base->length[i] );
		const double excess = a->length[i] / base->length[i] - 1.0;
		const double smooth = a->smooth[i] / base->smooth[i] - 1.0;
		s->problems++;
		s->in_bucket[bucket]++;
		s->excess += excess;
		s->smooth += smooth;
		s->worst = fmax( s->worst, excess );
		s->smooth_worst = fmax( s->smooth_worst, smooth );
		s->us[bucket] += a->us[i];
		s->base_us[bucket] += base->us[i];
	}
}

static fw_hierarchy* build( const world* w, int32_t cluster, fw_quality quality, extent* e )
{
	fw_hierarchy* hierarchy = NULL;
	double best = INFINITY;
	for ( int32_t pass = 0; pass < w->o->passes; pass++ )
	{
		fw_hierarchy_destroy( hierarchy );
		const double before = haa_now();
		hierarchy = haa_build( w->grid, cluster, quality );
		best = fmin( best, haa_now() - before );
	}
	const fw_hierarchy_stats stats = fw_hierarchy_measure( hierarchy );
	e->nodes += stats.nodes;
	e->inter += stats.inter_edges;
	e->intra += stats.intra_edges;
	e->bytes += (double)stats.bytes;
	e->shared += (double)stats.shared_bytes;
	e->seconds += best * 1e-6;
	e->tile_graph += haa_tile_graph( w->grid );
	return hierarchy;
}

static fw_landmarks* find_landmarks( const world* w, const fw_hierarchy* hierarchy, int32_t size, extent* e )
{
	fw_landmarks* landmarks = NULL;
	double best = INFINITY;
	for ( int32_t pass = 0; pass < w->o->passes; pass++ )
	{
		fw_landmarks_destroy( landmarks );
		const double before = haa_now();
		landmarks = haa_landmarks( hierarchy, size, w->o->landmarks );
		best = fmin( best, haa_now() - before );
	}
	e->bytes += (double)fw_landmarks_memory( landmarks );
	e->seconds += best * 1e-6;
	return landmarks;
}

static void measure_paths( world* w, fw_quality quality, const fw_map* map, int32_t size, const haa_answers* base,
                           haa_sums* s )
{
	haa_answers a = solve( w, quality == FW_QUALITY_LOW ? "haastar-low" : "haastar-high", map, size );
	add_answers( s, &a, &base[size - 1], false );
	free_answers( &a );
}

static void measure_cluster( world* w, int32_t c, const haa_answers* base, set_sums* s )
{
	fw_hierarchy_destroy( build( w, haa_clusters[c], FW_QUALITY_INITIAL, &s->extents[c][FW_QUALITY_INITIAL] ) );
	for ( int32_t quality = FW_QUALITY_HIGH; quality <= FW_QUALITY_LOW; quality++ )
	{
		fw_hierarchy* hierarchy = build( w, haa_clusters[c], (fw_quality)quality, &s->extents[c][quality] );
		for ( int32_t size = 1; size <= HAA_SIZES; size++ )
		{
			fw_map map = { .grid = w->grid, .hierarchy = hierarchy };
			measure_paths( w, (fw_quality)quality, &map, size, base, &s->paths[c][size - 1][quality] );
			fw_landmarks* landmarks = find_landmarks( w, hierarchy, size, &s->landmarks[c][size - 1][quality] );
			map.landmarks = landmarks;
			measure_paths( w, (fw_quality)quality, &map, size, base, &s->led[c][size - 1][quality] );
			fw_landmarks_destroy( landmarks );
		}
		fw_hierarchy_destroy( hierarchy );
	}
}

static void measure_map( const char* name, const haa_options* o, set_sums* s )
{
	world w;
	haa_answers base[HAA_SIZES];
	open_world( &w, name, o );
	for ( int32_t size = 1; size <= HAA_SIZES; size++ )
	{
		const fw_map map = { .grid = w.grid, .space = w.spaces[size - 1], .clearance = w.clearance };
		base[size - 1] = solve( &w, "aastar", &map, size );
		haa_answers a = solve( &w, "jps", &map, size );
		add_answers( &s->jps[size - 1], &a, &base[size - 1], true );
		free_answers( &a );
		a = solve( &w, "astar", &map, size );
		add_answers( &s->astar[size - 1], &a, &base[size - 1], true );
		free_answers( &a );
	}
	for ( int32_t c = 0; c < HAA_CLUSTERS; c++ )
	{
		measure_cluster( &w, c, base, s );
	}
	s->maps++;
	for ( int32_t size = 0; size < HAA_SIZES; size++ )
	{
		free_answers( &base[size] );
	}
	close_world( &w );
}

static void add_sums( haa_sums* to, const haa_sums* from )
{
	to->problems += from->problems;
	to->wrong += from->wrong;
	to->excess += from->excess;
	to->smooth += from->smooth;
	to->worst = fmax( to->worst, from->worst );
	to->smooth_worst = fmax( to->smooth_worst, from->smooth_worst );
	for ( int32_t b = 0; b < BUCKETS; b++ )
	{
		to->in_bucket[b] += from->in_bucket[b];
		to->us[b] += from->us[b];
		to->base_us[b] += from->base_us[b];
	}
}

static void add_set( set_sums* to, const set_sums* from )
{
	to->maps += from->maps;
	for ( int32_t i = 0; i < HAA_SIZES * HAA_CLUSTERS * QUALITIES; i++ )
	{
		const int32_t c = i / ( HAA_SIZES * QUALITIES );
		const int32_t size = i / QUALITIES % HAA_SIZES;
		add_sums( &to->paths[c][size][i % QUALITIES], &from->paths[c][size][i % QUALITIES] );
		add_sums( &to->led[c][size][i % QUALITIES], &from->led[c][size][i % QUALITIES] );
		to->landmarks[c][size][i % QUALITIES].bytes += from->landmarks[c][size][i % QUALITIES].bytes;
		to->landmarks[c][size][i % QUALITIES].seconds += from->landmarks[c][size][i % QUALITIES].seconds;
	}
	for ( int32_t i = 0; i < HAA_SIZES; i++ )
	{
		add_sums( &to->jps[i], &from->jps[i] );
		add_sums( &to->astar[i], &from->astar[i] );
	}
	for ( int32_t i = 0; i < HAA_CLUSTERS * QUALITIES; i++ )
	{
		extent* sum = &to->extents[i / QUALITIES][i % QUALITIES];
		const extent* more = &from->extents[i / QUALITIES][i % QUALITIES];
		sum->nodes += more->nodes;
		sum->inter += more->inter;
		sum->intra += more->intra;
		sum->tile_graph += more->tile_graph;
		sum->bytes += more->bytes;
		sum->shared += more->shared;
		sum->seconds += more->seconds;
	}
}

static void print_extents( const set_sums* s )
{
	printf( "%-8s %-8s %8s %8s %8s %9s %9s %9s %9s %9s\n", "cluster", "quality", "nodes", "inter", "intra", "of tiles",
	        "of high", "KiB", "shared", "built ms" );
	for ( int32_t i = 0; i < HAA_CLUSTERS * QUALITIES; i++ )
	{
		const extent* e = &s->extents[i / QUALITIES][i % QUALITIES];
		const extent* high = &s->extents[i / QUALITIES][FW_QUALITY_HIGH];
		const double all = (double)( e->nodes + e->inter + e->intra );
		printf( "%-8d %-8s %8.0f %8.0f %8.0f %7.2f %% %9.3f %9.0f %9.0f %9.1f\n", (int)haa_clusters[i / QUALITIES],
		        quality_names[i % QUALITIES], (double)e->nodes / s->maps, (double)e->inter / s->maps,
		        (double)e->intra / s->maps, 100.0 * all / (double)e->tile_graph,
		        all / (double)( high->nodes + high->inter + high->intra ), e->bytes / s->maps / 1024.0,
		        e->shared / s->maps / 1024.0, e->seconds * 1e3 / s->maps );
	}
}

static double total( const double* us )
{
	return us[0] + us[1] + us[2] + us[3];
}

// Rows of a table: clusters; for each cluster, sizes; for each size, high and low quality.
#define ROWS ( HAA_CLUSTERS * HAA_SIZES * 2 )

static int32_t cluster_of( int32_t row )
{
	return row / ( 2 * HAA_SIZES );
}

static int32_t size_of( int32_t row )
{
	return row / 2 % HAA_SIZES;
}

static int32_t quality_of( int32_t row )
{
	return FW_QUALITY_HIGH + row % 2;
}

static void print_paths( const set_sums* s )
{
	printf( "\n%-8s %4s %-8s %8s %6s %8s %8s %8s %8s %9s %9s %9s\n", "cluster", "size", "quality", "problems", "wrong",
	        "longer", "worst", "smoothed", "worst", "us", "aastar us", "jps us" );
	for ( int32_t i = 0; i < ROWS; i++ )
	{
		const int32_t c = cluster_of( i );
		const int32_t size = size_of( i );
		const int32_t quality = quality_of( i );
		const haa_sums* w = &s->paths[c][size][quality];
		const double n = (double)w->problems;
		printf( "%-8d %4d %-8s %8" PRId64 " %6" PRId64 " %6.2f %% %6.2f %% %6.2f %% %6.2f %% %9.2f %9.2f %9.2f\n",
		        (int)haa_clusters[c], (int)size + 1, quality_names[quality], w->problems, w->wrong,
		        100.0 * w->excess / n, 100.0 * w->worst, 100.0 * w->smooth / n, 100.0 * w->smooth_worst,
		        total( w->us ) / n, total( w->base_us ) / n, total( s->jps[size].us ) / (double)s->jps[size].problems );
	}
}

static double ratio_from( const haa_sums* w, int32_t first, int32_t last )
{
	double base = 0.0;
	double us = 0.0;
	for ( int32_t b = first; b <= last; b++ )
	{
		base += w->base_us[b];
		us += w->us[b];
	}
	return us > 0.0 ? base / us : 0.0;
}

static void print_ratio_row( const char* name, int32_t size, const char* quality, const haa_sums* w )
{
	printf( "%-8s %4d %-8s %9.1f %9.1f %9.1f %9.1f %9.1f\n", name, (int)size + 1, quality, ratio_from( w, 0, 0 ),
	        ratio_from( w, 1, 1 ), ratio_from( w, 2, 2 ), ratio_from( w, 3, 3 ), ratio_from( w, 1, 3 ) );
}

// Total time of Annotated A* divided by that of the others, by length of the shortest path.
static void print_ratios( const set_sums* s )
{
	printf( "\n%-8s %4s %-8s %9s %9s %9s %9s %9s\n", "cluster", "size", "quality", "to 100", "to 200", "to 400",
	        "above 400", "above 100" );
	for ( int32_t i = 0; i < ROWS; i++ )
	{
		const int32_t c = cluster_of( i );
		const int32_t size = size_of( i );
		const int32_t quality = quality_of( i );
		char name[16];
		snprintf( name, sizeof( name ), "%d", (int)haa_clusters[c] );
		print_ratio_row( name, size, quality_names[quality], &s->paths[c][size][quality] );
	}
	for ( int32_t size = 0; size < HAA_SIZES; size++ )
	{
		const int64_t* count = s->jps[size].in_bucket;
		print_ratio_row( "jps", size, "-", &s->jps[size] );
		print_ratio_row( "astar", size, "-", &s->astar[size] );
		printf( "%-8s %4d %-8s %9" PRId64 " %9" PRId64 " %9" PRId64 " %9" PRId64 " %9" PRId64 "\n", "problems",
		        (int)size + 1, "-", count[0], count[1], count[2], count[3], count[1] + count[2] + count[3] );
	}
}

// The same with landmarks.
static void print_led( const set_sums* s, const haa_options* o )
{
	printf( "\nlandmarks, %d of each part\n%-8s %4s %-8s %6s %8s %8s %8s %8s %9s %9s %9s %9s %9s %9s %9s %9s\n",
	        (int)o->landmarks, "cluster", "size", "quality", "wrong", "longer", "worst", "smoothed", "worst", "us",
	        "to 100", "to 200", "to 400", "above 400", "above 100", "KiB", "found ms" );
	for ( int32_t i = 0; i < ROWS; i++ )
	{
		const int32_t c = cluster_of( i );
		const int32_t size = size_of( i );
		const int32_t quality = quality_of( i );
		const haa_sums* w = &s->led[c][size][quality];
		const extent* e = &s->landmarks[c][size][quality];
		const double n = (double)w->problems;
		printf( "%-8d %4d %-8s %6" PRId64 " %6.2f %% %6.2f %% %6.2f %% %6.2f %% %9.2f %9.1f %9.1f %9.1f %9.1f %9.1f "
		        "%9.0f %9.1f\n",
		        (int)haa_clusters[c], (int)size + 1, quality_names[quality], w->wrong, 100.0 * w->excess / n,
		        100.0 * w->worst, 100.0 * w->smooth / n, 100.0 * w->smooth_worst, total( w->us ) / n,
		        ratio_from( w, 0, 0 ), ratio_from( w, 1, 1 ), ratio_from( w, 2, 2 ), ratio_from( w, 3, 3 ),
		        ratio_from( w, 1, 3 ), e->bytes / s->maps / 1024.0, e->seconds * 1e3 / s->maps );
	}
}

static int64_t count_wrong( const set_sums* s )
{
	int64_t wrong = 0;
	for ( int32_t size = 0; size < HAA_SIZES; size++ )
	{
		wrong += s->jps[size].wrong + s->astar[size].wrong;
		for ( int32_t i = 0; i < HAA_CLUSTERS * QUALITIES; i++ )
		{
			wrong +=
			    s->paths[i / QUALITIES][size][i % QUALITIES].wrong + s->led[i / QUALITIES][size][i % QUALITIES].wrong;
		}
	}
	return wrong;
}

static int64_t report_scenarios( const haa_options* o )
{
	static set_sums sets[SETS + 1];
	for ( int32_t set = 0; set < SETS; set++ )
	{
		char names[MAPS_MAX][64];
		const int32_t count = any_list( set_folders[set], names, MAPS_MAX );
		for ( int32_t i = 0; i < count; i++ )
		{
			measure_map( names[i], o, &sets[set] );
		}
		add_set( &sets[SETS], &sets[set] );
	}
	for ( int32_t set = 0; set <= SETS; set++ )
	{
		const set_sums* s = &sets[set];
		if ( s->maps > 0 )
		{
			printf( "\n--- %s: %d maps, one in %d of the problems, sizes 1 to %d in one hierarchy; sizes, bytes and "
			        "building times are means of a map\n",
			        set_names[set], (int)s->maps, (int)o->every, HAA_SIZES );
			print_extents( s );
			print_paths( s );
			print_ratios( s );
			print_led( s, o );
		}
	}
	return count_wrong( &sets[SETS] );
}

static bool read_options( haa_options* o, int argc, char** argv )
{
	*o = ( haa_options ){ .every = 1, .passes = 3, .far = 100, .places = 400, .landmarks = FW_LANDMARKS_DEFAULT };
	bool ok = argc % 2 == 1;
	for ( int i = 1; i + 1 < argc && ok; i += 2 )
	{
		const char* const names[] = { "--every", "--passes", "--landmarks", "--far", "--places" };
		int32_t* const values[] = { &o->every, &o->passes, &o->landmarks, &o->far, &o->places };
		ok = false;
		for ( int32_t k = 0; k < 5; k++ )
		{
			if ( strcmp( argv[i], names[k] ) == 0 )
			{
				*values[k] = atoi( argv[i + 1] );
				ok = *values[k] >= ( k < 3 ? 1 : 0 );
			}
		}
	}
	return ok;
}

int main( int argc, char** argv )
{
	haa_options o;
	if ( !read_options( &o, argc, argv ) || any_folder() == NULL )
	{
		fprintf( stderr,
		         "usage: bench_haa [--every N] [--passes N] [--landmarks N] [--far PROBLEMS] [--places BUILDINGS]\n"
		         "FAIRWAY_BENCHMARKS names the folder of the MovingAI maps and scenarios. --every takes each "
		         "n-th problem;\n--far 0 and --places 0 leave out the large maps.\n" );
		return EXIT_FAILURE;
	}
	int64_t wrong = report_scenarios( &o );
	char names[MAPS_MAX][64];
	const int32_t count = o.far > 0 ? any_list( set_folders[0], names, MAPS_MAX ) : 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		wrong += haa_report_long( names[i], o.far, o.passes );
	}
	if ( o.places > 0 )
	{
		haa_report_edits( o.places );
		haa_report_annotations( o.places, o.passes );
	}
	printf( "\nwrong answers: %" PRId64 "\n", wrong );
	return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
