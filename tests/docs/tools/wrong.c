// SPDX-License-Identifier: MIT
// wrong WHAT: something that a tool should find, in a user thread.
#include <conc.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long shared, guarded;
static conc_mutex lock;
static conc_barrier both = { 2 };

static void lose(void)
{
	char *volatile lost = malloc(77);
	*lost = 0;
	lost = NULL;
}

static int clear(int n)	// what lose has left on the stack
{
	volatile char low[2000];
	for (int i = 0; i < 2000; i++) low[i] = 0;
	return low[n];
}

static int unset(channel(int) *in)
{
	int value[8], n;
	n << *in;
	if (value[n % 8] == 42) puts("by chance");	// unset
	return n;
}

static void race(void)
{
	conc_barrier_wait(&both);	// what starts a kernel thread orders, too: not from here on
	shared++;	// racing
	for (int i = 0; i < 50; i++) {
		mutex (lock) guarded++;
		conc_yield();
	}
}

static int use(char what, channel(int) *in)
{
	int n;
	switch (what) {
	case 'u': return unset(in);
	case 'l': lose(); return clear(1);
	}
	char *kept = malloc(8);	// known to this stack alone, while it waits
	strcpy(kept, "kept");
	n << *in;	// waits
	if (what == 'w') kept[n] = 1;	// write
	if (what == 'a') abort();
	if (what == 'o') return INT_MAX + n;	// overflow
	puts(kept);
	free(kept);
	return n;
}

int main(int count, char **arguments)
{
	static channel(int) in;
	char what = arguments[count - 1][0];

	if (what == 'k') {	// ends while another waits
		spawn use(what, &in);
		conc_sleep(5ms);
		exit(0);
	}
	if (what == 'r') {
		scope { spawn race(); spawn race(); }
		return guarded != 100;
	}
	task(int) t = spawn use(what, &in);
	if (what != 'l') in << 8;
	return join(t) == 9;
}
