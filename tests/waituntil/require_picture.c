#include <conc.h>

typedef struct stack { int n, v[10]; } stack;
struct pair { separate stack *a, *b; };

static int pop(stack *s) { return s->v[--s->n]; }
static int count(const stack *s) { return s->n; }

int get(separate stack *s, struct pair *p, channel(int) *c, bool wait)
{
	int x = -1;
	separate (s) require (count(s) > 0) x = pop(s);
	or when (wait) separate (p->a, b = p->b) require (count(p->a) + count(b) > 1) { x = pop(p->a) + pop(b); }
	or waituntil (x << c) { }
	or else { }
	return x;
}

/* A guard may turn every clause off; and goes on after a block. */
void both(separate stack *s, separate stack *t, separate stack *o, bool wait, int *sum)
{
	when (wait) separate (s) require (count(s) > 0) { *sum += pop(s); }
	separate (o) {
		separate (s) require (count(s) > 0) { *sum += pop(s); }
		and separate (t) require (count(t) > 0) { *sum += pop(t); }
	}
}
