"""Shapes, views, joined arrays, products, numerics, random numbers."""
import pickle

import acre
import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, COMPLEX, FLOATS, INTEGERS, NUMBERS, REALS, arrays, laid_out, on, same, same_outcome


@given(data=st.data())
def test_reshape(device, data):
    x = data.draw(arrays(ALL))
    a = data.draw(laid_out(x))(on(device))
    shape = data.draw(st.sampled_from([(-1,), x.shape, x.shape[::-1], (1, -1, 1), (x.size,), (2, -1), (x.size + 1,), (-1, -1)]))
    same_outcome(lambda: acre.reshape(a, shape), lambda: np.reshape(x, shape))
    same_outcome(lambda: a.reshape(*(shape or (1,))), lambda: x.reshape(*(shape or (1,))))
    same(a.ravel(), x.ravel())
    same(a.flatten(), x.flatten())
    copied = acre.reshape(a, (-1,), copy=True)
    assert x.size == 0 or not acre.shares_memory(copied, a)


@given(data=st.data())
def test_views(device, data):
    x = data.draw(arrays(ALL, min_dims=1, max_dims=4, max_side=3))
    a = data.draw(laid_out(x))(on(device))
    axis, other = data.draw(st.integers(-x.ndim - 1, x.ndim)), data.draw(st.integers(-x.ndim, x.ndim - 1))
    order = data.draw(st.permutations(range(x.ndim)))
    for call in [lambda m, v: m.permute_dims(v, order), lambda m, v: m.moveaxis(v, other, axis), lambda m, v: m.swapaxes(v, axis, other),
                 lambda m, v: m.expand_dims(v, axis=axis), lambda m, v: m.squeeze(v, axis=axis), lambda m, v: m.squeeze(v),
                 lambda m, v: m.flip(v, axis=axis), lambda m, v: m.flip(v), lambda m, v: m.matrix_transpose(v), lambda m, v: m.atleast_2d(v),
                 lambda m, v: m.atleast_3d(v), lambda m, v: m.roll(v, 2, axis=axis), lambda m, v: m.roll(v, -1),
                 lambda m, v: m.repeat(v, 2, axis=axis), lambda m, v: m.repeat(v, 3), lambda m, v: m.tile(v, (2, 1)), lambda m, v: m.unstack(v, axis=axis),
                 lambda m, v: m.broadcast_to(v, (2, *v.shape)), lambda m, v: m.broadcast_to(v, (7,) * v.ndim), lambda m, v: m.array_split(v, 2, axis),
                 lambda m, v: m.split(v, [1, 2], axis), lambda m, v: m.split(v, 2, axis), lambda m, v: m.diff(v.astype('float64'), axis=axis)]:
        if v_is_complex(x) and 'diff' in call.__code__.co_names:
            continue
        same_outcome(lambda: call(acre, a), lambda: call(np, x), message=str(call.__code__.co_names))


def v_is_complex(x):
    return x.dtype.kind == 'c'


@given(data=st.data())
def test_matrices(device, data):
    x = data.draw(arrays(ALL, min_dims=2, max_dims=3))
    a, k = data.draw(laid_out(x))(on(device)), data.draw(st.integers(-2, 2))
    for call in [lambda m, v: m.tril(v, k), lambda m, v: m.triu(v, k), lambda m, v: m.diagonal(v, k), lambda m, v: m.rot90(v, k),
                 lambda m, v: m.linalg.diagonal(v, offset=k)]:
        same_outcome(lambda: call(acre, a), lambda: call(np, x))
    if x.ndim == 2:
        same(acre.diag(a, k), np.diag(x, k))
        same(acre.diag(a[0], k), np.diag(x[0], k)) if x.shape[0] else None


@given(data=st.data())
def test_joined(device, data):
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=3))
    xs = [data.draw(arrays(ALL, shape=shape)) for _ in range(data.draw(st.integers(1, 4)))]
    xs = [x for x in xs if x.dtype.kind != 'c'] or xs[:1]
    parts = [on(device)(x) for x in xs]
    axis = data.draw(st.integers(-len(shape) - 1, len(shape)))
    for call in [lambda m, v: m.concat(v, axis=axis), lambda m, v: m.concatenate(v, None), lambda m, v: m.stack(v, axis=axis), lambda m, v: m.vstack(v),
                 lambda m, v: m.hstack(v), lambda m, v: m.dstack(v), lambda m, v: m.column_stack(v)]:
        same_outcome(lambda: call(acre, parts), lambda: call(np, xs))
    for made, expected in zip(acre.broadcast_arrays(parts[0], acre.ones((2, *shape))), np.broadcast_arrays(xs[0], np.ones((2, *shape)))):
        same(made, expected)
    assert acre.broadcast_shapes((3, 1), (4,)) == (3, 4)
    with pytest.raises(ValueError):
        acre.concat([])


