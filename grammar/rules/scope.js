// SPDX-License-Identifier: MIT
/**
 *     scope { spawn f(a); spawn g(b); }
 *     scope (s) { spawn f(s); … conc_cancel(s); }
 *     scope (s, late = timeout(2s)) { … }
 *     shield (2s) { … }
 *
 * The name is declared by the statement, and is known in its block.
 */
const { word } = require('./words');

module.exports = {
  rules: {
    scope_statement: $ => prec.dynamic(3, seq(
      word('scope'), optional(seq('(', choice(
        $._scope_name, field('limit', $.expression),
        seq($._scope_name, ',', field('limit', $.expression)),
      ), ')')),
      field('body', $.compound_statement),
    )),
    _scope_name: $ => prec.dynamic(1, field('name', $.identifier)),

    shield_statement: $ => prec.dynamic(3, seq(
      word('shield'), optional(seq('(', field('limit', $.expression), ')')),
      field('body', $.compound_statement),
    )),
  },
};
