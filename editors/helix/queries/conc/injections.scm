; SPDX-License-Identifier: MIT
((comment) @injection.content
  (#set! injection.language "comment"))
