// SPDX-License-Identifier: MIT
// Straits are found on the grid when somebody asks, and kept in a table by their rectangles.
#include "crowd/strait.h"

#include "grid/grid.h"
#include "grid/layer.h"

// A number is a slot and how many straits the slot had before.
#define SLOT_BITS 14
#define GENERATIONS FW_STRAIT_GENERATIONS
_Static_assert( FW_STRAITS_MAX == 1 << SLOT_BITS, "a number has room for each slot" );
_Static_assert( (int64_t)FW_STRAITS_MAX* GENERATIONS == (int64_t)1 << 31, "and for each generation" );
#define FIRST_CAPACITY 64 // a power of two
#define GUESSES 4         // for each strait

// The grid as one axis sees it.
typedef struct axis_view
{
	const fw_grid* grid;
	bool along_x;
	uint32_t capabilities;
} axis_view;

// fw_grid_passable() without a call: units on open ground ask for nothing else.
FW_INLINE bool is_free( const axis_view* view, int32_t along, int32_t across )
{
	const fw_grid* grid = view->grid;
	const int32_t x = view->along_x ? along : across;
	const int32_t y = view->along_x ? across : along;
	return fw_grid_inside( grid, x, y ) &&
	       ( grid->terrains[grid->tiles[(size_t)y * (size_t)grid->width + (size_t)x]].capabilities &
	         view->capabilities ) != 0;
}

// The same by bits, if the grid has them.
static bool measure_bits( const fw_layer* layer, const axis_view* view, int32_t along, int32_t across, int32_t* lo,
                          int32_t* hi )
{
	const int32_t most = FW_STRAIT_WIDTH_MAX;
	int32_t before = 0;
	int32_t behind = 0;
	if ( view->along_x )
	{
		while ( before < most && fw_layer_get( layer, along, across - before - 1 ) )
		{
			before++;
		}
		while ( before + behind < most && fw_layer_get( layer, along, across + behind + 1 ) )
		{
			behind++;
		}
	}
	else
	{
		// The tile is bit `most`; there is a blocked one on both sides, if no other is.
		const uint64_t blocked = ~fw_layer_bits( layer, across - most, along ) | (uint64_t)1 << ( 2 * most + 1 );
		behind = FW_CTZ64( blocked >> ( most + 1 ) );
		before = FW_CLZ64( blocked << ( 63 - most + 1 ) | (uint64_t)1 << ( 63 - most ) );
	}
	*lo = across - before;
	*hi = across + behind;
	return before + behind < most;
}

// The free tiles across at a tile. False if there are too many, or none.
static bool measure( const axis_view* view, int32_t along, int32_t across, int32_t* lo, int32_t* hi )
{
	const fw_layer* layer = fw_grid_layer( view->grid, view->capabilities );
	*lo = across;
	*hi = across;
	if ( layer != NULL )
	{
		const int32_t x = view->along_x ? along : across;
		const int32_t y = view->along_x ? across : along;
		return fw_layer_inside( layer, x, y ) && fw_layer_get( layer, x, y ) &&
		       measure_bits( layer, view, along, across, lo, hi );
	}
	if ( !is_free( view, along, across ) )
	{
		return false;
	}
	while ( *hi - *lo < FW_STRAIT_WIDTH_MAX && is_free( view, along, *lo - 1 ) )
	{
		--*lo;
	}
	while ( *hi - *lo < FW_STRAIT_WIDTH_MAX && is_free( view, along, *hi + 1 ) )
	{
		++*hi;
	}
	return *hi - *lo < FW_STRAIT_WIDTH_MAX;
}

static bool goes_on( const axis_view* view, int32_t along, int32_t lo, int32_t hi )
{
	bool same = !is_free( view, along, lo - 1 ) && !is_free( view, along, hi + 1 );
	for ( int32_t across = lo; across <= hi && same; across++ )
	{
		same = is_free( view, along, across );
	}
	return same;
}

