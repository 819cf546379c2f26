# SPDX-License-Identifier: MIT
"""conc-why: what a trace says: where a region's time went, where threads waited, how long behaviours took.

The critical path of a region is found backwards from its end: while its thread ran, that; while it waited, what the
thread did that woke it, which may have waited, too; and so on, up to the region's begin.
"""
import argparse
import bisect
import gzip
import os
import re
import signal
import statistics
import struct
import sys

LOCKS = ("conc_mutex", "monitor", "conc_rw_lock", "conc_spin_lock", "conc_owner_lock")
IDLE = ("message", "conc_actors", "end of actor workers")  # a worker without work is not blocked


# ---- reading Perfetto's format ----


def fields(data):
    """(number, value) of each field of a message; of a length-delimited one its bytes."""
    at, end = 0, len(data)

    def read():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    while at < end:
        key = read()
        if key & 7 == 0:
            yield key >> 3, read()
        elif key & 7 == 1:
            yield key >> 3, struct.unpack_from("<Q", data, at)[0]
            at += 8
        elif key & 7 == 2:
            size = read()
            if at + size > end:
                raise IndexError
            yield key >> 3, data[at:at + size]
            at += size
        else:
            raise ValueError


class Slice:
    __slots__ = "begin", "end", "name", "flow"

    def __init__(self, begin, name, flow):
        self.begin, self.end, self.name, self.flow = begin, None, name, flow


class Track:
    """name: of the thread, or the processor; slices: in order, one after the other or, of regions, nested."""

    def __init__(self, name, parent):
        self.name, self.parent, self.slices, self.open, self.children = name, parent, [], [], {}

    def begin(self, time, name, flow):
        self.slices.append(Slice(time, name, flow))
        self.open.append(self.slices[-1])

    def finish(self, time):
        if self.open:
            self.open.pop().end = time

    def at(self, time):
        """The slice in which the time before this is, or None."""
        i = bisect.bisect_left(self.begins, time) - 1
        return self.slices[i] if i >= 0 and time <= self.slices[i].end else None


class Trace:
    def __init__(self, path):
        self.tracks, self.wakers, self.gaps, self.unfinished = {}, {}, [], set()  # wakers: by flow, the track of the thread that woke
        with open(path, "rb") as file:
            data = file.read()
        events = []
        try:
            for _, packet in fields(data):
                parts = dict(fields(packet))
                if 60 in parts:
                    track = dict(fields(parts[60]))
                    name = track.get(2, b"").decode("utf-8", "replace")
                    if track[1] in self.tracks:
                        self.tracks[track[1]].name = name  # of a thread that has named itself
                    else:
                        self.tracks[track[1]] = Track(name, track.get(5))
                elif 11 in parts:
                    events.append((parts[8], dict(fields(parts[11]))))
        except IndexError:
            if self.tracks:
                print("conc-why: %s ends in the middle" % path, file=sys.stderr)
        except (ValueError, TypeError, KeyError):
            self.tracks = {}
        if not self.tracks or not all(number in event and event[11] in self.tracks for _, event in events for number in (9, 11)):
            sys.exit("conc-why: %s: no trace of a Conc program" % path)
        events.sort(key=lambda event: event[0])
        if not events:
            sys.exit("conc-why: %s: there are no events in it" % path)
        self.begin, self.end = events[0][0], events[-1][0]
        for time, event in events:
            self.add(time, event)
        for track in self.tracks.values():
            self.unfinished.update(track.open)
            while track.open:
                track.finish(self.end)
            track.begins = [s.begin for s in track.slices]
            if track.parent in self.tracks:
                self.tracks[track.parent].children[track.name] = track
        self.threads = [t for n, t in self.tracks.items() if n >= 1 << 24 and not n & 3]
        self.are_threads = set(self.threads)
        self.processors = [t for n, t in self.tracks.items() if 16 <= n < 1 << 24 and t.name != "libconc"]

    def add(self, time, event):
        track, name = self.tracks[event[11]], event.get(23, b"").decode("utf-8", "replace")
        if event[9] == 1:
            track.begin(time, name, event.get(48))
        elif event[9] == 2:
            track.finish(time)
        elif 47 in event:
            self.wakers[event[47]] = track
        elif name == "goes on unrecorded":
            self.gaps.append(time)

    def regions(self):
        """(thread, slice) of each region that has ended."""
        for thread in self.threads:
            for s in thread.children["regions"].slices if "regions" in thread.children else ():
                if s not in self.unfinished:
                    yield thread, s


def unnumbered(name):
    """The name of a thread without its number: threads of one function are alike."""
    return re.sub(r" \d+$", "", name)


# ---- the critical path ----


