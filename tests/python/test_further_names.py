"""NumPy's and CuPy's further names, against NumPy."""
import io
import pickle
import warnings

import acre
import numpy as np
import pytest

from compare import on, same, same_outcome

M = np.arange(12, dtype='float32').reshape(3, 4)
V = np.array([3.0, -1.0, 2.0, 2.0, 7.0, 0.0])


@pytest.mark.parametrize('call', [
    lambda m, x, v: m.indices((2, 3)), lambda m, x, v: m.mgrid[0:3, 0:1:5j], lambda m, x, v: m.mgrid[2:5],
    lambda m, x, v: m.ogrid[0:2, 1:4],
    lambda m, x, v: m.r_[0:3, 5, v], lambda m, x, v: m.c_[v, v], lambda m, x, v: m.ix_([0, 2], [1, 3]),
    lambda m, x, v: x[m.ix_([0, 2], [True, False, True, True])],
    lambda m, x, v: m.tril_indices(3), lambda m, x, v: m.triu_indices(3, 1), lambda m, x, v: m.tril_indices(3, -1, 5),
    lambda m, x, v: m.triu_indices_from(x, 1),
    lambda m, x, v: m.tril_indices_from(x), lambda m, x, v: m.diag_indices(3), lambda m, x, v: m.diagflat(x),
    lambda m, x, v: m.fromfunction(lambda i, j: i + 2 * j, (2, 3)),
    lambda m, x, v: m.hsplit(x, 2), lambda m, x, v: m.vsplit(x, 3), lambda m, x, v: m.hsplit(v, [2]),
    lambda m, x, v: m.dsplit(x[:, :, None], 1),
    lambda m, x, v: m.resize(v, (2, 7)), lambda m, x, v: m.resize(v, 4), lambda m, x, v: m.unwrap(v * 2),
    lambda m, x, v: m.histogram2d(v, v[::-1], bins=3),
    lambda m, x, v: m.histogram2d(v, v, bins=[2, 4], range=[[0, 4], [0, 8]], density=True), lambda m, x, v: m.histogramdd(x, bins=2)[0],
    lambda m, x, v: m.histogram(v, bins=np.linspace(0, 7, 5)), lambda m, x, v: m.percentile(v, np.array([5, 50])),
    lambda m, x, v: m.piecewise(v, [v < 0, v > 2], [lambda t: -t, 10.0, 7.0]), lambda m, x, v: m.piecewise(v, [v < 0], [-1.0]),
    lambda m, x, v: m.add.reduce(x), lambda m, x, v: m.add.reduce(x, axis=1, keepdims=True), lambda m, x, v: m.multiply.reduce(v),
    lambda m, x, v: m.maximum.reduce(x),
    lambda m, x, v: m.minimum.reduce(x, axis=1), lambda m, x, v: m.logical_and.reduce(x > 0),
    lambda m, x, v: m.logical_or.reduce(x > 5, axis=1),
    lambda m, x, v: m.add.accumulate(x), lambda m, x, v: m.maximum.accumulate(v), lambda m, x, v: m.minimum.accumulate(x, axis=1),
    lambda m, x, v: m.multiply.accumulate(v), lambda m, x, v: m.multiply.outer(v, v), lambda m, x, v: m.less.outer(x, v),
    lambda m, x, v: m.hypot.outer(v, v),
    lambda m, x, v: m.clip(v, a_min=0, a_max=2), lambda m, x, v: m.clip(v, 0, None, out=v),
    lambda m, x, v: m.sum(x, axis=0, out=v[:4].astype('float32')),
    lambda m, x, v: m.tensordot(x, x, 2), lambda m, x, v: m.take(x, m.asarray([0, 2]), 1),
    lambda m, x, v: x.reshape((4, 3), order='F'), lambda m, x, v: x.ravel('F'),
    lambda m, x, v: x.flatten('F'), lambda m, x, v: m.reshape(x, -1, order='F'), lambda m, x, v: divmod(v, 2),
    lambda m, x, v: m.angle(v + 1j, deg=True), lambda m, x, v: m.angle(v + 2j), lambda m, x, v: m.isin(v, [2, 7]),
    lambda m, x, v: m.zeros(2, 'd', order='C'), lambda m, x, v: m.asarray(v, dtype='F', order='C'), lambda m, x, v: v.astype('i'),
    lambda m, x, v: divmod(7, v + 8), lambda m, x, v: m.modf(v / 4), lambda m, x, v: m.frexp(v),
    lambda m, x, v: v.view('int64'), lambda m, x, v: x.view('uint8'), lambda m, x, v: x.view('float64'),
    lambda m, x, v: (v > 1).view('int8'),
    lambda m, x, v: m.ravel_multi_index((m.asarray([0, 2]), m.asarray([1, 3])), (3, 4)),
    lambda m, x, v: m.ravel_multi_index((m.asarray([4, -2]), m.asarray([1, 3])), (3, 4), mode='wrap'),
    lambda m, x, v: m.ravel_multi_index((m.asarray([4, -2]), m.asarray([1, 3])), (3, 4), mode='clip')])
