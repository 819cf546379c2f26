# SPDX-License-Identifier: MIT
# find_package(Conc) gives the target Conc::conc. To compile the dialect, set CMAKE_C_COMPILER
# to concc before project(); its objects need nothing more than this target.
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
set(Conc_COMPILER "${_conc_prefix}/bin/concc")
