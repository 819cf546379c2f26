// SPDX-License-Identifier: MIT
#include "account.h"

void main(clerk *self)
{
	deposit(self->a, 10);
}

void work(account *a)
{
	clerk c[2] = { { a }, { a } };
	deposit(a, 100);
}
