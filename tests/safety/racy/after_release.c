// SPDX-License-Identifier: MIT
// class: life
// A thread gives its reference back, and then reads the object once more. The other thread may have deleted it.
#include <conc.h>
#include <stdio.h>

struct session { _Atomic int references; int bytes; };

static bool release(struct session *s)
{
	if (--s->references)
		return false;
	delete s;	/* races */
	return true;
}

static int use(struct session *s)
{
	if (release(s))
		return 0;
	return s->bytes;	/* races */
}

int main(void)
{
	struct session *s = new struct session { 2, 100 };
	task(int) a = spawn use(s), b = spawn use(s);

	printf("%s\n", join(a) + join(b) ? "used" : "none");
}
