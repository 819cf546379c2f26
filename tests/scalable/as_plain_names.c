// SPDX-License-Identifier: MIT
// flags: -Wno-shadow
// scalable, export, import, serialize and deserialize stay names of C wherever they are no construct's, beside
// actors, too.
#include <conc.h>
#include <stdio.h>

actor words { long sum; };
message line { long n; };

typedef struct buffer { int serialize, deserialize; int (*import)(struct buffer *self, int n); } buffer;
enum export { export, scalable_export = 5 };

static int import(buffer *self, int n) { return self->serialize + n; }
static int serialize(int scalable) { return scalable + 1; }
static buffer *deserialize(buffer *self, buffer *replica) { return self->serialize > replica->serialize ? self : replica; }

_Conc_scalable _Conc_receive (words *self, line *m)
{
	enum { import = 1 };
	int scalable = 2, serialize = 3;
	self->sum += m->n + import + scalable + serialize + (int)export;
}
_Conc_export (words *self, words *replica) { replica->sum = 0 * self->sum; }
_Conc_import (words *self, words *replica)
{
	int import = 1;
	self->sum += replica->sum * import, replica->sum = 0;
}

typedef int scalable; // from here on a type, and what follows is a function
scalable receive(words *self, line *m);
static scalable add(words *self, scalable n) { return (scalable)self->sum + n; }
scalable receive(words *self, line *m) { return (scalable)(self->sum + m->n); }

int main(void)
{
	buffer b = { 1, 2, import }, c = { 3, 4, import };
	words w = {};
	line two = { 2 };
	goto serialize;
serialize:
	conc_actors_start(NULL);
	for (int i = 0; i < 100; i++) w | (line){ 4 };
	conc_actors_stop();
	printf("%ld %d %d %d %d %d\n", w.sum, receive(&w, &two), add(&w, 1), serialize(deserialize(&b, &c)->serialize),
	       b.import(&b, 3) + b.deserialize, (int)scalable_export);
	return 0;
}
