/* SPDX-License-Identifier: MIT */
/* concc reads this in place of conc.h while it analyses a unit: every public name with its type,
 * without bodies and macros, so that the analysis is quick and sees what an operand is. The
 * compiler of the lowered unit reads the real headers. */
#ifndef CONC_ANALYSIS_H
#define CONC_ANALYSIS_H

#include <errno.h>
#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/duration.h"

/* The real headers are opened all the same, with their include guards already set. So they are
 * named in dependency files and in the output of concc -E. */
#define CONC_THREAD_H
#define CONC_ACTOR_H
#define CONC_ABI_ACTOR_H
#define CONC_MUTEX_H
#define CONC_LOCK_H
#define CONC_CONDITION_H
#define CONC_BARRIER_H
#define CONC_ONCE_H
#define CONC_PARK_H
#define CONC_CHANNEL_H
#define CONC_FUTURE_H
#define CONC_SELECT_H
#define CONC_SCALABLE_H
#define CONC_ABI_SCALABLE_H
#define CONC_SEPARATE_H
#define CONC_ABI_SEPARATE_H
#define CONC_IO_H
#define CONC_LIMITER_H
#define CONC_CANCEL_H
#define CONC_TEST_H
#define CONC_TICKER_H
#define CONC_ABI_H
#define CONC_ABI_BASE_H
#define CONC_ABI_BLOCKING_H
#define CONC_ABI_CHANNEL_H
#define CONC_ABI_FUTURE_H
#define CONC_ABI_IO_H
#define CONC_ABI_MUTEX_H
#define CONC_ABI_NEW_H
#define CONC_ABI_SELECT_H
#define CONC_ABI_SCOPE_H
#define CONC_ABI_TASK_H
#define CONC_ABI_THREAD_H
#define CONC_ABI_WAITUNTIL_H
#include "conc/abi.h"
#include "conc/abi_actor.h"
#include "conc/abi_base.h"
#include "conc/abi_blocking.h"
#include "conc/abi_channel.h"
#include "conc/abi_future.h"
#include "conc/abi_io.h"
#include "conc/abi_mutex.h"
#include "conc/abi_new.h"
#include "conc/abi_select.h"
#include "conc/abi_scalable.h"
#include "conc/abi_scope.h"
#include "conc/abi_separate.h"
#include "conc/abi_task.h"
#include "conc/abi_thread.h"
#include "conc/abi_waituntil.h"
#include "conc/actor.h"
#include "conc/barrier.h"
#include "conc/channel.h"
#include "conc/cancel.h"
#include "conc/condition.h"
#include "conc/future.h"
#include "conc/io.h"
#include "conc/limiter.h"
#include "conc/lock.h"
#include "conc/mutex.h"
#include "conc/once.h"
#include "conc/park.h"
#include "conc/scalable.h"
#include "conc/select.h"
#include "conc/separate.h"
#include "conc/test.h"
#include "conc/thread.h"
#include "conc/ticker.h"

struct conc_thread;
struct conc_thread *conc_self(void);
void conc_yield(void);
#define CONC_NAME_SIZE 48
void conc_set_name(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));
const char *conc_get_name(void);
conc_duration conc_cpu_time(void);
enum conc_band { CONC_BAND_NORMAL, CONC_BAND_URGENT };
enum conc_band conc_set_band(enum conc_band band);
int conc_park(void);
int conc_park_for(conc_duration d);
void conc_unpark(struct conc_thread *t);
unsigned conc_processors(unsigned n);
void conc_on_processor_start(void (*start)(unsigned processor));
void conc_pin(void);
void conc_unpin(void);
size_t conc_stack_size(size_t size);
struct conc_local {
	void (*fini)(void *value);
};
void *conc_local_get(struct conc_local *key, size_t size);
void conc_own_modes(void);
int *conc_abi_errno(void);
#undef errno
#define errno (*conc_abi_errno())

typedef struct conc_mutex {
	uintptr_t conc_state, conc_queue;
} conc_mutex;
void conc_mutex_lock(conc_mutex *m);
int conc_mutex_lock_for(conc_mutex *m, conc_duration d);
bool conc_mutex_try_lock(conc_mutex *m);
void conc_mutex_unlock(conc_mutex *m);

typedef struct conc_owner_lock {
	uintptr_t conc_state, conc_queue, conc_depth;
} conc_owner_lock;
void conc_owner_lock_lock(conc_owner_lock *l);
int conc_owner_lock_lock_for(conc_owner_lock *l, conc_duration d);
bool conc_owner_lock_try_lock(conc_owner_lock *l);
void conc_owner_lock_unlock(conc_owner_lock *l);

