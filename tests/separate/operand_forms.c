// SPDX-License-Identifier: MIT
// An operand is a name, a member path or `name = expression`; the first two are evaluated once, and mean the reserved
// object in the whole block, even if the path comes to lead elsewhere.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;
struct pair { separate cell *left, *right; };
struct outer { struct pair in, *out; };

static separate cell *global;
static int evaluated;

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

static struct pair *count(struct pair *p)
{
	evaluated++;
	return p;
}

static separate cell *other(struct pair *p, separate cell *not)
{
	evaluated++;
	return p->left == not ? p->right : p->left;
}

static int parameter(separate cell *c)
{
	separate (c) {
		add(c, 1);
		return get(c);
	}
}

int main(void)
{
	static separate cell *local;
	separate cell *all[3];
	for (int i = 0; i < 3; i++) all[i] = new separate cell { i * 100 };
	struct pair p = { all[0], all[1] };
	struct outer o = { p, &p };
	global = all[2];
	local = all[1];

	separate (global) add(global, 1);
	separate (local) add(local, 1);
	separate (p.left) add(p.left, 2);
	separate (o.in.right) add(o.in.right, 2);
	separate (o.out->left) {
		add(o.out->left, 3);
		p.left = all[2];	// the block has its object
		add(o.out->left, 3);
	}
	separate (o.out->left) add(o.out->left, 4);
	separate (n = other(count(&p), all[2]), m = all[2]) {
		add(n, 5);
		add(m, 6);
	}
	separate (n = all[0], m = all[evaluated - 1]) add(n, 7), add(m, 8);
	for (int i = 0; i < 3; i++)
		separate (c = all[i]) printf("%d ", get(c));
	printf("%d evaluated, %d\n", evaluated, parameter(global));
	for (int i = 0; i < 3; i++) delete all[i];
}
