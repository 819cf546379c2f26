/* SPDX-License-Identifier: MIT */
/* Rank 0's side: struct conc_remote and the operations of scalable_remote.h. */
#ifndef CONC_MPI_MASTER_H
#define CONC_MPI_MASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "scalable_remote.h"

extern const struct conc_remote_ops conc_mpi_ops;

/* The mail thread: before any host, and when that one has said hello. */
void conc_mpi_master_start(int ranks);
void conc_mpi_master_host(int rank, uint32_t processors);
/* Somebody waits for a mail. */
bool conc_mpi_master_waits(void);

/* Adds lines about the calls that were given to that rank (-1: any) and not fetched. Any thread. */
void conc_mpi_master_report(int rank,
                            void (*add)(void *to, const char *format, ...)
                                    __attribute__((format(printf, 2, 3))),
                            void *to);

#endif
