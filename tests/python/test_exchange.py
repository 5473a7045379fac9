"""Beside other libraries: buffers, DLPack, NumPy's protocols, the array API's namespace."""
import gc
import zlib

import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, arrays, is_on_host, laid_out, on, same


def test_lists_of_arrays(device):
    a = on(device)(np.arange(6.0).reshape(2, 3))
    made = acre.asarray([[a[i, j] for i in range(2)] for j in range(3)])
    assert made.device == device
    np.testing.assert_array_equal(acre.asnumpy(made), np.arange(6.0).reshape(2, 3).T)
    assert acre.asnumpy(acre.asarray([[1, a[0, 2]], [2, 3]])).tolist() == [[1, 2], [2, 3]]
    assert acre.asarray([a, a + 1]).shape == (2, 2, 3)
    for other in acre.devices():  # a device that is named has the result
        assert acre.asarray([a[0], a[1]], device=other).device == other
    with pytest.raises(ValueError, match='inhomogeneous|shape'):
        acre.asarray([a[0], a[0, 0]])


@given(x=arrays(ALL), data=st.data())
def test_buffers(device, x, data):
    if not is_on_host(device):
        with pytest.raises(BufferError, match='asnumpy'):
            memoryview(on(device)(x))
        with pytest.raises(TypeError, match='asnumpy'):
            np.asarray(on(device)(x))
        return
    a = data.draw(laid_out(x))(on(device))
    seen = np.asarray(a)
    assert seen.dtype == x.dtype and seen.shape == x.shape
    np.testing.assert_array_equal(seen, x)
    if x.size:
        assert seen.strides == a.strides
        seen[...] = 1
        same(a, np.ones_like(x))
    np.testing.assert_array_equal(np.array(a, dtype='complex128'), acre.asnumpy(a).astype('complex128'))
    assert x.size == 0 or not np.shares_memory(np.array(a), seen)


def test_buffers_live_as_long_as_they_are_seen():
    seen = np.asarray(acre.arange(1000.0, device='serial'))
    gc.collect()
    acre.zeros(1000, device='serial')
    assert seen.sum() == 499500
    x = np.arange(5.0)
    a = acre.asarray(x, device='serial')
    del x
    gc.collect()
    assert a.tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(BufferError):
        zlib.crc32(a[::2])
    assert bytes(acre.asarray([1, 2], dtype='int8', device='serial')) == b'\x01\x02'
    same(acre.asarray(np.arange(3, dtype='f8').view('u1')[1:17].view('f8')), np.arange(3, dtype='f8').view('u1')[1:17].view('f8'))
    with pytest.raises(TypeError, match='format'):
        acre.asarray(np.arange(3, dtype='>i4'))


@given(x=arrays(ALL), data=st.data())
def test_dlpack(device, x, data):
    a = data.draw(laid_out(x))(on(device))
    same(acre.from_dlpack(a), x)
    if not is_on_host(device):
        assert a.__dlpack_device__()[0] == 2
        np.testing.assert_array_equal(np.from_dlpack(a, device='cpu'), x)
        return
    seen = np.from_dlpack(a)
    np.testing.assert_array_equal(seen, x)
    if x.size:
        seen[...] = 1
        same(a, np.ones_like(x))
    back = acre.from_dlpack(seen, device=device)
    same(back, seen)
    assert back.device == device


def test_dlpack_options():
    a = acre.arange(3.0, device='serial')
    assert a.__dlpack_device__() == (1, 0)
    own = np.from_dlpack(a, copy=True)
    own[0] = 9
    assert a[0] == 0
    fixed = np.arange(3.0)
    fixed.flags.writeable = False
    copied = acre.from_dlpack(fixed)
    copied[0] = 5
    assert fixed[0] == 0
    with pytest.raises(ValueError, match='read-only'):
        acre.from_dlpack(fixed, copy=False)
    with pytest.raises(BufferError):
        a.__dlpack__(dl_device=(2, 0))
    a.__dlpack__()  # nobody takes it
    a.__dlpack__(max_version=(1, 0))
    for version in (None, (0, 8), (1, 0), (1, 5)):
        assert 'dltensor' in repr(a.__dlpack__(max_version=version))

    class Old:  # before version 1
        def __dlpack_device__(self):
            return a.__dlpack_device__()

        def __dlpack__(self, stream=None):
            return a.__dlpack__()
    assert acre.shares_memory(acre.from_dlpack(Old()), acre.from_dlpack(Old())) or acre.from_dlpack(Old()).tolist() == a.tolist()


def test_numpy_functions_of_arrays(device):
    a = acre.asarray([1.0, 4.0], device=device)
    root = np.sqrt(a)
    assert isinstance(root, acre.ndarray) and root.tolist() == [1, 2]
    assert isinstance(np.add(a, 1), acre.ndarray) and np.add(1, a).tolist() == [2, 5]
    assert np.multiply(a, a, out=a) is a and a.tolist() == [1, 16]
    with pytest.raises(TypeError):
        np.add(a, np.zeros(2))
    with pytest.raises(TypeError):
        np.add.reduce(a)
    assert isinstance(acre.asnumpy(a), np.ndarray) and isinstance(a.get(), np.ndarray)
    assert acre.get_array_module(a, 1) is acre and acre.get_array_module(np.zeros(1)) is np


def test_namespace(device):
    a = acre.zeros(2, device=device)
    xp = a.__array_namespace__(api_version='2024.12')
    assert xp is acre and xp.__array_namespace_info__().default_dtypes()['integral'] == 'int64'
    with pytest.raises(ValueError):
        a.__array_namespace__(api_version='2020.01')
    info = acre.__array_namespace_info__()
    assert info.default_device() in info.devices() and len(info.dtypes()) == 13
    assert set(info.dtypes(kind='unsigned integer')) == {'uint8', 'uint16', 'uint32', 'uint64'}
    assert info.capabilities()['max dimensions'] == 8
    with pytest.raises(ValueError):
        acre.zeros((1,) * 9)
    for name in acre.__dict__:
        if not name.startswith('_'):
            assert getattr(acre, name) is not None or name == 'newaxis'
