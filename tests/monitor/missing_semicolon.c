// SPDX-License-Identifier: MIT
// A kind's definition ends with a semicolon, as a struct's does.
#include <conc.h>
monitor account { long balance; }
thread teller { account *a; }
void main(teller *self) { self->a = 0; }
