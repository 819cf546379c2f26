// SPDX-License-Identifier: MIT
// A thread object cannot be static, nor a member.
#include <conc.h>

thread worker { int n; };
void main(worker *self) { self->n++; }

static worker global;
struct crew { worker first; };

void f(void)
{
	static worker local;
	(void)local;
}