def test_edited(device):
    x = np.arange(6.0).reshape(2, 3)
    a = on(device)(x)
    for mode in ('constant', 'edge', 'reflect', 'symmetric', 'wrap', 'linear_ramp', 'maximum', 'mean', 'median', 'minimum'):
        same(acre.pad(a, ((1, 2), (0, 1)), mode), np.pad(x, ((1, 2), (0, 1)), mode))
    same(acre.pad(a, 2, constant_values=(1, 3)), np.pad(x, 2, constant_values=(1, 3)))
    same(acre.append(a, a, 0), np.append(x, x, 0))
    same(acre.insert(a, 1, 5, 1), np.insert(x, 1, 5, 1))
    same(acre.delete(a, [0, 2], 1), np.delete(x, [0, 2], 1))
    same(acre.trim_zeros(acre.asarray([0, 0, 1, 0, 2, 0])), np.trim_zeros(np.array([0, 0, 1, 0, 2, 0])))
    same(acre.sliding_window_view(a, 2, 1), np.lib.stride_tricks.sliding_window_view(x, 2, 1))
    same(acre.roll(a, (1, 2), (0, 1)), np.roll(x, (1, 2), (0, 1)))
    same(acre.ediff1d(a), np.ediff1d(x))
    same(acre.ascontiguousarray(a.T), x.T)
    same_outcome(lambda: acre.repeat(a, [1, 2, 0], axis=1), lambda: np.repeat(x, [1, 2, 0], axis=1))


@st.composite
def factors(draw):
    """Two stacks of matrices, or vectors, that can be multiplied."""
    shapes = draw(hnp.mutually_broadcastable_shapes(signature=np.matmul.signature, max_dims=2, max_side=4)).input_shapes
    return tuple(draw(arrays(REALS + COMPLEX, shape=s, small=True)) for s in shapes)


@given(xs=factors())
def test_matmul(device, xs):
    expected = np.matmul(*xs)
    made = on(device)(xs[0]) @ on(device)(xs[1])
    assert made.dtype == expected.dtype and made.shape == expected.shape
    single = expected.dtype.name in ('float32', 'complex64')
    np.testing.assert_allclose(acre.asnumpy(made), expected, rtol=1e-3 if single else 1e-10, atol=1e-1 if single else 1e-8)


def test_products(device):
    x, y = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    a, b = on(device)(x), on(device)(y)
    u, v = a[0], a[1]
    for made, expected in [(acre.dot(a, b), np.dot(x, y)), (acre.inner(u, v), np.inner(x[0], x[1])), (acre.outer(u, v), np.outer(x[0], x[1])),
                           (acre.tensordot(a, b, axes=1), np.tensordot(x, y, 1)), (acre.tensordot(a, b, axes=([1], [0])), x @ y),
                           (acre.einsum('ij,jk->ik', a, b), x @ y), (acre.trace(b), np.trace(y)), (acre.kron(a, a), np.kron(x, x)),
                           (acre.vecdot(a, a), np.vecdot(x, x)), (acre.linalg.vector_norm(a, axis=1), np.linalg.norm(x, axis=1)),
                           (acre.linalg.matrix_norm(a), np.linalg.norm(x)), (acre.linalg.cross(a, a[::-1]), np.linalg.cross(x, x[::-1])),
                           (acre.linalg.outer(u, v), np.linalg.outer(x[0], x[1])), (acre.linalg.trace(b[:, :3]), np.linalg.trace(y[:, :3])),
                           (acre.vdot(a, a), np.vdot(x, x)), (acre.matvec(a, u), np.matvec(x, x[0])), (acre.vecmat(u, b), np.vecmat(x[0], y))]:
        same(made, expected, rtol=1e-14)
    for call in (lambda m, p, q: m.matmul(p, p), lambda m, p, q: m.linalg.outer(p, p), lambda m, p, q: m.tensordot(p, q, axes=2)):
        same_outcome(lambda: call(acre, a, b), lambda: call(np, x, y))
    with pytest.raises(TypeError):
        a @ 2


def test_numerics(device):
    x, y = np.array([0.0, 1, 3, 4]), np.array([1.0, 0, 2, 5])
    a, b = on(device)(x), on(device)(y)
    for made, expected in [(acre.interp(acre.asarray([0.5, 2, 9], device=device), a, b, left=-1), np.interp([0.5, 2, 9], x, y, left=-1)),
                           (acre.convolve(a, b), np.convolve(x, y)), (acre.correlate(a, b, 'same'), np.correlate(x, y, 'same')),
                           (acre.gradient(b), np.gradient(y)), (acre.gradient(b, a, axis=0), np.gradient(y, x, axis=0)), (acre.trapezoid(b, a), np.trapezoid(y, x)),
                           (acre.polyval(a, b), np.polyval(x, y)), (acre.diff(b, 2), np.diff(y, 2)), (acre.diff(b, prepend=a[:1]), np.diff(y, prepend=x[:1]))]:
        same(made, expected, rtol=1e-14)
    with pytest.raises(ValueError):
        acre.convolve(a, b, 'other')


def test_random(device):
    g = acre.random.default_rng(42)
    reference = acre.random.default_rng(42)
    for draw in [lambda r, d: r.random(5, device=d), lambda r, d: r.normal(1, 2, (2, 3), device=d), lambda r, d: r.standard_normal(4, 'float32', device=d),
                 lambda r, d: r.exponential(2.0, 7, device=d), lambda r, d: r.integers(0, 10, 8, device=d), lambda r, d: r.integers(5, device=d),
                 lambda r, d: r.permutation(6, device=d), lambda r, d: r.uniform(-1, 1, 3, dtype='float32', device=d)]:
        made, expected = draw(g, device), draw(reference, 'serial')
        assert made.device == device and made.tobytes() == expected.tobytes() and made.dtype == expected.dtype
    again = pickle.loads(pickle.dumps(g))
    assert again.state == g.state and again.random(3).tolist() == g.random(3).tolist()
    assert sorted(g.permutation(acre.arange(5, device=device)).tolist()) == [0, 1, 2, 3, 4]
    assert acre.max(g.integers(1, 3, 100, endpoint=True)) == 3 and 'philox' in repr(g)
    assert NUMBERS and INTEGERS and FLOATS
