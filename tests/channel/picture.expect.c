#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

struct pair { long a, b; }; CONC_CHANNEL_TYPE(int, conc_channel_int);

static conc_channel_int numbers = CONC_CHANNEL(128);

typedef struct filter filter; struct filter { int prime; conc_channel_int *in; conc_channel_int out; struct conc_thread_object conc_thread; }; void conc_main_filter(filter *self); CONC_THREAD_TYPE(filter, conc_main_filter);

void conc_main_filter(filter *self)
{
	int n;
	while (conc_channel_int_receive_ok(self->in, &n, CONC_HERE))
		if (n % self->prime) conc_channel_int_send(&self->out, n, CONC_HERE);
	conc_close(&self->out);
}

struct pair swapped(struct pair p); CONC_CHANNEL_TYPE(struct pair, conc_channel_struct_pair); CONC_CHANNEL_TYPE(conc_channel_int *, conc_channel_conc_channel_int_ptr);
int total(conc_channel_struct_pair *pairs, conc_channel_conc_channel_int_ptr *replies, int limit);

int total(conc_channel_struct_pair *pairs, conc_channel_conc_channel_int_ptr *replies, int limit)
{
	struct pair p = {0, 0};
	conc_channel_int reply CONC_SCOPED(conc_channel_int) = CONC_CHANNEL(1), rendezvous CONC_SCOPED(conc_channel_int) = {0};
	long sum = 0, wide;
	conc_channel_int *other;
	conc_channel_int_send(&numbers, limit + 1, CONC_HERE);
	wide = conc_channel_int_receive(&numbers, CONC_HERE);
	conc_channel_struct_pair_send_from(pairs, &p, CONC_HERE);
	conc_channel_struct_pair_send(pairs, swapped(p), CONC_HERE);
	conc_channel_struct_pair_receive_into(pairs, &p, CONC_HERE);
	conc_channel_conc_channel_int_ptr_send(replies, &reply, CONC_HERE);
	other = conc_channel_conc_channel_int_ptr_receive(replies, CONC_HERE);
	conc_channel_int_send(other, (1 << 4), CONC_HERE);
	while (conc_channel_struct_pair_receive_ok(pairs, &p, CONC_HERE) && sum < limit) sum += p.a;
	if (!(CONC_RECEIVE_AS(15, conc_channel_int, wide = conc_received_15, &reply))) (void)(conc_channel_int_send_ok(&rendezvous, 1, CONC_HERE));
	bool ok = conc_channel_int_send_ok(&reply, (limit & 1), CONC_HERE);
	for (limit = conc_channel_int_receive(&reply, CONC_HERE); CONC_RECEIVE_AS(14, conc_channel_int, sum = conc_received_14, &numbers); conc_channel_int_send(&numbers, limit, CONC_HERE)) continue;
	if (!conc_channel_struct_pair_try_send_from(pairs, &p, CONC_HERE)) conc_shutdown(pairs);
	if (conc_channel_int_try_send(&reply, limit, CONC_HERE) || conc_channel_int_try_receive(&reply, &limit, CONC_HERE)) conc_channel_int_flush(&reply, 0, CONC_HERE);
	return ok ? conc_channel_int_receive(&reply, CONC_HERE) : (int)wide;
}
