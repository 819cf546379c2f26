/* SPDX-License-Identifier: MIT */
/* waituntil (v << in) { B }
 * or when (n < max) waituntil (out << w) { C }
 * or waituntil (timeout(10ms)) d();
 * or when (idle) else { E }
 *   →
 * { conc_channel_int_element conc_value_1_0;
 *   conc_channel_int_element conc_value_1_1;
 *   CONC_WAITUNTIL(1, 3);
 * conc_again_1: CONC_ON_RECEIVE(1, 0, 1, conc_channel_int, &in) { v = conc_value_1_0; { B } }
 * else CONC_ON_SEND(1, 1, n < max, conc_channel_int, &out, w) { C }
 * else CONC_ON_TIMEOUT(1, 2, 1, CONC_NS(10000000)) { d(); }
 * else CONC_ON_ELSE(1, idle) { E } else { CONC_CHOOSE(1); goto conc_again_1; } }
 *
 * Edits cannot move text, and heads should stay in place: macros, layout, lines and constructs in
 * them survive. So control runs through the statement's text more than once. The first time every
 * CONC_ON_… evaluates its guard and head. CONC_CHOOSE waits and notes the clause that is next. Then
 * the CONC_ON_… with its number runs its block. The blocks are a chain of else, and after the last
 * one control can only go back, so compilers see that a block ran, and what it wrote
 * (-Wmaybe-uninitialized). If possibly no block runs, `if (CONC_NEXT(1)) goto …` follows the chain.
 * With `and`, CONC_NEXT_UNTIL(1, predicate) goes on until the predicate holds. No loop or switch is
 * around the blocks, so break and continue are the user's.
 *
 * Rejected: copies of all heads in front (constructs in them would be lowered in the wrong place,
 * and reported at the wrong line); a label and a goto for each block. */
#include "waituntil.h"

#include <stdlib.h>
#include <string.h>

#include "types/separate.h"

/* ---- the clauses ---- */

static void add_clause(struct wait *wait, TSNode node, int group)
{
	if (wait->total++ >= CLAUSES_MAX) return;
	struct clause *clause = &wait->clauses[wait->count];
	TSNode guard = node_field(node, "guard"), statement = node_field(node, "statement");
	*clause = (struct clause){
	        .node = node,
	        .condition = ts_node_is_null(statement) ? wait_condition(node) : statement,
	        .guard = ts_node_is_null(guard) ? guard : node_field(guard, "condition"),
	        .index = wait->count++,
	        .group = group,
	};
}

static void collect(struct wait *wait, TSNode node, int group)
{
	if (node_is(node, NODE_wait_clause) || node_is(node, NODE_wait_separate))
		add_clause(wait, node, group);
	else if (node_is(node, NODE_wait_group)) {
		TSNode guard = node_field(node, "guard");
		int inner = group;
		if (!ts_node_is_null(guard) && wait->group_count < CLAUSES_MAX) {
			inner = wait->group_count++;
			wait->groups[inner] = (struct group){node_field(guard, "condition"), group};
		}
		collect(wait, wait_tree(node), inner);
	} else {
		wait->has_and |= node_is(node, NODE_wait_and);
		collect(wait, node_field(node, "left"), group);
		collect(wait, node_field(node, "right"), group);
	}
}

/* ---- edits ---- */

/* Writes the lowering from front to back. */
struct writer {
	struct wait *wait;
	size_t from;         /* start of the tokens that the next edit replaces; 0: none */
	int groups, clauses; /* guarded groups and clauses met so far */
	struct text text;
};

static size_t token_end(const struct wait *wait, size_t offset)
{
	const struct token *token = analysis_token_before(wait->unit->analysis, offset);
	return token ? token->offset + token->length : offset;
}

static void waituntil_take_token(struct writer *writer, TSNode token)
{
	size_t start = node_start(token);
	/* a line break in front stays before the text that is written next */
	const char *text = writer->wait->unit->analysis->text;
	if (writer->from && memchr(text + writer->from, '\n', start - writer->from)) {
		edit_replace(writer->wait->unit->edits, writer->from,
		             token_end(writer->wait, start), "%s", "");
		writer->from = 0;
	}
	if (!writer->from) writer->from = start;
}

