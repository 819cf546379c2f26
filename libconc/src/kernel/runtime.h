/* SPDX-License-Identifier: MIT */
/* The start of the runtime, and fork. */
#ifndef CONC_SRC_RUNTIME_H
#define CONC_SRC_RUNTIME_H

struct conc_processor;

/* Registers p in the list of workers. False if the list is full. */
_Bool conc_runtime_register(struct conc_processor *p);

/* Installs the fork handlers. */
void conc_fork_init(void);

/* Installs the handler of stack overflows. Called once. */
void conc_fault_init(void);

/* Gives the calling kernel thread an alternate signal stack, if it has none. */
void conc_fault_attach(void);

#endif
