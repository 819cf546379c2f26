/* SPDX-License-Identifier: MIT */
/* Reads gcc's and clang's command line as far as the driver must understand it: which arguments are
 * inputs, and which options belong to only one of its steps. All else is passed on as it is; errors
 * in it are the back end's to report. */
#include "job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- classification ---- */

bool option_takes_value(const char *text)
{
	static const char list[] =
	        "-o -x -I -D -U -L -l -B -T -u -z -e -A -G -include -imacros -idirafter -iprefix "
	        "-iwithprefix -iwithprefixbefore -isystem -isysroot -iquote -imultilib -imultiarch "
	        "-MF -MT -MQ -Xlinker -Xassembler -Xpreprocessor -Xclang -aux-info --param -specs "
	        "-wrapper -dumpbase -dumpbase-ext -dumpdir -arch -target -mllvm -Tbss -Tdata "
	        "-Ttext -rpath --entry --sysroot -rpath-link -framework -gcc-toolchain -plugin-arg "
	        "-include-pch -working-directory -serialize-diagnostics --serialize-diagnostics "
	        "--config -ivfsoverlay -iwithsysroot -iframework -F -MJ -Xanalyzer -Xopenmp-target";
	return text_listed(text, list, true);
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
	const char *dot = strrchr(name, '.'); /* a file called .c has no suffix */
	for (size_t i = 0; dot && dot > name && i < sizeof list / sizeof *list; i++)
		if (!strcmp(dot, list[i][0])) return list[i][1];
	return NULL;
}

static enum option_kind kind_of(const char *text)
{
	static const char link[] =
	        "-shared -static -r -nostdlib -nodefaultlibs -nostartfiles -nolibc -rdynamic -s "
	        "-pie -no-pie -static-pie -static-libgcc -shared-libgcc -static-libasan "
	        "-static-libtsan -static-libubsan -Xlinker -T -u -z -e -rpath --entry";
	static const char links[] = "-l -L -Wl, -fuse-ld= -Tbss -Tdata -Ttext";
	static const char mode[] = "-c -S -E -M -MM -fsyntax-only";
	static const char depend[] = "-MD -MMD -MF -MT -MQ -MP -MG";
	static const char layout[] = "-P -C -CC -dM -dD -dN -dI -dU";
	static const char ours[] =
	        "-fconc -fno-conc --emit-c --emit-header --conc-version --conc-identity --help "
	        "--show-compile-flags --show-link-flags -fconc-schedules -fno-conc-schedules "
	        "-fconc-check-sync -fno-conc-check-sync -fconc-mpi -fno-conc-mpi -fconc-summaries "
	        "-fno-conc-summaries -fconc-safe -fno-conc-safe --verify";
	static const char warnings[] = "-Wconc -Wno-conc -Werror=conc -Wno-error=conc "
	                               "--test-schedules= --verify= -fconc-separate= "
	                               "--report= --emit-c=";
	if (text_starts(text, "-o")) return OPTION_OUTPUT;
	if (text_starts(text, "-x")) return OPTION_LANGUAGE;
	if (text_starts(text, "-save-temps") || text_starts(text, "--save-temps="))
		return OPTION_SAVE;
	if (text_listed(text, "-dumpbase -dumpbase-ext -dumpdir", true)) return OPTION_NAME;
	if (!strcmp(text, "-MJ")) return OPTION_DATABASE;
	if (text_listed(text, link, true) || text_listed(text, links, false)) return OPTION_LINK;
	if (text_listed(text, mode, true)) return OPTION_MODE;
	if (text_listed(text, depend, true) ||
	    (text_starts(text, "-Wp,-M") && strcmp(text, "-Wp,-M") != 0 &&
	     strcmp(text, "-Wp,-MM") != 0) ||
	    text_listed(text, "-MF -MT -MQ", false))
		return OPTION_DEPEND;
	if (text_listed(text, layout, true)) return OPTION_LAYOUT;
	if (text_listed(text, ours, true) || text_listed(text, warnings, false)) return OPTION_OURS;
	return OPTION_COMPILE;
}

