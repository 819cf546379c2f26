// SPDX-License-Identifier: MIT
// With CONC_DEBUG=1 a held parameter is tested at the call.
// flags: -Wno-conc-guarded
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

static void add(account * held a, long n) { a->balance += n; }
static long sum(const account * held(read) a) { return a->balance; }
static long reads(const account * mutex(read) a) { return sum(a); }
static void line(FILE * held out, const char *text) { fprintf(out, "%s\n", text); }

int main(void)
{
	account a = {}, b = {};
	mutex (a, b) add(&b, 2);
	waituntil (a) add(&a, reads(&b));
	mutex (stdout) line(stdout, "held");
	fflush(stdout);
	mutex (a) add(&b, 1);
}
