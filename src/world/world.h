// SPDX-License-Identifier: MIT
// The parts of a world.
#ifndef FW_WORLD_WORLD_H
#define FW_WORLD_WORLD_H

#include "base/refusal.h"
#include "fairway/queue.h"
#include "fairway/sweep.h"
#include "field/goal_field.h"
#include "world/engine.h"
#include "world/formation.h"
#include "world/places.h"

// Requests that the queue holds at once. They begin where their units are when they are served, so those that wait are
// asked anew in each step; all others wait in lines, where they cost nothing.
#define FW_ASKED_MAX 256

// Distance fields, and the bytes that they take together at most.
#define FW_FIELDS_MAX 16
#define FW_FIELDS_BYTES ( (size_t)32 << 20 )

extern const fw_ranges fw_world_def_ranges, fw_order_ranges;

// How a unit carries out its order.
typedef enum world_phase
{
	PHASE_IDLE = 0,     // it has none, or has done so
	PHASE_PLANNING = 1, // it has no path for it yet, and maybe drives an earlier one
	PHASE_GOING = 2,    // it drives its path
	PHASE_NO_PATH = 3,  // there is none
} world_phase;

// Units that wait to be served.
typedef enum world_line
{
	LINE_URGENT = 0,   // for a path, from a field or the queue
	LINE_FIELDS = 1,   // for one from a field
	LINE_SEARCHES = 2, // for one from the queue
	LINE_OTHERS = 3,   // for a path that may be better than theirs
	LINE_DETOURS = 4,  // for a path around others
	LINE_COUNT = 5,
} world_line;

// Fields that every step reads come first, so that they share lines of the cache.
typedef struct world_unit
{
	bool used;
	bool needs_plan;
	bool started;  // has it had a path for its order?
	bool arrived;  // and carried it out: if others push it aside, it comes back
	bool lost;     // is its path blocked?
	bool brakes;   // it is to stop in the next step
	bool has_door; // does it come from further away?
	bool inside;   // has it been there?
	bool leg;      // its path ends on the way to the goal
	bool faces;    // `facing`, not the way that it came
	bool shuffles; // its plan found no legal turns, and is made once more, with moves to and fro at its ends
	uint32_t generation;
	int32_t index; // in the arrays; the next free slot
	world_phase phase;
	fw_stuck stuck; // as last reported
	fw_body body;
	int32_t group;                  // -1: none
	fw_order_kind kind;             // of its order
	double wants_since;             // time; negative: it wants no detour
	double stands_since, next_look; // time; negative: it moves
	double next_detour;             // time
	fw_request request;             // 0: none
	fw_plan plan;                   // with the goal of its order
	fw_path path;                   // the last one that it got
	fw_reason reason;               // why there is no path
	fw_trail* trail;                // of legs; NULL: none yet
	fw_pose asked_from;
	int32_t misses;
	int32_t member; // of the group
	int32_t file;   // of its column [0..files - 1], from the left
	int32_t files;  // of that, 1: it is in none
	int32_t type;   // of the group's classes
	fw_pose place;  // where it is to stand in the end; it drives to plan.goal
	double facing;
	fw_pose other; // FW_ORDER_PATROL: the end of the next leg
	fw_pose door;  // where its path comes near the places
	uint32_t mark;
	bool lined[LINE_COUNT]; // survive the unit: a slot is in a line once
	int32_t next[LINE_COUNT];
	// In a formation.
	fw_vec2 offset;   // its place in the shape: x ahead, y to the right
	fw_vec2 folded;   // in the shape as it is now
	double along;     // where it is on the route
	double lag;       // distance to its place
	double best_lag;  // since lag_since
	double lag_since; // time
	double next_leg;  // time, after a search
} world_unit;

// Members that can stand in for each other: of one size, for the same terrains, in one part of the map.
typedef struct group_class
{
	fw_unit unit;
	fw_vec2 from; // of its first member
	int32_t count;
} group_class;

// A place that nobody has.
typedef struct group_spare
{
	fw_vec2 at;
	int32_t type;
} group_spare;

// A formation on its route.
typedef struct world_march
{
	bool goes;                         // has it a route, on which it is not at the end?
	int32_t lead;                      // slot of the member that plans the route, or another one; -1: none does
	double turns_off;                  // where the other one begins that is asked for
	fw_unit widest;                    // radius of the largest member, and what all may enter
	double top, acceleration, braking; // of the slowest
	fw_path route;
	route_room* room; // [room_count] each half tile from the begin on, as far as it was needed
	int32_t room_count, room_capacity;
	double pitch;                  // between neighbors
	double side;                   // the room to a side is measured up to here
	double half_width;             // of its shape
	double begin, end;             // of the route, with the free ground before and behind it
	int32_t files;                 // that it is folded into; 0: it has its shape
	double folds_at;               // time of the last change
	fw_vec2 low, high;             // of the offsets as they are now
	double at, speed;              // of its middle on the route
	bool forms;                    // up, before it sets off
	double forms_since, next_legs; // time
} world_march;

