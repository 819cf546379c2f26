/* SPDX-License-Identifier: MIT */
/* conc_watch: why each actor has ended; one conc_end for each call and each watcher; at once, if it has ended; behind the
 * last messages of the actor; conc_unwatch takes one back; a watcher that ends first is told nothing. */
#include <conc.h>
#include <stdio.h>
#include <string.h>

message work { int n; };
message finish {};
message fail {};
message slowly { future(int) *go; };
actor boss;
actor worker { boss *tell; int n; };
actor apprentice { inline worker; int year; };
actor boss { const char *name; int works, last, ends; const void *of; enum conc_ended_why why; int status; bool out_of_order; conc_semaphore *told; };
actor chief { inline boss; };

receive (boss *self, work *m)
{
	self->works++;
	self->last = m->n;
	self->out_of_order |= self->ends > 0;
}
receive (boss *self, conc_end *m)
{
	self->ends++;
	self->of = m->actor;
	self->name = m->type;
	self->why = m->why;
	self->status = m->status;
	if (self->told) conc_semaphore_post(self->told);
}
receive (boss *self, conc_failure *m) { (void)self, (void)m; }
receive (boss *self, finish *m) { (void)self, (void)m; return Finished; }

receive (worker *self, work *m)
{
	for (int i = 0; i < m->n; i++) self->tell | (work){ i };
}
receive (worker *self, finish *m) { (void)self, (void)m; return Finished; }
receive (worker *self, fail *m) { (void)self, (void)m; return conc_fail(7); }
receive (worker *self, slowly *m)
{
	self->tell | (work){ conc_future_read(m->go) };
	return Destroy;
}
destroy (worker *self) { if (self->tell) self->tell | (work){ 99 }; }

static const char *const whys[] = { "not", "finished", "deleted", "failed", "stopped" };

static void show(const char *how, boss *b, const void *of)
{
	conc_semaphore_wait(b->told);
	printf("%s: %s %s%s, %d; %d works, the last %d%s\n", how, b->name, whys[b->why], b->of == of ? "" : "?", b->status, b->works,
	       b->last, b->out_of_order ? ", out of order" : "");
	b->works = b->last = b->ends = 0;
}

static void ways(void)
{
	conc_semaphore told = { 0 };
	static boss b, b2;
	static worker finished;
	worker *deleted = new worker { &b }, *itself = new apprentice { { &b } };
	chief above;
	future(int) go = {};

	b.told = b2.told = &told;
	memset(&go, 0, sizeof go);
	finished.tell = &b;
	conc_watch(&finished, &b);
	finished | (work){ 3 } | (finish){};
	show("Finished", &b, &finished);
	conc_watch(&finished, &b);
	show("again", &b, &finished);
	{
		worker scoped = { &b };
		conc_watch(&scoped, &b);
		scoped | (work){ 40 };
	}
	conc_semaphore_wait(&told);
	printf("scope: %s, %d works%s\n", whys[b.why], b.works, b.out_of_order ? ", out of order" : "");
	b.works = b.ends = 0;
	conc_watch(deleted, &b);
	deleted | (work){ 5 };
	delete deleted;
	conc_semaphore_wait(&told);
	printf("delete: %s, %d works%s\n", whys[b.why], b.works, b.out_of_order ? ", out of order" : "");
	b.works = b.ends = 0;
	conc_watch(itself, &b);
	itself | delete_message;
	show("Delete", &b, itself);
	{
		worker fails = { &b }, slow = { &b }, given = { &b };
		conc_watch(&slow, &b);
		slow | (slowly){ &go };
		go << 8;
		show("Destroy, after a wait", &b, &slow);
		conc_supervise(&fails, &b2, NULL);
		conc_watch(&fails, &b);
		fails | (fail){};
		show("failed", &b, &fails);
		conc_watch(&given, (boss *)&above);
		conc_watch(&given, &above);
		printf("%d", conc_unwatch(&given, &above));
		printf("%d", conc_unwatch(&given, &b));
		printf("%d", conc_unwatch(&given, &above));
		printf("%d\n", conc_unwatch(&given, &above));
	}
}

/* Several watchers, one of which has a full mailbox, and one that ends first. */
static void several(void)
{
	conc_semaphore told = { 0 };
	boss many[5] = {}, full = { .told = &told };
	worker w = {};

	conc_mailbox_limit(&full, &(struct conc_mailbox_config){ 1, CONC_MAILBOX_FAIL });
	{
		boss first = { .told = &told };
		conc_watch(&w, &first);
		conc_watch(&w, &first);
		first | (work){ 1 };
	}
	for (int i = 0; i < 5; i++) {
		many[i].told = &told;
		conc_watch(&w, &many[i]);
	}
	conc_watch(&w, &full);
	many[2] | (finish){};
	waituntil (many[2]) { }
	w | (finish){};
	for (int i = 0; i < 5; i++) conc_semaphore_wait(&told);
	for (int i = 0; i < 5; i++) printf("%d", many[i].ends);
	printf("%d\n", full.ends);
	conc_watch(&w, &many[2]);
}

/* The actors of an executor that stops, and a watcher there. */
static void stopped(void)
{
	conc_semaphore told = { 0 };
	static worker left, stays;
	static boss there;
	boss here = { .told = &told };
	conc_executor *e = conc_executor_new(&(struct conc_actors_config){ .workers = 1 });

	left.tell = &here;
	conc_executor_place(e, &left);
	conc_executor_place(e, &there);
	there | (work){ 1 };
	left | (work){ 2 };
	conc_watch(&left, &here);
	conc_watch(&stays, &there);
	conc_watch(&left, &there);
	conc_executor_stop(e);
	show("executor", &here, &left);
	conc_watch(&left, &here);
	show("executor, again", &here, &left);
	printf("%d there, %d\n", there.ends, conc_unwatch(&stays, &there));
	stays | (finish){};
	waituntil (stays) { }
}

int main(void)
{
	conc_actors_start(NULL);
	ways();
	several();
	stopped();
	conc_actors_stop();
}
