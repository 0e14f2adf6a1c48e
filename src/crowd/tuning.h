// SPDX-License-Identifier: MIT
// All tuned constants of the crowd's decisions, each with the scenario that chose it, and what it gave with the code as
// it was then. The guarantees of safe_stop.h and precedence.h need none of them.
//
// Times, distances and costs come in few steps, which different rules share.
#ifndef FW_CROWD_TUNING_H
#define FW_CROWD_TUNING_H

// Times [s].

// The length of a tick: commitments of 0.1 s react late at doors, of 0.02 s cost twice the time for nothing.
#define CROWD_TICK 0.05
// A unit that could not move tries again after this time.
#define CROWD_RETRY 0.1
// A vehicle looks so often for those that come against it. A member of a group among its own in the open takes no other
// step than the one straight ahead for so long. With 2 s the last of 64 round the end of a wall is there after 59 s,
// not 48 s, with 0 s 30 walkers over a field are delayed twice as long (bench_walkers).
#define CROWD_MOMENT 0.5
// Of what a unit wants, or keeps to, it gives up a little soon, more later, and all at last. With times for each thing
// between 1 s and 64 s (16 constants) the units of 17 crowds in eight variants are as late. For vehicles:
// - Soon one wants a path around another one that stands in its way, or goes no further if it finds none around one
//   that comes against it. Soon it pushes one of its own stream aside, as it cannot go round who stands at the inside
//   of its curve (144 of bench_group_orders: after 3 s within 1.3 times the slowest alone in 36, after 10 s in 31;
//   after 0 s a group of 66 stands for ever). While it waits for walkers to leave its way, no others step into it that
//   have moved since: else one file after the other passes between a tank and a corner, and the last one of 96 groups
//   is home after 1.53 times the slowest alone on average, not 1.50 times.
// - Later it backs up, if those that wait for each other before it lead back to it; or if the one in its way is at its
//   goal (else 23 units of 300 seeds of carpark.json never arrive); or if that is a walker that has stood for as long
//   and waits for nobody: walkers between tanks and walls cannot get out else. Until it has moved nobody comes nearer
//   to it than CROWD_PIECE, but who is locked itself, or has stood for CROWD_AT_LAST: else file after file goes round
//   it, and it finds no room (order 4 of bench_group_orders: 3.3 times the slowest alone, with this room 2.1 times).
#define CROWD_SOON 2.0
#define CROWD_LATER 8.0
#define CROWD_AT_LAST 60.0
// Who has been at its goal yields to all others until it has been away for a while. Without it deep goals are never
// filled (corridor2); with CROWD_LATER one that others push over its goal is told too late to be stuck (test_told). A
// while after it has set out a unit looks for a path beside the others. Without it all 100 units of blocks go through
// one crossing (59 s instead of 38 s), and the 600 of pack take a tenth longer.
#define CROWD_WHILE 4.0
// The noise in the choice of steps changes so often. With 0.5 s 2 units of 300 crowds of bench_parked are left, with
// 1 s none.
#define CROWD_NOISE_SECONDS 1.0
// So long one unit after the other takes through a door: 0.65 s in doorway1-oneway, 0.75 s in doorway1-both. With it
// the last ones of four orders of the units of room-400 arrive after 159 s on average, without estimates after 187 s,
// of random-400 after 118 s and 135 s. With 0.5 s or 1 s it is 152 s and 147 s, and 127 s and 123 s.
#define CROWD_DOOR_SECONDS 0.7

// Distances [tiles].

