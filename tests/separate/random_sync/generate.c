/* SPDX-License-Identifier: MIT */
/* A random program of separate statements with one client, whose answer is known:
 *
 *   generate SEED              the program in the dialect
 *   generate --plain SEED      the same in C, where each call is made at once: it prints what the other must print
 *
 * The idea. What a single client sees of its objects does not depend on the schedule, so that it may look as often as
 * it likes, and every look goes into a hash in which the order counts. All that decides which synchronisations are left
 * out is made at random: ways through loops, switches, jumps and expressions, queries and calls on operands that are
 * one object, two objects of one handler or of two, and known to be so or not, statements in statements and in called
 * functions, nested functions. A second thread keeps the handlers busy with objects of its own. Calls take their time, so that
 * who looks too early sees it.
 *
 * Operands of one expression that have an order by chance only look. The second thread holds one handler at a time, so
 * that nobody waits for ever. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENTS_MOST = 160 };

static unsigned long state;
static bool plain, in_loop, may_break, may_goto, nested_function, in_expression;
static int depth, number, statements_left, held_count, held[64], visible_count;
static char visible[64][16]; /* names that hold a separate pointer here */

static unsigned below(unsigned n)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(state >> 33) % n;
}

static void statement(void);
static void separate_statement(void);

/* ---- operands ---- */

/* One that is held; there always is one. */
static const char *object(void)
{
	return visible[held[below((unsigned)held_count)]];
}

/* ---- expressions ---- */

/* A look, with no side effect: operands of what has no order. */
static void look(void)
{
	switch (below(6)) {
	case 0: printf("%s->n", object()); break;
	case 1: printf("both(%s, %s)", object(), object()); break;
	case 2: printf("%s->in.n", object()); break;
	case 3: printf("(%s == %s)", object(), object()); break;
	default: printf("get(%s)", object()); break;
	}
}

static void condition(void);

static void value(void)
{
	if (++depth > 5) look();
	else switch (below(16)) {
	case 0: printf("("); look(); printf(" + "); look(); printf(")"); break;
	case 1: printf("("); look(); printf(" ^ 3 * "); look(); printf(")"); break;
	case 2: printf("mix("); look(); printf(", "); look(); printf(", "); look(); printf(")"); break;
	case 3: printf("("); condition(); printf(" ? "); value(); printf(" : "); value(); printf(")"); break;
	case 4: printf("("); value(); printf(" ?: "); value(); printf(")"); break;
	case 5: printf("(see("); value(); printf("), "); value(); printf(")"); break;
	case 6: printf("take(%s, %u)", object(), below(9)); break;
	case 7: printf("take(%s, ", object()); value(); printf(")"); break;
	case 8: {
		bool outer_loop = in_loop, outer_break = may_break, outer_expression = in_expression;
		in_loop = may_break = false;
		in_expression = true;
		printf("({ ");
		for (unsigned i = below(3); i-- > 0;) statement();
		value();
		printf("; })");
		in_loop = outer_loop;
		may_break = outer_break;
		in_expression = outer_expression;
		break;
	}
	case 9: printf("through(%s, %u)", object(), below(9)); break;
	case 10: printf("(unsigned long)(sizeof(get(%s)) + sizeof(%s->n))", object(), object()); break;
	case 11: printf("own(%s)", object()); break;
	default: look(); break;
	}
	depth--;
}

static void condition(void)
{
	if (++depth > 5) printf("d(2)");
	else switch (below(9)) {
	case 0: printf("(d(2) && "); condition(); printf(")"); break;
	case 1: printf("(d(2) || "); condition(); printf(")"); break;
	case 2: printf("!"); condition(); break;
	case 3: printf("(see("); value(); printf(") && d(3))"); break;
	case 4: printf("(see("); value(); printf(") || d(2))"); break;
	case 5: printf("(see("); value(); printf("), d(2))"); break;
	default: printf("d(%u)", 2 + below(2)); break;
	}
	depth--;
}

/* ---- statements ---- */

static void block(void)
{
	int outer = visible_count;
	printf("{ ");
	for (unsigned i = below(4); i-- > 0;) statement();
	printf("} ");
	visible_count = outer;
}

static void loop_block(void)
{
	bool outer_loop = in_loop, outer_break = may_break;
	in_loop = may_break = true;
	block();
	in_loop = outer_loop;
	may_break = outer_break;
}

