/* SPDX-License-Identifier: MIT */
/* A trace as a sequence diagram: a lifeline for each thread, broad where it runs, an arrow to each
 * thread that is started or may go on, and what happened in words. Time goes down, a row for each
 * record, so distances mean nothing. */
#include "report_file.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#define COLUMN 230u /* pixels */
#define ROW 20u
#define TOP 60u
#define MARGIN 30u
#define ROWS 5000u /* more records are too many for a picture */

struct life {
	struct conc_trace_thread thread;
	size_t begins, since; /* rows; since: it runs since then */
	bool runs;
};

struct picture {
	FILE *file;
	struct life *lives;
	size_t count, row;
};

static unsigned x_of(size_t life)
{
	return MARGIN + COLUMN * (unsigned)life;
}

static unsigned y_of(size_t row)
{
	return TOP + ROW * (unsigned)row;
}

/* fresh: the descriptor belongs to a new thread. */
static size_t life_of(struct picture *p, const struct conc_trace_thread *thread, bool fresh)
{
	struct life *grown;

	for (size_t i = p->count; i-- > 0 && !fresh;)
		if (p->lives[i].thread.number == thread->number) return i;
	grown = realloc(p->lives, (p->count + 1) * sizeof *grown);
	if (!grown) abort();
	p->lives = grown;
	p->lives[p->count] = (struct life){.thread = *thread, .begins = p->row};
	return p->count++;
}

static void bar(struct picture *p, size_t life, size_t end)
{
	struct life *l = &p->lives[life];
	unsigned from = y_of(l->since), to = y_of(end);

	if (l->runs)
		fprintf(p->file,
		        "<rect class=\"run\" x=\"%u\" y=\"%u\" width=\"8\" height=\"%u\"/>\n",
		        x_of(life) - 4, from, to > from ? to - from : 2);
	l->runs = false;
}

static void arrow(struct picture *p, size_t from, size_t to)
{
	if (from != to)
		fprintf(p->file,
		        "<line class=\"arrow\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n",
		        x_of(from), y_of(p->row), x_of(to) + (to > from ? -6u : 6u), y_of(p->row));
}

/* Takes the folders of files out of the text, where there is no room for them. */
static char *without_folders(char *text)
{
	char *to = text, *word = text;

	for (const char *from = text; *from; from++) {
		if (*from == ' ') word = to + 1;
		if (*from == '/' && to > word) to = word;
		else if (*from != '/') *to++ = *from;
	}
	*to = '\0';
	return text;
}

static void words(struct picture *p, size_t life, const struct conc_trace_record *r)
{
	size_t size;
	char *text;
	FILE *memory = open_memstream(&text, &size);

	if (!memory) return;
	conc_trace_write_what(memory, r);
	fclose(memory);
	fprintf(p->file, "<text x=\"%u\" y=\"%u\">", x_of(life) + 10, y_of(p->row) - 4);
	conc_report_xml(p->file, without_folders(text));
	fputs("</text>\n", p->file);
	free(text);
}

static void draw_record(struct picture *p, const struct conc_trace_record *r)
{
	size_t life;

	if (!r->thread.name) return;
	life = life_of(p, &r->thread, false);
	switch (r->event) {
	case CONC_EVENT_STARTS:
		arrow(p, life, life_of(p, &r->other, true));
		break;
	case CONC_EVENT_WAKES:
		if (r->other.name) arrow(p, life, life_of(p, &r->other, false));
		break;
	case CONC_EVENT_BEGINS:
	case CONC_EVENT_INLINE:
	case CONC_EVENT_GOES_ON:
	case CONC_EVENT_RESUMED:
		p->lives[life].runs = true;
		p->lives[life].since = p->row;
		break;
	case CONC_EVENT_ENDS:
	case CONC_EVENT_WAITS:
	case CONC_EVENT_YIELDS:
	case CONC_EVENT_PREEMPTED:
		bar(p, life, p->row);
		break;
	default:
		break;
	}
	if (r->event != CONC_EVENT_GOES_ON && r->event != CONC_EVENT_RESUMED) words(p, life, r);
	p->row++;
}

static void lifeline(FILE *file, const struct picture *p, size_t life)
{
	char name[128];

	fprintf(file, "<line class=\"life\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n",
	        x_of(life), y_of(p->lives[life].begins), x_of(life), y_of(p->row));
	fprintf(file, "<text class=\"name\" x=\"%u\" y=\"30\">", x_of(life) - 10);
	conc_report_xml(file, conc_trace_describe(&p->lives[life].thread, name, sizeof name));
	fputs("</text>\n", file);
}

void conc_trace_write_svg(FILE *file, const struct conc_trace *trace)
{
	struct picture p = {0};
	size_t size, count = trace->count < ROWS ? trace->count : ROWS;
	char *body;

	p.file = open_memstream(&body, &size);
	if (!p.file) return;
	for (size_t i = 0; i < count; i++) draw_record(&p, &trace->records[i]);
	for (size_t i = 0; i < p.count; i++) bar(&p, i, p.row);
	if (count < trace->count)
		fprintf(p.file, "<text x=\"%u\" y=\"%u\">and %zu records more</text>\n", MARGIN,
		        y_of(p.row) + ROW, trace->count - count);
	fclose(p.file);
	fprintf(file,
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
	        "font-family=\"sans-serif\" font-size=\"11\">\n"
	        "<style>.life{stroke:#999}.run{fill:#4a7ebb}.name{font-weight:bold}"
	        ".arrow{stroke:#333;marker-end:url(#head)}</style>\n"
	        "<marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"6\" refY=\"3\" "
	        "orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"#333\"/></marker>\n"
	        "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
	        x_of(p.count) + COLUMN, y_of(p.row) + 2 * ROW);
	for (size_t i = 0; i < p.count; i++) lifeline(file, &p, i);
	fprintf(file, "%s</svg>\n", body);
	free(body);
	free(p.lives);
}
