"""A display whose picture is written to a file: what the two displays of the packages are on this machine."""

import esphome.codegen as cg
import esphome.config_validation as cv
from esphome.components import display
from esphome.const import CONF_ID, CONF_LAMBDA

Screen = cg.esphome_ns.namespace("host_screen").class_("Screen", display.Display)
SCREEN_SCHEMA = display.FULL_DISPLAY_SCHEMA.extend({cv.GenerateID(): cv.declare_id(Screen)}, extra=cv.ALLOW_EXTRA)
CONFIG_SCHEMA = cv.Schema({})


async def to_code(config):
    pass


async def screen_to_code(config, width, height):
    var = cg.new_Pvariable(config[CONF_ID], width, height)
    await display.register_display(var, config)
    lambda_ = await cg.process_lambda(config[CONF_LAMBDA], [(display.DisplayRef, "it")], return_type=cg.void)
    cg.add(var.set_writer(lambda_))
