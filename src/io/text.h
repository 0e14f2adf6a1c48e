// SPDX-License-Identifier: MIT
// A cursor over a text that knows its line and column, reads words and numbers, and says what it did not find.
#ifndef FW_IO_TEXT_H
#define FW_IO_TEXT_H

#include "base/file.h"

typedef struct fw_text
{
	const char* bytes;
	size_t size;
	size_t at;
	size_t line_start;
	int32_t line;        // from 1
	fw_refusal* refusal; // may be null
} fw_text;

// A part of one line, by default up to the next blank. A size of 0 means that nothing is left on the line.
typedef struct fw_word
{
	size_t at, size;
} fw_word;

// The word at the cursor, to refuse it.
FW_INLINE fw_word fw_text_here( const fw_text* text )
{
	return ( fw_word ){ .at = text->at };
}

// What readers check first: the pointer for the result, by its name, and that a text has bytes, not too many.
fw_status fw_text_check( const char* bytes, size_t size, const char* name, const void* result, fw_refusal* refusal );

// Steps over a byte order mark.
fw_text fw_text_begin( const char* bytes, size_t size, fw_refusal* refusal );
// Takes a word and the blanks before it.
fw_word fw_text_word( fw_text* text );
bool fw_text_is( const fw_text* text, fw_word word, const char* name );
// Takes blanks and the line end. False if something else is there; the cursor is then on it.
bool fw_text_end_line( fw_text* text );
// The same; refuses anything else.
fw_status fw_text_finish_line( fw_text* text );
// Takes blank lines; the cursor is then at the beginning of a line that is not blank, or at the end of the text: false.
bool fw_text_next_line( fw_text* text );

// Goes to the beginning of the next line, or to the end of the text.
void fw_text_skip_line( fw_text* text );

FW_INLINE bool fw_text_at_end( const fw_text* text )
{
	return text->at == text->size;
}

// Reports "expected <what>, found <what the word's bytes are>" at a word of the current line and returns the status.
// A "%g" in `what` becomes the number.
fw_status fw_text_fail( const fw_text* text, fw_word found, fw_status status, const char* what, int32_t number );

// Reads a word as a number within a range; a number above it fails with the status `above`, anything else with
// #FW_ERR_SYNTAX. A "%g" in `what` becomes `most`.
fw_status fw_text_int( const fw_text* text, fw_word word, const char* what, int32_t least, int32_t most,
                       fw_status above, int32_t* value );
fw_status fw_text_double( const fw_text* text, fw_word word, const char* what, double least, double most,
                          double* value );

// A whole number that fills all bytes: an optional sign and digits. Beyond int64_t it stays at the nearest end, so that
// a range test refuses it. False if the bytes are not such a number. Numbers do not depend on the locale and the C
// library.
bool fw_number_int( const char* bytes, size_t size, int64_t* value );
// A decimal number that fills all bytes: an optional sign, digits with an optional point, an optional exponent.
// Correctly rounded for up to 19 significant digits; later digits move the result by less than 0.01 ulp. Infinite if
// too large. False if the bytes are not such a number.
bool fw_number_double( const char* bytes, size_t size, double* value );

// Refuses control characters.
fw_status fw_text_check_name( const fw_text* text, fw_word word );

#endif
