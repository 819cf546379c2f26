/* SPDX-License-Identifier: MIT */
/* impl lock for spin { .lock = spin_acquire, .unlock = spin_release };
 * impl select for event { .register_select = enter, .unregister_select = leave };
 *   →
 * CONC_IMPL_LOCK(spin, spin, spin_acquire, spin_release);
 * CONC_IMPL_SELECT(event, event, enter, leave, CONC_SELECT_ALWAYS);
 *
 * The shadow is a structure of function pointers with the wanted signatures, so that libclang types
 * the operations: static struct { void (*lock)(spin *); void (*unlock)(spin *); spin *conc_type; }
 * conc_impl_1 = { .lock = …, .unlock = … }; */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { OPERATIONS_MAX = 3 };

static const struct trait {
	const char *name, *macro;
	const char *also; /* parameters after the pointer to the object */
	struct member {
		const char *name;
		const char *result;
		const char *otherwise; /* used where the operation is left out; null: required */
	} members[OPERATIONS_MAX];
	int count;
} traits[] = {
        {"lock", "CONC_IMPL_LOCK", "", {{"lock", "void", 0}, {"unlock", "void", 0}}, 2},
        {"select",
         "CONC_IMPL_SELECT",
         ", conc_select *",
         {{"register_select", "bool", 0},
          {"unregister_select", "void", 0},
          {"on_selected", "bool", "CONC_SELECT_ALWAYS"}},
         3},
};

static const struct trait *trait_of(const struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "trait");
	for (size_t i = 0; i < sizeof traits / sizeof *traits; i++)
		if (node_text_is(&unit->syntax, name, traits[i].name)) return &traits[i];
	return NULL;
}

void impl_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode type = node_field(construct->node, "type");
	const struct trait *trait = trait_of(unit, construct);
	char *name = node_text(unit, type);
	struct text text = {0};
	for (int i = 0; trait && i < trait->count; i++)
		text_printf(&text, "%s (*%s)(%s *%s); ", trait->members[i].result,
		            trait->members[i].name, name, trait->also);
	edits_drop(&unit->shadow, node_start(construct->node), node_end(type));
	edit_replace(&unit->shadow, node_start(construct->node), node_end(type),
	             "static struct { %s%s *conc_type; } conc_impl_%d =",
	             text.bytes ? text.bytes : "", name, construct->number);
	text_free(&text);
	free(name);
}

/* Finds the impl's type as libclang knows it: through the variable's last member. */
static bool impl_type(struct unit *unit, const struct construct *construct, CXType *out)
{
	TSNode operations = node_field(construct->node, "operations");
	for (size_t i = 0; i < unit->types->count; i++) {
		const struct indexed *entry = &unit->types->list[i];
		if (entry->kind != CXCursor_FieldDecl ||
		    entry->start < node_start(construct->node) ||
		    entry->start >= node_start(operations))
			continue;
		char *name = cursor_spelling(unit, entry->cursor);
		bool found = strcmp(name, "conc_type") == 0;
		free(name);
		if (!found) continue;
		CXType pointer = unit->types->clang->getCursorType(entry->cursor);
		*out = unit->types->clang->getPointeeType(pointer);
		return pointer.kind == CXType_Pointer;
	}
	return false;
}

const struct construct *impl_of(struct unit *unit, const char *trait, const char *spelling)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		CXType type;
		if (construct->kind != NODE_impl_definition ||
		    !node_text_is(&unit->syntax, node_field(construct->node, "trait"), trait) ||
		    !impl_type(unit, construct, &type))
			continue;
		char *own = type_spelling(unit, type);
		bool same = strcmp(own, spelling) == 0;
		free(own);
		if (same) return construct;
	}
	return NULL;
}

const char *impl_name(struct unit *unit, const struct construct *impl)
{
	char *type = node_text(unit, node_field(impl->node, "type"));
	const char *name = unit_name(unit, type_mangle(type), NULL);
	free(type);
	return name;
}

TSNode impl_operation(const struct unit *unit, TSNode operations, const char *name)
{
	uint32_t count = node_named_child_count(operations);
	for (uint32_t i = 0; i < count; i++) {
		TSNode pair = node_named_child(operations, i);
		if (!node_is(pair, NODE_initializer_pair)) continue;
		TSNode designator = node_field(pair, "designator");
		TSNode field = node_named_child(designator, 0);
		if (!ts_node_is_null(field) && node_text_is(&unit->syntax, field, name))
			return node_field(pair, "value");
	}
	return (TSNode){0};
}

/* ".lock and .unlock", ".register_select, .unregister_select and .on_selected"; heap copy. */
static char *member_names(const struct trait *trait)
{
	struct text text = {0};
	for (int i = 0; i < trait->count; i++)
		text_printf(&text, "%s.%s",
		            i == 0                  ? ""
		            : i == trait->count - 1 ? " and "
		                                    : ", ",
		            trait->members[i].name);
	return text.bytes;
}

