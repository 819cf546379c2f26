// SPDX-License-Identifier: MIT
#include <conc.h>

struct a { int x; };
struct b { int y; };
monitor account { long n; };
monitor savings { inline account; double rate; };
static channel(int) c;
static channel(struct a) structures;
static channel(int *) pointers;
static channel(account *) accounts;
static channel(savings *) derived;
static channel(task(int)) tasks;
void nothing(void);
int something(void);

void operands(channel(int) *p, const struct a *constant, const int *q)
{
	int array[3], x = 0;
	struct b b = {2};
	char *text = 0;
	account *a = 0;
	savings *s = 0;
	3 << c;
	constant->x << c;
	*constant << structures;
	array << c;
	x + 1 << c;
	something() << c;
	structures << b;
	b << structures;
	pointers << text;
	pointers << q;
	pointers << x;
	text << pointers;
	c << nothing();
	c << structures;
	c << *p;
	c << undeclared;
	derived << a;
	s << accounts;
	if (tasks << spawn something()) x++;
	task(int) t = {0};
	t << 3;
	task(void) v = spawn nothing();
	x << v;
	conc_close(c);
	conc_close(&x);
	conc_close();
	conc_receive(c);
	conc_receive(&x);
	conc_try_send(&structures, b);
	conc_try_receive(&c, &text);
	conc_try_send(&tasks, t);
	conc_future_cancel(&c);
}
