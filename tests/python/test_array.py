"""Arrays: made, looked at, printed, converted; dtypes and devices."""
import copy
import operator
import pickle
import subprocess
import sys

import acre
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, FLOATS, INTEGERS, arrays, laid_out, on, same, same_outcome


@pytest.mark.parametrize('obj', [
    3, 2.5, 1j, True, [], [[], []], [1, 2], [1, 2.5], [True, 2], [1, 2j], [[1, 2], [3, 4]], ((1.0, 2), [3, 4]), [2**63], [2**63, -1], range(3),
    np.arange(3, dtype='int16'), np.float32(2), [np.int8(1), np.int8(2)], bytearray(b'ab'), memoryview(b'abc')])
def test_asarray(device, obj):
    same(acre.asarray(obj, device=device), np.asarray(obj))
    assert acre.asarray(obj, device=device).device == device


@pytest.mark.parametrize('obj, error', [([[1, 2], [3]], ValueError), ([1, [2]], ValueError), ('text', TypeError), (object(), TypeError),
                                        ([2**70], OverflowError), (np.array(['a']), TypeError)])
def test_asarray_refuses(obj, error):
    with pytest.raises(error):
        acre.asarray(obj)


def test_asarray_of_a_dtype():
    for dtype in ALL:
        same(acre.asarray([0, 1, 1], dtype=dtype), np.asarray([0, 1, 1], dtype=dtype))
    with pytest.raises(OverflowError, match='Python integer 300 out of bounds for int8'):
        acre.asarray([300], dtype=acre.int8)
    with pytest.raises(TypeError):
        acre.asarray([1j], dtype=acre.float32)
    assert acre.asarray([1.5, -2.5], dtype='int32').tolist() == [1, -2]


def test_copies():
    x = np.zeros(3)
    shared, own = acre.asarray(x, device=acre.serial), acre.asarray(x, device=acre.serial, copy=True)
    x[0] = 1
    assert shared.tolist() == [1, 0, 0] and own.tolist() == [0, 0, 0]
    x.flags.writeable = False
    with pytest.raises(ValueError, match='copy'):
        acre.asarray(x, copy=False)
    acre.asarray(x)[1] = 5
    assert x[1] == 0
    a = acre.zeros(3)
    assert acre.asarray(a) is not None and acre.shares_memory(acre.asarray(a), a)
    assert not acre.shares_memory(acre.array(a), a)
    with pytest.raises(ValueError):
        acre.asarray([1, 2], copy=False)
    with pytest.raises(ValueError):
        acre.asarray(a, dtype='int8', copy=False)


@given(x=arrays(ALL), data=st.data())
def test_there_and_back(device, x, data):
    y = data.draw(laid_out(x))
    same(y(on(device)), y(lambda a: a))
    assert y(on(device)).tolist() == y(lambda a: a).tolist() or x.dtype.kind in 'fc'


@given(x=arrays(ALL))
def test_properties(device, x):
    a = on(device)(x)
    assert (a.shape, a.ndim, a.size, a.itemsize, a.nbytes) == (x.shape, x.ndim, x.size, x.itemsize, x.nbytes)
    if x.size:
        assert a.strides == x.strides
    assert a.dtype == x.dtype and a.dtype == x.dtype.name and a.tobytes() == x.tobytes()
    same(a.T, x.T)


@given(x=arrays(ALL, max_dims=3))
def test_repr(x):
    a = acre.asarray(x, copy=True)
    if x.ndim > 0 or x.dtype != bool:
        assert repr(a) == repr(x).replace('np.', '')
    assert str(a) == str(x)


def test_repr_says_another_device():
    other = next((d for d in acre.devices() if d != acre.default_device()), None)
    if other is None:
        pytest.skip('one device alone')
    assert repr(acre.zeros(2, device=other)) == f"array([0., 0.], device='{other}')"
    with other:
        assert repr(acre.zeros(2)) == 'array([0., 0.])'


def test_python_numbers(device):
    assert operator.index(acre.asarray(3, device=device)) == 3
    assert int(acre.asarray(2.75, device=device)) == 2 and float(acre.asarray(True, device=device)) == 1.0
    assert complex(acre.asarray(2, device=device)) == 2 and bool(acre.asarray([[0.5]], device=device))
    with pytest.raises(TypeError):
        operator.index(acre.asarray(3.0, device=device))
    with pytest.raises(ValueError, match='truth value of an array with more than one element is ambiguous'):
        bool(acre.zeros(2, device=device))
    with pytest.raises(TypeError):
        float(acre.zeros(2, device=device))
    with pytest.raises(ValueError):
        acre.zeros(2, device=device).item()
    assert acre.asarray([[7]], device=device).item() == 7
    assert list(map(int, acre.arange(3, device=device))) == [0, 1, 2] and len(acre.zeros((4, 2))) == 4
    with pytest.raises(TypeError, match='unsized'):
        len(acre.asarray(1))
    with pytest.raises(TypeError):
        hash(acre.zeros(2))


