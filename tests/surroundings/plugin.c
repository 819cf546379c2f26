// SPDX-License-Identifier: MIT
// plugin FILE.so: loads, calls and unloads it, again and again, from three threads, none of which it may move to
// another kernel thread. With -DDIALECT the program uses the dialect itself, too, and main may move.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef SCOPE
#define SCOPE RTLD_LOCAL
#endif
#ifdef DIALECT
#include <conc.h>

static int mine(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++, conc_yield()) sum += i;
	return sum;
}
#endif

static int once(const char *name)
{
	void *plugin = dlopen(name, RTLD_NOW | SCOPE);
	int (*sum)(int), result;
	if (!plugin) return fprintf(stderr, "%s\n", dlerror()), 0;
	*(void **)&sum = dlsym(plugin, "sum");
	result = sum(100);
	if (dlclose(plugin) != 0) puts("dlclose failed");
	return result;
}

static void *often(void *name)
{
	pid_t here = gettid();
	for (int i = 0; i < 20; i++)
		if (once(name) != 9900) puts("wrong");
#ifndef DIALECT
	if (gettid() != here) puts("moved");
#else
	(void)here;
#endif
	return NULL;
}

int main(int count, char **words)
{
	pthread_t others[2];
	if (count != 2) return 2;
#ifdef DIALECT
	task(int) t = spawn mine(1000);
#endif
	for (int i = 0; i < 2; i++) pthread_create(&others[i], NULL, often, words[1]);
	often(words[1]);
	for (int i = 0; i < 2; i++) pthread_join(others[i], NULL);
	usleep(30000); // the watchdog's turn
#ifdef DIALECT
	if (join(t) != 499500) puts("wrong");
#endif
	puts("right");
	return 0;
}
