/* SPDX-License-Identifier: MIT */
/* What holds where: set() makes it hold, clear() ends it. yes() stands where it holds on every path, no() where it does
 * not. Names d… are values that nobody knows. Read by control_flow judge; never compiled. */

void straight(void) { no(); set(); yes(); yes(); clear(); no(); set(); yes(); }

/* ---- choices ---- */

void both_branches(void) { if (d) set(); else { d2(); set(); } yes(); }
void one_branch(void) { if (d) set(); no(); if (d) set(); no(); }
void branch_clears(void) { set(); if (d) clear(); else yes(); no(); }
void branch_leaves(void) { if (!d) return; set(); if (d) { clear(); return; } yes(); }
void branch_ends(void) { set(); if (d) { clear(); end(); } yes(); }
void constant_conditions(void) { if (1) set(); yes(); if (0) clear(); yes(); if ((true)) clear(); no(); }
void in_the_condition(void) { if (set()) yes(); else yes(); yes(); if (clear()) no(); no(); }
void and_(void) { if (d && set()) yes(); else no(); no(); }
void or_(void) { if (d || set()) no(); else yes(); no(); }
void not_(void) { if (!(d && set())) no(); else yes(); if (!(!d || !set())) yes(); }
void and_value(void) { x = set() && yes() && clear(); no(); }
void or_value(void) { set(); x = d || clear(); no(); }
void deep(void) { if ((d && set()) || (d && set())) yes(); else no(); }
void conditional(void) { x = d ? set() : set(); yes(); x = d ? clear() : 1; no(); }
void omitted_middle(void) { x = set() ?: 1; yes(); x = d ?: clear(); no(); }
void omitted_middle_condition(void) { x = (d && set()) ?: 3; no(); }
void conditional_arms(void) { set(); x = d ? no() + clear() : yes(); no(); }

/* ---- order ---- */

void comma(void) { x = (set(), yes()); yes(); x = (clear(), 1); no(); }
void arguments(void) { f(set(), no()); yes(); }
void arguments_after(void) { set(); f(yes(), yes()); yes(); }
void arguments_clear(void) { set(); f(clear(), no()); no(); }
void arguments_set_and_clear(void) { f(set(), clear()); no(); }
void arguments_set_again(void) { set(); f((clear(), set()), 1); yes(); }
void arguments_both_clear(void) { set(); f((clear(), set()), (clear(), set())); no(); }
void arguments_one_branch(void) { f((d && set()), 1, d2()); no(); f(d ? set() : set(), 2, yes2()); yes(); }
void arguments_of_three(void) { f(set(), d2(), no()); yes(); f(no(), (clear(), set()), no()); yes(); }
void nested_calls(void) { f(g(set()), no()); yes(); clear(); f(g(no(), set()), g(no(), h(no()))); yes(); }
void nested_clear(void) { set(); f(g(h(clear())), no()); no(); }
void behind_arguments(void) { yes_not(set()); set_twice(clear(), 0); no(); }
void operators(void) { x = set() + no(); yes(); x = no() + clear(); no(); }
void operators_in_order(void) { x = (set() && yes()) + no(); yes(); }
void piece_by_piece(void) { x = clear() * (set(), no()); no(); x = f(g(clear()), h((set(), 1) + no())); no(); }
void assignment(void) { a[set()] = no(); yes(); a[no()] = clear(); no(); }
void subscript(void) { set(); x = a[clear()][no()]; no(); }
void initializers(void) { int a = set(), b = yes(), c[] = {no(), clear(), no()}, d = no(); }
void member_lists(void) { struct s s = {.a = set(), .b = no()}; yes(); }
void statement_expression(void) { x = ({ set(); yes(); 1; }) + no(); yes(); }
void statement_expression_leaves(void) { set(); f(({ if (d) { clear(); return; } 1; }), no()); yes(); }
void statement_expression_skips(void) { f(({ if (d) goto out; set(); 1; })); yes(); out: no(); }
void not_evaluated(void) { x = sizeof(set()); no(); __typeof__(set()) y; no(); x = _Generic(set(), int: 1); no(); set(); x = sizeof(clear() + 1); no(); }
void not_evaluated_builtin(void) { x = __builtin_constant_p(set()); no(); x = __builtin_expect(set(), 1); yes(); }
void lengths(void) { int a[set()]; yes(); }
void casts(void) { x = (int)(long)set(); yes(); x = __extension__ (clear()); no(); }
void assembler(void) { asm volatile ("" : "=r"(a[set()]) : "r"(no()) : "memory"); yes(); }

/* ---- loops ---- */

void while_(void) { while (d) { set(); yes(); } no(); }
void while_condition(void) { while (set()) { yes(); clear(); no(); } yes(); }
void while_carries(void) { set(); while (d) yes(); yes(); }
void while_clears(void) { set(); while (d) { no(); clear(); } no(); }
void while_sets_again(void) { set(); while (d) { yes(); clear(); set(); } yes(); }
void while_break(void) { while (1) { if (d) break; set(); } no(); }
void while_break_behind(void) { while (1) { set(); if (d) break; clear(); } yes(); }
void while_for_ever(void) { while (1) { } yes(); }
void while_continue(void) { set(); while (d) { no(); clear(); if (d) continue; set(); } no(); }
void do_(void) { do { no(); set(); } while (yes()); yes(); }
void do_once(void) { do { set(); if (d) break; } while (0); yes(); }
void do_continue(void) { do { if (d) continue; set(); } while (no()); no(); }
void do_no_back(void) { do { no(); } while (0); set(); do { yes(); clear(); } while (0); no(); }
void for_(void) { for (set(); yes(); yes()) yes(); yes(); }
void for_update(void) { for (set(); no(); clear()) no(); no(); }
void for_condition(void) { for (;set();) { yes(); clear(); } yes(); }
void for_continue(void) { for (set(); d; set()) { yes(); clear(); if (d) continue; no(); } yes(); }
void for_ever(void) { for (;;) { if (d) { set(); break; } } yes(); }
void for_declares(void) { for (int i = set(), j = yes(); i; i++) yes(); yes(); }
void nested_loops(void) { set(); for (;d;) { for (;d;) { yes(); if (d) break; } yes(); } yes(); }
void nested_loops_clear(void) { set(); for (;d;) { no(); for (;d;) { no(); clear(); } } no(); }
void break_in_condition(void) { set(); while (d) { while (({ if (d) { clear(); break; } d; })) { } no(); set(); } no(); }

