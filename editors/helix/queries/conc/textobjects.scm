; SPDX-License-Identifier: MIT
(function_definition body: (compound_statement) @function.inside) @function.around
(receive_definition body: (compound_statement) @function.inside) @function.around
(destroy_definition body: (compound_statement) @function.inside) @function.around
(export_definition body: (compound_statement) @function.inside) @function.around
(import_definition body: (compound_statement) @function.inside) @function.around
(serialize_definition body: (compound_statement) @function.inside) @function.around
(deserialize_definition body: (compound_statement) @function.inside) @function.around

(thread_definition body: (_) @class.inside) @class.around
(monitor_definition body: (_) @class.inside) @class.around
(actor_definition body: (_) @class.inside) @class.around
(message_definition body: (_) @class.inside) @class.around
(struct_specifier body: (_) @class.inside) @class.around
(union_specifier body: (_) @class.inside) @class.around
(enum_specifier body: (_) @class.inside) @class.around

(parameter_declaration) @parameter.inside
(comment) @comment.inside
