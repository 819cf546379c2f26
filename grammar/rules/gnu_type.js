// SPDX-License-Identifier: MIT
/** Type specifiers and qualifiers of GNU C and C23. */
const { commaSep, commaSep1 } = require('tree-sitter-c/grammar');

module.exports = {
  rules: {
    // Words that always come together are one token: it makes the tables a good deal smaller.
    storage_class_specifier: $ => choice('extern', 'static', 'inline', $._storage_word),
    _storage_word: _ => token(choice(
      'auto', 'register', '__inline', '__inline__', '__forceinline',
      'thread_local', '_Thread_local', '__thread',
    )),

    type_qualifier: $ => choice(
      $._qualifier_word, '__extension__', '_Atomic', $.alignas_qualifier,
    ),
    _qualifier_word: _ => token(choice(
      'const', '__const', '__const__',
      'volatile', '__volatile', '__volatile__',
      'restrict', '__restrict', '__restrict__',
      'constexpr', '_Noreturn',
      '_Nonnull', '_Nullable', '_Null_unspecified', '__seg_fs', '__seg_gs',
    )),

    alignas_qualifier: $ => seq(
      alias(token(choice('alignas', '_Alignas')), 'alignas'),
      '(', choice($.expression, prec.dynamic(-1, $.type_descriptor)), ')',
    ),

    type_specifier: $ => choice(
      $.struct_specifier,
      $.union_specifier,
      $.enum_specifier,
      $.macro_type_specifier,
      $.sized_type_specifier,
      $.bitint_specifier,
      $.typeof_specifier,
      $.atomic_specifier,
      $.primitive_type,
      $._type_identifier,
      $.channel_type,
      $.future_type,
      $.task_type,
    ),

    // Sizes and primitive types in any order, with qualifiers in between:
    // `long const unsigned int`, `double long`, `int static long`.
    sized_type_specifier: $ => seq(
      choice(
        $._size,
        seq($._sized_base, optional($._modifiers), $._size),
      ),
      repeat(choice(
        $._size,
        $._sized_base,
        seq($._modifiers, choice($._size, $._sized_base)),
      )),
    ),
    _size: _ => token(choice(
      'signed', '__signed', '__signed__', 'unsigned', 'long', 'short',
      '_Complex', '__complex__', '__complex',
    )),
    _sized_base: $ => field('type', choice($.primitive_type, $.bitint_specifier)),

    primitive_type: _ => token(choice(
      'bool', '_Bool', 'char', 'int', 'float', 'double', 'void',
      '__int128', '__float128', '__float80', '__ibm128', '__fp16', '__bf16',
      '_Float16', '_Float32', '_Float64', '_Float128', '_Float32x', '_Float64x', '_Float128x',
      '_Decimal32', '_Decimal64', '_Decimal128', '__auto_type',
      'size_t', 'ssize_t', 'ptrdiff_t', 'intptr_t', 'uintptr_t', 'max_align_t',
      ...[8, 16, 32, 64].map(n => `int${n}_t`),
      ...[8, 16, 32, 64].map(n => `uint${n}_t`),
      ...[8, 16, 32].map(n => `char${n}_t`),
    )),

    bitint_specifier: $ => seq('_BitInt', '(', field('width', $.expression), ')'),

    typeof_specifier: $ => seq(
      alias(token(choice(
        'typeof', '__typeof', '__typeof__',
        'typeof_unqual', '__typeof_unqual', '__typeof_unqual__',
      )), 'typeof'),
      '(',
      choice(
        field('value', choice($.expression, $.comma_expression)),
        field('type', prec.dynamic(-1, $.type_descriptor)),
      ),
      ')',
    ),

    atomic_specifier: $ => prec(1, seq('_Atomic', '(', field('type', $.type_descriptor), ')')),

    macro_type_specifier: $ => prec.dynamic(-5, seq(
      field('name', $.identifier),
      '(', field('type', $.type_descriptor), ')',
    )),

    type_descriptor: $ => seq(
      repeat($._descriptor_modifier),
      field('type', $.type_specifier),
      repeat($._descriptor_modifier),
      optional(seq(field('declarator', $._abstract_declarator), repeat($.attribute_specifier))),
    ),
    _descriptor_modifier: $ => choice(
      $.type_qualifier, $.attribute_specifier, $.attribute_declaration, $.separate_qualifier,
    ),

    struct_specifier: $ => prec.right(seq('struct', $._record)),
    union_specifier: $ => prec.right(seq('union', $._record)),
    _record: $ => prec.right(seq(
      repeat($._attribute),
      choice(
        seq(field('name', $._type_identifier), optional(field('body', $.field_declaration_list))),
        field('body', $.field_declaration_list),
      ),
      repeat($.attribute_specifier),
    )),

    field_declaration_list: $ => seq('{', repeat($._field_declaration_list_item), '}'),

    _field_declaration_list_item: $ => choice(
      $.field_declaration,
      $.inline_base,
      $.static_assert_declaration,
      ';',
      $.preproc_def,
      $.preproc_function_def,
      $.preproc_call,
      alias($.preproc_if_in_field_declaration_list, $.preproc_if),
      alias($.preproc_ifdef_in_field_declaration_list, $.preproc_ifdef),
    ),

    field_declaration: $ => seq(
      $._declaration_specifiers,
      optional(commaSep1($._field_declarator_item)),
      ';',
    ),
    _field_declarator_item: $ => seq(
      repeat($.attribute_specifier),
      choice(
        seq(field('declarator', $._field_declarator), optional($.bitfield_clause)),
        $.bitfield_clause,
      ),
      repeat(choice($.attribute_specifier, $.guarded_specifier)),
    ),

    enum_specifier: $ => prec.right(seq(
      'enum',
      repeat($._attribute),
      choice(
        seq(
          field('name', $._type_identifier),
          optional($._enum_base),
          optional(field('body', $.enumerator_list)),
        ),
        seq(optional($._enum_base), field('body', $.enumerator_list)),
      ),
      repeat($.attribute_specifier),
    )),
    _enum_base: $ => seq(':', repeat($.type_qualifier), field('underlying_type', $.type_specifier)),

    enumerator: $ => seq(
      field('name', $.identifier),
      repeat($._attribute),
      optional(seq('=', field('value', $.expression))),
    ),

    static_assert_declaration: $ => seq(
      choice('_Static_assert', 'static_assert'),
      '(', $._assertion, ')', ';',
    ),
    _assertion: $ => seq(
      field('condition', $.expression), optional(seq(',', field('message', $.expression))),
    ),
  },
};
