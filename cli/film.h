// SPDX-License-Identifier: MIT
// Moving pictures of a scene: SVG that browsers play, GIF, and PNG of the last moment.
#ifndef CLI_FILM_H
#define CLI_FILM_H

#include "picture.h"
#include "recording.h"

// A scene that was played, and its picture without units at the begin.
typedef struct film
{
	const recording* tape;
	const simulation* run;
	const options* given;
	fw_grid* grid; // as it is at the moment that is drawn; the film's own
	int32_t edits; // that it has taken
	picture image;
	panel caption;
	char figures[192];
	char verdict[48];
	picture_kind kinds[SCENE_KINDS_MAX];
	picture_unit* units; // [unit_count]
	fw_vec2* trails;     // [unit_count * frames]
	picture_moment moment;
} film;

// Makes the film of a recording, at whose begin no unit is drawn yet. False, with a message for this file, where the
// view is outside of the map or memory is out; to be closed in any case.
bool film_open( film* of, const recording* tape, const simulation* run, const options* given, const char* file );
void film_close( film* of );
// Sets the units and the map to what they are at a frame; frames only go forwards.
fw_status film_show( film* of, int32_t frame );
fw_status film_rewind( film* of ); // the map is as at the begin again

#endif
