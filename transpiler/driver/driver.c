/* SPDX-License-Identifier: MIT */
/* Decides what happens to each input, and runs the back end.
 *
 * A command line without a dialect unit goes to the back end with the same arguments, plus those
 * that every unit gets and, for a link, libconc. Otherwise each dialect unit is compiled on its
 * own, from lowered text in a private folder, and is an object in the rest of the command. */
#include "driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job.h"
#include "base/output.h"
#include "base/process.h"
#include "source/source.h"

/* ---- the rest of the command ---- */

static const struct job *job_of(const struct driver *driver, const struct option *input)
{
	for (size_t i = 0; i < driver->job_count; i++)
		if (driver->jobs[i].input == input) return &driver->jobs[i];
	return NULL;
}

struct rest {
	struct command *command;
	const char *language; /* the -x in force; null: none */
};

static void add_as(struct rest *rest, const char *language, const char *text)
{
	bool changes = language ? !rest->language || strcmp(language, rest->language) != 0
	                        : rest->language != NULL;
	if (changes) command_format(rest->command, "-x%s", language ? language : "none");
	if (text) command_add(rest->command, text);
	rest->language = language;
}

static void add_input(const struct driver *driver, struct rest *rest, const struct option *input)
{
	const struct job *job = job_of(driver, input);
	const char *dot = strrchr(input->text, '.');
	if (job && job->fate != FATE_LEFT) {
		if (driver->options.mode == MODE_LINK && job->object && !option_is_header(input))
			add_as(rest, NULL, job->object);
	} else if (!input->forced && dot && !strcmp(dot, ".conc")) {
		add_as(rest, "c", input->text);
	} else if (!input->forced && input->language && !strcmp(input->text, "-")) {
		add_as(rest, input->language, input->text);
	} else {
		add_as(rest, input->forced, input->text);
	}
}

/* Is an input, or one in C, left for the back end, if only to be called "not used"? */
static bool has_rest(const struct driver *driver, bool c)
{
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *option = &driver->options.list[i];
		const struct job *job = job_of(driver, option);
		if (option->kind == OPTION_INPUT && (!c || option->language) &&
		    (!job || job->fate == FATE_LEFT))
			return true;
	}
	return false;
}

/* Makes a command of the user's arguments; lowered inputs give way to their objects. */
static void make_rest(const struct driver *driver, struct command *command)
{
	const struct options *options = &driver->options;
	struct rest rest = {command, NULL};
	bool lowered = false; /* then a -x may have lost its input */
	for (size_t i = 0; i < driver->job_count; i++) lowered |= driver->jobs[i].fate != FATE_LEFT;
	*command = command_start(&driver->backend);
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option->kind == OPTION_INPUT) add_input(driver, &rest, option);
		if (option->kind == OPTION_OURS || option->kind == OPTION_INPUT) continue;
		if (option->kind == OPTION_LANGUAGE) {
			if (lowered) continue;
			rest.language = option_language(option);
		}
		command_words(command, option->text, option->value, NULL);
	}
	if (options->trouble) return; /* our arguments would be taken for the missing value */
	if (driver->analysis_form) command_analysis_flags(command, &driver->backend);
	else if (has_rest(driver, true)) command_unit_flags(command, &driver->backend);
	if (options->mode == MODE_LINK && options->links) {
		add_as(&rest, NULL, NULL);
		command_link_flags(command, &driver->backend, options);
	}
	command_shorten(command, &driver->backend);
}

/* Prints why the linker failed: this libconc is missing. */
static void explain_link(const struct driver *driver)
{
	const struct backend *backend = &driver->backend;
	if (backend->library || driver->options.no_libraries) return;
	if (!backend->machine && backend->variant)
		diagnose_plain(
		        SEVERITY_NOTE,
		        "there is no libconc for %s, which dialect needs: it would be "
		        "%s/%s/libconc.a ('make libraries' builds it, 'make install' installs it)",
		        backend->schedules           ? "-fconc-schedules"
		        : backend->variant[0] == 'a' ? "-fsanitize=address"
		                                     : "-fsanitize=thread",
		        backend->libraries, backend->variant);
	if (!backend->machine) return;
	diagnose_plain(SEVERITY_NOTE,
	               "there is no libconc for %s, which dialect needs: it would be "
	               "%s/%s/libconc.a ('make install-cross CROSS=%s' makes it)",
	               backend->machine, backend->libraries, backend->machine, backend->machine);
}

