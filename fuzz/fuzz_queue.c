// SPDX-License-Identifier: MIT
// Queues: requests of any priority are added, queried, canceled and taken, and the map is edited, between frames of any
// budget. No frame exceeds its budget, the counts are right, no request with lower priority overtakes a waiting one,
// handles of removed requests are recognized, and each answer is that of a planner of its own on the current map.
#include "world.h"

#define REQUESTS_MAX 48
#define FRAMES_MAX 4000000

static const char* const methods[] = { "astar", "jps",         "auto",      "haastar-high", "aastar",
                                       "theta", "directional", "no-method", "astar-turns",  NULL };
#define METHODS ( sizeof( methods ) / sizeof( methods[0] ) )

typedef struct request
{
	fw_request id; // 0: none
	fw_plan plan;
	int64_t order; // by the order of service
	int64_t edits; // revision of the map before it was added
	bool fresh;    // it has never left the line of quick requests
} request;

typedef struct stage
{
	world w;
	fw_planner* planner;
	fw_planner* other;
	fw_queue* queue;
	fw_queue_def def;
	request requests[REQUESTS_MAX];
	int32_t count; // of all added requests
	int64_t edits;
	fw_result result, wanted;
} stage;

static fw_queue_def def_of( input* in, fw_planner* planner )
{
	fw_queue_def def = fw_default_queue_def();
	def.planner = planner;
	def.capacity = 1 + (int32_t)take( in, 20 );
	def.contexts = 1 + (int32_t)take( in, 4 );
	def.frame_expansions = 2 + take( in, chance( in, 3 ) ? 3000 : 60 );
	def.slow_expansions = chance( in, 3 ) ? take( in, (uint32_t)def.frame_expansions ) : 0;
	def.slow_after = 1 + take( in, 400 );
	def.aging = 1 + (int32_t)take( in, 12 );
	return def;
}

// Definitions out of range are refused, and nothing is made.
static void check_refused( input* in, const fw_queue_def* good )
{
	static const int64_t wild[] = { 0, -1, 1, 2, INT32_MAX, INT32_MIN, 1000000000, 1000000001, INT64_MAX, INT64_MIN };
	fw_queue_def def = *good;
	fw_queue* queue = NULL;
	const int64_t value = wild[take( in, sizeof( wild ) / sizeof( wild[0] ) )];
	const uint32_t field = take( in, 7 );
	bool bad = false;
	// Memory for a million requests is not tested here.
	const int32_t small = value > INT32_MAX || value < INT32_MIN || value == 1000000000 ? INT32_MAX : (int32_t)value;
	switch ( field )
	{
	case 0:
		def.capacity = small;
		bad = small < 1 || small > FW_QUEUE_MAX_CAPACITY;
		break;
	case 1:
		def.contexts = small;
		bad = small < 1 || small > FW_QUEUE_MAX_CONTEXTS;
		break;
	case 2:
		def.frame_expansions = value;
		bad = value < 2 || value > 1000000000 || def.slow_expansions >= value;
		break;
	case 3:
		def.slow_expansions = value;
		bad = value < 0 || value >= def.frame_expansions;
		break;
	case 4:
		def.slow_after = value;
		bad = value < 1 || value > 1000000000;
		break;
	case 5:
		def.aging = small;
		bad = small < 1 || small > 1000000;
		break;
	default:
		def.planner = value == 0 ? NULL : def.planner;
		bad = value == 0;
		break;
	}
	CHECK( fw_queue_create( &def, &queue, NULL ) == ( bad ? FW_ERR_ARGUMENT : FW_OK ) );
	fw_queue_destroy( queue );
	def.cookie++;
	CHECK( fw_queue_create( &def, &queue, NULL ) == FW_ERR_DEF );
}