def test_results(device, call):
    with acre.Device(device):
        same_outcome(lambda: call(acre, on(device)(M), on(device)(V)), lambda: call(np, M.copy(), V.copy()), rtol=1e-14)


@pytest.mark.parametrize('call', [
    lambda m, x, v: m.copyto(v, 5.0), lambda m, x, v: m.copyto(v, v[::-1].copy(), where=v > 0),
    lambda m, x, v: m.place(v, v > 1, [1.0, 2.0]),
    lambda m, x, v: m.putmask(v, v > 1, m.asarray([1.0, 2.0, 3.0])), lambda m, x, v: m.putmask(v, v > 1, 5),
    lambda m, x, v: m.copyto(v.reshape(2, 3), v[:3].copy(), where=m.asarray([True, False, True])),
    lambda m, x, v: m.fill_diagonal(v.reshape(2, 3), 9.0),
    lambda m, x, v: m.add.at(v, m.asarray([0, 0, 1]), 1.0),
    lambda m, x, v: m.subtract.at(v, m.asarray([0, 0, 1]), m.asarray([1.0, 2.0, 3.0])),
    lambda m, x, v: m.subtract.at(v, m.asarray([0, 0, 1]), m.asarray([1, 2, 3], dtype='uint8')),
    lambda m, x, v: m.maximum.at(v, m.asarray([0, 0, 1]), 5.0), lambda m, x, v: m.minimum.at(v, m.asarray([0, 2, 1]), 0.0)])
def test_writing(device, call):
    mine, theirs = on(device)(V), V.copy()
    with acre.Device(device):
        call(acre, on(device)(M), mine)
    call(np, M.copy(), theirs)
    same(mine, theirs)


@pytest.mark.parametrize('values', [np.array([1.5, 1.75, -2.5, 0.5]), np.array([0.75, 3, 7.5, 0.25], 'float32'), np.array([1, 2, 3, 4], 'uint8')])
@pytest.mark.parametrize('x', [np.array([3, 0, 7]), np.array([50, 60, 70], 'int8'), np.array([True, False, False])])
def test_integers_beside_other_values_at_places(device, x, values):
    """Each result is cast before the next value comes."""
    index = np.array([0, 2, 0, 1])
    for name in ('add', 'subtract', 'maximum', 'minimum'):
        mine, theirs = on(device)(x), x.copy()
        getattr(acre, name).at(mine, on(device)(index), on(device)(values))
        getattr(np, name).at(theirs, index, values)
        same(mine, theirs, message=name)


def test_refusals(device):
    x, v = on(device)(M), on(device)(V)
    for error, call in [(ValueError, lambda: acre.ravel_multi_index((acre.asarray([9], device=device), v[:1].astype(int)), (3, 4))),
                        (ValueError, lambda: acre.reshape(x, (4, 3), 'G')), (ValueError, lambda: x.T.view('float64')),
                        (TypeError, lambda: v.view('bool')),
                        (ValueError, lambda: v.set(np.zeros(2))), (ValueError, lambda: acre.histogramdd([v, v], bins=[1])),
                        (TypeError, lambda: f'{v:.2f}'),
                        (ValueError, lambda: acre.frombuffer(b'abc', 'int16')), (ValueError, lambda: acre.unwrap(v, 2.0)),
                        (ValueError, lambda: acre.zeros((2, 2), order='F')),
                        (TypeError, lambda: v + np.ones(6)), (TypeError, lambda: acre.sin([1, 2])),
                        (TypeError, lambda: acre.sum(x, out=acre.zeros((), 'int8', device=device)))]:
        with pytest.raises(error):
            call()


