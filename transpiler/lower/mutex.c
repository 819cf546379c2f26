/* SPDX-License-Identifier: MIT */
/* mutex (a, lock) { … }
 * void deposit(account * mutex a, long n) { a->balance += n; }
 * long balance(const account * mutex(read) a) { return a->balance; }
 * void add(account * held a, long n) { a->balance += n; }
 *   →
 * { CONC_HOLD_MIXED(1, CONC_AS(conc_owner_lock, CONC_MONITOR(a)), CONC_AS(conc_mutex, &lock));
 *   { … } }
 * void deposit(account * a, long n)
 * { CONC_HOLD(2, conc_owner_lock, CONC_MONITOR(a)); a->balance += n; }
 * long balance(const account * a)
 * { CONC_HOLD(3, conc_owner_reader, CONC_MONITOR(a)); return a->balance; }
 * void add(account * a, long n) { CONC_HELD(CONC_MONITOR(a)); a->balance += n; }
 *
 * CONC_HOLD declares a guard with a cleanup: every way out of the block releases the locks, after a
 * return value was computed. Operands stay in place as arguments of the macro, so that macros and
 * layout in them survive. The shadow types the operands with sizeof and keeps the body. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "conc/abi_locks.h"
#include "types/variable.h"

enum { OPERANDS_MAX = 32, UNROLLED_MAX = 6 };

/* An object to lock: an operand of the statement or a parameter. */
struct operand {
	TSNode node;           /* the expression, or the parameter's name */
	const char *lock;      /* lock name */
	bool monitor, pointer; /* is it a monitor; is it a pointer to the lockable object */
	bool parameter, reads; /* a parameter; held for reading */
	bool held;             /* the caller has locked it */
};

/* ---- shadow ---- */

void mutex_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode node = construct->node;
	put_over(&unit->shadow, first_token(node), node_token(node, "("), "{ (void)sizeof(");
	uint32_t count = node_child_count(node);
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = node_child(node, i);
		if (node_type_is(child, ",")) put_instead(&unit->shadow, child, "); (void)sizeof(");
	}
	put_after(&unit->shadow, node_token(node, ")"), ";");
	put_after(&unit->shadow, node, " }");
}

void mutex_parameter_shadow(struct unit *unit, const struct construct *construct)
{
	put_instead(&unit->shadow, construct->node, "%s", "");
}

/* ---- what is lockable ---- */

static const char *libconc_lock(const char *spelling)
{
#define NAME(name, ...) #name,
	static const char *const names[] = {CONC_ABI_LOCKS_OF_LIBCONC(NAME)};
#undef NAME
	if (strncmp(spelling, "struct ", 7) == 0) spelling += 7;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(spelling, names[i]) == 0) return names[i];
	if (strcmp(spelling, "_IO_FILE") == 0 || strcmp(spelling, "FILE") == 0) return "FILE";
	return strcmp(spelling, "pthread_mutex_t") == 0 ? "pthread_mutex_t" : NULL;
}

/* Returns the name under which the lock is held for reading, or null. */
static const char *reader_of(const char *lock)
{
	static const struct {
		const char *name, *object;
		int shared;
	} locks[] = {
#define LOCK(name, object, lock, unlock, shared) {#name, #object, shared},
	        CONC_ABI_LOCKS_OF_LIBCONC(LOCK)
#undef LOCK
	};
	for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
		if (locks[i].shared && strcmp(lock, locks[i].object) == 0) return locks[i].name;
	return NULL;
}

const char *lock_name(struct unit *unit, CXType type, bool *monitor)
{
	const struct kind *kind = type_kind(unit, type);
	*monitor = kind && kind->word == KIND_MONITOR;
	if (*monitor) return "conc_owner_lock";
	char *spelling = type_spelling(unit, type);
	const char *name = libconc_lock(spelling);
	const struct construct *impl = name ? NULL : impl_of(unit, "lock", spelling);
	if (impl) name = impl_name(unit, impl);
	free(spelling);
	return name;
}

bool report_type(struct unit *unit, TSNode node, CXType type, const char *problem)
{
	char *written = type_written(unit, type);
	ERROR_AT(unit, node, "'%.*s' of type '%s' %s", NODE_ARG(unit, node), written, problem);
	free(written);
	return false;
}