class Path:
    """found: [(nanoseconds, what, while what)] of the time from begin to end on a thread, in no order."""

    def __init__(self, trace):
        self.trace, self.found = trace, []

    def walk(self, thread, begin, end):
        pending = [(thread, begin, end, None)]  # a thread, from when to when, and the wait that it explains
        while pending:
            thread, begin, end, explains = pending.pop()
            if begin >= end:
                continue
            s = thread.at(end)
            if not s:  # it had not begun, or that was not recorded
                before = max((t.end for t in thread.slices[:bisect.bisect_left(thread.begins, end)]), default=begin)
                self.found.append((end - max(before, begin), "%s: not recorded" % unnumbered(thread.name), explains))
                pending.append((thread, begin, max(before, begin), explains))
                continue
            start = max(s.begin, begin)
            pending.append((thread, begin, start, explains))
            if s.name == "ready":
                self.found.append((end - start, "%s is ready, and no processor is free" % unnumbered(thread.name), explains))
                wait = thread.at(s.begin)
                waker = self.trace.wakers.get(s.flow)
                if wait and wait.name.startswith("waits for") and waker in self.trace.are_threads and waker is not thread:
                    pending[-1] = (thread, begin, max(wait.begin, begin), explains)
                    said = "%s %s" % (unnumbered(thread.name), wait.name)
                    pending.append((waker, max(wait.begin, begin), start, explains or said))
            else:
                what = "%s %s" % (unnumbered(thread.name), self.runs(thread, s) if s.name == "runs" else s.name)
                self.found.append((end - start, what, explains))

    def runs(self, thread, s):
        """What it does, by the wait before."""
        i = bisect.bisect_left(thread.begins, s.begin) - 1
        while i >= 0 and not thread.slices[i].name.startswith("waits for"):
            i -= 1
        place = re.search(r", ([^,]*:\d+)$", thread.slices[i].name) if i >= 0 else None
        return "runs, from %s on" % place[1] if place else "runs, from its begin on"


def milliseconds(ns):
    return "%.3f ms" % (ns / 1e6)


def explain(trace, region, which):
    found = sorted(((s.end - s.begin, s.begin, thread, s) for thread, s in trace.regions() if s.name == region),
                   key=lambda one: -one[0])
    if not found:
        names = sorted({s.name for _, s in trace.regions()})
        sys.exit("conc-why: no region \"%s\" has ended in the trace%s" % (
            region, "; there are: " + ", ".join(names) if names else "; conc_mark_begin and conc_mark_end make one"))
    if which > len(found):
        sys.exit("conc-why: there are only %d of \"%s\"" % (len(found), region))
    length, begin, thread, s = found[which - 1]
    print("%s: %s, in %s; the longest%s of %d" % (region, milliseconds(length), thread.name,
                                                  " but %d" % (which - 1) if which > 1 else "", len(found)))
    path, sums = Path(trace), {}
    path.walk(thread, s.begin, s.end)
    for ns, what, explains in path.found:
        sums[what, explains] = sums.get((what, explains), 0) + ns
    rows = sorted(sums.items(), key=lambda row: -row[1])
    for (what, explains), ns in rows[:10]:
        print("  %5.1f %%  %12s  %s%s" % (100 * ns / length, milliseconds(ns), what, ", while " + explains if explains else ""))
    if len(rows) > 10:
        rest = sum(ns for _, ns in rows[10:])
        print("  %5.1f %%  %12s  the rest, %d" % (100 * rest / length, milliseconds(rest), len(rows) - 10))
    busy = []
    for processor in trace.processors:
        used = sum(max(min(t.end, s.end) - max(t.begin, s.begin), 0) for t in processor.slices)
        busy.append("%s %.0f %%" % (processor.name, 100 * used / length))
    print("  busy in that time: %s" % ", ".join(busy))
    if spans_gap(trace, s):
        print("  Parts of it were not recorded: CONC_TRACE=FILE records all.")


# ---- profiles ----


def spans_gap(trace, s):
    """Did the thread perhaps run in between? That was not recorded."""
    return bisect.bisect_left(trace.gaps, s.begin) != bisect.bisect_right(trace.gaps, s.end)


def waits(trace, locks):
    """(thread, what for, place or None, nanoseconds) of each wait; locks: for locks alone. Without those that may be
    several, for some was not recorded."""
    for thread in trace.threads:
        for s in thread.slices:
            found = re.fullmatch(r"waits for (.*?)(?:, ([^,]*:\d+))?", s.name)
            if found and not spans_gap(trace, s) and (found[1].startswith(LOCKS) if locks else found[1] not in IDLE):
                yield unnumbered(thread.name), found[1], found[2], s.end - s.begin


def stacks(trace, locks):
    """{(thread, place, what for): [how many, nanoseconds]}"""
    sums = {}
    for name, what, place, ns in waits(trace, locks):
        one = sums.setdefault((name, place or "?", what), [0, 0])
        one[0] += 1
        one[1] += ns
    return sums


