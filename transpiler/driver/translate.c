/* SPDX-License-Identifier: MIT */
/* The passes and their order. */
#include "translate.h"

#include <stdlib.h>

#include "base/text.h"
#include "check/check.h"
#include "lower/lower.h"
#include "types/operation.h"
#include "source/inclusion.h"
#include "types/send.h"
#include "check/sync_set.h"

static const struct pass passes[] = {
        {NODE_thread_definition, kind_shadow, thread_lower},
        {NODE_monitor_definition, kind_shadow, monitor_lower},
        {NODE_actor_definition, kind_shadow, actor_lower},
        {NODE_message_definition, kind_shadow, message_lower},
        {NODE_receive_definition, receive_shadow, receive_lower},
        {NODE_destroy_definition, kind_function_shadow, kind_function_lower},
        {NODE_export_definition, kind_function_shadow, kind_function_lower},
        {NODE_import_definition, kind_function_shadow, kind_function_lower},
        {NODE_serialize_definition, kind_function_shadow, kind_function_lower},
        {NODE_deserialize_definition, kind_function_shadow, kind_function_lower},
        {NODE_disposition_call, disposition_shadow,
         disposition_lower},                               /* conc_set_disposition(m, Delete) */
        {NODE_declaration, forward_shadow, forward_lower}, /* thread worker; */
        {NODE_inline_base, inline_shadow, inline_lower},
        {NODE_identifier, main_shadow, main_lower}, /* void main(teller *self) */
        {NODE_mutex_statement, mutex_shadow, mutex_lower},
        {NODE_mutex_qualifier, mutex_parameter_shadow, mutex_parameter_lower},
        {NODE_held_qualifier, mutex_parameter_shadow, held_lower},
        {NODE_guarded_specifier, mutex_parameter_shadow, guarded_lower},
        {NODE_impl_definition, impl_shadow, impl_lower},
        {NODE_new_expression, new_shadow, new_lower},
        {NODE_delete_statement, delete_shadow, delete_lower},
        {NODE_spawn_expression, spawn_shadow, spawn_lower},
        {NODE_task_type, task_shadow, task_lower},
        {NODE_channel_type, channel_shadow, channel_lower},
        {NODE_future_type, channel_shadow, channel_lower},
        {NODE_call_expression, join_shadow, join_lower},
        {NODE_argument_list, wait_shadow, wait_lower}, /* conc_wait(&c, m) */
        {NODE_blocking_statement, blocking_shadow, blocking_lower},
        {NODE_unchecked_statement, unchecked_shadow, unchecked_lower},
        {NODE_scope_statement, scope_shadow, scope_lower},
        {NODE_shield_statement, shield_shadow, shield_lower},
        {NODE_separate_of_call, separate_of_shadow, separate_of_lower}, /* separate_of(self) */
        {NODE_cancel_call, cancel_shadow, cancel_lower},                /* conc_cancel(t) */
        {NODE_waitset_call, waitset_shadow, waitset_lower}, /* conc_waitset_add(&s, t) */
        {NODE_waituntil_statement, waituntil_shadow, waituntil_lower},
        {NODE_separate_statement, separate_shadow, separate_lower},
        {NODE_separate_qualifier, separate_qualifier_shadow, separate_qualifier_lower},
        {NODE_duration_literal, duration_shadow, duration_lower},
};

static const struct pass *pass_for(const struct construct *construct)
{
	if (construct->broken || construct->covered) return NULL;
	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
		if (passes[i].kind == construct->kind) return &passes[i];
	return NULL;
}

static void make_shadow(struct unit *unit)
{
	edits_free(&unit->shadow);
	operations_shadow(unit);
	sends_shadow(unit);
	separate_shadow_uses(unit);
	for (size_t i = unit->construct_count; i-- > 0;) {
		const struct pass *pass = pass_for(&unit->constructs[i]);
		if (pass) pass->shadow(unit, &unit->constructs[i]);
	}
	nested_functions_shadow(unit);
	raw_strings_shadow(unit);
}

/* Types are found bottom-up: a join's type depends on its operand, and whether a shift is an
 * operation on its operands. Each round but the last learns something. */