static void note_mode(struct options *options, const char *text)
{
	enum mode mode = !strcmp(text, "-c")              ? MODE_COMPILE
	                 : !strcmp(text, "-S")            ? MODE_ASSEMBLY
	                 : !strcmp(text, "-fsyntax-only") ? MODE_SYNTAX
	                                                  : MODE_PREPROCESS;
	/* the earliest step wins, as in gcc */
	if (options->mode == MODE_LINK || options->mode == MODE_COMPILE || mode == MODE_PREPROCESS)
		options->mode = mode;
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
	} else if (!strcmp(text, "-fconc-safe") || !strcmp(text, "-fno-conc-safe")) {
		options->settings.safe = text[2] == 'c';
	} else if (!strcmp(text, "-fconc-mpi") || !strcmp(text, "-fno-conc-mpi")) {
		options->settings.mpi = text[2] == 'c';
	} else if (!strcmp(text, "-fconc-summaries") || !strcmp(text, "-fno-conc-summaries")) {
		options->settings.summaries = text[2] == 'c';
	} else if (text_starts(text, "-fconc-separate=")) {
		const char *mode = strchr(text, '=') + 1;
		bool known = separate_mode_read(&options->settings.separate, mode);
		options->bad_mode = known ? NULL : mode;
	} else if (text_starts(text, "--test-schedules=")) {
		options->test_schedules = strchr(text, '=') + 1;
	} else if (!strcmp(text, "--verify") || text_starts(text, "--verify=")) {
		options->test_schedules = text + strlen("--");
	} else if (text_starts(text, "--report=")) {
		options->mode = MODE_EMIT;
		options->settings.report = true;
		if (strcmp(text, "--report=sync")) options->bad_report = strchr(text, '=') + 1;
	} else if (!strcmp(text, "--emit-c") || !strcmp(text, "--emit-header") ||
	           text_starts(text, "--emit-c=")) {
		options->mode = MODE_EMIT;
		options->emit_header = !strcmp(text, "--emit-header");
		options->settings.pretty = !strcmp(text, "--emit-c=pretty");
		if (text_starts(text, "--emit-c=") && !options->settings.pretty)
			options->bad_form = strchr(text, '=') + 1;
	} else if (text[1] == '-') {
		options->show = text;
	}
}

/* Reads -fsanitize=address,undefined or -fno-sanitize=all, which decide on the libconc linked. */
static void note_sanitizer(struct options *options, const char *text)
{
	bool off = text_starts(text, "-fno-sanitize=");
	if (!off && !text_starts(text, "-fsanitize=")) return;
	for (const char *word = strchr(text, '=') + 1;;) {
		size_t length = strcspn(word, ",");
		char *name = text_copy(word, length);
		const char *sanitizer = !strcmp(name, "address")  ? "asan"
		                        : !strcmp(name, "thread") ? "tsan"
		                                                  : NULL;
		bool all = !strcmp(name, "all");
		free(name);
		if (off && (all || (sanitizer && options->sanitizer &&
		                    !strcmp(sanitizer, options->sanitizer))))
			options->sanitizer = NULL;
		else if (!off && sanitizer) options->sanitizer = sanitizer;
		if (!word[length]) return;
		word += length + 1;
	}
}

static void note_compile(struct options *options, const char *text)
{
	static const char inform[] =
	        "--version -dumpversion -dumpfullversion -dumpmachine -dumpspecs -V -qversion";
	if (text_listed(text, inform, true) || text_listed(text, "-print- --print- --help=", false))
		options->mode = MODE_INFORM;
	if (!strcmp(text, "-Wno-pedantic")) options->pedantic = false;
	else if (text_listed(text, "-pedantic -Wpedantic", false) ||
	         text_listed(text, "-Weverything -Wembedded-directive", true))
		options->pedantic = true;
	if (text_starts(text, "-std=")) options->trigraphs = !text_starts(text + 5, "gnu");
	else if (text_listed(text, "-trigraphs -ftrigraphs -ansi", true)) options->trigraphs = true;
	else if (!strcmp(text, "-fno-trigraphs")) options->trigraphs = false;
	options->verbose |= !strcmp(text, "-v");
	options->only_shows |= !strcmp(text, "-###");
	note_sanitizer(options, text);
}

