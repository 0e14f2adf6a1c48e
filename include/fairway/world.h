// SPDX-License-Identifier: MIT
/// @file
/// A world: the map, its units, their orders and edits of the map, as one object that a game steps.
///
/// The game adds units, gives them orders and edits the map whenever it likes. Each frame it calls fw_world_step(), and
/// then reads all units as arrays and what has happened as events. A world plans paths within a budget of nodes for
/// each step, so hundreds of orders in one frame take several steps instead of one long one. Units keep off each other
/// and the walls whatever they are ordered: no two discs ever overlap.
///
/// One thread at a time. Functions that take a `const fw_world*` only read: several threads may call them at once.
/// The same calls give the same bits everywhere. How it works: docs/world.md.
#ifndef FAIRWAY_WORLD_H
#define FAIRWAY_WORLD_H

#include "fairway/planner.h"

FW_BEGIN_DECLS

#define FW_WORLD_MAX_UNITS 65536    ///< in one world
#define FW_WORLD_MAX_TILES 67108864 ///< of its map
#define FW_WORLD_MAX_EDITS 4096     ///< that wait, or were made since the last step
#define FW_WORLD_PACE_MIN 0.1       ///< of a unit, see fw_world_pace()

/// A map with units.
typedef struct fw_world fw_world;

/// A unit of a world; 0 is none. Its slot is in the lower 32 bits and the generation of the slot in the upper ones, so
/// an id is refused after fw_world_remove(), and never names another unit.
typedef uint64_t fw_unit_id;

/// What to make a world from. See fw_default_world_def().
typedef struct fw_world_def
{
	uint32_t cookie; ///< set by fw_default_world_def()
	fw_allocator allocator;
	const fw_grid* grid; ///< copied with its terrains and one-way tiles; it must have no links
	int64_t step_nodes;  ///< budget of planning: nodes that all searches of a step may expand [64..1e9]. For discs that
	                     ///< turn on the spot one takes 0.3 to 0.6 us, and a path of 300 tiles some 100 to 500. Ten
	                     ///< nodes of a distance field count as one. Units decide every 0.05 s: in such a step each one
	                     ///< under way takes two nodes, all of them at most half of the budget
	double patience;     ///< a unit without progress for this time is reported as stuck [s, 1..1e6]. One that waits for
	                     ///< units that move makes progress, but not for more than 60 s, or this time if it is longer
} fw_world_def;

FW_API fw_world_def fw_default_world_def( void ); ///< no grid, which the caller must set; 20,000 nodes; patience 20
/// Makes a world without units. Memory: some 70 bytes for each tile, and 400 KB; up to 32 MiB more when many units go
/// to one place. @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_UNSUPPORTED for a grid with links, #FW_ERR_TOO_LARGE
/// above #FW_WORLD_MAX_TILES, #FW_ERR_MEMORY.
FW_API fw_status fw_world_create( const fw_world_def* def, fw_world** world, fw_refusal* refusal );
FW_API void fw_world_destroy( fw_world* world );              ///< NULL is allowed
FW_API size_t fw_world_memory( const fw_world* world );       ///< bytes held now. O(units)
FW_API const fw_grid* fw_world_grid( const fw_world* world ); ///< the map as it is now; the world owns it

/// Units to add. See fw_default_world_unit_def().
typedef struct fw_world_unit_def
{
	uint32_t cookie;      ///< set by fw_default_world_unit_def()
	fw_unit unit;         ///< a disc, or a unit with an outline: fw_unit::size must be 0
	bool slowed_by_costs; ///< top speed is divided by the cost of the terrain, false by default
	fw_plan plan;         ///< how its paths are planned. `unit`, `start`, `goal`, `goal_any_heading`, `goal_tolerance`,
	                      ///< `best_effort` and `legs.trail` do not count. What its options and legs point to must live
	                      ///< as long as the unit. With a method that has #FW_TRAIT_LEGS the unit plans one leg at a
	                      ///< time, and the next one before the end of it, see docs/world.md
} fw_world_unit_def;

/// fw_default_unit(), and fw_default_plan() without fw_search_options::end_moves: a unit whose plan finds no legal
/// turns plans once more, with 4096 of them.
FW_API fw_world_unit_def fw_default_world_unit_def( void );

