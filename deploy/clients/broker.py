"""A real mosquitto on a loopback port, without persistence, with a user and a password if it is told them."""

import pathlib
import shutil
import socket
import subprocess

from processes import Failure, Process, free_port, wait_for


class Broker:
    def __init__(self, folder, credentials=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.port = free_port()
        self.credentials = credentials
        self.login = ["-u", credentials[0], "-P", credentials[1]] if credentials else []
        self.program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
        if not self.program:
            raise Failure("mosquitto is not installed: deploy/packages installs it")
        self.process = None

    def start(self):
        configuration = self.folder / "mosquitto.conf"
        access = "allow_anonymous true"
        if self.credentials:
            passwords = self.folder / "passwords"
            subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), *self.credentials], check=True, timeout=10)
            # The broker gives up root before it reads them.
            passwords.chmod(0o644)
            access = f"allow_anonymous false\npassword_file {passwords}"
        configuration.write_text(
            f"listener {self.port} 127.0.0.1\n{access}\nset_tcp_nodelay true\npersistence false\n"
        )
        self.process = Process([self.program, "-c", str(configuration)], self.folder / "mosquitto.log")
        wait_for("mosquitto to listen", 10, self._listens, self.process)

    def _listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process = None

    def publish(self, topic, payload="", retain=False):
        command = ["mosquitto_pub", *self.login, "-p", str(self.port), "-q", "1", "-t", topic]
        command += ["-r"] if retain else []
        command += ["-s"] if payload else ["-n"]
        data = payload if isinstance(payload, bytes) else payload.encode()
        subprocess.run(command, input=data, check=True, timeout=10)

    def retained(self, pattern):
        """What is retained on the topics of a pattern, payloads as bytes by topic."""
        found = {}
        command = ["mosquitto_sub", *self.login, "-p", str(self.port), "-W", "1", "--retained-only", "-F", "%t %x"]
        command += ["-t", pattern]
        for line in subprocess.run(command, capture_output=True, timeout=10).stdout.splitlines():
            topic, _, payload = line.decode().partition(" ")
            found[topic] = bytes.fromhex(payload)
        return found

    def next_message(self, topic, seconds):
        """A process that ends when something that is not retained from before is published on a topic."""
        output = self.folder / "next.log"
        output.unlink(missing_ok=True)
        command = ["stdbuf", "-oL", "mosquitto_sub", *self.login, "-d", "-p", str(self.port), "-R", "-C", "1"]
        command += ["-W", str(seconds)]
        process = Process([*command, "-t", topic], output)
        wait_for("a subscription", 10, lambda: "Subscribed" in output.read_text(errors="replace"), process)
        return process
