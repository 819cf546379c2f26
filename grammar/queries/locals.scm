; SPDX-License-Identifier: MIT

[
  (function_definition)
  (receive_definition)
  (destroy_definition)
  (export_definition)
  (import_definition)
  (serialize_definition)
  (deserialize_definition)
  (compound_statement)
  (for_statement)
] @local.scope

(declaration declarator: (identifier) @local.definition)
(init_declarator declarator: (identifier) @local.definition)
(pointer_declarator declarator: (identifier) @local.definition)
(array_declarator declarator: (identifier) @local.definition)
(function_declarator declarator: (identifier) @local.definition)
(parameter_declaration declarator: (identifier) @local.definition)
(enumerator name: (identifier) @local.definition)

(thread_definition name: (type_identifier) @local.definition)
(monitor_definition name: (type_identifier) @local.definition)
(actor_definition name: (type_identifier) @local.definition)
(message_definition name: (type_identifier) @local.definition)
(type_definition declarator: (type_identifier) @local.definition)

(identifier) @local.reference
(type_identifier) @local.reference
