// SPDX-License-Identifier: MIT
// Speeds along paths of tests.
#include "support_profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

fw_profile* profile_of( const fw_profile_def* def, const fw_path* path )
{
	fw_profile* profile = NULL;
	assert_int_equal( fw_profile_create( def, path, &profile, NULL ), FW_OK );
	return profile;
}

double profile_time_of( const fw_profile_def* def, const fw_path* path )
{
	fw_profile* profile = profile_of( def, path );
	const double time = fw_profile_time( profile );
	fw_profile_destroy( profile );
	return time;
}
