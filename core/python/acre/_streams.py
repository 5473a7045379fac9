"""Streams, events, memory and times of a device, by CuPy's names."""

import math

from . import _acre
from ._acre import Event, MemoryPool, Stream

__all__ = ['Event', 'MemoryPool', 'Stream', 'benchmark', 'empty_like_pinned', 'empty_pinned', 'get_current_stream',
           'get_default_memory_pool', 'get_default_pinned_memory_pool', 'get_elapsed_time', 'zeros_like_pinned', 'zeros_pinned']


def get_current_stream():
    """The stream that this thread has entered or uses, else the null stream of the default device."""
    return _acre.get_current_stream()


def get_elapsed_time(start_event, end_event):
    """Milliseconds from an event to a later one of its device. Waits for both."""
    return start_event.elapsed_time(end_event)


def get_default_memory_pool(device=None):
    """The memory of a device, from which all of its arrays take theirs."""
    return _acre.get_default_memory_pool(device)


def get_default_pinned_memory_pool(device=None):
    """The memory of the host from which a device copies by itself; on a CPU that of its arrays."""
    return _acre.get_default_pinned_memory_pool(device)


def empty_pinned(shape, dtype='float64', *, device=None):
    """A NumPy array in memory from which a GPU copies by itself (x.set(n)), uninitialised; on a CPU one as any other. Making one takes
    long: make few and use them again."""
    import numpy
    return numpy.asarray(_acre.empty_pinned(shape, dtype, device))


def zeros_pinned(shape, dtype='float64', *, device=None):
    made = empty_pinned(shape, dtype, device=device)
    made[...] = 0
    return made


def empty_like_pinned(x, /, *, device=None):
    """empty_pinned() of the shape and dtype of an array, of acre or NumPy."""
    return empty_pinned(x.shape, x.dtype.name, device=device)


def zeros_like_pinned(x, /, *, device=None):
    return zeros_pinned(x.shape, x.dtype.name, device=device)


def malloc(self, size):
    """So many bytes of the pool's device, as an array."""
    return _acre.empty(size, 'uint8', None)


MemoryPool.malloc = malloc
del malloc


class _Times:
    """What benchmark() measured: arrays of seconds, cpu_times of each call on the host and gpu_times, of shape (1, calls), on the stream.
    Printed, a table of mean, standard deviation, minimum, median and maximum."""

    def __init__(self, name, cpu_times, gpu_times, table):
        self.name = name
        self.cpu_times = _acre.asarray(cpu_times, 'float64', 'serial', None)
        self.gpu_times = _acre.reshape(_acre.asarray(gpu_times, 'float64', 'serial', None), (1, len(gpu_times)))
        self._table = table

    def __repr__(self):
        return self._table

    to_str = __str__ = __repr__


def benchmark(func, args=(), kwargs={}, n_repeat=10000, *, name=None, n_warmup=10, max_duration=math.inf, device=None):
    """The time of func(*args, **kwargs) on the host and on the current stream, or on that of a device: cupyx.profiler.benchmark.

    Calls it n_warmup times, and then n_repeat times at most, or for max_duration seconds, each between two events and waited for. The
    host's time ends where func returns, which on a GPU is before the work is done.
    """
    if name is None:
        name = getattr(func, '__name__', type(func).__name__)
    cpu_times, gpu_times, table = _acre.benchmark(lambda: func(*args, **kwargs), n_repeat, n_warmup, max_duration, name, device)
    return _Times(name, cpu_times, gpu_times, table)
