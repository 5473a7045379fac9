"""Operators and functions of elements."""
import operator

import acre
import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, NUMBERS, REALS, UNSIGNED, arrays, elements_of, on, same, same_outcome

ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv]
INTEGER_DIVISION = [operator.floordiv, operator.mod]
COMPARISONS = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]
BITS = [operator.and_, operator.or_, operator.xor]


@st.composite
def pairs(draw, dtypes, small=False):
    """Two arrays that broadcast."""
    shapes = draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4)).input_shapes
    return tuple(draw(arrays(dtypes, shape=shape, small=small)) for shape in shapes)


@pytest.mark.parametrize('op', ARITHMETIC)
@given(xs=pairs(BOOL + REALS))
def test_arithmetic(device, op, xs):
    same_outcome(lambda: op(*map(on(device), xs)), lambda: op(*xs))


@pytest.mark.parametrize('op', ARITHMETIC)
@given(xs=pairs(COMPLEX + FLOATS, small=True))
def test_arithmetic_of_complex(device, op, xs):
    a, b = map(on(device), xs)
    expected = op(*xs)
    made = op(a, b)
    assert made.dtype == expected.dtype and made.shape == expected.shape
    finite = np.isfinite(expected)
    np.testing.assert_allclose(acre.asnumpy(made)[finite], expected[finite], rtol=1e-5 if expected.dtype in ('complex64', 'float32') else 1e-12,
                               atol=1e-6 if expected.dtype == 'complex64' else 1e-12)


@pytest.mark.parametrize('op', INTEGER_DIVISION)
@given(xs=pairs(BOOL + INTEGERS))
def test_division_of_integers(device, op, xs):
    same_outcome(lambda: op(*map(on(device), xs)), lambda: op(*xs))


@pytest.mark.parametrize('op', INTEGER_DIVISION)
@given(xs=pairs(FLOATS, small=True))
def test_division_rounded_down(device, op, xs):
    same_outcome(lambda: op(*map(on(device), xs)), lambda: op(*xs), rtol=1e-14)


@pytest.mark.parametrize('op', COMPARISONS)
@given(xs=pairs(BOOL + REALS))
def test_comparisons(device, op, xs):
    same_outcome(lambda: op(*map(on(device), xs)), lambda: op(*xs))


@pytest.mark.parametrize('op', BITS)
@given(xs=pairs(BOOL + INTEGERS + ['float32']))
def test_bits(device, op, xs):
    same_outcome(lambda: op(*map(on(device), xs)), lambda: op(*xs))


@pytest.mark.parametrize('op', [operator.lshift, operator.rshift])
@given(x=arrays(INTEGERS), by=st.integers(0, 7))
def test_shifts(device, op, x, by):
    same_outcome(lambda: op(on(device)(x), by), lambda: op(x, by))


@pytest.mark.parametrize('op', ARITHMETIC + INTEGER_DIVISION + COMPARISONS)
@given(x=arrays(BOOL + REALS, small=True), number=st.one_of(st.booleans(), st.integers(0, 100), st.floats(-100, 100)))
def test_numbers(device, op, x, number):
    a = on(device)(x)
    same_outcome(lambda: op(a, number), lambda: op(x, number), rtol=1e-14)
    same_outcome(lambda: op(number, a), lambda: op(number, x), rtol=1e-14)


@given(x=arrays(FLOATS + COMPLEX, small=True))
def test_complex_numbers(device, x):
    a = on(device)(x)
    same(a + (1 + 2j), x + (1 + 2j))
    same((1 + 2j) * a, (1 + 2j) * x, rtol=1e-12)


@given(x=arrays(['int8', 'uint8', 'int32', 'uint64']), number=st.one_of(st.integers(-300, 300), st.sampled_from([2**40, -2**40, 2**63, 2**64 - 1])))
def test_integers_beyond_a_dtype(x, number):
    a = acre.asarray(x, copy=True)
    for op in COMPARISONS:
        same(op(a, number), op(x, number), message=f'{op} {number}')
    made = expected = None
    try:
        expected = x + number
    except OverflowError as numpys:
        with pytest.raises((OverflowError, ValueError)) as error:
            a + number
        assert str(error.value).startswith(str(numpys))
    if expected is not None:
        same(a + number, expected)


