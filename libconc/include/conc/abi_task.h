/* SPDX-License-Identifier: MIT */
/* spawn, task(R) and join, for lowered code.
 *
 * A spawn fills a frame (result first, then the arguments) in the new thread's descriptor, or in
 * memory from malloc if it is larger than 128 bytes. Starting the thread is a push on the calling
 * processor's own queue; no stack is made. A join that comes before another processor has taken the
 * thread runs it on the joiner's stack, under its own identity. */
#ifndef CONC_ABI_TASK_H
#define CONC_ABI_TASK_H

#include "conc/abi_base.h"

struct conc_thread;

/* The kind of call of one spawn stub. */
struct conc_abi_task_type {
	const char *name;
	void (*run)(void *frame);
	uint32_t size; /* of the frame, bytes */
	uint32_t align;
};

/* Makes a thread. Returns its frame, uninitialised, and the handle in *thread. */
void *conc_abi_task_new(const struct conc_abi_task_type *type, const char *where,
                        struct conc_thread **thread);

/* Starts the thread. The caller must not touch the frame until the thread was joined. */
void conc_abi_task_start(struct conc_thread *thread);

/* Waits for the thread's end. Returns its frame, whose first member is the result. Stops the
 * program if thread is null (an empty task) or the calling thread. */
void *conc_abi_task_join(struct conc_thread *thread, const char *where);

/* Joins the thread if that was not done, then frees its record. where may be null. */
void conc_abi_task_end(struct conc_thread *thread, const char *where);

/* Detaches the thread: its record is freed when it ends. */
void conc_abi_task_detach(struct conc_thread *thread);

#define CONC_TASK_OPERATIONS_(name)                                                          \
	typedef struct name {                                                                \
		struct conc_thread *conc_task;                                               \
	} name;                                                                              \
	static inline CONC_UNUSED_ void name##_end(name *conc_t)                             \
	{                                                                                    \
		if (conc_t->conc_task) conc_abi_task_end(conc_t->conc_task, 0);              \
		conc_t->conc_task = 0;                                                       \
	}                                                                                    \
	static inline CONC_UNUSED_ name name##_take(name *conc_from)                         \
	{                                                                                    \
		name conc_taken = {conc_from->conc_task};                                    \
		conc_from->conc_task = 0;                                                    \
		return conc_taken;                                                           \
	}                                                                                    \
	static inline CONC_UNUSED_ void name##_assign(name *conc_to, name conc_value,        \
	                                              const char *conc_where)                \
	{                                                                                    \
		if (conc_to->conc_task) conc_abi_task_end(conc_to->conc_task, conc_where);   \
		conc_to->conc_task = conc_value.conc_task;                                   \
	}                                                                                    \
	static inline CONC_UNUSED_ void name##_move(name *conc_to, name *conc_from)          \
	{                                                                                    \
		if (conc_to != conc_from) name##_assign(conc_to, name##_take(conc_from), 0); \
	}                                                                                    \
	static inline CONC_UNUSED_ void name##_detach(name conc_value)                       \
	{                                                                                    \
		conc_abi_task_detach(conc_value.conc_task);                                  \
	}

/* Defines the handle type of task(type) and its operations. A ';' must follow. */
#define CONC_TASK_TYPE(type, name)                                                             \
	CONC_TASK_OPERATIONS_(name)                                                            \
	static inline CONC_UNUSED_ __typeof__(type) name##_join(name *conc_t,                  \
	                                                        const char *conc_where)        \
	{                                                                                      \
		return *(__typeof__(type) *)conc_abi_task_join(conc_t->conc_task, conc_where); \
	}                                                                                      \
	static inline CONC_UNUSED_ __typeof__(type) name##_join_value(name conc_t,             \
	                                                              const char *conc_where)  \
	{                                                                                      \
		__typeof__(type) conc_result = name##_join(&conc_t, conc_where);               \
		name##_end(&conc_t);                                                           \
		return conc_result;                                                            \
	}                                                                                      \
	struct name

