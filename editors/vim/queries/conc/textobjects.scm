; SPDX-License-Identifier: MIT
; For nvim-treesitter-textobjects.
(function_definition body: (compound_statement) @function.inner) @function.outer
(receive_definition body: (compound_statement) @function.inner) @function.outer
(destroy_definition body: (compound_statement) @function.inner) @function.outer
(export_definition body: (compound_statement) @function.inner) @function.outer
(import_definition body: (compound_statement) @function.inner) @function.outer
(serialize_definition body: (compound_statement) @function.inner) @function.outer
(deserialize_definition body: (compound_statement) @function.inner) @function.outer

(thread_definition body: (_) @class.inner) @class.outer
(monitor_definition body: (_) @class.inner) @class.outer
(actor_definition body: (_) @class.inner) @class.outer
(message_definition body: (_) @class.inner) @class.outer
(struct_specifier body: (_) @class.inner) @class.outer
(union_specifier body: (_) @class.inner) @class.outer
(enum_specifier body: (_) @class.inner) @class.outer

(mutex_statement body: (_) @block.inner) @block.outer
(separate_statement body: (_) @block.inner) @block.outer
(scope_statement body: (_) @block.inner) @block.outer
(shield_statement body: (_) @block.inner) @block.outer
(blocking_statement body: (_) @block.inner) @block.outer
(wait_clause body: (_) @block.inner) @block.outer
(compound_statement) @block.outer

(if_statement) @conditional.outer
(switch_statement) @conditional.outer
(for_statement body: (_) @loop.inner) @loop.outer
(while_statement body: (_) @loop.inner) @loop.outer
(do_statement body: (_) @loop.inner) @loop.outer
(call_expression arguments: (_) @call.inner) @call.outer
(parameter_declaration) @parameter.inner
(comment) @comment.outer
