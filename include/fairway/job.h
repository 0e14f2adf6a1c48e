// SPDX-License-Identifier: MIT
/// @file
/// Plans in slices: as fw_planner_run(), spread over as many calls as it pleases, any number of them side by side.
#ifndef FAIRWAY_JOB_H
#define FAIRWAY_JOB_H

#include "fairway/planner.h"

FW_BEGIN_DECLS

/// A plan on its way, with scratch memory of its own. What it needs besides is its planner's, so all jobs of one
/// planner belong to one thread. One that loses it to others again and again, as there are more kinds of units under
/// way than the planner keeps objects for, makes its own, until it is done and begun anew.
///
/// Between two calls the grid may be edited and the planner and its other jobs used: a job that began on what is no
/// longer so begins anew, with the method that the grid asks for now; its counters go on and count for the limit.
typedef struct fw_job fw_job;

FW_API fw_status fw_job_create( fw_planner* planner, fw_job** job ); ///< the planner must live longer
FW_API void fw_job_destroy( fw_job* job );                           ///< NULL is allowed
FW_API size_t fw_job_memory( const fw_job* job );                    ///< bytes held now

/// Starts a plan, forgetting any former one. Makes what the plan needs, which takes long the first time (see
/// fw_planner_prepare()). @return see fw_planner_run().
FW_API fw_status fw_job_begin( fw_job* job, const fw_plan* plan );
/// Expands at most `expansions` nodes [>= 1]; at its end the passes over the path are made in one go.
/// @param outcome receives #FW_RUNNING or how it ended; NULL is allowed.
/// @return see fw_planner_run(); #FW_ERR_STATE before fw_job_begin() and after an error.
FW_API fw_status fw_job_step( fw_job* job, int64_t expansions, fw_outcome* outcome );
/// A copy of what is known: counters at any time, and the path once there is one; the same bits as of fw_planner_run().
/// @return #FW_ERR_STATE as of fw_job_step(), #FW_ERR_MEMORY, #FW_ERR_ARGUMENT.
FW_API fw_status fw_job_result( const fw_job* job, fw_result* result );
/// The path so far of a plan that is not done, with the plan's passes: fw_search_best() of the search under way, behind
/// what leads to where that began. Legal for the unit wherever the plan's own path is; turns along a walk as far as
/// there are such. Empty where nothing is known yet, and after an edit until the next step. Of a plan that is done,
/// what fw_job_result() gives. The plan goes on as if it had not been asked.
/// @return #FW_ERR_UNSUPPORTED where the search cannot tell (see fw_search_best()); else as fw_job_result().
FW_API fw_status fw_job_best( fw_job* job, fw_result* result );
FW_API fw_plan_report fw_job_report( const fw_job* job ); ///< what it did so far

FW_END_DECLS

#endif
