"""Reports as other tools read them: JUnit, GitHub, Gradescope, check50, CSV."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as ET

from noughts.check.findings import FindingKind, Report, Stage
from noughts.check.reports.report_text import behaviour, verdict
from noughts.core.catalogue import joined

#: A program's name or file, and its report.
Named = tuple[str, Report]

_ADVICE = {"value", "quickest", "calls"}
_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML


def told(report: Report) -> str:
    """Return a report's main sentence."""
    if report.finding is not None:
        return joined(filter(None, (report.finding.text, behaviour(report))))
    lines = verdict(report)
    return lines[0] if report.sample is None else joined(lines)


def _tests(report: Report) -> list[Stage]:
    """Return the stages that a program passes or not; advice is none of them."""
    unloaded = report.finding is not None and report.finding.kind is FindingKind.NOT_LOADED
    first = Stage("loads", not unloaded, told(report) if unloaded else report.interface)
    rest = [s for s in report.stages if s.name not in _ADVICE and s.applies]
    if report.finding is not None and all(s.passed is not False for s in [first, *rest]):
        rest.append(Stage("unbeatable", passed=False, said=told(report)))
    return [first, *rest]


def csv_lines(reports: Sequence[Named]) -> str:
    """Return a line for each program."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(
        ("program", "unbeatable", "passed", "lost as X", "lost as O", "finding", "text", "mistake")
    )
    for name, report in reports:
        passed = [stage.name for stage in _tests(report) if stage.passed]
        lost = [report.games[side].losses if side in report.games else "" for side in "XO"]
        unbeatable = {True: "yes", False: "no", None: "not proved"}[report.unbeatable]
        row = (name, unbeatable, passed[-1] if passed else "", *lost)
        shown = report.finding or report.advice
        kind, text = (shown.kind.value, shown.text) if shown else ("", "")
        # A spreadsheet runs what begins like a formula.
        safe = [f"'{each}" if str(each)[:1] in set("=+-@\t") else each for each in row]
        writer.writerow([*safe, kind, text, " / ".join(report.mistakes)])
    return written.getvalue()


def junit(reports: Sequence[Named]) -> str:
    """Return JUnit's XML: a suite for each program, a test for each stage."""
    suites = ET.Element("testsuites")
    for name, report in reports:
        tests = _tests(report)
        suite = ET.SubElement(
            suites,
            "testsuite",
            name=_xml(name),
            tests=str(len(tests)),
            failures=str(sum(stage.passed is False for stage in tests)),
            skipped=str(sum(stage.passed is None for stage in tests)),
        )
        for stage in tests:
            case = ET.SubElement(suite, "testcase", classname=_xml(name), name=stage.name)
            if stage.passed is None:
                ET.SubElement(case, "skipped", message=_xml(stage.said))
            elif not stage.passed:
                said = _xml(told(report) if report.finding else stage.said)
                ET.SubElement(case, "failure", message=said).text = said
    ET.indent(suites)
    return ET.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def github(reports: Sequence[Named]) -> str:
    """Return GitHub's annotations, a line each: errors, and advice as notices."""
    lines = []
    for name, report in reports:
        file = name.partition(".py:")[0] + ".py" if ".py:" in name else name
        for level, shown in (("error", report.finding), ("notice", report.advice)):
            if shown is not None:
                at = "" if shown.line is None else f",line={shown.line}"
                text = told(report) if level == "error" else shown.text
                lines.append(f"::{level} file={_escaped(file, ':,')}{at}::{_escaped(text)}")
    return "".join(f"{line}\n" for line in lines)


def _escaped(text: str, more: str = "") -> str:
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def gradescope(reports: Sequence[Named]) -> str:
    """Return Gradescope's results.json: a point for each stage of the first program."""
    name, report = reports[0]
    tests = [
        {
            "name": stage.name,
            "score": int(stage.passed is True),
            "max_score": 1,
            "status": "passed" if stage.passed else "failed",
            "output": stage.said,
        }
        for stage in _tests(report)
    ]
    output = "\n".join([f"{name}: {report.interface}", told(report), *verdict(report)[1:]])
    return json.dumps({"output": output, "tests": tests}, indent=2) + "\n"


def check50(reports: Sequence[Named]) -> str:
    """Return the JSON of check50: a result for each stage of the first program."""
    name, report = reports[0]
    results: list[dict[str, object]] = []
    for stage in _tests(report):
        why = told(report) if report.finding else stage.said
        cause = None if stage.passed is not False else {"rationale": why, "help": None}
        results.append(
            {
                "name": stage.name,
                "description": stage.said,
                "passed": stage.passed,
                "log": [],
                "cause": cause,
                "data": {},
                "dependency": None,
            }
        )
    return json.dumps({"slug": name, "results": results, "version": "3"}, indent=2) + "\n"


def _xml(text: str) -> str:
    return _UNWRITABLE.sub("?", text)


#: What `--format` knows beside text and JSON; some tell of one program only.
FORMATS: dict[str, Callable[[Sequence[Named]], str]] = {
    "csv": csv_lines,
    "junit": junit,
    "github": github,
    "gradescope": gradescope,
    "check50": check50,
}
ONE_PROGRAM = {"gradescope", "check50"}
