"""What acre raises: each is Error and the one of Python's that NumPy raises in its place."""

import builtins


class Error(Exception):
    """Base of all of acre's errors."""


class IndexError(Error, builtins.IndexError):
    """An index that lies outside its axis, or an axis that the array does not have."""


class ShapeError(Error, builtins.ValueError):
    """Shapes that do not fit together, or a shape that an operation cannot take."""


class ValueError(Error, builtins.ValueError):
    """An argument's value that an operation cannot take."""


class OverflowError(ValueError, builtins.OverflowError):
    """A Python integer that a dtype cannot hold."""


class DTypeError(Error, builtins.TypeError):
    """A dtype that an operation cannot take."""


class LinAlgError(Error, builtins.ValueError):
    """A matrix that linear algebra cannot take or finish: singular, not square, not positive definite."""


class FileError(Error, builtins.OSError):
    """A file that cannot be read or written."""


class FileNotFoundError(FileError, builtins.FileNotFoundError):
    """A file that is not there."""


class OutOfMemory(Error, builtins.MemoryError):
    """Memory that could not be had."""


class LaunchError(Error, builtins.RuntimeError):
    """A launch that the device refused."""


class CompileError(Error, builtins.RuntimeError):
    """A kernel's text that does not compile; the message ends with the compiler's log."""


class BackendError(Error, builtins.RuntimeError):
    """A device that is not built or not present, or a failure of the vendor's runtime."""


class MismatchError(Error, builtins.AssertionError):
    """Two devices that give different results: of cross_check()."""
