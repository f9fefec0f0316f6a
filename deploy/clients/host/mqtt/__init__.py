"""MQTT by libmosquitto, as far as the packages use ESPHome's own."""

import esphome.codegen as cg
import esphome.config_validation as cv
from esphome import automation
from esphome.const import (
    CONF_BROKER,
    CONF_ID,
    CONF_ON_MESSAGE,
    CONF_PAYLOAD,
    CONF_TOPIC,
    CONF_TRIGGER_ID,
)

namespace = cg.esphome_ns.namespace("mqtt")
MQTTClientComponent = namespace.class_("MQTTClientComponent", cg.Component)
MQTTMessageTrigger = namespace.class_("MQTTMessageTrigger", automation.Trigger.template(cg.std_string), cg.Component)
MQTTPublishAction = namespace.class_("MQTTPublishAction", automation.Action)

CONFIG_SCHEMA = cv.Schema(
    {
        cv.GenerateID(): cv.declare_id(MQTTClientComponent),
        cv.Required(CONF_BROKER): cv.string_strict,
        cv.Optional(CONF_ON_MESSAGE): automation.validate_automation(
            {
                cv.GenerateID(CONF_TRIGGER_ID): cv.declare_id(MQTTMessageTrigger),
                cv.Required(CONF_TOPIC): cv.subscribe_topic,
                cv.Optional("qos", default=0): cv.mqtt_qos,
            }
        ),
    },
    extra=cv.ALLOW_EXTRA,
)


async def to_code(config):
    cg.add_build_flag("-lmosquitto")
    var = cg.new_Pvariable(config[CONF_ID])
    await cg.register_component(var, {})
    cg.add(var.set_broker(config[CONF_BROKER]))
    for conf in config.get(CONF_ON_MESSAGE, []):
        trigger = cg.new_Pvariable(conf[CONF_TRIGGER_ID])
        cg.add(var.add_trigger(conf[CONF_TOPIC], trigger))
        await automation.build_automation(trigger, [(cg.std_string, "x")], conf)


@automation.register_action(
    "mqtt.publish",
    MQTTPublishAction,
    cv.Schema(
        {
            cv.GenerateID(): cv.use_id(MQTTClientComponent),
            cv.Required(CONF_TOPIC): cv.templatable(cv.publish_topic),
            cv.Required(CONF_PAYLOAD): cv.templatable(cv.mqtt_payload),
        }
    ),
    synchronous=True,
)
async def mqtt_publish_action_to_code(config, action_id, template_arg, args):
    var = cg.new_Pvariable(action_id, template_arg, await cg.get_variable(config[CONF_ID]))
    cg.add(var.set_topic(await cg.templatable(config[CONF_TOPIC], args, cg.std_string)))
    cg.add(var.set_payload(await cg.templatable(config[CONF_PAYLOAD], args, cg.std_string)))
    return var
