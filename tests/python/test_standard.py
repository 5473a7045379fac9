"""The functions of the array API standard, a test each, against array-api-strict (PyPI), which takes what the standard has and nothing else,
and against NumPy. Calls are written once, of a namespace `m` and arrays of it."""
import acre
import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, NUMBERS, REALS, arrays, on

try:
    import array_api_strict as strict
except ImportError:
    strict = None

DECIMAL = FLOATS + COMPLEX
REFERENCES = [pytest.param(np, id='numpy'), pytest.param(strict, id='strict', marks=pytest.mark.skipif(
    strict is None, reason='no array-api-strict (PyPI: array-api-strict); NumPy alone was asked'))]
against = pytest.mark.parametrize('reference', REFERENCES)


def plain(x):
    """A reference's array as NumPy's; other things as they are."""
    if type(x).__module__.startswith('array_api_strict'):
        return np.array(np.from_dlpack(x))
    return x


def agree(made, expected, rtol):
    """One shape and dtype, and values as near as rtol (of float64) says."""
    if isinstance(expected, (tuple, list)):
        assert len(made) == len(expected)
        for each, other in zip(made, expected):
            agree(each, other, rtol)
        return
    expected = plain(expected)
    if not isinstance(expected, (np.ndarray, np.generic)):
        assert made == expected
        return
    expected = np.asarray(expected)
    assert isinstance(made, acre.ndarray) and (made.dtype.name, made.shape) == (expected.dtype.name, expected.shape)
    values = acre.asnumpy(made)
    if rtol == 0:
        np.testing.assert_array_equal(values, expected)
        return
    single = expected.dtype.name in ('float32', 'complex64')
    scale = np.abs(expected[np.isfinite(expected)]).max(initial=1)
    if expected.dtype.kind == 'c':  # NumPy's complex64 overflows on the way to numbers that have a place
        values, expected = values[np.isfinite(expected)], expected[np.isfinite(expected)]
    np.testing.assert_allclose(values, expected, rtol=rtol * (5e8 if single else 1), atol=scale * (1e-4 if single else 1e-12))


def check(device, reference, call, xs, rtol=0.0):
    """call(m, *arrays) of acre's arrays and of the reference's."""
    theirs = [np.array(x) if reference is np else strict.asarray(np.array(x)) for x in xs]
    agree(call(acre, *map(on(device), xs)), call(reference, *theirs), rtol)


#      function: dtypes, whether elements are small, how near
ONE = {**{name: (NUMBERS, True, 1e-14) for name in 'abs negative positive square'.split()},
       **{name: (DECIMAL, True, 1e-13) for name in 'acos acosh asin asinh atan atanh cos cosh exp expm1 log log1p log2 log10 reciprocal sin '
          'sinh sqrt tan tanh'.split()},
       **{name: (REALS, False, 0) for name in 'ceil floor trunc sign'.split()}, 'round': (DECIMAL + INTEGERS, True, 0),
       **{name: (NUMBERS, False, 0) for name in 'isfinite isinf isnan'.split()}, 'logical_not': (BOOL, False, 0),
       'bitwise_invert': (BOOL + INTEGERS, False, 0), 'signbit': (FLOATS, False, 0), **{name: (COMPLEX, True, 0) for name in 'conj imag real'.split()}}
TWO = {**{name: (NUMBERS, True, 1e-12) for name in 'add subtract multiply'.split()}, 'divide': (DECIMAL, True, 1e-12),
       **{name: (FLOATS, False, 1e-14) for name in 'atan2 hypot'.split()}, 'logaddexp': (FLOATS, True, 1e-13),
       **{name: (FLOATS, False, 0) for name in 'copysign nextafter'.split()}, **{name: (ALL, True, 0) for name in 'equal not_equal'.split()},
       **{name: (REALS, False, 0) for name in 'greater greater_equal less less_equal maximum minimum'.split()},
       **{name: (BOOL + INTEGERS, False, 0) for name in 'bitwise_and bitwise_or bitwise_xor'.split()},
       **{name: (BOOL, False, 0) for name in 'logical_and logical_or logical_xor'.split()},
       **{name: (REALS, True, 1e-14) for name in 'floor_divide remainder'.split()}}


