/* SPDX-License-Identifier: MIT */
/* Classifies clauses. The syntax tells an operation, a timeout and a wait for the system; the types
 * tell the rest.
 *
 *     lock, monitor, future, task, thread, actor, type with select    CONC_ON_LOCK … CONC_ON_SELECT
 *     c << v   v << c   v << f   v << t   and   ok = …                 CONC_ON_SEND … CONC_ON_READ
 *     int x << c   << c   int i << set                                 … CONC_ON_WAITSET
 *     n << conc_read(fd, buffer, size) …                               CONC_ON_IO
 *     conc_mutex_lock(&m) …   b   conc_barrier_wait(&b)                CONC_ON_TAKEN … BARRIER
 *     t   conc_ticker_wait(&t)   l   conc_limiter_wait(&l)             CONC_ON_TICKER LIMITER
 *     conc_wait(&c, m)   conc_wait_with(&c, m, info)                   CONC_ON_CONDITION …
 *     timeout(d)  readable(fd)  writable(fd)  signalled(s)  exited(p)  CONC_ON_TIMEOUT …
 *     quiet(s)                                                         CONC_ON_QUIET */
#include "waituntil.h"

#include <stdlib.h>
#include <string.h>

#include "conc/abi_locks.h"
#include "types/operation.h"
#include "types/separate.h"

TSNode wait_condition(TSNode clause)
{
	return node_bare(node_field(clause, "condition"));
}

/* ---- messages ---- */

bool wait_type(struct unit *unit, TSNode node, CXType *out)
{
	if (type_of(unit, node, out)) return true;
	if (!diagnostics_error_count(unit->diagnostics)) type_demand(unit, node, out);
	else types_report_error(unit, node_start(node), node_end(node));
	return false;
}

/* Says why a lock that mutex takes cannot be one of several things to wait for. */
static const char *why_not(const char *lock)
{
	if (strcmp(lock, "FILE") == 0 || strcmp(lock, "pthread_mutex_t") == 0)
		return "it belongs to a kernel thread; wait for a conc_mutex, and lock it in the "
		       "block";
	if (strcmp(lock, "conc_spin_lock") == 0)
		return "nobody parks for a spin lock; use a conc_mutex";
	return "an 'impl lock' only locks; give the type an 'impl select for' too";
}

static void not_selectable(struct unit *unit, TSNode node, CXType type, const char *lock)
{
	report_type(unit, node, type, "is nothing that a waituntil can wait for");
	if (lock) NOTE_AT(unit, node, "%s", why_not(lock));
	else if (node_type_is(node, "call_expression") &&
	         node_text_is(&unit->syntax, node_field(node, "function"), "mutex"))
		NOTE_AT(unit, node, "a lock is waited for as it is: 'waituntil (m) { … }'");
	else
		NOTE_AT(unit, node,
		        "it waits for locks of libconc, monitors, barriers, channels, futures, "
		        "tasks, "
		        "threads, actors, "
		        "timeouts, tickers, limiters, descriptors, signals, child processes and "
		        "types with an 'impl "
		        "select "
		        "for'");
}

/* ---- clauses without an operation ---- */

static bool is_selectable_lock(const char *lock)
{
#define NAME(name, ...) #name,
	static const char *const names[] = {CONC_ABI_SELECTABLE_LOCKS(NAME)};
#undef NAME
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(lock, names[i]) == 0) return true;
	return false;
}

/* Returns the type of the object that an operand is, or points to. Channels, futures and tasks are
 * pointers in the shadow. */
static CXType clause_object_of(struct unit *unit, CXType type, bool *pointer)
{
	CXType canonical = type_canonical(unit, type), inner;
	*pointer = type_is_pointer(canonical) && !type_is_channel(unit, canonical, &inner) &&
	           !type_is_future(unit, canonical, &inner) &&
	           !type_is_task(unit, canonical, &inner);
	return *pointer ? unit->types->clang->getPointeeType(canonical) : type;
}

