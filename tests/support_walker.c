// SPDX-License-Identifier: MIT
// A map with all that a search without headings needs.
#include "support_walker.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void walker_open( walker* w, fw_grid* grid, double radius, uint32_t capabilities )
{
	*w = ( walker ){ .grid = grid };
	fw_space_def def = fw_default_space_def();
	def.radius = radius;
	def.capabilities = capabilities;
	assert_int_equal( fw_space_create( grid, &def, &w->space ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &w->search ), FW_OK );
	fw_result_init( &w->result, NULL );
	w->map = ( fw_map ){ .grid = grid, .space = w->space };
}

void walker_close( walker* w )
{
	fw_result_free( &w->result );
	fw_search_destroy( w->search );
	fw_space_destroy( w->space );
	fw_grid_destroy( w->grid );
	*w = ( walker ){ 0 };
}
