// SPDX-License-Identifier: MIT
// What somebody writes who knows other languages, where the grammar has nothing against it.
#include <conc.h>

monitor stock { int n; };
thread worker { int n; };
void main(worker *self) { self->n++; }

static void show(channel(int) *c) { (void)c; }

static void f(stock * mutex s, future(int) *answer)
{
	channel(int) c = {4};
	future(int) g = {};
	conc_condition full = {0};
	int n = c;
	n = g;
	if (c < 3) c <- 3;
	show(c);
	worker w = new worker {3}, *p = new worker {4};
	w = new worker {5};
	conc_wait(full, s);
	n = *answer;
	delete p;
}

int main(void)
{
	stock s = {0};
	future(int) g = {};
	f(&s, &g);
}
