/* SPDX-License-Identifier: MIT */
/* generate SEED [SIZE]: prints a program of actors with scalable behaviours, the same for the same
 * seed.
 *
 * world.h has what all programs share; what is drawn here is how it is said: the actor types, with
 * a state or none, derived from each other with members of their own or none; which of their
 * messages are scalable; what their behaviours do beside counting; the actors; what each thread
 * does. SIZE: about how many statements a thread has. Configurations are drawn when the program
 * runs. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TYPES = 4, ACTORS = 5, THREADS = 4, VALUES = 4 };
enum kind { FULL, MUTE, DERIVED, NAMESAKE, KINDS }; /* NAMESAKE: derived, without members */

static const char *const message[VALUES] = {"one", "big", "ending", "note"};
static struct type {
	enum kind kind;
	int base;
	bool own[VALUES], scalable[VALUES]; /* own: it has a behaviour of its own for it */
} types[TYPES];
static int type_count, actor_count, thread_count, type_of[ACTORS];
static uint64_t row;

static unsigned below(unsigned n)
{
	row = row * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(row >> 33) % n;
}

/* ---- behaviours ---- */

static void write_statements(int most)
{
	static const char *const what[] = {
	        "wander(&c);",
	        "burn(&c);",
	        "to_any(&c, (int)draw(&c, ACTORS), draw(&c, WHATS));",
	        "by_relay(&c);",
	        "if (draw(&c, 2)) wander(&c);",
	        "for (unsigned i = draw(&c, 3); i > 0; i--) to_any(&c, (int)draw(&c, ACTORS), "
	        "SCALABLE);",
	};

	for (int n = (int)below((unsigned)most + 1); n > 0; n--)
		printf("\t%s\n", what[below(sizeof what / sizeof *what)]);
}

static bool is_value(const char *m)
{
	for (int i = 0; i < VALUES; i++)
		if (message[i] == m) return true;
	return false;
}

static void write_telling(int t, const char *m, bool scalable)
{
	if (types[t].kind != MUTE && below(3) > 0)
		printf("\ttell_relay(&self->s, &c, %s);\n", scalable ? "false" : "true");
	if (m && below(4) == 0) printf("\tif (!w.all_leave) w.relays[draw(&c, RELAYS)] | m;\n");
}

static void write_scalable(int t, const char *m)
{
	bool mute = types[t].kind == MUTE;

	printf("scalable receive (a%d *self, %s *m)\n{\n", t, m);
	printf(mute ? "\tstruct context c = mute_enter(&m->h);\n\t(void)self;\n"
	            : "\tstruct context c = enter(&self->s, &m->h);\n");
	write_statements(2);
	write_telling(t, m, true);
	if (types[t].kind == DERIVED) printf("\tself->extra++;\n");
	printf(mute ? "\tmute_scalable(&m->h);\n" : "\tcount_scalable(&self->s, &m->h);\n");
	write_statements(1);
	printf(mute ? "\t(void)c;\n}\n\n" : "\tcome_out(&self->s, &c);\n}\n\n");
}

static void write_ordinary(int t, const char *m, const char *ends, const char *last)
{
	bool mute = types[t].kind == MUTE;

	printf("receive (a%d *self, %s *m)\n{\n", t, m);
	printf(mute ? "\tstruct context c = mute_enter(&m->h);\n\t(void)self;\n"
	            : "\tstruct context c = enter(&self->s, &m->h);\n");
	printf(mute ? "\tmute_ordinary(&m->h, %s);\n" : "\tcount_ordinary(&self->s, &m->h, %s);\n",
	       ends);
	write_statements(2);
	write_telling(t, is_value(m) ? m : NULL, false);
	printf(mute ? "\t(void)c;\n" : "\tcome_out(&self->s, &c);\n");
	printf("%s}\n\n", last);
}

static void write_behaviours(int t)
{
	for (int m = 0; m < VALUES; m++) {
		if (!types[t].own[m]) continue;
		if (types[t].scalable[m]) write_scalable(t, message[m]);
		else write_ordinary(t, message[m], "false", "");
	}
	write_ordinary(t, "look", "false", "\tif (m->reply) *m->reply << c.past;\n");
	write_ordinary(t, "leave", "m->how != STAYS",
	               "\tswitch (m->how) {\n\tcase BY_FINISHED: return Finished;\n\tcase "
	               "BY_DESTROY: return Destroy;\n"
	               "\tcase BY_DELETE: return Delete;\n\tdefault: return Nodelete;\n\t}\n");
}

