"""Analyses as users of CuPy write them (analyses/), whose import alone is changed: they run on every device with the same bits, and give
NumPy's results. NumPy runs the same text, with acre's random numbers and kernels in Python."""
import os
import pathlib
import statistics
import types

import acre
import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).parent / 'analyses'


def program(name, xp):
    """The program with another module in the place of CuPy."""
    text = (FOLDER / f'{name}.py').read_text()
    first, rest = text.split('\n', 1)
    assert first == 'import cupy as cp' and 'cupy' not in rest.replace('<cupy/complex.cuh>', '')
    module = types.ModuleType(name)
    module.cp = xp
    exec(compile('\n' + rest, f'{name}.py', 'exec'), module.__dict__)
    return module


def diffusion_step(u, nx, ny, c, v):
    v[...] = u
    v[1:-1, 1:-1] += c * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1])


def life_step(grid, block, arguments):
    cells, to, rows, columns = arguments
    neighbours = sum(np.roll(cells, (y, x), axis=(0, 1)).astype(int) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
    to[...] = (neighbours == 3) | ((cells == 1) & (neighbours == 2))


def black_scholes(spot, strike, years, rate, volatility):
    below = lambda x: 0.5 * of_numpy(acre.erfc(acre.asarray(-x / np.sqrt(2), device=acre.serial)))
    deviation = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + volatility * volatility / 2) * years) / deviation
    discounted = strike * np.exp(-rate * years)
    return (spot * below(d1) - discounted * below(d1 - deviation), discounted * below(deviation - d1) - spot * below(-d1))


def julia(start, c, most):
    z, steps = start.copy(), np.zeros(start.shape, 'int32')
    for _ in range(most):
        goes_on = z.real ** 2 + z.imag ** 2 <= 4
        steps += goes_on
        z = np.where(goes_on, z * z + c, 9)
    return steps


def filter_columns(grid, block, arguments):
    x, to = arguments[:2]
    rows = np.pad(x, ((2, 2), (0, 0)), mode='reflect')
    to[...] = sum(np.float32(w) * rows[k:k + len(x)] for k, w in enumerate([0.0625, 0.25, 0.375, 0.25, 0.0625]))


KERNELS = {
    'life<unsigned char, 8>': life_step,
    'count_ages': lambda alive, age, counts: np.add.at(counts, np.minimum(age[alive > 0], 9), 1),
    'black_scholes': black_scholes,
    'worst': lambda call, put: np.abs(call - put).max(),
    'quantile': lambda p: np.array([statistics.NormalDist().inv_cdf(each) for each in p]),
    'julia': julia,
    'filter_columns': filter_columns,
    'diffusion_step': diffusion_step,
    'diffuse': lambda grid, block, arguments: diffusion_step(arguments[0], *arguments[2:], arguments[1]),
    'squared_distance': lambda x, y, a, b: (x - a) * (x - a) + (y - b) * (y - b),
}


def of_numpy(value):
    return acre.asnumpy(value) if isinstance(value, acre.ndarray) else value


class Drawn:
    """acre.random, or a generator of it, that gives NumPy's arrays."""

    def __init__(self, of):
        self._of = of

    def __getattr__(self, name):
        if name == 'shuffle':
            return self._shuffle
        if name == 'default_rng':
            return lambda seed: Drawn(acre.random.default_rng(seed))

        def draw(*arguments, **named):
            with acre.serial:
                return of_numpy(getattr(self._of, name)(*arguments, **named))
        return draw

    def _shuffle(self, x):
        x[...] = of_numpy(self._of.permutation(acre.asarray(x, device=acre.serial)))


class Device:
    def __init__(self, number):
        assert number == 0

    def __enter__(self):
        pass

    def __exit__(self, *_):
        pass

    def synchronize(self):
        pass