// The strait with these tiles across.
static fw_strait stretch( const axis_view* view, int32_t along, int32_t lo, int32_t hi )
{
	fw_strait strait = { .along_x = view->along_x,
	                     .lo = lo,
	                     .hi = hi,
	                     .from = along,
	                     .to = along,
	                     .width = hi - lo + 1,
	                     .way_round = -1,
	                     .open = { true, true } };
	while ( goes_on( view, strait.from - 1, lo, hi ) )
	{
		strait.from--;
	}
	while ( goes_on( view, strait.to + 1, lo, hi ) )
	{
		strait.to++;
	}
	return strait;
}

static uint32_t mix( int32_t a, int32_t b, uint32_t c )
{
	const uint32_t hash = (uint32_t)a * 0x9E3779B1u + (uint32_t)b * 0x85EBCA77u + c * 0xC2B2AE3Du;
	return hash ^ hash >> 15;
}

static int32_t* head_of( const fw_straits* straits, const fw_strait* strait )
{
	const uint32_t hash = mix( strait->from, strait->lo, 0 );
	return &straits->heads[hash & (uint32_t)( straits->capacity - 1 )];
}

static fw_strait_guess* guess_of( const fw_straits* straits, const axis_view* view, int32_t along, int32_t across )
{
	const uint32_t hash = mix( along, across, 2 * view->capabilities + ( view->along_x ? 1 : 0 ) );
	return &straits->guesses[hash & (uint32_t)( GUESSES * straits->capacity - 1 )];
}

void fw_straits_init( fw_straits* straits, const fw_allocator* allocator, const fw_grid* grid )
{
	*straits = ( fw_straits ){
	    .allocator = *allocator, .grid = grid, .revision = fw_grid_revision( grid ), .free = -1, .tick = 1 };
}

static size_t go_over( fw_straits* straits, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	FW_HOLD( &holdings, straits->slots, straits->capacity );
	FW_HOLD( &holdings, straits->heads, straits->capacity );
	FW_HOLD( &holdings, straits->guesses, GUESSES * straits->capacity );
	FW_HOLD( &holdings, straits->listed, straits->capacity );
	FW_HOLD( &holdings, straits->flood, straits->flood != NULL ? 1 : 0 );
	return holdings.bytes;
}

void fw_straits_free( fw_straits* straits )
{
	go_over( straits, &straits->allocator );
	*straits = ( fw_straits ){ .free = -1 };
}

size_t fw_straits_memory( const fw_straits* straits )
{
	fw_straits copy = *straits;
	return go_over( &copy, NULL );
}

fw_strait* fw_straits_get( const fw_straits* straits, int32_t id )
{
	const int32_t slot = id & ( FW_STRAITS_MAX - 1 );
	return id >= 0 && slot < straits->count && straits->slots[slot].id == id ? &straits->slots[slot] : NULL;
}

static void link_in( fw_straits* straits, fw_strait* strait )
{
	int32_t* head = head_of( straits, strait );
	strait->next = *head;
	*head = strait->id & ( FW_STRAITS_MAX - 1 );
}

static void release( fw_straits* straits, int32_t slot )
{
	fw_strait* strait = &straits->slots[slot];
	int32_t* link = head_of( straits, strait );
	while ( *link != slot )
	{
		link = &straits->slots[*link].next;
	}
	*link = strait->next;
	strait->id = -1;
	strait->generation = ( strait->generation + 1 ) % GENERATIONS;
	strait->next = straits->free;
	straits->free = slot;
}