static void write_type(int t)
{
	static const char *const members[KINDS] = {"struct state s;", "", "inline a%d; long extra;",
	                                           "inline a%d;"};

	printf("actor a%d { ", t);
	printf(members[types[t].kind], types[t].base);
	printf(" };\n");
	if (types[t].kind == MUTE || types[t].kind == NAMESAKE) return;
	for (int way = 0; way < 2; way++) {
		const char *what = way ? "import" : "export";
		printf("%s (a%d *self, a%d *replica)\n{\n\tstate_%s(&self->s, &replica->s);\n",
		       what, t, t, what);
		if (types[t].kind == DERIVED && way)
			printf("\tself->extra += replica->extra;\n\treplica->extra = 0;\n");
		printf("}\n");
	}
	if (types[t].kind == FULL) printf("destroy (a%d *self) { state_destroy(&self->s); }\n", t);
	else
		printf("destroy (a%d *self) { conc_test_assert(!self->s.replica || self->extra == "
		       "0); }\n",
		       t);
}

/* ---- sends ---- */

/* The sends of one message: of a variable m, of a literal, by reference. */
static void write_send(int t, int m)
{
	const char *name = message[m], *scalable = types[t].scalable[m] ? "true" : "false";

	printf("\tcase SCALABLE + %d: {\n\t\tstruct head h;\n\t\tif (!prepare(c, &h, number, %s)) "
	       "return;\n",
	       m, scalable);
	switch (m) {
	case 2:
		printf("\t\tif (tries(c, number)) {\n\t\t\tending *m = new ending { h, new_text() "
		       "};\n"
		       "\t\t\tconc_set_disposition(m, Delete);\n\t\t\tsent = conc_try_send(to, "
		       "m);\n"
		       "\t\t\tif (!sent) delete m;\n\t\t} else to | (ending){ h, new_text() };\n");
		break;
	case 3:
		printf("\t\tnote *m = new_note(&h);\n\t\tif (tries(c, number)) {\n\t\t\tsent = "
		       "conc_try_send(to, m);\n"
		       "\t\t\tif (!sent) delete m;\n\t\t} else to | m;\n");
		break;
	default:
		printf("\t\t%s m = { .h = h };\n\t\tif (tries(c, number)) sent = conc_try_send(to, "
		       "m);\n\t\telse to | m;\n",
		       name);
	}
	printf("\t\twas_sent(c, &h, sent);\n\t\tbreak;\n\t}\n");
}

static void write_look(void)
{
	printf("\tcase ORDINARY: case ASKS: {\n\t\tlook m = { 0 };\n\t\tfuture(struct past) reply "
	       "= {};\n\t\tstruct past known;\n"
	       "\t\tif (!prepare(c, &m.h, number, false)) return;\n"
	       "\t\tif (what == ASKS && number > c->rank) m.reply = &reply;\n"
	       "\t\tif (tries(c, number)) sent = conc_try_send(to, m);\n\t\telse to | m;\n"
	       "\t\twas_sent(c, &m.h, sent);\n"
	       "\t\tif (sent && m.reply && known << reply) past_join(&c->past, "
	       "&known);\n\t\tbreak;\n\t}\n");
}

static void write_burst(void)
{
	printf("\tcase BURSTS: {\n\t\tone m;\n\t\tuint32_t count = 0;\n"
	       "\t\tunsigned n = 1 + draw(c, w.seeded ? 4 : BURST);\n"
	       "\t\tif (!prepare(c, &m.h, number, true)) return;\n\t\tm.h.burst = true;\n\t\tfor "
	       "(; n > 0; n--) {\n"
	       "\t\t\tif (tries(c, number)) count += conc_try_send(to, m);\n"
	       "\t\t\telse {\n\t\t\t\tto | m;\n\t\t\t\tcount++;\n\t\t\t}\n\t\t}\n\t\twas_sent(c, "
	       "&m.h, count);\n\t\tbreak;\n\t}\n");
}

static int real(int t) /* whose behaviours it has */
{
	return types[t].kind == NAMESAKE ? types[t].base : t;
}