// Units with one order and places around one point.
typedef struct world_group
{
	bool used;
	fw_order order;
	int32_t* members; // [count] slots
	int32_t count, capacity;
	group_class* classes;
	int32_t class_count, class_capacity;
	group_spare* spares;
	int32_t spare_count, spare_capacity;
	fw_vec2 center;
	double radius;      // of all places, around the center
	double reach;       // the same before they were chosen anew
	int64_t openings;   // of the world when the order was given
	bool chosen_again;  // when the first unit came near
	bool lined_up;      // have its members their files?
	fw_vec2 came_from;  // middle of the members when the places were first chosen
	fw_vec2 led_from;   // FW_ORDER_FOLLOW: where the leader was when the places were chosen
	double next_places; // time
	world_march march;
} world_group;

// A vertex of a path, and where it is moved.
typedef struct world_vertex
{
	fw_vec2 at;
	fw_vec2 out; // away from the corner
	double off;  // so far [tiles]
} world_vertex;

// For choosing places, by member.
typedef struct world_choice
{
	int32_t capacity;
	fw_vec2* at;     // begin of the block: where the members of a class stand
	fw_vec2* spots;  // places of a class
	fw_vec2* found;  // place of each member
	int32_t* owner;  // place of each member of a class
	int32_t* who;    // the members of a class
	int32_t* types;  // class of each member
	int32_t* listed; // where each member is in the list of the order
	shape_rank* ranks;
} world_choice;

typedef struct world_edit
{
	int64_t number;
	fw_rect rect; // clipped
	uint8_t terrain;
	bool made;  // but not reported
	bool opens; // does some unit get more room, or cheaper ground?
} world_edit;

// The arrays of fw_unit_arrays, one after the other in one block.
typedef struct world_rows
{
	int32_t capacity;
	fw_unit_id* ids; // begin of the block
	double *x, *y, *heading, *speed, *radius;
	fw_unit_state* state;
	fw_reason* reason;
	fw_stuck* stuck;
} world_rows;

// A distance field for units that go to one place.
typedef struct world_field
{
	fw_goal_field* field; // NULL: none
	fw_vec2 at;           // the center of their group, or the goal that they share
	double used;          // time of the last step in which somebody waited for it
} world_field;

struct fw_world
{
	fw_allocator allocator;
	fw_world_def def;
	fw_grid* grid;
	fw_planner* planner;
	fw_queue* queue;
	fw_engine* engine;
	fw_result result; // of the plan that was done last
	// Units by slot, and their rows in the order in which they were added.
	world_unit* units;
	int32_t slots, capacity;
	int32_t free; // first free slot, -1: none
	world_rows rows;
	int32_t count;
	int32_t first[LINE_COUNT], last[LINE_COUNT]; // slots, -1: none
	int32_t asked[FW_ASKED_MAX];                 // slots of units with requests, and of some whose requests are over
	int32_t asked_count;
	// Detours are searched on a map of their own, on which others block the tiles around the unit.
	fw_grid* marked;
	fw_planner* around;
	fw_job* job;
	int32_t detours_for; // slot, -1: none
	bool detours_around; // others
	fw_rect window;      // the blocked part
	uint8_t blocked;     // terrain
	world_group* groups;
	int32_t group_count, group_capacity;
	world_field fields[FW_FIELDS_MAX];
	fw_places places;
	world_choice choice;
	world_vertex* vertices; // of a path that is moved
	int32_t vertex_capacity;
	uint32_t mark;
	world_edit* edits; // [edit_count] by number
	int32_t edit_count, edit_capacity;
	int64_t edit_numbers;
	int64_t openings; // edits that opened ground, or made it cheaper
	fw_world_event* events;
	int32_t event_count, event_capacity;
	double time;
	bool brakes;      // may a unit be to stop?
	int64_t left;     // of the budget of the step
	fw_status failed; // of the step
	fw_world_stats stats;
};

// The part of a budget that is kept for detours, which also have what orders leave.
FW_INLINE int64_t fw_world_detour_nodes( const fw_world* world )
{
	return world->def.step_nodes / 4;
}

// Where a unit stops if it brakes now.
FW_INLINE fw_vec2 stop_of( const fw_world* world, const world_unit* unit )
{
	const fw_pose stop = fw_engine_stop_pose( world->engine, unit->body );
	return ( fw_vec2 ){ stop.x, stop.y };
}

// The slot of a unit, -1: it is none of the world.
FW_INLINE int32_t slot_of( const fw_world* world, fw_unit_id unit )
{
	const uint64_t slot = unit & UINT32_MAX;
	const bool known = slot < (uint64_t)world->slots && world->units[slot].used &&
	                   world->units[slot].generation == (uint32_t)( unit >> 32 );
	return known ? (int32_t)slot : -1;
}

