/* SPDX-License-Identifier: MIT */
/*
 * select: types of the program as clauses of a waituntil (conc/select.h).
 *
 * The idea. This is the contract of the thesis's is_selectable, on top of the selection word. The
 * program's conc_select is the clause's waiter, whose slot is the table of the type's functions.
 * The owner registers and unregisters, always in pairs. A clause stays registered while its own
 * block runs, because unregistering it then releases it.
 *
 * The type's functions may wait for a lock while a partner completes another clause of the
 * statement; waiting.h says which party then gives the permit.
 *
 * There is no first look: only register_select can take an effect, and it needs an open selection.
 * So the statement enlists these clauses at once, and anew in each round.
 */
#include "conc/abi_select.h"

#include "waiting.h"

static struct conc_waiter *waiter_of(conc_select *clause)
{
	return (struct conc_waiter *)(void *)clause;
}

static conc_select *clause_of(struct conc_waiter *w)
{
	return (conc_select *)(void *)w;
}

bool conc_claim(conc_select *clause)
{
	return conc_waiter_claim(waiter_of(clause));
}

void conc_complete(conc_select *clause)
{
	conc_waiter_complete(waiter_of(clause), CONC_WAIT_DONE);
}

bool conc_selected(const conc_select *clause)
{
	const struct conc_waiter *w = (const struct conc_waiter *)(const void *)clause;

	/* relaxed: called by the owner, whose round is over */
	return load_relaxed(&w->selection->state) == (uintptr_t)w;
}

static const struct conc_abi_select *type_of(const struct conc_waiter *w)
{
	return w->slot;
}

/* Here w->queued means that the clause is registered; only the owner uses it. */
static int select_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	bool taken;

	(void)queue, (void)where;
	if (!conc_selection_enter_user(w->selection)) return CONC_ENLIST_GONE;
	w->queued = true;
	taken = type_of(w)->register_select(resource, clause_of(w));
	if (conc_selection_leave_user(w->selection, w->thread)) return CONC_ENLIST_GONE;
	return taken ? CONC_ENLIST_DONE : CONC_ENLIST_QUEUED;
}

static void select_delist(void *resource, struct conc_waiter *w)
{
	if (!w->queued) return;
	w->queued = false;
	type_of(w)->unregister_select(resource, clause_of(w));
}

static void select_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)where;
	select_delist(resource, w);
}

static bool selected(void *resource, struct conc_waiter *w)
{
	return type_of(w)->on_selected(resource, clause_of(w));
}

const struct conc_selectable conc_user_selectable = {
        .operation = "a type of the program",
        .enlist = select_enlist,
        .delist = select_delist,
        .release = select_release,
        .selected = selected,
};
