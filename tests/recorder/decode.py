# SPDX-License-Identifier: MIT
"""Prints a trace in Perfetto's format, a line for each slice's begin and end, and each instant: decode.py FILE [times]"""
import struct
import sys


def fields(data):
    at, found = 0, []

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            found.append((key >> 3, varint()))
        elif key & 7 == 1:
            found.append((key >> 3, struct.unpack_from("<Q", data, at)[0]))
            at += 8
        else:
            assert key & 7 == 2
            size = varint()
            found.append((key >> 3, data[at:at + size]))
            at += size
    return found


tracks, open_slices = {}, {}
for number, packet in fields(open(sys.argv[1], "rb").read()):
    assert number == 1
    packet = dict(fields(packet))
    assert packet[10] == 1
    if 60 in packet:
        track = dict(fields(packet[60]))
        assert track[1] not in tracks or track[1] >= 1 << 24 and not track[1] & 3, "a track twice"
        name = track[2].decode() if 2 in track else dict(fields(track[3]))[6].decode()
        tracks[track[1]] = name if track.get(5, 1) == 1 else tracks[track[5]] + "'s " + name
        print("track", tracks[track[1]])
    else:
        event = dict(fields(packet[11]))
        track = event[11]
        kind = {1: "begin", 2: "end", 3: "instant"}[event[9]]
        depth = open_slices.get(track, 0) + {1: 1, 2: -1, 3: 0}[event[9]]
        assert depth >= 0 or "'s " in tracks[track], "an end without a begin on " + tracks[track]
        open_slices[track] = max(depth, 0)
        print(*([packet[8]] if len(sys.argv) > 2 else []), tracks[track], kind, event.get(23, b"").decode(),
              *(["flow %d" % event[n] for n in (47, 48) if n in event]))
