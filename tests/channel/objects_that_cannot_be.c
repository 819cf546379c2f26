// SPDX-License-Identifier: MIT
#include <conc.h>

channel(int) c = {4}, negative = {-1}, two = {1, 2}, bare = 8, named = {.size = 8};
_Thread_local channel(int) local;
_Atomic(channel(int)) shared;
union either { channel(int) in; int x; };
struct node { int x; channel(int) in; };
channel(int) give(channel(int) by_value);
future(int) f = {3}, g = 3;

int copies(channel(int) *p, struct node *n)
{
	register channel(int) quick;
	channel(int) copied = c;
	struct node whole = *n, list[2] = {{1, 16}};
	copied = *p;
	(channel(int)){8};
	for (channel(int) some[2]; n;) break;
	for (struct node one = {0}; n;) break;
	if (c == copied) return 1;
	goto past;
	channel(int) skipped;
past:
	delete copied;
	return &skipped == p;
}
