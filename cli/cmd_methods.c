// SPDX-License-Identifier: MIT
// fairway methods: the table of search methods.
#include "commands.h"
#include "message.h"

#include <jansson.h>
#include <stdio.h>

typedef struct trait_row
{
	uint32_t bit;
	const char* name;
} trait_row;

static const trait_row traits[] = {
    { FW_TRAIT_OPTIMAL, "optimal" }, { FW_TRAIT_HEADINGS, "headings" },   { FW_TRAIT_COSTS, "costs" },
    { FW_TRAIT_REVERSE, "reverse" }, { FW_TRAIT_ANY_ANGLE, "any-angle" }, { FW_TRAIT_CORNERS, "corners" },
    { FW_TRAIT_SQUARES, "squares" }, { FW_TRAIT_CLEARANCE, "clearance" }, { FW_TRAIT_HIERARCHY, "hierarchy" },
    { FW_TRAIT_GUIDE, "guide" },     { FW_TRAIT_LINKS, "links" },         { FW_TRAIT_SPEED, "speed" },
};

#define TRAIT_COUNT ( sizeof( traits ) / sizeof( traits[0] ) )

static void print_table( void )
{
	printf( "%-19s", "method" );
	for ( size_t i = 0; i < TRAIT_COUNT; i++ )
	{
		printf( "%-10s", traits[i].name );
	}
	printf( "summary\n" );
	for ( int32_t m = 0; m < fw_method_count(); m++ )
	{
		const fw_method* method = fw_method_at( m );
		printf( "%-19s", method->name );
		for ( size_t i = 0; i < TRAIT_COUNT; i++ )
		{
			printf( "%-10s", ( method->traits & traits[i].bit ) != 0 ? "yes" : "-" );
		}
		printf( "%s\n", method->summary );
	}
}

static json_t* method_json( const fw_method* method )
{
	json_t* object =
	    json_pack( "{s:s,s:s,s:i}", "name", method->name, "summary", method->summary, "ring", method->ring );
	bool good = object != NULL;
	for ( size_t i = 0; i < TRAIT_COUNT && good; i++ )
	{
		const bool has = ( method->traits & traits[i].bit ) != 0;
		good = json_object_set_new( object, traits[i].name, json_boolean( has ) ) == 0;
	}
	if ( !good )
	{
		json_decref( object );
		return NULL;
	}
	return object;
}

static bool print_json( void )
{
	json_t* list = json_array();
	bool good = list != NULL;
	for ( int32_t m = 0; m < fw_method_count() && good; m++ )
	{
		good = json_array_append_new( list, method_json( fw_method_at( m ) ) ) == 0;
	}
	good = good && json_dumpf( list, stdout, JSON_INDENT( 2 ) ) == 0;
	json_decref( list );
	printf( "\n" );
	return good;
}

int command_methods( options* given )
{
	if ( !given->json )
	{
		print_table();
		return EXIT_GOOD;
	}
	if ( !print_json() )
	{
		complain( "methods: %s", fw_status_text( FW_ERR_MEMORY ) );
		return EXIT_BAD;
	}
	return EXIT_GOOD;
}
