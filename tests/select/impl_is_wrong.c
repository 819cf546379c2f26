// SPDX-License-Identifier: MIT
#include <conc.h>
struct event { int set; };
struct other { int set; };
struct third { int set; };
struct fourth { int set; };
static bool enter(struct event *e, conc_select *clause) { (void)clause; return e->set; }
static void leave(struct event *e, conc_select *clause) { (void)clause; e->set = 0; }
static bool one_argument(struct event *e) { return e->set; }
static bool wrong_clause(struct event *e, int clause) { return e->set == clause; }

impl select for struct event { .register_select = enter };
impl select for struct event { .register_select = enter, .unregister_select = leave };
impl select for struct other { .register_select = enter, .unregister_select = leave };
impl select for struct third { .register_select = one_argument, .unregister_select = leave, .on_selected = wrong_clause, .lock = leave };
impl select for struct fourth { .register_select = leave, .unregister_select = leave };
impl wait for struct event { .register_select = enter };
impl select for missing { .register_select = enter, .unregister_select = leave };

void f(struct event *e, struct third *t);
void f(struct event *e, struct third *t)
{
	mutex (e) t->set = 1;
}