@against
@pytest.mark.parametrize('name', ONE)
@given(data=st.data())
def test_one(device, reference, name, data):
    dtypes, small, rtol = ONE[name]
    check(device, reference, lambda m, x: getattr(m, name)(x), [data.draw(arrays(dtypes, small=small))], rtol)


@st.composite
def pairs(draw, dtypes, small):
    """Two arrays of one dtype that broadcast."""
    shapes = draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4)).input_shapes
    dtype = draw(st.sampled_from(dtypes))
    return [draw(arrays([dtype], shape=shape, small=small)) for shape in shapes]


@against
@pytest.mark.parametrize('name', TWO)
@given(data=st.data())
def test_two(device, reference, name, data):
    dtypes, small, rtol = TWO[name]
    check(device, reference, lambda m, x, y: getattr(m, name)(x, y), data.draw(pairs(dtypes, small)), rtol)


@against
@given(x=arrays(INTEGERS), by=st.integers(0, 7), y=arrays(FLOATS, small=True))
def test_shifts_and_powers(device, reference, x, by, y):
    for name in ('bitwise_left_shift', 'bitwise_right_shift'):
        check(device, reference, lambda m, v: getattr(m, name)(v, m.full_like(v, by)), [x])
    check(device, reference, lambda m, v: m.pow(m.abs(v), m.full_like(v, by / 2)), [y], 1e-13)


@st.composite
def of_axis(draw, dtypes, small=True, several=False, none=True, min_side=1):
    """An array, and an axis of it, or several, or none."""
    x = draw(arrays(dtypes, small=small, min_dims=1, max_dims=4, max_side=4, min_side=min_side))
    choices = [st.integers(-x.ndim, x.ndim - 1)] + [st.none()] * none
    if several:
        choices.append(st.lists(st.integers(0, x.ndim - 1), min_size=1, max_size=x.ndim, unique=True).map(tuple))
    return x, draw(st.one_of(*choices))


REDUCTIONS = {'all': (ALL, 0), 'any': (ALL, 0), 'max': (REALS, 0), 'min': (REALS, 0), 'sum': (NUMBERS, 1e-12), 'prod': (NUMBERS, 1e-10),
              'mean': (DECIMAL, 1e-12), 'var': (FLOATS, 1e-10), 'std': (FLOATS, 1e-10), 'count_nonzero': (ALL, 0)}


@against
@pytest.mark.parametrize('name', REDUCTIONS)
@given(data=st.data(), keepdims=st.booleans())
def test_reductions(device, reference, name, data, keepdims):
    dtypes, rtol = REDUCTIONS[name]
    x, axis = data.draw(of_axis(dtypes, several=True))
    check(device, reference, lambda m, v: getattr(m, name)(v, axis=axis, keepdims=keepdims), [x], rtol)


#   function of an axis: the call, dtypes, whether the axis may be None, how near
ALONG = {'argmax': (lambda m, x, a: m.argmax(x, axis=a), REALS, True, 0), 'argmin': (lambda m, x, a: m.argmin(x, axis=a), REALS, True, 0),
         'cumulative_sum': (lambda m, x, a: m.cumulative_sum(x, axis=a, include_initial=True), NUMBERS, False, 1e-12),
         'cumulative_prod': (lambda m, x, a: m.cumulative_prod(x, axis=a), NUMBERS, False, 1e-10),
         'sort': (lambda m, x, a: m.sort(x, axis=a), REALS, False, 0), 'argsort': (lambda m, x, a: m.argsort(x, axis=a, stable=True), REALS, False, 0),
         'flip': (lambda m, x, a: m.flip(x, axis=a), ALL, True, 0), 'roll': (lambda m, x, a: m.roll(x, 3, axis=a), ALL, True, 0),
         'expand_dims': (lambda m, x, a: m.expand_dims(x, axis=a), ALL, False, 0), 'stack': (lambda m, x, a: m.stack([x, x], axis=a), ALL, False, 0),
         'concat': (lambda m, x, a: m.concat([x, x, x], axis=a), ALL, True, 0), 'unstack': (lambda m, x, a: tuple(m.unstack(x, axis=a)), ALL, False, 0),
         'moveaxis': (lambda m, x, a: m.moveaxis(x, a, 0), ALL, False, 0), 'repeat': (lambda m, x, a: m.repeat(x, 3, axis=a), ALL, True, 0),
         'diff': (lambda m, x, a: m.diff(x, axis=a), NUMBERS, False, 1e-12), 'squeeze': (lambda m, x, a: m.squeeze(m.expand_dims(x, axis=a), axis=a),
                                                                                      ALL, False, 0),
         'take_along_axis': (lambda m, x, a: m.take_along_axis(x, m.argsort(m.astype(x, m.int64), axis=a, stable=True), axis=a), INTEGERS, False, 0),
         'vecdot': (lambda m, x, a: m.vecdot(x, x, axis=min(a, -1) if a < 0 else -1), NUMBERS, False, 1e-12),
         'take': (lambda m, x, a: m.take(x, m.asarray([0, x.shape[a] - 1, 0]), axis=a), ALL, False, 0)}


