#line 1 "wherever_a_type_may_stand.c"
// SPDX-License-Identifier: MIT
// Channel types in every place of a type, operands of every shape.
#include <conc.h>
#include <stddef.h>
typedef struct { int x; } point;
typedef struct tree tree; CONC_CHANNEL_TYPE(struct tree *, conc_channel_struct_tree_ptr);
struct tree { tree *left; conc_channel_struct_tree_ptr *out; }; CONC_CHANNEL_TYPE(point, conc_channel_point);
conc_channel_point points; CONC_CHANNEL_TYPE(struct tree, conc_channel_struct_tree);
conc_channel_struct_tree trees = CONC_CHANNEL(2); CONC_CHANNEL_TYPE(int, conc_channel_int);
extern conc_channel_int shared_one;
conc_channel_int shared_one = CONC_CHANNEL(3);
enum e { A }; CONC_CHANNEL_TYPE(enum e, conc_channel_enum_e);
conc_channel_enum_e es;
int f(conc_channel_int c[], conc_channel_int d[2], conc_channel_int (*grid)[3], ...);
int f(conc_channel_int c[], conc_channel_int d[2], conc_channel_int (*grid)[3], ...)
{
	int x;
	conc_channel_int_send(&c[0], 1, CONC_HERE); conc_channel_int_send(d, 2, CONC_HERE); conc_channel_int_send(&grid[1][2], 3, CONC_HERE);
	x = conc_channel_int_receive(&grid[0][1], CONC_HERE);
	point p = {1};
	conc_channel_point_send_from(&points, &p, CONC_HERE); conc_channel_point_send_from(&points, &(point){2}, CONC_HERE);
	tree t = {0, 0};
	conc_channel_struct_tree_send_from(&trees, &t, CONC_HERE);
	conc_channel_struct_tree_ptr_send(t.out, &t, CONC_HERE);
	conc_channel_enum_e_send(&es, A, CONC_HERE);
	struct { conc_channel_int *p; } anon = {c};
	x = conc_channel_int_receive(anon.p, CONC_HERE);
	static struct tree st;
	(void)st;
	st.out = t.out;
	x = (int)sizeof(conc_channel_int[3]) + (int)_Alignof(conc_channel_point) + (int)offsetof(struct tree, out);
	return _Generic(c, conc_channel_int *: 1, default: 0) + __builtin_types_compatible_p(__typeof__(points), conc_channel_point) + x;
}