def folded(sums):
    """For flame graphs: microseconds."""
    return "".join("%s;%s;%s %d\n" % (name.replace(";", ","), *rest, ns // 1000)
                   for (name, *rest), (_, ns) in sorted(sums.items()))


def pprof(sums, length):
    """A gzipped profile.proto: contentions and delay, as Go's block and mutex profiles have."""
    texts, functions, made = {"": 0}, {}, []

    def text(value):
        return texts.setdefault(value, len(texts))

    def location(function, file, line):
        return functions.setdefault((text(function), text(file), line), len(functions) + 1)

    for kind, unit in (("contentions", "count"), ("delay", "nanoseconds")):
        made.append(piece(1, number(1, text(kind)) + number(2, text(unit))))
    for (name, place, what), (count, ns) in sorted(sums.items()):
        file, _, line = place.rpartition(":")
        frames = location(what, "", 0), location(name, file, int(line) if line.isdigit() else 0)
        made.append(piece(2, piece(1, b"".join(map(varint, frames))) + piece(2, varint(count) + varint(ns))))
    for (function, file, line), i in functions.items():
        made.append(piece(4, number(1, i) + piece(4, number(1, i) + number(2, line))))
        made.append(piece(5, number(1, i) + number(2, function) + number(3, function) + number(4, file)))
    for value in texts:
        made.append(piece(6, value))
    made.append(number(10, length))
    return gzip.compress(b"".join(made))


def profile(trace, locks, output):
    sums = stacks(trace, locks)
    if not output:
        sys.stdout.write(folded(sums))
        return
    try:
        with open(output, "wb") as file:
            file.write(pprof(sums, trace.end - trace.begin))
    except OSError as why:
        sys.exit("conc-why: %s: %s" % (output, why.strerror))


# ---- latencies ----


def histogram(name, lengths):
    """Lines: by powers of two of microseconds."""
    lengths.sort()
    print("%s: %d, median %s, 99 %% within %s, longest %s" % (
        name, len(lengths), milliseconds(statistics.median(lengths)),
        milliseconds(lengths[min(len(lengths) * 99 // 100, len(lengths) - 1)]), milliseconds(lengths[-1])))
    counts = {}
    for ns in lengths:
        power = max(ns // 1000, 0).bit_length()
        counts[power] = counts.get(power, 0) + 1
    most = max(counts.values())
    for power in range(min(counts), max(counts) + 1):
        count = counts.get(power, 0)
        print("  %10s  %8d  %s" % ("< %d us" % (1 << power), count, "#" * -(-40 * count // most)))


def latency(trace):
    groups = {}
    for thread in trace.threads:
        for child, kind in (("regions", "region"), ("messages", "behaviour")):
            for s in thread.children[child].slices if child in thread.children else ():
                # marks are always recorded, the end of a behaviour is not
                if s in trace.unfinished or kind == "behaviour" and spans_gap(trace, s):
                    continue
                groups.setdefault("%s %s" % (kind, s.name), []).append(s.end - s.begin)
    for name, what, place, ns in waits(trace, False):
        groups.setdefault("%s waits for %s, %s" % (name, what, place or "?"), []).append(ns)
    for name in sorted(groups):
        histogram(name, groups[name])


def overview(trace):
    length = trace.end - trace.begin
    print("%s, %d threads, %d processors%s" % (milliseconds(length), len(trace.threads), len(trace.processors),
                                               ", %d gaps" % len(trace.gaps) if trace.gaps else ""))
    names = {}
    for _, s in trace.regions():
        names.setdefault(s.name, []).append(s.end - s.begin)
    for name, lengths in sorted(names.items(), key=lambda one: -sum(one[1])):
        print("  region %s: %d, median %s, longest %s" % (name, len(lengths), milliseconds(statistics.median(lengths)),
                                                          milliseconds(max(lengths))))
    print("Waits, by all their time%s:" % (" (without those across a gap)" if trace.gaps else ""))
    for (name, place, what), (count, ns) in sorted(stacks(trace, False).items(), key=lambda one: -one[1][1])[:10]:
        print("  %12s  %8d times  %s for %s, %s" % (milliseconds(ns), count, name, what, place))


def main():
    parser = argparse.ArgumentParser(
        prog="conc-why", description="Says what a trace of a Conc program means (CONC_TRACE=FILE, conctop --record, "
        "conc_trace_write). Without more: its regions, and where threads waited most.")
    parser.add_argument("trace", help="the file")
    parser.add_argument("region", nargs="?", help="where did the time of the longest region of this name go?")
    parser.add_argument("--nth", type=int, default=1, metavar="N", help="the N-th longest region")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--blocked", action="store_true", help="the time that threads waited, as folded stacks")
    kinds.add_argument("--contention", action="store_true", help="the same for locks alone")
    kinds.add_argument("--latency", action="store_true", help="histograms: regions, behaviours, waits by line")
    parser.add_argument("-o", "--output", metavar="FILE", help="write --blocked or --contention for pprof")
    options = parser.parse_intermixed_args()
    if options.output and not options.blocked and not options.contention:
        parser.error("-o goes with --blocked or --contention")
    if options.nth < 1:
        parser.error("--nth counts from 1")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        trace = Trace(options.trace)
    except OSError as why:
        sys.exit("conc-why: %s: %s" % (options.trace, why.strerror))
    if options.region:
        explain(trace, options.region, options.nth)
    elif options.blocked or options.contention:
        profile(trace, options.contention, options.output)
    elif options.latency:
        latency(trace)
    else:
        overview(trace)


main()
