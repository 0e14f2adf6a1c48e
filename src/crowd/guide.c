// SPDX-License-Identifier: MIT
// One guide: the search of what is left at its nodes.
#include "crowd/guide.h"
#include "crowd/tuning.h"
#include "fairway/sweep.h"
#include "geom/geom.h"
#include "grid/grid.h"
#include "motion/profile.h"
#include "sweep/rows.h"

#define NODES FW_GUIDE_NODES
// The path is noted at points that are this far apart [tiles].
#define SAMPLE 1.0
// A search that goes on finds all nodes over which the way to the unit is at most so much longer [tiles].
#define FURTHER 1.0f
// Of a key: its node is one of the border that has not yet looked for the path.
#define LOOKS NODES
// Of arcs, for the exits of tiles [tiles].
#define CHORD 0.05
// Tiles that a disc touches by no more than this, it may touch as well [tiles].
#define ROUNDING 1e-5

// East, southeast, and so on.
static const int8_t across[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int8_t down[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

// The column and the row of a node in the window; steps are one half tile or two.
FW_INLINE fw_node cell_of( const fw_guide* guide, fw_node node )
{
	return ( fw_node ){ ( node.x - guide->first.x ) >> ( guide->step - 1 ),
	                    ( node.y - guide->first.y ) >> ( guide->step - 1 ) };
}

bool fw_guide_is_good( const fw_guides* guides, int32_t index, int32_t owner, fw_vec2 place )
{
	if ( index < 0 || guides->guides[index].owner != owner ||
	     guides->guides[index].revision != fw_grid_revision( guides->grid ) )
	{
		return false;
	}
	const fw_guide* guide = &guides->guides[index];
	const fw_node node = fw_node_near( place, guide->step );
	const fw_node cell = cell_of( guide, node );
	return (uint32_t)( cell.x - FW_GUIDE_BORDER ) < FW_GUIDE_SIDE - 2 * FW_GUIDE_BORDER &&
	       (uint32_t)( cell.y - FW_GUIDE_BORDER ) < FW_GUIDE_SIDE - 2 * FW_GUIDE_BORDER;
}

bool fw_exits_allow_segment( const fw_grid* grid, const fw_segment* segment )
{
	if ( fw_grid_one_way_count( grid ) == 0 )
	{
		return true;
	}
	if ( segment->kind == FW_SEGMENT_LINE )
	{
		return fw_exits_allow( grid, 0, segment->from, segment->to );
	}
	const int32_t chords = 1 + (int32_t)( segment->length / CHORD );
	fw_vec2 last = segment->from;
	bool allow = true;
	for ( int32_t i = 1; i <= chords && allow; i++ )
	{
		const fw_vec2 place = fw_segment_point( segment, segment->length * i / chords );
		allow = fw_exits_allow( grid, 0, last, place );
		last = place;
	}
	return allow;
}

// May a unit drive straight from one place to another?
static bool is_free( const fw_grid* grid, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( grid, unit, &line ) && fw_exits_allow_segment( grid, &line );
}

// What a fill works with.
typedef struct filling
{
	fw_guides* guides;
	fw_guide* guide;
	float* left; // of its field
	const fw_unit* unit;
	bool costs;
	uint64_t limit; // the search ends before the first key beyond this one
	bool more;      // keys beyond it were left out
	// Where nodes are the centers of tiles and no tile is one-way, the free tiles of the window say which nodes join.
	bool by_tiles;
	uint64_t
	    free[FW_GUIDE_SIDE + 2]; // bit x + 1 of row y + 1 is the tile at (x, y) of the window, those around it are 0
} filling;

// The tiles that say which nodes join, NULL where they do not.
static const fw_layer* tiles_of( const fw_guides* guides, const fw_guide* guide, const fw_unit* unit )
{
	return guide->step == 2 && fw_grid_one_way_count( guides->grid ) == 0
	           ? fw_grid_layer( guides->grid, unit->capabilities )
	           : NULL;
}

static uint64_t free_row( const fw_guide* guide, const fw_layer* tiles, int32_t y )
{
	const uint64_t row = fw_layer_bits( tiles, guide->first.x >> 1, ( guide->first.y >> 1 ) + y );
	return row & (uint64_t)UINT32_MAX & ~(uint64_t)guide->closed[y];
}

static void find_free( filling* fill )
{
	const fw_layer* tiles = tiles_of( fill->guides, fill->guide, fill->unit );
	fill->by_tiles = tiles != NULL;
	for ( int32_t y = 0; y < FW_GUIDE_SIDE && fill->by_tiles; y++ )
	{
		fill->free[y + 1] = free_row( fill->guide, tiles, y ) << 1;
	}
}

static fw_node node_at( const fw_guide* guide, int32_t index )
{
	return ( fw_node ){ guide->first.x + index % FW_GUIDE_SIDE * guide->step,
	                    guide->first.y + index / FW_GUIDE_SIDE * guide->step };
}

static bool lower( filling* fill, int32_t index, double left )
{
	const bool lowers = (float)left < fill->left[index];
	fill->left[index] = lowers ? (float)left : fill->left[index];
	fill->guide->open[index >> 6] |= (uint64_t)( lowers ? 1 : 0 ) << ( index & 63 );
	return lowers;
}

// The length of the way over a node to the middle, at least, if so much is left there.
static float over( const fw_guides* guides, const fw_guide* guide, int32_t index, double left )
{
	return (float)( left + 0.5 * guide->step * guides->to_middle[index] );
}

// The order of nodes: by the way over them, then by their index. Floats that are not negative have the order of their
// bits.
static uint64_t key_of( float way, int32_t index )
{
	uint32_t bits;
	memcpy( &bits, &way, sizeof( bits ) );
	return (uint64_t)bits << 32 | (uint32_t)index;
}

static uint64_t key_at( const fw_guides* guides, const fw_guide* guide, const float* left, int32_t index )
{
	return key_of( over( guides, guide, index, (double)left[index] ), index );
}

// What is beyond the limit stays for the next search: it only makes the heap larger.
static void push( filling* fill, uint64_t key )
{
	fw_guides* guides = fill->guides;
	if ( key > fill->limit )
	{
		fill->more = true;
		return;
	}
	FW_ASSERT( guides->open_count < FW_GUIDE_OPEN );
	int32_t i = guides->open_count++;
	for ( ; i > 0 && key < guides->open[( i - 1 ) / 4]; i = ( i - 1 ) / 4 )
	{
		guides->open[i] = guides->open[( i - 1 ) / 4];
	}
	guides->open[i] = key;
}

static uint64_t pop( fw_guides* guides )
{
	uint64_t* open = guides->open;
	const uint64_t first = open[0];
	const int32_t count = --guides->open_count;
	const uint64_t key = open[count];
	int32_t i = 0;
	for ( int32_t best = 1; best < count; best = 4 * i + 1 )
	{
		const int32_t end = best + 4 < count ? best + 4 : count;
		for ( int32_t child = best + 1; child < end; child++ )
		{
			best = open[child] < open[best] ? child : best;
		}
		if ( open[best] >= key )
		{
			break;
		}
		open[i] = open[best];
		i = best;
	}
	open[i] = key;
	return first;
}

// Are all tiles of the window free that a disc may touch on its way from a node to a place? False if some are outside.
static bool is_open( const filling* fill, fw_vec2 node, fw_vec2 place )
{
	const double reach = fill->unit->radius + ROUNDING;
	const int32_t left = fill->guide->first.x >> 1;
	const int32_t top = fill->guide->first.y >> 1;
	const int32_t x0 = fw_floor_to_int( lesser( node.x, place.x ) - reach ) - left;
	const int32_t x1 = fw_floor_to_int( greater( node.x, place.x ) + reach ) - left;
	const int32_t y0 = fw_floor_to_int( lesser( node.y, place.y ) - reach ) - top;
	const int32_t y1 = fw_floor_to_int( greater( node.y, place.y ) + reach ) - top;
	if ( !fill->by_tiles || x0 < 0 || y0 < 0 || x1 >= FW_GUIDE_SIDE || y1 >= FW_GUIDE_SIDE )
	{
		return false;
	}
	const uint64_t row = ( ( (uint64_t)2 << ( x1 - x0 ) ) - 1 ) << ( x0 + 1 );
	bool open = true;
	for ( int32_t y = y0; y <= y1 && open; y++ )
	{
		open = ( ~fill->free[y + 1] & row ) == 0;
	}
	return open;
}

// Notes what is left of the path at the nodes near a point of it.
static void seed( filling* fill, fw_vec2 place, double left )
{
	const fw_guide* guide = fill->guide;
	const fw_node near = fw_node_near( place, guide->step );
	const fw_node middle = cell_of( guide, near );
	for ( int32_t dy = -1; dy <= 1; dy++ )
	{
		for ( int32_t dx = -1; dx <= 1; dx++ )
		{
			const int32_t x = middle.x + dx;
			const int32_t y = middle.y + dy;
			if ( (uint32_t)x >= FW_GUIDE_SIDE || (uint32_t)y >= FW_GUIDE_SIDE )
			{
				continue;
			}
			const fw_vec2 at = fw_node_place( ( fw_node ){ near.x + dx * guide->step, near.y + dy * guide->step } );
			const fw_segment line = { .from = at, .to = place, .kind = FW_SEGMENT_LINE };
			const double total = left + fw_guide_length( &line );
			if ( total + 1e-5 < (double)fill->left[y * FW_GUIDE_SIDE + x] &&
			     ( is_open( fill, at, place ) || is_free( fill->guides->grid, fill->unit, at, place ) ) )
			{
				(void)lower( fill, y * FW_GUIDE_SIDE + x, total );
			}
		}
	}
}

static bool meets_window( const fw_guide* guide, const fw_segment* segment )
{
	const double reach = segment->kind == FW_SEGMENT_ARC ? 2.0 * segment->radius : 0.0;
	const double x0 = 0.5 * guide->first.x - 1.0 - reach;
	const double y0 = 0.5 * guide->first.y - 1.0 - reach;
	const double side = 0.5 * guide->step * FW_GUIDE_SIDE + 2.0 + 2.0 * reach;
	const double left = fmin( segment->from.x, segment->to.x );
	const double right = fmax( segment->from.x, segment->to.x );
	const double top = fmin( segment->from.y, segment->to.y );
	const double bottom = fmax( segment->from.y, segment->to.y );
	return right >= x0 && left <= x0 + side && bottom >= y0 && top <= y0 + side;
}

// The part of a line, in distances along it, that is in the window or close to it.
static void clip( const fw_guide* guide, const fw_segment* segment, double* from, double* to )
{
	const double low[2] = { 0.5 * guide->first.x - 1.0, 0.5 * guide->first.y - 1.0 };
	const double side = 0.5 * guide->step * FW_GUIDE_SIDE + 2.0;
	const double begin[2] = { segment->from.x, segment->from.y };
	const double along[2] = { ( segment->to.x - segment->from.x ) / segment->length,
	                          ( segment->to.y - segment->from.y ) / segment->length };
	for ( int32_t axis = 0; axis < 2; axis++ )
	{
		if ( fabs( along[axis] ) > 1e-9 )
		{
			const double a = ( low[axis] - begin[axis] ) / along[axis];
			const double b = ( low[axis] + side - begin[axis] ) / along[axis];
			*from = fmax( *from, fmin( a, b ) );
			*to = fmin( *to, fmax( a, b ) );
		}
	}
}

static void seed_path( filling* fill, const fw_path* path )
{
	double left = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		left += fw_guide_length( &path->segments[i] );
	}
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const double length = fw_guide_length( segment );
		double from = 0.0;
		double to = segment->length;
		const bool meets = segment->length > 0.0 && meets_window( fill->guide, segment );
		if ( meets && segment->kind == FW_SEGMENT_LINE )
		{
			clip( fill->guide, segment, &from, &to );
		}
		for ( double at = from; meets && at < to; at += SAMPLE )
		{
			seed( fill, fw_segment_point( segment, at ), left - at / segment->length * length );
		}
		left -= length;
	}
	const fw_pose start = path->start;
	seed( fill, path->count > 0 ? path->segments[path->count - 1].to : ( fw_vec2 ){ start.x, start.y }, 0.0 );
}

