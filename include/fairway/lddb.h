// SPDX-License-Identifier: MIT
/// @file
/// The local distance database of Block A*: the distances between all nodes on the boundary of a small square block,
/// for each pattern of blocked tiles, and the points where the paths between them bend.
///
/// Source: P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in Any-Angle
/// Path-Planning" (2011). Differs from it: patterns that are the same under the eight rotations and reflections of the
/// square share one entry; entries are made on first use or all in advance; distances are stored as codes into a table
/// of the distinct ones, without loss. Bends are computed on demand.
///
/// A pattern has one bit for each tile, row by row from the top left, the first tile lowest; a set bit means blocked.
/// Boundary nodes are numbered clockwise (x right, y down) from the top left one: for #FW_LDDB_CORNERS the 4 * size
/// tile corners on the block's border, for the tile kinds the 4 * (size - 1) tiles along it.
///
/// Paths stay inside the block, its border included, and depend only on its own tiles: along the border the tile on the
/// inner side must be free, and paths may end in any corner there. The caller takes care of the tiles beyond.
#ifndef FAIRWAY_LDDB_H
#define FAIRWAY_LDDB_H

#include "fairway/math.h"
#include "fairway/sweep.h"

FW_BEGIN_DECLS

#define FW_LDDB_SIZE_MAX 5                         ///< tiles along the side of a block
#define FW_LDDB_NODES_MAX ( 4 * FW_LDDB_SIZE_MAX ) ///< boundary nodes of the largest block
#define FW_LDDB_BENDS_MAX 16                       ///< points where one path can bend

/// What the nodes are, and how distances are measured.
typedef enum fw_lddb_kind
{
	FW_LDDB_TILES4 = 0,  ///< tiles, steps to the four neighbors of length 1
	FW_LDDB_TILES8 = 1,  ///< tiles, also diagonal steps of length sqrt(2) if both tiles beside them are free
	FW_LDDB_CORNERS = 2, ///< tile corners, straight lines of any angle for a point; see fw_sight_clear()
} fw_lddb_kind;

/// A database of local distances. Functions that take it as const do not change it; while only these are called,
/// threads may share it. fw_map::lddb must have the search's block size and kind and, for #FW_LDDB_CORNERS, its corner
/// rule; searches refuse any other with #FW_ERR_MISMATCH.
///
/// NULL is a mistake unless a function says otherwise: functions with a status return #FW_ERR_ARGUMENT;
/// fw_lddb_entries() and fw_lddb_memory() do not check.
typedef struct fw_lddb fw_lddb;

/// What to make a database for. See fw_default_lddb_def().
typedef struct fw_lddb_def
{
	uint32_t cookie; ///< set by fw_default_lddb_def()
	fw_allocator allocator;
	fw_lddb_kind kind;
	int32_t size;       ///< tiles along the side of a block [2..#FW_LDDB_SIZE_MAX]
	fw_corners corners; ///< for #FW_LDDB_CORNERS only
} fw_lddb_def;

FW_API fw_lddb_def fw_default_lddb_def( void ); ///< #FW_LDDB_CORNERS, size 4, #FW_CORNERS_CLOSED

/// Makes an empty database; fw_lddb_fill() adds all entries.
/// @return #FW_ERR_ARGUMENT if a field is out of range; #FW_ERR_DEF if the definition was not made by
/// fw_default_lddb_def(); #FW_ERR_MEMORY. `lddb` is set on success only.
FW_API fw_status fw_lddb_create( const fw_lddb_def* def, fw_lddb** lddb, fw_refusal* refusal );
FW_API void fw_lddb_destroy( fw_lddb* lddb ); ///< NULL is allowed
/// Adds the entries of all patterns of its size.
/// @return #FW_ERR_TOO_LARGE for size 5, which has 33 million; #FW_ERR_MEMORY. The database is then as it was.
FW_API fw_status fw_lddb_fill( fw_lddb* lddb, fw_refusal* refusal );
FW_API int32_t fw_lddb_entries( const fw_lddb* lddb ); ///< entries held
FW_API size_t fw_lddb_memory( const fw_lddb* lddb );   ///< bytes

/// Writes all entries: versioned, with a checksum, the same bytes on every machine and for any order in which entries
/// were added.
/// @return #FW_ERR_MEMORY; #FW_ERR_IO: fw_lddb_load() refuses the part that was written.
FW_API fw_status fw_lddb_save( const fw_lddb* lddb, const char* file );
/// Reads a file of fw_lddb_save(). @return #FW_ERR_IO; #FW_ERR_SYNTAX if the file has another format or version, is cut
/// short or changed; #FW_ERR_TOO_LARGE above 1 GiB; #FW_ERR_MEMORY. @param allocator NULL: the default one.
FW_API fw_status fw_lddb_load( const char* file, const fw_allocator* allocator, fw_lddb** lddb, fw_refusal* refusal );

FW_END_DECLS

#endif
