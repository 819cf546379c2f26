/* SPDX-License-Identifier: MIT */
/* waituntil: the part of the statement (waituntil.c) that other files use. */
#ifndef CONC_SRC_WAITUNTIL_H
#define CONC_SRC_WAITUNTIL_H

#include "waiting.h"

/* The conc_wait.operation of a thread in a statement; its conc_wait.object is the statement. */
extern const char conc_waituntil_operation[];

/* Adds what the statement waits for: " (receive, timeout)". Its thread must not run meanwhile. */
void conc_waituntil_describe(const void *statement, void (*add)(void *to, const char *text),
                             void *to);

#endif