/* libclang does not say that a parameter declared as an array is a pointer. */
static bool is_parameter(const struct unit *unit, TSNode node)
{
	const struct types *types = unit->types;
	int found = types_find(types, node_start(node), node_end(node));
	if (found < 0) return false;
	CXCursor declaration = types->clang->getCursorReferenced(types->list[found].cursor);
	return types->clang->getCursorKind(declaration) == CXCursor_ParmDecl;
}

/* Reports an operand without an address: its address is taken. */
static bool has_address(struct unit *unit, const struct clause *clause)
{
	TSNode node = node_bare(clause->resource);
	if (clause->pointer ||
	    (!node_is(node, NODE_call_expression) && !node_is(node, NODE_spawn_expression)))
		return true;
	return ERROR_AT(unit, clause->resource,
	                "'%.*s' has no address: what a waituntil waits for must outlive the wait",
	                NODE_ARG(unit, clause->resource));
}

static bool classify_lock(struct unit *unit, struct clause *clause, CXType type, CXType object)
{
	const char *lock = lock_name(unit, object, &clause->monitor);
	if (!lock || !is_selectable_lock(lock)) {
		not_selectable(unit, clause->resource, type, lock);
		return false;
	}
	clause->macro = "LOCK";
	clause->name = lock;
	return true;
}

static const char *impl_select_name(struct unit *unit, struct clause *clause, CXType object)
{
	char *spelling = type_spelling(unit, object);
	const struct construct *impl = impl_of(unit, "select", spelling);
	free(spelling);
	if (!impl) return NULL;
	TSNode operations = node_field(impl->node, "operations");
	clause->may_refuse = !ts_node_is_null(impl_operation(unit, operations, "on_selected"));
	return impl_name(unit, impl);
}

static bool is_object(struct unit *unit, CXType object, const char *name)
{
	char *spelling = type_spelling(unit, object);
	bool found = strcmp(spelling, name) == 0;
	free(spelling);
	return found;
}

static bool classify_object(struct unit *unit, struct clause *clause, CXType type, CXType object)
{
	CXType inner;
	const struct kind *kind = type_kind(unit, object);
	clause->name = impl_select_name(unit, clause, object);
	if (clause->name) clause->macro = "SELECT";
	else if (type_is_channel(unit, object, &inner)) {
		/* it may be a send or a receive */
		ERROR_AT(unit, clause->resource,
		         "a clause says what it does with a channel: 'target << %.*s' receives, "
		         "'%.*s << value' sends",
		         NODE_ARG(unit, clause->resource), NODE_ARG(unit, clause->resource));
		return false;
	} else if (type_is_future(unit, object, &inner)) clause->macro = "FUTURE";
	else if (type_is_task(unit, object, &inner)) clause->macro = "TASK";
	else if (kind && kind->word == KIND_THREAD) clause->macro = "THREAD";
	else if (kind && kind->word == KIND_ACTOR) clause->macro = "ACTOR";
	else if (is_object(unit, object, "struct conc_barrier")) clause->macro = "BARRIER";
	else if (is_object(unit, object, "struct conc_ticker")) clause->macro = "TICKER";
	else if (is_object(unit, object, "struct conc_limiter")) clause->macro = "LIMITER";
	else return classify_lock(unit, clause, type, object);
	return true;
}

static bool classify_resource(struct unit *unit, struct clause *clause)
{
	CXType type;
	if (!wait_type(unit, clause->resource, &type)) return false;
	bool array = type_is_array(type_canonical(unit, type));
	bool parameter = array && is_parameter(unit, clause->resource);
	if (array && !parameter)
		return ERROR_AT(unit, clause->resource,
		                "'%.*s' is an array: name the element to wait for",
		                NODE_ARG(unit, clause->resource));
	CXType object = clause_object_of(unit, type, &clause->pointer);
	if (parameter) {
		object = unit->types->clang->getArrayElementType(type_canonical(unit, type));
		clause->pointer = true;
	}
	if (!classify_object(unit, clause, type, object)) return false;
	if (unit->types->clang->isConstQualifiedType(object))
		return ERROR_AT(unit, clause->resource,
		                "'%.*s' is const: waiting for it would change it",
		                NODE_ARG(unit, clause->resource));
	return has_address(unit, clause);
}

