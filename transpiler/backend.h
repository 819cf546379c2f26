/* SPDX-License-Identifier: MIT */
/* The C compiler behind concc, our files beside the executable, and the command lines for both. */
#ifndef CONCC_BACKEND_H
#define CONCC_BACKEND_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"

struct backend {
	char **words; /* of CONC_CC: the compiler, perhaps behind ccache */
	size_t word_count, word_room;
	bool is_clang;
	bool launched;       /* by ccache, distcc … */
	char *include;       /* folder of conc.h, or null */
	bool schedules;      /* units are compiled for seeded schedules */
	char *machine;       /* "aarch64-linux-gnu"; null: concc's own */
	char *library;       /* libconc.a that matches machine, sanitizer and schedules, or null */
	const char *variant; /* of libconc that is wanted: "asan", "tsan", "schedules"; null: the
	                        usual */
	char *libraries;     /* the folder in which those for other machines are */
	char *mpi;           /* libconc-mpi.a; null: there is none, or it is not wanted */
};

void backend_find(struct backend *backend, const struct options *options);
/* Where the shell would find a program; null if nowhere. */
char *backend_search(const char *name);
void backend_free(struct backend *backend);

/* A command line under construction. */
struct command {
	const char **list; /* null-terminated */
	size_t count, room;
	char **owned;
	size_t owned_count, owned_room;
};

void command_start(struct command *command, const struct backend *backend);
void command_add(struct command *command, const char *argument);
void command_format(struct command *command, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
/* All options of one kind, in order, with their values. */
void command_options(struct command *command, const struct options *options, enum option_kind kind);
/* What every C unit gets: __CONC__, the folder of conc.h, -pthread. */
void command_unit_flags(struct command *command, const struct backend *backend);
/* -fstack-clash-protection, for units with dialect; before the author's options. */
void command_protection(struct command *command, const struct backend *backend);
/* Makes conc.h its short form, for analysis. */
void command_analysis_flags(struct command *command, const struct backend *backend);
void command_link_flags(struct command *command, const struct backend *backend,
                        const struct options *options);
/* Moves everything behind the compiler into a response file if it is too long to be passed. */
void command_shorten(struct command *command, const struct backend *backend);
void command_free(struct command *command);

#endif
