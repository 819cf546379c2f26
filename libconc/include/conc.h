/* SPDX-License-Identifier: MIT */
/* Conc: concurrency for C. What a program may use.
 *
 * Usable from plain C and C through concc alike. It redefines errno (conc/thread.h) to be
 * the calling user thread's own; include <errno.h> before or after.
 */
#ifndef CONC_H
#define CONC_H

#ifdef CONC_ANALYSIS /* concc looks at a unit: names and types only */
#include "conc/analysis.h"
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
#include "conc/lock.h"
#include "conc/mutex.h"
#include "conc/scalable.h"
#include "conc/select.h"
#include "conc/separate.h"
#include "conc/test.h"

#include "conc/abi.h" /* what lowered code needs; a plain C program may ignore it */
#endif

#endif
