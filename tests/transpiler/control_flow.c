/* SPDX-License-Identifier: MIT */
/* What the control-flow graph says holds on all paths.
 *
 *   control_flow judge FILE …       in each function set() and clear() do what they say; where yes(…) stands it must
 *                                   hold, where no(…) stands it must not
 *   control_flow generate SEED      a random program that prints the numbers of the ask(N) where it did not hold when
 *                                   they were run; it decides by its argument
 *   control_flow holds FILE         the numbers of the ask(N) of FILE where it holds */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/control_flow.h"
#include "source/source.h"

static const char *text;
static const char *end_name;	/* the function that never returns */

static TSNode callee(TSNode node)
{
	return node_is(node, NODE_call_expression) ? node_field(node, "function") : (TSNode){0};
}

static bool calls(TSNode node, const char *name)
{
	TSNode function = callee(node);
	size_t length = node_end(function) - node_start(function);
	return length == strlen(name) && memcmp(text + node_start(function), name, length) == 0;
}

static bool is_event(void *data, TSNode node)
{
	(void)data;
	return calls(node, "set") || calls(node, "clear") || calls(node, "yes") || calls(node, "no") || calls(node, "ask");
}

static bool never_returns(void *data, TSNode call)
{
	(void)data;
	return calls(call, end_name);
}

static enum flow_effect effect(void *data, TSNode event)
{
	(void)data;
	return calls(event, "set") ? FLOW_SETS : calls(event, "clear") ? FLOW_CLEARS : FLOW_KEEPS;
}

static void each_function(TSNode node, void (*visit)(const struct flow *flow, TSNode function))
{
	if (node_is(node, NODE_function_definition)) {
		struct flow_client client = {text, NULL, is_event, never_returns};
		struct flow flow;
		flow_build(&flow, &client, node);
		visit(&flow, node);
		flow_free(&flow);
	}
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		each_function(node_named_child(node, i), visit);
}

static void each_event(const struct flow *flow, void (*visit)(const struct flow *flow, TSNode event))
{
	for (size_t i = 0; i < flow->block_count; i++)
		for (size_t j = 0; j < flow->blocks[i].event_count; j++) visit(flow, flow->blocks[i].events[j]);
}

static bool holds(const struct flow *flow, TSNode event)
{
	struct flow_question question = {.flow = flow, .effect = effect};
	flow_ask(&question, event);
	return question.holds && !flow->unsure;
}

/* ---- judge ---- */

static bool wrong;
static size_t judged;

static void judge_event(const struct flow *flow, TSNode event)
{
	bool yes = calls(event, "yes");
	if (!yes && !calls(event, "no")) return;
	judged++;
	if (holds(flow, event) == yes) return;
	wrong = true;
	printf("# line %u: %s\n", ts_node_start_point(event).row + 1, yes ? "it does not hold" : "it holds");
}

static void judge_function(const struct flow *flow, TSNode function)
{
	wrong = false;
	each_event(flow, judge_event);
	TSNode name = declarator_name(node_field(function, "declarator"));
	printf("%s - %.*s\n", wrong ? "not ok" : "ok", (int)(node_end(name) - node_start(name)), text + node_start(name));
}

/* ---- holds ---- */

static void print_event(const struct flow *flow, TSNode event)
{
	TSNode argument;
	if (!calls(event, "ask") || !holds(flow, event)) return;
	node_arguments(event, &argument, 1);
	printf("%.*s\n", (int)(node_end(argument) - node_start(argument)), text + node_start(argument));
}

static void print_function(const struct flow *flow, TSNode function)
{
	(void)function;
	each_event(flow, print_event);
}

/* ---- generate ---- */

static unsigned long state;
static int asked, labels, depth;
static bool in_expression, loops, may_break;

static unsigned below(unsigned n)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(state >> 33) % n;
}

static void expression(void);
static void statement(void);

static void statements(void)
{
	for (unsigned n = below(4); n-- > 0;) statement();
}

static void primary(void)
{
	switch (below(8)) {
	case 0: case 1: printf("set()"); break;
	case 2: printf("clear()"); break;
	case 3: case 4: case 5: printf("ask(%d)", asked++); break;
	default: printf("d(%u)", 2 + below(3)); break;
	}
}

static void inner_statements(void)
{
	bool outer = in_expression, outer_break = may_break, outer_loops = loops;
	in_expression = true;
	may_break = loops = false;
	printf("({ ");
	statements();
	expression();
	printf("; })");
	in_expression = outer;
	may_break = outer_break;
	loops = outer_loops;
}

static void list(const char *between, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (i) printf("%s", between);
		expression();
	}
}

static void expression(void)
{
	static const char *const joiners[] = {" + ", " && ", " || ", ", ", " * ", " == "};
	if (++depth > 6) primary();
	else switch (below(15)) {
	case 0: case 1: case 2: case 3: case 4: primary(); break;
	case 5: printf("!"); expression(); break;	/* (f()) + 1 reads as a cast */
	case 6: printf("("); expression(); printf(" ? : "); expression(); printf(")"); break;
	case 7: printf("("); expression(); printf(" ? "); expression(); printf(" : "); expression(); printf(")"); break;
	case 8: printf("f3("); list(", ", 3); printf(")"); break;
	case 9: printf("f2("); list(", ", 2); printf(")"); break;
	case 10: inner_statements(); break;
	case 11: printf("(x = "); expression(); printf(")"); break;
	case 12: printf("(int)sizeof("); expression(); printf(")"); break;
	default: printf("("); list(joiners[below(6)], 2); printf(")"); break;
	}
	depth--;
}

