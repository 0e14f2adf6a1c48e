// SPDX-License-Identifier: MIT
// A crowd: units that drive to their goals among each other.
//
// Three layers. Safe stop (safe_stop.h) alone moves units, and no two ever touch. Precedence (precedence.h) lets nobody
// wait for ever on what it has been given to drive. The files of this header decide what each unit is given, piece by
// piece, once in each tick (tick.c): bad decisions make units slow, or keep them from arriving, but two units never
// touch because of them.
//
// A unit that turns on the spot follows its path in the open (wish.c), and where others are near steps over a lattice
// (pibt.c), led back to its path by distances in a window around it (guide.h). A unit with a turning radius drives
// parts of its path, and backs up on it.
#ifndef FW_CROWD_CROWD_H
#define FW_CROWD_CROWD_H

#include "base/archive.h"
#include "crowd/guide.h"
#include "crowd/joint_plan.h"
#include "crowd/local_plan.h"
#include "crowd/precedence.h"
#include "crowd/strait.h"
#include "crowd/tuning.h"

#define CROWD_PACE_MIN 0.1 // FW_WORLD_PACE_MIN

typedef struct fw_crowd fw_crowd;

fw_status fw_crowd_create( const fw_allocator* allocator, const fw_grid* grid, double patience, fw_crowd** crowd );
void fw_crowd_destroy( fw_crowd* crowd );
size_t fw_crowd_memory( const fw_crowd* crowd );

// Adds a unit at a standstill. Its index is used again only after it was removed. FW_ERR_BLOCKED: `blocker` is the unit
// in the way, -1: a wall.
fw_status fw_crowd_add( fw_crowd* crowd, const fw_unit* unit, bool slowed, fw_pose pose, int32_t* index,
                        int32_t* blocker );
void fw_crowd_remove( fw_crowd* crowd, int32_t index );

// Gives a unit a path that begins where it stops (fw_crowd_stop_pose()); else FW_ERR_MISMATCH. It drives on without
// standing still. `ordered`: it has another goal now. After an error all is as before.
fw_status fw_crowd_drive( fw_crowd* crowd, int32_t index, const fw_path* path, bool ordered );
// The ways of units of one group do not cross. -1: it is of none. A unit keeps so many tiles off corners on its left
// and on its right where there is room [0..FW_GUIDE_KEEPS_OFF].
void fw_crowd_join( fw_crowd* crowd, int32_t index, int32_t group, int32_t left, int32_t right );
// Brakes, and stands at fw_crowd_stop_pose() without a goal.
void fw_crowd_stop( fw_crowd* crowd, int32_t index );

// A unit that holds and stands makes room for nobody.
void fw_crowd_hold( fw_crowd* crowd, int32_t index, bool holds );
// It drives at most at this part of its top speed from now on [CROWD_PACE_MIN..1].
void fw_crowd_pace( fw_crowd* crowd, int32_t index, double pace );
double fw_crowd_speed( const fw_crowd* crowd, int32_t index ); // its top speed at its pace [tiles/s]

// Spreads the work of ticks over the caller's threads; zeroed: over none. False if memory is out; all is as before
// then.
bool fw_crowd_share( fw_crowd* crowd, const fw_parallel* parallel );

// How often do units decide while so much time passes?
int32_t fw_crowd_decisions( const fw_crowd* crowd, double seconds );
// Lets time pass. FW_ERR_MEMORY: some units wait, all others have moved.
fw_status fw_crowd_step( fw_crowd* crowd, double seconds );

typedef enum fw_crowd_mode
{
	FW_CROWD_STANDS = 0, // has no goal, or is there
	FW_CROWD_DRIVES = 1,
	FW_CROWD_WAITS = 2,
	FW_CROWD_YIELDS = 3, // was pushed
} fw_crowd_mode;

typedef struct fw_crowd_view
{
	fw_pose pose;
	double speed; // [tiles/s]
	fw_crowd_mode mode;
	double stuck;      // for so long it has got no nearer to its goal [s], 0: less than the patience
	bool held_up;      // it is stuck, or waits for those that move and has got no nearer for much longer
	int32_t waits_for; // unit, -1: none, -2: a wall
	bool at_wall;      // while it is held up: its path leads into a wall
	bool shut_in;      // while it is held up: the one for which all before it wait is a vehicle that stands
	bool wants_path;   // another path that keeps off the tiles of fw_crowd_mark() would help
	bool lost;         // its own path is of no use
} fw_crowd_view;