/* Replaces all taken tokens, and those up to end, by the text so far. */
static void write_over(struct writer *writer, size_t start, size_t end)
{
	const struct unit *unit = writer->wait->unit;
	if (writer->from && writer->from < start) start = writer->from;
	const char *text = writer->text.bytes ? writer->text.bytes : "";
	bool apart = start && (*text == 'C' || *text == 'e') &&
	             !strchr(" \t\n({", unit->analysis->text[start - 1]);
	edit_replace(unit->edits, start, end, "%s%s", apart ? " " : "", text);
	text_free(&writer->text);
	writer->from = 0;
}

static void put_guard_of_group(struct writer *writer, int group)
{
	if (group >= 0) text_printf(&writer->text, "conc_group_%d_%d", writer->wait->number, group);
}

/* Writes the guard of "CONC_ON_LOCK(1, 0, GUARD". */
static void write_guard(struct writer *writer, TSNode guard, TSNode condition, int group)
{
	struct unit *unit = writer->wait->unit;
	if (ts_node_is_null(guard)) {
		if (group >= 0) put_guard_of_group(writer, group);
		else text_puts(&writer->text, "1");
		return;
	}
	bool closed = group >= 0 || has_bare_comma(unit, condition);
	put_guard_of_group(writer, group);
	if (group >= 0) text_puts(&writer->text, " && ");
	if (closed) text_puts(&writer->text, "(");
	TSNode open = node_token(guard, "("), close = node_token(guard, ")");
	write_over(writer, node_start(first_token(guard)), node_end(open));
	writer->from = node_start(close);
	if (closed) text_puts(&writer->text, ")");
}

/* ---- clauses ---- */

/* Drops the last blank if the source has a blank before next, too. */
static void drop_blank(const struct writer *writer, struct text *text, size_t next)
{
	const struct analysis *analysis = writer->wait->unit->analysis;
	const struct token *token = analysis_token_at(analysis, next);
	/* the text before an expansion is not the author's */
	bool blank = next && token->in_place && strchr(" \t\n", analysis->text[next - 1]);
	if (blank && text->length && text->bytes[text->length - 1] == ' ')
		text->bytes[--text->length] = '\0';
}

static void put_assignment(const struct wait *wait, const struct clause *clause, struct text *out)
{
	if (ts_node_is_null(clause->target.node) || clause->into) return;
	bool conditional = !ts_node_is_null(clause->checked.node) && !clause->joined;
	bool declares = !ts_node_is_null(clause->declared);
	if (conditional && !declares) /* a slot that was not written is zero */
		text_printf(out, " if (CONC_TOOK_PLACE(%d, %d))", wait->number, clause->index);
	text_puts(out, " ");
	if (declares) target_type(wait, &clause->target, out);
	if (clause->moved) text_printf(out, "%s_assign(&", clause->moved);
	target_spell(wait, clause, &clause->target, "conc_target", out);
	if (clause->moved) {
		text_printf(out, ", conc_value_%d_%d, CONC_HERE);", wait->number, clause->index);
		return;
	}
	if (!clause->joined) {
		/* conc_accept gives an int; the slot of all calls is a long */
		bool cast = clause_is_io(clause) && strcmp(clause->name, "accept") == 0;
		text_printf(out, " = %sconc_value_%d_%d;", cast ? "(int)" : "", wait->number,
		            clause->index);
		return;
	}
	text_printf(out, " = %s_join(", clause->joined);
	if (node_is(clause->resource, NODE_identifier) && !clause->pointer)
		text_printf(out, "&%.*s", NODE_ARG(wait->unit, clause->resource));
	else text_printf(out, "conc_task_%d_%d", wait->number, clause->index);
	text_puts(out, ", CONC_HERE);");
}