static void note_how_to_lock(struct unit *unit, TSNode at, CXType type)
{
	const struct kind *kind = type_kind(unit, type);
	char *spelling = type_written(unit, type);
	if (kind)
		NOTE_KIND(unit, kind, "%s %s is not lockable; keep what it shares in a monitor",
		          kind_article(kind), kind_word(kind));
	else if (type_canonical(unit, type).kind == CXType_Record)
		NOTE_AT(unit, at,
		        "to make it lockable declare it with 'monitor', or name its operations: "
		        "'impl lock for %s { .lock = …, .unlock = … };'",
		        spelling);
	else
		NOTE_AT(unit, at,
		        "lockable are monitors, the locks of libconc, FILE, pthread_mutex_t, and "
		        "types with an "
		        "'impl lock for'");
	free(spelling);
}

static bool classify(struct unit *unit, struct operand *operand, CXType type)
{
	CXType canonical = type_canonical(unit, type), object = type;
	if (type_is_array(canonical))
		return ERROR_AT(unit, operand->node, "'%.*s' is an array: name the element to lock",
		                NODE_ARG(unit, operand->node));
	operand->pointer = type_is_pointer(canonical);
	if (operand->pointer) object = unit->types->clang->getPointeeType(canonical);
	if (is_null_constant(unit, operand->node))
		return ERROR_AT(unit, operand->node, "a null pointer cannot be locked");
	operand->lock = lock_name(unit, object, &operand->monitor);
	if (!operand->lock) {
		report_type(unit, operand->node, type, "is not lockable");
		note_how_to_lock(unit, operand->node, object);
		return false;
	}
	if (operand->reads) {
		const char *reader = reader_of(operand->lock);
		if (!reader) {
			report_type(unit, operand->node, type, "cannot be held for reading");
			NOTE_AT(unit, operand->node,
			        "a monitor, a conc_owner_lock or a conc_rw_lock can");
			return false;
		}
		operand->lock = reader;
	}
	if (operand->held || (operand->reads && operand->monitor) ||
	    !unit->types->clang->isConstQualifiedType(object))
		return true;
	ERROR_AT(unit, operand->node, "'%.*s' is const: locking it would change it",
	         NODE_ARG(unit, operand->node));
	if (operand->parameter && operand->monitor)
		NOTE_AT(unit, operand->node, "a 'mutex(read)' parameter may be a pointer to const");
	return false;
}

/* ---- lowering ---- */

static bool one_lock_name(const struct operand *operands, int count)
{
	for (int i = 1; i < count; i++)
		if (strcmp(operands[i].lock, operands[0].lock) != 0) return false;
	return count <= UNROLLED_MAX;
}

/* Appends the start of the guard, up to its first operand. */
static void hold_head(struct text *out, const struct operand *operands, int count, int number)
{
	if (!one_lock_name(operands, count)) text_printf(out, "CONC_HOLD_MIXED(%d, ", number);
	else if (count == 1) text_printf(out, "CONC_HOLD(%d, %s, ", number, operands[0].lock);
	else text_printf(out, "CONC_HOLD%d(%d, %s, ", count, number, operands[0].lock);
}

/* Appends the text before an operand of the guard. Returns the text after it. */
static const char *operand_frame(struct unit *unit, const struct operand *operand, bool mixed,
                                 struct text *before)
{
	if (mixed) text_printf(before, "CONC_AS(%s, ", operand->lock);
	if (operand->monitor) text_puts(before, "CONC_MONITOR(");
	if (!operand->pointer) text_puts(before, take_address(unit, operand->node));
	int closed = operand->monitor + mixed;
	return &"))"[2 - closed];
}

/* Why conc_wait cannot give the lock up, or null. */
static const char *why_stays(const struct operand *operand)
{
	static const struct {
		const char *lock, *why;
	} locks[] = {
	        {"conc_owner_reader", "it is held for reading"},
	        {"conc_spin_lock", "nobody parks for a spin lock"},
	        {"FILE", "it belongs to a kernel thread"},
	        {"pthread_mutex_t", "it belongs to a kernel thread"},
	};
	for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
		if (strcmp(operand->lock, locks[i].lock) == 0) return locks[i].why;
	return libconc_lock(operand->lock) ? NULL : "an 'impl lock' only locks";
}

/* Notes what the body holds, for a conc_wait in it. number: 0 after an error. */
static void note_held(struct unit *unit, TSNode body, int number, const struct operand *operands,
                      int count)
{
	struct held_locks *held = GROW(unit->held, unit->held_count, unit->held_room);
	*held = (struct held_locks){.body = body, .number = number};
	if (!number) return;
	if (one_lock_name(operands, count)) held->lock = operands[0].lock;
	for (int i = 0; i < count && !held->why; i++)
		if ((held->why = why_stays(&operands[i]))) held->stays = operands[i].node;
}

