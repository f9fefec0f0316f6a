"""Which country a point is in: a grid of 1/20°, in runs from west to east."""

import collections
import math

import sources

CELLS = 20  # a degree

# What Natural Earth draws as part of another country and GeoNames has apart.
PART_OF = {
    "BQ": "NL", "CC": "AU", "CX": "AU", "GF": "FR", "GP": "FR", "MQ": "FR", "RE": "FR", "SJ": "NO", "TK": "NZ",
    "YT": "FR", "BV": "NO",
}
UNDECIDED = {"Bir Tawil", "Spratly Islands", "Scarborough Reef", "Antarctica"}
SPECIAL = {"Akrotiri Sovereign Base Area": "CY", "Dhekelia Sovereign Base Area": "CY",
           "US Naval Base Guantanamo Bay": "CU", "Northern Cyprus": "CY", "Cyprus No Mans Area": "CY",
           "Somaliland": "SO", "Baykonur Cosmodrome": "KZ", "Siachen Glacier": "IN"}


def country_of(code):
    return PART_OF.get(code, code)


def crossings():
    """For each row of the grid, where the borders of each country cross its middle."""
    rows = [collections.defaultdict(list) for _ in range(180 * CELLS)]
    for code, name, rings in sources.country_outlines():
        code = SPECIAL.get(name, code)
        if name in UNDECIDED or code == "-99":
            continue
        for ring in rings:
            for (x0, y0), (x1, y1) in zip(ring, ring[1:]):
                low, high = sorted((y0, y1))
                for row in range(math.ceil((low + 90) * CELLS - 0.5), math.ceil((high + 90) * CELLS - 0.5)):
                    y = (row + 0.5) / CELLS - 90
                    rows[row][country_of(code), name].append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return rows


def spans(crossed):
    """(first column, column after the last, country) of a row, from west to east."""
    for (country, _), longitudes in crossed.items():
        longitudes.sort()
        for west, east in zip(longitudes[::2], longitudes[1::2]):
            first, last = (math.ceil((x + 180) * CELLS - 0.5) for x in (west, east))
            if last > first:
                yield first, last, country


def runs(crossed):
    """[(country or None, column after the last)] of a row, without the sea at its end."""
    result, at = [], 0
    for first, last, country in sorted(spans(crossed)):
        first = max(first, at)
        if last <= first:
            continue
        if first > at:
            result.append((None, first))
        if result and result[-1][0] == country:
            result.pop()
        result.append((country, last))
        at = last
    return result


def grid(index_of):
    """The section's bytes: for each row and the one after the last a u24 offset, then the runs.

    A run is its country's number, 0 for none, and how many columns it has: a byte, or 0 and a u16.
    """
    offsets, data = bytearray(), bytearray()
    for crossed in crossings():
        offsets += len(data).to_bytes(3, "little")
        start = 0
        for country, end in runs(crossed):
            length = end - start
            data.append(index_of(country) if country else 0)
            data += bytes([length]) if length < 256 else b"\0" + length.to_bytes(2, "little")
            start = end
    offsets += len(data).to_bytes(3, "little")
    return bytes(offsets + data)
