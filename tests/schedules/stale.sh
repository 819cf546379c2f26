#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# one in 2: it takes long
# Hints at lost updates: what they name, that they do not fail the run, and where there is none.
. "$CONC/tests/driver/common"
ulimit -c 0

# Runs program NAME.c, which is on standard input, under 200 seeds, by gcc and by clang, and leaves all that they say, without
# the seeds, in said. None may fail.
runs() {
	cat >"$1.c"
	for cc in gcc "${CLANG:-clang}"; do
		CONC_CC=$cc "$concc" -std=gnu17 -w -g -O1 -fconc-schedules "$1.c" -o "$1" || { echo "not ok - build $1"; return; }
		for seed in $(seq 200); do CONC_SCHEDULE=seed:$seed "./$1" 2>&1 || echo "$cc, status $?"; done |
			sed 's/, seed:[0-9]*$/, seed:N/; s/\(add\|make\) [0-9]* /\1 N /g' >"said.$cc"
	done
	cat "said.gcc" "said.${CLANG:-clang}" >said
}
hints() {	# hints WHAT FIRST SECOND: these two lines are there for both compilers, and no others
	for cc in gcc "${CLANG:-clang}"; do
		is "$1, $cc" "$(sort -u "said.$cc")" "$(printf '%s\n%s' "$2" "$3" | sort -u)"
	done
}
none() { is "$1" "$(sort -u said)" ""; }

runs update <<'X2'
#include <conc.h>
static conc_mutex m;
static long total;
static void add(long n)
{
	long seen;
	mutex (m) seen = total;
	seen += n;
	mutex (m) total = seen;
}
int main(void)
{
	task(void) a = spawn add(1), b = spawn add(2);
}
X2
hints "a lost update" \
	"update.c:9: conc: hint: add N (started at update.c:13) writes total holding m, but last read it before it took that, seed:N" \
	"update.c:9: conc:   add N (started at update.c:13) wrote it holding m in between, and nobody has read that"
is "an exploration does not fail" "$(CONC_SCHEDULE=explore:200 status ./update)" 0
has "and shows the hint" "$(cat stderr)" "update.c:9: conc: hint: add "
lacks "no child process" "$(cat stderr)" "a child process"
is "no races are looked for" "$(CONC_SCHEDULE=explore:200,races:off status ./update)" 0
lacks "no races are looked for" "$(cat stderr)" "hint"

runs lazy <<'X2'
#include <conc.h>
monitor cache { long *made; };
static cache c;
static long *get(cache *mutex c) { return c->made; }
static void put(cache *mutex c, long *made) { c->made = made; }
static void make(void)
{
	if (!get(&c)) put(&c, new long {});
}
int main(void)
{
	task(void) a = spawn make(), b = spawn make();
}
X2
hints "made twice, in a monitor" \
	"lazy.c:5: conc: hint: make N (started at lazy.c:12) writes c holding c, 8 bytes into it, but last read it before it took that, seed:N" \
	"lazy.c:5: conc:   make N (started at lazy.c:12) wrote it holding c, 8 bytes into it in between, and nobody has read that"

# One rule of the definition after the other does not hold.
runs clean <<'X2'
#include <conc.h>
#include <stdatomic.h>
static conc_mutex m, other;
static long again, flag, after_join, reset, by_other, racy, unread;
static channel(long) to = { 8 };
static void adds(long n)
{
	long seen;
	mutex (m) seen = again;                 // read again
	mutex (m) again += seen + n;
	mutex (m) seen = flag;                  // the same value
	if (!seen) mutex (m) flag = 1;
	mutex (m) seen = by_other;              // the lock is another one's
	mutex (other) (void)0;
	mutex (m) by_other = n;
	mutex (m) seen = racy;                  // meant
	mutex (m) racy = n;
	mutex (m) unread = n;                   // not read before
}
static void sets(long n) { mutex (m) after_join = n; to << n; }
int main(void)
{
	long seen, got;
	conc_test_racy(&racy);
	{
		task(void) a = spawn adds(1), b = spawn adds(2), c = spawn adds(3);
	}
	for (long i = 1; i < 4; i++) {
		mutex (m) seen = after_join;    // main knows of the write
		task(void) t = spawn sets(i);
		if (i % 2) got << to;
		else join(t);
		mutex (m) after_join = 0;
		if (i % 2) join(t);
		else got << to;
	}
	return (int)(seen + got) == 100;
}
X2
none "no lost update"
