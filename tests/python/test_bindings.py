"""What the bindings themselves promise: numbers of NumPy's, axes, devices and streams as arguments, on which queue work runs."""
import gc
import subprocess
import sys
import textwrap

import acre
import numpy as np
import pytest

belongs_to = acre._acre.belongs_to
GONE = 'acre_device_that_is_not_there'


@pytest.mark.parametrize('number', [np.float32(1.5), np.int64(1000), np.bool_(True), np.complex64(1 + 2j), np.uint8(3)])
@pytest.mark.parametrize('dtype', ['int8', 'int32', 'float32', 'complex64'])
def test_numpy_scalars_in_place(number, dtype, device):
    here, there = np.arange(4, dtype=dtype), acre.arange(4, dtype=dtype, device=device)
    try:
        here += number
    except TypeError:
        with pytest.raises(TypeError):
            there += number
        return
    there += number
    np.testing.assert_array_equal(acre.asnumpy(there), here)
    assert there.dtype == dtype


@pytest.mark.parametrize('number', [np.longdouble(1), np.clongdouble(1)])
def test_numbers_without_a_dtype(number):
    program = f'import acre, numpy as np\ntry:\n    acre.ones(2) + np.{type(number).__name__}(1)\nexcept TypeError as e:\n    print(e)'
    if np.dtype(type(number)).itemsize in (8, 16) and number.item().__class__ in (float, complex):
        pytest.skip('a number of double precision here')
    run = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr    # an endless recursion ended in a crash
    assert 'has no dtype of acre' in run.stdout
    with pytest.raises(acre.exceptions.DTypeError, match='has no dtype of acre'):
        acre.full(2, number)


def test_axes_beyond_an_int(device):
    x = acre.ones((2, 3), device=device)
    for axis in (2**32, -2**32, 2**40 + 1):
        for f in (acre.sum, acre.sort, acre.cumulative_sum, acre.squeeze, acre.flip, acre.argsort):
            with pytest.raises(IndexError, match=f'axis {axis} is out of bounds'):
                f(x, axis=axis)
        with pytest.raises(IndexError):
            acre.sum(x, axis=(0, axis))


def test_view_wants_its_alignment(device):
    x = acre.zeros(33, dtype='int8', device=device)
    for shift, dtype in [(1, 'int64'), (2, 'float32'), (1, 'int16'), (4, 'complex128')]:
        with pytest.raises(ValueError, match='does not lie at a multiple of'):
            x[shift:shift + 16].view(dtype)
        assert acre.copy(x[shift:shift + 16]).view(dtype).dtype == dtype
    assert x[8:16].view('int64').tolist() == [0] and x[8:24].view('complex128').tolist() == [0]


def test_arrays_without_elements_are_refused():
    empty = acre.ndarray.__new__(acre.ndarray)
    for f in (lambda: empty + 1, lambda: acre.sum(empty), lambda: acre.ones(2) + empty):
        with pytest.raises(TypeError):
            f()


def test_exits_without_an_entry(device):
    for one in (acre.Device(device), acre.Stream(device=device)):
        with pytest.raises(ValueError, match='in no with statement'):
            one.__exit__(None, None, None)
        with one:
            assert acre.default_device() == acre.Device(device)


def test_devices_compare_with_any_name(device):
    d = acre.Device(device)
    assert d == device and not d == GONE and d != 'cpu' and d != 3 and d in (GONE, device)
    other = acre.Device(GONE)
    assert other == GONE and other != d and other == acre.Device(GONE) and hash(other) == hash(acre.Device(GONE))
    if not acre.cuda.is_available():
        assert acre.ones(2, device=device).device != 'cuda' and acre.ones(2, device=device).device != acre.cuda
        assert acre.cuda == acre.cuda and len({acre.cuda, acre.cuda}) == 1


def test_a_devices_name_means_the_current_stream(device):
    with acre.Stream(device=device) as s:
        for where in (device, acre.Device(device), None):
            assert belongs_to(acre.ones(2, device=where), s)
    assert not belongs_to(acre.ones(2, device=device), s)


