/* SPDX-License-Identifier: MIT */
/* The end of actors. Scene: a watcher is told of the end of others, of some twice, and takes some watches back: what it
 * was told and what it took back come to a known number, and a message of an actor comes before its end. Scene: threads
 * wait for actors to end, in clauses, and then read what these did. */
#include "generate.h"

static void watch_scene(struct program *p)
{
	unsigned long workers = 1 + below(p, 8), each = below(p, 6), watches = 1 + below(p, 2), back = below(p, 4);
	static const char *const ends[] = { "Delete", "Finished", "Destroy" };
	unsigned long end = below(p, 3);
	scene(p, "wake");
	const char *name = p->function->name;
	say(p, "message work_%s { unsigned long by; };\nmessage report_%s { unsigned long sum; };\n", name, name);
	say(p, "actor warden_%s { unsigned long left, sum, reports, ends; future(unsigned long) *done; };\n", name);
	say(p, "actor worker_%s { warden_%s *to; unsigned long sum, left; };\n", name, name);
	say(p, "message hire_%s { worker_%s *one; };\nmessage fire_%s { worker_%s *one; };\n", name, name, name, name);
	say(p, "static receive (warden_%s *self, report_%s *m);\n", name, name);
	say(p, "static receive (worker_%s *self, work_%s *m)\n{\n\tself->sum += m->by;\n\tif (--self->left) return;\n", name, name);
	say(p, "\tself->to | (report_%s){self->sum};\n\treturn %s;\n}\n", name, ends[end]);
	if (end != 1) say(p, "static destroy (worker_%s *self) { self->sum = 0; }\n", name);
	say(p, "static void look_%s(warden_%s *self)\n{\n\tif (!self->left && self->reports == %lu) *self->done << self->sum;\n}\n", name, name, workers);
	say(p, "static receive (warden_%s *self, report_%s *m)\n{\n\tself->sum += m->sum, self->reports++;\n\tlook_%s(self);\n}\n", name, name, name);
	/* every watch brings one end or is taken back; `left` counts both */
	say(p, "static receive (warden_%s *self, conc_end *m)\n{\n\tnote(m->why == %s && ++self->ends <= %lu * self->reports);\n\tself->left--;\n\tlook_%s(self);\n}\n",
	    name, end ? "CONC_ENDED_FINISHED" : "CONC_ENDED_DELETED", watches, name);
	say(p, "static receive (warden_%s *self, hire_%s *m)\n{\n\tfor (int i = 0; i < %lu; i++) conc_watch(m->one, self);\n", name, name, watches);
	say(p, "\tfor (unsigned long i = 1; i <= %lu; i++) m->one | (work_%s){i};\n}\n", each + 1, name);
	if (back) say(p, "static receive (warden_%s *self, fire_%s *m)\n{\n\tif (!conc_unwatch(m->one, self)) return;\n\tself->left--;\n\tlook_%s(self);\n}\n", name, name, name);
	p->lasting = true;
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tfuture(unsigned long) done = {0};\n\tunsigned long got = 0;\n\t(void)echoes();\n", name);
	say(p, "\twarden_%s w = { .left = %lu, .done = &done };\n", name, workers * watches);
	say(p, "\tworker_%s *one[%lu];\n\tfor (int i = 0; i < %lu; i++) {\n\t\tone[i] = new worker_%s { .to = &w, .left = %lu };\n", name, workers, workers, name, each + 1);
	if (back) say(p, "\t\tw | (hire_%s){one[i]};\n\t\tif (i %% %lu == 0) w | (fire_%s){one[i]};\n\t}\n", name, back, name);
	else say(p, "\t\tw | (hire_%s){one[i]};\n\t}\n", name);
	say(p, "\tgot << done;\n\tn += got;\n");
	if (end) say(p, "\tfor (int i = 0; i < %lu; i++) delete one[i];\n", workers);
	say(p, "\treturn n %% %lu;\n}\n", unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(workers * (each + 1) * (each + 2) / 2));
	scene_end(p, 100 + workers * (each + 6) * 3);
}

static void clause_scene(struct program *p)
{
	unsigned long waiters = 1 + below(p, 4), each = 1 + below(p, 10);
	bool destroys = chance(p, 50), begun = chance(p, 50);
	scene(p, "passing");
	const char *name = p->function->name;
	say(p, "message step_%s { unsigned long by; };\nactor mortal_%s { unsigned long sum, left, gone; };\n", name, name);
	say(p, "static receive (mortal_%s *self, step_%s *m)\n{\n\tself->sum += m->by;\n%s\tif (!--self->left) return %s;\n\treturn Nodelete;\n}\n", name, name,
	    chance(p, 30) ? "\tif (m->by % 3 == 0) conc_yield();\n" : "", destroys ? "Destroy" : "Finished");
	if (destroys) say(p, "static destroy (mortal_%s *self) { self->gone = 1; }\n", name);
	say(p, "static unsigned long wait_%s(mortal_%s *a, mortal_%s *b)\n{\n\tunsigned long sum = 0;\n", name, name, name);
	switch (below(p, 4)) {
	case 0: say(p, "\twaituntil (a) { sum += a->sum; } and waituntil (b) { sum += b->sum; }\n"); break;
	case 1: say(p, "\twaituntil (b) { sum += b->sum; }\n\tor waituntil (timeout(1h)) { note(0); }\n\twaituntil (a) sum += a->sum;\n"); break;
	case 2: say(p, "\tbool was = false, is = false;\n\twhile (!was || !is) fair when (!was) waituntil (a) { was = true, sum += a->sum; }\n"
		       "\tor when (!is) waituntil (*b) { is = true, sum += b->sum; }\n"); break;
	default: say(p, "\twaituntil (a) { sum += a->sum; } or waituntil (b) { sum += a == b ? 0 : b->sum; }\n"
			"\tsum = 0;\n\twaituntil (a) { waituntil (b) sum = a->sum + b->sum; }\n");
	}
	say(p, "\tnote(a->gone == %d && b->gone == %d);\n\treturn sum;\n}\n", destroys, destroys);
	p->lasting = true;
	say(p, "static unsigned long %s(unsigned long n)\n{\n\t(void)echoes();\n\tmortal_%s a = { .left = %lu }, b = { .left = %lu };\n", name, name, each, each);
	if (begun) say(p, "\ta | (step_%s){1};\n", name);
	say(p, "\t{\n\t\ttask(unsigned long) t[%lu];\n\t\tfor (int i = 0; i < %lu; i++) t[i] = spawn wait_%s(&a, &b);\n", waiters, waiters, name);
	say(p, "\t\tfor (unsigned long i = %d; i <= %lu; i++) a | (step_%s){i};\n\t\tfor (unsigned long i = 1; i <= %lu; i++) b | (step_%s){i};\n", begun ? 2 : 1, each, name, each, name);
	say(p, "\t\tfor (int i = 0; i < %lu; i++) n += join(t[i]);\n\t}\n\treturn n %% %lu;\n}\n", waiters, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(waiters * each * (each + 1)));
	scene_end(p, 80 + 4 * each + 10 * waiters);
}

static void function(struct program *p)
{
	if (chance(p, 60)) watch_scene(p);
	else clause_scene(p);
}

const struct construct construct_watch = { .name = "watch", .function = function };
