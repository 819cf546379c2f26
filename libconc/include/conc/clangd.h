/* SPDX-License-Identifier: MIT */
/* An editor's view of conc.h: the public names with their types, and the macros that concc --clangd
 * writes over the dialect's words. Each of these is as long as the shortest word that it replaces,
 * and none has the dialect's meaning. They only declare names where the author declares them, and
 * let operands be looked up in their scope. */
#ifndef CONC_CLANGD_H
#define CONC_CLANGD_H

#include "analysis.h"

/* concc reports such mistakes; here the text in the place of dialect would cause the warnings. */
#pragma clang diagnostic ignored "-Wunused-value"
#pragma clang diagnostic ignored "-Wdangling-else"
#pragma clang diagnostic ignored "-Wbraced-scalar-init"
#pragma clang diagnostic ignored "-Wint-conversion"
#pragma clang diagnostic ignored "-Wpointer-bool-conversion"
#pragma clang diagnostic ignored "-Wincompatible-pointer-types"
#pragma clang diagnostic ignored "-Wmicrosoft-anon-tag"

#define _Kind struct

/* Conditions from operands of any type. The second one is false and evaluates nothing. */
int conc_clangd_use(int first, ...);
#define CONC_CLANGD_NEVER(...) _Generic(conc_clangd_use(0, __VA_ARGS__), default : 0)

/* Precedes a statement that runs once. Its if has an else, so it takes no other. */
#define _Head(...)                            \
	if (CONC_CLANGD_NEVER(__VA_ARGS__)) { \
	} else
#define _Decl(...) for (__auto_type __VA_ARGS__;;)
#define _Pool(name, ...) \
	for (struct conc_scope *const name = (conc_clangd_use(0, ##__VA_ARGS__), (void *)0);;)
#define _Wait(...) if (conc_clangd_use((__VA_ARGS__, 0))) /* a call in it may be void */
#define _Whn(...) if (conc_clangd_use(0, __VA_ARGS__))
#define _O else

/* A channel or future of T is a T *, a task of T is a T. */
#define _Chan(...) __typeof__(__typeof__(__VA_ARGS__) *)
#define _Tsk(...)                                                             \
	__typeof__(_Generic((__typeof__(__VA_ARGS__) *)0, void * : 0, default \
	                    : *(__typeof__(__VA_ARGS__) *)0))
#define _Run (int)sizeof /* of a function without a result */
#define conc_receive(channel) (**(channel))
#define conc_future_read(future) (**(future))
#ifdef __clang__
__attribute__((overloadable)) void conc_wait(conc_condition *c);
__attribute__((overloadable)) int conc_wait_for(conc_condition *c, conc_duration d);
__attribute__((overloadable)) void conc_wait_with(conc_condition *c, uintptr_t info);
#endif
bool conc_try_send(void *channel, ...);
bool conc_try_receive(void *channel, void *object);
bool conc_flush(void *channel, ...);

/* Functions without a name: clang tells them apart by their parameters. */
#define CONC_CLANGD_FUNCTION(name, ...) \
	__attribute__((overloadable, unused)) conc_clangd_##name(__VA_ARGS__)
#define _Rcv(...) void CONC_CLANGD_FUNCTION(receive, __VA_ARGS__)
#define _Dst(...) void CONC_CLANGD_FUNCTION(destroy, __VA_ARGS__)
#define _Exp(...) void CONC_CLANGD_FUNCTION(export, __VA_ARGS__)
#define _Imp(...) void CONC_CLANGD_FUNCTION(import, __VA_ARGS__)
#define _Ser(...) void CONC_CLANGD_FUNCTION(serialize, __VA_ARGS__)
#define _Des(...) void CONC_CLANGD_FUNCTION(deserialize, __VA_ARGS__)
#define _Mn(...) CONC_CLANGD_FUNCTION(main, __VA_ARGS__)

#define CONC_CLANGD_PASTE(a, b) a##b
#define CONC_CLANGD_NAME(number) CONC_CLANGD_PASTE(conc_clangd_impl_, number)
struct conc_clangd_impl {
	void *lock, *unlock, *register_select, *unregister_select, *on_selected, *conc_type;
};
#define _Impl \
	static const struct conc_clangd_impl CONC_CLANGD_NAME(__COUNTER__) __attribute__((unused)) =

#define conc_cancel(what) ((void)(what))
#define separate_of(self) (self)
#define conc_set_passive(object) ((void)(object))
#define conc_set_active(object) ((void)(object))
#define conc_is_passive(object) ((object) != 0)
#define conc_set_disposition(message, disposition) ((void)(message))
#undef conc_ended_type
#define conc_ended_type(A, policy) ((void)sizeof(A), (void)(policy))
#undef conc_scaling_type
#define conc_scaling_type(A, ...) ((void)sizeof(A), (void)(__VA_ARGS__))

#endif
