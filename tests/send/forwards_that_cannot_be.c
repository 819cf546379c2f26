// SPDX-License-Identifier: MIT
// flags: -Werror
#include <conc.h>

actor relay { struct relay *next; };
message line { line *behind; char text[80]; };
message page { char text[4000], more[97]; };
message sheet { char text[4000]; };
receive (relay *self, page *m) { self->next | m | *m; }
receive (relay *self, sheet *m) { self->next | *m; }
receive (relay *self, line *m)
{
	self->next | m | *m;
	for (; m->behind; m = m->behind) self->next | m;
	line *other = m;
	self->next | other | m;
}

void f(relay *r, page *p, page v[2], int i)
{
	r | p | &v[i] | v[i] | (page){"large"} | *p;
	if (conc_try_send(r, *p) || conc_try_send(r, p)) return;
}
