/* SPDX-License-Identifier: MIT */
/* Help on one screen, and the flags for those who compile lowered C or link objects without concc.
 */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "backend.h"
#include "identity.h"
#include "options.h"

#ifndef CONC_VERSION
#define CONC_VERSION "0"
#endif

static const char help[] =
        "Usage: concc [options] file…\n"
        "A C compiler for GNU C with the Conc words for concurrency. A unit that includes <conc.h> "
        "(or is called\n"
        "NAME.conc) is translated to plain GNU C and compiled by the C compiler behind concc; all "
        "others go there\n"
        "as they are, and so do all options that are not listed here.\n"
        "\n"
        "  --emit-c               print the C that is compiled, to standard output or -o FILE\n"
        "  --emit-header          print a header with which plain C sends to the actors of the "
        "unit\n"
        "  -fconc, -fno-conc      translate every unit in C, or none\n"
        "  --report=sync          print only where queries of separate objects synchronise, where "
        "not, and why\n"
        "  -fconc-mpi             replicas of actors also on the other ranks of 'mpirun -np N "
        "program'\n"
        "  -fconc-schedules       a program that CONC_SCHEDULE=seed:N or explore:N runs under "
        "schedules of its own\n"
        "  -fconc-check-sync      stops where a query whose synchronisation was removed is not "
        "synchronised\n"
        "  -fconc-separate=none|dynamic|static|qoq|all\n"
        "                         the optimisations of 'separate', to measure them one by one "
        "(all)\n"
        "  --test-schedules=N program.c … -- arguments\n"
        "                         builds it so and runs N schedules; prints the first that fails\n"
        "  -Wno-conc-NAME         without the warnings that end in [-Wconc-NAME]; "
        "-Werror=conc-NAME\n"
        "  -save-temps            keeps NAME.lowered.c too\n"
        "  --show-compile-flags   for compiling what --emit-c prints without concc\n"
        "  --show-link-flags      for linking objects without concc\n"
        "  --conc-version, --help the version of concc, --version that of the C compiler; this "
        "text\n"
        "\n"
        "  CONC_CC                environment: the C compiler behind concc (cc), such as clang or "
        "'ccache gcc'\n"
        "  TMPDIR                 environment: where temporary files stand (/tmp)\n";

const char *show_version(void)
{
	return CONC_VERSION;
}

static void print(const struct command *command)
{
	for (size_t i = 0; i < command->count; i++) printf(i ? " %s" : "%s", command->list[i]);
	putchar('\n');
}

int show(const char *topic, const struct options *options, const struct backend *backend)
{
	struct command command = {0};
	if (!strcmp(topic, "--help")) fputs(help, stdout);
	else if (!strcmp(topic, "--conc-version")) puts("concc " CONC_VERSION);
	else if (!strcmp(topic, "--conc-identity")) {
		identity_print(stdout, backend);
		putchar('\n');
	} else if (!strcmp(topic, "--show-compile-flags")) command_unit_flags(&command, backend);
	else command_link_flags(&command, backend, options);
	if (command.count) print(&command);
	command_free(&command);
	return 0;
}
