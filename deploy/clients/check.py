"""Proves Kiatsu's side of Home Assistant with a real one: check.py KIATSU FOLDER COMMAND…

KIATSU is the daemon, FOLDER an empty one to work in, COMMAND starts Home Assistant.
"""

import base64
import datetime
import json
import pathlib
import re
import sys
import time

from broker import Broker
from daemon import Daemon
from discovered import announced, moment, shows
from home_assistant import HomeAssistant
from processes import Failure, wait_for
from upstream import Upstream

ALL = {"kitchen": ["weather", "conditions", "day", "poem"], "hall": ["weather"]}
# What a panel has, by widget, and whatever its widgets are.
KEYS = {
    "weather": {"temperature", "pressure", "pressure_change", "pressure_trend", "condition", "updated"},
    "conditions": {
        "temperature", "feels_like", "condition", "humidity", "wind_speed", "wind_direction", "wind_force",
        "precipitation", "visibility", "air_quality", "air_quality_category", "updated",
    },
    "day": {"quote"},
    "poem": {"poem"},
}
ALWAYS = {"place", "data", "position_set", "refresh"}
BRIDGE = {"state", "last_error"}
# Another bridge, which has a kitchen, too, and nothing else in common with the first.
NEIGHBOUR = "kiatsu/home"
NEIGHBOURS_PLACES = {"kitchen": "35.65,139.63", "a-b": "43.06,141.35", "a_b": "-33.87,151.21"}
# One white pixel, for a daemon that draws nothing.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="
)
# Asks for forecasts and publishes the answer, as the REST API of older releases gives none.
SCRIPT = """
script:
  forecasts:
    sequence:
      - service: weather.get_forecasts
        target:
          entity_id: "{{ entity }}"
        data:
          type: "{{ type }}"
        response_variable: answer
      - service: mqtt.publish
        data:
          topic: "check/{{ type }}"
          payload: "{{ answer | tojson }}"
          retain: true
"""


def expected(panels, moved):
    """The unique ids of all entities; panels that have moved are on the map."""
    ids = {f"kiatsu/bridge/{key}" for key in BRIDGE}
    for panel, widgets in panels.items():
        keys = ALWAYS.union(*(KEYS[widget] | {f"picture_{widget}"} for widget in widgets))
        ids |= {f"kiatsu/{panel}/{key}" for key in keys | ({"position"} if panel in moved else set())}
    return ids


def merged(*texts):
    """The one `template:` that `kiatsu homeassistant` asks for, out of what several bridges print."""
    blocks = []
    for text in texts:
        template = re.search(r"^template:\n((?:[ \n].*\n?)*)", text, re.M)
        if not template:
            raise Failure("kiatsu homeassistant prints no `template:`")
        blocks.append(template.group(1))
    return "template:\n" + "".join(blocks)


