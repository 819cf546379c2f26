// SPDX-License-Identifier: MIT
// flavours: concc gcc clang aarch64
#include <conc.h>
#include <signal.h>
#include <stdio.h>

static conc_mutex m;

thread holder { int n; };
void main(holder *self) { mutex (m) { conc_sleep(10s); self->n++; } }

static void handler(int number)
{
	(void)number;
	mutex (m) {
	}
}

int main(void)
{
	signal(SIGUSR1, handler);
	holder h = {0};
	conc_sleep(10ms);
	raise(SIGUSR1);
}
