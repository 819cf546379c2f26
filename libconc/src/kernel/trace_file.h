/* SPDX-License-Identifier: MIT */
/* CONC_TRACE=FILE: all events go to a file. trace_file.c */
#ifndef CONC_SRC_TRACE_FILE_H
#define CONC_SRC_TRACE_FILE_H

/* Opens the file and starts the kernel thread that writes it. Called once, at start. */
void conc_trace_init(void);

/* The watchdog calls it at each tick. */
void conc_trace_tick(void);

/* Writes what is there, after what another thread writes now. */
void conc_trace_flush(void);

/* In fork's child: the file is the parent's. */
void conc_trace_reset(void);

#endif
