// SPDX-License-Identifier: MIT
/** Statements of GNU C and C23, and what stands in a file and in a block. */
const { commaSep1, preprocIf, preprocessor } = require('tree-sitter-c/grammar');

module.exports = {
  rules: {
    _top_level_item: $ => choice(
      $.function_definition,
      alias($._implicit_function_definition, $.function_definition),
      $.linkage_specification,
      $.declaration,
      $._top_level_statement,
      $.type_definition,
      $._empty_declaration,
      $.static_assert_declaration,
      $.pragma_operator,
      $._dialect_definition,
      alias($.preproc_if_at_file_scope, $.preproc_if),
      alias($.preproc_ifdef_at_file_scope, $.preproc_ifdef),
      $.preproc_include,
      $.preproc_def,
      $.preproc_function_def,
      $.preproc_call,
    ),

    _block_item: $ => choice(
      alias($._nested_function_definition, $.function_definition),
      $.linkage_specification,
      $.declaration,
      $._non_case_statement,
      $.case_statement,
      $.type_definition,
      $._empty_declaration,
      $.static_assert_declaration,
      $.local_label_declaration,
      $.pragma_operator,
      $.preproc_if,
      $.preproc_ifdef,
      $.preproc_include,
      $.preproc_def,
      $.preproc_function_def,
      $.preproc_call,
    ),

    // `a = 1, b = 2;`: of implicit int, without as much as a storage class.
    _top_level_expression_statement: $ => seq(
      optional(seq($._expression_not_binary, repeat(seq(',', $._expression_not_binary)))), ';',
    ),

    declaration_list: $ => seq('{', repeat($._top_level_item), '}'),

    ...preprocIf('', $ => $._block_item),
    ...preprocIf('_at_file_scope', $ => $._top_level_item),

    preproc_include: $ => seq(
      alias(/#[ \t]*include(_next)?/, '#include'),
      field('path', choice(
        $.string_literal,
        $.system_lib_string,
        $.identifier,
        alias($.preproc_call_expression, $.call_expression),
      )),
      token.immediate(/\r?\n/),
    ),

    // The directives that have no rule of their own, named one by one: a pattern that also
    // matches `#endif` would keep the generator from merging states, and triple the parser.
    preproc_directive: _ => /#[ \t]*(undef|error|warning|assert|unassert|sccs|embed|import|region|endregion)/,

    // May stand anywhere, between any two tokens; also the line markers of `cc -E`.
    preproc_pragma: _ =>
      /#[ \t]*(pragma|ident|line|[0-9]+)([^\w\n\\]([^\n\\]|\\\r?\n|\\[^\r\n])*)?/,
    // Before preprocessing; as an extra it would keep keywords from being told from words.
    pragma_operator: $ => seq('_Pragma', '(', $._string, ')'),

    statement: $ => choice(
      alias($.case_substatement, $.case_statement),
      $._non_case_statement,
    ),

    _non_case_statement: $ => choice(
      $._statement_but_expression,
      $.expression_statement,
    ),

    _statement_but_expression: $ => choice(
      $.attributed_statement,
      $.labeled_statement,
      $.compound_statement,
      $.if_statement,
      $.switch_statement,
      $.do_statement,
      $.while_statement,
      $.for_statement,
      $.return_statement,
      $.break_statement,
      $.continue_statement,
      $.goto_statement,
      $._dialect_statement,
    ),

    // What a dialect statement may have as its body: `word (x);` is a call.
    _body: $ => choice(
      alias($.case_substatement, $.case_statement),
      $._statement_but_expression,
      alias($.nonempty_expression_statement, $.expression_statement),
      // `word (x) (y);` is two calls.
      alias($.parenthesized_statement, $.expression_statement),
    ),
    parenthesized_statement: $ => prec.dynamic(-6, prec(1, seq($.parenthesized_expression, ';'))),
    nonempty_expression_statement: $ => seq(choice($.expression, $.comma_expression), ';'),

    attributed_statement: $ => prec.right(seq(repeat1($._attribute), $.statement)),

    labeled_statement: $ => prec.right(seq(
      field('label', $._statement_identifier),
      ':',
      repeat($.attribute_specifier),
      optional(choice($.declaration, $.statement)),
    )),

    switch_statement: $ => seq(
      'switch',
      field('condition', $.parenthesized_expression),
      field('body', $.statement),
    ),

    // In a block, what follows belongs to its case; as a substatement, one statement does.
    case_statement: $ => prec.right(seq(
      $._case_label,
      repeat(choice($._non_case_statement, $.declaration, $.type_definition)),
    )),
    case_substatement: $ => prec.right(seq(
      $._case_label,
      optional(choice($.statement, $.declaration)),
    )),
    _case_label: $ => seq(
      choice(
        seq('case', field('value', $.expression)),
        'default',
      ),
      ':',
    ),

    goto_statement: $ => seq(
      'goto',
      choice(
        field('label', $._statement_identifier),
        seq('*', field('address', $.expression)),
      ),
      ';',
    ),

    local_label_declaration: $ => seq(
      '__label__', commaSep1(field('label', $._statement_identifier)), ';',
    ),
  },
};
