"""Between acre's arrays and those of other libraries."""

from . import _acre
from .exceptions import ShapeError

__all__ = ['asnumpy', 'from_dlpack', 'get_array_module']


def from_dlpack(x, /, *, device=None, copy=None):
    """The array of another library, in the same memory: of a CPU on acre's host, of CUDA on acre.cuda. Read-only memory is copied."""
    return _acre.from_dlpack(x, device, copy)


def asnumpy(x, /, stream=None, order='C', out=None, *, blocking=True):
    """A NumPy array with elements of its own, from any device, or those of `out`, of the same shape; `stream` is the one that copies.
    Waits, whatever `blocking` says."""
    import numpy
    if stream is not None:
        with stream:
            return asnumpy(x, None, order, out)
    if isinstance(x, _acre.ndarray):
        x = numpy.frombuffer(bytearray(x.tobytes()), dtype=x.dtype.name).reshape(x.shape)
    if out is not None:
        if out.shape != numpy.shape(x):
            raise ShapeError(f'out= has the shape {out.shape}, and the array {numpy.shape(x)}')
        out[...] = x
        return out
    return numpy.asarray(x, order=order)


def get_array_module(*arrays):
    """acre where one of the arguments is its array, else numpy."""
    if any(isinstance(x, _acre.ndarray) for x in arrays):
        import acre
        return acre
    import numpy
    return numpy
