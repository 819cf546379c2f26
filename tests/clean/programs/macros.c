/* SPDX-License-Identifier: MIT */
/* Dialect in macros, in their arguments, in a header, and in arguments of macros of the C library. */
#include "macros.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

#define LOCKED(m, ...) mutex (m) { __VA_ARGS__; }
#define SEND(c, x) (c) << (x)
#define START(f, n) spawn f(n)
#define WAIT_FOR(t) __extension__({ int got_ = join(t); got_; })
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define CHANNEL(type) channel(type)
#define WHEN_IN(x, c) waituntil (x << c)

static int square(int n) { return n * n; }
static int twice(int n) { return 2 * n; }

static int uses(int n)
{
	account a = { 5 };
	conc_mutex m = {0};
	CHANNEL(int) c = { 4 };
	task(int) t = START(square, 3), u = spawn twice(MAX(n, 2)), v = spawn square(2);
	int x = 0, y;
	LOCKED(m, n++; x = 2)
	LOCKED(a, a.balance += n)
	EACH(i, 2) SEND(c, i);
	x << c;
	WHEN_IN(y, c) { x += y; }
	n += WAIT_FOR(t) + MAX(x, join(u));
	assert(join(v) == 4);
	c << 'a';
	if (x << c && isalpha((unsigned char)x)) n++;
	c << EINTR;
	errno = 0;
	n += WIFEXITED(conc_receive(&c)) ? 1 : 0;
	deposit(&a, n);
	return n + (int)get(&a);
}

int main(void)
{
	printf("%d\n", uses(3));
	return 0;
}
