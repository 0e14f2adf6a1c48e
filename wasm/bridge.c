// SPDX-License-Identifier: MIT
// What JavaScript cannot do by the public functions themselves: memory, callbacks, and the numbers of all tiles and
// units at once. The package calls all other functions as they are. Arguments are checked by the package.
#include "fairway/fairway.h"

#include <stdlib.h>
#include <string.h>

#define JS_API __attribute__( ( visibility( "default" ) ) )

// The C library's printf() has a message for stderr, which would make the module import these.
enum
{
	NO_SYSTEM = 52
};
#define NO_IMPORT( name ) __imported_wasi_snapshot_preview1_##name
int32_t NO_IMPORT( fd_close )( int32_t file );
int32_t NO_IMPORT( fd_seek )( int32_t file, int64_t offset, int32_t whence, int32_t position );
int32_t NO_IMPORT( fd_write )( int32_t file, int32_t buffers, int32_t count, int32_t written );

int32_t NO_IMPORT( fd_close )( int32_t file )
{
	return (void)file, NO_SYSTEM;
}

int32_t NO_IMPORT( fd_seek )( int32_t file, int64_t offset, int32_t whence, int32_t position )
{
	return (void)file, (void)offset, (void)whence, (void)position, NO_SYSTEM;
}

int32_t NO_IMPORT( fd_write )( int32_t file, int32_t buffers, int32_t count, int32_t written )
{
	return (void)file, (void)buffers, (void)count, (void)written, NO_SYSTEM;
}

JS_API void* js_alloc( size_t size )
{
	return malloc( size );
}

JS_API void js_free( void* block )
{
	free( block );
}

/// The terrain of all tiles. @param tiles [width * height]
JS_API void js_tiles( const fw_grid* grid, uint8_t* tiles )
{
	const int32_t width = fw_grid_width( grid ), height = fw_grid_height( grid );
	for ( int32_t y = 0; y < height; y++ )
	{
		for ( int32_t x = 0; x < width; x++ )
		{
			*tiles++ = fw_grid_get( grid, x, y );
		}
	}
}

/// The clearance of all tiles. @param tiles [width * height]
JS_API void js_clearances( const fw_clearance* clearance, int32_t width, int32_t height, uint8_t* tiles )
{
	for ( int32_t y = 0; y < height; y++ )
	{
		for ( int32_t x = 0; x < width; x++ )
		{
			*tiles++ = fw_clearance_at( clearance, x, y );
		}
	}
}

/// The region of all tiles; 0 where the unit cannot stand. @param tiles [width * height]
JS_API void js_regions( const fw_space* space, int32_t width, int32_t height, uint32_t* tiles )
{
	for ( int32_t y = 0; y < height; y++ )
	{
		for ( int32_t x = 0; x < width; x++ )
		{
			*tiles++ = fw_space_region( space, x, y );
		}
	}
}

/// x, y and heading of all units. @param poses [3 * units]
JS_API void js_poses( const fw_world* world, double* poses )
{
	const fw_unit_arrays units = fw_world_units( world );
	for ( int32_t i = 0; i < units.count; i++ )
	{
		*poses++ = units.x[i];
		*poses++ = units.y[i];
		*poses++ = units.heading[i];
	}
}

// A list that grows. If there is no memory for an item, it is left out, and the list says so.
typedef struct list
{
	char* items;
	size_t count, capacity, item;
	bool full;
} list;

static void list_add( list* l, const void* item )
{
	if ( l->count == l->capacity )
	{
		const size_t capacity = l->capacity > 0 ? 2 * l->capacity : 256;
		char* items = realloc( l->items, capacity * l->item );
		if ( items == NULL )
		{
			l->full = true;
			return;
		}
		l->items = items;
		l->capacity = capacity;
	}
	memcpy( l->items + l->count * l->item, item, l->item );
	l->count++;
}

static void add_edge( void* context, const fw_hierarchy_edge* edge )
{
	list_add( context, edge );
}