/* ---- the system ---- */

static bool demand_integer(struct unit *unit, struct clause *clause, const char *what, CXType *out)
{
	if (!wait_type(unit, clause->resource, out)) return false;
	clause->by_value = true;
	if (is_integer(unit, *out)) return true;
	char *written = type_written(unit, *out);
	ERROR_AT(unit, clause->resource, "'%.*s' of type '%s' is no %s",
	         NODE_ARG(unit, clause->resource), written, what);
	free(written);
	return false;
}

static bool classify_timeout(struct unit *unit, struct clause *clause)
{
	clause->resource = node_field(clause->condition, "duration");
	clause->macro = "TIMEOUT";
	clause->by_value = true;
	return duration_check(unit, clause->resource, "timeout");
}

static const struct system_clause {
	const char *word, *macro, *what;
} system_clauses[] = {
        {"readable", "READABLE", "file descriptor"},
        {"writable", "WRITABLE", "file descriptor"},
        {"signalled", "SIGNALLED", "signal number"},
        {"exited", "EXITED", "process id"},
        {"quiet", "QUIET", "separate object"},
        {"cancelled", "CANCELLED", NULL}, /* this thread was asked to end */
};

static const struct system_clause *system_clause(const struct unit *unit, TSNode condition)
{
	TSNode function = node_field(condition, "function");
	if (!node_is(condition, NODE_call_expression) || !node_is(function, NODE_identifier))
		return NULL;
	const char *text = unit->syntax.text + node_start(function);
	size_t length = node_end(function) - node_start(function);
	if (!word_is_dialect(&unit->shadowing, text, length, node_start(function))) return NULL;
	for (size_t i = 0; i < sizeof system_clauses / sizeof *system_clauses; i++)
		if (word_is(text, length, system_clauses[i].word)) return &system_clauses[i];
	return NULL;
}

bool wait_is_system(const struct unit *unit, TSNode condition)
{
	return system_clause(unit, condition);
}

static bool classify_quiet(struct unit *unit, struct clause *clause)
{
	CXType type;
	if (!wait_type(unit, clause->resource, &type)) return false;
	clause->by_value = true;
	return type_is_separate(unit, type) ||
	       report_type(unit, clause->resource, type, "is no separate object");
}

static bool classify_system(struct unit *unit, struct clause *clause,
                            const struct system_clause *system)
{
	TSNode arguments = node_field(clause->condition, "arguments");
	CXType type;
	uint32_t wanted = system->what ? 1 : 0;
	if (node_named_child_count(arguments) != wanted)
		return ERROR_AT(unit, clause->condition, "'%s' takes %s%s", system->word,
		                wanted ? "one " : "no operand", wanted ? system->what : "");
	clause->macro = system->macro;
	if (!wanted) return true;
	clause->resource = node_named_child(arguments, 0);
	if (strcmp(system->macro, "QUIET") == 0) return classify_quiet(unit, clause);
	return demand_integer(unit, clause, system->what, &type);
}

/* ---- calls ---- */

/* Functions that wait. In a clause they do what they do elsewhere: a lock stays locked. name: of
 * the lock, as in CONC_ON_LOCK. */
static const struct waiting_call {
	const char *function, *object, *macro, *name;
} waiting_calls[] = {
#define LOCK(name, object, lock, unlock, shared) {"conc_" #lock, "struct " #object, "TAKEN", #name},
        CONC_ABI_SELECTABLE_LOCKS(LOCK)
#undef LOCK
                {"conc_semaphore_lock", "struct conc_semaphore", "TAKEN", "conc_semaphore"},
        {"conc_barrier_wait", "struct conc_barrier", "BARRIER", NULL},
        {"conc_ticker_wait", "struct conc_ticker", "TICKER", NULL},
        {"conc_limiter_wait", "struct conc_limiter", "LIMITER", NULL},
        {"conc_wait", "struct conc_condition", "CONDITION", NULL},
        {"conc_wait_with", "struct conc_condition", "CONDITION_WITH", NULL},
};

