// SPDX-License-Identifier: MIT
// A base is of the same kind, first, and known.
#include <conc.h>

actor counter { long n; };
message add { long by; };
monitor account { long balance; };

actor one { inline add; };
message two { inline counter; };
actor three { inline account; };
monitor four { inline counter; };
actor five { long n; inline counter; };
message six { inline unknown; };
actor savings { inline counter; double rate; };
message all { inline add; int n; };

void take(savings *s);

savings *f(counter *c, savings *s, add *a)
{
	all x = { 5, 1 }, y = { { 5 }, 1, 2 }, *z = a;
	counter *base = s;
	take(c);
	return base;
}
