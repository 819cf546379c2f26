// SPDX-License-Identifier: MIT
/**
 * Attributes. What stands between their parentheses is balanced tokens: names that are
 * keywords elsewhere (`const`), types, version numbers, `key=value`. Nothing of the
 * dialect stands there.
 */
module.exports = {
  rules: {
    _attribute: $ => choice($.attribute_specifier, $.attribute_declaration),

    attribute_specifier: $ => seq(
      alias(token(choice('__attribute__', '__attribute', '__declspec')), '__attribute__'), $.attribute_arguments,
    ),

    attribute_declaration: $ => seq('[', '[', repeat($._attribute_token), ']', ']'),

    attribute_arguments: $ => seq(
      '(', repeat(choice($._attribute_token, seq('[', repeat($._attribute_token), ']'))), ')',
    ),

    _attribute_token: $ => choice(
      $.identifier,
      $.number_literal,
      $.duration_literal,
      $.string_literal,
      $.raw_string_literal,
      $.char_literal,
      $.attribute_arguments,
      seq('{', repeat($._attribute_token), '}'),
      ...[',', ':', ';', '.', '->', '...', '=', '?', '+', '-', '*', '/', '%', '&', '|', '^', '~', '!',
        '<', '>', '<=', '>=', '==', '!=', '<<', '>>', '&&', '||'],
    ),
  },
};
