// SPDX-License-Identifier: MIT
// The function must not call for its own once.
#include <conc.h>

static conc_once o;

static void f(void *again)
{
	if (again) conc_once_call(&o, f, NULL);
}

int main(void)
{
	conc_once_call(&o, f, &o);
}