// The neighbors that a node joins, as bits: east, southeast, and so on.
static uint32_t neighbors_by_tiles( const filling* fill, int32_t x, int32_t y )
{
	const uint64_t above = fill->free[y] >> x;
	const uint64_t here = fill->free[y + 1] >> x;
	const uint64_t below = fill->free[y + 2] >> x;
	const uint64_t east = here >> 2 & 1;
	const uint64_t south = below >> 1 & 1;
	const uint64_t west = here & 1;
	const uint64_t north = above >> 1 & 1;
	return (uint32_t)( east | ( east & south & below >> 2 ) << 1 | south << 2 | ( south & west & below ) << 3 |
	                   west << 4 | ( west & north & above ) << 5 | north << 6 | ( north & east & above >> 2 ) << 7 );
}

static bool joins( const filling* fill, fw_node node, int32_t k )
{
	const int32_t step = fill->guide->step;
	const fw_node other = { node.x + step * across[k], node.y + step * down[k] };
	const fw_grid* grid = fill->guides->grid;
	return fw_node_joins( grid, fill->unit, other, node ) &&
	       ( step != 2 || fw_node_is_free( grid, fill->unit, other ) );
}

// The neighbors of a node that it may join, as bits.
static uint32_t neighbors( const filling* fill, int32_t x, int32_t y )
{
	if ( fill->by_tiles )
	{
		return neighbors_by_tiles( fill, x, y ); // none is outside of the window
	}
	uint32_t inside = 0;
	for ( int32_t k = 0; k < 8; k++ )
	{
		const bool is_inside = (uint32_t)( x + across[k] ) < FW_GUIDE_SIDE && (uint32_t)( y + down[k] ) < FW_GUIDE_SIDE;
		inside |= (uint32_t)( is_inside ? 1 : 0 ) << k;
	}
	return inside;
}

