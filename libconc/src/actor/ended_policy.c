/* SPDX-License-Identifier: MIT */
/* ended_policy: what a send to an actor that has ended does, by the type of the actor. Asked only
 * when such a send comes, so that other sends pay nothing for it. */
#include "ended_policy.h"

#include <stdlib.h>
#include <string.h>

#include "executor.h"
#include "port/stop.h"

/* Each unit has its own descriptor of a type, so types are known by name. */
struct policy {
	struct policy *next; /* fixed */
	const char *name;    /* fixed */
	uint32_t ended;      /* atomic: enum conc_ended_policy */
};
static struct policy *policies; /* atomic; grows at its head, and never shrinks */

static struct policy *policy_of(const char *name)
{
	/* acquire: pairs with conc_abi_ended_type */
	struct policy *policy = load_acquire(&policies);

	while (policy && strcmp(policy->name, name) != 0) policy = policy->next;
	return policy;
}

void conc_abi_ended_type(const struct conc_abi_type *type, unsigned ended, const char *where)
{
	struct policy *policy = policy_of(type->conc_name), *made;

	if (ended > CONC_ENDED_DROP)
		conc_stop(where, conc_thread_self(),
		          "%u is no policy for messages to actors that have ended", ended);
	if (!policy) {
		made = malloc(sizeof *made);
		if (!made)
			conc_stop(where, conc_thread_self(), "no memory for the policy of a type");
		*made = (struct policy){load_relaxed(&policies), type->conc_name, ended};
		/* acq_rel: publishes it to policy_of. If another thread was first with the same
		 * type, this one is in front of that, and counts. */
		while (!cas_acq_rel(&policies, &made->next, made)) {
		}
		return;
	}
	/* relaxed: a send at the same time may see either */
	store_relaxed(&policy->ended, ended);
}

enum conc_ended_policy conc_ended_policy_of(const struct conc_abi_type *type,
                                            const struct conc_executor *ex)
{
	for (; type; type = type->conc_base) {
		const struct policy *policy = policy_of(type->conc_name);

		/* relaxed: as above */
		if (policy) return (enum conc_ended_policy)load_relaxed(&policy->ended);
	}
	return ex->config.ended;
}
