// SPDX-License-Identifier: MIT
// The layers of a picture. All of them draw in tiles; a canvas says how large a tile is.
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "ink.h"
#include "key.h"
#include "picture.h"

#include <cairo.h>

typedef struct canvas
{
	cairo_t* cairo;
	double scale; // pixels per tile
	fw_rect view;
} canvas;

// Pixels as tiles.
double draw_pixels( const canvas* on, double pixels );

// Adds the outlines of all tiles of the view whose terrain is in the set (bits by index) to the current path. False
// when memory is out.
bool draw_contour( const canvas* on, const fw_grid* grid, uint32_t terrains );
// Terrains, the clearance where the picture has one, and the line that the unit cannot cross.
bool draw_map( const canvas* on, const picture* image );
void draw_heat( const canvas* on, const uint32_t* heat, int32_t width );
// Map, heat (may be NULL) and the picture's clearance (too) as pixels, for maps with far more tiles than the picture
// has pixels.
bool draw_raster( const canvas* on, const picture* image, const uint32_t* heat, int32_t width, int32_t height );

// The color of a terrain, 0xRRGGBB.
uint32_t draw_terrain_color( const fw_terrain* terrain );
// The color of the heat, which no terrain comes near, and how much of it covers a tile that was expanded so often; 0
// for never.
#define DRAW_HEAT_COLOR 0xc8109au
double draw_heat_cover( uint32_t count );

uint32_t draw_clearance_color( int32_t value, int32_t largest );
// The tiles of a clearance, their numbers where there is room for them, and what the colors mean.
void draw_clearance( const canvas* on, const fw_clearance* clearance, int32_t largest );
void draw_clearance_numbers( const canvas* on, const fw_clearance* clearance, int32_t largest );
void draw_clearance_key( const fw_clearance* clearance, int32_t largest, key_list* list );

// Clusters, transitions, edges and nodes over the ground, and what the lines mean; so much of white lies between, so
// that lines stand out.
#define DRAW_HIERARCHY_WASH 0.4
void draw_hierarchy( const canvas* on, const fw_hierarchy* hierarchy );
void draw_hierarchy_key( const fw_hierarchy* hierarchy, double scale, key_list* list );

// An arrow head within a circle of the radius.
void draw_arrow( const canvas* on, fw_pose pose, double radius, uint32_t color );
// A link as a dashed arrow; the width is in tiles.
void draw_link( const canvas* on, fw_vec2 from, fw_vec2 to, double width, uint32_t color );
// The links and the one-way tiles of the map.
void draw_map_links( const canvas* on, const picture* image );
void draw_links_key( const picture* image, key_list* list );

// The cones beside roads and on them.
#define DRAW_CONE_COLOR 0xe0561bu
void draw_cones( const canvas* on, const fw_grid* grid, const fw_cones* cones );

// Bits of the terrains that lie in the view.
uint32_t draw_terrains_used( const fw_grid* grid, fw_rect view );
// The terrains, and who may not enter them.
void draw_map_key( const picture* image, key_list* list );
// What the lines and dots of the paths mean.
void draw_path_key( const picture* image, key_list* list );
void draw_footprint( const canvas* on, const fw_path* path, const fw_unit* unit );
void draw_path( const canvas* on, const fw_path* path );
// The paths of all panels, side by side where they run together. False when memory is out.
bool draw_lines( const canvas* on, const picture* image );
// The path in the colors of its speeds, and what they mean, from 0 to `fastest` [tiles/s]
void draw_speed( const canvas* on, const fw_path* path, const fw_profile* profile, double fastest );
void draw_speed_key( double fastest, key_list* list );
// Units at a moment with what comes along (trails, how much time is over), and what their colors mean.
void draw_units( const canvas* on, const picture_moment* moment );
void draw_units_key( const picture_moment* moment, key_list* list );
// The corners of the arrow head that shows where a unit of radius 1 faces.
fw_vec2 draw_arrow_corner( int32_t index );
// Where the arrow of a unit lies in its frame, and its radius.
double draw_arrow_place( const fw_unit* unit, fw_vec2* middle );
// Adds a rounded outline to the current path.
void draw_add_outline( cairo_t* cairo, const fw_unit* unit, fw_pose pose );
// The begin and the end of each rounded corner in the unit's frame; their number.
int32_t draw_rounded_corners( const fw_unit* unit, fw_vec2 points[2 * FW_OUTLINE_MAX] );
#define DRAW_ARROW_CORNERS 4
#define DRAW_ARROW_FROM 3.0 // smaller units show none [pixels]
#define DRAW_STUCK_COLOR 0xe01b24u
#define DRAW_NO_PATH_COLOR 0x4a1d63u
#define DRAW_NO_PATH_DASH 3.0 // length of a dash and of a gap [pixels]
#define DRAW_WAITS_PALE 0.5   // how pale a unit is that waits
#define DRAW_TRAIL_COVER 0.45
// The line along the lower edge of the view that grows with the time.
#define DRAW_PROGRESS_WIDTH 3.0 // pixels
#define DRAW_PROGRESS_COLOR 0xe8a317u
// The color of a mark, over its terrain, and the square that has it: its upper left corner and its side.
uint32_t draw_search_color( const fw_grid* grid, const search_mark* of );
double draw_search_square( const search_mark* of, fw_vec2* corner );
void draw_search_marks( const canvas* on, const fw_grid* grid, const search_mark* marks, int32_t count );
// Lines from nodes to their parents, and g, h and f beside them where there is room.
#define DRAW_TREE_COLOR 0x4a1d63u
#define DRAW_TREE_COVER 0.85
double draw_search_width( double scale ); // of these lines [pixels]
void draw_search_tree( const canvas* on, const picture_node* nodes, int32_t count );
bool draw_search_numbers( const canvas* on, const picture_node* nodes, int32_t count );
// The blocks of Block A* that were met, those that were expanded tinted; and the numbers of their expansions, and g of
// their nodes, where there is room.
void draw_search_blocks( const canvas* on, const picture_block* blocks, int32_t count );
void draw_search_block_numbers( const canvas* on, const picture_block* blocks, int32_t count );
bool draw_search_has_numbers( double scale );
// A number over anything, its middle at x, its foot at y.
void draw_search_number( const canvas* on, const char* text, double x, double y );
// What these colors mean, over the color of the ground.
void draw_search_blocks_key( const picture_search* search, uint32_t ground, double scale, key_list* list );
// The node that is expanded: its way back to the start, and the range of angles of AP Theta*.
#define DRAW_NOW_COLOR 0x15181du
#define DRAW_NOW_WIDTH 2.5  // pixels
#define DRAW_NOW_RADIUS 4.5 // pixels
#define DRAW_FAN_COLOR 0x0d7a4eu
#define DRAW_FAN_COVER 0.4
void draw_search_now( const canvas* on, const fw_heard* now, const fw_vec2* way, int32_t count );
// The corners of that range; false where it has no bound.
bool draw_search_fan( const fw_heard* now, fw_vec2* corners );
void draw_search_key( const picture* image, double scale, key_list* list );
void draw_waypoints( const canvas* on, const fw_path* path, bool headings );
// The blocked ground that the unit covers.
void draw_overlaps( const canvas* on, const picture* image, const panel* of );
// Where a reader should look.
void draw_violations( const canvas* on, const picture* image, const panel* of );
void draw_ends( const canvas* on, const picture* image, const fw_path* path );

#endif
