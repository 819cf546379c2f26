#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: bear
# bear's compile_commands.json has each file of the user's once, as it was compiled, and no other. (Those
# of CMake and Meson: cmake.sh, meson.sh.)
. "$CONC/tests/driver/common"
. "$CONC/tests/driver/project"

unset CONC_CC CFLAGS
mkdir src cc
mv box.c src
printf 'CFLAGS = -MMD -I.\nprog: prog.o src/box.o plain.o\n' >Makefile
printf '{"compilation": {"compilers_to_recognize": [{"executable": "%s"}]}}\n' "$concc" >bear.json
listed() { sed -n "s,.*\"file\": \"$PWD/\(.*\)\".*,\1,p" compile_commands.json | sort | tr '\n' ' '; }
arguments() { tr -d ' \n' <compile_commands.json | grep -o '"arguments":\[[^]]*src/box.c"\]'; }

is "bear, told of concc" "$(CC=$concc bear --config bear.json -- make -s >log 2>&1 || cat log; listed)" "plain.c prog.c src/box.c "
is "with the user's arguments" "$(arguments)" "\"arguments\":[\"$concc\",\"-I.\",\"-c\",\"-o\",\"src/box.o\",\"src/box.c\"]"
is "the program" "$(status ./prog)" 5
rm -f ./*.o src/*.o prog compile_commands.json
is "and with clang behind it" "$(CONC_CC=clang CC=$concc bear --config bear.json -- make -s >log 2>&1 || cat log; listed)" "plain.c prog.c src/box.c "
rm -f ./*.o src/*.o prog compile_commands.json
ln -s "$concc" cc/cc
is "concc called cc" "$(PATH=$PWD/cc:$PATH bear -- make -s >log 2>&1 || cat log; listed)" "plain.c prog.c src/box.c "
is "no temporary name" "$(grep -c 'concc-' compile_commands.json)" 0
