# Prints what deploy/micropython/kiatsu.py says of each line on standard input, `frame HEX` or `compact HEX`; the folder
# of the module is the first argument. Runs in MicroPython and in CPython.
import sys

sys.path.insert(0, sys.argv[1])

import kiatsu


def tenths(value):
    return "-" if value is None else "%.1f" % value


def words(weather):
    yield "ts %d off %s t %s" % (weather["ts"], weather["off"], tenths(weather["t"]))
    yield "name " + "".join("%02x" % byte for byte in weather["n"].encode())
    if "h" in weather:
        yield "age %s trend %s" % (weather["age"], weather["trend"])
        yield "flags %d%d%d" % (weather["sample"], weather["stale"], weather["cut"])
        yield "h " + " ".join("-" if value is None else "%d" % value for value in weather["h"])
    yield "p " + " ".join(tenths(value) for value in weather["p"])
    yield "i " + weather["i"]


for line in sys.stdin:
    kind, _, text = line.strip().partition(" ")
    payload = bytes(int(text[at : at + 2], 16) for at in range(0, len(text), 2))
    try:
        print(" | ".join(words(getattr(kiatsu, kind)(payload))))
    except kiatsu.Error as error:
        print("refused:", error)
