; SPDX-License-Identifier: MIT
; Captures have the usual names; where several patterns match a node, the later one wins.

(identifier) @variable
((identifier) @constant
 (#match? @constant "^[A-Z][A-Z0-9_]+$"))

; C

[
  "break" "case" "continue" "default" "do" "else" "for" "goto" "if" "return" "switch" "while"
] @keyword

["enum" "struct" "union" "typedef"] @keyword
["sizeof" "alignof" "offsetof" "_Generic" "typeof" "asm" "__attribute__" "__extension__"] @keyword
["_Static_assert" "static_assert" "__label__" "_BitInt" "_Atomic" "alignas"] @keyword
(storage_class_specifier) @keyword
(type_qualifier) @keyword
(gnu_asm_qualifier) @keyword

[
  "#define" "#elif" "#elifdef" "#elifndef" "#else" "#endif" "#if" "#ifdef" "#ifndef" "#include"
  "defined"
] @keyword.directive
(preproc_directive) @keyword.directive
(preproc_pragma) @keyword.directive

[
  "--" "-" "-=" "->" "=" "!=" "*" "&" "&&" "+" "++" "+=" "<" "==" ">" "||" "!" "~" "/" "/=" "%"
  "%=" "*=" "|" "|=" "&=" "^" "^=" "<<" ">>" "<<=" ">>=" "<=" ">=" "?"
] @operator
(conditional_expression ":" @operator)

["." ";" "," ":"] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket

(string_literal) @string
(raw_string_literal) @string
(system_lib_string) @string
(escape_sequence) @string.escape
(char_literal) @character
(number_literal) @number
[(true) (false)] @boolean
(null) @constant.builtin

(field_identifier) @property
(statement_identifier) @label
(type_identifier) @type
(primitive_type) @type.builtin
(sized_type_specifier) @type.builtin

(call_expression function: (identifier) @function)
(call_expression function: (field_expression field: (field_identifier) @function))
(function_declarator declarator: (identifier) @function)
(function_declarator declarator: (field_identifier) @function)
(preproc_function_def name: (identifier) @function.macro)
(enumerator name: (identifier) @constant)
(parameter_declaration declarator: (identifier) @variable.parameter)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @variable.parameter))

(attribute_specifier (attribute_arguments (attribute_arguments (identifier) @attribute)))
(attribute_declaration (identifier) @attribute)

(comment) @comment

; The dialect. A word is coloured only inside of its construct: elsewhere it is a name.

(thread_definition ["thread" "_Conc_thread"] @keyword)
(monitor_definition ["monitor" "_Conc_monitor"] @keyword)
(actor_definition ["actor" "_Conc_actor"] @keyword)
(message_definition ["message" "_Conc_message"] @keyword)
(inline_base ["inline" "_Conc_inline"] @keyword)

(mutex_statement ["mutex" "_Conc_mutex"] @keyword)
(mutex_qualifier) @keyword
(held_qualifier ["held" "_Conc_held"] @keyword)
(held_qualifier mode: (identifier) @keyword)
(guarded_specifier ["guarded" "_Conc_guarded"] @keyword)
(impl_definition ["impl" "_Conc_impl" "for"] @keyword)
(impl_definition trait: (identifier) @keyword)

(new_expression ["new" "_Conc_new"] @keyword)
(new_separate ["separate" "_Conc_separate"] @keyword)
(delete_statement ["delete" "_Conc_delete"] @keyword)

(spawn_expression ["spawn" "_Conc_spawn"] @keyword)
(call_expression function: (identifier) @keyword
 (#match? @keyword "^(_Conc_)?join$"))
(blocking_statement ["blocking" "_Conc_blocking"] @keyword)
(unchecked_statement "_Conc_unchecked" @keyword)
(scope_statement ["scope" "_Conc_scope"] @keyword)
(shield_statement ["shield" "_Conc_shield"] @keyword)
(duration_literal) @number

(task_type ["task" "_Conc_task"] @type.builtin)
(channel_type ["channel" "_Conc_channel"] @type.builtin)
(future_type ["future" "_Conc_future"] @type.builtin)

(waituntil_statement ["fair" "_Conc_fair"] @keyword)
(wait_clause ["waituntil" "_Conc_waituntil"] @keyword)
(wait_guard ["when" "_Conc_when"] @keyword)
(wait_or operator: _ @keyword)
(wait_and operator: _ @keyword)
(wait_else ["or" "_Conc_or" "||" "else"] @keyword)
(timeout_clause ["timeout" "_Conc_timeout"] @keyword)

(separate_qualifier) @keyword
(separate_statement ["separate" "_Conc_separate"] @keyword)
(require_clause ["require" "_Conc_require"] @keyword)

(receive_definition ["receive" "_Conc_receive"] @keyword)
(destroy_definition ["destroy" "_Conc_destroy"] @keyword)
(export_definition ["export" "_Conc_export"] @keyword)
(import_definition ["import" "_Conc_import"] @keyword)
(serialize_definition ["serialize" "_Conc_serialize"] @keyword)
(deserialize_definition ["deserialize" "_Conc_deserialize"] @keyword)
(scalable_specifier) @keyword
(receive_definition body: (compound_statement (return_statement (identifier) @constant.builtin
 (#match? @constant.builtin "^(Nodelete|Delete|Destroy|Finished)$"))))