/* Writes the prologue, and braces if the block needs them. */
static void write_body(struct writer *writer, TSNode body, const char *prologue)
{
	if (!*prologue && node_is(body, NODE_compound_statement)) return;
	text_printf(&writer->text, " {%s", prologue);
	/* After the body's own edits: its last block may end at the same place. */
	edit_after(writer->wait->unit->edits, node_end(body),
	           (int)(node_end(body) - node_start(body)) + 1, " }");
}

static void write_clause(struct writer *writer, const struct clause *clause)
{
	const struct wait *wait = writer->wait;
	struct head_parts parts = {0};
	struct text prologue = {0};
	TSNode node = clause->node, open = node_token(node, "("), close = node_token(node, ")");
	waituntil_take_token(writer, first_token(node));
	bool checked = !ts_node_is_null(clause->checked.node) && !clause->joined;
	text_printf(&writer->text, "CONC_ON_%s%s(%d, %d, ", clause->macro, checked ? "_OK" : "",
	            wait->number, clause->index);
	write_guard(writer, node_field(node, "guard"), clause->guard, clause->group);
	waituntil_take_token(writer, ts_node_prev_sibling(open));
	if (clause->name) text_printf(&writer->text, ", %s", clause->name);
	if (!ts_node_is_null(clause->resource)) {
		text_puts(&writer->text, ", ");
		clause_head_parts(wait, clause, &parts);
	}
	for (int i = 0; i < parts.count; i++) {
		const struct head_part *part = &parts.list[i];
		size_t start = node_start(part->node), end = node_end(part->node);
		drop_blank(writer, &writer->text, start);
		write_over(writer, writer->from, token_end(wait, start));
		if (*part->before)
			edit_before(wait->unit->edits, start, -1000000, "%s", part->before);
		if (*part->after) edit_after(wait->unit->edits, end, 1000000, "%s", part->after);
		const struct token *token = analysis_token_at(wait->unit->analysis, end);
		writer->from = token ? token->offset : end;
	}
	text_puts(&writer->text, ")");
	if (!ts_node_is_null(clause->checked.node)) {
		text_puts(&prologue, " ");
		target_spell(wait, clause, &clause->checked, "conc_checked", &prologue);
		if (clause->joined) text_puts(&prologue, " = 1;");
		else
			text_printf(&prologue, " = CONC_TOOK_PLACE(%d, %d);", wait->number,
			            clause->index);
	}
	put_assignment(wait, clause, &prologue);
	write_body(writer, node_field(node, "body"), prologue.bytes ? prologue.bytes : "");
	write_over(writer, writer->from, node_end(close));
	text_free(&prologue);
}

/* separate (s, n = next(t)) require (count(s) > 0)
 *   →
 * CONC_ON_REQUIRE(1, 0, 1, 2, 0, (s, n = next(t)), count(s) > 0)
 *
 * The operands and the condition stay in place. */
static void write_separate(struct writer *writer, const struct clause *clause)
{
	const struct separate_statement *statement = clause->separate;
	TSNode node = statement->construct->node, require = node_field(node, "require");
	TSNode open = node_token(node, "("), head = node_token(require, "(");
	int number = writer->wait->number;
	waituntil_take_token(writer, first_token(clause->node));
	text_printf(&writer->text, "CONC_ON_REQUIRE(%d, %d, ", number, clause->index);
	write_guard(writer, node_field(clause->node, "guard"), clause->guard, clause->group);
	text_printf(&writer->text, ", %d, ", statement->construct->number);
	if (statement->outer)
		text_printf(&writer->text, "conc_reserved_%d, (",
		            statement->outer->construct->number);
	else text_puts(&writer->text, "0, (");
	write_over(writer, node_start(first_token(node)), node_end(open));
	separate_clause_operands(writer->wait->unit, statement);
	writer->from = node_start(node_token(node, ")"));
	text_puts(&writer->text, "), ");
	write_over(writer, writer->from, node_end(head));
	writer->from = node_start(last_token(require));
	text_puts(&writer->text, ")");
	write_body(writer, statement->body, "");
	write_over(writer, writer->from, node_end(last_token(require)));
}

/* ---- the statement ---- */

static void write_group(struct writer *writer, TSNode node);

