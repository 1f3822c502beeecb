"""The file of a table: blocks, each with a digest.

The file::

    one line of JSON    format, rules, what each entry holds, and a checksum of the line itself
    the blocks          in the order of the layers from the full board back, each with
        a head              the stones of its layer, its number there, bytes, digest
        sizes of its pages  four bytes each
        its pages           each compressed by zlib
    the index           where each block begins, eight bytes each
    the end             where the index begins, and its digest

All numbers are little-endian. A digest covers the first line, the stones, the number and the rest
of the block, so a block of another table is rejected. During a build, the file only grows, block by
block. Whatever stops the build, the earlier blocks are whole, and the first broken one is detected.
The rules alone determine the content of a block, so it does not matter which machine sweeps it, or
when.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Sequence
from mmap import mmap
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import TableError
from noughts.core.rules import Rules
from noughts.solver.tablebase.shape import Block, Layer

Bytes = bytes | bytearray | memoryview | mmap

FORMAT = 2
MAGIC = "noughts table"
LINE = 1 << 16  #: the most bytes of the first line
LEVEL = 1  #: zlib's level; the best takes ten times as long for a file a tenth smaller
HEAD = struct.Struct("<IIQ16s")
END = struct.Struct("<Q16s")


class FoundBlock(NamedTuple):
    """A block in a file: the sizes of its pages, and where the first of them begins."""

    sizes: tuple[int, ...]
    start: int


def first_line(rules: Rules, entry: str) -> bytes:
    """Return the first line of a table's file."""
    content = {"magic": MAGIC, "format": FORMAT, "rules": str(rules), "entry": entry}
    checksum = zlib.crc32(json.dumps(content).encode())
    return json.dumps(content | {"checksum": checksum}).encode() + b"\n"


def read_first_line(start: bytes, name: str) -> tuple[str, str]:
    """Return the rules and the entry in the first line.

    Raises:
        TableError: This is not a table, or not one that this version reads.
    """
    try:
        content = json.loads(start.split(b"\n", 1)[0].rstrip(b"\0"))
    except ValueError:
        content = None
    if not isinstance(content, dict) or content.get("magic") != MAGIC:
        raise TableError.of(name, say("table file", "no table"))
    if content.get("format") != FORMAT:
        raise TableError.of(
            name, say("table file", "format", format=content.get("format"), known=FORMAT)
        )
    checksum = content.pop("checksum", None)
    if zlib.crc32(json.dumps(content).encode()) != checksum:
        raise TableError.of(name, say("table file", "damaged"))
    return content["rules"], content["entry"]


def compressed(values: memoryview, page: int) -> bytes:
    """Return the pages of a block and their sizes; all but the last have `page` bytes."""
    pages = [
        zlib.compress(values[start : start + page], LEVEL) for start in range(0, len(values), page)
    ]
    return struct.pack(f"<{len(pages)}I", *map(len, pages)) + b"".join(pages)


def whole_block(line: bytes, block: Block, body: bytes) -> bytes:
    """Return a block in the file's format."""
    return HEAD.pack(block.stones, block.number, len(body), _digest(line, block, body)) + body


def end(start: int, offsets: Sequence[int]) -> bytes:
    """Return the index and the end of a file whose blocks end at `start`."""
    index = struct.pack(f"<{len(offsets)}Q", *offsets)
    return index + END.pack(start, _sum(index))


def offsets_of(data: Bytes, blocks: int) -> tuple[int, ...] | None:
    """Return where the blocks of a finished file begin; None if its end is missing."""
    if len(data) < END.size:
        return None
    start, digest = END.unpack(data[len(data) - END.size :])
    index = data[start : len(data) - END.size]
    if len(index) != 8 * blocks or _sum(index) != digest:
        return None
    return struct.unpack(f"<{blocks}Q", index)


def find(data: Bytes, at: int, layer: Layer, block: Block) -> FoundBlock | None:
    """Read the head of the block at `at`; None if it is another block."""
    pages = -(-(block.end - block.start) // layer.page)
    start = at + HEAD.size + 4 * pages
    if start > len(data):
        return None
    stones, number, size, _ = HEAD.unpack(data[at : at + HEAD.size])
    sizes = struct.unpack(f"<{pages}I", data[at + HEAD.size : start])
    if (stones, number, size) != (block.stones, block.number, 4 * pages + sum(sizes)):
        return None
    return FoundBlock(sizes, start) if start + sum(sizes) <= len(data) else None


def holds(data: Bytes, at: int, line: bytes, block: Block, found: FoundBlock) -> bool:
    """Whether a block matches its digest."""
    body = data[at + HEAD.size : found.start + sum(found.sizes)]
    digest: bytes = HEAD.unpack(data[at : at + HEAD.size])[-1]
    return _digest(line, block, body) == digest


def page(data: Bytes, layer: Layer, block: Block, found: FoundBlock, number: int) -> bytes | None:
    """Return the values of a page; None if it is damaged."""
    start = found.start + sum(found.sizes[:number])
    rows = min(layer.page, block.end - block.start - number * layer.page)
    try:
        values = zlib.decompress(data[start : start + found.sizes[number]])
    except zlib.error:
        return None
    return values if len(values) == rows * layer.width else None


def values(data: Bytes, layer: Layer, block: Block) -> bytes:
    """Return the values of a whole block that matches its digest."""
    pages = -(-(block.end - block.start) // layer.page)
    sizes = struct.unpack(f"<{pages}I", data[HEAD.size : HEAD.size + 4 * pages])
    found = FoundBlock(sizes, HEAD.size + 4 * pages)
    return b"".join(page(data, layer, block, found, number) or b"" for number in range(pages))


def _digest(line: bytes, block: Block, body: Bytes) -> bytes:
    return _sum(line, struct.pack("<II", block.stones, block.number), body)


def _sum(*parts: Bytes) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.digest()
