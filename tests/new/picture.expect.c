#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };
struct point { int x, y; };

void f(int n);

void f(int n)
{
	account *a = CONC_NEW(2, account, { .balance = 5 });
	account *v = CONC_NEW_ARRAY(3, account, n, { { .balance = 1 }, { .balance = 2 } });
	struct point *p = CONC_NEW(4, struct point, {
		.x = 1,
		.y = 2,
	});
	CONC_DELETE(a);
	CONC_DELETE(v);
	CONC_DELETE(p);
}
