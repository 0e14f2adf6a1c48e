// SPDX-License-Identifier: MIT
// Shared by the tests of the readers.
#ifndef TESTS_SUPPORT_IO_H
#define TESTS_SUPPORT_IO_H

#include "fairway/io.h"

fw_status test_parse_scen( const char* text, fw_scen* scen, fw_refusal* error );
// Fails the test unless this is the fault, with a sentence of what was expected and found.
void test_check_fault( const fw_refusal* error, fw_status status, size_t byte, int32_t line, int32_t column );
void test_check_same_tiles( const fw_grid* a, const fw_grid* b );
// Fails the test unless the map is read as it was written.
void test_check_round_trip( const fw_grid* grid );

#endif
