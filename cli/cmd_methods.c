// SPDX-License-Identifier: MIT
// fairway methods: the table of search methods.
#include "commands.h"
#include "help.h"
#include "message.h"

#include <jansson.h>
#include <stdio.h>

typedef struct trait_row
{
	uint32_t bit;
	const char *name, *meaning;
} trait_row;

static const trait_row traits[] = {
    { FW_TRAIT_OPTIMAL, "optimal", "the shortest path on its own graph" },
    { FW_TRAIT_HEADINGS, "headings", "legal turns: honors headings and the turning radius" },
    { FW_TRAIT_COSTS, "costs", "honors terrain costs" },
    { FW_TRAIT_REVERSE, "reverse", "can use the reverse gear" },
    { FW_TRAIT_OUTLINE, "outline", "plans for units with an outline (--box, --outline)" },
    { FW_TRAIT_ANY_ANGLE, "any-angle", "lines in all directions" },
    { FW_TRAIT_CORNERS, "corners", "can search over tile corners (--anchor corner)" },
    { FW_TRAIT_SQUARES, "squares", "also plans for squares of several tiles (--size)" },
    { FW_TRAIT_CLEARANCE, "clearance", "searches one map of clearances; discs up to radius 0.5" },
    { FW_TRAIT_HIERARCHY, "hierarchy", "searches a hierarchy; discs up to radius 0.5" },
    { FW_TRAIT_GUIDE, "guide", "is led by a hierarchy" },
    { FW_TRAIT_LINKS, "links", "honors links and one-way tiles" },
    { FW_TRAIT_SPEED, "speed", "finds the least time" },
    { FW_TRAIT_LEGS, "legs", "goes leg by leg; units of a world plan the next one on arrival" },
};

#define TEXT_COLUMN 21 // behind the names
#define TRAIT_COUNT ( sizeof( traits ) / sizeof( traits[0] ) )

// What nearly everybody needs.
static const struct
{
	const char *name, *purpose;
} favorites[] = {
    { "auto", "anything, unless you know better; the same as naming none" },
    { "directional", "units that cannot turn on the spot: vehicles, ships, animals" },
    { "jps", "units that turn on the spot, on maps whose terrain costs are the same" },
    { "haastar-high", "squares of several sizes, long paths, terrain costs, maps that change" },
};

// The families of methods, by the first trait that one has.
static const struct
{
	uint32_t bit;
	const char* name;
} families[] = {
    { FW_TRAIT_HEADINGS, "Legal turns" },
    { FW_TRAIT_HIERARCHY, "Hierarchies" },
    { FW_TRAIT_ANY_ANGLE, "Any angle" },
    { 0, "Tile paths" },
};

#define FAMILY_COUNT ( (int32_t)( sizeof( families ) / sizeof( families[0] ) ) )

static int32_t family_of( const fw_method* method )
{
	int32_t i = 0;
	while ( families[i].bit != 0 && ( method->traits & families[i].bit ) == 0 )
	{
		i++;
	}
	return i;
}

static void print_method( const fw_method* method )
{
	const char* between = "";
	printf( "  %-18s ", method->name );
	help_words( method->summary, TEXT_COLUMN, TEXT_COLUMN );
	printf( "%*s", TEXT_COLUMN, "" );
	for ( size_t i = 0; i < TRAIT_COUNT; i++ )
	{
		if ( ( method->traits & traits[i].bit ) != 0 )
		{
			printf( "%s%s", between, traits[i].name );
			between = ", ";
		}
	}
	printf( "%s\n", between[0] == '\0' ? "-" : "" );
}

static void print_table( void )
{
	printf( "Which method?\n" );
	for ( size_t i = 0; i < sizeof( favorites ) / sizeof( favorites[0] ); i++ )
	{
		printf( "  %-18s %s\n", favorites[i].name, favorites[i].purpose );
	}
	for ( int32_t family = FAMILY_COUNT - 1; family >= 0; family-- )
	{
		printf( "\n%s\n", families[family].name );
		for ( int32_t m = 0; m < fw_method_count(); m++ )
		{
			if ( family_of( fw_method_at( m ) ) == family )
			{
				print_method( fw_method_at( m ) );
			}
		}
	}
	printf( "\nTraits\n" );
	for ( size_t i = 0; i < TRAIT_COUNT; i++ )
	{
		printf( "  %-18s %s\n", traits[i].name, traits[i].meaning );
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
