// SPDX-License-Identifier: MIT
// What src/base/builtin.h takes from MSVC's <intrin.h>, and two of MSVC's words, for gcc and clang: with -DFW_AS_MSVC
// -Itools/msvc they compile the code that is otherwise MSVC's alone, and the tests run it.
#ifndef FW_TOOLS_MSVC_INTRIN_H
#define FW_TOOLS_MSVC_INTRIN_H

#if !defined( _WIN32 )
#define __forceinline inline __attribute__( ( always_inline ) )
#define __declspec( word ) __attribute__( ( word ) )
#endif
#define _M_X64 100

static inline unsigned char _BitScanForward64( unsigned long* index, unsigned long long mask )
{
	*index = mask != 0 ? (unsigned long)__builtin_ctzll( mask ) : 0;
	return mask != 0;
}

static inline unsigned char _BitScanReverse64( unsigned long* index, unsigned long long mask )
{
	*index = mask != 0 ? 63 - (unsigned long)__builtin_clzll( mask ) : 0;
	return mask != 0;
}

static inline long _InterlockedExchangeAdd( volatile long* addend, long value )
{
	return __atomic_fetch_add( addend, value, __ATOMIC_SEQ_CST );
}

#endif
