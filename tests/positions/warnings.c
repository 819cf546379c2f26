#include <stdio.h>
#include "header.h"

/* Each `int uN` is an unused variable, each `k < ` compares int and unsigned: a warning at u and at <. */
monitor account { long balance; };	actor counter { int n; };	message add { int by; };
thread worker { int n; };	static conc_mutex m;	static conc_mutex *list;	struct point { int x, y; };
#define IF(condition) if (condition)
#define WITH(lock) mutex (lock)

static int square(int k) { int u10; return k < 2u; }
static void add_to(account * mutex a, account * mutex b, int k) { int u11; a->balance += k < 2u; b->balance++; }
void old(a, k) account *a; int k; { mutex (a) { int u12; a->balance += k < 2u; } int u13; }
receive (counter *self, const add *m) { int u14; int k = m->by; self->n += k < 2u; int u15; }
destroy (counter *self) { int u16; (void)self; }
void main(worker *self) { int u17; int k = self->n; self->n += k < 2u; }

int all(int k, channel(int) *c, future(int) *f, account *a, struct point *points)
{
	int x = 0; int u20; long wide;
	mutex (m) x = k < 2u; int u21;
	mutex (m) { int u22; } mutex (m) { int u23; } int u24; mutex (*a, m, list[k < 2u]) { int u25; x += k < 3u; }
	mutex (m)
		{ int u26; x = k < 2u; } int u27;
	if (k) mutex (m) { int u28; } else mutex (a) { int u29; } int u30;
	task(int) t = spawn square(k < 2u); task(int) v; int u31; x = join(t); int u32; v = spawn square(1); int u33;
	spawn square(k < 4u); x << v; int u34;
	*c << (k < 2u); int u35; x << *c; int u36; wide << *c; int u37; if (x << *c) { int u38; x = k < 2u; } int u39;
	*f << 3; int u40; while (x << *f) { int u41; break; } int u42; points[k < 2u].x << *c; int u43;
	waituntil (x << *c) { int u44; x = k < 2u; } or waituntil (timeout(10ms)) { int u45; } int u46;
	waituntil (x << *c) {
		int u47; } or when (k < 2u) waituntil (*c << (k < 3u)) { int u48;
	} or when (k < 4u) else { int u49; } int u50;
	waituntil (m) { int u51; } and waituntil (wide << *f) { int u52; } int u53;
	account *p = new account { k < 2u }; int u54; account *q = new account[k < 3u] { { k < 4u }, { 1 } }; int u55;
	delete p; int u56; delete q; int u57;
	{ worker w = { k < 2u }, ws[2] = { { 1 }, { k < 3u } }; int u58; } int u59;
	counter o = { k < 2u }; int u60; o | (add){ k < 3u }; int u61; o | new add { k < 4u }; int u62;
	conc_sleep(1ms); int u63; conc_sleep(k < 2u ? 1ms : 2ms); int u64; blocking { int u65; x = k < 2u; } int u66;
	IF (k < 2u) mutex (m) { int u67; } WITH (m) { int u68; } int u69; int u70;
	add_to(a, a, (k < 2u)); int u71; { account one = { k < 2u }, two = {}; add_to(&one, &two, 1); int u72; } int u73;
	/* a comment */ mutex /* another
	   of two lines */ (m) { int u74; } int u75; mutex (m) { int u76; } // behind mutex (m)
	mutex (m) \
		{ int u77; } int u78; x = \
		join(v); int u79;
	printf("äöü"); mutex (m) { int u80; } printf("äöü"); int u81; /* ä */ mutex (m) { int u82; x = k < 2u; }
  	 	mutex	(m)	{	int u83;	x	=	k < 2u;	}	int u84;
	scope { int u85; spawn square(k < 2u); int u86; } int u87;
	return x + (int)wide + take((stock *)a, 1) + (k < 2u);
}
#line 500 "grammar.y"
int grammar(int k) { mutex (m) { int u90; } int u91; return k < 2u; }
int lines(int k)
{
	mutex (m) { int u92; k++; }
#line 7
	mutex (m) { int u93; k++; } int u94;
# 30 "scanner.l"
	mutex (m) { int u95; } mutex (m) { int u96; k++; } int u97;
	return k < 2u;
}
