# SPDX-License-Identifier: MIT
"""What the flight recorder of a program holds (libconc/src/kernel/recorder.h), and Perfetto's format for it.

The writer makes the same packets of the same events as libconc/src/kernel/perfetto.c.
"""
import collections
import heapq
import statistics
import struct

# enum conc_event_kind
(CLOCK, GAP, BEGINS, RUNS, ENDS, WAITS, WAKES, SLEEPS, STEALS, HANDLES, HANDLED, MARK, MARK_BEGINS, MARK_ENDS, NAMES) = range(15)
VERBS = ("", "goes on unrecorded", "begins", "runs", "ends", "waits for", "wakes", "sleeps", "steals", "handles",
         "has handled it", "marks", "marks the begin of", "marks the end of", "names itself")

# thread: its number, or None; what, where: addresses; time: in ns
Event = collections.namedtuple("Event", "time processor foreign kind thread object what where")
RECORD = struct.Struct("<5Q")


class Rings:
    """The events of all processors; read() returns those that came since the last time."""

    def __init__(self, view):
        self.view, self.size = view, view.word(view.at["recorder.size"])
        self.start = view.word(view.at["recorder.cycles"]), view.word(view.at["recorder.time"])
        self.clock = self.start  # the last one
        self.seen, self.clocks, self.lost = {}, {}, 0

    def processors(self):
        p = self.view.word(self.view.at["recorder.processors"])
        while p:
            yield p
            p = self.view.member("processor", "next_recorded", p)

    def skip(self):
        """What is there is not to be read."""
        self.seen = {p: self.view.member("processor", "event_count", p) for p in self.processors()}

    def read_ring(self, p):
        """(cycles, subject, object, what, where) of each event."""
        end, ring = self.view.member("processor", "event_count", p), self.view.member("processor", "events", p)
        first = max(end - self.size, self.seen.get(p, 0))
        self.lost += first - self.seen.get(p, first)
        self.seen[p] = end
        if not ring or first >= end:
            return []
        places = [(first % self.size, min(end - first, self.size - first % self.size))]
        if places[0][1] < end - first:
            places.append((0, end - first - places[0][1]))
        memory = b"".join(bytes(self.view.read(ring + at * RECORD.size, count * RECORD.size)) for at, count in places)
        # what may have been overwritten while it was read
        stale = max(self.view.member("processor", "event_count", p) + 1 - self.size - first, 0)
        self.lost += min(stale, end - first)
        return list(RECORD.iter_unpack(memory))[stale:]

    def read(self):
        """By time."""
        at, rings = self.view.at, []
        for p in self.processors():
            foreign = bool(self.view.byte(p + at["processor.foreign"]))
            number = self.view.half(p + at["processor.kernel_thread" if foreign else "processor.index"])
            rings.append((p, number, foreign, self.read_ring(p)))
        self.clock = max(((e[0], e[2]) for ring in rings for e in ring[3] if e[1] & 255 == CLOCK), default=self.clock)
        cycles, time = self.clock[0] - self.start[0], self.clock[1] - self.start[1]
        return list(heapq.merge(*(self.timed(*ring, time / cycles if cycles else 1.0) for ring in rings), key=lambda e: e.time))

    def timed(self, p, number, foreign, ring, length):
        clock = self.clocks.get(p, self.clock)
        for cycles, subject, thing, what, where in ring:
            kind = subject & 255
            if kind == CLOCK:
                clock = self.clocks[p] = cycles, thing
            yield Event(clock[1] + int((cycles - clock[0]) * length), number, foreign, kind,
                        (subject >> 8) - 1 if subject >> 8 else None, thing, what, where)