// More slots. False if memory is out; all is as before then.
static bool grow( fw_straits* straits, int32_t to )
{
	fw_straits grown = *straits;
	grown.capacity = to;
	const size_t capacity = (size_t)grown.capacity;
	grown.slots = fw_alloc( &grown.allocator, capacity, sizeof( *grown.slots ) );
	grown.heads = fw_alloc( &grown.allocator, capacity, sizeof( *grown.heads ) );
	grown.guesses = fw_alloc( &grown.allocator, GUESSES * capacity, sizeof( *grown.guesses ) );
	grown.listed = fw_alloc( &grown.allocator, capacity, sizeof( *grown.listed ) );
	grown.flood = fw_alloc( &grown.allocator, 1, sizeof( *grown.flood ) );
	if ( grown.slots == NULL || grown.heads == NULL || grown.guesses == NULL || grown.listed == NULL ||
	     grown.flood == NULL )
	{
		go_over( &grown, &grown.allocator );
		return false;
	}
	for ( int32_t i = 0; i < grown.capacity; i++ )
	{
		grown.heads[i] = -1;
	}
	for ( int32_t i = 0; i < GUESSES * grown.capacity; i++ )
	{
		grown.guesses[i].id = -1;
	}
	// There is no free slot, so all of them have a strait.
	for ( int32_t i = 0; i < straits->count; i++ )
	{
		grown.slots[i] = straits->slots[i];
		link_in( &grown, &grown.slots[i] );
	}
	for ( int32_t i = 0; i < straits->listed_count; i++ )
	{
		grown.listed[i] = straits->listed[i];
	}
	go_over( straits, &straits->allocator );
	*straits = grown;
	return true;
}

bool fw_straits_reserve( fw_straits* straits, int32_t slots )
{
	int32_t capacity = FIRST_CAPACITY;
	while ( capacity < slots )
	{
		capacity *= 2;
	}
	return slots == 0 || grow( straits, capacity );
}

void fw_straits_restore( fw_straits* straits, int32_t slot )
{
	fw_strait* strait = &straits->slots[slot];
	strait->id = slot | strait->generation << SLOT_BITS;
	strait->width = strait->hi - strait->lo + 1;
	link_in( straits, strait );
}

// Gives back a strait that was in use neither in this tick nor in the one before.
static bool give_one_back( fw_straits* straits )
{
	for ( int32_t i = 0; i < straits->count && straits->crowded_at != straits->tick; i++ )
	{
		const int32_t slot = straits->hand;
		straits->hand = ( slot + 1 ) % straits->count;
		if ( straits->tick - straits->slots[slot].touched > 1 )
		{
			release( straits, slot );
			return true;
		}
	}
	straits->crowded_at = straits->tick;
	return false;
}

static int32_t take_slot( fw_straits* straits )
{
	const bool full = straits->free < 0 && straits->count == straits->capacity;
	const int32_t more = straits->capacity == 0 ? FIRST_CAPACITY : 2 * straits->capacity;
	if ( full && !( straits->capacity < FW_STRAITS_MAX ? grow( straits, more ) : give_one_back( straits ) ) )
	{
		return -1;
	}
	const int32_t slot = straits->free;
	if ( slot >= 0 )
	{
		straits->free = straits->slots[slot].next;
		return slot;
	}
	straits->slots[straits->count].generation = 0;
	return straits->count++;
}

// The number of the strait with this rectangle, which becomes known if it was not.
static int32_t number_of( fw_straits* straits, const fw_strait* found )
{
	for ( int32_t i = straits->capacity > 0 ? *head_of( straits, found ) : -1; i >= 0; i = straits->slots[i].next )
	{
		const fw_strait* other = &straits->slots[i];
		if ( other->along_x == found->along_x && other->lo == found->lo && other->hi == found->hi &&
		     other->from == found->from && other->to == found->to )
		{
			return other->id;
		}
	}
	const int32_t slot = take_slot( straits );
	if ( slot < 0 )
	{
		return -1;
	}
	fw_strait* strait = &straits->slots[slot];
	const int32_t generation = strait->generation;
	*strait = *found;
	strait->generation = generation;
	strait->id = slot | generation << SLOT_BITS;
	link_in( straits, strait );
	return strait->id;
}