static void expand( filling* fill, int32_t index )
{
	const fw_guide* guide = fill->guide;
	const fw_grid* grid = fill->guides->grid;
	const fw_node node = node_at( guide, index );
	const double left = (double)fill->left[index];
	const double cost = fill->costs ? fw_node_cost( grid, node ) : 1.0;
	const double lengths[2] = { 0.5 * guide->step, 0.5 * guide->step * sqrt( 2.0 ) };
	for ( uint32_t list = neighbors( fill, index % FW_GUIDE_SIDE, index / FW_GUIDE_SIDE ); list != 0; list &= list - 1 )
	{
		const int32_t k = FW_CTZ64( list );
		const int32_t to = index + down[k] * FW_GUIDE_SIDE + across[k];
		const double length = lengths[k & 1];
		if ( !( left + length < (double)fill->left[to] - 1e-5 ) || !( fill->by_tiles || joins( fill, node, k ) ) )
		{
			continue;
		}
		const double mean = fill->costs ? 0.5 * ( cost + fw_node_cost( grid, node_at( guide, to ) ) ) : 1.0;
		const bool dear = ( guide->dear[to / FW_GUIDE_SIDE] >> to % FW_GUIDE_SIDE & 1 ) != 0;
		if ( lower( fill, to, left + length * ( dear ? mean + CROWD_SOME : mean ) ) )
		{
			push( fill, key_at( fill->guides, guide, fill->left, to ) );
		}
	}
}