typedef struct conc_spin_lock {
	uintptr_t conc_state;
} conc_spin_lock;
void conc_spin_lock_lock(conc_spin_lock *l);
bool conc_spin_lock_try_lock(conc_spin_lock *l);
void conc_spin_lock_unlock(conc_spin_lock *l);

typedef struct conc_rw_lock {
	uintptr_t conc_state, conc_queue;
} conc_rw_lock;
struct conc_rw_reader {
	struct conc_rw_lock conc_rw;
};
struct conc_rw_reader *conc_reading(conc_rw_lock *l);
void conc_rw_lock_lock(conc_rw_lock *l);
int conc_rw_lock_lock_for(conc_rw_lock *l, conc_duration d);
bool conc_rw_lock_try_lock(conc_rw_lock *l);
void conc_rw_lock_unlock(conc_rw_lock *l);
void conc_rw_lock_read_lock(conc_rw_lock *l);
int conc_rw_lock_read_lock_for(conc_rw_lock *l, conc_duration d);
bool conc_rw_lock_try_read_lock(conc_rw_lock *l);
void conc_rw_lock_read_unlock(conc_rw_lock *l);

typedef struct conc_semaphore {
	intptr_t conc_count;
	uintptr_t conc_queue;
} conc_semaphore;
void conc_semaphore_init(conc_semaphore *s, unsigned units);
void conc_semaphore_wait(conc_semaphore *s);
int conc_semaphore_wait_for(conc_semaphore *s, conc_duration d);
bool conc_semaphore_try_wait(conc_semaphore *s);
void conc_semaphore_post(conc_semaphore *s);
void conc_semaphore_lock(conc_semaphore *s);
bool conc_semaphore_try_lock(conc_semaphore *s);
void conc_semaphore_unlock(conc_semaphore *s);

typedef struct conc_condition {
	uintptr_t conc_queue;
} conc_condition;
void conc_wait(conc_condition *c, void *lock);
int conc_wait_for(conc_condition *c, void *lock, conc_duration d);
void conc_wait_with(conc_condition *c, void *lock, uintptr_t info);
bool conc_waiting(conc_condition *c);
uintptr_t conc_front(conc_condition *c);
void conc_signal(conc_condition *c);
void conc_broadcast(conc_condition *c);
void conc_signal_block(conc_condition *c, void *lock);

typedef struct conc_barrier {
	unsigned conc_count;
	void (*conc_hook)(struct conc_barrier *barrier);
	unsigned conc_arrived;
	uintptr_t conc_queue;
} conc_barrier;
void conc_barrier_init(conc_barrier *b, unsigned count, void (*hook)(conc_barrier *barrier));
bool conc_barrier_wait(conc_barrier *b);
int conc_barrier_wait_for(conc_barrier *b, conc_duration d);

typedef struct conc_once {
	uintptr_t conc_state, conc_queue;
} conc_once;
void conc_once_call(conc_once *o, void (*f)(void *argument), void *argument);

typedef struct conc_ticker {
	conc_duration period;
	uint64_t conc_next, conc_missed;
} conc_ticker;
void conc_ticker_start(conc_ticker *t, conc_duration first);
int conc_ticker_wait(conc_ticker *t);
int conc_ticker_wait_for(conc_ticker *t, conc_duration limit);
uint64_t conc_ticker_missed(const conc_ticker *t);

typedef struct conc_limiter {
	conc_duration every;
	unsigned burst, conc_waiting;
	uint64_t conc_turn;
	uintptr_t conc_queue;
} conc_limiter;
int conc_limiter_wait(conc_limiter *l);
int conc_limiter_wait_for(conc_limiter *l, conc_duration limit);
bool conc_limiter_try(conc_limiter *l);

struct conc_scope;
bool conc_cancelled(void);
uint64_t conc_deadline(void);

typedef enum conc_disposition {
	CONC_NODELETE,
	CONC_DELETE,
	CONC_DESTROY,
	CONC_FINISHED,
	CONC_FAILED,
} conc_disposition;
typedef struct conc_control {
} conc_control;
typedef struct delete_message {
} delete_message;
typedef struct destroy_message {
} destroy_message;
typedef struct finished_message {
} finished_message;
typedef struct conc_failure {
	void *actor;
	const char *type;
	int status;
	unsigned restarts;
	bool given_up;
} conc_failure;
enum conc_ended_why {
	CONC_ENDED_FINISHED = 1,
	CONC_ENDED_DELETED,
	CONC_ENDED_FAILED,
	CONC_ENDED_STOPPED,
};
typedef struct conc_end {
	void *actor;
	const char *type;
	enum conc_ended_why why;
	int status;
} conc_end;
enum conc_ended_policy { CONC_ENDED_STOP, CONC_ENDED_DROP };
struct conc_abi_type;
void conc_abi_ended_type(const struct conc_abi_type *type, unsigned policy, const char *where);
/* As in the real header: its expansion may be written to the output. */
#define conc_ended_type(A, policy) conc_abi_ended_type(&conc_type_##A, policy, CONC_HERE)
enum conc_stealing { CONC_STEAL_LONGEST, CONC_STEAL_RANDOM, CONC_STEAL_NONE };
enum conc_scaling_policy { CONC_SCALING_ADAPTIVE, CONC_SCALING_AGGRESSIVE, CONC_SCALING_NEVER };
struct conc_scaling {
	enum conc_scaling_policy policy;
	unsigned replicas;
	conc_duration flow, interval, retry;
	unsigned fan;
	conc_duration linger;
	unsigned remote;
};
struct conc_scaling_statistics {
	uint64_t splits, replicas, most, merges, incremental, refused, collapses;
	uint64_t calls, inline_calls, remote_calls, working, exporting, importing, waiting;
};
struct conc_abi_type;
void conc_abi_scaling_type(const struct conc_abi_type *type, const struct conc_scaling *config,
                           const char *where);
