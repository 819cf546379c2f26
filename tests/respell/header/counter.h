%:ifndef COUNT\u00c9R_H
%:define COUNTÉR_H
%:include <co\
nc.h>
monitor countér <% int n; %>;
static inline int next(count\u00E9r *mutex self) <% return self->n++; %>
%:endif
