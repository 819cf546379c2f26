/* SPDX-License-Identifier: MIT */
/* Stopping the program with a message. */
#ifndef CONC_SRC_STOP_H
#define CONC_SRC_STOP_H

struct conc_thread;

/* Prints "WHERE: conc: MESSAGE (thread NAME NUMBER)" to standard error and aborts.
 * where: "file:line" of the user's source, or NULL. thread: the user thread concerned, or
 * NULL for none (conc_thread_self_or_null() is the usual argument). Allocates nothing;
 * any thread, also signal handlers. */
void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
        __attribute__((noreturn, cold, format(printf, 3, 4)));

/* Before anything else is said of the program's end: others may come to an end at the same
 * time, but only the first one speaks. The calling kernel thread has to abort; all others wait
 * here for that. */
void conc_stop_begin(void);

/* The same as conc_stop, but goes on: "WHERE: conc: warning: MESSAGE (thread …)". */
void conc_warn(const char *where, const struct conc_thread *thread, const char *format, ...)
        __attribute__((cold, format(printf, 3, 4)));

#endif
