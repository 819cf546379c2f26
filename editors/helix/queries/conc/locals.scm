; SPDX-License-Identifier: MIT
[
  (function_definition)
  (receive_definition) (destroy_definition)
  (export_definition) (import_definition)
  (serialize_definition) (deserialize_definition)
] @local.scope

(parameter_declaration declarator: (identifier) @local.definition.variable.parameter)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @local.definition.variable.parameter))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @local.definition.variable.parameter))

(identifier) @local.reference