#define CONC_TASK_TYPE_VOID(name)                                                              \
	CONC_TASK_OPERATIONS_(name)                                                            \
	static inline CONC_UNUSED_ void name##_join(name *conc_t, const char *conc_where)      \
	{                                                                                      \
		conc_abi_task_join(conc_t->conc_task, conc_where);                             \
	}                                                                                      \
	static inline CONC_UNUSED_ void name##_join_value(name conc_t, const char *conc_where) \
	{                                                                                      \
		name##_join(&conc_t, conc_where);                                              \
		name##_end(&conc_t);                                                           \
	}                                                                                      \
	struct name

/* fields: of the frame. call: the statement that runs the function. parameters: of the stub, in
 * parentheses. store: the statements that fill the frame. */
#define CONC_SPAWN_STUB_(stub, label, taskname, fields, call, parameters, store, start)            \
	struct stub##_frame {                                                                      \
		fields                                                                             \
	};                                                                                         \
	/* what it reads nobody else has, so it is no step of a seeded run */                      \
	__attribute__((no_sanitize("thread"))) static void stub##_run(void *conc_memory)           \
	{                                                                                          \
		struct stub##_frame *conc_f = (struct stub##_frame *)conc_memory;                  \
		(void)conc_f;                                                                      \
		call;                                                                              \
	}                                                                                          \
	static const struct conc_abi_task_type stub##_type = {                                     \
	        label, stub##_run, sizeof(struct stub##_frame), __alignof__(struct stub##_frame)}; \
	static inline CONC_UNUSED_ taskname stub parameters                                        \
	{                                                                                          \
		taskname conc_t;                                                                   \
		struct stub##_frame *conc_f = (struct stub##_frame *)conc_abi_task_new(            \
		        &stub##_type, conc_where, &conc_t.conc_task);                              \
		(void)conc_f;                                                                      \
		store start;                                                                       \
		return conc_t;                                                                     \
	}                                                                                          \
	struct stub##_frame

/* Applied to each parameter's type and number, and to (F, function) for a pointer of type F. */
#define CONC_FIELD_(type, i) __typeof__(type) conc_##i;
#define CONC_PARAMETER_(type, i) , __typeof__(type) conc_##i
#define CONC_STORE_(type, i) conc_f->conc_##i = conc_##i;
#define CONC_ARGUMENT_(type, i) conc_f->conc_##i

#define CONC_DIRECT_(with, F)
#define CONC_VIA_(with, F) with(F, function)
#define CONC_R_(R) __typeof__(R) conc_result;
#define CONC_V_ char conc_none;

/* each: CONC_ABI_EACHn_. via: CONC_VIA_ if the call goes through a pointer of type F. call: what
 * stands before the arguments. The types of the parameters follow. */
#define CONC_SPAWN_EACH_(each, via, F, stub, label, taskname, result, call, ...)                \
	CONC_SPAWN_STUB_(stub, label, taskname,                                                 \
	                 result via(CONC_FIELD_, F)                                             \
	                         each(CONC_FIELD_, CONC_ABI_NOTHING_, __VA_ARGS__),             \
	                 call(each(CONC_ARGUMENT_, CONC_ABI_COMMA_, __VA_ARGS__)),              \
	                 (const char *conc_where via(CONC_PARAMETER_, F)                        \
	                          each(CONC_PARAMETER_, CONC_ABI_NOTHING_, __VA_ARGS__)),       \
	                 via(CONC_STORE_, F) each(CONC_STORE_, CONC_ABI_NOTHING_, __VA_ARGS__), \
	                 conc_abi_task_start(conc_t.conc_task))
#define CONC_SPAWN_(each, stub, R, taskname, function, ...)                           \
	CONC_SPAWN_EACH_(each, CONC_DIRECT_, , stub, #function, taskname, CONC_R_(R), \
	                 conc_f->conc_result = function, __VA_ARGS__)
#define CONC_SPAWN_VOID_(each, stub, taskname, function, ...)                                \
	CONC_SPAWN_EACH_(each, CONC_DIRECT_, , stub, #function, taskname, CONC_V_, function, \
	                 __VA_ARGS__)
