"""Drawn arrays, and whether acre's results are NumPy's."""
import acre
import hypothesis.extra.numpy as hnp
import numpy as np
from hypothesis import strategies as st

BOOL, SIGNED, UNSIGNED = ['bool'], ['int8', 'int16', 'int32', 'int64'], ['uint8', 'uint16', 'uint32', 'uint64']
FLOATS, COMPLEX = ['float32', 'float64'], ['complex64', 'complex128']
INTEGERS, REALS = SIGNED + UNSIGNED, SIGNED + UNSIGNED + FLOATS
NUMBERS = REALS + COMPLEX
ALL = BOOL + NUMBERS


def is_on_host(device):
    """Whether Python sees the memory of its arrays."""
    return str(device).split(':')[0] in ('serial', 'openmp')


def elements_of(dtype, small=False):
    """Numbers of a dtype: also the ends of its range, zeros of both signs, infinities and NaN, unless they are to be small."""
    kind, size = np.dtype(dtype).kind, np.dtype(dtype).itemsize
    if kind == 'f':
        if small:
            return st.floats(-100, 100, width=8 * size)
        return st.floats(width=8 * size)
    if kind == 'c':
        of = elements_of('float32' if size == 8 else 'float64', small=True)
        return st.builds(complex, of, of)
    if kind in 'iu' and small:
        return st.integers(0 if kind == 'u' else -50, 50)
    return hnp.from_dtype(np.dtype(dtype))


def arrays(dtypes, shape=None, small=False, min_dims=0, max_dims=4, min_side=0, max_side=5):
    """An array of one of the dtypes."""
    shapes = hnp.array_shapes(min_dims=min_dims, max_dims=max_dims, min_side=min_side, max_side=max_side) if shape is None else \
        st.just(shape)
    return st.sampled_from(dtypes).flatmap(
        lambda d: shapes.flatmap(lambda s: hnp.arrays(d, s, elements=elements_of(d, small), fill=st.nothing())))


@st.composite
def laid_out(draw, x):
    """The same elements, as a view whose elements may lie otherwise: reversed, transposed, with gaps."""
    how = draw(st.sampled_from(['as it is', 'reversed', 'transposed', 'gaps']))
    if how == 'as it is' or x.ndim == 0:
        return lambda to: to(x)
    if how == 'reversed':
        return lambda to: to(np.ascontiguousarray(x[::-1]))[::-1]
    if how == 'transposed':
        return lambda to: to(np.ascontiguousarray(x.T)).T
    wide = np.repeat(x, 2, axis=-1)
    return lambda to: to(wide)[..., ::2]


def on(device):
    """From NumPy to acre, elements of its own."""
    return lambda x: acre.asarray(x, device=device, copy=True)


def widened(dtype):
    """acre has float32 where NumPy gives float16."""
    return 'float32' if np.dtype(dtype) == np.float16 else np.dtype(dtype).name


def same(made, expected, rtol=0.0, message=''):
    """Of one dtype and shape, and equal elements, NaN where NumPy has NaN; or near where rtol says so."""
    assert isinstance(made, acre.ndarray), f'{type(made)} {message}'
    expected = np.asarray(expected)
    assert made.dtype.name == widened(expected.dtype), f'{made.dtype} instead of {expected.dtype} {message}'
    assert made.shape == expected.shape, f'{made.shape} instead of {expected.shape} {message}'
    values = acre.asnumpy(made)
    if expected.dtype == np.float16:
        has_place = ~np.isinf(expected) | np.isinf(values)  # float16 ends at 65504
        np.testing.assert_allclose(values[has_place], expected[has_place].astype('float32'), rtol=2e-3, atol=1e-4, err_msg=message)
    elif rtol and expected.dtype.kind in 'fc':
        np.testing.assert_allclose(values, expected, rtol=rtol * (2e9 if expected.dtype.itemsize == 4 or expected.dtype.name ==
                                                                  'complex64' else 1), err_msg=message)
    else:
        np.testing.assert_array_equal(values, expected, err_msg=message)


def outcome(f):
    """f()'s result, or its error."""
    try:
        return f(), None
    except Exception as error:  # compared by its class
        return None, error


def same_outcome(acre_call, numpy_call, rtol=0.0, message=''):
    """The same result, or an error of a class that NumPy's has, too."""
    expected, refused = outcome(numpy_call)
    made, error = outcome(acre_call)
    if refused is not None:
        assert error is not None, f'NumPy raises {refused!r} {message}'
        of_numpy = (IndexError, ValueError) if isinstance(refused, (np.exceptions.AxisError, OverflowError)) else \
            tuple(c for c in (IndexError, ValueError, TypeError, MemoryError) if isinstance(refused, c))
        assert isinstance(error, of_numpy), f'{error!r} instead of {refused!r} {message}'
        return
    if error is not None:
        raise error
    if isinstance(expected, (tuple, list)):
        assert len(made) == len(expected), message
        for each, other in zip(made, expected):
            same(each, other, rtol, message)
    else:
        same(made, expected, rtol, message)
