/* SPDX-License-Identifier: MIT */
/* waituntil: what the rest of libconc knows of the statement (waituntil.c). */
#ifndef CONC_SRC_WAITUNTIL_H
#define CONC_SRC_WAITUNTIL_H

#include "waiting.h"

/* The operation of a thread that waits in a statement; conc_wait.object is the statement. */
extern const char conc_waituntil_operation[];

/* Adds " (receive, timeout)", what the statement waits for. Its thread stands still. */
void conc_waituntil_describe(const void *statement, void (*add)(void *to, const char *text),
                             void *to);

#endif
