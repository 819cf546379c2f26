// SPDX-License-Identifier: MIT
// join takes a thread, a pointer to one, or a task.
#include <conc.h>

monitor account { long balance; };

long f(account *a, int n)
{
	join(a);
	join(n);
	return join(a->balance);
}
