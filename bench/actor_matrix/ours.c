// SPDX-License-Identifier: MIT
// Arguments: processors, rows. An actor for each row. check: of the product.
#include <conc.h>
#include "matrix.h"

typedef struct row row;
struct row { long number; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(row);
typedef struct multiply multiply;
struct multiply { long n; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(multiply);

static unsigned workers;

conc_disposition conc_receive_row__multiply(row *self, multiply *m);
CONC_RECEIVE(row, multiply);
conc_disposition conc_receive_row__multiply(row *self, multiply *m)
{
	matrix_row(m->n, self->number);
	return CONC_FINISHED;
}

static void by_actors(long n)
{
	row *rows = calloc((size_t)n, sizeof *rows);

	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	for (long i = 0; i < n; i++) {
		rows[i].number = i;
		CONC_SEND(row, multiply, &rows[i], (multiply){n});
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
