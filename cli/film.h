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

// Does the file name end like a film?
bool film_is_name( const char* file );
// Can one be made of the scene? To be asked before the units are on their way. Tells what is wrong on standard error.
bool film_check( const scene* of, const options* given, const char* file );
// Writes one, its kind by the end of the name. Tells what is wrong on standard error.
bool film_write( const recording* tape, const simulation* run, const options* given, const char* file );

// Sets the units and the map to what they are at a frame; frames only go forwards.
fw_status film_show( film* of, int32_t frame );
fw_status film_rewind( film* of ); // the map is as at the begin again
// Each kind of film by itself.
bool film_write_svg( film* of, const char* file );
bool film_write_gif( film* of, const char* file );

#endif
