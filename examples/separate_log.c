// SPDX-License-Identifier: MIT
// A log on a handler of its own: who logs does not wait for the disk. The lines of one block stay together. A line that is
// made on the spot goes into a structure, which is copied into the call; a pointer to it would make the caller wait.
#include <conc.h>
#include <stdio.h>

enum { CLIENTS = 20, REQUESTS = 50 };

typedef struct { FILE *to; long lines, torn; int client, left; } journal;
typedef struct { char text[60]; } line;

static void open_it(journal *j) { j->to = tmpfile(); }

static void close_it(journal *j) { fclose(j->to); }

static void begin(journal *j, int client)
{
	if (j->left) j->torn++;
	j->client = client;
	j->left = 3;
}

static void write_line(journal *j, line l)
{
	fprintf(j->to, "%4ld %s\n", ++j->lines, l.text);
	j->left--;
}

static void note(journal *j, const char *what, int client)
{
	if (client != j->client) j->torn++;
	fprintf(j->to, "%4ld   %s\n", ++j->lines, what);
	j->left--;
}

static void serve(int client, separate journal *j)
{
	for (int i = 0; i < REQUESTS; i++) {
		line l;
		snprintf(l.text, sizeof l.text, "client %d, request %d", client, i);
		separate (j) {
			begin(j, client);
			write_line(j, l);
			note(j, i % 2 ? "found" : "not found", client);	// what a literal points to is there for ever
			note(j, "done", client);
		}
		conc_yield();	// here it would do its work
	}
}

int main(void)
{
	separate journal *j = new separate journal {};
	separate (j) open_it(j);
	scope {
		for (int i = 0; i < CLIENTS; i++) spawn serve(i, j);
	}
	separate (j) {
		printf("%ld lines, %ld torn\n", j->lines, j->torn);
		close_it(j);
	}
	delete j;
}
