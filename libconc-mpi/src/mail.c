/* SPDX-License-Identifier: MIT */
/* The mail thread: see mail.h.
 *
 *     rank 0                              a host
 *     MPI_Init                            MPI_Init
 *     HELLO to all                        HELLO to rank 0
 *     all have said HELLO: main begins
 *     OPEN, BATCH, FETCH                  CREDIT, STATE
 *     exit: BYE to all                    BYE
 *     all have said BYE: MPI_Finalize     all is sent: MPI_Finalize, exit
 */
#include "mail.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "actor/actor.h"
#include "conc/duration.h"
#include "port/atomic.h"
#include "port/os.h"
#include "port/stop.h"
#include "watch.h"

enum { LOOKS = 40 }; /* before the first sleep */
#define FIRST_SLEEP CONC_US(20)
#define BUSY_SLEEP CONC_US(250) /* a thread here waits for a mail, or replicas are here */
#define IDLE_SLEEP CONC_MS(5)

enum stage { STARTING, READY, ALONE, ENDED };

int conc_mpi_rank, conc_mpi_ranks;

static uint32_t stage;  /* atomic: enum stage; a futex for threads that wait for it */
static uint32_t nudges; /* atomic: a futex for the mail thread */
static uint32_t ending; /* atomic: exit has begun */
static uint32_t asleep; /* atomic: the mail thread may sleep on nudges */
static struct conc_tiny_lock lock;
static struct conc_mpi_mail *first, *last; /* under the lock: posted mails */

/* For the mail thread only: */
static int hellos, byes; /* received */
static bool leaving;

/* ---- any thread ---- */

void conc_mpi_nudge(void)
{
	/* seq_cst, both: the mail thread sets asleep before it looks at nudges */
	add_seq_cst(&nudges, 1u);
	if (load_seq_cst(&asleep)) conc_os_futex_wake(&nudges, 1);
}

void conc_mpi_post(int peer, enum conc_mpi_kind kind, uint64_t replica, uint64_t number,
                   uint64_t bytes, struct conc_writer *body)
{
	struct conc_mpi_head head = {
	        .kind = kind, .replica = replica, .number = number, .bytes = bytes};
	struct conc_writer none = {0};
	struct conc_mpi_mail *mail;

	if (!body) conc_mpi_body(body = &none);
	mail = conc_mpi_mail_new(peer, &head, body);
	conc_tiny_lock_acquire(&lock);
	if (first) last->next = mail;
	else first = mail;
	last = mail;
	conc_tiny_lock_release(&lock);
	conc_mpi_nudge();
}

static void reach(enum stage next)
{
	/* release: publishes the ranks, and what the mail thread did */
	store_release(&stage, next);
	conc_os_futex_wake(&stage, INT32_MAX);
}

/* Waits for a stage, in a kernel thread that has nothing else to do. watch.c limits the time. */
static enum stage mpi_mail_await(enum stage wanted)
{
	uint32_t seen;

	/* acquire: pairs with reach */
	while ((seen = load_acquire(&stage)) < wanted) conc_os_futex_wait(&stage, seen, UINT64_MAX);
	return (enum stage)seen;
}

void conc_mpi_leave(void)
{
	/* relaxed: only the first call counts */
	if (!exchange_relaxed(&ending, 1u))
		for (int i = 1; i < conc_mpi_ranks; i++)
			conc_mpi_post(i, CONC_MPI_BYE, 0, 0, 0, NULL);
	mpi_mail_await(ENDED);
}

/* ---- what has come ---- */

