/* SPDX-License-Identifier: MIT */
/* What the library calls instead of libc's functions (schedules/plain.syms), where
 * schedules/calls.c is not linked: libc's functions. */
#include <stdlib.h>
#include <string.h>

#undef strchr /* a macro in newer glibc */

/* only redirected calls come to these functions */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define PLAIN(type, name, parameters, ...) \
	type conc_plain_##name parameters  \
	{                                  \
		return name(__VA_ARGS__);  \
	}

PLAIN(void *, malloc, (size_t size), size)
PLAIN(void *, calloc, (size_t count, size_t size), count, size)
PLAIN(void *, realloc, (void *memory, size_t size), memory, size)
PLAIN(void *, aligned_alloc, (size_t align, size_t size), align, size)
PLAIN(int, posix_memalign, (void **memory, size_t align, size_t size), memory, align, size)
void conc_plain_free(void *memory)
{
	free(memory);
}
PLAIN(void *, memcpy, (void *to, const void *from, size_t size), to, from, size)
PLAIN(void *, memmove, (void *to, const void *from, size_t size), to, from, size)
PLAIN(void *, memset, (void *to, int value, size_t size), to, value, size)
PLAIN(int, memcmp, (const void *a, const void *b, size_t size), a, b, size)
PLAIN(size_t, strlen, (const char *text), text)
PLAIN(int, strcmp, (const char *a, const char *b), a, b)
PLAIN(int, strncmp, (const char *a, const char *b, size_t size), a, b, size)
PLAIN(char *, strchr, (const char *text, int c), text, c)
