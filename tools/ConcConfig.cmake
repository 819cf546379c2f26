# SPDX-License-Identifier: MIT
# find_package(Conc [version] [COMPONENTS conc mpi]) gives
#   Conc_COMPILER  concc; set CMAKE_C_COMPILER to it before project() to compile the dialect
#   Conc::conc     the library, for objects of concc that another compiler links, and for plain C
#   Conc::mpi      replicas on other ranks (-fconc-mpi), where Conc was built with Open MPI
# Before project() there are no targets yet: find it there for the compiler, and again behind for the rest.
get_filename_component(_conc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Conc_COMPILER "${_conc_prefix}/bin/concc")
set(Conc_conc_FOUND TRUE)
if(EXISTS "${_conc_prefix}/lib/libconc-mpi.a")
	set(Conc_mpi_FOUND TRUE)
else()
	set(Conc_mpi_FOUND FALSE)
endif()
get_property(_conc_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(_conc_languages)
	include(CMakeFindDependencyMacro)
	find_dependency(Threads)
	if(NOT TARGET Conc::conc)
		add_library(Conc::conc STATIC IMPORTED)
		set_target_properties(Conc::conc PROPERTIES
			IMPORTED_LOCATION "${_conc_prefix}/lib/libconc.a"
			INTERFACE_INCLUDE_DIRECTORIES "${_conc_prefix}/include"
			INTERFACE_COMPILE_DEFINITIONS "__CONC__=1"
			INTERFACE_COMPILE_OPTIONS "-fstack-clash-protection"
			INTERFACE_LINK_LIBRARIES Threads::Threads)
	endif()
	if(NOT TARGET Conc::mpi AND Conc_mpi_FOUND)
		file(STRINGS "${_conc_prefix}/lib/libconc-mpi.link" _conc_link LIMIT_COUNT 1)
		separate_arguments(_conc_link)
		add_library(Conc::mpi STATIC IMPORTED)
		set_target_properties(Conc::mpi PROPERTIES
			IMPORTED_LOCATION "${_conc_prefix}/lib/libconc-mpi.a"
			INTERFACE_LINK_OPTIONS "-Wl,--wrap=main"
			INTERFACE_LINK_LIBRARIES "Conc::conc;${_conc_link}")
	endif()
endif()
foreach(_conc_component IN LISTS Conc_FIND_COMPONENTS)
	if(Conc_FIND_REQUIRED_${_conc_component} AND NOT Conc_${_conc_component}_FOUND)
		set(Conc_FOUND FALSE)
		set(Conc_NOT_FOUND_MESSAGE "this installation of Conc has no component ${_conc_component}")
	endif()
endforeach()