static void read_hello(const struct conc_mpi_mail *mail)
{
	struct conc_reader in = conc_mpi_reader(mail);
	struct conc_mpi_hello hello;
	const char *difference;

	conc_reader_get(&in, &hello, sizeof hello);
	difference = conc_mpi_differs(&hello);
	/* rank 0 reports it for all */
	if (difference && !conc_mpi_rank)
		conc_stop(NULL, NULL,
		          "rank %d runs another program than rank 0: it has %s. All ranks must run "
		          "the same one",
		          mail->peer, difference);
	hello.host[sizeof hello.host - 1] = '\0';
	conc_mpi_watch_process(mail->peer, hello.host, hello.pid, conc_mpi_is_here(&hello));
	if (!conc_mpi_rank) conc_mpi_master_host(mail->peer, hello.processors);
	if (++hellos < (conc_mpi_rank ? 1 : conc_mpi_ranks - 1)) return;
	conc_mpi_phase(CONC_MPI_RUNNING);
	reach(READY);
}

static void *exit_as_told(void *status)
{
	exit((int)(intptr_t)status);
}

/* A behaviour on another rank has called exit: that ends the program, as it would here. */
static void exit_for(uint64_t status)
{
	static bool told;
	int error;

	/* relaxed: if the program begins to end just now, exit_as_told waits for that */
	if (told || load_relaxed(&ending)) return;
	told = true;
	error = conc_os_thread_start(exit_as_told, (void *)(intptr_t)status, 0);
	if (error) conc_stop(NULL, NULL, "exit on another rank: %s", strerror(error));
}

static void read_bye(void)
{
	byes++;
	leaving = conc_mpi_rank || byes == conc_mpi_ranks - 1;
	if (conc_mpi_rank) conc_mpi_post(0, CONC_MPI_BYE, 0, 0, 0, NULL);
}

static void read_mail(struct conc_mpi_mail *mail)
{
	const struct conc_mpi_head *head = conc_mpi_head(mail);

	switch ((enum conc_mpi_kind)head->kind) {
	case CONC_MPI_HELLO:
		read_hello(mail);
		break;
	case CONC_MPI_PING:
		if (head->number) conc_mpi_post(mail->peer, CONC_MPI_ALIVE, 0, 0, 0, NULL);
		break;
	case CONC_MPI_ALIVE:
		conc_mpi_alive(mail->peer);
		conc_mpi_post(mail->peer, CONC_MPI_PING, 0, 0, 0, NULL); /* so is this rank */
		break;
	case CONC_MPI_EXIT:
		exit_for(head->number);
		break;
	case CONC_MPI_BYE:
		read_bye();
		break;
	default:
		if (conc_mpi_rank) conc_mpi_host_mail(mail);
		else conc_mpi_master_mail(mail);
		return;
	}
	conc_mpi_mail_free(mail);
}

/* ---- the loop ---- */

static bool take_posted(void)
{
	struct conc_mpi_mail *mail, *next;

	conc_tiny_lock_acquire(&lock);
	mail = first;
	first = last = NULL;
	conc_tiny_lock_release(&lock);
	if (!mail) return false;
	for (; mail; mail = next) {
		next = mail->next;
		mail->next = NULL;
		conc_mpi_wire_send(mail);
	}
	return true;
}

/* The ranks that this rank exchanges mails with: for a host, only rank 0. */
static int first_peer(void)
{
	return conc_mpi_rank ? 0 : 1;
}

static int last_peer(void)
{
	return conc_mpi_rank ? 0 : conc_mpi_ranks - 1;
}

/* To ranks that were sent nothing for a while. */
static void give_signs_of_life(void)
{
	uint64_t timeout = conc_mpi_timeout(), now = conc_now();
	uint64_t interval = timeout == UINT64_MAX ? (uint64_t)CONC_S(1) : timeout / 8;

	for (int i = first_peer(); i <= last_peer(); i++)
		if (now - conc_mpi_wire_last(i) > interval && conc_mpi_wire_idle(i))
			conc_mpi_post(i, CONC_MPI_PING, 0, 0, 0, NULL);
}

