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
	typedef struct name {                                                                  \
		struct conc_thread *conc_task;                                                 \
	} name;                                                                                \
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
	typedef struct name {                                                                  \
		struct conc_thread *conc_task;                                                 \
	} name;                                                                                \
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
#define CONC_SPAWN_STUB_(stub, label, taskname, fields, call, parameters, store)                   \
	struct stub##_frame {                                                                      \
		fields                                                                             \
	};                                                                                         \
	static void stub##_run(void *conc_memory)                                                  \
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
		store conc_abi_task_start(conc_t.conc_task);                                       \
		return conc_t;                                                                     \
	}                                                                                          \
	struct stub##_frame

#define CONC_F1_(A) __typeof__(A) conc_1;
#define CONC_F2_(A, B) CONC_F1_(A) __typeof__(B) conc_2;
#define CONC_F3_(A, B, C) CONC_F2_(A, B) __typeof__(C) conc_3;
#define CONC_F4_(A, B, C, D) CONC_F3_(A, B, C) __typeof__(D) conc_4;
#define CONC_F5_(A, B, C, D, E) CONC_F4_(A, B, C, D) __typeof__(E) conc_5;
#define CONC_F6_(A, B, C, D, E, F) CONC_F5_(A, B, C, D, E) __typeof__(F) conc_6;
#define CONC_F7_(A, B, C, D, E, F, G) CONC_F6_(A, B, C, D, E, F) __typeof__(G) conc_7;
#define CONC_F8_(A, B, C, D, E, F, G, H) CONC_F7_(A, B, C, D, E, F, G) __typeof__(H) conc_8;

#define CONC_P1_(A) , __typeof__(A) conc_1
#define CONC_P2_(A, B) CONC_P1_(A), __typeof__(B) conc_2
#define CONC_P3_(A, B, C) CONC_P2_(A, B), __typeof__(C) conc_3
#define CONC_P4_(A, B, C, D) CONC_P3_(A, B, C), __typeof__(D) conc_4
#define CONC_P5_(A, B, C, D, E) CONC_P4_(A, B, C, D), __typeof__(E) conc_5
#define CONC_P6_(A, B, C, D, E, F) CONC_P5_(A, B, C, D, E), __typeof__(F) conc_6
#define CONC_P7_(A, B, C, D, E, F, G) CONC_P6_(A, B, C, D, E, F), __typeof__(G) conc_7
#define CONC_P8_(A, B, C, D, E, F, G, H) CONC_P7_(A, B, C, D, E, F, G), __typeof__(H) conc_8

#define CONC_S1_ conc_f->conc_1 = conc_1;
#define CONC_S2_ CONC_S1_ conc_f->conc_2 = conc_2;
#define CONC_S3_ CONC_S2_ conc_f->conc_3 = conc_3;
#define CONC_S4_ CONC_S3_ conc_f->conc_4 = conc_4;
#define CONC_S5_ CONC_S4_ conc_f->conc_5 = conc_5;
#define CONC_S6_ CONC_S5_ conc_f->conc_6 = conc_6;
#define CONC_S7_ CONC_S6_ conc_f->conc_7 = conc_7;
#define CONC_S8_ CONC_S7_ conc_f->conc_8 = conc_8;

#define CONC_A1_ conc_f->conc_1
#define CONC_A2_ CONC_A1_, conc_f->conc_2
#define CONC_A3_ CONC_A2_, conc_f->conc_3
#define CONC_A4_ CONC_A3_, conc_f->conc_4
#define CONC_A5_ CONC_A4_, conc_f->conc_5
#define CONC_A6_ CONC_A5_, conc_f->conc_6
#define CONC_A7_ CONC_A6_, conc_f->conc_7
#define CONC_A8_ CONC_A7_, conc_f->conc_8

#define CONC_R_(R) __typeof__(R) conc_result;
#define CONC_V_ char conc_none;
#define CONC_W_ const char *conc_where

/* The stub for calls of one function with n arguments. */
#define CONC_SPAWN0(stub, R, taskname, function)                                                  \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R), conc_f->conc_result = function(), \
	                 (CONC_W_), )
#define CONC_SPAWN1(stub, R, taskname, function, T1)                                       \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R) CONC_F1_(T1),               \
	                 conc_f->conc_result = function(CONC_A1_), (CONC_W_ CONC_P1_(T1)), \
	                 CONC_S1_)
