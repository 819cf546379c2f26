/* SPDX-License-Identifier: MIT */
/*
 * select: types of the program in a waituntil.
 *
 *     impl select for event {
 *             .register_select = event_register,
 *             .unregister_select = event_unregister,
 *             .on_selected = event_selected,        // may be left out
 *     };
 *     waituntil (e) { … } or waituntil (timeout(1s)) { … }
 *
 * A clause of a waiting statement is known to an object as a conc_select, from a call of
 * register_select to the matching call of unregister_select:
 *
 * bool register_select(T *object, conc_select *clause)
 *     The statement waits. Works under the object's own lock. If the object is ready and
 *     conc_claim(clause) returns true, takes the effect (a unit, the lock …) and returns true.
 *     Otherwise notes the clause for partners and returns false. Each clause is registered again
 *     each time the statement begins to wait.
 * a partner: the thread that makes the object ready
 *     Under the object's lock, goes through the noted clauses until conc_claim returns true for
 *     one. That clause has the effect. The partner removes it from the notes and, after leaving
 *     the lock, calls conc_complete(clause), once. It ignores a clause for which conc_claim
 *     returns false: the statement has chosen another clause or does not wait now. That clause
 *     stays noted. If no clause is claimed, the object becomes or stays ready.
 * bool on_selected(T *object, conc_select *clause)
 *     Called by the waiting thread when its clause has the effect, just before the block. If it
 *     returns false, the block is not run; the clause still counts as done.
 * void unregister_select(T *object, conc_select *clause)
 *     Called by the waiting thread. If conc_selected(clause), the clause had the effect and its
 *     block is over: undoes what must be undone (releases a lock). Otherwise removes the clause
 *     from the notes, under the object's lock. clause must not be used afterwards.
 *
 * So an effect happens exactly when conc_claim has returned true: at most once per wait of a
 * statement, and never for two of its clauses. register_select is called only if earlier clauses
 * could not take effect, so the order of clauses holds. The functions may use locks, but must not
 * wait for long or return with the lock held. Any kernel thread may call the functions below;
 * signal handlers may not.
 */
#ifndef CONC_SELECT_H
#define CONC_SELECT_H

#include <stdbool.h>

/* A clause of a waiting statement. */
typedef struct conc_select conc_select;

/* Claims the effect for clause; false: it must not have it now. Under the object's lock. */
bool conc_claim(conc_select *clause);

/* The effect for a clause that a partner has claimed is complete: its thread goes on. */
void conc_complete(conc_select *clause);

/* For unregister_select: returns whether clause had its effect. */
bool conc_selected(const conc_select *clause);

#endif
