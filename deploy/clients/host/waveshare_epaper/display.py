"""E-paper of 400 x 300 pixels."""

from esphome.components.host_screen import SCREEN_SCHEMA, screen_to_code

AUTO_LOAD = ["host_screen"]
CONFIG_SCHEMA = SCREEN_SCHEMA


async def to_code(config):
    await screen_to_code(config, 400, 300)