#define CONC_SPAWN_VIA_(each, stub, R, taskname, F, ...)                        \
	CONC_SPAWN_EACH_(each, CONC_VIA_, F, stub, #stub, taskname, CONC_R_(R), \
	                 conc_f->conc_result = conc_f->conc_function, __VA_ARGS__)
#define CONC_SPAWN_VOID_VIA_(each, stub, taskname, F, ...)                   \
	CONC_SPAWN_EACH_(each, CONC_VIA_, F, stub, #stub, taskname, CONC_V_, \
	                 conc_f->conc_function, __VA_ARGS__)

/* CONC_SPAWNn(stub, R, taskname, function, T1, …, Tn): the stub for calls of one function with n
 * parameters. */
#define CONC_SPAWN0(...) CONC_SPAWN_(CONC_ABI_EACH0_, __VA_ARGS__, )
#define CONC_SPAWN1(...) CONC_SPAWN_(CONC_ABI_EACH1_, __VA_ARGS__)
#define CONC_SPAWN2(...) CONC_SPAWN_(CONC_ABI_EACH2_, __VA_ARGS__)
#define CONC_SPAWN3(...) CONC_SPAWN_(CONC_ABI_EACH3_, __VA_ARGS__)
#define CONC_SPAWN4(...) CONC_SPAWN_(CONC_ABI_EACH4_, __VA_ARGS__)
#define CONC_SPAWN5(...) CONC_SPAWN_(CONC_ABI_EACH5_, __VA_ARGS__)
#define CONC_SPAWN6(...) CONC_SPAWN_(CONC_ABI_EACH6_, __VA_ARGS__)
#define CONC_SPAWN7(...) CONC_SPAWN_(CONC_ABI_EACH7_, __VA_ARGS__)
#define CONC_SPAWN8(...) CONC_SPAWN_(CONC_ABI_EACH8_, __VA_ARGS__)

/* CONC_SPAWNn_VOID(stub, taskname, function, T1, …, Tn): of a function without a result. */
#define CONC_SPAWN0_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH0_, __VA_ARGS__, )
#define CONC_SPAWN1_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH1_, __VA_ARGS__)
#define CONC_SPAWN2_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH2_, __VA_ARGS__)
#define CONC_SPAWN3_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH3_, __VA_ARGS__)
#define CONC_SPAWN4_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH4_, __VA_ARGS__)
#define CONC_SPAWN5_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH5_, __VA_ARGS__)
#define CONC_SPAWN6_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH6_, __VA_ARGS__)
#define CONC_SPAWN7_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH7_, __VA_ARGS__)
#define CONC_SPAWN8_VOID(...) CONC_SPAWN_VOID_(CONC_ABI_EACH8_, __VA_ARGS__)

/* CONC_SPAWNn_VIA(stub, R, taskname, F, T1, …, Tn): for calls through an expression. The stub's
 * first argument is the function pointer, of type F. */
#define CONC_SPAWN0_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH0_, __VA_ARGS__, )
#define CONC_SPAWN1_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH1_, __VA_ARGS__)
#define CONC_SPAWN2_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH2_, __VA_ARGS__)
#define CONC_SPAWN3_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH3_, __VA_ARGS__)
#define CONC_SPAWN4_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH4_, __VA_ARGS__)
#define CONC_SPAWN5_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH5_, __VA_ARGS__)
#define CONC_SPAWN6_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH6_, __VA_ARGS__)
#define CONC_SPAWN7_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH7_, __VA_ARGS__)
#define CONC_SPAWN8_VIA(...) CONC_SPAWN_VIA_(CONC_ABI_EACH8_, __VA_ARGS__)