// Does it drive to its goal, or has been pushed off it? Then a detour may help.
FW_INLINE bool takes_detours( const world_unit* unit )
{
	return unit->used && unit->request == 0 && ( unit->phase == PHASE_GOING || unit->arrived );
}

FW_INLINE bool has_outline( const world_unit* unit )
{
	return unit->plan.unit.outline.count > 0;
}

FW_INLINE void note_failure( fw_world* world, fw_status status )
{
	world->failed = status != FW_OK ? status : world->failed;
}

// Is it on its way in a formation?
FW_INLINE bool fw_world_marches( const fw_world* world, const world_unit* unit )
{
	return unit->group >= 0 && world->groups[unit->group].march.goes;
}

// world.c
bool fw_world_reserve( fw_world* world, int32_t slots, int32_t rows ); // false if memory is out
fw_status fw_world_refuse_id( fw_refusal* refusal, int32_t index, const char* words );
// The segment of its path on which a unit stops if it brakes now, and how far it is on it then; the number of segments:
// it has nothing left to drive.
int32_t fw_world_segment( const fw_world* world, const world_unit* unit, double* behind );

// step.c
void fw_world_note( fw_world* world, fw_world_event event ); // the step has made room for it
void fw_world_show( fw_world* world, int32_t slot );         // writes the unit's row

// orders.c: paths for units.
void fw_world_line_up( fw_world* world, int32_t slot, world_line line );
void fw_world_line_up_first( fw_world* world, int32_t slot, world_line line );
int32_t fw_world_serve( fw_world* world, world_line line ); // takes the first one out, -1: none
void fw_world_forget_request( fw_world* world, world_unit* unit );
void fw_world_brake( fw_world* world, int32_t slot );
// Gives a unit the path of world->result.
fw_status fw_world_give_path( fw_world* world, int32_t slot, bool sent );
// Plans for units in the lines, within the budget, and sends them off.
void fw_world_plan( fw_world* world );
// Asks for the next leg of a unit that comes near the end of its own.
void fw_world_look_ahead( fw_world* world, int32_t slot );
// The unit stands at the end of a leg.
void fw_world_end_leg( fw_world* world, int32_t slot );
void fw_world_note_start( fw_world* world, int32_t slot, double length ); // it has a path, of its order the first one
// The unit has a path in world->result.
void fw_world_set_off( fw_world* world, int32_t slot );
// There is no path, or no plan. A unit whose own path is good keeps it.
void fw_world_give_up( fw_world* world, int32_t slot, fw_reason reason, fw_status why );
// Sends a unit to where its place is now, along a new path; the events of its order are not repeated.
void fw_world_go_on( fw_world* world, int32_t slot );

// repeat.c
// Is the unit on its way to where the order sends it?
bool fw_world_goes_there( const world_unit* unit, const fw_order* order );
// The group whose members are these units [count > 0], all of them, in a formation with these offsets [count]; -1:
// none.
int32_t fw_world_group_of( fw_world* world, const fw_unit_id* ids, int32_t count, const fw_vec2* offsets );
// Does the group carry out this very order? Some of it may have done so.
bool fw_world_is_repeated( const fw_world* world, const world_group* group, const fw_order* order );

// redirect.c
// Is the group a formation on its march that keeps its shape?
bool fw_march_may_redirect( const world_group* group, const fw_order* order );
// Sends it elsewhere. FW_ERR_MEMORY: nothing is changed.
fw_status fw_march_redirect( fw_world* world, world_group* group, const fw_order* order );
bool fw_march_plans_another( const fw_world* world, int32_t slot ); // does the unit plan another route on the march?
fw_pose fw_march_start( fw_world* world, int32_t slot );            // where the path that the unit asks for begins
// The other route is in world->result. False: it turns off so sharply that all form up anew.
bool fw_march_turn_off( fw_world* world, int32_t slot );
void fw_march_halt( fw_world* world, int32_t slot ); // there is no other route, if the unit was to find one

// column.c: paths of the members of a group side by side.
// The files of a column of so many; 1: with this order the unit is in none.
int32_t fw_world_files( const world_unit* unit, fw_order_kind kind, int32_t members );
// Do the members of a group that are about to join it (world->choice.found) keep the files that they have?
bool fw_world_keeps_files( const fw_world* world, const world_group* group );
// Moves the path of world->result; a unit that is `sent` keeps to its way round corners. `left`, `right`: so many tiles
// it keeps off corners on that side now, where there is room; 0: no vertex was moved. FW_ERR_MEMORY.
fw_status fw_world_fall_in( fw_world* world, int32_t slot, bool sent, int32_t* left, int32_t* right );

