/* SPDX-License-Identifier: MIT */
/* waituntil (v << in) …
 *   →  CONC_ON_RECEIVE(…, &in) { v = conc_value_1_0; …
 * waituntil (a[i++] << in) …
 *   →  CONC_ON_RECEIVE(…, (conc_target_1_0 = &a[i++], &in))
 *      { *conc_target_1_0 = conc_value_1_0; …
 * waituntil (s->flag << in) …          a bit-field
 *   →  CONC_ON_RECEIVE(…, (conc_target_1_0 = s, &in))
 *      { conc_target_1_0->flag = conc_value_1_0; …
 *
 * A name is assigned by its name, so that it may be a register variable and the lowered code reads
 * like the source. For any other target the address is taken once, when the clause's head is
 * evaluated; for a bit-field the address of the object around it. Rejected: evaluating the lvalue
 * at the block, after what it names may have changed. */
#include "waituntil.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/variable.h"

static bool is_lvalue(TSNode node)
{
	const char *type = node_type(node);
	if (strcmp(type, "pointer_expression") == 0) return !ts_node_is_null(node_token(node, "*"));
	return node_is(node, NODE_identifier) || strcmp(type, "subscript_expression") == 0 ||
	       strcmp(type, "field_expression") == 0 ||
	       node_is(node, NODE_compound_literal_expression);
}

static bool is_assignable(const struct unit *unit, const struct target *target)
{
	const struct clang *clang = unit->types->clang;
	CXType type = type_canonical(unit, target->type);
	bool object = type_element(unit, type).kind == type.kind &&
	              type.kind != CXType_FunctionProto && type.kind != CXType_FunctionNoProto &&
	              type.kind != CXType_Void;
	return object && is_lvalue(target->object) && !clang->isConstQualifiedType(target->type) &&
	       !clang->isConstQualifiedType(type);
}

bool target_find(struct unit *unit, TSNode node, struct target *target)
{
	TSNode object = node_bare(node);
	*target = (struct target){.node = node, .object = object};
	if (!wait_type(unit, object, &target->type) || !is_assignable(unit, target)) return false;
	target->plain = node_is(object, NODE_identifier);
	target->in_register = target->plain && is_register(unit, object);
	if (is_bit_field(unit, object)) {
		target->object = node_field(object, "argument");
		target->member = node_child(object, 1);
	}
	return true;
}

/* ---- lowered ---- */

void target_type(const struct wait *wait, const struct target *target, struct text *out)
{
	TSNode node = target->object;
	struct unit *unit = wait->unit;
	CXType type;
	char *written = wait_type(unit, node, &type) ? lowered_type(unit, type, node) : NULL;
	bool unspellable = !written || strstr(written, "unnamed") || strstr(written, "anonymous");
	if (unspellable) {
		free(written);
		written = node_text(unit, node);
	}
	bool simple = !unspellable && !strpbrk(written, "([");
	text_printf(out, simple ? "%s" : "__typeof__(%s)", written);
	if (!simple || written[strlen(written) - 1] != '*') text_puts(out, " ");
	bool is_volatile = unit->types->clang->isVolatileQualifiedType(type_canonical(unit, type));
	if (is_volatile && !unspellable) text_puts(out, "volatile ");
	free(written);
}

void target_declare(const struct wait *wait, const struct clause *clause,
                    const struct target *target, const char *pointer, struct text *out)
{
	if (ts_node_is_null(target->node) || target->plain) return;
	text_puts(out, " ");
	target_type(wait, target, out);
	/* a bit-field is reached through a pointer to its object; the source may have that pointer
	 */
	text_printf(out, "%s%s_%d_%d = 0;", node_type_is(target->member, "->") ? "" : "*", pointer,
	            wait->number, clause->index);
}

void target_spell(const struct wait *wait, const struct clause *clause, const struct target *target,
                  const char *pointer, struct text *out)
{
	if (target->plain) {
		text_printf(out, "%.*s", NODE_ARG(wait->unit, target->object));
		return;
	}
	bool bits = !ts_node_is_null(target->member);
	text_printf(out, "%s%s_%d_%d", bits ? "" : "*", pointer, wait->number, clause->index);
	if (!bits) return;
	TSNode field = node_parent(target->member);
	text_printf(out, "->%.*s", NODE_ARG(wait->unit, node_field(field, "field")));
}

