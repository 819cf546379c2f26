/* SPDX-License-Identifier: MIT */
/* concc: reads the Conc dialect of C, writes plain GNU C, and compiles it at once.
 *
 *     bank.c  --preprocess-->  analysis text  --syntax, types, checks, lowering-->  edits
 *             --emit-->  C  --cc-->  bank.o
 *
 * All other input goes to the back end unchanged. */
#include "driver/driver.h"

#include <stdlib.h>
#include <string.h>

#include "driver/backend.h"
#include "editor/language_server.h"
#include "base/process.h"
#include "base/text.h"

/* concc --trace-from-core CORE …: conctop, which is beside concc, reads it. */
static int trace_from_core(char **arguments)
{
	struct command command = {0};
	char *folder = library_own_folder(), *tool = text_format("%s/conctop", folder);
	command_words(&command, tool, "--core", NULL);
	for (; *arguments; arguments++) command_add(&command, *arguments);
	int status = process_become(command.list);
	command_free(&command);
	free(tool);
	free(folder);
	return status;
}

struct start {
	int count;
	char **arguments;
	int status;
};

static void *main_run(void *data)
{
	struct start *start = data;
	const char *first = start->count > 1 ? start->arguments[1] : "";
	if (!strcmp(first, "--clangd")) start->status = language_server(start->arguments + 2);
	else if (!strcmp(first, "--trace-from-core"))
		start->status = trace_from_core(start->arguments + 2);
	else start->status = driver_run(start->count, start->arguments);
	return NULL;
}

int main(int count, char **arguments)
{
	struct start start = {.count = count, .arguments = arguments};
	process_on_large_stack(main_run, &start);
	return start.status;
}
