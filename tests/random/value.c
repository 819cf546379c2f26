/* SPDX-License-Identifier: MIT */
/* The types that values travel in: arguments, fields, results. A value is one number, whatever its type. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"

const struct type unsigned_long = { "unsigned long", "unsigned long @", "@", "@", 1000003 };
const struct type nothing = { "void", "void @", "", "", 1 };

static const struct type types[] = {
	{ "unsigned long", "unsigned long @", "@", "@", 1000003 },
	{ "unsigned long", "unsigned long @", "@", "@", 1000003 },
	{ "long", "long @", "(long)(@)", "(unsigned long)@", 100000 },
	{ "int", "int @", "(int)(@)", "(unsigned long)@", 30000 },
	{ "short", "short @", "(short)(@)", "(unsigned long)@", 3000 },
	{ "unsigned char", "unsigned char @", "(unsigned char)(@)", "(unsigned long)@", 200 },
	{ "double", "double @", "(double)(@)", "(unsigned long)@", 100000 },
	{ "float", "float @", "(float)(@)", "(unsigned long)@", 1000 },
	{ "_Bool", "_Bool @", "(@) != 0", "(unsigned long)@", 2 },
	{ "struct pair", "struct pair @", "(struct pair){ 1, (int)(@) }", "(unsigned long)@.b", 30000 },
	{ "point", "point @", "(point){ .y = (double)(@) }", "(unsigned long)@.y", 30000 },
	{ "struct big", "struct big @", "make_big((long)(@))", "(unsigned long)@.v[17]", 30000 },
	{ "union either", "union either @", "(union either){ .i = (int)(@) }", "(unsigned long)@.i", 30000 },
	{ "enum colour", "enum colour @", "(enum colour)(@)", "(unsigned long)@", 3 },
	{ "const char *", "const char *@", "&letters[@]", "(unsigned long)(*@ - 'a')", 10 },
	{ "int *", "int *@", "&numbers[@]", "(unsigned long)*@", 10 },
	{ "void *", "void *@", "(void *)&numbers[@]", "(unsigned long)*(int *)@", 10 },
	{ "adder", "adder @", "adders[@]", "@(0)", 4 },
	{ "unsigned long long", "unsigned long long @", "@", "(unsigned long)@", 1000003 },
	{ "__int128", "__int128 @", "(__int128)(@) << 64", "(unsigned long)(@ >> 64)", 1000003 },
	{ "quad", "quad @", "(quad){ 1, (int)(@), 2, 3 }", "(unsigned long)@[1]", 30000 },
	{ "const struct pair *", "const struct pair *@", "&pairs[@]", "(unsigned long)@->b", 10 },
	{ NULL, "unsigned long (*@)(unsigned long)", "adders[@]", "@(0)", 4 },
	{ NULL, "const int @", "(int)(@)", "(unsigned long)@", 30000 },
	{ NULL, "int @[]", "&numbers[@]", "(unsigned long)@[0]", 10 },
	{ NULL, "int @[static 1]", "&numbers[@]", "(unsigned long)*@", 10 },
	{ NULL, "int (*@)[1]", "(int (*)[1])&numbers[@]", "(unsigned long)(*@)[0]", 10 },
	{ NULL, "int *volatile const @", "&numbers[@]", "(unsigned long)*@", 10 },
};

void declare_types(struct program *p)
{
	text_add(&p->declarations,
		"struct pair { int a, b; };\n"
		"typedef struct { float x; double y; } point;\n"
		"struct big { long v[20]; };\n"
		"union either { int i; char c[6]; };\n"
		"enum colour { RED, GREEN, BLUE };\n"
		"typedef unsigned long (*adder)(unsigned long);\n"
		"typedef int quad __attribute__((vector_size(16)));\n"
		"__attribute__((unused)) static inline struct big make_big(long n) { return (struct big){ .v[17] = n }; }\n"
		"__attribute__((unused)) static inline unsigned long add_0(unsigned long n) { return n; }\n"
		"__attribute__((unused)) static inline unsigned long add_1(unsigned long n) { return n + 1; }\n"
		"__attribute__((unused)) static inline unsigned long add_2(unsigned long n) { return n + 2; }\n"
		"__attribute__((unused)) static inline unsigned long add_3(unsigned long n) { return n + 3; }\n"
		"__attribute__((unused)) static const adder adders[] = { add_0, add_1, add_2, add_3 };\n"
		"__attribute__((unused)) static const char letters[] = \"abcdefghij\";\n"
		"__attribute__((unused)) static int numbers[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };\n"
		"__attribute__((unused)) static const struct pair pairs[] = { { 9, 0 }, { 8, 1 }, { 7, 2 }, { 6, 3 }, { 5, 4 },\n"
		"\t{ 4, 5 }, { 3, 6 }, { 2, 7 }, { 1, 8 }, { 0, 9 } };\n");
}

const struct type *pick_type(struct program *p, bool of_parameter)
{
	for (;;) {
		const struct type *type = &types[below(p, sizeof types / sizeof *types)];
		if (type->name || of_parameter) return type;
	}
}

struct value constant(unsigned long n) { return (struct value){ n, 0, -1 }; }
struct value variable(int v) { return (struct value){ 0, 1, v }; }

/* A number, or a linear function of the loop's counter, of a parameter or of what was computed before. */
struct value pick_value(struct program *p)
{
	struct value value = constant(below(p, 4) ? below(p, 100) : below(p, 100000));
	unsigned long which = below(p, 4);
	if (which == 1 && p->at.counter >= 0) value.variable = p->at.counter;
	if (which == 2 && p->function->parameters) value.variable = 1 + (int)below(p, p->function->parameters);
	if (which == 3) value.variable = p->at.local;
	if (value.variable >= 0) value.factor = 1 + below(p, 9);
	return value;
}

void say_value(struct program *p, struct value value)
{
	if (value.variable < 0) say(p, "%luul", value.constant);
	else if (!value.constant && value.factor == 1) say(p, "%s", p->names[value.variable]);
	else say(p, "(%luul + %lu * %s)", value.constant, value.factor, p->names[value.variable]);
}

void say_as(struct program *p, const struct type *type, struct value value)
{
	struct text reduced = { 0 }, *to = p->to;
	p->to = &reduced;
	if (value.variable < 0) {
		say(p, "%luul", value.constant % type->modulus);
	} else {
		say_value(p, value);
		say(p, " %% %lu", type->modulus);
	}
	p->to = to;
	fill(p, type->make, "%s", reduced.chars);
	free(reduced.chars);
}

int new_variable(struct program *p, const char *format, ...)
{
	char name[120];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(name, sizeof name, format, arguments);
	va_end(arguments);
	if (p->variables == VARIABLES) abort();
	p->names[p->variables] = malloc(sizeof name);
	if (!p->names[p->variables]) abort();
	snprintf(p->names[p->variables], sizeof name, "%s", name);
	return p->variables++;
}