static void find_types(struct unit *unit)
{
	enum { ROUNDS = 64 };
	for (int round = 0; round < ROUNDS; round++) {
		make_shadow(unit);
		types_parse(unit);
		bool joins = join_regress(unit);
		bool operations = operations_found(unit), sends = sends_found(unit);
		if (!separate_found(unit, joins || operations || sends)) return;
	}
}

static bool failed(const struct unit *unit)
{
	return diagnostics_error_count(unit->diagnostics) > 0;
}

/* Lowered code needs conc.h. A unit with dialect that does not include it was forced to be one. */
static bool check_header(struct unit *unit)
{
	if (unit_has_header(unit)) return true;
	for (size_t i = 0; i < unit->construct_count; i++) {
		if (unit->constructs[i].kind == NODE_identifier ||
		    unit->constructs[i].kind == NODE_call_expression)
			continue;
		ERROR_AT(unit, first_token(unit->constructs[i].node),
		         "the dialect needs '#include <conc.h>'");
		return false;
	}
	return true;
}

/* Text that cannot be parsed is left to the back end, or is an error if it includes conc.h. */
static enum translation refuse(struct unit *unit, const char *trouble)
{
	const struct analysis *analysis = unit->analysis;
	const struct token *last = &analysis->tokens[analysis->token_count - 1];
	if (!unit_has_header(unit)) return TRANSLATION_UNTOUCHED;
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, last->offset, last->offset + last->length,
	         "%s to be read", trouble);
	return TRANSLATION_FAILED;
}

static void waive_unchecked(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node;
		if (unit->constructs[i].kind == NODE_unchecked_statement)
			diagnostics_waive(unit->diagnostics, node_start(node), node_end(node));
	}
}

static void translate_check(struct unit *unit)
{
	waive_unchecked(unit);
	bool readable = !failed(unit);
	thread_mains(unit);
	kind_check(unit);
	behaviours_check(unit);
	separate_collect(unit);
	find_types(unit);
	separate_classify(unit);
	check_declarations(unit);
	check_copies(unit);
	check_dispositions(unit);
	check_scalable(unit);
	check_operations(unit);
	check_tasks(unit);
	check_sends(unit);
	if (readable) check_separates(unit); /* after errors a misread block reserves nothing */
	check_jumps(unit);
	check_thread_locals(unit);
	check_durations(unit);
	check_automatic(unit);
	if (!failed(unit)) sync_sets(unit);
}

/* `waituntil (channel(int) *reply << c)` moves the type into the block. */
static bool is_moved(const struct construct *construct)
{
	enum node_kind kind = construct->kind;
	return (kind == NODE_channel_type || kind == NODE_future_type || kind == NODE_task_type ||
	        kind == NODE_separate_qualifier) &&
	       !ts_node_is_null(node_ancestor(construct->node, NODE_wait_declared));
}

static void lower(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct pass *pass = pass_for(&unit->constructs[i]);
		if (is_moved(&unit->constructs[i])) continue;
		if (pass) pass->lower(unit, &unit->constructs[i]);
	}
	lower_objects(unit);
	lower_initializers(unit);
	lower_conversions(unit);
	lower_tasks(unit);
	lower_commas(unit);
	lower_sends(unit);
	lower_separates(unit);
	lower_operations(unit);
}

static enum translation translate_run(struct unit *unit, struct text *summaries)
{
	if (unit->construct_count && !check_depth(unit)) return TRANSLATION_FAILED;
	bool broken = ts_node_has_error(unit->syntax.root) || unit->doubtful;
	if (broken && unit_has_header(unit) && check_tokens(unit)) return TRANSLATION_FAILED;
	check_syntax(unit);
	if (!unit->construct_count) {
		/* what plain C that calls the library passes to it */
		bool calls = unit_has_header(unit) && unit_calls_library(unit);
		if (!failed(unit) && !broken && (calls || unit->settings->safe)) {
			find_types(unit);
			check_thread_locals(unit);
			check_durations(unit);
			if (unit->settings->safe) check_safety(unit);
		}
		return failed(unit) ? TRANSLATION_FAILED : TRANSLATION_UNTOUCHED;
	}
	if (!check_header(unit) || unit->misread) return TRANSLATION_FAILED;
	translate_check(unit);
	lower(unit);
	if (!failed(unit)) { /* last: errors of the lowering say more */
		check_guarded(unit);
		check_escapes(unit);
		check_shared(unit, summaries);
		check_cancel(unit);
		if (unit->settings->safe) check_safety(unit);
	}
	if (failed(unit) || misspelt_names(unit)) check_unknown_names(unit);
	return failed(unit) ? TRANSLATION_FAILED : TRANSLATION_LOWERED;
}

