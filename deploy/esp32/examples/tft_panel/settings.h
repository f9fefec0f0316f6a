// What differs from one panel to the next: the network, the broker and the panel's name.
#ifndef SETTINGS_H
#define SETTINGS_H

#define WIFI_SSID "your network"
#define WIFI_PASSWORD "its password"

// An address rather than a name: the broker can then be reached when the network's name server cannot.
#define MQTT_HOST "192.168.1.10"
#define MQTT_PORT 1883
// nullptr, both, for a broker that asks for no name.
#define MQTT_USER nullptr
#define MQTT_PASSWORD nullptr

// As in Kiatsu's configuration: mqtt.base_topic, and the panel's id.
#define BASE_TOPIC "kiatsu"
#define PANEL_ID "kitchen"

#endif
