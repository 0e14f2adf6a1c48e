// SPDX-License-Identifier: MIT
// All that the code needs of a compiler beyond C17: for gcc and clang, for MSVC, and in plain C for any other. Nothing
// else in the library names a compiler, except base/lanes.h; tools/check_portable.py checks that. -DFW_PLAIN_C uses
// the plain C everywhere; it gives the same bits. -DFW_AS_MSVC uses the words of MSVC, so that clang can check them.
#ifndef FW_BASE_BUILTIN_H
#define FW_BASE_BUILTIN_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined( FW_PLAIN_C )
#define FW_HAS_GNU 0
#define FW_HAS_MSVC 0
#elif defined( FW_AS_MSVC ) || ( defined( _MSC_VER ) && !defined( __clang__ ) )
#define FW_HAS_GNU 0
#define FW_HAS_MSVC 1
#else
#define FW_HAS_MSVC 0
#if defined( __GNUC__ ) || defined( __clang__ )
#define FW_HAS_GNU 1
#else
#define FW_HAS_GNU 0
#endif
#endif

#if FW_HAS_MSVC
#include <intrin.h>
// A product and a sum round twice, as with -ffp-contract=off elsewhere.
#pragma fp_contract( off )
#else
#include <stdatomic.h>
#endif

#if FW_HAS_GNU
#define FW_INLINE static inline __attribute__( ( always_inline ) )
#define FW_NOINLINE __attribute__( ( noinline ) )
#define FW_COLD __attribute__( ( noinline, cold ) )
#define FW_PRINTF( words, values ) __attribute__( ( format( printf, words, values ) ) )
#define FW_LIKELY( x ) __builtin_expect( !!( x ), 1 )
#define FW_UNLIKELY( x ) __builtin_expect( !!( x ), 0 )
#else
#if FW_HAS_MSVC
#define FW_INLINE static __forceinline
#define FW_NOINLINE __declspec( noinline )
#define FW_COLD __declspec( noinline )
#else
#define FW_INLINE static inline
#define FW_NOINLINE
#define FW_COLD
#endif
#define FW_PRINTF( words, values )
#define FW_LIKELY( x ) ( x )
#define FW_UNLIKELY( x ) ( x )
#endif

// Asks for the line of the cache that holds an address, which may be any: it will be read soon.
#if FW_HAS_GNU
#define FW_PREFETCH( address ) __builtin_prefetch( address )
#else
#define FW_PREFETCH( address ) ( (void)( address ) )
#endif

// The same for each line of a block.
#define FW_CACHE_LINE 64
FW_INLINE void fw_prefetch_block( const void* block, size_t size )
{
	for ( size_t at = 0; at < size; at += FW_CACHE_LINE )
	{
		FW_PREFETCH( (const char*)block + at );
	}
}

// Memory of any alignment that a type of C may need. MSVC's <stddef.h> has no max_align_t for C.
#if FW_HAS_MSVC
#define FW_ALIGN_MAX 16
#else
#define FW_ALIGN_MAX alignof( max_align_t )
#endif

// The lowest byte of a number comes first, as on all machines that MSVC compiles for.
#if defined( FW_PLAIN_C )
#define FW_LITTLE_ENDIAN 0
#elif defined( __BYTE_ORDER__ ) && defined( __ORDER_LITTLE_ENDIAN__ )
#define FW_LITTLE_ENDIAN ( __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ )
#else
#define FW_LITTLE_ENDIAN FW_HAS_MSVC
#endif

// Bits of a word: how many are set; how many zeros come before the lowest one (word != 0) and before the highest one.
#if FW_HAS_GNU
#define FW_POPCOUNT64( x ) ( (int32_t)__builtin_popcountll( x ) )
#define FW_CTZ64( x ) ( (int32_t)__builtin_ctzll( (unsigned long long)( x ) ) )
#define FW_CLZ64( x ) ( (int32_t)__builtin_clzll( x ) )
#else
// Sums of 2, 4, 8 and then of all bits (H. S. Warren, "Hacker's Delight", chapter 5).
FW_INLINE int32_t FW_POPCOUNT64( uint64_t x )
{
	x -= x >> 1 & 0x5555555555555555u;
	x = ( x & 0x3333333333333333u ) + ( x >> 2 & 0x3333333333333333u );
	x = ( x + ( x >> 4 ) ) & 0x0F0F0F0F0F0F0F0Fu;
	return (int32_t)( x * 0x0101010101010101u >> 56 );
}

FW_INLINE int32_t FW_CTZ64( uint64_t x )
{
#if FW_HAS_MSVC && ( defined( _M_X64 ) || defined( _M_ARM64 ) )
	unsigned long at;
	_BitScanForward64( &at, x );
	return (int32_t)at;
#else
	return FW_POPCOUNT64( ~x & ( x - 1 ) );
#endif
}

FW_INLINE int32_t FW_CLZ64( uint64_t x )
{
#if FW_HAS_MSVC && ( defined( _M_X64 ) || defined( _M_ARM64 ) )
	unsigned long at;
	_BitScanReverse64( &at, x );
	return 63 - (int32_t)at;
#else
	for ( int32_t by = 1; by < 64; by *= 2 )
	{
		x |= x >> by;
	}
	return FW_POPCOUNT64( ~x );
#endif
}
#endif

// Counts the holders of an object that threads share. MSVC has C11's atomics only behind an option of its own.
// FW_HOLDERS_ADD gives the number before.
#if FW_HAS_MSVC
typedef volatile long fw_holders;
#define FW_HOLDERS_ADD( holders, by, order ) _InterlockedExchangeAdd( holders, by )
#else
typedef atomic_int fw_holders;
#define FW_HOLDERS_ADD( holders, by, order ) atomic_fetch_add_explicit( holders, by, order )
#endif

// One holder: the thread that made it.
FW_INLINE void fw_holders_init( fw_holders* holders )
{
	*holders = 1;
}

FW_INLINE void fw_holders_add( fw_holders* holders )
{
	FW_HOLDERS_ADD( holders, 1, memory_order_relaxed );
}

// True for the last holder, which frees the object; all that the others did to it has happened by then.
FW_INLINE bool fw_holders_drop( fw_holders* holders )
{
	return FW_HOLDERS_ADD( holders, -1, memory_order_acq_rel ) == 1;
}

#endif
