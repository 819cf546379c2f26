/* SPDX-License-Identifier: MIT */
/* From the tree to a program in the dialect. What it means does not depend on how it is said, so
 * that is drawn: cells are parameters, members of a structure or named in the operand, conditions
 * are calls or accesses, a way out is break, return or goto. */
#include "program.h"

#include <stdarg.h>
#include <stdio.h>

enum style { LOCAL, PATH, BOUND, STYLES };

struct writer {
	const struct program *p;
	int function, depth, said;
	enum style style;
	int bound[CELLS + 1]; /* BOUND: the number of its name, or 0 */
	int names;
};

static void indent(const struct writer *w)
{
	for (int i = -1; i < w->depth; i++) putchar('\t');
}

static void line(const struct writer *w, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static void line(const struct writer *w, const char *format, ...)
{
	va_list list;

	indent(w);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
}

/* One of several ways to say something. */
static int either(struct writer *w, int ways)
{
	return (w->said++ * 5 + w->function) % ways;
}

/* The cell's name here: a text that lives until the next few. */
static const char *name(const struct writer *w, int cell)
{
	static char text[8][16];
	static int at;
	char *t = text[at++ % 8];

	if (cell == SELF) return "self";
	if (w->bound[cell]) snprintf(t, sizeof *text, "x%d", w->bound[cell]);
	else snprintf(t, sizeof *text, w->style == LOCAL ? "%c" : "w->%c", 'a' + cell);
	return t;
}

static void write_list(struct writer *w, const struct node *n);

static bool breaks(const struct node *n)
{
	for (; n; n = n->next)
		if ((n->kind == LEAVE && !n->value) ||
		    (n->kind == IF && (breaks(n->first) || breaks(n->other))))
			return true;
	return false;
}

static void write_operands(struct writer *w, const struct node *n)
{
	int shown[OPERANDS];

	for (int i = 0; i < n->count; i++) {
		if (i) printf(", ");
		shown[i] = 0;
		if (w->style == BOUND) {
			shown[i] = ++w->names;
			printf("x%d = pick(w, %d)", shown[i], n->cells[i]);
		} else printf("%s", name(w, n->cells[i]));
	}
	for (int i = 0; i < n->count; i++) w->bound[n->cells[i]] = shown[i];
}

static void write_block(struct writer *w, const struct node *n)
{
	struct writer before = *w;
	bool looped = breaks(n->first);

	if (either(w, 2)) line(w, "wander();");
	indent(w);
	printf("%sseparate (", looped ? "do " : "");
	write_operands(w, n);
	printf(")");
	if (n->require)
		printf(either(w, 2) ? " require (value_of(%s) >= %d)"
		                    : " require (%s->value >= %d)",
		       name(w, n->cells[0]), n->value);
	printf(" {\n");
	w->depth++;
	write_list(w, n->first);
	w->depth--;
	line(w, "}%s", looped ? " while (0);" : "");
	for (int i = 0; i < CELLS; i++) w->bound[i] = before.bound[i];
}

static void write_braces(struct writer *w, const struct node *n)
{
	w->depth++;
	write_list(w, n);
	w->depth--;
}

static void write_if(struct writer *w, const struct node *n)
{
	line(w, "if (r & 1) {");
	write_braces(w, n->first);
	if (n->other) {
		line(w, "} else {");
		write_braces(w, n->other);
	}
	line(w, "}");
}

static void write_twice(struct writer *w, const struct node *n)
{
	line(w, "for (int i%d = 0; i%d < 2; i%d++) {", w->depth, w->depth, w->depth);
	write_braces(w, n->first);
	line(w, "}");
}

/* All cells, as a script takes them. */
static void write_all(const struct writer *w)
{
	for (int i = 0; i < w->p->cells; i++) printf(", %s", name(w, i));
}

static void write_script_call(const struct writer *w, const struct node *n)
{
	printf("%s_%d(%s, %d", n->kind == ASK ? "(void)ask" : "script", n->value - CLIENTS,
	       name(w, n->cells[0]), n->number);
	write_all(w);
	printf(");\n");
}

/* spawn separate (a, b) move(a, b, 3); */
static void write_spawned(struct writer *w, const struct node *n)
{
	struct writer before = *w;
	const struct node *call = n->first;

	indent(w);
	printf("spawn separate (");
	write_operands(w, n);
	printf(") ");
	if (call->kind == ADD)
		printf("add(%s, %d, %d);\n", name(w, call->cells[0]), call->number, call->value);
	else if (call->kind == MOVE)
		printf("move(%s, %s, %d);\n", name(w, call->cells[0]), name(w, call->cells[1]),
		       call->number);
	else write_script_call(w, call);
	for (int i = 0; i < CELLS; i++) w->bound[i] = before.bound[i];
}

static void write_answer(const struct writer *w)
{
	if (w->function < CLIENTS) line(w, "answer(%d, r);", w->function);
	else line(w, "note(self->handler, ANSWER + r);");
}

static void write_add(struct writer *w, const struct node *n)
{
	const char *cell = name(w, n->cells[0]);
	int how = either(w, 12);

	if (how > 1 || n->cells[0] == SELF) line(w, "add(%s, %d, %d);", cell, n->number, n->value);
	else if (how)
		line(w, "add_wide(%s, %d, %d, (struct wide){{%d, [25] = %d}});", cell, n->number,
		     n->value, n->value, n->number);
	else
		line(w, "add_huge(%s, %d, %d, (struct huge){{[29] = {{%d, [25] = %d}}}});", cell,
		     n->number, n->value, n->value, n->number);
}

static void write_one(struct writer *w, const struct node *n)
{
	const char *first = name(w, n->cells[0]), *second = name(w, n->cells[1]);

	switch (n->kind) {
	case ADD:
		write_add(w, n);
		break;
	case GET:
		line(w, "r = get(%s, %d);", first, n->number);
		break;
	case READ:
		line(w, "r = %s->value;", first);
		break;
	case WRITE:
		line(w, "%s->value = %d;", first, n->value);
		break;
	case MOVE:
		line(w, "r = move(%s, %s, %d);", first, second, n->number);
		break;
	case SWITCH:
		line(w, "if (wants_switch()) conc_set_%s(%s);", n->value ? "active" : "passive",
		     first);
		break;
	case LEAVE:
		line(w, "if (r & 1) %s;",
		     !n->value      ? "break"
		     : either(w, 2) ? "return"
		                    : "goto out");
		break;
	default:
		break;
	}
	if (n->kind == GET || n->kind == READ || n->kind == MOVE) write_answer(w);
}

static void write_list(struct writer *w, const struct node *n)
{
	for (; n; n = n->next) {
		switch (n->kind) {
		case BLOCK:
			write_block(w, n);
			break;
		case IF:
			write_if(w, n);
			break;
		case TWICE:
			write_twice(w, n);
			break;
		case SPAWN:
			write_spawned(w, n);
			break;
		case SEND:
		case ASK:
			indent(w);
			write_script_call(w, n);
			break;
		default:
			write_one(w, n);
		}
	}
}

/* behind what a function begins with */
static void write_body(struct writer *w)
{
	printf("\tint r = 0;\n\n");
	write_list(w, w->p->functions[w->function].first);
	printf("out: __attribute__((unused));\n\t(void)r;\n}\n\n");
}

static void write_parameters(const struct program *p)
{
	for (int i = 0; i < p->cells; i++) printf(", separate cell *%c", 'a' + i);
	printf(")\n");
}

/* No warning if there is no other use. */
static void write_uses(const struct program *p)
{
	for (int i = 0; i < p->cells; i++) printf("\t(void)%c;\n", 'a' + i);
}

static void write_script(const struct program *p, int number)
{
	struct writer w = {.p = p, .function = CLIENTS + number};

	printf("static __attribute__((unused)) void script_%d(cell *self, int number", number);
	write_parameters(p);
	printf("{\n\tnote(self->handler, number);\n");
	write_uses(p);
	write_body(&w);
	printf("static __attribute__((unused)) int ask_%d(cell *self, int number", number);
	write_parameters(p);
	printf("{\n\tscript_%d(self, number", number);
	for (int i = 0; i < p->cells; i++) printf(", %c", 'a' + i);
	printf(");\n\treturn self->value;\n}\n\n");
}

static void write_client(const struct program *p, int number)
{
	struct writer w = {
	        .p = p, .function = number, .style = (enum style)((p->numbers + number) % STYLES)};

	printf("static void client_%d(const struct cells *w)\n", number);
	printf("{\n");
	if (w.style == LOCAL) {
		printf("\tseparate cell ");
		for (int i = 0; i < p->cells; i++)
			printf("%s*%c = w->%c", i ? ", " : "", 'a' + i, 'a' + i);
		printf(";\n");
		write_uses(p);
	}
	printf("\t(void)w;\n");
	write_body(&w);
}

static void write_main(const struct program *p)
{
	printf("int main(int argc, char **argv)\n{\n\tworld_begin(argc, argv);\n\twhile "
	       "(world_goes_on()) {\n");
	for (int i = 0; i < p->cells; i++) {
		int handler = p->handler_of[i];
		printf("\t\tseparate cell *%c = new separate", 'a' + i);
		if (handler != i) printf("(%c)", 'a' + handler);
		printf(" cell {.handler = %d};\n", handler);
		if (handler == i)
			printf("\t\tif (begins_passive()) conc_set_passive(%c);\n", 'a' + i);
	}
	printf("\t\tstatic struct cells w;\n\t\tw = (struct cells){");
	for (int i = 0; i < p->cells; i++) printf("%s%c", i ? ", " : "", 'a' + i);
	printf("};\n\t\t{\n");
	for (int i = 0; i < p->clients; i++)
		printf("\t\t\ttask(void) c%d = spawn client_%d(&w);\n", i, i);
	printf("\t\t}\n\t\tif (is_last()) break;\n\t\tfor (int i = 0; i < %d; i++) {\n",
	       SCRIPTS + 2);
	for (int i = 0; i < p->cells; i++)
		printf("\t\t\tseparate (%c) (void)value_of(%c);\n", 'a' + i, 'a' + i);
	printf("\t\t}\n");
	for (int i = p->cells; i-- > 0;) printf("\t\tdelete %c;\n", 'a' + i);
	printf("\t\tworld_check(false);\n\t}\n\treturn 0;\n}\n");
}

void program_write(const struct program *p)
{
	printf("struct cells { separate cell ");
	for (int i = 0; i < p->cells; i++) printf("%s*%c", i ? ", " : "", 'a' + i);
	printf("; };\n\nstatic __attribute__((unused)) separate cell *pick(const struct cells *w, "
	       "int cell)\n{\n\tswitch (cell) {\n");
	for (int i = 1; i < p->cells; i++) printf("\tcase %d: return w->%c;\n", i, 'a' + i);
	printf("\tdefault: return w->a;\n\t}\n}\n\n");
	for (int i = 0; i < p->scripts; i++) write_script(p, i);
	for (int i = 0; i < p->clients; i++) write_client(p, i);
	write_main(p);
}
