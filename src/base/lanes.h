// SPDX-License-Identifier: MIT
// Four floats, four integers or two words at a time, by the vectors that gcc and clang share, or in plain C. Both give
// the same bits on every machine.
#ifndef FW_BASE_LANES_H
#define FW_BASE_LANES_H

#include "base/builtin.h"

#include <math.h>
#include <string.h>

#if FW_HAS_GNU
typedef float fw_lanes __attribute__( ( vector_size( 16 ) ) );
typedef int32_t fw_lane_ints __attribute__( ( vector_size( 16 ) ) );
typedef uint64_t fw_two __attribute__( ( vector_size( 16 ) ) );
#define FW_LANE( lanes, i ) ( ( lanes )[i] )
#define FW_LANES_MAKE( type, ... ) ( ( type ){ __VA_ARGS__ } )
#define FW_LANES_SET( to, count, whole, one ) ( to ) = whole
#else
typedef struct fw_lanes
{
	float at[4];
} fw_lanes;

typedef struct fw_lane_ints
{
	int32_t at[4];
} fw_lane_ints;

typedef struct fw_two
{
	uint64_t at[2];
} fw_two;
#define FW_LANE( lanes, i ) ( ( lanes ).at[i] )
#define FW_LANES_MAKE( type, ... ) ( ( type ){ { __VA_ARGS__ } } )
#define FW_LANES_SET( to, count, whole, one )                                                                          \
	for ( int32_t i = 0; i < ( count ); i++ )                                                                          \
	( to ).at[i] = one
#endif

// Makes a function by an expression of whole vectors, and one of their lane i.
#define FW_LANES_MAP( result, name, parameters, count, whole, one )                                                    \
	FW_INLINE result name parameters                                                                                   \
	{                                                                                                                  \
		result c;                                                                                                      \
		FW_LANES_SET( c, count, whole, one );                                                                          \
		return c;                                                                                                      \
	}

// Makes a function of two vectors that does the same to each pair of lanes.
#define FW_LANEWISE( name, type, count, operation )                                                                    \
	FW_LANES_MAP( type, name, ( type a, type b ), count, a operation b, a.at[i] operation b.at[i] )

// Makes a function that sets all bits of the lanes for which a comparison holds.
#define FW_LANES_COMPARE( name, type, operation )                                                                      \
	FW_LANES_MAP( fw_lane_ints, name, ( type a, type b ), 4, ( a operation b ), -( a.at[i] operation b.at[i] ) )

// Makes a function that takes a where chosen, else b.
#define FW_LANES_SELECT( name, type )                                                                                  \
	FW_LANES_MAP( type, name, ( fw_lane_ints chosen, type a, type b ), 4,                                              \
	              (type)( ( (fw_lane_ints)a & chosen ) | ( (fw_lane_ints)b & ~chosen ) ),                              \
	              chosen.at[i] != 0 ? a.at[i] : b.at[i] )

// Makes ..._load() and ..._store() of vectors in memory, and ..._of() of four equal lanes.
#define FW_LANES_FOUR( name, type, element )                                                                           \
	FW_INLINE type name##_load( const element* from )                                                                  \
	{                                                                                                                  \
		type lanes;                                                                                                    \
		memcpy( &lanes, from, sizeof( lanes ) );                                                                       \
		return lanes;                                                                                                  \
	}                                                                                                                  \
	FW_INLINE void name##_store( element* to, type lanes )                                                             \
	{                                                                                                                  \
		memcpy( to, &lanes, sizeof( lanes ) );                                                                         \
	}                                                                                                                  \
	FW_INLINE type name##_of( element x )                                                                              \
	{                                                                                                                  \
		return FW_LANES_MAKE( type, x, x, x, x );                                                                      \
	}

// Floats.

FW_LANEWISE( fw_lanes_add, fw_lanes, 4, +)
FW_LANEWISE( fw_lanes_multiply, fw_lanes, 4, * )
FW_LANES_COMPARE( fw_lanes_less, fw_lanes, < )
FW_LANES_COMPARE( fw_lanes_at_least, fw_lanes, >= )

FW_LANES_FOUR( fw_lanes, fw_lanes, float )
FW_LANES_SELECT( fw_lanes_select, fw_lanes )