M = acre.arange(12.0).reshape(3, 4)
OPERATIONS = {
    'sum': lambda x, i: x.sum(),
    'reduce axis': lambda x, i: acre.max(x, axis=0),
    'mean where': lambda x, i: acre.mean(x, where=x > 3),
    'median': lambda x, i: acre.median(x),
    'quantile': lambda x, i: acre.quantile(x, 0.3),
    'average': lambda x, i: acre.average(x),
    'ptp': lambda x, i: acre.ptp(x),
    'cov': lambda x, i: acre.cov(x),
    'corrcoef': lambda x, i: acre.corrcoef(x),
    'scan': lambda x, i: acre.cumulative_sum(x, axis=0),
    'sort': lambda x, i: acre.sort(x),
    'argsort': lambda x, i: acre.argsort(x),
    'partition': lambda x, i: acre.partition(x, 1),
    'unique': lambda x, i: acre.unique_values(x),
    'searchsorted': lambda x, i: acre.searchsorted(acre.ravel(x), 3.0),
    'isin': lambda x, i: acre.isin(x, 3.0),
    'lexsort': lambda x, i: acre.lexsort((x[0], x[1])),
    'histogram': lambda x, i: acre.histogram(x)[0],
    'digitize': lambda x, i: acre.digitize(x, x[0]),
    'bincount': lambda x, i: acre.bincount(i),
    'take': lambda x, i: acre.take(x, i, axis=0),
    'index': lambda x, i: x[i],
    'mask': lambda x, i: x[x > 3],
    'nonzero': lambda x, i: acre.nonzero(x)[0],
    'along': lambda x, i: acre.take_along_axis(x, acre.argsort(x), axis=1),
    'where': lambda x, i: acre.where(x > 3, x, 0.0),
    'where 2': lambda x, i: acre.where(x > 3, 1, 2),
    'clip': lambda x, i: acre.clip(x, 1, 3),
    'round': lambda x, i: acre.round(x, 1),
    'diff': lambda x, i: acre.diff(x),
    'isclose': lambda x, i: acre.isclose(x, 1.0),
    'nan_to_num': lambda x, i: acre.nan_to_num(x),
    'unary': lambda x, i: acre.sin(x),
    'binary': lambda x, i: x + x,
    'number': lambda x, i: 1 - x,
    'numpy': lambda x, i: x * np.float64(2),
    'gradient': lambda x, i: acre.gradient(x)[0],
    'trapezoid': lambda x, i: acre.trapezoid(x),
    'convolve': lambda x, i: acre.convolve(x[0], x[1]),
    'interp': lambda x, i: acre.interp(x, x[0], x[1]),
    'polyval': lambda x, i: acre.polyval(x[0], x),
    'product': lambda x, i: x @ x.T,
    'dot': lambda x, i: acre.dot(x, x.T),
    'einsum': lambda x, i: acre.einsum('ij->j', x),
    'tensordot': lambda x, i: acre.tensordot(x, x, 2),
    'norm': lambda x, i: acre.linalg.norm(x),
    'cross': lambda x, i: acre.linalg.cross(x[:, :3], x[:, :3]),
    'copy': lambda x, i: x.copy(),
    'astype': lambda x, i: x.astype('float32'),
    'concat': lambda x, i: acre.concat([x, x]),
    'stack': lambda x, i: acre.stack([x, x]),
    'pad': lambda x, i: acre.pad(x, 1),
    'roll': lambda x, i: acre.roll(x, 1),
    'repeat': lambda x, i: acre.repeat(x, 2),
    'tile': lambda x, i: acre.tile(x, (2, 1)),
    'tril': lambda x, i: acre.tril(x),
    'diag': lambda x, i: acre.diag(x[0]),
}


@pytest.mark.parametrize('name', OPERATIONS)
def test_results_are_on_the_current_stream(name, device):
    x, i = acre.asarray(M, device=device), acre.asarray([2, 0], device=device)
    alone = OPERATIONS[name](x, i)
    assert not any(belongs_to(alone, s) for s in [acre.Stream(device=device)])
    with acre.Stream(device=device) as s:
        made = OPERATIONS[name](x, i)
        assert belongs_to(made, s)
    assert not belongs_to(x, s)
    assert made.tolist() == alone.tolist() and made.dtype == alone.dtype


