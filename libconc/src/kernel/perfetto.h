/* SPDX-License-Identifier: MIT */
/* Perfetto's format (protos/perfetto/trace/trace.proto): events as tracks by processor and by
 * thread. libconc/inspect/conc_trace.py writes the same of a core file: tests/recorder/same.sh. */
#ifndef CONC_SRC_PERFETTO_H
#define CONC_SRC_PERFETTO_H

#include "recorder.h"

struct conc_perfetto;

/* Begins a trace in file. NULL: no memory. */
struct conc_perfetto *conc_perfetto_begin(int file);

void conc_perfetto_add(struct conc_perfetto *trace, const struct conc_recorded *event);

/* Tells the names of threads whose first events do not. Called before these events are added. */
void conc_perfetto_names(struct conc_perfetto *trace, const struct conc_recording *recording);

/* Writes what was added. Returns 0, or -errno of the first failure. */
int conc_perfetto_flush(struct conc_perfetto *trace);

void conc_perfetto_free(struct conc_perfetto *trace);

#endif