// It will be looked at soon, which then waits less for its memory.
void fw_crowd_fetch( const fw_crowd* crowd, int32_t index );
fw_crowd_view fw_crowd_look( const fw_crowd* crowd, int32_t index );
// The same in short for the most of them: true if it drives on a line of its own accord, wants no path and is not held
// up. Else fw_crowd_look() tells.
bool fw_crowd_cruises( const fw_crowd* crowd, int32_t index, fw_pose* pose, double* speed );
// The length of its path ahead of where a unit stops.
double fw_crowd_path_left( const fw_crowd* crowd, int32_t index );
// The pose in which a unit stops if it brakes now.
fw_pose fw_crowd_stop_pose( const fw_crowd* crowd, int32_t index );
// Does a unit need a tile of the rectangle, which lies on the map, to stand or to stop?
bool fw_crowd_uses( const fw_crowd* crowd, fw_rect rect );
// Marks by 1 the tiles of a rectangle that a path of this unit around others should avoid.
void fw_crowd_mark( fw_crowd* crowd, int32_t index, fw_rect rect, uint8_t* tiles, int32_t stride );
// May fw_crowd_drive() take a path that is not ordered? False: none, as things stand.
bool fw_crowd_may_take( fw_crowd* crowd, int32_t index );

// The crowd as the bytes of a file (base/archive.h), and nothing that fw_crowd_forget() forgets. Where it is read it
// must be new. FW_ERR_MEMORY, FW_ERR_SYNTAX.
fw_status fw_crowd_pass( fw_bytes* io, fw_crowd* crowd );
// Forgets what is found again, and what depends on the order of all calls so far. The crowd then goes on as one does
// that is read from its bytes.
void fw_crowd_forget( fw_crowd* crowd );
// After reading: is there a unit of this number, which nobody has claimed before?
bool fw_crowd_claim( fw_crowd* crowd, int32_t index );

// Inside of the crowd.

// What came of a unit's try to get another piece.
typedef enum crowd_answer
{
	CROWD_UNDECIDED = 0,
	CROWD_MOVED = 1,
	CROWD_WAIT = 2, // somebody is in the way who moves, or waits for somebody who moves
	CROWD_FAIL = 3,
} crowd_answer;

// On whose account a unit steps.
typedef enum crowd_push
{
	CROWD_OWN = 0,
	CROWD_ASIDE = 1,   // it is pushed, anywhere
	CROWD_FORWARD = 2, // it is pushed, but only to where it wants to go anyway
} crowd_push;

// Does a unit look for a path beside those who set out with it?
typedef enum crowd_spread
{
	CROWD_SPREAD_OVER = 0,
	CROWD_SPREAD_LATER = 1,
	CROWD_SPREAD_NOW = 2,
} crowd_spread;

// Straits that a unit wants to pass are counted as far as this.
#define CROWD_STRAITS 2

// A door on the path of a unit.
typedef struct crowd_door
{
	int32_t strait;
	double rest; // of the path, from there on [tiles]
} crowd_door;

// The most that are counted on one path.
#define CROWD_DOORS 32
#define CROWD_OTHER_DOORS 256    // the most that are kept off
#define CROWD_DOORS_LATER ( -1 ) // they are listed in the next tick

