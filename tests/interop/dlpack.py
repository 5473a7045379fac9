#!/usr/bin/env python3
"""DLPack between acre and NumPy, PyTorch or CuPy, both ways.

usage: dlpack.py LIBRARY PEER     LIBRARY: libacre_interop_dlpack.so (tests/interop/dlpack_library.cpp)
                                  PEER: numpy, torch or cupy

No binding library: capsules are made and taken by ctypes, as an extension module does it in C. Prints
"skipped: …" where PEER can't be tried here.
"""
import ctypes
import gc
import importlib
import sys
import threading

NO_STREAM = -2**63
VERSIONED, LEGACY = b'dltensor_versioned', b'dltensor'
USED = {VERSIONED: b'used_dltensor_versioned', LEGACY: b'used_dltensor'}

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
api.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]


def load(path):
    lib = ctypes.CDLL(path)  # calls leave Python's lock, so that deleters may be called by other threads
    pointer, integer, number = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
    for name, result, arguments in [
            ('error', ctypes.c_char_p, []), ('start', None, []), ('stop', None, []), ('space', ctypes.c_char_p, []),
            ('new_queue', pointer, [integer]), ('free_queue', None, [pointer]), ('stream', number, [pointer]),
            ('from_dlpack', pointer, [pointer, pointer, integer, ctypes.c_char_p, integer, integer, number]),
            ('arange', pointer, [pointer, number, number]), ('transpose', pointer, [pointer]),
            ('to_dlpack', pointer, [pointer, integer, integer, integer, number]),
            ('delete', None, [pointer, integer]), ('add', integer, [pointer, ctypes.c_double]),
            ('sum', ctypes.c_double, [pointer]), ('free', None, [pointer])]:
        function = getattr(lib, 'interop_' + name)
        function.restype, function.argtypes = result, arguments
    return lib


class Refused(Exception):
    pass


def checked(result):
    if not result:
        raise Refused(lib.interop_error().decode())
    return result


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def let_go(capsule):
    """The destructor of a capsule that nobody took."""
    for name in (VERSIONED, LEGACY):
        if api.PyCapsule_IsValid(capsule, name):
            lib.interop_delete(api.PyCapsule_GetPointer(capsule, name), name == VERSIONED)


class Queue:
    def __init__(self, default=True):
        self.pointer = checked(lib.interop_new_queue(default))

    @property
    def stream(self):
        number = lib.interop_stream(self.pointer)
        return None if number == NO_STREAM else number

    def __del__(self):
        lib.interop_free_queue(self.pointer)


