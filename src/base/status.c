// SPDX-License-Identifier: MIT
// Texts of status codes, and the version.
#include "fairway/base.h"

const char* fw_status_text( fw_status status )
{
	switch ( status )
	{
	case FW_OK:
		return "no error";
	case FW_ERR_ARGUMENT:
		return "an argument is null, not finite or out of its range";
	case FW_ERR_DEF:
		return "a definition was not made by its fw_default_... function";
	case FW_ERR_MEMORY:
		return "out of memory";
	case FW_ERR_STALE:
		return "an object is older than the grid it was built from";
	case FW_ERR_SYNTAX:
		return "a text is not of its format";
	case FW_ERR_IO:
		return "a file could not be opened, read or written";
	case FW_ERR_TOO_LARGE:
		return "a size is above the library's limit";
	case FW_ERR_CAPACITY:
		return "the array is too small";
	case FW_ERR_UNKNOWN:
		return "nothing has this name";
	case FW_ERR_STATE:
		return "called out of order";
	case FW_ERR_UNSUPPORTED:
		return "this method cannot do what is asked";
	case FW_ERR_MISMATCH:
		return "these objects were not built for one another";
	case FW_ERR_BLOCKED:
		return "the position is off the map, blocked or taken";
	}
	return "unknown status";
}

#define TEXT_( x ) #x
#define TEXT( x ) TEXT_( x )

const char* fw_version( void )
{
	return TEXT( FW_VERSION_MAJOR ) "." TEXT( FW_VERSION_MINOR ) "." TEXT( FW_VERSION_PATCH );
}