void mutex_lower(struct unit *unit, const struct construct *construct)
{
	TSNode nodes[OPERANDS_MAX];
	struct operand operands[OPERANDS_MAX];
	int count = node_fields(construct->node, "operand", nodes, OPERANDS_MAX);
	if (count > OPERANDS_MAX) {
		ERROR_AT(unit, construct->node,
		         "a mutex statement locks at most %d objects at once", OPERANDS_MAX);
		return;
	}
	bool good = count > 0;
	for (int i = 0; i < count; i++) {
		CXType type;
		operands[i] = (struct operand){.node = nodes[i]};
		if (!type_demand(unit, nodes[i], &type) || !classify(unit, &operands[i], type))
			good = false;
	}
	note_held(unit, node_field(construct->node, "body"), good ? construct->number : 0, operands,
	          count);
	if (!good) return;
	bool mixed = !one_lock_name(operands, count);
	struct text head = {0};
	hold_head(&head, operands, count, construct->number);
	put_over(unit->edits, first_token(construct->node), node_token(construct->node, "("),
	         "{ %s", head.bytes);
	text_free(&head);
	for (int i = 0; i < count; i++) {
		struct text before = {0};
		const char *after = operand_frame(unit, &operands[i], mixed, &before);
		if (before.length)
			edit_before(unit->edits, node_start(operands[i].node), -1000000, "%s",
			            before.bytes);
		if (*after)
			edit_after(unit->edits, node_end(operands[i].node), 1000000, "%s", after);
		text_free(&before);
	}
	put_after(unit->edits, node_token(construct->node, ")"), ";");
	put_after(unit->edits, construct->node, " }");
}

/* ---- parameters ---- */

/* mutex(read), held(read) */
static bool qualifier_reads(TSNode qualifier)
{
	return !ts_node_is_null(node_field(qualifier, "mode"));
}

/* Returns the definition whose own parameter list holds the qualifier; null for a declaration. */
static TSNode owning_definition(TSNode parameter)
{
	TSNode declarator = node_parent(node_parent(parameter));
	for (TSNode node = declarator; !ts_node_is_null(node); node = node_parent(node)) {
		if (node_is_function(node)) return node;
		if (node_is(node, NODE_parameter_declaration) || node_is(node, NODE_declaration) ||
		    node_is(node, NODE_compound_statement))
			break;
	}
	return (TSNode){0};
}

static const char *qualifier_word(TSNode qualifier)
{
	return node_is(qualifier, NODE_held_qualifier) ? "held" : "mutex";
}

/* Fills operand with the parameter that has the qualifier. Returns false after an error. */
static bool parameter_operand(struct unit *unit, TSNode qualifier, TSNode parameter,
                              struct operand *operand)
{
	TSNode name = declarator_name(node_field(parameter, "declarator"));
	*operand = (struct operand){.node = name,
	                            .parameter = true,
	                            .reads = qualifier_reads(qualifier),
	                            .held = node_is(qualifier, NODE_held_qualifier)};
	if (ts_node_is_null(name))
		return ERROR_AT(unit, qualifier, "a %s parameter of a definition needs a name",
		                qualifier_word(qualifier));
	CXCursor cursor = types_declaration(unit, name);
	if (unit->types->clang->Cursor_isNull(cursor))
		return ERROR_AT(unit, name, "the type of this parameter cannot be found");
	CXType type = unit->types->clang->getCursorType(cursor),
	       canonical = type_canonical(unit, type);
	if (!type_is_pointer(canonical) ||
	    type_is_pointer(type_canonical(unit, unit->types->clang->getPointeeType(canonical)))) {
		char *written = type_written(unit, type);
		ERROR_AT(unit, name,
		         "%s parameter '%.*s' must be a pointer to a lockable object, not '%s'",
		         qualifier_word(qualifier), NODE_ARG(unit, name), written);
		free(written);
		return false;
	}
	return classify(unit, operand, type);
}

/* Returns the mutex or held qualifier of a parameter of this list, or the null node. */
static TSNode qualifier_of(const struct unit *unit, TSNode parameter, TSNode list,
                           enum node_kind kind)
{
	if (ts_node_is_null(parameter)) return parameter;
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind != kind) continue;
		TSNode owner = node_ancestor(construct->node, NODE_parameter_declaration);
		if (!ts_node_is_null(owner) && ts_node_eq(owner, parameter) &&
		    ts_node_eq(node_parent(owner), list))
			return construct->node;
	}
	return (TSNode){0};
}

