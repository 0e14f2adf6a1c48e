// SPDX-License-Identifier: MIT
// The parts of a crowd.
#ifndef FW_CROWD_CROWD_H
#define FW_CROWD_CROWD_H

#include "fairway/crowd.h"
#include "fairway/sweep.h"
#include "motion/profile.h"

// The square around a unit in which detours and positions to yield are searched [tiles].
#define FW_AROUND 64
// The number of steps that a wide unit goes aside, each from the end of the last one.
#define FW_TRAIL 16
// The number of detours that a unit tries without getting on; then it stays on its path.
#define FW_TRIES 3
// A unit that makes room and is held up for this long is sent elsewhere [s].
#define FW_HELD_UP 1.0
// Rows of tiles that a piece of a path may touch.
#define FW_CLAIM_ROWS 256

extern const fw_ranges fw_crowd_def_ranges;

// A tile that a unit owns, and the distance along its track up to which its disc touches it.
typedef struct claim
{
	int32_t tile;
	double until;
} claim;

// What a unit is about to do when its track ends.
typedef enum crowd_errand
{
	ERRAND_NONE = 0, // stands
	ERRAND_GOAL = 1, // its track ends at its goal
	ERRAND_ROOM = 2, // its track leads aside, to make room
} crowd_errand;

// The units that are signed up for a tile of a passage, or wait to be.
typedef struct pass_slot
{
	int32_t waiter; // the unit that has waited longest, -1: none
	uint32_t users;
	float opened; // when the first one of them signed up
} pass_slot;

// By halves of all directions. Directions are in eighths of a turn.
typedef struct pass_record
{
	pass_slot slots[2];
	uint8_t octant[2], wait_octant[2];
} pass_record;

// A tile of a passage on the way of a unit.
typedef struct pass_tile
{
	double until; // distance along the track at which the way is last seen in it
	int32_t tile;
	uint8_t slot, octant;
} pass_tile;

typedef enum pass_state
{
	PASS_NONE = 0,   // none in sight
	PASS_AHEAD = 1,  // known, and not signed up for
	PASS_INSIDE = 2, // signed up for
} pass_state;

// The number of future positions that are noted for a vehicle, their distance in time [s], and the number of vehicles
// that it will meet.
#define FW_COURSE 32
#define FW_COURSE_STEP 0.5
#define FW_MEETINGS 8

// A unit that a vehicle will meet head-on, and the last position of that unit's course that it must avoid.
typedef struct crowd_meeting
{
	int32_t with, until;
} crowd_meeting;

typedef struct crowd_unit
{
	bool used;
	uint32_t generation; // odd while it is used
	bool walks;          // turns on the spot and is no wider than a tile: it can step from tile to tile
	fw_profile_def how;
	double radius;
	fw_path main;     // to its goal, kept while the track leads elsewhere
	double main_at;   // how far on `main` it was when it left it
	fw_profile track; // what it drives now
	double tail;      // from this distance on the track is the end of `main`; infinite where it does not get there
	double tail_main; // and there begins at this distance of `main`
	crowd_errand errand;
	int32_t stretch; // of the track, where it is
	double at;       // distance along the track
	double speed;
	double owned; // it owns all tiles up to this distance
	double pause; // left of a standing stretch [s], negative: not begun
	fw_pose pose;
	claim* claims;
	int32_t claim_count, claim_capacity;
	// Rank.
	bool sent; // has a goal that it did not reach yet
	int64_t sequence;
	int64_t times;
	// What is in its way.
	int32_t blocker;  // unit, -1: none, -2: a wall
	double waits;     // for so long [s]
	int32_t promised; // tile that nobody else takes, -1: none
	double promise_ends;
	double looked, next_look; // time
	uint32_t look;
	double next_try;   // time of the next attempt to get on
	int32_t failures;  // of attempts, in a row
	int32_t displaced; // how often it made room since it arrived
	int32_t tries;     // ways round since it last got on
	double min_left;
	double since; // time at which min_left last fell
	fw_crowd_stuck stuck;
	bool wants_path;
	bool no_room;      // the last attempt to clear its way failed
	int32_t pusher;    // whose rank it has while it makes room or leads a queue, -1: its own
	double push_ends;  // and until when
	int32_t yields_to; // whom it made room for, -1: nobody, or that one has passed
	double yields_since;
	int32_t leader;          // the greater unit that it is queued behind, -1: none
	int32_t key;             // its place in the order, or that of the one at the head
	int32_t behind;          // so many from the one at the head
	fw_vec2 trail[FW_TRAIL]; // the places that a wide unit left to make room, the first one on its path
	int32_t trail_count;
	// Head-on meetings of vehicles.
	fw_pose course[FW_COURSE]; // where it will be, the first one now
	int32_t course_count;
	crowd_meeting meetings[FW_MEETINGS];
	int32_t meeting_count;
	bool lets_go;       // it is the turn of one of them to get a path
	double meets_since; // time, negative: it meets nobody
	double holds;       // it goes no further than this distance, as it got no other path
	// The next passage on its track.
	pass_state pass_state;
	bool pass_let;     // somebody who is signed up waits for it to go first
	bool pass_stale;   // its track is another one now
	bool pass_first;   // it is in one, or comes out: it ranks before all others
	double pass_clear; // and does so up to this distance
	double scanned;    // no passage begins before this distance
	double pass_begin, pass_end;
	double gate;       // it goes no further before it is signed up
	double gate_since; // time since which it waits for that, negative: it does not
	double pass_since; // and did so before it signed up
	pass_tile* pass;
	int32_t pass_count, pass_capacity;
} crowd_unit;