def test_numbers_of_numpy(device):
    x, a = np.arange(4, dtype='float32'), on(device)(np.arange(4, dtype='float32'))
    for scalar in (np.float64(2), np.float32(2), np.int64(2), np.int8(2), np.complex64(1j), np.bool_(True)):
        same(a * scalar, x * scalar)
        same(scalar * a, scalar * x)
        assert (a * scalar).device == device and (scalar * a).device == device
        if scalar.dtype.kind != 'c':
            same(acre.maximum(a, scalar), np.maximum(x, scalar))
            same(acre.where(a > 1, a, scalar), np.where(x > 1, x, scalar))
            same(a > scalar, x > scalar)
        same(acre.full(2, scalar, device=device), np.full(2, scalar))
    a += np.float32(1)
    a[0] = np.float64(7)
    assert a.tolist() == [7, 2, 3, 4]
    scaled = acre.ElementwiseKernel('float32 x, float32 k', 'float32 y', 'y = k * x', 'scaled')
    assert scaled(a, np.float32(2)).tolist() == scaled(a, acre.full((), 2.0, 'float32', device=device)).tolist() == [14, 4, 6, 8]


def test_numbers_as_arguments():
    for call in (lambda m: m.sqrt(2), lambda m: m.exp(-0.5), lambda m: m.maximum(1, 2.5), lambda m: m.hypot(3, 4), lambda m: m.abs(-3),
    lambda m: m.isnan(float('nan'))):
        same(call(acre), call(np), rtol=1e-15)
    assert acre.sqrt(np.float32(4)).dtype == 'float32'


def test_what_is_said_of_arrays():
    x = acre.asarray(M)
    assert (acre.shape(x), acre.ndim(x), acre.size(x), acre.size(x, 1), acre.shape([1, 2]), acre.ndim(3)) == ((3, 4), 2, 12, 4, (2,), 0)
    assert acre.int_ == acre.intp == acre.int64 and acre.bool_ == acre.bool and acre.euler_gamma == np.euler_gamma
    same(acre.asanyarray([1, 2]), np.asanyarray([1, 2]))
    assert acre.isscalar(3.0) and acre.isscalar(np.float32(1)) and not acre.isscalar(x)
    assert acre.iscomplexobj(x + 1j) and acre.isrealobj(x) and acre.array_equiv(x, acre.stack([x, x])) and not acre.array_equiv(x, x[0] + 1)
    assert not acre.array_equiv(x, acre.zeros(3)) and acre.may_share_memory(x, x[1:])
    assert f'{x[1, 2]:.2f} {x.sum():g} {x[0, 0]}' == '6.00 66 0.0'
    assert np.dtype(x.dtype) == np.float32 and np.zeros(2, acre.int8).dtype == np.int8 and x.dtype.type(3).dtype == 'float32'
    y = acre.zeros((3, 4), 'float32')
    y.set(M)
    same(y, M)
    same(acre.frombuffer(M.tobytes(), 'float32', count=3, offset=4), M.ravel()[1:4])


def test_files(tmp_path):
    x = acre.asarray(M)
    acre.save(tmp_path / 'x.npy', x)
    same(acre.load(tmp_path / 'x.npy'), M)
    same(acre.asarray(np.load(tmp_path / 'x.npy')), M)
    for save in (acre.savez, acre.savez_compressed):
        save(tmp_path / 'both', x, other=x[0])
        for found in (acre.load(tmp_path / 'both.npz'), np.load(tmp_path / 'both.npz')):
            assert set(found) == {'arr_0', 'other'}
            same(acre.asarray(found['other']), M[0])
    with pytest.raises(ValueError, match='arr_0'):
        acre.savez(tmp_path / 'both', x, arr_0=x)
    with pytest.raises(acre.exceptions.FileNotFoundError, match='nothing.npy') as missing:
        acre.load(tmp_path / 'nothing.npy')
    assert isinstance(missing.value, FileNotFoundError) and missing.value.filename.endswith('nothing.npy')
    (tmp_path / 'x.npy').write_bytes((tmp_path / 'x.npy').read_bytes()[:-3])
    with pytest.raises(acre.exceptions.FileError, match='x.npy'):
        acre.load(tmp_path / 'x.npy')
    with pytest.raises(acre.exceptions.FileError, match='nowhere'):
        acre.save(tmp_path / 'nowhere' / 'x', x)
    with pytest.raises(TypeError, match='asnumpy'):
        acre.save(io.BytesIO(), x)


