/* SPDX-License-Identifier: MIT */
#include "clang.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "diagnostic.h"

/* Newest last only by name; any from 14 on serves (a clang back end wants one at least as new). */
static const char *const libraries[] = {
        "libclang.so.1",
        "libclang-14.so.1",
        "libclang-15.so.1",
        "libclang-16.so.1",
        "libclang-17.so.1",
        "libclang-18.so.18",
        "libclang-18.so.1",
        "libclang-19.so.19",
        "libclang-19.so.1",
        "libclang-20.so.20",
        "libclang-20.so.1",
        "libclang-21.so.21",
        "libclang.so",
        "/usr/lib/llvm-14/lib/libclang.so.1",
        "/usr/lib/llvm-16/lib/libclang.so.1",
        "/usr/lib/llvm-19/lib/libclang.so.1",
};

static void *open_library(void)
{
	const char *chosen = getenv("CONC_LIBCLANG");
	if (chosen && *chosen) return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
		if (library) return library;
	}
	return NULL;
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