static void lower_parameters(struct unit *unit, const struct construct *first, TSNode list,
                             TSNode definition)
{
	struct operand operands[OPERANDS_MAX];
	int count = 0;
	bool good = true;
	uint32_t children = node_named_child_count(list);
	for (uint32_t i = 0; i < children; i++) {
		TSNode parameter = node_named_child(list, i);
		TSNode qualifier = qualifier_of(unit, parameter, list, NODE_mutex_qualifier);
		if (ts_node_is_null(qualifier)) continue;
		if (count == OPERANDS_MAX) {
			ERROR_AT(unit, qualifier, "a function has at most %d mutex parameters",
			         OPERANDS_MAX);
			return;
		}
		good = parameter_operand(unit, qualifier, parameter, &operands[count]) && good;
		count++;
	}
	note_held(unit, node_field(definition, "body"), good ? first->number : 0, operands, count);
	if (!good) return;
	struct text guard = {0};
	hold_head(&guard, operands, count, first->number);
	bool mixed = !one_lock_name(operands, count);
	for (int i = 0; i < count; i++) {
		if (i) text_puts(&guard, ", ");
		const char *after = operand_frame(unit, &operands[i], mixed, &guard);
		text_printf(&guard, "%.*s%s", NODE_ARG(unit, operands[i].node), after);
	}
	put_after(unit->edits, first_token(node_field(definition, "body")), " %s);", guard.bytes);
	text_free(&guard);
}

/* ---- promises ---- */

/* Returns the parameter list of the function declared with this name, or the null node. */
static TSNode list_of_function(TSNode name)
{
	TSNode node = node_parent(name);
	while (node_is(node, NODE_parenthesized_declarator) ||
	       node_is(node, NODE_attributed_declarator))
		node = node_parent(node);
	return node_is(node, NODE_function_declarator) ? node_field(node, "parameters")
	                                               : (TSNode){0};
}

/* Returns the parameter of list at the position that `like` has in its own list. */
static TSNode same_parameter(TSNode list, TSNode like)
{
	TSNode own = node_parent(like);
	uint32_t index = 0, count = node_named_child_count(own);
	for (uint32_t i = 0; i < count && !ts_node_eq(node_named_child(own, i), like); i++)
		index += !node_type_is(node_named_child(own, i), "comment");
	count = node_named_child_count(list);
	for (uint32_t i = 0; i < count; i++) {
		TSNode parameter = node_named_child(list, i);
		if (!node_type_is(parameter, "comment") && !index--) return parameter;
	}
	return (TSNode){0};
}

/* Reports a function's definition in the unit without the qualifier of this parameter. Only a
 * definition's own qualifiers lock. */
static void check_definition(struct unit *unit, TSNode qualifier, TSNode promised, TSNode named)
{
	char *function = node_text(unit, named);
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
	     more = ts_tree_cursor_goto_next_sibling(&cursor)) {
		TSNode item = ts_tree_cursor_current_node(&cursor);
		if (!node_is(item, NODE_function_definition)) continue;
		TSNode name = declarator_name(node_field(item, "declarator"));
		TSNode list = list_of_function(name), parameter = same_parameter(list, promised);
		TSNode own = qualifier_of(unit, parameter, list, node_kind(qualifier));
		if (ts_node_is_null(list) || !node_text_is(&unit->syntax, name, function)) continue;
		if (ts_node_is_null(own)) {
			ERROR_AT(unit, ts_node_is_null(parameter) ? name : parameter,
			         "'%s' %s no lock here: a declaration says '%.*s' of this "
			         "parameter, its definition does not",
			         function,
			         node_is(qualifier, NODE_held_qualifier) ? "expects" : "takes",
			         NODE_ARG(unit, qualifier));
			NOTE_AT(unit, qualifier,
			        "it is said here; write it in the definition, or in neither");
		} else if (qualifier_reads(own) != qualifier_reads(qualifier)) {
			ERROR_AT(unit, own,
			         "'%s' says '%.*s' of this parameter here, but '%.*s' in a "
			         "declaration",
			         function, NODE_ARG(unit, own), NODE_ARG(unit, qualifier));
			NOTE_AT(unit, qualifier, "it is said here; write the same in both");
		}
	}
	ts_tree_cursor_delete(&cursor);
	free(function);
}

/* typedef void locked(account * mutex a);  locked deposit; */
static void check_declared(struct unit *unit, TSNode qualifier, TSNode promised, TSNode type)
{
	TSNode declarators[64];
	char *name = node_text(unit, type);
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
	     more = ts_tree_cursor_goto_next_sibling(&cursor)) {
		TSNode item = ts_tree_cursor_current_node(&cursor);
		if (!node_is(item, NODE_declaration) ||
		    !node_text_is(&unit->syntax, node_field(item, "type"), name))
			continue;
		int count = node_fields(item, "declarator", declarators, 64);
		for (int i = 0; i < count && i < 64; i++)
			if (node_is(declarators[i], NODE_identifier))
				check_definition(unit, qualifier, promised, declarators[i]);
	}
	ts_tree_cursor_delete(&cursor);
	free(name);
}

