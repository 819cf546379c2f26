// SPDX-License-Identifier: MIT
// A thread type has one main, which returns void and takes the thread alone.
#include <conc.h>
thread twice { int a; };
void main(twice *self) { self->a = 1; }
void main(twice *self) { self->a = 2; }
thread valued { int b; };
int main(valued *self) { return self->b; }
thread loaded { int c; };
void main(loaded *self, int x) { self->c = x; }
