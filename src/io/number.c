// SPDX-License-Identifier: MIT
// Decimal numbers. Doubles are exact by two methods of W. D. Clinger, "How to read floating point numbers accurately",
// 1990: one operation where mantissa and power of ten are both exact, else integers of as many words as it takes.
#include "io/text.h"

#include <math.h>
#include <string.h>

// Of ten; all are exact.
static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static bool is_digit( char c )
{
	return c >= '0' && c <= '9';
}

// Skips a sign; true for a minus.
static bool take_sign( const char* bytes, size_t size, size_t* at )
{
	if ( *at < size && ( bytes[*at] == '-' || bytes[*at] == '+' ) )
	{
		return bytes[( *at )++] == '-';
	}
	return false;
}

bool fw_number_int( const char* bytes, size_t size, int64_t* value )
{
	size_t at = 0;
	const bool negative = take_sign( bytes, size, &at );
	if ( at == size )
	{
		return false;
	}
	int64_t sum = 0;
	for ( ; at < size; at++ )
	{
		if ( !is_digit( bytes[at] ) )
		{
			return false;
		}
		const int64_t digit = bytes[at] - '0';
		sum = sum > ( INT64_MAX - digit ) / 10 ? INT64_MAX : sum * 10 + digit;
	}
	*value = negative ? -sum : sum;
	return true;
}

// (-1)^negative * digits * 10^exponent, and a little more if `more` says that digits were dropped.
typedef struct decimal
{
	uint64_t digits;
	int64_t exponent;
	bool negative;
	bool more;
} decimal;

// Reads digits up to the first other byte and returns how many; digits that no longer fit are only counted.
static size_t take_digits( const char* bytes, size_t size, size_t* at, bool fraction, decimal* number )
{
	const size_t first = *at;
	for ( ; *at < size && is_digit( bytes[*at] ); ( *at )++ )
	{
		const uint64_t digit = (uint64_t)( bytes[*at] - '0' );
		if ( number->digits <= ( UINT64_MAX - 9 ) / 10 )
		{
			number->digits = number->digits * 10 + digit;
			number->exponent -= fraction;
		}
		else
		{
			number->more = number->more || digit != 0;
			number->exponent += !fraction;
		}
	}
	return *at - first;
}

static bool scan_decimal( const char* bytes, size_t size, decimal* number )
{
	*number = ( decimal ){ 0 };
	size_t at = 0;
	number->negative = take_sign( bytes, size, &at );
	size_t count = take_digits( bytes, size, &at, false, number );
	if ( at < size && bytes[at] == '.' )
	{
		at++;
		count += take_digits( bytes, size, &at, true, number );
	}
	if ( count == 0 )
	{
		return false;
	}
	if ( at < size && ( bytes[at] == 'e' || bytes[at] == 'E' ) )
	{
		int64_t power = 0;
		if ( !fw_number_int( bytes + at + 1, size - at - 1, &power ) )
		{
			return false;
		}
		// Half of the range leaves room for the digits by which a text in memory can shift it.
		const int64_t far = INT64_MAX / 2;
		number->exponent += power > far ? far : power < -far ? -far : power;
		return true;
	}
	return at == size;
}

// A natural number, least significant word first. The largest is 2^64 * 10^310 or 2^(64 + SHIFT_WORDS * 32).
#define BIG_WORDS 44
#define SHIFT_WORDS 38
#define CHUNK 1000000000u

typedef struct big
{
	uint32_t words[BIG_WORDS];
	int32_t count; // the top word is not zero
} big;

static void big_multiply( big* number, uint32_t factor )
{
	uint64_t carry = 0;
	for ( int32_t i = 0; i < number->count; i++ )
	{
		carry += (uint64_t)number->words[i] * factor;
		number->words[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if ( carry != 0 )
	{
		FW_ASSERT( number->count < BIG_WORDS );
		number->words[number->count++] = (uint32_t)carry;
	}
}

// Returns the remainder.
static uint32_t big_divide( big* number, uint32_t divisor )
{
	uint64_t rest = 0;
	for ( int32_t i = number->count - 1; i >= 0; i-- )
	{
		rest = rest << 32 | number->words[i];
		number->words[i] = (uint32_t)( rest / divisor );
		rest %= divisor;
	}
	while ( number->count > 0 && number->words[number->count - 1] == 0 )
	{
		number->count--;
	}
	return (uint32_t)rest;
}

// top * 2^exponent to the nearest double, ties to even; the value is a little more if `more` is set. The highest bit of
// top is set. Numbers below the normal range keep fewer bits.
static double round_to_double( uint64_t top, int32_t exponent, bool more )
{
	const int32_t drop = exponent < -1074 - 11 ? -1074 - exponent : 11;
	if ( drop > 64 )
	{
		return 0.0;
	}
	const uint64_t kept = drop < 64 ? top >> drop : 0;
	const uint64_t rest = drop < 64 ? top - ( kept << drop ) : top;
	const uint64_t half = (uint64_t)1 << ( drop - 1 );
	const bool up = rest > half || ( rest == half && ( more || ( kept & 1 ) != 0 ) );
	return ldexp( (double)( kept + up ), exponent + drop );
}

static double round_big( const big* number, int32_t shift, bool more )
{
	const int32_t count = number->count;
	const uint32_t high = number->words[count - 1];
	const uint32_t middle = count > 1 ? number->words[count - 2] : 0;
	const uint32_t low = count > 2 ? number->words[count - 3] : 0;
	const int32_t zeros = FW_CLZ64( high ) - 32;
	const uint64_t top = ( (uint64_t)high << 32 | middle ) << zeros | (uint64_t)low << zeros >> 32;
	more = more || (uint32_t)( (uint64_t)low << zeros ) != 0;
	for ( int32_t i = 0; i < count - 3; i++ )
	{
		more = more || number->words[i] != 0;
	}
	return round_to_double( top, 32 * count - zeros - 64 - shift, more );
}

static double exact_double( const decimal* number )
{
	big value = { .words = { 0 } };
	const bool divide = number->exponent < 0;
	const int32_t low = divide ? SHIFT_WORDS : 0; // keeps 64 bits of the quotient above the point
	value.words[low] = (uint32_t)number->digits;
	value.words[low + 1] = (uint32_t)( number->digits >> 32 );
	value.count = low + ( number->digits >> 32 != 0 ? 2 : 1 );
	bool more = number->more;
	for ( int64_t left = divide ? -number->exponent : number->exponent; left > 0; left -= 9 )
	{
		const uint32_t chunk = left < 9 ? (uint32_t)powers[left] : CHUNK;
		if ( divide )
		{
			more = big_divide( &value, chunk ) != 0 || more;
		}
		else
		{
			big_multiply( &value, chunk );
		}
	}
	return round_big( &value, 32 * low, more );
}

static double magnitude( const decimal* number )
{
	const int64_t exponent = number->exponent;
	if ( number->digits == 0 || exponent < -344 )
	{
		return 0.0;
	}
	if ( exponent > 310 )
	{
		return (double)INFINITY;
	}
	if ( !number->more && number->digits <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22 )
	{
		const double digits = (double)number->digits;
		return exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent];
	}
	return exact_double( number );
}

bool fw_number_double( const char* bytes, size_t size, double* value )
{
	decimal number;
	if ( !scan_decimal( bytes, size, &number ) )
	{
		return false;
	}
	*value = number.negative ? -magnitude( &number ) : magnitude( &number );
	return true;
}
