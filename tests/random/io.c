/* SPDX-License-Identifier: MIT */
/* Calls in clauses. Scene: writers and readers at a pipe or at sockets that keep packets apart, some records through a
 * channel beside it: each record is read once. waituntil.c has a clause that reads from a pipe. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"__attribute__((unused)) static void close_ends(int (*ends)[2]) { close((*ends)[0]), close((*ends)[1]); }\n"
		/* records may be larger than the room that a pipe has at first */
		"__attribute__((unused)) static void open_ends(int (*ends)[2], bool packets, size_t room)\n"
		"{\n\tnote(!(packets ? socketpair(AF_UNIX, SOCK_SEQPACKET, 0, *ends) : pipe(*ends)));\n"
		"\tif (!packets && room) fcntl((*ends)[0], F_SETPIPE_SZ, (int)room);\n}\n");
}

static void say_write(struct program *p, bool channel)
{
	switch (below(p, 5)) {
	case 0: say(p, "\t\twaituntil (int n << conc_write(w->ends[1], &one, sizeof one)) { note(n == (int)sizeof one); }\n\t\tor waituntil (timeout(1h)) { note(0); }\n"); break;
	case 1: say(p, "\t\tnote(conc_write_for(w->ends[1], &one, sizeof one, 1h) == (ssize_t)sizeof one);\n"); break;
	case 2: say(p, "\t\tlong n = 0;\n\t\twhile (!n)\n\t\t\twaituntil (n << conc_write(w->ends[1], &one, sizeof one)) { } or else conc_yield();\n\t\tnote(n == (long)sizeof one);\n"); break;
	case 3: say(p, "\t\tnote(conc_write(w->ends[1], &one, sizeof one) == (ssize_t)sizeof one);\n"); break;
	default:
		if (channel) say(p, "\t\tfair waituntil (w->beside << one) { }\n\t\tor waituntil (int n << conc_write(w->ends[1], &one, sizeof one)) { note(n == (int)sizeof one); }\n");
		else say(p, "\t\twaituntil (writable(w->ends[1])) { note(conc_write(w->ends[1], &one, sizeof one) == (ssize_t)sizeof one); }\n");
	}
}

/* Until the other end of both is closed. */
static void say_read(struct program *p, const char *name, bool channel)
{
	const char *call = "conc_read(w->ends[0], &one, sizeof one)";
	say(p, "\tfor (ssize_t n = 1; n || more;) {\n");
	if (channel) {
		say(p, "\t\tstruct record_of_%s other;\n", name);
		say(p, "\t\t%swhen (n) waituntil (n << %s) { if (n) note(n == (ssize_t)sizeof one), sum += one.by; }\n", chance(p, 50) ? "fair " : "", call);
		say(p, "\t\tor when (more) waituntil (more = other << w->beside) { if (more) sum += other.by; }\n");
		if (chance(p, 50)) say(p, "\t\tor waituntil (timeout(1h)) { note(0); }\n");
	} else if (chance(p, 50)) {
		say(p, "\t\twaituntil (n << %s) { if (n) note(n == (ssize_t)sizeof one), sum += one.by; }\n", call);
		say(p, "\t\tor waituntil (timeout(%s)) { }\n", chance(p, 50) ? "1h" : "1us");
	} else {
		say(p, "\t\twaituntil (n << %s) { } or else { n = conc_read_for(w->ends[0], &one, sizeof one, 1h); }\n", call);
		say(p, "\t\tif (n) note(n == (ssize_t)sizeof one), sum += one.by;\n");
	}
	say(p, "\t}\n\treturn sum;\n}\n");
}

static void function(struct program *p)
{
	unsigned long writers = 1 + below(p, 3), readers = 1 + below(p, 3), each = 1 + below(p, 15);
	bool packets = chance(p, 40), channel = chance(p, 50);
	scene(p, "wire");
	const char *name = p->function->name;
	say(p, "struct record_of_%s { unsigned long by; char room[%lu]; };\n", name, 1 + below(p, 3) * below(p, 1000));
	say(p, "struct wire_of_%s { int ends[2]; channel(struct record_of_%s) beside; };\n", name, name);
	say(p, "static void write_%s(struct wire_of_%s *w)\n{\n\tstruct record_of_%s one = {0};\n", name, name, name);
	say(p, "\tfor (unsigned long i = 1; i <= %lu; i++) {\n\t\tone.by = i;\n", each);
	say_write(p, channel);
	say(p, "\t}\n}\nstatic unsigned long read_%s(struct wire_of_%s *w)\n{\n\tstruct record_of_%s one;\n", name, name, name);
	say(p, "\tunsigned long sum = 0;\n\tbool more = %s;\n", channel ? "true" : "false");
	say_read(p, name, channel);
	say(p, "static unsigned long %s(unsigned long n)\n{\n\tstruct wire_of_%s w = { .beside = {%lu} };\n", name, name, below(p, 3));
	say(p, "\topen_ends(&w.ends, %d, %lu);\n\ttask(unsigned long) r[%lu];\n", packets, below(p, 2) * 4096, readers);
	say(p, "\tfor (int i = 0; i < %lu; i++) r[i] = spawn read_%s(&w);\n", readers, name);
	say(p, "\t{\n\t\ttask(void) t[%lu];\n\t\tfor (int i = 0; i < %lu; i++) t[i] = spawn write_%s(&w);\n\t}\n", writers, writers, name);
	/* a close would also end the waits for its own end */
	say(p, "\tconc_close(&w.beside);\n\tclose(w.ends[1]);\n\tfor (int i = 0; i < %lu; i++) n += join(r[i]);\n\tclose(w.ends[0]);\n\treturn n %% %lu;\n}\n", readers, unsigned_long.modulus);
	shadow_add(p, 0, variable(1));
	shadow_add(p, 0, constant(writers * each * (each + 1) / 2));
	scene_end(p, 80 + writers * each * 8);
}

const struct construct construct_io = { .name = "io", .declare = declare, .function = function };
