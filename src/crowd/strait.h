// SPDX-License-Identifier: MIT
// Straits: narrow places of the map, and who may drive through them in which direction.
//
// A strait along x is a rectangle of tiles that a unit may enter, at most ten tiles high, and as long as it can be
// with tiles that the unit may not enter, or the border of the map, on both sides all along. Straits along y are the
// same with x and y exchanged; a tile may be in one of each. They depend on the capabilities of the unit, not on its
// radius, and are found when somebody asks for one of their tiles. Capability sets that have a rectangle in common
// share its traffic.
//
// Directions: 0 drives towards growing coordinates, 1 towards falling ones. A unit counts the lanes of a strait by its
// radius. With one lane the strait has a gate: it is open to one direction at a time. With up to four each direction
// keeps to the right. With more, or where there is a way round the strait (way_round.h), nothing is regulated; but
// where it is used by units that are not nimble, as they cannot turn round or make room, it is, if it has one lane or
// two.
//
// One tick: fw_straits_begin_tick(), then fw_straits_want() and fw_straits_inside() for the units, then
// fw_straits_settle(); from then on fw_strait::open says who may enter, and fw_straits_enter() reports who does.
//
// A strait has a number. It is valid until an edit changes the map at the strait or next to it. When all slots are
// taken, a new strait may replace one that no unit has asked for, wanted, been inside of or entered in this tick or the
// one before. Numbers that are no longer valid, and -1, are allowed everywhere and mean no strait.
//
// Memory: 160 to 320 bytes for each strait in use, at most 2.6 MB, and 30 KB. Nothing is allocated once there is room
// for as many straits as are in use at a time.
#ifndef FW_CROWD_STRAIT_H
#define FW_CROWD_STRAIT_H

#include "base/core.h"
#include "crowd/way_round.h"
#include "fairway/math.h"

#define FW_STRAIT_WIDTH_MAX 10       // wider places are open ground [tiles]
#define FW_STRAIT_LANES_MAX 2        // with more only nimble units are regulated
#define FW_STRAIT_LANES_NIMBLE 4     // with more nobody is (crossroads)
#define FW_STRAITS_MAX 16384         // kept at a time
#define FW_STRAIT_GENERATIONS 131072 // of a slot, whose numbers then come again
// The batch and the times were chosen on crowds that meet at doors and in corridors.
#define FW_STRAIT_BATCH 30 // units that enter in one direction while others wait for the opposite one
// Both directions want the strait, nobody is inside, and nobody has entered for so long: the direction changes [s].
#define FW_STRAIT_UNUSED 6.0
// A strait is in use by units that are not nimble for so many ticks after they asked for it.
#define FW_STRAIT_HEAVY_TICKS 20
// Units wait, others are inside, and nobody has entered or left for so long: the strait is open to all [s], as those
// inside may be waiting for those outside. It takes longer to cross a long strait [s for each tile].
#define FW_STRAIT_STUCK 8.0
#define FW_STRAIT_TILE_TIME 1.0
// A unit is inside while its center is between the ends, or this close to one of them [tiles].
#define FW_STRAIT_MOUTH 0.4

typedef struct fw_strait
{
	bool along_x;
	int32_t lo, hi;   // the first and the last tile across: rows if it is along x
	int32_t from, to; // the first and the last tile along
	int32_t width;    // hi - lo + 1
	// Traffic by direction.
	int32_t wanted[2], inside[2]; // units in this tick
	double last[2];               // the coordinate along of the last one of them
	bool open[2];                 // may units enter? Both, unless it has a gate
	bool gated;                   // a unit that wants it, or is inside, counts one lane
	int8_t way_round;             // is there one? -1: not known
	int32_t direction;            // that may enter while units of both want to
	int32_t used;                 // entries since the direction changed
	int32_t due;                  // units that have still to pass it, where doors.c has counted them
	double idle_since;            // since then units wait and nobody has entered or left [s]
	// Of fw_straits alone.
	int32_t id;         // its number; -1: the slot is free
	int32_t generation; // how many straits the slot had before
	int32_t next;       // the next slot with the same hash, or the next free one; -1: none
	int32_t was_inside; // units in the tick before
	uint64_t listed;    // the last tick in which a unit wanted it or was inside
	uint64_t touched;   // the last tick in which a call named or found it
	uint64_t heavy;     // the last tick in which a unit that is not nimble asked for it
} fw_strait;

// The strait in which a tile was found to be. fw_straits_at() checks whether that is still so.
typedef struct fw_strait_guess
{
	int32_t id;
	uint32_t capabilities;
} fw_strait_guess;

typedef struct fw_straits
{
	fw_allocator allocator;
	const fw_grid* grid;
	uint64_t revision;        // of the grid that the straits were found on
	fw_strait* slots;         // [capacity]
	int32_t* heads;           // [capacity] by hash of the rectangle: a slot, -1: none
	fw_strait_guess* guesses; // [4 * capacity] by hash of the tile
	int32_t* listed;          // [capacity] numbers of the straits with traffic in this tick
	fw_way_round* flood;
	int32_t capacity; // a power of two, or 0
	int32_t count;    // slots that were ever used
	int32_t free;     // the first free slot; -1: none
	int32_t listed_count;
	int32_t hand;        // the slot that is the next to be given back
	uint64_t tick;       // from 1
	uint64_t crowded_at; // the last tick in which all straits were in use
	double time;         // of the tick [s]
} fw_straits;