// Fields that every tick reads come first: those of look_round() are one line of the cache, and those of
// fw_crowd_look() with them are two.
typedef struct crowd_unit
{
	alignas( FW_CACHE_LINE ) bool used;
	bool walks; // turns on the spot: it may leave its path
	bool has_goal;
	bool visited;   // was at the goal
	bool is_inside; // of the strait that it entered last
	bool pushed;    // by its last piece
	bool lost;      // it finds no way back to its path
	bool on_path;
	int32_t ahead_count; // of straits
	int32_t waits_for;   // -1: nobody, -2: a wall
	fw_vec2 goal;        // where the path ends
	fw_vec2 known_front; // for which `at` holds
	double away;         // since its front left the goal [s]; 0: it is there
	double next_try;     // time
	double best_time;    // when it last got nearer, or waited for somebody who moves
	double gain_time;    // when it last got nearer by what it drove itself, or stood at its goal
	crowd_spread spread;
	bool crowded; // it found others that spread
	bool queues;  // others hold it up at doors, and it looks for a path through other ones
	double at;    // where its front is on its path [tiles]; where it left it if it is not on it
	fw_path path;
	// Straits: the first ones on its way, and the one that it entered last.
	fw_strait_ahead ahead[CROWD_STRAITS];
	fw_strait_ahead inside;
	fw_unit unit;
	double pace;       // part of its top speed at which it may drive
	double half_width; // that it needs beside its path: of a disc its radius
	bool slowed;       // by terrains
	bool holds;        // makes room for nobody while it stands
	bool settled;      // it stands as near to its goal as another one lets it that has got there
	bool goes_round;   // who stands at its goal is in its way
	int32_t group;     // -1: none
	int32_t off_left;  // it keeps so many tiles off corners on that side
	int32_t off_right;
	int32_t segment;     // of its path, at `at`
	double segment_at;   // where that begins
	double segment_left; // what is left there, as guides count it
	int32_t guide;       // -1: none
	// What it saw last: the point of its path furthest on from there, and whether it was on open ground.
	fw_vec2 looked_from, seen, open_at;
	double looked_at, seen_at;
	int64_t looked_path; // 0: it has not looked
	uint64_t looked_revision, open_revision;
	bool sees, is_open;
	int64_t counted; // the tick, plus one, in which it found that it is among few, or that it is not
	bool among_few;
	// Rank.
	double first_left; // length of the path of its order
	int64_t sequence;
	// Decisions.
	int64_t round;   // of its last decision
	crowd_push push; // on whose account
	crowd_answer answer;
	double moved;     // time of its last piece
	double free_time; // time at which it last moved, or waited for somebody who moves
	// Progress.
	double best_left;
	double gain_left;   // the least that was left in this order, whatever the path
	double nearer_time; // when it last got nearer
	double home;        // so long its front has been at the goal [s]
	bool reached;       // its front was at the goal of its order
	// Spreading.
	double next_spread;    // time
	bool looks_for_others; // in this tick
	bool looks_at_doors;   // in this tick
	int32_t door_count;
	crowd_door doors[CROWD_DOORS];
	double next_plan;      // time
	int32_t pushed_off_by; // the unit that last took it off its goal, -1: none
	bool trades;           // it must change places with that one
	int32_t meets;         // the vehicle that it meets head-on, -1: nobody
	int32_t meets_after;   // [tiles] from where it stops
	double meets_since;    // time
	int32_t behind;        // the slower vehicle before it on its way, -1: none
	double next_pass;      // time: until then it looks for no path past that one
	double through;        // to this distance its path was given at once, through a narrow place
	double next_look;      // time
	double blocked;        // time since which a vehicle's path is blocked by a unit; negative: it is not
	int64_t path_number;   // of its path among all that were given
	int64_t stamp;         // of the search for impasses that came here last
	int64_t listed;        // of the list of vehicles for such a search in which it was last
	bool in_impasse;       // it does already
	int32_t searches;      // for a path around others
	int32_t impasse;       // the vehicle with which it would block itself if it went on, -1: none
} crowd_unit;

// Where a unit in a pose is last in the way of a path.
typedef struct crowd_meeting
{
	int64_t path; // number, 0: none
	fw_pose pose; // the heading of a disc is 0
	double shape; // the radius of a disc; of a unit with an outline -1 - its index
	double last;  // distance on the path, -1: nowhere
} crowd_meeting;

// Units that drive in one direction, and at their pace faster than this [tiles/s].
typedef struct crowd_stream
{
	fw_vec2 along;
	double speed;
} crowd_stream;

// A place to which a unit may step, or a point of its path to which it may drive.
typedef struct crowd_candidate
{
	fw_vec2 to;
	double at; // on the path, -1: off it
	double left;
	double cost;
} crowd_candidate;

// What a unit sees of its path.
typedef struct crowd_sight
{
	bool sees; // else the rest is of no account
	fw_vec2 to;
	double left; // there
} crowd_sight;

// Where a unit should drive.
typedef struct crowd_lane
{
	fw_strait_rule rule;
	bool along_x;
	bool hard;      // it does not break the rule
	int32_t lo, hi; // tiles across
} crowd_lane;