@against
@pytest.mark.parametrize('name', ALONG)
@given(data=st.data())
def test_along_an_axis(device, reference, name, data):
    call, dtypes, none, rtol = ALONG[name]
    x, axis = data.draw(of_axis(dtypes, none=none))
    with acre.Device(device):
        check(device, reference, lambda m, v: call(m, v, axis), [x], rtol)


#   function of an array: the call, dtypes
OTHERS = {'reshape': (lambda m, x: m.reshape(x, (-1,)), ALL), 'permute_dims': (lambda m, x: m.permute_dims(x, tuple(reversed(range(x.ndim)))), ALL),
          'tile': (lambda m, x: m.tile(x, (2, 1, 3)[:max(1, x.ndim)]), ALL), 'broadcast_to': (lambda m, x: m.broadcast_to(x, (2, *x.shape)), ALL),
          'broadcast_arrays': (lambda m, x: tuple(m.broadcast_arrays(x, m.ones((3, *x.shape), dtype=x.dtype))), ALL),
          'nonzero': (lambda m, x: m.nonzero(m.reshape(x, (-1,))), ALL), 'where': (lambda m, x: m.where(x == x, x, m.zeros_like(x)), ALL),
          'zeros_like': (lambda m, x: m.zeros_like(x), ALL), 'ones_like': (lambda m, x: m.ones_like(x), ALL),
          'full_like': (lambda m, x: m.full_like(x, 1), ALL), 'empty_like': (lambda m, x: m.empty_like(x) if x.size == 0 else x, ALL),
          'astype': (lambda m, x: m.astype(x, m.complex128), NUMBERS), 'asarray': (lambda m, x: m.asarray(x, copy=True), ALL),
          'clip': (lambda m, x: m.clip(x, 3, 40), REALS), 'unique_values': (lambda m, x: m.sort(m.unique_values(x)), INTEGERS),
          'unique_counts': (lambda m, x: tuple(m.unique_counts(x)), INTEGERS), 'unique_inverse': (lambda m, x: tuple(m.unique_inverse(x)), INTEGERS),
          'unique_all': (lambda m, x: tuple(m.unique_all(x)), INTEGERS), 'isin': (lambda m, x: m.isin(x, m.reshape(x, (-1,))[:min(2, x.size)]), INTEGERS),
          'searchsorted': (lambda m, x: m.searchsorted(m.sort(m.reshape(x, (-1,))), m.reshape(x, (-1,)), side='right'), INTEGERS),
          'meshgrid': (lambda m, x: tuple(m.meshgrid(m.reshape(x, (-1,)), m.reshape(x, (-1,))[:min(2, x.size)], indexing='ij')), NUMBERS),
          'tensordot': (lambda m, x: m.tensordot(x, x, axes=0) if x.ndim < 3 else m.tensordot(x, x, axes=x.ndim), NUMBERS)}


@against
@pytest.mark.parametrize('name', OTHERS)
@given(data=st.data())
def test_others(device, reference, name, data):
    call, dtypes = OTHERS[name]
    with acre.Device(device):
        check(device, reference, call, [data.draw(arrays(dtypes, small=True))], 1e-12 if name == 'tensordot' else 0)


MATRICES = {'matmul': lambda m, x: m.matmul(x, m.matrix_transpose(x)), 'matrix_transpose': lambda m, x: m.matrix_transpose(x), 'mT': lambda m, x: x.mT,
            'tril': lambda m, x: m.tril(x, k=1), 'triu': lambda m, x: m.triu(x, k=-1), 'linalg.diagonal': lambda m, x: m.linalg.diagonal(x, offset=1),
            'linalg.trace': lambda m, x: m.linalg.trace(x), 'linalg.outer': lambda m, x: m.linalg.outer(m.reshape(x, (-1,)), x[0, ...][..., 0] if x.ndim == 3 else m.reshape(x, (-1,))),
            'linalg.vecdot': lambda m, x: m.linalg.vecdot(x, x), 'linalg.matmul': lambda m, x: m.linalg.matmul(x, x.mT),
            'linalg.tensordot': lambda m, x: m.linalg.tensordot(x, x, axes=x.ndim)}
