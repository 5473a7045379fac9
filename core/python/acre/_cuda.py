"""acre.cuda: a device, and CuPy's names of cupy.cuda, which stand for the device in use, so that a program for CuPy runs on a CPU too."""

import contextlib
import types

import acre

from . import _acre, exceptions
from ._acre import Device as _Device

# what cupy.cuda has of what acre has itself
_OF_ACRE = ('Stream', 'Event', 'MemoryPool', 'get_current_stream', 'get_elapsed_time')
_OF_STREAM = ('Stream', 'Event', 'get_current_stream', 'get_elapsed_time')


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
    def setDevice(number):
        Cuda.Device(number).use()

    @staticmethod
    def deviceSynchronize():
        _acre.default_device().synchronize()

    @staticmethod
    def memGetInfo():
        """Bytes that are free, and all, of the device in use."""
        return _acre.default_device().mem_info

    @staticmethod
    def getDeviceProperties(number=0):
        """What is known of a device by CUDA's names."""
        facts = Cuda.Device(number).attributes
        major, _, minor = facts['compute_capability'].partition('.')
        return {'name': facts['name'].encode(), 'totalGlobalMem': facts['memory'], 'multiProcessorCount': facts['multiprocessors'],
                'warpSize': facts['warp_size'], 'maxThreadsPerBlock': facts['max_threads_per_block'], 'l2CacheSize': facts['cache'],
                'sharedMemPerBlock': facts['max_shared_memory_per_block'], 'major': int(major or 0), 'minor': int(minor or 0)}


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

    @staticmethod
    def PinnedMemoryPool(allocator=None):
        return _acre.get_default_pinned_memory_pool(None)

    @staticmethod
    def alloc_pinned_memory(size):
        """So many bytes of pinned memory, as NumPy's array."""
        return acre.empty_pinned(size, 'uint8')

    @staticmethod
    def set_allocator(allocator=None):
        """Nothing: all arrays of a device have its memory from one pool. For CuPy's sake."""

    set_pinned_memory_allocator = set_allocator

    @staticmethod
    @contextlib.contextmanager
    def using_allocator(allocator=None):
        """Nothing, as set_allocator()."""
        yield

    def __getattr__(self, name):
        if name in _OF_ACRE:
            return getattr(acre, name)
        if name == 'stream':
            return types.SimpleNamespace(**{each: getattr(acre, each) for each in _OF_STREAM})
        raise AttributeError(f"acre.cuda has no '{name}'")


def use(self):
    """Makes it the device of arrays that name none, to the program's end or the next use()."""
    _acre.set_default_device(self)
    return self


_Device.use = use