#define CROWD_CANDIDATES 40
// The most units that push each other one by one, and steps in which two that swap places look for a branch; and the
// most that one step may push at once. With twice as many the 185 runs of bench_crowds are the same, but one.
#define CROWD_DEPTH 60
#define CROWD_PUSHED_AT_ONCE 16
// Where a tick goes over all units, it asks for the memory of those that come so many later: a crowd of thousands does
// not stay in the cache.
#define CROWD_FETCH 8
// Segments of a path that are given at once.
#define CROWD_PARTS 8

// What a unit that pushes others is about to drive.
typedef struct crowd_claim
{
	int32_t unit;
	int32_t count;
	fw_segment parts[CROWD_PARTS];
} crowd_claim;

struct fw_crowd
{
	fw_allocator allocator;
	const fw_grid* grid;
	uint64_t revision;
	double patience;
	fw_precedence precedence;
	fw_parallel parallel;
	crowd_unit* units;      // [capacity]
	crowd_unit* unit_block; // in which they are
	int32_t count;          // the highest used index, plus one
	int32_t first_free;     // no lower index is free
	int32_t capacity;
	int32_t* due; // units that decide in this tick, by rank
	int32_t due_capacity;
	int32_t* spare;
	int32_t spare_capacity;
	int32_t* asked; // units that were asked to make room for a step of the root
	int32_t asked_count, asked_capacity;
	fw_path spare_path;
	int32_t vehicles; // with a path to drive
	int32_t all_vehicles;
	fw_guides guides;
	fw_straits straits;
	fw_local_plan plan;
	fw_joint_plan joint;
	struct crowd_tangle* tangle; // for which it is; null: not needed yet
	crowd_meeting* meetings;     // those found last, by their hash
	int32_t meetings_capacity;
	int64_t cuts;  // of courses, when it last looked for those that were cut; negative: it has to look
	int64_t stamp; // of the last search for impasses
	int64_t lists; // that were made for them
	int64_t paths;
	int64_t sequence;
	int64_t ticks;
	double time;      // ticks * CROWD_TICK
	double ahead;     // since the begin of the tick [s]
	bool driven;      // does everybody know how far it drives in it?
	fw_status failed; // of this step
	// Of the decision that is made.
	int32_t root;
	int32_t depth;
	bool backs_up; // is the root a vehicle that is locked with the one in its way?
	crowd_claim claims[CROWD_DEPTH + 1];
	crowd_candidate candidates[CROWD_DEPTH + 1][CROWD_CANDIDATES];
};

FW_INLINE const fw_mover* crowd_mover( const fw_crowd* crowd, int32_t index )
{
	return &crowd->precedence.stop.movers[index];
}

// Does it turn on the spot, and is it wider than a tile?
FW_INLINE bool crowd_is_wide_walker( const crowd_unit* unit )
{
	return unit->walks && fw_node_step( unit->unit.radius ) == 1;
}

// How far ahead of where it stops a unit is given its path, at most [tiles].
FW_INLINE double crowd_horizon( const crowd_unit* unit )
{
	const double turns = CROWD_VEHICLE_TURNS * unit->unit.turning_radius;
	return unit->walks ? CROWD_STEP : fmin( fmax( turns, CROWD_NEAR ), CROWD_VEHICLE_AHEAD_MAX );
}

// The top speed of a unit at its pace [tiles/s].
FW_INLINE double crowd_speed( const crowd_unit* unit )
{
	return unit->pace * unit->unit.speed;
}

// How far a unit reaches from the point that follows its path.
FW_INLINE double crowd_reach( const fw_crowd* crowd, int32_t index )
{
	return fw_gap_reach( &crowd_mover( crowd, index )->outline );
}

// Has a unit that is not at its goal gained nothing for long?
FW_INLINE bool crowd_is_in_vain( const fw_crowd* crowd, int32_t index )
{
	return crowd->time - crowd->units[index].gain_time >= CROWD_AT_LAST;
}

FW_INLINE fw_vec2 crowd_front( const fw_crowd* crowd, int32_t index )
{
	return crowd_mover( crowd, index )->course.front;
}

// Are two places the same, with no allowance for rounding?
FW_INLINE bool crowd_is_same( fw_vec2 a, fw_vec2 b )
{
	return a.x == b.x && a.y == b.y;
}