/// Adds units of one class, at a standstill and without an order: all of them or none. It also builds what their plans
/// need, so that no step does: this takes long for the first units of a class.
/// @param poses where they stand [count]
/// @param count [0..#FW_WORLD_MAX_UNITS]
/// @param ids receives their ids [count]
/// @return #FW_ERR_BLOCKED if a unit would touch ground that it may not enter or that another unit needs to stand or to
/// stop; `field` is then "poses[3]". #FW_ERR_UNSUPPORTED for squares, and for a plan whose fields exclude
/// one another, #FW_ERR_UNKNOWN for its method; #FW_ERR_TOO_LARGE above #FW_WORLD_MAX_UNITS; #FW_ERR_ARGUMENT,
/// #FW_ERR_DEF, #FW_ERR_MEMORY.
FW_API fw_status fw_world_add( fw_world* world, const fw_world_unit_def* def, const fw_pose* poses, int32_t count,
                               fw_unit_id* ids, fw_refusal* refusal );
/// Takes units off the map: all of them or none. Cost: O(count + units of the world).
/// @return #FW_ERR_UNKNOWN if an id is no unit of the world, or is listed twice; #FW_ERR_ARGUMENT.
FW_API fw_status fw_world_remove( fw_world* world, const fw_unit_id* ids, int32_t count, fw_refusal* refusal );

/// Lets units drive at most at a part of fw_unit::speed from now on, whatever they are ordered: the wounded, those that
/// sneak, and all again at 1. Who is faster brakes. A formation is as fast as its slowest member is now. For a unit
/// that may get faster later, add it with its highest speed and slow it down. Paths are as at full speed, and units
/// speed up and brake as always. A unit that takes longer than fw_world_def::patience for two tiles may be reported as
/// stuck.
/// @param pace [#FW_WORLD_PACE_MIN..1]; 1 for units that were added
/// @return #FW_ERR_UNKNOWN if an id is no unit of the world; #FW_ERR_ARGUMENT: all units are as before. Cost: O(count +
/// units that form)
FW_API fw_status fw_world_pace( fw_world* world, const fw_unit_id* ids, int32_t count, double pace,
                                fw_refusal* refusal );

/// What a unit is to do. More kinds may follow.
typedef enum fw_order_kind
{
	FW_ORDER_GO = 0,   ///< drive to the goal itself: of many units only one gets there. Until it has a path there, the
	                   ///< unit goes on with what it did
	FW_ORDER_STOP = 1, ///< brake and stand. A unit that stands may still make room for others
	FW_ORDER_GATHER = 2, ///< many units drive to one goal: each gets a place of its own, as near to it as there is room
	FW_ORDER_PATROL = 3, ///< as #FW_ORDER_GATHER, then back to where the unit is now, and so on to and fro
	FW_ORDER_FOLLOW = 4, ///< keep behind another unit, wherever it goes
	FW_ORDER_FORM = 5,   ///< many units drive to one goal in formation, as fast as the slowest of them
	FW_ORDER_HOLD = 6,   ///< brake and stand, and make room for nobody
} fw_order_kind;

/// The shape of a formation. Its middle goes to the goal.
typedef enum fw_shape
{
	FW_SHAPE_BOX = 0,    ///< rows, as many units wide as deep
	FW_SHAPE_LINE = 1,   ///< side by side
	FW_SHAPE_COLUMN = 2, ///< one behind the other
	FW_SHAPE_WEDGE = 3,  ///< a V, with one unit ahead
	FW_SHAPE_OWN = 4,    ///< fw_order::offsets
} fw_shape;

