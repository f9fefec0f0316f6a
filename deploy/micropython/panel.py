"""A panel in MicroPython: prints the weather whenever it changes. Draw in `show` what your display can take.

It needs kiatsu.py and settings.py beside it, and umqtt.simple: mpremote mip install umqtt.simple
"""

import time

import kiatsu
import settings
from umqtt.simple import MQTTClient, MQTTException

FRAME_TOPIC = "%s/%s/weather/frame" % (settings.BASE_TOPIC, settings.PANEL_ID)
STATE_TOPIC = "%s/bridge/state" % settings.BASE_TOPIC

RETRY_SECONDS = 5
PING_SECONDS = 30


def join_network():
    try:
        import network
    except ImportError:
        return  # MicroPython on a computer, whose network is there.
    station = network.WLAN(network.STA_IF)
    station.active(True)
    if not station.isconnected():
        station.connect(settings.WIFI_SSID, settings.WIFI_PASSWORD)
        while not station.isconnected():
            time.sleep_ms(100)


def shown(value, unit):
    return "-" if value is None else "%.1f %s" % (value, unit)


def show(weather):
    hint = "SAMPLE DATA" if weather["sample"] else "stale" if weather["stale"] else ""
    print(weather["n"], shown(weather["t"], "C"), shown(weather["p"][0], "hPa"), hint)
    trend = kiatsu.TRENDS[weather["trend"] or 0]
    if trend:
        print("pressure", trend)
    for hour in range(0, kiatsu.HOURS, 3):
        seconds = weather["ts"] + hour * 3600 + weather["off"] * 60
        temperature = weather["h"][hour]
        print(
            "%2d:00" % (seconds // 3600 % 24), weather["i"][hour], shown(weather["p"][hour], "hPa"),
            "-" if temperature is None else "%d C" % temperature,
        )


def received(topic, payload):
    if topic.decode() == STATE_TOPIC:
        print("bridge", payload.decode())
        return
    try:
        show(kiatsu.frame(payload))
    except kiatsu.Error as error:
        # What is on the display stays.
        print("not shown:", error)


def connect():
    client = MQTTClient(
        "%s-%s-micropython" % (settings.BASE_TOPIC, settings.PANEL_ID), settings.MQTT_HOST, settings.MQTT_PORT,
        settings.MQTT_USER, settings.MQTT_PASSWORD, keepalive=2 * PING_SECONDS,
    )
    client.set_callback(received)
    client.connect()
    # At QoS 0: the newest retained message comes with each subscription, and no old ones are kept for us.
    client.subscribe(STATE_TOPIC)
    client.subscribe(FRAME_TOPIC)
    return client


def run():
    while True:
        try:
            join_network()
            client = connect()
            heard = time.time()
            while True:
                client.check_msg()
                if time.time() - heard >= PING_SECONDS:
                    client.ping()
                    heard = time.time()
                time.sleep_ms(50)
        except (OSError, IndexError, MQTTException) as error:
            print("no connection:", error)
            time.sleep(RETRY_SECONDS)


if __name__ == "__main__":
    run()
