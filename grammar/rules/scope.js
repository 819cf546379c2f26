// SPDX-License-Identifier: MIT
/**
 *     scope { spawn f(a); spawn g(b); }
 *     scope (s) { spawn f(s); … conc_cancel(s); }
 *
 * The name is declared by the statement, and is known in its block.
 */
const { word } = require('./words');

module.exports = {
  rules: {
    scope_statement: $ => prec.dynamic(3, seq(
      word('scope'), optional(seq('(', field('name', $.identifier), ')')),
      field('body', $.compound_statement),
    )),
  },
};
