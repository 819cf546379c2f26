// SPDX-License-Identifier: MIT
/* A file of which the page cache has the first half alone is read in one call all the same. */
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SIZE = 8 << 20 };

static char text[SIZE], back[SIZE];

static int forget_half(int file)
{
	memset(back, 0, SIZE);
	return posix_fadvise(file, SIZE / 2, 0, POSIX_FADV_DONTNEED) || lseek(file, 0, SEEK_SET);
}

static void show(const char *what, long n)
{
	printf("%s: %ld %s\n", what, n, n < 0 ? strerror(errno) : memcmp(text, back, SIZE) ? "differs" : "the same");
}

int main(void)
{
	int file = open("cached_in_part.bytes", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	struct iovec parts[3] = { { back, SIZE / 3 }, { back + SIZE / 3, SIZE / 3 }, { back + 2 * (SIZE / 3), SIZE } };

	for (int i = 0; i < SIZE; i += 4096) memset(text + i, 1 + (i >> 12) % 127, 4096);
	unlink("cached_in_part.bytes");
	printf("conc_pwrite: %ld\n", conc_pwrite(file, text, SIZE, 0));
	conc_fsync(file);
	if (forget_half(file)) return 1;
	show("conc_pread", conc_pread(file, back, SIZE, 0));
	if (forget_half(file)) return 1;
	show("conc_read", conc_read(file, back, SIZE));
	if (forget_half(file)) return 1;
	show("conc_readv", conc_readv(file, parts, 3));
	show("at the end", conc_read(file, back, SIZE));
	return 0;
}
