// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
// Commas that braces and brackets hold, in what becomes an argument of a macro.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; conc_condition changed; };
thread worker { int n; };
struct both { int n; worker *w; conc_mutex *m; };

void main(worker *self) { self->n++; }

static int twice(int n) { return 2 * n; }

int main(void)
{
	conc_mutex m, n;
	account a, b;
	mutex ((conc_mutex *[]){ &m, &n }[0]) puts("one");
	mutex ((account *[]){ &a, &b }[1], (conc_mutex *[]){ &m, &n }[1]) puts("two");
	mutex (*(struct both){ 1, NULL, &m }.m, ({ int i = 0, j = 1; i < j ? &n : &m; })) puts("three");
	mutex (b) conc_wait_for(&b.changed, (account *[]){ &a, &b }[1], 1us);
	waituntil ((account *[]){ &a, &b }[1]) conc_wait_for(&b.changed, &b, 1us);
	waituntil (*(account *[]){ &a, &b }[0]) conc_wait_for(&a.changed, &a, 1us);
	worker *p = new worker { 3 }, *q = new worker[(int[]){ 1, 2 }[1]] { { 4 } };
	join((worker *[]){ p, q }[0]);
	join(((struct both){ 1, q, NULL }.w)[1]);
	join(*(struct both){ 1, q, NULL }.w);
	printf("%d %d\n", p->n, q->n);
	delete (worker *[]){ p, q }[0];
	delete (struct both){ 1, q, NULL }.w;
	task(int) t = spawn twice((int[]){ 4, 5 }[1]), u[2];
	u[(int[]){ 0, 1 }[1]] = t;
	printf("%d\n", join(u[(int[]){ 0, 1 }[1]]));
}
