/* SPDX-License-Identifier: MIT */
/* { teller t[2] = { … }; account a; task(int) u = spawn f(); … }
 *   →
 * { teller t[2] = { … }; CONC_THREADS(4, teller, t);
 *   account a = {0};
 *   conc_task_int u CONC_SCOPED(conc_task_int) = …; … }
 *
 * An automatic object is handled by its type, wherever that comes from (a typedef, typeof), so this
 * pass starts from libclang's declarations. Threads start after the whole declaration; the cleanup
 * of their guard joins them. The guard of actors ends them. An object without initialiser is made
 * all-zero: locks are unlocked, and the fields of a thread, which runs at once, have a value. */
#include "lower.h"

#include "base/text.h"

struct object {
	TSNode name, declaration, declarator; /* declarator: all of it, with any initialiser */
	CXType type;
	unsigned holds;
	bool initialized, variable_length;
};

static TSNode name_node(struct unit *unit, CXCursor cursor)
{
	const struct types *types = unit->types;
	uint32_t at = (uint32_t)types_offset(types, types->clang->getCursorLocation(cursor));
	return ts_node_named_descendant_for_byte_range(unit->syntax.root, at, at + 1);
}

static bool find_object(struct unit *unit, const struct indexed *entry, struct object *out)
{
	const struct clang *clang = unit->types->clang;
	if (entry->kind != CXCursor_VarDecl || entry->parent < 0) return false;
	enum CX_StorageClass storage = clang->Cursor_getStorageClass(entry->cursor);
	if (storage == CX_SC_Static || storage == CX_SC_Extern || storage == CX_SC_PrivateExtern)
		return false;
	*out = (struct object){.type = clang->getCursorType(entry->cursor)};
	out->holds = type_holds(unit, out->type);
	if (!out->holds) return false;
	out->name = name_node(unit, entry->cursor);
	if (!node_is(out->name, NODE_identifier)) return false;
	out->declaration = node_parent(out->name);
	while (!ts_node_is_null(out->declaration) && !node_is(out->declaration, NODE_declaration) &&
	       !node_is(out->declaration, NODE_parameter_declaration))
		out->declaration = node_parent(out->declaration);
	if (!node_is(out->declaration, NODE_declaration)) return false;
	TSNode around = out->name; /* up to the direct child of the declaration */
	do {
		out->declarator = around;
		around = node_parent(around);
	} while (!ts_node_is_null(around) && !ts_node_eq(around, out->declaration));
	out->initialized = node_is(out->declarator, NODE_init_declarator);
	CXType array = type_canonical(unit, out->type);
	while (array.kind == CXType_ConstantArray)
		array = type_canonical(unit, clang->getArrayElementType(array));
	out->variable_length = array.kind == CXType_VariableArray;
	return true;
}

/* In a scope, a guard cancels the object before it is joined if the block is left early. */
static void guard_in_scope(struct unit *unit, const struct object *object, const char *what,
                           const char *type)
{
	int scope = scope_number(unit, object->name);
	if (scope)
		put_after(unit->edits, object->declaration, " CONC_SCOPE_%s(%d, %d, %s, %.*s);",
		          what, ++unit->number, scope, type, NODE_ARG(unit, object->name));
}

static void guard_kinds(struct unit *unit, const struct object *object, bool threads)
{
	const struct kind *kind = type_kind(unit, type_element(unit, object->type));
	if (!kind) return;
	put_after(unit->edits, object->declaration, " CONC_%s(%d, %s, %.*s);",
	          threads ? "THREADS" : "ACTORS", ++unit->number, kind->name,
	          NODE_ARG(unit, object->name));
	if (threads) guard_in_scope(unit, object, "THREADS", kind->name);
}

/* Returns the declarator before any '='. */
static TSNode bare_declarator(const struct object *object)
{
	return object->initialized ? node_field(object->declarator, "declarator")
	                           : object->declarator;
}

static void scope_tasks(struct unit *unit, const struct object *object)
{
	CXType result, element = type_element(unit, object->type);
	if (!type_is_task(unit, element, &result)) return;
	const char *name = task_type_name(unit, result, object->name);
	bool array = type_canonical(unit, object->type).kind != CXType_Pointer;
	if (array)
		put_after(unit->edits, object->declaration, " CONC_TASKS(%d, %s, %.*s);",
		          ++unit->number, name, NODE_ARG(unit, object->name));
	else put_after(unit->edits, bare_declarator(object), " CONC_SCOPED(%s)", name);
	guard_in_scope(unit, object, "TASKS", name);
}

/* A future needs no end; its cleanup reports threads that would wait for ever. */
static void scope_channels(struct unit *unit, const struct object *object)
{
	CXType inner, element = type_element(unit, object->type);
	bool channel = type_is_channel(unit, element, &inner);
	if (!channel && !type_is_future(unit, element, &inner)) return;
	const char *name = channel ? channel_type_name(unit, inner, object->name)
	                           : future_type_name(unit, inner, object->name);
	if (type_canonical(unit, object->type).kind == CXType_Pointer)
		put_after(unit->edits, bare_declarator(object), " CONC_SCOPED(%s)", name);
	else if (channel)
		put_after(unit->edits, object->declaration, " CONC_CHANNELS(%d, %s, %.*s);",
		          ++unit->number, name, NODE_ARG(unit, object->name));
}

