"""acre.cuda: a device, and CuPy's names of cupy.cuda, which stand for the device in use, so that a program for CuPy runs on a CPU too."""

import acre

from . import _acre, exceptions
from ._acre import Device as _Device

# what cupy.cuda has of what acre has itself
_OF_ACRE = ('Stream', 'Event', 'MemoryPool', 'get_current_stream', 'get_elapsed_time')


def _kind():
    return str(_acre.default_device()).split(':')[0]


class _Runtime:
    """cupy.cuda.runtime."""

    @staticmethod
    def getDeviceCount():
        """How many devices there are of the kind in use: 1 of a CPU."""
        return max(1, sum(str(d).split(':')[0] == _kind() for d in _acre.devices()))

    @staticmethod
    def getDevice():
        return _acre.default_device().id

    @staticmethod
    def deviceSynchronize():
        _acre.default_device().synchronize()


class Cuda(_Device):
    """The device acre.cuda, which a build without CUDA refuses to work on. Its attributes are those of cupy.cuda that a program writes, and
    mean the device in use: Device(i), Stream, Event, runtime.getDeviceCount(), is_available()."""

    runtime = _Runtime()

    def __init__(self, name='cuda'):
        super().__init__(name)

    @staticmethod
    def Device(number=None):
        """The device of that number of the kind in use; without a number the one in use."""
        if number is None:
            return _acre.default_device()
        if _kind() in ('cuda', 'hip'):
            return _Device(_kind())(number)
        if number != 0:
            raise exceptions.BackendError(f'Device({number}): the device in use is {_acre.default_device()}, of which there is one')
        return _acre.default_device()

    @staticmethod
    def is_available():
        """Whether there is a GPU of CUDA or HIP."""
        return any(str(d).split(':')[0] in ('cuda', 'hip') for d in _acre.devices())

    def __getattr__(self, name):
        if name in _OF_ACRE:
            return getattr(acre, name)
        raise AttributeError(f"acre.cuda has no '{name}'")


def use(self):
    """Makes it the device of arrays that name none, to the program's end or the next use()."""
    _acre.set_default_device(self)
    return self


_Device.use = use