// A tile on the path of a unit.
typedef struct fw_tile_step
{
	int32_t x, y;
} fw_tile_step;

// Appends the tile of a place, unless it is the last one already.
FW_INLINE void fw_add_tile( fw_tile_step* tiles, int32_t* count, fw_vec2 place )
{
	const fw_tile_step tile = { fw_floor_to_int( place.x ), fw_floor_to_int( place.y ) };
	const fw_tile_step last = tiles[*count > 0 ? *count - 1 : 0];
	if ( *count == 0 || tile.x != last.x || tile.y != last.y )
	{
		tiles[( *count )++] = tile;
	}
}

// A strait on the path of a unit.
typedef struct fw_strait_ahead
{
	int32_t strait, direction;
	int32_t steps; // to its first tile on the path; 0: the unit is in it
} fw_strait_ahead;

// The grid must live as long.
void fw_straits_init( fw_straits* straits, const fw_allocator* allocator, const fw_grid* grid );
void fw_straits_free( fw_straits* straits );
size_t fw_straits_memory( const fw_straits* straits );

// For straits that are read (archive.h). Makes room in a table that has none yet; false if memory is out.
bool fw_straits_reserve( fw_straits* straits, int32_t slots );
// Makes the strait of a slot known, whose rectangle and generation are set.
void fw_straits_restore( fw_straits* straits, int32_t slot );

// The strait of a number; NULL if there is none. Valid until the next call that may find straits: at, entered, ahead.
fw_strait* fw_straits_get( const fw_straits* straits, int32_t id );
// The number of the strait that a tile is in; -1: none, or no memory, or too many are in use. After an edit the answer
// may be old until fw_straits_begin_tick().
// Cost: O(1) for a tile that was asked for before, or next to one; else O(length of the strait).
int32_t fw_straits_at( fw_straits* straits, int32_t x, int32_t y, bool along_x, uint32_t capabilities );
// The number of the strait along this axis that a step between neighboring tiles enters, and its direction; -1: none.
int32_t fw_straits_entered( fw_straits* straits, uint32_t capabilities, bool nimble, fw_tile_step from, fw_tile_step to,
                            bool along_x, int32_t* direction );
// The number of the strait of one tile, with a way round it, that a step along this axis enters for units up to a tile
// wide; -1: none.
int32_t fw_straits_door( fw_straits* straits, uint32_t capabilities, fw_tile_step from, fw_tile_step to, bool along_x );
// Lists the first straits, at most `max`, that regulate a unit on these tiles: the first tile is where it is, each next
// one is a neighbor. Returns their number. A step along the axis enters a strait; so does a diagonal step, unless the
// step after it turns off.
int32_t fw_straits_ahead( fw_straits* straits, uint32_t capabilities, bool nimble, double radius,
                          const fw_tile_step* tiles, int32_t count, fw_strait_ahead* ahead, int32_t max );

// Forgets the straits that edits may have changed; only between two ticks. fw_straits_begin_tick() calls it.
void fw_straits_refresh( fw_straits* straits );
// Forgets the counts of the last tick and the straits that edits may have changed. Cost: O(straits with traffic), after
// an edit O(straits).
void fw_straits_begin_tick( fw_straits* straits, double time );
// A unit of this radius is on its way to the strait, is inside of it, or enters it now; it drives in this direction.
void fw_straits_want( fw_straits* straits, int32_t id, int32_t direction, double radius, fw_vec2 place );
void fw_straits_inside( fw_straits* straits, int32_t id, int32_t direction, double radius, fw_vec2 place );
void fw_straits_enter( fw_straits* straits, int32_t id, int32_t direction, double radius );
// Decides who may enter. Cost: O(straits with traffic).
void fw_straits_settle( fw_straits* straits );

// Does a unit there that drives in a direction still meet one that comes against it? Of straits with traffic.
bool fw_strait_meets( const fw_strait* strait, int32_t direction, fw_vec2 place );
// How many units of this radius can drive through it side by side.
int32_t fw_strait_lanes( const fw_strait* strait, double radius );
// What a unit does at a strait in which it meets others.
typedef enum fw_strait_stage
{
	FW_STRAIT_ENTERS = 0, // it may enter, or is in it
	FW_STRAIT_WAITS = 1,  // it may not
	FW_STRAIT_LEAVES = 2,
} fw_strait_stage;

// Where it drives, by tiles across.
typedef enum fw_strait_rule
{
	FW_STRAIT_ANYWHERE = 0,
	FW_STRAIT_ON = 1,     // on the tiles from lo to hi
	FW_STRAIT_BESIDE = 2, // on none of these
} fw_strait_rule;

// Units keep right of those that come against them. At a gate those who leave drive straight on, as long as they pass
// those who wait, and these keep off their way on both sides of it. INT32_MIN or INT32_MAX: no limit.
fw_strait_rule fw_strait_side( const fw_strait* strait, int32_t direction, double radius, fw_strait_stage stage,
                               int32_t* lo, int32_t* hi );
// Is a unit with its center there inside of the strait?
bool fw_strait_holds( const fw_strait* strait, fw_vec2 position );

#endif