static void write_tree(struct writer *writer, TSNode node)
{
	if (node_is(node, NODE_wait_clause))
		write_clause(writer, &writer->wait->clauses[writer->clauses++]);
	else if (node_is(node, NODE_wait_separate))
		write_separate(writer, &writer->wait->clauses[writer->clauses++]);
	else if (node_is(node, NODE_wait_group)) write_group(writer, node);
	else {
		write_tree(writer, node_field(node, "left"));
		waituntil_take_token(writer, node_field(node, "operator"));
		text_puts(&writer->text, "else ");
		write_tree(writer, node_field(node, "right"));
	}
}

static void write_group(struct writer *writer, TSNode node)
{
	const struct wait *wait = writer->wait;
	TSNode guard = node_field(node, "guard");
	waituntil_take_token(writer, first_token(node));
	if (!ts_node_is_null(guard)) {
		const struct group *group = &wait->groups[writer->groups];
		text_printf(&writer->text, "CONC_GROUP(%d, %d, ", wait->number, writer->groups++);
		write_guard(writer, guard, group->condition, group->outer);
		text_puts(&writer->text, ") ");
	}
	write_tree(writer, wait_tree(node));
	waituntil_take_token(writer, node_token(node, ")"));
}

static void write_rest(struct writer *writer)
{
	const struct wait *wait = writer->wait;
	TSNode rest = wait->rest, word = node_token(rest, "else");
	waituntil_take_token(writer, first_token(rest));
	text_printf(&writer->text, "else CONC_ON_ELSE(%d, ", wait->number);
	TSNode guard = node_field(rest, "guard");
	write_guard(writer, guard, ts_node_is_null(guard) ? guard : node_field(guard, "condition"),
	            -1);
	text_puts(&writer->text, ")");
	write_body(writer, node_field(rest, "body"), "");
	write_over(writer, writer->from, node_end(word));
}

static void put_declarations(const struct wait *wait, const struct clause *clause, struct text *out)
{
	if (clause->separate) separate_clause_declare(wait->unit, clause->separate, out);
	if (clause_is_io(clause))
		text_printf(out, " struct conc_abi_io conc_io_%d_%d = {0}; long conc_value_%d_%d;",
		            wait->number, clause->index, wait->number, clause->index);
	if (strcmp(clause->macro, "QUIET") == 0)
		text_printf(out, " CONC_QUIET_CLAUSE(%d, %d);", wait->number, clause->index);
	if (clause->slot) {
		/* a compiler that sees that a guard is false would report that it is never set */
		bool clear = !clause->is_send && (clause_can_be_off(clause) ||
		                                  (!ts_node_is_null(clause->declared) &&
		                                   !ts_node_is_null(clause->checked.node)));
		if (clause->large)
			text_printf(out, " CONC_KEPT(%s, conc_value_%d_%d);", clause->name,
			            wait->number, clause->index);
		else
			text_printf(out, " %s_element conc_value_%d_%d%s;", clause->name,
			            wait->number, clause->index, clear ? " = {0}" : "");
	}
	target_declare(wait, clause, &clause->checked, "conc_checked", out);
	if (!clause->into) target_declare(wait, clause, &clause->target, "conc_target", out);
	bool simple = node_is(clause->resource, NODE_identifier) && !clause->pointer;
	if (clause->joined && !simple)
		text_printf(out, " %s *conc_task_%d_%d = 0;", clause->joined, wait->number,
		            clause->index);
}

/* Compilers cannot follow which blocks of an `and` have run. */
static void put_written(const struct wait *wait, const struct target *target, struct text *out)
{
	if (ts_node_is_null(target->node) || !target->plain || target->in_register) return;
	char *text = text_format(" CONC_WRITTEN(%.*s);", NODE_ARG(wait->unit, target->object));
	if (!strstr(out->bytes, text)) text_puts(out, text); /* once for each name */
	free(text);
}

/* Is the statement inside a statement expression? A macro that asks for its type may repeat it;
 * then the label must be local to the block. */
