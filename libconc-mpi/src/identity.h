/* SPDX-License-Identifier: MIT */
/* Who a rank is: what the first mail says, and whether two ranks run the same program. */
#ifndef CONC_MPI_IDENTITY_H
#define CONC_MPI_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

struct conc_mpi_hello {
	uint64_t names;     /* conc_remote_fingerprint */
	uint64_t program;   /* of the bytes of the executable */
	uint64_t processes; /* the PID namespace */
	int32_t pid;
	uint32_t processors;
	char boot[40], host[64]; /* the machine as it is up now; its name */
};

const struct conc_mpi_hello *conc_mpi_identity(void);
/* NULL, or in which way the other rank's program is another. */
const char *conc_mpi_differs(const struct conc_mpi_hello *other);
/* Can its process be looked at from here? Not with CONC_MPI_FAR in the environment: so tests have
 * ranks on other machines. */
bool conc_mpi_is_here(const struct conc_mpi_hello *other);

#endif
