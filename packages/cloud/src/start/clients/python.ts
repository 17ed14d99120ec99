import type { OpenApiDocument } from '@busbar/wire'
import { type Operation, operationsOf } from './operations.ts'

const keywords: ReadonlySet<string> = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda None nonlocal not or pass raise return try while with yield True False self'.split(
    ' ',
  ),
)
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const safe = (name: string): string => (keywords.has(name) ? `${name}_` : name)
const returns = { json: 'Any', text: 'str', bytes: 'bytes', events: 'Iterator[Event]' } as const

/** A client of the API in one file of Python that needs nothing besides Python 3.9. */
export const pythonClient = (document: OpenApiDocument): string => {
  const byResource = Map.groupBy(operationsOf(document), ({ resource }) => resource)
  const classes = [...byResource].map(([resource, operations]) => {
    const methods = operations.map(methodOf)
    return `class _${resource[0]?.toUpperCase()}${resource.slice(1)}(_Resource):\n${methods.join('\n')}`
  })
  const resourceLines = [...byResource.keys()].map(
    (resource) => `        self.${snake(resource)} = _${resource[0]?.toUpperCase()}${resource.slice(1)}(self)`,
  )
  return [head, ...classes, clientOf(resourceLines.join('\n'))].join('\n\n')
}

const methodOf = ({ name, method, path, summary, variables, query, body, isBodyWhole, answer }: Operation): string => {
  const fields = [...variables, ...query, ...(body ?? [])]
  const parameters = [
    ...fields.filter(({ isRequired }) => isRequired).map((field) => `${safe(field.name)}: Any`),
    ...fields.filter(({ isRequired }) => !isRequired).map((field) => `${safe(field.name)}: Any = UNSET`),
  ]
  const signature = parameters.length === 0 ? 'self' : `self, *, ${parameters.join(', ')}`
  const pairs = (items: readonly { name: string }[]): string =>
    `{${items.map((field) => `"${field.name}": ${safe(field.name)}`).join(', ')}}`
  const sent = isBodyWhole ? 'body' : body === null ? 'UNSET' : body.length === 0 ? 'None' : pairs(body)
  const text = summary.replaceAll('\\', '\\\\').replaceAll('"', "'")
  return `    def ${safe(snake(name))}(${signature}) -> ${returns[answer]}:
        """${text}. ${method} ${path}"""
        return self._busbar._${answer}("${method}", "${path}", ${pairs(variables)}, ${pairs(query)}, ${sent})
`
}

const head = `"""Client of the Busbar API, made from its description by the installation that serves it. Standard library only.

    from busbar import Busbar

    busbar = Busbar("https://busbar.example.org", api_key="...", password="...")
    for org in busbar.sessions.user_orgs():
        print(org["orgName"])

Fields have the names that the reference of the API has; behind one that is a word of Python stands "_". What is left out is not sent.
What the service refuses is raised as BusbarError.
"""
from __future__ import annotations

import base64
import gzip
import json
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator, NamedTuple, Optional

__all__ = ["Busbar", "BusbarError", "Event", "UNSET"]


class _Unset:
    def __repr__(self) -> str:
        return "UNSET"


#: A field that is not sent; None is sent as null.
UNSET = _Unset()


class BusbarError(Exception):
    """The service refused: code as in the reference, such as ObjectNotFound; status of HTTP; seconds to wait where it says so."""

    def __init__(self, code: str, message: str, status: int, retry_after: Optional[int] = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.retry_after = retry_after


class Event(NamedTuple):
    """One event of a stream; with its id as last_event_id a stream goes on behind it."""

    id: Optional[str]
    type: str
    data: Any


class _Resource:
    def __init__(self, busbar: "Busbar") -> None:
        self._busbar = busbar
`

const clientOf = (resourceLines: string): string => `class Busbar:
    """The API of one installation, with an API key or with the token of a session."""

    def __init__(
        self,
        url: str,
        *,
        api_key: Optional[str] = None,
        password: Optional[str] = None,
        token: Optional[str] = None,
        timeout_sec: float = 60,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._url = url.rstrip("/") + "/api/v1"
        self._timeout_sec = timeout_sec
        self._ssl_context = ssl_context
        self._headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
        self.last_event_id: Optional[str] = None
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        elif api_key is not None and password is not None:
            pair = base64.b64encode(f"{api_key}:{password}".encode()).decode()
            self._headers["Authorization"] = f"Basic {pair}"
${resourceLines}

    def _open(self, method: str, path: str, variables: Dict[str, Any], query: Dict[str, Any], body: Any, more: Dict[str, str]) -> Any:
        for name, value in variables.items():
            path = path.replace("{" + name + "}", urllib.parse.quote(_text(value), safe=""))
        asked = {name: _text(value) for name, value in query.items() if value is not UNSET}
        url = self._url + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        data = None
        if body is not UNSET:
            if isinstance(body, dict):
                body = {name: value for name, value in body.items() if value is not UNSET}
            data = json.dumps(body).encode()
        request = urllib.request.Request(url, data, {**self._headers, **more}, method=method)
        try:
            return urllib.request.urlopen(request, timeout=self._timeout_sec, context=self._ssl_context)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None

    def _bytes(self, method: str, path: str, variables: Dict[str, Any], query: Dict[str, Any], body: Any) -> bytes:
        with self._open(method, path, variables, query, body, {}) as answer:
            return _unpacked(answer)

    def _text(self, method: str, path: str, variables: Dict[str, Any], query: Dict[str, Any], body: Any) -> str:
        return self._bytes(method, path, variables, query, body).decode()

    def _json(self, method: str, path: str, variables: Dict[str, Any], query: Dict[str, Any], body: Any) -> Any:
        return json.loads(self._bytes(method, path, variables, query, body))

    def _events(self, method: str, path: str, variables: Dict[str, Any], query: Dict[str, Any], body: Any) -> Iterator[Event]:
        more = {"Accept-Encoding": "identity"}
        if self.last_event_id is not None:
            more["Last-Event-ID"] = self.last_event_id
        with self._open(method, path, variables, query, body, more) as answer:
            fields: Dict[str, str] = {}
            for line in answer:
                name, _, value = line.decode().rstrip("\\r\\n").partition(":")
                if name:
                    fields[name] = value.lstrip()
                elif "data" in fields:
                    self.last_event_id = fields.get("id", self.last_event_id)
                    yield Event(fields.get("id"), fields.get("event", "message"), json.loads(fields["data"]))
                    fields = {}
                else:
                    fields = {}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set)):
        return ",".join(_text(one) for one in value)
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return str(value)


def _unpacked(answer: Any) -> bytes:
    data = answer.read()
    return gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data


def _refusal(error: urllib.error.HTTPError) -> BusbarError:
    wait = error.headers.get("Retry-After")
    retry_after = int(wait) if wait and wait.isdigit() else None
    try:
        said = json.loads(_unpacked(error))
        return BusbarError(said["errorCode"], said["errorMessage"], error.code, retry_after)
    except (ValueError, KeyError, TypeError):
        return BusbarError("Unreadable", str(error.reason), error.code, retry_after)
`