class Recent:
    """What the rings say of threads and behaviours; look() reads what is new. How long threads have waited, by the
    last wait of each that is recorded; and, after count_behaviours(), how long the last behaviours of each kind took."""

    LATEST = 1000  # behaviours of a kind

    def __init__(self, view):
        self.rings, self.last, self.gap, self.clock, self.end = Rings(view), {}, 0, None, 0
        self.handled = []     # events of behaviours that count_behaviours has not seen yet
        self.handling = {}    # by thread: (begin in cycles, texts) of the behaviours that it has begun, the inner ones last
        self.behaviours = {}  # by "actor: message": [how many, the cycles of the latest, of the longest]

    def look(self):
        self.clock = self.clock or self.rings.start
        for p in self.rings.processors():
            for cycles, subject, thing, what, where in self.rings.read_ring(p):
                kind = subject & 255
                if kind == WAITS:
                    if cycles > self.last.get(subject >> 8, (0,))[0]:
                        self.last[subject >> 8] = cycles, thing
                elif kind in (HANDLES, HANDLED):
                    self.handled.append((cycles, kind, subject >> 8, what, where))
                elif kind == CLOCK:
                    self.clock = max(self.clock, (cycles, thing))
                elif kind == GAP:
                    self.gap = max(self.gap, cycles)
                    self.handled.append((cycles, kind, 0, 0, 0))
                self.end = max(self.end, cycles)
        return self

    def count_behaviours(self):
        for cycles, kind, thread, what, where in sorted(self.handled):
            if kind == GAP:
                self.handling.clear()  # their ends may be missing
            elif kind == HANDLES:
                self.handling.setdefault(thread, []).append((cycles, what, where))
            elif self.handling.get(thread):
                begin, what, where = self.handling[thread].pop()
                name = "%s: %s" % (self.rings.view.text(where), self.rings.view.text(what))
                found = self.behaviours.setdefault(name, [0, collections.deque(maxlen=self.LATEST), 0])
                found[0] += 1
                found[1].append(cycles - begin)
                found[2] = max(found[2], cycles - begin)
        self.handled = []
        return self

    def cycle(self):
        """Its length in ns."""
        start = self.rings.start
        return (self.clock[1] - start[1]) / (self.clock[0] - start[0]) if self.clock[0] != start[0] else 1.0

    def behaviour_rows(self):
        """A table; those that take the most time come first."""
        def text(cycles):
            ns = cycles * self.cycle()
            return "%.3f us" % (ns / 1e3) if ns < 1e6 else "%.3f ms" % (ns / 1e6)
        rows = [(name, str(count), text(statistics.median(latest)), text(longest))
                for name, (count, latest, longest) in sorted(self.behaviours.items(), key=lambda one: -sum(one[1][1]))]
        return [("Behaviour", "Recorded", "Median", "Longest")] + rows

    def text(self, t, now=None):
        """", for 2.5 s" of a thread that waits, or ""; now: of CLOCK_MONOTONIC in ns, or None: the last event was now.
        Where events are missing the wait may be a later one."""
        cycles, thing = self.last.get(t.number + 1, (0, 0))
        if not cycles or thing != t.object:
            return ""
        length = self.cycle()
        ended = self.clock[0] + (now - self.clock[1]) / length if now else self.end
        return ", for %s%.3f s" % ("at most " if self.gap > cycles else "", max(ended - cycles, 0) * length / 1e9)


def processor_name(number, foreign):
    return "processor %d" % number if not foreign else "kernel thread %d" % number if number else "libconc"


def name_of(view, name, number):
    """name: the address of the text, or None."""
    return "main" if name and name == view.at.get("main_name") else "%s %d" % ((view.text(name or 0) or "thread")[:120], number)


def names_of(view, events):
    """For each event the name of its thread, and of the one that it wakes."""
    known, found = {}, []
    for e in events:
        if e.kind == RUNS:
            known.setdefault(e.thread, e.what)
    for e in events:
        if e.kind in (BEGINS, RUNS):
            known[e.thread] = e.what
        found.append(tuple(None if n is None else name_of(view, known.get(n), n)
                           for n in (e.thread, e.object if e.kind == WAKES else None)))
        if e.kind == NAMES:
            known[e.thread] = e.what
    return found


def lines_of(view, events, most):
    """The last events as conc_recorder_print prints them, but relative to the last one."""
    names = names_of(view, events)
    kept = [i for i, e in enumerate(events) if e.kind != CLOCK][-most:]
    for i in kept:
        e, (name, woken) = events[i], names[i]
        line = "%10.3f ms  %s: %s%s" % ((e.time - events[-1].time) / 1e6, processor_name(e.processor, e.foreign),
                                        name + " " if name else "", VERBS[e.kind])
        if e.kind == WAKES:
            line += " " + woken
        elif e.what and e.kind not in (BEGINS, RUNS):
            line += " " + view.text(e.what)
        if e.where:
            line += {BEGINS: " (%s)", WAITS: ", at %s", HANDLES: " for %s"}.get(e.kind, "%.0s") % view.text(e.where)
        yield line


# ---- Perfetto ----


def varint(value):
    made = bytearray()
    while value >= 128:
        made.append(value & 127 | 128)
        value >>= 7
    made.append(value)
    return bytes(made)


def number(field, value):
    return varint(field << 3) + varint(value)


