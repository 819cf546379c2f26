# SPDX-License-Identifier: MIT
"""A view of a process from outside: its memory through /proc/PID/mem, its symbols out of the files that it has mapped.
And of a core file: what is not in it is in these files."""
import bisect
import mmap
import os
import re
import struct


class Elf:
    """The sections and the data symbols of a file of 64 bits, little endian."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        if self.bytes[:6] != b"\x7fELF\x02\x01":
            raise ValueError("no ELF file of 64 bits")
        programs, sections = struct.unpack_from("<QQ", self.bytes, 32)
        program_size, program_count, size, count, names = struct.unpack_from("<5H", self.bytes, 54)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.bytes, sections + i * size) for i in range(count)]
        self.names = self.sections[names][4] if names < count else 0
        segments = [struct.unpack_from("<IIQQQ", self.bytes, programs + i * program_size) for i in range(program_count)]
        # where the first byte of the file is meant to be in memory
        self.base = min([s[3] - s[2] for s in segments if s[0] == 1], default=0)

    def text(self, at):
        return self.bytes[at:self.bytes.index(b"\0", at)].decode("utf-8", "replace")

    def section(self, name):
        """(address, size), or None"""
        for s in self.sections:
            if self.names and self.text(self.names + s[0]) == name:
                return s[3], s[5]
        return None

    def objects(self):
        """(address, size, name) of each object that has a symbol"""
        for s in self.sections:
            if s[1] not in (2, 11):  # SHT_SYMTAB, SHT_DYNSYM
                continue
            texts = self.sections[s[6]][4]
            for at in range(s[4], s[4] + s[5], 24):
                name, info, _, _, value, size = struct.unpack_from("<IBBHQQ", self.bytes, at)
                if info & 15 == 1 and value:  # STT_OBJECT
                    # gcc calls the first static n of a function n.0
                    yield value, size, re.sub(r"\.\d+$", "", self.text(texts + name))


class Process:
    """Of a running program with libconc; `view` reads it. OSError, Unreadable: why it cannot be read."""

    def __init__(self, pid):
        self.pid = pid
        self.memory = os.open("/proc/%d/mem" % pid, os.O_RDONLY)
        self.begin("/proc/%d/root" % pid, "process %d is no Conc program" % pid)

    def begin(self, root, otherwise):
        self.symbols, bounds = [], None
        for path, base in self.files():
            try:
                elf = Elf(root + path)
            except (OSError, ValueError, struct.error):
                continue
            section = elf.section("conc_layout")
            if section:
                bounds = section[0] + base - elf.base, section[1]
            if section or path == self.program:
                self.symbols += [(address + base - elf.base, size, name) for address, size, name in elf.objects()]
        if not bounds:
            raise Unreadable(otherwise)
        self.symbols.sort()
        self.view = View(self.read, read_layout(self.read(*bounds)))

    def files(self):
        """(path, address of its first byte) of each mapped file, the program first"""
        self.program, found = os.readlink("/proc/%d/exe" % self.pid), {}
        with open("/proc/%d/maps" % self.pid) as maps:
            for line in maps:
                fields = line.rstrip("\n").split(None, 5)
                if len(fields) == 6 and fields[5].startswith("/") and int(fields[2], 16) == 0:
                    found.setdefault(fields[5], int(fields[0].split("-")[0], 16))
        return sorted(found.items(), key=lambda item: item[0] != self.program)

    def read(self, address, size):
        try:
            memory = os.pread(self.memory, size, address) if size else b""
        except OSError:
            memory = b""
        if len(memory) != size:
            raise Unreadable("no memory at %#x" % address)
        return memory

    def name(self, address):
        low, high = 0, len(self.symbols)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.symbols[middle][0] <= address else (low, middle)
        if low and address < self.symbols[low - 1][0] + max(self.symbols[low - 1][1], 1):
            offset = address - self.symbols[low - 1][0]
            return self.symbols[low - 1][2] + ("+%d" % offset if offset else "")
        return "%#x" % address

    def processor_time(self, kernel_thread):
        """Seconds of CPU that a kernel thread has used; None: it is gone."""
        try:
            with open("/proc/%d/task/%d/stat" % (self.pid, kernel_thread)) as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Core(Process):
    """Of a core file. Its program's files must be where they were, and what they were; program: its path now."""

    def __init__(self, path, program=None):
        self.pid, self.mapped, self.program = 0, [], program
        with open(path, "rb") as file:
            self.core = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self.core[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<H", self.core, 16)[0] != 4:  # ET_CORE
            raise Unreadable("%s is no core file of 64 bits" % path)
        at, = struct.unpack_from("<Q", self.core, 32)
        size, count = struct.unpack_from("<2H", self.core, 54)
        segments = [struct.unpack_from("<IIQQQQ", self.core, at + i * size) for i in range(count)]
        self.segments = sorted((s[3], s[2], s[5]) for s in segments if s[0] == 1)  # address, place, bytes in the file
        for s in segments:
            if s[0] == 4:  # PT_NOTE
                self.read_notes(s[2], s[2] + s[5])
        self.begin("", "%s is of no Conc program, or its program is elsewhere: name it" % path)

    def read_notes(self, at, end):
        while at + 12 <= end:
            name, size, kind = struct.unpack_from("<3I", self.core, at)
            place = at + 12 + (name + 3) // 4 * 4
            if kind == 0x46494C45:  # NT_FILE
                count, page = struct.unpack_from("<2Q", self.core, place)
                texts = self.core[place + 16 + 24 * count:place + size].split(b"\0")
                for i in range(count):
                    begin, until, offset = struct.unpack_from("<3Q", self.core, place + 16 + 24 * i)
                    self.mapped.append((begin, until, offset * page, os.fsdecode(texts[i])))
            elif kind == 3:  # NT_PRPSINFO
                self.pid, = struct.unpack_from("<I", self.core, place + 24)
            at = place + (size + 3) // 4 * 4

    def files(self):
        found, first = {}, None
        for begin, _, offset, path in self.mapped:
            first = first or path  # the program's comes first
            if offset == 0:
                found.setdefault(self.program if self.program and path == first else path, begin)
        self.program = self.program or first
        return sorted(found.items(), key=lambda item: item[0] != self.program)

    def read(self, address, size):
        memory = bytearray()
        while len(memory) < size:
            piece = self.piece(address + len(memory), size - len(memory))
            if not piece:
                raise Unreadable("no memory at %#x" % address)
            memory += piece
        return bytes(memory)

    def piece(self, address, size):
        """The first bytes of what is there."""
        i = bisect.bisect_right(self.segments, (address, 1 << 64)) - 1
        if i >= 0:
            begin, place, length = self.segments[i]
            if address < begin + length:
                return self.core[place + address - begin:place + min(address - begin + size, length)]
        for begin, until, offset, path in self.mapped:
            if begin <= address < until:
                path = self.program if path == self.mapped[0][3] else path
                with open(path, "rb") as file:
                    file.seek(offset + address - begin)
                    return file.read(min(size, until - address))
        return b""
