"""A sleep from which nobody wakes: the program ends, and says for how long it would have slept."""

import esphome.codegen as cg
import esphome.config_validation as cv
from esphome import automation
from esphome.const import CONF_ID, CONF_SLEEP_DURATION

namespace = cg.esphome_ns.namespace("deep_sleep")
DeepSleepComponent = namespace.class_("DeepSleepComponent", cg.Component)
EnterDeepSleepAction = namespace.class_("EnterDeepSleepAction", automation.Action)
CONFIG_SCHEMA = cv.Schema({cv.GenerateID(): cv.declare_id(DeepSleepComponent)}, extra=cv.ALLOW_EXTRA)


async def to_code(config):
    var = cg.new_Pvariable(config[CONF_ID])
    await cg.register_component(var, {})


@automation.register_action(
    "deep_sleep.enter",
    EnterDeepSleepAction,
    cv.Schema(
        {
            cv.GenerateID(): cv.use_id(DeepSleepComponent),
            cv.Required(CONF_SLEEP_DURATION): cv.templatable(cv.positive_time_period_milliseconds),
        }
    ),
    synchronous=True,
)
async def deep_sleep_enter_to_code(config, action_id, template_arg, args):
    var = cg.new_Pvariable(action_id, template_arg)
    cg.add(var.set_sleep_duration(await cg.templatable(config[CONF_SLEEP_DURATION], args, cg.uint32)))
    return var