def piece(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


SLICE_BEGIN, SLICE_END, INSTANT = 1, 2, 3
PROCESS, PROCESSORS, MOST, THREADS = 1, 16, 1 << 16, 1 << 24
REGIONS, MESSAGES = 1, 2


class Perfetto:
    """add() makes packets of events; made: the bytes so far."""

    def __init__(self, view, pid, program):
        self.view, self.text = view, lambda address: (view.text(address) or "?")[:120]
        self.made, self.tracks, self.flows = [], 0, 0
        self.processors, self.threads = {}, {}  # by number: runs or not; [name, track, runs or not, its other tracks]
        self.add_packet(piece(60, number(1, PROCESS) + piece(3, number(1, pid) + piece(6, program))))

    def add_packet(self, packet):
        self.made.append(piece(1, packet + number(10, 1)))

    def add_track(self, track, parent, name):
        self.add_packet(piece(60, number(1, track) + piece(2, name) + number(5, parent)))

    def add_slice(self, time, track, kind, name=None, flow=0, end_of_flow=0, thing=0, on=None):
        event = number(9, kind) + number(11, track)
        if name:
            event += piece(23, name)
        if flow:
            event += varint(47 << 3 | 1) + struct.pack("<Q", flow)
        if end_of_flow:
            event += varint(48 << 3 | 1) + struct.pack("<Q", end_of_flow)
        if thing:
            event += piece(4, number(7, thing) + piece(10, "object"))
        if on:
            event += piece(4, number(3, on.processor) + piece(10, "kernel thread" if on.foreign else "processor"))
        self.add_packet(number(8, time) + piece(11, event))

    def processor_of(self, e):
        n = MOST // 2 + e.processor % (MOST // 2) if e.foreign else e.processor
        if n not in self.processors:
            self.processors[n] = False
            self.add_track(PROCESSORS + n, PROCESS, processor_name(e.processor, e.foreign))
        return n

    def label(self, n):
        return name_of(self.view, self.threads[n][0], n)

    def thread_of(self, n, name=None, time=0):
        thread = self.threads.setdefault(n, [None, 0, False, set()])
        if name and thread[0] != name:
            self.change_state(thread, time)
            thread[:] = name, 0, False, set()
        if not thread[1]:
            thread[1] = THREADS + 4 * self.tracks
            self.tracks += 1
            self.add_track(thread[1], PROCESS, self.label(n))
        return thread

    def child_track(self, n, which):
        thread = self.thread_of(n)
        if which not in thread[3]:
            thread[3].add(which)
            self.add_track(thread[1] + which, thread[1], "regions" if which == REGIONS else "messages")
        return thread[1] + which

    def change_processor(self, n, time, runs=None):
        if self.processors[n]:
            self.add_slice(time, PROCESSORS + n, SLICE_END)
        self.processors[n] = runs is not None
        if runs:
            self.add_slice(time, PROCESSORS + n, SLICE_BEGIN, runs)

    def change_state(self, thread, time, name=None, **more):
        if thread[2]:
            self.add_slice(time, thread[1], SLICE_END)
        thread[2] = name is not None
        if name:
            self.add_slice(time, thread[1], SLICE_BEGIN, name, **more)

    def wait(self, e):
        self.change_state(self.thread_of(e.thread), e.time,
                          "waits for " + self.text(e.what) + (", " + self.text(e.where) if e.where else ""), thing=e.object)

    def names(self, events):
        """Called before the events are added: tells the names of threads whose first events do not."""
        for e in events:
            if e.kind == RUNS and e.thread not in self.threads:
                self.threads[e.thread] = [e.what, 0, False, set()]

    def add(self, e):
        text, on = self.text, self.processor_of(e)
        if e.kind in (BEGINS, RUNS):
            self.change_processor(on, e.time, name_of(self.view, e.what, e.thread))
            self.change_state(self.thread_of(e.thread, e.what, e.time), e.time, "runs", on=e)
        elif e.kind == NAMES:
            thread = self.thread_of(e.thread)
            thread[0] = e.what
            self.add_track(thread[1], PROCESS, self.label(e.thread))
            self.change_processor(on, e.time, self.label(e.thread))
        elif e.kind == WAITS:
            self.change_processor(on, e.time)
            self.wait(e)
        elif e.kind == WAKES:
            by = PROCESSORS + on if e.thread is None else self.thread_of(e.thread)[1]
            self.flows += 1
            woken = self.thread_of(e.object)
            self.add_slice(e.time, by, INSTANT, "wakes " + self.label(e.object), flow=self.flows)
            self.change_state(woken, e.time, "ready", end_of_flow=self.flows)
        elif e.kind == ENDS:
            self.change_processor(on, e.time)
            self.change_state(self.thread_of(e.thread), e.time)
        elif e.kind == SLEEPS:
            self.change_processor(on, e.time)
        elif e.kind == GAP:
            self.change_processor(on, e.time)
            if e.thread is not None:
                self.change_state(self.thread_of(e.thread), e.time)
            self.add_slice(e.time, PROCESSORS + on, INSTANT, VERBS[GAP])
        elif e.kind == STEALS:
            self.add_slice(e.time, PROCESSORS + on, INSTANT, VERBS[STEALS])
        elif e.kind == MARK:
            self.add_slice(e.time, self.thread_of(e.thread)[1], INSTANT, text(e.what))
        elif e.kind == MARK_BEGINS:
            self.add_slice(e.time, self.child_track(e.thread, REGIONS), SLICE_BEGIN, text(e.what))
        elif e.kind == MARK_ENDS:
            self.add_slice(e.time, self.child_track(e.thread, REGIONS), SLICE_END)
        elif e.kind == HANDLES:
            self.add_slice(e.time, self.child_track(e.thread, MESSAGES), SLICE_BEGIN, "%s: %s" % (text(e.where), text(e.what)),
                           thing=e.object)
        elif e.kind == HANDLED:
            self.add_slice(e.time, self.child_track(e.thread, MESSAGES), SLICE_END)


def write_trace(view, pid, program, events, file, waiting=(), names={}):
    """Writes the events to a binary file. waiting: waits that began before; names: of threads, by number, addresses."""
    trace = Perfetto(view, pid, program)
    for number, name in names.items():
        trace.threads[number] = [name, 0, False, set()]
    trace.names(events)
    for e in waiting:
        trace.wait(e)
    for e in events:
        trace.add(e)
    file.write(b"".join(trace.made))
