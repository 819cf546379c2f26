// SPDX-License-Identifier: MIT
// class: owner
// Tasks go through a channel to the thread that joins them. The object that a task works on comes with its result.
#include <conc.h>
#include <stdio.h>

struct page { int words; };

static struct page *count(struct page *p, int words)
{
	p->words += words;
	return p;
}

static int collect(channel(task(struct page *)) *in)
{
	task(struct page *) t;
	int sum = 0;

	while (t << in)
		sum += join(t)->words;
	return sum;
}

int main(void)
{
	static struct page pages[5];
	channel(task(struct page *)) counted = { 2 };
	task(int) collector = spawn collect(&counted);

	for (int i = 0; i < 5; i++) {
		pages[i].words = 100;
		task(struct page *) t = spawn count(&pages[i], i);
		counted << t;
	}
	conc_close(&counted);
	int sum = join(collector);
	printf("%d\n", sum);
	return sum != 510;
}
