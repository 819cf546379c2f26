/* SPDX-License-Identifier: MIT */
/* A host's side: replicas that handle what rank 0 sends. */
#ifndef CONC_MPI_HOST_H
#define CONC_MPI_HOST_H

#include <stdbool.h>

/* The mail thread: there are replicas, so mail is to be expected. */
bool conc_mpi_host_busy(void);

#endif
