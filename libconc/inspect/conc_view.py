# SPDX-License-Identifier: MIT
"""What a Conc program's memory says of its threads, and what they wait for.

A view reads through any function that returns bytes: of gdb, of lldb, of a process, of a core file. Where things
are it learns from the section conc_layout of the program (libconc/src/port/layout.h), not from debug information.
"""
import operator
import struct

ENTRY = struct.Struct("40sQ")

# enum conc_thread_kind, enum conc_park_state
FREE, TASK, OBJECT, MAIN, FOREIGN = range(5)
RUNNING, NOTIFIED, PARKED, PARKED_KERNEL, EXPIRED = range(5)
WOKEN = NOTIFIED, EXPIRED
ENDED = 2
# the low bits of a lock's state: mutex_core.h
LOCK_SHARED, LOCK_FLAGS, LOCK_READER = 16, 63, 64


class Unreadable(Exception):
    """The memory is not that of a Conc program, or of another version."""


def read_layout(table):
    """The section's bytes as a dictionary."""
    at = {}
    for name, value in ENTRY.iter_unpack(bytes(table[: len(table) // ENTRY.size * ENTRY.size])):
        at[name.split(b"\0", 1)[0].decode("ascii", "replace")] = value
    if at.get("version") != 2:
        raise Unreadable("this program's libconc is of another version than conc_view.py")
    return at


# The members of struct conc_thread that are read, with those that are no 8 bytes.
MEMBERS = ("context stack_low stack park blocking name started_at wait.operation wait.object wait.where wait.holder "
           "inline_parent number kind end held_count held delivery").split()
SHORT = {"park": "I", "number": "I", "held_count": "I", "blocking": "H", "kind": "B"}
TEXTS = {"name", "started_at", "wait.operation", "wait.where"}


class Thread:
    """A user thread; its members are numbers, addresses too, and texts. There may be a million: they are made of a
    descriptor's bytes when they are asked for."""

    __slots__ = "address", "values", "view", "child"

    def __init__(self, address, values, view):
        self.address, self.values, self.view, self.child = address, values, view, None

    @property
    def processor(self):
        """The address of the processor that runs it, or None."""
        return self.view.running.get(self.address)

    @property
    def label(self):
        """As in libconc's own messages: conc_thread_describe."""
        return "main" if self.kind == MAIN and self.name == "main" else "%s %u" % (self.name or "?", self.number)

    @property
    def has_ended(self):
        return self.end == ENDED

    @property
    def state(self):
        if self.has_ended:
            return "ended, not joined"
        if self.processor is not None:
            return "running"
        if self.operation:
            return "waiting"
        if self.kind == FOREIGN:
            return "running"
        if not self.context and not self.child and not self.stack:
            return "ready, not started"
        if self.blocking:
            return "blocking call"
        return "ready"

    @property
    def kind_name(self):
        return {TASK: "spawn", OBJECT: "thread", MAIN: "main", FOREIGN: "kernel thread"}.get(self.kind, "?")


def member_property(i, is_text):
    if is_text:
        return property(lambda t: t.view.text(t.values[i]))
    return property(lambda t: t.values[i])


class View:
    """read(address, size) → bytes, or an exception; layout: read_layout; size of a pointer: 8."""

    def __init__(self, read, layout):
        self.read = read
        self.at = layout
        self.texts = {0: None}
        self.running = {}

    # ---- memory ----

    def word(self, address):
        return struct.unpack("<Q", bytes(self.read(address, 8)))[0]

    def half(self, address):
        return struct.unpack("<I", bytes(self.read(address, 4)))[0]

    def byte(self, address):
        return bytes(self.read(address, 1))[0]

    def text(self, address):
        """The string there; of one address always the same."""
        if address not in self.texts:
            self.texts[address] = self.read_text(address)
        return self.texts[address]

    def read_text(self, address):
        found = b""
        while len(found) < 4096:
            size = 64 - (address + len(found)) % 64  # does not leave the page in one piece
            try:
                piece = bytes(self.read(address + len(found), size))
            except Exception:  # whatever the reader raises
                break
            end = piece.find(b"\0")
            if end >= 0:
                return (found + piece[:end]).decode("utf-8", "replace")
            found += piece
        return "<cannot be read>"

    # ---- threads ----

    def member(self, kind, name, address):
        return self.word(address + self.at[kind + "." + name])

    def descriptor(self):
        """The shape of a whole descriptor and the names of its members, in order; gives Thread its properties."""
        fields = sorted((self.at["thread." + name], name) for name in MEMBERS)
        shape, used = "<", 0
        for i, (offset, name) in enumerate(fields):
            code = SHORT.get(name, "Q")
            shape += "%dx%s" % (offset - used, code)
            used = offset + struct.calcsize("<" + code)
            setattr(Thread, name.replace("wait.", ""), member_property(i, name in TEXTS))
        names = [name for _, name in fields]
        operation = names.index("wait.operation")
        alike = operator.itemgetter(*map(names.index, ("kind", "started_at", "wait.operation", "wait.object",
                                                       "wait.where", "wait.holder")))
        Thread.address_of_operation = member_property(operation, False)
        Thread.address_of_name = member_property(names.index("name"), False)
        Thread.address_of_where = member_property(names.index("wait.where"), False)
        Thread.wait = property(lambda t: (t.name,) + alike(t.values) if t.values[operation] else None,
                               doc="equal for threads that wait for the same in the same place; None: it does not wait")
        return struct.Struct(shape + "%dx" % (self.at["thread"] - used)), names

    def threads(self, ended=False):
        """All user threads, by number; main comes first. What runs meanwhile may be torn."""
        shape, names = self.descriptor()
        kind, end, parent, number, park, operation = map(names.index, ("kind", "end", "inline_parent", "number", "park",
                                                                       "wait.operation"))
        size, count = self.at["thread"], self.at["slab.count"]
        found, parents, slab = [], [], self.word(self.at["slabs"])
        self.running = self.find_running()
        while slab:
            address = slab + self.at["slab.threads"]
            for values in shape.iter_unpack(self.read(address, size * count)):
                if values[kind] != FREE and (ended or values[end] != ENDED):
                    if values[operation] and values[park] in WOKEN:
                        values = values[:operation] + (0,) + values[operation + 1:]
                    found.append(Thread(address, values, self))
                    if values[parent]:
                        parents.append(found[-1])
                address += size
            slab = self.word(slab)
        if parents:
            by_address = {t.address: t for t in found}
            for t in parents:
                if t.inline_parent in by_address:
                    by_address[t.inline_parent].child = t
        found.sort(key=lambda t: -1 if t.values[kind] == MAIN else t.values[number])
        return found

    def processors(self):
        """Their addresses."""
        count = min(self.half(self.at["workers"]), 4096)
        return struct.unpack("<%dQ" % count, bytes(self.read(self.at["processors"], 8 * count)))

    def find_running(self):
        """The processor that runs a thread, by the thread's address."""
        found = {}
        for p in self.processors():
            found[self.member("processor", "current", p)] = p
        return found

    def kernel_thread(self, processor):
        return self.half(processor + self.at["processor.kernel_thread"])

    def innermost(self, t):
        """The thread that was last to run on t's stack: t, or one that t's wait for its end began there."""
        while t.child:
            t = t.child
        return t

    # ---- waits ----

    def holder(self, t):
        """The address of the thread that t waits for, or 0."""
        if not t.operation or not t.holder:
            return 0
        try:
            if t.holder == self.at["holder.thread"]:
                return t.object
            if t.holder == self.at["holder.lock"]:
                return self.lock_owner(t.object)
            if t.holder == self.at.get("holder.handler"):
                return self.member("handler", "owner", t.object)
        except Exception:
            pass
        return 0

    def lock_owner(self, lock):
        """The address of the thread that holds a mutex, or the like, for writing; 0: none does."""
        state = self.word(lock)
        return 0 if state & LOCK_SHARED else state & ~LOCK_FLAGS

    def lock_readers(self, lock):
        state = self.word(lock)
        return state // LOCK_READER if state & LOCK_SHARED else 0

    def clauses(self, t):
        """Of a thread in a waituntil: (operation, resource, where) of each clause that it waits for."""
        if t.address_of_operation != self.at["waituntil"]:
            return []
        left = self.member_of("waituntil.enabled", t.object) & ~self.member_of("waituntil.ran", t.object)
        clauses, found = self.member_of("waituntil.clauses", t.object), []
        for i in range(64):
            if left >> i & 1:
                clause = clauses + i * self.at["clause"]
                kind = self.member_of("clause.kind", clause)
                found.append((self.text(self.member_of("selectable.operation", kind)),
                              self.member_of("clause.resource", clause),
                              self.text(self.member_of("clause.where", clause))))
        return found

    def member_of(self, name, address):
        return self.word(address + self.at[name])

    # ---- channels ----

    def waits(self, threads):
        """(operation, object, thread) of all that the threads wait for; a waituntil waits for several."""
        for t in threads:
            clauses = self.clauses(t)
            for operation, resource, _ in clauses:
                yield operation, resource, t
            if t.operation and not clauses:
                yield t.operation, t.object, t

    def channels(self, threads):
        """Those that a thread waits for: by address, the threads that wait to send and to receive."""
        found = {}
        for operation, channel, t in self.waits(threads):
            if operation in ("send", "receive"):
                found.setdefault(channel, ([], []))[operation == "receive"].append(t)
        return found

    def channel(self, c):
        """(elements in it, its capacity, bytes of an element, closed or not)"""
        filled = self.member("channel", "conc_in.conc_count", c) - self.member("channel", "conc_out.conc_count", c)
        flags = self.half(c + self.at["channel.conc_in.conc_flags"])
        return (filled % (1 << 64), self.member("channel", "conc_capacity", c), self.member("channel", "conc_size", c),
                bool(flags & (self.at["channel.closed"] | self.at["channel.shut"])))

    # ---- actors ----

    def record(self, address):
        """(actor, site, the record's size in bytes)"""
        actor, site = self.member("record", "actor", address), self.member("record", "site", address)
        kind, site = site & 7, site & ~7
        if kind in (0, 5):  # by value
            return actor, site, 16 + self.member("abi_site", "conc_size", site)
        return actor, site, 24 + (8 if self.byte(self.at["debug"]) else 0)

    def records(self, chunk, at=0, last_end=0):
        """The actor and the site of each record of a list of chunks; at: where in the first one, or 0; last_end: the
        end of the last one, if that chunk is still being written."""
        while chunk:
            after = self.member("chunk", "next", chunk)
            at = at or self.member("chunk", "begin", chunk)
            end = last_end if last_end and not after else self.member("chunk", "end", chunk)
            while at < end:
                actor, site, size = self.record(at)
                yield actor, site
                at += size
            chunk, at = after, 0

    def messages(self, threads):
        """The actor and the site of each message that waits."""
        queues = self.at.get("queues")
        if not queues:
            return
        count = self.at["queues.count"]
        for queue in struct.unpack("<%dQ" % count, bytes(self.read(queues, 8 * count))):
            if queue:
                yield from self.records(self.member("queue", "first", queue))
        for p in self.processors():
            box = self.member("processor", "outbox", p)
            for i in range(self.half(box + self.at["outbox.count"]) if box else 0):
                number = struct.unpack("<H", bytes(self.read(box + self.at["outbox.list"] + 2 * i, 2)))[0]
                entry = box + self.at["outbox.entries"] + number * self.at["outbox_entry"]
                yield from self.records(self.member("outbox_entry", "first", entry),
                                        self.member("outbox_entry", "start", entry),
                                        self.member("outbox_entry", "next", entry))
        for t in threads:
            chunk = self.member("delivery", "chunk", t.delivery) if t.delivery else 0
            # after a hand-over the rest of a shared chunk is another thread's; one of its own was put aside for its actor
            if chunk and (self.member("delivery", "worker", t.delivery) or not self.half(chunk + self.at["chunk.users"])):
                record = self.member("delivery", "record", t.delivery)
                if record:
                    yield from self.records(chunk, record + self.record(record)[2])

    def executors(self):
        """By its address: (where it was started, its workers, the messages that they have taken so far)"""
        found = {}
        queues, count = self.at.get("queues"), self.at.get("queues.count", 0)
        for queue in struct.unpack("<%dQ" % count, bytes(self.read(queues, 8 * count))) if queues else ():
            executor = self.member("queue", "executor", queue) if queue else 0
            if executor and executor not in found:
                workers = self.half(executor + self.at["executor.worker_count"])
                first = self.member("executor", "workers", executor)
                found[executor] = (self.text(self.member("executor", "where", executor)), workers,
                                   sum(self.word(first + i * self.at["worker"] + self.at["worker.statistics.gulped"])
                                       for i in range(workers)))
        return found

    def type_name(self, kind):
        return self.text(self.member("abi_type", "conc_name", kind)) if kind else "?"

    def actors(self, threads):
        """By the address of its object: [its type's name, {message type: how many wait}, the thread that handles a
        message of it or None, what that message is]. An actor without messages is not found."""
        found = {}

        def of(actor, site):
            kind = self.member("actor", "conc_type", actor) or (self.member("abi_site", "conc_actor", site) if site else 0)
            header = self.half(kind + self.at["abi_type.conc_header"]) if kind else 0
            return found.setdefault(actor - header, [self.type_name(kind), {}, None, None])

        def message(site):
            return self.type_name(self.member("abi_site", "conc_message", site))

        def count(actor, site):
            if actor and site:
                counts = of(actor, site)[1]
                counts[message(site)] = counts.get(message(site), 0) + 1

        for actor, site in self.messages(threads):
            count(actor, site)
        for t in threads:
            record = self.member("delivery", "record", t.delivery) if t.delivery else 0
            if record:
                actor, site, _ = self.record(record)
                if actor:
                    of(actor, site)[2:] = t, message(site)
                    cold = self.member("actor", "conc_cold", actor)  # what came while its behaviour waits
                    for late, late_site in self.records(self.member("actor_cold", "first", cold) if cold else 0):
                        count(late, late_site)
        return found

    def scalables(self):
        """Of each scalable actor that was ever split, or asked whether to: (its object's address, its type's name,
        replicas now, of these idle, of these on other ranks, at most, calls that wait, calls so far)"""
        for executor in self.executors() if "scalable.next" in self.at else ():
            s = self.member("executor", "scalables", executor)
            while s:
                kind = self.member("scalable", "type", s)
                yield (self.member("scalable", "actor", s) - self.half(kind + self.at["abi_type.conc_header"]),
                       self.type_name(kind)) + tuple(self.half(s + self.at["scalable." + name]) for name in (
                           "alive", "idlers", "remotes", "config.replicas", "queued")) + (
                               self.member("scalable", "sums.calls", s) + self.member("scalable", "inlined", s),)
                s = self.member("scalable", "next", s)

    # ---- handlers of separate objects ----

    def handlers(self):
        """Their addresses, in the order in which they were made."""
        if "handlers" not in self.at:
            return
        handler = self.word(self.at["handlers"])
        while handler:
            yield handler
            handler = self.member("handler", "next", handler)
