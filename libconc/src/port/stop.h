/* SPDX-License-Identifier: MIT */
/* Stopping the program with a message. */
#ifndef CONC_SRC_STOP_H
#define CONC_SRC_STOP_H

#include <stddef.h>

struct conc_thread;

/* Writes the name of a thread into buffer and returns it. Set with the first thread. */
extern char *(*conc_name_hook)(const struct conc_thread *thread, char *buffer, size_t size)
        __attribute__((visibility("hidden")));

/* Called after a message that ends the program. Set with the first thread; or null. */
extern void (*conc_stopping_hook)(void) __attribute__((visibility("hidden")));

/* Prints "WHERE: conc: MESSAGE (thread NAME NUMBER)" to standard error and aborts. where:
 * "file:line" of the user's source, or NULL. thread: the user thread concerned, or NULL for none
 * (conc_thread_self_or_null() is the usual argument). Allocates nothing; kernel threads and signal
 * handlers may call it. */
void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
        __attribute__((noreturn, cold, format(printf, 3, 4)));

/* Appends to a text that has used of size bytes, as far as there is room. Returns its length. */
size_t conc_text_append(char *text, size_t used, size_t size, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

/* Called before a message about the program's end: if several kernel threads end it at once, only
 * the first prints. That thread must then abort; all others wait here for that. */
void conc_stop_begin(void);

/* As conc_stop, but goes on: "WHERE: conc: warning: MESSAGE (thread …)". */
void conc_warn(const char *where, const struct conc_thread *thread, const char *format, ...)
        __attribute__((cold, format(printf, 3, 4)));

#endif
