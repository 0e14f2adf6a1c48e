# SPDX-License-Identifier: MIT
# Toolchain: WebAssembly by clang with wasi-libc, tests run by node. Debian: clang lld wasi-libc
# libclang-rt-dev-wasm32 nodejs.
set( CMAKE_SYSTEM_NAME Generic ) # a system for which CMake has no file
set( CMAKE_SYSTEM_PROCESSOR wasm32 )
set( FAIRWAY_WASM ON )
set( CMAKE_C_COMPILER clang )
set( CMAKE_C_COMPILER_TARGET wasm32-wasi )
find_program( FAIRWAY_LLVM_AR NAMES llvm-ar llvm-ar-14 REQUIRED )
find_program( FAIRWAY_LLVM_RANLIB NAMES llvm-ranlib llvm-ranlib-14 REQUIRED )
set( CMAKE_AR "${FAIRWAY_LLVM_AR}" )
set( CMAKE_RANLIB "${FAIRWAY_LLVM_RANLIB}" )
# The stack is 64 KiB by default, too little for the scratch memory of searches on it.
set( CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=8388608" )
set( CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY )
set( CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY )
find_program( FAIRWAY_NODE NAMES node nodejs REQUIRED )
# Older versions need an option that allows it.
execute_process( COMMAND "${FAIRWAY_NODE}" --experimental-wasi-unstable-preview1 -e 0 RESULT_VARIABLE FAIRWAY_NODE_FLAG
	OUTPUT_QUIET ERROR_QUIET )
if( FAIRWAY_NODE_FLAG EQUAL 0 )
	set( FAIRWAY_NODE_FLAG --experimental-wasi-unstable-preview1 )
else()
	set( FAIRWAY_NODE_FLAG )
endif()
set( CMAKE_CROSSCOMPILING_EMULATOR "${FAIRWAY_NODE}" --no-warnings ${FAIRWAY_NODE_FLAG}
	"${CMAKE_CURRENT_LIST_DIR}/../tests/wasm/run.mjs" )
