"""What NumPy's functions and Python's own do with acre's arrays."""
import copy
import math
import pickle

import acre
import numpy as np
import pytest

from compare import ALL, FLOATS, is_on_host, on, same


def test_numpys_functions_are_acres(device):
    x = np.arange(12.0).reshape(3, 4)
    a = on(device)(x)
    for call in (lambda v: np.sum(v), lambda v: np.mean(v, axis=0), lambda v: np.concatenate([v, v], axis=1), lambda v: np.stack([v, v]),
                 lambda v: np.where(v > 3, v, 0), lambda v: np.argmax(v), lambda v: np.dot(v, v.T), lambda v: np.max(v, axis=1, keepdims=True),
                 lambda v: np.zeros_like(v), lambda v: np.transpose(v), lambda v: np.cumsum(v, axis=1), lambda v: np.round(v, 1)):
        same(call(a), call(x), rtol=1e-14)
        assert call(a).device == device
    same(np.linalg.norm(a), np.linalg.norm(x), rtol=1e-14)
    if hasattr(acre, 'fft'):
        same(np.fft.fft(a), np.fft.fft(x), rtol=1e-12)
    assert np.shape(a) == (3, 4) and np.ndim(a) == 2 and np.size(a) == 12 and np.allclose(a, a) is True
    same(np.apply_along_axis(np.sum, 0, a), x.sum(0))
    parts = np.split(a, 3)
    assert isinstance(parts, list) and isinstance(parts[0], acre.ndarray)


def test_numpys_functions_that_acre_lacks(device, tmp_path):
    x = np.arange(4.0)
    a = on(device)(x)
    calls = [lambda: np.concatenate([x, a]), lambda: np.testing.assert_allclose(a, x),
             lambda: np.apply_over_axes(np.sum, a, [0]), lambda: np.atleast_1d(a, a), lambda: np.sum(a=a, axis=0)]
    for call in calls:
        if is_on_host(device):
            assert not isinstance(call(), acre.ndarray)
        else:
            with pytest.raises(TypeError, match='asnumpy'):
                call()
    np.save(tmp_path / 'x.npy', a)  # which acre has
    np.testing.assert_array_equal(np.load(tmp_path / 'x.npy'), x)
    if is_on_host(device):
        assert isinstance(np.concatenate([x, a]), np.ndarray)
    with pytest.raises(TypeError, match='asarray'):
        a + x
    with pytest.raises(TypeError, match='asarray'):
        x * a


def test_dtypes_beside_numpys():
    for name in ALL:
        assert np.dtype(getattr(acre, name)) == np.dtype(name) and np.zeros(1, acre.zeros(1, name).dtype).dtype == name
    with pytest.raises(TypeError):
        np.dtype(acre.bfloat16)
    assert (acre.int_, acre.intp, acre.bool_, acre.euler_gamma) == (np.int_, np.intp, np.bool_, np.euler_gamma)


@pytest.mark.parametrize('dtype', ALL)
def test_as_numpys_array(device, dtype):
    a = acre.asarray([[0, 1], [1, 1]], dtype=dtype, device=device)
    if not is_on_host(device):
        pytest.skip('the memory of a GPU')
    seen = np.asarray(a)
    assert seen.dtype == dtype and seen.tolist() == a.tolist() and np.shares_memory(seen, np.asarray(a))
    assert np.array(a, copy=True) is not None and not np.shares_memory(np.array(a), seen)
    assert np.asarray(a, dtype='complex128').dtype == 'complex128' and a.__array__('complex128').dtype == 'complex128'
    assert np.shares_memory(a.__array__(), seen) and np.shares_memory(a.__array__(None, copy=False), seen)
    assert not np.shares_memory(a.__array__(copy=True), seen)
    other = 'complex64' if dtype == 'complex128' else 'complex128'
    with pytest.raises(ValueError):
        np.asarray(a, dtype=other, copy=False)


def test_python_asks_as_numpy_answers(device):
    x = np.asarray([[1.5, -2.0, 3.25], [0.0, 7.0, 2.5]])
    a = on(device)(x)
    assert (3.25 in a, 4 in a, 7 in a, 'text' in a, None in a) == (True, False, True, False, False)
    assert acre.asanyarray(a) is not None and [v.tolist() for v in a] == x.tolist() and [v.tolist() for v in reversed(a)] == x[::-1].tolist()
    for made, expected in zip(divmod(a, 2) + divmod(7, a[:, 0] + 2), divmod(x, 2) + divmod(7, x[:, 0] + 2)):
        same(made, expected)
    assert f'{acre.sum(a):.3f} {a[0, 1]:+.1e} {a[0]}' == f'{np.sum(x):.3f} {x[0, 1]:+.1e} {x[0]}'
    assert f'{acre.asarray(7, device=device):04d}' == '0007'
    with pytest.raises(TypeError, match='unsupported format string'):
        f'{a:.2f}'
    assert (a.item(1), a.item(-1), a.item(1, 2), a.item((0, 2))) == (x.item(1), x.item(-1), x.item(1, 2), x.item((0, 2)))
    with pytest.raises(IndexError):
        a.item(6)
    assert math.sqrt(a[1, 1] + 2) == 3 and [10, 20][acre.asarray(1, device=device)] == 20 and list(range(acre.asarray(2, device=device))) == [0, 1]
    assert sum(a[0]) == 2.75 and max(a[1]) == 7 and sorted(map(float, a[0])) == [-2, 1.5, 3.25]
    assert bool(a[:0, :0].any()) is False and a is not None and (a is a)
    for empty_or_many in (a, a[:0]):
        with pytest.raises(ValueError, match='truth value'):
            bool(empty_or_many)
    same(a.conjugate(), x.conjugate())
    with pytest.raises(TypeError, match='unhashable'):
        {a: 1}


@pytest.mark.parametrize('x', [np.arange(10000), np.arange(10**6, dtype='f4').reshape(1000, 1000), np.zeros((20, 20, 20)), np.ones((1, 3000)) > 0,
                               np.full(2000, 1e-300), np.full((2000,), np.nan), np.full(1500, 1 + 2j), np.zeros((0, 5)), np.zeros((3, 0, 2), 'i2')])
def test_large_arrays_are_shortened(device, x):
    with acre.Device(device):
        a = on(device)(x)
        assert repr(a) == repr(x) and str(a) == str(x)


def test_pickles_and_copies_of_views(device):
    x = np.arange(24.0).reshape(4, 6)
    a = on(device)(x)
    for view, expected in [(a[::2, ::-1], x[::2, ::-1]), (a.T, x.T), (a[1:1], x[1:1]), (a[2, 3], x[2, 3])]:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(view, protocol))
            same(again, expected)
            assert again.device == device
        for made in (copy.copy(view), copy.deepcopy(view), view.copy()):
            same(made, expected)
            made[...] = 0
        same(a, x)
    kept = copy.deepcopy({'x': a, 'same': [a]})
    assert kept['x'] is kept['same'][0]
    for value in (acre.float32, acre.Device(device), acre.random.default_rng(3), acre.finfo(acre.float32).dtype):
        assert type(pickle.loads(pickle.dumps(value))) is type(value)
        copy.deepcopy(value)


def test_names_of_types(device):
    a = acre.zeros(2, device=device)
    assert repr(type(a)) == "<class 'acre.ndarray'>" and type(a.dtype).__module__ == type(a.device).__module__ == 'acre'
    assert acre.__version__.count('.') == 2 and FLOATS
    with pytest.raises(AttributeError, match=r"'acre\.ndarray' object has no attribute 'shpae'"):
        a.shpae
