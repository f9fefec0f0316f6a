"""The daemon under test, with a configuration that can change while it runs."""

import json
import os
import pathlib
import signal
import subprocess

from processes import Failure, Process, wait_for


PLACES = {"kitchen": "52.52,13.41", "hall": "48.14,11.58"}


class Daemon:
    def __init__(self, program, folder, broker, upstream, base_topic="kiatsu", places=PLACES):
        self.program = program
        self.base_topic = base_topic
        self.places = places
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.broker = broker
        self.upstream = upstream
        self.file = self.folder / "kiatsu.yaml"
        self.process = None

    def configure(self, panels, discovery):
        """Panels are names with their widgets. YAML is a superset of JSON."""
        self.file.write_text(
            json.dumps(
                {
                    "mqtt": {"host": "127.0.0.1", "port": self.broker.port, "base_topic": self.base_topic,
                             "client_id": self.base_topic.replace("/", "-")},
                    "store": {"path": str(self.folder / "kiatsu.db")},
                    "sources": {
                        "open-meteo": {"base_url": self.upstream.url, "air_quality_base_url": self.upstream.url},
                        "hitokoto": {"base_url": self.upstream.url},
                    },
                    "pictures": "png",
                    "homeassistant": {"discovery": discovery, "prefix": "homeassistant"},
                    "panels": [
                        {"id": panel, "location": self.places[panel], "widgets": widgets}
                        for panel, widgets in panels.items()
                    ],
                }
            )
        )

    def start(self):
        # A configuration of the caller's own must not get in.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("KIATSU_")}
        self.process = Process(
            [self.program, "run", "--config", str(self.file)], self.folder / "kiatsu.log", environment
        )
        wait_for("the daemon to be online", 20, self._is_online, self.process)

    def _is_online(self):
        topic = f"{self.base_topic}/bridge/state"
        return self.broker.retained(topic).get(topic) == b"online"

    def reload(self):
        self.process.child.send_signal(signal.SIGHUP)

    def kill(self):
        self.process.kill()
        self.process = None

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process = None

    def home_assistant(self):
        """What `kiatsu homeassistant` prints for the configuration."""
        command = [self.program, "homeassistant", "--config", str(self.file)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=20)
        if result.returncode:
            raise Failure(f"kiatsu homeassistant: exit {result.returncode}: {result.stderr.strip()}")
        return result.stdout
