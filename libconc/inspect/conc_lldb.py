# SPDX-License-Identifier: MIT
"""lldb shows a program's user threads among its threads, live and from a core file. It comes after conc_view.py and
conc_tables.py in one file:

    settings set target.process.python-os-plugin-path …/conc_lldb.py      before the program is loaded
    command script import …/conc_lldb.py                                  for `conc threads` and the other tables

User threads that wait have their stack there; one that runs is the kernel thread in which it runs.
"""
import struct

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
    """conc threads|locks|channels|actors|handlers: what a Conc program's user threads do"""
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
    what = command.strip() or "threads"
    if what == "threads":
        rows = tables.threads(threads, lambda t: "in LWP %d" % view.kernel_thread(t.processor), lambda t: False)
    elif what in ("locks", "channels", "actors", "handlers"):
        rows = getattr(tables, what)(threads)
    else:
        result.SetError("conc threads, locks, channels, actors or handlers")
        return
    result.AppendMessage(table(rows).rstrip())


def __lldb_init_module(debugger, session):
    debugger.HandleCommand("command script add -f %s.show_table conc" % __name__)
