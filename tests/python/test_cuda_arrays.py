"""__cuda_array_interface__, by which Numba and others share memory of CUDA."""
import acre
import numpy as np
import pytest

HAS_CUDA = any(str(d).startswith('cuda') for d in acre.devices())


class Described:
    """What another library has of an array: another object with its description."""

    def __init__(self, x, **changed):
        self.kept = x
        self.__cuda_array_interface__ = {**x.__cuda_array_interface__, **changed}


class Fake:
    __cuda_array_interface__ = {'shape': (3,), 'typestr': '<f8', 'data': (4096, False), 'version': 3, 'stream': 1}


def test_arrays_elsewhere_have_none(device):
    if device.startswith('cuda'):
        pytest.skip('an array on CUDA has one')
    x = acre.ones(3, device=device)
    assert not hasattr(x, '__cuda_array_interface__')
    with pytest.raises(AttributeError, match=f'an array on {device} has no __cuda_array_interface__'):
        x.__cuda_array_interface__


def test_a_build_without_cuda_refuses():
    if HAS_CUDA:
        pytest.skip('this build has CUDA')
    with pytest.raises(acre.exceptions.BackendError, match='cuda'):
        acre.asarray(Fake())
    with pytest.raises(acre.exceptions.BackendError, match='cuda'):
        acre.asarray(Fake(), device=acre.serial)


def test_descriptions_that_are_wrong():
    for changed, text in [({'version': 1}, 'version 2'), ({'mask': np.ones(3)}, 'mask')]:
        class Wrong:
            __cuda_array_interface__ = {**Fake.__cuda_array_interface__, **changed}
        with pytest.raises(ValueError, match=text):
            acre.asarray(Wrong())


@pytest.mark.skipif(not HAS_CUDA, reason='this build has no CUDA')
@pytest.mark.parametrize('dtype', ['bool', 'int8', 'uint16', 'int32', 'int64', 'float16', 'float32', 'float64', 'complex64', 'complex128'])
def test_memory_is_shared(dtype):
    x = acre.asarray(np.arange(12).reshape(3, 4), dtype=dtype, device=acre.cuda)
    facts = x.__cuda_array_interface__
    assert facts['typestr'] == np.dtype(dtype).str and facts['shape'] == (3, 4) and facts['strides'] is None and facts['version'] == 3
    for view in (x, x[::2, 1:], x.T, x[0, 0], x[:0]):
        other = acre.asarray(Described(view))
        assert acre.asnumpy(other).tolist() == acre.asnumpy(view).tolist() and other.dtype == dtype and other.device == x.device
    acre.asarray(Described(x))[0, 0] = 1
    assert acre.asnumpy(x)[0, 0] == 1


@pytest.mark.skipif(not HAS_CUDA, reason='this build has no CUDA')
def test_streams_and_copies():
    with acre.cuda, acre.Stream() as s:
        x = acre.ones(10**6)
        for _ in range(100):
            x += 1
        assert x.__cuda_array_interface__['stream'] == s.ptr
    y = acre.asarray(Described(x))        # another queue's, behind x's work
    assert y[-1] == 101
    frozen = Described(x, data=(x.__cuda_array_interface__['data'][0], True))
    assert not acre.shares_memory(acre.asarray(frozen), x) and acre.asarray(frozen)[0] == 101
    with pytest.raises(ValueError, match='read-only'):
        acre.asarray(frozen, copy=False)
    with pytest.raises(ValueError, match='stride'):
        acre.asarray(Described(x, strides=(7,)))
    assert acre.asarray(Described(x), device=acre.serial)[0] == 101
