// SPDX-License-Identifier: MIT
// Which maps a scenario command runs on, and the scenario of each.
#define _POSIX_C_SOURCE 200809L
#include "scen_files.h"
#include "files.h"
#include "message.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAP_END ".map"
#define SCEN_END ".scen"

static bool is_folder( const char* name )
{
	struct stat about;
	return stat( name, &about ) == 0 && S_ISDIR( about.st_mode );
}

static bool exists( const char* name )
{
	struct stat about;
	return stat( name, &about ) == 0;
}

// Three texts as one, for free().
static char* join( const char* a, const char* b, const char* c )
{
	const size_t size = strlen( a ) + strlen( b ) + strlen( c ) + 1;
	char* made = malloc( size );
	if ( made != NULL )
	{
		snprintf( made, size, "%s%s%s", a, b, c );
	}
	return made;
}

static bool out_of_memory( void )
{
	complain( "scen: %s", fw_status_text( FW_ERR_MEMORY ) );
	return false;
}

// Takes both names, also where it fails.
static bool add( scen_files* all, char* map, char* scen )
{
	if ( all->count == all->capacity )
	{
		const size_t capacity = all->capacity * 2 + 16;
		scen_pair* grown = realloc( all->pairs, capacity * sizeof( scen_pair ) );
		all->pairs = grown != NULL ? grown : all->pairs;
		all->capacity = grown != NULL ? capacity : all->capacity;
	}
	if ( map == NULL || scen == NULL || all->count == all->capacity )
	{
		free( map );
		free( scen );
		return out_of_memory();
	}
	all->pairs[all->count++] = ( scen_pair ){ map, scen };
	return true;
}

static int compare_maps( const void* a, const void* b )
{
	return strcmp( ( (const scen_pair*)a )->map, ( (const scen_pair*)b )->map );
}

// A map of a folder, where it has a scenario.
static bool add_entry( const char* folder, const char* name, scen_files* all )
{
	const size_t size = strlen( folder );
	char* map = join( folder, size > 0 && folder[size - 1] == '/' ? "" : "/", name );
	char* scen = map != NULL ? join( map, SCEN_END, "" ) : NULL;
	if ( scen != NULL && !exists( scen ) )
	{
		free( map );
		free( scen );
		return true;
	}
	return add( all, map, scen );
}

static bool add_folder( const char* folder, scen_files* all )
{
	const size_t before = all->count;
	DIR* list = opendir( folder );
	if ( list == NULL )
	{
		complain( "%s: %s", folder, strerror( errno ) );
		return false;
	}
	bool good = true;
	for ( const struct dirent* entry = readdir( list ); entry != NULL && good; entry = readdir( list ) )
	{
		good = !file_ends_with( entry->d_name, MAP_END ) || add_entry( folder, entry->d_name, all );
	}
	closedir( list );
	if ( good && all->count == before )
	{
		complain( "%s: no NAME" MAP_END " with a NAME" MAP_END SCEN_END " beside it in this folder", folder );
		return false;
	}
	if ( good )
	{
		qsort( all->pairs + before, all->count - before, sizeof( scen_pair ), compare_maps );
	}
	return good;
}

bool scen_files_find( const options* given, scen_files* all )
{
	*all = ( scen_files ){ 0 };
	const char* const* files = given->files;
	if ( given->file_count == 2 && !file_ends_with( files[1], MAP_END ) && !is_folder( files[0] ) )
	{
		return add( all, join( files[0], "", "" ), join( files[1], "", "" ) );
	}
	bool good = true;
	for ( int32_t i = 0; i < given->file_count && good; i++ )
	{
		good = is_folder( files[i] ) ? add_folder( files[i], all )
		                             : add( all, join( files[i], "", "" ), join( files[i], SCEN_END, "" ) );
	}
	return good;
}

void scen_files_free( scen_files* all )
{
	for ( size_t i = 0; i < all->count; i++ )
	{
		free( all->pairs[i].map );
		free( all->pairs[i].scen );
	}
	free( all->pairs );
	*all = ( scen_files ){ 0 };
}
