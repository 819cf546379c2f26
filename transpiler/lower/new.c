/* SPDX-License-Identifier: MIT */
/* account *a = new account {5};
 * account *v = new account[n] { {1}, {2} };
 * delete a;
 *   →
 * account *a = CONC_NEW(1, account, {.balance = 5});
 * account *v = CONC_NEW_ARRAY(2, account, n, { {.balance = 1}, {.balance = 2} });
 * CONC_DELETE(a);
 *
 * Threads have CONC_NEW_THREAD… and CONC_DELETE_THREAD, which start and join them. Actors and
 * messages have CONC_NEW_ACTOR… and CONC_NEW_MESSAGE…, which use their descriptors.
 * CONC_DELETE_ENDING ends the channels in an object, by a function made for the type. The shadow of
 * new is a statement expression that declares a pointer to the type and gives the initialiser to a
 * compound literal; the shadow of delete is its operand. */
#include "lower.h"

#include <stdlib.h>

#include "check/check.h"
#include "types/separate.h"
#include "base/text.h"

/* new separate(s): returns the word with its handler, or the null node. */
static TSNode separate_of_new(const struct construct *construct)
{
	TSNode second = node_child(construct->node, 1);
	return node_type_is(second, "new_separate") ? second : (TSNode){0};
}

void new_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode type = node_field(construct->node, "type"),
	       count = node_field(construct->node, "count");
	TSNode initializer = node_field(construct->node, "initializer");
	char *name = edited_text(unit, &unit->shadow, node_start(type), node_end(type));
	TSNode separate = separate_of_new(construct), handler = node_field(separate, "handler");
	put_instead(&unit->shadow, first_token(construct->node), "({ ");
	if (ts_node_is_null(handler)) put_instead(&unit->shadow, separate, "%s", "");
	else {
		put_instead(&unit->shadow, first_token(separate), "(void)");
		put_after(&unit->shadow, separate, "; ");
	}
	if (ts_node_is_null(separate)) put_before(&unit->shadow, type, "__typeof__(");
	put_after(&unit->shadow, type, "%s *conc_new_%d;",
	          ts_node_is_null(separate) ? ")" : " __attribute__((address_space(1)))",
	          construct->number);
	if (!ts_node_is_null(count)) {
		put_before(&unit->shadow, count, "(void)(");
		put_instead(&unit->shadow, node_token(construct->node, "["), "%s", "");
		put_instead(&unit->shadow, node_token(construct->node, "]"), ");");
	}
	if (!ts_node_is_null(initializer)) {
		put_before(&unit->shadow, initializer, " (void)&(%s%s)", name,
		           ts_node_is_null(count) ? "" : "[]");
		put_after(&unit->shadow, initializer, ";");
	}
	put_after(&unit->shadow, construct->node, " conc_new_%d; })", construct->number);
	free(name);
}

static bool check_separate_new(struct unit *unit, const struct construct *construct,
                               TSNode separate, CXType type)
{
	TSNode type_node = node_field(construct->node, "type");
	if (!ts_node_is_null(node_field(construct->node, "count")))
		return ERROR_AT(
		        unit, construct->node,
		        "there are no arrays of separate objects: make each of them with 'new "
		        "separate %.*s {}'",
		        NODE_ARG(unit, type_node));
	TSNode handler = node_field(separate, "handler");
	if (!check_separate_kind(unit, type_node, type_kind(unit, type))) return false;
	if (ts_node_is_null(handler)) return true;
	if (!type_demand(unit, handler, &type)) return false;
	if (type_is_pointer(type_canonical(unit, type))) return true;
	char *written = type_written(unit, type);
	ERROR_AT(unit, handler,
	         "'new separate(…)' wants an object on whose handler the new one will be, not "
	         "'%s'",
	         written);
	free(written);
	return false;
}

/* worker w = new worker {3}; */
static bool check_target(struct unit *unit, TSNode node)
{
	const struct clang *clang = unit->types->clang;
	TSNode parent = node_parent(node), target = node_field(parent, "left");
	CXType type;
	if (node_is(parent, NODE_init_declarator)) {
		target = declarator_name(node_field(parent, "declarator"));
		CXCursor variable = types_declaration(unit, target);
		if (clang->Cursor_isNull(variable)) return true;
		type = clang->getCursorType(variable);
	} else if (!node_is(parent, NODE_assignment_expression) || !type_of(unit, target, &type))
		return true;
	if (type_canonical(unit, type).kind != CXType_Record) return true;
	return ERROR_AT(unit, node, "'new' yields a pointer, but '%.*s' is not one",
	                NODE_ARG(unit, target));
}

