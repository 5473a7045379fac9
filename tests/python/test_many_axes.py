"""Arrays of as many axes as there can be, whose loops can't be joined into fewer."""
import itertools

import acre
import numpy as np
import pytest

from compare import same

SHAPE = (2, 3, 2, 1, 3, 2, 2, 3)
ORDERS = [tuple(range(8)), tuple(reversed(range(8))), (1, 0, 3, 2, 5, 4, 7, 6), (0, 2, 4, 6, 1, 3, 5, 7), (7, 0, 6, 1, 5, 2, 4, 3)]


def numbers(rank, dtype='float64'):
    shape = SHAPE[:rank]
    return ((np.arange(np.prod(shape)) * 37 % 101) / 8 - 5).astype(dtype).reshape(shape)


@pytest.fixture(params=[7, 8])
def rank(request):
    return request.param


def both(device, rank, dtype='float64'):
    """Each order of the axes, of NumPy's array and of acre's."""
    there = numbers(rank, dtype)
    here = acre.asarray(there, device=device)
    for order in ORDERS:
        order = tuple(axis for axis in order if axis < rank)
        yield here.transpose(order), there.transpose(order)


def test_elementwise(device, rank):
    for (x, a), (y, b) in itertools.product(both(device, rank), both(device, rank, 'float32')):
        if a.shape == b.shape:
            same(x * 2 + y, a * 2 + b)
    x, a = acre.asarray(numbers(rank), device=device), numbers(rank)
    for axis in range(rank):
        same(x - x[(slice(None),) * axis + (slice(0, 1),)], a - a[(slice(None),) * axis + (slice(0, 1),)])
    x[..., ::-1] = x * 2
    same(x, a[..., ::-1] * 2)


def test_reductions_and_scans(device, rank):
    for x, a in both(device, rank, 'int64'):
        for axis in [None, 0, rank - 1, (0, rank - 1), tuple(range(0, rank, 2)), tuple(range(1, rank, 2))]:
            same(acre.sum(x, axis=axis), np.sum(a, axis=axis))
            same(acre.max(x, axis=axis, keepdims=True), np.max(a, axis=axis, keepdims=True))
        for axis in range(rank):
            same(acre.argmin(x, axis=axis), np.argmin(a, axis=axis))
            same(acre.cumulative_sum(x, axis=axis), np.cumulative_sum(a, axis=axis))
            same(acre.sort(x, axis=axis), np.sort(a, axis=axis))


def test_indices_and_shapes(device, rank):
    for x, a in both(device, rank):
        same(acre.flip(x), np.flip(a))
        same(acre.reshape(x, (-1, 3)), np.reshape(a, (-1, 3)))
        same(acre.concat([x, x * 2], axis=rank - 2), np.concatenate([a, a * 2], axis=rank - 2))
        same(acre.roll(x, 1, axis=2), np.roll(a, 1, axis=2))
        same(x[x > 1], a[a > 1])
        for axis in range(rank):
            i = acre.asarray([0, -1, 0], device=device)
            same(acre.take(x, i, axis=axis), np.take(a, [0, -1, 0], axis=axis))
        same(acre.expand_dims(x[0], axis=3), np.expand_dims(a[0], axis=3))
    same(acre.broadcast_to(acre.asarray(2.0, device=device), SHAPE), np.broadcast_to(2.0, SHAPE))


def test_products_and_transforms(device, rank):
    for (x, a), (y, b) in itertools.islice(itertools.product(both(device, rank), repeat=2), 0, None, 3):
        if a.shape == b.shape:
            np.testing.assert_allclose(acre.asnumpy(acre.matmul(x, acre.matrix_transpose(y))), a @ np.matrix_transpose(b), rtol=1e-14)
            np.testing.assert_allclose(acre.asnumpy(acre.vecdot(x, y, axis=1)), np.vecdot(a, b, axis=-1) if rank == 1 else (a * b).sum(1), rtol=1e-14)
    letters = 'abcdefgh'[:rank]
    same(acre.einsum(f'{letters}->{letters[::-1]}', x), np.einsum(f'{letters}->{letters[::-1]}', a))
    if hasattr(acre, 'fft'):
        for x, a in both(device, rank):
            for axis in (0, 2, rank - 1):
                np.testing.assert_allclose(acre.asnumpy(acre.fft.fft(x, axis=axis)), np.fft.fft(a, axis=axis), atol=1e-13)
    if hasattr(acre.linalg, 'solve'):
        matrices = np.random.default_rng(0).normal(size=SHAPE[:rank - 2] + (3, 3))
        right = np.random.default_rng(1).normal(size=(3, 2))
        np.testing.assert_allclose(acre.asnumpy(acre.linalg.solve(acre.asarray(matrices, device=device), acre.asarray(right, device=device))),
                                   np.linalg.solve(matrices, right), rtol=1e-8, atol=1e-8)


def test_kernels_from_text(device, rank, compiler):
    double = acre.ElementwiseKernel('T x, raw float32 y', 'T z', 'z = 2 * x + y[i]')
    total = acre.ReductionKernel('int64 x', 'int64 y', 'x', 'a + b', 'y = a', '0')
    for (x, a), (n, i) in zip(both(device, rank), both(device, rank, 'int64')):
        y, b = numbers(rank, 'float32'), acre.asarray(numbers(rank, 'float32'), device=device)
        turned = y.transpose(tuple(reversed(range(rank))))
        same(double(x, b.transpose(tuple(reversed(range(rank))))), 2 * a + turned.reshape(a.shape))
        same(total(n, axis=(1, rank - 2)), i.sum(axis=(1, rank - 2)))

    @acre.fuse
    def line(x, y):
        return x * 3 - y

    for x, a in both(device, rank):
        same(line(x, x[:1]), a * 3 - a[:1])


def test_more_axes_are_refused(device):
    x = acre.zeros(SHAPE, device=device)
    for refused in [lambda: acre.zeros(SHAPE + (1,), device=device), lambda: x[None], lambda: acre.expand_dims(x, axis=0),
                    lambda: acre.reshape(x, SHAPE + (1,)), lambda: acre.stack([x, x]), lambda: acre.tensordot(x, x, axes=([7, 0], [7, 0]))]:
        with pytest.raises((ValueError, IndexError), match='8'):
            refused()
