/* SPDX-License-Identifier: MIT */
/*
 * select: types of one's own in a waituntil.
 *
 *     impl select for event {
 *             .register_select = event_register,
 *             .unregister_select = event_unregister,
 *             .on_selected = event_selected,        // may be left out
 *     };
 *     waituntil (e) { … } or waituntil (timeout(1s)) { … }
 *
 * A clause of a waiting statement is known to an object as a conc_select, from the call of
 * register_select to that of unregister_select, which come in pairs:
 *
 * bool register_select(T *object, conc_select *clause)
 *     The statement waits. Under the object's own lock: if the object is ready and
 *     conc_claim(clause) says yes, takes the effect (a unit, the lock …) and returns true. Else
 *     notes clause for those who make the object ready, and returns false. Each clause is
 *     registered anew each time the statement begins to wait.
 * whoever makes the object ready, a partner
 *     Under the object's lock: goes through the noted clauses until conc_claim says yes. That
 *     clause has the effect; the partner takes it from its notes and, after it has left the lock,
 *     calls conc_complete(clause), once. A clause for which conc_claim says no is passed by as
 *     if it were not there: its statement has chosen another or does not wait now. It stays
 *     noted; the object becomes or stays ready.
 * bool on_selected(T *object, conc_select *clause)
 *     The waiting thread, when its clause has the effect, just before the block. False: the
 *     block is not run; the clause counts as done all the same.
 * void unregister_select(T *object, conc_select *clause)
 *     The waiting thread. If conc_selected(clause), the clause had the effect and its block is
 *     over: what is to be undone (a lock) is undone here. If not, the clause had none: takes it
 *     from the notes, under the object's lock. Nobody may touch clause afterwards.
 *
 * So an effect happens exactly when conc_claim has said yes, at most once per wait of a
 * statement, and never for two of its clauses. register_select is called only where earlier
 * clauses could not take effect, so the order of clauses holds. The functions may use locks but
 * must not wait for long, nor hold a lock while they return. Both calls below may be made by
 * any kernel thread, by no signal handler.
 */
#ifndef CONC_SELECT_H
#define CONC_SELECT_H

#include <stdbool.h>

/* A clause of a waiting statement. */
typedef struct conc_select conc_select;

/* Is clause to have the effect, here and now? Under the object's lock. */
bool conc_claim(conc_select *clause);

/* The effect for a clause that a partner has claimed is complete: its thread goes on. */
void conc_complete(conc_select *clause);

/* For unregister_select: has clause had its effect? */
bool conc_selected(const conc_select *clause);

#endif
