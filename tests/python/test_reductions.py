"""Reductions, scans, statistics and histograms."""
import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, REALS, arrays, laid_out, on, same, same_outcome


@st.composite
def axes_of(draw, x):
    """None, an axis, or several."""
    if x.ndim == 0 or draw(st.booleans()) and draw(st.booleans()):
        return None
    axis = st.integers(-x.ndim, x.ndim - 1)
    several = st.lists(st.integers(0, x.ndim - 1), min_size=1, max_size=x.ndim, unique=True).map(tuple)
    return draw(st.one_of(axis, several))


#       dtypes, whether elements are small, how near
REDUCTIONS = {'sum': (BOOL + INTEGERS + FLOATS + COMPLEX, True, 1e-12), 'prod': (BOOL + INTEGERS + FLOATS, True, 1e-12), 'max': (BOOL + REALS, False, 0),
              'min': (BOOL + REALS, False, 0), 'mean': (BOOL + REALS, True, 1e-10), 'any': (ALL, False, 0), 'all': (ALL, False, 0),
              'nansum': (FLOATS, True, 1e-12), 'nanprod': (FLOATS, True, 1e-12), 'nanmax': (FLOATS, True, 0), 'nanmin': (FLOATS, True, 0),
              'count_nonzero': (ALL, False, 0)}


@pytest.mark.parametrize('name', REDUCTIONS)
@pytest.mark.filterwarnings('ignore')
@given(data=st.data())
def test_reductions(device, name, data):
    dtypes, small, rtol = REDUCTIONS[name]
    x = data.draw(arrays(dtypes, small=small))
    y = data.draw(laid_out(x))
    axis, keepdims = data.draw(axes_of(x)), data.draw(st.booleans())
    made = lambda: getattr(acre, name)(y(on(device)), axis, keepdims=keepdims)  # noqa: E731
    expected = lambda: getattr(np, name)(x, axis, keepdims=keepdims)  # noqa: E731
    if rtol == 0:
        same_outcome(made, expected)
        return
    a, b = made(), expected()
    assert a.dtype == np.asarray(b).dtype and a.shape == np.shape(b)
    single = np.asarray(b).dtype.name in ('float32', 'complex64')
    np.testing.assert_allclose(acre.asnumpy(a), b, rtol=1e-4 if single else 1e-11, atol=1e-3 if single else 1e-10)


@pytest.mark.parametrize('name', ['argmax', 'argmin'])
@given(data=st.data())
def test_positions(device, name, data):
    x = data.draw(arrays(BOOL + REALS))
    axis = data.draw(st.one_of(st.none(), st.integers(-x.ndim, x.ndim - 1))) if x.ndim else None
    keepdims = data.draw(st.booleans())
    same_outcome(lambda: getattr(acre, name)(on(device)(x), axis, keepdims=keepdims), lambda: getattr(np, name)(x, axis, keepdims=keepdims))


@pytest.mark.parametrize('name', ['var', 'std', 'nanvar', 'nanstd'])
@pytest.mark.filterwarnings('ignore')
@given(data=st.data())
def test_spreads(device, name, data):
    x = data.draw(arrays(FLOATS + ['int32'] if name in ('var', 'std') else FLOATS, small=True))
    axis, ddof = data.draw(axes_of(x)), data.draw(st.sampled_from([0, 1]))
    made, expected = getattr(acre, name)(on(device)(x), axis, ddof=ddof), getattr(np, name)(x, axis, ddof=ddof)
    assert made.dtype == np.asarray(expected).dtype and made.shape == np.shape(expected)
    np.testing.assert_allclose(acre.asnumpy(made), expected, rtol=1e-3, atol=1e-2 if made.dtype == 'float32' else 1e-9)


def test_options(device):
    x = np.arange(12.0).reshape(3, 4)
    a = on(device)(x)
    same(acre.sum(a, dtype='float32'), np.sum(x, dtype='float32'))
    same(acre.sum(a, 1, initial=10, where=a > 2), np.sum(x, 1, initial=10, where=x > 2))
    same(acre.max(a, 0, initial=5), np.max(x, 0, initial=5))
    same(acre.mean(a, where=a > 2), np.mean(x, where=x > 2))
    same(a.sum(0), x.sum(0))
    same(a.max(axis=1, keepdims=True), x.max(axis=1, keepdims=True))
    same(acre.var(a, correction=1), np.var(x, ddof=1), rtol=1e-14)
    for call in (lambda m, v: m.max(v[:0]), lambda m, v: m.sum(v, 5), lambda m, v: m.sum(v, (0, 0)), lambda m, v: m.argmax(v[:0])):
        same_outcome(lambda: call(acre, a), lambda: call(np, x))


