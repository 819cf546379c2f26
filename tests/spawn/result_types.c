// SPDX-License-Identifier: MIT
// task(T) for pointers, unsigned and floating types, enumerations and typedefs.
#include <conc.h>
#include <stdio.h>

enum colour { RED, GREEN };
typedef unsigned long long big;

static const char *text(void) { return "text"; }
static unsigned char narrow(int n) { return (unsigned char)n; }
static double half(double d) { return d / 2; }
static enum colour mix(enum colour c) { return c ? RED : GREEN; }
static big large(void) { return 1ULL << 40; }
static int *address(int *p) { return p + 1; }

int main(void)
{
	int a[2] = { 1, 2 };
	task(const char *) t = spawn text();
	task(unsigned char) u = spawn narrow(300);
	task(double) v = spawn half(5);
	task(enum colour) w = spawn mix(RED);
	task(big) x = spawn large();
	task(int *) y = spawn address(a);
	printf("%s %d %.1f %d %llu %d\n", join(t), join(u), join(v), join(w), join(x), *join(y));
}
