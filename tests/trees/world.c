// SPDX-License-Identifier: MIT
// Runs each generated statement with random guards and a random order of events beside the model, and looks afterwards
// whether what did not run had an effect.      world SEED RUNS
//
// The statement runs in a thread of its own. One thing is made ready at a time, and the next only when the statement has
// done what the model says it must: so what may happen is known whatever the schedule. Several things are ready only
// before the statement begins: there the order of the text decides, or in the fair form nobody.
#define _GNU_SOURCE
#include "world.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long state;
static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}

/* ---- what statements call ---- */

static void saw(struct world *w, int what)
{
	if (w->seen_count < 128) w->seen[w->seen_count] = what;
	w->seen_count++;
}

bool guard(struct world *w, int number)
{
	saw(w, 100 + number);
	return w->guards[number];
}

channel(int) *in(struct world *w, int clause)
{
	saw(w, clause);
	return w->what[clause] == HANDED ? &w->of[clause].r : &w->of[clause].c;
}

channel(int) *out(struct world *w, int clause)
{
	saw(w, clause);
	return w->what[clause] == HANDS ? &w->of[clause].r : &w->of[clause].c;
}

int value(struct world *w) { return 2000 + w->seen[w->seen_count - 1]; }
conc_mutex *lock(struct world *w, int clause) { saw(w, clause); return &w->of[clause].m; }
conc_semaphore *semaphore(struct world *w, int clause) { saw(w, clause); return &w->of[clause].s; }
future(int) *result(struct world *w, int clause) { saw(w, clause); return &w->of[clause].f; }
conc_duration at_once(struct world *w, int clause) { saw(w, clause); return 0; }
task(void) *task_of(struct world *w, int clause) { saw(w, clause); return &w->of[clause].helper; }
conc_waitset *set(struct world *w, int clause) { saw(w, clause); return &w->of[clause].set; }
mortal *mortal_of(struct world *w, int clause) { saw(w, clause); return w->of[clause].a; }
conc_condition *condition(struct world *w, int clause) { saw(w, clause); return &w->of[clause].condition; }

// Made once: a pipe of one page and a handler for each clause.
enum { PAGE = 4096 };
static int pipes[CLAUSES_MAX][2];
static separate cell *cells[CLAUSES_MAX];
int input(struct world *w, int clause) { saw(w, clause); return pipes[clause][0]; }
int output(struct world *w, int clause) { saw(w, clause); return pipes[clause][1]; }
separate cell *cell_of(struct world *w, int clause) { saw(w, clause); return cells[clause]; }

static int logged(struct world *w) { return __atomic_load_n(&w->logged, __ATOMIC_ACQUIRE); }

bool ran(struct world *w, int clause, int got)
{
	int at = w->logged;
	if (at > CLAUSES_MAX || w->inside) abort();
	w->inside = true;
	w->log[at] = clause;
	w->values[at] = got;
	if (at % 3 == 1) conc_yield();
	w->leaving = at == w->leave_at;
	w->inside = false;
	__atomic_store_n(&w->logged, at + 1, __ATOMIC_RELEASE);
	return w->leaving;
}

/* ---- events ---- */

static void hand(struct resource *r, int value) { r->r << value; }
static void take(struct resource *r, int *to) { *to << r->r; }
static void wait_for_gate(struct resource *r) { int v; v << r->gate; (void)v; }

static void call(cell *c) { c->calls++; }
static void open_until_told(struct resource *r, separate cell *c)
{
	separate (c) {
		call(c);
		r->f << 1;
		wait_for_gate(r);
		call(c);
	}
}

message end { };
receive (mortal *self, end *m) { self->steps++; (void)m; return Finished; }

// The statement holds the lock until it waits.
static void signal_condition(struct world *w, int clause)
{
	for (bool done = false; !done; conc_yield())
		mutex (w->m) if (w->begun) {
			conc_signal(&w->of[clause].condition);
			done = true;
		}
}

static void fill_pipe(int clause, bool full)
{
	static char page[PAGE];
	ssize_t n = full ? write(pipes[clause][1], page, PAGE) : read(pipes[clause][0], page, PAGE);
	if (n != PAGE) abort();
}

static int taken[CLAUSES_MAX];	// what helpers and events received

static void prepare(struct world *w, int clause)
{
	struct resource *r = &w->of[clause];
	conc_channel_init(&r->c, 1);
	taken[clause] = 0;
	switch (w->what[clause]) {
	case SEND: r->c << 7; break;
	case LOCK: conc_mutex_lock(&r->m); break;
	case TASK: r->helper = spawn wait_for_gate(r); break;
	case SET: conc_waitset_add(&r->set, &r->c); break;
	case OUTPUT: fill_pipe(clause, true); break;
	case ACTOR: r->a = new mortal {}; break;
	case QUIET: r->helper = spawn open_until_told(r, cells[clause]); waituntil (r->f) { } break;
	default: break;
	}
}