#define CONC_SPAWN2(stub, R, taskname, function, T1, T2)                                       \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R) CONC_F2_(T1, T2),               \
	                 conc_f->conc_result = function(CONC_A2_), (CONC_W_ CONC_P2_(T1, T2)), \
	                 CONC_S2_)
#define CONC_SPAWN3(stub, R, taskname, function, T1, T2, T3)                                       \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R) CONC_F3_(T1, T2, T3),               \
	                 conc_f->conc_result = function(CONC_A3_), (CONC_W_ CONC_P3_(T1, T2, T3)), \
	                 CONC_S3_)
#define CONC_SPAWN4(stub, R, taskname, function, T1, T2, T3, T4)                         \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R) CONC_F4_(T1, T2, T3, T4), \
	                 conc_f->conc_result = function(CONC_A4_),                       \
	                 (CONC_W_ CONC_P4_(T1, T2, T3, T4)), CONC_S4_)
#define CONC_SPAWN5(stub, R, taskname, function, T1, T2, T3, T4, T5)                         \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R) CONC_F5_(T1, T2, T3, T4, T5), \
	                 conc_f->conc_result = function(CONC_A5_),                           \
	                 (CONC_W_ CONC_P5_(T1, T2, T3, T4, T5)), CONC_S5_)
#define CONC_SPAWN6(stub, R, taskname, function, T1, T2, T3, T4, T5, T6)                         \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_R_(R) CONC_F6_(T1, T2, T3, T4, T5, T6), \
	                 conc_f->conc_result = function(CONC_A6_),                               \
	                 (CONC_W_ CONC_P6_(T1, T2, T3, T4, T5, T6)), CONC_S6_)
#define CONC_SPAWN7(stub, R, taskname, function, T1, T2, T3, T4, T5, T6, T7) \
	CONC_SPAWN_STUB_(stub, #function, taskname,                          \
	                 CONC_R_(R) CONC_F7_(T1, T2, T3, T4, T5, T6, T7),    \
	                 conc_f->conc_result = function(CONC_A7_),           \
	                 (CONC_W_ CONC_P7_(T1, T2, T3, T4, T5, T6, T7)), CONC_S7_)
#define CONC_SPAWN8(stub, R, taskname, function, T1, T2, T3, T4, T5, T6, T7, T8) \
	CONC_SPAWN_STUB_(stub, #function, taskname,                              \
	                 CONC_R_(R) CONC_F8_(T1, T2, T3, T4, T5, T6, T7, T8),    \
	                 conc_f->conc_result = function(CONC_A8_),               \
	                 (CONC_W_ CONC_P8_(T1, T2, T3, T4, T5, T6, T7, T8)), CONC_S8_)

#define CONC_SPAWN0_VOID(stub, taskname, function) \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_, function(), (CONC_W_), )
#define CONC_SPAWN1_VOID(stub, taskname, function, T1)                                        \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F1_(T1), function(CONC_A1_), \
	                 (CONC_W_ CONC_P1_(T1)), CONC_S1_)
#define CONC_SPAWN2_VOID(stub, taskname, function, T1, T2)                                        \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F2_(T1, T2), function(CONC_A2_), \
	                 (CONC_W_ CONC_P2_(T1, T2)), CONC_S2_)
#define CONC_SPAWN3_VOID(stub, taskname, function, T1, T2, T3)                    \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F3_(T1, T2, T3), \
	                 function(CONC_A3_), (CONC_W_ CONC_P3_(T1, T2, T3)), CONC_S3_)
#define CONC_SPAWN4_VOID(stub, taskname, function, T1, T2, T3, T4)                    \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F4_(T1, T2, T3, T4), \
	                 function(CONC_A4_), (CONC_W_ CONC_P4_(T1, T2, T3, T4)), CONC_S4_)
#define CONC_SPAWN5_VOID(stub, taskname, function, T1, T2, T3, T4, T5)                    \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F5_(T1, T2, T3, T4, T5), \
	                 function(CONC_A5_), (CONC_W_ CONC_P5_(T1, T2, T3, T4, T5)), CONC_S5_)
#define CONC_SPAWN6_VOID(stub, taskname, function, T1, T2, T3, T4, T5, T6)                    \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F6_(T1, T2, T3, T4, T5, T6), \
	                 function(CONC_A6_), (CONC_W_ CONC_P6_(T1, T2, T3, T4, T5, T6)), CONC_S6_)
