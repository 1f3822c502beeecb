"""A client of chat-completions endpoints, as most servers of language models have them.

It sends one message and returns the text of the answer. Nothing that it raises or returns contains
the key. It follows no redirects, because they could lead the key to another server.
"""

import ipaddress
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from noughts.core.catalogue import say
from noughts.core.errors import EngineError, UnknownNameError

PATH = "/chat/completions"
MOST_ANSWER = 1 << 20  #: bytes of a response
FIRST_WAIT = 1.0  #: seconds before the second attempt; doubled before each further one
MOST_WAIT = 60.0
SHARED = 4  #: an error message with as many characters in common with the key is not shown


class Reply(NamedTuple):
    """A model's answer."""

    text: str  #: what it wrote; empty if it was longer than `MOST_ANSWER`
    prompt_tokens: int | None = None  #: as the server counts them; None if it does not
    answer_tokens: int | None = None  #: the same


class _FailedError(Exception):
    def __init__(self, why: str, *, again: bool, after: float | None = None) -> None:
        super().__init__(why)
        self.again = again  #: whether to try again
        self.after = after  #: the seconds that the server asks to wait; None if it does not say


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follow nothing."""


class ChatClient:
    """Asks one model of one endpoint; several threads may use it.

    Args:
        url: the address of the API, such as https://host/v1, or of its chat completions.
        model: the model's name there.
        key: sent as a bearer token, if there is one.
        temperature: sent if given.
        tokens: the most tokens of an answer; sent if given.
        timeout: seconds for a whole answer.
        attempts: how often to try.

    Raises:
        UnknownNameError: The URL or the key cannot be used.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        temperature: float | None = None,
        tokens: int | None = None,
        timeout: float = 120.0,
        attempts: int = 6,
    ) -> None:
        self._url = _endpoint(url)
        self.url: str = public_url(url)  #: without a query, for reports
        if key is not None:
            _check_key(key, self._url)
        self._key = key
        self._body: dict[str, object] = {"model": model}
        if temperature is not None:
            self._body["temperature"] = temperature
        if tokens is not None:
            self._body["max_tokens"] = tokens
        self._timeout = timeout
        self._attempts = attempts
        # A proxy would see what goes unencrypted to this machine.
        here = _is_here(urlsplit(self._url).hostname or "")
        handlers = [urllib.request.ProxyHandler({})] if here else []
        self._opener = urllib.request.build_opener(_NoRedirects, *handlers)

    def ask(self, prompt: str, wait: Callable[[float], bool]) -> Reply:
        """Return the answer to one message.

        Args:
            prompt: the message.
            wait: sleeps between attempts; returns whether to give up.

        Raises:
            EngineError: There is none, after all attempts.
        """
        for attempt in range(1, self._attempts + 1):
            try:
                return self._once(prompt)
            except _FailedError as error:
                last = not error.again or attempt == self._attempts
                if last or wait(self._pause(attempt, error.after)):
                    why = self._safe(str(error))
                    if attempt > 1:
                        why = say("model", "attempts", problem=why, attempts=attempt)
                    raise EngineError.said(
                        "sentence", "about", name=self.url, problem=why
                    ) from None
        raise AssertionError

    def _pause(self, attempt: int, after: float | None) -> float:
        """Return the seconds to wait: as the server says, else longer each time."""
        if after is not None:
            return min(after, MOST_WAIT)
        most: float = FIRST_WAIT * 2 ** (attempt - 1)
        return min(most * random.uniform(0.5, 1.0), MOST_WAIT)

    def _once(self, prompt: str) -> Reply:
        body = self._body | {"messages": [{"role": "user", "content": prompt}]}
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        request = urllib.request.Request(  # noqa: S310  (the scheme was checked)
            self._url, json.dumps(body).encode(), headers, method="POST"
        )
        if self._key:
            request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        started = monotonic()
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                data = _read(response, started + self._timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refused(error, started + self._timeout) from None
        except TimeoutError:
            raise self._late() from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._late() from None
            problem = getattr(error.reason, "strerror", None)
            name = "not reached" if problem else "unreachable"
            raise _FailedError(say("model", name, problem=problem), again=True) from None
        except (OSError, HTTPException):
            raise _FailedError(say("model", "broke off"), again=True) from None
        if data is None:
            return Reply("")
        return self._reply(data)

    def _reply(self, data: bytes) -> Reply:
        """Read a response."""
        try:
            found = json.loads(data)
            text = found["choices"][0]["message"]["content"]
            usage = found.get("usage") or {}
            counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            raise _FailedError(say("model", "no completion"), again=True) from None
        if text is not None and not isinstance(text, str):
            raise _FailedError(say("model", "no completion"), again=True)
        if self._key:
            text = (text or "").replace(self._key, "[key]")
        prompt, answer = (each if type(each) is int and each >= 0 else None for each in counts)
        return Reply(text or "", prompt, answer)

    def _late(self) -> _FailedError:
        return _FailedError(say("check", "late", seconds=f"{self._timeout:g}"), again=True)

    def _refused(self, error: urllib.error.HTTPError, until: float) -> _FailedError:
        """Say what an error of HTTP means."""
        code = error.code
        again = code in {408, 409, 425, 429} or code >= 500
        why = f"HTTP {code}"
        if 300 <= code < 400:
            why = say("model", "redirect", error=why)
        try:
            said = json.loads(_read(error, until) or b"")["error"]
            said = said["message"] if isinstance(said, dict) else said
            if isinstance(said, str) and said and self._safe(said) == said:
                why += f", {' '.join(said.split())[:200]}"
        except (OSError, HTTPException, ValueError, RecursionError, LookupError, TypeError):
            pass
        try:
            after = max(0.0, float(error.headers.get("Retry-After", "")))
        except ValueError:
            after = None
        return _FailedError(why, again=again, after=after)

    def _safe(self, text: str) -> str:
        """Return a text; if it has a part of the key in it, something else."""
        key = self._key or ""
        parts = (
            {key[at : at + SHARED] for at in range(max(1, len(key) - SHARED + 1))} if key else ()
        )
        return say("model", "refused") if any(part in text for part in parts) else text


def _read(response: HTTPResponse | urllib.error.HTTPError, until: float) -> bytes | None:
    """Return the body; None if it is too long."""
    data = bytearray()
    while part := response.read1(1 << 16):
        data += part
        if len(data) > MOST_ANSWER:
            return None
        if monotonic() > until:
            raise TimeoutError
    return bytes(data)


def _endpoint(url: str) -> str:
    """Return the address of the chat completions.

    >>> _endpoint("http://localhost:8080/v1/")
    'http://localhost:8080/v1/chat/completions'
    """
    try:
        parts = urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme not in {"http", "https"} or not host or not url.strip().isprintable():
        raise UnknownNameError.said("model", "URL")
    if "@" in parts.netloc:
        raise UnknownNameError.said("model", "password")
    path = parts.path.rstrip("/")
    path = path if path.endswith(PATH) else path + PATH
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def public_url(url: str) -> str:
    """Return the address without a query, which may hold a key.

    >>> public_url("https://host/v1?key=abc")
    'https://host/v1'
    """
    parts = urlsplit(url.strip())
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _check_key(key: str, url: str) -> None:
    """Reject a key that cannot be sent."""
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise UnknownNameError.said("model", "no key")
    parts = urlsplit(url)
    if parts.scheme == "http" and not _is_here(parts.hostname or ""):
        raise UnknownNameError.said("model", "not encrypted")


def _is_here(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
