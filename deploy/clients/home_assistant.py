"""A real Home Assistant on loopback: set up without a question asked, driven over its REST API."""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import time
import urllib.error
import urllib.request

from processes import Failure, Process, free_port, wait_for

USER = "c0ffee00c0ffee00c0ffee00c0ffee00"
TOKEN = "c0ffee01c0ffee01c0ffee01c0ffee01"
KEY = "only-for-a-home-assistant-that-lives-as-long-as-this-check"


def access_token():
    """The long-lived token of the user below, a JWT that Home Assistant itself would have made."""

    def part(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    now = int(time.time())
    head = part(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    body = part(json.dumps({"iss": TOKEN, "iat": now - 60, "exp": now + 86_400}).encode())
    signature = hmac.new(KEY.encode(), head + b"." + body, hashlib.sha256).digest()
    return b".".join([head, body, part(signature)]).decode()


class HomeAssistant:
    """One installation, in a folder of its own."""

    def __init__(self, command, folder, broker_port, prefix="homeassistant"):
        self.command = command
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.token = access_token()
        self.process = None
        self.version = None
        self.log_path = self.folder / "home-assistant.log"
        self.logs = []
        (self.folder / ".storage").mkdir(parents=True)
        self.configure("")
        self._store("onboarding", 4, {"done": ["user", "core_config", "analytics", "integration"]})
        self._store("auth", 1, self._auth())
        self._store("core.config_entries", 1, {"entries": [self._mqtt_entry(broker_port, prefix)]})

    def configure(self, more):
        """Writes configuration.yaml with `more` at its end. For the next start."""
        (self.folder / "configuration.yaml").write_text(
            f"""homeassistant:
  name: Check
  latitude: 52.52
  longitude: 13.41
  elevation: 34
  unit_system: metric
  time_zone: Europe/Berlin
http:
  server_host: 127.0.0.1
  server_port: {self.port}
logger:
  default: warning
  logs:
    # Says at this level alone that a payload means nothing to it.
    homeassistant.components.mqtt.binary_sensor: info
{more}
"""
        )

    def _store(self, key, version, data):
        document = {"version": version, "minor_version": 1, "key": key, "data": data}
        (self.folder / ".storage" / key).write_text(json.dumps(document))

    def _auth(self):
        user = {
            "id": USER, "name": "check", "group_ids": ["system-admin"], "is_owner": True,
            "is_active": True, "system_generated": False, "local_only": False,
        }
        token = {
            "id": TOKEN, "user_id": USER, "client_id": None, "client_name": "check", "client_icon": None,
            "token_type": "long_lived_access_token", "created_at": "2026-01-01T00:00:00+00:00",
            "access_token_expiration": 315_360_000.0, "token": "0" * 128, "jwt_key": KEY,
            "last_used_at": None, "last_used_ip": None, "expire_at": None, "credential_id": None, "version": None,
        }
        return {"users": [user], "groups": [], "credentials": [], "refresh_tokens": [token]}

    def _mqtt_entry(self, port, prefix):
        return {
            "entry_id": "c0ffee02c0ffee02c0ffee02c0ffee02", "version": 1, "minor_version": 1, "domain": "mqtt",
            "title": "broker", "data": {"broker": "127.0.0.1", "port": port}, "source": "user", "unique_id": None,
            "options": {"discovery": True, "discovery_prefix": prefix}, "disabled_by": None,
            "pref_disable_new_entities": False, "pref_disable_polling": False,
            "created_at": "2026-01-01T00:00:00+00:00", "modified_at": "2026-01-01T00:00:00+00:00",
            "discovery_keys": {}, "subentries": [],
        }

    def start(self):
        """Starts it and waits until it runs with its MQTT integration connected."""
        # It keeps but one earlier log of its own, and a restart is when lines of interest come.
        if self.log_path.exists():
            self.logs.append(self.log_path.read_text())
            self.log_path.unlink()
        self.process = Process(
            [*self.command, "-c", str(self.folder), "--skip-pip", "--log-file", str(self.log_path)],
            self.folder / "output.log",
        )
        wait_for("Home Assistant to run", 180, lambda: self._running(), self.process)

    def _running(self):
        try:
            config = self.get("/api/config")
        except (OSError, Failure):
            return False
        self.version = config["version"]
        return config["state"] == "RUNNING"

    def stop(self):
        if self.process:
            self.process.terminate(60)
            self.process = None

    def forget(self):
        """Forgets the log so far."""
        self.logs = []
        self.log_path.unlink(missing_ok=True)

    def restart(self):
        self.stop()
        self.start()

    def request(self, method, path, body=None, parse=json.loads):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return parse(response.read())
        except urllib.error.HTTPError as error:
            raise Failure(f"Home Assistant: {method} {path}: {error.code} {error.read().decode()[:300]}") from error

    def get(self, path):
        return self.request("GET", path)

    def call(self, service, **data):
        domain, name = service.split(".")
        return self.request("POST", f"/api/services/{domain}/{name}", data)

    def template(self, text, **variables):
        """What a template renders to, as text."""
        return self.request("POST", "/api/template", {"template": text, "variables": variables}, parse=bytes.decode)

    def image(self, entity):
        """What an image entity shows, as a browser is given it."""
        return self.request("GET", f"/api/image_proxy/{entity}", parse=bytes)

    def states(self):
        """All entities by id."""
        return {state["entity_id"]: state for state in self.get("/api/states")}

    def registry(self):
        """Entity ids of the MQTT integration by unique id, as on disk some ten seconds after a change."""
        path = self.folder / ".storage" / "core.entity_registry"
        entries = json.loads(path.read_text())["data"]["entities"] if path.exists() else []
        return {entry["unique_id"]: entry["entity_id"] for entry in entries if entry["platform"] == "mqtt"}

    def log(self):
        current = self.log_path.read_text() if self.log_path.exists() else ""
        return "".join([*self.logs, current])

    def complaints(self):
        """Warnings and errors of the log that speak of MQTT, templates or entities, with their tracebacks."""
        entries = re.split(r"^(?=\d{4}-\d\d-\d\d )", self.log(), flags=re.M)
        mine = re.compile(r"mqtt|template|weather|kiatsu|sensor|device_tracker|homeassistant\.helpers\.entity", re.I)
        # The check itself takes the broker away.
        taken = re.compile(r"components\.mqtt\.client\] (Error returned from|Disconnected from|Failed to connect)")
        return [
            entry.strip() for entry in entries
            if re.search(r" (WARNING|ERROR|CRITICAL) |No matching payload", entry)
            and mine.search(entry) and not taken.search(entry)
        ]