static int run_rest(struct driver *driver)
{
	struct command command;
	make_rest(driver, &command);
	int status = process_back_end(
	        &(struct process){.arguments = command.list, .input = &driver->standard_input});
	command_free(&command);
	if (status && driver->options.mode == MODE_LINK && driver->options.links)
		explain_link(driver);
	return status ? status : summaries_check(driver);
}

static int become_back_end(struct driver *driver)
{
	struct command command;
	make_rest(driver, &command);
	bool response_file = command.count > 1 && command.list[command.count - 1][0] == '@';
	bool explains = driver->options.mode == MODE_LINK &&
	                (driver->backend.machine || !driver->backend.library ||
	                 driver->options.settings.summaries);
	if (driver->standard_input.bytes || response_file || explains) return run_rest(driver);
	return process_become(command.list);
}

/* ---- the flow ---- */

/* Makes a job of each input in C, and reads standard input if it is one. With seeded schedules,
 * other languages must not be compiled by the link either (job_compile_left). */
static void find_jobs(struct driver *driver)
{
	const struct options *options = &driver->options;
	bool headers = options->mode != MODE_PREPROCESS && options->mode != MODE_EMIT;
	bool others = options->schedules && options->mode == MODE_LINK;
	driver->jobs = memory_new(options->inputs, sizeof *driver->jobs);
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option_is_c(option) || (headers && option_is_header(option)) ||
		    (others && option->language))
			driver->jobs[driver->job_count++].input = option;
	}
	for (size_t i = 0; i < driver->job_count; i++)
		if (!strcmp(driver->jobs[i].input->text, "-") && !driver->standard_input.bytes)
			driver->standard_input.bytes =
			        source_read_pipe("-", &driver->standard_input.length);
}

/* A pipe (/dev/stdin, <(generate)) can be read only once: it becomes standard input, with a marker
 * for its name. Not done if the output would be named after it. */
static void read_pipe(struct driver *driver, struct option *input)
{
	struct stat status;
	char *bytes;
	size_t length;
	const struct options *options = &driver->options;
	bool named = options->output ||
	             (options->mode != MODE_COMPILE && options->mode != MODE_ASSEMBLY);
	if (driver->standard_input.bytes || !option_is_c(input) || !strcmp(input->text, "-") ||
	    stat(input->text, &status) || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ||
	    (!named && strcmp(input->text, "/dev/stdin")) ||
	    !(bytes = source_read_pipe(input->text, &length)))
		return;
	text_marker(&driver->standard_input, 1, input->text);
	text_add(&driver->standard_input, bytes, length);
	free(bytes);
	input->text = "-";
}

/* -E keeps the dialect, so that its output can be translated elsewhere. */
static int preprocess_only(struct driver *driver)
{
	const struct options *options = &driver->options;
	bool prints_text = options_find(options, OPTION_MODE, "-E") &&
	                   !options_find(options, OPTION_MODE, "-M");
	process_watch_signals();
	find_jobs(driver);
	for (size_t i = 0; i < driver->job_count && prints_text && !options->no_conc; i++)
		driver->analysis_form |=
		        include_scan(options, driver->jobs[i].input->text, &driver->standard_input);
	bool marked =
	        driver->analysis_form || (prints_text && driver->job_count && identity_is_wanted());
	if (!marked || options_find(options, OPTION_LAYOUT, "-P -dM"))
		return become_back_end(driver);
	int status = run_rest(driver);
	if (status) return status;
	const char *output = driver->options.output;
	FILE *file = output && strcmp(output, "-") ? fopen(output, "a") : stdout;
	if (file) identity_mark(file, &driver->backend);
	if (file && !fclose(file)) return 0;
	diagnose_plain(SEVERITY_ERROR, "cannot write %s: %s", output ? output : "standard output",
	               strerror(errno));
	return 1;
}