class Check:
    def __init__(self, kiatsu, folder, command):
        folder = pathlib.Path(folder)
        self.upstream = Upstream()
        self.broker = Broker(folder / "broker")
        self.daemon = Daemon(kiatsu, folder / "kiatsu", self.broker, self.upstream)
        self.neighbour = Daemon(
            kiatsu, folder / "neighbour", self.broker, self.upstream, NEIGHBOUR, NEIGHBOURS_PLACES
        )
        self.home = HomeAssistant(command, folder / "homeassistant", self.broker.port)
        self.ids = {}
        self.panels = ALL
        self.moved = set()
        self.style = "device"

    def run(self):
        try:
            self.prove()
        finally:
            self.home.stop()
            self.daemon.stop()
            self.neighbour.stop()
            self.broker.stop()
            self.upstream.stop()

    def prove(self):
        self.start()
        self.values("every entity shows what the daemon says")
        self.pictures()
        self.neighbours()
        self.weather_entity()
        self.killed()
        self.broker_restarts()
        self.home_assistant_restarts()
        self.born_again()
        self.commands()
        self.styles()
        self.step("nothing in Home Assistant's log")
        complaints = self.home.complaints()
        if complaints:
            raise Failure("Home Assistant complains:\n" + "\n".join(complaints))

    def step(self, what):
        version = self.home.version or "…"
        print(f"  {version}: {what}", flush=True)

    # MARK: Steps

    def start(self):
        self.broker.start()
        self.daemon.configure(self.panels, "device")
        self.yaml = self.daemon.home_assistant()
        self.neighbour.configure({panel: ["weather", "conditions"] for panel in NEIGHBOURS_PLACES}, "device")
        self.neighbours_yaml = self.neighbour.home_assistant()
        template = merged(self.yaml, self.neighbours_yaml)
        self.home.configure(SCRIPT + template)
        self.home.start()
        self.step("runs")
        if not self.has_weather_of_states():
            self.step("too old for weather without humidity: left out")
            self.home.stop()
            self.home.forget()
            self.home.configure(SCRIPT + re.sub(r"^  - weather:\n(?: {6}.*\n)+", "", template, flags=re.M))
            self.home.start()
        if self.release() < (2024, 11):
            self.style = "component"
            self.daemon.configure(self.panels, "component")
            self.neighbour.configure({panel: ["weather", "conditions"] for panel in NEIGHBOURS_PLACES}, "component")
        self.daemon.start()
        wait_for("a forecast on the panels", 30, self.has_forecast)

    def release(self):
        return tuple(int(part) for part in self.home.version.split(".")[:2])

    def has_weather_of_states(self):
        return self.release() >= (2025, 4)

    def has_forecast(self):
        statuses = self.broker.retained("kiatsu/+/status")
        return all(statuses.get(f"kiatsu/{panel}/status") == b"fresh" for panel in self.panels)

    def pictures(self):
        """An image shows what is on its topic, since the moment at which it came."""
        images = {
            self.ids[unique]: entity["image_topic"] for unique, entity in self.announced().items()
            if entity["platform"] == "image"
        }

        def missing():
            return set(images.values()) - set(self.broker.retained("kiatsu/image/#"))

        try:
            wait_for("pictures", 30, lambda: not missing())
        except Failure:
            for topic in sorted(missing()):
                self.broker.publish(topic, PIXEL, retain=True)
                self.step(f"the daemon draws nothing on {topic}: a pixel of the check's own is there")
        for entity, topic in images.items():
            wait_for(f"{entity} to show its picture", 30, lambda: self.has_picture(entity, topic))
        self.step(f"{len(images)} images show their pictures")

    def has_picture(self, entity, topic):
        came = moment(self.home.states()[entity]["state"])
        # An image without a picture has none to give.
        if not isinstance(came, datetime.datetime):
            return False
        return self.home.image(entity) == self.broker.retained(topic).get(topic)

    def killed(self):
        self.daemon.kill()
        self.step("the daemon is killed")
        wait_for("the panels' entities to be unavailable", 30, lambda: not self.available() and self.bridge() == "off")
        wait_for("the weather to be unknown", 10, lambda: not self.weather("weather.kiatsu_kitchen"))
        self.daemon.start()
        self.values("all is back with the daemon")
        wait_for("the weather to be known again", 10, lambda: self.weather("weather.kiatsu_kitchen"))

    def broker_restarts(self):
        self.broker.stop()
        wait_for("all entities to be unavailable without a broker", 30, lambda: not self.available())
        self.broker.start()
        self.step("the broker forgot everything")
        # Home Assistant's own retry takes up to a minute.
        self.values("all is back with the broker", 90)

    def home_assistant_restarts(self):
        self.home.restart()
        self.values("all is back with Home Assistant")

    def born_again(self):
        again = self.broker.next_message("kiatsu/bridge/homeassistant/kitchen", 60)
        self.broker.publish("homeassistant/status", "online")
        wait_for("the state to be published again at Home Assistant's birth", 30, again.ended)
        self.values("all is said again when Home Assistant says that it started")

    def commands(self):
        before = len(self.upstream.requests)

        def fetches():
            self.home.call("button.press", entity_id=self.id("kitchen/refresh"))
            time.sleep(2)
            return len(self.upstream.requests) > before

        # What came less than a minute ago is not fetched again.
        wait_for("the refresh button to fetch a forecast", 90, fetches)
        self.step("the button fetches")

        text = self.id("kitchen/position_set")
        self.home.call("text.set_value", entity_id=text, value="43.0621,141.3544")
        self.moved = {"kitchen"}
        self.values("a panel that moves comes onto the map")
        tracker = self.id("kitchen/position")
        wait_for("the tracker to move", 30, lambda: self.position(tracker) == (43.06, 141.35))
        wait_for("the text to show the accepted position", 10, lambda: "43.06" in self.home.states()[text]["state"])
        self.values("a position entered moves the panel and its weather")
        accepted = self.home.states()[text]["state"]
        try:
            self.home.call("text.set_value", entity_id=text, value="nowhere")
        except Failure:
            pass
        else:
            raise Failure("Home Assistant takes a position that is none")
        # Within the pattern, and refused by the bridge all the same.
        answer = self.broker.next_message("kiatsu/kitchen/location/response", 60)
        self.home.call("text.set_value", entity_id=text, value="{}")
        wait_for("an answer to a position that is none", 30, answer.ended)
        # What would be wrong would come with it.
        time.sleep(1)
        if self.home.states()[text]["state"] != accepted or self.position(tracker) != (43.06, 141.35):
            raise Failure(f"a refused position left {self.home.states()[text]['state']} in the place of {accepted}")
        self.step("a refused position leaves the old one")

    def styles(self):
        order = ["component", "off", "component", "device", "off", "device"]
        if self.style == "component":
            order = ["off", "component"]
        names = dict(self.ids)
        for style in order:
            self.style = style
            self.reconfigure(self.panels, style)
            if style == "off":
                wait_for("all entities to go", 30, lambda: not self.shown(names))
                if self.announced():
                    raise Failure(f"still announced: {sorted(self.announced())}")
                self.step("off: all entities are gone")
            else:
                self.values(f"the same entities in style {style}")
                self.removed()
        doubles = [entity for entity in self.ids.values() if re.search(r"_\d$", entity)]
        if doubles or self.ids != names:
            raise Failure(f"entities twice, or by other names: {doubles or set(self.ids.items()) ^ set(names.items())}")

    def removed(self):
        whole = self.panels
        self.reconfigure({**self.panels, "kitchen": ["weather", "poem"]}, self.style)
        self.values("a widget's entities go with it")
        self.reconfigure({"kitchen": ["weather", "poem"]}, self.style)
        self.values("a panel's entities go with it")
        self.reconfigure(whole, self.style)
        self.values("and come back")

    def weather_entity(self):
        for panel, widgets in self.panels.items():
            if "conditions" not in widgets and not self.has_weather_of_states():
                continue
            entity = f"weather.kiatsu_{panel}"
            state = wait_for(f"{entity} to know its weather", 30, lambda: self.weather(entity))
            document = self.document(panel)
            if state["state"] != document["condition"]:
                raise Failure(f"{entity} is {state['state']}, but {document['condition']} was published")
            for kind in ["hourly"] + (["daily"] if "conditions" in self.panels[panel] else []):
                self.home.call("script.forecasts", entity=entity, type=kind)
                forecast = wait_for(f"a {kind} forecast", 10, lambda: self.forecast(entity, kind))
                published = document[kind]
                if [hour["temperature"] for hour in forecast] != [hour["temperature"] for hour in published]:
                    raise Failure(f"the {kind} forecast of {entity} is {forecast}, but {published} was published")
                self.step(f"{entity}: {state['state']}, {len(forecast)} entries of its {kind} forecast")
        for yaml, topic in [(self.yaml, "kiatsu"), (self.neighbours_yaml, NEIGHBOUR)]:
            self.cards(yaml, topic)
        self.step("the cards show their own panels")

    def cards(self, yaml, base_topic):
        states = self.home.states()
        named = set(re.findall(r"(?<![\w.])(?:sensor|binary_sensor|weather|button)\.[a-z0-9_]+", yaml))
        if not self.has_weather_of_states():
            named -= {f"weather.kiatsu_{panel}" for panel in self.panels if "conditions" not in self.panels[panel]}
        if named - set(states):
            raise Failure(f"kiatsu homeassistant names entities that are not there: {sorted(named - set(states))}")
        for panel, card in re.findall(r"^# A card for panel (\S+?)\..*\n((?:(?!#).*\n?)*)", yaml, re.M):
            document = self.document(panel, base_topic)
            place = f"Place: {document['place']}"
            texts = [
                self.home.template(re.sub(r"^ {6}", "", content, flags=re.M))
                for content in re.findall(r"content: [>|]-?\n((?: {6}.*\n|\n)+)", card)
            ]
            if f"{document['hourly'][0]['pressure']} → " not in texts[0] or place not in texts[-1]:
                raise Failure(f"the card of {base_topic}/{panel} says {texts}")

    def neighbours(self):
        """Another bridge's panels of the same name, and two that differ in a mark alone, show what is theirs."""
        self.neighbour.start()
        wait_for("the neighbour's forecast", 30, lambda: self.broker.retained(f"{NEIGHBOUR}/a_b/status"))
        for panel in NEIGHBOURS_PLACES:
            entity = re.search(rf"A card for panel {panel}\.[^#]*?entity: (\S+)", self.neighbours_yaml).group(1)
            wait_for(
                f"{entity} to show the weather of {panel}", 30,
                lambda: self.temperature(entity) == self.document(panel, NEIGHBOUR)["temperature"],
            )
            self.step(f"{entity} shows {self.temperature(entity)} of {NEIGHBOUR}/{panel}")
        first = wait_for("the first kitchen's weather", 10, lambda: self.temperature("weather.kiatsu_kitchen"))
        if first != self.document("kitchen")["temperature"]:
            raise Failure(f"weather.kiatsu_kitchen shows {first}, which is not its own")

    def temperature(self, entity):
        state = self.weather(entity)
        return state and state["attributes"]["temperature"]

    # MARK: What is shown

    def values(self, what, seconds=45):
        """Waits until exactly the expected entities are there, each with what the daemon says."""
        self.reason = None
        try:
            wait_for(what, seconds, self.is_as_published)
        except Failure as failure:
            raise Failure(f"{failure}:\n  {self.reason}") from None
        self.step(f"{what} ({len(expected(self.panels, self.moved))} entities)")

    def is_as_published(self):
        wanted, entities = expected(self.panels, self.moved), self.announced()
        if set(entities) != wanted:
            missing, more = sorted(wanted - set(entities)), sorted(set(entities) - wanted)
            self.reason = f"announced: missing {missing}, not expected {more}"
            return False
        if {entity["style"] for entity in entities.values()} != {self.style}:
            self.reason = f"announced in another style than {self.style}"
            return False
        if not wanted <= set(self.ids):
            # Written some ten seconds after a change; an id stays what it is from then on.
            known = self.home.registry().items()
            self.ids = {unique: entity for unique, entity in known if not unique.startswith(NEIGHBOUR + "/")}
            self.reason = f"not known to Home Assistant: {sorted(wanted - set(self.ids))}"
            return wanted <= set(self.ids) and self.is_as_published()
        states = self.home.states()
        strangers = [unique for unique, entity in self.ids.items() if unique not in wanted and entity in states]
        if strangers:
            self.reason = f"still there: {sorted(strangers)}"
            return False
        messages = self.broker.retained("kiatsu/#")
        for unique, entity in entities.items():
            state = states.get(self.ids[unique])
            if state is None or state["state"] == "unavailable":
                self.reason = f"{unique}: {state and state['state']}"
                return False
            if messages.get(entity.get("image_topic")) and not isinstance(moment(state["state"]), datetime.datetime):
                self.reason = f"{unique}: shows {state['state']!r}, a picture was published"
                return False
            if "state_topic" not in entity:
                continue
            payload = messages.get(entity["state_topic"], b"").decode()
            text = self.rendered(entity.get("value_template"), payload)
            if not shows(entity, state, text):
                self.reason = f"{unique}: shows {state['state']!r}, published was {text!r}"
                return False
        return True

    def rendered(self, template, payload):
        if template is None:
            return payload
        try:
            value = json.loads(payload)
        except ValueError:
            return payload
        return self.home.template(template, value_json=value, value=payload)

    def reconfigure(self, panels, style):
        self.panels = panels
        self.daemon.configure(panels, style)
        self.daemon.reload()

    def shown(self, ids):
        states = self.home.states()
        return [entity for entity in ids.values() if entity in states]

    def available(self):
        states = self.home.states()
        return [
            entity for unique, entity in self.ids.items()
            if not unique.startswith("kiatsu/bridge/") and entity in states and states[entity]["state"] != "unavailable"
        ]

    def bridge(self):
        return self.home.states()[self.id("bridge/state")]["state"]

    def id(self, key):
        return self.ids[f"kiatsu/{key}"]

    def position(self, tracker):
        attributes = self.home.states()[tracker]["attributes"]
        return attributes.get("latitude"), attributes.get("longitude")

    def announced(self):
        """What the first bridge announces."""
        entities = announced(self.broker)
        return {unique: entity for unique, entity in entities.items() if not unique.startswith(NEIGHBOUR + "/")}

    def document(self, panel, base_topic="kiatsu"):
        topic = f"{base_topic}/bridge/homeassistant/{panel}"
        return json.loads(self.broker.retained(topic)[topic])

    def weather(self, entity):
        state = self.home.states().get(entity)
        known = state and state["state"] not in ("unknown", "unavailable") and "temperature" in state["attributes"]
        return state if known else None

    def forecast(self, entity, kind):
        answer = self.broker.retained(f"check/{kind}").get(f"check/{kind}")
        return json.loads(answer).get(entity, {}).get("forecast") if answer else None


def main():
    kiatsu, folder, *command = sys.argv[1:]
    try:
        Check(kiatsu, folder, command).run()
    except Failure as failure:
        print(f"deploy/clients: {failure}", file=sys.stderr)
        print(f"its logs are in {folder}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
