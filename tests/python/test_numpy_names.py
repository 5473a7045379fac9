"""Functions that NumPy, SciPy or Python's math have and the standard does not, against these."""
import math

import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, REALS, arrays, on, same, same_outcome


def of_numbers(function):
    """One of math's functions as NumPy's are; infinity where it overflows, NaN where it is not defined."""
    def one(x):
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan
    return np.vectorize(one, otypes=['float64'])


#      name: NumPy's function or name, dtypes, whether elements are small, how near
ONE = {**{name: (name, FLOATS, True, 2e-15) for name in 'arccos arccosh arcsin arcsinh arctan arctanh degrees radians sinc'.split()}, 'i0': ('i0', ['float64'], True, 4e-15),
       'angle': ('angle', FLOATS + COMPLEX, True, 2e-15), 'fabs': ('fabs', FLOATS, False, 0), 'fix': ('trunc', FLOATS, False, 0),
       **{name: (name, FLOATS, False, 0) for name in 'isneginf isposinf spacing'.split()}, 'bitwise_not': ('bitwise_not', BOOL + INTEGERS, False, 0),
       **{name: (name, ALL, False, 0) for name in 'iscomplex isreal'.split()}, 'softplus': (lambda x: np.logaddexp(0, x), FLOATS, True, 4e-15),
       'frexp_mantissa': (lambda x: np.frexp(x)[0], FLOATS, True, 0), 'frexp_exponent': (lambda x: np.frexp(x)[1], FLOATS, True, 0),
       'modf_fraction': (lambda x: np.modf(x)[0], FLOATS, False, 0), 'modf_whole': (lambda x: np.modf(x)[1], FLOATS, False, 0),
       **{name: (of_numbers(f), ['float64'], True, 1e-11) for name, f in
          {'erf': math.erf, 'erfc': math.erfc, 'lgamma': math.lgamma, 'tgamma': math.gamma}.items()}}
TWO = {'arctan2': (FLOATS, False, 2e-15), 'logaddexp2': (FLOATS, True, 1e-13), 'true_divide': (REALS, False, 0), 'power': (['float64'], True, 1e-13),
       'float_power': (['float64', 'int32'], True, 1e-13)}


@pytest.mark.parametrize('name', ONE)
@given(data=st.data())
def test_one(device, name, data):
    expected, dtypes, small, rtol = ONE[name]
    expected = getattr(np, expected) if isinstance(expected, str) else expected
    x = data.draw(arrays(dtypes, small=small))
    if name in ('lgamma', 'tgamma'):
        x = x[(x > 0) | (x != np.floor(x))] if x.ndim else np.abs(x) + 0.5  # no poles
        x = np.where(x < 0, np.round(x * 4) / 4 - 0.125, x)  # and far from them
    same_outcome(lambda: getattr(acre, name)(on(device)(x)), lambda: expected(x), rtol=rtol)


@pytest.mark.parametrize('name', TWO)
@given(data=st.data())
def test_two(device, name, data):
    dtypes, small, rtol = TWO[name]
    dtype = data.draw(st.sampled_from(dtypes))
    x, y = (data.draw(arrays([dtype], shape=(3, 2), small=small)) for _ in range(2))
    if 'power' in name:
        x, y = np.abs(x), (np.abs(y) % 9).astype(dtype)
    same_outcome(lambda: getattr(acre, name)(on(device)(x), on(device)(y)), lambda: getattr(np, name)(x, y), rtol=2 * rtol)


@given(x=arrays(FLOATS, shape=(4,), small=True), n=arrays(['int32'], shape=(4,), small=True), i=arrays(INTEGERS, shape=(3,)))
def test_shifts(device, x, n, i):
    same(acre.ldexp(on(device)(x), on(device)(n)), np.ldexp(x, n))
    for name in ('left_shift', 'right_shift'):
        same(getattr(acre, name)(on(device)(i), 3), getattr(np, name)(i, 3))


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('name', ['amax', 'amin', 'nanargmax', 'nanargmin', 'nanmean', 'nancumprod'])
@given(data=st.data())
def test_reductions(device, name, data):
    x = data.draw(arrays(FLOATS, min_dims=1, max_dims=3, min_side=1, small=True))
    if data.draw(st.booleans()):
        x[..., 0] = np.nan
    axis = data.draw(st.one_of(st.none(), st.integers(-x.ndim, x.ndim - 1)))
    near = 0 if 'arg' in name or name[0] == 'a' else 1e-13
    same_outcome(lambda: getattr(acre, name)(on(device)(x), axis), lambda: getattr(np, name)(x, axis), rtol=near)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('none', [np.zeros((2, 0)), np.zeros((0, 3), 'int16'), np.zeros((0, 0), 'float32')])
@pytest.mark.parametrize('axis', [None, 0, 1])
def test_quantiles_of_nothing(device, none, axis):
    a = on(device)(none)
    same(acre.nanquantile(a, 0.5, axis), np.nanquantile(none, 0.5, axis))
    same(acre.nanquantile(a, [0.25, 0.5], axis, keepdims=True), np.nanquantile(none, [0.25, 0.5], axis, keepdims=True))
    same(acre.nanmedian(a, axis), np.nanmedian(none, axis))


@pytest.mark.filterwarnings('ignore')
@given(x=arrays(['float64'], min_dims=1, max_dims=2, min_side=1, small=True), q=st.floats(0, 1))
def test_quantiles_without_nan(device, x, q):
    x = np.where(x > 50, np.nan, x)
    same(acre.nanquantile(on(device)(x), q, -1), np.nanquantile(x, q, -1), rtol=1e-12)
    same(acre.nanpercentile(on(device)(x), 100 * q, 0), np.nanpercentile(x, 100 * q, 0), rtol=1e-11)


def test_rest(device):
    x = np.array([[3.5, -1, 2], [0, 7, 1.25]])
    a = on(device)(x)
    for name in ('fliplr', 'flipud', 'atleast_1d'):
        same(getattr(acre, name)(a), getattr(np, name)(x))
    same(acre.atleast_1d(acre.asarray(3, device=device)), np.atleast_1d(3))
    same(acre.around(a, 1), np.around(x, 1))
    order = acre.argpartition(a, 1)
    same(acre.take_along_axis(a, order)[:, 1], np.sort(x)[:, 1])
    same(a.argpartition(1), acre.asnumpy(order))
    same(acre.select([a > 3, a > 1], [a * 10, a], -1), np.select([x > 3, x > 1], [x * 10, x], -1))
    a.fill(2)
    same(a, np.full((2, 3), 2.0))
    assert acre.promote_types('int8', acre.uint8) == np.promote_types('int8', 'uint8')
    generator = acre.random.Generator(5)
    assert generator.random(2, device=device).device == device and issubclass(acre.exceptions.FileError, OSError)
    if hasattr(acre.linalg, 'cond'):
        square = x[:, :2]
        same(acre.linalg.cond(on(device)(square)), np.linalg.cond(square), rtol=1e-13)


def test_the_default_device_can_be_chosen(device):
    before = acre.default_device()
    try:
        acre.set_default_device(device)
        assert acre.zeros(1).device == acre.default_device() == device
    finally:
        acre.set_default_device(before)
