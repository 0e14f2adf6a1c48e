// SPDX-License-Identifier: MIT
// Rows of results, one per problem, for spreadsheets and scripts.
#include "csv.h"

#include <string.h>

void csv_header( FILE* file, bool poses )
{
	fprintf( file, "index,sx,sy,gx,gy,outcome,reference,length,cost,expanded,generated,microseconds%s\n",
	         poses ? ",legal,turned,best,ratio,map,method" : ",map,method,bucket" );
}

// A name, in quotes where it would not be one field.
static void name( FILE* file, const char* text )
{
	const bool plain = strpbrk( text, ",\"\n\r" ) == NULL;
	fputs( plain ? "," : ",\"", file );
	for ( ; *text != '\0'; text++ )
	{
		fputs( *text == '"' ? "\"" : "", file );
		fputc( *text, file );
	}
	fputs( plain ? "" : "\"", file );
}

// A figure, or nothing where there is none.
static void figure( FILE* file, bool given, double value )
{
	if ( given )
	{
		fprintf( file, ",%.15g", value );
	}
	else
	{
		fputc( ',', file );
	}
}

void csv_row( FILE* file, const record* row, const trip* done, bool poses )
{
	const fw_result* result = &done->result;
	const bool found = result->outcome == FW_FOUND;
	fprintf( file, "%lld,%.15g,%.15g,%.15g,%.15g,%s", (long long)row->index, row->sx, row->sy, row->gx, row->gy,
	         fw_outcome_text( result->outcome ) );
	figure( file, row->reference >= 0.0, row->reference );
	figure( file, found, result->length );
	figure( file, found, result->cost );
	fprintf( file, ",%lld,%lld,%.1f", (long long)result->counters.expanded, (long long)result->counters.generated,
	         done->microseconds );
	if ( poses )
	{
		fprintf( file, ",%s", !found ? "" : row->legal ? "1" : "0" );
		figure( file, found, trip_turned( done ) );
		figure( file, row->best >= 0.0, row->best );
		figure( file, found && row->best > 0.0, result->length / row->best );
	}
	name( file, row->map );
	name( file, done->resolved.method->name );
	if ( !poses )
	{
		fprintf( file, ",%d", (int)row->bucket );
	}
	fputc( '\n', file );
}

void csv_paths_header( FILE* file )
{
	fprintf( file, "index,path,method,outcome,length,cost,turns,expanded,generated,microseconds,legal\n" );
}

void csv_paths_row( FILE* file, int32_t index, const char* title, const trip* done )
{
	const fw_result* result = &done->result;
	const bool found = result->outcome == FW_FOUND;
	fprintf( file, "%d", (int)index );
	name( file, title );
	name( file, done->resolved.method->name );
	fprintf( file, ",%s", fw_outcome_text( result->outcome ) );
	figure( file, found, result->length );
	figure( file, found, result->cost );
	figure( file, found, fw_path_turn_count( &result->path ) );
	fprintf( file, ",%lld,%lld", (long long)result->counters.expanded, (long long)result->counters.generated );
	fputc( ',', file );
	if ( done->microseconds >= 0.0 )
	{
		fprintf( file, "%.1f", done->microseconds );
	}
	fprintf( file, ",%s\n", !found ? "" : trip_legal( done ) ? "1" : "0" );
}
