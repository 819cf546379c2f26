#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator
# one in 2: it takes long
# The control-flow graph: the cases of control_flow_cases.c, and random functions, compiled by gcc and by clang (which
# evaluate arguments in different orders) and run with random decisions: where the graph says that something holds, it
# must have held each time. COUNT=100 SEED=1 for more of them.
here=$CONC/tests/transpiler
: "${COUNT:=$([ "${QUICK:-}" ] && echo 4 || echo 20)}" "${SEED:=1}" "${CLANG:=clang}"
sources=$CONC/build/obj/grammar/src/parser.o
for name in check/control_flow check/control_flow_ask source/lexer source/source tree/syntax base/text; do
	sources="$sources $CONC/transpiler/$name.c"
done
# shellcheck disable=SC2086
gcc -std=gnu11 -g -O1 -w -fsanitize=address,undefined -I"$CONC/transpiler" -o flow.exe "$here/control_flow.c" $sources -ltree-sitter || exit 1
export ASAN_OPTIONS=detect_leaks=1

./flow.exe judge "$here/control_flow_cases.c" || echo "not ok - the cases could not be read"
sum=0
for seed in $(seq "$SEED" $((SEED + COUNT - 1))); do
	wrong=
	./flow.exe generate "$seed" >random.c && ./flow.exe holds random.c | sort >holds || { echo "not ok - seed $seed: the graph"; continue; }
	for cc in gcc "$CLANG"; do
		$cc -O0 -w random.c -o random.exe || { wrong="$cc does not compile it"; break; }
		timeout 60 ./random.exe "$seed" | sort -u >failed || { wrong="it does not run"; break; }
		wrong="$wrong$(comm -12 holds failed)"
	done
	sum=$((sum + $(wc -l <holds)))
	if [ -z "$wrong" ]; then echo "ok - seed $seed"; else echo "not ok - seed $seed: $wrong"; fi
done
if [ "$sum" -ge $((COUNT * 5)) ]; then echo "ok - it holds in $sum places"; else echo "not ok - it holds in $sum places only"; fi
