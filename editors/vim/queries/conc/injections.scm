; SPDX-License-Identifier: MIT
((comment) @injection.content
  (#set! injection.language "comment"))
([(preproc_def value: (preproc_arg) @injection.content)
  (preproc_function_def value: (preproc_arg) @injection.content)]
  (#set! injection.language "conc"))
