// SPDX-License-Identifier: MIT
#include <conc.h>

actor boss { int ends; };
receive (boss *self, conc_end *m) { (void)m; self->ends++; }

int main(void)
{
	static boss b, *nobody;

	conc_watch(nobody, &b);
}
