#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: concc libraries tests/macro Makefile
# What --emit-header prints is C with which plain units send to actors.
. "$CONC/tests/driver/common"

cat >types.h <<'EOF'
#ifndef TYPES_H
#define TYPES_H
struct point { int x, y; };
#endif
EOF
cat >shared.h <<'EOF'
#pragma once
#include <conc.h>
#include <time.h>
#include "types.h"
enum { LIMIT = 4 };
typedef struct list { struct list *next; time_t when; } list;
message where { future(struct point) *reply; };
EOF
cat >dot.c <<'EOF'
#include <stdio.h>
#include <signal.h>
#include "shared.h"
actor base { struct point at; };
actor dot { inline base; list *seen; };
message move {
	int dx, dy; // by how much
	char others[LIMIT];
};
message hidden { sigset_t unused; };
static receive (dot *self, hidden *m) { (void)self; (void)m; }
receive (dot *self, const move *m) { self->at.x += m->dx; self->at.y += m->dy; }
receive (dot *self, where *m) { *m->reply << self->at; }
receive (base *self, finished_message *m) { (void)m; printf("%d %d at the end\n", self->at.x, self->at.y); return Finished; }
destroy (move *self) { printf("move %d %d\n", self->dx, self->dy); }
EOF
cat >other.c <<'EOF'
#include "shared.h"
actor other { int n; };
receive (other *self, where *m) { *m->reply << (struct point){ self->n, 0 }; return Finished; }
EOF
cat >user.c <<'EOF'
#include "types.h"
#include "dot.h"
#include "other.h"
#include "dot.h"
#include <stdio.h>
int main(void)
{
	conc_actors_start(NULL);
	{
		dot d = {.at = {1, 2}};
		CONC_ACTORS(1, dot, d);
		conc_future_struct_point f = {0}, g = {0};
		struct point p;
		move *m = CONC_NEW_MESSAGE(2, move, {.dx = 10});
		other *o = CONC_NEW_ACTOR(3, other, {.n = 7});
		conc_set_disposition(m, CONC_DELETE);
		CONC_SEND_REFERENCE(dot, move, CONC_SEND(dot, move, &d, (move){.dx = 1, .dy = 2}), m);
		if (!CONC_TRY_SEND(dot, where, &d, (where){.reply = &f})) return 1;
		CONC_SEND(other, where, o, (where){.reply = &g});
		p = conc_future_struct_point_read(&f, CONC_HERE);
		p.x += conc_future_struct_point_read(&g, CONC_HERE).x;
		printf("%d %d\n", p.x, p.y);
		CONC_SEND(base, finished_message, &d.conc_base, (finished_message){{0}});
		CONC_DELETE_ACTOR(other, o);
	}
	conc_actors_stop();
	return 0;
}
EOF
is "writes -o" "$(status "$concc" --emit-header dot.c -o dot.h; cat stdout stderr)" 0
is "or prints" "$("$concc" --emit-header other.c -o other.h; "$concc" --emit-header other.c | cmp - other.h && echo same)" same
for cc in gcc ${CLANG:-clang}; do
	is "plain C sends, with $cc" "$(
		# shellcheck disable=SC2046
		$cc -std=gnu11 -Wall -Wextra -Wshadow -Wpedantic -Werror $("$concc" --show-compile-flags) -c user.c -o user.o &&
		"$concc" -c dot.c other.c && $cc user.o dot.o other.o $("$concc" --show-link-flags) -o user && ./user | sort)" "12 4 at the end
19 4
move 1 2
move 10 0"
done
is "what no receive leads to stays away" "$(grep -c 'hidden\|sigset' dot.h)" 0
is "a listing with the types" "$(grep -c '^ \*     bool CONC_TRY_SEND_REFERENCE(dot, move, dot \*to, move \*message);' dot.h)" 1
is "a header as input" "$(sed 's/{.*}/;/' other.c | sed 's/actor other ;/actor other { int n; };/' >only.h; status "$concc" --emit-header only.h -o emitted.h; grep -c CONC_RECEIVE emitted.h)" "0
3"
is "a unit without receives" "$(status "$concc" --emit-header bank.c; cat stdout stderr)" "1
concc: error: bank.c has no receive that other units can send to: none, or all are static or stand in its headers"
is "a unit without dialect" "$(status "$concc" --emit-header plain.c; cat stdout stderr)" "1
concc: error: plain.c has no actors: --emit-header has nothing to print"
printf '#include <conc.h>\nactor a { int n; };\nmessage m { int n; };\nreceive (a *self, m *p);\nstatic destroy (m *self) { self->n = 0; }\n' >private.c
is "a destroy that plain C cannot call" "$(status "$concc" --emit-header private.c -o private.h; cat stdout; head -n 1 stderr; ls private.h 2>/dev/null)" "1
private.c:5:8: error: plain C cannot have message 'm': its destroy is static"
is "an error prints nothing" "$(status "$concc" --emit-header wrong.c; wc -c <stdout)" "1
0"
