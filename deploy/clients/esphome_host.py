"""Runs ESPHome's programs for this machine with a real broker, and looks at what they draw: esphome_host.py FOLDER
FRAME COLOUR-PROGRAM PAPER-PROGRAM"""

import binascii
import os
import pathlib
import re
import struct
import sys
import time

from broker import Broker
from processes import Failure, Process, wait_for

FRAME = "kiatsu/kitchen/weather/frame"
HELLO = "kiatsu/kitchen/hello"
HOURS = 24


def frame_of(golden, ts):
    """The golden frame for another hour."""
    body = golden[:4] + struct.pack("<I", ts) + golden[8:-2]
    return body + struct.pack("<H", binascii.crc_hqx(body, 0xFFFF))


def pressures(frame):
    """In tenths of a hectopascal."""
    values = [struct.unpack_from("<H", frame, 10)[0]]
    for step in struct.unpack_from("<23b", frame, 12):
        values.append(values[-1] + step)
    return values


class Picture:
    def __init__(self, path):
        header, size, _, self.pixels = path.read_bytes().split(b"\n", 3)
        self.width, self.height = map(int, size.split())
        if header != b"P6" or len(self.pixels) != 3 * self.width * self.height:
            raise Failure("a picture of the wrong size")

    def at(self, x, y):
        start = 3 * (y * self.width + x)
        return tuple(self.pixels[start : start + 3])

    def count(self, color):
        return sum(self.at(x, y) == color for y in range(self.height) for x in range(self.width))


class Device:
    """One of the programs, with its flash in a folder."""

    def __init__(self, program, folder, broker):
        self.screen = folder / "screen.ppm"
        folder.mkdir(exist_ok=True)
        self.screen.unlink(missing_ok=True)
        log = folder / "log"
        log.unlink(missing_ok=True)
        environment = {
            "HOME": str(folder),
            "KIATSU_BROKER_PORT": str(broker.port),
            "KIATSU_SCREEN": str(self.screen),
            "PATH": os.environ["PATH"],
        }
        self.process = Process(["stdbuf", "-oL", str(program)], log, environment)

    def picture(self, what, condition=lambda picture: True):
        def drawn():
            if not self.screen.exists():
                return None
            picture = Picture(self.screen)
            return picture if condition(picture) else None

        return wait_for(what, 60, drawn, self.process)

    def log(self):
        return self.process.output.read_text(errors="replace")


def check_graph(picture, frame):
    """That the line of the pressures goes where the frame has it: guides tell the graph's place."""
    white, faint = (255, 255, 255), (110, 110, 110)
    guides = [y for y in range(picture.height) if sum(picture.at(x, y) == faint for x in range(picture.width)) > 40]
    if len(guides) != 3:
        raise Failure(f"guide lines at {guides}")
    top, height = guides[0], guides[2] - guides[0]
    values = pressures(frame)
    for hour, value in enumerate(values):
        x = picture.width * hour // HOURS
        below = min(max(values[0] + 150 - value, 0), 300)
        y = top + (below * height + 150) // 300
        if picture.at(x, y) != white:
            raise Failure(f"hour {hour} of the graph is not at {x}, {y}")


def check_colour(program, folder, broker, golden):
    hour = int(time.time()) // 3600 * 3600
    device = Device(program, folder, broker)
    try:
        waiting = device.picture("a first picture").pixels
        other = lambda before: (lambda picture: picture.pixels != before)
        frame = frame_of(golden, hour)
        broker.publish(FRAME, frame, retain=True)
        fresh = device.picture("the frame's picture", other(waiting))
        check_graph(fresh, frame)
        # A damaged one leaves it as it is, and is complained of.
        broker.publish(FRAME, frame[:20] + b"\0" + frame[21:])
        wait_for("a complaint", 20, lambda: "damaged" in device.log(), device.process)
        old = frame_of(golden, hour - 4 * 3600)
        broker.publish(FRAME, old, retain=True)
        alert = (255, 120, 60)
        aged = device.picture("the age of an old frame", other(fresh.pixels))
        if fresh.count(alert) > aged.count(alert) - 50:
            raise Failure("the age of an old frame is not drawn")
    finally:
        device.process.terminate()


def asleep(device):
    wait_for("the sleep", 90, device.process.ended)
    found = re.search(r"^asleep (\d+)$", device.log(), re.MULTILINE)
    if not found:
        raise Failure(f"it does not go to sleep:\n{device.process.tail()}")
    return int(found.group(1)) / 1000


def check_paper(program, folder, broker, golden):
    now = int(time.time())
    hour = now // 3600 * 3600
    frame = frame_of(golden, hour)
    broker.publish(FRAME, frame, retain=True)
    heard = broker.next_message(HELLO, 60)
    device = Device(program, folder, broker)
    wait_for("a hello", 60, heard.ended, device.process)
    answer = f'{{"ok":true,"now":{int(time.time())},"widgets":{{"weather":["frame"]}}}}'
    broker.publish(HELLO + "/response", answer)
    seconds = asleep(device)
    drawn = device.picture("the paper's picture")
    if not 1 <= seconds <= 3779:
        raise Failure(f"it sleeps for {seconds} s")
    if drawn.count((255, 255, 255)) < 1000:
        raise Failure("the paper is empty")
    # Without an answer it waits for NTP for a while, and draws the same.
    silent = Device(program, folder, broker)
    asleep(silent)
    if silent.picture("the paper's picture").pixels != drawn.pixels:
        raise Failure("the same frame is drawn as another one")


def main():
    folder, golden, colour, paper = map(pathlib.Path, sys.argv[1:])
    broker = Broker(folder / "broker")
    broker.start()
    try:
        golden = bytes.fromhex("".join(golden.read_text().split()))
        check_colour(colour.resolve(), folder / "colour", broker, golden)
        check_paper(paper.resolve(), folder / "paper", broker, golden)
    finally:
        broker.stop()


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        print(f"deploy/clients: {failure}", file=sys.stderr)
        sys.exit(1)