static void block(void)
{
	printf("{ ");
	statements();
	printf("} ");
}

static void loop_body(void)
{
	bool outer_break = may_break, outer_loops = loops;
	may_break = loops = true;
	printf("{ d(2); ");	/* takes fuel: no loop is for ever */
	statements();
	printf("} ");
	may_break = outer_break;
	loops = outer_loops;
}

static void cases(void)
{
	bool outer_break = may_break;
	may_break = true;
	printf("switch ("); expression(); printf(") { ");
	for (int i = 0; i < 4; i++) {
		if (i == 2 && below(2)) printf("case 2 ... 7: ");
		else if (i == 3 && below(2)) printf("default: ");
		else printf("case %d: ", i * 10);
		if (below(5) == 0) { printf("do { case %d: ; ", i * 10 + 1); statements(); printf("} while ("); expression(); printf("); "); }
		statements();
		if (below(2)) printf("break; ");
	}
	printf(";} ");
	may_break = outer_break;
}

static void jump(void)
{
	switch (below(6)) {
	case 0: printf("goto l%u; ", below(3)); break;
	case 1: if (!in_expression) printf("goto *(void *[]){&&l0, &&l1, &&l2}[d(3)]; "); break;
	case 2: printf("return; "); break;
	case 3: if (loops) printf("continue; "); break;
	default: if (may_break) printf("break; "); break;
	}
}

static void statement(void)
{
	if (++depth > 5) { expression(); printf("; "); }
	else switch (below(14)) {
	case 0: printf("if ("); expression(); printf(") "); block(); break;
	case 1: printf("if ("); expression(); printf(") "); block(); printf("else "); block(); break;
	case 2: printf("while ("); expression(); printf(") "); loop_body(); break;
	case 3: printf("do "); loop_body(); printf("while ("); expression(); printf("); "); break;
	case 4: printf("for ("); expression(); printf("; "); expression(); printf("; "); expression(); printf(") "); loop_body(); break;
	case 5: printf("for (;;) "); loop_body(); break;
	case 6: cases(); break;
	case 7: printf("if ("); expression(); printf(") { "); jump(); printf("} "); break;
	case 8: printf("{ int a[] = {"); list(", ", 3); printf("}, b = "); expression(); printf("; (void)a; (void)b; } "); break;
	case 9: printf("if (d(3) == 0) end(); "); break;
	default: expression(); printf("; "); break;
	}
	depth--;
}

static void generate(unsigned long seed)
{
	state = seed * 2654435761UL + 12345;
	for (int i = 0; i < 20; i++) below(2);
	puts("#include <stdio.h>\n#include <stdlib.h>\n#include <setjmp.h>\n"
	     "static unsigned long state;\nstatic int held, fuel, x;\nstatic jmp_buf out;\n"
	     "static int d(int n) { if (fuel-- <= 0) longjmp(out, 1); state = state * 6364136223846793005UL + 1442695040888963407UL; return (int)((state >> 33) % (unsigned)n); }\n"
	     "static int set(void) { held = 1; return d(2); }\nstatic int clear(void) { held = 0; return d(2); }\n"
	     "static int ask(int n) { if (!held) printf(\"%d\\n\", n); return d(2); }\n"
	     "static int f2(int a, int b) { return a ^ b; }\nstatic int f3(int a, int b, int c) { return a ^ b ^ c; }\n"
	     "static void end(void) __attribute__((noreturn));\nstatic void end(void) { longjmp(out, 1); }\n"
	     "static void f(void) {");
	for (labels = 0; labels < 3; labels++) {
		printf("l%d: ;\n", labels);
		for (int i = 0; i < 3; i++) { statement(); putchar('\n'); }
	}
	puts("}\nint main(int argc, char **argv) { (void)argc; for (int i = 0; i < 4000; i++) {"
	     " state = (unsigned long)i * 0x9E3779B97F4A7C15UL + (unsigned long)atol(argv[1]); held = 0; fuel = 60;"
	     " if (!setjmp(out)) f(); } return f2(0, 0) + f3(0, 0, 0) + (x & 0); }");
}

static void each_file(char **names, void (*visit)(const struct flow *flow, TSNode function))
{
	for (; *names; names++) {
		struct syntax syntax;
		size_t length;
		char *read = source_read(*names, &length);
		if (!read) exit(2);
		text = read;
		syntax_parse(&syntax, text, length);
		each_function(syntax.root, visit);
		syntax_free(&syntax);
		free(read);
	}
}

int main(int argc, char **argv)
{
	end_name = "end";
	if (argc > 2 && strcmp(argv[1], "generate") == 0) generate(strtoul(argv[2], NULL, 10));
	else if (argc > 2 && strcmp(argv[1], "holds") == 0) each_file(argv + 2, print_function);
	else if (argc > 2 && strcmp(argv[1], "judge") == 0) each_file(argv + 2, judge_function);
	else return 2;
	return strcmp(argv[1], "judge") == 0 && judged == 0;
}
