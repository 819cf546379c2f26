/* SPDX-License-Identifier: MIT */
/* Help on one screen, and the flags for compiling lowered C or linking objects without concc. */
#include "job.h"

#include <stdio.h>
#include <string.h>

#include "conc/version.h"

/* clang-format off */
static const char help[] =
        "Usage: concc [options] file...          (this text: concc --help)\n"
        "A C compiler. A unit that includes <conc.h>, or is called NAME.conc, may use the\n"
        "Conc words and is translated to plain GNU C first; all other units, and options\n"
        "that are not listed here, go to the C compiler as they are. More: man concc.\n"
        "\n"
        "  -fconc, -fno-conc     translate every unit in C, or none\n"
        "  --emit-c, --emit-c=pretty   print the C that is compiled; for a reader\n"
        "  --emit-header         print a header with which plain C sends to actors\n"
        "  -save-temps           keep NAME.lowered.c too\n"
        "  -Wno-conc-NAME, -Werror=conc-NAME     for warnings that end in [-Wconc-NAME]\n"
        "  --test-schedules=N program.c ... -- arguments\n"
        "                        run it under N schedules; print the first that fails\n"
        "  -fconc-schedules      build a program for CONC_SCHEDULE=seed:N or explore:N\n"
        "  -fconc-check-sync     stop where a synchronisation was left out but is missing\n"
        "  -fconc-separate=none|dynamic|static|qoq|all   optimise 'separate' (all)\n"
        "  --report=sync         print where queries of separate objects synchronise\n"
        "  -fconc-mpi            replicas of actors on the other ranks of mpirun, too\n"
        "  --show-compile-flags  for compiling what --emit-c prints, and for linking\n"
        "  --show-link-flags     objects, without concc\n"
        "  --conc-version, --conc-identity   the version, and one for compiler caches\n"
        "  --clangd [options]    clangd for an editor, on files with Conc words\n"
        "  CONC_CC               environment: the C compiler (cc), such as clang\n"
        "  CONC_LIBCLANG         environment: the libclang to load\n"
        "  TMPDIR                environment: where temporary files stand (/tmp)\n";
/* clang-format on */

int help_show(const char *topic, const struct options *options, const struct backend *backend)
{
	struct command command = {0};
	if (!strcmp(topic, "--help")) fputs(help, stdout);
	else if (!strcmp(topic, "--conc-version")) puts("concc " CONC_VERSION);
	else if (!strcmp(topic, "--conc-identity")) {
		identity_print(stdout, backend);
		putchar('\n');
	} else if (!strcmp(topic, "--show-compile-flags")) {
		command_protection(&command, backend);
		command_unit_flags(&command, backend);
	} else command_link_flags(&command, backend, options);
	if (command.count) {
		for (size_t i = 0; i < command.count; i++)
			printf(i ? " %s" : "%s", command.list[i]);
		putchar('\n');
	}
	command_free(&command);
	return 0;
}