@pytest.mark.parametrize('name', ['cumsum', 'cumprod', 'cumulative_sum', 'cumulative_prod', 'nancumsum'])
@given(data=st.data())
def test_scans(device, name, data):
    x = data.draw(arrays(BOOL + INTEGERS + FLOATS if name[:3] == 'cum' else FLOATS, small=True, min_dims=1))
    axis = data.draw(st.one_of(st.none(), st.integers(-x.ndim, x.ndim - 1)))
    made, expected = lambda: getattr(acre, name)(on(device)(x), axis=axis), lambda: getattr(np, name)(x, axis=axis)
    try:
        b = expected()
    except ValueError:
        with pytest.raises(ValueError):
            made()
        return
    a = made()
    assert a.dtype == b.dtype and a.shape == b.shape
    np.testing.assert_allclose(acre.asnumpy(a), b, rtol=1e-4 if b.dtype == 'float32' else 1e-11, atol=1e-3 if b.dtype == 'float32' else 1e-10)


@given(x=arrays(BOOL + REALS, min_dims=1, max_dims=2))
def test_extrema_so_far(device, x):
    a = on(device)(x)
    if x.size:
        same(acre.cummax(a, 0), np.maximum.accumulate(x, 0))
        same(acre.cummin(a, -1), np.minimum.accumulate(x, -1))
    same(acre.cumulative_sum(a, axis=0, include_initial=True), np.cumulative_sum(x, axis=0, include_initial=True)) if x.dtype.kind in 'iub' else None


METHODS = ['linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf', 'median_unbiased', 'hazen', 'weibull']


@pytest.mark.parametrize('method', METHODS)
@given(data=st.data())
def test_quantiles(device, method, data):
    x = data.draw(arrays(FLOATS + ['int32'], small=True, min_dims=1, max_dims=3, min_side=1))
    axis, q = data.draw(axes_of(x)), data.draw(st.floats(0, 1))
    a = on(device)(x)
    for made, expected in [(acre.quantile(a, q, axis, method=method), np.quantile(x, q, axis, method=method)),
                           (acre.percentile(a, [0, 50, 99], axis, method=method), np.percentile(x, [0, 50, 99], axis, method=method)),
                           (acre.median(a, axis), np.median(x, axis)), (acre.nanmedian(a, axis, keepdims=True), np.nanmedian(x, axis, keepdims=True))]:
        assert made.shape == np.shape(expected)
        np.testing.assert_allclose(acre.asnumpy(made), expected, rtol=1e-4, atol=1e-5)


@given(data=st.data())
def test_histograms(device, data):
    x = data.draw(arrays(['float64', 'int32'], small=True, min_dims=1, max_dims=1))
    a = on(device)(x)
    bins = data.draw(st.sampled_from([10, 3, [-50.0, 0, 1, 60]]))
    where = data.draw(st.sampled_from([None, (-20, 30)]))
    same_outcome(lambda: acre.histogram(a, bins, where), lambda: np.histogram(x, bins, where), rtol=1e-13)
    n = np.abs(x.astype('int64'))
    same_outcome(lambda: acre.bincount(on(device)(n), minlength=5), lambda: np.bincount(n, minlength=5))
    same(acre.digitize(a, acre.asarray([-1.0, 0, 5], device=device)), np.digitize(x, [-1.0, 0, 5]))


def test_statistics(device):
    x = np.array([[1.0, 2, 4], [3, 1, 0.5]])
    a, w = on(device)(x), np.array([[1.0, 2, 3], [1, 1, 1]])
    same(acre.average(a, 1, on(device)(w)), np.average(x, 1, w), rtol=1e-14)
    same(acre.cov(a), np.cov(x), rtol=1e-14)
    same(acre.corrcoef(a), np.corrcoef(x), rtol=1e-14)
    same(acre.ptp(a, 0), np.ptp(x, 0))
