// SPDX-License-Identifier: MIT
// class: publish
// The one logger of a program is made when it is first asked for. Two threads ask at once.
#include <conc.h>
#include <stdio.h>

struct logger { _Atomic int lines; };
static struct logger *the_logger;

static struct logger *logger(void)
{
	static struct logger made;

	if (!the_logger)	/* races */
		the_logger = &made;	/* races */
	return the_logger;	/* races */
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
	printf("%d lines\n", logger()->lines);
}