static void write_to(int t)
{
	printf("static void a%d_to(struct context *c, a%d *to, int number, unsigned "
	       "what)\n{\n\tbool sent = true;\n"
	       "\tswitch (what) {\n",
	       t, t);
	write_look();
	write_burst();
	for (int m = 0; m < VALUES; m++) write_send(real(t), m);
	printf("\t}\n}\n");
	printf("static void a%d_leave(struct context *c, a%d *to, int number, enum way_out "
	       "how)\n{\n"
	       "\tleave m = { .how = how };\n\tbool sent = true;\n\tif (!prepare(c, &m.h, number, "
	       "false)) return;\n"
	       "\tif (tries(c, number)) sent = conc_try_send(to, m);\n\telse to | "
	       "m;\n\twas_sent(c, &m.h, sent);\n}\n",
	       t, t);
}

static bool is_mute(int t)
{
	return types[real(t)].kind == MUTE;
}

static void write_initialiser(int t, const char *number)
{
	bool inside = types[t].kind == DERIVED || types[t].kind == NAMESAKE;

	if (is_mute(t)) printf("{}");
	else
		printf("%s{ .s = { .number = %s, .view = { .factor = 1 } } }%s", inside ? "{ " : "",
		       number, inside ? " }" : "");
}

static void write_lives(int t)
{
	printf("static void a%d_live(struct context *c, a%d *x, int number)\n{\n\tunsigned r = "
	       "c->row;\n"
	       "\tCONFIGURE(x, number, &r);\n"
	       "\tfor (unsigned n = draw(c, 4); n > 0; n--) a%d_to(c, x, number, draw(c, "
	       "WHATS));\n}\n",
	       t, t, t);
	printf("static void a%d_scope(struct context *c, int number)\n{\n\ta%d y = ", t, t);
	write_initialiser(t, "number");
	printf(";\n\ta%d_live(c, &y, number);\n\tif (draw(c, 4) == 0) a%d_leave(c, &y, number, "
	       "BY_DESTROY);\n}\n",
	       t, t);
}

static void write_life(int t)
{
	write_lives(t);
	printf("static void a%d_life(struct context *c)\n{\n\tint number;\n\ta%d *x;\n"
	       "\tif (c->end - c->next < 5 * ROOM || (number = new_actor()) < 0) return;\n",
	       t, t);
	if (is_mute(t)) printf("\tw.is_mute[number] = true;\n");
	printf("\tif (draw(c, 3) == 0) {\n\t\ta%d_scope(c, number);\n\t\treturn;\n\t}\n\tx = new "
	       "a%d ",
	       t, t);
	write_initialiser(t, "number");
	printf(";\n\ta%d_live(c, x, number);\n\tswitch (draw(c, 6)) {\n"
	       "\tcase 0: a%d_leave(c, x, number, BY_DELETE); return;\n"
	       "\tcase 1: x | delete_message; return;\n\tcase 2: a%d_leave(c, x, number, "
	       "BY_FINISHED); break;\n"
	       "\tcase 3: a%d_leave(c, x, number, BY_DESTROY); break;\n"
	       "\tcase 4: a%d_leave(c, x, number, STAYS); break;\n\tdefault: break;\n\t}\n\tdelete "
	       "x;\n}\n\n",
	       t, t, t, t, t);
}

/* ---- actors and threads ---- */

static void write_actors(void)
{
	for (int i = 0; i < actor_count; i++) printf("static a%d *x%d;\n", type_of[i], i);
	printf("static void to_any(struct context *c, int to, unsigned what)\n{\n\tswitch (to) "
	       "{\n");
	for (int i = 0; i < actor_count; i++)
		printf("\tcase %d: a%d_to(c, x%d, %d, what); break;\n", i, type_of[i], i, i);
	printf("\t}\n}\nstatic void finish_one(int actor)\n{\n\tswitch (actor) {\n");
	for (int i = 0; i < actor_count; i++)
		printf("\tcase %d: if (!conc_try_send(x%d, finished_message)) return; break;\n", i,
		       i);
	printf("\t}\n\twas_finished(actor);\n}\n");
}

