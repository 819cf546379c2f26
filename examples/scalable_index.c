// SPDX-License-Identifier: MIT
// A reverse index: which pages have a link to which. Pages are sent by reference with the disposition Delete, so that each is
// freed by whoever has read it, in whichever replica. An index owns its entries, and import moves them: two lists become one
// by a pointer. What ends with a replica is what its destroy finds, which after import is nothing.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 3000, SLOTS = 256 };

struct source { struct source *next; int page; };
struct target { struct target *next; struct source *first, **last; int links; char name[]; };

actor reverse { struct target *slots[SLOTS]; };
message page { int number; char *text; };
message lookup { const char *name; };
destroy (page *self) { free(self->text); }

static struct target **place(reverse *r, const char *name, size_t length)
{
	unsigned hash = 0;
	for (size_t i = 0; i < length; i++) hash = hash * 31 + (unsigned char)name[i];
	struct target **at = &r->slots[hash % SLOTS];
	while (*at && (strncmp((*at)->name, name, length) || (*at)->name[length])) at = &(*at)->next;
	return at;
}

static void add_link(reverse *r, const char *name, size_t length, int number)
{
	struct target **at = place(r, name, length);
	if (!*at) {
		struct target *t = *at = calloc(1, sizeof *t + length + 1);
		memcpy(t->name, name, length);
		t->last = &t->first;
	}
	struct source *s = calloc(1, sizeof *s);
	s->page = number;
	*(*at)->last = s;
	(*at)->last = &s->next;
	(*at)->links++;
}

scalable receive (reverse *self, page *m)
{
	static const char mark[] = "<a href=\"";
	for (const char *at = m->text; (at = strstr(at, mark));) {
		at += sizeof mark - 1;
		add_link(self, at, strcspn(at, "\">"), m->number);
	}
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

receive (reverse *self, lookup *m)
{
	struct target *t = *place(self, m->name, strlen(m->name));
	int n = t ? t->links : 0, pages[n + 1], i = 0;
	for (struct source *s = t ? t->first : NULL; s; s = s->next) pages[i++] = s->page;
	qsort(pages, (size_t)n, sizeof *pages, by_number);
	printf("%s: %d links, from pages", m->name, n);
	int listed = 0;
	for (i = 0; i < n && listed < 8; i++)
		if (i == 0 || pages[i] != pages[i - 1]) printf(" %d", pages[i]), listed++;
	printf(i < n ? " …\n" : "\n");
}

export (reverse *self, reverse *replica) { }

import (reverse *self, reverse *replica)
{
	for (int i = 0; i < SLOTS; i++)
		for (struct target *t; (t = replica->slots[i]);) {
			struct target **at = place(self, t->name, strlen(t->name));
			replica->slots[i] = t->next;
			t->next = NULL;
			if (!*at) {
				*at = t;
				continue;
			}
			*(*at)->last = t->first;
			(*at)->last = t->last;
			(*at)->links += t->links;
			free(t);
		}
}

destroy (reverse *self)
{
	for (int i = 0; i < SLOTS; i++)
		for (struct target *t; (t = self->slots[i]); free(t)) {
			self->slots[i] = t->next;
			for (struct source *s; (s = t->first); free(s)) t->first = s->next;
		}
}

// A page with up to ten links; few pages have many links to them.
static char *page_text(unsigned number)
{
	size_t length;
	char *text;
	FILE *to = open_memstream(&text, &length);
	unsigned random = number * 2654435761u;
	fprintf(to, "<html><title>page %u</title>\n", number);
	for (unsigned i = random >> 16; i % 11; i--) {
		random = random * 1103515245 + 12345;
		fprintf(to, "<p>Text, and <a href=\"page%u\">a link</a></p>\n", (random >> 16) % ((random >> 8) % 50 + 1));
	}
	fprintf(to, "</html>\n");
	fclose(to);
	return text;
}

int main(void)
{
	conc_actors_start(NULL);
	reverse r = {};
	for (unsigned i = 0; i < PAGES; i++) {
		page *p = new page { (int)i, page_text(i) };
		conc_set_disposition(p, Delete);
		r | p;
	}
	r | (lookup){ "page0" } | (lookup){ "page20" } | (lookup){ "page49" } | (lookup){ "page50" };
	conc_actors_stop();
}
