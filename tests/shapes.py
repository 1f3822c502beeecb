"""Holding JSON against the shapes of `noughts.json.shapes`."""

from typing import Any

from jsonschema_rs import Draft202012Validator

from noughts.json import schema


def assert_shape(document: object, shape: Any) -> None:
    Draft202012Validator(schema.alone(shape)).validate(document)
