# SPDX-License-Identifier: MIT
"""conc_printers.py for gdb's values."""
import gdb
import gdb.printing


def place_of(value):
    try:
        return None if value.address is None else int(value.address)
    except gdb.error:
        return None


def struct_name(value):
    kind = value.type.strip_typedefs()
    return kind.tag or value.type.name or "" if kind.code == gdb.TYPE_CODE_STRUCT else None


def member_names(value):
    try:
        return [field.name for field in value.type.strip_typedefs().fields()]
    except (TypeError, gdb.error):
        return []


def members_of(value):
    return ((field.name, value[field]) for field in value.type.strip_typedefs().fields())


def elements_of(value, count):
    out, element = value["conc_channel"]["conc_out"], value["conc_type"].type.target().target().strip_typedefs()
    for field in element.fields() if element.code == gdb.TYPE_CODE_STRUCT else []:
        if field.name == "conc_value":
            element = field.type
    at, end, first = (out[name].cast(element.pointer()) for name in ("conc_next", "conc_end", "conc_first"))
    for _ in range(count):
        yield at.dereference()
        at += 1
        if at == end:
            at = first


printer_of.name, printer_of.enabled = "conc", True
gdb.printing.register_pretty_printer(None, printer_of, replace=True)
for event in (gdb.events.cont, gdb.events.exited, gdb.events.new_objfile, gdb.events.memory_changed,
              gdb.events.inferior_call):
    event.connect(Stopped.forget)
