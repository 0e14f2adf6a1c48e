# SPDX-License-Identifier: MIT
# Compiler settings of every target in this project. They are set for its folders, so a parent project keeps its own.

if( PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES )
	set( CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE )
endif()

# A compilation that was done before, in any build folder, is not done again. An empty CMAKE_C_COMPILER_LAUNCHER turns
# this off.
if( PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER )
	find_program( FAIRWAY_CCACHE ccache )
	mark_as_advanced( FAIRWAY_CCACHE )
	if( FAIRWAY_CCACHE )
		set( CMAKE_C_COMPILER_LAUNCHER "${FAIRWAY_CCACHE}" )
	endif()
endif()

set( CMAKE_C_STANDARD 17 )
set( CMAKE_C_STANDARD_REQUIRED ON )
set( CMAKE_C_VISIBILITY_PRESET hidden )

# A fused multiply-add rounds once, two operations round twice; the compiler chooses which to use for a*b+c, and the
# same input must give the same bits everywhere.
if( MSVC )
	# clang-cl sets MSVC too. A pragma in src/base/builtin.h keeps MSVC itself from fusing.
	add_compile_options( /fp:precise /utf-8 )
	if( CMAKE_C_COMPILER_ID MATCHES "Clang" )
		add_compile_options( /clang:-ffp-contract=off )
	endif()
	# fopen() and the like are standard C.
	add_compile_definitions( _CRT_SECURE_NO_WARNINGS )
else()
	add_compile_options( -ffp-contract=off )
endif()

# sqrt() and the like are in a library of their own, except with MSVC.
if( MSVC )
	set( FAIRWAY_LIBM "" )
else()
	set( FAIRWAY_LIBM m )
endif()

# For this project, not for one that builds Fairway inside itself with its own warnings.
if( PROJECT_IS_TOP_LEVEL AND MSVC )
	add_compile_options( /W3 )
elseif( PROJECT_IS_TOP_LEVEL )
	add_compile_options( -Wall -Wextra -Wpedantic -Wconversion -Wshadow )
	if( MINGW )
		# Its isfinite() converts to float a value that it has found to be one.
		add_compile_options( -Wno-float-conversion )
	endif()
endif()
if( FAIRWAY_WERROR AND MSVC )
	add_compile_options( /WX )
elseif( FAIRWAY_WERROR )
	add_compile_options( -Werror )
	if( CMAKE_C_COMPILER_ID STREQUAL "GNU" )
		# A warning, but no error: whether gcc can follow an initialization depends on what its optimizer inlined, so
		# correct code gets the warning at one level and not at the next. Valgrind and the clang build find the real
		# ones.
		add_compile_options( -Wno-error=maybe-uninitialized )
	endif()
endif()

# Lists are taken from the folders: a new file needs no edit here, where several people would meet. With
# CONFIGURE_DEPENDS the build checks the folders each time, so that added and removed files are noticed.
macro( fairway_files variable )
	file( GLOB ${variable} CONFIGURE_DEPENDS ${ARGN} )
endmacro()

# Programs beside the library may use the system (clocks, threads); the library keeps to plain C17.
find_package( Threads )
function( fairway_program name )
	add_executable( ${name} ${ARGN} )
	set_target_properties( ${name} PROPERTIES C_EXTENSIONS ON )
	target_link_libraries( ${name} PRIVATE ${FAIRWAY_LIBM} )
	if( TARGET Threads::Threads )
		target_link_libraries( ${name} PRIVATE Threads::Threads )
	endif()
endfunction()

# An installed library from pkg-config, as PkgConfig::<name>.
macro( fairway_need name reason )
	find_package( PkgConfig REQUIRED )
	pkg_check_modules( ${name} IMPORTED_TARGET GLOBAL ${name} )
	if( NOT ${name}_FOUND )
		message( FATAL_ERROR "${name} was not found: ${reason}. scripts/setup installs all that is needed." )
	endif()
endmacro()
