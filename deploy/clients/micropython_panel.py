"""Proves the panel in MicroPython with a real broker and the daemon: micropython_panel.py KIATSU FOLDER CLIENTS

CLIENTS is the folder that `micropython` has made ready.
"""

import json
import pathlib
import shutil
import subprocess
import sys

from broker import Broker
from daemon import Daemon
from processes import Failure, Process, wait_for
from upstream import Upstream

TOPIC = "kiatsu/kitchen/weather"
FIELDS = {"place", "temperature", "pressure", "pressures", "temperatures", "icons", "compact", "updated"}
SOURCES = pathlib.Path(__file__).parent.parent / "micropython"


class Check:
    def __init__(self, kiatsu, folder, clients):
        self.folder = pathlib.Path(folder)
        self.micropython = str(pathlib.Path(clients) / "micropython")
        self.upstream = Upstream()
        self.broker = Broker(self.folder / "broker")
        self.daemon = Daemon(kiatsu, self.folder / "kiatsu", self.broker, self.upstream)
        self.board = self.folder / "board"
        shutil.copytree(SOURCES, self.board)
        shutil.copytree(pathlib.Path(clients) / "umqtt", self.board / "umqtt")
        settings = self.board / "settings.py"
        settings.write_text(
            settings.read_text().replace('"192.168.1.10"', '"127.0.0.1"').replace("1883", str(self.broker.port))
        )
        self.panel = None
        self.read = 0

    def run(self):
        try:
            self.prove()
        finally:
            if self.panel:
                self.panel.terminate()
            self.daemon.stop()
            self.broker.stop()
            self.upstream.stop()

    def prove(self):
        self.broker.start()
        self.daemon.configure({"kitchen": ["weather"]}, "off")
        self.daemon.start()
        self.panel = Process([self.micropython, str(self.board / "panel.py")], self.folder / "panel.log")
        self.says("bridge online")
        for line in self.expected():
            self.says(line)
        print("  a frame is shown as the fields have it")
        frame = self.broker.retained(f"{TOPIC}/frame")[f"{TOPIC}/frame"]
        self.broker.publish(f"{TOPIC}/frame", frame[:40])
        self.says("not shown: a frame has at least 77 bytes, these are 40")
        self.broker.publish(f"{TOPIC}/frame", frame[:-1] + bytes([frame[-1] ^ 1]))
        self.says("not shown: the frame is damaged: its check bytes are not those of its content")
        print("  a damaged frame is refused, and the panel goes on")
        self.broker.stop()
        self.says("no connection: ")
        self.broker.start()
        for line in self.expected():
            self.says(line)
        print("  the panel is back with the broker")

    def fields(self):
        """What is retained, by the name of the field, once all of a forecast is there."""
        retained = self.broker.retained(f"{TOPIC}/#")
        fields = {topic.rpartition("/")[2]: payload.decode(errors="replace") for topic, payload in retained.items()}
        fields["compact"] = fields.pop("weather", None)
        return fields if FIELDS <= {name for name, value in fields.items() if value} else None

    def expected(self):
        """What the panel prints, out of the fields and the compact JSON."""
        fields = wait_for("a forecast", 30, self.fields, self.daemon.process)
        compact = json.loads(fields["compact"])
        pressures, temperatures = json.loads(fields["pressures"]), json.loads(fields["temperatures"])
        yield "%s %.1f C %.1f hPa " % (fields["place"], float(fields["temperature"]), float(fields["pressure"]))
        for hour in range(0, 24, 3):
            seconds = compact["ts"] + hour * 3600 + compact["off"] * 60
            yield "%2d:00 %s %.1f hPa %d C" % (
                seconds // 3600 % 24, fields["icons"][hour], pressures[hour], temperatures[hour]
            )

    def says(self, line):
        """Waits for a line, behind those that were waited for before."""

        def found():
            lines = self.panel.output.read_text(errors="replace").splitlines()[self.read :]
            for index, said in enumerate(lines):
                if said.startswith(line):
                    self.read += index + 1
                    return True
            return False

        wait_for(f"the panel to print “{line}”", 30, found, self.panel)


if __name__ == "__main__":
    try:
        Check(*sys.argv[1:]).run()
    except (Failure, subprocess.SubprocessError, OSError) as failure:
        print(f"deploy/clients: {failure}", file=sys.stderr)
        sys.exit(1)
