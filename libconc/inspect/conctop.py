# SPDX-License-Identifier: MIT
"""conctop: what the threads of a running Conc program do, refreshed each second.

It reads the program's memory from outside. The program is not stopped, and pays nothing. So what is shown is not of
one moment: a thread may be seen in two states, or in none.
"""
import argparse
import json
import os
import re
import select
import shutil
import signal
import struct
import sys
import time

RATE = 2000
HELP = "q quit  t threads  l locks  c channels  a actors  r replicas  h handlers  o all"
KEYS = {"t": "threads", "l": "locks", "c": "channels", "a": "actors", "r": "replicas", "h": "handlers", "o": "overview"}


class Look:
    """One look at the process, and what has changed since the one before."""

    def __init__(self, process, before=None):
        self.process, self.view, self.time = process, process.view, time.monotonic()
        self.view.texts = {0: None}
        self.threads = self.view.threads()
        self.recent = (before.recent if before else Recent(self.view)).look().count_behaviours()
        self.tables = Tables(self.view, process.name)
        self.processors = {}  # by address: (kernel thread, seconds of CPU, dispatches)
        for p in self.view.processors():
            kernel_thread = self.view.kernel_thread(p)
            self.processors[p] = (kernel_thread, process.processor_time(kernel_thread),
                                  self.view.half(p + self.view.at["processor.dispatches"]))
        self.executors = self.view.executors()
        self.seconds = self.time - before.time if before else None
        self.before = before

    def rate(self, now, then):
        return max(now - then, 0) / self.seconds

    def states(self):
        counts = {}
        for t in self.threads:
            counts[t.state] = counts.get(t.state, 0) + 1
        return counts

    def processor_rows(self):
        """(number, LWP, busy in % or None, dispatches a second or None, the thread that it runs)"""
        running = {t.processor: t.label for t in self.threads if t.processor}
        for i, (p, (kernel_thread, used, dispatches)) in enumerate(self.processors.items()):
            then = self.before.processors.get(p) if self.before else None
            busy = switches = None
            if then and used is not None and then[1] is not None:
                busy = min(100 * self.rate(used, then[1]), 100)
                switches = ((dispatches - then[2]) % (1 << 32)) / self.seconds
            yield i, kernel_thread, busy, switches, running.get(p)

    def thread_rows(self, runs_in):
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        return self.tables.threads(self.threads, runs_in, lambda t: False, lambda t: self.recent.text(t, now))

    def groups(self):
        """[(how many threads, what they wait for)], most first; threads that wait for the same in one place are one"""
        by_address, alike = {t.address: t for t in self.threads}, {}
        for t in self.threads:
            if t.wait:
                alike.setdefault((t.name, t.wait[3:]), []).append(t)
        found = [(len(them), them[0].name or "?", self.tables.wait_text(them[0], by_address)) for them in alike.values()]
        return sorted(found, key=lambda wait: (-wait[0], wait))

    def messages(self):
        """(where an executor was started, its workers, messages a second or None, all messages)"""
        for executor, (where, workers, gulped) in self.executors.items():
            then = self.before.executors.get(executor) if self.before else None
            yield where, workers, self.rate(gulped, then[2]) if then else None, gulped

    def as_json(self):
        def plain(rows):
            head = [re.sub(r"\W+", "_", column.strip().lower()) or "waits" for column in rows[0]]
            return [dict(zip(head, (cell.strip() for cell in row))) for row in rows[1:]]

        def runs_in(t):
            return "in LWP %d" % self.view.kernel_thread(t.processor)

        return {
            "pid": self.process.pid, "program": self.process.program, "states": self.states(),
            "processors": [dict(zip(("number", "lwp", "busy", "dispatches", "runs"), row)) for row in self.processor_rows()],
            "executors": [dict(zip(("where", "workers", "rate", "messages"), row)) for row in self.messages()],
            "waits": [dict(zip(("threads", "name", "waits"), wait)) for wait in self.groups()],
            "threads": plain(self.thread_rows(runs_in)),
            "locks": plain(self.tables.locks(self.threads)), "channels": plain(self.tables.channels(self.threads)),
            "actors": plain(self.tables.actors(self.threads)), "behaviours": plain(self.recent.behaviour_rows()),
            "replicas": plain(self.tables.replicas(self.threads)), "handlers": plain(self.tables.handlers(self.threads)),
        }


