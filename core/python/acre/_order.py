"""Sorting, searching and sets."""

from collections import namedtuple

from . import _acre

__all__ = ['argpartition', 'argsort', 'intersect1d', 'isin', 'lexsort', 'partition', 'searchsorted', 'setdiff1d', 'setxor1d', 'sort',
           'top_k', 'union1d', 'unique', 'unique_all', 'unique_counts', 'unique_inverse', 'unique_values']

UniqueAllResult = namedtuple('UniqueAllResult', 'values indices inverse_indices counts')
UniqueCountsResult = namedtuple('UniqueCountsResult', 'values counts')
UniqueInverseResult = namedtuple('UniqueInverseResult', 'values inverse_indices')
TopKResult = namedtuple('TopKResult', 'values indices')


def sort(x, /, axis=-1, *, descending=False, stable=True):
    """A sorted copy, NaN last; always stable."""
    return _acre.sort(x, axis, descending)


def argsort(x, /, axis=-1, *, descending=False, stable=True):
    """The indices that sort; always stable."""
    return _acre.argsort(x, axis, descending)


def partition(x, kth, /, axis=-1):
    """A copy with the kth element where sorting would put it, smaller ones in front."""
    return _acre.partition(x, kth, axis, False)


def argpartition(x, kth, /, axis=-1):
    return _acre.partition(x, kth, axis, True)


def top_k(x, k, /, *, axis=-1):
    """The k largest elements, the largest first, and their indices."""
    return TopKResult(*_acre.top_k(x, k, axis))


def lexsort(keys, axis=-1):
    """The indices that sort by several keys, by the last one first."""
    return _acre.lexsort(keys, axis)


def searchsorted(x1, x2, /, side='left', *, sorter=None):
    """Where the elements of x2 belong among those of x1, which are sorted."""
    return _acre.searchsorted(x1, x2, side, sorter)


def _all(x, axis=None):
    values, indices, inverse, counts = _acre.unique_all(x, axis)
    return UniqueAllResult(values, indices, _acre.reshape(inverse, x.shape) if axis is None else inverse, counts)


def unique_all(x, /):
    """Unique elements in order, where each is first, which of them each element is, and how often each is there."""
    return _all(x)


def unique_counts(x, /):
    values, _, _, counts = _all(x)
    return UniqueCountsResult(values, counts)


def unique_inverse(x, /):
    values, _, inverse, _ = _all(x)
    return UniqueInverseResult(values, inverse)


def unique_values(x, /):
    return _acre.unique(x, None)


def unique(x, /, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """Unique elements in order, or slices along an axis; with what is asked for besides."""
    if not (return_index or return_inverse or return_counts):
        return _acre.unique(x, axis)
    values, indices, inverse, counts = _all(x, axis)
    return (values,) + (indices,) * return_index + (inverse,) * return_inverse + (counts,) * return_counts


def isin(x1, x2, /, *, assume_unique=False, invert=False):
    """Whether each element of x1 is among those of x2, an array or a list."""
    if not isinstance(x2, _acre.ndarray):
        x2 = _acre.asarray(x2, None, x1.device, None)
    return _acre.isin(x1, x2, invert)


def intersect1d(x1, x2, /):
    return _acre.set_operation('intersect1d', x1, x2)


def union1d(x1, x2, /):
    return _acre.set_operation('union1d', x1, x2)


def setdiff1d(x1, x2, /):
    return _acre.set_operation('setdiff1d', x1, x2)


def setxor1d(x1, x2, /):
    return _acre.set_operation('setxor1d', x1, x2)
