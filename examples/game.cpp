// SPDX-License-Identifier: MIT
// Fairway from C++17: three kinds of owners give back what they hold, a status that is not FW_OK throws, and the calls
// are those of C. A lorry, a jeep and a soldier race across a map, and each is timed.
#include <fairway/fairway.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
template <auto Destroy>
struct destroyer
{
	template <class T>
	void operator()( T* object ) const
	{
		Destroy( object );
	}
};
using grid_ptr = std::unique_ptr<fw_grid, destroyer<fw_grid_destroy>>;
using planner_ptr = std::unique_ptr<fw_planner, destroyer<fw_planner_destroy>>;
using profile_ptr = std::unique_ptr<fw_profile, destroyer<fw_profile_destroy>>;

struct result : fw_result
{
	result()
	{
		fw_result_init( this, nullptr );
	}
	~result()
	{
		fw_result_free( this );
	}
	result( const result& ) = delete;
	result& operator=( const result& ) = delete;
};

void check( fw_status status )
{
	if ( status != FW_OK )
	{
		throw std::runtime_error( fw_status_text( status ) );
	}
}

// Calls make( &object ) and owns what it made.
template <class Owner, class Make>
Owner own( Make make )
{
	typename Owner::pointer object = nullptr;
	check( make( &object ) );
	return Owner( object );
}

struct runner
{
	std::string name;
	fw_unit unit = fw_default_unit();
	double length = 0; // [tiles]
	double time = 0;   // [s]
};

std::vector<runner> field()
{
	std::vector<runner> runners( 3 );
	runners[0].name = "lorry";
	runners[0].unit.radius = 0.49;
	runners[0].unit.turning_radius = 2.5;
	runners[0].unit.speed = 3;
	runners[1].name = "jeep";
	runners[1].unit.turning_radius = 1.5;
	runners[1].unit.speed = 5;
	runners[2].name = "soldier"; // turns on the spot
	runners[2].unit.radius = 0.3;
	runners[2].unit.speed = 1.5;
	return runners;
}

void race( fw_planner* planner, runner& r )
{
	fw_plan plan = fw_default_plan();
	plan.unit = r.unit;
	plan.start = fw_make_pose( 26.5, 70.5, fw_radians( -45 ) );
	plan.goal = fw_make_pose( 104.5, 48.5, 0 );
	result found;
	check( fw_planner_run( planner, &plan, &found, NULL ) );
	if ( found.outcome != FW_FOUND )
	{
		throw std::runtime_error( r.name + ": " + fw_reason_text( found.reason ) );
	}
	fw_profile_def def = fw_default_profile_def();
	def.unit = r.unit;
	const auto profile =
	    own<profile_ptr>( [&]( fw_profile** p ) { return fw_profile_create( &def, &found.path, p, NULL ); } );
	r.length = found.path.length;
	r.time = fw_profile_time( profile.get() );
}
} // namespace

int main( int argc, char** argv )
{
	try
	{
		const char* file = argc > 1 ? argv[1] : "maps/harbour.map";
		const auto grid = own<grid_ptr>( [&]( fw_grid** p ) { return fw_map_load( file, nullptr, p, nullptr ); } );
		const auto planner =
		    own<planner_ptr>( [&]( fw_planner** p ) { return fw_planner_create( grid.get(), nullptr, p, NULL ); } );
		std::vector<runner> runners = field();
		for ( runner& r : runners )
		{
			race( planner.get(), r );
		}
		std::sort( runners.begin(), runners.end(), []( const runner& a, const runner& b ) { return a.time < b.time; } );
		for ( const runner& r : runners )
		{
			std::printf( "%-8s %6.1f tiles %6.1f s\n", r.name.c_str(), r.length, r.time );
		}
		return 0;
	}
	catch ( const std::exception& e )
	{
		std::fprintf( stderr, "game: %s\n", e.what() );
		return 1;
	}
}
