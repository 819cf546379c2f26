// SPDX-License-Identifier: MIT
// Arguments: processors, rows. An actor for each row. check: of the product.
#include <conc.h>
#include "matrix.h"

actor row { long number; };
message multiply { long n; };

static unsigned workers;

receive (row *self, multiply *m)
{
	matrix_row(m->n, self->number);
	return Finished;
}

static void by_actors(long n)
{
	row *rows = calloc((size_t)n, sizeof *rows);

	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	for (long i = 0; i < n; i++) {
		rows[i].number = i;
		rows[i] | (multiply){n};
	}
	conc_actors_stop();
	free(rows);
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	workers = (unsigned)atoi(argv[1]);
	conc_processors(workers);
	matrix_measure(by_actors, atol(argv[2]));
}