// crowd.c

// Makes room for so many units. False if memory is out.
bool fw_crowd_reserve( fw_crowd* crowd, int32_t count );
// The room that a unit needs beside its path.
double fw_crowd_half_width( const fw_unit* unit );

// wish.c: along the path.

// The parts of a unit's path from one distance to another, forward or backward in time, and their number. `to` comes
// nearer if there are too many.
int32_t fw_crowd_path_parts( const crowd_unit* unit, double from, double* to, fw_segment parts[CROWD_PARTS] );
fw_vec2 fw_crowd_path_point( const crowd_unit* unit, double at );
fw_pose fw_crowd_path_pose( const crowd_unit* unit, double at );
// The tiles of the path ahead, at most `max`, by points that are `apart`.
int32_t fw_crowd_path_tiles( const crowd_unit* unit, double apart, fw_tile_step* tiles, int32_t max );
double fw_crowd_left_on_path( const crowd_unit* unit, double at );
// What is left from the front to the goal; infinite if that is unknown.
double fw_crowd_left( fw_crowd* crowd, int32_t index );
double fw_crowd_left_at( fw_crowd* crowd, int32_t index, fw_node node );
// The guide of a unit from its front on, -1: there is none; what is left at a node by that, until its front changes.
int32_t fw_crowd_guide( fw_crowd* crowd, int32_t index );
double fw_crowd_left_by( fw_crowd* crowd, int32_t index, int32_t guide, fw_node node );
void fw_crowd_set_at( crowd_unit* unit, double at );
// The first distance of the path at which so little is left.
double fw_crowd_at_of( const crowd_unit* unit, double left );
// After the unit got another path.
void fw_crowd_begin_path( crowd_unit* unit );
// The point that a unit looks at, further on its path. False if it sees none.
bool fw_crowd_wish( fw_crowd* crowd, int32_t index, fw_vec2* to, double* at );
// Gives a unit as much of its way at once as is open. False if it is not in the open.
bool fw_crowd_drive_open( fw_crowd* crowd, int32_t index );
// Is nobody to come near these parts? Those in the stream do not count. NULL: all do.
bool fw_crowd_is_open( fw_crowd* crowd, int32_t index, const fw_segment* parts, int32_t count,
                       const crowd_stream* stream );
// After an edit: a unit whose path begins with a way back to it that is blocked now is off its path. Nobody else knows
// of that way.
void fw_crowd_leave_blocked( fw_crowd* crowd, int32_t index );
// Appends parts that were found free.
bool fw_crowd_append( fw_crowd* crowd, int32_t index, const fw_segment* parts, int32_t count, double at, bool pushed );
// The direction in which the unit wants to go from its front, of length 1; or 0.
fw_vec2 fw_crowd_direction( fw_crowd* crowd, int32_t index );

// overtake.c: moves a walker out to pass a slower unit before it. False if there is none, or no room.
bool fw_crowd_overtake( fw_crowd* crowd, int32_t index );

// sight.c

// So many tiles a unit keeps off walls: off the next corner of its path, or behind all off the last one.
int32_t fw_crowd_keeps_off( const crowd_unit* unit );
// The furthest point of its path, of some, that a unit sees from its front, beyond a distance on the path.
bool fw_crowd_looks_ahead( fw_crowd* crowd, int32_t index, double here, fw_vec2* to, double* at );
// Are few courses of others beside the unit's front?
bool fw_crowd_has_few_near( fw_crowd* crowd, int32_t index );
// Two tiles off walls, and more.
bool fw_crowd_is_on_open_ground( fw_crowd* crowd, int32_t index );
// Is a unit that turns on the spot on open ground, with few others near?
bool fw_crowd_is_among_few( fw_crowd* crowd, int32_t index );
// Is a unit on open ground in sight of its path, and among few, or without a guide? Then crowd_unit::seen is a point of
// the path.
bool fw_crowd_sees_path( fw_crowd* crowd, int32_t index );
// Of a unit up to a tile wide that does so among few: all its steps stay on open ground.
crowd_sight fw_crowd_find_sight( fw_crowd* crowd, int32_t index );
// What is left from a place near its front, over the point that it sees.
double fw_crowd_left_in_sight_from( const crowd_sight* sight, fw_vec2 place );
// What is left at a node near its front, by that or by its guide.
double fw_crowd_left_at_node( fw_crowd* crowd, int32_t index, const crowd_sight* sight, fw_node node );
// How much less a unit would have left at a node than at another one, -1 to 1; 0 if that is unknown [tiles].
double fw_crowd_gain( fw_crowd* crowd, int32_t index, fw_node from, fw_node to );
// What is left from the front; without a guide if the unit sees its path.
double fw_crowd_left_in_sight( fw_crowd* crowd, int32_t index );

