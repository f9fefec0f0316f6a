"""Proves the Home Assistant app's start with a Supervisor of its own and a broker with a password: app.py KIATSU FOLDER

As root, which the app is in its container. KIATSU_SUPERVISOR may name a checkout of Home Assistant's Supervisor, which
then validates the app's files, and KIATSU_SUPERVISOR_PYTHON the Python that has what it needs.
"""

import json
import os
import pathlib
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from broker import Broker
from processes import Failure, Process, wait_for
from upstream import Upstream

APP = pathlib.Path(__file__).parent.parent / "homeassistant" / "app"
TOKEN = "t0ken-of-the-supervisor"
# What a shell would take for something else.
PASSWORD = "pa'ss \"$HOME\" `x` \\ ü"
# As the Supervisor writes the options that config.yaml has.
OPTIONS = {"panels": [{"id": "panel1", "widgets": ["weather"]}], "log": {"level": "info"}}
HOME = {"latitude": 48.137154, "longitude": 11.576124, "language": "de", "location_name": "Zuhause"}


class Supervisor:
    """The two paths of the Supervisor's API that the app asks for."""

    def __init__(self):
        self.service = None
        self.home = HOME
        self.asked = []
        supervisor = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                supervisor.asked.append(self.path)
                status, answer = supervisor.answer(self.path, self.headers["Authorization"])
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path, authorization):
        if authorization != f"Bearer {TOKEN}":
            return 401, {"result": "error", "message": "unauthorized"}
        if path == "/services/mqtt" and self.service:
            return 200, {"result": "ok", "data": self.service}
        if path == "/core/api/config" and self.home:
            return 200, self.home
        return 400, {"result": "error", "message": "Service not enabled"}


