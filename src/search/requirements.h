// SPDX-License-Identifier: MIT
// What of a query not every method does, for searches and for plans.
#ifndef FW_SEARCH_REQUIREMENTS_H
#define FW_SEARCH_REQUIREMENTS_H

#include "base/refusal.h"
#include "fairway/search.h"

extern const fw_ranges fw_query_ranges, fw_options_ranges;

// One thing that a query can ask and not every method does.
typedef struct fw_requirement
{
	const char* field; // what asks
	const char* other; // not null: it does not go with this field, whatever the method
	const char* text;  // what other methods do instead, and what would do: "plans only for discs; set unit.size to 0"
	uint32_t needs;    // traits of methods that do it; 0: all do
	uint32_t barred;   // traits of methods that do not
	uint32_t ignored;  // traits of methods that ignore the field
} fw_requirement;

int32_t fw_requirement_count( void );                     // rows of the table
const fw_requirement* fw_requirement_at( int32_t index ); // null if there is none
// Does the method do it, or ignore the field? For heuristics see fw_method::heuristics.
bool fw_method_meets( const fw_method* method, const fw_requirement* requirement );

// Refuses fields that are out of their range, with whatever method.
fw_status fw_check_query( fw_refusal* refusal, const fw_query* query );
// Refuses what the query, or the unit on this grid, asks and the method does not do. A null grid asks nothing.
fw_status fw_check_requirements( fw_refusal* refusal, const fw_query* query, const fw_method* method,
                                 const fw_grid* grid );
// #FW_ERR_UNSUPPORTED: `words` say what the method does instead, and what would do.
fw_status fw_refuse_trait( fw_refusal* refusal, const fw_method* method, const char* field, uint32_t trait,
                           const char* words );
fw_status fw_refuse_method( fw_refusal* refusal, const char* name ); // nothing has this name

#endif
