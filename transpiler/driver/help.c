/* SPDX-License-Identifier: MIT */
/* Help on one screen, and the flags for compiling lowered C or linking objects without concc. */
#include "job.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "conc/version.h"
#include "source/source.h"

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
        "  --test-schedules=N, --verify, --verify=P    program.c ... -- arguments\n"
        "                        run it under N schedules, all, or all with P preemptions\n"
        "  -fconc-schedules      build a program for CONC_SCHEDULE=seed:N or explore:N\n"
        "  -fconc-check-sync     stop where a synchronisation was left out but is missing\n"
        "  -fconc-separate=none|dynamic|static|qoq|all   optimise 'separate' (all)\n"
        "  -fconc-safe           refuse what threads may share without protection\n"
        "  --report=sync         print where queries of separate objects synchronise\n"
        "  -fconc-mpi            replicas of actors on the other ranks of mpirun, too\n"
        "  -fconc-summaries      warn of data that threads of several units share, too\n"
        "  --show-compile-flags, --show-link-flags   to build without concc\n"
        "  --conc-version, --conc-identity   the version, and one for compiler caches\n"
        "  --clangd [options]    clangd for an editor, on files with Conc words\n"
        "  --trace-from-core CORE [-o FILE]   the flight recorder's last events\n"
        "  CONC_CC, CONC_LIBCLANG, TMPDIR   environment: C compiler, libclang, for files\n";
/* clang-format on */

/* ---- the identity ---- */

/* A compiler cache assumes that an object depends only on the output of -E, so the identity is in
 * it. In its direct mode ccache runs nothing: it compares the files that -E named and the program
 * called concc, and would not see a change of CONC_CC or of the C compiler. A line that names a
 * nonexistent file keeps ccache from this mode, unless it asks concc:
 * CCACHE_COMPILERCHECK='%compiler% --conc-identity'.
 *
 * Rejected: a file that no two processes read alike (ccache 4.11 keeps nothing if a file is newer
 * than its own start; 4.7 did); a device (bad input for ccache). */
static const char by_ccache[] = "CCACHE_DISABLE"; /* ccache sets it for the programs that it runs */

static void add_file(struct text *all, const char *path)
{
	size_t length = 0;
	char *bytes = source_read(path, &length);
	if (bytes) text_add(all, bytes, length);
	free(bytes);
}

static void add_headers(struct text *all, const char *include)
{
	struct dirent **list;
	char *folder = text_format("%s/conc", include);
	char *path = text_format("%s/conc.h", include);
	int count = scandir(folder, &list, NULL, alphasort);
	add_file(all, path);
	free(path);
	for (int i = 0; i < count; i++) {
		path = text_format("%s/%s", folder, list[i]->d_name);
		add_file(all, path);
		free(path);
		free(list[i]);
	}
	if (count >= 0) free(list);
	free(folder);
}

/* Adds each word of CONC_CC and, for programs, size and time: ccache's identity of a compiler. */
static void add_back_end(struct text *all, const struct backend *backend)
{
	for (size_t i = 0; i < backend->word_count; i++) {
		struct stat status;
		char *path = backend_search(backend->words[i]);
		text_printf(all, "%s\n", backend->words[i]);
		if (path && !stat(path, &status))
			text_printf(all, "%lld %lld.%09ld\n", (long long)status.st_size,
			            (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
		free(path);
	}
}

/* Prints "concc 0.1 HASH"; HASH depends on all three. */
static void identity_print(FILE *file, const struct backend *backend)
{
	struct text all = {0};
	add_file(&all, "/proc/self/exe");
	if (backend->include) add_headers(&all, backend->include);
	add_back_end(&all, backend);
	fprintf(file, "concc " CONC_VERSION " %016llx",
	        (unsigned long long)text_hash(all.bytes, all.length));
	text_free(&all);
}

bool identity_is_wanted(void)
{
	const char *compiler = getenv("CONC_CC");
	return getenv(by_ccache) || (compiler && *compiler);
}

void identity_mark(FILE *file, const struct backend *backend)
{
	const char *check = getenv("CCACHE_COMPILERCHECK");
	if (getenv(by_ccache) && !(check && strstr(check, "--conc-identity")))
		fputs("# 1 \"/nonexistent/not-in-direct-mode\"\n", file);
	fputs("# 1 \"<", file);
	identity_print(file, backend);
	fputs(">\"\n", file);
}

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
