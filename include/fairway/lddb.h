// SPDX-License-Identifier: MIT
/// @file
/// The local distance database of Block A*: for each pattern of blocked tiles in a small square block the distances
/// between all nodes on the block's boundary, and the points where the ways between them bend.
///
/// Source: P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in Any-Angle
/// Path-Planning" (2011). Differs from it: patterns that are the same under the eight rotations and reflections of the
/// square share one entry, entries are made when first asked for or all ahead, and distances are kept as codes into a
/// table of the distinct ones, which loses nothing. Bends are found again when asked for.
///
/// A pattern has one bit a tile, row by row from the top left, the first tile lowest; a set bit is blocked. Boundary
/// nodes are numbered clockwise (x right, y down) from the top left one: for #FW_LDDB_CORNERS the 4 * size tile corners
/// on the block's border, for the tile kinds the 4 * (size - 1) tiles along it.
///
/// Ways stay inside of the block, its border included, and know of its own tiles alone: along the border they need the
/// tile on the inner side to be free, and they may end in any corner there. What lies beyond is for the caller.
#ifndef FAIRWAY_LDDB_H
#define FAIRWAY_LDDB_H

#include "fairway/math.h"
#include "fairway/sweep.h"

FW_BEGIN_DECLS

#define FW_LDDB_SIZE_MAX 5                         ///< tiles along the side of a block
#define FW_LDDB_NODES_MAX ( 4 * FW_LDDB_SIZE_MAX ) ///< boundary nodes of the largest block
#define FW_LDDB_BENDS_MAX 16                       ///< points where one way can bend

/// Between what, and how, distances are measured.
typedef enum fw_lddb_kind
{
	FW_LDDB_TILES4 = 0,  ///< tiles, steps to the four neighbors of length 1
	FW_LDDB_TILES8 = 1,  ///< tiles, also diagonal steps of length sqrt(2) where both tiles beside are free
	FW_LDDB_CORNERS = 2, ///< tile corners, straight lines of any angle for a point; see fairway/sight.h
} fw_lddb_kind;

/// A database of local distances. Constant while only the functions that take it as const are called: then shared
/// between threads. A search uses the one of fw_map::lddb where it is of size 4 and of the search's kind and, for
/// #FW_LDDB_CORNERS, of its corner rule; any other is passed over.
///
/// NULL is a mistake everywhere but where a function says otherwise: those with a status give #FW_ERR_ARGUMENT, and
/// fw_lddb_definition(), fw_lddb_nodes(), fw_lddb_entries(), fw_lddb_memory() and fw_lddb_node() do not look.
typedef struct fw_lddb fw_lddb;

/// What to make a database of. See fw_default_lddb_def().
typedef struct fw_lddb_def
{
	uint32_t cookie; ///< set by fw_default_lddb_def()
	fw_allocator allocator;
	fw_lddb_kind kind;
	int32_t size;       ///< tiles along the side of a block [2..#FW_LDDB_SIZE_MAX]
	fw_corners corners; ///< for #FW_LDDB_CORNERS alone
} fw_lddb_def;

FW_API fw_lddb_def fw_default_lddb_def( void ); ///< #FW_LDDB_CORNERS, size 4, #FW_CORNERS_CLOSED

/// An empty database: entries are added by fw_lddb_add() and fw_lddb_fill().
/// @return #FW_ERR_ARGUMENT where a field is out of range; #FW_ERR_DEF where the definition was not made by
/// fw_default_lddb_def(); #FW_ERR_MEMORY. `lddb` is set on success only.
FW_API fw_status fw_lddb_create( const fw_lddb_def* def, fw_lddb** lddb, fw_refusal* refusal );
FW_API void fw_lddb_destroy( fw_lddb* lddb ); ///< NULL is allowed
/// Adds all patterns of its size.
/// @return #FW_ERR_TOO_LARGE for size 5, which has 33 million; #FW_ERR_MEMORY. It then holds what it held before.
FW_API fw_status fw_lddb_fill( fw_lddb* lddb, fw_refusal* refusal );
FW_API int32_t fw_lddb_entries( const fw_lddb* lddb ); ///< entries held
FW_API size_t fw_lddb_memory( const fw_lddb* lddb );   ///< bytes

/// Writes all entries: versioned, with a checksum, the same bytes on every machine in whatever order they were added.
/// @return #FW_ERR_MEMORY; #FW_ERR_IO: what was written of the file then is none that fw_lddb_load() reads.
FW_API fw_status fw_lddb_save( const fw_lddb* lddb, const char* file );
/// Reads what fw_lddb_save() wrote. @return #FW_ERR_IO; #FW_ERR_SYNTAX where the file is not of this format, of
/// another version, cut short or changed; #FW_ERR_TOO_LARGE above 1 GiB; #FW_ERR_MEMORY. @param allocator NULL: the
/// default one.
FW_API fw_status fw_lddb_load( const char* file, const fw_allocator* allocator, fw_lddb** lddb, fw_refusal* refusal );

FW_END_DECLS

#endif
