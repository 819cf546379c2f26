# SPDX-License-Identifier: MIT
"""lldb shows a program's user threads among its threads, live and from a core file, and the dialect's objects as what they
are. It comes after conc_view.py, conc_tables.py, conc_events.py and conc_printers.py in one file:

    settings set target.process.python-os-plugin-path …/conc_lldb.py      before the program is loaded
    command script import …/conc_lldb.py                                  for `conc threads`, the other tables, and `print`

User threads that wait have their stack there; one that runs is the kernel thread in which it runs.
"""
import struct
import time

import lldb

# What context_x86_64.S and context_aarch64.S save: name, generic name, DWARF's number, place in bytes; None: the stack
# pointer after the return. How much it is.
SAVED = {
    "x86_64": ([("rbx", None, 3, 40), ("rbp", "fp", 6, 48), ("rsp", "sp", 7, None), ("r12", None, 12, 32),
                ("r13", None, 13, 24), ("r14", None, 14, 16), ("r15", None, 15, 8), ("rip", "pc", 16, 56)], 64),
    "aarch64": ([("x%d" % (19 + i), None, 19 + i, 8 * i) for i in range(10)] +
                [("fp", "fp", 29, 80), ("lr", "ra", 30, 88), ("sp", "sp", 31, None), ("pc", "pc", 32, 88)], 176),
}
FIRST = 10000000  # lldb's tid of a user thread is its own number and this, which no kernel thread has


def make_view(process):
    """A view of what the process has in memory; None: it is no Conc program, or has not begun."""
    target = process.GetTarget()

    def read_memory(address, size, *reads):
        if size == 0:
            return b""
        for read_some in reads:
            error = lldb.SBError()
            memory = read_some(address, size, error)
            if error.Success() and memory and len(memory) == size:
                return memory
        raise Unreadable("no memory at %#x" % address)

    def read_program(address, size, error):
        return target.ReadMemory(target.ResolveLoadAddress(address), size, error)

    def read(address, size):  # constants are in the program alone, where there is a core file
        return read_memory(address, size, process.ReadMemory, read_program)

    for module in target.module_iter():
        section = module.FindSection("conc_layout")
        if section.IsValid() and section.GetLoadAddress(target) != lldb.LLDB_INVALID_ADDRESS:
            try:
                layout = read_memory(section.GetLoadAddress(target), section.GetByteSize(), process.ReadMemory)
                view = View(read, read_layout(layout))
                view.word(view.at["slabs"])
                return view
            except Unreadable:
                pass
    return None


class OperatingSystemPlugIn:
    """lldb's name for what adds threads."""

    def __init__(self, process):
        self.process, self.registers = process, {}
        self.machine = process.GetTarget().GetTriple().split("-")[0]

    def get_register_info(self):
        registers = []
        for i, (name, generic, number, _) in enumerate(SAVED[self.machine][0]):
            one = {"name": name, "bitsize": 64, "offset": 8 * i, "encoding": "uint", "format": "hex", "set": 0,
                   "gcc": number, "dwarf": number}
            registers.append(dict(one, generic=generic) if generic else one)
        return {"sets": ["GPR"], "registers": registers}

    def get_thread_info(self):
        view, found = make_view(self.process), []
        self.registers = {}
        for t in view.threads() if view and self.machine in SAVED else []:
            context = view.innermost(t).context
            if t.processor or t.kind == FOREIGN or t.park == PARKED_KERNEL or not context:
                continue
            saved, size = SAVED[self.machine]
            memory = bytes(view.read(context, size))
            values = [context + size if at is None else struct.unpack_from("<Q", memory, at)[0] for *_, at in saved]
            self.registers[FIRST + t.number] = struct.pack("<%dQ" % len(values), *values)
            found.append({"tid": FIRST + t.number, "name": t.label, "state": "stopped", "stop_reason": "none",
                          "queue": "waits for %s" % t.operation if t.operation else "ready"})
        return found

    def get_register_data(self, tid):
        return self.registers.get(tid)


def show_table(debugger, command, result, session):
    """conc threads|locks|channels|actors|replicas|handlers: what a Conc program's user threads do; conc events [COUNT]: what they did"""
    view = make_view(debugger.GetSelectedTarget().GetProcess())
    if view is None:
        result.SetError("no Conc program is being run")
        return
    target = debugger.GetSelectedTarget()

    data = []
    for symbol in target.GetModuleAtIndex(0):
        begin, end = symbol.GetStartAddress(), symbol.GetEndAddress()
        if symbol.GetType() == lldb.eSymbolTypeData and end.IsValid():
            data.append((begin.GetLoadAddress(target), end.GetLoadAddress(target), symbol.GetName()))

    def name(address):
        for begin, end, symbol in data:
            if begin <= address < end:
                return symbol + ("+%d" % (address - begin) if address > begin else "")
        return "%#x" % address

    tables, threads = Tables(view, name), view.threads()
    what, _, count = (command.strip() or "threads").partition(" ")
    if what == "events":
        lines = list(lines_of(view, Rings(view).read(), int(count) if count.strip().isdigit() else 30))
        result.AppendMessage("\n".join(lines) or "Nothing is recorded (CONC_RECORDER=0?).")
        return
    if what == "threads":
        waits, live = Recent(view).look(), target.GetProcess().GetPluginName() != "elf-core"
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) if live else None
        rows = tables.threads(threads, lambda t: "in LWP %d" % view.kernel_thread(t.processor), lambda t: False,
                              lambda t: waits.text(t, now))
    elif what in ("locks", "channels", "actors", "replicas", "handlers"):
        rows = getattr(tables, what)(threads)
    else:
        result.SetError("conc threads, locks, channels, actors, replicas, handlers or events")
        return
    result.AppendMessage(table(rows).rstrip())


