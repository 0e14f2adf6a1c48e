// SPDX-License-Identifier: MIT
// The smallest program of a user: proves that the headers are found, that they belong to the library, and that it
// links.
#include <fairway/fairway.h>

#include <stdio.h>
#include <string.h>

int main( void )
{
	char version[32];
	snprintf( version, sizeof( version ), "%d.%d.%d", FW_VERSION_MAJOR, FW_VERSION_MINOR, FW_VERSION_PATCH );
	if ( strcmp( version, fw_version() ) != 0 )
	{
		fprintf( stderr, "headers of %s, library of %s\n", version, fw_version() );
		return 1;
	}
	// The call needs sqrt() and with it libm; a static library must bring it along.
	const double length = fw_length( 3.0, 4.0 );
	printf( "fairway %s: %s, %g\n", version, fw_status_text( FW_OK ), length );
	return length == 5.0 ? 0 : 1;
}