static int32_t border_node( int32_t i )
{
	const int32_t last = FW_GUIDE_SIDE - 1;
	const int32_t side = i / last;
	const int32_t along = i % last;
	const int32_t x = side == 0 ? along : side == 1 ? last : side == 2 ? last - along : 0;
	const int32_t y = side == 0 ? 0 : side == 1 ? along : side == 2 ? last : last - along;
	return y * FW_GUIDE_SIDE + x;
}

// Nodes at the border from which the point of the path far away is seen have what is left from there. They look for it
// when their turn comes.
static void push_border( filling* fill )
{
	const fw_guide* guide = fill->guide;
	for ( int32_t i = 0; i < FW_GUIDE_BORDER_NODES && guide->sees; i++ )
	{
		const int32_t index = border_node( i );
		const fw_segment line = { .from = fw_node_place( node_at( guide, index ) ), .to = guide->far };
		const double total = guide->far_left + fw_guide_length( &line );
		if ( ( guide->looked[i >> 6] >> ( i & 63 ) & 1 ) == 0 && total < (double)fill->left[index] )
		{
			push( fill, key_of( over( fill->guides, guide, index, total ), LOOKS + i ) );
		}
	}
}

static void look( filling* fill, int32_t i )
{
	fw_guide* guide = fill->guide;
	const int32_t index = border_node( i );
	const fw_segment line = fw_segment_line( fw_node_place( node_at( guide, index ) ), guide->far, FW_GEAR_FORWARD );
	const double total = guide->far_left + fw_guide_length( &line );
	guide->looked[i >> 6] |= (uint64_t)1 << ( i & 63 );
	fw_unit wide = *fill->unit;
	wide.radius += guide->keeps_off;
	if ( total < (double)fill->left[index] && fw_sweep_segment( fill->guides->grid, &wide, &line ) &&
	     lower( fill, index, total ) )
	{
		push( fill, key_at( fill->guides, guide, fill->left, index ) );
	}
}

