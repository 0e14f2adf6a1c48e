// SPDX-License-Identifier: MIT
// The commands of the command line. Each returns how the program ends (see message.h).
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "options.h"

int command_plan( options* given );
int command_compare( options* given );
int command_scen( options* given );
int command_poses( options* given );
int command_check( options* given );
int command_info( options* given );
int command_abstract( options* given );
int command_simulate( options* given );
int command_queue( options* given );
int command_methods( options* given );

#endif
