/* separate … require as a clause: a client waits for an object, or a time-out, a channel, a cancel; also or else. */
#include <conc.h>
#include <stdio.h>

typedef struct stack { int n, v[100]; } stack;

/* A query: when it returns the handler has nothing to do. */
static int push(stack *s, int v) { s->v[s->n++] = v; return s->n; }
static int pop(stack *s) { return s->v[--s->n]; }
static int count(const stack *s) { return s->n; }

struct pair { separate stack *a, *b; };

static separate stack *b_of(struct pair *p) { return p->b; }

static void each_form(struct pair *p, channel(int) *stop, bool named)
{
	separate stack *s = p->a;
	separate (s) require (count(s) > 0) { printf("a %d ", pop(s)); }
	or else printf("nothing ");
	separate (s, p->b) require (count(s) > 0 && count(p->b) > 1) { printf("both %d %d ", pop(s), pop(p->b)); }
	or when (!named) waituntil (<< stop) { printf("stop "); }
	or waituntil (timeout(1ms)) { printf("late "); }
	when (named) separate (n = b_of(p)) require (count(n) > 0) { printf("b %d ", pop(n)); }
	or when (!named) waituntil (<< stop) { printf("stop "); }
	puts("");
}

/* A clause that is not chosen leaves nothing: the next client is not kept waiting. */
static void two_stacks(struct pair *p)
{
	separate stack *a = p->a, *b = p->b;
	int sum = 0;
	for (int i = 0; i < 3; i++) {
		fair separate (a) require (count(a) > 0) { sum += pop(a); }
		or separate (b) require (count(b) > 0) { sum += pop(b); }
		or waituntil (timeout(1h)) { printf("late "); }
	}
	printf("%d\n", sum);
}

/* and: both, in the order in which they come. */
static int both(struct pair *p)
{
	separate stack *a = p->a, *b = p->b;
	int sum = 0;
	separate (a) require (count(a) > 0) { sum += pop(a); }
	and separate (b) require (count(b) > 0) { sum += 10 * pop(b); }
	return sum;
}

static int given_up(struct pair *p, channel(int) *begun)
{
	separate stack *a = p->a;
	(void)(*begun << 1);
	separate (a) require (count(a) > 5) { return 0; }
	or waituntil (cancelled()) { return 1; }
}

/* Leaving the block by any way ends the reservation. */
static int leaves(struct pair *p)
{
	separate stack *a = p->a;
	for (int i = 0;; i++) {
		separate (a) require (count(a) >= i) {
			if (i == 2) return i;
			push(a, i);
			continue;
		}
		or waituntil (timeout(1h)) break;
	}
	return -1;
}

int main(void)
{
	struct pair p = {new separate stack {}, new separate stack {}};
	separate stack *a = p.a, *b = p.b;
	channel(int) stop = {2}, begun = {1};
	separate (a) { push(a, 1); }
	separate (b) { push(b, 2); push(b, 3); }
	each_form(&p, &stop, true);
	separate (a) { push(a, 4); push(a, 5); }
	separate (b) { push(b, 6); }
	each_form(&p, &stop, true);
	stop << 0;
	stop << 0;
	each_form(&p, &stop, false);
	separate (b) { push(b, 7); push(b, 8); }
	separate (a) { push(a, 9); }
	scope {
		task(void) t = spawn two_stacks(&p);
		join(t);
	}
	task(int) t = spawn both(&p);
	separate (b) { push(b, 2); }
	conc_sleep(1ms);
	separate (a) { push(a, 1); }
	printf("%d\n", join(t));
	t = spawn given_up(&p, &begun);
	(void)conc_receive(&begun);
	conc_cancel(t);
	printf("%d\n", join(t));
	printf("%d\n", leaves(&p));
	separate (a) { printf("%d left\n", count(a)); }
	delete p.a;
	delete p.b;
}
