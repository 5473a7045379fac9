"""Solvers, decompositions and Fourier transforms."""
import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import on, same

RNG = np.random.default_rng(1)
DTYPES = ['float32', 'float64', 'complex64', 'complex128', 'int32']
solvers = pytest.mark.skipif(not hasattr(acre.linalg, 'solve'), reason='this build has no LAPACK')
transforms = pytest.mark.skipif(not hasattr(acre, 'fft'), reason='this build has no Fourier transforms')


def numbers(shape, dtype):
    x = RNG.normal(size=shape) * 4
    return (x + 1j * RNG.normal(size=shape) if dtype.startswith('complex') else x).astype(dtype)


def near(made, expected):
    expected = np.asarray(expected)
    assert made.dtype == expected.dtype and made.shape == expected.shape
    single = expected.dtype.name in ('float32', 'complex64')
    scale = max(1.0, np.abs(expected).max(initial=0))
    np.testing.assert_allclose(acre.asnumpy(made), expected, rtol=1e-3 if single else 1e-9, atol=scale * (1e-4 if single else 1e-10))


@solvers
@pytest.mark.parametrize('dtype', DTYPES)
@pytest.mark.parametrize('shape', [(3, 3), (2, 4, 4), (1, 1), (0, 0), (2, 0, 3, 3)])
def test_solvers(device, dtype, shape):
    x = numbers(shape, dtype) + (9 * np.eye(shape[-1])).astype(dtype)
    a = on(device)(x)
    y = numbers(shape[:-1] + (2,), dtype)
    near(acre.linalg.solve(a, on(device)(y)), np.linalg.solve(x, y))
    near(acre.linalg.solve(a, on(device)(y[..., 0].reshape(-1)[:shape[-1]])) if x.size else acre.linalg.inv(a),
         np.linalg.solve(x, y[..., 0].reshape(-1)[:shape[-1]]) if x.size else np.linalg.inv(x))
    near(acre.linalg.inv(a), np.linalg.inv(x))
    near(acre.linalg.det(a), np.linalg.det(x))
    for made, expected in zip(acre.linalg.slogdet(a), np.linalg.slogdet(x)):
        near(made, expected)
    near(acre.linalg.matrix_power(a, 3), np.linalg.matrix_power(x.astype(acre.linalg.inv(a).dtype.name), 3))
    same(acre.linalg.matrix_rank(a), np.linalg.matrix_rank(x)) if x.size else None
    near(acre.linalg.pinv(a), np.linalg.pinv(x)) if x.size else None


@solvers
@pytest.mark.parametrize('dtype', DTYPES[:4])
@pytest.mark.parametrize('shape', [(3, 3), (4, 2), (2, 3, 5)])
def test_decompositions(device, dtype, shape):
    x = numbers(shape, dtype)
    a = on(device)(x)
    for mode in ('reduced', 'complete'):
        q, r = acre.linalg.qr(a, mode=mode)
        near(q @ r, x)
        assert q.shape == np.linalg.qr(x, mode).Q.shape
    for full in (True, False):
        u, s, vh = acre.linalg.svd(a, full_matrices=full)
        k = min(shape[-2:])
        near((u[..., :k] * s[..., None, :].astype(u.dtype)) @ vh[..., :k, :], x)
        assert u.shape == np.linalg.svd(x, full).U.shape
    near(acre.linalg.svdvals(a), np.linalg.svdvals(x))
    if shape[-1] == shape[-2]:
        h = x @ np.conj(np.swapaxes(x, -1, -2)) + np.eye(shape[-1], dtype=x.dtype)
        b = on(device)(h)
        near(acre.linalg.cholesky(b), np.linalg.cholesky(h))
        near(acre.linalg.cholesky(b, upper=True), np.linalg.cholesky(h, upper=True))
        near(acre.linalg.eigvalsh(b), np.linalg.eigvalsh(h))
        w, v = acre.linalg.eigh(b)
        near(v * w.astype(v.dtype) @ acre.matrix_transpose(acre.conj(v)), h)
        w, v = acre.linalg.eig(a)
        near(a.astype(v.dtype) @ v - v * w, np.zeros(shape, v.dtype.name))
        near(acre.sort(acre.linalg.eigvals(a)), np.sort(np.linalg.eigvals(x).astype(v.dtype.name)))


@solvers
def test_tolerances_of_each_matrix(device):
    x = np.stack([np.diag([4.0, 1, 0.1]), np.diag([4.0, 1, 0.1])]) + 0.01
    a, rtol = on(device)(x), np.array([0.001, 0.1])
    same(acre.linalg.matrix_rank(a, rtol=on(device)(rtol)), np.linalg.matrix_rank(x, rtol=rtol))
    near(acre.linalg.pinv(a, rtol=on(device)(rtol)), np.linalg.pinv(x, rtol=rtol))
    same(acre.linalg.matrix_rank(a, rtol=0.1), np.linalg.matrix_rank(x, rtol=0.1))


