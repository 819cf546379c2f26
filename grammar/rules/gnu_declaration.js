// SPDX-License-Identifier: MIT
/** Declarations and declarators of GNU C and C23, K&R and implicit int included. */
const { commaSep, commaSep1, PREC } = require('tree-sitter-c/grammar');

/** The declarators exist three times over, with different names at their leaves. */
function declarators(infix, self) {
  const name = kind => `${kind}${infix}_declarator`;
  return {
    [name('parenthesized')]: $ => prec.dynamic(PREC.PAREN_DECLARATOR, seq(
      '(', repeat($._attribute), self($), ')',
    )),
    [name('attributed')]: $ => prec.right(seq(self($), repeat1($.attribute_declaration))),
    [name('pointer')]: $ => prec.dynamic(1, prec.right(seq(
      '*', repeat($._pointer_qualifier), field('declarator', self($)),
    ))),
    [name('function')]: $ => prec(1, seq(
      field('declarator', self($)), field('parameters', $.parameter_list),
    )),
    [name('array')]: $ => prec(1, seq(field('declarator', self($)), $._array_size)),
  };
}

module.exports = {
  rules: {
    ...declarators('', $ => $._declarator),
    ...declarators('_field', $ => $._field_declarator),
    ...declarators('_type', $ => $._type_declarator),

    _declarator: $ => choice(
      $.attributed_declarator,
      $.pointer_declarator,
      $.function_declarator,
      $.array_declarator,
      $.parenthesized_declarator,
      $.identifier,
    ),
    _field_declarator: $ => choice(
      alias($.attributed_field_declarator, $.attributed_declarator),
      alias($.pointer_field_declarator, $.pointer_declarator),
      alias($.function_field_declarator, $.function_declarator),
      alias($.array_field_declarator, $.array_declarator),
      alias($.parenthesized_field_declarator, $.parenthesized_declarator),
      $._field_identifier,
    ),
    _type_declarator: $ => choice(
      alias($.attributed_type_declarator, $.attributed_declarator),
      alias($.pointer_type_declarator, $.pointer_declarator),
      alias($.function_type_declarator, $.function_declarator),
      alias($.array_type_declarator, $.array_declarator),
      alias($.parenthesized_type_declarator, $.parenthesized_declarator),
      $._type_identifier,
      $.primitive_type,
    ),

    _array_size: $ => seq(
      '[',
      repeat(choice($.type_qualifier, 'static')),
      optional(field('size', choice($.expression, $.comma_expression, '*'))),
      ']',
    ),

    _pointer_qualifier: $ => choice($.type_qualifier, $._attribute, $.mutex_qualifier, $.held_qualifier),

    abstract_parenthesized_declarator: $ => prec(1, seq(
      '(', repeat($._attribute), $._abstract_declarator, ')',
    )),
    abstract_pointer_declarator: $ => prec.dynamic(1, prec.right(seq(
      '*', repeat($._pointer_qualifier), optional(field('declarator', $._abstract_declarator)),
    ))),
    // `(f(x)) + 1` and `sizeof(f(x))` are calls rather: a function type by itself is hardly written.
    abstract_function_declarator: $ => choice(
      prec.right(1, seq(
        field('declarator', $._abstract_declarator), field('parameters', $.parameter_list),
      )),
      prec.dynamic(-5, prec.right(1, field('parameters', $.parameter_list))),
    ),
    abstract_array_declarator: $ => prec.right(1, seq(
      optional(field('declarator', $._abstract_declarator)), $._array_size,
    )),

    _modifiers: $ => repeat1($._declaration_modifiers),
    _declaration_modifiers: $ => choice(
      $.storage_class_specifier,
      $.type_qualifier,
      $._attribute,
      $.separate_qualifier,
    ),
    _declaration_specifiers: $ => seq(
      optional($._modifiers),
      field('type', $.type_specifier),
      optional($._modifiers),
    ),

    // Without a type it is int.
    declaration: $ => choice(
      seq($._declaration_specifiers, $._all_declared, ';'),
      prec.dynamic(-2, seq($._modifiers, $._all_declared, ';')),
    ),
    _all_declared: $ => seq(
      $._declared, repeat(seq(',', repeat($.attribute_specifier), $._declared)),
    ),
    _declared: $ => choice(
      seq(field('declarator', $._declarator), optional($._declarator_suffix)),
      field('declarator', $.init_declarator),
    ),
    init_declarator: $ => seq(
      field('declarator', $._declarator),
      optional($._declarator_suffix),
      '=',
      field('value', choice($.initializer_list, $.expression)),
    ),
    _declarator_suffix: $ => repeat1(choice(
      $.gnu_asm_expression, $.attribute_specifier, $.guarded_specifier,
    )),

    _empty_declaration: $ => seq($._empty_specifiers, ';'),
    _empty_specifiers: $ => seq(
      optional($._modifiers),
      choice(
        $.struct_specifier,
        $.union_specifier,
        $.enum_specifier,
        $.sized_type_specifier,
        $.primitive_type,
      ),
      optional($._modifiers),
    ),

    type_definition: $ => seq(
      $._type_definition_specifiers,
      choice(
        seq($._types_declared, ';'),
        prec.dynamic(-5, ';'),
      ),
    ),
    _type_definition_specifiers: $ => choice(
      seq(optional($._modifiers), 'typedef', $._declaration_specifiers),
      seq($._declaration_specifiers, 'typedef', optional($._modifiers)),
    ),
    _types_declared: $ => commaSep1($._type_declared),
    _type_declared: $ => seq(
      repeat($.attribute_specifier),
      field('declarator', $._type_declarator),
      repeat($.attribute_specifier),
    ),

    function_definition: $ => choice(
      seq($._declaration_specifiers, $._defined),
      prec.dynamic(-2, seq($._modifiers, $._defined)),
    ),
    // `main() { … }`: at file scope only.
    _implicit_function_definition: $ => prec.dynamic(-2, $._defined),
    _defined: $ => seq($._defined_declarator, optional($._function_suffix), $._function_body),
    _function_suffix: $ => repeat1(choice(
      $.gnu_asm_expression,
      $.attribute_specifier,
      // macros
      prec.dynamic(-4, $.identifier),
      prec.dynamic(-4, alias($.preproc_call_expression, $.call_expression)),
    )),

    // GNU: a function in a function.
    _nested_function_definition: $ => choice(
      seq($._declaration_specifiers, $._nested_defined),
      prec.dynamic(-2, seq($._modifiers, $._nested_defined)),
    ),
    _nested_defined: $ => seq(
      $._defined_declarator, optional($._declarator_suffix), $._function_body,
    ),

    // Not an identifier: `actor name { … }` that lacks its `;` is no function.
    _defined_declarator: $ => field('declarator', choice(
      $.attributed_declarator,
      $.pointer_declarator,
      $.function_declarator,
      $.array_declarator,
      $.parenthesized_declarator,
    )),
    _function_body: $ => seq(repeat($.declaration), field('body', $.compound_statement)),

    parameter_list: $ => seq('(', optional(seq($._parameters, repeat(seq(';', $._parameters)))), ')'),
    _parameters: $ => commaSep1(choice($.parameter_declaration, $.variadic_parameter)),
    parameter_declaration: $ => seq(
      $._declaration_specifiers,
      optional(field('declarator', choice($._declarator, $._abstract_declarator))),
      repeat($.attribute_specifier),
    ),
  },
};
