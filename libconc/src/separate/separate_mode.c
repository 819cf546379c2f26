/* SPDX-License-Identifier: MIT */
/*
 * separate_mode: the slower ways of -fconc-separate=MODE, for measurements
 * (conc/abi_separate_mode.h).
 */
#include "conc/abi_separate_mode.h"
#include "separate.h"

void conc_abi_lock(struct conc_abi_reserved *reserved)
{
	for (uint32_t i = 0; i < reserved->conc_count; i++)
		conc_handler_await(conc_reserved_queue(&reserved[i]), reserved[i].conc_where);
}

/* A request that does nothing. */
struct round_trip {
	_Alignas(CONC_ABI_REQUEST_ALIGN) const struct conc_abi_request_kind *kind;
};

static char *run_round_trip(char *request)
{
	return request + sizeof(struct round_trip);
}

static const struct conc_abi_request_kind round_trip_kind = {run_round_trip, NULL, NULL};

void conc_abi_round_trip(struct conc_abi_reserved *r, const char *where)
{
	if (!r->conc_direct) {
		struct round_trip *request = (void *)conc_abi_request(r, sizeof *request);
		request->kind = &round_trip_kind;
		conc_abi_log(r, sizeof *request);
	}
	conc_handler_await(conc_reserved_queue(r), where);
}
