/* SPDX-License-Identifier: MIT */
/* Rank 0's side: struct conc_remote and the operations of scalable_remote.h. */
#ifndef CONC_MPI_MASTER_H
#define CONC_MPI_MASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "scalable/scalable_remote.h"

extern const struct conc_remote_ops conc_mpi_ops;

/* For the mail thread: before there are hosts; when a host has said hello. */
void conc_mpi_master_start(int ranks);
void conc_mpi_master_host(int rank, uint32_t processors);
/* Returns whether a thread waits for a mail. */
bool conc_mpi_master_waits(void);

/* Adds lines about the calls that were given to the rank (-1: any) and not fetched. Any thread. */
void conc_mpi_master_report(int rank,
                            void (*add)(void *to, const char *format, ...)
                                    __attribute__((format(printf, 2, 3))),
                            void *to);

#endif