def test_devices():
    before = acre.default_device()
    assert acre.serial.use() == acre.serial and acre.zeros(1).device == 'serial' and acre.serial.id == 0
    acre.set_default_device(before)
    assert acre.cuda.Device() == before
    with acre.cuda.Device(0) as device:
        assert acre.zeros(1).device == device
    acre.cuda.Device(0).synchronize()
    assert type(pickle.loads(pickle.dumps(acre.cuda))) is type(acre.cuda) and str(acre.cuda) == 'cuda'
    assert isinstance(acre.cuda.is_available(), bool) and not hasattr(acre.cuda, 'nothing')


@pytest.mark.skipif(not hasattr(acre.linalg, 'svd'), reason='the build has no LAPACK')
def test_least_squares(device):
    rng = np.random.default_rng(1)
    for a, b in [(rng.random((7, 3)), rng.random(7)), (rng.random((7, 3)), rng.random((7, 2))), (rng.random((3, 5)), rng.random(3)),
                 (np.ones((4, 2)), rng.random(4)), (rng.random((6, 2)).astype('float32'), rng.random(6).astype('float32'))]:
        mine = acre.linalg.lstsq(on(device)(a), on(device)(b))
        theirs = np.linalg.lstsq(a, b, rcond=None)
        assert mine[2] == theirs[2] and mine[1].shape == theirs[1].shape
        for k in (0, 1):
            np.testing.assert_allclose(acre.asnumpy(mine[k]), theirs[k], rtol=1e-4 if a.dtype == 'f4' else 1e-10)
    x = np.linspace(-2, 3, 20)
    y = 2 * x**3 - x + 0.5
    fitted = acre.polyfit(on(device)(x), on(device)(y), 3)
    np.testing.assert_allclose(acre.asnumpy(fitted), [2, 0, -1, 0.5], atol=1e-12)
    np.testing.assert_allclose(acre.asnumpy(acre.polyval(fitted, on(device)(x))), y, atol=1e-11)
    two = acre.polyfit(on(device)(x), on(device)(np.stack([y, -y], 1)), 2)
    np.testing.assert_allclose(acre.asnumpy(two), np.polyfit(x, np.stack([y, -y], 1), 2), rtol=1e-9)
    with pytest.raises(ValueError):
        acre.linalg.lstsq(on(device)(np.ones((3, 2))), on(device)(np.ones(4)))


def test_masks_leave_the_others(device):
    """Elements outside of a mask stay as they are, also those that float64 has not."""
    whole = [2**53 + 1, 2**53 + 3, -1]
    for call in (lambda m, x, mask: m.putmask(x, mask, 7), lambda m, x, mask: m.copyto(x, 7, where=mask),
                 lambda m, x, mask: m.putmask(x, mask, m.asarray([7])),
                 lambda m, x, mask: m.copyto(x, True, where=mask), lambda m, x, mask: m.putmask(x, mask, [7, 8])):
        x, mine = np.array(whole), acre.asarray(whole, device=device)
        call(np, x, np.array([False, True, False]))
        call(acre, mine, acre.asarray([False, True, False], device=device))
        same(mine, x)
    for call in (lambda m, x, mask: m.putmask(x, mask, m.asarray([2.5])), lambda m, x, mask: m.copyto(x, 2.5, where=mask),
                 lambda m, x, mask: m.copyto(x, 2.5),
                 lambda m, x, mask: m.copyto(x, m.asarray([1, 2]), where=mask), lambda m, x, mask: m.putmask(x, mask[:2], 1)):
        x = acre.asarray(whole, device=device)
        same_outcome(lambda: call(acre, x, acre.asarray([False, True, False], device=device)),
                     lambda: call(np, np.array(whole), np.array([False, True, False])))
        assert x.tolist() == whole
    with pytest.raises(acre.exceptions.ValueError, match='300'):
        acre.putmask(acre.zeros(2, 'int8', device=device), acre.asarray([True, False], device=device), 300)


def test_small_indices(device):
    index = [acre.asarray([100, 7], dtype='int8', device=device), acre.asarray([3, 2], dtype='uint8', device=device)]
    same(acre.ravel_multi_index(index, (101, 10)), np.array([1003, 72]))
    with pytest.raises(TypeError, match='int'):
        acre.ravel_multi_index([acre.asarray([1.5], device=device)], (3,))


