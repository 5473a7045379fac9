"""The methods of arrays, which are the functions of the same names."""

import acre

from . import _acre
from ._acre import ndarray
from ._integers import is_integer
from .exceptions import DTypeError, ValueError


for _name in ('all any argmax argmin argpartition argsort choose clip compress conj conjugate copy cumprod cumsum diagonal dot max mean min '
              'nonzero partition prod ptp put ravel repeat round searchsorted squeeze std sum swapaxes take trace var').split():
    setattr(ndarray, _name, getattr(acre, _name))


def _shape(given):
    return given[0] if len(given) == 1 and not is_integer(given[0]) else given


def reshape(self, *shape, order='C', copy=None):
    return acre.reshape(self, _shape(shape), order, copy=copy)


def transpose(self, *axes):
    return _acre.transpose(self, _shape(axes) if axes else None)


def astype(self, dtype, *, copy=True):
    return acre.astype(self, dtype, copy=copy)


def flatten(self, order='C'):
    return _acre.copy(acre.ravel(self, order))


def fill(self, value):
    """Every element becomes the value."""
    self[...] = value


def sort(self, axis=-1):
    """Sorts in place."""
    self[...] = _acre.sort(self, axis, False)


def get(self, stream=None, order='C', out=None, blocking=True):
    """acre.asnumpy(self)."""
    return acre.asnumpy(self, stream, order, out)


def set(self, array, stream=None):
    """Elements from a NumPy array of the same shape and dtype, on a stream."""
    if stream is not None:
        with stream:
            return set(self, array)
    if array.shape != self.shape or array.dtype != self.dtype.name:
        raise ValueError(f'set: an array of shape {self.shape} and dtype {self.dtype} is wanted, not {array.shape} and {array.dtype}')
    self[...] = array


def __format__(self, spec):
    """Of an array without axes as of its number: f'{x.sum():.3f}'. Waits."""
    return format(self.item(), spec) if spec and self.ndim == 0 else object.__format__(self, spec)


def __divmod__(self, other):
    return acre.divmod(self, other)


def __rdivmod__(self, other):
    return acre.divmod(other, self)


def to_device(self, device, /, *, stream=None):
    """The elements on another device; self where it lies there."""
    return _acre.asarray(self, None, device, None)


def __array_namespace__(self, *, api_version=None):
    if api_version is not None and api_version not in ('2021.12', '2022.12', '2023.12', '2024.12', '2025.12'):
        raise ValueError(f'acre has no version {api_version!r} of the array API')
    return acre


def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    return _acre.to_dlpack(self, stream, max_version, dl_device, copy)


def __dlpack_device__(self):
    return _acre.dlpack_device(self)


def __array__(self, dtype=None, copy=None):
    import numpy
    if not _acre.is_on_host(self):
        raise DTypeError(f'an array on {self.device} becomes no NumPy array unasked: acre.asnumpy(x) copies it')
    return numpy.array(memoryview(self), dtype=dtype, copy=copy)


def __array_ufunc__(self, ufunc, method, *inputs, out=None, **named):
    """numpy.sin(x) is acre.sin(x); NumPy's own arrays beside acre's are refused."""
    import numpy
    inputs = [x[()] if isinstance(x, numpy.ndarray) else x for x in inputs]  # NumPy's numbers compare themselves as arrays
    if any(isinstance(x, numpy.ndarray) for x in inputs):
        raise DTypeError(f"{ufunc.__name__}: an array of NumPy's beside one of acre's. acre.asarray(n) is acre's array of it, "
                        "acre.asnumpy(x) NumPy's")
    function = getattr(acre, ufunc.__name__, None)
    fits = all(isinstance(x, ndarray) or _acre.is_number(x) or _acre.is_numpy_scalar(x) for x in inputs)
    if method != '__call__' or function is None or not fits or named:
        return NotImplemented
    if out is None:
        return function(*inputs)
    return function(*inputs, out=out[0]) if len(out) == 1 else NotImplemented


def _restored(data, dtype, shape, device):
    return _acre.from_bytes(data, dtype, shape, device)


def __reduce__(self):
    return _restored, (self.tobytes(), self.dtype.name, self.shape, str(self.device))


for _function in (reshape, transpose, astype, flatten, fill, sort, get, set, to_device, __format__, __divmod__, __rdivmod__,
                  __array_namespace__, __dlpack__, __dlpack_device__,
                  __array__, __array_ufunc__, __reduce__):
    setattr(ndarray, _function.__name__, _function)

ndarray.__cuda_array_interface__ = property(lambda self: _acre.cuda_array_interface(self), doc='Of arrays on CUDA: version 3.')
ndarray.T = property(lambda self: _acre.transpose(self, None), doc='The axes in reverse order: a view.')
ndarray.mT = property(lambda self: acre.matrix_transpose(self), doc='The last two axes exchanged: a view.')
ndarray.real = property(lambda self: acre.real(self), doc='The real parts.')
ndarray.imag = property(lambda self: acre.imag(self), doc='The imaginary parts.')
