"""How fast the server answers: 3×3 analyses beside an empty endpoint, on one core, by wrk.

The empty endpoint belongs to a bare FastAPI on the same uvicorn: no limits, no headers, no log. So
it is the most that any application on these parts could answer on this machine. The two are
measured alternately, so that neither has the quieter machine; only the ratio counts.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROUNDS = 3
SECONDS = 5
CONNECTIONS = 8

#: The bare application, as uvicorn runs it for Noughts too.
EMPTY = """
import sys, uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.get("/healthz")
async def empty():
    return None
uvicorn.run(app, port=int(sys.argv[1]), access_log=False, log_level="error")
"""
#: Asks for the positions of 3×3 after no, one and two moves, in turn.
QUESTIONS = """
local bodies = {}
local function add(position)
  bodies[#bodies + 1] = '{"rules": "3,3,3", "position": "' .. position .. '"}'
end
add(".../.../...")
for i = 0, 8 do
  local cells = {".", ".", ".", ".", ".", ".", ".", ".", "."}
  cells[i + 1] = "X"
  add(table.concat(cells):sub(1, 3) .. "/" .. table.concat(cells):sub(4, 6)
    .. "/" .. table.concat(cells):sub(7, 9))
  for j = 0, 8 do
    if j ~= i then
      cells[j + 1] = "O"
      add(table.concat(cells):sub(1, 3) .. "/" .. table.concat(cells):sub(4, 6)
        .. "/" .. table.concat(cells):sub(7, 9))
      cells[j + 1] = "."
    end
  end
end
local at = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
function request()
  at = at % #bodies + 1
  return wrk.format(nil, nil, nil, bodies[at])
end
"""


class Figures(NamedTuple):
    """What wrk saw."""

    rate: float
    p99_ms: float
    failures: int


def main() -> None:
    wrk = shutil.which("wrk")
    if wrk is None:
        print("server: skipped, wrk is not installed (Debian: apt-get install wrk)")
        return
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "questions.lua")
        script.write_text(QUESTIONS, encoding="utf-8")
        ports = free_port(), free_port()
        serve = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--no-games"]
        serve += ["--log", "info"]
        servers = [
            start([*serve, "--port", str(ports[0]), "--rate", "1000000"]),
            start([sys.executable, "-c", EMPTY, str(ports[1])]),
        ]
        try:
            for port in ports:
                wait_for(port)
            analysis = f"http://127.0.0.1:{ports[0]}/api/v1/analysis"
            empty = f"http://127.0.0.1:{ports[1]}/healthz"
            measure(wrk, 1, analysis, "-s", str(script))  # every position once, at least
            rounds = [
                (measure(wrk, SECONDS, analysis, "-s", str(script)), measure(wrk, SECONDS, empty))
                for _ in range(ROUNDS)
            ]
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait()
    report(rounds)


def report(rounds: list[tuple[Figures, Figures]]) -> None:
    rate = median(ours.rate for ours, _ in rounds)
    p99 = median(ours.p99_ms for ours, _ in rounds)
    share = median(ours.rate / empty.rate for ours, empty in rounds)
    failures = sum(ours.failures for ours, _ in rounds)
    empty_rate = median(empty.rate for _, empty in rounds)
    print(f"server: 3×3 analyses  {rate:,.0f} a second (goal 1,000), p99 {p99:.1f} ms (goal 10)")
    empty_p99 = median(empty.p99_ms for _, empty in rounds)
    print(f"server: empty FastAPI {empty_rate:,.0f} a second, p99 {empty_p99:.1f} ms")
    print(f"server: ours is {share:.2f} of the empty rate (goal 0.50)")
    if failures:
        print(f"server: {failures} requests failed")
        sys.exit(1)


def start(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a server, on the first core if possible."""
    on_one_core = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    return subprocess.Popen(
        [*on_one_core, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def measure(wrk: str, seconds: int, url: str, *options: str) -> Figures:
    """Run wrk, on the last core if possible."""
    last = str((os.cpu_count() or 1) - 1)
    on_one_core = ["taskset", "-c", last] if shutil.which("taskset") else []
    load = [wrk, "-t", "1", "-c", str(CONNECTIONS), "-d", str(seconds), "--latency", *options, url]
    said = subprocess.run([*on_one_core, *load], check=True, capture_output=True, text=True).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", said)
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    if not rate or not p99:
        sys.exit(f"wrk said nothing that can be read:\n{said}")
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    milliseconds = float(p99[1]) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[p99[2]]
    return Figures(float(rate[1]), milliseconds, int(bad[1]) if bad else 0)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit(f"no server answers on port {port}")


if __name__ == "__main__":
    main()
