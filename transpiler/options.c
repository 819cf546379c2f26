/* SPDX-License-Identifier: MIT */
/* Reads gcc's and clang's command line as far as the driver must understand it: which arguments are
 * inputs, and which options belong to only one of the steps that it runs. Everything else is passed
 * on as it came; what is wrong with it is the back end's to say. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "text.h"

/* ---- @file ---- */

static char *keep(struct options *options, char *text)
{
	return *GROW(options->kept, options->kept_count, options->kept_room) = text;
}

/* The next word of a response file: blanks part, quotes and backslashes protect. Null at the end.
 */
static char *next_word(const char **at)
{
	struct text word = {0};
	char quote = 0;
	*at += strspn(*at, " \t\n\r\f\v");
	if (!**at) return NULL;
	text_add(&word, "", 0);
	for (; **at && (quote || !strchr(" \t\n\r\f\v", **at)); ++*at) {
		if (**at == '\\' && (*at)[1]) text_add(&word, ++*at, 1);
		else if (quote ? **at == quote : **at == '\'' || **at == '"')
			quote = quote ? 0 : **at;
		else text_add(&word, *at, 1);
	}
	return word.bytes;
}

struct words {
	char **list;
	size_t count, room;
};

static void add_word(struct options *options, struct words *words, char *word, int depth)
{
	size_t length;
	char *file = word[0] == '@' && depth < 2000 ? source_read(word + 1, &length) : NULL;
	if (!file) {
		*GROW(words->list, words->count, words->room) = word;
		return;
	}
	const char *at = file;
	for (char *inner; (inner = next_word(&at));)
		add_word(options, words, keep(options, inner), depth + 1);
	free(file);
}

/* ---- classification ---- */

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static bool is_one_of(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(text, *list)) return true;
	return false;
}

static bool starts_with_one_of(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (starts(text, *list)) return true;
	return false;
}

/* Options whose value is the next argument. */
static bool takes_value(const char *text)
{
	static const char *const list[] = {
	        "-o",
	        "-x",
	        "-I",
	        "-D",
	        "-U",
	        "-L",
	        "-l",
	        "-B",
	        "-T",
	        "-u",
	        "-z",
	        "-e",
	        "-A",
	        "-G",
	        "-include",
	        "-imacros",
	        "-idirafter",
	        "-iprefix",
	        "-iwithprefix",
	        "-iwithprefixbefore",
	        "-isystem",
	        "-isysroot",
	        "-iquote",
	        "-imultilib",
	        "-imultiarch",
	        "-MF",
	        "-MT",
	        "-MQ",
	        "-Xlinker",
	        "-Xassembler",
	        "-Xpreprocessor",
	        "-Xclang",
	        "-aux-info",
	        "--param",
	        "-specs",
	        "-wrapper",
	        "-dumpbase",
	        "-dumpbase-ext",
	        "-dumpdir",
	        "-arch",
	        "-target",
	        "-mllvm",
	        "-Tbss",
	        "-Tdata",
	        "-Ttext",
	        "-rpath",
	        "--entry",
	        "--output",
	        "--include",
	        "--sysroot",
	        "-rpath-link",
	        "-framework",
	        "-gcc-toolchain",
	        "-plugin-arg",
	        NULL,
	};
	return is_one_of(text, list);
}

static const char *language_of(const char *name)
{
	static const char *const list[][2] = {
	        {".c", "c"},
	        {".conc", "c"},
	        {".i", "cpp-output"},
	        {".h", "c-header"},
	        {".s", "assembler"},
	        {".S", "assembler-with-cpp"},
	        {".sx", "assembler-with-cpp"},
	        {".cc", "c++"},
	        {".cpp", "c++"},
	        {".cxx", "c++"},
	        {".C", "c++"},
	        {".ii", "c++-cpp-output"},
	        {".m", "objective-c"},
	};
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof list / sizeof *list; i++)
		if (!strcmp(dot, list[i][0])) return list[i][1];
	return NULL;
}

