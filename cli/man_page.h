// SPDX-License-Identifier: MIT
// Manual pages, from the tables of commands and options.
#ifndef CLI_MAN_PAGE_H
#define CLI_MAN_PAGE_H

#include "options.h"

void man_page_write( const command_row* command ); // to standard output; NULL: the page of the program

#endif
