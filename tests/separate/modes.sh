#!/bin/sh
# SPDX-License-Identifier: MIT
# each: calls_in_order several_at_once queries leaving own_handler buffers require_forms passive nested
# one in 4: they take long
# -fconc-separate=MODE and -fconc-check-sync change how fast a program is, and nothing that it prints. But for one
# thing (nested): without the queue of queues two clients that nest reservations in opposite orders wait for each other
# (fig. 6 of the paper).
here=$CONC/tests/separate
modes='-fconc-separate=none -fconc-separate=dynamic -fconc-separate=static -fconc-separate=qoq -fconc-check-sync'
if [ "$1" != nested ]; then
	program=$1
	for mode in $modes; do
		bad=
		# shellcheck disable=SC2046
		"$CONCC" -O1 -std=gnu17 "$mode" $(sed -n '1,3s,^// flags: \([^(]*\).*,\1,p' "$here/$program.c") "$here/$program.c" -o it || bad=build
		timeout "${LIMIT:-60}" ./it >got || bad="$bad status $?"
		cmp got "$here/$program.out" || bad="$bad output"
		if [ "$bad" ]; then echo "not ok $program $mode: $bad"; else echo "ok $program $mode"; fi
	done
	exit
fi

cat >nested.c <<'END'
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } counter;
static conc_barrier both = { 2, NULL };

static void foo(counter *x) { x->n++; }

static void client(separate counter *first, separate counter *second)
{
	separate (first) {
		foo(first);
		conc_barrier_wait(&both);
		separate (second) foo(second);
	}
}

int main(void)
{
	separate counter *x = new separate counter {}, *y = new separate counter {};
	scope {
		spawn client(x, y);
		spawn client(y, x);
	}
	separate (x, y) printf("%d %d\n", x->n, y->n);
}
END
ulimit -c 0
for mode in $modes -fconc-separate=all; do
	"$CONCC" -O1 "$mode" nested.c -o nested || { echo "not ok nested $mode"; continue; }
	timeout 20 ./nested >got 2>told
	case $?,$mode,$(cat got told) in
	134,*none,*'every thread is blocked'*'a cycle: client'* | 134,*dynamic,*'a cycle: client'* | 134,*static,*'a cycle: client'* | \
		0,*qoq,'2 2' | 0,*sync,'2 2' | 0,*all,'2 2') echo "ok nested $mode" ;;
	*) echo "not ok nested $mode"; cat got told ;;
	esac
done
