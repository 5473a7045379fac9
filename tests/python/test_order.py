"""Sorting, searching, sets."""
import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, BOOL, FLOATS, INTEGERS, REALS, arrays, laid_out, on, same, same_outcome


@st.composite
def rows(draw, dtypes):
    """An array and an axis of it."""
    x = draw(arrays(dtypes, min_dims=1, max_dims=3))
    return x, draw(st.integers(-x.ndim, x.ndim - 1))


@given(drawn=rows(BOOL + REALS), data=st.data())
def test_sort(device, drawn, data):
    x, axis = drawn
    a = data.draw(laid_out(x))(on(device))
    same(acre.sort(a, axis), np.sort(x, axis, kind='stable'))
    same(acre.argsort(a, axis), np.argsort(x, axis, kind='stable'))
    same(acre.sort(a, None), np.sort(x, None))
    same_outcome(lambda: acre.sort(a, 5), lambda: np.sort(x, 5))
    if x.dtype.kind != 'f':
        backwards = acre.argsort(a, axis, descending=True)
        same(acre.take_along_axis(a, backwards, axis), np.flip(np.sort(x, axis), axis))
        same(acre.sort(a, axis, descending=True), np.flip(np.sort(x, axis), axis))
        ties = acre.asnumpy(backwards)  # the first of equal elements first
        key = np.take_along_axis(x, ties, axis)
        later = np.diff(ties, axis=axis) > 0
        equal = np.take(key, range(1, x.shape[axis]), axis) == np.take(key, range(x.shape[axis] - 1), axis) if x.shape[axis] else later
        assert np.all(later | ~equal)
    a.sort(axis)
    same(a, np.sort(x, axis))


@given(drawn=rows(REALS), data=st.data())
def test_partition(device, drawn, data):
    x, axis = drawn
    n = x.shape[axis]
    if n == 0:
        return
    k = data.draw(st.integers(-n, n - 1))
    a = on(device)(x)
    part = acre.asnumpy(acre.partition(a, k, axis))
    np.testing.assert_array_equal(np.take(part, k, axis), np.take(np.sort(x, axis), k, axis))
    np.testing.assert_array_equal(np.sort(part, axis), np.sort(x, axis))
    if x.dtype.kind != 'f':
        top = acre.top_k(a, abs(k), axis=axis)
        same(top.values, np.take(np.flip(np.sort(x, axis), axis), range(abs(k)), axis))
        same(acre.take_along_axis(a, top.indices, axis), acre.asnumpy(top.values))


@given(x=arrays(REALS, min_dims=1, max_dims=1), v=arrays(REALS, max_dims=2), side=st.sampled_from(['left', 'right']))
def test_searchsorted(device, x, v, side):
    x = np.sort(x)
    if np.result_type(x, v).kind == 'f' and x.dtype.kind + v.dtype.kind != 'ff':
        return  # NumPy's common dtype rounds
    same(acre.searchsorted(on(device)(x), on(device)(v), side), np.searchsorted(x, v, side))


@given(x=arrays(BOOL + INTEGERS + FLOATS, max_dims=3), y=arrays(INTEGERS, small=True, max_dims=2))
def test_sets(device, x, y):
    a, b = on(device)(x), on(device)(y)
    made, expected = acre.unique_all(a), np.unique_all(x)
    if not np.isnan(x.astype('float64')).any():
        for each, other in zip(made, expected):
            same(each, other)
        same(acre.unique_values(a), np.unique_values(x) if x.dtype.kind == 'f' else np.unique(x))
        same(acre.unique_counts(a).counts, np.unique_counts(x).counts)
        same(acre.unique_inverse(a).inverse_indices, np.unique_inverse(x).inverse_indices)
    for made, expected in zip(acre.unique(a, return_index=True, return_counts=True), np.unique(x, return_index=True, return_counts=True)):
        same(made, expected)
    if x.dtype.kind in 'iu' and x.dtype == y.dtype:
        same(acre.isin(a, b), np.isin(x, y))
        for name in ('intersect1d', 'union1d', 'setdiff1d', 'setxor1d'):
            same(getattr(acre, name)(a, b), getattr(np, name)(x, y))


def test_others(device):
    x = np.array([[2, 1, 2], [2, 1, 2], [0, 5, 1]])
    a = on(device)(x)
    same(acre.unique(a, axis=0), np.unique(x, axis=0))
    same(acre.lexsort([a[2], a[0]]), np.lexsort([x[2], x[0]]))
    same(acre.isin(a, 2, invert=True), np.isin(x, 2, invert=True))
    same(acre.searchsorted(acre.asarray([3.0, 1, 2]), acre.asarray([1.5]), sorter=acre.asarray([1, 2, 0])),
         np.searchsorted([3.0, 1, 2], [1.5], sorter=[1, 2, 0]))
    with pytest.raises(ValueError, match='side'):
        acre.searchsorted(a[0], a[0], 'middle')
    same(a.argsort(), x.argsort(kind='stable'))
    assert acre.result_type(acre.argsort(a)) == 'int64' and ALL