#define CONC_SPAWN7_VOID(stub, taskname, function, T1, T2, T3, T4, T5, T6, T7)                    \
	CONC_SPAWN_STUB_(stub, #function, taskname, CONC_V_ CONC_F7_(T1, T2, T3, T4, T5, T6, T7), \
	                 function(CONC_A7_), (CONC_W_ CONC_P7_(T1, T2, T3, T4, T5, T6, T7)),      \
	                 CONC_S7_)
#define CONC_SPAWN8_VOID(stub, taskname, function, T1, T2, T3, T4, T5, T6, T7, T8)             \
	CONC_SPAWN_STUB_(stub, #function, taskname,                                            \
	                 CONC_V_ CONC_F8_(T1, T2, T3, T4, T5, T6, T7, T8), function(CONC_A8_), \
	                 (CONC_W_ CONC_P8_(T1, T2, T3, T4, T5, T6, T7, T8)), CONC_S8_)

/* The stub for calls through an expression. Its first argument is the function pointer, of type
 * F. */
#define CONC_SPAWN0_VIA(stub, R, taskname, F)                                           \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function; \
	                 , conc_f->conc_result = conc_f->conc_function(),               \
	                 (CONC_W_, __typeof__(F) conc_function),                        \
	                 conc_f->conc_function = conc_function;)
#define CONC_SPAWN1_VIA(stub, R, taskname, F, T1)                                             \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;       \
	                 CONC_F1_(T1), conc_f->conc_result = conc_f->conc_function(CONC_A1_), \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P1_(T1)),                 \
	                 conc_f->conc_function = conc_function;                               \
	                 CONC_S1_)
#define CONC_SPAWN2_VIA(stub, R, taskname, F, T1, T2)                                             \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;           \
	                 CONC_F2_(T1, T2), conc_f->conc_result = conc_f->conc_function(CONC_A2_), \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P2_(T1, T2)),                 \
	                 conc_f->conc_function = conc_function;                                   \
	                 CONC_S2_)
#define CONC_SPAWN3_VIA(stub, R, taskname, F, T1, T2, T3)                               \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function; \
	                 CONC_F3_(T1, T2, T3),                                          \
	                 conc_f->conc_result = conc_f->conc_function(CONC_A3_),         \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P3_(T1, T2, T3)),   \
	                 conc_f->conc_function = conc_function;                         \
	                 CONC_S3_)
#define CONC_SPAWN4_VIA(stub, R, taskname, F, T1, T2, T3, T4)                             \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;   \
	                 CONC_F4_(T1, T2, T3, T4),                                        \
	                 conc_f->conc_result = conc_f->conc_function(CONC_A4_),           \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P4_(T1, T2, T3, T4)), \
	                 conc_f->conc_function = conc_function;                           \
	                 CONC_S4_)
#define CONC_SPAWN5_VIA(stub, R, taskname, F, T1, T2, T3, T4, T5)                             \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;       \
	                 CONC_F5_(T1, T2, T3, T4, T5),                                        \
	                 conc_f->conc_result = conc_f->conc_function(CONC_A5_),               \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P5_(T1, T2, T3, T4, T5)), \
	                 conc_f->conc_function = conc_function;                               \
	                 CONC_S5_)
#define CONC_SPAWN6_VIA(stub, R, taskname, F, T1, T2, T3, T4, T5, T6)                             \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;           \
	                 CONC_F6_(T1, T2, T3, T4, T5, T6),                                        \
	                 conc_f->conc_result = conc_f->conc_function(CONC_A6_),                   \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P6_(T1, T2, T3, T4, T5, T6)), \
	                 conc_f->conc_function = conc_function;                                   \
	                 CONC_S6_)
#define CONC_SPAWN7_VIA(stub, R, taskname, F, T1, T2, T3, T4, T5, T6, T7)                    \
	CONC_SPAWN_STUB_(                                                                    \
	        stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;               \
	        CONC_F7_(T1, T2, T3, T4, T5, T6, T7),                                        \
	        conc_f->conc_result = conc_f->conc_function(CONC_A7_),                       \
	        (CONC_W_, __typeof__(F) conc_function CONC_P7_(T1, T2, T3, T4, T5, T6, T7)), \
	        conc_f->conc_function = conc_function;                                       \
	        CONC_S7_)