class Stream:
    def __init__(self, non_blocking=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def record(self):
        return None

    def wait_event(self, event):
        pass

    def synchronize(self):
        pass


Stream.null = Stream()


class Pool:
    malloc = None


def asnumpy(x, stream=None, out=None):
    if out is not None:
        out[...] = x
    return np.asarray(x)


class NumPy:
    """NumPy with what CuPy has beside it."""
    random = Drawn(acre.random)
    cuda = types.SimpleNamespace(Device=Device, Stream=Stream, stream=types.SimpleNamespace(Stream=Stream), MemoryPool=Pool, PinnedMemoryPool=Pool,
                                 set_allocator=lambda f: None, set_pinned_memory_allocator=lambda f: None, alloc_pinned_memory=bytearray,
                                 get_elapsed_time=lambda begin, end: 0.0)
    asnumpy = staticmethod(asnumpy)
    fuse = staticmethod(lambda kernel_name: lambda f: f)

    def __getattr__(self, name):
        return getattr(np, name)

    def get_array_module(self, *_):
        return self

    def ElementwiseKernel(self, inputs, outputs, operation, name, **named):
        return KERNELS[name]

    def ReductionKernel(self, inputs, output, mapped, combined, finished, identity, name):
        return KERNELS[name]

    def RawKernel(self, code, name, **named):
        return KERNELS[name]

    def RawModule(self, code, options, name_expressions):
        return types.SimpleNamespace(get_function=lambda name: KERNELS[name])


def drawn_events(count=3000):
    """Events with some leptons, among them pairs of a Z: as apps/zpeak draws them."""
    rng = np.random.default_rng(11)
    mass = np.clip(91.1876 + 1.2476 * np.tan(np.pi * (rng.random(count) - 0.5)), 40, 140)
    cosine, angle = rng.uniform(-0.99, 0.99, count), rng.uniform(-np.pi, np.pi, count)
    rapidity, pt = rng.normal(size=count), mass / 2 * np.sqrt(1 - cosine**2)
    others = rng.poisson(0.5, count)
    counts = np.where(rng.random(count) < 0.1, 1, 2) + others
    offsets = np.concatenate([[0], np.cumsum(counts)])
    n = offsets[-1]
    columns = {'pt': rng.exponential(6, n) + 3, 'eta': rng.uniform(-2.4, 2.4, n), 'phi': rng.uniform(-np.pi, np.pi, n)}
    charge = rng.choice([-1, 1], n)
    pairs = np.flatnonzero(counts >= 2)
    sign = rng.choice([-1, 1], len(pairs))
    for k, direction in enumerate((1, -1)):
        at = offsets[pairs] + k
        columns['pt'][at] = pt[pairs]
        columns['eta'][at] = (rapidity + direction * np.arctanh(cosine))[pairs]
        columns['phi'][at] = angle[pairs] if k == 0 else np.where(angle > 0, angle - np.pi, angle + np.pi)[pairs]
        charge[at] = direction * sign
    return offsets, *(columns[name].astype('float32') for name in ('pt', 'eta', 'phi')), charge.astype('int32')


def real_events():
    data = os.environ.get('ACRE_REFERENCE_DATA')
    folder = pathlib.Path(data or '', 'events', 'zee')
    if not data or not folder.is_dir():
        pytest.skip('ACRE_REFERENCE_DATA names no folder with events/zee')
    offsets, *fields = (np.load(folder / f'lepton_{field}.npy') for field in ('offsets', 'pt', 'eta', 'phi', 'charge'))
    return offsets[:12591], *fields  # the events of which the data's page gives the results


def flat(results):
    """Names and values, of tuples and lists each."""
    for name, value in results.items():
        if isinstance(value, (tuple, list)):
            yield from ((f'{name}[{k}]', of_numpy(each)) for k, each in enumerate(value))
        else:
            yield name, of_numpy(value)


def check(name, *arguments):
    expected = dict(flat(program(name, NumPy()).main(*arguments)))
    first = None
    for device in acre.devices():
        with device:
            found = dict(flat(program(name, acre).main(*arguments)))
        assert found.keys() == expected.keys()
        for key, value in found.items():
            wanted = expected[key]
            if isinstance(wanted, str):
                assert value == wanted
                continue
            value, wanted = np.asarray(value), np.asarray(wanted)
            assert (value.shape, value.dtype) == (wanted.shape, wanted.dtype), f'{key} on {device}: {value.dtype} {value.shape}'
            if wanted.dtype.kind == 'f':
                rtol = 1e-6 if wanted.dtype == 'f4' else 1e-9
                np.testing.assert_allclose(value, wanted, rtol, 1e-12, err_msg=f'{key} on {device}')
            else:
                np.testing.assert_array_equal(value, wanted, err_msg=f'{key} on {device}')
        # what a vendor's library computes (fft) has other last bits on a GPU
        bits = {key: value if isinstance(value, str) else np.asarray(value).tobytes() for key, value in found.items()
                if (name, key) not in (('diffusion', 'largest_waves'), ('image', 'low_pass'))}
        first = bits if first is None else first
        assert bits == first, [key for key in bits if bits[key] != first[key]]
    return expected


def test_z_peak():
    found = check('z_peak', *drawn_events())
    assert abs(found['mean'] - 91.2) < 0.5 and found['window'] > 2000


def test_z_peak_of_real_events():
    found = check('z_peak', *real_events())
    assert (found['pairs'], found['window']) == (9521, 6973) and abs(found['peak'] - 91) < 1


def test_diffusion():
    found = check('diffusion')
    assert found['agree']


def test_option():
    found = check('option')
    assert abs(found['european'] - 8.699) < 4 * found['error']  # Black's and Scholes' formula


def test_clusters():
    found = check('clusters')
    assert found['table'].sum() == 600


def test_life():
    found = check('life')
    assert found['population'][-1] == found['ages'].sum() == found['last'].sum()


def test_portfolio():
    assert check('portfolio')['parity']


def test_image():
    found = check('image')
    assert found['levels'].sum() == found['steps'].size and found['mirrored']


def test_a_device_that_is_not_there():
    with pytest.raises(acre.exceptions.BackendError):
        acre.cuda.Device(99)
    if 'cuda' not in map(str, acre.devices()):
        with pytest.raises(acre.exceptions.BackendError, match='cuda'):
            acre.zeros(2, device=acre.cuda)
        assert not acre.cuda.is_available() and acre.cuda != acre.serial
    assert acre.cuda.runtime.getDeviceCount() >= 1
    with pytest.raises(AttributeError, match='trapezoid'):
        acre.trapz
