# SPDX-License-Identifier: MIT
# Headers, library, program, and the files with which CMake's find_package() and pkg-config find them. The static and
# the shared library may be installed side by side from two build folders, so each has its own file of targets.
if( BUILD_SHARED_LIBS )
	set( kind shared )
else()
	set( kind static )
endif()
set( package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fairway" )

install( DIRECTORY "${PROJECT_SOURCE_DIR}/include/fairway" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
	FILES_MATCHING PATTERN "*.h" )
install( TARGETS fairway EXPORT fairway_targets
	ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
	LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
	RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" )
if( TARGET fairway_cli )
	install( TARGETS fairway_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" )
	# Shells and man look for these folders below share.
	if( TARGET fairway_pages )
		install( DIRECTORY "${PROJECT_BINARY_DIR}/cli/share/" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}" )
	endif()
endif()

install( EXPORT fairway_targets NAMESPACE fairway:: FILE "fairway-${kind}-targets.cmake" DESTINATION "${package_dir}" )
# Before 1.0 a minor version may break callers.
write_basic_package_version_file( "${PROJECT_BINARY_DIR}/fairway-config-version.cmake" COMPATIBILITY SameMinorVersion )
configure_package_config_file( "${PROJECT_SOURCE_DIR}/cmake/fairway-config.cmake.in"
	"${PROJECT_BINARY_DIR}/fairway-config.cmake" INSTALL_DESTINATION "${package_dir}" )
install( FILES "${PROJECT_BINARY_DIR}/fairway-config.cmake" "${PROJECT_BINARY_DIR}/fairway-config-version.cmake"
	DESTINATION "${package_dir}" )

# The .pc file derives its prefix from its own location, so that `cmake --install --prefix` and moved trees work.
set( pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig" )
if( IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}" )
	set( pc_prefix "${CMAKE_INSTALL_PREFIX}" )
	set( pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}" )
	set( pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}" )
else()
	file( RELATIVE_PATH pc_up "/${pc_dir}" "/" )
	string( REGEX REPLACE "/$" "" pc_up "${pc_up}" )
	set( pc_prefix "\${pcfiledir}/${pc_up}" )
	set( pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}" )
	set( pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}" )
endif()
# The static library by its file name, where there is one: -lfairway would prefer the shared one beside it, and programs
# would then not start from a prefix that the loader does not search. So pkg-config and CMake choose alike.
if( BUILD_SHARED_LIBS )
	set( pc_cflags " -DFW_SHARED" )
	set( pc_libs "-L\${libdir} -lfairway" )
else()
	set( pc_cflags "" )
	set( pc_libs "\${libdir}/${CMAKE_STATIC_LIBRARY_PREFIX}fairway${CMAKE_STATIC_LIBRARY_SUFFIX}" )
	if( FAIRWAY_LIBM )
		string( APPEND pc_libs " -l${FAIRWAY_LIBM}" )
	endif()
endif()
configure_file( "${PROJECT_SOURCE_DIR}/fairway.pc.in" "${PROJECT_BINARY_DIR}/fairway.pc" @ONLY )
install( FILES "${PROJECT_BINARY_DIR}/fairway.pc" DESTINATION "${pc_dir}" )