const char *option_language(const struct option *option)
{
	const char *language = option->value ? option->value : option->text + 2;
	return strcmp(language, "none") ? language : NULL;
}

static void option_note(struct options *options, const struct option *option)
{
	static const char apart[] = "-nostdlib -nodefaultlibs -r -Wl,-r -Wl,--relocatable";
	const char *fused = option->value ? option->value : option->text + 2;
	switch (option->kind) {
	case OPTION_OUTPUT:
		options->output = fused;
		break;
	case OPTION_LANGUAGE:
		options->forced = option_language(option);
		break;
	case OPTION_MODE:
		note_mode(options, option->text);
		break;
	case OPTION_OURS:
		note_ours(options, option->text);
		break;
	case OPTION_SAVE:
		options->save_temps = true;
		options->save_here = strstr(option->text, "=cwd") != NULL;
		options->save_beside = strstr(option->text, "=obj") != NULL;
		if (strchr(option->text, '=')) options->dump_folder = NULL;
		break;
	case OPTION_NAME:
		if (!strcmp(option->text, "-dumpdir")) options->dump_folder = option->value;
		else if (!strcmp(option->text, "-dumpbase")) options->dump_base = option->value;
		else options->dump_extension = option->value;
		break;
	case OPTION_COMPILE:
		note_compile(options, option->text);
		break;
	case OPTION_LINK:
		options->no_libraries |= text_listed(option->text, apart, true);
		break;
	default:
		break;
	}
}

static void add_input(struct options *options, const char *name)
{
	struct option *option = GROW(options->list, options->count, options->room);
	*option = (struct option){.kind = OPTION_INPUT, .text = name, .forced = options->forced};
	option->language = options->forced ? options->forced : language_of(name);
	options->inputs++;
	options->compiled += option->language != NULL;
	options->links |= !option_is_header(option);
}

void options_read(struct options *options, int count, char **arguments)
{
	*options = (struct options){.mode = MODE_LINK};
	struct words words;
	words_read(&words, count, arguments);
	for (size_t i = 0; i < words.count; i++) {
		const char *text = words.list[i];
		if (options->test_schedules && !strcmp(text, "--"))
			break; /* the rest are the program's arguments */
		if (text[0] != '-' || !text[1]) {
			add_input(options, text);
			continue;
		}
		struct option *option = GROW(options->list, options->count, options->room);
		*option = (struct option){.kind = kind_of(text), .text = text};
		bool takes_value = option_takes_value(text);
		if (takes_value && i + 1 < words.count) option->value = words.list[++i];
		else options->trouble |= takes_value;
		option_note(options, option);
	}
	free(words.list);
	/* With -E, as in gcc, standard input is C without -x. With --emit-header a header is a
	 * unit. */
	bool prints = options_find(options, OPTION_MODE, "-E") != NULL;
	for (size_t i = 0; i < options->count; i++) {
		struct option *option = &options->list[i];
		if (option->kind != OPTION_INPUT) continue;
		if (options->emit_header && option_is_header(option)) option->language = "c";
		if (!strcmp(option->text, "-") && !option->forced && prints) option->language = "c";
	}
}

const struct option *options_find(const struct options *options, enum option_kind kind,
                                  const char *prefixes)
{
	for (size_t i = options->count; i-- > 0;)
		if (options->list[i].kind == kind &&
		    text_listed(options->list[i].text, prefixes, false))
			return &options->list[i];
	return NULL;
}

static bool passes(const struct option *option)
{
	return option->kind == OPTION_COMPILE && option->value && !strcmp(option->text, "-Xclang");
}

