#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples Makefile conc.pc.in conc-mpi.pc.in tools editors docs/man
# needs: cmake
# find_package(Conc) in CMake: from an installation that was moved, with versions and components, before project() too.
here=$PWD
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2' instead of '$3'"; fi; }
make -s -C "$CONC" install PREFIX=/opt/conc DESTDIR="$here/stage" >/dev/null || { echo "not ok install"; exit; }
mv stage/opt/conc 'a place'
export CMAKE_PREFIX_PATH="$here/a place"
version=$("a place/bin/concc" --conc-version | sed 's/concc //')
case $version in 0.*) next=0.$((${version#0.} + 1)) ;; *) next=$((${version%%.*} + 1)).0 ;; esac
cp "$CONC/examples/bank.c" .
"a place/bin/concc" -c bank.c
"a place/bin/concc" --emit-c bank.c >lowered.c

cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.13)
find_package(Conc REQUIRED)
set(CMAKE_C_COMPILER "\${Conc_COMPILER}")
project(bank C)
find_package(Conc $version REQUIRED COMPONENTS conc)
add_executable(bank bank.c)
add_executable(plain lowered.c)
target_link_libraries(plain Conc::conc)
END
cmake -S . -B build >log 2>&1 && cmake --build build >>log 2>&1 || cat log
want=$(cat "$CONC/examples/expected/bank.out")
check "concc from find_package before project()" "$(build/bank)" "$want"
check "emitted C with Conc::conc" "$(build/plain)" "$want"
mkdir linked && cat >linked/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.13)
project(linked C)
find_package(Conc REQUIRED)
add_executable(bank ../bank.o)
set_target_properties(bank PROPERTIES LINKER_LANGUAGE C)
target_link_libraries(bank Conc::conc)
END
cmake -S linked -B linked/build >log 2>&1 && cmake --build linked/build >>log 2>&1 || cat log
check "an object of concc, linked by the system's compiler" "$(linked/build/bank)" "$want"

asked() {	# asked ARGUMENTS: what find_package says with them
	mkdir -p ask && printf 'cmake_minimum_required(VERSION 3.19)\nfind_package(Conc %s)\nmessage(STATUS "found:${Conc_FOUND}")\n' "$1" >ask/CMakeLists.txt
	printf 'project(p NONE)\n' >>ask/CMakeLists.txt
	rm -rf ask/build
	cmake -S ask -B ask/build 2>/dev/null | sed -n 's/^-- found://p'
}
check "the same version" "$(asked "$version EXACT")" 1
check "a newer one" "$(asked "$next")" 0
check "another first number" "$(asked 7.3)" 0
check "a range that holds it" "$(asked "0.0...$version")" 1
check "a range that ends before it" "$(asked "0.0...<$version")" 0
check "no such component" "$(asked 'COMPONENTS conc cluster')" 0
check "one that may be missing" "$(asked 'OPTIONAL_COMPONENTS cluster')" 1
check "mpi where it was built" "$(asked 'COMPONENTS mpi')" "$(if [ -f 'a place/lib/libconc-mpi.a' ]; then echo 1; else echo 0; fi)"
