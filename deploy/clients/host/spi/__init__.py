"""The bus of a display that is a file: nothing."""

import esphome.config_validation as cv

CONFIG_SCHEMA = cv.Schema({}, extra=cv.ALLOW_EXTRA)


async def to_code(config):
    pass