static void loop(void)
{
	int i = number++;
	switch (below(7)) {
	case 4: printf("for (unsigned i%d = 0; i%d < %u; i%d++) { see(", i, i, below(4), i); look(); printf("); "); if (below(2)) loop_block(); printf("} "); break;
	case 5: printf("{ unsigned i%d = 0; while (i%d < %u) { i%d++; see(", i, i, below(4), i); look(); printf("); "); if (below(2)) loop_block(); printf("} } "); break;
	case 6: printf("{ unsigned i%d; for (i%d = %u; i%d != 3 && i%d < 5; ++i%d) { see(", i, i, below(4), i, i, i); look(); printf("); "); if (below(2)) loop_block(); printf("} } "); break;
	case 0: printf("while (fuel-- > 0 && "); condition(); printf(") "); loop_block(); break;
	case 1: printf("do "); loop_block(); printf("while (fuel-- > 0 && "); condition(); printf("); "); break;
	case 2: printf("for (unsigned i%d = 0; i%d < d(4); i%d++) ", i, i, i); loop_block(); break;
	default: printf("for (unsigned i%d = see(", i); value(); printf("); i%d < 3 && d(5); i%d += (unsigned)(see(", i, i); value(); printf(") + 1) & 1 ? 1 : 1) "); loop_block(); break;
	}
}

static void choice(void)
{
	bool outer_break = may_break;
	may_break = true;
	printf("switch (d(6)) { ");
	for (unsigned i = 0; i < 4; i++) {
		if (i == 3 && below(2)) printf("default: ;");
		else if (i == 2) printf("case 2 ... 3: ;");
		else printf("case %u: ;", i == 3 ? 4 : i);
		for (unsigned k = below(3); k-- > 0;) statement();
		if (below(3)) printf("break; ");
	}
	printf("} ");
	may_break = outer_break;
}

static void jump(void)
{
	printf("if (d(4) == 1) { see("); value(); printf("); ");
	switch (below(5)) {
	case 0: if (may_goto && !in_expression) { printf("if (jumped++ < 20) goto out%u; ", below(2)); } break;
	case 1: if (in_loop) printf("continue; "); break;
	case 2: printf("return; "); break;
	default: if (may_break) printf("break; "); break;
	}
	printf("} ");
}

static void show(const char *name)
{
	snprintf(visible[visible_count++], sizeof visible[0], "%s", name);
}

/* Another name for a handler: a copy, an object of its own, one on the same handler. Its scope ends with the block. */
static void declaration(void)
{
	char name[16];
	const char *from = visible[below((unsigned)visible_count)], *or = visible[below((unsigned)visible_count)],
		   *separate = plain ? "" : "separate ";
	if (visible_count >= 40) return;
	snprintf(name, sizeof name, "l%d", number++);
	printf("%scell *%s = ", separate, name);
	switch (below(4)) {
	case 0: printf("%s; ", from); break;
	case 1: printf("pick(%s, %s); ", from, or); break;
	case 2: printf("%s; ", plain ? "make()" : "new separate cell {}"); break;
	default: if (plain) printf("make(); "); else printf("new separate(%s) cell {}; ", from); break;
	}
	if (below(3) == 0) printf("if (d(2)) %s = %s; ", name, visible[below((unsigned)visible_count)]);
	show(name);
	separate_statement();
}

static void passing(void)
{
	const char *with = object();
	if (plain) printf("{ cell *gone = make(); free(gone); } ");
	else printf("{ separate cell *gone = new separate(%s) cell {}; delete gone; } ", with);
}

/* A function in the function, which uses what its block holds. */
static void inner_function(void)
{
	int n = number++;
	bool outer_loop = in_loop, outer_break = may_break, outer_goto = may_goto;
	if (!nested_function || in_expression) return;
	in_loop = may_break = may_goto = false;
	printf("{ void inner%d(void) { ", n);
	for (unsigned i = below(4); i-- > 0;) statement();
	printf("} ");
	in_loop = outer_loop;
	may_break = outer_break;
	may_goto = outer_goto;
	for (unsigned i = 1 + below(2); i-- > 0;) {
		printf("see("); value(); printf("); inner%d(); see(", n); value(); printf("); ");
	}
	printf("} ");
}

static void call(void)
{
	switch (below(6)) {
	case 0: printf("add(&%s->in, %u); ", object(), below(9)); break;
	case 1: printf("add(%s, ", object()); value(); printf("); "); break;
	case 2: printf("slow(%s); ", object()); break;
	default: printf("add(%s, %u); ", object(), below(9)); break;
	}
}

static void wrapped(void)
{
	static const char *const heads[] = {"mutex (lock) ", "blocking ", "scope "};
	printf("%s", plain ? "" : heads[below(3)]);
	if (plain) below(3);
	block();
}

static void leap(void)
{
	const char *o = object();
	printf("{ static jmp_buf back; if (!setjmp(back)) { see("); look(); printf("); if (d(2)) { add(%s, 1); longjmp(back, 1); } } see(", o);
	look();
	printf("); } ");
}

