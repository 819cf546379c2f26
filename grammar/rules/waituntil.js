// SPDX-License-Identifier: MIT
/**
 *     waituntil (lock)                      { … }
 *     or when (n < max) waituntil (v << in) { … }
 *     and waituntil (out << v)              { … }
 *     or ( waituntil (f) {…} and waituntil (x << g) {…} )
 *     or waituntil (int x << c)             { … }     x is the block's own
 *     or waituntil (<< c)                   { … }     received and dropped
 *     or waituntil (timeout(10ms))          { … }
 *     or separate (s) require (count(s))    { … }
 *     or when (idle) else                   { … }
 *
 *     fair waituntil (x << c) {…} or waituntil (x << d) {…}
 *
 * Rejected for the fair form: a word behind `waituntil` (it belongs to the statement, not to its
 * first clause), and one that joins clauses in place of `or` (two joiners in one statement).
 *
 * `<iso646.h>` makes `||` and `&&` of the words, so both spellings are the same here.
 */
const { word } = require('./words');

module.exports = {
  rules: {
    waituntil_statement: $ => prec.dynamic(3, seq(
      optional($._fair), $._wait, optional($.wait_else),
    )),
    _fair: _ => word('fair'),

    _wait: $ => choice($.wait_clause, $.wait_separate, $.wait_group, $.wait_or, $.wait_and),

    // Dynamic: `or waituntil (x) { }` is the definition of a function, too.
    wait_or: $ => prec.dynamic(5, prec.left(1, seq(
      field('left', $._wait), field('operator', $._or), field('right', $._wait),
    ))),
    wait_and: $ => prec.dynamic(5, prec.left(2, seq(
      field('left', $._wait), field('operator', $._and), field('right', $._wait),
    ))),
    _or: _ => choice(word('or'), '||'),
    _and: _ => choice(word('and'), '&&'),

    wait_group: $ => seq(optional(field('guard', $.wait_guard)), '(', $._wait, ')'),

    wait_clause: $ => seq(
      optional(field('guard', $.wait_guard)),
      word('waituntil'), '(',
      field('condition', choice($.expression, $.timeout_clause, $.wait_declaration, $.wait_drop)),
      ')',
      field('body', $._body),
    ),

    // The declared name is the operation's left operand. Its stars are not: `*x` is no name.
    wait_declaration: $ => prec.dynamic(2, seq(
      optional(seq(field('checked', $.expression), '=')),
      field('type', $.wait_declared), field('operation', alias($._wait_receive, $.binary_expression)),
    )),
    _wait_receive: $ => seq(
      field('left', $.identifier), field('operator', '<<'), field('right', $.expression),
    ),
    wait_declared: $ => seq($._declaration_specifiers, repeat($._wait_pointer)),
    _wait_pointer: $ => prec.dynamic(1, seq('*', repeat($.type_qualifier))),

    wait_drop: $ => seq(
      optional(seq(field('checked', $.expression), '=')), '<<', field('channel', $.expression),
    ),

    // Alone it is a separate statement.
    wait_separate: $ => prec.dynamic(-4, seq(
      optional(field('guard', $.wait_guard)), field('statement', $.separate_statement),
    )),

    wait_guard: $ => seq(word('when'), '(', field('condition', $.expression), ')'),

    timeout_clause: $ => prec.dynamic(1, seq(
      word('timeout'), '(', field('duration', $.expression), ')',
    )),

    wait_else: $ => choice(
      seq($._or, optional(field('guard', $.wait_guard)), 'else', field('body', $.statement)),
      // Without `or` the dialect rejects it; the else of an `if` around comes first.
      prec.dynamic(-1, seq('else', field('body', $.statement))),
    ),
  },
};
