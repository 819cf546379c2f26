// SPDX-License-Identifier: MIT
/**
 *     mutex (a, b) { … }
 *     void deposit(account * mutex a, long n);
 *     long balance(const account * mutex(read) a);
 *     void add(account * held a, long n);
 *     long n guarded (lock);
 *     impl lock for spin { .lock = spin_acquire, .unlock = spin_release };
 */
const { commaSep1 } = require('tree-sitter-c/grammar');
const { word } = require('./words');

module.exports = {
  rules: {
    mutex_statement: $ => prec.dynamic(3, seq(
      word('mutex'), '(', commaSep1(field('operand', $.expression)), ')',
      field('body', $._body),
    )),

    mutex_qualifier: $ => prec.dynamic(-20, seq(
      word('mutex'), optional(seq('(', field('mode', $.identifier), ')')),
    )),

    // The caller holds the lock.
    held_qualifier: $ => prec.dynamic(-20, seq(
      word('held'), optional(seq('(', field('mode', $.identifier), ')')),
    )),

    // Behind the declarator of a member or a variable.
    guarded_specifier: $ => seq(word('guarded'), '(', field('lock', $.expression), ')'),

    impl_definition: $ => seq(
      word('impl'), field('trait', $.identifier), 'for', field('type', $._plain_type),
      field('operations', $.initializer_list),
      ';',
    ),

    // A type specifier that does not end in a brace of its own.
    _plain_type: $ => choice(
      alias($.struct_reference, $.struct_specifier),
      alias($.union_reference, $.union_specifier),
      alias($.enum_reference, $.enum_specifier),
      $.sized_type_specifier,
      $.typeof_specifier,
      $.primitive_type,
      $._type_identifier,
      $.channel_type,
      $.future_type,
      $.task_type,
    ),
    struct_reference: $ => seq('struct', field('name', $._type_identifier)),
    union_reference: $ => seq('union', field('name', $._type_identifier)),
    enum_reference: $ => seq('enum', field('name', $._type_identifier)),
  },
};
