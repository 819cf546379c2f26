// SPDX-License-Identifier: MIT
#include "words.h"
#include <string.h>

int ended;	// words and their replicas

scalable receive (words *self, text *m)
{
	for (const char *at = m->text; *(at += strspn(at, self->separators)); at += strcspn(at, self->separators)) self->count++;
}
receive (words *self, get *m) { *m->reply << self->count; }
export (words *self, words *replica) { replica->separators = self->separators; }
import (words *self, words *replica)
{
	self->count += replica->count;
	replica->count = 0;
}
destroy (words *self) { __atomic_fetch_add(&ended, self->separators != NULL, __ATOMIC_RELAXED); }