static void make_ready(struct world *w, int clause)
{
	struct resource *r = &w->of[clause];
	switch (w->what[clause]) {
	case RECEIVE:
	case DROP:
	case SET: r->c << 1000 + clause; break;
	case INPUT: if (write(pipes[clause][1], "x", 1) != 1) abort(); break;
	case OUTPUT: fill_pipe(clause, false); break;
	case ACTOR: r->a | (end){}; break;
	case CONDITION: signal_condition(w, clause); break;
	case SEND: taken[clause] << r->c; break;
	case LOCK: conc_mutex_unlock(&r->m); break;
	case SEMAPHORE: conc_semaphore_post(&r->s); break;
	case FUTURE:
	case READ: r->f << 1000 + clause; break;
	case CLOSED: conc_close(&r->c); break;
	case CANCELLED: conc_future_cancel(&r->f); break;
	case HANDED: r->helper = spawn hand(r, 1000 + clause); break;
	case HANDS: r->helper = spawn take(r, &taken[clause]); break;
	case TASK:
	case QUIET: r->gate << 1; break;
	default: break;
	}
}

/* ---- one run ---- */

static const struct statement *current;
static int number;
static unsigned long long seed_of_run;

static bool complain(struct world *w, const char *what)
{
	printf("statement %d, run seed %llu: %s;", number, seed_of_run, what);
	printf(" guards");
	for (int i = 0; i < current->guards; i++) printf(" %d", w->guards[i]);
	printf("; ran");
	for (int i = 0; i < logged(w); i++) printf(" %d", w->log[i]);
	printf("\n");
	return false;
}

static void go(struct world *w)
{
	w->result = current->run(w);
	__atomic_store_n(&w->finished, true, __ATOMIC_RELEASE);
}

static bool finished(struct world *w) { return __atomic_load_n(&w->finished, __ATOMIC_ACQUIRE); }

static bool wait_until(struct world *w, int log)
{
	for (int i = 0; logged(w) <= log && !(log == CLAUSES_MAX + 2 && finished(w)); i++) {
		if (i < 1000) conc_yield();
		else if (i < 6000) conc_sleep(1ms);
		else return false;
		if (log <= CLAUSES_MAX && finished(w) && logged(w) <= log) return false;
	}
	return true;
}

/* The value that a clause should have got. */
static bool value_is_right(const struct world *w, int clause, int got)
{
	switch (w->what[clause]) {
	case RECEIVE:
	case HANDED:
	case READ: return got == 1000 + clause;
	case SET: return got == 0;
	case INPUT:
	case OUTPUT: return got == 1;
	default: return true;
	}
}

/* Follows the log until the statement waits or has ended. */
static bool settle(struct world *w, struct model *m, int *at)
{
	while (!m->done && model_goes_on(m)) {
		if (!wait_until(w, *at)) return complain(w, "something should have run");
		int clause = w->log[*at];
		if (!model_allows(m, clause)) return complain(w, "the wrong clause ran");
		if (clause != ELSE && !value_is_right(w, clause, w->values[*at])) return complain(w, "a wrong value");
		model_runs(m, clause);
		if (*at == w->leave_at && clause != ELSE) m->done = true;
		++*at;
	}
	if (m->done && !wait_until(w, CLAUSES_MAX + 2)) return complain(w, "it should have ended");
	if (logged(w) > *at) return complain(w, "too much ran");
	return true;
}

/* Guards and heads in program order, each once; what is behind a false guard not at all. */
static bool see(struct world *w, int node, int *at)
{
	const struct tree *t = &current->tree[node];
	if (t->guard >= 0) {
		if (*at >= w->seen_count || w->seen[(*at)++] != 100 + t->guard) return false;
		if (!w->guards[t->guard]) return true;
	}
	if (t->kind == TREE_CLAUSE) return *at < w->seen_count && w->seen[(*at)++] == t->clause;
	return see(w, t->left, at) && (t->kind == TREE_GROUP || see(w, t->right, at));
}

static bool saw_all(struct world *w)
{
	int at = 0, other = current->guard_of_other;
	if (!see(w, current->root, &at)) return complain(w, "guards and heads out of order");
	if (other >= 0 && (at >= w->seen_count || w->seen[at++] != 100 + other)) return complain(w, "the guard of else");
	return at == w->seen_count || complain(w, "evaluated too much");
}