/* CONC_SPAWNn_VOID_VIA(stub, taskname, F, T1, …, Tn) */
#define CONC_SPAWN0_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH0_, __VA_ARGS__, )
#define CONC_SPAWN1_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH1_, __VA_ARGS__)
#define CONC_SPAWN2_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH2_, __VA_ARGS__)
#define CONC_SPAWN3_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH3_, __VA_ARGS__)
#define CONC_SPAWN4_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH4_, __VA_ARGS__)
#define CONC_SPAWN5_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH5_, __VA_ARGS__)
#define CONC_SPAWN6_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH6_, __VA_ARGS__)
#define CONC_SPAWN7_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH7_, __VA_ARGS__)
#define CONC_SPAWN8_VOID_VIA(...) CONC_SPAWN_VOID_VIA_(CONC_ABI_EACH8_, __VA_ARGS__)

/* CONC_SPAWN_SEPARATEn(stub, R, taskname, function, T1, …, Tn), and _VOID: for spawn separate. */
#define CONC_SPAWN_SEPARATE_EACH_(each, stub, taskname, function, result, call, ...)       \
	CONC_SPAWN_STUB_(                                                                  \
	        stub, #function, taskname,                                                 \
	        result each(CONC_FIELD_, CONC_ABI_NOTHING_, __VA_ARGS__),                  \
	        call(each(CONC_ARGUMENT_, CONC_ABI_COMMA_, __VA_ARGS__)),                  \
	        (const char *conc_where, const volatile void *const *conc_objects,         \
	         size_t conc_count each(CONC_PARAMETER_, CONC_ABI_NOTHING_, __VA_ARGS__)), \
	        each(CONC_STORE_, CONC_ABI_NOTHING_, __VA_ARGS__),                         \
	        conc_abi_spawned_task(conc_t.conc_task, conc_objects, conc_count, conc_where))
#define CONC_SPAWN_SEPARATE_(each, stub, R, taskname, function, ...)          \
	CONC_SPAWN_SEPARATE_EACH_(each, stub, taskname, function, CONC_R_(R), \
	                          conc_f->conc_result = function, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE_VOID_(each, stub, taskname, function, ...) \
	CONC_SPAWN_SEPARATE_EACH_(each, stub, taskname, function, CONC_V_, function, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE1(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH1_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE2(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH2_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE3(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH3_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE4(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH4_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE5(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH5_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE6(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH6_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE7(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH7_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE8(...) CONC_SPAWN_SEPARATE_(CONC_ABI_EACH8_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE1_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH1_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE2_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH2_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE3_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH3_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE4_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH4_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE5_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH5_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE6_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH6_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE7_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH7_, __VA_ARGS__)
#define CONC_SPAWN_SEPARATE8_VOID(...) CONC_SPAWN_SEPARATE_VOID_(CONC_ABI_EACH8_, __VA_ARGS__)

/* Automatic tasks that the cleanup of one variable cannot join: an array, a parameter, a member of
 * a structure, or a member of each element of an array. All are joined at the end of the scope, the
 * last first. */
struct conc_abi_tasks {
	char *conc_first;
	size_t conc_count, conc_stride; /* bytes from one to the next */
};

static inline CONC_UNUSED_ void conc_abi_tasks_end(struct conc_abi_tasks *conc_tasks)
{
	for (size_t conc_i = conc_tasks->conc_count; conc_i-- > 0;) {
		struct conc_thread **conc_task =
		        (struct conc_thread **)(void *)(conc_tasks->conc_first +
		                                        conc_i * conc_tasks->conc_stride);
		if (*conc_task) conc_abi_task_end(*conc_task, 0);
		*conc_task = 0;
	}
}

#define CONC_TASKS(number, name, object)                                         \
	struct conc_abi_tasks conc_tasks_##number                                \
	        __attribute__((__cleanup__(conc_abi_tasks_end), __unused__)) = { \
	                (char *)&(object), sizeof(object) / sizeof(name), sizeof(name)}

/* element: the structure, or the first one in the array object. member: the task in it. */
#define CONC_TASK_MEMBERS(number, object, element, member)                                        \
	struct conc_abi_tasks conc_tasks_##number __attribute__((__cleanup__(conc_abi_tasks_end), \
	                                                         __unused__)) = {                 \
	        (char *)&(element).member, sizeof(object) / sizeof(element), sizeof(element)}

#endif