/* ---- heads ---- */

/* waituntil (oks[i] = a[j] << c)
 *   →
 * …, (conc_checked_1_0 = &oks[i], conc_target_1_0 = &a[j], &c))
 *
 * The parts of a head stay in place, in the order of the text. First the addresses that the block
 * needs are kept, joined by commas in the order of the source. The arguments of the clause's macro
 * follow. */

static struct head_part *add_head_part(struct head_parts *parts, TSNode node)
{
	struct head_part *part = &parts->list[parts->count++];
	*part = (struct head_part){.node = node};
	return part;
}

static void frame(struct head_part *part, const char *before, const char *after)
{
	snprintf(part->before, sizeof part->before, "%s", before);
	snprintf(part->after, sizeof part->after, "%s", after);
}

/* conc_target_1_0 = &a[i], */
static void add_address(const struct wait *wait, const struct clause *clause,
                        struct head_parts *parts, const struct target *target, const char *pointer)
{
	if (ts_node_is_null(target->node) || target->plain) return;
	struct head_part *part = add_head_part(parts, target->object);
	snprintf(part->before, sizeof part->before, "%s%s_%d_%d = %s", parts->count == 1 ? "(" : "",
	         pointer, wait->number, clause->index,
	         node_type_is(target->member, "->") ? "" : take_address(wait->unit, part->node));
	snprintf(part->after, sizeof part->after, ",");
}

static void add_resource(const struct wait *wait, const struct clause *clause,
                         struct head_parts *parts)
{
	struct head_part *part = add_head_part(parts, clause->resource);
	bool bare = clause->pointer || clause->by_value;
	bool comma = has_bare_comma(wait->unit, clause->resource);
	char keep[64] = "";
	if (clause->joined && (!node_is(clause->resource, NODE_identifier) || clause->pointer))
		snprintf(keep, sizeof keep, "conc_task_%d_%d = ", wait->number, clause->index);
	snprintf(part->before, sizeof part->before, "%s%s%s%s", keep,
	         clause->monitor ? "CONC_MONITOR(" : "", comma ? "(" : "",
	         bare ? "" : take_address(wait->unit, clause->resource));
	snprintf(part->after, sizeof part->after, "%s%s", comma ? ")" : "",
	         clause->monitor ? ")" : "");
}

static void append(char *to, size_t size, const char *what)
{
	size_t length = strlen(to);
	snprintf(to + length, size - length, "%s", what);
}

void clause_head_parts(const struct wait *wait, const struct clause *clause,
                       struct head_parts *parts)
{
	add_address(wait, clause, parts, &clause->checked, "conc_checked");
	if (!clause->into) add_address(wait, clause, parts, &clause->target, "conc_target");
	int prefixes = parts->count;
	if (clause->into) {
		TSNode object = clause->target.object;
		bool comma = has_bare_comma(wait->unit, object);
		const char *address = take_address(wait->unit, object);
		struct head_part *part = add_head_part(parts, object);
		snprintf(part->before, sizeof part->before, "%s%s", comma ? "(" : "", address);
		snprintf(part->after, sizeof part->after, "%s", comma ? ")" : "");
	}
	add_resource(wait, clause, parts);
	if (!ts_node_is_null(clause->value)) {
		bool comma = has_bare_comma(wait->unit, clause->value);
		frame(add_head_part(parts, clause->value), comma ? "(" : "", comma ? ")" : "");
	}
	if (!ts_node_is_null(clause->info)) add_head_part(parts, clause->info);
	struct head_part *first = &parts->list[prefixes], *last = &parts->list[parts->count - 1];
	if (prefixes) append(first->after, sizeof first->after, ")");
	for (struct head_part *part = first; part < last; part++)
		append(part->after, sizeof part->after, ",");
}
