"""Compile the modules of Pyodide's library that it loads whenever it starts.

This runs in Pyodide itself, so that its Python can load the code. There, compiling them at each
start would take longer than all else. `library.ts` puts the library in `OLD`, and takes it from
`NEW`.
"""

import marshal
import sys
import zipfile
from importlib.util import MAGIC_NUMBER

OLD, NEW = "/old.zip", "/new.zip"
FOLDER = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"
#: Of a file of bytecode whose source is not looked at: its flags, and a hash that nobody reads.
HEAD = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)

loaded = {getattr(module, "__file__", None) for module in sys.modules.values()}
with zipfile.ZipFile(OLD) as old, zipfile.ZipFile(NEW, "w", compresslevel=9) as new:
    for info in old.infolist():
        content, path = old.read(info), FOLDER + info.filename
        if path in loaded:
            # Without docstrings, which weigh as much as the code.
            code = compile(content, path, "exec", dont_inherit=True, optimize=2)
            content = HEAD + marshal.dumps(code)
            info = zipfile.ZipInfo(f"{info.filename}c", info.date_time)  # noqa: PLW2901
        info.compress_type = zipfile.ZIP_DEFLATED
        new.writestr(info, content)