static enum option_kind kind_of(const char *text)
{
	static const char *const link[] = {
	        "-shared",
	        "-static",
	        "-r",
	        "-nostdlib",
	        "-nodefaultlibs",
	        "-nostartfiles",
	        "-nolibc",
	        "-rdynamic",
	        "-s",
	        "-pie",
	        "-no-pie",
	        "-static-pie",
	        "-static-libgcc",
	        "-shared-libgcc",
	        "-static-libasan",
	        "-static-libtsan",
	        "-static-libubsan",
	        "-Xlinker",
	        "-T",
	        "-u",
	        "-z",
	        "-e",
	        "-rpath",
	        "--entry",
	        NULL,
	};
	static const char *const links[] = {
	        "-l", "-L", "-Wl,", "-fuse-ld=", "-Tbss", "-Tdata", "-Ttext", NULL};
	static const char *const mode[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", NULL};
	static const char *const depend[] = {"-MD", "-MMD", "-MF", "-MT",
	                                     "-MQ", "-MP",  "-MG", NULL};
	static const char *const layout[] = {"-P",  "-C",  "-CC", "-dM", "-dD",
	                                     "-dN", "-dI", "-dU", NULL};
	static const char *const ours[] = {"-fconc",
	                                   "-fno-conc",
	                                   "--emit-c",
	                                   "--emit-header",
	                                   "--conc-version",
	                                   "--conc-identity",
	                                   "--help",
	                                   "--show-compile-flags",
	                                   "--show-link-flags",
	                                   "-fconc-schedules",
	                                   "-fno-conc-schedules",
	                                   "-fconc-check-sync",
	                                   "-fno-conc-check-sync",
	                                   "-fconc-mpi",
	                                   "-fno-conc-mpi",
	                                   NULL};
	static const char *const warnings[] = {"-Wconc",
	                                       "-Wno-conc",
	                                       "-Werror=conc",
	                                       "-Wno-error=conc",
	                                       "--test-schedules=",
	                                       "-fconc-separate=",
	                                       "--report=",
	                                       NULL};
	if (starts(text, "-o") || !strcmp(text, "--output")) return OPTION_OUTPUT;
	if (starts(text, "-x")) return OPTION_LANGUAGE;
	if (starts(text, "-save-temps") || !strcmp(text, "--save-temps")) return OPTION_SAVE;
	if (is_one_of(text, link) || starts_with_one_of(text, links)) return OPTION_LINK;
	if (is_one_of(text, mode)) return OPTION_MODE;
	if (is_one_of(text, depend) || starts(text, "-Wp,-M") || starts(text, "-MF") ||
	    starts(text, "-MT"))
		return OPTION_DEPEND;
	if (is_one_of(text, layout)) return OPTION_LAYOUT;
	if (is_one_of(text, ours) || starts_with_one_of(text, warnings)) return OPTION_OURS;
	return OPTION_COMPILE;
}

static void note_mode(struct options *options, const char *text)
{
	static const struct {
		const char *text;
		enum mode mode;
	} list[] = {
	        {"-c", MODE_COMPILE},    {"-S", MODE_ASSEMBLY},    {"-E", MODE_PREPROCESS},
	        {"-M", MODE_PREPROCESS}, {"-MM", MODE_PREPROCESS}, {"-fsyntax-only", MODE_SYNTAX},
	};
	for (size_t i = 0; i < sizeof list / sizeof *list;
	     i++) /* the earliest step wins, as in gcc */
		if (!strcmp(text, list[i].text) &&
		    (options->mode == MODE_LINK || options->mode == MODE_COMPILE ||
		     list[i].mode == MODE_PREPROCESS))
			options->mode = list[i].mode;
}

/* -fconc-separate=MODE: one column of a table of measurements. */
static void note_separate(struct options *options, const char *mode)
{
	static const struct {
		const char *name;
		struct settings settings;
	} list[] = {
	        {"none", {.no_dynamic = true, .no_static = true, .no_queues = true}},
	        {"dynamic", {.no_static = true, .no_queues = true}},
	        {"static", {.no_dynamic = true, .no_queues = true}},
	        {"qoq", {.no_dynamic = true, .no_static = true}},
	        {"all", {0}},
	};
	struct settings *settings = &options->settings;
	options->bad_mode = mode;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		if (strcmp(list[i].name, mode)) continue;
		settings->no_dynamic = list[i].settings.no_dynamic;
		settings->no_static = list[i].settings.no_static;
		settings->no_queues = list[i].settings.no_queues;
		options->bad_mode = NULL;
	}
}

static void note_ours(struct options *options, const char *text)
{
	if (!strcmp(text, "-fconc") || !strcmp(text, "-fno-conc")) {
		options->conc = text[2] == 'c';
		options->no_conc = !options->conc;
	} else if (!strcmp(text, "-fconc-schedules") || !strcmp(text, "-fno-conc-schedules")) {
		options->schedules = text[2] == 'c';
	} else if (!strcmp(text, "-fconc-check-sync") || !strcmp(text, "-fno-conc-check-sync")) {
		options->settings.check_sync = text[2] == 'c';
	} else if (!strcmp(text, "-fconc-mpi") || !strcmp(text, "-fno-conc-mpi")) {
		options->settings.mpi = text[2] == 'c';
	} else if (starts(text, "-fconc-separate=")) {
		note_separate(options, strchr(text, '=') + 1);
	} else if (starts(text, "--test-schedules=")) {
		options->test_schedules = strchr(text, '=') + 1;
	} else if (starts(text, "--report=")) {
		options->mode = MODE_EMIT;
		options->settings.report = true;
		if (strcmp(text, "--report=sync")) options->bad_report = strchr(text, '=') + 1;
	} else if (!strcmp(text, "--emit-c") || !strcmp(text, "--emit-header")) {
		options->mode = MODE_EMIT;
		options->emit_header = !strcmp(text, "--emit-header");
	} else if (text[1] == '-') {
		options->show = text;
	}
}

