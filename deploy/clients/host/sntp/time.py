"""This machine's clock, which is right."""

import esphome.codegen as cg
import esphome.config_validation as cv
from esphome.components import time as time_
from esphome.const import CONF_ID

SNTPComponent = cg.esphome_ns.namespace("sntp").class_("SNTPComponent", time_.RealTimeClock)
CONFIG_SCHEMA = time_.TIME_SCHEMA.extend({cv.GenerateID(): cv.declare_id(SNTPComponent)}).extend(cv.COMPONENT_SCHEMA)


async def to_code(config):
    var = cg.new_Pvariable(config[CONF_ID])
    await cg.register_component(var, config)
    await time_.register_time(var, config)
