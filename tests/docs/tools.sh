#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# one in 8: it takes long
# What docs/reference/tools.md promises of each tool. One that is not installed, or may not work here, is not looked at.
. "$CONC/tests/driver/common"
here=$CONC/tests/docs/tools
[ "$B" != build/asan ] || { skip 'tools look at what AddressSanitizer leaves alone'; exit; }
mkdir -p work && cd work || exit 1	# the runner has an out and a log, too
unset DEBUGINFOD_URLS
export ASAN_OPTIONS= UBSAN_OPTIONS= TSAN_OPTIONS= LSAN_OPTIONS=
right='sums 5050 5050 7 55'
line() { grep -n "// $1" "$here/wrong.c" | head -n 1 | cut -d: -f1; }
"$concc" -g "$here/right.c" -o right && "$concc" -w -g "$here/wrong.c" -o wrong || exit 1

# What glibc 2.43 keeps for a kernel thread that runs.
printf '{\n\tthread-local storage\n\tMemcheck:Leak\n\t...\n\tfun:_dl_allocate_tls\n}\n' >glibc
if there valgrind; then
	for processors in 1 4; do
		export CONC_PROCESSORS=$processors
		set -- valgrind --suppressions=glibc --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=99
		"$@" ./right >out 2>log
		is "memcheck, $processors: nothing is wrong" "$? $(cat out)" "0 $right"
		lacks "memcheck, $processors: stacks are known" "$(cat log)" 'switching stacks'
		"$@" ./wrong u >out 2>log
		is "memcheck, $processors: what is unset" "$? $(grep -c "unset (wrong.c:$(line unset))" log)" '99 1'
		"$@" ./wrong w >out 2>log
		is "memcheck, $processors: a write past the end" "$? $(grep -A 1 'Invalid write' log | grep -c "use (wrong.c:$(line write))")" '99 1'
		"$@" ./wrong l >out 2>log
		is "memcheck, $processors: a leak" "$? $(grep -c '77 bytes in 1 blocks are definitely lost' log)" '99 1'
		"$@" ./wrong k >out 2>log
		is "memcheck, $processors: what a waiting thread knows is no leak" "$?" 0
	done
	unset CONC_PROCESSORS
	valgrind --tool=callgrind --callgrind-out-file=calls ./right >out 2>log
	has "callgrind" "$(cat calls)" "fib'2"
	is "callgrind: the program's output" "$(cat out)" "$right"
fi

if there gdb; then
	debug() {	# debug "WORDS OF THE PROGRAM" COMMAND …
		words=$1; shift
		for command; do set -- "$@" -ex "$command"; shift; done
		# shellcheck disable=SC2086
		timeout 60 gdb -nx -q -batch -ex 'set pagination off' -ex 'set style enabled off' "$@" --args ./wrong $words 2>&1
	}
	export CONC_PROCESSORS=1
	debug w "break $(line waits)" run bt next >log
	has "gdb: where a user thread is" "$(cat log)" "#0  use (what=119 'w', in="
	has "gdb: the end of its stack" "$(cat log)" 'conc_context_start ()'
	is "gdb: over a wait" "$(tail -n 1 log | cut -f1)" "$(line write)"
	debug k 'break exit' run 'call (void)conc_report_threads()' >log
	has "gdb: who waits" "$(cat log)" "waits for receive, at $here/wrong.c:$(line waits)"
	unset CONC_PROCESSORS
fi

for cc in gcc clang; do
	there $cc || continue
	export CONC_CC=$cc
	if [ $cc = clang ] && ! there llvm-symbolizer; then continue; fi
	"$concc" -w -g -fsanitize=address "$here/wrong.c" -o as && "$concc" -g -fsanitize=address,undefined "$here/right.c" -o good || exit 1
	is "$cc, ASan, UBSan: nothing is wrong" "$(./good 2>&1)" "$right"
	./as w >out 2>log
	has "$cc, ASan: a write past the end" "$(cat log)" "wrong.c:$(line write)"
	./as l >out 2>log
	is "$cc, ASan: a leak" "$? $(grep SUMMARY log)" '1 SUMMARY: AddressSanitizer: 77 byte(s) leaked in 1 allocation(s).'
	./as k >out 2>log
	is "$cc, ASan: what a waiting thread knows is no leak" "$? $(cat log)" '0 '
	"$concc" -w -g -fsanitize=undefined "$here/wrong.c" -o ub && ./ub o >out 2>log
	has "$cc, UBSan: overflow" "$(cat log)" "wrong.c:$(line overflow):"
	"$concc" -w -g -fsanitize=thread "$here/wrong.c" -o ts && CONC_PROCESSORS=1 ./ts r >out 2>log
	has "$cc, TSan: a race" "$(cat log)" "race $here/wrong.c:$(line racing)"
	is "$cc, TSan: and no other" "$(grep -c 'WARNING: ThreadSanitizer' log)" "$(grep -c "Location is global 'shared'" log)"
	"$concc" -g -fsanitize=thread "$here/right.c" -o good && is "$cc, TSan: nothing is wrong" "$(./good 2>&1)" "$right"
done
export CONC_CC=gcc
"$concc" -w -g -fsanitize=leak "$here/wrong.c" -o lsan || exit 1
LSAN_OPTIONS=fast_unwind_on_malloc=0 ./lsan l >out 2>log
has "-fsanitize=leak, with the slow unwinder" "$(cat log)" '77 byte(s) leaked'
"$concc" -pg -g "$here/right.c" -o profiled && ./profiled >out && there gprof && has "gprof" "$(gprof -b profiled)" fib

if there strace; then
	strace -f -c -o calls ./right >out 2>log
	is "strace -f" "$(cat out) $(grep -c ' membarrier$\| futex$' calls)" "$right 2"
fi
if there ltrace; then
	timeout 60 ltrace -f -e strcpy+printf -o calls ./right >out 2>log
	is "ltrace -f" "$(cat out) $(grep -c 'printf("%s %ld %ld %ld %ld' calls)" "$right 1"
fi
