#!/bin/sh
# SPDX-License-Identifier: MIT
# conc.h in plain C, as -I and not as -isystem: no message under any option, whatever names the program has; where it
# cannot be used it says so.
. "$(dirname "$0")/common"
include="-I $CONC/libconc/include"
says() {	# says WHAT WORDS COMMAND…: fails, and its first error has the words
	what=$1 words=$2; shift 2
	if "$@" >"$work/said" 2>&1; then echo "not ok $what: no error"
	elif grep -m 1 'error' "$work/said" | grep -q "$words"; then echo "ok $what"
	else sed 's/^/# /' "$work/said" | head -n 5; echo "not ok $what"; fi
}

for standard in -std=c99 -std=c11 -std=c17 -std=gnu17 -std=c2x; do
	for level in -O0 -O2; do
		# shellcheck disable=SC2086
		is_silent "gcc $standard $level plain.c" \
			gcc $for_gcc $standard $level -pedantic-errors $include -c programs/plain.c -o "$work/out.o"
		# shellcheck disable=SC2086
		is_silent "clang $standard $level plain.c" \
			"$CLANG" $for_clang $standard $level -pedantic-errors $include -c programs/plain.c -o "$work/out.o"
	done
done
for more in -ffreestanding -funsigned-char -fshort-enums -masm=intel -march=native -fanalyzer; do
	# shellcheck disable=SC2086
	is_silent "gcc $more plain.c" gcc $for_gcc -O2 $more $include -c programs/plain.c -o "$work/out.o"
done

# Names of objects that a program declared before.
for name in a b c d e f h i j k l m n o p q r s t to by in on up low high from where what lock locks held size count name self \
	slot value item channel future actor message task scope thread type object memory offset operand kind flags rest \
	first last next outer objects reserved queue before after bit word clause statement resource number channels tasks \
	box record behind limit ticket room head at how depth state record monitor handler request place; do
	echo "extern int $name;"
done >"$work/names.c"
echo '#include <conc.h>' >>"$work/names.c"
# shellcheck disable=SC2086
is_silent 'gcc: names of the program' gcc -Wall -Wextra -Wshadow -Werror $include -fsyntax-only "$work/names.c"
# shellcheck disable=SC2086
is_silent 'clang: names of the program' "$CLANG" -Wall -Wextra -Wshadow-all -Werror $include -fsyntax-only "$work/names.c"

echo '#include <conc.h>' >"$work/alone.c"
# shellcheck disable=SC2086
{
	says 'C++' 'conc.h is C, not C++' "$CLANG" -x c++ $include -fsyntax-only "$work/alone.c"
	says 'gcc -ansi' 'conc.h needs C99' gcc -ansi $include -fsyntax-only "$work/alone.c"
	says 'clang -std=gnu89' 'conc.h needs C99' "$CLANG" -std=gnu89 $include -fsyntax-only "$work/alone.c"
	says 'concc -std=c90' 'conc.h needs C99' "$CONCC" -std=c90 -c programs/threads.c -o "$work/out.o"
	says 'gcc -m32' '64-bit' gcc -m32 $include -fsyntax-only "$work/alone.c"
	says 'concc -m32' '64-bit' "$CONCC" -m32 -c programs/threads.c -o "$work/out.o"
}
