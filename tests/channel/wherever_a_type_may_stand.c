// SPDX-License-Identifier: MIT
// Channel types in every place of a type, operands of every shape.
#include <conc.h>
#include <stddef.h>
typedef struct { int x; } point;
typedef struct tree tree;
struct tree { tree *left; channel(tree *) *out; };
channel(point) points;
channel(tree) trees = {2};
extern channel(int) shared_one;
channel(int) shared_one = {3};
enum e { A };
channel(enum e) es;
int f(channel(int) c[], channel(int) d[2], channel(int) (*grid)[3], ...);
int f(channel(int) c[], channel(int) d[2], channel(int) (*grid)[3], ...)
{
	int x;
	c[0] << 1; d << 2; grid[1][2] << 3;
	x << grid[0][1];
	point p = {1};
	points << p; points << (point){2};
	tree t = {0, 0};
	trees << t;
	t.out << &t;
	es << A;
	struct { channel(int) *p; } anon = {c};
	x << anon.p;
	static struct tree st;
	(void)st;
	st.out = t.out;
	x = (int)sizeof(channel(int)[3]) + (int)_Alignof(channel(point)) + (int)offsetof(struct tree, out);
	return _Generic(c, channel(int) *: 1, default: 0) + __builtin_types_compatible_p(__typeof__(points), channel(point)) + x;
}
