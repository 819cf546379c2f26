/* SPDX-License-Identifier: MIT */
/* concc: reads the Conc dialect of C, writes plain GNU C, and compiles it at once.
 *
 *     bank.c  --preprocess-->  analysis text  --syntax, types, checks, lowering-->  edits
 *             --emit-->  C  --cc-->  bank.o
 *
 * All other input goes to the back end unchanged. */
#include "driver/driver.h"

#include <string.h>

#include "editor/language_server.h"
#include "base/process.h"

struct start {
	int count;
	char **arguments;
	int status;
};

static void *main_run(void *data)
{
	struct start *start = data;
	bool serves = start->count > 1 && !strcmp(start->arguments[1], "--clangd");
	start->status = serves ? language_server(start->arguments + 2)
	                       : driver_run(start->count, start->arguments);
	return NULL;
}

int main(int count, char **arguments)
{
	struct start start = {.count = count, .arguments = arguments};
	process_on_large_stack(main_run, &start);
	return start.status;
}
