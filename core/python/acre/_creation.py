"""New arrays."""

from . import _acre
from ._fuse import TracedArray
from .exceptions import DTypeError, ValueError

__all__ = ['arange', 'array', 'asarray', 'bartlett', 'blackman', 'empty', 'empty_like', 'eye', 'full', 'full_like', 'geomspace',
           'hamming', 'hanning', 'identity', 'kaiser', 'linspace', 'logspace', 'meshgrid', 'ones', 'ones_like', 'tri', 'vander',
           'zeros', 'zeros_like']


def _check_order(order):
    if order not in ('C', 'K', 'A', None):
        raise ValueError(f"order is 'C', not {order!r}: new arrays are in C order; the .T of one with the shape reversed is in Fortran's")


def asarray(obj, /, dtype=None, *, device=None, copy=None, order='C'):
    """An array of nested lists, numbers, or what another library has. On a CPU the memory of a NumPy array is shared where it may be
    written; `copy=True` copies always, and `copy=False` raises where a copy would be."""
    _check_order(order)
    return _acre.asarray(obj, dtype, device, copy)


def array(obj, /, dtype=None, *, device=None, copy=True, order='C', ndmin=0):
    """As asarray(), with elements of its own."""
    _check_order(order)
    made = _acre.asarray(obj, dtype, device, copy or None)
    return made if made.ndim >= ndmin else _acre.reshape(made, (1,) * (ndmin - made.ndim) + made.shape)


def empty(shape, dtype=None, *, device=None, order='C'):
    """Uninitialised elements, float64 by default."""
    _check_order(order)
    return _acre.empty(shape, dtype or 'float64', device)


def zeros(shape, dtype=None, *, device=None, order='C'):
    _check_order(order)
    return _acre.full(shape, 0, dtype or 'float64', device)


def ones(shape, dtype=None, *, device=None, order='C'):
    _check_order(order)
    return _acre.full(shape, 1, dtype or 'float64', device)


def full(shape, fill_value, dtype=None, *, device=None, order='C'):
    """Every element the same, in the dtype of the value by default."""
    _check_order(order)
    if isinstance(fill_value, _acre.ndarray):
        return _acre.asarray(_acre.copy(_acre.broadcast_to(fill_value, shape)), dtype, device, None)
    return _acre.full(shape, fill_value, dtype, device)


def _like(x, dtype, device, shape):
    return x.shape if shape is None else shape, dtype or x.dtype, device or x.device


def _filled_like(x, value, dtype, device, shape):
    """Of what is no array: one that is traced, and lists."""
    if isinstance(x, TracedArray):
        return x.full_like(value, dtype, device, shape)
    if isinstance(x, _acre.Ragged):
        if device is not None or shape is not None:
            raise DTypeError('lists like others have their lengths and their device: shape= and device= are of arrays, x.content say')
        return _acre.lists_holding(x, full_like(x.content, value, dtype))
    raise DTypeError(f'an acre.ndarray is wanted, not {type(x).__name__}: acre.asarray(x) makes one')


def empty_like(x, /, dtype=None, *, device=None, shape=None):
    return _acre.empty(*_like(x, dtype, device, shape))


def zeros_like(x, /, dtype=None, *, device=None, shape=None):
    if not isinstance(x, _acre.ndarray):
        return _filled_like(x, 0, dtype, device, shape)
    shape, dtype, device = _like(x, dtype, device, shape)
    return _acre.full(shape, 0, dtype, device)


def ones_like(x, /, dtype=None, *, device=None, shape=None):
    if not isinstance(x, _acre.ndarray):
        return _filled_like(x, 1, dtype, device, shape)
    shape, dtype, device = _like(x, dtype, device, shape)
    return _acre.full(shape, 1, dtype, device)


def full_like(x, /, fill_value, dtype=None, *, device=None, shape=None):
    if not isinstance(x, _acre.ndarray):
        return _filled_like(x, fill_value, dtype, device, shape)
    shape, dtype, device = _like(x, dtype, device, shape)
    return full(shape, fill_value, dtype, device=device)


def arange(start, /, stop=None, step=1, dtype=None, *, device=None):
    """start, start + step, … before stop; arange(n) is 0, 1, … n - 1. int64 of integers, else float64."""
    if stop is None:
        start, stop = 0, start
    return _acre.arange(start, stop, step, dtype, device)


def _sequence(made, dtype):
    return made if dtype is None else _acre.astype(made, dtype)


def linspace(start, stop, /, num=50, *, dtype=None, device=None, endpoint=True):
    """num numbers from start to stop, the same distance apart."""
    return _sequence(_acre.linspace(start, stop, num, endpoint, device), dtype)


def logspace(start, stop, /, num=50, *, endpoint=True, base=10.0, dtype=None, device=None):
    """base to the powers of linspace(start, stop, num)."""
    return _sequence(_acre.logspace(start, stop, num, endpoint, base, device), dtype)


def geomspace(start, stop, /, num=50, *, endpoint=True, dtype=None, device=None):
    """num numbers from start to stop, each the same multiple of the one before."""
    return _sequence(_acre.geomspace(start, stop, num, endpoint, device), dtype)


def eye(n_rows, n_cols=None, /, k=0, *, dtype=None, device=None):
    """Ones on a diagonal, zeros elsewhere."""
    return _acre.eye(n_rows, n_rows if n_cols is None else n_cols, k, dtype or 'float64', device)


def identity(n, dtype=None, *, device=None):
    return eye(n, dtype=dtype, device=device)


def tri(n_rows, n_cols=None, /, k=0, *, dtype=None, device=None):
    """Ones at and below a diagonal, zeros above."""
    return _acre.tri(n_rows, n_rows if n_cols is None else n_cols, k, dtype or 'float64', device)


def vander(x, /, N=None, *, increasing=False):
    """Powers of x's elements, a row for each."""
    return _acre.vander(x, N, increasing)


def meshgrid(*arrays, indexing='xy'):
    """The coordinates of a grid's points, an array for each axis."""
    if indexing not in ('xy', 'ij'):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    return tuple(_acre.copy(x) for x in _acre.meshgrid(arrays, indexing == 'xy')) if arrays else ()


def hanning(M, *, device=None):
    return _acre.window('hanning', M, 0.0, device)


def hamming(M, *, device=None):
    return _acre.window('hamming', M, 0.0, device)


def blackman(M, *, device=None):
    return _acre.window('blackman', M, 0.0, device)


def bartlett(M, *, device=None):
    return _acre.window('bartlett', M, 0.0, device)


def kaiser(M, beta, *, device=None):
    return _acre.window('kaiser', M, beta, device)
