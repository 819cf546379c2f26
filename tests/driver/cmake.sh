#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: cmake ninja
# one in 4: it takes long
# concc as CMake's C compiler, in all that CMake asks of one.
. "$CONC/tests/driver/common"
. "$CONC/tests/driver/project"

cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(p C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(CHECKS)
  include(CheckIncludeFile)
  include(CheckCSourceCompiles)
  include(CheckCSourceRuns)
  include(CheckFunctionExists)
  include(CheckTypeSize)
  include(CheckCCompilerFlag)
  include(CheckIPOSupported)
  check_include_file(conc.h HAVE_HEADER)
  check_include_file(no_such.h HAVE_NO_HEADER)
  check_function_exists(printf HAVE_FUNCTION)
  check_function_exists(no_such HAVE_NO_FUNCTION)
  check_type_size(long SIZE_OF_LONG)
  check_c_compiler_flag(-Wshadow HAVE_FLAG)
  check_c_compiler_flag(-Wsuch-warning HAVE_NO_FLAG)
  check_c_source_compiles("
    #include <conc.h>
    monitor m { int n; };
    int main(void) { m a = { 0 }; mutex (&a) return a.n; }" HAVE_DIALECT)
  check_c_source_compiles("int main(void) { return x; }" HAVE_ERROR)
  check_c_source_runs("
    #include <conc.h>
    monitor m { int n; };
    int main(void) { m a = { 0 }; mutex (&a) return a.n; }" HAVE_RUN)
  check_ipo_supported(RESULT HAVE_IPO)
  message("found ${CMAKE_C_COMPILER_ID} ${HAVE_HEADER}${HAVE_NO_HEADER}${HAVE_FUNCTION}${HAVE_NO_FUNCTION}"
    "${SIZE_OF_LONG}${HAVE_FLAG}${HAVE_NO_FLAG}${HAVE_DIALECT}${HAVE_ERROR}${HAVE_RUN}${HAVE_IPO}")
endif()
find_package(Threads REQUIRED)
add_library(box box.c)
add_library(plain STATIC plain.c)
add_executable(prog prog.c)
target_link_libraries(prog box plain Threads::Threads)
if(PCH)
  target_precompile_headers(prog PRIVATE ${PCH})
endif()
install(TARGETS prog box)
include(CPack)
EOF
unset CC CFLAGS CONC_CC CMAKE_GENERATOR
export CMAKE_BUILD_PARALLEL_LEVEL=2
configure() { folder=$1; shift; cmake -S . -B "$folder" -DCMAKE_C_COMPILER="$concc" "$@" >log 2>&1 || { tail -n 30 log; return 1; }; }
build() { configure "$@" && cmake --build "$folder" >>log 2>&1 || { tail -n 30 log; return 1; }; }
compiled() { cmake --build "$1" | grep 'Building C' | sed 's,.*/,,' | sort | tr '\n' ' '; }

for generator in 'Unix Makefiles' Ninja; do
	f=usual-${generator#* }
	is "$generator" "$(build "$f" -G "$generator" -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Debug; status "$f/prog")" 5
	is "nothing to be done, $generator" "$(compiled "$f")" ""
	touch box.h
	is "a header with dialect: the units that include it, $generator" "$(compiled "$f")" "box.c.o prog.c.o "
	touch plain.h
	is "a header without, $generator" "$(compiled "$f")" "plain.c.o prog.c.o "
	touch box.c
	is "a unit, $generator" "$(compiled "$f")" "box.c.o "
	is "nothing to be done again, $generator" "$(compiled "$f")" ""
	is "compile_commands.json lists each file once, $generator" "$(sed -n "s,.*\"file\": \"$PWD/\(.*\)\".*,\1,p" "$f/compile_commands.json" | sort | tr '\n' ' ')" "box.c plain.c prog.c "
done
is "installed" "$(DESTDIR="$PWD/stage" cmake --install usual-Ninja --prefix /usr >>log 2>&1; LD_LIBRARY_PATH=$PWD/stage/usr/lib status stage/usr/bin/prog)" 5
is "packed" "$( (cd usual-Ninja && cpack -G TGZ >../log 2>&1 && tar -xzf p-*.tar.gz); LD_LIBRARY_PATH=$(echo usual-Ninja/p-*/lib) status usual-Ninja/p-*/bin/prog)" 5
export CMAKE_GENERATOR=Ninja
is "release, whole-program optimization, checks" "$(build ipo -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_BUILD_TYPE=Release -DCHECKS=1; grep ^found log; status ipo/prog)" "found GNU 118111YES
5"
is "units in one" "$(build unity -DCMAKE_UNITY_BUILD=ON; status unity/prog)" 5
is "a precompiled header" "$(build pch -DPCH='<stdio.h>;<conc.h>'; status pch/prog)" 5
is "a precompiled header with dialect" "$(build dialect -DPCH=box.h; status dialect/prog)" 5
touch box.h
is "which changes" "$(compiled dialect)" "box.c.o cmake_pch.h.gch prog.c.o "
is "a precompiled header, every unit translated" "$(build forced -DPCH='<stdio.h>' -DCMAKE_C_FLAGS='-fconc -Werror'; status forced/prog)" 5
is "clang behind concc, with a precompiled header" "$(export CONC_CC=clang; build clang -DCHECKS=1 -DPCH='<stdio.h>;<conc.h>'; sed -n 's/^\(found.*1\)[YESNO]*$/\1/p' log; status clang/prog)" "found Clang 118111
5"	# behind it: has this machine what clang needs for -flto?
is "clang behind concc, with a precompiled header with dialect" "$(export CONC_CC=clang; build clangs -DPCH=box.h; status clangs/prog)" 5

if there ccache; then
	export CCACHE_DIR="$PWD/cache" CCACHE_STATSLOG="$PWD/stats" CCACHE_CONFIGPATH=/dev/null
	hits() { : >stats; build cached -DCMAKE_C_COMPILER_LAUNCHER=ccache && grep -c '^cache_miss\|hit$' stats && grep -c '^preprocessed_cache_hit' stats; status cached/prog; }
	is "ccache as launcher" "$(hits)" "3
0
5"
	rm -rf cached
	is "ccache as launcher finds all of them again" "$(hits | tail -n 2)" "3
5"
fi
if there aarch64-linux-gnu-gcc && there qemu-aarch64; then
	cat >cross.cmake <<-EOF
		set(CMAKE_SYSTEM_NAME Linux)
		set(CMAKE_SYSTEM_PROCESSOR aarch64)
		set(CMAKE_C_COMPILER "$concc")
	EOF
	is "a cross toolchain" "$(export CONC_CC=aarch64-linux-gnu-gcc; build cross --toolchain cross.cmake; status qemu-aarch64 -L /usr/aarch64-linux-gnu cross/prog)" 5
fi

make -s -C "$CONC" install PREFIX="$PWD/conc" >/dev/null
mkdir user
printf 'int main(void) { return 0; }\n' >user/main.c
cp box.h box.c plain.h plain.c prog.c user
cat >user/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(Conc REQUIRED)
foreach(unit box prog)
  add_custom_command(OUTPUT ${unit}.lowered.c DEPENDS ${unit}.c
    COMMAND ${Conc_COMPILER} --emit-c ${CMAKE_CURRENT_SOURCE_DIR}/${unit}.c -o ${unit}.lowered.c)
endforeach()
add_executable(prog box.lowered.c prog.lowered.c plain.c)
target_include_directories(prog PRIVATE .)
target_link_libraries(prog Conc::conc)
EOF
is "find_package(Conc): lowered units compiled by the C compiler itself" "$(cmake -S user -B user/b -DCMAKE_C_COMPILER=gcc -DCMAKE_PREFIX_PATH="$PWD/conc" >log 2>&1 && cmake --build user/b >>log 2>&1 || tail -n 20 log; status user/b/prog)" 5