#define CONC_SPAWN8_VIA(stub, R, taskname, F, T1, T2, T3, T4, T5, T6, T7, T8)                    \
	CONC_SPAWN_STUB_(                                                                        \
	        stub, #stub, taskname, CONC_R_(R) __typeof__(F) conc_function;                   \
	        CONC_F8_(T1, T2, T3, T4, T5, T6, T7, T8),                                        \
	        conc_f->conc_result = conc_f->conc_function(CONC_A8_),                           \
	        (CONC_W_, __typeof__(F) conc_function CONC_P8_(T1, T2, T3, T4, T5, T6, T7, T8)), \
	        conc_f->conc_function = conc_function;                                           \
	        CONC_S8_)

#define CONC_SPAWN0_VOID_VIA(stub, taskname, F)                                             \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;        \
	                 , conc_f->conc_function(), (CONC_W_, __typeof__(F) conc_function), \
	                 conc_f->conc_function = conc_function;)
#define CONC_SPAWN1_VOID_VIA(stub, taskname, F, T1)                                  \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function; \
	                 CONC_F1_(T1), conc_f->conc_function(CONC_A1_),              \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P1_(T1)),        \
	                 conc_f->conc_function = conc_function;                      \
	                 CONC_S1_)
#define CONC_SPAWN2_VOID_VIA(stub, taskname, F, T1, T2)                              \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function; \
	                 CONC_F2_(T1, T2), conc_f->conc_function(CONC_A2_),          \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P2_(T1, T2)),    \
	                 conc_f->conc_function = conc_function;                      \
	                 CONC_S2_)
#define CONC_SPAWN3_VOID_VIA(stub, taskname, F, T1, T2, T3)                           \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;  \
	                 CONC_F3_(T1, T2, T3), conc_f->conc_function(CONC_A3_),       \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P3_(T1, T2, T3)), \
	                 conc_f->conc_function = conc_function;                       \
	                 CONC_S3_)
#define CONC_SPAWN4_VOID_VIA(stub, taskname, F, T1, T2, T3, T4)                           \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;      \
	                 CONC_F4_(T1, T2, T3, T4), conc_f->conc_function(CONC_A4_),       \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P4_(T1, T2, T3, T4)), \
	                 conc_f->conc_function = conc_function;                           \
	                 CONC_S4_)
#define CONC_SPAWN5_VOID_VIA(stub, taskname, F, T1, T2, T3, T4, T5)                           \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;          \
	                 CONC_F5_(T1, T2, T3, T4, T5), conc_f->conc_function(CONC_A5_),       \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P5_(T1, T2, T3, T4, T5)), \
	                 conc_f->conc_function = conc_function;                               \
	                 CONC_S5_)
#define CONC_SPAWN6_VOID_VIA(stub, taskname, F, T1, T2, T3, T4, T5, T6)                           \
	CONC_SPAWN_STUB_(stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;              \
	                 CONC_F6_(T1, T2, T3, T4, T5, T6), conc_f->conc_function(CONC_A6_),       \
	                 (CONC_W_, __typeof__(F) conc_function CONC_P6_(T1, T2, T3, T4, T5, T6)), \
	                 conc_f->conc_function = conc_function;                                   \
	                 CONC_S6_)
#define CONC_SPAWN7_VOID_VIA(stub, taskname, F, T1, T2, T3, T4, T5, T6, T7)                  \
	CONC_SPAWN_STUB_(                                                                    \
	        stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;                  \
	        CONC_F7_(T1, T2, T3, T4, T5, T6, T7), conc_f->conc_function(CONC_A7_),       \
	        (CONC_W_, __typeof__(F) conc_function CONC_P7_(T1, T2, T3, T4, T5, T6, T7)), \
	        conc_f->conc_function = conc_function;                                       \
	        CONC_S7_)
#define CONC_SPAWN8_VOID_VIA(stub, taskname, F, T1, T2, T3, T4, T5, T6, T7, T8)                  \
	CONC_SPAWN_STUB_(                                                                        \
	        stub, #stub, taskname, CONC_V_ __typeof__(F) conc_function;                      \
	        CONC_F8_(T1, T2, T3, T4, T5, T6, T7, T8), conc_f->conc_function(CONC_A8_),       \
	        (CONC_W_, __typeof__(F) conc_function CONC_P8_(T1, T2, T3, T4, T5, T6, T7, T8)), \
	        conc_f->conc_function = conc_function;                                           \
	        CONC_S8_)

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
