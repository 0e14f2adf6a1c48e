// SPDX-License-Identifier: MIT
// The methods of the engine of Theta*.
#ifndef FW_SEARCH_ANY_ANGLE_THETA_H
#define FW_SEARCH_ANY_ANGLE_THETA_H

typedef enum fw_theta_method
{
	FW_THETA_STAR,
	FW_THETA_LAZY,
	FW_THETA_ASTAR, // and post-smoothing
} fw_theta_method;

#endif