/* As in the real header: its expansion may be written to the output. */
#define conc_scaling_type(A, ...) conc_abi_scaling_type(&conc_type_##A, (__VA_ARGS__), CONC_HERE)
void conc_scaling_actor(void *actor, const struct conc_scaling *config);
bool conc_scaling_statistics(void *actor, struct conc_scaling_statistics *out);
bool conc_is_replica(const void *actor);
typedef struct conc_writer conc_writer;
typedef struct conc_reader conc_reader;
void conc_writer_put(conc_writer *out, const void *bytes, size_t size);
void conc_reader_get(conc_reader *in, void *bytes, size_t size);
void conc_writer_put_string(conc_writer *out, const char *string);
char *conc_reader_get_string(conc_reader *in);
struct conc_actors_config {
	unsigned workers, queues;
	enum conc_stealing stealing;
	unsigned batch;
	conc_duration steal_interval;
	struct conc_scaling scaling;
	unsigned replicas;
	enum conc_ended_policy ended;
};
struct conc_actors_statistics {
	uint64_t created, ended, sent, received, undelivered, gulps, gulped, missed_gulps;
	uint64_t steal_attempts, steal_empty, steal_swaps, steals, stolen, handed_over, sleeps;
	struct conc_scaling_statistics scaling;
};
void conc_actors_start(const struct conc_actors_config *config);
void conc_actors_stop(void);
void conc_actors_wait(void);
int conc_actors_wait_for(conc_duration limit);
void conc_actors_statistics(struct conc_actors_statistics *out);
typedef struct conc_executor conc_executor;
conc_executor *conc_executor_new(const struct conc_actors_config *config);
void conc_executor_place(conc_executor *executor, void *actor);
void conc_executor_wait(conc_executor *executor);
int conc_executor_wait_for(conc_executor *executor, conc_duration limit);
void conc_executor_stop(conc_executor *executor);
void conc_executor_statistics(conc_executor *executor, struct conc_actors_statistics *out);
void conc_set_disposition(void *message, conc_disposition disposition);
enum conc_mailbox_policy {
	CONC_MAILBOX_BLOCK,
	CONC_MAILBOX_FAIL,
	CONC_MAILBOX_DROP_NEWEST,
	CONC_MAILBOX_DROP_OLDEST,
};
struct conc_mailbox_config {
	size_t limit;
	enum conc_mailbox_policy policy;
};
struct conc_mailbox_statistics {
	uint64_t sent, received, dropped, failed, blocked;
	size_t queued, highest;
};
void conc_mailbox_limit(void *actor, const struct conc_mailbox_config *config);
bool conc_mailbox_statistics(void *actor, struct conc_mailbox_statistics *out);
struct conc_supervision {
	unsigned restarts;
	conc_duration within, backoff, backoff_max;
	void (*restart)(void *actor);
};
conc_disposition conc_fail(int status);
void conc_supervise(void *actor, void *supervisor, const struct conc_supervision *rules);
void conc_watch(void *actor, void *watcher);
bool conc_unwatch(void *actor, void *watcher);

void conc_close(void *channel);
void conc_shutdown(void *channel);
size_t conc_count(void *channel);
void conc_channel_init(void *channel, size_t capacity);
void conc_channel_fini(void *channel);
struct conc_future {
	uintptr_t conc_state;
};
typedef struct conc_waitset {
	struct conc_waitset_member **conc_members;
	unsigned conc_room, conc_used, conc_count, conc_leaving, conc_lock;
	struct conc_waiter *conc_waiters, *conc_ready, *conc_told, *conc_end;
} conc_waitset;
int *conc_shadow_waitset(conc_waitset *s);
int conc_waitset_add(conc_waitset *s, const void *member);
void conc_waitset_remove(conc_waitset *s, int number);
void conc_waitset_again(conc_waitset *s, int number);
unsigned conc_waitset_count(conc_waitset *s);
void conc_waitset_fini(conc_waitset *s);
bool conc_future_ready(const void *future);
bool conc_future_cancel(void *future);
void conc_future_reset(void *future);

