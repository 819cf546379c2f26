// SPDX-License-Identifier: MIT
#include <conc.h>

struct later;
monitor account { long n; };
struct holder { account a; };
struct jobs { task(int) first; };

channel(void) nothing;
channel(int (void)) functions;
channel(int[3]) arrays;
channel(account) accounts;
channel(struct holder) holders;
channel(channel(int)) channels;
channel(struct jobs) jobs;
channel(const int) constants;
channel(_Atomic int) atomics;
channel(struct later) incomplete;
channel(struct { int x; }) unnamed;
channel(missing) unknown;
future(task(int)) tasks;

struct later { int x; };
channel(struct later) complete;

void f(void)
{
	struct local { int x; };
	channel(struct local) locals = {};
	typedef struct later alias;
	channel(alias) fine = {1};
}
