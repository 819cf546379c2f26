#!/bin/sh
# SPDX-License-Identifier: MIT
# CC=concc for make and CMake.
. "$CONC/tests/driver/common"

printf '#ifndef BOX_H\n#define BOX_H\n#include <conc.h>\nmonitor box { int n; };\nint take(box *b);\n#endif\n' >box.h
printf '#include "box.h"\nint take(box *b) { int n; mutex (b) n = b->n; return n; }\n' >box.c
printf '#include "box.h"\nint main(void) { box b = { 5 }; return take(&b); }\n' >prog.c
printf 'prog: prog.o box.o\nbox.o prog.o: box.h\n' >Makefile
is "make's own rules" "$(CC=$concc make -s >log 2>&1; cat log; status ./prog)" 5
is "and again" "$(touch box.h; CC=$concc make -s -j2 >log 2>&1; cat log; status ./prog)" 5
if command -v cmake >/dev/null; then
	printf 'cmake_minimum_required(VERSION 3.13)\nproject(p C)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\nadd_library(box SHARED box.c)\nadd_executable(prog prog.c)\ntarget_link_libraries(prog box)\n' >CMakeLists.txt
	cmake -S . -B cm -DCMAKE_C_COMPILER="$concc" >log 2>&1 && cmake --build cm >>log 2>&1
	is "CMake" "$(status cm/prog)" 5
	is "compile_commands.json lists each file once" "$(grep -c '"file"' cm/compile_commands.json)" 2
	touch box.h
	is "CMake knows the headers" "$(cmake --build cm | grep -c 'Building C')" 2
fi