def test_kernels_are_on_the_current_stream(device):
    x = acre.asarray(M, device=device)
    try:
        twice = acre.ElementwiseKernel('float64 x', 'float64 y', 'y = 2 * x')
        plain = twice(x)
    except acre.exceptions.Error as e:
        pytest.skip(f'no kernels from text here: {e}')
    out = acre.empty_like(x)
    with acre.Stream(device=device) as s:
        assert belongs_to(twice(x), s)
        assert not belongs_to(twice(x, out), s)     # an array that was given stays what it is
    assert acre.array_equal(out, plain)


def test_writes_are_seen_behind_the_stream(device):
    """An index error of a write comes out of the stream on which the write ran."""
    x = acre.arange(5.0, device=device)
    bad, one = acre.asarray([1, 9], device=device), acre.asarray([1, 1], device=device)
    for write in (lambda: x.__setitem__(bad, 1.0), lambda: acre.put(x, bad, 1.0), lambda: acre.take(x, bad)):
        s = acre.Stream(device=device)
        with s:
            write()
        with pytest.raises(IndexError, match='index 9 is out of bounds'):
            s.synchronize()
        acre.Device(device).synchronize()
    assert one.tolist() == [1, 1]


def test_views_keep_their_queue(device):
    x = acre.asarray(M, device=device)
    with acre.Stream(device=device) as s:
        for view in (x[1:], x[0], x[..., None], x.T, x.reshape(4, 3), acre.squeeze(x), acre.flip(x), acre.diag(x), acre.ravel(x),
                     acre.asarray(x), x.astype('float64', copy=False), acre.ascontiguousarray(x)):
            assert not belongs_to(view, s) and acre.shares_memory(view, x)


def test_a_device_waits_for_streams_that_are_gone(device):
    x, bad = acre.arange(5.0, device=device), acre.asarray([9], device=device)
    with acre.Stream(device=device):
        x_here = x * 1
        made = x_here[bad]
    gc.collect()
    with pytest.raises(IndexError, match='index 9'):
        acre.Device(device).synchronize()
    acre.Device(device).synchronize()
    for _ in range(100):
        acre.Stream(device=device)
    del made


def test_an_error_outlives_many_streams(device):
    bad = acre.asarray([9], device=device)
    x = acre.arange(5.0, device=device)
    with acre.Stream(device=device):
        acre.take(x, bad)
    for _ in range(100):
        acre.Stream(device=device)
    gc.collect()
    with pytest.raises(IndexError, match='index 9'):
        acre.Device(device).synchronize()
    acre.Device(device).synchronize()


def test_a_device_waits_for_all_of_its_streams(device):
    """An error of one stream's leaves none behind."""
    x, bad = acre.arange(5.0, device=device), acre.asarray([9], device=device)
    streams = [acre.Stream(device=device) for _ in range(3)]
    for s in streams:
        with s:
            acre.take(x, bad)
    with pytest.raises(IndexError):
        acre.Device(device).synchronize()
    for s in streams:
        s.synchronize()


def test_choosing_a_device_again_and_again():
    program = textwrap.dedent('''
        import acre, resource
        devices = acre.devices()
        def turn(n):
            for _ in range(n):
                for d in devices:
                    acre.Device(str(d)).use()
        turn(1000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        turn(500_000)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4000, acre.default_device() == devices[-1])
    ''')
    run = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert (run.stdout, run.stderr) == ('True True\n', '')


def test_lists_on_two_queues(device):
    s = acre.Stream(device=device)
    with s:
        offsets = acre.asarray([0, 2, 2, 5])
    x = acre.lists.from_offsets(offsets, acre.arange(5.0, device=device))
    assert acre.sum(x, axis=1).tolist() == [1, 0, 9]


def test_elapsed_time_by_both_names(device):
    s = acre.Stream(device=device)
    a, b = s.record(), s.record()
    assert acre.get_elapsed_time(a, b) == a.elapsed_time(b)
    with pytest.raises(ValueError, match='not been recorded'):
        acre.get_elapsed_time(a, acre.Event())
