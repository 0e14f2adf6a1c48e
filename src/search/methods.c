// SPDX-License-Identifier: MIT
// The table of methods. A new method is one file and one row here.
#include "search/engine.h"

#define TILE_TRAITS ( FW_TRAIT_OPTIMAL | FW_TRAIT_SQUARES )
#define STEP_TRAITS                                                                                                    \
	( TILE_TRAITS | FW_TRAIT_COSTS | FW_TRAIT_LINKS | FW_TRAIT_NEIGHBORS | FW_TRAIT_PENALTY | FW_TRAIT_CLOSED_MOVES |  \
	  FW_TRAIT_WINDOW | FW_TRAIT_TOLERANCE | FW_TRAIT_BEST )
#define ABSTRACT_TRAITS ( FW_TRAIT_SQUARES | FW_TRAIT_COSTS | FW_TRAIT_HIERARCHY )
#define POSE_TRAITS ( FW_TRAIT_HEADINGS | FW_TRAIT_TOLERANCE | FW_TRAIT_BEST )
#define DIRECTIONAL_TRAITS                                                                                             \
	( POSE_TRAITS | FW_TRAIT_COSTS | FW_TRAIT_REVERSE | FW_TRAIT_CHARGE | FW_TRAIT_ROADS | FW_TRAIT_OUTLINE )
#define BLOCK_TRAITS ( FW_TRAIT_ANY_ANGLE | FW_TRAIT_CORNERS | FW_TRAIT_LDDB )
#define THETA_TRAITS ( FW_TRAIT_COSTS | FW_TRAIT_ANY_ANGLE | FW_TRAIT_CORNERS | FW_TRAIT_SQUARES | FW_TRAIT_BEST )

// Heuristics that a method knows.
#define BIT( heuristic ) ( 1u << FW_HEURISTIC_##heuristic )
#define LINES ( BIT( BEST ) | BIT( EUCLIDEAN ) | BIT( ZERO ) )
#define STEPS ( LINES | BIT( OCTILE ) )
#define ABSTRACT ( BIT( BEST ) | BIT( OCTILE ) | BIT( ZERO ) )
#define POSES ( STEPS | BIT( TABLE ) | BIT( FIELD ) )

#define ROW( engine, variant, ... )                                                                                    \
	{                                                                                                                  \
		{ __VA_ARGS__ }, &fw_engine_##engine, variant                                                                  \
	}