static bool check_new(struct unit *unit, const struct construct *construct, CXType *type)
{
	TSNode type_node = node_field(construct->node, "type");
	if (ts_node_is_null(enclosing_function(construct->node)))
		return ERROR_AT(unit, construct->node, "'new' stands outside any function");
	TSNode parent = node_parent(construct->node);
	if (node_is(parent, NODE_call_expression) &&
	    ts_node_eq(node_field(parent, "function"), construct->node))
		return ERROR_AT(unit, parent,
		                "the values of 'new' stand in braces: 'new %.*s { … }'",
		                NODE_ARG(unit, type_node));
	CXType pointer; /* of the shadow's conc_new_N */
	bool known = type_of(unit, construct->node, &pointer);
	pointer = known ? type_canonical(unit, pointer) : pointer;
	if (known) *type = unit->types->clang->getPointeeType(pointer);
	if (!known || !type_is_pointer(pointer) || type->kind == CXType_Invalid) {
		if (!types_report_error(unit, node_start(construct->node),
		                        node_end(construct->node)))
			ERROR_AT(unit, type_node, "the type to make cannot be found");
		return false;
	}
	CXType canonical = type_canonical(unit, *type);
	TSNode separate = separate_of_new(construct);
	if (!ts_node_is_null(separate) && !check_separate_new(unit, construct, separate, *type))
		return false;
	if (canonical.kind == CXType_IncompleteArray)
		return ERROR_AT(unit, construct->node,
		                "'new' of an array needs its number of elements");
	if (canonical.kind != CXType_Void && canonical.kind != CXType_FunctionProto &&
	    unit->types->clang->Type_getSizeOf(*type) != CXTypeLayoutError_Incomplete)
		return check_target(unit, construct->node);
	return ERROR_AT(unit, type_node, "new of incomplete type '%.*s'",
	                NODE_ARG(unit, type_node));
}

/* Returns the text after "CONC_NEW" and "CONC_DELETE" in a macro's name. */
static const char *family_of(const struct kind *kind)
{
	static const char *const families[] = {"_THREAD", "", "_ACTOR", "_MESSAGE"};
	return kind ? families[kind->word] : "";
}

/* Does the macro form the descriptor's name from the type's? Then it needs the type's own name. */
static bool is_described(const struct kind *kind)
{
	return kind && (kind->word == KIND_ACTOR || kind->word == KIND_MESSAGE);
}

/* new separate T  →  CONC_NEW_SEPARATE(1, T;   new separate(s) T  →  CONC_NEW_SEPARATE_WITH(1, s, T
 */
static void lower_separate_new(struct unit *unit, const struct construct *construct,
                               TSNode separate)
{
	TSNode handler = node_field(separate, "handler");
	put_instead(unit->edits, first_token(construct->node), "CONC_NEW_SEPARATE%s(%d,",
	            ts_node_is_null(handler) ? "" : "_WITH", construct->number);
	if (ts_node_is_null(handler)) {
		put_instead(unit->edits, separate, "%s", "");
		return;
	}
	put_over(unit->edits, first_token(separate), node_token(separate, "("), "%s", "");
	protect_comma(unit, handler);
	put_instead(unit->edits, node_token(separate, ")"), ",");
}

void new_lower(struct unit *unit, const struct construct *construct)
{
	CXType type;
	if (!check_new(unit, construct, &type)) return;
	TSNode node = construct->node, type_node = node_field(node, "type"),
	       count = node_field(node, "count");
	TSNode initializer = node_field(node, "initializer");
	const struct kind *kind = type_kind(unit, type);
	bool array = !ts_node_is_null(count);
	bool empty = ts_node_is_null(initializer) || !node_named_child_count(initializer);
	/* clang pastes a name only in its primary spelling */
	const struct token *token = analysis_token_at(unit->analysis, node_start(type_node));
	if (is_described(kind) && !(node_text_is(&unit->syntax, type_node, kind->name) &&
	                            !(token->in_place && token->source_length != token->length)))
		put_instead(unit->edits, type_node, "%s", kind->name);
	if (array && empty) {
		TSNode close = node_token(node, "]");
		put_instead(unit->edits, first_token(node), "CONC_NEW%s_ZERO_ARRAY(",
		            family_of(kind));
		put_instead(unit->edits, node_token(node, "["), ", ");
		if (ts_node_is_null(initializer)) put_instead(unit->edits, close, ")");
		else put_over(unit->edits, close, last_token(initializer), ")");
		return;
	}
	TSNode separate = separate_of_new(construct);
	if (ts_node_is_null(separate))
		put_instead(unit->edits, first_token(node), "CONC_NEW%s%s(%d,", family_of(kind),
		            array ? "_ARRAY" : "", construct->number);
	else lower_separate_new(unit, construct, separate);
	if (array) {
		put_instead(unit->edits, node_token(node, "["), ", ");
		put_instead(unit->edits, node_token(node, "]"), "%s", "");
	}
	TSNode last = array ? node_token(node, "]") : type_node;
	if (ts_node_is_null(initializer)) put_after(unit->edits, last, ", {0})");
	else {
		put_after(unit->edits, last, ",");
		if (empty) put_after(unit->edits, first_token(initializer), "0");
		put_after(unit->edits, initializer, ")");
	}
}

