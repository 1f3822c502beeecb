"""The page `/docs`: the OpenAPI document as one plain page, without outside assets."""

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from noughts.web import static_pages
from noughts.web.problems import KINDS

Json = dict[str, Any]


def page(document: Json) -> str:
    """Return the page."""
    info, schemas = document["info"], document["components"]["schemas"]
    return static_pages.page(
        "API",
        '<div class="book">',
        '<nav class="contents" aria-label="Contents">',
        *_contents(document),
        "</nav>",
        '<main id="main" tabindex="-1">',
        f"<h1>Noughts API <small>{escape(info['version'])}</small></h1>",
        *_paragraphs(info["description"]),
        '<p><a href="/openapi.json">The OpenAPI document</a></p>',
        *_operations(document),
        '<h2 id="fields">The fields of the answers</h2>',
        *(line for name, schema in schemas.items() for line in _schema(name, schema)),
        '<h2 id="problems">Problems</h2>',
        *_problems(),
        "</main>",
        "</div>",
        here="/docs",
    )


def _contents(document: Json) -> Iterator[str]:
    yield "<ul>"
    for path, method, operation in _each(document):
        short = f"{method} {path.removeprefix('/api/v1')}"
        yield f'<li><a href="#{operation["operationId"]}"><code>{short}</code></a></li>'
    yield '<li><a href="#fields">The fields of the answers</a></li>'
    yield '<li><a href="#problems">Problems</a></li>'
    yield "</ul>"


def _each(document: Json) -> Iterator[tuple[str, str, Json]]:
    for tag in document["tags"]:
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    yield path, method.upper(), operation


def _operations(document: Json) -> Iterator[str]:
    schemas = document["components"]["schemas"]
    for path, method, operation in _each(document):
        yield f'<section id="{operation["operationId"]}">'
        yield f"<h2>{escape(operation['summary'])}</h2>"
        yield f"<p><code>{method} {escape(path)}</code></p>"
        yield from _paragraphs(operation["description"])
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        name = _reference(body["schema"]) if body else ""
        example = _example(path, method, operation, schemas.get(name))
        yield f"<pre><code>{escape(example)}</code></pre>"
        for parameter in operation.get("parameters", ()):
            yield f"<p><code>{parameter['name']}</code>: {_marked(parameter['description'])}</p>"
        if name:
            yield f"<p>The body: {_type(body['schema'])}.</p>"
        yield "<table><caption>Answers</caption>"
        for status, answer in operation["responses"].items():
            schema = next(iter(answer["content"].values()))["schema"]
            yield f"<tr><th scope=row>{status}<td>{escape(answer['description'])}"
            yield f"<td>{_type(schema)}"
        yield "</table>"
        yield "</section>"


def _example(path: str, method: str, operation: Json, schema: Json | None) -> str:
    """Write a call that can be pasted into a shell; the reader fills in a game's id and secret."""
    call = f"curl http://localhost:8000{path.replace('{rules}', '3,3,3').replace('{ledger}', '1')}"
    if method != ("GET" if schema is None else "POST"):  # curl's defaults
        call += f" -X {method}"
    if operation.get("security"):
        call += " -H 'Authorization: Bearer SECRET'"
    if schema is None:
        return call
    fields = schema["properties"].items()
    body = {name: field["examples"][0] for name, field in fields if "examples" in field}
    return f"{call} -H 'Content-Type: application/json' \\\n  -d '{json.dumps(body)}'"


def _schema(name: str, schema: Json) -> Iterator[str]:
    # Folded, or they would be most of the page; a link to one unfolds it.
    yield f"<details><summary><h3>{name}</h3></summary>"
    yield f'<div id="{name}">'
    yield from _paragraphs(schema.get("description", ""))
    if "enum" in schema:
        yield f"<p>{' '.join(f'<code>{escape(word)}</code>' for word in schema['enum'])}</p>"
    if "properties" in schema:
        required = schema.get("required", ())
        yield f"<table><caption>Fields of {name}</caption>"
        for field, what in schema["properties"].items():
            optional = "" if field in required else " <small>may be missing</small>"
            yield f"<tr><th scope=row><code>{field}</code>{optional}<td>{_type(what)}"
            yield f"<td>{_marked(what.get('description', ''))}"
        yield "</table>"
    yield "</div></details>"


def _problems() -> Iterator[str]:
    yield "<table><caption>Kinds of problems</caption>"
    for kind in KINDS:
        yield f'<tr id="problem-{kind.name}"><th scope=row>{kind.status}'
        yield f"<td>{escape(kind.title)}<td>{_marked(kind.remedy)}"
    yield "</table>"


def _type(schema: Json) -> str:
    """Write a type, with links to named objects."""
    if "$ref" in schema:
        name = _reference(schema)
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    if "enum" in schema or "const" in schema:
        words = schema.get("enum", [schema.get("const")])
        return " or ".join(f"<code>{escape(json.dumps(word))}</code>" for word in words)
    return escape(schema.get("type", "anything"))


def _reference(schema: Json) -> str:
    name: str = schema["$ref"].rpartition("/")[2]
    return name


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.strip().split("\n\n"):
        yield f"<p>{_marked(paragraph)}</p>"


def _marked(text: str) -> str:
    """Convert backquotes, the only mark-up in our texts, to HTML.

    >>> _marked("`a<b`")
    '<code>a&lt;b</code>'
    """
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))
