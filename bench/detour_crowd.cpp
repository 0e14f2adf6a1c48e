// SPDX-License-Identifier: MIT
// Crowds driven by DetourCrowd (M. Mononen), which many game engines use: Debian's librecast-dev. The navigation mesh
// has the map's free tiles, eroded by the largest radius. No separation: with it units do not come to rest on their
// goals.
#include "crowds.h"

#include "DetourCrowd.h"
#include "DetourNavMesh.h"
#include "DetourNavMeshBuilder.h"
#include "DetourNavMeshQuery.h"
#include "Recast.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

// Missing where the library was built without assertions.
void dtAssertFailSetCustom( void ( *check )( const char*, const char*, int ) ) __attribute__( ( weak ) );

namespace
{

constexpr float cell_small = 0.1f; // side of a voxel [tiles]
constexpr float cell_large = 0.2f; // of maps larger than this [tiles]
constexpr int32_t side_large = 170;
constexpr float cell_huge = 0.25f;
constexpr int32_t side_huge = 700;
constexpr float cell_height = 0.1f;
constexpr int clearance = 10;         // above and below the ground [voxels]
constexpr int merged_region = 100;    // regions up to this size join others [voxels]
constexpr int voxels_end = 1 << 24;   // of one mesh
constexpr float longest_edge = 12.0f; // [tiles]
constexpr float acceleration = (float)CROWDS_ACCELERATION;
constexpr float outlines[] = { 0.25f, 0.9f }; // how near the mesh follows walls [voxels]
const char* const settings[] = { "outline 0.25", "outline 0.9", nullptr };

struct engine
{
	std::unique_ptr<dtNavMesh, decltype( &dtFreeNavMesh )> mesh{ nullptr, dtFreeNavMesh };
	std::unique_ptr<dtCrowd, decltype( &dtFreeCrowd )> crowd{ nullptr, dtFreeCrowd };
	int32_t count = 0;
};

void must( bool good, const char* what )
{
	if ( !good )
	{
		std::fprintf( stderr, "bench: DetourCrowd: %s\n", what );
		std::exit( EXIT_FAILURE );
	}
}

template <typename T>
T* made( T* memory )
{
	must( memory != nullptr, "memory" );
	return memory;
}

float largest_radius( const crowds_problem& problem )
{
	double radius = 0.0;
	for ( int32_t i = 0; i < problem.count; i++ )
	{
		radius = std::max( radius, problem.units[i].radius );
	}
	return (float)radius;
}

// Free tiles as one flat layer of voxels.
void fill( rcContext& context, const fw_grid* grid, float cell, rcHeightfield& field )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	const float low[] = { 0.0f, 0.0f, 0.0f };
	const float high[] = { (float)width, 1.0f, (float)height };
	const int each = (int)std::lround( 1.0f / cell );
	must( rcCreateHeightfield( &context, field, width * each, height * each, low, high, cell, cell_height ), "field" );
	for ( int y = 0; y < height * each; y++ )
	{
		for ( int x = 0; x < width * each; x++ )
		{
			if ( fw_grid_passable( grid, x / each, y / each, FW_CAP_GROUND | FW_CAP_SWAMP ) )
			{
				must( rcAddSpan( &context, field, x, y, 0, 1, RC_WALKABLE_AREA, 1 ), "voxels" );
			}
		}
	}
}

// False where there are more voxels or vertices than one mesh can have.
bool build_polygons( const crowds_problem& problem, float cell, float outline, rcPolyMesh& polygons )
{
	rcContext context( false );
	const std::unique_ptr<rcHeightfield, decltype( &rcFreeHeightField )> field( made( rcAllocHeightfield() ),
	                                                                            rcFreeHeightField );
	const std::unique_ptr<rcCompactHeightfield, decltype( &rcFreeCompactHeightfield )> ground(
	    made( rcAllocCompactHeightfield() ), rcFreeCompactHeightfield );
	const std::unique_ptr<rcContourSet, decltype( &rcFreeContourSet )> contours( made( rcAllocContourSet() ),
	                                                                             rcFreeContourSet );
	const int radius = (int)std::ceil( largest_radius( problem ) / cell - 1e-3f );
	fill( context, problem.grid, cell, *field );
	if ( rcGetHeightFieldSpanCount( &context, *field ) >= voxels_end )
	{
		return false;
	}
	must( rcBuildCompactHeightfield( &context, clearance, 1, *field, *ground ) &&
	          rcErodeWalkableArea( &context, radius, *ground ) && rcBuildDistanceField( &context, *ground ) &&
	          rcBuildRegions( &context, *ground, 0, 0, merged_region ) &&
	          rcBuildContours( &context, *ground, outline, (int)( longest_edge / cell ), *contours ),
	      "outlines" );
	if ( !rcBuildPolyMesh( &context, *contours, DT_VERTS_PER_POLYGON, polygons ) )
	{
		return false;
	}
	for ( int i = 0; i < polygons.npolys; i++ )
	{
		polygons.areas[i] = 0;
		polygons.flags[i] = 1;
	}
	return true;
}