static bool is_constant(struct unit *unit, CXCursor cursor)
{
	const struct clang *clang = unit->types->clang;
	CXType type = type_canonical(unit, clang->getCursorType(cursor));
	bool constant = clang->isConstQualifiedType(type);
	while (type_is_array(type)) {
		type = type_canonical(unit, clang->getArrayElementType(type));
		constant |= clang->isConstQualifiedType(type);
	}
	return constant && clang->Cursor_getStorageClass(cursor) == CX_SC_Static;
}

/* gcc's -Wunused-const-variable=1, which is in -Wall, warns of constants in the main file only. gcc
 * knows that file by its name, and the lowered file has another one. So gcc gets =2, and the end of
 * the compiled text uses the constants that headers define:
 *
 *     typedef char conc_used_0[sizeof limit ? 1 : 1] __attribute__((unused)); */
static void use_header_constants(struct unit *unit, struct text *uses)
{
	const struct analysis *analysis = unit->analysis;
	const struct types *types = unit->types;
	struct inclusions inclusions = {0};
	size_t count = 0;
	inclusions_find(&inclusions, analysis->sources[analysis->main_file].name, analysis->text,
	                analysis->length);
	for (size_t i = 0; types && i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->parent >= 0 || entry->kind != CXCursor_VarDecl ||
		    !inclusions_at(&inclusions, entry->start) || !is_constant(unit, entry->cursor))
			continue;
		char *name = cursor_spelling(unit, entry->cursor);
		text_printf(
		        uses,
		        "typedef char conc_used_%zu[sizeof %s ? 1 : 1] __attribute__((unused));\n",
		        count++, name);
		free(name);
	}
	inclusions_fini(&inclusions);
}

/* Parses the text without libconc's declarations, which are blank: it costs nothing to pass them
 * by. */
static const char *parse_unit(struct unit *unit)
{
	const struct analysis *analysis = unit->analysis;
	TSRange *ranges = NULL;
	size_t count = 0, room = 0;
	uint32_t from = 0;
	bool before = false;
	for (size_t i = 0; i <= analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		bool end = i == analysis->token_count;
		bool libconc = !end && token->libconc;
		uint32_t at = end ? (uint32_t)analysis->length : token->offset;
		if (before && !libconc) from = at;
		if ((end || libconc) && !before && from < at)
			*GROW(ranges, count, room) =
			        (TSRange){{0, from}, {0, at}, from, at}; /* as in dialect_probe.c */
		before = libconc;
	}
	const char *trouble = syntax_parse_ranges(&unit->syntax, analysis->blank, analysis->length,
	                                          ranges, count);
	free(ranges);
	return trouble;
}

enum translation translate(const struct analysis *analysis, struct diagnostics *diagnostics,
                           struct edits *edits, const struct settings *settings, const char *guard,
                           struct text *header, struct text *uses, struct text *summaries)
{
	struct unit unit = {.analysis = analysis,
	                    .diagnostics = diagnostics,
	                    .edits = edits,
	                    .settings = settings};
	const char *trouble = parse_unit(&unit);
	if (trouble) {
		enum translation result = refuse(&unit, trouble);
		syntax_free(&unit.syntax);
		return result;
	}
	unit_collect(&unit);
	operations_collect(&unit);
	enum translation result = translate_run(&unit, summaries);
	if (settings->report && result == TRANSLATION_LOWERED) sync_report(&unit, header);
	if (guard && result == TRANSLATION_LOWERED) plain_header(&unit, guard, header);
	if (result == TRANSLATION_FAILED && diagnostics_compiler_count(diagnostics)) {
		edits_free(edits);
		*edits = unit.shadow;
		unit.shadow = (struct edits){0};
	}
	if (uses && result == TRANSLATION_LOWERED) use_header_constants(&unit, uses);
	types_free(&unit);
	operations_free(&unit);
	sends_free(&unit);
	separate_free(&unit);
	unit_free(&unit);
	return result;
}