static const struct waiting_call *waiting_call(const struct unit *unit, TSNode condition)
{
	TSNode function = node_field(condition, "function");
	if (!node_is(condition, NODE_call_expression) || !node_is(function, NODE_identifier))
		return NULL;
	for (size_t i = 0; i < sizeof waiting_calls / sizeof *waiting_calls; i++)
		if (node_text_is(&unit->syntax, function, waiting_calls[i].function))
			return &waiting_calls[i];
	return NULL;
}

/* conc_wait(&c, m), conc_wait_with(&c, m, info); or without m: lower/condition.c adds the locks. */
static void classify_condition(struct clause *clause)
{
	TSNode arguments[3];
	int count = node_arguments(clause->condition, arguments, 3);
	bool with = strcmp(clause->macro, "CONDITION_WITH") == 0;
	clause->all_locks = count < 2 + with;
	if (!clause->all_locks) clause->value = arguments[1];
	else clause->macro = with ? "CONDITION_ALL_WITH" : "CONDITION_ALL";
	if (with) clause->info = arguments[count - 1];
}

static bool classify_call(struct unit *unit, struct clause *clause, const struct waiting_call *call)
{
	CXType type;
	if (!wait_type(unit, clause->condition, &type)) return false;
	clause->resource = node_named_child(node_field(clause->condition, "arguments"), 0);
	if (!wait_type(unit, clause->resource, &type)) return false;
	CXType canonical = type_canonical(unit, type);
	CXType object = type_is_array(canonical)
	                        ? unit->types->clang->getArrayElementType(canonical)
	                        : unit->types->clang->getPointeeType(canonical);
	if (!is_object(unit, object, call->object))
		return report_type(unit, clause->resource, type, "is not what the call waits for");
	clause->macro = call->macro;
	clause->name = call->name;
	clause->pointer = true;
	if (clause_is_condition(clause)) classify_condition(clause);
	return true;
}

bool clause_is_condition(const struct clause *clause)
{
	return strncmp(clause->macro, "CONDITION", 9) == 0;
}

/* ---- I/O: n << conc_read(fd, buffer, size) ---- */

static const char *io_function(const struct unit *unit, TSNode node)
{
	static const char *const names[] = {"conc_read",  "conc_recv", "conc_accept",
	                                    "conc_write", "conc_send", "conc_read_line"};
	TSNode call = node_bare(node_field(node, "right")), function = node_field(call, "function");
	if (!node_is(call, NODE_call_expression) || !node_is(function, NODE_identifier))
		return NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (node_text_is(&unit->syntax, function, names[i]))
			return names[i] + strlen("conc_");
	return NULL;
}

static bool classify_io(struct unit *unit, struct clause *clause, TSNode node)
{
	TSNode call = node_bare(node_field(node, "right"));
	CXType type;
	if (!wait_type(unit, call, &type)) return false;
	clause->macro = "IO";
	clause->name = io_function(unit, node);
	clause->resource = node_field(call, "arguments");
	clause->by_value = true;
	if (target_find(unit, node_field(node, "left"), &clause->target) && clause->target.plain)
		return true;
	return ERROR_AT(unit, node_field(node, "left"),
	                "the result of a call in a clause goes into a variable: 'int n << %.*s'",
	                NODE_ARG(unit, call));
}

/* ---- operations ---- */

enum { SLOT_MAX = 4096 }; /* a larger one would fill a user thread's stack */

/* A structure is received directly into a target of its own type. A scalar, or a volatile
 * structure, goes through a slot; the waiting thread assigns it. */
