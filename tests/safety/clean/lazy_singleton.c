// SPDX-License-Identifier: MIT
// class: publish
// The one logger of a program is made by pthread_once when it is first asked for.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

struct logger { _Atomic int lines; };
static struct logger *the_logger;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_logger(void)
{
	the_logger = new struct logger {};
}

static struct logger *logger(void)
{
	pthread_once(&once, make_logger);
	return the_logger;
}

static void log_twice(void)
{
	logger()->lines++;
	logger()->lines++;
}

int main(void)
{
	{
		task(void) a = spawn log_twice(), b = spawn log_twice();
	}
	int lines = logger()->lines;
	printf("%d lines\n", lines);
	delete the_logger;
	return lines != 4;
}
