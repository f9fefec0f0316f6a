"""Lets Home Assistant's Supervisor look at the app's files: supervisor_validates.py CHECKOUT APP OPTIONS

CHECKOUT is the Supervisor's source; this Python has what its requirements.txt lists.
"""

import json
import logging
import pathlib
import sys
import types


class Complaints(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


def main():
    checkout, app, options = sys.argv[1], pathlib.Path(sys.argv[2]), json.loads(sys.argv[3])
    sys.path.insert(0, checkout)
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)

    from supervisor.apps.options import AppOptions, UiOptions
    from supervisor.apps.validate import SCHEMA_APP_CONFIG, SCHEMA_APP_TRANSLATIONS
    from supervisor.utils.apparmor import get_profile_name
    from supervisor.utils.common import read_json_or_yaml_file

    raw = read_json_or_yaml_file(app / "config.yaml")
    config = SCHEMA_APP_CONFIG(dict(raw))
    lost = set(raw) - set(config)
    if lost:
        sys.exit(f"the Supervisor does not know {lost}")
    nobody = types.SimpleNamespace()
    validate = AppOptions(nobody, config["schema"], config["name"], config["slug"])
    if validate(config["options"]) != options:
        sys.exit(f"the options' defaults are not {options}")
    form = UiOptions(nobody)(config["schema"])
    for file in sorted((app / "translations").iterdir()):
        translations = SCHEMA_APP_TRANSLATIONS(read_json_or_yaml_file(file))["configuration"]
        if set(translations) != {field["name"] for field in form}:
            sys.exit(f"{file.name} does not translate each option")
    if get_profile_name(app / "apparmor.txt") != config["slug"]:
        sys.exit("the AppArmor profile has another name")
    if complaints.texts:
        sys.exit("the Supervisor complains: " + "; ".join(complaints.texts))
    print(f"  app: the Supervisor takes its files, {len(form)} options in the form")


if __name__ == "__main__":
    main()
