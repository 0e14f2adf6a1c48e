// SPDX-License-Identifier: MIT
// Shared by the parts of the benchmark of hierarchies, and by the benchmarks of plans.
#ifndef BENCH_HAA_H
#define BENCH_HAA_H

#include "fairway/search.h"

#define HAA_CLUSTERS 3
#define HAA_SIZES 3
#define HAA_TOWN "bg512/AR0700SR" // the map for new buildings: the most open one
#define HAA_BUILDING 4            // tiles a side

extern const int32_t haa_clusters[HAA_CLUSTERS]; // tiles a side

// Ends the program with a message unless the status is FW_OK.
void haa_check( fw_status status, const char* what );
void* haa_take( size_t count, size_t size ); // zeroed
// Processor time in microseconds. haa_clock_cost() is the cost of reading it.
double haa_now( void );
double haa_clock_cost( void );
int32_t haa_below( uint64_t* random, int32_t limit );
double haa_quantile( double* values, int32_t count, double share ); // sorts them; 0 without values

// A hierarchy for squares of 1 to HAA_SIZES tiles on ground and swamp.
fw_hierarchy* haa_build( const fw_grid* grid, int32_t cluster, fw_quality quality );
// Landmarks for squares of `size` tiles.
fw_landmarks* haa_landmarks( const fw_hierarchy* hierarchy, int32_t size, int32_t count );
// The same for squares of `size` tiles.
fw_space* haa_space( fw_grid* grid, int32_t size );
fw_clearance* haa_clearance( const fw_grid* grid );
fw_query haa_query( const char* method, int32_t size, int32_t start_x, int32_t start_y, int32_t goal_x,
                    int32_t goal_y );
// The file of FOLDER/MAP in $FAIRWAY_BENCHMARKS, with this end.
void haa_file( char* file, size_t capacity, const char* name, const char* end );
fw_grid* haa_load( const char* name ); // FOLDER/MAP
// The part of a map that contains its largest region, without `margin` tiles on each side.
fw_rect haa_middle( fw_grid* grid, int32_t margin );
// A square map of copies of a part of another one, every other one mirrored, so that borders match.
fw_grid* haa_mirror( const fw_grid* grid, fw_rect part, int32_t side );
fw_grid* haa_town( void ); // HAA_TOWN and mirrored copies, 1024 x 1024 tiles
// A square map of ground.
fw_rect haa_draw_position( const fw_grid* grid, int32_t side, uint64_t* random );
// The number of tiles where a unit of one tile can stand, and of steps between them, each counted once.
int64_t haa_tile_graph( const fw_grid* grid );

// Long paths over a map of 4096 x 4096 tiles, made of copies of FOLDER/MAP. @return how many answers were wrong.
int64_t haa_report_long( const char* name, int32_t problems, int32_t passes );
// Updates of hierarchies for buildings in the town.
void haa_report_edits( int32_t places );
// The same for clearances and spaces.
void haa_report_annotations( int32_t places, int32_t passes );

#endif