class Check:
    def __init__(self, kiatsu, folder):
        self.folder = pathlib.Path(folder)
        self.program = pathlib.Path(kiatsu).resolve()
        self.upstream = Upstream()
        self.supervisor = Supervisor()
        self.broker = Broker(self.folder / "broker", ("addons", PASSWORD))
        self.data, self.own = self.folder / "data", self.folder / "config"
        for directory in self.data, self.own:
            directory.mkdir()
        self.log = self.folder / "app.log"
        self.process = None

    def run(self):
        try:
            self.prove()
        finally:
            self.stop()
            self.broker.stop()
            self.upstream.stop()
            self.supervisor.server.shutdown()

    def prove(self):
        self.broker.start()
        self.refuses_without_a_broker()
        self.supervisor.service = {
            "addon": "core_mosquitto", "host": "127.0.0.1", "port": self.broker.port, "ssl": False,
            "protocol": "3.1.1", "username": "addons", "password": PASSWORD,
        }
        self.starts_with_nothing_typed()
        self.tells_nobody()
        self.ends()
        self.takes_what_is_typed()
        self.prefers_a_configuration_of_its_own()
        self.is_valid()

    # MARK: Steps

    def refuses_without_a_broker(self):
        self.start(OPTIONS)
        wait_for("the app to end", 20, self.process.ended)
        text = self.log.read_text()
        if self.process.child.returncode != 1 or "install and start the Mosquitto broker app" not in text:
            raise Failure(f"without a broker the app says: {text}")
        print("  app: without a broker it says what to install")

    def starts_with_nothing_typed(self):
        self.start(OPTIONS)
        self.is_online("kiatsu/panel1/location")
        location = json.loads(self.broker.retained("kiatsu/panel1/location")["kiatsu/panel1/location"])
        if (location["lat"], location["lng"]) != (48.14, 11.58) or location["n"] != "München":
            raise Failure(f"the panel is not at home: {location}")
        wait_for("the panel's device", 20, lambda: self.broker.retained("homeassistant/#"), self.process)
        print("  app: with nothing typed the panel is at home, speaks its language and is announced")

    def tells_nobody(self):
        environment = self.proc("environ")
        for secret in (PASSWORD, TOKEN):
            for place, text in ("environment", environment), ("arguments", self.proc("cmdline")):
                if secret in text:
                    raise Failure(f"the {place} of the daemon have a secret: {secret}")
            if secret in self.log.read_text():
                raise Failure(f"the log has a secret: {secret}")
        for file in (self.folder / "scratch").iterdir():
            if file.stat().st_mode & 0o077:
                raise Failure(f"{file} can be read by others")
            if file.name != "mqtt-password" and PASSWORD in file.read_text():
                raise Failure(f"{file} has the password")
        status = dict(line.split(":\t", 1) for line in self.proc("status").splitlines() if ":\t" in line)
        rights = [status[name] for name in ("CapEff", "CapPrm", "CapInh", "CapBnd")]
        if any(int(right, 16) for right in rights) or status["NoNewPrivs"].strip() != "1":
            raise Failure(f"the daemon has rights: {rights}")
        command = subprocess.run(
            [str(APP / "run.sh"), "healthcheck", "--alive"], env=self.environment(), capture_output=True, text=True,
            timeout=30,
        )
        if command.returncode:
            raise Failure(f"healthcheck ends with {command.returncode}: {command.stderr}")
        print("  app: the secrets are in their file alone, the daemon has no capability, and it is alive")

    def ends(self):
        self.process.terminate(20)
        if self.process.child.returncode != 0:
            raise Failure(f"the app ends with {self.process.child.returncode}:\n{self.process.tail()}")
        if self.broker.retained("kiatsu/bridge/state")["kiatsu/bridge/state"] != b"offline":
            raise Failure("the app ends without a word")
        print("  app: it ends when it is told to")

    def takes_what_is_typed(self):
        panels = [
            {"id": "hall", "location": "52.52,13.405", "language": "fr", "widgets": ["weather", "conditions"],
             "pictures": ["strips"], "picture_rotation": "90", "picture_size": "296x128"},
        ]
        self.start({**OPTIONS, "panels": panels, "language": "ja", "temperature_unit": "F"})
        self.is_online("kiatsu/hall/conditions")
        environment = self.proc("environ")
        if f"KIATSU_CONFIG={self.data}/options.json" not in environment or "KIATSU_LANGUAGE" in environment:
            raise Failure(f"the options are not read as they are:\n{environment}")
        self.stop()
        self.supervisor.home = None
        self.start({**OPTIONS, "panels": panels})
        self.is_online("kiatsu/hall/conditions")
        self.stop()
        self.supervisor.home = HOME
        print("  app: options that say all are read as they are, with or without a home")

    def prefers_a_configuration_of_its_own(self):
        (self.own / "password").write_text(PASSWORD)
        configuration = self.own / "kiatsu.yaml"
        configuration.write_text(
            f"mqtt:\n  host: 127.0.0.1\n  port: {self.broker.port}\n  username: addons\n  password_file: password\n"
            "panels:\n  - {id: own, location: '52.52,13.405'}\n"
        )
        self.supervisor.asked.clear()
        self.start(OPTIONS)
        self.is_online("kiatsu/own/location")
        self.stop()
        if self.supervisor.asked:
            raise Failure(f"a whole configuration does not need {self.supervisor.asked}")
        configuration.write_text("panels:\n  - {id: half, location: '52.52,13.405'}\n")
        self.start(OPTIONS)
        self.is_online("kiatsu/half/location")
        self.stop()
        configuration.unlink()
        print("  app: a configuration of one's own goes before the options, with its own broker or Home Assistant's")

    def is_valid(self):
        checkout = os.environ.get("KIATSU_SUPERVISOR")
        if not checkout:
            print("  app: not validated, as KIATSU_SUPERVISOR names no checkout of the Supervisor")
            return
        python = os.environ.get("KIATSU_SUPERVISOR_PYTHON", "python3")
        validator = pathlib.Path(__file__).parent / "supervisor_validates.py"
        subprocess.run([python, str(validator), checkout, str(APP), json.dumps(OPTIONS)], check=True, timeout=60)

    # MARK: The app

    def environment(self):
        return {
            "PATH": f"{self.program.parent}:/usr/sbin:/usr/bin:/sbin:/bin",
            "SUPERVISOR_TOKEN": TOKEN, "HASSIO_TOKEN": TOKEN,
            "APP_SUPERVISOR": self.supervisor.url, "APP_DATA": str(self.data), "APP_CONFIG": str(self.own),
            "APP_SCRATCH": str(self.folder / "scratch"),
            "KIATSU_OPEN_METEO_BASE_URL": self.upstream.url,
            "KIATSU_OPEN_METEO_AIR_QUALITY_BASE_URL": self.upstream.url,
        }

    def start(self, options):
        (self.data / "options.json").write_text(json.dumps(options))
        self.log.unlink(missing_ok=True)
        self.process = Process([str(APP / "run.sh")], self.log, self.environment())

    def is_online(self, topic):
        """The daemon runs, and has published on the topic since it was started."""

        def has_come():
            found = {**self.broker.retained("kiatsu/bridge/state"), **self.broker.retained(topic)}
            return found.get("kiatsu/bridge/state") == b"online" and found.get(topic)

        wait_for(f"the daemon to publish {topic}", 30, has_come, self.process)

    def proc(self, name):
        path = pathlib.Path("/proc") / str(self.process.child.pid) / name
        return path.read_bytes().decode(errors="replace").replace("\0", "\n")

    def stop(self):
        if self.process:
            self.process.terminate(20)
            self.process = None


def main():
    if os.geteuid():
        print("  app: left out, as it is root in its container: run this as root")
        return
    kiatsu, folder = sys.argv[1:]
    try:
        Check(kiatsu, folder).run()
    except (Failure, subprocess.SubprocessError, OSError) as failure:
        print(f"deploy/clients: {failure}", file=sys.stderr)
        print(f"its logs are in {folder}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
