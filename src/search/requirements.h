// SPDX-License-Identifier: MIT
// What of a query not every method does, for searches and for plans.
#ifndef FW_SEARCH_REQUIREMENTS_H
#define FW_SEARCH_REQUIREMENTS_H

#include "base/refusal.h"
#include "fairway/search.h"

extern const fw_ranges fw_query_ranges, fw_options_ranges;

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
