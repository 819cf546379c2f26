/* SPDX-License-Identifier: MIT */
/* Conc: concurrency for C. Everything that a program may use.
 *
 * For plain C and for C that concc compiles. It redefines errno (conc/thread.h) as the calling user
 * thread's own; include <errno.h> before or after. */
#ifndef CONC_H
#define CONC_H

#ifdef __has_include
#if __has_include(<conc_clangd.h>) /* for an editor: concc --clangd */
#define CONC_CLANGD
#endif
#endif

#ifdef __cplusplus
#error conc.h is C, not C++: compile this unit with a C compiler and declare extern "C" what C++ calls
#elif !defined(__GNUC__)
#error conc.h needs the extensions of GNU C: compile with gcc or clang
#elif !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#error conc.h needs C99 or later: compile with -std=gnu11, -std=c11 or newer, or without -std and -ansi
#elif !(defined(__x86_64__) && defined(__LP64__)) && !defined(__aarch64__)
#error libconc runs on x86-64 and AArch64 only, as a 64-bit program: not with -m32 or -mx32
#endif

#include "conc/version.h"
#if defined(CONC_TRANSLATOR) && CONC_TRANSLATOR != CONC_VERSION_NUMBER
#error concc and conc.h are of different versions: install both from one release
#endif

#if defined(CONC_ANALYSIS) /* concc analyses a unit: names and types only */
#include "conc/analysis.h"
#elif defined(CONC_CLANGD)
#include <conc_clangd.h>
#else
#include "conc/duration.h"
#include "conc/thread.h"

#include "conc/actor.h"
#include "conc/barrier.h"
#include "conc/cancel.h"
#include "conc/channel.h"
#include "conc/condition.h"
#include "conc/future.h"
#include "conc/io.h"
#include "conc/limiter.h"
#include "conc/lock.h"
#include "conc/mutex.h"
#include "conc/once.h"
#include "conc/park.h"
#include "conc/scalable.h"
#include "conc/select.h"
#include "conc/separate.h"
#include "conc/test.h"
#include "conc/ticker.h"
#include "conc/waitset.h"

#include "conc/abi.h" /* for lowered code; a plain C program may ignore it */

#ifdef __CONC__ /* an object of concc's names the libconc that it was compiled for */
static const char *const conc_abi_version __attribute__((__used__)) = &CONC_ABI_VERSION_SYMBOL;
#endif
#endif

#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
struct conc_c23; /* tells concc, which sees no macros, what `bool` and `f()` mean in this unit */
#endif

#endif
