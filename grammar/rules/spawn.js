// SPDX-License-Identifier: MIT
/**
 *     task(long) t = spawn fib(n - 1);
 *     spawn (s) serve(client);        // a child of the scope s
 *     spawn separate (s, t) move(s, t, 1);
 *     long r = join(t);               // an ordinary call
 *     blocking { … }
 *     _Conc_unchecked { … }
 *     conc_sleep(1.5s);
 */
const { PREC } = require('tree-sitter-c/grammar');
const { word } = require('./words');

module.exports = {
  rules: {
    // The word is a rule of its own so that no precedence of the expression's decides at
    // once whether it is a name.
    spawn_expression: $ => prec.dynamic(3, prec.right(PREC.UNARY, seq(
      $._spawn, optional(choice($._spawn_scope, $._spawn_separate)),
      field('call', $.call_expression),
    ))),
    _spawn_scope: $ => prec.dynamic(-1, seq('(', field('scope', $.expression), ')')),
    _spawn: _ => word('spawn'),

    task_type: $ => prec.dynamic(10, seq(
      word('task'), '(', field('type', $.type_descriptor), ')',
    )),

    blocking_statement: $ => seq(word('blocking'), field('body', $.compound_statement)),

    // It has no plain spelling: it is meant to be seen.
    unchecked_statement: $ => seq('_Conc_unchecked', field('body', $.compound_statement)),

    duration_literal: _ => token(seq(
      /[0-9]('?[0-9])*(\.[0-9]('?[0-9])*)?/, choice('ns', 'us', 'ms', 's', 'min', 'h'),
    )),
  },
};
