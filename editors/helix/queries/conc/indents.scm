; SPDX-License-Identifier: MIT
[
  (compound_statement)
  (field_declaration_list)
  (enumerator_list)
  (parameter_list)
  (initializer_list)
  (init_declarator)
  (expression_statement)
  (wait_group)
] @indent

["case" "default" "}" "]" ")"] @outdent

(if_statement consequence: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))
(while_statement body: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))
(do_statement body: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))
(for_statement body: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))
(mutex_statement body: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))
(separate_statement body: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))
(wait_clause body: (_) @indent
  (#not-kind-eq? @indent "compound_statement") (#set! "scope" "header"))

(parameter_list . (parameter_declaration) @anchor) @align
(argument_list . (_) @anchor) @align