// Whoever is this near to a unit is beside it, and this near is around it. So a walker that has driven that far has
// others around it, and its rank may change. With the rank of its order for good the last ones of 20 orders of
// random-200 arrive after 2.1 times their bound on average, 2.6 at worst, of random-400 after 4.6 times; with ranks
// that change each 6, 8 and 12 tiles after 1.9 and 4.3 times, all the same. With those of each moment, which do not
// keep the least that was left, random-200 takes 2.3 times, 4.8 at worst, as two push each other away in turns. What is
// this far away comes into question: straits, at which a unit keeps to its side before and behind them (doorway2-both,
// crossroads), and the goal of a vehicle, which is no place to stop while another one comes past so near (channel.json:
// ships ended nose to nose with those that wanted to leave). Vehicles that meet, and those that spread out, look twice
// as far.
#define CROWD_NEAR 3.0
#define CROWD_AROUND 6.0
#define CROWD_FAR 12
// A way keeps this far off those of others, if it is to leave them alone. With 0.3 streams that cross block each other
// (crossroads).
#define CROWD_MARGIN 0.6
// Where it is tight a unit that is on its path steps along it this far, or over the lattice. It decides when it has
// less than that to drive behind its stopping point: with 0.3 there it brakes at every tile, with 1.2 others wait for
// it needlessly (doorway1-both). As far a member of a group steps in the open, with nobody but members of its kind
// beside it, straight to where it looks: with 0.5 or 1 tile 30 walkers over a field are delayed twice as long, without
// such steps five times (bench_walkers).
#define CROWD_STEP 0.7
// Nobody asks a unit to do more if it has two steps to drive, a member of a group or a vehicle if it has so much:
// others wait for what it has still to drive. With 2.5 for all the last one of 288 orders of bench_group_orders is home
// within 1.3 times the slowest alone in 123, with 1.6 in 136, with 1.2 in 144. With 2.5 for walkers those of 17 crowds
// in eight variants stop 4.2 times on average, not 3.7 times, and are delayed by 17.7 s, not 16.7 s; with 1.2 three of
// 185 runs more take 2.5 times their bound. With 1.4 for ships 134 of 200 arrive instead of 141 (ten seeds of
// channel.json).
#define CROWD_OWN_BUSY 1.2
#define CROWD_VEHICLE_BUSY 2.5
// A vehicle is given its path in pieces of this length. In the open a walker drives two pieces at once, or one, if no
// other unit is to come closer to them than the margin. Open ground has no wall as near as a piece is long: there a
// walker that has left its path and sees it needs no guide to know what is left. With guides everywhere 4,000 units on
// 512 x 512 tiles take a third more time.
#define CROWD_PIECE 2.0
// Through places where it cannot wait a vehicle is given at most so much of its path at once.
#define CROWD_THROUGH_MAX 44.0

// Costs of steps [tiles]. A unit would rather not do something: a little, some, much.
//
// A little: drive far for what is left; step to where one is that comes against it; for who is pushed, go back the way
// that it came. For who is pushed this is also the noise, of which others have a tenth: without noise two units push
// each other to and fro (random-200). Without the costs of who comes against it and of the way back the units of 17
// crowds turn back 2.9 times on average, not 2.4 times, and 86 of 136 runs are over within 1.6 times their bound, not
// 93; with 0.7 for who is pushed it is 2.2 times, but 143 of all 185 runs are over within that, not 147.
#define CROWD_LITTLE 0.3
// Some: to the guide of a member of a group, a tile as near to a wall as its file is to a corner: else all cut corners
// in one file. With 1.0 the last one of 288 orders of bench_group_orders is home within 1.3 times the slowest alone in
// 101, with 0.5 in 109. For a member among its own in the open all but the step straight ahead: without that preference
// 30 walkers over a field are delayed twice as long (bench_walkers). And so much further away from its goal, but no
// more, a unit steps that gets no nearer to a goal that another one holds, else those who come from one side stand in a
// line (test_world), or that passes one at its goal, else the units of maze-200 are delayed by 16.0 s, not 13.3 s.
#define CROWD_SOME 0.5
// Much: step over one that stands at its goal, as that one would have to come back (with 0.3 those of 17 crowds in
// eight variants are delayed by 16.4 s, not 15.0 s, and turn back 2.2 times, not 2.0 times; where only the end of a
// step counts, it is 16.8 s and 2.3 times); each tile off its side before a strait (doorway2-both); past the vehicle
// that makes it step aside, on a line, rather than over the lattice. Without such lines a tank and four walkers shut
// each other in for ever (order 112 of bench_group_orders).
#define CROWD_MUCH 1.0
// For each tile off the straight line to where a unit looks. With 0.03 the last ones of five runs of room-400 arrive
// after 2.5 times their bound on average, 2.8 at worst, with this after 2.2 and 2.4.
#define CROWD_BEND_COST 0.05
// Who is pushed goes where the unit that pushes does not want to go. Without it most of the deadlocks of corridor2
// come.
#define CROWD_PUSH_COST 0.7

// Walkers.

