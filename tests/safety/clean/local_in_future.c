// SPDX-License-Identifier: MIT
// class: escape
// A thread gives a future the address of its own local variable, which is a monitor. It ends when it is told to.
#include <conc.h>
#include <stdio.h>

monitor served { long n; };

static void serve(future(served *) *counter, channel(int) *end)
{
	served s = {};
	int got;

	*counter << &s;
	while (!conc_try_receive(end, &got)) {
		mutex (s) s.n++;
		conc_yield();
	}
}

int main(void)
{
	future(served *) counter = {};
	channel(int) end = { 1 };
	task(void) server = spawn serve(&counter, &end);
	served *s;
	long seen;

	s << counter;
	mutex (s) seen = s->n;
	end << 1;
	join(server);
	printf("%s\n", seen >= 0 ? "served" : "wrong");
	return seen < 0;
}