// A tile that a unit will sweep.
typedef struct ahead_tile
{
	int32_t unit;
	float from, to; // since that unit looked
	uint32_t look;  // of that unit: valid until it looks again
} ahead_tile;

// A node of the window of a local search.
typedef struct around_node
{
	uint32_t stamp;
	int32_t cost;
	int32_t total; // with the least that remains
	int32_t parent;
	int32_t place; // in the heap
	double main;   // distance on the path of a place in this tile
	uint32_t main_stamp;
	bool closed;
} around_node;

struct fw_crowd
{
	fw_allocator allocator;
	fw_crowd_def def;
	int32_t width, height;
	crowd_unit* units;
	int32_t count, capacity;
	int32_t* order;  // [capacity] used units, greatest first
	int32_t* turn;   // [capacity] the order at the begin of a frame
	int32_t* sorted; // [capacity] the order with queues behind their heads
	int32_t* rank;   // [capacity] by unit, its place in the order, or one that it inherited
	int32_t ordered;
	int64_t sequence;
	int32_t* owner;    // by tile, -1: none
	int32_t* promised; // by tile, -1: none
	ahead_tile* ahead; // by tile
	uint32_t* needed;  // by tile: by who asked at `need`
	uint32_t need;
	uint32_t* wanted; // by tile: of the long way of the unit for which `want` was counted up
	uint32_t want;
	pass_record* passages; // by tile
	double time, next_rank;
	uint32_t looks; // counts units, so that what a removed one noted is not taken for that of the next
	int32_t budget; // nodes that searches may still expand in this frame
	fw_crowd_counters counters;
	fw_path scratch;
	fw_profile spare; // where tracks are made, so that one that fails changes nothing
	fw_status failed; // of this step
	fw_sweep_row rows[FW_CLAIM_ROWS];
	around_node around[FW_AROUND * FW_AROUND];
	int32_t heap[FW_AROUND * FW_AROUND];
	int32_t heap_count;
	uint32_t stamp;
	int32_t left_x, top_y; // of the window
};

FW_INLINE int32_t tile_of( const fw_crowd* crowd, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)crowd->width && (uint32_t)y < (uint32_t)crowd->height ? y * crowd->width + x : -1;
}

FW_INLINE int32_t tile_at( const fw_crowd* crowd, fw_vec2 place )
{
	return tile_of( crowd, (int32_t)place.x - ( place.x < 0.0 ), (int32_t)place.y - ( place.y < 0.0 ) );
}

FW_INLINE fw_vec2 center_of( const fw_crowd* crowd, int32_t tile )
{
	return ( fw_vec2 ){ tile % crowd->width + 0.5, tile / crowd->width + 0.5 };
}

FW_INLINE bool tile_passable( const fw_crowd* crowd, const crowd_unit* unit, int32_t tile )
{
	return fw_grid_passable( crowd->def.grid, tile % crowd->width, tile / crowd->width, unit->how.unit.capabilities );
}

// The unit that will sweep a tile, NULL: none.
FW_INLINE const ahead_tile* tile_ahead( const fw_crowd* crowd, int32_t tile )
{
	const ahead_tile* ahead = &crowd->ahead[tile];
	const crowd_unit* unit = &crowd->units[ahead->unit];
	const bool valid =
	    ahead->look != 0 && unit->used && unit->look == ahead->look && unit->looked + ahead->to >= crowd->time;
	return valid ? ahead : NULL;
}

