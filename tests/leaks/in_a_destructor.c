// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// processors: 1
// What a destructor leaks is reported, although no thread but main was left when main returned.
#include <conc.h>

static void sends(channel(int) *c) { *c << 1; }
static void gives_up(void)
{
	spawn sends(new channel(int) {});
	conc_yield();
}
static void nothing(void) {}

__attribute__((destructor)) static void late(void)
{
	task(void) t = spawn gives_up();
	join(t);
}

int main(void)
{
	task(void) t = spawn nothing();
	join(t);
}
