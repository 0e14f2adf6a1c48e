// SPDX-License-Identifier: MIT
// Shared by the tests of local plans: problems, and the checker that replays their solutions.
#ifndef TESTS_SUPPORT_LOCAL_H
#define TESTS_SUPPORT_LOCAL_H

#include "crowd/local_plan.h"
#include "support.h"

typedef struct local_scene
{
	fw_local_plan plan;
	fw_local_problem* problem;
	test_memory memory;
} local_scene;

local_scene* local_scene_make( void );
// Fails the test unless the plan took one block, and states its size.
void local_scene_free( local_scene* s );

void local_set_nodes( fw_local_problem* problem, int32_t count ); // without links and agents
void local_link( fw_local_problem* problem, int32_t from, int32_t to );
void local_link_both( fw_local_problem* problem, int32_t a, int32_t b );
bool local_has_link( const fw_local_problem* problem, int32_t from, int32_t to );
// The free tiles of a grid as nodes, row by row; `wall` may be null.
void local_set_grid( fw_local_problem* problem, int32_t width, int32_t height, const bool* wall, bool diagonal );

void local_add_agent( fw_local_problem* problem, int32_t start, int32_t target );
void local_add_random_agents( fw_local_problem* problem, test_random* random, int32_t count );
void local_shuffle( test_random* random, uint8_t* nodes, int32_t count ); // 0 to count - 1

// Solves the problem and drives the moves of a solution: each must enter a free node along a link, and all agents must
// end at their targets. Fails the test if not.
fw_local_result local_solve( local_scene* s );

#endif