static void statement(void)
{
	if (--statements_left < 0) return;
	if (++depth > 7) { printf("see("); look(); printf("); "); }
	else switch (below(26)) {
	case 0: case 1: printf("if ("); condition(); printf(") "); block(); break;
	case 2: printf("if ("); condition(); printf(") "); block(); printf("else "); block(); break;
	case 3: case 4: loop(); break;
	case 5: choice(); break;
	case 6: jump(); break;
	case 7: case 8: separate_statement(); break;
	case 9: printf("{ int keep = 0; (void)keep; "); { int outer = visible_count; declaration(); visible_count = outer; } printf("} "); break;
	case 10: passing(); break;
	case 11: inner_function(); break;
	case 12: wrapped(); break;
	case 13: printf("%s->n = ", object()); if (below(2)) { value(); printf("; "); } else { look(); printf("; "); } break;
	case 14: printf("%s->in.n += %u; ", object(), below(9)); break;
	case 15: printf("move(%s, %s); ", object(), object()); break;
	case 16: leap(); break;
	case 17: case 18: case 19: case 20: call(); break;
	default: printf("see("); value(); printf("); "); break;
	}
	depth--;
}

static bool is_chosen(const int *chosen, int count, int name)
{
	for (int i = 0; i < count; i++)
		if (chosen[i] == name) return true;
	return false;
}

/* Up to three operands; the same name twice is an error. */
static void separate_statement(void)
{
	int outer_count = held_count, outer_visible = visible_count, count = 1 + (int)below(3);
	bool outermost = held_count == 0;
	int chosen_names[3];
	if (held_count + count > 60) return;
	printf(plain ? "{ " : "separate (");
	for (int i = 0; i < count; i++) {
		int chosen;
		do chosen = (int)below(below(2) ? 4 : (unsigned)outer_visible);
		while (is_chosen(chosen_names, i, chosen));
		chosen_names[i] = chosen;
		bool binds = below(6) == 0;
		char name[16];
		snprintf(name, sizeof name, "b%d", number++);
		if (plain && binds) printf("cell *%s = %s; ", name, visible[chosen]);
		else if (!plain) printf("%s%s%s%s", i ? ", " : "", binds ? name : "", binds ? " = " : "", visible[chosen]);
		if (binds) {
			show(name);
			chosen = visible_count - 1;
		}
		held[held_count++] = chosen;
	}
	if (plain) {
		if (outermost) below(3);
	} else {
		printf(")");
		if (outermost && below(3) == 0) printf(" require (ready(%s))", visible[held[outer_count]]);
		printf(" ");
	}
	block();
	if (plain) printf("} ");
	held_count = outer_count;
	visible_count = outer_visible;
}

/* ---- programs ---- */

static void function(int n)
{
	const char *separate = plain ? "" : "separate ";
	visible_count = held_count = 0;
	statements_left = STATEMENTS_MOST;
	printf("static void f%d(%scell *a, %scell *restrict b, %scell *c, %scell *e)\n{\n", n, separate, separate, separate, separate);
	show("a"), show("b"), show("c"), show("e");
	may_goto = below(3) == 0;
	nested_function = below(4) == 0;
	printf("int jumped = 0; (void)jumped; (void)b; (void)c; (void)e; (void)a;\n");
	if (may_goto) printf("out0: ;\n");
	printf("%scell *own1 = %s, *own2 = %s;\n%scell *near = ", separate, plain ? "make()" : "new separate cell {}",
	       plain ? "make()" : "new separate cell {}", separate);
	printf(plain ? "make()" : "new separate(a) cell {}");
	printf(";\n%scell *other = d(2) ? a : own1;\n(void)own2; (void)near; (void)other;\n", separate);
	printf("%scell *turn = %s, *away = %s, **lent = &away;\n(void)turn;\n", separate, plain ? "make()" : "new separate cell {}",
	       plain ? "make()" : "new separate cell {}");
	show("own1"), show("own2"), show("near"), show("other"), show("turn"), show("away");
	for (int i = 0; i < 4; i++) {
		if (i == 2) printf("other = d(2) ? near : e;\nturn = pick(own1, a);\n*lent = pick(own2, near);\n");
		if (i == 3 && may_goto) printf("out1: ;\n");
		separate_statement();
		putchar('\n');
	}
	puts("}\n");
}

