"""Prints what Home Assistant would install at its first start, one requirement a line: `pip install` it beforehand."""

import json
import pathlib

import homeassistant
from homeassistant import bootstrap

folder = pathlib.Path(homeassistant.__file__).parent / "components"
# Those that are always set up, those of the check, and two that others import without saying so.
wanted = {"homeassistant", "persistent_notification", *bootstrap.DEFAULT_INTEGRATIONS, "mqtt", "template"}
wanted |= {"recorder", "hassio"}
done, requirements = set(), set()
while wanted - done:
    domain = min(wanted - done)
    done.add(domain)
    manifest = json.loads((folder / domain / "manifest.json").read_text())
    wanted |= set(manifest.get("dependencies", ()))
    requirements |= set(manifest.get("requirements", ()))
print("\n".join(sorted(requirements)))
