// SPDX-License-Identifier: MIT
// separate, require and separate_of are ordinary names wherever C uses them as such, and the dialect's words everywhere else.
#include <conc.h>
#include <stdio.h>

struct plan { int separate, require, separate_of; };
enum { PLAIN = 1 };
typedef struct { int n; } cell;

static void add(cell *c, int n) { c->n += n; }

static int dialect(separate cell *c)
{
	struct plan p = { .separate = 1, .require = 2, .separate_of = 3 };
	separate (c) require (c->n >= 0) add(c, p.separate + p.require + p.separate_of);
	goto separate;
separate:
	separate (c) return c->n;
}

static int require(int a) { return a + 1; }	// from here on the name of a function

static int mixed(separate cell *c)
{
	separate (c) add(c, require(1));
	_Conc_separate (c) _Conc_require (c->n > 0) add(c, require(2));
	{
		int separate = 5;
		separate += require(separate);
		_Conc_separate (c) add(c, separate);
	}
	separate (c) return c->n;
}

static int separate(int a, int b)
{
	return a * b;
}

static int plain(void)
{
	typedef int separate_of;
	separate_of require = separate(2, 3);
	return separate (require, PLAIN);
}

static int last(_Conc_separate cell *c)
{
	_Conc_separate cell *d = c;
	_Conc_separate (d) return d->n;
}

int main(void)
{
	_Conc_separate cell *c = new _Conc_separate cell { 1 };
	printf("%d\n", dialect(c));
	printf("%d\n", mixed(c));
	printf("%d %d\n", plain(), last(c));
	delete c;
}
