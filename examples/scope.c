// SPDX-License-Identifier: MIT
// Three ask for the same; the first answer is taken, and the others are called off.
#include <conc.h>
#include <stdio.h>

static void ask(int who, conc_duration takes, channel(int) *answers)
{
	if (conc_sleep(takes) == 0)
		(void)(answers << who);
	else
		mutex (stdout) printf("called off\n");
}

static int first_answer(void)
{
	channel(int) answers = {1};
	scope {
		spawn ask(1, 1h, &answers);
		spawn ask(2, 5ms, &answers);
		spawn ask(3, 2h, &answers);
		return conc_receive(&answers); // leaves early: who still asks is cancelled, and waited for
	}
}

static void hello(int n, channel(int) *done)
{
	done << n * n;
}

int main(void)
{
	printf("answered by %d\n", first_answer());
	channel(int) done = {10};
	int sum = 0, square;
	scope {
		for (int i = 1; i <= 10; i++) spawn hello(i, &done);
	} // all ten have ended here
	conc_close(&done);
	while (square << done) sum += square;
	printf("%d\n", sum);
}