/* What a clause that ran has left, and that one that did not has left nothing. */
static bool look_after(struct world *w, const struct model *m, int clause)
{
	struct resource *r = &w->of[clause];
	bool had = m->ran[clause], good = true;
	int v = 0;
	switch (w->what[clause]) {
	case RECEIVE:
	case DROP: good = conc_try_receive(&r->c, &v) ? !had && v == 1000 + clause : had; break;
	case SEND: good = taken[clause] == 7 && (conc_try_receive(&r->c, &v) ? had && v == 2000 + clause : !had); break;
	case LOCK: good = conc_mutex_try_lock(&r->m); if (good) conc_mutex_unlock(&r->m); break;
	case SEMAPHORE: good = conc_semaphore_try_wait(&r->s) && !conc_semaphore_try_wait(&r->s); break;
	case FUTURE:
	case READ: v << r->f; good = v == 1000 + clause; break;
	case HANDED: if (!had) { v << r->r; good = v == 1000 + clause; } join(r->helper); break;
	case HANDS: if (!had) r->r << 3; join(r->helper); good = taken[clause] == (had ? 2000 + clause : 3); break;
	case TASK:
	case QUIET: join(r->helper); break;
	case SET: good = conc_try_receive(&r->c, &v) && v == 1000 + clause; conc_waitset_fini(&r->set); break;
	case INPUT: if (!had) good = read(pipes[clause][0], w->bytes, 2) == 1; break;
	case OUTPUT: if (had) good = read(pipes[clause][0], w->bytes, 2) == 1; break;
	case ACTOR: delete r->a; break;
	default: break;
	}
	conc_channel_fini(&r->c);
	return good || complain(w, "a clause left the wrong thing");
}

static void shuffle(int *list, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int j = (int)below((unsigned)i + 1), kept = list[i];
		list[i] = list[j];
		list[j] = kept;
	}
}

static bool run(void)
{
	static struct world w;
	struct model m;
	int order[CLAUSES_MAX], late = 0, at = 0;
	bool good;
	memset(&w, 0, sizeof w);
	for (int i = 0; i < current->guards; i++) w.guards[i] = below(100) < 65;
	w.leave_at = below(4) ? -1 : (int)below(3);
	for (const struct tree *t = current->tree, *end = t + 4 * CLAUSES_MAX; t < end && w.seen_count < current->clauses; t++)
		if (t->kind == TREE_CLAUSE) w.what[t->clause] = t->what, w.seen_count++;
	w.seen_count = 0;
	bool other = current->other && (current->guard_of_other < 0 || w.guards[current->guard_of_other]);
	model_start(&m, current->tree, current->root, current->clauses, w.guards, current->fair, other);
	unsigned ready = below(3) * 40;
	for (int i = 0; i < current->clauses; i++) {
		prepare(&w, i);
		if (w.what[i] == READY || (w.what[i] < FIRST_LATE && below(100) < ready)) {
			make_ready(&w, i);
			m.ready[i] = true;
		} else order[late++] = i;
	}
	shuffle(order, late);
	task(void) t = spawn go(&w);
	good = settle(&w, &m, &at);
	for (int i = 0; i < late && good; i++) {
		if (below(3) == 0) conc_yield();
		m.ready[order[i]] = true;
		/* without a condition the statement would keep the lock while it waits */
		if (w.what[order[i]] != CONDITION || m.enabled[order[i]]) make_ready(&w, order[i]);
		good = settle(&w, &m, &at);
	}
	if (!good) exit(1);	// the statement may wait for ever
	if (!m.done) return complain(&w, "the model is not done");
	join(t);
	good = saw_all(&w);
	for (int i = 0; i < current->clauses; i++) good = look_after(&w, &m, i) && good;
	return good;
}

int main(int argc, char **argv)
{
	unsigned long long seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	int runs = argc > 2 ? atoi(argv[2]) : 20;
	setvbuf(stdout, NULL, _IOLBF, 0);
	conc_actors_start(NULL);
	for (int i = 0; i < CLAUSES_MAX; i++) {
		if (pipe2(pipes[i], O_NONBLOCK) || fcntl(pipes[i][1], F_SETPIPE_SZ, PAGE) != PAGE) abort();
		cells[i] = new separate cell {};
	}
	for (number = 0; number < statement_count; number++) {
		current = &statements[number];
		for (int i = 0; i < runs; i++) {
			seed_of_run = (seed * 1000003 + (unsigned)number) * 1000003 + (unsigned)i;
			state = seed_of_run * 0x9e3779b97f4a7c15 + 1;
			for (int j = 0; j < 8; j++) below(2);
			if (!run()) return 1;
		}
	}
	for (int i = 0; i < CLAUSES_MAX; i++) delete cells[i];
	return 0;
}
