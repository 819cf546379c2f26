// SPDX-License-Identifier: MIT
// The thesis's matrix multiply (and Savina's, by rows): an actor for each row of Z = X · Y, each sent one message by
// reference.  matrix_multiply [N]
#include <conc.h>
#include <stdio.h>
#include "size.h"

message row { long n; const long *x, *y; long *z; };
actor multiplier { long products; };

receive (multiplier *self, row *m)
{
	for (long j = 0; j < m->n; j++) {
		long sum = 0;
		for (long k = 0; k < m->n; k++) sum += m->x[k] * m->y[k * m->n + j];
		m->z[j] = sum;
		self->products += m->n;
	}
	return Finished;
}

static void fill(long *matrix, long n, unsigned seed)
{
	for (long i = 0; i < n * n; i++) matrix[i] = next_random(&seed) % 1000;
}

int main(int argc, char **argv)
{
	long n = size_of_run(argc, argv, 1, 60, 8);
	size_t bytes = (size_t)(n * n) * sizeof(long);
	long *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
	fill(x, n, 1);
	fill(y, n, 2);
	multiplier *of = new multiplier[n] {};
	row *rows = new row[n] {};
	conc_actors_start(&(struct conc_actors_config){ .batch = 1 });
	for (long i = 0; i < n; i++) {
		rows[i].n = n, rows[i].x = x + i * n, rows[i].y = y, rows[i].z = z + i * n;
		of[i] | &rows[i];
	}
	conc_actors_wait();
	conc_actors_stop();
	for (long i = 0; i < n; i++) {
		conc_test_assert(of[i].products == n * n);
		for (long j = 0; j < n; j++) {
			long sum = 0;
			for (long k = 0; k < n; k++) sum += x[i * n + k] * y[k * n + j];
			conc_test_assert(z[i * n + j] == sum);
		}
	}
	delete rows;
	delete of;
	free(x), free(y), free(z);
	puts("ok");
}