static uint64_t limit_at( const filling* fill, int32_t index )
{
	return key_of( over( fill->guides, fill->guide, index, (double)fill->left[index] ) + FURTHER, 0 );
}

// Goes on with the search until what is left at a node is final, and at those that somebody may ask for next.
static void go_on( filling* fill, int32_t index )
{
	fw_guides* guides = fill->guides;
	fw_guide* guide = fill->guide;
	guides->open_count = 0;
	fill->more = false;
	fill->limit = limit_at( fill, index );
	for ( int32_t word = 0; word < NODES / 64; word++ )
	{
		for ( uint64_t open = guide->open[word]; open != 0; open &= open - 1 )
		{
			push( fill, key_at( guides, guide, fill->left, 64 * word + FW_CTZ64( open ) ) );
		}
	}
	push_border( fill );
	while ( guides->open_count > 0 )
	{
		const uint64_t key = pop( guides );
		const int32_t node = (int32_t)( key & UINT32_MAX );
		if ( key > fill->limit )
		{
			return;
		}
		if ( node >= LOOKS )
		{
			look( fill, node - LOOKS );
		}
		else if ( key == key_at( guides, guide, fill->left, node ) )
		{
			guide->open[node >> 6] &= ~( (uint64_t)1 << ( node & 63 ) );
			expand( fill, node );
		}
		guide->reached = key >= guide->reached ? key + 1 : guide->reached;
		fill->limit = limit_at( fill, index );
	}
	guide->reached = fill->more ? guide->reached : UINT64_MAX;
}

static bool stands( const filling* fill, int32_t index )
{
	return fill->by_tiles ? ( fill->free[index / FW_GUIDE_SIDE + 1] >> ( index % FW_GUIDE_SIDE + 1 ) & 1 ) != 0
	                      : fw_node_is_free( fill->guides->grid, fill->unit, node_at( fill->guide, index ) );
}

static filling begin( fw_guides* guides, int32_t index, const fw_unit* unit )
{
	filling fill = {
	    .guides = guides, .guide = &guides->guides[index], .left = guides->fields[index].left, .unit = unit };
	fill.costs = fw_grid_has_costs( guides->grid, unit->capabilities );
	find_free( &fill );
	return fill;
}

