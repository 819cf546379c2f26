// Who waits for a condition is re-tried in the order of coming, also where another handler's end of a block has just
// taken the first one off its list: first waits for x and y, second for y alone, and both are changed at once.
#include <conc.h>
#include <stdio.h>

typedef struct cell { int n; } cell;
static int tried_1, tried_2, turn, got_1, got_2;
static bool ready_1(const cell *y) { __atomic_store_n(&tried_1, 1, __ATOMIC_SEQ_CST); return y->n > 0; }
static bool ready_2(const cell *y) { __atomic_store_n(&tried_2, 1, __ATOMIC_SEQ_CST); return y->n > 0; }
static void add(cell *self, int by) { self->n += by; }
static void first(separate cell *x, separate cell *y)
{
	separate (x, y) require (ready_1(y)) { add(x, 1); got_1 = ++turn; }
}
static void second(separate cell *y)
{
	separate (y) require (ready_2(y)) { (void)y->n; got_2 = ++turn; }
}
static void on(separate cell *x) { separate (x) add(x, 1); }
int main(void)
{
	separate cell *x = new separate cell {}, *y = new separate cell {};
	{
		task(void) w1 = spawn first(x, y);
		while (!__atomic_load_n(&tried_1, __ATOMIC_SEQ_CST)) conc_yield();
		separate (x, y) { (void)x->n; (void)y->n; }
		task(void) w2 = spawn second(y);
		while (!__atomic_load_n(&tried_2, __ATOMIC_SEQ_CST)) conc_yield();
		separate (y) { (void)y->n; }
		task(void) a = spawn on(x), b = spawn on(y);
	}
	printf("first %d, second %d\n", got_1, got_2);
	delete x;
	delete y;
}
