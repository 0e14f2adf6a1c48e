// SPDX-License-Identifier: MIT
// Reading the values of options: strict, the whole text must be used up.
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "fairway/hierarchy.h"
#include "fairway/unit.h"

// A finite number within the range.
bool value_number( const char* text, double low, double high, double* number );
bool value_integer( const char* text, int64_t low, int64_t high, int64_t* number );
// "X,Y" or "X,Y,DEGREES"; the first form leaves the heading at 0 and sets any_heading.
bool value_pose( const char* text, fw_pose* pose, bool* any_heading );
// "ground,swamp": the bits of the named capabilities.
bool value_capabilities( const char* text, uint32_t* capabilities );
// The names of a capability set, separated by commas; `text` holds at least 64 bytes.
void value_capabilities_text( uint32_t capabilities, char* text );
// "radius 0.4" or "3 x 3 tiles"; `text` holds at least 32 bytes.
void value_shape_text( const fw_unit* unit, char* text );
// "1,2,3": up to FW_HIERARCHY_MAX_CLASSES sizes of units, each once; they are sorted.
bool value_sizes( const char* text, int32_t* sizes, int32_t* count );
// "X,Y,WIDTH,HEIGHT" in tiles, the last two at least 1.
bool value_rect( const char* text, fw_rect* rect );
// Words of "a|b|c" separated by commas, as bits by their place.
bool value_set( const char* text, const char* choices, uint32_t* bits );
// The place of a word in "a|b|c"; -1 when it is none of them.
int32_t value_choice( const char* text, const char* choices );

#endif
