/* SPDX-License-Identifier: MIT */
/* channel(int) c = {128}, d = {};  struct { channel(int) in; future(int) f; } s = { {4}, {} };
 *   →
 * … c = CONC_CHANNEL(128), d = {0};  … s = { CONC_CHANNEL(4), {.conc_future = {0}} };
 *
 * An all-zero channel is a rendezvous channel. {} becomes {0}, which C11 has too.
 * lower/initializer.c finds the lists. */
#include "lower.h"

/* Compilers warn about {0} in an aggregate: braces for the inner object are missing. */
bool is_nested_list(TSNode list)
{
	TSNode parent = node_parent(list);
	return node_is(parent, NODE_initializer_list) || node_is(parent, NODE_initializer_pair);
}

void channel_initializer(struct unit *unit, TSNode list)
{
	TSNode value = {0};
	uint32_t count = ts_node_named_child_count(list);
	int values = 0;
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(list, i);
		if (node_type_is(child, "comment")) continue;
		if (values++ == 0) value = child;
	}
	if (values > 1 || node_is(value, NODE_initializer_list) ||
	    node_is(value, NODE_initializer_pair)) {
		ERROR_AT(unit, list, "the braces of a channel hold its capacity alone: '{128}'");
		return;
	}
	if (!values) put_after(unit->edits, first_token(list), "0");
	if (!is_nested_list(list) && (!values || node_text_is(&unit->syntax, value, "0"))) return;
	long long capacity;
	if (type_constant(unit, value, &capacity) && capacity < 0) {
		ERROR_AT(unit, value, "the capacity of a channel is negative: %lld", capacity);
		return;
	}
	TSNode comma = node_token(list, ",");
	put_instead(unit->edits, first_token(list), "CONC_CHANNEL(");
	put_instead(unit->edits, last_token(list), ")");
	if (!ts_node_is_null(comma)) put_instead(unit->edits, comma, "%s", "");
}

void future_initializer(struct unit *unit, TSNode list)
{
	uint32_t count = ts_node_named_child_count(list);
	if (is_nested_list(list)) put_after(unit->edits, first_token(list), ".conc_future = {");
	if (!count) put_after(unit->edits, first_token(list), "0");
	if (is_nested_list(list)) put_before(unit->edits, last_token(list), "}");
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = ts_node_named_child(list, i);
		if (node_type_is(child, "comment") || node_text_is(&unit->syntax, child, "0"))
			continue;
		ERROR_AT(unit, child,
		         "a future begins without a value: declare it with '{}' and fulfil it with "
		         "'<<'");
		return;
	}
}