/* ---- members ---- */

/* Each task or channel that is a member, at any depth ("inner.t"), has one guard. */
struct guards {
	struct unit *unit;
	const struct object *object;
	const char *element; /* the structure as an expression; in an array, the first one */
};

static void put_guard(void *data, const char *path, CXType type)
{
	const struct guards *guards = data;
	struct unit *unit = guards->unit;
	CXType inner;
	bool task = type_is_task(unit, type, &inner);
	put_after(unit->edits, guards->object->declaration, " CONC_%s_MEMBERS(%d, %.*s, %s, %s);",
	          task ? "TASK" : "CHANNEL", ++unit->number, NODE_ARG(unit, guards->object->name),
	          guards->element, path);
}

static void scope_members(struct unit *unit, const struct object *object)
{
	struct text element = {0};
	text_printf(&element, "%.*s", NODE_ARG(unit, object->name));
	CXType type = type_canonical(unit, object->type);
	while (type.kind != CXType_Record) {
		text_puts(&element, "[0]");
		type = type_canonical(unit, unit->types->clang->getArrayElementType(type));
	}
	struct guards guards = {unit, object, element.bytes};
	if (!each_ended_member(unit, type, put_guard, &guards)) {
		bool tasks = object->holds & HOLDS_TASK;
		ERROR_AT(unit, object->name,
		         "automatic '%.*s' holds an array of %s as a member, which nothing would "
		         "%s",
		         NODE_ARG(unit, object->name), tasks ? "tasks" : "many channels",
		         tasks ? "join" : "end");
		if (tasks)
			NOTE_AT(unit, object->name,
			        "declare it 'static' or allocate it, and join each task yourself");
	}
	text_free(&element);
}

/* A task parameter of a definition belongs to the function, which joins it at its end. */
static void scope_parameter(struct unit *unit, const struct indexed *entry)
{
	CXType result;
	const struct types *types = unit->types;
	if (!type_is_task(unit, types->clang->getCursorType(entry->cursor), &result)) return;
	TSNode name = name_node(unit, entry->cursor), function = enclosing_function(name);
	if (!node_is(name, NODE_identifier) || ts_node_is_null(function)) return;
	TSNode body = node_field(function, "body");
	if (node_start(name) > node_start(body)) return;
	put_after(unit->edits, first_token(body), " CONC_TASKS(%d, %s, %.*s);", ++unit->number,
	          task_type_name(unit, result, name), NODE_ARG(unit, name));
}

/* The head of a 'for' has no place for code after a declaration. */
static bool check_for_head(struct unit *unit, const struct object *object)
{
	if (!node_is(node_parent(object->declaration), NODE_for_statement)) return true;
	CXType element = type_canonical(unit, type_element(unit, object->type));
	bool structure = element.kind == CXType_Record,
	     array = type_canonical(unit, object->type).kind != CXType_Pointer;
	const char *what = NULL;
	if (object->holds & HOLDS_THREAD) what = "a thread";
	else if (object->holds & HOLDS_ACTOR) what = "an actor";
	else if (object->holds & HOLDS_TASK && (structure || array))
		what = structure ? "a structure with a task" : "an array of tasks";
	else if (object->holds & HOLDS_TASK && scope_number(unit, object->name))
		what = "a task of a scope";
	else if (object->holds & HOLDS_CHANNEL && (structure || array))
		what = structure ? "a structure with a channel" : "an array of channels";
	else if (object->variable_length && !object->initialized) what = "an array of this size";
	if (what)
		ERROR_AT(unit, object->name,
		         "%s cannot be declared in the head of a 'for': declare it in a block",
		         what);
	return !what;
}

/* Guards end in reverse order: threads, whose fields may be channels, end before the channels. */
static void lower_object(struct unit *unit, const struct object *object)
{
	if (!check_for_head(unit, object)) return;
	CXType element = type_canonical(unit, type_element(unit, object->type));
	if (!object->initialized && object->variable_length)
		put_after(unit->edits, object->declaration, " CONC_ZERO(%.*s);",
		          NODE_ARG(unit, object->name));
	else if (!object->initialized)
		edit_after(unit->edits, node_end(object->declarator), 1000000000, " = {0}");
	if (element.kind == CXType_Record) {
		if (object->holds & (HOLDS_TASK | HOLDS_CHANNEL)) scope_members(unit, object);
	} else {
		scope_tasks(unit, object);
		scope_channels(unit, object);
	}
	if (object->holds & HOLDS_THREAD) guard_kinds(unit, object, true);
	if (object->holds & HOLDS_ACTOR) guard_kinds(unit, object, false);
}

void lower_objects(struct unit *unit)
{
	for (size_t i = 0; i < unit->types->count; i++) {
		struct object object;
		if (unit->types->list[i].kind == CXCursor_ParmDecl)
			scope_parameter(unit, &unit->types->list[i]);
		if (find_object(unit, &unit->types->list[i], &object)) lower_object(unit, &object);
	}
}
