// SPDX-License-Identifier: MIT
// full_disk FILE: what writes to a disk with 100 KiB of room return, as in C: what there was room for, then ENOSPC.
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char bytes[200000];

static bool gave(const char *what, long got, long wanted)
{
	if (got == wanted && (got >= 0 || errno == ENOSPC)) return true;
	printf("%s: %ld, errno %d\n", what, got, errno);
	return false;
}

int main(int count, char **arguments)
{
	int f = count > 1 ? conc_open(arguments[1], O_CREAT | O_RDWR, 0600) : -1;
	long room = 100 << 10;
	bool right = f >= 0 && gave("pwrite", conc_pwrite(f, bytes, sizeof bytes, 0), room);

	right = gave("pwrite behind", conc_pwrite(f, bytes, sizeof bytes, 65536), room - 65536) && right;
	right = gave("write", conc_write(f, bytes, sizeof bytes), room) && right;
	right = gave("write to what is full", conc_write(f, bytes, 10), -1) && right;
	right = gave("fsync", conc_fsync(f), 0) && right;
	puts(right ? "right" : "wrong");
}
