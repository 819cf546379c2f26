/* SPDX-License-Identifier: MIT */
/* What an exploration has found, for systems that show the results of tests. */
#ifndef CONC_SRC_REPORT_FILE_H
#define CONC_SRC_REPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A step of the schedule that failed. */
struct conc_told {
	const char *thread, *line, *text; /* "worker 1", "file:line", "file:line reads x" */
};

struct conc_report {
	const char *program;
	const char *failed; /* in one line: "seed 17 fails, the first of 1000: Aborted"; or NULL */
	const char *untested; /* likewise, if none failed: or NULL */
	const char *text;     /* all that was said */
	const char *first;    /* line of the failure: it may begin with "file:line:" */
	const struct conc_told *told;
	size_t told_count;
	double seconds;
};

/* Is that the name of a report: .xml for JUnit's, .sarif for SARIF 2.1.0? */
bool conc_report_is_known(const char *file);

/* Writes text for XML. */
void conc_report_xml(FILE *file, const char *text);

/* Returns false if the file cannot be written; errno says why. */
bool conc_report_write(const char *file, const struct conc_report *report);

#endif
