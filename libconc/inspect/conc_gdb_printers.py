# SPDX-License-Identifier: MIT
"""How gdb prints the dialect's objects: what the program put into them, and who waits, not libconc's members."""
import gdb
import gdb.printing


class Stopped:
    """What is found once while the program stands still."""
    view = None

    @classmethod
    def forget(cls, *unused):
        cls.view = None

    @classmethod
    def look(cls):
        """(view, its threads, those that wait by the object that they wait for)"""
        if cls.view is None:
            view = current_view()
            threads, waiting = view.threads(), {}
            for operation, resource, t in view.waits(threads):
                waiting.setdefault(resource, []).append((operation, t))
            cls.view = view, threads, waiting
        return cls.view


def waits_for(value, *operations):
    """", reader 1 waits" for the threads that wait for the object; with operations, for one of these."""
    try:
        waiting = Stopped.look()[2].get(int(value.address), []) if value.address is not None else []
    except gdb.error:
        waiting = []
    threads = [t for operation, t in waiting if not operations or operation in operations]
    return ", %s wait%s" % (labels(threads), "s" * (len(threads) == 1)) if threads else ""


def label_at(address):
    """A thread's name, by the address of its descriptor."""
    for t in Stopped.look()[1]:
        if t.address == address:
            return t.label
    return "a thread that has ended"


class Printer:
    def to_string(self):
        text = self.text()
        return text and "<%s>" % text


class Channel(Printer):
    """conc_channel_T"""

    def __init__(self, value):
        self.value, self.channel = value, value["conc_channel"]
        into, out = self.channel["conc_in"], self.channel["conc_out"]
        self.filled = int(into["conc_count"]) - int(out["conc_count"])

    def text(self):
        c = self.channel
        closed = int(c["conc_in"]["conc_flags"]) & 3
        return "channel, %d of %d%s%s%s" % (
            self.filled, int(c["conc_capacity"]), ", closed" if closed else "",
            waits_for(c, "send") and waits_for(c, "send") + " to send",
            waits_for(c, "receive") and waits_for(c, "receive") + " to receive")

    def children(self):
        out = self.channel["conc_out"]
        if not self.filled or int(out["conc_first"]) == 0:
            return
        element = self.value["conc_type"].type.target().target().strip_typedefs()
        for field in element.fields() if element.code == gdb.TYPE_CODE_STRUCT else []:
            if field.name == "conc_value":
                element = field.type
        at = out["conc_next"].cast(element.pointer())
        end, first = out["conc_end"].cast(element.pointer()), out["conc_first"].cast(element.pointer())
        for i in range(min(self.filled, int(self.channel["conc_capacity"]))):
            yield "[%d]" % i, at.dereference()
            at += 1
            if at == end:
                at = first

    def display_hint(self):
        return "array"


class Future(Printer):
    """conc_future_T"""

    def __init__(self, value):
        self.value, self.state = value, int(value["conc_future"]["conc_state"])
        self.has_value = self.state & 15 == 4

    def text(self):
        if self.has_value:
            return "future, fulfilled"
        if self.state & 15 == 8:
            return "future, cancelled"
        return "future, no value%s" % waits_for(self.value["conc_future"])

    def children(self):
        if self.has_value:
            yield "value", self.value["conc_value"]


class Task(Printer):
    """conc_task_T: what spawn returns"""

    def __init__(self, value):
        self.address = int(value["conc_task"])

    def text(self):
        if not self.address:
            return "task, joined or empty"
        for t in Stopped.look()[0].threads(True):
            if t.address == self.address:
                return "task, %s, %s" % (t.label, t.state + (" for " + t.operation if t.operation else ""))
        return "task, %#x" % self.address


def lock_text(value):
    """Of a struct conc_mutex."""
    state = int(value["conc_state"])
    if state & LOCK_SHARED:
        readers = state // LOCK_READER
        held = "%d reader%s" % (readers, "s" * (readers != 1))
    else:
        held = "held by " + label_at(state & ~LOCK_FLAGS) if state & ~LOCK_FLAGS else "free"
    return held + waits_for(value)


class Lock(Printer):
    """conc_mutex; conc_owner_lock and conc_rw_lock have one"""

    def __init__(self, value):
        fields = [field.name for field in value.type.strip_typedefs().fields()]
        self.mutex = value["conc_mutex"] if "conc_mutex" in fields else value

    def text(self):
        return lock_text(self.mutex)


class Semaphore(Printer):
    def __init__(self, value):
        self.value = value

    def text(self):
        units = max(int(self.value["conc_count"]), 0)
        return "%d unit%s%s" % (units, "s" * (units != 1), waits_for(self.value))


class Condition(Printer):
    def __init__(self, value):
        self.value = value

    def text(self):
        return waits_for(self.value)[2:] or "nobody waits"


class Barrier(Printer):
    def __init__(self, value):
        self.value = value

    def text(self):
        return "%d of %d have come%s" % (int(self.value["conc_arrived"]), int(self.value["conc_count"]),
                                         waits_for(self.value))


class Kind(Printer):
    """A monitor, an actor, a message, a thread object: the members that the program gave it."""

    def __init__(self, value):
        self.value = value
        self.hidden = [field.name for field in value.type.strip_typedefs().fields()
                       if field.name and field.name.startswith("conc_")]

    def text(self):
        if "conc_owner" in self.hidden:
            return "monitor, " + lock_text(self.value["conc_owner"]["conc_mutex"])
        if "conc_rw" in self.hidden:
            return "monitor, " + lock_text(self.value["conc_rw"]["conc_mutex"])
        if "conc_actor" in self.hidden:
            return "actor" + self.messages()
        if "conc_message" in self.hidden:
            return "message"
        if "conc_thread" in self.hidden:
            thread = int(self.value["conc_thread"]["thread"])
            return "thread, " + (label_at(thread) if thread else "not started")
        return None

    def messages(self):
        view, threads, _ = Stopped.look()
        _, counts, thread, message = view.actors(threads).get(int(self.value.address or 0), (None, {}, None, None))
        waiting = "".join(", %d %s" % (count, kind) for kind, count in sorted(counts.items())) + " waiting" * bool(counts)
        return waiting + (", handles %s in %s" % (message, thread.label) if thread else "")

    def children(self):
        for field in self.value.type.strip_typedefs().fields():
            if field.name not in self.hidden:
                yield field.name or "", self.value[field]


NAMED = {
    "conc_mutex": Lock, "conc_owner_lock": Lock, "conc_rw_lock": Lock, "conc_semaphore": Semaphore,
    "conc_condition": Condition, "conc_barrier": Barrier,
}
KINDS = {"conc_owner", "conc_rw", "conc_actor", "conc_message", "conc_thread"}


def printer_of(value):
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return None
    name = kind.tag or value.type.name or ""
    if name in NAMED:
        return NAMED[name](value)
    try:
        fields = {field.name for field in kind.fields()}
    except (TypeError, gdb.error):
        return None
    if "conc_channel" in fields and "conc_type" in fields:
        return Channel(value)
    if "conc_future" in fields and "conc_value" in fields:
        return Future(value)
    if fields == {"conc_task"}:
        return Task(value)
    return Kind(value) if fields & KINDS else None


printer_of.name, printer_of.enabled = "conc", True
gdb.printing.register_pretty_printer(None, printer_of, replace=True)
for event in (gdb.events.cont, gdb.events.exited, gdb.events.new_objfile, gdb.events.memory_changed,
              gdb.events.inferior_call):
    event.connect(Stopped.forget)
