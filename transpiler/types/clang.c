/* SPDX-License-Identifier: MIT */
#include "clang.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/severity.h"

static void *open_by_name(const char *name)
{
	return dlopen(name, RTLD_LAZY | RTLD_LOCAL);
}

/* Of Debian's or LLVM's packages. */
static void *open_newest(void)
{
	static const char prefix[] = "/usr/lib/llvm-";
	const char *path = NULL;
	int newest = 0;
	glob_t found;
	if (glob("/usr/lib/llvm-*/lib/libclang-[0-9]*.so.1", GLOB_NOSORT, NULL, &found) != 0)
		return NULL;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		int version = atoi(found.gl_pathv[i] + sizeof prefix - 1);
		if (version <= newest) continue;
		newest = version;
		path = found.gl_pathv[i];
	}
	void *library = path ? open_by_name(path) : NULL;
	globfree(&found);
	return library;
}

/* libclang must be at least as new as a clang back end. */
static void *open_library(void)
{
	enum { OLDEST = 14, NEWEST = 40 };
	const char *chosen = getenv("CONC_LIBCLANG");
	if (chosen && *chosen) return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
	void *library = open_by_name("libclang.so.1");
	if (!library) library = open_newest();
	for (int version = NEWEST; !library && version >= OLDEST; version--) {
		char name[32];
		snprintf(name, sizeof name, "libclang.so.%d.1", version); /* Fedora's, Arch's */
		library = open_by_name(name);
	}
	return library ? library : open_by_name("libclang.so");
}

static void *symbol(void *library, const char *name)
{
	void *found = dlsym(library, name);
	if (found) return found;
	diagnose_plain(SEVERITY_ERROR, "libclang has no %s: it is too old (14 or newer is needed)",
	               name);
	exit(1);
}

const struct clang *clang_load(void)
{
	static struct clang clang;
	static int loaded;
	if (loaded) return &clang;
	/* libclang runs on our stack, which is large enough, and leaves faults to our handler. */
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
	void *library = open_library();
	if (!library) {
		diagnose_plain(SEVERITY_ERROR,
		               "cannot load libclang (%s): install libclang-dev, or name one in "
		               "CONC_LIBCLANG",
		               dlerror());
		exit(1);
	}
#define FUNCTION(name) *(void **)&clang.name = symbol(library, "clang_" #name);
	CLANG_FUNCTIONS(FUNCTION)
#undef FUNCTION
	loaded = 1;
	return &clang;
}
