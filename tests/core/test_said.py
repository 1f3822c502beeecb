"""What Python says is in the catalogue: each message that is asked for, and each error."""

import ast
import re
from functools import cache

from noughts.core import errors
from noughts.core.catalogue import messages
from tests.sources import FILES, PACKAGE, nodes

#: What Gomocup's managers read; the protocol is English.
ENGLISH = {"GomocupError"}


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """Return each call, with its place and the name of what is called."""
    return [
        (
            f"{path.relative_to(PACKAGE)}:{node.lineno}",
            getattr(node.func, "id", getattr(node.func, "attr", "")),
            node,
        )
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.Call)
    ]


def raised() -> set[str]:
    """Return the names of all classes of errors that Noughts raises on purpose."""
    classes = [
        (node.name, {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases})
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    ]
    found = {"NoughtsError"}
    while more := {name for name, bases in classes if bases & found} - found:
        found |= more
    return found


def test_every_error_is_worded_in_the_catalogue() -> None:
    named = raised() - ENGLISH
    literal = [
        place
        for place, name, call in calls()
        if name in named and call.args and isinstance(call.args[0], ast.Constant | ast.JoinedStr)
    ]
    assert "RulesError" in named
    assert not literal


def test_the_tree_of_errors_has_a_line_for_each() -> None:
    # A formatter that wraps docstrings would join the lines.
    drawn = re.findall(r"^    [├└]── (\w+) \((\w+)\) +\S.*$", str(errors.__doc__), re.MULTILINE)
    classes = [
        (name, found.__bases__[1].__name__)
        for name, found in vars(errors).items()
        if isinstance(found, type) and found.__bases__[:1] == (errors.NoughtsError,)
    ]
    assert drawn == classes


def test_what_is_counted_has_a_message() -> None:
    things = {
        ast.literal_eval(call.args[0])
        for _, name, call in calls()
        if name == "counted" and call.args and isinstance(call.args[0], ast.Constant)
    }
    assert "node" in things
    assert things <= messages()["count"].keys()


def test_every_message_exists_and_gets_its_values() -> None:
    wrong = []
    for place, name, call in calls():
        told = call.args[:2]
        if name not in {"say", "said"} or len(told) < 2:
            continue
        if not all(isinstance(each, ast.Constant) for each in told):
            continue
        group, message = map(ast.literal_eval, told)
        found = messages().get(group, {}).get(message)
        texts = [found] if isinstance(found, str) else list((found or {}).values())
        wanted = set(re.findall(r"\{(\w+)", " ".join(texts)))
        wanted |= {"count"} if len(texts) > 1 else set()
        given = {keyword.arg for keyword in call.keywords}
        if not texts or (None not in given and not wanted <= given):
            wrong.append(f"{place}: {group}, {message}: {sorted(wanted - given)}")
    assert not wrong
