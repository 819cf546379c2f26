/* The members of a conc_waitset: channels, futures, tasks, threads. Each is told when it is ready, by its number. */
#include <conc.h>
#include <stdio.h>

thread counter { int n; };
void main(counter *self) { self->n++; }

static int twice(int n) { return 2 * n; }
static void put(channel(int) *c, int v) { *c << v; }

static void channels(conc_waitset *s)
{
	channel(int) buffered = {4}, meeting = {};
	int x, i, b = conc_waitset_add(s, &buffered), m = conc_waitset_add(s, &meeting);
	printf("channels %d %d, %u members\n", b, m, conc_waitset_count(s));
	buffered << 7;
	i << *s;
	x << buffered;
	printf("%d told, %d received\n", i, x);
	task(void) t = spawn put(&meeting, 9);
	i << *s;
	x << meeting;
	printf("%d told, %d received\n", i, x);
	join(t);
	conc_waitset_remove(s, b);
	conc_waitset_remove(s, m);
}

/* They leave when they are told. */
static void ends(conc_waitset *s)
{
	future(int) f = {}, given_up = {}, fulfilled = {};
	fulfilled << 1;
	task(int) t = spawn twice(4);
	counter c = {1}, *other = new counter {1};
	int last = 0, sum = 0;
	conc_waitset_add(s, &f);
	conc_waitset_add(s, &given_up);
	conc_waitset_add(s, &fulfilled);
	conc_waitset_add(s, t);
	conc_waitset_add(s, c);
	last = conc_waitset_add(s, other);
	printf("%d is the last of %u\n", last, conc_waitset_count(s));
	f << 3;
	conc_future_cancel(&given_up);
	while (conc_waitset_count(s)) {
		int i;
		i << *s;
		sum += i;
	}
	printf("%d, %d %d %d\n", sum, join(t), c.n, other->n);
	join(c);
	delete other;
}

/* A channel is told as long as it has something; what was taken meanwhile is not told. */
static void while_ready(conc_waitset *s)
{
	channel(int) c = {4}, d = {4};
	int x, told[2] = {0};
	conc_waitset_add(s, &c);
	conc_waitset_add(s, &d);
	for (int i = 0; i < 4; i++) c << i;
	d << 4;
	for (int i = 0; i < 5; i++)
		waituntil (int n << *s) {
			told[n]++;
			if (n) x << d;
			else x << c;
		}
	printf("told %d times and %d times, last %d\n", told[0], told[1], x);
	c << 1;
	x << c;
	waituntil (int n << *s) { printf("told of %d, which is empty\n", n); }
	or else printf("nothing is ready\n");
	conc_close(&d);
	waituntil (int n << *s) { printf("%d is closed\n", n); }
	conc_waitset_remove(s, 1);
	bool ok = true;
	waituntil (ok = int n << *s) { printf("%d %d\n", n, ok); }
	or waituntil (timeout(1ms)) { printf("late\n"); }
	conc_waitset_remove(s, 0);
	printf("%u left\n", conc_waitset_count(s));
}

/* A set beside other clauses; numbers into what is no int; a set in a structure, and by its address. */
struct server { conc_waitset set; channel(int) stop; };

static void beside(struct server *server)
{
	channel(char) c = {1};
	conc_waitset *s = &server->set;
	int both = 0;
	conc_waitset_add(s, &c);
	c << 'x';
	waituntil (int n << *s) { both += 1 + n; }
	and waituntil (<< server->stop) { both += 10; }
	long l = 7;
	if (l << *s) printf("both %d, %ld\n", both, l);
	conc_waitset_fini(s);
	conc_waitset_add(s, &c);
	printf("again %u\n", conc_waitset_count(s));
	conc_waitset_fini(s);
}

static void cancelled(conc_waitset *s)
{
	int n = 5;
	bool ok = n << *s;
	printf("cancelled: %d %d\n", ok, n);
}

int main(void)
{
	conc_waitset s = {0};
	channels(&s);
	ends(&s);
	while_ready(&s);
	struct server server = {.stop = {1}};
	server.stop << 0;
	beside(&server);
	future(int) never = {};
	conc_waitset_add(&s, &never);
	task(void) t = spawn cancelled(&s);
	conc_cancel(t);
	join(t);
	conc_waitset_fini(&s);
}