static const fw_method_row rows[] = {
    ROW( astar, 0, "astar", "standard A* over the tiles where the unit stands", STEP_TRAITS | FW_TRAIT_CORNER_CUTTING,
         0, STEPS, 0 ),
    ROW( astar, 0, "aastar", "Annotated A*: units of every size over one map of clearances",
         STEP_TRAITS | FW_TRAIT_CLEARANCE, 0, STEPS, 0 ),
    ROW( haastar, 0, "haastar-high", "Hierarchical Annotated A* over an abstraction by strong dominance",
         ABSTRACT_TRAITS, 0, ABSTRACT, FW_QUALITY_HIGH ),
    ROW( haastar, 0, "haastar-low", "Hierarchical Annotated A* over an abstraction by weak dominance", ABSTRACT_TRAITS,
         0, ABSTRACT, FW_QUALITY_LOW ),
    ROW( haastar, 0, "haastar-initial", "Hierarchical Annotated A* over an abstraction as it is built", ABSTRACT_TRAITS,
         0, ABSTRACT, FW_QUALITY_INITIAL ),
    ROW( jps, 0, "jps", "paths as long as those of standard A*, by jump points, on maps of one cost",
         TILE_TRAITS | FW_TRAIT_BEST, 0, STEPS, 0 ),
    ROW( directional, 0, "directional", "Directional A*: legal turns, ring by option or turning radius",
         DIRECTIONAL_TRAITS, 0, POSES, 0 ),
    ROW( directional, 0, "directional8", "Directional A* over the 8 tiles around", DIRECTIONAL_TRAITS, 1, POSES, 0 ),
    ROW( directional, 0, "directional24", "Directional A* over the 24 tiles around", DIRECTIONAL_TRAITS, 2, POSES, 0 ),
    ROW( directional, 0, "directional48", "Directional A* over the 48 tiles around", DIRECTIONAL_TRAITS, 3, POSES, 0 ),
    ROW( hdirectional, 0, "hdirectional", "Directional A* along the route of a hierarchy, for large maps",
         DIRECTIONAL_TRAITS | FW_TRAIT_GUIDE, 0, POSES, FW_QUALITY_HIGH ),
    ROW( directional_speed, 0, "directional-speed",
         "Directional A* with speed as a fourth dimension: the least time to arrive",
         POSE_TRAITS | FW_TRAIT_REVERSE | FW_TRAIT_SPEED | FW_TRAIT_OUTLINE, 0, POSES, 0 ),
    ROW( theta, FW_THETA_STAR, "theta", "Theta*: a vertex takes its parent's parent where it sees it", THETA_TRAITS, 0,
         LINES, 0 ),
    ROW( theta, FW_THETA_ANGLES, "ap-theta",
         "AP Theta*: vertices hand on the range of angles in which their parent sees, so that no line is tested",
         ( THETA_TRAITS & ~(uint32_t)FW_TRAIT_SQUARES ) | FW_TRAIT_POINT | FW_TRAIT_ONLY_CORNERS, 0, LINES, 0 ),
    ROW( theta, FW_THETA_LAZY, "lazy-theta", "Lazy Theta*: sight is taken for granted until a vertex is expanded",
         THETA_TRAITS, 0, LINES, 0 ),
    ROW( theta, FW_THETA_ASTAR, "astar-ps", "A* over the vertices, its path smoothed afterwards by lines of sight",
         THETA_TRAITS, 0, STEPS, 0 ),
    ROW( block, FW_BLOCK_TILES4, "block4", "Block A* over tiles, four steps", TILE_TRAITS | FW_TRAIT_LDDB, 0, STEPS,
         0 ),
    ROW( block, FW_BLOCK_TILES8, "block8", "Block A* over tiles, eight steps", TILE_TRAITS | FW_TRAIT_LDDB, 0, STEPS,
         0 ),
    ROW( block, FW_BLOCK_ANY_ANGLE, "block", "Block A* over tile corners, any angle inside of a block",
         BLOCK_TRAITS | FW_TRAIT_ONLY_CORNERS, 0, STEPS, 0 ),
    ROW( block, FW_BLOCK_SMOOTHED, "block-ps", "Block A*, its path smoothed afterwards by lines of sight", BLOCK_TRAITS,
         0, STEPS, 0 ),
    ROW( visibility, 0, "visibility-graph", "exact shortest paths of a point, over the corners of blocked tiles",
         FW_TRAIT_OPTIMAL | FW_TRAIT_ANY_ANGLE | FW_TRAIT_CORNERS | FW_TRAIT_POINT, 0, LINES, 0 ),
    ROW( visibility, 0, "taut", "past the corners of a point's shortest path, pulled taut for discs and squares",
         FW_TRAIT_ANY_ANGLE | FW_TRAIT_SQUARES, 0, LINES, 0 ),
    // The square between four tile centers has no cost of its own where the tiles differ: FW_TRAIT_POINT_COSTS.
    ROW( field_dstar, 0, "field-dstar", "Field D*: values between the corners by linear interpolation",
         FW_TRAIT_COSTS | FW_TRAIT_POINT_COSTS | FW_TRAIT_ANY_ANGLE | FW_TRAIT_CORNERS, 0, LINES, 0 ),
    ROW( block_directional, 0, "block-directional",
         "Block A* over poses: legal turns, chains of curves inside of a block from a database",
         FW_TRAIT_HEADINGS | FW_TRAIT_TOLERANCE | FW_TRAIT_OUTLINE, 3, POSES, 0 ),
};

// Methods of plans (planner.h), which are made of several searches.
#define LEG_TRAITS ( FW_TRAIT_SQUARES | FW_TRAIT_COSTS | FW_TRAIT_COMBINED | FW_TRAIT_LEGS )

static const fw_method combined[] = {
    { "auto", "the best of these for the unit, the goal and the map",
      DIRECTIONAL_TRAITS | FW_TRAIT_CORNERS | FW_TRAIT_SQUARES | FW_TRAIT_LINKS | FW_TRAIT_COMBINED, 0, POSES, 0 },
    { "astar-turns", "a tile path with legal turns along it, Directional A* over the gap where there are none",
      FW_TRAIT_HEADINGS | FW_TRAIT_COSTS | FW_TRAIT_OUTLINE | FW_TRAIT_COMBINED, 0, POSES, 0 },
    { "midpoint", "A* from point to point of the line to the goal, each in a small window; may fail", LEG_TRAITS, 0,
      STEPS, 0 },
    { "compass", "A* from region to region in the direction of the goal, without a map; may fail", LEG_TRAITS, 0, STEPS,
      0 },
};

#define ROW_COUNT ( (int32_t)( sizeof( rows ) / sizeof( rows[0] ) ) )
#define COMBINED_COUNT ( (int32_t)( sizeof( combined ) / sizeof( combined[0] ) ) )

int32_t fw_method_count( void )
{
	return ROW_COUNT + COMBINED_COUNT;
}

const fw_method* fw_method_at( int32_t index )
{
	return index < 0 || index >= fw_method_count() ? NULL
	       : index < ROW_COUNT                     ? &rows[index].method
	                                               : &combined[index - ROW_COUNT];
}

const fw_method_row* fw_method_row_find( const char* name )
{
	for ( int32_t i = 0; name != NULL && i < ROW_COUNT; i++ )
	{
		if ( fw_same_name( rows[i].method.name, name ) )
		{
			return &rows[i];
		}
	}
	return NULL;
}

const fw_method* fw_method_find( const char* name )
{
	const fw_method_row* row = fw_method_row_find( name );
	for ( int32_t i = 0; name != NULL && row == NULL && i < COMBINED_COUNT; i++ )
	{
		if ( fw_same_name( combined[i].name, name ) )
		{
			return &combined[i];
		}
	}
	return row != NULL ? &row->method : NULL;
}
