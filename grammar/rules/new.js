// SPDX-License-Identifier: MIT
/**
 *     new account {5}     new account[n] { {1}, {2} }     new struct x
 *     new separate stack {}     new separate(s) stack {}
 *     delete p;
 */
const { PREC } = require('tree-sitter-c/grammar');
const { word } = require('./words');

module.exports = {
  rules: {
    // As a statement, `new T;` is a declaration rather.
    new_expression: $ => prec.dynamic(-1, prec.right(PREC.UNARY, seq(
      $._new,
      optional($.new_separate),
      field('type', alias($.new_type, $.type_descriptor)),
      optional(seq('[', field('count', $.expression), ']')),
      optional(field('initializer', $.initializer_list)),
    ))),
    _new: _ => word('new'),
    new_type: $ => prec.right(seq(
      repeat($.type_qualifier),
      field('type', $._plain_type),
      repeat($.type_qualifier),
    )),
    // On a handler of its own, or on that of `handler`.
    new_separate: $ => seq(
      word('separate'), optional(seq('(', field('handler', $.expression), ')')),
    ),

    // `delete p;` could declare a p, `delete *p;` could multiply; `delete (p);` is a call.
    delete_statement: $ => choice(
      prec.dynamic(3, seq(word('delete'), field('operand', choice(
        $.identifier, alias($.delete_pointee, $.pointer_expression),
      )), ';')),
      prec.dynamic(-2, seq(word('delete'), field('operand', $.expression), ';')),
    ),
    delete_pointee: $ => prec.left(PREC.CAST, seq(
      field('operator', '*'), field('argument', $.expression),
    )),
  },
};
