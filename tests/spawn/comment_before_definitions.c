// SPDX-License-Identifier: MIT
// A comment at the end of a line stays with what it describes: generated definitions go behind it.
#include <conc.h>

static int root, spare = -1;	// spare: a descriptor that is kept
static int before(int a) { return a + root + spare; }	/* of two
	lines */
static int behind(int a) { return a; }

int comment_before_definitions(future(int) *f);	// a future of int
int comment_before_definitions(future(int) *f)
{
	task(int) t = spawn before(1);
	spawn behind(2);
	f << 1;
	return join(t);
}