// A unit overtakes who is at most as fast as this part of its speed. A walker moves out so that twice the margin is
// left between both. Where others drive beside that one it moves out up to CROWD_NEAR further. Eight walkers behind a
// file of eight that are four times as slow are there after 53 s, with steps of 2 tiles after 107 s, without overtaking
// after 131 s (test_overtake).
#define CROWD_SLOWER 0.75
// A unit on open ground with at most so many courses beside it, its own included, makes the straight way back a part of
// its path, and knows without a guide what is left beside it. Without it the units of load-512 take half as many
// instructions again; where all do so doorway1-both takes a third longer.
#define CROWD_FEW 8
// What another unit and the way back cost holds only for the first so many that a unit pushes one by one: with 0.7 and
// 8 most of group-300-brc202d, a pack in which each pushes many, never get home, with 6 half of them in one of four
// orders.
#define CROWD_PUSHED_FEW 3
// Who keeps to its side before a strait, and is pushed forward, steps into the way of the one that pushes only if the
// step leads nearer to its goal by this share of its length. Else one that crosses its way pushes it ahead of itself
// from lane to lane (corridor2-40: 35 s instead of 52 s on average over eight orders, 2 stops instead of 8). Where
// nobody keeps to a side it costs more than it gains (random-100 takes a third longer).
#define CROWD_LANE_GAIN 0.5

// Plans for many.

// All around a unit that gets no nearer are planned for on so many nodes. With 12 s instead of CROWD_LATER random-200
// takes a tenth longer; plans at once make dense crowds slower (random-400). The times are for units that gain and lose
// 8 tiles/s^2; slower ones are given more (group-300-brc202d with 2 and 4: 717 s instead of 777 s).
#define CROWD_UNRAVEL_NODES 120
// A plan of more moves for each second that it has waited is not worth it. With 32 group-300-brc202d takes 593 s on
// average over twelve orders, with 8, 4 and 2 it is 554 s, 550 s and 549 s; with rates 2 and 4 756 s with 32, 645 s
// with 8 and 625 s with 4. For two that push each other off their goals one is made at once, of no more moves than for
// who has waited for CROWD_LATER.
#define CROWD_UNRAVEL_MOVES 4.0
// The longer a unit has been stuck the longer may a search for a joint plan be: so many expansions for each second, up
// to CROWD_AT_LAST, with as many members as it has then; so many times as many until it ends. In a tick it goes through
// so many nodes. With four times as many a search holds up those around it for minutes (209 of bench_random_crowds).
#define CROWD_JOINT_EXPANSIONS 16.0
#define CROWD_JOINT_ATTEMPTS 4
#define CROWD_JOINT_NODES 500000
// Who has been stuck for CROWD_AT_LAST has more to spend, and less of it with each number of members, by this divisor:
// it takes up to nine of them to get wide units past each other in a lane, and FW_JOINT_AGENTS attempts reach all. Of
// 23 worlds of bench_random_crowds in which somebody never arrives (such as 44617 and 46925) 17 are left; with a
// quarter of the expansions for each of 16 numbers, and no more in all, 20; with three times as many of the full
// length, 17.
#define CROWD_JOINT_LONG_PARTS 2
// Who is stuck goes later to the best state that its last search found, and searches again after this share of the time
// for which it has been stuck. Of the 22 hardest of bench_random_crowds (such as 40773 and 45513) 59 units are left
// instead of 96; with 30 s it is 58, with 0.3 of the time 68, with all of it 71, and 80 if then only states count in
// which both fewer are in the way and fewer are away. Searches that start anew from their best state after 64
// expansions without a better one leave 75 instead of the 71, and 62 instead of the 68.
#define CROWD_JOINT_PART_WAIT 0.15
// A plan is carried out until one of its units has so many pieces to drive; what comes later has changed by then. With
// 14 group-300-brc202d takes 804 s instead of 717 s where rates are 2 and 4; with 20 it takes as long as with 30 (588 s
// and 593 s on average over eight orders).
#define CROWD_PLAN_PIECES 30

// Vehicles.

// A unit with a turning radius is given its path as far ahead as it needs to turn off in time: so many turning radii
// behind where it stops, at least CROWD_NEAR, at most so many tiles. With less ships meet head-on with no room to turn
// (ships.json), with more walkers wait for tanks that are far away. Before one that stands it leaves room of half as
// many radii to turn off.
#define CROWD_VEHICLE_TURNS 4.0
#define CROWD_VEHICLE_AHEAD_MAX 16.0
// It looks ahead for those that come against it, or stand on its path, this close to its own [tiles], and in a
// direction with at most this cosine to its own (of ten seeds of channel.json 142 of 200 arrived, with 0 128).
#define CROWD_MEET_MARGIN 0.3
#define CROWD_MEET_COSINE ( -0.7 )
// A vehicle that makes room leaves its path by a curve of so many radii of its disc.
#define CROWD_ASIDE_RADII 3.0

#endif
