// SPDX-License-Identifier: MIT
// Four floats at a time, by the vector extension that gcc and clang share: the same bits on every machine.
#ifndef FW_SEARCH_LANES_H
#define FW_SEARCH_LANES_H

#include "base/core.h"

#include <math.h>
#include <string.h>

typedef float fw_lanes __attribute__( ( vector_size( 16 ) ) );
typedef int32_t fw_lane_masks __attribute__( ( vector_size( 16 ) ) );

FW_INLINE fw_lanes fw_lanes_load( const float* from )
{
	fw_lanes lanes;
	memcpy( &lanes, from, sizeof( lanes ) );
	return lanes;
}

FW_INLINE void fw_lanes_store( float* to, fw_lanes lanes )
{
	memcpy( to, &lanes, sizeof( lanes ) );
}

FW_INLINE fw_lanes fw_lanes_of( float x )
{
	return ( fw_lanes ){ x, x, x, x };
}

// a where it is chosen, else b
FW_INLINE fw_lanes fw_lanes_select( fw_lane_masks chosen, fw_lanes a, fw_lanes b )
{
	return (fw_lanes)( ( (fw_lane_masks)a & chosen ) | ( (fw_lane_masks)b & ~chosen ) );
}

// a < b ? a : b
FW_INLINE fw_lanes fw_lanes_min( fw_lanes a, fw_lanes b )
{
#if defined( __SSE__ ) && !defined( __clang__ )
	return __builtin_ia32_minps( a, b ); // clang sees it by itself
#else
	return fw_lanes_select( a < b, a, b );
#endif
}

FW_INLINE fw_lanes fw_lanes_sqrt( fw_lanes a )
{
#if defined( __SSE__ ) && !defined( __clang__ )
	return __builtin_ia32_sqrtps( a );
#else
	return ( fw_lanes ){ sqrtf( a[0] ), sqrtf( a[1] ), sqrtf( a[2] ), sqrtf( a[3] ) };
#endif
}

FW_INLINE fw_lanes fw_lanes_reverse( fw_lanes a )
{
	return ( fw_lanes ){ a[3], a[2], a[1], a[0] };
}

// The same of integers.
FW_INLINE fw_lane_masks fw_lanes_choose( fw_lane_masks chosen, fw_lane_masks a, fw_lane_masks b )
{
	return ( a & chosen ) | ( b & ~chosen );
}

// All bits of the lanes that have a bit set in `bits`.
FW_INLINE fw_lane_masks fw_lanes_where( uint32_t bits )
{
	const int32_t all = (int32_t)bits;
	return ( ( fw_lane_masks ){ all, all, all, all } & ( fw_lane_masks ){ 1, 2, 4, 8 } ) != 0;
}

// One bit for each lane that is set.
FW_INLINE uint32_t fw_lanes_bits( fw_lane_masks set )
{
#if defined( __SSE__ ) && !defined( __clang__ )
	return (uint32_t)__builtin_ia32_movmskps( (fw_lanes)set );
#else
	const fw_lane_masks bits = set & ( fw_lane_masks ){ 1, 2, 4, 8 };
	return (uint32_t)( bits[0] | bits[1] | bits[2] | bits[3] );
#endif
}

#endif