static void preamble(void)
{
	puts(plain ? "#include <stdint.h>" : "#include <conc.h>");
	puts("#include <setjmp.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
	     "typedef struct part { unsigned long n; } part;\n"
	     "typedef struct cell { part in; unsigned long n; } cell;\n"
	     "static unsigned long state, seen;\nstatic int fuel;\n"
	     "static unsigned d(unsigned n) { if (fuel-- <= 0) return 0; state = state * 6364136223846793005UL + 1442695040888963407UL; return (unsigned)(state >> 33) % n; }\n"
	     "static unsigned see(unsigned long v) { seen = seen * 31 + v; return (unsigned)v & 1; }\n"
	     "static void add(void *p, unsigned long v) { part *c = p; for (volatile int i = 0; i < 60; i++) {} c->n = c->n * 7 + v + 1; }\n"
	     "static void slow(cell *c) { for (volatile int i = 0; i < 4000; i++) {} c->in.n++; c->n = c->n * 5 + 1; }\n"
	     "static unsigned long get(const cell *c) { return c->n; }\n"
	     "static unsigned long both(const cell *a, const cell *b) { return a->n * 3 + b->in.n; }\n"
	     "static unsigned long mix(unsigned long a, unsigned long b, unsigned long c) { return a ^ b * 3 ^ c * 5; }\n"
	     "static unsigned long take(cell *c, unsigned long v) { c->n = c->n * 3 + v; return c->n >> 3; }\n"
	     "static void move(cell *a, cell *b) { unsigned long n = a->n; a->n = b->n; b->n = n + 1; }\n"
	     "static int ready(const cell *c) { return c->n + 1 > 0 || c->n; }");
	if (plain)
		puts("static cell *make(void) { return calloc(1, sizeof(cell)); }\n"
		     "static unsigned long through(cell *s, unsigned long v) { add(s, v); add(s, v + 1); return s->n; }\n"
		     "static unsigned long own(cell *c) { add(c, 4); return c->n; }");
	else
		puts("static conc_mutex lock __attribute__((unused));\n"
		     "static unsigned long through(separate cell *s, unsigned long v) { unsigned long n = 0; separate (s) { add(s, v); add(s, v + 1); n = get(s); } return n; }\n"
		     "static unsigned long own(cell *c) { unsigned long n = 0; separate cell *s = separate_of(c); separate (s) { add(s, 4); n = s->n; } return n; }\n"
		     "static atomic_bool stop;\n"
		     "static int noise(separate cell *a, separate cell *b) { int n = 0; while (!stop && n < 100000) { separate (a) { add(a, 1); if (get(a)) add(a, 2); } separate (b) { add(b, 1); slow(b); } n++; conc_yield(); } return n; }");
	printf("static %scell *pick(%scell *a, %scell *b) { return d(2) ? a : b; }\n", plain ? "" : "separate ", plain ? "" : "separate ", plain ? "" : "separate ");
	puts("static unsigned long use(void) { return both((cell[1]){}, (cell[1]){}) + mix(0, 0, 0) + take((cell[1]){}, 0) + (unsigned long)ready((cell[1]){}); }\n"
	     "static void unused(void) { cell c = {}; slow(&c); move(&c, &c); add(&c, 1); seen = use() + get(&c); (void)own; (void)through; (void)pick; seen = 0; }");
}

/* All ways in which parameters can be on the same handler, but for b, which is restrict. */
static void main_function(int functions)
{
	static const char *const arguments[] = {"x, y, z, w", "x, y, x, w", "x, y, x1, x2", "x, y, z, z1", "x1, y, w, x1"};
	printf("int main(void)\n{\n\tunused();\n");
	if (plain) printf("\tcell *x = make(), *y = make(), *z = make(), *w = make(), *x1 = make(), *x2 = make(), *z1 = make();\n");
	else
		printf("\tseparate cell *x = new separate cell {}, *y = new separate cell {}, *z = new separate cell {}, *w = new separate cell {};\n"
		       "\tseparate cell *x1 = new separate(x) cell {}, *x2 = new separate(x) cell {}, *z1 = new separate(z) cell {};\n"
		       "\tseparate cell *nx = new separate(x) cell {}, *nz = new separate(z) cell {};\n"
		       "\ttask(int) noisy = spawn noise(nx, nz);\n");
	printf("\tfor (unsigned long i = 0; i < 4; i++) {\n");
	for (int f = 0; f < functions; f++)
		for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
			printf("\t\tstate = i * 977 + %zu; fuel = 60; f%d(%s); printf(\"%d %zu %%lu\\n\", seen);\n", i * 31 + (size_t)f, f,
			       arguments[i], f, i);
	printf("\t}\n");
	if (!plain) printf("\tstop = true;\n\tjoin(noisy);\n");
	puts("\treturn 0;\n}");
}

int main(int argc, char **argv)
{
	enum { FUNCTIONS = 3 };
	plain = argc > 1 && strcmp(argv[1], "--plain") == 0;
	if (argc != (plain ? 3 : 2)) return 2;
	state = strtoul(argv[plain ? 2 : 1], NULL, 10) * 2654435761UL + 99;
	for (int i = 0; i < 10; i++) below(2);
	preamble();
	for (int i = 0; i < FUNCTIONS; i++) function(i);
	main_function(FUNCTIONS);
	return 0;
}
