#!/bin/sh
# SPDX-License-Identifier: MIT
# What build systems ask a compiler goes to the back end unchanged; our own answers are ours.
. "$CONC/tests/driver/common"

export CONC_CC=gcc
for option in --version -dumpversion -dumpmachine -print-search-dirs -print-prog-name=ld -print-multi-os-directory --help=warnings -dumpspecs; do
	is "$option" "$("$concc" $option 2>&1)" "$(gcc $option 2>&1)"
done
"$concc" -v >stdout 2>stderr
is "-v prints nothing on standard output" "$(cat stdout)" ""
has "-v is the back end's" "$(cat stderr)" "gcc version"
"$concc" '-###' -c bank.c >stdout 2>stderr
is "-### exits with 0" "$?" 0
has "-### shows the back end's commands" "$(cat stderr)" "cc1"
no_if "-### runs nothing" [ -e bank.o ]
has "--conc-version" "$("$concc" --conc-version)" "concc "
is "--help fits on a screen" "$("$concc" --help | wc -l | awk '{print ($1 <= 24)}')" 1
has "-E -v - as CMake asks" "$("$concc" -E -v - </dev/null 2>&1)" "#include <...> search starts here"
has "-dM -E" "$("$concc" -dM -E - </dev/null)" "#define __CONC__ 1"
has "--show-compile-flags" "$("$concc" --show-compile-flags)" "-pthread"
"$concc" -c bank.c
# shellcheck disable=SC2046
is "--show-link-flags link with plain gcc" "$(gcc bank.o $("$concc" --show-link-flags) -o bank && ./bank)" "42 bank.c:15"
"$concc" --emit-c bank.c -o lowered.c
# shellcheck disable=SC2046
is "--show-compile-flags compile with plain gcc" "$(gcc -c $("$concc" --show-compile-flags) lowered.c -o lowered.o; echo $?)" 0
mkdir -p bin && ln -sf "$(command -v gcc)" bin/gcc && ln -sf gcc bin/cc
is "driver messages begin as gcc's" "$(unset CONC_CC; PATH=$PWD/bin:$PATH "$concc" 2>&1)" "$(gcc 2>&1)"