// lanes.c

// The straits that a unit is in, or on its way to, count it; once a tick.
void fw_crowd_count_in_straits( fw_crowd* crowd, int32_t index );
void fw_crowd_look_for_straits( fw_crowd* crowd, int32_t index );
crowd_lane fw_crowd_find_lane( const fw_crowd* crowd, int32_t index );
int32_t fw_crowd_off_lane( const crowd_lane* lane, fw_vec2 place ); // [tiles]
// Is a strait with a gate close, which others want from the other end?
bool fw_crowd_nears_gate( const fw_crowd* crowd, int32_t index );
// Is a gate close that is shut to it while others come through? That lasts until these are a batch.
bool fw_crowd_waits_at_gate( const fw_crowd* crowd, int32_t index );
// Does a step lead through a gate that is shut to this unit?
bool fw_crowd_is_shut( fw_crowd* crowd, int32_t index, fw_vec2 from, fw_vec2 to );
void fw_crowd_note_entry( fw_crowd* crowd, int32_t index, const fw_segment* part );

// drive.c: who drives how far in a tick.
void fw_crowd_drive_all( fw_crowd* crowd );

// pibt.c
crowd_answer fw_crowd_decide( fw_crowd* crowd, int32_t index, crowd_push push );

// stream.c

bool fw_crowd_is_in_stream( const fw_crowd* crowd, int32_t index, const crowd_stream* stream );
// Does a unit go the same way as this one, which wants to step to a place? Then it is only pushed forward.
bool fw_crowd_goes_along( fw_crowd* crowd, int32_t index, int32_t other, fw_vec2 to );
// Is a unit that turns on the spot in the open, with nobody near but members of its own group?
bool fw_crowd_is_among_own( fw_crowd* crowd, int32_t index );
// The step of such a unit to where it looks; `left` is from its front. False if it is none.
bool fw_crowd_step_straight( fw_crowd* crowd, int32_t index, fw_vec2 look, double left, crowd_candidate* step );

// swap.c: the unit that changes places with this one, which wants to step to a node; -1: none.
int32_t fw_crowd_swap( fw_crowd* crowd, int32_t index, fw_node best );

// The one with which a unit has made room to change places comes after it, to the node where that was: it may be at its
// goal, and want nothing.
void fw_crowd_pull( fw_crowd* crowd, int32_t partner, fw_node node );

// spread.c

// With a new order.
void fw_crowd_set_out( crowd_unit* unit, double time );
// Before decisions. `left` is to its goal.
void fw_crowd_spread( fw_crowd* crowd, int32_t index, double left );
// After that was called for all units of the tick.
void fw_crowd_look_for_others( fw_crowd* crowd, int32_t index );
// Does it want a path beside others?
bool fw_crowd_spreads( const fw_crowd* crowd, int32_t index );
// Before a search: can there be such a path?
bool fw_crowd_may_keep_apart( fw_crowd* crowd, int32_t index );
// Is this such a path?
bool fw_crowd_keeps_apart( fw_crowd* crowd, int32_t index, const fw_path* path );

// doors.c

// After the unit got another path.
void fw_crowd_list_doors( fw_crowd* crowd, int32_t index );
// As fw_crowd_look_for_others(). `counted`: false for the first unit of the tick.
void fw_crowd_look_at_doors( fw_crowd* crowd, int32_t index, bool* counted );
// Does it want a path through other doors?
bool fw_crowd_queues( const fw_crowd* crowd, int32_t index );
// Is this such a path? Then or not, it looks for no other.
bool fw_crowd_is_faster( fw_crowd* crowd, int32_t index, const fw_path* path );
// Marks by 1 the doors that such a path keeps off.
void fw_crowd_mark_doors( fw_crowd* crowd, int32_t index, fw_rect rect, uint8_t* tiles, int32_t stride );
// The doors between rooms around it that are not on its path, and their number.
int32_t fw_crowd_list_other_doors( const fw_crowd* crowd, int32_t index, fw_node tiles[CROWD_OTHER_DOORS] );

