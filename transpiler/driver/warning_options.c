/* SPDX-License-Identifier: MIT */
/* Options that apply to concc's diagnostics as well as to the back end's. */
#include "job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static bool by_terminal(void)
{
	const char *term = getenv("TERM"), *colors = getenv("GCC_COLORS");
	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") && (!colors || *colors);
}

/* Returns the text after prefix, or null. */
static const char *behind(const char *text, const char *prefix)
{
	return text_starts(text, prefix) ? text + strlen(prefix) : NULL;
}

/* Reads the option -fNAME. */
static void note_form(struct diagnostic_options *result, const char *name)
{
	bool on = strncmp(name, "no-", 3) != 0;
	const char *bare = on ? name : name + 3, *value;
	if (!strcmp(bare, "diagnostics-show-caret") || !strcmp(bare, "caret-diagnostics"))
		result->no_caret = !on;
	else if (!strcmp(bare, "diagnostics-show-option")) result->no_option = !on;
	else if (!strcmp(bare, "show-column")) result->no_column = !on;
	else if (!strcmp(bare, "diagnostics-plain-output")) {
		result->no_caret = true;
		result->color = false;
	} else if (!on &&
	           (!strcmp(bare, "diagnostics-color") || !strcmp(bare, "color-diagnostics")))
		result->color = false;
	else if ((value = behind(bare, "diagnostics-color=")) ||
	         (value = behind(bare, "color-diagnostics="))) {
		if (!strcmp(value, "always") || !*value) result->color = true;
		else if (!strcmp(value, "never")) result->color = false;
		else if (!strcmp(value, "auto")) result->color = by_terminal();
	} else if (!strcmp(bare, "diagnostics-color") || !strcmp(bare, "color-diagnostics"))
		result->color = true;
	else if ((value = behind(bare, "diagnostics-format=")))
		result->json = !strcmp(value, "json") || !strcmp(value, "json-stderr");
	else if ((value = behind(bare, "max-errors=")) || (value = behind(bare, "error-limit=")))
		result->most_errors = atoi(value);
}

struct diagnostic_options warning_options_read(const struct options *options, const char ***list)
{
	struct diagnostic_options result = {.color = by_terminal()};
	*list = memory_new(options->count, sizeof **list);
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
			(*list)[result.switch_count++] = text;
		else if (text[1] == 'f') note_form(&result, text + 2);
	}
	result.switches = *list;
	return result;
}