static bool is_in_expression(TSNode node)
{
	for (node = node_parent(node); !ts_node_is_null(node); node = node_parent(node))
		if (node_is(node, NODE_compound_statement) &&
		    node_is(node_parent(node), NODE_parenthesized_expression))
			return true;
	return false;
}

static void put_statement_head(const struct wait *wait, struct text *out)
{
	text_puts(out, "{");
	if (is_in_expression(wait->construct->node))
		text_printf(out, " __label__ conc_again_%d;", wait->number);
	const struct clause *condition = NULL;
	for (int i = 0; i < wait->count; i++)
		if (clause_is_condition(&wait->clauses[i])) condition = &wait->clauses[i];
	if (condition)
		text_printf(out, " CONC_GIVEN_UP%s(%d);", condition->all_locks ? "_ALL" : "",
		            wait->number);
	for (int i = 0; i < wait->group_count; i++)
		text_printf(out, " int conc_group_%d_%d = 0;", wait->number, i);
	/* A partner may write to the slots: they must outlive the statement's variable. */
	for (int i = 0; i < wait->count; i++) put_declarations(wait, &wait->clauses[i], out);
	for (int i = 0; i < wait->count && wait->has_and; i++) {
		if (ts_node_is_null(wait->clauses[i].declared))
			put_written(wait, &wait->clauses[i].target, out);
		put_written(wait, &wait->clauses[i].checked, out);
	}
	text_printf(out, " CONC_WAITUNTIL%s(%d, %d); conc_again_%d: ", wait->has_and ? "_AND" : "",
	            wait->number, wait->count, wait->number);
}

/* Does a block run in any case? Otherwise control may leave the statement without one. */
static bool runs_a_block(const struct wait *wait)
{
	bool unguarded =
	        !ts_node_is_null(wait->rest) && ts_node_is_null(node_field(wait->rest, "guard"));
	for (int i = 0; i < wait->count; i++) {
		const struct clause *clause = &wait->clauses[i];
		if (clause->may_refuse) return false;
		unguarded |= !clause_can_be_off(clause);
	}
	return unguarded && !wait->has_and;
}

static void put_statement_end(const struct wait *wait, TSNode tree, struct text *out)
{
	const char *fair = wait->fair ? "_FAIR" : "";
	int number = wait->number;
	if (runs_a_block(wait))
		text_printf(out, " else { CONC_CHOOSE%s(%d); goto conc_again_%d; }", fair, number,
		            number);
	else {
		bool again = false;
		for (int i = 0; i < wait->count; i++)
			again |= wait->clauses[i].separate || clause_is_io(&wait->clauses[i]);
		text_printf(out, " if (CONC_NEXT%s%s(%d", fair,
		            wait->has_and ? "_UNTIL"
		            : again       ? "_AGAIN"
		                          : "",
		            number);
		if (wait->has_and) {
			text_puts(out, ", ");
			predicate_spell(wait, tree, out);
		}
		text_printf(out, ")) goto conc_again_%d;", number);
	}
	text_puts(out, " }");
}

void waituntil_lower(struct unit *unit, const struct construct *construct)
{
	TSNode node = construct->node, tree = wait_tree(node);
	struct wait wait = {
	        .unit = unit,
	        .construct = construct,
	        .number = construct->number,
	        .clauses = memory_new(CLAUSES_MAX, sizeof *wait.clauses),
	        .fair = word_is(unit->syntax.text + node_start(first_token(node)),
	                        node_end(first_token(node)) - node_start(node), "fair"),
	        .rest = wait_rest(node),
	};
	collect(&wait, tree, -1);
	if (wait_check(&wait)) {
		struct writer writer = {.wait = &wait};
		struct text end = {0};
		clauses_warn(&wait);
		waituntil_take_token(&writer, first_token(node));
		put_statement_head(&wait, &writer.text);
		write_tree(&writer, tree);
		if (!ts_node_is_null(wait.rest)) write_rest(&writer);
		if (writer.from) write_over(&writer, writer.from, node_end(node));
		put_statement_end(&wait, tree, &end);
		put_after(unit->edits, node, "%s", end.bytes);
		text_free(&end);
	}
	free(wait.clauses);
}
