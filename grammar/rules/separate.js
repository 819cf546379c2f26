// SPDX-License-Identifier: MIT
/**
 *     separate stack *s;
 *     separate (s, t) require (count(s) > 0) { … }
 *     separate (n = next_of(self)) { … }
 */
const { commaSep1 } = require('tree-sitter-c/grammar');
const { word } = require('./words');

module.exports = {
  rules: {
    separate_qualifier: _ => prec.dynamic(-20, word('separate')),

    separate_statement: $ => prec.dynamic(3, seq(
      word('separate'), '(', commaSep1(field('operand', $.expression)), ')',
      optional(field('require', $.require_clause)),
      field('body', $._body),
    )),

    // spawn separate (s, t) move(s, t, 1);
    _spawn_separate: $ => seq(
      word('separate'), '(', commaSep1(field('operand', $.expression)), ')',
      optional(field('require', $.require_clause)),
    ),

    require_clause: $ => prec.dynamic(1, seq(
      word('require'), '(',
      field('condition', choice($.expression, $.comma_expression)), ')',
    )),
  },
};