// claims.c: who owns which tiles.

// What a part of a track touches: more than FW_CLAIM_ROWS rows are too much.
typedef struct touched
{
	const fw_sweep_row* rows;
	int32_t count;
} touched;

touched fw_crowd_touch( fw_crowd* crowd, double radius, const fw_segment* segment );
// The segment of a unit's track over which a distance lies, and where it begins.
const fw_segment* fw_crowd_segment( const crowd_unit* unit, double distance, double* begin, double* end );
// Owns what lies ahead up to a distance, as far as it may; notes what stops it.
void fw_crowd_extend( fw_crowd* crowd, int32_t index, double to );
// Gives back what lies behind.
void fw_crowd_release( fw_crowd* crowd, int32_t index );
// Gives back all that it does not need to stop.
void fw_crowd_shrink( fw_crowd* crowd, int32_t index );
// Owns what its disc touches where it stands; false, and nothing, where it may not.
bool fw_crowd_stand( fw_crowd* crowd, int32_t index );
void fw_crowd_leave( fw_crowd* crowd, int32_t index ); // gives back everything
// May this unit own the tile now? Else who is in the way: a unit, or -2 for a wall.
bool fw_crowd_may_own( const fw_crowd* crowd, int32_t index, int32_t tile, double leaves, int32_t* blocker );
void fw_crowd_promise( fw_crowd* crowd, int32_t index, int32_t tile ); // -1: none any longer

// track.c and ranks.c.

// Lays a new track: from where the unit will stop along lines to these points, then along `main` (NULL: it ends there)
// from a distance on.
bool fw_crowd_lay( fw_crowd* crowd, int32_t index, const fw_vec2* points, int32_t count, const fw_path* main,
                   double from, crowd_errand errand );
void fw_crowd_park( fw_crowd* crowd, int32_t index ); // it has arrived: lower priority than all that are on their way
fw_pose fw_crowd_stop_pose( const crowd_unit* unit );
void fw_crowd_put_in( fw_crowd* crowd, int32_t index );   // into the order
void fw_crowd_take_out( fw_crowd* crowd, int32_t index ); // of it
void fw_crowd_rank( fw_crowd* crowd );                    // ranks by the order, and those that were inherited
void fw_crowd_swap( fw_crowd* crowd, int32_t a, int32_t b );
double fw_crowd_left( const crowd_unit* unit );
double fw_crowd_main_at( const crowd_unit* unit, double distance ); // on main; where it is off that, of where it left

// march.c: the frame.

void fw_crowd_settle( fw_crowd* crowd, int32_t index ); // its way ends here
bool fw_crowd_at_end( const crowd_unit* unit );         // of its track, standing

// look.c: what each unit will sweep. Those whose time has come look again.
void fw_crowd_look( fw_crowd* crowd );

// around.c and push.c: searches in the window.

// A way from where the unit will stop back to its path, off the tiles of others and those that greater ones will sweep.
// `beyond`: it joins the path behind those that are on it, and is longer by so much at most. `costly`: tiles of others
// count as open, but dear.
bool fw_crowd_detour( fw_crowd* crowd, int32_t index, bool beyond, double longer, bool costly );
// Notes the tiles that a unit wants to sweep on its way, far ahead, for searches that are to keep off them. -1: none.
void fw_crowd_want( fw_crowd* crowd, int32_t index );
// Moves a chain of walking units, the first one being `first`, each by a tile, so that `first` leaves its tile. None
// goes to a tile that `for_unit` needs next.
bool fw_crowd_push( fw_crowd* crowd, int32_t first, int32_t for_unit );

// The same where `first` is in a dead end: `for_unit` is part of the chain and backs out before it.
bool fw_crowd_let_out( fw_crowd* crowd, int32_t first, int32_t for_unit );

// yield.c: who stands in whose way.
void fw_crowd_resolve( fw_crowd* crowd, int32_t index );
FW_INLINE bool tile_wanted( const fw_crowd* crowd, int32_t tile )
{
	return crowd->wanted[tile] == crowd->want;
}
// Does the unit that asks others to make room need the tile next?
FW_INLINE bool tile_needed( const fw_crowd* crowd, int32_t tile )
{
	return crowd->needed[tile] == crowd->need;
}

#endif
