// SPDX-License-Identifier: MIT
// Rows of results, one per problem, for spreadsheets and scripts.
#include "csv.h"

#include <string.h>

void csv_header( FILE* file, bool poses )
{
	fprintf( file, "index,sx,sy,gx,gy,outcome,reference,length,cost,expanded,generated,microseconds%s\n",
	         poses ? ",legal,turned,best,ratio,map,method" : ",map,method,bucket,legal,excess" );
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

static void microseconds( FILE* file, const trip* done )
{
	fputc( ',', file );
	if ( done->microseconds >= 0.0 )
	{
		fprintf( file, "%.1f", done->microseconds );
	}
}

static void verdict( FILE* file, bool found, bool legal )
{
	fprintf( file, ",%s", !found ? "" : legal ? "1" : "0" );
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
	fprintf( file, ",%lld,%lld", (long long)result->counters.expanded, (long long)result->counters.generated );
	microseconds( file, done );
	if ( poses )
	{
		verdict( file, found, row->legal );
		figure( file, found, trip_turned( done ) );
		figure( file, row->best >= 0.0, row->best );
		figure( file, found && row->best > 0.0, result->length / row->best );
	}
	name( file, row->map );
	name( file, row->method != NULL ? row->method : done->resolved.method->name );
	if ( !poses )
	{
		fprintf( file, ",%d", (int)row->bucket );
		verdict( file, found, row->legal );
		figure( file, found && row->reference > 0.0, result->length / row->reference - 1.0 );
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
	microseconds( file, done );
	verdict( file, found, trip_legal( done ) );
	fputc( '\n', file );
}
