/* SPDX-License-Identifier: MIT */
/* Finds concc's own files, conc.h and the libconc for the machine that a program is for, relative
 * to its executable. So a build tree and an installed tree work without configuration, even after a
 * move:
 *
 *     build/concc        ../libconc/include/conc.h   build/libconc.a      build/asan/libconc.a
 *     PREFIX/bin/concc   ../include/conc.h           ../lib/libconc.a ../lib/conc/asan/libconc.a
 *
 * If the compiler's name or an option tells a machine other than concc's own:
 *
 *     build/aarch64/libconc.a     PREFIX/lib/conc/aarch64-linux-gnu/libconc.a
 *
 * libconc-mpi.a and libconc-mpi.link, the words that link MPI, are beside libconc.a if the build
 * found MPI. */
#include "backend.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

#if defined(__x86_64__)
static const char own_machine[] = "x86_64";
#elif defined(__aarch64__)
static const char own_machine[] = "aarch64";
#else
static const char own_machine[] = "";
#endif

/* ---- the machine ---- */

/* Returns x86_64-linux-gnu of /usr/bin/x86_64-linux-gnu-gcc-12; null: the name has none. */
static char *triple_of(const char *path)
{
	static const char *const compilers[] = {"-gcc", "-clang", "-cc"};
	const char *name = file_name(path);
	for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
		const char *end = strstr(name, compilers[i]);
		if (end && memchr(name, '-', (size_t)(end - name)))
			return text_copy(name, (size_t)(end - name));
	}
	return NULL;
}

static char *triple_of_options(const struct options *options)
{
	const struct option *target = options_find(options, OPTION_COMPILE, "--target=");
	const struct option *apart = options_find(options, OPTION_COMPILE, "-target");
	const char *narrow = NULL;
	if (target) return text_copy(target->text + 9, strlen(target->text + 9));
	if (apart && apart->value) return text_copy(apart->value, strlen(apart->value));
	for (size_t i = 0; i < options->count; i++) {
		const char *text = options->list[i].text;
		if (!strcmp(text, "-m32")) narrow = "i386-linux-gnu";
		else if (!strcmp(text, "-mx32")) narrow = "x86_64-linux-gnux32";
		else if (!strcmp(text, "-m64")) narrow = NULL;
	}
	return narrow ? text_copy(narrow, strlen(narrow)) : NULL;
}

/* Returns the machine's name; null: concc's own machine. */
static char *foreign_machine(const struct options *options, const char *compiler)
{
	char *triple = triple_of_options(options);
	if (!triple) { /* cc may be a link to a name with a triple */
		char target[PATH_MAX], *path = backend_search(compiler);
		triple = path && realpath(path, target) ? triple_of(target) : NULL;
		free(path);
	}
	if (!triple) triple = triple_of(compiler);
	size_t length = triple ? strcspn(triple, "-") : 0;
	bool same = triple && length == sizeof own_machine - 1 &&
	            !strncmp(triple, own_machine, length) && strstr(triple, "linux") &&
	            !strstr(triple, "x32") && !strstr(triple, "musl");
	if (triple && !same && sizeof own_machine > 1) return triple;
	free(triple);
	return NULL;
}

/* ---- places ---- */

/* Takes path over. Returns it, or null if the file does not exist. */
static char *existing(char *path)
{
	if (access(path, R_OK) == 0) return path;
	free(path);
	return NULL;
}

static void cut_last(char *path)
{
	char *slash = strrchr(path, '/');
	if (slash) *slash = '\0';
}

/* plain: folder of the usual libconc.a; others: folder of its variants. The usual one never
 * replaces a variant: a sanitizer would report false errors. */
static char *find_variant(const char *plain, const char *others, const char *variant)
{
	if (variant) return existing(text_format("%s/%s/libconc.a", others, variant));
	return existing(text_format("%s/libconc.a", plain));
}

/* Tries the folders named after the machine and after the first word of its name. */
static char *find_foreign(const char *machine, const char *others, const char *variant)
{
	char *found = NULL;
	size_t lengths[] = {strlen(machine), strcspn(machine, "-")};
	for (size_t i = 0; i < 2 && !found; i++) {
		char *folder = text_format("%s/%.*s", others, (int)lengths[i], machine);
		found = find_variant(folder, folder, variant);
		free(folder);
	}
	return found;
}

char *library_own_folder(void)
{
	char folder[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
	folder[length > 0 ? length : 0] = '\0';
	cut_last(folder);
	const char *name = strrchr(folder, '/'); /* build/ for build/asan/concc */
	if (name && (!strcmp(name, "/asan") || !strcmp(name, "/tsan"))) cut_last(folder);
	return text_copy(folder, strlen(folder));
}

void library_find(struct backend *backend, const struct options *options, const char *compiler,
                  const char *variant)
{
	char *folder = library_own_folder();
	char *root = text_copy(folder, strlen(folder));
	cut_last(root);
	backend->machine = foreign_machine(options, compiler);
	char *header = existing(text_format("%s/libconc/include/conc.h", root));
	char *libraries = header ? text_copy(folder, strlen(folder)) : text_format("%s/lib", root);
	char *others =
	        header ? text_copy(folder, strlen(folder)) : text_format("%s/lib/conc", root);
	free(folder);
	if (!header) header = existing(text_format("%s/include/conc.h", root));
	backend->library = backend->machine ? find_foreign(backend->machine, others, variant)
	                                    : find_variant(libraries, others, variant);
	backend->mpi =
	        backend->machine ? NULL : existing(text_format("%s/libconc-mpi.a", libraries));
	if (header) cut_last(header);
	backend->include = header;
	backend->libraries = others;
	backend->variant = variant;
	free(libraries);
	free(root);
}