/* ---- switch ---- */

void cases(void) { switch (d) { case 1: set(); break; case 2: set(); break; default: set(); } yes(); }
void no_default(void) { switch (d) { case 1: set(); } no(); }
void fall_through(void) { switch (d) { default: set(); case 1 ... 3: no(); set(); break; case 5: set(); } yes(); }
void head(void) { switch (set()) { case 1: yes(); clear(); break; case 2: yes(); } no(); }
void in_front_of_cases(void) { switch (d) { no_such(); set(); case 1: no(); } }
void in_a_loop(void) { set(); while (d) { switch (d) { case 1: continue; case 2: clear(); break; case 3: set(); } no(); } }
void duff(void) { set(); switch (d) { case 0: do { no(); clear(); case 1: no(); } while (d); } no(); }
void duff_sets(void) { switch (set()) { case 0: do { yes(); case 1: yes(); } while (d); } yes(); }
void nested_switch(void) { switch (d) { default: switch (d) { case 1: break; default: set(); } no(); set(); } yes(); }
void case_in_blocks(void) { switch (d) { { set(); default: no(); } } no(); }

/* ---- jumps ---- */

void forward(void) { if (d) goto out; set(); out: no(); }
void backward(void) { set(); again: no(); clear(); if (d) goto again; no(); }
void backward_set(void) { set(); again: yes(); clear(); set(); if (d) goto again; yes(); }
void over(void) { set(); goto out; clear(); out: yes(); }
void into_a_loop(void) { set(); goto in; while (d) { clear(); in: no(); } no(); }
void two_gotos(void) { if (d) { set(); goto out; } if (d) { set(); goto out; } return; out: yes(); }
void computed(void) { void *p = &&one; set(); goto *p; one: yes(); clear(); two: no(); }
void computed_back(void) { set(); one: no(); clear(); goto *p; two: no(); set(); }
void asm_goto(void) { set(); asm goto ("" : : : : out); clear(); no(); set(); out: yes(); }
void asm_goto_other(void) { asm goto ("" : : "r"(set()) : : out); clear(); out: no(); }
void labels_of_blocks(void) { { __label__ l; set(); goto l; l: no(); } clear(); { __label__ l; if (d) goto l; l: no(); } }
void label_before_declaration(void) { set(); l: ; int x = yes(); clear(); set(); goto l; }
void no_return(void) { if (d) end(); else set(); yes(); }
void unreached(void) { return; yes(); }
void unreached_clears(void) { set(); if (0) clear(); yes(); while (0) { clear(); } yes(); }
void unreached_operand(void) { x = (set(), 1) + (end(), clear()); yes(); }

/* ---- nested functions ---- */

void nested(void) { set(); void inner(void) { no(); clear(); } yes(); inner(); yes(); }
void nested_jump(void) { __label__ out; set(); void inner(void) { goto out; } no(); out: no(); }
void nested_inner_label(void) { set(); void inner(void) { goto out; out: ; } yes(); }

/* ---- the dialect ---- */

void mutex_(void) { mutex (a, b[set()]) { yes(); clear(); } no(); }
void mutex_leaves(void) { set(); for (;d;) { mutex (a) { if (d) break; clear(); set(); } yes(); } yes(); }
void blocking_(void) { blocking { set(); } yes(); }
void scope_(void) { scope { set(); } yes(); scope (s) { clear(); } no(); }
void separate_(void) { separate (s) { set(); yes(); } yes(); }
void separate_operand(void) { separate (s, n = f(set())) yes(); yes(); }
void separate_require(void) { separate (s) require (set() > 0) { yes(); clear(); } no(); }
void separate_require_again(void) { set(); separate (s) require (no() && clear()) { no(); } no(); }
void separate_require_both(void) { set(); separate (s) require (yes() && set()) { yes(); } yes(); }
void spawn_(void) { task(int) t = spawn f(set()); yes(); spawn g(clear()); no(); }
void waits(void) { set(); waituntil (a << c) { yes(); } or waituntil (b << c) { yes(); } yes(); }
void waits_sets(void) { waituntil (a << c) { set(); } or waituntil (b << c) { set(); } no(); }
void waits_clears(void) { set(); waituntil (a << c) { clear(); } or when (no()) waituntil (b << c) { no(); } no(); }
void waits_else(void) { set(); waituntil (a << c) { yes(); } else { yes(); } yes(); }
void waits_both(void) { set(); waituntil (a << c) { no(); } and waituntil (b << f(no())) { clear(); } no(); }
void waits_timeout(void) { set(); waituntil (a << c) { no(); } or timeout (f(no())) { clear(); } no(); }
void deletes(void) { delete x->y[set()]; yes(); delete x->y[clear()]; no(); }
void news(void) { x = new separate(f(set())) stack {.n = no()}; yes(); }
