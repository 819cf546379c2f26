/* SPDX-License-Identifier: MIT */
/* What may order the uses of a function with those of other threads: operations, locks, joins,
 * calls. A function that nobody can see into may synchronise in any way, but for a list of harmless
 * ones. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "held.h"
#include "shared_walk.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

struct sync *walk_add_sync(struct walk *walk, TSNode node, unsigned effects)
{
	struct shared_function *function = walk->function;
	struct sync *sync = GROW(function->syncs, function->sync_count, function->sync_room);
	*sync = (struct sync){.start = node_start(node),
	                      .end = node_end(node),
	                      .effects = effects,
	                      .lock = NO_PLACE,
	                      .callee = -1};
	return sync;
}

/* What the functions of the libraries do. Others may do anything. */
static const struct {
	unsigned effects;
	const char *names;
} known[] = {
        {0,
         "conc_reading conc_yield conc_sleep conc_count conc_now conc_processors conc_locks "
         "conc_where "
         "conc_set_disposition conc_actors_start conc_channel_init conc_barrier_init "
         "conc_semaphore_init conc_flush conc_test_seed conc_local_get conc_stack_size conc_dump "
         "conc_test_assert conc_test_racy conc_supervise conc_watch conc_unwatch conc_set_active "
         "conc_set_passive "
         "conc_type_of "
         "__assert_fail abs labs atoi atol strtol strtoul strtod malloc calloc realloc free "
         "aligned_alloc memcpy memmove memset memcmp memchr strlen strcmp strncmp strcpy "
         "strncpy strcat strchr strrchr strstr strdup snprintf sprintf vsnprintf printf fprintf "
         "vprintf vfprintf puts fputs putchar putc fputc fflush perror sscanf qsort bsearch "
         "rand srand rand_r time clock gettimeofday clock_gettime usleep sleep nanosleep "
         "sched_yield getenv isalpha isdigit isspace isupper islower isalnum ispunct toupper "
         "tolower __ctype_b_loc __errno_location strerror sqrt pow sin cos exp log floor ceil "
         "fabs fmod setvbuf pthread_create thrd_create pthread_self pthread_attr_init"},
        {SYNC_GIVES, "conc_signal conc_broadcast conc_cancel pthread_cond_signal "
                     "pthread_cond_broadcast cnd_signal cnd_broadcast conc_semaphore_post "
                     "sem_post conc_semaphore_unlock"},
        {SYNC_TAKES, "conc_semaphore_wait sem_wait conc_semaphore_lock"},
        {SYNC_TAKES | SYNC_SEES, "conc_semaphore_try_wait sem_trywait conc_semaphore_try_lock"},
        {0, "conc_waiting conc_front"},
        {SYNC_TAKES | SYNC_SEES, "conc_semaphore_wait_for"},
        {SYNC_SEES, "conc_cancelled conc_deadline conc_future_ready conc_future_read"},
        {SYNC_TAKES | SYNC_GIVES,
         "conc_wait conc_wait_for conc_wait_with conc_signal_block pthread_cond_wait "
         "pthread_cond_timedwait "
         "cnd_wait conc_barrier_wait conc_barrier_wait_for pthread_barrier_wait"},
        {SYNC_TAKES | SYNC_SEES | SYNC_DRAINS, "conc_receive conc_try_receive"},
        {SYNC_GIVES | SYNC_FEEDS | SYNC_SEES, "conc_send conc_try_send"},
        {SYNC_GIVES, "conc_close conc_shutdown conc_future_cancel"},
        {0, "conc_set_name conc_get_name conc_cpu_time conc_set_band conc_on_processor_start"},
        {SYNC_SEES, "conc_ticker_wait conc_ticker_wait_for conc_limiter_wait "
                    "conc_limiter_wait_for conc_limiter_try"},
        {0, "conc_ticker_start conc_ticker_missed"},
        {SYNC_GIVES, "conc_unpark"},
        {SYNC_TAKES | SYNC_SEES, "conc_park conc_park_for"},
};

static unsigned effects_of_name(const char *name)
{
	static const char atomics[] = "atomic_ __atomic_ __sync_ __c11_atomic_";
	if (text_listed(name, atomics, false)) return SYNC_SEES | SYNC_GIVES;
	if (text_starts(name, "__builtin_")) return 0;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (text_listed(name, known[i].names, true)) return known[i].effects;
	return SYNC_ALL;
}

/* Is it a variable that holds what this function has started? live.h judges its joins. */
static bool is_own_start(struct walk *walk, TSNode operand)
{
	const struct live *live = &walk->shared->live;
	TSNode name = path_root(operand);
	if (node_takes_address(operand)) name = path_root(node_field(operand, "argument"));
	if (ts_node_is_null(name)) return false;
	CXCursor variable = declaration_at(walk->unit, name);
	if (walk->unit->types->clang->Cursor_isNull(variable)) return false;
	long at = (long)cursor_offset(walk->unit, variable);
	for (size_t i = 0; i < live->count; i++)
		if (live->starts[i].function == walk->index && live->starts[i].holder == at)
			return true;
	return false;
}

static void add_join(struct walk *walk, TSNode node, TSNode operand)
{
	walk_add_sync(walk, node,
	              is_own_start(walk, operand) ? SYNC_FINISHES : SYNC_TAKES | SYNC_ENDS);
}

/* __atomic_add_fetch(&n, …) */
static void look_at_atomic(struct walk *walk, TSNode call, const char *name, TSNode pointer)
{
	if (!text_listed(name, "__atomic_ __sync_", false)) return;
	struct shared_use use = {.tree = call, .at = call, .atomic = true};
	use.writes = !strstr(name, "load");
	use.place = shared_place_pointed(walk->shared, pointer, &use.in_array);
	TSNode variable =
	        path_root(node_takes_address(pointer) ? node_field(pointer, "argument") : pointer);
	if (use.place == NO_PLACE || ts_node_is_null(variable)) return;
	walk_add_use(walk, use);
}

