// SPDX-License-Identifier: MIT
/**
 *     thread  worker  { int id; };
 *     monitor account { long balance; };
 *     actor   counter { inline base; long n; };
 *     message add     { long by; };
 */
const { word } = require('./words');

const KINDS = ['thread', 'monitor', 'actor', 'message'];

const definition = kind => $ => choice(
  seq(
    word(kind), $._kind,
  ),
  // `thread worker;` is a declaration of a `worker` of type `thread`.
  seq('_Conc_' + kind, field('name', $._type_identifier), ';'),
);

module.exports = {
  rules: {
    ...Object.fromEntries(KINDS.map(kind => [`${kind}_definition`, definition(kind)])),

    _kind: $ => seq(
      repeat($._attribute),
      field('name', $._type_identifier),
      field('body', $.field_declaration_list),
      repeat($.attribute_specifier),
      ';',
    ),

    inline_base: $ => prec.dynamic(1, seq(
      choice('inline', '_Conc_inline'), field('type', $._type_identifier), ';',
    )),
  },
};
