"""Between acre's arrays and those of other libraries."""

from . import _acre

__all__ = ['asnumpy', 'from_dlpack', 'get_array_module']


def from_dlpack(x, /, *, device=None, copy=None):
    """The array of another library, in the same memory: of a CPU on acre's host, of CUDA on acre.cuda. Read-only memory is copied."""
    return _acre.from_dlpack(x, device, copy)


def asnumpy(x, /):
    """A NumPy array with elements of its own, from any device. Waits."""
    import numpy
    if not isinstance(x, _acre.ndarray):
        return numpy.asarray(x)
    return numpy.frombuffer(bytearray(x.tobytes()), dtype=x.dtype.name).reshape(x.shape)


def get_array_module(*arrays):
    """acre where one of the arguments is its array, else numpy."""
    if any(isinstance(x, _acre.ndarray) for x in arrays):
        import acre
        return acre
    import numpy
    return numpy