def look_at(process, before=None):
    """A look. What changes while it is read may lead nowhere: then it is read again."""
    for _ in range(20):
        try:
            return Look(process, before)
        except (Unreadable, struct.error) as why:
            if not process.files():
                raise Unreadable("process %d has ended" % process.pid) from why
    raise Unreadable("process %d changes too fast to be read" % process.pid)


def some(value, form):
    return "" if value is None else form % value


def section(name, rows, most):
    """The lines of a table of which at most so many rows are shown; none if it is empty."""
    if len(rows) < 2:
        return []
    lines = table(rows[:most + 1]).splitlines()
    more = len(rows) - 1 - most
    return ["", name + (" (%d more)" % more if more > 0 else "")] + ["  " + line for line in lines]


def overview(look, height):
    """The lines of the screen that shows something of each."""
    states = look.states()
    yield "%s (%d)   %s: %s" % (os.path.basename(look.process.program), look.process.pid,
                                counted(len(look.threads), "thread"),
                                ", ".join("%d %s" % (states[state], state) for state in sorted(states)))
    rows = [("Processor", "LWP", "Busy", "Dispatches/s", "Runs")]
    for number, kernel_thread, busy, switches, runs in look.processor_rows():
        rows.append((str(number), str(kernel_thread), some(busy, "%.0f %%"), some(switches, "%.0f"), runs or "nothing"))
    yield from table(rows[:9]).splitlines()
    if len(rows) > 9:
        yield "and %d more" % (len(rows) - 9)
    for where, workers, rate, messages in look.messages():
        yield "actors of %s: %s, %s messages%s" % (where, counted(workers, "worker"), messages, some(rate, ", %.0f a second"))
    waits = [("Threads", "Name", "Wait for")] + [(str(n), name, text) for n, name, text in look.groups()]
    each = max((height - 14) // 6, 2)
    yield from section("Waits", waits, max(each, 5))
    for name in ("locks", "channels", "actors", "replicas", "handlers"):
        yield from section(name.capitalize(), getattr(look.tables, name)(look.threads), each)
        if name == "actors":
            yield from section("Behaviours", look.recent.behaviour_rows(), each)


def screen(look, what, width, height):
    if what == "overview":
        lines = list(overview(look, height))
    elif what == "threads":
        rows = look.thread_rows(lambda t: "in LWP %d" % look.view.kernel_thread(t.processor))
        lines = table(rows).splitlines()
    else:
        lines = table(getattr(look.tables, what)(look.threads)).splitlines()
        if what == "actors":
            lines += section("Behaviours", look.recent.behaviour_rows(), 1000)
    return [line[:width] for line in lines[:height - 1]]


class Terminal:
    """The whole screen, and keys without a line end; as it was when this ends."""

    def __enter__(self):
        import termios
        import tty
        self.saved = termios.tcgetattr(0)
        tty.setcbreak(0)
        sys.stdout.write("\x1b[?1049h\x1b[?25l")
        return self

    def __exit__(self, *unused):
        import termios
        termios.tcsetattr(0, termios.TCSADRAIN, self.saved)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()

    def show(self, lines, height):
        sys.stdout.write("\x1b[H" + "".join(line + "\x1b[K\r\n" for line in lines) + "\x1b[J\x1b[%d;1H\x1b[7m%s\x1b[0m" % (
            height, HELP[:shutil.get_terminal_size().columns]))
        sys.stdout.flush()

    def key(self, seconds):
        if select.select([0], [], [], max(seconds, 0))[0]:
            return os.read(0, 1).decode("ascii", "replace")
        return None


def watch(process, interval):
    before, what = None, "overview"
    with Terminal() as terminal:
        while True:
            look = look_at(process, before)
            if before:
                before.before = None  # or all looks were kept
            before = look
            width, height = shutil.get_terminal_size()
            terminal.show(screen(look, what, width, height), height)
            until = time.monotonic() + interval
            while time.monotonic() < until:
                key = terminal.key(until - time.monotonic())
                if key == "q":
                    return
                if key in KEYS:
                    what = KEYS[key]
                    terminal.show(screen(look, what, width, height), height)


def duration(text):
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|)", text)
    if not found:
        raise argparse.ArgumentTypeError("%s is no duration, such as 5s or 200ms" % text)
    return float(found[1]) * {"ms": 0.001, "s": 1, "m": 60, "": 1}[found[2]]