static bool check_operation_names(struct unit *unit, const struct trait *trait, TSNode operations)
{
	bool good = true;
	uint32_t count = node_named_child_count(operations);
	for (uint32_t i = 0; i < count; i++) {
		TSNode pair = node_named_child(operations, i);
		if (node_type_is(pair, "comment")) continue;
		TSNode field = node_named_child(node_field(pair, "designator"), 0);
		int known = 0;
		while (known < trait->count &&
		       (ts_node_is_null(field) ||
		        !node_text_is(&unit->syntax, field, trait->members[known].name)))
			known++;
		if (known < trait->count) continue;
		char *names = member_names(trait);
		ERROR_AT(unit, pair, "'impl %s' has the operations %s only", trait->name, names);
		free(names);
		good = false;
	}
	return good;
}

static bool points_to(struct unit *unit, CXType argument, const char *wanted)
{
	argument = type_canonical(unit, argument);
	char *given = type_is_pointer(argument)
	                      ? type_spelling(unit, unit->types->clang->getPointeeType(argument))
	                      : NULL;
	bool good = given && (strcmp(given, wanted) == 0 || strcmp(given, "void") == 0);
	free(given);
	return good;
}

static bool check_arguments(struct unit *unit, const struct trait *trait, CXType function,
                            const char *wanted)
{
	const struct clang *clang = unit->types->clang;
	int count = *trait->also ? 2 : 1;
	if (function.kind != CXType_FunctionProto || clang->getNumArgTypes(function) != count)
		return false;
	return points_to(unit, clang->getArgType(function, 0), wanted) &&
	       (count == 1 ||
	        points_to(unit, clang->getArgType(function, 1), "struct conc_select"));
}

/* An operation takes a pointer to the object; those of select also take the clause. */
static bool check_signature(struct unit *unit, const struct trait *trait, TSNode value, CXType type,
                            const struct member *member)
{
	CXType function;
	if (!type_demand(unit, value, &function)) return false;
	function = type_canonical(unit, function);
	if (function.kind == CXType_Pointer)
		function = type_canonical(unit, unit->types->clang->getPointeeType(function));
	char *wanted = type_spelling(unit, type);
	bool good = check_arguments(unit, trait, function, wanted);
	if (good && strcmp(member->result, "void") != 0) { /* for void any result is dropped */
		CXType result = type_canonical(unit, unit->types->clang->getResultType(function));
		good = result.kind >= CXType_Bool && result.kind <= CXType_Int128;
	}
	if (!good) {
		char *is = type_written(unit, function);
		ERROR_AT(unit, value, "operation '%s' must be a function '%s (%s *%s)', not '%s'",
		         member->name, member->result, wanted, trait->also, is);
		free(is);
	}
	free(wanted);
	return good;
}

/* Appends the functions as arguments of the macro. Returns false after an error. */
static bool put_operations(struct unit *unit, const struct trait *trait, TSNode operations,
                           CXType type, struct text *out)
{
	bool good = check_operation_names(unit, trait, operations);
	for (int i = 0; i < trait->count; i++) {
		const struct member *member = &trait->members[i];
		TSNode value = impl_operation(unit, operations, member->name);
		if (ts_node_is_null(value) && member->otherwise)
			text_printf(out, ", %s", member->otherwise);
		else if (ts_node_is_null(value)) {
			ERROR_AT(unit, operations, "'impl %s' needs .%s", trait->name,
			         member->name);
			good = false;
		} else {
			good = good && check_signature(unit, trait, value, type, member);
			text_printf(out, ", %.*s", NODE_ARG(unit, value));
		}
	}
	return good;
}

void impl_lower(struct unit *unit, const struct construct *construct)
{
	TSNode node = construct->node, operations = node_field(node, "operations"),
	       type_node = node_field(node, "type");
	const struct trait *trait = trait_of(unit, construct);
	if (!trait) {
		ERROR_AT(unit, node_field(node, "trait"),
		         "'impl %.*s': only 'impl lock for' and 'impl select for' are known",
		         NODE_ARG(unit, node_field(node, "trait")));
		return;
	}
	/* the text is copied into the macro, not lowered */
	const struct construct *inner = unit_next_inside(unit, construct, construct);
	if (inner) {
		ERROR_AT(unit, inner->node, "an 'impl %s' names a type and %s functions",
		         trait->name, trait->count == 2 ? "two" : "its");
		return;
	}
	CXType type;
	if (!impl_type(unit, construct, &type)) {
		ERROR_AT(unit, type_node, "'%.*s' is not a type that can be %s",
		         NODE_ARG(unit, type_node), trait == traits ? "locked" : "waited for");
		return;
	}
	char *spelling = type_spelling(unit, type);
	const struct construct *first = impl_of(unit, trait->name, spelling);
	free(spelling);
	if (first && first != construct) {
		ERROR_AT(unit, node_field(construct->node, "type"), "'%.*s' has two 'impl %s'",
		         NODE_ARG(unit, node_field(construct->node, "type")), trait->name);
		NOTE_AT(unit, node_field(first->node, "type"), "the first is here");
	}
	struct text arguments = {0};
	char *written = node_text(unit, type_node), *name = type_mangle(written);
	if (put_operations(unit, trait, operations, type, &arguments))
		edit_replace(unit->edits, node_start(node), node_end(operations), "%s(%s, %s%s)",
		             trait->macro, name, written, arguments.bytes);
	text_free(&arguments);
	free(name);
	free(written);
}
