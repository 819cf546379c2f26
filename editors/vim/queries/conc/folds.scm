; SPDX-License-Identifier: MIT
[
  (function_definition)
  (receive_definition) (destroy_definition)
  (export_definition) (import_definition)
  (serialize_definition) (deserialize_definition)
  (thread_definition) (monitor_definition) (actor_definition) (message_definition) (impl_definition)
  (struct_specifier) (union_specifier) (enum_specifier)
  (if_statement) (for_statement) (while_statement) (do_statement) (switch_statement) (case_statement)
  (mutex_statement) (separate_statement) (scope_statement) (shield_statement) (blocking_statement) (waituntil_statement)
  (initializer_list)
  (preproc_if) (preproc_ifdef) (preproc_elif) (preproc_else)
  (comment)
] @fold
