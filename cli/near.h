// SPDX-License-Identifier: MIT
// "Did you mean": the known word that is nearest to a misspelled one.
#ifndef CLI_NEAR_H
#define CLI_NEAR_H

#include <stddef.h>
#include <stdint.h>

#define NEAR_MAX 32 // bytes of a word that is compared, with the zero at its end

typedef struct near_word
{
	char word[NEAR_MAX]; // as written; empty where it is too long
	char best[NEAR_MAX]; // the nearest so far; empty: none is near
	int32_t distance;    // of that one
} near_word;

near_word near_begin( const char* word, size_t size );
void near_offer( near_word* near, const char* known );
void near_offer_choices( near_word* near, const char* choices ); // all of "a|b|c"
void near_offer_methods( near_word* near );
// "; did you mean 'PREFIXword'?", or what else to say where no word is near; `text` holds at least NEAR_TEXT bytes.
#define NEAR_TEXT 96
const char* near_text( const near_word* near, const char* prefix, const char* otherwise, char* text );

#endif
