# SPDX-License-Identifier: MIT
"""What a debugger and conctop print of a view: tables, as lists of rows; the first row is the head.

name(address): an object's name, as the debugger knows it, or the address as a text.
"""


def table(rows):
    """Lines of text: columns as wide as they need be, the last one as it comes. "There are none" without a row."""
    if len(rows) < 2:
        return "There are none.\n"
    widths = [len(max(column, key=len)) for column in list(zip(*rows))[:-1]]
    line = "".join("%%-%ds  " % width for width in widths) + "%s"
    return "".join([(line % row).rstrip() + "\n" for row in rows])


def labels(threads):
    """reader 1, reader 2 and 7 more"""
    return ", ".join(t.label for t in threads[:8]) + (" and %d more" % (len(threads) - 8) if len(threads) > 8 else "")


def counted(n, what):
    return "%d %s%s" % (n, what, "s" * (n != 1))


class Tables:
    def __init__(self, view, name):
        self.view, self.names, self.find_name = view, {}, name

    def name(self, address):
        if address not in self.names:
            self.names[address] = self.find_name(address)
        return self.names[address]

    # ---- threads ----

    def wait_text(self, t, by_address):
        """conc_mutex on lock held by holder 7, at a.c:43"""
        text, holder, clauses = t.operation, self.view.holder(t), self.view.clauses(t)
        if clauses:
            text += " (%s)" % ", ".join(operation + (" on " + self.name(resource) if resource else "")
                                        for operation, resource, _ in clauses)
        elif holder and holder == t.object:
            text += " of " + by_address[holder].label if holder in by_address else ""
        else:
            text += " on " + self.name(t.object) if t.object else ""
            text += " held by " + by_address[holder].label if holder in by_address else ""
        return text + (", at " + t.where if t.where else "")

    def locks_waited_for(self, threads):
        """By the lock's address: its holder's address (0: readers, or none), and the threads that wait."""
        view, locks = self.view, {}
        for t in threads:
            if t.holder == view.at["holder.lock"] and t.operation:
                holder, waiting = locks.setdefault(t.object, (view.holder(t), []))
                if t.address != holder:  # it has got the lock, and is ready
                    waiting.append(t)
            for i in range(t.held_count if t.held else 0):
                lock = view.word(t.held + i * view.at["held"] + view.at["held.lock"])
                locks.setdefault(lock, (t.address, []))
        return locks

    def threads(self, threads, runs_in, is_selected, waited=lambda t: ""):
        """runs_in(t): where a thread runs, or ""; waited(t): how long it has waited, ", for 3 s", or ""."""
        by_address, holds, alike = {t.address: t for t in threads}, {}, {}
        for lock, (holder, _) in self.locks_waited_for(threads).items():
            holds.setdefault(holder, []).append(self.name(lock))
        rows = [("  Id", "Name", "Kind", "State", "Begun at", "")]
        for t in threads:
            key = None if t.processor else t.wait
            row = alike.get(key)
            if row is None:
                row = (t.name or "?", t.kind_name, t.state, t.started_at or "",
                       "for " + self.wait_text(t, by_address) if key else runs_in(t) if t.processor else "")
                if key:
                    alike[key] = row
            if key:
                row = row[:-1] + (row[-1] + waited(t),)
            if t.address in holds:
                row = row[:-1] + (row[-1] + "; holds " + ", ".join(sorted(holds[t.address])),)
            rows.append(("%s %2d" % ("*" if is_selected(t) else " ", t.number),) + row)
        return rows

    # ---- what they share ----

    def locks(self, threads):
        by_address, rows = {t.address: t for t in threads}, []
        for lock, (holder, waiting) in self.locks_waited_for(threads).items():
            readers = self.view.lock_readers(lock)
            held = by_address[holder].label if holder in by_address else counted(readers, "reader") if readers else "nobody"
            rows.append((self.name(lock), held, labels(waiting) or "nobody"))
        return [("Lock", "Held by", "Waiting")] + sorted(rows)

    def channels(self, threads):
        rows = []
        for channel, (senders, receivers) in self.view.channels(threads).items():
            filled, capacity, _, closed = self.view.channel(channel)
            rows.append((self.name(channel), "%d of %d%s" % (filled, capacity, ", closed" if closed else ""),
                         labels(senders) or "nobody", labels(receivers) or "nobody"))
        return [("Channel", "Filled", "Sending", "Receiving")] + sorted(rows)

    def actors(self, threads):
        """Those with the most messages come first."""
        rows = []
        for actor, (kind, counts, thread, message) in self.view.actors(threads).items():
            if kind == "split actor":  # what libconc sends to itself
                continue
            of_types = ", ".join("%d %s" % (counts[name], name) for name in sorted(counts, key=lambda n: (-counts[n], n)))
            rows.append(("%s %s" % (kind, self.name(actor)), str(sum(counts.values())), of_types or "none",
                         "%s, in %s" % (message, thread.label) if thread else "nothing"))
        return [("Actor", "Messages", "Of types", "Handles")] + sorted(rows, key=lambda row: (-int(row[1]), row))

    def replicas(self, threads):
        """Of scalable actors; those with the most replicas come first."""
        rows = [("%s %s" % (kind, self.name(actor)), "%d of %d" % (alive, most), str(idle), str(remote), str(queued), str(calls))
                for actor, kind, alive, idle, remote, most, queued, calls in self.view.scalables()]
        return [("Scalable actor", "Replicas", "Idle", "On other ranks", "Calls waiting", "Calls so far")] + sorted(
            rows, key=lambda row: (-int(row[1].split()[0]), row))

    def handlers(self, threads):
        """In the order in which they were made."""
        view, by_address, waiting, rows = self.view, {t.address: t for t in threads}, {}, []
        for _, address, t in view.waits(threads):
            waiting.setdefault(address, []).append(t)
        for h in view.handlers():
            owner = by_address.get(view.member("handler", "owner", h))
            rows.append(("%s %#x" % (view.text(view.member("handler", "type", h)), h),
                         view.text(view.member("handler", "where", h)) or "",
                         str(view.member("handler", "objects", h)), owner.label if owner else "nobody",
                         labels(waiting.get(h, [])) or "nobody"))
        return [("Handler", "Made at", "Objects", "Reserved by", "Waiting")] + rows

    # ---- an address ----

    def find(self, address, threads):
        """Lines that say what is there; none: nothing that libconc knows."""
        view = self.view
        for t in threads:
            if t.stack and view.member("stack", "low", t.stack) <= address < view.member("stack", "high", t.stack):
                yield "It is on the stack of %s." % t.label
            if t.address <= address < t.address + view.at["thread"]:
                yield "It is in the descriptor of %s." % t.label
        for operation, resource, t in view.waits(threads):
            if resource and resource == address:
                yield "%s waits for %s on it%s." % (t.label, operation, ", at " + t.where if t.where else "")
        holder = self.locks_waited_for(threads).get(address, (0, []))[0]
        for t in threads:
            if holder and t.address == holder:
                yield "%s holds it." % t.label
        if address in view.handlers():
            yield "It is a handler."
        actor = view.actors(threads).get(address)
        if actor:
            yield "It is an actor of type %s." % actor[0]
