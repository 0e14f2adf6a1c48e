# SPDX-License-Identifier: MIT
# Toolchain: Windows on x86-64 by MinGW-w64, tests run by Wine where it is installed. Debian: gcc-mingw-w64-x86-64
# wine64.
set( CMAKE_SYSTEM_NAME Windows )
set( CMAKE_SYSTEM_PROCESSOR x86_64 )
set( CMAKE_C_COMPILER x86_64-w64-mingw32-gcc )
# Not found: the C++ examples are left out.
find_program( FAIRWAY_MINGW_CXX x86_64-w64-mingw32-g++ )
set( CMAKE_CXX_COMPILER "${FAIRWAY_MINGW_CXX}" )
set( CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 )
set( CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER )
set( CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY )
set( CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY )
set( CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY )
# Nothing needs a DLL of MinGW beside it.
set( CMAKE_EXE_LINKER_FLAGS_INIT -static )
set( CMAKE_SHARED_LINKER_FLAGS_INIT -static-libgcc )
find_program( FAIRWAY_WINE NAMES wine wine64 )
if( FAIRWAY_WINE )
	# In a Wine prefix of its own below the build folder, without downloads and without windows.
	set( CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_COMMAND}" -E env "WINEPREFIX=${CMAKE_BINARY_DIR}/wine" WINEDEBUG=-all
		"WINEDLLOVERRIDES=mscoree,mshtml=" "${FAIRWAY_WINE}" )
endif()
