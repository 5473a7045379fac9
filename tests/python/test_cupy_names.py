"""What CuPy has beside NumPy, and NumPy's names that its programs use."""
import itertools

import acre
import numpy as np
import pytest

from compare import on, same


def test_dtypes_by_further_names():
    for name in ('byte short intc long longlong ubyte ushort uintc uint uintp ulong ulonglong half single double csingle cdouble').split():
        assert getattr(acre, name) == np.dtype(getattr(np, name)).name, name
    for name in 'number integer signedinteger unsignedinteger inexact floating complexfloating'.split():
        for dtype in 'bool int8 int64 uint16 float32 float64 complex64'.split():
            assert acre.issubdtype(dtype, getattr(acre, name)) == np.issubdtype(dtype, getattr(np, name)), (dtype, name)
    assert acre.issubdtype(acre.float32, 'float32') and not acre.issubdtype(acre.ones(1).dtype, acre.float32)
    with pytest.raises(TypeError):
        acre.issubdtype('none', acre.floating)


def test_integers_that_do_not_fit():
    """NumPy's OverflowError, which is acre's ValueError too."""
    for f in (lambda: acre.asarray([300], 'int8'), lambda: acre.asarray(-1, 'uint8'), lambda: acre.full(3, 300, 'int8'),
              lambda: acre.ones(2, 'int8') + 300, lambda: acre.zeros(2, 'int8').__setitem__(0, 300), lambda: acre.asarray([2**70]),
              lambda: acre.int8(300), lambda: acre.ones(2) + 2**70):
        with pytest.raises(acre.exceptions.OverflowError, match='out of bounds for|too large') as error:
            f()
        assert isinstance(error.value, (OverflowError,)) and isinstance(error.value, acre.exceptions.ValueError)
        assert isinstance(error.value, acre.Error)


def test_indices(device):
    x = np.arange(60.0).reshape(3, 4, 5)
    ours = on(device)(x)
    for axis in range(-3, 3):
        for start in range(-2, 4):
            same(acre.rollaxis(ours, axis, start), np.rollaxis(x, axis, start))
    same(ours[acre.s_[1:, ::2]], x[np.s_[1:, ::2]])
    assert acre.index_exp[1] == (1,) and acre.index_exp[1:, 2] == np.index_exp[1:, 2] and acre.s_[3] == 3
    assert list(acre.ndindex(2, 3)) == list(np.ndindex(2, 3)) == list(acre.ndindex((2, 3))) and list(acre.ndindex()) == [()]
    square = on(device)(np.arange(9.0).reshape(3, 3))
    square[acre.diag_indices_from(square)] = -1
    assert square.tolist() == [[-1, 1, 2], [3, -1, 5], [6, 7, -1]]
    with pytest.raises(ValueError, match='equal length'):
        acre.diag_indices_from(ours)
    for axis, f in itertools.product((0, 1, -1), (lambda xp: xp.sort, lambda xp: xp.sum, lambda xp: lambda row: xp.outer(row, row)[:, :2],
                                                 lambda xp: lambda row: row[:2])):
        same(acre.apply_along_axis(f(acre), axis, ours), np.apply_along_axis(f(np), axis, x))
    with pytest.raises(ValueError, match='iteration dimensions are 0'):
        acre.apply_along_axis(acre.sum, 1, acre.zeros((0, 3), device=device))
    for axes in ((-1, -1, -1), (0, 0, 0), (0, 0, -1)):
        a, b = x[:, :3, :3], x[:, :3, :3][::-1] + 1
        same(acre.cross(on(device)(a), on(device)(b), *axes), np.cross(a, b, *axes))
    same(acre.cross(on(device)(a), on(device)(b), axis=1), np.cross(a, b, axis=1))


def test_texts(device):
    x = acre.asarray([1.5, 2], device=device)
    assert (acre.array_repr(x), acre.array_str(x), acre.array2string(x)) == (repr(x), str(x), str(x))


def test_arrays_by_their_class(device):
    x = acre.ndarray((2, 3), dtype='int32', device=device)
    assert (x.shape, x.dtype, x.device) == ((2, 3), 'int32', device)
    with acre.Device(device):
        assert acre.ndarray(4).dtype == 'float64' and acre.ndarray([1, 2, 3]).shape == (1, 2, 3) and acre.ndarray(()).device == device
    with pytest.raises(ValueError):
        acre.ndarray(-1)


