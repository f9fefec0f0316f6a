"""Reads what Kiatsu publishes for a panel: the weather of 24 hours, as a frame or as compact JSON.

    import kiatsu

    weather = kiatsu.frame(payload)      # of kiatsu/<panel>/weather/frame
    weather = kiatsu.compact(payload)    # of kiatsu/<panel>/weather

Both give the same members, a list having 24 values, an hour each from `ts` on. What is not known is None.

    ts   start of the first hour, Unix seconds (MicroPython's own clock may count from 2000: subtract 946684800)
    t    temperature in the first hour, degrees Celsius, to 0.1
    n    the place's name
    p    pressures reduced to sea level, hPa: of a frame to 0.1, of compact JSON to 1
    i    icons, a text of 24 of ?CFPOGHDRWXYSVTQ, in lower case by night
    off  minutes from UTC at `ts`; compact JSON may lack it

A frame has these too:

    h       temperatures of the hours, degrees Celsius, to 1
    age     of the forecast at `ts`, in hours
    trend   of the pressure: 1 falling very rapidly ... 4 steady or slow ... 7 rising very rapidly
    sample  True: no forecast has come yet, this is sample data
    stale   True: from an older forecast, as the newest could not be had
    cut     True: the place's name is longer than this

What is neither raises kiatsu.Error, which says why. For MicroPython 1.20 and CPython 3.8 and later.
"""

import json
import struct

__version__ = "0.1.0"

HOURS = 24
ICONS = "?CFPOGHDRWXYSVTQ"
TRENDS = (
    None, "falling very rapidly", "falling quickly", "falling", "steady or changing slowly", "rising",
    "rising quickly", "rising very rapidly",
)

_LEAST = 77  # bytes of a frame without a name
_MOST = 1024  # bytes of JSON: four times as many as compact JSON has


class Error(ValueError):
    """The payload is not what it should be; the message says why."""


def frame(payload):
    """The weather in a frame, a payload as it came over MQTT. Raises Error where it is none, or damaged."""
    data = bytes(payload)
    size = len(data)
    if size < _LEAST:
        raise Error("a frame has at least %d bytes, these are %d" % (_LEAST, size))
    if data[0] != 1:
        raise Error("version %d of the frame is not known here" % data[0])
    if size != _LEAST + data[74]:
        raise Error("by its name's length the frame has %d bytes, these are %d" % (_LEAST + data[74], size))
    if _crc(data, size - 2) != data[size - 2] | data[size - 1] << 8:
        raise Error("the frame is damaged: its check bytes are not those of its content")
    name = data[75 : size - 2]
    if not _is_utf8(name):
        raise Error("the place's name is not UTF-8")
    flags, age, quarters, ts, temperature, first = struct.unpack_from("<BBbIhH", data, 1)
    return {
        "ts": ts,
        "t": None if temperature == -32768 else _within(temperature, 999, 8) / 10,
        "n": name.decode(),
        "p": _pressures(first, struct.unpack_from("23b", data, 12)),
        "h": [
            None if value == -128 else _within(value, 100, 35 + hour)
            for hour, value in enumerate(struct.unpack_from("24b", data, 35))
        ],
        "i": "".join(_icon(data, hour) for hour in range(HOURS)),
        "off": quarters * 15,
        "age": None if age == 255 else age,
        "trend": flags >> 4 & 7 or None,
        "sample": bool(flags & 1),
        "stale": bool(flags & 2),
        "cut": bool(flags & 4),
    }


def compact(payload):
    """The weather in compact JSON, a payload as it came over MQTT. Raises Error where it is something else."""
    data = bytes(payload)
    if len(data) > _MOST:
        raise Error("compact JSON has at most 255 bytes, these are %d" % len(data))
    if not _is_utf8(data):
        raise Error("this is not UTF-8")
    try:
        found = json.loads(data.decode())
    except (ValueError, RuntimeError):
        raise Error("this is not JSON; is it the topic of the frame?")
    if type(found) is not dict:
        raise Error("this is not a JSON object")
    weather = {"off": None}
    for key, is_right in _MEMBERS:
        if key not in found:
            if key == "off":
                continue
            raise Error("“%s” is missing: this is not the weather widget's compact JSON" % key)
        if not is_right(found[key]):
            raise Error("“%s” has a value that it cannot have" % key)
        weather[key] = found[key]
    return weather


def _is_number(value, low, high):
    return type(value) in (int, float) and low <= value <= high


def _are_pressures(value):
    if type(value) is not list or len(value) != HOURS:
        return False
    return all(one is None or _is_number(one, 800, 1150) for one in value)


def _are_icons(value):
    return type(value) is str and len(value) == HOURS and all(_is_icon(letter) for letter in value)


def _is_icon(letter):
    return letter in ICONS or letter in ICONS[1:].lower()


_MEMBERS = (
    ("ts", lambda value: type(value) is int and 0 <= value <= 0xFFFFFFFF),
    ("t", lambda value: value is None or _is_number(value, -99.9, 99.9)),
    ("n", lambda value: type(value) is str),
    ("p", _are_pressures),
    ("i", _are_icons),
    ("off", lambda value: type(value) is int and -1920 <= value <= 1905),
)


def _within(value, most, offset):
    if not -most <= value <= most:
        raise Error("the value at byte %d is out of range" % offset)
    return value


def _pressures(first, steps):
    # Without the first hour's pressure there is nothing to add to.
    if first == 0:
        return [None] * HOURS
    pressures = []
    known = 0
    for hour, step in enumerate((first,) + steps):
        if hour > 0 and step == -128:
            pressures.append(None)
            continue
        known += step
        if not 8000 <= known <= 11500:
            raise Error("the value at byte %d is out of range" % (11 + hour if hour else 10))
        pressures.append(known / 10)
    return pressures


def _icon(data, hour):
    letter = ICONS[data[59 + hour // 2] >> 4 * (hour % 2) & 15]
    is_day = data[71 + hour // 8] >> hour % 8 & 1
    return letter if is_day else letter.lower()


def _crc(data, count):
    # CRC-16/CCITT-FALSE.
    crc = 0xFFFF
    for index in range(count):
        top = crc >> 8 ^ data[index]
        top ^= top >> 4
        crc = (crc << 8 ^ top << 12 ^ top << 5 ^ top) & 0xFFFF
    return crc


def _is_utf8(data):
    # As the Unicode standard's table 3-7 has it; decode() of MicroPython lets overlong forms and surrogates in.
    index = 0
    while index < len(data):
        first = data[index]
        index += 1
        if first < 0x80:
            continue
        if not 0xC2 <= first <= 0xF4:
            return False
        more = 1 if first < 0xE0 else 2 if first < 0xF0 else 3
        low = {0xE0: 0xA0, 0xF0: 0x90}.get(first, 0x80)
        high = {0xED: 0x9F, 0xF4: 0x8F}.get(first, 0xBF)
        for _ in range(more):
            if index == len(data) or not low <= data[index] <= high:
                return False
            low, high = 0x80, 0xBF
            index += 1
    return True