DECIMAL_MATRICES = {
    'linalg.matrix_norm': lambda m, x: m.linalg.matrix_norm(x, keepdims=True), 'linalg.vector_norm': lambda m, x: m.linalg.vector_norm(x, axis=-1, ord=3),
    'linalg.cross': lambda m, x: m.linalg.cross(m.broadcast_to(x[..., :1], (*x.shape[:-1], 3)), m.ones((*x.shape[:-1], 3), dtype=x.dtype))}
LAPACK = {'linalg.inv': lambda m, x: m.linalg.inv(x), 'linalg.det': lambda m, x: m.linalg.det(x), 'linalg.slogdet': lambda m, x: tuple(m.linalg.slogdet(x)),
          'linalg.solve': lambda m, x: m.linalg.solve(x, m.matrix_transpose(x)), 'linalg.svdvals': lambda m, x: m.linalg.svdvals(x),
          'linalg.matrix_rank': lambda m, x: m.linalg.matrix_rank(x), 'linalg.pinv': lambda m, x: m.linalg.pinv(x),
          'linalg.matrix_power': lambda m, x: m.linalg.matrix_power(x, -2), 'linalg.cholesky': lambda m, x: m.linalg.cholesky(x, upper=True),
          'linalg.eigvalsh': lambda m, x: m.linalg.eigvalsh(x), 'linalg.eigh': lambda m, x: m.linalg.eigh(x).eigenvalues,
          'linalg.eigvals': lambda m, x: m.sort(m.real(m.linalg.eigvals(x))), 'linalg.eig': lambda m, x: m.sort(m.real(m.linalg.eig(x).eigenvalues)),
          'linalg.qr': lambda m, x: m.matmul(*m.linalg.qr(x, mode='complete')),
          'linalg.svd': lambda m, x: m.linalg.svd(x, full_matrices=False).S}


@against
@pytest.mark.parametrize('name', [*MATRICES, *DECIMAL_MATRICES])
@given(data=st.data())
def test_matrices(device, reference, name, data):
    x = data.draw(arrays(NUMBERS if name in MATRICES else DECIMAL, small=True, min_dims=2, max_dims=4, min_side=1, max_side=4))
    with acre.Device(device):
        check(device, reference, {**MATRICES, **DECIMAL_MATRICES}[name], [x], 1e-11)


@pytest.mark.skipif(not hasattr(acre.linalg, 'solve'), reason='this build has no LAPACK')
@against
@pytest.mark.parametrize('name', LAPACK)
@given(data=st.data())
def test_solvers(device, reference, name, data):
    n = data.draw(st.integers(1, 4))
    shape = data.draw(hnp.array_shapes(min_dims=0, max_dims=1, max_side=3)) + (n, n)
    x = data.draw(arrays(['float64', 'complex128'], shape=shape, small=True)) / 100
    x = x + np.swapaxes(x, -1, -2).conj() + 5 * np.eye(n)  # far from singular, Hermitian, positive definite
    check(device, reference, LAPACK[name], [x], 1e-9)


FFT = {**{f'fft.{name}': lambda m, x, name=name: getattr(m.fft, name)(x, n=5, axis=0, norm='ortho') for name in 'fft ifft hfft irfft'.split()},
       **{f'fft.{name}': lambda m, x, name=name: getattr(m.fft, name)(x) for name in 'fftn ifftn irfftn fftshift ifftshift'.split()},
       **{f'fft.{name}': lambda m, x, name=name: getattr(m.fft, name)(m.real(x)) for name in 'rfft ihfft rfftn'.split()},
       **{f'fft.{name}': lambda m, x, name=name: getattr(m.fft, name)(x.size, d=0.5) for name in 'fftfreq rfftfreq'.split()}}