def test_out(device):
    x = np.arange(12.0).reshape(3, 4)
    for call in (lambda m, x, out: m.sum(x, out=out), lambda m, x, out: m.sum(x, axis=0, out=out),
                 lambda m, x, out: m.max(x, axis=1, out=out), lambda m, x, out: m.mean(x, axis=0, keepdims=True, out=out)):
        for shape in ((), (3,), (4,), (1, 4), (3, 4)):
            for dtype in ('float64', 'float32', 'complex128'):
                if call(np, x, None).dtype == dtype or dtype == 'float32':
                    out, to = acre.zeros(shape, dtype, device=device), np.zeros(shape, dtype)
                    same_outcome(lambda: call(acre, on(device)(x), out), lambda: call(np, x, to))
    same(acre.clip(on(device)(x[:1]), 1, 2, out=acre.zeros((3, 4), device=device)), np.clip(x[:1], 1, 2, out=np.zeros((3, 4))))
    with pytest.raises(acre.exceptions.ShapeError):
        acre.cumsum(on(device)(x[0]), out=acre.zeros(3, device=device))  # (NumPy ends with a fault of memory there)
    with pytest.raises(acre.exceptions.ShapeError, match=r'out= has the shape \(3,\), and the result \(\)'):
        acre.sum(on(device)(x), out=acre.zeros(3, device=device))
    with pytest.raises(acre.exceptions.DTypeError, match='acre.ndarray'):
        acre.sum(on(device)(x), out=np.zeros(()))


def test_integers_of_numpy(device):
    """Where Python's integers are."""
    two, g = np.int64(2), acre.random.default_rng(1)
    assert sorted(g.permutation(np.int64(4), device=device).tolist()) == [0, 1, 2, 3]
    assert g.choice(two, np.int32(5), device=device).shape == (5,)
    assert g.choice(9, np.int8(3), replace=False, device=device).shape == (3,)
    lists = acre.lists.from_lists([[1.0, 2.0], [3.0, 4.0]], device=device)
    assert lists[np.int64(1)].tolist() == [3, 4] and lists[:, np.int16(1)].tolist() == [2, 4]
    assert lists[np.uint8(1), np.int64(0)].item() == 3
    x, v = on(device)(M), on(device)(V)
    assert acre.resize(v, two).shape == (2,) and x.reshape(np.int64(12)).shape == acre.reshape(x, np.int64(12), 'F').shape == (12,)
    same(acre.gradient(x, axis=np.int64(1)), np.gradient(M, axis=1))
    assert x.item(np.int64(5)) == 5 and acre.tensordot(x, x, two) == acre.tensordot(x, x, 2)
    same(acre.linalg.norm(x, axis=np.int64(0)), np.linalg.norm(M, axis=0), rtol=1e-15)
    assert acre.tables.Table(a=v)[np.int64(0)] == {'a': 3.0}
    same(acre.histogram(v, bins=np.int64(3))[0], np.histogram(V, bins=3)[0])


def test_numbers_beside_each_other(device):
    mask = on(device)(V > 1)
    for a, b in ((np.float32(1), 2), (2, np.float32(1)), (np.int8(1), np.float32(2)), (1, 2.5), (True, np.int8(3))):
        same(acre.where(mask, a, b), np.where(V > 1, a, b))


def test_where_means_and_covariances_lie():
    for device in acre.devices():
        mean = acre.zeros(2, device=device)
        assert acre.random.default_rng(0).multivariate_normal(mean, [[2.0, 0.5], [0.5, 1.0]]).device == device
        assert acre.random.default_rng(0).multivariate_normal([0.0, 0.0], acre.eye(2, device=device)).device == device


@pytest.mark.skipif(not hasattr(acre.linalg, 'lstsq'), reason='this build has no LAPACK')
def test_polyfit_cuts_what_the_dtype_cuts():
    """NumPy's rcond is of x's dtype."""
    x = np.linspace(10, 11, 50).astype('float32')
    y = np.sin(x * 6)
    with warnings.catch_warnings(action='ignore'):
        expected = np.polyfit(x, y, 6)
    np.testing.assert_allclose(acre.asnumpy(acre.polyfit(acre.asarray(x), acre.asarray(y), 6)), expected, rtol=1e-3)
