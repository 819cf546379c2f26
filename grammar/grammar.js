// SPDX-License-Identifier: MIT
/**
 * The grammar of Conc: tree-sitter-c's, with the parts of GNU C and C23 that it lacks
 * (rules/gnu_*.js) and the dialect (one file per family of rules).
 */
const C = require('tree-sitter-c/grammar');

const families = [
  'gnu_type', 'gnu_attribute', 'gnu_declaration', 'gnu_expression', 'gnu_statement',
  'kind', 'mutex', 'new', 'spawn', 'scope', 'channel', 'waituntil', 'separate', 'receive',
  'words', // last: of two tokens that match the same text the earlier one wins
].map(name => require('./rules/' + name));

module.exports = grammar(C, {
  name: 'conc',

  word: $ => $._word,

  extras: $ => [
    /\s|\\\r?\n/,
    $.comment,
    $.preproc_pragma,
  ],

  inline: $ => [
    $._type_identifier,
    $._field_identifier,
    $._statement_identifier,
    $._expression_not_binary,
  ],

  supertypes: $ => [
    $.expression,
    $.statement,
    $.type_specifier,
    $._declarator,
    $._field_declarator,
    $._type_declarator,
    $._abstract_declarator,
  ],

  conflicts: $ => require('./rules/conflicts').map(names => names.map(name => $[name])),

  rules: {
    ...Object.assign({}, ...families.map(family => family.rules)),

    _dialect_definition: $ => choice(
      $.thread_definition,
      $.monitor_definition,
      $.actor_definition,
      $.message_definition,
      $.impl_definition,
      $.receive_definition,
      $.destroy_definition,
      $.export_definition,
      $.import_definition,
      $.serialize_definition,
      $.deserialize_definition,
    ),

    _dialect_statement: $ => choice(
      $.mutex_statement,
      $.delete_statement,
      $.blocking_statement,
      $.unchecked_statement,
      $.scope_statement,
      $.shield_statement,
      $.waituntil_statement,
      $.separate_statement,
    ),
  },
});