@pytest.mark.parametrize('x', [np.array([True, False]), np.array([3, 0], 'int8'), np.array([5, 0], 'uint64'), np.array([0.5, 0], 'float32')])
def test_integers_beyond_64_bits(device, x):
    a = on(device)(x)
    for name in ('logical_and', 'logical_or', 'logical_xor'):
        with pytest.raises(OverflowError, match='Python int too large to convert to C long'):
            getattr(acre, name)(a, 2**63)
    same(a / 2**63, x / 2**63)


def test_clip_between_numbers_of_two_kinds(device):
    x = np.array([1, -3, 100], 'int16')
    for low, high in [(2**31, 1.0), (-0.5, 300), (-0.5, 7), (1, 2.5)]:
        same(acre.clip(on(device)(x), low, high), np.clip(x, low, high))


@pytest.mark.parametrize('op', ['iadd', 'isub', 'imul', 'itruediv', 'ifloordiv', 'imod', 'iand', 'ior', 'ixor', 'ipow'])
@given(data=st.data())
def test_in_place(device, op, data):
    f = getattr(operator, op)
    dtypes = BOOL + INTEGERS if op in ('iand', 'ior', 'ixor') else FLOATS + ['int32', 'uint8']
    x = data.draw(arrays(dtypes, small=True, min_dims=1, max_dims=2, min_side=1))
    y = data.draw(arrays(dtypes, shape=x.shape[-1:], small=True))
    if op == 'ipow':
        y = np.abs(y) % np.asarray(3, y.dtype)
    a, b = on(device)(x), on(device)(y)
    view, kept = a[...], x.copy()
    try:
        f(kept, y)
    except TypeError:
        with pytest.raises(TypeError, match='ufunc'):
            f(a, b)
        return
    f(a, b)
    same(view, kept, rtol=1e-13)


def test_in_place_of_slices(device):
    x = np.arange(12.0).reshape(3, 4)
    a = on(device)(x)
    a[1:, ::2] += 10
    x[1:, ::2] += 10
    a[0] *= a[1]
    x[0] *= x[1]
    a **= 2
    x **= 2
    same(a, x)
    with pytest.raises(ValueError, match='non-broadcastable output operand'):
        a[0] += a


def test_other_operands():
    a = acre.zeros(2)
    assert (a == None) is False and (a == 'text') is False and (a != None) is True  # noqa: E711
    for call in (lambda: a + [1, 2], lambda: a + None, lambda: a + np.zeros(2), lambda: np.zeros(2) + a, lambda: 'x' * a):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        pow(a, 2, 3)


ONE = {  # function: dtypes, whether elements are small, how near
    'negative': (NUMBERS, False, 0), 'positive': (NUMBERS, False, 0), 'abs': (BOOL + REALS, False, 0), 'sign': (REALS, False, 0),
    'square': (REALS, False, 0), 'sqrt': (REALS, False, 0), 'cbrt': (FLOATS, False, 1e-15), 'reciprocal': (FLOATS, False, 0),
    'floor': (BOOL + REALS, False, 0), 'ceil': (BOOL + REALS, False, 0), 'trunc': (BOOL + REALS, False, 0), 'rint': (FLOATS, False, 0),
    'isnan': (ALL, False, 0), 'isinf': (ALL, False, 0), 'isfinite': (ALL, False, 0), 'signbit': (FLOATS, False, 0),
    'logical_not': (ALL, False, 0), 'invert': (BOOL + INTEGERS, False, 0), 'bitwise_invert': (BOOL + INTEGERS, False, 0),
    'bitwise_count': (INTEGERS, False, 0), 'exp': (BOOL + REALS, True, 1e-15), 'exp2': (FLOATS, True, 1e-15), 'expm1': (BOOL + REALS, True, 1e-15),
    'log': (BOOL + REALS, False, 1e-15), 'log2': (FLOATS, False, 1e-15), 'log10': (FLOATS, False, 1e-15), 'log1p': (FLOATS, False, 1e-15),
    'sin': (BOOL + REALS, True, 1e-15), 'cos': (FLOATS, True, 1e-15), 'tan': (FLOATS, True, 1e-15), 'asin': (FLOATS, True, 1e-15),
    'acos': (FLOATS, True, 1e-15), 'atan': (FLOATS, False, 1e-15), 'sinh': (FLOATS, True, 1e-15), 'cosh': (FLOATS, True, 1e-15),
    'tanh': (FLOATS, True, 1e-15), 'asinh': (FLOATS, True, 1e-15), 'acosh': (FLOATS, True, 1e-15), 'atanh': (FLOATS, True, 1e-15),
    'deg2rad': (FLOATS, True, 1e-15), 'rad2deg': (FLOATS, True, 1e-15), 'real': (COMPLEX + FLOATS, True, 0), 'imag': (COMPLEX + FLOATS, True, 0),
    'conj': (NUMBERS, True, 0), 'absolute': (COMPLEX, True, 1e-14)}


