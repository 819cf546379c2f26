/* SPDX-License-Identifier: MIT */
/* The identity of a rank: what the first mail says, and whether two ranks run the same program. */
#ifndef CONC_MPI_IDENTITY_H
#define CONC_MPI_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

struct conc_mpi_hello {
	uint64_t names;     /* conc_remote_fingerprint */
	uint64_t program;   /* hash of the executable's bytes */
	uint64_t processes; /* the PID namespace */
	int32_t pid;
	uint32_t processors;
	char boot[40], host[64]; /* boot id of the machine; its name */
};

const struct conc_mpi_hello *conc_mpi_identity(void);
/* Says how the other rank's program differs; NULL: it does not. */
const char *conc_mpi_differs(const struct conc_mpi_hello *other);
/* Returns whether the process of that rank can be watched from here. False if CONC_MPI_FAR is in
 * the environment: tests simulate other machines with it. */
bool conc_mpi_is_here(const struct conc_mpi_hello *other);

#endif
