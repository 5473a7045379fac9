"""Results written into arrays that are there: operators in place and out=."""
import operator

import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, FLOATS, INTEGERS, NUMBERS, arrays, laid_out, on, outcome, same

OPERATORS = ['iadd', 'isub', 'imul', 'itruediv', 'ifloordiv', 'imod', 'ipow', 'iand', 'ior', 'ixor', 'ilshift', 'irshift']


def same_in_place(device, x, change, message=''):
    """The same elements and dtype behind change(x) as with NumPy, or an error of the same kind, which leaves x as it was."""
    a, n = on(device)(x), x.copy()
    alias = a[...]
    with np.errstate(all='ignore'):
        made, refused = outcome(lambda: change(n))
    result, error = outcome(lambda: change(a))
    if refused is not None:
        assert error is not None, f'NumPy raises {refused!r} {message}'
        kinds = tuple(c for c in (ValueError, TypeError) if isinstance(refused, c)) or (ValueError, TypeError)
        assert isinstance(error, kinds + (OverflowError,) if isinstance(refused, OverflowError) else kinds), f'{error!r}, NumPy: {refused!r}'
        same(a, x, message=message)
        return
    if error is not None:
        raise error
    assert result is a
    same(a, n, rtol=1e-13, message=message)
    same(alias, n, rtol=1e-13, message=message)


@pytest.mark.parametrize('name', OPERATORS)
@given(x=arrays(ALL, small=True), data=st.data())
def test_operators_beside_arrays(device, name, x, data):
    y = data.draw(arrays(ALL, shape=data.draw(st.sampled_from([x.shape, (), x.shape[1:]])), small=True))
    if name in ('ilshift', 'irshift', 'ipow'):
        y = np.abs(y) % 8 if y.dtype != bool and y.dtype.kind != 'c' else y
    if name in ('ifloordiv', 'imod', 'itruediv') and y.dtype != bool:
        y = np.where(y == 0, np.ones((), y.dtype), y).astype(y.dtype)
    f = getattr(operator, name)
    same_in_place(device, x, lambda a: f(a, y if isinstance(a, np.ndarray) else on(device)(y)), f'{x.dtype} {y.dtype}')


@pytest.mark.parametrize('name', OPERATORS)
@given(x=arrays(ALL, small=True, min_dims=1), number=st.sampled_from([1, 2, 3, True, 0.5, 2.0, 1j, 200, -1]))
def test_operators_beside_numbers(device, name, x, number):
    if name == 'ipow' and (x.dtype.kind == 'c' or (x.dtype.kind in 'iu' and number == -1)):
        return
    if name in ('ilshift', 'irshift') and number not in (1, 2, 3):
        return
    f = getattr(operator, name)
    same_in_place(device, x, lambda a: f(a, number), f'{x.dtype} {number!r}')