def test_dtypes():
    assert acre.float32 == 'float32' == acre.float32 and acre.float32 == np.float32 and acre.float32 == np.dtype('f4')
    assert acre.dtype(float) == acre.float64 and acre.dtype('c16') is not None and acre.dtype('<i4') == acre.int32
    assert {acre.int8: 1}[acre.zeros(1, dtype='int8').dtype] == 1 and acre.zeros(1).dtype is acre.float64
    assert repr(acre.uint8) == "dtype('uint8')" and acre.float32(2.5).dtype == acre.float32 and acre.float32(2.5) == 2.5
    with pytest.raises(TypeError, match='not understood'):
        acre.zeros(2, dtype='float3')
    for a in ALL:
        for b in ALL:
            assert acre.result_type(getattr(acre, a), b) == np.result_type(a, b)
            assert acre.can_cast(a, b) == np.can_cast(a, b)
    assert acre.result_type('int8', 1) == 'int8' and acre.result_type('int8', 1.5) == 'float64' and acre.result_type('float32', 1j) == 'complex64'
    assert acre.isdtype(acre.float32, 'real floating') and not acre.isdtype('int8', ('bool', 'unsigned integer')) and acre.isdtype('int8', 'int8')
    for d in FLOATS + ['float16']:
        mine, theirs = acre.finfo(d), np.finfo(d)
        assert (mine.bits, mine.eps, mine.max, mine.min, mine.smallest_normal) == \
            (theirs.bits, theirs.eps, theirs.max, theirs.min, theirs.smallest_normal)
    for d in INTEGERS:
        assert (acre.iinfo(d).min, acre.iinfo(d).max, acre.iinfo(d).bits) == (np.iinfo(d).min, np.iinfo(d).max, np.iinfo(d).bits)


def test_devices():
    assert acre.serial == 'serial' and acre.Device('serial') == acre.serial and acre.zeros(1, device='serial').device == acre.serial
    with acre.serial:
        assert acre.default_device() == acre.serial and acre.zeros(1).device == acre.serial
    for d in acre.devices():
        moved = acre.asarray([1.0, 2.0], device=acre.serial).to_device(d)
        assert moved.device == d and moved.tolist() == [1, 2]
        d.synchronize()
    with pytest.raises(acre.Error, match='nowhere'):
        acre.zeros(1, device='nowhere')
    with pytest.raises(acre.Error):
        acre.Device(3)


def test_errors():
    for error, python, call in [
            ('IndexError', IndexError, lambda: acre.zeros(3)[5]), ('ShapeError', ValueError, lambda: acre.zeros(3) + acre.zeros(4)),
            ('ValueError', ValueError, lambda: acre.reshape(acre.zeros(3), (2, -1))), ('DTypeError', TypeError, lambda: ~acre.zeros(3)),
            ('OutOfMemory', MemoryError, lambda: acre.empty(2**50)), ('BackendError', RuntimeError, lambda: acre.zeros(2, device='x'))]:
        with pytest.raises(getattr(acre.exceptions, error)) as raised:
            call()
        assert isinstance(raised.value, acre.Error) and isinstance(raised.value, python)
    with pytest.raises(IndexError, match='^index 5 is out of bounds for axis 0 with size 3$'):
        acre.zeros(3)[5]
    with pytest.raises(ValueError, match=r'operands could not be broadcast together with shapes \(3,\) \(4,\)'):
        acre.zeros(3) + acre.zeros(4)
    with pytest.raises(TypeError, match='asarray'):
        acre.sin([1, 2])


@given(x=arrays(ALL))
def test_pickle_and_copy(device, x):
    a = on(device)(x)
    for b in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        same(b, x)
        assert b.device == a.device and not acre.shares_memory(a, b)
    assert pickle.loads(pickle.dumps(a.dtype)) == a.dtype and pickle.loads(pickle.dumps(a.device)) == a.device


CREATIONS = [
    lambda m, **k: m.zeros((2, 3), **k), lambda m, **k: m.ones(3, 'int8', **k), lambda m, **k: m.full((2,), 7, **k),
    lambda m, **k: m.full((2,), 2.5, **k), lambda m, **k: m.full((2, 2), 1 + 2j, **k), lambda m, **k: m.full((), True, **k),
    lambda m, **k: m.arange(5, **k), lambda m, **k: m.arange(1, 7, 2, **k), lambda m, **k: m.arange(0.0, 1.0, 0.1, **k),
    lambda m, **k: m.arange(5, -2, -2, dtype='float32', **k), lambda m, **k: m.arange(0, **k), lambda m, **k: m.linspace(0, 1, 5, **k),
    lambda m, **k: m.linspace(3, -2, 7, endpoint=False, dtype='float32', **k), lambda m, **k: m.eye(3, **k),
    lambda m, **k: m.eye(2, 4, k=1, dtype='int16', **k), lambda m, **k: m.eye(3, 2, k=-1, dtype='complex64', **k), lambda m, **k: m.tri(3, 4, 1, **k),
    lambda m, **k: m.identity(3, **k), lambda m, **k: m.zeros((0, 2), dtype='bool', **k)]