/// An order. It replaces the unit's earlier one. See fw_default_order().
///
/// Repeats: the same order to the same units changes nothing while they carry it out, and makes no events. So it may be
/// given in each frame. Once all have arrived, or an edit has opened ground, it is a new one.
///
/// Places: units of an order that share a goal get places that they can reach and where no other unit stands or goes.
/// Larger units are nearer to the goal; of one size, who is in front gets the place furthest ahead. Units that are in
/// each other's way exchange their places, also one that has arrived already: it then arrives once more. Where units of
/// several classes gather, or 80 and more, who gets no nearer to its place stays with the others, whatever the spacing.
/// If the goal is blocked or cannot be reached, the places are around the nearest tile that can. Units with an outline
/// stand at one heading: that of the goal, or with `goal_any_heading` the one of their way to it, in eighths of a turn;
/// behind a leader at any.
///
/// Columns: from five units on, those that gather or patrol, turn on the spot and plan with the defaults go round
/// corners side by side: their paths (fw_world_path()) pass a corner up to 8.2 tiles further out than the shortest. Who
/// stands on the left of the way stays on the left.
///
/// Formations: the units first form up where they are, vehicles some way ahead. In turns the rows follow the path,
/// where there is little room to one side the formation keeps to the other, and where it is too wide it goes through in
/// fewer files, behind each other. It waits for units that lag behind. Sent elsewhere in the same shape on the march,
/// it turns off without a stop. At the goal it stands in its shape, heading as fw_order::goal says or along its path;
/// units whose places are blocked there stand beside them.
typedef struct fw_order
{
	uint32_t cookie; ///< set by fw_default_order()
	fw_order_kind kind;
	fw_pose goal;           ///< all but #FW_ORDER_STOP, #FW_ORDER_HOLD and #FW_ORDER_FOLLOW
	bool goal_any_heading;  ///< the same, see fw_query. Who turns on the spot faces the heading once it stands at the
	                        ///< goal, or with `true` ends as it came; in a formation all face the way that it heads
	double goal_tolerance;  ///< the same, see fw_query; for each unit around its place
	double spacing;         ///< room between the discs of two places [tiles, 0..64]; in formations of the largest units
	fw_unit_id leader;      ///< #FW_ORDER_FOLLOW: whom; it is not one of the units that follow
	double distance;        ///< #FW_ORDER_FOLLOW: room between the leader's disc and the nearest place [tiles, 0..1000]
	fw_shape shape;         ///< #FW_ORDER_FORM
	const fw_vec2* offsets; ///< #FW_SHAPE_OWN: the place of each unit, in the order of the ids, from the goal: x ahead,
	                        ///< y to the right (from +x towards +y) [tiles, -1000..1000; count]; copied. Else NULL
} fw_order;

/// To go to (0, 0) with any heading and no tolerance; spacing 0.2, distance 1, a box.
FW_API fw_order fw_default_order( void );

/// Gives an order to units: to all of them or to none. It counts from the next step on; no path is planned here. Of two
/// units of the same size, the one whose path was found earlier has priority on the road. A unit that patrols arrives
/// at each end. One that follows arrives whenever it has caught up with its leader, and when the leader is removed it
/// goes where it was last to go.
/// @return #FW_ERR_UNKNOWN if an id, or the leader, is no unit of the world; #FW_ERR_ARGUMENT, #FW_ERR_DEF;
/// #FW_ERR_UNSUPPORTED if the method of a unit's plan cannot do it, or a unit with an outline is to form;
/// #FW_ERR_MEMORY. Cost: O(count); for orders with places O(units of the world + room around the goal), and O(count^2)
/// for up to 512 units of a class.
FW_API fw_status fw_world_order( fw_world* world, const fw_unit_id* ids, int32_t count, const fw_order* order,
                                 fw_refusal* refusal );

/// What a unit was last ordered: for menus, flags, and games that were loaded.
/// @param order receives the order, without `offsets`. Of a unit whose leader was removed `leader` is no unit any more
/// @param place receives where the unit is to stand in the end: its own place of an order with places, the goal for a
/// formation under way, the end that comes next for a patrol, where it stops for #FW_ORDER_STOP and #FW_ORDER_HOLD
/// @return false if it is no unit of the world, or was given no order: nothing is written then. O(1)
FW_API bool fw_world_last_order( const fw_world* world, fw_unit_id unit, fw_order* order, fw_pose* place );

/// Changes the terrain of a rectangle, which is clipped to the map. The edit is made at once if no unit needs the
/// ground to stand or to stop. Otherwise it waits for that, and each step tries again. An edit also waits for earlier
/// ones of the same tiles. The first step after it was made reports it (#FW_WORLD_EDITED). Units whose path it blocks
/// plan anew at once. If it opens ground or makes it cheaper, so do those without a path, and all others when there is
/// time. Who has arrived is not asked to leave the ground.
/// @param edit receives its number, from 1; NULL is allowed.
/// @return #FW_ERR_ARGUMENT; #FW_ERR_CAPACITY above #FW_WORLD_MAX_EDITS; #FW_ERR_MEMORY. Cost: O(tiles); while it
/// waits, O(units + edits that wait) in each step.
FW_API fw_status fw_world_edit( fw_world* world, fw_rect rect, uint8_t terrain, int64_t* edit, fw_refusal* refusal );