static void choose_slot(struct unit *unit, struct clause *clause, CXType element)
{
	CXType canonical = type_canonical(unit, element);
	clause->into = !clause->is_send && ts_node_is_null(clause->declared) &&
	               canonical.kind == CXType_Record &&
	               !unit->types->clang->isVolatileQualifiedType(
	                       type_canonical(unit, clause->target.type));
	if (clause->into) return;
	long long size = unit->types->clang->Type_getSizeOf(canonical);
	clause->large = clause->is_send && size > SLOT_MAX;
	clause->slot = true;
}

static bool classify_receive(struct unit *unit, struct clause *clause,
                             const struct operation *operation, CXType element)
{
	bool channel = operation->kind == OPERATION_RECEIVE;
	clause->name = operation->waitset ? "conc_waitset"
	               : channel          ? channel_type_name(unit, element, clause->node)
	                                  : future_type_name(unit, element, clause->node);
	if (!target_find(unit, operation_value(operation), &clause->target)) return false;
	CXType result;
	if (type_is_task(unit, element, &result))
		clause->moved = task_type_name(unit, result, clause->node);
	choose_slot(unit, clause, element);
	clause->macro = operation->waitset ? "WAITSET"
	                : channel          ? (clause->into ? "RECEIVE_INTO" : "RECEIVE")
	                                   : (clause->into ? "READ_INTO" : "READ");
	return true;
}

static bool classify_send(struct unit *unit, struct clause *clause,
                          const struct operation *operation, CXType element)
{
	CXType result;
	clause->value = operation_value(operation);
	if (type_is_task(unit, element, &result)) {
		ERROR_AT(
		        unit, operation->node,
		        "a clause cannot send a task: '%.*s' would have to move and yet stay where "
		        "another clause is chosen; send a pointer to it",
		        NODE_ARG(unit, clause->value));
		return false;
	}
	clause->is_send = true;
	clause->name = channel_type_name(unit, element, clause->node);
	choose_slot(unit, clause, element);
	clause->macro = clause->large ? "SEND_LARGE" : "SEND";
	return true;
}

static bool classify_operation(struct unit *unit, struct clause *clause, TSNode node)
{
	const struct operation *operation = operation_at(unit, node);
	CXType element;
	if (!operation) {
		CXType left, right;
		if (!wait_type(unit, node_field(node, "left"), &left) ||
		    !wait_type(unit, node_field(node, "right"), &right))
			return false;
		char *first = type_written(unit, left), *second = type_written(unit, right);
		ERROR_AT(unit, node,
		         "neither '%s' nor '%s' is a channel: a clause sends with 'c << value', "
		         "receives with 'target << c'",
		         first, second);
		free(first);
		free(second);
		return false;
	}
	if (operation->kind == OPERATION_FULFIL)
		return ERROR_AT(unit, node, "fulfilling a future never waits: do it in a block");
	if (operation->kind == OPERATION_WRONG || !operation_element(unit, operation, &element))
		return false;
	clause->resource = operation_resource(operation);
	clause->pointer = operation->pointer;
	if (!has_address(unit, clause)) return false;
	if (operation->kind == OPERATION_SEND)
		return classify_send(unit, clause, operation, element);
	if (operation->kind == OPERATION_JOIN) {
		clause->macro = "TASK";
		clause->joined = task_type_name(unit, element, clause->node);
		return target_find(unit, operation_value(operation), &clause->target);
	}
	return classify_receive(unit, clause, operation, element);
}

static bool is_shift(TSNode node, const char *operator)
{
	return node_is(node, NODE_binary_expression) &&
	       node_type_is(node_field(node, "operator"), operator);
}

/* Any integer that can be assigned may receive whether the operation took place. */
static bool classify_checked(struct unit *unit, struct clause *clause, TSNode node)
{
	CXType type;
	if (target_find(unit, node, &clause->checked) && is_integer(unit, clause->checked.type))
		return true;
	return wait_type(unit, node, &type) &&
	       report_type(unit, node, type,
	                   "cannot say whether the operation took place: use a bool");
}