static bool covers( const fw_strait* strait, int32_t along, int32_t across )
{
	return along >= strait->from && along <= strait->to && across >= strait->lo && across <= strait->hi;
}

// The number of the strait that a tile is in, if the guess for a tile in its row, or itself, says so; else -1.
static int32_t recall( const fw_straits* straits, const axis_view* view, int32_t of, int32_t along, int32_t across )
{
	const fw_strait_guess* guess = straits->capacity > 0 ? guess_of( straits, view, of, across ) : NULL;
	const fw_strait* strait = guess != NULL ? fw_straits_get( straits, guess->id ) : NULL;
	const bool right = strait != NULL && guess->capabilities == view->capabilities &&
	                   strait->along_x == view->along_x && covers( strait, along, across );
	return right ? guess->id : -1;
}

int32_t fw_straits_at( fw_straits* straits, int32_t x, int32_t y, bool along_x, uint32_t capabilities )
{
	const axis_view view = { straits->grid, along_x, capabilities };
	const int32_t along = along_x ? x : y;
	const int32_t across = along_x ? y : x;
	int32_t lo;
	int32_t hi;
	// Most tiles that are asked for are on open ground, which bits tell sooner than a guess.
	const bool by_bits = fw_grid_layer( straits->grid, capabilities ) != NULL;
	int32_t id = by_bits ? -1 : recall( straits, &view, along, along, across );
	if ( id < 0 )
	{
		if ( !measure( &view, along, across, &lo, &hi ) )
		{
			return -1;
		}
		id = by_bits ? recall( straits, &view, along, along, across ) : id;
	}
	if ( id < 0 )
	{
		// Units drive through long straits tile by tile.
		id = recall( straits, &view, along - 1, along, across );
		id = id >= 0 ? id : recall( straits, &view, along + 1, along, across );
		if ( id < 0 )
		{
			const fw_strait found = stretch( &view, along, lo, hi );
			id = number_of( straits, &found );
		}
		if ( id < 0 )
		{
			return -1;
		}
		*guess_of( straits, &view, along, across ) = ( fw_strait_guess ){ id, capabilities };
	}
	fw_straits_get( straits, id )->touched = straits->tick;
	return id;
}

static fw_rect rect_of( const fw_strait* strait )
{
	const int32_t length = strait->to - strait->from + 1;
	return strait->along_x ? ( fw_rect ){ strait->from, strait->lo, length, strait->width }
	                       : ( fw_rect ){ strait->lo, strait->from, strait->width, length };
}

// Is traffic left to itself, as there is a way round?
static bool is_free_for_all( const fw_straits* straits, fw_strait* strait, uint32_t capabilities, bool nimble )
{
	if ( !nimble )
	{
		strait->heavy = straits->tick;
	}
	if ( strait->heavy > 0 && straits->tick - strait->heavy < FW_STRAIT_HEAVY_TICKS )
	{
		return false;
	}
	if ( strait->way_round < 0 )
	{
		const bool has =
		    fw_way_round_exists( straits->flood, straits->grid, capabilities, rect_of( strait ), strait->along_x );
		strait->way_round = has ? 1 : 0;
	}
	return strait->way_round > 0;
}

int32_t fw_straits_entered( fw_straits* straits, uint32_t capabilities, bool nimble, fw_tile_step from, fw_tile_step to,
                            bool along_x, int32_t* direction )
{
	const int32_t step = along_x ? to.x - from.x : to.y - from.y;
	const int32_t id = step != 0 ? fw_straits_at( straits, to.x, to.y, along_x, capabilities ) : -1;
	fw_strait* strait = fw_straits_get( straits, id );
	if ( strait == NULL || covers( strait, along_x ? from.x : from.y, along_x ? from.y : from.x ) ||
	     is_free_for_all( straits, strait, capabilities, nimble ) )
	{
		return -1;
	}
	*direction = step < 0 ? 1 : 0;
	return id;
}

