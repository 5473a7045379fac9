"""Files: NumPy's .npy and .npz, by acre::io."""

import errno
import os

from . import _acre, exceptions
from ._creation import asarray

__all__ = ['load', 'save', 'savez', 'savez_compressed']


def save(file, x):
    """An array as NumPy's .npy, whose name gets `.npy` where it has not. What was there stays until all is written. Waits."""
    _acre.save_npy(_named(file, '.npy'), asarray(x))


def savez(file, *arrays, **named):
    """Arrays as NumPy's .npz, by their names, or arr_0, arr_1, …; as save()."""
    _savez(file, arrays, named, False)


def savez_compressed(file, *arrays, **named):
    """The same, deflated."""
    _savez(file, arrays, named, True)


def load(file, *, device=None):
    """What save() or NumPy wrote: an array of .npy, a dictionary of arrays of .npz. Waits."""
    path = _path(file)
    try:
        with open(path, 'rb') as opened:
            packed = opened.read(2) == b'PK'
    except FileNotFoundError:
        raise exceptions.FileNotFoundError(errno.ENOENT, 'No such file or directory', path) from None
    except OSError as error:
        raise exceptions.FileError(error.errno, error.strerror, path) from None
    return _acre.load_npz(path, device) if packed else _acre.load_npy(path, device)


def _savez(file, arrays, named, compressed):
    entries = {f'arr_{n}': x for n, x in enumerate(arrays)}
    for name in named:
        if name in entries:
            raise exceptions.ValueError(f'Cannot use un-named variables and keyword {name}')
    entries.update(named)
    _acre.save_npz(_named(file, '.npz'), list(entries), [asarray(x) for x in entries.values()], compressed)


def _path(file):
    try:
        return os.fsdecode(os.fspath(file))
    except TypeError:
        raise exceptions.DTypeError(f'a file is named by its path, not by {type(file).__name__}: an open file is numpy.save(file, acre.asnumpy(x)) and '
                                    'acre.asarray(numpy.load(file))') from None


def _named(file, suffix):
    path = _path(file)
    return path if path.endswith(suffix) else path + suffix
