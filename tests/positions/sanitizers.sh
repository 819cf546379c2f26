#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports of sanitizers and of assert name the author's file and line; and the column, where the tool names one.
# shellcheck source=SCRIPTDIR/../driver/common
. "$CONC/tests/driver/common"
export CONC_PROCESSORS=1 ASAN_OPTIONS=detect_stack_use_after_return=0:detect_leaks=0 UBSAN_OPTIONS= TSAN_OPTIONS=
cat >wrong.c <<'EOT'
#include <conc.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
monitor account { int balance; };
static conc_mutex m;
static int far(void) { return 70; }

static void add(account * mutex a, int by) { a->balance += by; }
thread worker { int *to; };
void main(worker *self) { conc_mutex own = {}; mutex (own) self->to[9] = 1; }
int main(int count, char **arguments)
{
	int *list = malloc(8 * sizeof *list), shift = far(), x = 0;
	account a = { 0x7fffffff };
	switch (arguments[count - 1][0]) {
	case 'o': add(&a, 1); mutex (a) { x++; } break;
	case 's': mutex (m) { x = 1 << shift; } break;
	case 'm': mutex (m)
			x = 1; mutex (m) x = 1 << shift; break;
	case 'h': mutex (m) list[8] = x; break;
	case 't': { worker w = { list }; } break;
	case 'a': mutex (m) { assert(x == 7); } break;
	case 'u': free(list); mutex (m) { x = list[1]; } break;
	}
	printf("%d %d\n", x, a.balance);
	return 0;
}
EOT
at() {	# at CHARACTERS: line and column where they stand
	awk -v what="$1" '{ i = index($0, what) } i { print NR ":" i; exit }' wrong.c
}
for cc in gcc clang; do
	CONC_CC=$cc "$concc" -w -g -fsanitize=undefined wrong.c -o ub || exit 1
	./ub o >/dev/null 2>log
	has "$cc: overflow in a function with a mutex parameter" "$(cat log)" "wrong.c:$(at 'a->balance +=' | cut -d: -f1):"
	./ub s >/dev/null 2>log
	has "$cc: shift behind a construct, with its column" "$(cat log)" "wrong.c:$(at '<< shift; }'): runtime error"
	./ub m >/dev/null 2>log
	has "$cc: shift behind several lines, with its column" "$(cat log)" "wrong.c:$(at '<< shift; break'): runtime error"
	CONC_CC=$cc "$concc" -w -g -fsanitize=address wrong.c -o as || exit 1
	if [ $cc = gcc ] || there llvm-symbolizer; then	# without which reports of clang have no lines
		./as h >/dev/null 2>log
		has "$cc: heap buffer overflow" "$(cat log)" "in main $PWD/wrong.c:$(at 'list[8]' | cut -d: -f1)"
		./as u >/dev/null 2>log
		has "$cc: use after free" "$(cat log)" "in main $PWD/wrong.c:$(at 'x = list[1]' | cut -d: -f1)"
		./as t >/dev/null 2>log
		has "$cc: in a thread's main" "$(cat log)" "in conc_main_worker $PWD/wrong.c:$(at 'self->to[9]' | cut -d: -f1)"
	fi
	./as a >/dev/null 2>log
	has "$cc: assert" "$(cat log)" "wrong.c:$(at 'assert(x' | cut -d: -f1): "
	has "$cc: assert names what was written" "$(cat log)" "x == 7"
done
cat >race.c <<'EOT'
#include <conc.h>
#include <pthread.h>
static int shared; static conc_mutex m; int usleep(unsigned);
static void *other(void *a)
{
	mutex (m) (void)0;
	shared++; return a;
}
int main(void)
{
	pthread_t t; conc_mutex own = {};
	mutex (own) {} pthread_create(&t, 0, other, 0); usleep(100000);
	{ mutex (own) {} shared++; } // nothing has put the two in order since
	pthread_join(t, 0);
	return 0;
}
EOT
CONC_CC=gcc "$concc" -w -g -fsanitize=thread race.c -o race
./race 2>log
has 'a race, here' "$(cat log)" race.c:7
has 'and there' "$(cat log)" race.c:13