int32_t fw_straits_door( fw_straits* straits, uint32_t capabilities, fw_tile_step from, fw_tile_step to, bool along_x )
{
	const axis_view view = { straits->grid, along_x, capabilities };
	const int32_t along = along_x ? to.x : to.y;
	const int32_t across = along_x ? to.y : to.x;
	const bool steps = along != ( along_x ? from.x : from.y );
	if ( !steps || is_free( &view, along, across - 1 ) || is_free( &view, along, across + 1 ) )
	{
		return -1;
	}
	const int32_t id = fw_straits_at( straits, to.x, to.y, along_x, capabilities );
	fw_strait* strait = fw_straits_get( straits, id );
	const bool is_door =
	    strait != NULL && strait->from == strait->to && is_free_for_all( straits, strait, capabilities, true );
	return is_door ? id : -1;
}

// The step along an axis by which a unit passes a tile of its path: -1, 0 or 1. A straight step to the tile decides;
// else the step from it; if that is not known, a diagonal step to it.
static int32_t step_at( const fw_tile_step* tiles, int32_t count, int32_t i, bool along_x )
{
	int32_t arrival = 0;
	if ( i > 0 )
	{
		const int32_t dx = tiles[i].x - tiles[i - 1].x;
		const int32_t dy = tiles[i].y - tiles[i - 1].y;
		arrival = along_x ? dx : dy;
		if ( arrival != 0 && ( along_x ? dy : dx ) == 0 )
		{
			return arrival;
		}
	}
	if ( i + 1 < count )
	{
		return along_x ? tiles[i + 1].x - tiles[i].x : tiles[i + 1].y - tiles[i].y;
	}
	return arrival;
}

int32_t fw_straits_ahead( fw_straits* straits, uint32_t capabilities, bool nimble, double radius,
                          const fw_tile_step* tiles, int32_t count, fw_strait_ahead* ahead, int32_t max )
{
	const int32_t most = nimble ? FW_STRAIT_LANES_NIMBLE : FW_STRAIT_LANES_MAX;
	int32_t listed = 0;
	for ( int32_t i = 0; i < 2 * count && listed < max; i++ )
	{
		const bool along_x = i % 2 == 0;
		const int32_t step = step_at( tiles, count, i / 2, along_x );
		if ( step == 0 )
		{
			continue;
		}
		const int32_t id = fw_straits_at( straits, tiles[i / 2].x, tiles[i / 2].y, along_x, capabilities );
		fw_strait* strait = fw_straits_get( straits, id );
		bool again = false;
		for ( int32_t k = 0; k < listed && !again; k++ )
		{
			again = ahead[k].strait == id;
		}
		if ( strait != NULL && !again && fw_strait_lanes( strait, radius ) <= most &&
		     !is_free_for_all( straits, strait, capabilities, nimble ) )
		{
			ahead[listed++] = ( fw_strait_ahead ){ id, step < 0 ? 1 : 0, i / 2 };
		}
	}
	return listed;
}

// What a strait is depends on no tile but its own and those around it.
static bool may_change( const fw_strait* strait, fw_rect edit )
{
	const fw_rect rect = rect_of( strait );
	return rect.x - 1 < edit.x + edit.width && edit.x <= rect.x + rect.width && rect.y - 1 < edit.y + edit.height &&
	       edit.y <= rect.y + rect.height;
}

void fw_straits_refresh( fw_straits* straits )
{
	fw_rect edit;
	const bool edited = fw_grid_dirty( straits->grid, straits->revision, &edit );
	for ( int32_t i = 0; i < straits->count && edited; i++ )
	{
		fw_strait* strait = &straits->slots[i];
		if ( strait->id >= 0 && may_change( strait, edit ) )
		{
			release( straits, i );
		}
		else if ( fw_way_round_may_change( rect_of( strait ), edit ) )
		{
			strait->way_round = -1;
		}
	}
	straits->revision = fw_grid_revision( straits->grid );
}