def test_copies_to_the_host(device):
    stream = acre.Stream(device=device)
    x = on(device)(np.arange(6.0).reshape(2, 3))
    out = np.zeros((2, 3), 'float32')
    assert x.get(stream=stream, out=out) is out and (out == np.arange(6).reshape(2, 3)).all()
    assert acre.asnumpy(x, order='F').flags.f_contiguous and acre.asnumpy([1, 2], out=np.zeros(2)).tolist() == [1, 2]
    with pytest.raises(ValueError, match=r'out= has the shape \(3,\), and the array \(2, 3\)'):
        x.get(out=np.zeros(3))
    x.set(np.full((2, 3), 7.0), stream=stream)
    stream.synchronize()
    assert x.tolist() == [[7.0] * 3] * 2


def test_pinned_memory(device):
    with acre.Device(device):
        for made, dtype in ((acre.empty_pinned((2, 3), 'int16'), 'int16'), (acre.empty_like_pinned(acre.zeros((2, 3))), 'float64'),
                            (acre.zeros_like_pinned(np.ones((2, 3), 'float32')), 'float32'), (acre.zeros_pinned((2, 3)), 'float64')):
            assert isinstance(made, np.ndarray) and (made.shape, made.dtype, made.flags.writeable) == ((2, 3), dtype, True)
        assert not made.any()
        made[...] = np.arange(6).reshape(2, 3)
        x = acre.asarray(made)
        assert x.device == device and (x * 2).tolist() == [[0, 2, 4], [6, 8, 10]]
        block = acre.cuda.alloc_pinned_memory(48)
        values = np.frombuffer(block, 'float64', 6)
        values[...] = 3
        assert acre.asarray(values).sum() == 18 and acre.empty_pinned(0).size == 0
    with pytest.raises(ValueError):
        acre.empty_pinned((-1,))


def test_memory_pools(device):
    with acre.Device(device):
        pool = acre.cuda.MemoryPool()
        acre.cuda.set_allocator(pool.malloc)
        acre.cuda.set_pinned_memory_allocator(acre.cuda.PinnedMemoryPool().malloc)
        with acre.cuda.using_allocator(pool.malloc):
            assert pool.malloc(100).nbytes == 100
        x = acre.ones(1000)
        assert pool.used_bytes() >= 8000 and pool.free_all_blocks(stream=acre.Stream.null) is not None
        del x


def test_the_module_of_streams(device):
    with acre.Device(device):
        stream = acre.cuda.stream.Stream()
        with stream:
            assert acre.cuda.stream.get_current_stream() == stream
            begin = acre.cuda.stream.Event()
            begin.record()
        stream.synchronize()
        assert acre.cuda.stream.get_elapsed_time(begin, begin) == 0
        facts = acre.cuda.runtime.getDeviceProperties(0)
        assert isinstance(facts['name'], bytes) and facts['totalGlobalMem'] > 0 and facts['multiProcessorCount'] > 0
        free, all_bytes = acre.cuda.runtime.memGetInfo()
        assert 0 < free <= all_bytes
    before = acre.default_device()
    acre.cuda.runtime.setDevice(0)
    assert acre.default_device() == before
    with pytest.raises(AttributeError, match="acre.cuda has no 'texture'"):
        acre.cuda.texture


def test_checks(device):
    x = on(device)(np.array([1.0, np.nan]))
    acre.testing.assert_array_equal(x, np.array([1.0, np.nan]))
    acre.testing.assert_allclose(x + 1e-9, x, rtol=1e-6)
    acre.testing.assert_array_almost_equal(x, x + 1e-8)
    acre.testing.assert_array_less(x[:1], 2)
    for check, other in ((acre.testing.assert_array_equal, x + 1), (acre.testing.assert_allclose, x + 1), (acre.testing.assert_array_less, x)):
        with pytest.raises(AssertionError):
            check(x, other)


def test_an_import_opens_no_gpu():
    import subprocess
    import sys
    program = '''
import os, acre
opened = {os.path.realpath(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd')}
print([each for each in opened if each.startswith(('/dev/nvidia', '/dev/kfd', '/dev/dri'))], 'dis' in __import__('sys').modules)
'''
    done = subprocess.run([sys.executable, '-S', '-c', program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ('[] False\n', '')
