# SPDX-License-Identifier: MIT
"""What debuggers print of the dialect's objects: what the program put into them, and who waits, not libconc's members.

A debugger's own file brings current_view(), and for its values: value["member"], int(value), place_of(value), its address
or None; struct_name(value), or None; member_names(value); members_of(value), with their names; elements_of(value, count),
of a channel.
"""


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
    waiting = Stopped.look()[2].get(place_of(value), [])
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
        if self.filled and int(self.channel["conc_out"]["conc_first"]):
            for i, element in enumerate(elements_of(self.value, min(self.filled, int(self.channel["conc_capacity"])))):
                yield "[%d]" % i, element

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
        self.mutex = value["conc_mutex"] if "conc_mutex" in member_names(value) else value

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


class Once(Printer):
    def __init__(self, value):
        self.value = value

    def text(self):
        state = int(self.value["conc_state"])
        if state & 4:
            return "called"
        runner = state & ~LOCK_FLAGS
        return "called by " + label_at(runner) + waits_for(self.value) if runner else "not called yet"


class Kind(Printer):
    """A monitor, an actor, a message, a thread object: the members that the program gave it."""

    def __init__(self, value):
        self.value = value
        self.hidden = [name for name in member_names(value) if name and name.startswith("conc_")]

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
        _, counts, thread, message = view.actors(threads).get(place_of(self.value), (None, {}, None, None))
        waiting = "".join(", %d %s" % (count, kind) for kind, count in sorted(counts.items())) + " waiting" * bool(counts)
        return waiting + (", handles %s in %s" % (message, thread.label) if thread else "")

    def children(self):
        return ((name or "", member) for name, member in members_of(self.value) if name not in self.hidden)


NAMED = {
    "conc_mutex": Lock, "conc_owner_lock": Lock, "conc_rw_lock": Lock, "conc_semaphore": Semaphore,
    "conc_condition": Condition, "conc_barrier": Barrier, "conc_once": Once,
}
KINDS = {"conc_owner", "conc_rw", "conc_actor", "conc_message", "conc_thread"}


def printer_of(value):
    name = struct_name(value)
    if name is None:
        return None
    if name in NAMED:
        return NAMED[name](value)
    members = set(member_names(value))
    if {"conc_channel", "conc_type"} <= members:
        return Channel(value)
    if {"conc_future", "conc_value"} <= members:
        return Future(value)
    if members == {"conc_task"}:
        return Task(value)
    return Kind(value) if members & KINDS else None
