// SPDX-License-Identifier: MIT
// errno is the user thread's own: others that fail in between do not change it.
#include <conc.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

thread failer { int fd, wanted, wrong; };

void main(failer *self)
{
	for (int i = 0; i < 1000; i++) {
		errno = 0;
		if (self->fd < 0) close(-1); else errno = ENOENT;
		conc_yield();
		self->wrong += errno != self->wanted;
	}
}

int main(void)
{
	failer f[3] = { { -1, EBADF, 0 }, { 1, ENOENT, 0 }, { -1, EBADF, 0 } };
	errno = EDOM;
	for (int i = 0; i < 3; i++) {
		join(f[i]);
		printf("%d ", f[i].wrong);
	}
	printf("%d\n", errno == EDOM);
}
