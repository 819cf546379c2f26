#!/bin/sh
# SPDX-License-Identifier: MIT
# -fconc-separate, -fconc-check-sync and --emit-header: what they change in the C, and that they
# change nothing of what a program prints.
. "$CONC/tests/driver/common"

cat >cells.c <<'EOF'
#include <conc.h>
#include <stdio.h>

typedef struct cell { int n; } cell;
static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }

static int both(separate cell *c, separate cell *d)
{
	separate (c) {
		set(c, 3);
		int n = get(c);
		separate (c, d) {
			set(d, n + get(c));
			return get(c) + d->n + d->n;
		}
	}
}

int main(void)
{
	separate cell *c = new separate cell {}, *d = new separate cell {};
	printf("%d\n", both(c, d));
	delete c;
	delete d;
	return 0;
}
EOF
emitted() { "$concc" --emit-c "$@" cells.c; }
count() { emitted "$1" | grep -o "$2" | wc -l | tr -d ' '; }

for mode in all none dynamic static qoq; do
	"$concc" -fconc-separate=$mode -fconc-check-sync cells.c -o cells
	is "$mode runs" "$(./cells)" 15
done
is "all is what is in force" "$(emitted -fconc-separate=all)" "$(emitted)"
lacks "all" "$(emitted)" ROUND_TRIP
lacks "all" "$(emitted)" LOCKED
is "none synchronises everywhere" "$(count -fconc-separate=none CONC_ROUND_TRIP)" 5
is "none locks" "$(count -fconc-separate=none 'CONC_RESERVE_LOCKED')" 2
has "one in another" "$(emitted -fconc-separate=none)" 'CONC_RESERVE_LOCKED_IN(4, 3, c, d)'
is "dynamic removes nothing" "$(count -fconc-separate=dynamic CONC_SYNC)" 5
is "dynamic locks" "$(count -fconc-separate=dynamic CONC_RESERVE_LOCKED)" 2
is "static asks" "$(count -fconc-separate=static CONC_ROUND_TRIP)" "$(count -fconc-separate=all CONC_SYNC)"
is "static locks" "$(count -fconc-separate=static CONC_RESERVE_LOCKED)" 2
is "qoq asks everywhere" "$(count -fconc-separate=qoq CONC_ROUND_TRIP)" 5
is "qoq does not lock" "$(count -fconc-separate=qoq CONC_RESERVE_LOCKED)" 0
is "checks where it was removed" "$(count -fconc-check-sync 'CONC_SYNC\(ED\)\?(')" 5
is "no checks" "$(count -fno-conc-check-sync 'CONC_SYNCED(')" 0
is "a mode that is none" "$(status "$concc" -fconc-separate=some -c cells.c)" 1
has "what there is" "$(cat stderr)" "none, dynamic, static, qoq or all, not 'some'"

cat >boss.c <<'EOF'
#include <conc.h>
typedef struct cell { int n; separate struct cell *next; } cell;
static void set(cell *c, int n) { c->n = n; }
message poke { separate cell *c; int n; };
actor boss { separate cell *mine; channel(separate cell *) *out; };
receive (boss *self, poke *m)
{
	separate (m->c, self->mine) { set(m->c, m->n); set(self->mine, 2); }
	*self->out << m->c;
	return Nodelete;
}
EOF
is "a header" "$(status "$concc" --emit-header boss.c -o boss.h)" 0
echo '#include "boss.h"' >plain.c
echo 'int main(void) { poke p = {0, 3, {0}}; return p.n - 3; }' >>plain.c
is "in plain C" "$(status gcc -std=gnu17 -Wall -Wextra -Wpedantic -Werror \
	-I"$CONC/libconc/include" -c plain.c; cat stderr)" 0
lacks "no calls in it" "$(cat boss.h)" CONC_CALL_TYPE