@solvers
def test_norms_of_matrices(device):
    x = numbers((2, 3, 4), 'float64')
    for order in ('fro', 'nuc', 1, -1, 2, -2, np.inf, -np.inf):
        for keepdims in (False, True):
            near(acre.linalg.matrix_norm(on(device)(x), ord=order, keepdims=keepdims), np.linalg.matrix_norm(x, ord=order, keepdims=keepdims))
    with pytest.raises(ValueError, match='norm order'):
        acre.linalg.matrix_norm(on(device)(x), ord='other')


@solvers
def test_norm(device):
    x = numbers((2, 3, 4), 'float64')
    a = on(device)(x)
    for keepdims in (False, True):
        near(acre.linalg.norm(a, keepdims=keepdims), np.linalg.norm(x, keepdims=keepdims))
        near(acre.linalg.norm(a[0, 0], 1, keepdims=keepdims), np.linalg.norm(x[0, 0], 1, keepdims=keepdims))
        near(acre.linalg.norm(a[0], 'nuc', keepdims=keepdims), np.linalg.norm(x[0], 'nuc', keepdims=keepdims))
        for axis in (0, -1, (1,)):
            near(acre.linalg.norm(a, np.inf, axis, keepdims), np.linalg.norm(x, np.inf, axis, keepdims))
        for axis in ((0, 1), (2, 0), (-1, -2)):
            for order in (None, 'fro', 1, 2, -np.inf):
                near(acre.linalg.norm(a, order, axis, keepdims), np.linalg.norm(x, order, axis, keepdims))
    for arguments in ({'ord': 2}, {'axis': (0, 1, 2)}):
        with pytest.raises(ValueError, match='Improper number of dimensions to norm.'):
            acre.linalg.norm(a, **arguments)


@solvers
def test_refusals(device):
    with pytest.raises(acre.linalg.LinAlgError, match='Singular matrix'):
        acre.linalg.inv(acre.zeros((2, 2), device=device))
    for call in (lambda m: m.linalg.inv(m.zeros((2, 3))), lambda m: m.linalg.det(m.zeros(3)), lambda m: m.linalg.cholesky(-m.eye(2))):
        with pytest.raises(np.linalg.LinAlgError) as expected:
            call(np)
        with pytest.raises(acre.linalg.LinAlgError) as made:
            call(acre)
        assert str(made.value).startswith(str(expected.value))
    assert isinstance(made.value, ValueError)


@transforms
@pytest.mark.parametrize('name', ['fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft'])
@given(data=st.data())
def test_transforms(device, name, data):
    shape = data.draw(st.sampled_from([(1,), (2,), (7,), (3, 8), (4, 1, 5)]))
    dtype = data.draw(st.sampled_from(['float32', 'float64'] + ['complex64', 'complex128'] * (name not in ('rfft', 'ihfft'))))
    axis, norm = data.draw(st.integers(-len(shape), len(shape) - 1)), data.draw(st.sampled_from(['backward', 'ortho', 'forward']))
    n = data.draw(st.sampled_from([None, 4, 9]))
    if n is None and name in ('irfft', 'hfft') and shape[axis] == 1:
        return
    x = numbers(shape, dtype)
    near(getattr(acre.fft, name)(on(device)(x), n, axis, norm), getattr(np.fft, name)(x, n, axis, norm))


@transforms
@pytest.mark.parametrize('name', ['fftn', 'ifftn', 'rfftn', 'irfftn', 'fft2', 'ifft2', 'rfft2', 'irfft2'])
def test_transforms_along_axes(device, name):
    x = numbers((3, 4, 6), 'float64')
    for arguments in [{}, {'axes': (0, 1)}, {'s': (2, 5), 'axes': (1, 2)}, {'norm': 'ortho', 'axes': (0, 2)}]:
        near(getattr(acre.fft, name)(on(device)(x), **arguments), getattr(np.fft, name)(x, **arguments))


@transforms
def test_frequencies(device):
    for n in (1, 4, 7):
        same(acre.fft.fftfreq(n, 0.5, device=device), np.fft.fftfreq(n, 0.5))
        same(acre.fft.rfftfreq(n, device=device), np.fft.rfftfreq(n))
        x = np.arange(2 * n).reshape(2, n)
        same(acre.fft.fftshift(on(device)(x)), np.fft.fftshift(x))
        same(acre.fft.ifftshift(on(device)(x), axes=1), np.fft.ifftshift(x, axes=1))
    assert acre.fft.fftfreq(4, dtype='float32').dtype == 'float32'
    with pytest.raises(ValueError, match='Invalid norm value'):
        acre.fft.fft(acre.zeros(3), norm='other')