// meet.c

// The distance on its path at which a vehicle stops if it brakes now.
double fw_crowd_stop_at( const fw_crowd* crowd, int32_t index );
// Finds the first vehicle with priority that this one meets head-on, or that stands on its path, and a slower one that
// drives before it. O(units).
void fw_crowd_look_for_meetings( fw_crowd* crowd, int32_t index );
// Does a slower one before it hold a vehicle up, and nothing else? Does it want a path past that one?
bool fw_crowd_is_behind( const crowd_unit* unit );
bool fw_crowd_wants_past( const fw_crowd* crowd, int32_t index );
// Does it go no further because it meets one?
bool fw_crowd_holds( const fw_crowd* crowd, int32_t index );

// impasse.c

// The vehicle with which one blocks itself if its front is at a distance of its path; -1: none. `lenient`: none that it
// blocks already and that is far away.
int32_t fw_crowd_find_impasse( fw_crowd* crowd, int32_t index, double at, bool lenient );
// The same for its front as it is.
int32_t fw_crowd_in_impasse( fw_crowd* crowd, int32_t index );

// vehicle.c

// The distance on its path up to which a vehicle is given its path next; beyond `piece` if that is narrow.
double fw_crowd_vehicle_target( fw_crowd* crowd, int32_t index, double piece );
// Gives it all of that, or nothing. CROWD_UNDECIDED: it may follow the one that is in its way.
crowd_answer fw_crowd_drive_through( fw_crowd* crowd, int32_t index, double to );
// Would a unit at a place be in the way of a vehicle that waits for others to leave it, or take the room of one that
// leaves its path?
bool fw_crowd_cuts_in( fw_crowd* crowd, int32_t index, fw_vec2 to );
// Has a vehicle long been in the way of the one that is in its own way, or shut in a walker there? Then it backs up
// (tick.c).
bool fw_crowd_is_locked( const fw_crowd* crowd, int32_t index );

// unravel.c: plans for all around a unit that got no nearer to its goal for long. False: it does not need that.
bool fw_crowd_unravel( fw_crowd* crowd, int32_t index );
// Would the unit that decides push one off its goal by which it was pushed off its own? Then a plan is made for both.
bool fw_crowd_trades( fw_crowd* crowd, int32_t other );
// Goes on with a plan that takes several ticks.
void fw_crowd_unravel_on( fw_crowd* crowd );

// disentangle.c

// Begins to plan for a unit and those that are in its way, of any sizes. False if it cannot now.
bool fw_crowd_disentangle( fw_crowd* crowd, int32_t index );
bool fw_crowd_is_disentangling( const fw_crowd* crowd );
// Goes on with that. Gives the unit for which there is no plan; -1: there is one, or it takes longer.
int32_t fw_crowd_disentangle_on( fw_crowd* crowd );
// The unit begins anew.
void fw_crowd_forget_tangle( fw_crowd* crowd );
void fw_crowd_free_tangle( fw_crowd* crowd );
size_t fw_crowd_tangle_memory( const fw_crowd* crowd );

// settle.c

// Does a unit stand where another one wants to stand, and is not to be pushed from there by it?
bool fw_crowd_holds_goal( const fw_crowd* crowd, int32_t holder, int32_t index );
// Does a unit that was pushed off its goal wait until those who come over it have passed?
bool fw_crowd_lets_pass( fw_crowd* crowd, int32_t index );
// Ends the way of a unit that gets no nearer to a goal that another one holds.
void fw_crowd_settle( fw_crowd* crowd, int32_t index );

// rank.c
bool fw_crowd_ranks_before( const fw_crowd* crowd, int32_t a, int32_t b );
void fw_crowd_sort( fw_crowd* crowd, int32_t* units, int32_t count );
// A unit is asked to make room for a step of the root.
void fw_crowd_note_asked( fw_crowd* crowd, int32_t index );
// After that step failed: for a shorter one of a vehicle, or of a wide walker, those have room who found none for a
// longer one.
void fw_crowd_ask_again( fw_crowd* crowd );

#endif