def record(process, seconds, path):
    """Has more recorded for so long, RATE events a tick of 5 ms and processor, and writes it: reads the rings while
    they fill, or they would be overwritten."""
    view, found, rings = process.view, [], Rings(process.view)
    if not view.half(view.at["recorder.allowance"]):
        sys.exit("conctop: process %d does not record (CONC_RECORDER=0)" % process.pid)
    allowance = view.at["recorder.allowance"]
    before = bytes(view.read(allowance, 4))
    start = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    rings.skip()
    threads = view.threads()
    waiting = [Event(start, 0, True, WAITS, t.number, t.object, t.address_of_operation, t.address_of_where)
               for t in threads if t.wait]
    names = {t.number: t.address_of_name for t in threads if t.name}
    for e in waiting:
        view.text(e.what), view.text(e.where)
    writable = os.open("/proc/%d/mem" % process.pid, os.O_WRONLY)
    until = time.monotonic() + seconds
    os.pwrite(writable, struct.pack("<I", RATE), allowance)
    try:
        while time.monotonic() < until:
            time.sleep(min(0.02, max(until - time.monotonic(), 0)))
            new = rings.read()
            for e in new:  # texts are gone with the program
                view.text(e.what), view.text(e.where)
            found += new
    except (OSError, Unreadable):
        pass  # it has ended: what was read is there
    finally:
        try:
            os.pwrite(writable, before, allowance)
        except OSError:
            pass
    found.sort(key=lambda e: e.time)
    return save(process, found, path, rings.lost, waiting, names)


def save(process, events, path, lost=0, waiting=(), names={}):
    try:
        with open(path, "wb") as file:
            write_trace(process.view, process.pid, os.path.basename(process.program), events, file, waiting, names)
    except OSError as why:
        sys.exit("conctop: %s: %s" % (path, why.strerror))
    print("%s: %s of %.3f s%s" % (path, counted(len(events), "event"),
                                  (events[-1].time - events[0].time) / 1e9 if events else 0,
                                  "; %s came too fast and are not there" % counted(lost, "other") if lost else ""))


def open_core(path, program):
    try:
        return Core(path, program)
    except OSError as why:
        sys.exit("conctop: %s: %s" % (path, why.strerror))
    except (ValueError, IndexError, struct.error):  # ValueError: an empty file cannot be mapped
        sys.exit("conctop: %s is no core file of 64 bits, or only a part of one" % path)


def main():
    parser = argparse.ArgumentParser(prog="conctop", description="Shows what the threads of a running Conc program do.",
                                     epilog="Keys: " + HELP)
    parser.add_argument("pid", type=int, nargs="?", help="the process")
    parser.add_argument("--once", action="store_true", help="print it once, with the rates of SECONDS, and end")
    parser.add_argument("--json", action="store_true", help="the same, all of it, for programs")
    parser.add_argument("--interval", type=float, default=1, metavar="SECONDS", help="between two looks (1)")
    parser.add_argument("--record", type=duration, metavar="TIME",
                        help="write all that happens in the next 5s, or 200ms, in Perfetto's format")
    parser.add_argument("--core", metavar="FILE", help="write the last events of a core file in that format")
    parser.add_argument("--program", metavar="FILE", help="where the program of the core file is now")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file for --record and --core (conc.PID.trace)")
    options = parser.parse_args()
    if (options.pid is None) == (options.core is None):
        parser.error("name a process, or --core FILE")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        process = open_core(options.core, options.program) if options.core else Process(options.pid)
        output = options.output or "conc.%d.trace" % process.pid
        if options.core:
            save(process, Rings(process.view).read(), output)
        elif options.record is not None:
            record(process, options.record, output)
        elif options.once or options.json or not sys.stdout.isatty():
            first = look_at(process)
            time.sleep(options.interval)
            look = look_at(process, first)
            print(json.dumps(look.as_json(), indent=1) if options.json else "\n".join(overview(look, 1000)))
        else:
            watch(process, options.interval)
    except (OSError, Unreadable) as why:
        if isinstance(why, PermissionError):
            why = "process %d may not be read by this user; as root, or with sysctl kernel.yama.ptrace_scope=0" % options.pid
        elif isinstance(why, (FileNotFoundError, ProcessLookupError)):
            why = "there is no process %d" % options.pid
        sys.exit("conctop: %s" % why)
    except KeyboardInterrupt:
        pass


main()