/* Checks the definitions in the unit that belong to a declaration with the qualifier. */
static void check_promise(struct unit *unit, TSNode qualifier, TSNode parameter)
{
	TSNode declarator = node_parent(node_parent(parameter)), name = declarator_name(declarator);
	if (ts_node_is_null(name) || !ts_node_eq(list_of_function(name), node_parent(parameter)))
		return;
	TSNode around = node_parent(declarator);
	while (!ts_node_is_null(around) && !node_is(around, NODE_declaration) &&
	       !node_is(around, NODE_type_definition) &&
	       !node_is(around, NODE_parameter_declaration))
		around = node_parent(around);
	if (node_is(around, NODE_declaration)) check_definition(unit, qualifier, parameter, name);
	else if (node_is(around, NODE_type_definition))
		check_declared(unit, qualifier, parameter, name);
}

/* Removes the qualifier. Returns the parameter that has it, or the null node after an error. */
static TSNode qualified_parameter(struct unit *unit, TSNode qualifier)
{
	const char *word = qualifier_word(qualifier);
	put_instead(unit->edits, qualifier, "%s", "");
	TSNode mode = node_field(qualifier, "mode");
	if (!ts_node_is_null(mode) && !node_text_is(&unit->syntax, mode, "read")) {
		ERROR_AT(unit, mode, "'%.*s' is no mode of a %s parameter: write '%s(read)'",
		         NODE_ARG(unit, mode), word, word);
		FIX_AT(unit, mode, "read");
		return (TSNode){0};
	}
	TSNode parameter = node_ancestor(qualifier, NODE_parameter_declaration);
	if (ts_node_is_null(parameter)) {
		ERROR_AT(unit, qualifier, "'%s' stands only in a parameter, behind its '*'", word);
		return parameter;
	}
	TSNode list = node_parent(parameter),
	       mutex = qualifier_of(unit, parameter, list, NODE_mutex_qualifier),
	       held = qualifier_of(unit, parameter, list, NODE_held_qualifier);
	TSNode first = node_is(qualifier, NODE_held_qualifier) ? held : mutex;
	if (!ts_node_eq(first, qualifier)) {
		ERROR_AT(unit, qualifier, "a parameter has one '%s'", word);
		return (TSNode){0};
	}
	if (node_is(qualifier, NODE_held_qualifier) && !ts_node_is_null(mutex)) {
		ERROR_AT(unit, qualifier,
		         "a parameter is 'mutex', which takes the lock, or 'held', which expects "
		         "it taken");
		return (TSNode){0};
	}
	return parameter;
}

void mutex_parameter_lower(struct unit *unit, const struct construct *construct)
{
	TSNode parameter = qualified_parameter(unit, construct->node);
	if (ts_node_is_null(parameter)) return;
	TSNode definition = owning_definition(parameter), list = node_parent(parameter);
	if (ts_node_is_null(definition)) {
		check_promise(unit, construct->node, parameter);
		return;
	}
	uint32_t children = node_named_child_count(list);
	for (uint32_t i = 0; i < children; i++) {
		TSNode qualifier =
		        qualifier_of(unit, node_named_child(list, i), list, NODE_mutex_qualifier);
		if (ts_node_is_null(qualifier)) continue;
		if (ts_node_eq(qualifier, construct->node))
			lower_parameters(unit, construct, list, definition);
		return;
	}
}

/* The units of a semaphore have no holder. */
static bool has_holder(const struct operand *operand)
{
	return strcmp(operand->lock, "conc_semaphore") != 0;
}

void held_lower(struct unit *unit, const struct construct *construct)
{
	struct operand operand;
	TSNode parameter = qualified_parameter(unit, construct->node);
	if (ts_node_is_null(parameter)) return;
	TSNode definition = owning_definition(parameter);
	if (ts_node_is_null(definition)) check_promise(unit, construct->node, parameter);
	else if (parameter_operand(unit, construct->node, parameter, &operand) &&
	         has_holder(&operand))
		put_after(unit->edits, first_token(node_field(definition, "body")),
		          operand.monitor ? " CONC_HELD(CONC_MONITOR(%.*s));" : " CONC_HELD(%.*s);",
		          NODE_ARG(unit, operand.node));
}
