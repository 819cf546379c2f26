/* SPDX-License-Identifier: MIT */
/* Conc: concurrency for C. What a program may use.
 *
 * Usable from plain C and C through concc alike. It redefines errno (conc/thread.h) to be
 * the calling user thread's own; include <errno.h> before or after.
 */
#ifndef CONC_H
#define CONC_H

#include "conc/duration.h"
#include "conc/thread.h"

#if defined(__has_include)
#if __has_include("conc/lock.h")
#include "conc/lock.h"
#endif
#if __has_include("conc/condition.h")
#include "conc/condition.h"
#endif
#if __has_include("conc/barrier.h")
#include "conc/barrier.h"
#endif
#if __has_include("conc/mutex.h")
#include "conc/mutex.h"
#endif
#endif

#endif