void delete_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode operand = deleted_operand(construct);
	put_instead(&unit->shadow, first_token(construct->node), "(void)(");
	put_after(&unit->shadow, operand, ")");
}

struct ending {
	struct unit *unit;
	TSNode item;
	struct text text;
};

/* Puts the end of a channel first: members end from the last to the first. */
static void add_end(void *data, const char *path, CXType type)
{
	struct ending *ending = data;
	CXType element;
	if (!type_is_channel(ending->unit, type, &element)) return;
	const char *name = channel_type_name(ending->unit, element, ending->item);
	char *all = text_format(", %s_end(%s%s)%s", name, *path ? "&conc_object->" : "conc_object",
	                        path, ending->text.length ? ending->text.bytes : "");
	text_free(&ending->text);
	text_puts(&ending->text, all);
	free(all);
}

char *ending_calls(struct unit *unit, CXType type, TSNode item)
{
	if (!(type_holds(unit, type) & HOLDS_CHANNEL)) return NULL;
	struct ending ending = {.unit = unit, .item = item};
	if (!each_ended_member(unit, type, add_end, &ending))
		ERROR_AT(unit, node_is_kind(item) ? node_field(item, "name") : item,
		         "nothing can end what holds an array of many channels");
	return ending.text.bytes;
}

/* Returns the name of the function that ends the channels in an object before it is freed. Emits it
 * (CONC_END_TYPE) once in a unit. Returns null if there are no channels. */
static const char *ending_of(struct unit *unit, CXType type, TSNode item)
{
	if (!(type_holds(unit, type) & HOLDS_CHANNEL)) return NULL;
	if (!check_outside(unit, type, item, "delete")) return "";
	char *calls = ending_calls(unit, type, item);
	if (!calls) return NULL;
	bool first;
	const char *name = generated_type_name(unit, "end", type, item, &first);
	if (first) {
		char *written = lowered_type(unit, type_canonical(unit, type), item);
		put_before_item(unit, item, "CONC_END_TYPE(%s, %s%s);", written, name, calls);
		free(written);
	}
	free(calls);
	return name;
}

void delete_lower(struct unit *unit, const struct construct *construct)
{
	TSNode operand = deleted_operand(construct);
	CXType type;
	TSNode operands[2];
	if (node_fields(construct->node, "declarator", operands, 2) > 1) {
		ERROR_AT(unit, construct->node, "delete takes one operand");
		return;
	}
	if (!type_demand(unit, operand, &type)) return;
	CXType canonical = type_canonical(unit, type);
	if (!type_is_pointer(canonical) || type_holds(unit, canonical)) {
		char *written = type_written(unit, type);
		ERROR_AT(unit, operand, "delete wants a pointer that 'new' made, not '%s'",
		         written);
		free(written);
		return;
	}
	CXType pointee = unit->types->clang->getPointeeType(canonical);
	const struct kind *kind = type_kind(unit, pointee);
	if (is_described(kind) && node_start(kind->node) > node_start(construct->node)) {
		ERROR_AT(unit, operand, "'%s' is not defined before this delete", kind->name);
		NOTE_KIND(unit, kind, "it is defined here");
		return;
	}
	const char *ending = is_described(kind) ? NULL : ending_of(unit, pointee, construct->node);
	const char *family = type_is_separate(unit, type) ? "_SEPARATE" : family_of(kind);
	if (is_described(kind))
		put_instead(unit->edits, first_token(construct->node), "CONC_DELETE%s(%s,",
		            family_of(kind), kind->name);
	else if (ending)
		put_instead(unit->edits, first_token(construct->node), "CONC_DELETE%s_ENDING(%s,",
		            type_is_separate(unit, type) ? "_SEPARATE" : "", ending);
	else put_instead(unit->edits, first_token(construct->node), "CONC_DELETE%s(", family);
	put_after(unit->edits, operand, ")");
}
