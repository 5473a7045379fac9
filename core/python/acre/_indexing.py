"""Elements by index arrays and conditions."""

from . import _acre

__all__ = ['argwhere', 'choose', 'compress', 'extract', 'flatnonzero', 'nonzero', 'put', 'put_along_axis', 'scatter_add', 'scatter_max',
           'scatter_min', 'take', 'take_along_axis', 'unravel_index']


def take(x, indices, /, axis=None, *, mode='raise'):
    """Elements, or slices along an axis; an index out of bounds raises, or is wrapped or clipped by `mode`."""
    return _acre.take(x, indices, axis, mode)


def take_along_axis(x, indices, /, axis=-1):
    """Elements at an index each along an axis, as argsort() gives them."""
    return _acre.take_along_axis(x, indices, axis)


def put(x, indices, values, /, mode='raise'):
    """Writes elements, counted in C order."""
    _acre.put(x, indices, values, mode)


def put_along_axis(x, indices, values, /, axis):
    _acre.put_along_axis(x, indices, values, axis)


def compress(condition, x, /, axis=None):
    """The slices whose condition is true."""
    return _acre.compress(condition, x, axis)


def extract(condition, x, /):
    """The elements whose condition is true, in C order."""
    return _acre.compress(_acre.ravel(condition), _acre.ravel(x), 0)


def choose(index, choices, /, mode='raise'):
    """From several choices the one that each index names."""
    return _acre.choose(index, choices, mode)


def nonzero(x, /):
    """Where elements are not zero: an array of indices for each axis."""
    return _acre.nonzero(x)


def argwhere(x, /):
    return _acre.argwhere(x)


def flatnonzero(x, /):
    return _acre.flatnonzero(x)


def unravel_index(indices, shape, /):
    """The indices along each axis of elements that are counted in C order."""
    return _acre.unravel_index(indices, shape)


def scatter_add(x, index, values, /):
    """x[index] += values where every duplicate counts, NumPy's add.at; in the order of sum()."""
    _acre.add_at(x, index, values)


def scatter_max(x, index, values, /):
    """NumPy's maximum.at."""
    _acre.maximum_at(x, index, values)


def scatter_min(x, index, values, /):
    """NumPy's minimum.at."""
    _acre.minimum_at(x, index, values)
