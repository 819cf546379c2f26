// SPDX-License-Identifier: MIT
/** Where both readings are followed for a while; one table, as in tree-sitter-c. */

/** A word is a name or begins one of these. */
const words = [
  'thread_definition', 'monitor_definition', 'actor_definition', 'message_definition',
  'impl_definition', 'mutex_statement', 'mutex_qualifier', 'held_qualifier', 'guarded_specifier',
  '_new', 'new_separate', 'delete_statement', '_spawn', 'task_type', 'scope_statement',
  'shield_statement',
  'channel_type', 'future_type',
  'wait_clause', 'wait_guard', 'timeout_clause', '_fair',
  'separate_statement', '_spawn_separate', 'separate_qualifier', 'require_clause',
  'receive_definition', 'destroy_definition', 'export_definition', 'import_definition',
  'serialize_definition', 'deserialize_definition', 'scalable_specifier',
].map(rule => ['identifier', rule]);

module.exports = [
  ...words,
  ['identifier', 'separate_qualifier', 'separate_statement'],
  ['separate_qualifier', 'separate_statement'],
  // `spawn separate (s) require (c) f(s)`, `spawn separate (s) require(s)`
  ['_spawn_separate'],

  // `account * mutex(read) a`, `void f(T * mutex(read))`
  ['mutex_qualifier'],
  ['held_qualifier'],
  // `delete p;`, `delete *p;`
  ['expression', 'delete_statement'],
  ['pointer_expression', 'delete_pointee'],
  // `inline account;`, `inline int f;`
  ['storage_class_specifier', 'inline_base'],
  // `scope (s)`, `scope (timeout(1s))`; `spawn (s) f()`, `spawn (f)()`
  ['_scope_name', 'expression'],
  ['parenthesized_expression', '_spawn_scope'],
  // `waituntil (int *x << c)`, `waituntil (T *x << c)`; `PRIu64 "a"`; `ok = __extension__ int x << c`
  ['wait_declared'],
  ['_wait_pointer'],
  ['type_specifier', 'concatenated_string'],
  ['_assignment_operator', 'wait_declaration'],
  // `waituntil (f(x) << c)`
  ['expression', 'macro_type_specifier'],
  // `separate (s) require (x) { } or …`
  ['wait_separate', '_dialect_statement'],
  // whose is the `else`?
  ['waituntil_statement'],

  // a name: of a type, an object, a macro that yields a type, or what is declared
  ['type_specifier', 'expression'],
  ['type_specifier', '_declarator'],
  ['type_specifier', 'macro_type_specifier'],
  ['_declarator', 'expression'],
  ['_declarator', 'type_specifier', 'expression'],
  ['_declarator', 'type_specifier', 'macro_type_specifier'],
  ['type_specifier', 'expression', 'macro_type_specifier'],
  ['_declarator', 'type_specifier', 'expression', 'macro_type_specifier'],

  // `long const x`, `long const int x`; `T separate`; `struct s;`
  ['sized_type_specifier'],
  ['type_specifier', '_sized_base'],
  ['_sized_base', '_plain_type'],
  ['type_specifier', '_empty_specifiers'],
  ['type_specifier', '_sized_base', '_empty_specifiers'],
  ['_declaration_specifiers'],
  ['_type_definition_specifiers'],

  // what the attribute belongs to
  ['_declaration_modifiers', 'attributed_statement'],
  ['_declaration_modifiers', 'abstract_parenthesized_declarator'],
  ['_declaration_modifiers', 'parenthesized_declarator', 'abstract_parenthesized_declarator'],
  ['_descriptor_modifier', '_attribute'],
  ['attributed_statement'],
  ['labeled_statement', '_attribute'],
  ['_attribute', '_defined'],
  ['_attribute', '_nested_defined'],

  // a function's declarator, then its body, a macro, or declarations in K&R style
  ['_declarator', '_defined_declarator'],
  ['type_specifier', '_defined'],
  ['_preproc_expression', 'type_specifier'],
];