@pytest.mark.parametrize('name', ONE)
@given(data=st.data())
def test_one(device, name, data):
    dtypes, small, rtol = ONE[name]
    x = data.draw(arrays(dtypes, small=small))
    same_outcome(lambda: getattr(acre, name)(on(device)(x)), lambda: getattr(np, name)(x), rtol=2 * rtol)


TWO = {'maximum': (REALS, False, 0), 'minimum': (REALS, False, 0), 'fmax': (FLOATS, False, 0), 'fmin': (FLOATS, False, 0),
       'hypot': (FLOATS, True, 1e-15), 'atan2': (FLOATS, False, 1e-15), 'copysign': (FLOATS, False, 0), 'nextafter': (FLOATS, False, 0),
       'logaddexp': (FLOATS, True, 1e-14), 'logical_and': (ALL, False, 0), 'logical_or': (ALL, False, 0), 'logical_xor': (ALL, False, 0),
       'fmod': (FLOATS, True, 0), 'heaviside': (FLOATS, True, 0), 'gcd': (UNSIGNED, True, 0), 'lcm': (UNSIGNED[2:], True, 0),
       'divide': (BOOL + REALS, False, 0), 'floor_divide': (INTEGERS, False, 0)}


@pytest.mark.parametrize('name', TWO)
@given(data=st.data())
def test_two(device, name, data):
    dtypes, small, rtol = TWO[name]
    xs = data.draw(pairs(dtypes, small=small))
    same_outcome(lambda: getattr(acre, name)(*map(on(device), xs)), lambda: getattr(np, name)(*xs), rtol=2 * rtol)


@given(xs=pairs(FLOATS), data=st.data())
def test_power(device, xs, data):
    x, y = (np.abs(v) % 10 for v in xs)
    same_outcome(lambda: on(device)(x)**on(device)(y), lambda: x**y, rtol=4e-15)
    n = data.draw(arrays(['int32', 'uint8', 'int64'], small=True))
    same_outcome(lambda: on(device)(n)**2, lambda: n**2)
    same_outcome(lambda: on(device)(n)**0.5, lambda: n**0.5, rtol=4e-15)


@given(condition=arrays(BOOL, shape=(3, 1)), x=arrays(REALS, shape=(1, 4)), y=arrays(REALS, shape=(3, 4)), number=st.integers(0, 50))
def test_where_and_clip(device, condition, x, y, number):
    c, a, b = map(on(device), (condition, x, y))
    same(acre.where(c, a, b), np.where(condition, x, y))
    same(acre.where(c, a, number), np.where(condition, x, number))
    same(acre.where(c, 1, 2.5), np.where(condition, 1, 2.5))
    same(acre.clip(b, 1, number + 1), np.clip(y, 1, number + 1))
    same(acre.clip(b, max=number), np.clip(y, None, number))
    same(acre.clip(b, number), np.clip(y, number, None))
    for made, expected in zip(acre.where(c), np.where(condition)):
        same(made, expected)


@given(x=arrays(FLOATS, small=True), decimals=st.integers(-1, 3))
def test_round(device, x, decimals):
    same(acre.round(on(device)(x), decimals), np.round(x, decimals), rtol=1e-13)


@given(x=arrays(FLOATS, shape=(4,)), y=arrays(FLOATS, shape=(4,)))
def test_closeness(device, x, y):
    a, b = on(device)(x), on(device)(y)
    same(acre.isclose(a, b, equal_nan=True), np.isclose(x, y, equal_nan=True))
    assert acre.allclose(a, b) == np.allclose(x, y) and acre.array_equal(a, a) == np.array_equal(x, x)
    same(acre.nan_to_num(a, nan=1.0), np.nan_to_num(x, nan=1.0))


def test_out(device):
    a, out = acre.arange(4.0, device=device), acre.zeros(4, 'float32', device=device)
    assert acre.add(a, 1, out=out) is out and out.tolist() == [1, 2, 3, 4]
    assert acre.sqrt(out, out=out) is out and out[3] == 2
    assert acre.divmod(a, 2)[1].tolist() == [0, 1, 0, 1]
    with pytest.raises(TypeError):
        acre.add(a, 1, out=acre.zeros(4, 'int32', device=device))
