/* SPDX-License-Identifier: MIT */
/* Reports of an exploration: one test case of JUnit, or one result of SARIF (OASIS, version 2.1.0),
 * whose code flows are the threads of the small schedule. */
#include "report_file.h"

#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), of_end = strlen(end);

	return length >= of_end && !strcmp(text + length - of_end, end);
}

bool conc_report_is_known(const char *file)
{
	return ends_with(file, ".xml") || ends_with(file, ".sarif");
}

/* ---- JUnit ---- */

/* XML cannot say most control characters at all. */
void conc_report_xml(FILE *file, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '&') fputs("&amp;", file);
		else if (c == '<') fputs("&lt;", file);
		else if (c == '>') fputs("&gt;", file);
		else if (c == '"') fputs("&quot;", file);
		else fputc(c >= ' ' || c == '\n' || c == '\t' ? c : '?', file);
	}
}

static void write_junit(FILE *file, const struct conc_report *report)
{
	fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"schedules\" ");
	fprintf(file,
	        "tests=\"1\" failures=\"%d\" skipped=\"%d\" time=\"%.3f\">\n  <testcase name=\"",
	        report->failed != NULL, report->untested != NULL, report->seconds);
	conc_report_xml(file, report->program);
	fprintf(file, "\" classname=\"schedules\" time=\"%.3f\">\n", report->seconds);
	if (report->failed || report->untested) {
		fprintf(file, "    <%s message=\"", report->failed ? "failure" : "skipped");
		conc_report_xml(file, report->failed ? report->failed : report->untested);
		fputs("\"/>\n", file);
	}
	fputs("    <system-err>", file);
	conc_report_xml(file, report->text);
	fputs("</system-err>\n  </testcase>\n</testsuite>\n", file);
}

/* ---- SARIF ---- */

static void json(FILE *file, const char *text)
{
	fputc('"', file);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
		else if (c < ' ') fprintf(file, "\\u%04x", c);
		else fputc(c, file);
	}
	fputc('"', file);
}

/* Returns the length of the file's name in "file:line", and stores the line; 0: it is none. */
static size_t split(const char *text, unsigned long *line)
{
	for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
		char *end;
		*line = strtoul(colon + 1, &end, 10);
		if (colon > text && end > colon + 1 && *line && (*end == ':' || !*end))
			return (size_t)(colon - text);
	}
	return 0;
}

static void uri(FILE *file, const char *name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                            "-._~/+";

	if (*name == '/') fputs("file://", file);
	for (; *name; name++)
		fprintf(file, strchr(plain, *name) ? "%c" : "%%%02X", (unsigned char)*name);
}

/* Writes where that is, and then more. */
static void place(FILE *file, const char *text, const char *more)
{
	unsigned long line;
	size_t length = split(text, &line);
	char *name = length ? strndup(text, length) : NULL;

	if (!name) return;
	fputs("\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"", file);
	uri(file, name);
	fprintf(file, "\"}, \"region\": {\"startLine\": %lu}}%s", line, more);
	free(name);
}

/* The steps of told[first]'s thread. */
static void thread_flow(FILE *file, const struct conc_report *report, size_t first)
{
	const char *thread = report->told[first].thread;

	fputs("{\"id\": ", file);
	json(file, thread);
	fputs(", \"locations\": [", file);
	for (size_t i = first; i < report->told_count; i++) {
		if (strcmp(report->told[i].thread, thread) != 0) continue;
		fprintf(file, "%s{\"executionOrder\": %zu, \"location\": {", i > first ? ", " : "",
		        i + 1);
		place(file, report->told[i].line, ", ");
		fputs("\"message\": {\"text\": ", file);
		json(file, report->told[i].text);
		fputs("}}}", file);
	}
	fputs("]}", file);
}

static void code_flow(FILE *file, const struct conc_report *report)
{
	bool some = false;

	fputs(", \"codeFlows\": [{\"threadFlows\": [", file);
	for (size_t i = 0; i < report->told_count; i++) {
		bool known = false;
		for (size_t k = 0; k < i; k++)
			known |= !strcmp(report->told[k].thread, report->told[i].thread);
		if (known) continue;
		if (some) fputs(", ", file);
		thread_flow(file, report, i);
		some = true;
	}
	fputs("]}]", file);
}

static void result(FILE *file, const struct conc_report *report)
{
	unsigned long line;
	const char *where = report->first && split(report->first, &line) ? report->first : NULL;

	if (!where && report->told_count) where = report->told[report->told_count - 1].line;
	fprintf(file, "{\"ruleId\": \"%s\", \"level\": \"%s\", \"message\": {\"text\": ",
	        report->failed ? "schedule" : "untested", report->failed ? "error" : "warning");
	json(file, report->text);
	fputs("}, \"locations\": [{", file);
	if (where) place(file, where, "");
	fputs("}]", file);
	if (report->told_count) code_flow(file, report);
	fputs("}", file);
}

static void write_sarif(FILE *file, const struct conc_report *report)
{
	fputs("{\"version\": \"2.1.0\", \"$schema\": "
	      "\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
	      " \"runs\": [{\"tool\": {\"driver\": {\"name\": \"concc --test-schedules\", "
	      "\"rules\": [\n"
	      "  {\"id\": \"schedule\", \"shortDescription\": {\"text\": \"a schedule fails\"}},\n"
	      "  {\"id\": \"untested\", \"shortDescription\": {\"text\": \"not everything was "
	      "tested\"}}]}},\n  \"results\": [",
	      file);
	if (report->failed || report->untested) result(file, report);
	fputs("]}]}\n", file);
}

bool conc_report_write(const char *name, const struct conc_report *report)
{
	FILE *file = fopen(name, "we");
	bool failed;

	if (!file) return false;
	if (ends_with(name, ".xml")) write_junit(file, report);
	else write_sarif(file, report);
	failed = ferror(file);
	return fclose(file) == 0 && !failed;
}
