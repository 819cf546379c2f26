; SPDX-License-Identifier: MIT
[
  (compound_statement)
  (field_declaration_list)
  (enumerator_list)
  (initializer_list)
  (wait_group)
  (case_statement)
] @indent.begin

(if_statement consequence: (_) @_body
  (#not-has-type? @_body compound_statement)) @indent.begin
(for_statement body: (_) @_body
  (#not-has-type? @_body compound_statement)) @indent.begin
(while_statement body: (_) @_body
  (#not-has-type? @_body compound_statement)) @indent.begin
(mutex_statement body: (_) @_body
  (#not-has-type? @_body compound_statement)) @indent.begin
(separate_statement body: (_) @_body
  (#not-has-type? @_body compound_statement)) @indent.begin
(wait_clause body: (_) @_body
  (#not-has-type? @_body compound_statement)) @indent.begin

((argument_list) @indent.align
  (#set! indent.open_delimiter "(")
  (#set! indent.close_delimiter ")"))
((parameter_list) @indent.align
  (#set! indent.open_delimiter "(")
  (#set! indent.close_delimiter ")"))

["}" ")"] @indent.branch
"}" @indent.end
(wait_or operator: _ @indent.branch)
(wait_and operator: _ @indent.branch)
[(comment) (preproc_def) (preproc_function_def)] @indent.auto
[(preproc_if) (preproc_ifdef) (preproc_else) (preproc_include)] @indent.zero
(ERROR) @indent.auto
