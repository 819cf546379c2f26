/* SPDX-License-Identifier: MIT */
/* generate SEED COUNT: prints COUNT functions, each a waituntil over a random tree, and what trees they are.
 *
 *     static int statement_3(struct world *w)
 *     {
 *             int v = 0; bool ok = false;
 *             for (;;) {
 *                     when (guard(w, 0)) ( waituntil (v << in(w, 0)) RAN(0, v) and … ) or waituntil (…) …
 *                     return 0;
 *             }
 *     out:    return 1;
 *     }
 *     static const struct tree trees_3[] = { { TREE_OR, 1, 4, … }, … };
 *
 * Every block ends in the four ways in turn: at its brace, by break, by return, by goto (RAN… in world.h). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "model.h"

static uint64_t state;
static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}
static bool chance(unsigned percent) { return below(100) < percent; }

static struct tree nodes[4 * CLAUSES_MAX];
static int node_count, clause_count, guard_count, wanted;
static bool holds_lock;	/* around the statement: it may wait for conditions */

static int new_node(enum tree_kind kind)
{
	nodes[node_count] = (struct tree){ .kind = kind, .left = -1, .right = -1, .guard = -1 };
	return node_count++;
}

static void say_guard(struct tree *t, unsigned percent)
{
	if (!chance(percent)) return;
	t->guard = guard_count++;
	printf("when (guard(w, %d)) ", t->guard);
}

static void say_clause(int node)
{
	static const char *const heads[] = {
		[RECEIVE] = "v << in(w, %d)", [HANDED] = "v << in(w, %d)", [SEND] = "out(w, %d) << value(w)",
		[HANDS] = "out(w, %d) << value(w)", [LOCK] = "lock(w, %d)", [SEMAPHORE] = "semaphore(w, %d)",
		[FUTURE] = "result(w, %d)", [READ] = "v << result(w, %d)", [CLOSED] = "ok = v << in(w, %d)",
		[CANCELLED] = "ok = v << result(w, %d)", [READY] = "timeout(at_once(w, %d))", [TASK] = "task_of(w, %d)",
		[DROP] = "<< in(w, %d)", [SET] = "v << set(w, %d)", [INPUT] = "v << conc_read(input(w, %d), w->bytes, 2)",
		[OUTPUT] = "v << conc_write(output(w, %d), w->bytes, 1)", [ACTOR] = "mortal_of(w, %d)", [QUIET] = "quiet(cell_of(w, %d))",
		[CONDITION] = "conc_wait(condition(w, %d), &w->m)",
	};
	static const char *const runs[] = { "RAN", "RAN", "RAN_BREAK", "RAN_RETURN", "RAN_GOTO" };
	struct tree *t = &nodes[node];
	t->clause = clause_count++;
	do t->what = (enum what)below(WHATS);
	while (t->what == CONDITION && !holds_lock);
	say_guard(t, 40);
	printf("waituntil (");
	printf(heads[t->what], t->clause);
	printf(") %s(%d)", runs[below(5)], t->clause);
}

static int say_tree(int depth);

static int say_operand(int depth)
{
	if (depth <= 0 || clause_count + 2 > wanted || chance(40)) {
		int node = new_node(TREE_CLAUSE);
		say_clause(node);
		return node;
	}
	int group = new_node(TREE_GROUP);
	say_guard(&nodes[group], 40);
	printf("( ");
	nodes[group].left = say_tree(depth - 1);
	printf(" )");
	return group;
}

static int say_and(int depth)
{
	int left = say_operand(depth);
	while (clause_count < wanted && chance(40)) {
		printf("\n\t\t%s ", chance(90) ? "and" : "&&");
		int node = new_node(TREE_AND);
		int right = say_operand(depth);
		nodes[node].left = left;
		nodes[node].right = right;
		left = node;
	}
	return left;
}

static int say_tree(int depth)
{
	int left = say_and(depth);
	while (clause_count < wanted && chance(50)) {
		printf("\n\t\t%s ", chance(90) ? "or" : "||");
		int node = new_node(TREE_OR);
		int right = say_and(depth);
		nodes[node].left = left;
		nodes[node].right = right;
		left = node;
	}
	return left;
}

static void say_statement(int number)
{
	node_count = clause_count = guard_count = 0;
	wanted = 1 + (int)below(chance(20) ? CLAUSES_MAX : 5);
	bool fair = chance(20), other = chance(25);
	printf("static int statement_%d(struct world *w)\n{\n\tint v = 0, again = 0;\n\tbool ok = false;\n", number);
	holds_lock = !other && chance(30);	/* with an else a condition would never be waited for */
	if (holds_lock) printf("\tmutex (w->m) ");
	printf("\tfor (w->begun = true;; again++) {\n\t\tif (again) return LEFT_LOOP;\n\t\t%s", fair ? "fair " : "");
	int root = say_tree(3), guard = -1;
	if (other) {
		printf("\n\t\tor ");
		if (chance(60)) printf("when (guard(w, %d)) ", guard = guard_count++);
		printf("else { ran(w, ELSE, 0); }");
	}
	printf("\n\t\treturn ENDED;\n\t}\n\treturn w->leaving ? LEFT_BREAK : LEFT_LOOP + v + ok;\nout: __attribute__((unused));\n\treturn LEFT_GOTO;\n}\n");
	printf("static const struct tree tree_%d[] = {", number);
	for (int i = 0; i < node_count; i++)
		printf(" { %d, %d, %d, %d, %d, %d },", (int)nodes[i].kind, nodes[i].left, nodes[i].right,
		       nodes[i].guard, nodes[i].clause, (int)nodes[i].what);
	printf(" };\n#define STATEMENT_%d { statement_%d, tree_%d, %d, %d, %d, %d, %d, %d }\n\n", number, number, number, root,
	       clause_count, guard_count, fair, other, guard);
}

int main(int argc, char **argv)
{
	int count = argc > 2 ? atoi(argv[2]) : 10;
	state = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 0x9e3779b97f4a7c15 + 1;
	for (int i = 0; i < 20; i++) below(2);
	printf("#include \"world.h\"\n\n");
	for (int i = 0; i < count; i++) say_statement(i);
	printf("const struct statement statements[] = {\n");
	for (int i = 0; i < count; i++) printf("\tSTATEMENT_%d,\n", i);
	printf("};\nconst int statement_count = %d;\n", count);
	return 0;
}
