// SPDX-License-Identifier: MIT
// One task may be declared in the head of a for; what needs a line behind its declaration may not: a scope's task, too.
#include <conc.h>

struct pair {
	task(long) first;
};

void f(int n)
{
	for (task(long) t = {0}; n; n--) n++;
	for (task(long) t[2]; n; n--) n++;
	for (struct pair p; n; n--) n++;
	for (conc_mutex m[n]; n; n--) n++;
	scope {
		for (task(long) t = {0}; n; n--) n++;
	}
}