# ---- print ----


class Value:
    """A value of lldb's for conc_printers.py."""

    def __init__(self, value):
        self.value = value.GetNonSyntheticValue()

    def __getitem__(self, name):
        return Value(self.value.GetChildMemberWithName(name))

    def __int__(self):
        signed = self.value.GetType().GetTypeFlags() & lldb.eTypeIsSigned
        return self.value.GetValueAsSigned() if signed else self.value.GetValueAsUnsigned()


class Shown:
    """The process that is printed of, and when it stopped."""
    process = key = None


def current_view():
    return make_view(Shown.process)


def place_of(value):
    address = value.value.GetLoadAddress()
    return None if address == lldb.LLDB_INVALID_ADDRESS else address


def struct_of(value):
    return value.value.GetType().GetCanonicalType().GetUnqualifiedType()


def struct_name(value):
    kind = struct_of(value)
    return (kind.GetName() or "").replace("struct ", "") if kind.GetTypeClass() == lldb.eTypeClassStruct else None


def member_names(value):
    return [field.GetName() for field in struct_of(value).get_fields_array()]


def members_of(value):
    return ((field.GetName(), Value(value.value.GetChildAtIndex(i))) for i, field in enumerate(struct_of(value).get_fields_array()))


def elements_of(value, count):
    out, element = value["conc_channel"]["conc_out"], value["conc_type"].value.GetType().GetArrayElementType().GetPointeeType()
    element = element.GetCanonicalType()  # conc_channel_int_element would be taken for a channel
    for field in element.get_fields_array():
        if field.GetName() == "conc_value":
            element = field.GetType()
    at, end, first = (int(out[name]) for name in ("conc_next", "conc_end", "conc_first"))
    for _ in range(count):
        yield Value(value.value.CreateValueFromAddress("element", at, element))
        at += element.GetByteSize()
        if at == end:
            at = first


def printer_at(value):
    """conc_printers.py's, of an SBValue; None: the value is nothing of the dialect's, or cannot be read."""
    process = value.GetProcess()
    key = process.GetUniqueID(), process.GetStopID()
    if key != Shown.key:
        Stopped.forget()
        Shown.process, Shown.key = process, key
    return printer_of(Value(value))


def summary(value, session):
    """What `print` says before the members."""
    try:
        printer = printer_at(value)
        return printer and printer.to_string() or ""
    except (Unreadable, KeyError, AttributeError):  # nothing runs yet
        return ""


class Members:
    """What `print` shows as members."""

    def __init__(self, value, session):
        self.value, self.shown = value, []

    def update(self):
        try:
            printer = printer_at(self.value)
            found = list(printer.children()) if hasattr(printer, "children") else []
        except (Unreadable, KeyError, AttributeError):
            found = []
        self.shown = [self.value.CreateValueFromData(name, member.value.GetData(), member.value.GetType())
                      if member.value.GetName() != name else member.value for name, member in found]

    def num_children(self):
        return len(self.shown)

    def has_children(self):
        return len(self.shown) > 0

    def get_child_at_index(self, index):
        return self.shown[index] if index < len(self.shown) else None

    def get_child_index(self, name):
        return next((i for i, member in enumerate(self.shown) if member.GetName() == name), -1)


def is_of_dialect(kind, session):
    """Has the type a printer? Its members tell, as they do for a value."""
    kind = kind.GetCanonicalType().GetUnqualifiedType()
    members = {field.GetName() for field in kind.get_fields_array()}
    return kind.GetTypeClass() == lldb.eTypeClassStruct and (
        (kind.GetName() or "").replace("struct ", "") in NAMED or members == {"conc_task"} or bool(members & KINDS) or
        {"conc_channel", "conc_type"} <= members or {"conc_future", "conc_value"} <= members)


def __lldb_init_module(debugger, session):
    debugger.HandleCommand("command script add -f %s.show_table conc" % __name__)
    # lldb 16 and later asks a function; before, types have a printer by their names
    which = "--recognizer-function %s.is_of_dialect" % __name__ if hasattr(lldb, "eFormatterMatchCallback") else (
        "-x '^(struct )?conc_(mutex|owner_lock|rw_lock|semaphore|condition|barrier|once|channel_.*|future_.*|task_.*)$'")
    debugger.HandleCommand("type summary add -w conc -e -p -r -F %s.summary %s" % (__name__, which))
    debugger.HandleCommand("type synthetic add -w conc -p -r -l %s.Members %s" % (__name__, which))
    debugger.HandleCommand("type category enable conc")
