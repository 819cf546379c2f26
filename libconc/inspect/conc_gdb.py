# SPDX-License-Identifier: MIT
"""gdb's commands for a program's user threads: `help conc`. It comes after conc_view.py in one file.

The frames of a thread that does not run are found as those of a called function are: `conc thread N` lets gdb
believe that the innermost frame of the selected kernel thread was called from where the user thread was left. No
register and no memory is changed, so it works in core files, too. `thread`, or going on, ends it.
"""
import re
import time

import gdb
import gdb.unwinder
from gdb.FrameDecorator import FrameDecorator

# What context_x86_64.S and context_aarch64.S save, by its place in bytes (d8 to d15 are left out: gdb's unwinders
# cannot set them); the names of the stack pointer and of the program counter; the size of what is saved.
SAVED = {
    "x86_64": (dict(r15=8, r14=16, r13=24, r12=32, rbx=40, rbp=48, rip=56), "rsp", "rip", 64),
    "aarch64": (dict([("x%d" % (19 + i), 8 * i) for i in range(12)], pc=88), "sp", "pc", 176),
}


def machine():
    name = gdb.selected_inferior().architecture().name()
    return "x86_64" if name.startswith("i386:x86-64") else name


def read_memory(address, size):
    return gdb.selected_inferior().read_memory(address, size)


def address_of(symbol):
    """Of a symbol of the linker or of the program, or None."""
    try:
        return int(gdb.parse_and_eval("(unsigned long)&'%s'" % symbol))
    except gdb.error:
        return None


def current_view():
    if gdb.selected_thread() is None:
        raise gdb.GdbError("The program is not being run.")
    begin, end = address_of("__start_conc_layout"), address_of("__stop_conc_layout")
    if begin is None or end is None:
        raise gdb.GdbError("No symbols of libconc: is this a Conc program, and not stripped?")
    try:
        return View(read_memory, read_layout(read_memory(begin, end - begin)))
    except Unreadable as why:
        raise gdb.GdbError("%s." % why)


def object_name(address):
    """A static object's name, or the address."""
    try:
        said = gdb.execute("info symbol %d" % address, to_string=True)
    except gdb.error:
        said = "No symbol"
    if said.startswith("No symbol"):
        return "%#x" % address
    name, _, offset = said.split(" in section")[0].partition(" + ")
    symbol = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
    if symbol and symbol.type and offset:
        return name + member_at(symbol.type.strip_typedefs(), int(offset))
    return name + ("+" + offset if offset else "")