/// Takes back an edit that waits: it is never made nor reported, and edits of the same tiles no longer wait for it.
/// @param edit the number from fw_world_edit()
/// @return #FW_ERR_UNKNOWN if no such edit waits: one that was made is undone by another edit. O(edits that wait)
FW_API fw_status fw_world_cancel_edit( fw_world* world, int64_t edit, fw_refusal* refusal );

/// Lets steps use the caller's threads from now on: what units drive in a step is decided for several parts of the map
/// at once, parts of some hundred tiles a side. Paths are planned, and units choose where to go, on the calling thread.
/// The bits are the same for any number of threads. Memory: 4 bytes for each unit and thread.
/// @param parallel NULL, or its `run` is null: the calling thread does all, as in a new world. `run` and `context` must
/// stay valid while the world steps.
/// @return #FW_ERR_ARGUMENT if `workers` is outside of [1..64]; #FW_ERR_MEMORY. After an error all is as before.
FW_API fw_status fw_world_use_threads( fw_world* world, const fw_parallel* parallel, fw_refusal* refusal );

/// Advances the world: makes edits that have waited, plans paths, moves all units, looks for detours for those that are
/// held up, and collects the events. Cost: O(units), and the budget of nodes.
/// @param seconds [1e-9..0.25]: the length of the frame
/// @return #FW_ERR_ARGUMENT; #FW_ERR_MEMORY if there was no memory for a unit's path: this unit waits, everything else
/// was done, and the next step tries again. If there was none for the events, fw_world_time() is the same as before,
/// and nothing was done.
FW_API fw_status fw_world_step( fw_world* world, double seconds, fw_refusal* refusal );

/// What a unit does.
typedef enum fw_unit_state
{
	FW_UNIT_IDLE = 0,     ///< stands and has no order, or has carried it out
	FW_UNIT_PLANNING = 1, ///< stands until it has the path of its order
	FW_UNIT_MOVING = 2,   ///< drives; also if it brakes, or goes on while a new order is planned
	FW_UNIT_WAITING = 3,  ///< stands on its path because others are in the way
	FW_UNIT_YIELDING = 4, ///< makes room for a unit with priority
	FW_UNIT_STUCK = 5, ///< has made no progress for long, see fw_stuck; also if it had arrived, was pushed off its goal
	                   ///< and does not get back. It keeps trying
	FW_UNIT_NO_PATH = 6, ///< there is no path for its order, see fw_reason. It tries again after an edit that opens
	                     ///< ground
} fw_unit_state;

/// Why a unit makes no progress.
typedef enum fw_stuck
{
	FW_STUCK_NOT = 0,     ///< it is not stuck
	FW_STUCK_WALL = 1,    ///< its path leads where it may not go
	FW_STUCK_NO_ROOM = 2, ///< the unit in its way has nowhere to go
	FW_STUCK_WAITING = 3, ///< units with priority are in its way
	FW_STUCK_LOST = 4,    ///< it made room, and finds no path back
} fw_stuck;

FW_API const char*
fw_stuck_text( fw_stuck stuck ); ///< an English clause, such as "it made room and finds no path back"

/// All units as arrays, each [count], in the order in which they were added. The world owns them. They are valid until
/// the next call that changes the world.
typedef struct fw_unit_arrays
{
	int32_t count;
	const fw_unit_id* ids;
	const double* x;       ///< [tiles]
	const double* y;       ///< [tiles]
	const double* heading; ///< [rad]
	const double* speed;   ///< [tiles/s, >= 0]
	const double* radius;  ///< fw_unit_outer_radius() [tiles]
	const fw_unit_state* state;
	const fw_reason* reason; ///< with #FW_UNIT_NO_PATH: why; #FW_REASON_NONE if planning failed, see the event
	const fw_stuck* stuck;   ///< with #FW_UNIT_STUCK: why
} fw_unit_arrays;

FW_API fw_unit_arrays fw_world_units( const fw_world* world ); ///< O(1)
/// The index of a unit in the arrays, or -1 if it is no unit of the world. O(1).
FW_API int32_t fw_world_find( const fw_world* world, fw_unit_id unit );
/// The last path that a unit was given, with the part that lies behind it; empty before the first. NULL if it is no
/// unit of the world. Valid until the next call that changes the world.
FW_API const fw_path* fw_world_path( const fw_world* world, fw_unit_id unit );