static void add( input* in, stage* s )
{
	request* r = &s->requests[s->count];
	*r = ( request ){ .edits = s->edits, .fresh = true };
	r->plan = world_plan( in, &s->w, methods, METHODS );
	r->plan.options.max_expansions = chance( in, 3 ) ? 0 : r->plan.options.max_expansions;
	r->plan.options.weight = chance( in, 24 ) ? world_wild( in ) : 0.0;
	const int32_t priority = chance( in, 16 ) ? (int32_t)take( in, 0 ) : (int32_t)take( in, 7 ) - 3;
	const fw_status status = fw_queue_add( s->queue, &r->plan, priority, (uint64_t)s->count, &r->id, NULL );
	if ( priority < -FW_QUEUE_MAX_PRIORITY || priority > FW_QUEUE_MAX_PRIORITY )
	{
		CHECK( status == FW_ERR_ARGUMENT );
		return;
	}
	const bool known = r->plan.method == NULL || fw_method_find( r->plan.method ) != NULL;
	CHECK( known ? status == FW_OK || status == FW_ERR_CAPACITY : status == FW_ERR_UNKNOWN );
	CHECK( status == FW_OK || r->id == 0 );
	if ( status == FW_OK )
	{
		fw_request_info info;
		CHECK( fw_queue_info( s->queue, r->id, &info ) == FW_OK );
		CHECK( info.state == FW_REQUEST_WAITING && info.priority == priority && info.tag == (uint64_t)s->count );
		r->order = info.added - (int64_t)priority * s->def.aging;
		s->count++;
	}
}

// The answer of a planner of its own on the map as it is now. A limit counts also what was searched before an edit.
static void check_answer( stage* s, const request* r, const fw_request_info* info )
{
	const fw_status status = fw_planner_run( s->other, &r->plan, &s->wanted, NULL );
	const bool limited = r->plan.options.max_expansions > 0 && r->edits != s->edits;
	CHECK( info->status == status || limited );
	if ( status != FW_OK || info->status != FW_OK || ( limited && s->wanted.outcome != s->result.outcome ) )
	{
		return;
	}
	if ( r->edits == s->edits )
	{
		check_same_result( &s->result, &s->wanted );
	}
	else if ( !limited )
	{
		CHECK( s->result.outcome == s->wanted.outcome && s->result.reason == s->wanted.reason );
		check_same_path( &s->result.path, &s->wanted.path );
	}
	CHECK( r->plan.options.max_expansions <= 0 || s->result.counters.expanded <= r->plan.options.max_expansions );
}

static void forget( stage* s, request* r )
{
	fw_request_info info;
	CHECK( fw_queue_info( s->queue, r->id, &info ) == FW_ERR_UNKNOWN );
	CHECK( fw_queue_take( s->queue, r->id, &s->result ) == FW_ERR_UNKNOWN );
	CHECK( fw_queue_cancel( s->queue, r->id ) == FW_ERR_UNKNOWN );
	CHECK( fw_queue_best( s->queue, r->id, &s->result ) == FW_ERR_UNKNOWN );
	r->id = 0;
}

static void take_all_done( stage* s )
{
	for ( fw_request id = fw_queue_poll( s->queue ); id != 0; id = fw_queue_poll( s->queue ) )
	{
		fw_request_info info;
		CHECK( fw_queue_info( s->queue, id, &info ) == FW_OK && info.state == FW_REQUEST_DONE );
		request* r = &s->requests[info.tag];
		CHECK( r->id == id && info.done >= info.added );
		CHECK( fw_queue_take( s->queue, id, &s->result ) == FW_OK );
		CHECK( info.status == FW_OK || s->result.path.count == 0 );
		check_answer( s, r, &info );
		forget( s, r );
	}
}

// No waiting request should have been served before a served one.
static void check_order( stage* s )
{
	int64_t served = INT64_MIN;
	int64_t waiting = INT64_MAX;
	for ( int32_t i = 0; i < s->count; i++ )
	{
		request* r = &s->requests[i];
		fw_request_info info;
		if ( r->id == 0 || !r->fresh )
		{
			continue;
		}
		CHECK( fw_queue_info( s->queue, r->id, &info ) == FW_OK );
		r->fresh = info.state == FW_REQUEST_WAITING && !info.slow;
		served = !r->fresh && r->order > served ? r->order : served;
		waiting = r->fresh && r->order < waiting ? r->order : waiting;
	}
	CHECK( served <= waiting );
}