def member_at(kind, offset):
    """".member[3]" of what lies at an offset of an object of that type; what concc has added has no name."""
    if kind.code == gdb.TYPE_CODE_ARRAY:
        size = kind.target().sizeof
        return "[%d]" % (offset // size) + member_at(kind.target().strip_typedefs(), offset % size) if size else ""
    if kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        for field in kind.fields():
            begin = field.bitpos // 8
            if begin <= offset < begin + field.type.sizeof:
                if not field.name or field.name.startswith("conc_"):
                    return ""
                return ("." + field.name if offset or field.type.sizeof < kind.sizeof else "") + \
                    member_at(field.type.strip_typedefs(), offset - begin)
    return ""


# ---- the frames of a thread that does not run ----

class Pretended:
    """Which user thread gdb shows in place of which of its own; at most one."""
    thread = None   # gdb's number
    user = None     # the address of the user thread
    registers = None  # its registers, by name
    innermost = None  # the stack pointer and the program counter of the kernel thread

    @classmethod
    def begin(cls, user, registers):
        frame, (_, stack, counter, _) = gdb.newest_frame(), SAVED[machine()]
        cls.innermost = int(frame.read_register(stack)), int(frame.read_register(counter))
        cls.thread, cls.user, cls.registers = gdb.selected_thread().num, user, registers
        gdb.invalidate_cached_frames()

    @classmethod
    def end(cls, *unused):
        if cls.user is None:
            return
        cls.thread = cls.user = None
        gdb.invalidate_cached_frames()

    @classmethod
    def is_on(cls):
        selected = gdb.selected_thread()
        return cls.user is not None and selected is not None and selected.num == cls.thread


class FrameId:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class Unwinder(gdb.unwinder.Unwinder):
    def __init__(self):
        super().__init__("conc")

    def __call__(self, frame):
        if not Pretended.is_on():
            return None
        _, stack, counter, _ = SAVED[machine()]
        if (int(frame.read_register(stack)), int(frame.read_register(counter))) != Pretended.innermost:
            return None
        # below all stacks, since the caller of a frame has to lie above it
        info = frame.create_unwind_info(FrameId(gdb.Value(16), frame.read_register(counter)))
        for name, value in Pretended.registers.items():
            info.add_saved_register(name, gdb.Value(value).cast(frame.read_register(name).type))
        return info


def word_at(address):
    return int.from_bytes(bytes(read_memory(address, 8)), "little")


def registers_saved(context):
    """Of a thread that was left there, a stack pointer."""
    saved, stack, _, size = SAVED[machine()]
    registers = {name: word_at(context + at) for name, at in saved.items()}
    registers[stack] = context + size
    return registers


def registers_below():
    """Of the thread that runs the selected one on its own stack. Its frames begin where conc_processor_run_inline was
    called, which ends the selected thread's stack. None if the last frame is another one."""
    frame = gdb.newest_frame()
    while frame.older():
        frame = frame.older()
    if frame.name() != "conc_processor_run_inline":
        return None
    frame.select()
    said = gdb.execute("info frame", to_string=True)
    saved, stack, counter, _ = SAVED[machine()]
    places = {name: int(place, 16) for name, place in re.findall(r"(\w+) at (0x[0-9a-f]+)", said)}
    above = re.search(r"Previous frame's sp is (0x[0-9a-f]+)", said)
    if not above or counter == "pc" and "x29" not in places:
        return None
    registers = {name: word_at(places[name]) if name in places else int(frame.read_register(name)) for name in saved}
    registers[stack] = int(above[1], 16)
    registers[counter] = word_at(registers[stack] - 8 if counter == "rip" else places["x29"] + 8)
    return registers


def is_libconcs(frame):
    """Is this frame libconc's, or of a function that concc has written?"""
    name, place = frame.name() or "", frame.find_sal().symtab
    if name.startswith(("conc_main_", "conc_receive_", "conc_destroy_")):
        return False
    return name.startswith("conc_") or place is not None and "libconc/src/" in place.filename


def dialect_name(name):
    """receive(clerk *, letter *) of conc_receive_clerk__letter; None of another name."""
    match = re.fullmatch("conc_(main|receive|destroy)_(.+)", name or "")
    return match and "%s(%s)" % (match[1], ", ".join(kind + " *" for kind in match[2].split("__")))


def emitted_name(text):
    """conc_receive_clerk__letter of receive(clerk *self, letter *m); None of what is no function of a kind."""
    match = re.fullmatch(r"\s*(?:void\s+)?(main|receive|destroy)\s*\(([^()]*)\)\s*", text)
    kinds = re.findall(r"(\w+)\s*\*[^,]*(?:,|$)", match[2]) if match else []
    return "conc_%s_%s" % (match[1], "__".join(kinds)) if kinds else None


class Named(FrameDecorator):
    """A frame with the function's name in the dialect."""

    def function(self):
        shown = super().function()
        return dialect_name(shown) if isinstance(shown, str) and dialect_name(shown) else shown


class HideOurs:
    """A frame filter for user threads that do not run: leaves out the kernel thread's own frame, and libconc's at
    both ends. `bt -no-filters` shows them."""
    name, priority, enabled = "conc", 1000, True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        frames = map(Named, frames)
        if not Pretended.is_on():
            return frames
        all_frames, own = list(frames), 0
        while own < len(all_frames) and all_frames[own].inferior_frame().type() == gdb.INLINE_FRAME:
            own += 1  # calls that the compiler put into the function that the kernel thread is in
        all_frames = all_frames[own + 1:]
        ours = [is_libconcs(frame.inferior_frame()) for frame in all_frames]
        if all(ours):
            return iter(all_frames)
        return iter(all_frames[ours.index(False):len(ours) - ours[::-1].index(False)])


def select_users_frame():
    """Selects the innermost frame that is not libconc's; without one, the innermost."""
    frame = physical(gdb.newest_frame()).older()
    first = frame
    while frame and frame.is_valid() and is_libconcs(frame):
        frame = frame.older()
    (frame or first).select()


def kernel_thread(view, t):
    """gdb's thread that runs t, or None."""
    threads = gdb.selected_inferior().threads()
    if t.processor is not None:
        number = view.kernel_thread(t.processor)
        for thread in threads:
            if number and number in thread.ptid[1:]:
                return thread
    return kernel_thread_by_stack(t, threads)


def kernel_thread_by_stack(t, threads):
    """Of a thread that waits in the kernel: the one whose stack pointer is next above the end of t's stack."""
    selected, best, distance = gdb.selected_thread(), None, 1 << 30
    for thread in threads:
        thread.switch()
        above = int(gdb.parse_and_eval("(unsigned long)$sp")) - t.stack_low
        if 0 <= above < distance:
            best, distance = thread, above
    selected.switch()
    return best


def frames_of(view, t):
    """Selects t for what follows. Returns why it cannot, or None."""
    below = []  # t and those between it and the thread on top of its stack
    on_top = t
    while on_top.child:
        below.append(on_top)
        on_top = on_top.child
    Pretended.end()
    runs = (kernel_thread(view, on_top)
            if on_top.processor is not None or on_top.kind == FOREIGN or on_top.park == PARKED_KERNEL else None)
    if runs:
        runs.switch()
    elif on_top.has_ended:
        return "it has ended"
    elif not on_top.context:
        return "it has not started"
    else:
        Pretended.begin(on_top.address, registers_saved(on_top.context))
    for one in reversed(below):
        registers = registers_below()
        if not registers:
            return "they are below those of %s, and cannot be found" % on_top.label
        Pretended.end()
        Pretended.begin(one.address, registers)
    if Pretended.is_on():
        select_users_frame()
    return None


# ---- commands ----

class Conc(gdb.Command):
    """Commands for the user threads of a Conc program.

info conc threads     all threads: what each waits for, and where
info conc locks       locks, channels, actors with messages, handlers of separate objects,
info conc channels        and who holds or waits for each
info conc actors
info conc replicas
info conc handlers
conc thread N         select thread N: bt, up, frame, info locals show its frames
conc bt N|all         the frames of a thread, or of each
conc next             the next line of this user thread, wherever it goes on
conc finish           until this function returns, wherever its user thread goes on
conc find ADDRESS     what is there
conc break FUNCTION   a breakpoint in main(TYPE *), receive(TYPE *, MESSAGE *), destroy(TYPE *)"""

    def __init__(self):
        super().__init__("conc", gdb.COMMAND_STACK, gdb.COMPLETE_NONE, True)


class InfoConc(gdb.Command):
    """What a Conc program's user threads are doing."""

    def __init__(self):
        super().__init__("info conc", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE, True)


def is_selected(view, t):
    """Do bt, frame and the like show t?"""
    if Pretended.is_on():
        return t.address == Pretended.user
    return bool(t.processor) and view.kernel_thread(t.processor) in gdb.selected_thread().ptid[1:]


class Command(gdb.Command):
    """A command with a view of the program; show: what it does."""

    def invoke(self, argument, from_tty):
        try:
            self.show(current_view(), argument)
        except gdb.MemoryError as why:
            raise gdb.GdbError("%s. Has the program reached main, or left this core file?" % why)


class Threads(Command):
    """All user threads: Id, name, kind, state, where it was begun, and what it waits for.

They are those of the program that have not ended. `conc thread ID` selects one."""

    def show(self, view, argument):
        def runs_in(t):
            thread = kernel_thread(view, t)
            return "in kernel thread %d (LWP %d)" % (thread.num, thread.ptid[1]) if thread else ""

        waits, now = Recent(view).look(), None
        if "core dump file" not in gdb.execute("info files", to_string=True):
            now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        gdb.write(table(Tables(view, object_name).threads(view.threads(), runs_in, lambda t: is_selected(view, t),
                                                          lambda t: waits.text(t, now))))


def thread_of(view, argument):
    """The thread that the user means: its number, or `main`."""
    threads = view.threads()
    for t in threads:
        if argument == str(t.number) or t.kind == MAIN and argument == t.label:
            return t
    if argument in ("", "all") or not argument.isdigit():
        raise gdb.GdbError("Which thread? A number of `info conc threads'.")
    raise gdb.GdbError("There is no user thread %s." % argument)


class SelectThread(Command):
    """Select user thread N for bt, up, down, frame and info locals.

Without N: says which one is selected. The program stays as it is: `thread K' shows kernel thread K again, and so
does going on."""

    def show(self, view, argument):
        if not argument:
            gdb.write("%s\n" % (", ".join(t.label for t in view.threads() if is_selected(view, t)) or "a kernel thread"))
            return
        t = thread_of(view, argument)
        why = frames_of(view, t)
        if why:
            raise gdb.GdbError("Thread %s has no frames: %s." % (t.label, why))
        gdb.write("[%s]\n" % t.label)
        gdb.execute("frame")


class Backtrace(Command):
    """The frames of user thread N, or of all: conc bt N|all. Options of bt may follow."""

    def show(self, view, argument):
        which, _, options = argument.partition(" ")
        one = None if which == "all" else thread_of(view, which)
        selected, pretended = gdb.selected_thread(), (Pretended.user, Pretended.registers)
        try:
            for t in [one] if one else view.threads():
                self.show_one(view, t, options, selected)
        finally:
            selected.switch()
            Pretended.end()
            if pretended[0] is not None:
                Pretended.begin(*pretended)

    def show_one(self, view, t, options, selected):
        gdb.write("%s (%s)\n" % (t.label, t.state + (" for " + t.operation if t.operation else "")))
        selected.switch()
        why = frames_of(view, t)
        if why:
            gdb.write("  no frames: %s\n" % why)
        else:
            gdb.write(gdb.execute("bt " + options, to_string=True))
        gdb.write("\n")


class Break(gdb.Command):
    """A breakpoint in a function of a kind, by its name: conc break main(porter *), conc break receive(clerk *, letter *).

Names of parameters may stand there, as in the source. What follows, such as `if x > 1', is as in `break'."""

    def invoke(self, argument, from_tty):
        name, close, condition = argument.partition(")")
        function = emitted_name(name + close)
        if not function:
            raise gdb.GdbError("A function of a kind? As in: conc break receive(clerk *, letter *)")
        gdb.execute("break %s %s" % (function, condition))


def physical(frame):
    """The frame on the stack that an inlined call is in."""
    while frame and frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    return frame


def stack_pointer(frame):
    return int(frame.read_register(SAVED[machine()][1]))


class Here(gdb.Breakpoint):
    """Stops where one frame gets to: its caller's stack pointer tells it from those of other threads and calls.
    functions: and in one of these, where others are inlined, and on another line; None: where it has returned to."""

    def __init__(self, counter, base, functions=None, line=None):
        super().__init__("*%#x" % counter, internal=True)
        self.silent, self.base, self.functions, self.line, self.reached = True, base, functions, line, False

    def stop(self):
        newest = gdb.newest_frame()
        frame = physical(newest)
        if self.functions is not None:
            is_next = newest.name() in self.functions and newest.find_sal().line != self.line
            frame = frame.older() if is_next else None
        self.reached = self.reached or bool(frame) and stack_pointer(frame) == self.base
        return self.reached


class Finish(gdb.Command):
    """Go on until the selected function returns, in whatever kernel thread its user thread goes on.

Other threads run meanwhile. `finish' loses a user thread that waits and goes on elsewhere."""

    def places(self, frame):
        return []

    def invoke(self, argument, from_tty):
        if not gdb.selected_thread():
            raise gdb.GdbError("The program is not being run.")
        level, past_main = gdb.selected_frame().level(), gdb.parameter("backtrace past-main")
        gdb.execute("set backtrace past-main on")   # main's caller, too
        try:
            gdb.execute("frame %d" % level, to_string=True)
            reached = self.go(gdb.selected_frame())
        finally:
            gdb.execute("set backtrace past-main " + ("on" if past_main else "off"))
        if reached and is_libconcs(gdb.newest_frame()):
            gdb.write("The thread's function has returned.\n")
        elif reached:
            gdb.execute("frame")

    def go(self, frame):
        """Returns whether the place was reached."""
        inner = physical(frame)
        caller = inner.older()
        if not caller or not frame.find_sal().symtab:
            raise gdb.GdbError("This frame has no lines or no caller.")
        base, counters, line, functions = stack_pointer(caller), self.places(frame), frame.find_sal().line, {frame.name()}
        while frame != inner:
            frame = frame.older()
            functions.add(frame.name())
        stops = [Here(counter, base, functions, line) for counter in counters] + [Here(caller.pc(), base)]
        try:
            said = gdb.execute("continue", to_string=True)
        finally:
            reached = any(stop.reached for stop in stops)
            for stop in stops:
                stop.delete()
        gdb.write(re.sub(r"(?m)^(Continuing\.|\[Switching to .*|)\n", "", said))
        return reached


class Next(Finish):
    """Go on to the next line of the selected function, in whatever kernel thread its user thread goes on.

Other threads run meanwhile. `next' loses a user thread that waits and goes on elsewhere. After `conc thread N' it is
thread N's next line."""

    def places(self, frame):
        line, block = frame.find_sal().line, frame.block()
        while block.superblock and not block.superblock.is_static:
            block = block.superblock
        return sorted({entry.pc for entry in frame.find_sal().symtab.linetable()
                       if block.start <= entry.pc < block.end and entry.line not in (0, line)})


class List(Command):
    def show(self, view, argument):
        rows = getattr(Tables(view, object_name), self.what)(view.threads())
        gdb.write(table([("  " + row[0],) + row[1:] for row in rows]))


class Locks(List):
    """The locks that threads hold or wait for: who holds each, and who waits.

A lock that nobody waits for is known only with CONC_DEBUG=1."""
    what = "locks"


class Channels(List):
    """The channels that threads wait for: what is in each, and who waits.

`print` shows any channel."""
    what = "channels"


class Actors(List):
    """The actors that have messages, or handle one: how many of each type wait, and what is being handled.

An actor without messages is at rest, and is not listed."""
    what = "actors"


class Replicas(List):
    """The replicas of each scalable actor that was split: how many there are, and how many calls wait for them."""
    what = "replicas"


class Handlers(List):
    """The handlers of separate objects: type, live objects, who has the handler, and who waits for it."""
    what = "handlers"


class Events(Command):
    """The last events of the flight recorder: info conc events [COUNT]; times are relative to the last one.

Who ran, what threads waited for, who woke whom, messages, marks of the program. COUNT is 30 if it is not said."""

    def show(self, view, argument):
        events = Rings(view).read()
        if not events:
            raise gdb.GdbError("Nothing is recorded (CONC_RECORDER=0?).")
        for line in lines_of(view, events, int(argument or 30)):
            gdb.write(line + "\n")


class Find(Command):
    """What is at ADDRESS: conc find ADDRESS.

A user thread's stack, a thread itself, an object that threads wait for, or a static object."""

    def show(self, view, argument):
        if not argument:
            raise gdb.GdbError("Which address?")
        address = int(gdb.parse_and_eval(argument).cast(gdb.lookup_type("unsigned long")))
        name, lines = object_name(address), list(Tables(view, object_name).find(address, view.threads()))
        if not name.startswith("0x"):
            lines.insert(0, "It is %s." % name)
        gdb.write("%#x: %s\n" % (address, " ".join(lines) or "nothing that libconc knows."))


gdb.unwinder.register_unwinder(None, Unwinder(), replace=True)
HideOurs()
gdb.events.cont.connect(Pretended.end)
gdb.events.exited.connect(Pretended.end)
Conc()
InfoConc()
Threads("info conc threads", gdb.COMMAND_STATUS)
Locks("info conc locks", gdb.COMMAND_STATUS)
Channels("info conc channels", gdb.COMMAND_STATUS)
Actors("info conc actors", gdb.COMMAND_STATUS)
Replicas("info conc replicas", gdb.COMMAND_STATUS)
Handlers("info conc handlers", gdb.COMMAND_STATUS)
Events("info conc events", gdb.COMMAND_STATUS)
Find("conc find", gdb.COMMAND_DATA)
Break("conc break", gdb.COMMAND_BREAKPOINTS)
Next("conc next", gdb.COMMAND_RUNNING)
Finish("conc finish", gdb.COMMAND_RUNNING)
# step does not stop in libconc, nor in what concc writes; conc_main_, conc_receive_, conc_destroy_ are the program's
for skipped in ("-gfi */libconc/src/*", "-gfi libconc/src/*", "-gfi */conc/*.h",
                "-rfu ^conc_([^mrd]|m[^a]|r[^e]|d[^e])"):
    gdb.execute("skip " + skipped, to_string=True)
SelectThread("conc thread", gdb.COMMAND_STACK)
Backtrace("conc bt", gdb.COMMAND_STACK)