/// All edges of a hierarchy. @param count receives their number, or -1 if there is no memory for them.
/// @return the edges, which js_free() frees
JS_API fw_hierarchy_edge* js_edges( const fw_hierarchy* hierarchy, int32_t* count )
{
	list edges = { .item = sizeof( fw_hierarchy_edge ) };
	fw_hierarchy_visit( hierarchy, add_edge, &edges );
	*count = edges.full ? -1 : (int32_t)edges.count;
	return (fw_hierarchy_edge*)(void*)edges.items;
}

#define EVENTS 5

/// A node of a search. Where the event has none, the parent is the node itself, and the numbers are 0. Those of a field
/// have g.
typedef struct js_node
{
	fw_pose pose, parent;
	double g, h;
} js_node;

/// A block that was expanded, with the costs from the start to the tiles or corners on its border.
typedef struct js_block
{
	double x, y, side, count;
	double costs[FW_LDDB_NODES_MAX];
} js_block;

_Static_assert( sizeof( js_block ) == 24 * sizeof( double ), "as BLOCK_NUMBERS of the package" );

// The nodes of a search by their event, until JavaScript takes them.
typedef struct js_trace
{
	list nodes[EVENTS];
	list blocks;
	uint32_t events;
} js_trace;

/// @param events bits of 1 << fw_event; the others are not kept @return NULL without memory
JS_API js_trace* js_trace_create( uint32_t events )
{
	js_trace* trace = calloc( 1, sizeof( *trace ) );
	if ( trace != NULL )
	{
		trace->events = events;
		trace->blocks.item = sizeof( js_block );
	}
	for ( int32_t i = 0; trace != NULL && i < EVENTS; i++ )
	{
		trace->nodes[i].item = sizeof( js_node );
	}
	return trace;
}

JS_API void js_trace_destroy( js_trace* trace )
{
	for ( int32_t i = 0; trace != NULL && i < EVENTS; i++ )
	{
		free( trace->nodes[i].items );
	}
	if ( trace != NULL )
	{
		free( trace->blocks.items );
	}
	free( trace );
}

static void keep_block( js_trace* trace, const fw_heard* heard )
{
	const double half = 0.5 * heard->side;
	js_block block = { heard->pose.x - half, heard->pose.y - half, heard->side, heard->value_count, { 0 } };
	memcpy( block.costs, heard->values, (size_t)heard->value_count * sizeof( *block.costs ) );
	list_add( &trace->blocks, &block );
}

static void hear( void* context, const fw_heard* heard )
{
	js_trace* trace = context;
	const bool expands = heard->event == FW_EVENT_EXPAND;
	const bool has_cost = expands || heard->event == FW_EVENT_FIELD;
	const js_node node = { heard->pose, expands ? heard->parent : heard->pose, has_cost ? heard->g : 0.0,
	                       expands ? heard->h : 0.0 };
	if ( ( trace->events >> heard->event & 1 ) != 0 )
	{
		list_add( &trace->nodes[heard->event], &node );
		if ( expands && heard->values != NULL )
		{
			keep_block( trace, heard );
		}
	}
}

/// The listener that fills the trace.
JS_API void js_trace_listen( js_trace* trace, fw_listener* listener )
{
	*listener = ( fw_listener ){ .hear = hear, .context = trace };
}

static const void* take( list* of, int32_t* count )
{
	*count = of->full ? -1 : (int32_t)of->count;
	of->count = 0;
	of->full = false;
	return of->items;
}

/// The nodes of an event since the last call, which remain valid until the search goes on.
/// @param count receives their number, or -1 if there was no memory for all of them.
JS_API const js_node* js_trace_take( js_trace* trace, int32_t event, int32_t* count )
{
	return take( &trace->nodes[event], count );
}

/// The same for blocks.
JS_API const js_block* js_trace_take_blocks( js_trace* trace, int32_t* count )
{
	return take( &trace->blocks, count );
}
