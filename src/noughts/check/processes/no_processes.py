"""`forbid_processes`: this process may start no other one from now on, threads excepted.

A limit on the number of processes does not hold root. A filter of system calls does.
"""

import ctypes
import errno
import platform
import struct
import sys

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CLONE = {"x86_64": 56, "aarch64": 220}
_CLONE3 = 435
_FORKS = {"x86_64": (57, 58), "aarch64": ()}  # fork, vfork
_CLONE_THREAD = 0x10000
_X32 = 0x40000000
# Berkeley Packet Filter, as linux/bpf_common.h numbers it.
_LOAD, _IS, _HAS, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def forbid_processes() -> bool:
    """Let every start of a process fail; return whether this system can do that."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in _ARCHITECTURES:
        return False
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    steps = [
        (_LOAD, 0, 0, 4),
        (_IS, 1, 0, _ARCHITECTURES[machine]),
        refuse,
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _X32),
        refuse,
    ]
    for number in _FORKS[machine]:
        steps += [(_IS, 0, 1, number), refuse]
    steps += [
        # Libraries take clone instead of a clone3 that does not exist; its flags can be read here.
        (_IS, 0, 1, _CLONE3),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
        (_IS, 1, 0, _CLONE[machine]),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, 16),
        (_HAS, 1, 0, _CLONE_THREAD),
        refuse,
        (_RETURN, 0, 0, _ALLOW),
    ]
    written = b"".join(struct.pack("=HBBI", *step) for step in steps)
    library = ctypes.CDLL(None, use_errno=True)
    program = _Program(len(steps), written)
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    return not library.prctl(_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)
