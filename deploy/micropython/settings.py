# What differs from one panel to the next: the network, the broker and the panel's name.
WIFI_SSID = "your network"
WIFI_PASSWORD = "its password"

MQTT_HOST = "192.168.1.10"
MQTT_PORT = 1883
# None, both, for a broker that asks for no name.
MQTT_USER = None
MQTT_PASSWORD = None

# As in Kiatsu's configuration: mqtt.base_topic, and the panel's id.
BASE_TOPIC = "kiatsu"
PANEL_ID = "kitchen"
