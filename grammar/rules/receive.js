// SPDX-License-Identifier: MIT
/**
 *     receive (counter *self, add *m) { … }
 *     static receive (counter *self, add *m);
 *     scalable receive (words *self, line *m) { … }
 *     destroy (counter *self) { … }
 *     export (words *self, words *replica) { … }
 *
 * Every parameter has a declarator, so `receive(fd)` and `destroy(void)` stay C.
 */
const { commaSep1 } = require('tree-sitter-c/grammar');
const { word } = require('./words');

const NAMES = ['receive', 'destroy', 'export', 'import', 'serialize', 'deserialize'];

const definition = name => $ => prec.dynamic(3, seq(
  optional($._modifiers),
  optional($.scalable_specifier),
  word(name),
  $._behaviour,
));

module.exports = {
  rules: {
    ...Object.fromEntries(NAMES.map(name => [`${name}_definition`, definition(name)])),

    _behaviour: $ => seq(
      field('parameters', alias($.behaviour_parameter_list, $.parameter_list)),
      choice(field('body', $.compound_statement), ';'),
    ),

    scalable_specifier: _ => word('scalable'),

    behaviour_parameter_list: $ => seq(
      '(', commaSep1(alias($.behaviour_parameter, $.parameter_declaration)), ')',
    ),
    behaviour_parameter: $ => seq(
      $._declaration_specifiers,
      field('declarator', choice($._declarator, $._abstract_declarator)),
      repeat($.attribute_specifier),
    ),
  },
};