@pytest.mark.parametrize('call', CREATIONS)
def test_creation(device, call):
    same(call(acre, device=device), call(np))


@pytest.mark.parametrize('arguments, dtype', [((254, 258), 'uint8'), ((255, 258), 'uint8'), ((-1, 3), 'uint16'), ((300, 300), 'int8'), ((200,), 'int8'), ((0.5, 3, 0.5), 'int32'),
                                              ((0, 3, 0.5), 'int64'), ((-4.75, 4.0, 1.75), 'uint64'), ((2,), 'bool'), ((3,), 'bool'), ((0.1, 1, 0.1), 'float32'), ((3, 0, -1), 'uint8'),
                                              ((0, -2, -1), 'uint32'), ((3, 0, -1), 'complex64')])
def test_arange_of_a_dtype(device, arguments, dtype):
    same_outcome(lambda: acre.arange(*arguments, dtype=dtype, device=device), lambda: np.arange(*arguments, dtype=dtype))


def test_creation_like(device):
    x = np.ones((2, 3), 'float32')
    a = on(device)(x)
    for name in ('zeros_like', 'ones_like'):
        same(getattr(acre, name)(a), getattr(np, name)(x))
        same(getattr(acre, name)(a, dtype='int8'), getattr(np, name)(x, dtype='int8'))
        assert getattr(acre, name)(a).device == device
    same(acre.full_like(a, 4), np.full_like(x, 4))
    assert acre.empty_like(a).shape == (2, 3) and acre.empty((2, 2), 'int8', device=device).dtype == 'int8'
    same_outcome(lambda: acre.full((2,), 300, dtype='int8'), lambda: np.full((2,), 300, dtype='int8'))
    for made, expected in zip(acre.meshgrid(acre.arange(3), acre.arange(2)), np.meshgrid(np.arange(3), np.arange(2))):
        same(made, expected)
    same(acre.vander(acre.asarray([1.0, 2, 3])), np.vander([1.0, 2, 3]))
    for name, arguments in [('hanning', (7,)), ('hamming', (7,)), ('blackman', (7,)), ('bartlett', (7,)), ('kaiser', (7, 3.5))]:
        same(getattr(acre, name)(*arguments), getattr(np, name)(*arguments), rtol=1e-13)
    same(acre.logspace(0, 2, 5), np.logspace(0, 2, 5), rtol=1e-14)
    same(acre.geomspace(1, 100, 5), np.geomspace(1, 100, 5), rtol=1e-14)


def test_arrays_live_to_the_end():
    """Kokkos ends before the interpreter's modules do."""
    program = 'import acre, gc\nx = acre.zeros(1000)\nclass Late:\n  def __init__(self): self.y = x[1:]\nkept = [Late()]\nkept.append(kept)\nprint(acre.sum(x))'
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, '0.0\n', '')


@pytest.mark.parametrize('call', [
    lambda a: acre.fft.fft(a, n='many') if hasattr(acre, 'fft') else ~a, lambda a: acre.roll(a, 1.5), lambda a: acre.repeat(a, 2.5),
    lambda a: acre.arange('x'), lambda a: acre.zeros(3.5), lambda a: acre.gradient(a, 'x'), lambda a: acre.sum(a, dtype=5), lambda a: acre.einsum(3, a),
    lambda a: acre.sort(a, 'x'), lambda a: acre.stack(5), lambda a: acre.clip(a, 'x', 1), lambda a: acre.linspace('a', 1), lambda a: acre.split(a, 'x'),
    lambda a: acre.take(a, 'x'), lambda a: acre.histogram(a, bins=2.5), lambda a: acre.pad(a, 'x'), lambda a: acre.pad(a, None), lambda a: acre.pad(a, []),
    lambda a: acre.pad(a, 1, constant_values='x'), lambda a: acre.full(3, 'x'), lambda a: acre.reshape(a, None), lambda a: acre.vander(a, 'x'),
    lambda a: acre.quantile(a, 'x'), lambda a: acre.asarray([None]), lambda a: acre.concatenate(None), lambda a: acre.RawKernel(1, 2),
    lambda a: acre.dtype(5), lambda a: a.__dlpack__(max_version='x'), lambda a: a.__dlpack__(dl_device=5), lambda a: a.sum((0, None)),
    lambda a: acre.random.default_rng('x'), lambda a: acre.choose(a, None), lambda a: acre.insert(a, 'x', 1), lambda a: a + object()])
def test_arguments_of_other_types(call):
    with pytest.raises(TypeError):
        call(acre.arange(3.0))