/* int x << c: x belongs to the block, which begins with its declaration. */
static bool classify_declaration(struct unit *unit, struct clause *clause)
{
	TSNode operation = node_field(clause->condition, "operation"),
	       name = node_field(operation, "left"),
	       checked = node_field(clause->condition, "checked");
	if (!ts_node_is_null(checked) && !classify_checked(unit, clause, checked)) return false;
	clause->declared = node_field(clause->condition, "type");
	if (io_function(unit, operation)) {
		if (ts_node_is_null(checked)) return classify_io(unit, clause, operation);
		return ERROR_AT(unit, checked,
		                "whether a call has failed is said by its result and errno");
	}
	if (!classify_operation(unit, clause, operation)) return false;
	if (clause->is_send)
		return ERROR_AT(unit, operation,
		                "'%.*s' is declared here, and nothing is sent to it",
		                NODE_ARG(unit, name));
	if (clause->moved)
		return ERROR_AT(
		        unit, operation,
		        "a clause cannot declare a task: declare '%.*s' before the statement",
		        NODE_ARG(unit, name));
	return true;
}

/* << c: what is received goes nowhere. */
static bool classify_drop(struct unit *unit, struct clause *clause)
{
	TSNode checked = node_field(clause->condition, "checked");
	CXType type, element;
	clause->resource = node_field(clause->condition, "channel");
	if (!ts_node_is_null(checked) && !classify_checked(unit, clause, checked)) return false;
	if (!wait_type(unit, clause->resource, &type)) return false;
	CXType object = clause_object_of(unit, type, &clause->pointer);
	if (!type_is_channel(unit, object, &element))
		return report_type(unit, clause->resource, type,
		                   "is no channel: '<< c' receives from one and drops the element");
	clause->name = channel_type_name(unit, element, clause->node);
	clause->macro = "RECEIVE";
	clause->slot = true;
	return has_address(unit, clause);
}

static bool classify_separate(struct unit *unit, struct clause *clause, TSNode statement)
{
	clause->macro = "REQUIRE";
	clause->separate = separate_statement_at(unit, statement);
	if (!ts_node_is_null(clause->separate->require)) return true;
	return ERROR_AT(
	        unit, first_token(statement),
	        "a clause waits for a condition: 'separate (s) require (count(s) > 0) { … }'");
}

bool clause_is_io(const struct clause *clause)
{
	return strcmp(clause->macro, "IO") == 0;
}

bool clause_classify(struct unit *unit, struct clause *clause)
{
	TSNode condition = clause->condition;
	if (node_is(condition, NODE_separate_statement))
		return classify_separate(unit, clause, condition);
	if (node_is(condition, NODE_wait_declaration)) return classify_declaration(unit, clause);
	if (node_is(condition, NODE_wait_drop)) return classify_drop(unit, clause);
	const struct system_clause *system = system_clause(unit, condition);
	const struct waiting_call *call = waiting_call(unit, condition);
	if (node_is(condition, NODE_timeout_clause)) return classify_timeout(unit, clause);
	if (system) return classify_system(unit, clause, system);
	if (call) return classify_call(unit, clause, call);
	if (is_shift(condition, "<<") && io_function(unit, condition))
		return classify_io(unit, clause, condition);
	if (is_shift(condition, "<<")) return classify_operation(unit, clause, condition);
	if (node_is(condition, NODE_assignment_expression)) {
		TSNode right = node_bare(node_field(condition, "right"));
		if (is_shift(right, "<<") && !ts_node_is_null(node_token(condition, "="))) {
			if (!classify_checked(unit, clause, node_field(clause->condition, "left")))
				return false;
			return classify_operation(unit, clause, right);
		}
	}
	if (operation_at(unit, condition)) return false; /* c >> v: check/operation.c reports it */
	clause->resource = condition;
	return classify_resource(unit, clause);
}