def views(n):
    """Pairs of parts of an array of n elements, of one length."""
    return [(slice(1, None), slice(None, -1)), (slice(None, -1), slice(1, None)), (slice(None), slice(None, None, -1)),
            (slice(None, None, -1), slice(None)), (slice(0, n // 2), slice(n - n // 2, None)), (slice(0, n - 1, 2), slice(1, n, 2)),
            (slice(2, None), slice(1, -1)), (slice(0, n // 2), slice(0, n // 2 * 2, 2))]


@pytest.mark.parametrize('n', [2, 7, 1000, 20000])
@pytest.mark.parametrize('name', ['iadd', 'imul', 'isub'])
def test_operands_that_share_memory(device, n, name):
    """x[1:] += x[:-1] takes what x was before."""
    f = getattr(operator, name)
    for dtype in ('float64', 'int32', 'uint8'):
        for to, of in views(n):
            x = np.arange(n).astype(dtype)
            a = acre.array(x, device=device)
            f(x[to], x[of].copy())
            f(a[to], a[of])
            np.testing.assert_array_equal(acre.asnumpy(a), x, err_msg=f'{dtype} {to} {of}')


def test_transposed_operands_share_memory(device):
    x = np.arange(49.0).reshape(7, 7)
    a = acre.array(x, device=device)
    x += x.T.copy()
    a += a.T
    np.testing.assert_array_equal(acre.asnumpy(a), x)
    x *= x[0].copy()
    a *= a[0]
    np.testing.assert_array_equal(acre.asnumpy(a), x)
    x -= x[:, :1].copy()
    acre.subtract(a, a[:, :1], out=a)
    np.testing.assert_array_equal(acre.asnumpy(a), x)


@pytest.mark.parametrize('dtype', ['float32', 'float64', 'int16', 'int64', 'uint8', 'complex64'])
def test_no_temporary(device, dtype):
    n = 200000
    pool = acre.get_default_memory_pool(device)
    x, y = acre.ones(n, dtype, device=device), acre.ones(n, dtype, device=device)
    whole = acre.isdtype(dtype, 'integral')

    def taken(f):
        before = pool.used_bytes()
        pool.reset_peak()
        f()
        return pool.peak_bytes() - before
    statements = [lambda: x.__iadd__(y), lambda: x.__isub__(y), lambda: x.__imul__(y), lambda: x.__iadd__(1), lambda: x.__imul__(2),
                  lambda: acre.add(x, y, out=x), lambda: acre.subtract(y, x, out=y), lambda: acre.negative(x, out=x),
                  lambda: acre.square(x, out=y), lambda: x[::2].__iadd__(y[::2]), lambda: acre.abs(y, out=y) if dtype != 'complex64' else None]
    statements += [lambda: x.__ifloordiv__(3), lambda: x.__imod__(7), lambda: x.__iand__(y), lambda: x.__ilshift__(1)] if whole else \
        [lambda: x.__itruediv__(3), lambda: acre.sqrt(x, out=x), lambda: acre.exp(y, out=y)]
    for k, statement in enumerate(statements):
        assert taken(statement) < 8192, k
    assert taken(lambda: x + y) > n   # what the test measures is there


@given(x=arrays(FLOATS, small=True), data=st.data())
def test_out_of_functions(device, x, data):
    lay = data.draw(laid_out(x))
    for name in ('sin', 'exp', 'negative', 'floor', 'square', 'isnan', 'sign', 'absolute'):
        expected = getattr(np, name)(lay(lambda a: a))
        out = acre.zeros(x.shape, expected.dtype.name, device=device)
        assert getattr(acre, name)(lay(on(device)), out=out) is out
        same(out, expected, rtol=1e-14, message=name)
    a, out = on(device)(x), acre.zeros(x.shape, x.dtype.name, device=device)
    same(acre.negative(a, out), -x)   # as NumPy's: also without a name, and in a tuple
    same(acre.add(a, a, out=(out,)), x + x)
    wide = acre.zeros((2, *x.shape), 'float64', device=device)
    acre.negative(on(device)(x), out=wide)
    same(wide, np.broadcast_to(-x.astype('float64'), wide.shape))


@given(x=arrays(INTEGERS, small=True), y=arrays(NUMBERS, shape=(), small=True))
def test_out_of_another_dtype(device, x, y):
    for name in ('add', 'multiply', 'maximum', 'less', 'equal'):
        for dtype in ALL:
            to = np.zeros(x.shape, dtype)
            out = on(device)(to)
            expected, refused = outcome(lambda: getattr(np, name)(x, y, out=to, casting='same_kind'))
            made, error = outcome(lambda: getattr(acre, name)(on(device)(x), on(device)(y), out=out))
            assert (error is None) == (refused is None), f'{name} {x.dtype} {y.dtype} {dtype}: {error!r} {refused!r}'
            if refused is None:
                assert made is out
                same(out, to, rtol=1e-14, message=f'{name} {x.dtype} {y.dtype} {dtype}')
            else:
                assert isinstance(error, TypeError)


def test_errors(device):
    x, wide = acre.ones(3, device=device), acre.ones((2, 3), device=device)
    whole = acre.ones(3, 'int32', device=device)
    with pytest.raises(ValueError, match=r'non-broadcastable output operand with shape \(3,\) doesn.t match the broadcast shape \(2,3\)'):
        x += wide
    with pytest.raises(ValueError, match='could not be broadcast together'):
        x += acre.ones(4, device=device)
    with pytest.raises(TypeError, match="Cannot cast ufunc 'add' output from dtype.'float64'. to dtype.'int32'. with casting rule 'same_kind'"):
        whole += 0.5
    with pytest.raises(TypeError, match="Cannot cast ufunc 'sin' output"):
        acre.sin(x, out=whole)
    with pytest.raises(ValueError, match='Python integer 300 out of bounds for int8'):
        small = acre.ones(3, 'int8', device=device)
        small += 300
    with pytest.raises(TypeError):
        acre.add(x, x, out=np.zeros(3))
    with pytest.raises(ValueError):
        spread = acre.broadcast_to(acre.ones((), device=device), (3,))
        spread += 1
    with pytest.raises(TypeError):
        x += 'text'
    assert x.tolist() == [1, 1, 1] and whole.tolist() == [1, 1, 1]
    acre.add(acre.ones(3, device=device), 1, out=wide)
    assert wide.tolist() == [[2, 2, 2], [2, 2, 2]]
