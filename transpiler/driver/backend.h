/* SPDX-License-Identifier: MIT */
/* The C compiler behind concc, concc's own files beside the executable, and command lines. */
#ifndef CONCC_BACKEND_H
#define CONCC_BACKEND_H

#include "options.h"

struct backend {
	char **words; /* of CONC_CC: the compiler, perhaps after ccache */
	size_t word_count, word_room;
	bool is_clang;
	bool launched;       /* run by ccache, distcc … */
	char *include;       /* folder of conc.h, or null */
	bool schedules;      /* units are compiled for seeded schedules */
	char *machine;       /* "aarch64-linux-gnu"; null: concc's own machine */
	char *library;       /* libconc.a for machine, sanitizer and schedules, or null */
	const char *variant; /* of libconc: "asan", "tsan", "schedules"; null: the usual one */
	char *libraries;     /* the folder of variants and other machines' libraries */
	char *mpi;           /* libconc-mpi.a; null: there is none for machine */
};

void backend_find(struct backend *backend, const struct options *options);
/* library.c: the folder that concc is in, for the caller to free. */
char *library_own_folder(void);

/* library.c: sets the files and folders of backend. compiler: the word of backend->words that names
 * it; variant: "asan", "schedules" … or null. */
void library_find(struct backend *backend, const struct options *options, const char *compiler,
                  const char *variant);
/* Finds a program as a shell does. Returns its path on the heap, or null. */
char *backend_search(const char *name);

/* A command line under construction. */
struct command {
	const char **list; /* null-terminated */
	size_t count, room;
	char **owned;
	size_t owned_count, owned_room;
};

struct command command_start(const struct backend *backend);
void command_add(struct command *command, const char *argument);
/* Adds arguments up to a null. */
void command_words(struct command *command, ...) __attribute__((sentinel));
void command_format(struct command *command, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
/* Adds all options of one kind, in order, with their values. */
void command_options(struct command *command, const struct options *options, enum option_kind kind);
/* Adds what every C unit gets: __CONC__, the folder of conc.h, -pthread. */
void command_unit_flags(struct command *command, const struct backend *backend);
/* Adds -fstack-clash-protection, for units with dialect, before the author's options. */
void command_protection(struct command *command, const struct backend *backend);
/* Adds the unit flags and CONC_ANALYSIS, for conc.h's short form. */
void command_analysis_flags(struct command *command, const struct backend *backend);
void command_link_flags(struct command *command, const struct backend *backend,
                        const struct options *options);
/* Moves the compiler's arguments into a response file if they are too long to be passed. */
void command_shorten(struct command *command, const struct backend *backend);
void command_free(struct command *command);

#endif
