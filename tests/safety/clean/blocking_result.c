// SPDX-License-Identifier: MIT
// class: order
// A task reads a file in a blocking section, into a buffer of main. Main looks at the buffer when it has the number of bytes.
#include <conc.h>
#include <stdio.h>
#include <string.h>

static size_t load(FILE *from, char *to, size_t size)
{
	size_t n;

	blocking {
		rewind(from);
		n = fread(to, 1, size, from);
	}
	return n;
}

int main(void)
{
	static char bytes[16];
	FILE *f = tmpfile();
	size_t n;

	if (!f || fputs("some years ago", f) == EOF)
		return 1;
	task(size_t) t = spawn load(f, bytes, sizeof bytes - 1);
	n << t;
	fclose(f);
	printf("%zu bytes\n", n);
	return n != 14 || strcmp(bytes, "some years ago") != 0;
}
