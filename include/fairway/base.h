// SPDX-License-Identifier: MIT
/// @file
/// What all other headers need: version, export macro, status codes, allocator, refusals.
///
/// Conventions of the whole library:
/// - lengths are in tiles, angles in radians from +x towards +y (y points down), times in seconds;
/// - tile (x, y) covers [x, x+1) x [y, y+1), its center is (x + 0.5, y + 0.5);
/// - a function that can be called wrongly returns an #fw_status and writes its results through its last
///   parameters; unless it returns #FW_OK it has changed nothing that the caller can see;
/// - no function writes to objects that it takes as `const`; threads may share these.
#ifndef FAIRWAY_BASE_H
#define FAIRWAY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version. The build and the package files read it from here.
#define FW_VERSION_MAJOR 0
#define FW_VERSION_MINOR 1 ///< see #FW_VERSION_MAJOR
#define FW_VERSION_PATCH 0 ///< see #FW_VERSION_MAJOR

#if defined( _WIN32 ) && defined( FW_SHARED )
#if defined( FW_BUILDING )
#define FW_API __declspec( dllexport )
#else
#define FW_API __declspec( dllimport )
#endif
#elif defined( __GNUC__ )
#define FW_API __attribute__( ( visibility( "default" ) ) )
#else
#define FW_API
#endif

#ifdef __cplusplus
#define FW_BEGIN_DECLS                                                                                                 \
	extern "C"                                                                                                         \
	{
#define FW_END_DECLS }
#else
#define FW_BEGIN_DECLS
#define FW_END_DECLS
#endif

FW_BEGIN_DECLS

/// The result of a call. The values are fixed; new ones are only added at the end.
typedef enum fw_status
{
	FW_OK = 0,               ///< the call did what it says
	FW_ERR_ARGUMENT = 1,     ///< an argument is null, not finite or out of its range
	FW_ERR_DEF = 2,          ///< a definition struct was not made by its fw_default_... function
	FW_ERR_MEMORY = 3,       ///< the allocator returned null; nothing has changed
	FW_ERR_STALE = 4,        ///< a derived object is older than the grid it was built from: update it
	FW_ERR_SYNTAX = 5,       ///< a file or text does not have its format; see #fw_refusal
	FW_ERR_IO = 6,           ///< a file could not be opened, read or written
	FW_ERR_TOO_LARGE = 7,    ///< a size is above the library's limit
	FW_ERR_CAPACITY = 8,     ///< the caller's array is too small; the needed count was returned
	FW_ERR_UNKNOWN = 9,      ///< no method or item has this name
	FW_ERR_STATE = 10,       ///< the call is out of order, such as a step before begin
	FW_ERR_UNSUPPORTED = 11, ///< this method cannot do what the query asks
	FW_ERR_MISMATCH = 12,    ///< the objects were not built for each other
	FW_ERR_BLOCKED = 13,     ///< the position is off the map, blocked or taken
} fw_status;

/// A short English sentence for any status, known or not. Never null, static storage.
FW_API const char* fw_status_text( fw_status status );

/// The version of the library that is linked, as "major.minor.patch"; compare with the FW_VERSION_ macros.
FW_API const char* fw_version( void );

/// The source of all memory of an object: one function, like realloc. `resize(ctx, NULL, 0, n)` allocates, `resize(ctx,
/// p, old, n)` grows or shrinks and keeps the contents, `resize(ctx, p, old, 0)` frees and returns null. Blocks are
/// aligned for any type. It may return null for a request; the library then returns #FW_ERR_MEMORY. The thread that
/// uses the object calls it.
typedef struct fw_allocator
{
	void* ( *resize )( void* context, void* block, size_t old_size, size_t new_size );
	void* context; ///< passed to every call
} fw_allocator;

/// The allocator over the C library's realloc and free. A zeroed #fw_allocator in a definition means the same.
FW_API fw_allocator fw_default_allocator( void );

/// How the caller spreads work over its threads; the library starts none. Zeroed: the calling thread does all of it.
/// `run(context, count, task, argument)` calls task(argument, index, worker) for each index from 0 to count - 1, in any
/// order and on any threads, no two calls with one worker [0..workers - 1] at once, and returns when all are done.
typedef struct fw_parallel
{
	void ( *run )( void* context, int32_t count, void ( *task )( void* argument, int32_t index, int32_t worker ),
	               void* argument );
	void* context;   ///< passed to every call
	int32_t workers; ///< [1..64]
} fw_parallel;

/// The kind of mistake for which a call was refused. The values are fixed; new ones are only added at the end.
typedef enum fw_refusal_kind
{
	FW_REFUSAL_NONE = 0,        ///< nothing was refused
	FW_REFUSAL_NULL = 1,        ///< `field` is a null pointer
	FW_REFUSAL_COOKIE = 2,      ///< `field` was not made by its fw_default_... function
	FW_REFUSAL_RANGE = 3,       ///< `value` of `field` is not finite, or not within `min` to `max`
	FW_REFUSAL_VALUE = 4,       ///< `field` has a value that no range describes
	FW_REFUSAL_COMBINATION = 5, ///< `field` and `other` do not go together
	FW_REFUSAL_TRAIT = 6,       ///< the method does not have the `trait` that `field` needs
	FW_REFUSAL_MISMATCH = 7,    ///< `field` and `other` were not built for each other
	FW_REFUSAL_STALE = 8,       ///< `field` is older than the grid
	FW_REFUSAL_STATE = 9,       ///< another call must come first, or something is missing
	FW_REFUSAL_POSITION = 10,   ///< the position `field` is off the map, blocked or taken
	FW_REFUSAL_NAME = 11,       ///< nothing has the name `field`
	FW_REFUSAL_TEXT = 12,       ///< a text is wrong at `byte`, `line` and `column`
	FW_REFUSAL_SYSTEM = 13,     ///< memory, a file, or a limit that no field sets
} fw_refusal_kind;

/// Why a call was refused, or why a text could not be read. Functions that take a refusal as their last parameter fill
/// it on failure, and leave it alone if they return #FW_OK, so it needs no initial value. Null is allowed. Members that
/// a kind does not use are zero. Fields are named as in C, starting with the parameter or the definition: `grid`,
/// `rect.width`, `unit.turning_radius`, `options.weight`.
typedef struct fw_refusal
{
	fw_status status;     ///< what the call returned
	fw_refusal_kind kind; ///< which of the members below count
	char field[48];       ///< what is wrong
	char other[48];       ///< what `field` does not go with
	double value;         ///< of `field`
	double min, max;      ///< what is allowed; some fields allow 0 as well
	uint32_t trait;       ///< an FW_TRAIT_ bit
	size_t byte;          ///< of the text, from 0
	int32_t line, column; ///< of the text, from 1; 0 if no text is at fault
	char text[240];       ///< one English sentence, ended by a zero: what is wrong, and what would be right
} fw_refusal;

FW_END_DECLS

#endif
