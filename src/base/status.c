// SPDX-License-Identifier: MIT
// Texts of status codes, and the version.
#include "fairway/base.h"

const char* fw_status_text( fw_status status )
{
	static const char* const texts[] = {
	    "no error",
	    "an argument is null, not finite or out of its range",
	    "a definition was not made by its fw_default_... function",
	    "out of memory",
	    "an object is older than the grid it was built from",
	    "a text is not of its format",
	    "a file could not be opened, read or written",
	    "a size is above the library's limit",
	    "the array is too small",
	    "nothing has this name",
	    "called out of order",
	    "this method cannot do what is asked",
	    "these objects were not built for one another",
	    "the position is off the map, blocked or taken",
	};
	return (uint32_t)status < sizeof( texts ) / sizeof( texts[0] ) ? texts[status] : "unknown status";
}

#define TEXT_( x ) #x
#define TEXT( x ) TEXT_( x )

const char* fw_version( void )
{
	return TEXT( FW_VERSION_MAJOR ) "." TEXT( FW_VERSION_MINOR ) "." TEXT( FW_VERSION_PATCH );
}