bool build_mesh( const crowds_problem& problem, float cell, float outline, engine& out )
{
	const std::unique_ptr<rcPolyMesh, decltype( &rcFreePolyMesh )> polygons( made( rcAllocPolyMesh() ),
	                                                                         rcFreePolyMesh );
	if ( !build_polygons( problem, cell, outline, *polygons ) )
	{
		return false;
	}
	dtNavMeshCreateParams given = {};
	given.verts = polygons->verts;
	given.vertCount = polygons->nverts;
	given.polys = polygons->polys;
	given.polyAreas = polygons->areas;
	given.polyFlags = polygons->flags;
	given.polyCount = polygons->npolys;
	given.nvp = polygons->nvp;
	given.walkableHeight = (float)clearance * cell_height;
	given.walkableRadius = largest_radius( problem );
	given.walkableClimb = cell_height;
	given.cs = cell;
	given.ch = cell_height;
	given.buildBvTree = true;
	std::copy_n( polygons->bmin, 3, given.bmin );
	std::copy_n( polygons->bmax, 3, given.bmax );
	unsigned char* data = nullptr;
	int size = 0;
	must( dtCreateNavMeshData( &given, &data, &size ), "navigation mesh" );
	out.mesh.reset( made( dtAllocNavMesh() ) );
	must( dtStatusSucceed( out.mesh->init( data, size, DT_TILE_FREE_DATA ) ), "navigation mesh" );
	return true;
}

// The best of the four qualities of avoidance that its demo has.
dtObstacleAvoidanceParams best_avoidance( const dtCrowd& crowd )
{
	dtObstacleAvoidanceParams avoidance = *crowd.getObstacleAvoidanceParams( 0 );
	avoidance.velBias = 0.5f;
	avoidance.adaptiveDivs = 7;
	avoidance.adaptiveRings = 3;
	avoidance.adaptiveDepth = 3;
	return avoidance;
}

void add( engine& e, const crowds_unit& unit )
{
	dtCrowdAgentParams how = {};
	how.radius = (float)unit.radius;
	how.height = (float)clearance * cell_height;
	how.maxAcceleration = acceleration;
	how.maxSpeed = (float)CROWDS_SPEED;
	how.collisionQueryRange = 12.0f * how.radius;
	how.pathOptimizationRange = 30.0f * how.radius;
	how.updateFlags =
	    DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO | DT_CROWD_OBSTACLE_AVOIDANCE;
	const float start[] = { (float)unit.start_x + 0.5f, cell_height, (float)unit.start_y + 0.5f };
	const float goal[] = { (float)unit.goal_x + 0.5f, cell_height, (float)unit.goal_y + 0.5f };
	float nearest[3];
	dtPolyRef polygon = 0;
	const int agent = e.crowd->addAgent( start, &how );
	must( agent == e.count++, "agent" );
	e.crowd->getNavMeshQuery()->findNearestPoly( goal, e.crowd->getQueryHalfExtents(), e.crowd->getFilter( 0 ),
	                                             &polygon, nearest );
	must( polygon != 0 && e.crowd->requestMoveTarget( agent, polygon, nearest ), "goal" );
}

// A path that fills its array is not too long: version 1.6 no longer asserts that.
void check_failed( const char* expression, const char* file, int line )
{
	if ( std::strcmp( expression, "npath < m_maxPath" ) != 0 )
	{
		std::fprintf( stderr, "bench: DetourCrowd: %s:%d: %s\n", file, line, expression );
		std::abort();
	}
}

void* create( const crowds_problem* problem, int32_t setting )
{
	const int32_t side = std::max( fw_grid_width( problem->grid ), fw_grid_height( problem->grid ) );
	const float cell = side > side_huge ? cell_huge : side > side_large ? cell_large : cell_small;
	auto e = std::make_unique<engine>();
	if ( dtAssertFailSetCustom != nullptr )
	{
		dtAssertFailSetCustom( check_failed );
	}
	if ( !build_mesh( *problem, cell, outlines[setting], *e ) )
	{
		return nullptr;
	}
	e->crowd.reset( made( dtAllocCrowd() ) );
	must( e->crowd->init( problem->count, largest_radius( *problem ), e->mesh.get() ), "crowd" );
	const dtObstacleAvoidanceParams avoidance = best_avoidance( *e->crowd );
	e->crowd->setObstacleAvoidanceParams( 0, &avoidance );
	for ( int32_t i = 0; i < problem->count; i++ )
	{
		add( *e, problem->units[i] );
	}
	return e.release();
}

void destroy( void* self )
{
	delete static_cast<engine*>( self );
}

void step( void* self, double seconds )
{
	static_cast<engine*>( self )->crowd->update( (float)seconds, nullptr );
}

void read( const void* self, crowds_point* positions )
{
	const auto* e = static_cast<const engine*>( self );
	for ( int32_t i = 0; i < e->count; i++ )
	{
		const float* at = e->crowd->getAgent( i )->npos;
		positions[i] = { at[0], at[2] };
	}
}

} // namespace

extern "C" const crowds_engine crowds_detour = { "detour", settings, create, destroy, step, read, nullptr };
