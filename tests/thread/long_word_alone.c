// SPDX-License-Identifier: MIT
// The words that are always dialect declare a kind alone, too.
#include <conc.h>

_Conc_thread worker;
_Conc_monitor account;
struct pair {
	account *from, *to;
};
monitor account { long balance; };
_Conc_thread worker { struct pair pair; };
void main(worker *self)
{
	mutex (self->pair.from, self->pair.to) self->pair.to->balance++;
}