static void close( fw_guide* guide, const fw_node* tiles, int32_t count )
{
	memset( guide->closed, 0, sizeof( guide->closed ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t x = tiles[i].x - ( guide->first.x >> 1 );
		const int32_t y = tiles[i].y - ( guide->first.y >> 1 );
		if ( (uint32_t)x < FW_GUIDE_SIDE && (uint32_t)y < FW_GUIDE_SIDE )
		{
			guide->closed[y] |= (uint32_t)1 << x;
		}
	}
}

// The tiles within a square around a blocked one.
static void find_dear( fw_guide* guide, const fw_layer* tiles )
{
	const int32_t off = guide->keeps_off;
	const int32_t x = ( guide->first.x >> 1 ) - off;
	memset( guide->dear, 0, sizeof( guide->dear ) );
	for ( int32_t y = -off; off > 0 && y < FW_GUIDE_SIDE + off; y++ )
	{
		const uint64_t blocked = ~fw_layer_bits( tiles, x, ( guide->first.y >> 1 ) + y );
		uint64_t near = blocked;
		for ( int32_t k = 1; k <= 2 * off; k++ )
		{
			near |= blocked >> k; // bit x is what is in the way of the tile x of the window
		}
		for ( int32_t k = y - off; k <= y + off; k++ )
		{
			if ( (uint32_t)k < FW_GUIDE_SIDE )
			{
				guide->dear[k] |= (uint32_t)near;
			}
		}
	}
}

void fw_guide_fill( fw_guides* guides, int32_t index, const fw_unit* unit, const fw_path* path, fw_vec2 place,
                    const fw_vec2* far, double left, const fw_node* closed, int32_t closed_count, int32_t keeps_off )
{
	fw_guide* guide = &guides->guides[index];
	const int32_t step = fw_node_step( unit->radius );
	const fw_node near = fw_node_near( place, step );
	guides->filled++;
	guide->step = step;
	guide->first = ( fw_node ){ near.x - FW_GUIDE_SIDE / 2 * step, near.y - FW_GUIDE_SIDE / 2 * step };
	guide->revision = fw_grid_revision( guides->grid );
	guide->reached = 0;
	for ( int32_t i = 0; i < NODES; i++ )
	{
		guides->fields[index].left[i] = INFINITY;
	}
	memset( guide->open, 0, sizeof( guide->open ) );
	close( guide, closed, closed_count );
	const fw_layer* tiles = tiles_of( guides, guide, unit );
	guide->keeps_off = tiles != NULL ? keeps_off : 0;
	find_dear( guide, tiles );
	guide->sees = far != NULL;
	guide->far = far != NULL ? *far : place;
	guide->far_left = left;
	guide->looked[0] = 0;
	guide->looked[1] = 0;
	filling fill = begin( guides, index, unit );
	seed_path( &fill, path );
}

double fw_guide_left( fw_guides* guides, int32_t index, const fw_unit* unit, fw_node node )
{
	const fw_guide* guide = &guides->guides[index];
	const fw_node cell = cell_of( guide, node );
	if ( (uint32_t)cell.x >= FW_GUIDE_SIDE || (uint32_t)cell.y >= FW_GUIDE_SIDE )
	{
		return INFINITY;
	}
	const int32_t at = cell.y * FW_GUIDE_SIDE + cell.x;
	const float* left = guides->fields[index].left;
	if ( key_at( guides, guide, left, at ) >= guide->reached )
	{
		const fw_layer* tiles = tiles_of( guides, guide, unit );
		if ( tiles != NULL && ( free_row( guide, tiles, cell.y ) >> cell.x & 1 ) == 0 )
		{
			return INFINITY;
		}
		filling fill = begin( guides, index, unit );
		if ( stands( &fill, at ) )
		{
			go_on( &fill, at );
		}
	}
	return (double)left[at];
}
