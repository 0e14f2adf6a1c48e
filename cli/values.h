// SPDX-License-Identifier: MIT
// Reading the values of options: strict, the whole text must be used up.
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "fairway/grid.h"
#include "fairway/hierarchy.h"
#include "fairway/search.h"
#include "fairway/unit.h"

// What a terrain may cost, as the library takes it.
#define VALUE_COST_MIN 1.0
#define VALUE_COST_MAX 64.0

// A finite number within the range.
bool value_number( const char* text, double low, double high, double* number );
bool value_integer( const char* text, int64_t low, int64_t high, int64_t* number );
// "X,Y" or "X,Y,DEGREES"; the first form leaves the heading at 0 and sets any_heading.
bool value_pose( const char* text, fw_pose* pose, bool* any_heading );
// "swamp=3,W=2": factors from 1 to 64 of standard terrains, by name or letter; 0 stays where none is given. False also
// where one is given twice.
bool value_costs( const char* text, double costs[FW_TERRAIN_MAX] );
// Makes the terrains of a grid cost so much; 0 leaves one as it is.
fw_status grid_set_costs( fw_grid* grid, const double costs[FW_TERRAIN_MAX] );
// "swamp 3, road 1.5": the terrains that do not cost 1; empty where there are none. `text` holds at least 128 bytes.
void grid_costs_text( const fw_grid* grid, char* text );
// The same as a line of a summary, where there are any.
void grid_print_costs( const fw_grid* grid );
// The index of a standard terrain that a unit may stand on, by name or letter; -1 where there is none.
int32_t value_terrain( const char* name, size_t size );
// "ground,swamp": the bits of the named capabilities.
bool value_capabilities( const char* text, uint32_t* capabilities );
// The names of a capability set, separated by commas; `text` holds at least 64 bytes.
void value_capabilities_text( uint32_t capabilities, char* text );
// "radius 0.4" or "3 x 3 tiles"; `text` holds at least 32 bytes.
void value_shape_text( const fw_unit* unit, char* text );
// "1,2,3": up to FW_HIERARCHY_MAX_CLASSES sizes of units, each once; they are sorted.
bool value_sizes( const char* text, int32_t* sizes, int32_t* count );
// "X,Y,WIDTH,HEIGHT" in tiles, the last two at least 1.
// Corners X,Y,X,Y,... of an outline, or LENGTHxWIDTH[+REAR], a rectangle; without REAR about its middle.
bool value_outline( const char* text, fw_outline* outline );
bool value_box( const char* text, fw_outline* outline );
bool value_rect( const char* text, fw_rect* rect );
// Words of "a|b|c" separated by commas, as bits by their place.
bool value_set( const char* text, const char* choices, uint32_t* bits );
// The word at `index` of a list with commas between, cut to `size` bytes; false behind the last one.
bool value_word( const char* list, int32_t index, char* word, size_t size );
// Cuts NAME@corner or NAME@center at the @ and sets the anchor, which it leaves alone where there is no @. False where
// something else is behind it.
bool value_anchor( char* word, fw_anchor* anchor );
// The place of a word in "a|b|c"; -1 when it is none of them.
int32_t value_choice( const char* text, const char* choices );

#endif