static void give_or_ask_for_sign(void)
{
	enum conc_mpi_kind kind = conc_mpi_rank ? CONC_MPI_ALIVE : CONC_MPI_PING;

	for (int i = first_peer(); i <= last_peer(); i++) conc_mpi_post(i, kind, 0, 1, 0, NULL);
}

static void rest(uint32_t seen, unsigned idle_turns)
{
	bool busy = conc_mpi_rank ? conc_mpi_host_busy() : conc_mpi_master_waits();
	uint64_t most = (uint64_t)(busy ? BUSY_SLEEP : IDLE_SLEEP);
	uint64_t time = (uint64_t)FIRST_SLEEP << (idle_turns > 10 ? 10 : idle_turns);

	store_seq_cst(&asleep, 1u); /* as in conc_mpi_nudge */
	conc_os_futex_wait(&nudges, seen, conc_now() + (time < most ? time : most));
	store_relaxed(&asleep, 0u);
}

/* Makes one round. Returns false if there was nothing to do. */
static bool turn(void)
{
	bool posted = take_posted(), moved;
	struct conc_mpi_mail *mail = conc_mpi_wire_move(&moved);

	if (mail) read_mail(mail);
	conc_mpi_beat();
	if (conc_mpi_wants_sign()) give_or_ask_for_sign();
	return posted || moved;
}

static void carry(void)
{
	unsigned idle_turns = 0;

	while (idle_turns == 0 || !leaving || !conc_mpi_wire_sent()) {
		uint32_t seen = load_seq_cst(&nudges); /* before the mails that it announces */

		idle_turns = turn() ? 0 : idle_turns + 1;
		if (idle_turns < LOOKS) continue;
		give_signs_of_life();
		rest(seen, idle_turns - LOOKS);
	}
}

/* ---- begin and end ---- */

/* With more ranks than processors mpirun makes MPI call sched_yield whenever it finds nothing. A
 * thread that does so often is not run for seconds by Linux's EEVDF scheduler while others compute,
 * and the rank would be silent. This thread sleeps instead. */
static void join_ranks(void)
{
	int level;

	setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
	setenv("OMPI_MCA_opal_signal", "", 0); /* the cause of a stop reports itself */
	MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &conc_mpi_rank);
	conc_remote_rank = conc_mpi_rank;
	MPI_Comm_size(MPI_COMM_WORLD, &conc_mpi_ranks);
	conc_mpi_watch_ranks(conc_mpi_ranks);
}

static void say_hello(void)
{
	for (int i = first_peer(); i <= last_peer(); i++) {
		struct conc_writer body = {0};

		conc_mpi_body(&body);
		conc_writer_put(&body, conc_mpi_identity(), sizeof(struct conc_mpi_hello));
		conc_mpi_post(i, CONC_MPI_HELLO, 0, 0, 0, &body);
	}
}

static void part(void)
{
	conc_mpi_phase(CONC_MPI_ENDING);
	if (conc_mpi_rank) fflush(NULL); /* output of behaviours, while mpirun listens */
	MPI_Finalize();
	conc_mpi_phase(CONC_MPI_GONE);
	/* not exit: the program's exit handlers are for rank 0 */
	if (conc_mpi_rank) _exit(0);
	conc_mpi_await_ends();
}

static void *mpi_mail_loop(void *unused)
{
	(void)unused;
	join_ranks();
	if (conc_mpi_ranks == 1) {
		part();
		reach(ALONE);
		return NULL;
	}
	conc_mpi_wire_start(conc_mpi_ranks);
	if (!conc_mpi_rank) conc_mpi_master_start(conc_mpi_ranks);
	say_hello();
	carry();
	part();
	reach(ENDED);
	return NULL;
}

bool conc_mpi_start(void)
{
	int error;

	conc_mpi_watch_start();
	error = conc_os_thread_start(mpi_mail_loop, NULL, 0);
	if (error) conc_stop(NULL, NULL, "no kernel thread for MPI: %s", strerror(error));
	return mpi_mail_await(READY) == READY;
}