// a < b ? a : b
FW_INLINE fw_lanes fw_lanes_min( fw_lanes a, fw_lanes b )
{
#if FW_HAS_GNU && defined( __SSE__ ) && !defined( __clang__ )
	return __builtin_ia32_minps( a, b ); // clang finds this form by itself
#else
	return fw_lanes_select( fw_lanes_less( a, b ), a, b );
#endif
}

FW_INLINE fw_lanes fw_lanes_sqrt( fw_lanes a )
{
#if FW_HAS_GNU && defined( __SSE__ ) && !defined( __clang__ )
	return __builtin_ia32_sqrtps( a );
#else
	return FW_LANES_MAKE( fw_lanes, sqrtf( FW_LANE( a, 0 ) ), sqrtf( FW_LANE( a, 1 ) ), sqrtf( FW_LANE( a, 2 ) ),
	                      sqrtf( FW_LANE( a, 3 ) ) );
#endif
}

FW_INLINE fw_lanes fw_lanes_reverse( fw_lanes a )
{
	return FW_LANES_MAKE( fw_lanes, FW_LANE( a, 3 ), FW_LANE( a, 2 ), FW_LANE( a, 1 ), FW_LANE( a, 0 ) );
}

// Integers.

FW_LANEWISE( fw_ints_add, fw_lane_ints, 4, +)
FW_LANEWISE( fw_ints_and, fw_lane_ints, 4, & )
FW_LANES_COMPARE( fw_ints_less, fw_lane_ints, < )

FW_LANES_FOUR( fw_ints, fw_lane_ints, int32_t )
FW_LANES_SELECT( fw_ints_choose, fw_lane_ints )

// All bits of the lanes that have a bit set in `bits`.
FW_INLINE fw_lane_ints fw_ints_where( uint32_t bits )
{
	const fw_lane_ints all = fw_ints_of( (int32_t)bits );
	const fw_lane_ints own = FW_LANES_MAKE( fw_lane_ints, 1, 2, 4, 8 );
	fw_lane_ints c;
	FW_LANES_SET( c, 4, ( ( all & own ) != 0 ), -( ( all.at[i] & own.at[i] ) != 0 ) );
	return c;
}

// One bit for each lane that is set.
FW_INLINE uint32_t fw_ints_bits( fw_lane_ints set )
{
#if FW_HAS_GNU && defined( __SSE__ ) && !defined( __clang__ )
	return (uint32_t)__builtin_ia32_movmskps( (fw_lanes)set );
#else
	const fw_lane_ints bits = fw_ints_and( set, FW_LANES_MAKE( fw_lane_ints, 1, 2, 4, 8 ) );
	return (uint32_t)( FW_LANE( bits, 0 ) | FW_LANE( bits, 1 ) | FW_LANE( bits, 2 ) | FW_LANE( bits, 3 ) );
#endif
}

// Words.

FW_LANEWISE( fw_two_and, fw_two, 2, & )
FW_LANEWISE( fw_two_or, fw_two, 2, | )
FW_LANEWISE( fw_two_xor, fw_two, 2, ^)
FW_LANEWISE( fw_two_and_not, fw_two, 2, &~)
FW_LANEWISE( fw_two_add, fw_two, 2, +)
FW_LANEWISE( fw_two_subtract, fw_two, 2, -)

FW_INLINE fw_two fw_two_load( const uint64_t* from )
{
	fw_two two;
	memcpy( &two, from, sizeof( two ) );
	return two;
}

FW_INLINE fw_two fw_two_of( uint64_t x )
{
	return FW_LANES_MAKE( fw_two, x, x );
}

FW_LANES_MAP( fw_two, fw_two_up, ( fw_two two, int32_t bits ), 2, two << bits, two.at[i] << bits )
FW_LANES_MAP( fw_two, fw_two_down, ( fw_two two, int32_t bits ), 2, two >> bits, two.at[i] >> bits )

// The highest bits of both.
FW_INLINE uint32_t fw_two_signs( fw_two two )
{
#if FW_HAS_GNU && defined( __SSE2__ )
	typedef double reals __attribute__( ( vector_size( 16 ) ) );
	return (uint32_t)__builtin_ia32_movmskpd( (reals)two );
#else
	return (uint32_t)( FW_LANE( two, 0 ) >> 63 ) | (uint32_t)( FW_LANE( two, 1 ) >> 63 ) << 1;
#endif
}

#endif
