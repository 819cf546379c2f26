# SPDX-License-Identifier: MIT
# find_package(Conc) gives the target Conc::conc. To compile the dialect, set CMAKE_C_COMPILER
# to concc before project(); its objects need nothing more than this target. Programs with replicas
# on other ranks (-fconc-mpi) link Conc::mpi, which is there where Conc was built with Open MPI.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
get_filename_component(_conc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET Conc::conc)
	add_library(Conc::conc STATIC IMPORTED)
	set_target_properties(Conc::conc PROPERTIES
		IMPORTED_LOCATION "${_conc_prefix}/lib/libconc.a"
		INTERFACE_INCLUDE_DIRECTORIES "${_conc_prefix}/include"
		INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()
if(NOT TARGET Conc::mpi AND EXISTS "${_conc_prefix}/lib/libconc-mpi.a")
	file(STRINGS "${_conc_prefix}/lib/libconc-mpi.link" _conc_link LIMIT_COUNT 1)
	separate_arguments(_conc_link)
	add_library(Conc::mpi STATIC IMPORTED)
	set_target_properties(Conc::mpi PROPERTIES
		IMPORTED_LOCATION "${_conc_prefix}/lib/libconc-mpi.a"
		INTERFACE_LINK_OPTIONS "-Wl,--wrap=main"
		INTERFACE_LINK_LIBRARIES "Conc::conc;${_conc_link}")
endif()
set(Conc_COMPILER "${_conc_prefix}/bin/concc")
