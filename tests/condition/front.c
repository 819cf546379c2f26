// SPDX-License-Identifier: MIT
// conc_front: what the thread says that a signal would wake; conc_waiting: is there one.
#include <conc.h>
#include <stdio.h>

enum { READER, WRITER, THREADS = 8 };

// Readers and writers: one that may begin lets the next reader begin.
monitor book { int readers, writers, wrong; conc_condition turn; };

static void start(book * mutex b, uintptr_t who)
{
	while (b->writers || (who == WRITER && b->readers)) conc_wait_with(&b->turn, b, who);
	if (who == WRITER) {
		b->writers++;
	} else {
		b->readers++;
		if (conc_waiting(&b->turn) && conc_front(&b->turn) == READER) conc_signal(&b->turn);
	}
	if (b->writers > 1 || (b->writers && b->readers)) b->wrong++;
}

static void end(book * mutex b, uintptr_t who)
{
	if (who == WRITER) b->writers--;
	else b->readers--;
	if (!b->readers && !b->writers && conc_waiting(&b->turn)) conc_signal(&b->turn);
}

static void use(book *b, uintptr_t who)
{
	for (int i = 0; i < 100; i++) {
		start(b, who);
		conc_yield();
		end(b, who);
	}
}

// What has been queued, with and without information.
monitor line { int in; conc_condition full; };

static void come(line * mutex l, uintptr_t info)
{
	l->in++;
	if (info) conc_wait_with(&l->full, l, info);
	else conc_wait(&l->full, l);
}

static int in(line * mutex l) { return l->in; }

static void call(line * mutex l)
{
	while (conc_waiting(&l->full)) {
		printf("%lu ", (unsigned long)conc_front(&l->full));
		conc_signal(&l->full);
	}
	printf("nobody: %d\n", !conc_waiting(&l->full));
}

int main(void)
{
	line l;
	task(void) t[4];
	for (uintptr_t i = 0; i < 4; i++) {
		t[i] = spawn come(&l, 30 - i * 10);
		while (in(&l) == (int)i) conc_yield();
	}
	call(&l);
	for (int i = 0; i < 4; i++) join(t[i]);

	static book b;
	task(void) u[THREADS];
	for (int i = 0; i < THREADS; i++) u[i] = spawn use(&b, i % 3 ? READER : WRITER);
	for (int i = 0; i < THREADS; i++) join(u[i]);
	printf("%d %d %d\n", b.readers, b.writers, b.wrong);
}
