"""What is announced on the broker, and what an entity of it should show."""

import datetime
import json

ABBREVIATIONS = {
    "uniq_id": "unique_id", "stat_t": "state_topic", "val_tpl": "value_template", "cmd_t": "command_topic",
    "unit_of_meas": "unit_of_measurement", "dev_cla": "device_class", "json_attr_t": "json_attributes_topic",
    "json_attr_tpl": "json_attributes_template", "ptrn": "pattern", "img_t": "image_topic", "cont_type": "content_type",
    "cmps": "components", "p": "platform", "pl_on": "payload_on",
}


def expanded(document):
    return {ABBREVIATIONS.get(key, key): value for key, value in document.items()}


def announced(broker, prefix="homeassistant"):
    """The entities that are announced, by unique id."""
    entities = {}
    for topic, payload in broker.retained(f"{prefix}/#").items():
        levels = topic.split("/")
        if levels[-1] != "config":
            continue
        document = expanded(json.loads(payload))
        if levels[1] == "device":
            # None in what says that a topic is about to be left.
            components = document.get("components", {}).values()
        else:
            components = [{**document, "platform": levels[1]}]
        for component in map(expanded, components):
            # One without is asked to be removed.
            if "unique_id" in component:
                style = "device" if levels[1] == "device" else "component"
                entities[component["unique_id"]] = {**component, "style": style}
    return entities


def moment(text):
    """An instant of ISO 8601; the text itself where it is none."""
    try:
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return text


# Home Assistant shows some units as others that people know better.
FACTORS = {("m/s", "km/h"): 3.6, ("m", "km"): 0.001}


def shows(entity, state, wanted):
    """Whether an entity's state is what its discovery document makes of the retained message."""
    shown = state["state"]
    if wanted in ("", "None", "null"):
        return shown in ("unknown", "")
    if entity["platform"] == "binary_sensor":
        return shown == ("on" if wanted == entity.get("payload_on", "ON") else "off")
    if entity.get("device_class") == "timestamp":
        return moment(shown) == moment(wanted)
    units = entity.get("unit_of_measurement"), state["attributes"].get("unit_of_measurement")
    if units[0] is None:
        return shown == wanted
    try:
        number = float(wanted) * FACTORS.get(units, 1)
        return abs(float(shown) - number) <= 0.051 + abs(number) / 1000
    except ValueError:
        return False