static void note_compile(struct options *options, const char *text)
{
	static const char *const inform[] = {"-###",
	                                     "--version",
	                                     "-dumpversion",
	                                     "-dumpfullversion",
	                                     "-dumpmachine",
	                                     "-dumpspecs",
	                                     "-V",
	                                     "-qversion",
	                                     NULL};
	if (is_one_of(text, inform) || starts(text, "-print-") || starts(text, "--print-") ||
	    starts(text, "--help="))
		options->mode = MODE_INFORM;
	options->verbose |= !strcmp(text, "-v");
	if (starts(text, "-fsanitize=") && strstr(text, "address")) options->sanitizer = "asan";
	if (starts(text, "-fsanitize=") && strstr(text, "thread")) options->sanitizer = "tsan";
}

static void note_link(struct options *options, const char *text)
{
	static const char *const list[] = {"-nostdlib", "-nodefaultlibs", "-r", "-Wl,-r", NULL};
	options->no_libraries |= is_one_of(text, list);
}

static void note(struct options *options, const struct option *option)
{
	const char *fused = option->value ? option->value : option->text + 2;
	switch (option->kind) {
	case OPTION_OUTPUT:
		options->output = option->value || option->text[1] == 'o' ? fused : NULL;
		break;
	case OPTION_LANGUAGE:
		options->forced = strcmp(fused, "none") ? fused : NULL;
		break;
	case OPTION_MODE:
		note_mode(options, option->text);
		break;
	case OPTION_OURS:
		note_ours(options, option->text);
		break;
	case OPTION_SAVE:
		options->save_temps = true;
		break;
	case OPTION_COMPILE:
		note_compile(options, option->text);
		break;
	case OPTION_LINK:
		note_link(options, option->text);
		break;
	case OPTION_DEPEND:
	case OPTION_LAYOUT:
	case OPTION_INPUT:
		break;
	}
}

static struct option *add(struct options *options)
{
	return GROW(options->list, options->count, options->room);
}

static void add_input(struct options *options, const char *name)
{
	struct option *option = add(options);
	*option = (struct option){.kind = OPTION_INPUT, .text = name, .forced = options->forced};
	option->language = options->forced ? options->forced : language_of(name);
	options->inputs++;
}

void options_read(struct options *options, int count, char **arguments)
{
	struct words words = {0};
	*options = (struct options){.mode = MODE_LINK};
	for (int i = 1; i < count; i++) add_word(options, &words, arguments[i], 0);
	for (size_t i = 0; i < words.count; i++) {
		const char *text = words.list[i];
		if (options->test_schedules && !strcmp(text, "--"))
			break; /* the rest is the program's */
		if (text[0] != '-' || !text[1]) {
			add_input(options, text);
			continue;
		}
		struct option *option = add(options);
		*option = (struct option){.kind = kind_of(text), .text = text};
		if (takes_value(text) && i + 1 < words.count) option->value = words.list[++i];
		else if (takes_value(text)) options->trouble = true;
		note(options, option);
	}
	free(words.list);
	for (size_t i = 0; i < options->count && options->emit_header; i++)
		if (options->list[i].language && !strcmp(options->list[i].language, "c-header"))
			options->list[i].language = "c";
	for (size_t i = 0; i < options->count;
	     i++) /* gcc takes its standard input for C only where it need not know */
		if (!strcmp(options->list[i].text, "-") && !options->list[i].forced &&
		    options->mode == MODE_PREPROCESS)
			options->list[i].language = "c";
}

void options_free(struct options *options)
{
	for (size_t i = 0; i < options->kept_count; i++) free(options->kept[i]);
	free(options->kept);
	free(options->list);
	*options = (struct options){0};
}

const struct option *options_find(const struct options *options, enum option_kind kind,
                                  const char *prefix)
{
	for (size_t i = options->count; i-- > 0;)
		if (options->list[i].kind == kind && starts(options->list[i].text, prefix))
			return &options->list[i];
	return NULL;
}

bool option_is_preprocessed(const struct option *option)
{
	return option->language && !strcmp(option->language, "cpp-output");
}

bool option_is_c(const struct option *option)
{
	return option->kind == OPTION_INPUT && option->language &&
	       (!strcmp(option->language, "c") || option_is_preprocessed(option));
}
