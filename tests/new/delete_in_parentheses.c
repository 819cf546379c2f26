// SPDX-License-Identifier: MIT
// delete (p); deletes, unless a function of that name is declared.
#include <conc.h>
#include <stdio.h>

thread worker { const char *name; };
void main(worker *self) { printf("%s ran\n", self->name); }

static void first(worker *w)
{
	delete (w);	/* joins it */
}

static void called(void)
{
	void delete(worker *w);
	worker *w = new worker { "second" };
	join(*w);
	delete (w);
	_Conc_delete w;
}

void delete(worker *w) { printf("%s was passed\n", w->name); }

int main(void)
{
	worker *w = new worker { "first" };
	first(w);
	called();
	puts("end");
}
