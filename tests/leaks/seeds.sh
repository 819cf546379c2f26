#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# A seed fails if threads are leaked at the end of main, unless leaks:off is given.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >leaky.c <<'X'
#include <conc.h>
static void sends(channel(int) *c) { *c << 1; }
static void asks(void)
{
	channel(int) *c = new channel(int) {};
	int x;
	spawn sends(c);
	waituntil (x << *c) (void)x;
	or waituntil (timeout(1us)) {}
}
int main(void) { task(void) t = spawn asks(); }
X
sed 's/new channel(int) {}/new channel(int) { 1 }/' leaky.c >room.c
is "some seed leaks" "$(status "$concc" --test-schedules=200 leaky.c)" 1
has "some seed leaks" "$(cat stderr)" "conc: 1 thread is leaked: nobody can wake it, seed:"
has "it says where" "$(cat stderr)" "waits for send, at leaky.c:2"
again=$(sed -n 's/^conc: again:  concc//p' stderr)
eval "status \"\$concc\" $again" >/dev/null
has "it replays" "$(cat stderr)" "waits for send, at leaky.c:2"
is "off" "$(status "$concc" --test-schedules=200,leaks:off leaky.c)" 0
is "with room" "$(status "$concc" --test-schedules=200 room.c)" 0

# When asked, while main goes on: what the schedule keeps for itself leads nowhere.
cat >asked.c <<'X'
#include <conc.h>
#include <stdlib.h>
static void sends(channel(int) *c) { *c << 1; }
static void asks(void) { (void)spawn sends(new channel(int) {}); }
int main(void)
{
	{ task(void) t = spawn asks(); }
	conc_test_assert(conc_report_leaks() == 0);
	exit(0);
}
X
is "asked" "$(status "$concc" --test-schedules=5 asked.c)" 1
has "asked" "$(cat stderr)" "conc_test_assert(conc_report_leaks() == 0), seed:"

# Where the addresses of a process are limited, a seeded run takes fewer, and the search says that it cannot be made.
sed 's/.*conc_test_assert.*/	conc_test_assert(conc_report_leaks() == -ENOTSUP);/; s/stdlib/errno.h>\n#include <stdlib/' asked.c >limited.c
"$concc" -fconc-schedules limited.c -o limited
is "few addresses" "$(ulimit -v 4000000; CONC_SCHEDULE=seed:1 status ./limited)" 0
is "few addresses, and it is said" "$(cat stderr)" \
	"conc: warning: no look for leaked threads: no memory to search in, or no /proc"