class Array:
    """acre's array as Python's protocol wants it."""

    def __init__(self, queue, pointer, read_only=False):
        self.queue, self.pointer, self.read_only = queue, checked(pointer), read_only

    def __del__(self):
        if getattr(self, 'pointer', None):
            lib.interop_free(self.pointer)

    def __dlpack_device__(self):
        return (2, 0) if on_cuda else (1, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if dl_device not in (None, self.__dlpack_device__()):
            raise BufferError('on another device')
        versioned = max_version is not None and max_version[0] >= 1
        tensor = checked(lib.interop_to_dlpack(self.pointer, versioned, self.read_only, bool(copy),
                                               NO_STREAM if stream is None else int(stream)))
        return api.PyCapsule_New(tensor, VERSIONED if versioned else LEGACY, let_go)

    def add(self, value):
        checked(lib.interop_add(self.pointer, value))

    def sum(self):
        return lib.interop_sum(self.pointer)


class Legacy(Array):
    """The same for consumers from before DLPack 1."""

    def __dlpack__(self, *, stream=None):
        return super().__dlpack__(stream=stream)


def arange(queue, rows, columns, kind=Array, **options):
    return kind(queue, lib.interop_arange(queue.pointer, rows, columns), **options)


def from_dlpack(queue, x, copy=False, versioned=True):
    """What np.from_dlpack is to NumPy."""
    stream = queue.stream
    try:
        capsule = x.__dlpack__(stream=stream, max_version=(1, 2)) if versioned else x.__dlpack__(stream=stream)
    except TypeError:
        capsule = x.__dlpack__(stream=stream)
    name = VERSIONED if api.PyCapsule_IsValid(id(capsule), VERSIONED) else LEGACY
    dtype = str(x.dtype).replace('torch.', '')
    pointer = lib.interop_from_dlpack(queue.pointer, api.PyCapsule_GetPointer(id(capsule), name), name == VERSIONED,
                                      dtype.encode(), len(x.shape), copy, NO_STREAM)
    checked(pointer)  # where it was refused the capsule still has the tensor
    api.PyCapsule_SetName(capsule, USED[name])
    return Array(queue, pointer)


def refused(f, *arguments, **named):
    try:
        f(*arguments, **named)
    except Refused as e:
        return str(e)
    raise AssertionError('not refused')


def equal(a, b):
    assert a == b, f'{a!r} != {b!r}'


# ---- the host's: NumPy, and PyTorch's CPU tensors


def test_numpy():
    import numpy as np
    q = Queue()

    # into acre: the same memory, kept until the array goes
    for dtype in ('float32', 'float64', 'int16', 'uint64', 'bool', 'complex64'):
        for x in (np.zeros(4, dtype), np.zeros((2, 3), dtype), np.array(1, dtype)):
            from_dlpack(q, x)
            from_dlpack(q, x, versioned=False)
    for view in (lambda x: x, lambda x: x[:, 1:], lambda x: x[::-1, ::2], lambda x: x.T, lambda x: x[:0], lambda x: x[1:2]):
        x = np.arange(12, dtype='float64').reshape(3, 4)
        a = from_dlpack(q, view(x))
        a.add(0.5)
        equal(a.sum(), view(x).sum())
    x = np.arange(6, dtype='float32').reshape(2, 3)
    before = sys.getrefcount(x)
    a = from_dlpack(q, x)
    assert sys.getrefcount(x) > before
    del a
    gc.collect()
    equal(sys.getrefcount(x), before)
    a = from_dlpack(q, np.ones((2, 2)))
    gc.collect()
    equal(a.sum(), 4)

    # out of acre
    for kind in (Array, Legacy):
        a = arange(q, 2, 3, kind)
        x = np.from_dlpack(a)
        equal((x.shape, x.dtype.name, x.tolist()), ((2, 3), 'float32', [[0, 1, 2], [3, 4, 5]]))
        a.add(1)
        equal(x[0, 0], 1)
        if kind is Array:
            x[1, 2] = 100
            equal(a.sum(), 1 + 2 + 3 + 4 + 5 + 100)
        turned = np.from_dlpack(Array(q, lib.interop_transpose(a.pointer)))
        del a
        gc.collect()
        equal((turned.shape, turned.strides), ((3, 2), (4, 12)))
        equal(turned[0].tolist(), [1, 4])
    assert not np.from_dlpack(arange(q, 2, 2, read_only=True)).flags.writeable
    assert np.from_dlpack(arange(q, 2, 2)).flags.writeable
    a = arange(q, 2, 2)
    copied = np.from_dlpack(a, copy=True)
    copied[0, 0] = 7
    equal(a.sum(), 6)
    a.__dlpack__(max_version=(1, 0))  # nobody takes it
    a.__dlpack__()
    equal(np.from_dlpack(arange(q, 0, 3)).shape, (0, 3))

    # and there and back, by threads that end one after another
    arrays = [from_dlpack(q, np.from_dlpack(arange(q, 5, 7))) for _ in range(8)]
    threads = [threading.Thread(target=arrays.pop().sum) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()

    # refusals
    x = np.arange(6.0)
    x.flags.writeable = False
    assert refused(from_dlpack, q, x).startswith('from_dlpack: the tensor is read-only, and an array can be written to'), 'read-only'
    equal(from_dlpack(q, x, copy=True).sum(), 15)
    equal(sys.getrefcount(x), before)
    try:
        from_dlpack(q, np.arange(3, dtype='>f8'))
        raise AssertionError('big-endian numbers are handed out')
    except BufferError:
        pass
    half = np.zeros(3, 'float16')
    capsule = half.__dlpack__()
    assert not lib.interop_from_dlpack(q.pointer, api.PyCapsule_GetPointer(id(capsule), LEGACY), 0, b'float32', 1, 0, NO_STREAM)
    assert lib.interop_error().startswith(b"from_dlpack: the tensor's elements are float16, the array's float32")
    one = arange(q, 1, 1)
    equal(refused(lambda: one.__dlpack__(stream=5)),
          f'DLPack: work of {lib.interop_space().decode()} has no stream, not 5; name none')


def test_torch_on_cpu(torch):
    q = Queue()
    for dtype in (torch.float32, torch.float64, torch.int16, torch.bool, torch.complex64):
        from_dlpack(q, torch.zeros(2, 3, dtype=dtype))
    x = torch.arange(12.0).reshape(3, 4)
    a = from_dlpack(q, x[:, ::2].T)
    a.add(1)
    equal(x[2, 2].item(), 11)
    equal(a.sum(), x[:, ::2].sum().item())
    for kind in (Array, Legacy):
        a = arange(q, 2, 3, kind)
        y = torch.from_dlpack(a)
        equal((tuple(y.shape), y.dtype, y.tolist()), ((2, 3), torch.float32, [[0, 1, 2], [3, 4, 5]]))
        y[0, 0] = 9
        equal(a.sum(), 24)
        del a
        gc.collect()
        equal(y.sum().item(), 24)
    try:
        from_dlpack(q, torch.zeros(3, dtype=torch.bfloat16))
        raise AssertionError('bfloat16 is taken')
    except Refused as e:
        assert 'has no' in str(e)


# ---- a GPU's: CuPy and PyTorch's CUDA tensors


class on_cupy:
    def __init__(self):
        import cupy
        self.m = cupy
        self.streams = [None, cupy.cuda.Stream(non_blocking=True)]

    def within(self, stream):
        return stream if stream is not None else self.m.cuda.Stream.null

    def ones(self, n):
        return self.m.ones((n, 1000), 'float32')

    def from_dlpack(self, a):
        return self.m.from_dlpack(a)

    def total(self, x):
        return float(x.astype('float64').sum().get())


class on_torch:
    def __init__(self):
        import torch
        self.m = torch
        self.streams = [None, torch.cuda.Stream()]

    def within(self, stream):
        return self.m.cuda.stream(stream if stream is not None else self.m.cuda.default_stream())

    def ones(self, n):
        return self.m.ones((n, 1000), dtype=self.m.float32, device='cuda')

    def from_dlpack(self, a):
        return self.m.from_dlpack(a)

    def total(self, x):
        return x.double().sum().item()


def test_gpu(peer):
    """Without an order between the streams the sums would see work that is under way."""
    n = 40000  # 160 MB: a pass takes about 0.1 ms
    for default in (True, False):
        for stream in peer.streams:
            q = Queue(default)
            for _ in range(5):
                with peer.within(stream):
                    x = peer.ones(n)
                    for _ in range(20):
                        x += 1
                    a = from_dlpack(q, x)  # the peer makes acre's stream wait
                    a.add(1)
                    equal(a.sum(), 22e3 * n)
                    del a
                    equal(peer.total(x), 22e3 * n)

                    b = arange(q, n, 1000)
                    first = b.sum()
                    for _ in range(20):
                        b.add(0)
                    b.add(-1)
                    y = peer.from_dlpack(b)  # acre makes the peer's stream wait
                    y += 1
                    y += 0
                    again = from_dlpack(q, y)
                    assert abs(again.sum() - first) <= 1e-6 * first
                    again.add(-1e9)
                    again.add(1e9)
                    del again, b  # y has the memory
                    gc.collect()
                    assert peer.total(y) > 0
                    peer.m.cuda.Device().synchronize() if peer.m.__name__ == 'cupy' else peer.m.cuda.synchronize()
                    del y
            small = arange(q, 2, 3)
            turned = peer.from_dlpack(Array(q, lib.interop_transpose(small.pointer)))
            equal(tuple(turned.shape), (3, 2))
            equal(turned.tolist(), [[0, 3], [1, 4], [2, 5]])
    import numpy
    q = Queue()
    equal(refused(from_dlpack_on_cpu, q, numpy.ones(3)),
          "from_dlpack: the tensor lies on the CPU, the array's space is cuda (device 0); take it on a space of its device "
          'and copy_to(space, a)')
    one = arange(q, 1, 1)
    equal(refused(lambda: one.__dlpack__(stream=0)),
          'DLPack: there is no stream 0 of cuda; 1 is the legacy default stream, 2 the thread\'s')


def from_dlpack_on_cpu(queue, x):
    capsule = x.__dlpack__()
    checked(lib.interop_from_dlpack(queue.pointer, api.PyCapsule_GetPointer(id(capsule), LEGACY), 0, b'float64', 1, 0, NO_STREAM))


def skip(why):
    print('skipped:', why)
    sys.exit(0)


if len(sys.argv) != 3:
    sys.exit(__doc__)
peer = sys.argv[2]
try:
    module = importlib.import_module(peer)
except ImportError:
    skip(f'Python has no {peer}')
lib = load(sys.argv[1])
on_cuda = lib.interop_space() == b'cuda'
if peer == 'numpy' and on_cuda:
    skip("NumPy's arrays lie on the CPU, this build's default space is cuda")
if peer == 'cupy' and not on_cuda:
    skip("CuPy's arrays lie on a GPU, this build's default space is a CPU's")
if peer == 'torch' and on_cuda and not module.cuda.is_available():
    skip('this PyTorch has no CUDA')
lib.interop_start()
if peer == 'numpy':
    test_numpy()
elif on_cuda:
    test_gpu(on_cupy() if peer == 'cupy' else on_torch())
else:
    test_torch_on_cpu(module)
gc.collect()
lib.interop_stop()
print(f'acre and {peer} {module.__version__} exchange arrays on {lib.interop_space().decode()}')