static void write_round(void)
{
	printf("static void play_round(unsigned *row)\n{\n");
	for (int t = 0; t < type_count; t++)
		if (below(3) == 0)
			printf("\tstruct conc_scaling how_%d = "
			       "random_scaling(row);\n\tconc_scaling_type(a%d, &how_%d);\n",
			       t, t, t);
	for (int i = 0; i < actor_count; i++) {
		char number[12];
		int t = type_of[i];
		snprintf(number, sizeof number, "%d", i);
		printf(i % 2 ? "\tx%d = new a%d " : "\ta%2$d y%1$d = ", i, t);
		write_initialiser(t, number);
		printf(i % 2 ? ";\n" : ";\n\tx%d = &y%d;\n", i, i);
		printf("\tCONFIGURE(x%d, %d, row);\n", i, i);
		if (is_mute(t)) printf("\tw.is_mute[%d] = true;\n", i);
	}
	printf("\tplay();\n");
	for (int i = 1; i < actor_count; i += 2) printf("\tdelete x%d;\n", i);
	printf("}\n\n");
}

static void write_statement(int size)
{
	static const char *const what[] = {"SCALABLE",     "SCALABLE + 1", "SCALABLE + 2",
	                                   "SCALABLE + 3", "BURSTS",       "ASKS",
	                                   "ORDINARY"};
	int to = (int)below((unsigned)actor_count), t = (int)below((unsigned)type_count);

	switch (below(16)) {
	case 0:
		printf("\t\twander(c);\n");
		break;
	case 1:
		printf("\t\tby_relay(c);\n");
		break;
	case 2:
		printf("\t\tfork_piece(c);\n");
		break;
	case 3:
	case 4:
		printf("\t\ta%d_life(c);\n", t);
		break;
	case 5:
		printf("\t\tif (w.tries[%d]) a%d_leave(c, x%d, %d, (enum way_out)draw(c, "
		       "BY_DELETE));\n",
		       to, type_of[to], to, to);
		break;
	case 6:
		printf("\t\tfor (int i = 0; i < %d; i++) a%d_to(c, x%d, %d, %s);\n",
		       2 + (int)below((unsigned)size), type_of[to], to, to,
		       what[below(sizeof what / sizeof *what)]);
		break;
	default:
		printf("\t\ta%d_to(c, x%d, %d, %s);\n", type_of[to], to, to,
		       what[below(sizeof what / sizeof *what)]);
	}
}

static void write_script(int size)
{
	printf("static void script(int thread, struct context *c)\n{\n\tswitch (thread) {\n");
	for (int t = 0; t <= thread_count; t++) {
		printf("\tcase %d:\n", t);
		for (int n = 1 + (int)below((unsigned)size * 2); n > 0; n--) write_statement(size);
		printf("\t\tbreak;\n");
	}
	printf("\t}\n}\n");
}

/* ---- the program ---- */

static void draw_type(int t)
{
	struct type *type = &types[t];

	type->kind = t ? (enum kind)below(KINDS) : FULL;
	type->base = (int)below((unsigned)(t + !t));
	if (type->kind == DERIVED && types[type->base].kind != FULL) type->base = 0;
	if (type->kind == NAMESAKE && types[type->base].kind == NAMESAKE) type->base = 0;
	for (int m = 0; m < VALUES; m++) {
		type->own[m] = type->kind != DERIVED || below(2);
		type->scalable[m] =
		        type->own[m] ? m == 0 || below(3) : types[type->base].scalable[m];
	}
}

static void draw_program(void)
{
	type_count = 1 + (int)below(TYPES);
	for (int t = 0; t < type_count; t++) draw_type(t);
	actor_count = 1 + (int)below(ACTORS);
	thread_count = 1 + (int)below(THREADS);
	for (int i = 0; i < actor_count; i++) type_of[i] = (int)below((unsigned)type_count);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "generate SEED [SIZE]\n");
		return 2;
	}
	row = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u;
	draw_program();
	printf("// generate %s\nenum { ACTORS = %d, THREADS = %d };\n#include \"world.h\"\n\n",
	       argv[1], actor_count, thread_count);
	for (int t = 0; t < type_count; t++) {
		write_type(t);
		if (types[t].kind != NAMESAKE) write_behaviours(t);
		write_to(t);
		write_life(t);
	}
	write_actors();
	write_script(argc > 2 ? atoi(argv[2]) : 6);
	write_round();
	return 0;
}