typedef struct conc_select conc_select;
bool conc_claim(conc_select *clause);
void conc_complete(conc_select *clause);
bool conc_selected(const conc_select *clause);
struct iovec;
struct msghdr;
struct pollfd;
struct sockaddr;
struct addrinfo;
long conc_read(int file, void *buffer, size_t size);
long conc_readv(int file, const struct iovec *parts, int count);
long conc_write(int file, const void *buffer, size_t size);
long conc_writev(int file, const struct iovec *parts, int count);
long conc_recv(int socket, void *buffer, size_t size, int flags);
long conc_send(int socket, const void *buffer, size_t size, int flags);
long conc_recvfrom(int socket, void *buffer, size_t size, int flags, struct sockaddr *address,
                   unsigned *address_size);
long conc_sendto(int socket, const void *buffer, size_t size, int flags,
                 const struct sockaddr *address, unsigned address_size);
long conc_recvmsg(int socket, struct msghdr *message, int flags);
long conc_sendmsg(int socket, const struct msghdr *message, int flags);
int conc_accept(int socket, struct sockaddr *address, unsigned *size, int flags);
int conc_connect(int socket, const struct sockaddr *address, unsigned size);
int conc_poll(struct pollfd *files, size_t count, conc_duration timeout);
int conc_open(const char *path, int flags, unsigned mode);
long conc_pread(int file, void *buffer, size_t size, int64_t offset);
long conc_pwrite(int file, const void *buffer, size_t size, int64_t offset);
int conc_fsync(int file);
const char *conc_io_backend(void);
long conc_sendfile(int socket, int file, int64_t *offset, size_t size);
long conc_splice(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                 unsigned flags);
int conc_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                     struct addrinfo **list);
long conc_read_for(int file, void *buffer, size_t size, conc_duration limit);
long conc_readv_for(int file, const struct iovec *parts, int count, conc_duration limit);
long conc_write_for(int file, const void *buffer, size_t size, conc_duration limit);
long conc_writev_for(int file, const struct iovec *parts, int count, conc_duration limit);
long conc_recv_for(int socket, void *buffer, size_t size, int flags, conc_duration limit);
long conc_send_for(int socket, const void *buffer, size_t size, int flags, conc_duration limit);
long conc_recvfrom_for(int socket, void *buffer, size_t size, int flags, struct sockaddr *address,
                       unsigned *address_size, conc_duration limit);
long conc_sendto_for(int socket, const void *buffer, size_t size, int flags,
                     const struct sockaddr *address, unsigned address_size, conc_duration limit);
long conc_recvmsg_for(int socket, struct msghdr *message, int flags, conc_duration limit);
long conc_sendmsg_for(int socket, const struct msghdr *message, int flags, conc_duration limit);
int conc_accept_for(int socket, struct sockaddr *address, unsigned *size, int flags,
                    conc_duration limit);
int conc_connect_for(int socket, const struct sockaddr *address, unsigned size,
                     conc_duration limit);
long conc_sendfile_for(int socket, int file, int64_t *offset, size_t size, conc_duration limit);
long conc_splice_for(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t size,
                     unsigned flags, conc_duration limit);
int conc_getaddrinfo_for(const char *node, const char *service, const struct addrinfo *hints,
                         struct addrinfo **list, conc_duration limit);
typedef struct conc_input {
	char *conc_buffer;
	size_t conc_size, conc_begin, conc_end;
	size_t conc_seen;
	int conc_file;
	_Bool conc_newline;
} conc_input;
void conc_input_init(conc_input *in, int file, void *buffer, size_t size);
long conc_read_line(conc_input *in, char **line);
long conc_read_line_for(conc_input *in, char **line, conc_duration limit);
long conc_read_exactly(conc_input *in, void *to, size_t size);
long conc_read_exactly_for(conc_input *in, void *to, size_t size, conc_duration limit);

/* Separate objects are in another address space for the analysis. */
#define CONC_ANALYSIS_SEPARATE const volatile __attribute__((address_space(1))) void
void conc_set_passive(CONC_ANALYSIS_SEPARATE *object);
void conc_set_active(CONC_ANALYSIS_SEPARATE *object);
bool conc_is_passive(CONC_ANALYSIS_SEPARATE *object);
#undef CONC_ANALYSIS_SEPARATE

void conc_test_assert(bool condition);
void conc_test_invariant(bool (*check)(void *argument), void *argument);
void conc_test_no_invariant(bool (*check)(void *argument), void *argument);
uint64_t conc_test_seed(void);

#endif
