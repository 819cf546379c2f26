// SPDX-License-Identifier: MIT
/** Expressions of GNU C and C23. */
const { commaSep, commaSep1, PREC } = require('tree-sitter-c/grammar');

module.exports = {
  rules: {
    expression: $ => choice(
      $._expression_not_binary,
      $.binary_expression,
      $.range_expression,
      $.new_expression,
      $.spawn_expression,
    ),

    _expression_not_binary: $ => choice(
      $.conditional_expression,
      $.assignment_expression,
      $.unary_expression,
      $.update_expression,
      $.cast_expression,
      $.pointer_expression,
      $.label_address_expression,
      $.sizeof_expression,
      $.alignof_expression,
      $.offsetof_expression,
      $.generic_expression,
      $.subscript_expression,
      $.call_expression,
      alias($.type_call_expression, $.call_expression),
      $.field_expression,
      $.compound_literal_expression,
      $.identifier,
      $.number_literal,
      $.duration_literal,
      $._string,
      $.true,
      $.false,
      $.null,
      $.char_literal,
      $.parenthesized_expression,
      $.gnu_asm_expression,
      $.extension_expression,
    ),

    // Any expression may stand on the left: telling which may would double the states.
    assignment_expression: $ => prec.right(PREC.ASSIGNMENT, seq(
      field('left', $.expression),
      field('operator', $._assignment_operator),
      field('right', $.expression),
    )),
    _assignment_operator: _ => choice(
      '=', '*=', '/=', '%=', '+=', '-=', '<<=', '>>=', '&=', '^=', '|=',
    ),

    unary_expression: $ => prec.left(PREC.UNARY, seq(
      field('operator', choice('!', '~', '-', '+', $._part)),
      field('argument', $.expression),
    )),

    _part: _ => alias(token(choice('__real__', '__real', '__imag__', '__imag')), '__real__'),

    // In a case label and in a designator.
    range_expression: $ => prec.right(PREC.ASSIGNMENT - 1, seq(
      field('start', $.expression), '...', field('end', $.expression),
    )),

    binary_expression: $ => choice(...[
      [PREC.LOGICAL_OR, $._logical_or],
      [PREC.LOGICAL_AND, $._logical_and],
      [PREC.INCLUSIVE_OR, '|'],
      [PREC.EXCLUSIVE_OR, '^'],
      [PREC.BITWISE_AND, '&'],
      [PREC.EQUAL, $._equality],
      [PREC.RELATIONAL, $._relation],
      [PREC.SHIFT, $._shift],
      [PREC.ADD, $._sum],
      [PREC.MULTIPLY, $._product],
    ].map(([precedence, operator]) => prec.left(precedence, seq(
      field('left', $.expression),
      field('operator', operator),
      field('right', $.expression),
    )))),
    _logical_or: _ => '||',
    _logical_and: _ => '&&',
    _equality: _ => choice('==', '!='),
    _relation: _ => choice('<', '>', '<=', '>='),
    _shift: _ => choice('<<', '>>'),
    _sum: _ => choice('+', '-'),
    _product: _ => choice('*', '/', '%'),

    label_address_expression: $ => prec(PREC.UNARY, seq('&&', field('label', $._statement_identifier))),

    alignof_expression: $ => prec(PREC.SIZEOF, seq(
      alias(token(choice('__alignof__', '__alignof', 'alignof', '_Alignof')), 'alignof'),
      choice(
        field('value', $.expression),
        seq('(', field('type', $.type_descriptor), ')'),
      ),
    )),

    offsetof_expression: $ => prec(PREC.OFFSETOF, seq(
      alias(token(choice('offsetof', '__builtin_offsetof')), 'offsetof'),
      '(', field('type', $.type_descriptor), ',', field('member', $.expression), ')',
    )),

    // Built-in functions of which an argument may be a type.
    type_call_expression: $ => prec(PREC.CALL, seq(
      field('function', alias($.type_function, $.identifier)),
      field('arguments', alias($.type_argument_list, $.argument_list)),
    )),
    type_function: _ => token(choice(
      'va_arg', '__builtin_va_arg', '__builtin_types_compatible_p', '__builtin_convertvector',
      '__builtin_has_attribute', '__builtin_classify_type',
    )),
    type_argument_list: $ => seq(
      '(', commaSep1(choice($.expression, prec.dynamic(-1, $.type_descriptor))), ')',
    ),

    generic_expression: $ => prec(PREC.CALL, seq(
      '_Generic',
      '(',
      choice($.expression, prec.dynamic(-1, $.type_descriptor)),
      repeat1(seq(',', choice($.type_descriptor, 'default'), ':', $.expression)),
      ')',
    )),

    subscript_expression: $ => prec(PREC.SUBSCRIPT, seq(
      field('argument', $.expression),
      '[', field('index', choice($.expression, $.comma_expression)), ']',
    )),

    compound_literal_expression: $ => seq(
      '(',
      field('type', choice(
        $.type_descriptor,
        alias($.stored_type_descriptor, $.type_descriptor),
      )),
      ')',
      field('value', $.initializer_list),
    ),
    stored_type_descriptor: $ => seq(repeat1($.storage_class_specifier), $.type_descriptor),

    initializer_pair: $ => choice(
      seq(
        field('designator', repeat1(choice(
          $.subscript_designator,
          $.field_designator,
        ))),
        '=',
        field('value', choice($.expression, $.initializer_list)),
      ),
      // GNU's older forms: `a: 1`, `[2] 1`.
      seq(
        field('designator', $._field_identifier),
        ':',
        field('value', choice($.expression, $.initializer_list)),
      ),
      seq(
        field('designator', $.subscript_designator),
        field('value', choice($.expression, $.initializer_list)),
      ),
    ),

    char_literal: $ => seq(
      alias(/(L|u|U|u8)?'/, "'"),
      repeat1(choice($.escape_sequence, alias(token.immediate(prec(1, /[^\n'\\]/)), $.character))),
      alias(token.immediate("'"), "'"),
    ),

    string_literal: $ => seq(
      alias(/(L|u|U|u8)?"/, '"'),
      repeat(choice(
        alias(token.immediate(prec(1, /[^\\"\n]+/)), $.string_content),
        $.escape_sequence,
      )),
      alias(token.immediate('"'), '"'),
    ),

    _string: $ => prec.left(choice($._string_piece, $.concatenated_string)),
    _string_piece: $ => choice($.string_literal, $.raw_string_literal),
    concatenated_string: $ => prec.right(seq(
      choice(
        seq($.identifier, $._string_piece),
        seq($._string_piece, choice($._string_piece, $.identifier)),
      ),
      repeat(choice($._string_piece, $.identifier)),
    )),

    // With a name before its `(` it ends at the first `)` with a name and a `"` behind it: that this is
    // the same name no regular expression can tell.
    raw_string_literal: _ => token(seq(
      /(L|u|U|u8)?R"/,
      choice(
        /\(([^)]|\)+[^)"])*\)+"/,
        /[^()\\\s"]+\(([^)]|\)[^(\\\s"]*[(\\\s]|\)([^(\\\s"]*\))?")*\)[^(\\\s"]*[^()\\\s"]"/,
      ),
    )),

    extension_expression: $ => prec.right(PREC.UNARY, seq('__extension__', $.expression)),

    number_literal: _ => token(choice(
      // integers
      seq(
        choice(/[0-9]('?[0-9])*/, /0[xX][0-9a-fA-F]('?[0-9a-fA-F])*/, /0[bB][01]('?[01])*/, /0[oO][0-7]('?[0-7])*/),
        /[uUlLwWbBiIjJzZ]*/,
      ),
      // reals
      seq(
        choice(
          seq(
            choice(/[0-9]('?[0-9])*\.([0-9]('?[0-9])*)?/, /\.[0-9]('?[0-9])*/),
            optional(/[eE][+-]?[0-9]('?[0-9])*/),
          ),
          /[0-9]('?[0-9])*[eE][+-]?[0-9]('?[0-9])*/,
          seq(
            /0[xX]/,
            choice(
              /[0-9a-fA-F]('?[0-9a-fA-F])*(\.([0-9a-fA-F]('?[0-9a-fA-F])*)?)?/,
              /\.[0-9a-fA-F]('?[0-9a-fA-F])*/,
            ),
            /[pP][+-]?[0-9]('?[0-9])*/,
          ),
        ),
        choice(
          /[fFlLdDwWqQiIjJ]*/,
          /[iIjJ]?([fF]|[bB][fF])(16|32|64|128)x?[iIjJ]?/,
          /[uU]?[hHlL]*[kKrR]/,
        ),
      ),
    )),

    gnu_asm_expression: $ => prec(PREC.CALL, seq(
      alias(token(choice('asm', '__asm__', '__asm')), 'asm'),
      repeat($.gnu_asm_qualifier),
      '(', $._asm_body, ')',
    )),
    _asm_body: $ => seq(
      field('assembly_code', $._string),
      optional(seq(
        field('output_operands', $.gnu_asm_output_operand_list),
        optional(seq(
          field('input_operands', $.gnu_asm_input_operand_list),
          optional(seq(
            field('clobbers', $.gnu_asm_clobber_list),
            optional(field('goto_labels', $.gnu_asm_goto_list)),
          )),
        )),
      )),
    ),
    gnu_asm_qualifier: $ => choice($._qualifier_word, $._storage_word, 'inline', 'goto'),
    gnu_asm_output_operand: $ => $._asm_operand,
    gnu_asm_input_operand: $ => $._asm_operand,
    _asm_operand: $ => seq(
      optional(seq('[', field('symbol', $.identifier), ']')),
      field('constraint', $._string),
      '(', field('value', choice($.expression, $.comma_expression)), ')',
    ),
  },
};
