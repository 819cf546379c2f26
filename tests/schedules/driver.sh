#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# one in 2: it takes long
# concc -fconc-schedules and --test-schedules.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >race.c <<'X'
#include <conc.h>
#include <stdlib.h>
int shared;
void more(int n);
int main(int count, char **words)
{
	int n = count > 1 ? atoi(words[1]) : 2;
	{
		task(void) a = spawn more(n), b = spawn more(n);
	}
	conc_test_assert(shared == 2 * n);
}
X
printf 'extern int shared;\nvoid more(int n);\nvoid more(int n) { while (n-- > 0) shared++; }\n' >more.c

# A plain unit beside a dialect one has steps, too: the bug is in it.
is "found" "$(status "$concc" -g --test-schedules=1000,races:off race.c more.c -- 3)" 1
has "the command to replay" "$(cat stderr)" "conc: again:  concc --test-schedules=seed:"
again=$(sed -n 's/^conc: again:  concc//p' stderr)
has "it has the arguments" "$again" " -g race.c more.c -- 3"
eval "status \"\$concc\" $again" >/dev/null
has "it replays" "$(cat stderr)" "conc_test_assert(shared == 2 * n), seed:"
is "nothing is left behind" "$(ls tmp; ls a.out race.o more.o 2>/dev/null)" ""
sed 's/deposit(&a, 2);/{ task(void) b = spawn deposit(\&a, 1), c = spawn deposit(\&a, 1); }/' bank.c >good.c
is "good" "$(status "$concc" --test-schedules=20 good.c)" 0
has "good" "$(cat stderr)" "conc: 20 seeds, "
is "a number and more" "$(status "$concc" --test-schedules=20,limit:9s good.c)" 0
has "a number and more" "$(cat stderr)" "conc: 20 seeds, "
is "a program is kept by -o" "$(status "$concc" --test-schedules=3 good.c -o kept; CONC_SCHEDULE=explore:2 status ./kept)" "0
0"
is "a unit that does not compile" "$(status "$concc" --test-schedules=3 broken.c)" 1
is "it links" "$(status "$concc" --test-schedules=3 -c bank.c; cat stderr)" \
	"1
concc: error: --test-schedules= builds a program: it goes with neither -c, -S, -E nor --emit-c"

# In steps, and with what it does not go with.
"$concc" -fconc-schedules -c race.c && "$concc" -fconc-schedules -c more.c -o more.o && "$concc" -fconc-schedules race.o more.o -o steps
is "compiled and linked apart" "$(CONC_SCHEDULE=explore:1000 status ./steps)" 1
is "with a sanitizer" "$(status "$concc" -fconc-schedules -fsanitize=address -c bank.c; cat stderr)" \
	"1
concc: error: -fconc-schedules does not go with -fsanitize=address"
is "the emitted C is the same" "$("$concc" -fconc-schedules --emit-c bank.c)" "$("$concc" --emit-c bank.c)"
is "taken back" "$(status "$concc" -fconc-schedules -fno-conc-schedules bank.c -o taken; CONC_SCHEDULE=seed:1 status ./taken; cat stderr)" "0
2
conc: CONC_SCHEDULE=seed:1 needs a program built with: concc -fconc-schedules"
if there clang; then
	is "clang" "$(CONC_CC=clang status "$concc" --test-schedules=1000 race.c more.c -- 3)" 1
	has "clang, a data race" "$(cat stderr)" "more.c:3: conc: data race: more "
	is "clang" "$(CONC_CC=clang status "$concc" -g --test-schedules=1000,races:off race.c more.c -- 3)" 1
	has "clang" "$(cat stderr)" "conc_test_assert"
fi

"$concc" -fconc-schedules -MD plain.c -o depends
has "a dependency file" "$(cat depends.d)" "plain.c"
lacks "names no temporary file" "$(cat depends.d)" tmp

# Atomics of every size, and copies, with both compilers.
cat >wide.c <<'X'
#include <conc.h>
#include <stdatomic.h>
#include <string.h>
static _Atomic unsigned __int128 w16;
static _Atomic unsigned long w8;
static _Atomic unsigned short w2;
static unsigned char w1;
static struct big { char text[400]; } a, b;
static conc_mutex copying;

static int add(int n)
{
	for (int i = 0; i < n; i++) {
		w16++;
		w8 += 2;
		w2 ^= 1;
		__atomic_fetch_or(&w1, 4, __ATOMIC_RELAXED);
		mutex (copying) {
			a = b;
			memset(&b, i, sizeof b);
		}
	}
	return n;
}

int main(void)
{
	{
		task(int) x = spawn add(5), y = spawn add(8);
	}
	unsigned __int128 expected = 13;
	conc_test_assert(w16 == 13 && w8 == 26 && w2 == 1 && w1 == 4);
	conc_test_assert(atomic_compare_exchange_strong(&w16, &expected, 3));
	conc_test_assert(w16 == 3);
}
X
case $(uname -m) in x86_64) wide=-mcx16 ;; *) wide= ;; esac
for cc in gcc clang; do
	there $cc || continue
	# shellcheck disable=SC2086
	is "atomics, $cc" "$(CONC_CC=$cc status "$concc" -O1 $wide --test-schedules=100 wide.c)" 0
done

# A child of fork has a runtime and a schedule of its own; another program has none.
cat >child.c <<'X'
#include <conc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static conc_mutex m;
static int n;
thread adder { int by; };
void main(adder *self) { for (int i = 0; i < 3; i++) mutex (m) n += self->by; }
static int work(void) { n = 0; { adder a[3] = { { 1 }, { 2 }, { 3 } }; } return n; }
int main(void)
{
	int status;
	conc_test_assert(work() == 18);
	pid_t child = fork();
	if (child == 0) _exit(work() == 18 ? 7 : 8);
	{
		adder a[2] = { { 1 }, { 1 } };
		waitpid(child, &status, 0);
	}
	conc_test_assert(WEXITSTATUS(status) == 7);
	conc_test_assert(WEXITSTATUS(system("env | grep -q CONC_SCHEDULE")) == 1);
}
X
is "children" "$(status "$concc" --test-schedules=100 child.c)" 3
has "children" "$(cat stderr)" " different schedules, no failure seen, but not everything was tested:"
printf 'hello\n' >input
cat >input.c <<'X'
#include <conc.h>
#include <stdio.h>
int main(void) { char s[20]; conc_yield(); conc_test_assert(fgets(s, 20, stdin) && s[0] == 'h' && !fgets(s, 20, stdin)); }
X
is "each run reads the input, a file" "$(status "$concc" --test-schedules=20 input.c <input)" 3
is "or a pipe" "$(status sh -c 'cat input | "$0" --test-schedules=20 input.c' "$concc")" 3
