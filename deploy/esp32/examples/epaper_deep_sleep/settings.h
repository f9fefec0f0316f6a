// What differs from one panel to the next: the network, the broker, the panel's name and the pins.
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

// The display's pins, as README.md has them in its table.
#if CONFIG_IDF_TARGET_ESP32C3
// ESP32-C3-DevKitM-1.
#define DISPLAY_SCK 4
#define DISPLAY_MOSI 6
#define DISPLAY_CS 7
#define DISPLAY_DC 1
#define DISPLAY_RST 3
#define DISPLAY_BUSY 10
#else
// ESP32-DevKitC, and any other board with an ESP32-WROOM.
#define DISPLAY_SCK 18
#define DISPLAY_MOSI 23
#define DISPLAY_CS 5
#define DISPLAY_DC 17
#define DISPLAY_RST 16
#define DISPLAY_BUSY 4
#endif

#endif
