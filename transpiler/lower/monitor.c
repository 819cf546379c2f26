/* SPDX-License-Identifier: MIT */
/* monitor account { long balance; };
 *   →
 * typedef struct account account;
 * struct account { long balance; struct conc_owner_lock conc_owner; };
 *
 * A derived monitor has no lock of its own: it has its base's through the member that
 * lower/inline.c makes. The shadow of every kind is the struct without hidden state, and the
 * prototypes of its export, import and so on, which those of a derived type may call. */
#include "lower.h"

#include "base/text.h"

void kind_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name");
	put_instead(&unit->shadow, first_token(construct->node), "typedef struct %.*s %.*s; struct",
	            NODE_ARG(unit, name), NODE_ARG(unit, name));
	const struct kind *kind = unit_kind_of_node(unit, name);
	struct text text = {0};
	if (kind) put_prototypes(kind, &text);
	if (kind && kind->word == KIND_ACTOR) /* for conc_scaling_type and conc_ended_type */
		text_printf(&text, " extern const struct conc_abi_type conc_type_%s;", kind->name);
	if (text.length) put_after(&unit->shadow, last_token(construct->node), "%s", text.bytes);
	text_free(&text);
}

/* thread worker;  →  typedef struct worker worker; */
void forward_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode name = forward_name(construct);
	put_instead(&unit->shadow, first_token(construct->node), "typedef struct %.*s",
	            NODE_ARG(unit, name));
}

void forward_lower(struct unit *unit, const struct construct *construct)
{
	TSNode name = forward_name(construct);
	put_instead(unit->edits, first_token(construct->node), "typedef struct %.*s",
	            NODE_ARG(unit, name));
}

const struct kind *put_kind(struct unit *unit, const struct construct *construct)
{
	const struct kind *kind = unit_kind_of_node(unit, node_field(construct->node, "name"));
	if (!kind || ts_node_is_null(kind->body)) return NULL;
	TSNode word = first_token(construct->node);
	const struct construct *before = unit->constructs;
	while (before < construct &&
	       !(before->kind == NODE_declaration &&
	         node_text_is(&unit->syntax, forward_name(before), kind->name)))
		before++;
	if (before < construct) put_instead(unit->edits, word, "struct");
	else put_instead(unit->edits, word, "typedef struct %s %s; struct", kind->name, kind->name);
	if (kind->base_name) return kind;
	/* after the last member, or after the opening brace */
	const struct token *last =
	        analysis_token_before(unit->analysis, node_start(last_token(kind->body)));
	bool tight = last->offset + last->length == node_start(last_token(kind->body));
	edit_after(unit->edits, last->offset + last->length, 1000000000, " %s%s", kind_hidden(kind),
	           tight ? " " : "");
	return kind;
}

void monitor_lower(struct unit *unit, const struct construct *construct)
{
	put_kind(unit, construct);
}

static void check_base(struct unit *unit, struct kind *kind)
{
	TSNode first = node_named_child(kind->body, 0);
	if (!ts_node_eq(first, kind->base_node))
		ERROR_AT(unit, kind->base_node, "an inline base must be the first member of '%s'",
		         kind->name);
	if (!kind->base) {
		ERROR_AT(unit, node_field(kind->base_node, "type"),
		         "inline base '%s' is not a kind declared before '%s'", kind->base_name,
		         kind->name);
		return;
	}
	if (kind->base->word == kind->word) return;
	ERROR_AT(unit, node_field(kind->base_node, "type"),
	         "%s '%s' cannot have %s '%s' as its base", kind_word(kind), kind->name,
	         kind_word(kind->base), kind->base->name);
	NOTE_KIND(unit, kind->base, "'%s' is declared here", kind->base->name);
}

static void check_redefinition(struct unit *unit, struct kind *kind)
{
	for (struct kind *other = unit->kinds; other < kind; other++) {
		if (__builtin_strcmp(other->name, kind->name) != 0) continue;
		ERROR_AT(unit, node_field(kind->node, "name"), "redefinition of %s '%s'",
		         kind_word(kind), kind->name);
		NOTE_KIND(unit, other, "previous definition is here");
		return;
	}
}

static void check_main(struct unit *unit, struct kind *kind)
{
	if (kind->word != KIND_THREAD || !ts_node_is_null(kind->main) || !kind->in_main_file)
		return;
	for (struct kind *base = kind->base; base; base = base->base)
		if (!ts_node_is_null(base->main) || !base->in_main_file) return;
	TSNode name = node_field(kind->node, "name");
	ERROR_AT(unit, name, "thread type '%s' has no main", kind->name);
	NOTE_AT(unit, name, "its start routine is written 'void main(%s *self) { … }'", kind->name);
}

void kind_check(struct unit *unit)
{
	for (size_t i = 0; i < unit->kind_count; i++) {
		struct kind *kind = &unit->kinds[i];
		if (ts_node_is_null(kind->body)) continue;
		check_redefinition(unit, kind);
		if (kind->base_name) check_base(unit, kind);
		check_main(unit, kind);
	}
}
