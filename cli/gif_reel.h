// SPDX-License-Identifier: MIT
// Films as GIF, frame by frame from whoever draws them.
#ifndef CLI_GIF_REEL_H
#define CLI_GIF_REEL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gif_reel
{
	int32_t frames, width, height;
	// Draws a frame, 0xRRGGBB row by row without gaps; NULL when memory is out. Frames only go forwards, up to
	// `rewind`.
	const uint32_t* ( *draw )( void* context, int32_t frame );
	bool ( *rewind )( void* context );
	int32_t ( *stay )( const void* context, int32_t frame ); // how long the frame is shown [1/100 s]
	void* context;
} gif_reel;

// Can there be a GIF of a map so large [pixels]? Says on standard error what is wrong; `show` is the option that shows
// less of it.
bool gif_reel_check( double width, double height, const char* file, const char* show );
// Writes all frames. Says on standard error what is wrong.
bool gif_reel_write( const gif_reel* reel, const char* file );

#endif