/// What happened. More kinds may follow.
typedef enum fw_world_event_kind
{
	FW_WORLD_STARTED = 0, ///< the unit has the path of its order. `distance` is its length. If the path leads only
	                      ///< near the goal (fw_plan::nearest), `reason` says why; #FW_REASON_LEG: it is the first leg
	FW_WORLD_ARRIVED = 1, ///< the unit stands where its order ends: `distance` from the goal if others keep it away
	FW_WORLD_NO_PATH = 2, ///< no path leads to the goal: `reason`; or planning failed: `status`. The unit stops
	FW_WORLD_PATH_LOST = 3, ///< an edit blocks the unit's path; it plans anew
	FW_WORLD_STUCK = 4,     ///< the unit makes no progress: `stuck`
	FW_WORLD_EDITED = 5,    ///< `edit` was made
} fw_world_event_kind;

/// An event. Members that its kind does not name are zero.
typedef struct fw_world_event
{
	fw_world_event_kind kind;
	fw_reason reason;
	fw_stuck stuck;
	fw_status status;
	fw_unit_id unit;
	int64_t edit;    ///< the number of fw_world_edit()
	double distance; ///< [tiles]
} fw_world_event;

/// What happened in the last step, in that order. The world owns the array. It is valid until the next step.
/// @param count receives the number of events.
FW_API const fw_world_event* fw_world_events( const fw_world* world, int32_t* count );

FW_API double fw_world_time( const fw_world* world );   ///< sum of all steps [s]
FW_API uint64_t fw_world_hash( const fw_world* world ); ///< of the exact bits of the arrays of all units. O(units)

/// Writes a world, with its map, units, orders, edits and events: versioned, with a checksum, the same bytes on every
/// machine. The world that is read again goes on as this one does: the same calls give the same bits, events and ids.
///
/// Searches under way are not written. They begin again in the next step, in this world too: so a game that saves may
/// go on differently from one that does not, and no search gets done if it takes longer than from one save to the next.
/// @param bytes NULL to get only the size, without effect on the world
/// @param needed receives the size [bytes]; NULL is allowed. 1 for each tile and some 2,000 for each unit
/// @return #FW_ERR_CAPACITY if `capacity` is too small, and #FW_ERR_UNSUPPORTED if the plan of a unit has closed moves,
/// a listener or drawn regions, which are the caller's: nothing was written then, and the world is as it was.
/// #FW_ERR_ARGUMENT.
FW_API fw_status fw_world_format( fw_world* world, char* bytes, size_t capacity, size_t* needed, fw_refusal* refusal );
/// Makes a world from bytes of fw_world_format(). It also builds what the plans of its units need: this takes long.
/// @param allocator NULL: the default one.
/// @return #FW_ERR_SYNTAX if the bytes have another format or version, are cut short or changed; `byte` is where that
/// was seen. #FW_ERR_ARGUMENT, #FW_ERR_MEMORY. `world` is set on success only.
FW_API fw_status fw_world_parse( const char* bytes, size_t size, const fw_allocator* allocator, fw_world** world,
                                 fw_refusal* refusal );
/// fw_world_format() into a file. @return the same, #FW_ERR_MEMORY; #FW_ERR_IO: fw_world_load() refuses the part that
/// was written.
FW_API fw_status fw_world_save( fw_world* world, const char* file, fw_refusal* refusal );
/// fw_world_parse() of a file. @return the same, #FW_ERR_IO; #FW_ERR_TOO_LARGE above 1 GiB.
FW_API fw_status fw_world_load( const char* file, const fw_allocator* allocator, fw_world** world,
                                fw_refusal* refusal );

/// The work that a world does.
typedef struct fw_world_stats
{
	int64_t nodes;    ///< expanded in the last step: never more than fw_world_def::step_nodes, and counted alike
	int32_t planning; ///< units that wait for a path, for an order or after an edit, after the last step
	int32_t edits;    ///< that waited in the last step
	int64_t plans;    ///< that ended, by a search or a distance field, since the world was made
	int64_t detours;  ///< paths around others that units took, since the world was made
} fw_world_stats;

FW_API fw_world_stats fw_world_measure( const fw_world* world ); ///< O(1)

FW_END_DECLS

#endif