@pytest.mark.skipif(not hasattr(acre, 'fft'), reason='this build has no Fourier transforms')
@against
@pytest.mark.parametrize('name', FFT)
@given(data=st.data())
def test_transforms(device, reference, name, data):
    x = data.draw(arrays(COMPLEX, small=True, min_dims=1, max_dims=3, min_side=2, max_side=6))
    check(device, reference, FFT[name], [x], 1e-10)


CREATION = {'arange': lambda m: m.arange(2, 9, 3), 'eye': lambda m: m.eye(3, 4, k=-1), 'full': lambda m: m.full((2, 3), 7.5), 'zeros': lambda m: m.zeros((2, 0)),
            'linspace': lambda m: m.linspace(-1, 2, num=7), 'ones': lambda m: m.ones(3, dtype=m.int8), 'empty': lambda m: m.empty((0, 2), dtype=m.complex64),
            'from_dlpack': lambda m: m.from_dlpack(m.asarray([1, 2])), 'pi': lambda m: m.asarray([m.pi, m.e, m.inf, m.nan]),
            'newaxis': lambda m: m.asarray([1, 2])[m.newaxis, ...], 'lists': lambda m: m.asarray([[True, False]])}


@against
@pytest.mark.parametrize('name', CREATION)
def test_creation(device, reference, name):
    if name == 'from_dlpack' and device.startswith(('cuda', 'hip')):
        pytest.skip('NumPy has no memory of GPUs')
    with acre.Device(device):
        agree(CREATION[name](acre), CREATION[name](reference), 1e-15)


KINDS = ['bool', 'signed integer', 'unsigned integer', 'integral', 'real floating', 'complex floating', 'numeric']


@against
@pytest.mark.parametrize('name', ALL)
def test_dtypes(reference, name):
    mine, theirs = getattr(acre, name), getattr(reference, name)
    for other in ALL:
        try:
            expected = reference.result_type(theirs, getattr(reference, other))
        except TypeError:
            continue  # the standard leaves it open
        expected = np.dtype(getattr(expected, '_np_dtype', expected)).name
        assert acre.result_type(mine, getattr(acre, other)).name == expected
        assert acre.can_cast(mine, getattr(acre, other)) == reference.can_cast(theirs, getattr(reference, other))
    assert [acre.isdtype(mine, kind) for kind in KINDS] == [reference.isdtype(theirs, kind) for kind in KINDS]
    for limits, attributes in (('finfo', 'bits eps max min smallest_normal'), ('iinfo', 'bits max min')):
        if (name in FLOATS + COMPLEX) == (limits == 'finfo') and name != 'bool':
            a, b = getattr(acre, limits)(mine), getattr(reference, limits)(theirs)
            assert [getattr(a, each) for each in attributes.split()] == [getattr(b, each) for each in attributes.split()]


@against
@given(data=st.data())
def test_indexing(device, reference, data):
    x = data.draw(arrays(ALL, min_dims=1, max_dims=4))
    index = data.draw(hnp.basic_indices(x.shape, allow_ellipsis=True, allow_newaxis=reference is np, max_dims=5))
    index = index if isinstance(index, tuple) else (index,)
    if Ellipsis not in index and sum(i is not None for i in index) < x.ndim:
        index += (...,)  # the standard asks for it
    check(device, reference, lambda m, v: v[index], [x])
    check(device, reference, lambda m, v: v[v == v], [x])
    if x.size:
        def written(m, v):
            v = m.asarray(v, copy=True)
            v[index] = True if v.dtype == m.bool else 1
            return v
        check(device, reference, written, [x])


def test_every_name_of_the_standard_is_there():
    """By array-api-strict's names, where it is installed, else by NumPy's that the tests above have."""
    names = set(ONE) | set(TWO) | set(REDUCTIONS) | set(ALONG) | set(OTHERS) | {'can_cast', 'result_type', 'isdtype', 'finfo', 'iinfo', 'broadcast_shapes'}
    if strict is not None:
        own = {'get_array_api_strict_flags', 'set_array_api_strict_flags', 'reset_array_api_strict_flags', 'ArrayAPIStrictFlags', 'Device', 'ALL_DEVICES'}
        names |= {n for n in strict.__all__ if n not in own and not n.startswith('__array_api_strict')}
    assert [n for n in sorted(names) if not hasattr(acre, n) and n not in ('linalg', 'fft', 'size')] == []
    assert acre.__array_api_version__ == '2025.12' and acre.broadcast_shapes((2, 1), (3,)) == (2, 3)