/* A call is logged for the handler, or else it waits for all that the handler has run. */
unsigned walk_effects_of_separate(const struct separate_use *use)
{
	return use->form == SEPARATE_VALUE  ? 0
	       : use->form == SEPARATE_CALL ? SYNC_GIVES
	                                    : SYNC_TAKES | SYNC_SEES | SYNC_GIVES;
}

/* A function that is not in the unit. */
static void add_foreign(struct walk *walk, TSNode call, unsigned effects)
{
	struct sync *sync = walk_add_sync(walk, call, effects);
	TSNode operand = {0};
	node_arguments(call, &operand, 1);
	if (effects != SYNC_ALL ||
	    (!ts_node_is_null(operand) && separate_use_at(walk->unit, operand)))
		return;
	sync->outside = shared_outside(walk->shared, node_field(call, "function"));
	sync->node = call;
	if (sync->outside) walk_mark_locks(walk, call, &sync->held);
}

void walk_call(struct walk *walk, TSNode call)
{
	struct unit *unit = walk->unit;
	TSNode function = node_field(call, "function"), operand = {0};
	if (node_is(walk_outside(walk), NODE_spawn_expression)) return;
	node_arguments(call, &operand, 1);
	if (!node_is(function, NODE_identifier)) {
		walk_add_sync(walk, call, SYNC_ALL);
		return;
	}
	int callee = call_graph_named(unit, &walk->shared->graph, function);
	if (callee >= 0) {
		const struct separate_use *use =
		        ts_node_is_null(operand) ? NULL : separate_use_at(unit, operand);
		struct sync *sync =
		        walk_add_sync(walk, call, use ? walk_effects_of_separate(use) : 0);
		if (use) return;
		sync->callee = callee;
		sync->node = call;
		/* it may have a lock then, nobody knows which one and where */
		walk->function->tries |= lock_half(&walk->shared->live, callee) != LOCK_CALL_NONE;
		walk_mark_locks(walk, call, &sync->held);
		return;
	}
	char *name = node_text(unit, function);
	enum lock_call locks = lock_call(unit, call);
	if (text_listed(name, "join pthread_join thrd_join delete", true)) {
		add_join(walk, call, operand);
	} else if (text_listed(name, "conc_actors_stop conc_actors_wait conc_actors_wait_for",
	                       true)) {
		walk_add_sync(walk, call, SYNC_STOPS);
	} else {
		unsigned effects = effects_of_name(name);
		if (locks != LOCK_CALL_NONE && effects == SYNC_ALL) effects = 0;
		if (locks == LOCK_CALL_LOCKS || locks == LOCK_CALL_UNLOCKS)
			walk_add_sync(walk, call, effects)->lock =
			        shared_lock(walk->shared, operand);
		else if (effects) add_foreign(walk, call, effects);
		walk->function->calls_locks |= locks != LOCK_CALL_NONE;
		walk->function->tries |= locks == LOCK_CALL_TRIES;
		look_at_atomic(walk, call, name, operand);
		if (strcmp(name, "free") == 0) {
			struct shared_use use = {
			        .tree = call, .at = call, .writes = true, .ends = true};
			use.place = shared_place_pointed(walk->shared, operand, &use.in_array);
			if (use.place != NO_PLACE) walk_add_use(walk, use);
		}
	}
	free(name);
}

void walk_binary(struct walk *walk, TSNode node)
{
	const struct operation *operation = operation_at(walk->unit, node);
	if (send_at(walk->unit, node)) {
		walk_add_sync(walk, node, SYNC_GIVES);
		return;
	}
	switch (operation ? operation->kind : OPERATION_NONE) {
	case OPERATION_SEND:
		walk_add_sync(walk, node, SYNC_GIVES | SYNC_FEEDS);
		break;
	case OPERATION_RECEIVE:
		walk_add_sync(walk, node, SYNC_TAKES | SYNC_DRAINS);
		break;
	case OPERATION_FULFIL:
		walk_add_sync(walk, node, SYNC_GIVES);
		break;
	case OPERATION_READ:
		walk_add_sync(walk, node, SYNC_TAKES);
		break;
	case OPERATION_JOIN:
		add_join(walk, node, operation_resource(operation));
		break;
	default:
		break;
	}
}

void walk_delete(struct walk *walk, TSNode node)
{
	struct unit *unit = walk->unit;
	TSNode operand = node_field(node, "operand");
	CXType type = type_at(unit, operand);
	if (!type_is_pointer(type)) return;
	type = unit->types->clang->getPointeeType(type);
	const struct kind *kind = type_kind(unit, type);
	if (separate_use_at(unit, operand) || type_is_separate(unit, type_at(unit, operand)) ||
	    (kind && kind->word != KIND_MESSAGE)) {
		add_join(walk, node, operand);
		return;
	}
	struct shared_use use = {.tree = node, .writes = true, .ends = true};
	use.at = node;
	use.place = shared_place_pointed(walk->shared, operand, &use.in_array);
	if (use.place != NO_PLACE) walk_add_use(walk, use);
}

void walk_mutex(struct walk *walk, TSNode statement)
{
	enum { ENOUGH = 32 };
	TSNode operands[ENOUGH];
	int count = node_fields(statement, "operand", operands, ENOUGH);
	for (int i = 0; i < count && i < ENOUGH; i++) {
		bool reading;
		TSNode lock = lock_operand(walk->unit, operands[i], &reading);
		walk_add_sync(walk, statement, 0)->lock = shared_lock(walk->shared, lock);
	}
}
