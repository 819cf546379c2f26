// SPDX-License-Identifier: MIT
#include <conc.h>

thread worker { long big; int result; };

int other(void);

static void main(worker *self)
{
	self->result = 2;
}

int other(void)
{
	worker w = {0};
	join(w);
	return w.result;
}
