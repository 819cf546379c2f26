/* SPDX-License-Identifier: MIT */
/* The host's side: replicas that handle what rank 0 sends. */
#ifndef CONC_MPI_HOST_H
#define CONC_MPI_HOST_H

#include <stdbool.h>

/* For the mail thread: returns whether there are replicas, so mail is expected. */
bool conc_mpi_host_busy(void);

#endif
