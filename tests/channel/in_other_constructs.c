// SPDX-License-Identifier: MIT
// Operations as parts of other constructs, and other constructs as parts of operations.
#include <conc.h>
#include <stdio.h>

struct node { int x; };
struct node_ptr { int x; };
monitor account { long balance; channel(long) log; };

static int twice(int x) { return 2 * x; }
static channel(int) *pass(channel(int) *c) { return c; }

static void deposit(account * mutex self, channel(long) *in)
{
	long n;
	while (n << in) self->balance += n, self->log << self->balance;
}

int main(void)
{
	channel(int) c = {8}, *p = &c;
	channel(struct node *) pointers = {1};
	channel(struct node_ptr) structures = {1};
	channel(conc_duration) durations = {1};
	conc_mutex m = {0};
	int x, y;
	for (int i = 0; i < 5; i++) c << i;
	task(int) t = spawn twice(x << c);
	p << join(t);
	p << join(spawn twice((y << c) + 3));
	y << spawn twice(x << *join(spawn pass(&c)));
	printf("%d %d\n", x, y);
	if (c << (x << c) && (y << c)) printf("%d %d\n", x, y);
	mutex (m) c << x;
	mutex (*(x << c ? &m : &m)) if (y << c) blocking { y << c; }
	printf("%d %d %zu\n", x, y, conc_count(&c));
	struct node *n = new struct node { y << c };
	pointers << n;
	structures << (struct node_ptr){ n->x };
	struct node_ptr s;
	if (s << structures && n << pointers) printf("%d\n", s.x + n->x);
	delete conc_receive((pointers << n, &pointers));
	c << 10, c << 20;
	c << __extension__ ({ int z; z << c; z + 1; });
	x = __extension__ ({ y << c; });
	printf("%d %d\n", x, y);
	durations << 1ms;
	conc_sleep(conc_receive(&durations));
	account a = {5, {4}};
	channel(long) in = {4};
	in << 1, in << 2;
	conc_close(&in);
	deposit(&a, &in);
	long last = 0;
	while (conc_try_receive(&a.log, &last)) continue;
	printf("%ld\n", last);
	c << 1;
	switch ((int)(x << c)) {
	case 1: printf("one\n");
	}
}
