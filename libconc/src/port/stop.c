/* SPDX-License-Identifier: MIT */
/* Stopping with a message. The message is one write to descriptor 2 from a buffer on the stack, so
 * that messages of several threads do not mix and nothing is allocated. If many threads stop at
 * once, as when memory runs out, only the first prints its message. */
#include "stop.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "atomic.h"
#include "os.h"
#include "schedule.h"

char *(*conc_name_hook)(const struct conc_thread *thread, char *buffer, size_t size);
void (*conc_stopping_hook)(void);

static uint32_t speaker; /* atomic: kernel thread that ends the program; 0: none */

static size_t append_list(char *text, size_t used, size_t size, const char *format, va_list list)
{
	int length = vsnprintf(text + used, size - used, format, list);

	if (length < 0) return used;
	return used + (size_t)length < size ? used + (size_t)length : size - 1;
}

size_t conc_text_append(char *text, size_t used, size_t size, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	used = append_list(text, used, size, format, list);
	va_end(list);
	return used;
}

static void say(const char *kind, const char *where, const struct conc_thread *thread,
                const char *format, va_list list)
{
	char text[1024], name[128];
	size_t used = 0, size = sizeof text - 1;
	ssize_t ignored;

	if (where) used = conc_text_append(text, used, size, "%s: ", where);
	used = conc_text_append(text, used, size, "conc: %s", kind);
	used = append_list(text, used, size, format, list);
	if (thread && conc_name_hook)
		used = conc_text_append(text, used, size, " (thread %s)",
		                        conc_name_hook(thread, name, sizeof name));
	text[used++] = '\n';
	do ignored = write(STDERR_FILENO, text, used);
	while (ignored < 0 && errno == EINTR);
}

void conc_stop_begin(void)
{
	uint32_t seen = 0, self = (uint32_t)conc_os_thread_id();

	/* relaxed: only the first thread matters. seen == self: in a handler of its SIGABRT. */
	if (cas_relaxed(&speaker, &seen, self) || seen == self) return;
	if (conc_schedule_on())
		for (;;) conc_os_futex_wait(&speaker, seen, UINT64_MAX);
	for (;;) pause(); /* the futex may be what is refused */
}

void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
{
	va_list list;

	conc_schedule_forbid_switch(+1);
	conc_stop_begin();
	va_start(list, format);
	say("", where, thread, format, list);
	va_end(list);
	if (conc_stopping_hook) conc_stopping_hook();
	conc_schedule_stopping();
	abort();
}

void conc_warn(const char *where, const struct conc_thread *thread, const char *format, ...)
{
	va_list list;

	if (load_relaxed(&speaker)) return;
	va_start(list, format);
	say("warning: ", where, thread, format, list);
	va_end(list);
}
