// SPDX-License-Identifier: MIT
// Four channels; for each a thread that sends and one that receives, and besides one statement that sends to
// all four and one that receives from all four. Clauses that have had their share are switched off.
#include <conc.h>
#include <stdio.h>

static channel(int) c[4] = { {0}, {0}, {2}, {3} };

static void send(int k, int n)
{
	for (int i = 0; i < n; i++) c[k] << k;
}

static void receive(int k, int n)
{
	for (int i = 0, v; i < n; i++) {
		v << c[k];
		conc_test_assert(v == k);
	}
}

static void send_to_all(int n)
{
	int done[4] = { 0 };
	for (int i = 0; i < 4 * n; i++) {
		when (done[3] < n) waituntil (c[3] << 3) done[3]++;
		or when (done[2] < n) waituntil (c[2] << 2) done[2]++;
		or when (done[0] < n) waituntil (c[0] << 0) done[0]++;
		or when (done[1] < n) waituntil (c[1] << 1) done[1]++;
	}
	for (int k = 0; k < 4; k++) conc_test_assert(done[k] == n);
}

static void receive_from_all(int n)
{
	int done[4] = { 0 }, v = 9;
	for (int i = 0; i < 4 * n; i++) {
		when (done[0] < n) waituntil (v << c[0]) done[v]++;
		or when (done[1] < n) waituntil (v << c[1]) done[v]++;
		or when (done[2] < n) waituntil (v << c[2]) done[v]++;
		or when (done[3] < n) waituntil (v << c[3]) done[v]++;
	}
	for (int k = 0; k < 4; k++) conc_test_assert(done[k] == n);
}

int main(void)
{
	int n = conc_test_seed() ? 10 : 5000;
	{
		task(void) t[10];
		for (int k = 0; k < 4; k++) {
			t[k] = spawn send(k, n);
			t[4 + k] = spawn receive(k, n);
		}
		t[8] = spawn send_to_all(n);
		t[9] = spawn receive_from_all(n);
	}
	for (int k = 0; k < 4; k++) conc_test_assert(conc_count(&c[k]) == 0);
	puts("ok");
}