/* Commands that only print or are wrong are left to the back end. */
static bool may_translate(const struct driver *driver)
{
	const struct options *options = &driver->options;
	bool one_output = options->output &&
	                  (options->mode == MODE_COMPILE || options->mode == MODE_ASSEMBLY);
	return options->mode != MODE_PREPROCESS && options->mode != MODE_INFORM &&
	       !options->only_shows && !options->trouble && !(one_output && options->compiled > 1);
}

static void print_lowered(const struct driver *driver, FILE *file)
{
	for (size_t i = 0; i < driver->job_count; i++) {
		const struct job *job = &driver->jobs[i];
		struct text own = {0};
		if (job->fate == FATE_LEFT && strcmp(job->input->text, "-"))
			own.bytes = source_read(job->input->text, &own.length);
		bool shown = job->fate == FATE_LOWERED || driver->options.settings.report;
		const struct text *text = shown       ? &job->lowered.text
		                          : own.bytes ? &own
		                                      : &driver->standard_input;
		fwrite(text->bytes ? text->bytes : "", 1, text->length, file);
		text_free(&own);
	}
}

static int emit(const struct driver *driver)
{
	bool readable = driver->job_count > 0;
	if (!readable) diagnose_plain(SEVERITY_FATAL, "no input files");
	for (size_t i = 0; i < driver->job_count; i++) {
		const char *input = driver->jobs[i].input->text;
		if (driver->jobs[i].fate != FATE_LEFT || !strcmp(input, "-") ||
		    !access(input, R_OK))
			continue;
		diagnose_plain(SEVERITY_ERROR, "%s: %s", input, strerror(errno));
		readable = false;
	}
	if (!readable) return 1;
	const char *name = driver->options.output;
	struct output output = {0};
	bool to_file = name && strcmp(name, "-");
	if (to_file) output_begin(&output, name, false);
	errno = 0;
	FILE *file = to_file ? fopen(output.partial, "w") : stdout;
	if (file) print_lowered(driver, file);
	bool good = file && !ferror(file);
	good = (!file || !fclose(file)) && good;
	if (!good && !to_file && errno == EPIPE) process_end_by_reader();
	if (!good)
		diagnose_plain(SEVERITY_ERROR, "cannot write %s: %s",
		               to_file ? name : "standard output", strerror(errno));
	if (to_file && !good) output_drop(&output);
	else if (to_file) good = output_finish(&output);
	return good ? 0 : 1;
}

/* Returns the status of the first failed unit, or 0. Removes the outputs of failed units. */
static int failures(const struct driver *driver)
{
	int status = 0;
	for (size_t i = 0; i < driver->job_count; i++) {
		const struct job *job = &driver->jobs[i];
		if (job->fate != FATE_FAILED) continue;
		status = status ? status : job->status;
		bool temporary = driver->options.mode == MODE_LINK && !option_is_header(job->input);
		char *name = temporary || driver->options.mode == MODE_EMIT
		                     ? NULL
		                     : job_output(driver, job);
		struct stat status_of_output;
		if (name && !stat(name, &status_of_output) && S_ISREG(status_of_output.st_mode))
			unlink(name); /* not -o /dev/null */
		free(name);
	}
	return status;
}

/* Removes the half-written program if concc is interrupted while the linker runs. */
static int run_guarded(struct driver *driver)
{
	const char *output = driver->options.output ? driver->options.output : "a.out";
	struct stat status;
	bool guarded = driver->options.mode == MODE_LINK &&
	               (lstat(output, &status) ? errno == ENOENT : S_ISREG(status.st_mode));
	if (guarded) process_guard(output);
	int result = run_rest(driver);
	if (guarded) process_release(output);
	return result;
}

/* Is there dialect without conc.h? say: prints a note, the reason for the back end's errors. */
static bool forgot_header(const struct driver *driver, bool say)
{
	bool found = false;
	for (size_t i = 0; i < driver->job_count && !driver->options.no_conc; i++)
		found |= job_forgot_header(&driver->jobs[i], say);
	return found;
}