// fields.c: paths of units that share a distance field; all others of the urgent line search.
void fw_world_plan_by_fields( fw_world* world );
// Is it the shortest path of a unit that turns on the spot that the plan asks for, and nothing else?
bool fw_world_is_plain( const fw_plan* plan );
size_t fw_fields_memory( const fw_world* world );
void fw_fields_close( fw_world* world );

// groups.c
// Makes a group of these units, which join it later, and chooses their places (world->choice.found by member). With
// `first`, whose path has come near, the members are matched by their paths.
fw_status fw_world_group( fw_world* world, const fw_unit_id* ids, int32_t count, const fw_order* order, int32_t* made );
fw_status fw_group_choose( fw_world* world, world_group* group, fw_vec2 center, const world_unit* first );
fw_status fw_group_space( fw_world* world, const fw_unit* unit, const fw_space** space );
bool fw_world_same_outline( const fw_outline* a, const fw_outline* b ); // world_file.c
fw_status fw_group_classify( fw_world* world, world_group* group );
bool fw_group_reserve( fw_world* world, int32_t count ); // room to choose places for so many
// Takes the ground where all units but the members stand or go.
bool fw_group_take_others( fw_world* world, const world_group* group );
void fw_group_leave( fw_world* world, int32_t slot );
void fw_world_hold_groups( fw_holdings* holdings, const fw_world* world );

// exchange.c
double fw_group_door( const world_group* group ); // distance along a path at which its unit comes near the places
// After the unit was given a path.
void fw_group_note_path( fw_world* world, int32_t slot );
// After edits: who is to stand where it no longer can gets another place.
void fw_groups_edited( fw_world* world );
// After each step: exchanges places near the goal.
void fw_group_watch( fw_world* world, int32_t slot, const fw_body_state* now );

// muster.c
void fw_march_pace( fw_world* world );                    // all formations are as fast as the slowest members are now
void fw_march_ask( fw_world* world, world_group* group ); // for a route, or for another one
// Finds where the middle of a formation goes, and who plans the route there.
fw_status fw_march_prepare( fw_world* world, world_group* group );
// The unit has a path in world->result. True if that is the route of its formation, which then sets off.
bool fw_march_take( fw_world* world, int32_t slot );
bool fw_march_waits( const fw_world* world, int32_t slot );              // for the route that another one plans?
void fw_march_left( fw_world* world, world_group* group, int32_t slot ); // the unit has left the formation
// There is no route, if the unit was to find one.
void fw_march_fail( fw_world* world, int32_t slot, fw_reason reason, fw_status why );
void fw_march_edited( fw_world* world );

// march.c
void fw_march_fold( fw_world* world, world_group* group, int32_t files ); // 0: into its shape
void fw_world_march( fw_world* world, double seconds );

// legs.c
// Sends a member of a formation towards its place there.
void fw_march_lead( fw_world* world, const world_group* group, int32_t slot );

// route.c
fw_vec2 fw_route_place( const world_group* group, fw_vec2 folded, double at );   // of a member, the middle being there
double fw_route_project( const world_group* group, fw_vec2 point, double near ); // where is it on the route?
void fw_route_begin( const fw_world* world, world_group* group );
// Measures the room up to there.
fw_status fw_route_measure( fw_world* world, world_group* group, double up_to );
double fw_route_width( const world_group* group, double from, double to ); // the least room between both sides

// follow.c: sends units after their leaders.
void fw_world_lead( fw_world* world );
fw_vec2 fw_follow_center( fw_world* world, world_group* group );

// edits.c: makes those that can be made, and lines up the units that plan anew.
void fw_world_make_edits( fw_world* world );

// detours.c
fw_status fw_world_open_detours( fw_world* world );
void fw_world_close_detours( fw_world* world );
void fw_world_drop_detour( fw_world* world, int32_t slot ); // where it is searched for this unit
// Puts a unit into the line if it wants a detour; after each step.
void fw_world_watch( fw_world* world, int32_t slot, const fw_body_state* now );
void fw_world_find_detours( fw_world* world );

// orders.c, detours.c: searches under way are begun again by the next step, in the order in which they were.
void fw_world_forget_requests( fw_world* world );
void fw_world_forget_detour( fw_world* world );

// map_archive.c, unit_archive.c, group_archive.c: the parts of a world as the bytes of a file (base/archive.h).
// FW_ERR_MEMORY, FW_ERR_SYNTAX.

// Makes the map where it is read.
fw_status fw_pass_map( fw_bytes* io, const fw_allocator* allocator, fw_grid** grid );
// The number of the state of the map, and what was edited last.
void fw_pass_edited( fw_bytes* io, fw_grid* grid );
fw_status fw_pass_world_unit( fw_bytes* io, fw_world* world, int32_t slot );
fw_status fw_pass_groups( fw_bytes* io, fw_world* world );

#endif