static void frame( stage* s )
{
	fw_queue_stats stats;
	CHECK( fw_queue_frame( s->queue, &stats ) == FW_OK );
	CHECK( stats.expansions >= 0 && stats.expansions <= s->def.frame_expansions );
	CHECK( stats.charges >= 0 && stats.debt >= 0 );
	int32_t counts[3] = { 0 };
	for ( int32_t i = 0; i < s->count; i++ )
	{
		fw_request_info info;
		if ( s->requests[i].id != 0 )
		{
			CHECK( fw_queue_info( s->queue, s->requests[i].id, &info ) == FW_OK );
			counts[info.state]++;
		}
	}
	CHECK( counts[FW_REQUEST_WAITING] == stats.waiting && counts[FW_REQUEST_RUNNING] == stats.running &&
	       counts[FW_REQUEST_DONE] == stats.done && stats.running <= s->def.contexts );
	check_order( s );
	take_all_done( s );
}

static void look_at( input* in, stage* s )
{
	request* r = &s->requests[take( in, REQUESTS_MAX )];
	fw_request_info info;
	if ( r->id == 0 )
	{
		// A handle that was never given out.
		CHECK( fw_queue_cancel( s->queue, take( in, 0 ) & ~( (fw_request)1 << 32 ) ) == FW_ERR_UNKNOWN );
		return;
	}
	if ( chance( in, 2 ) )
	{
		CHECK( fw_queue_cancel( s->queue, r->id ) == FW_OK );
		forget( s, r );
		return;
	}
	CHECK( fw_queue_info( s->queue, r->id, &info ) == FW_OK );
	CHECK( fw_queue_take( s->queue, r->id, &s->result ) == FW_ERR_STATE );
	const fw_status status = fw_queue_best( s->queue, r->id, &s->result );
	CHECK( status == FW_OK || status == FW_ERR_UNSUPPORTED );
	if ( status == FW_OK && s->result.path.count > 0 )
	{
		fw_unit driver = r->plan.unit;
		fw_resolved_plan resolved;
		CHECK( fw_plan_resolve( s->w.grid, &r->plan, &resolved, NULL ) == FW_OK );
		driver.turning_radius = resolved.turning_radius;
		check_legal( s->w.grid, &driver, &s->result.path );
	}
}

static void play( input* in, stage* s )
{
	while ( in->left > 0 && s->count < REQUESTS_MAX )
	{
		switch ( take( in, 8 ) )
		{
		case 0:
			world_edit( in, &s->w );
			s->edits++;
			break;
		case 1:
			look_at( in, s );
			break;
		case 2:
		case 3:
			frame( s );
			break;
		default:
			add( in, s );
			break;
		}
	}
	// Without edits all requests are served in the end.
	int32_t left = s->count;
	for ( int32_t i = 0; left > 0; i++ )
	{
		CHECK( i < FRAMES_MAX );
		frame( s );
		left = 0;
		for ( int32_t k = 0; k < s->count; k++ )
		{
			left += s->requests[k].id != 0 ? 1 : 0;
		}
	}
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	input in = { data, size };
	stage s = { 0 };
	world_open( &in, &s.w );
	fw_result_init( &s.result, &s.w.allocator );
	fw_result_init( &s.wanted, &s.w.allocator );
	CHECK( fw_planner_create( s.w.grid, &s.w.allocator, &s.planner, NULL ) == FW_OK );
	CHECK( fw_planner_create( s.w.grid, &s.w.allocator, &s.other, NULL ) == FW_OK );
	s.def = def_of( &in, s.planner );
	check_refused( &in, &s.def );
	CHECK( fw_queue_create( &s.def, &s.queue, NULL ) == FW_OK );
	play( &in, &s );
	fw_queue_destroy( s.queue );
	fw_planner_destroy( s.planner );
	fw_planner_destroy( s.other );
	fw_result_free( &s.result );
	fw_result_free( &s.wanted );
	world_close( &s.w );
	return 0;
}