struct include_option options_inclusion(const struct options *options, size_t i)
{
	const struct option *option = &options->list[i];
	bool passed = passes(option) && i + 1 < options->count && passes(option + 1);
	const char *word = passed ? option->value : option->text;
	bool compiled = !strcmp(word, "-include-pch");
	const char *name = passed ? option[1].value : option->value;
	if (option->kind != OPTION_COMPILE || !name || (!compiled && strcmp(word, "-include") != 0))
		return (struct include_option){0};
	return (struct include_option){passed ? 2 : 1, name, compiled};
}

static bool is_in(const struct option *option, const char *language)
{
	return option->language && !strcmp(option->language, language);
}

bool option_is_preprocessed(const struct option *option)
{
	return is_in(option, "cpp-output");
}

bool option_is_header(const struct option *option)
{
	return option->kind == OPTION_INPUT && is_in(option, "c-header");
}

bool option_is_c(const struct option *option)
{
	return option->kind == OPTION_INPUT && (is_in(option, "c") || is_in(option, "cpp-output"));
}

/* ---- for our diagnostics, too ---- */

static bool by_terminal(void)
{
	const char *term = getenv("TERM"), *colors = getenv("GCC_COLORS");
	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") && (!colors || *colors);
}

static const char *behind(const char *text, const char *prefix)
{
	return text_starts(text, prefix) ? text + strlen(prefix) : NULL;
}

static void note_form(struct diagnostic_options *result, const char *name)
{
	bool on = strncmp(name, "no-", 3) != 0;
	const char *bare = on ? name : name + 3, *value;
	if (!strcmp(bare, "diagnostics-show-caret") || !strcmp(bare, "caret-diagnostics"))
		result->no_caret = !on;
	else if (!strcmp(bare, "diagnostics-show-option")) result->no_option = !on;
	else if (!strcmp(bare, "diagnostics-parseable-fixits")) result->fixes = on;
	else if (!strcmp(bare, "show-column")) result->no_column = !on;
	else if (!strcmp(bare, "diagnostics-plain-output")) {
		result->no_caret = true;
		result->color = false;
	} else if (!strcmp(bare, "diagnostics-color") || !strcmp(bare, "color-diagnostics"))
		result->color = on;
	else if ((value = behind(bare, "diagnostics-color=")) ||
	         (value = behind(bare, "color-diagnostics="))) {
		if (!strcmp(value, "always") || !*value) result->color = true;
		else if (!strcmp(value, "never")) result->color = false;
		else if (!strcmp(value, "auto")) result->color = by_terminal();
	} else if ((value = behind(bare, "diagnostics-format=")))
		result->json = !strcmp(value, "json") || !strcmp(value, "json-stderr");
	else if ((value = behind(bare, "max-errors=")) || (value = behind(bare, "error-limit=")))
		result->most_errors = atoi(value);
}

struct diagnostic_options warning_options_read(const struct options *options)
{
	const char **switches = memory_new(options->count, sizeof *switches);
	struct diagnostic_options result = {
	        .color = by_terminal(), .switches = switches, .safe = options->settings.safe};
	for (size_t i = 0; i < options->count; i++) {
		const char *text = options->list[i].text;
		enum option_kind kind = options->list[i].kind;
		if (kind != OPTION_COMPILE && kind != OPTION_OURS) continue;
		if (!strcmp(text, "-Werror") || !strcmp(text, "-Wno-error"))
			result.werror = text[2] == 'e';
		else if (!strcmp(text, "-Wfatal-errors") || !strcmp(text, "-Wno-fatal-errors"))
			result.fatal_errors = text[2] == 'f';
		else if (!strcmp(text, "-w")) result.no_warnings = true;
		else if (text[1] == 'W' && strncmp(text, "-Wp,", 4) && strncmp(text, "-Wa,", 4))
			switches[result.switch_count++] = text;
		else if (text[1] == 'f') note_form(&result, text + 2);
	}
	return result;
}
