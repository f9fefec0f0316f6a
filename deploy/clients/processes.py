"""Processes that end with the check, and waits that say what they waited for."""

import pathlib
import signal
import socket
import subprocess
import time


class Failure(Exception):
    """The check does not pass; the message says why."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(what, seconds, condition, process=None):
    """Returns what `condition` returns, once it is true. Fails by name after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if process and process.ended():
            raise Failure(f"ended while waiting for {what}:\n{process.tail()}")
        if time.monotonic() > deadline:
            raise Failure(f"waited {seconds} s in vain for {what}")
        time.sleep(0.1)


class Process:
    """A child process with its output in a file."""

    def __init__(self, command, output, environment=None):
        self.output = pathlib.Path(output)
        with self.output.open("ab") as file:
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=environment
            )

    def ended(self):
        return self.child.poll() is not None

    def tail(self):
        return "\n".join("  " + line for line in self.output.read_text(errors="replace").splitlines()[-12:])

    def terminate(self, seconds=10):
        self._end(signal.SIGTERM, seconds)

    def kill(self):
        self._end(signal.SIGKILL, 10)

    def _end(self, how, seconds):
        if not self.ended():
            self.child.send_signal(how)
        try:
            self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
