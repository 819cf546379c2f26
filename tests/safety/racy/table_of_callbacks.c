// SPDX-License-Identifier: MIT
// class: publish
// A list of callbacks is lengthened while another thread calls those that are there.
// After GoKer serving#3148, where a hook is added while a fake client is in use.
#include <conc.h>
#include <stdio.h>

static void (*hooks[8])(void);
static int registered;
static _Atomic int calls;

static void count_call(void)
{
	calls++;
}

static void add_hook(void (*hook)(void))
{
	hooks[registered] = hook;	/* races */
	registered++;	/* races */
}

static void create(void)
{
	for (int i = 0; i < registered; i++)	/* races */
		hooks[i]();	/* races */
}

int main(void)
{
	add_hook(count_call);
	task(void) client = spawn create();
	add_hook(count_call);
	join(client);
	printf("%s\n", calls <= 2 ? "called" : "too often");
}
