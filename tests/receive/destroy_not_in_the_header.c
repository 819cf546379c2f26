// SPDX-License-Identifier: MIT
// flags: -Werror=conc-destroy
// A type that a header declares has its destroy declared there. A delete needs the type.
#include "header_type.h"
#include <stdlib.h>

message own { char *bytes; };

destroy (text *self) { free(self->bytes); }
destroy (line *self) { free(self->bytes); }
destroy (own *self) { free(self->bytes); }

void f(later *p)
{
	delete p;
}

actor later { int n; };