static int driver_finish(struct driver *driver)
{
	if (driver->options.schedules && driver->options.mode == MODE_LINK)
		job_compile_left(driver);
	bool left = false, lowered = false;
	for (size_t i = 0; i < driver->job_count; i++) lowered |= driver->jobs[i].fate != FATE_LEFT;
	if (!lowered && !forgot_header(driver, false)) return become_back_end(driver);
	job_compile_all(driver);
	int status = failures(driver);
	left = driver->options.mode == MODE_LINK && driver->options.links ? status == 0
	                                                                  : has_rest(driver, false);
	int rest = left ? run_guarded(driver) : 0;
	if (rest) forgot_header(driver, true);
	return status ? status : rest;
}

static int translate_all(struct driver *driver)
{
	process_watch_signals();
	for (size_t i = 0; i < driver->options.count && !driver->options.no_conc; i++)
		read_pipe(driver, &driver->options.list[i]);
	find_jobs(driver);
	for (size_t i = 0; i < driver->job_count; i++)
		if (option_is_c(driver->jobs[i].input) || option_is_header(driver->jobs[i].input))
			job_prepare(driver, &driver->jobs[i]);
	if (driver->options.mode != MODE_EMIT) return driver_finish(driver);
	for (size_t i = 0; i < driver->job_count && driver->options.emit_header; i++) {
		struct job *job = &driver->jobs[i];
		if (job->fate != FATE_LEFT) continue;
		diagnose_plain(SEVERITY_ERROR,
		               "%s has no actors: --emit-header has nothing to print",
		               job_name(job->input));
		job->fate = FATE_FAILED;
		job->status = 1;
	}
	int status = failures(driver);
	return status ? status : emit(driver);
}

/* Refuses to overwrite an input, by any of its names, as gcc does (clang would do it), and our own
 * options if they are wrong or exclude each other. */
static bool is_refused(const struct driver *driver)
{
	const struct options *options = &driver->options;
	struct stat output, input;
	bool written = options->mode != MODE_INFORM && options->output &&
	               !stat(options->output, &output) && S_ISREG(output.st_mode);
	for (size_t i = 0; i < options->count && written; i++) {
		const struct option *option = &options->list[i];
		if (option->kind != OPTION_INPUT || stat(option->text, &input) ||
		    input.st_dev != output.st_dev || input.st_ino != output.st_ino)
			continue;
		diagnose_plain(SEVERITY_FATAL, "input file '%s' is the same as output file",
		               option->text);
		return true;
	}
	if (options->schedules && options->sanitizer)
		diagnose_plain(SEVERITY_ERROR, "-fconc-schedules does not go with -fsanitize=%s",
		               options->sanitizer[0] == 'a' ? "address" : "thread");
	else if (options->bad_mode)
		diagnose_plain(SEVERITY_ERROR,
		               "-fconc-separate is none, dynamic, static, qoq or all, not '%s'",
		               options->bad_mode);
	else if (options->bad_report)
		diagnose_plain(SEVERITY_ERROR, "there is --report=sync, but no --report=%s",
		               options->bad_report);
	else if (options->bad_form)
		diagnose_plain(SEVERITY_ERROR, "there is --emit-c=pretty, but no --emit-c=%s",
		               options->bad_form);
	else if (options->settings.mpi && !driver->backend.mpi && options->mode == MODE_LINK &&
	         options->inputs)
		diagnose_plain(SEVERITY_ERROR,
		               "-fconc-mpi: this concc was built where there was no Open MPI; "
		               "install it (libopenmpi-dev) and build concc again");
	else return false;
	return true;
}

int driver_run(int count, char **arguments)
{
	struct driver driver = {0};
	process_open_streams();
	options_read(&driver.options, count, arguments);
	backend_find(&driver.backend, &driver.options);
	int status;
	if (is_refused(&driver)) status = 1;
	else if (driver.options.test_schedules)
		status = test_schedules(&driver.options, count, arguments);
	else if (driver.options.show)
		status = help_show(driver.options.show, &driver.options, &driver.backend);
	else if (may_translate(&driver)) status = translate_all(&driver);
	else if (driver.options.mode == MODE_PREPROCESS) status = preprocess_only(&driver);
	else status = become_back_end(&driver);
	process_clean();
	return status;
}
