"""Fused functions: the bits of the calls one after another."""
import math
import os
import types

import acre
import numpy as np
import pytest

from compare import ALL, on

HALVES = ['float16', 'bfloat16']
# every one of NumPy's dtypes if it is asked for: each takes its compilations
DTYPES = [*ALL, *HALVES] if 'ACRE_TEST_ALL_DTYPES' in os.environ else ['int8', 'uint64', 'float64', 'complex64', 'float16']
TOGETHER = 20  # results of one kernel

pytestmark = pytest.mark.usefixtures('compiler')


def bits(x):
    """In which a NaN is a NaN: its sign and payload are a processor's affair."""
    values = acre.asnumpy(acre.astype(x, 'float32') if x.dtype.name in HALVES else x)
    if values.dtype.kind in 'fc':
        parts = values.reshape(-1).view(values.real.dtype)
        parts[np.isnan(parts)] = np.nan
    return x.dtype.name, values.shape, values.tobytes()


def samples(dtype, count=200, seed=0):
    """Numbers of a dtype: its ends, zeros, infinities, NaN, halves, and others."""
    random = np.random.default_rng(seed)
    if dtype == 'bool':
        return acre.asarray(random.integers(0, 2, count).astype(bool))
    if dtype in HALVES:
        return acre.astype(samples('float64', count, seed), dtype)
    kind = np.dtype(dtype)
    if kind.kind in 'iu':
        ends = np.iinfo(kind)
        x = random.integers(ends.min, ends.max, count, dtype=kind, endpoint=True)
        x[:8] = [0, 1, 2, ends.max, ends.min, 3, 7, 5]
        x[8:60] = random.integers(0, 20, 52)
    elif kind.kind == 'f':
        x = (random.normal(size=count) * np.exp(random.normal(size=count) * 3)).astype(kind)
        x[:14] = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, 1.5, 2.5, 1e30, 1e-40, -3.0, 100.0]
    else:
        parts = [acre.asnumpy(samples('float32' if kind.itemsize == 8 else 'float64', count, seed + k)) for k in (0, 7)]
        x = np.empty(count, kind)
        x.real, x.imag = np.where(np.isfinite(parts[0]), parts[0], 2), np.where(np.isfinite(parts[1]), parts[1], -0.5)
    return acre.asarray(np.ascontiguousarray(x), copy=True)


def fused_in_groups(calls, *arrays):
    """Calls that are not refused, those that fusing makes of them, with their names."""
    allowed = []
    for name, call in calls:
        try:
            call(*arrays)
        except (TypeError, ValueError):
            with pytest.raises((TypeError, ValueError)):
                acre.fuse(call)(*arrays)
        else:
            allowed.append((name, call))
    for first in range(0, len(allowed), TOGETHER):
        group = allowed[first:first + TOGETHER]
        made = acre.fuse(lambda *x: tuple(call(*x) for _, call in group))(*arrays)
        for (name, call), fused in zip(group, made):
            eager = call(*arrays)
            if bits(fused) != bits(eager):
                wrong = [k for k in range(eager.size) if bits(fused[k]) != bits(eager[k])][:1] if fused.dtype == eager.dtype else 'dtype'
                at = wrong[0] if wrong != 'dtype' else 0
                raise AssertionError(f'{name} of {[x.dtype.name for x in arrays]}: {fused.dtype} {eager.dtype} at {wrong}: '
                                     f'{[x[at] for x in arrays]} gives {fused[at]!r} instead of {eager[at]!r}')


def functions(names):
    return [(name, getattr(acre, name)) for name in dict.fromkeys(names)]


@pytest.mark.parametrize('dtype', DTYPES)
def test_functions_of_one(device, dtype):
    x = samples(dtype).to_device(device)
    others = [('clip', lambda x: acre.clip(x, 0, 5)), ('round', lambda x: acre.round(x, 1)), ('tens', lambda x: acre.round(x, -1)),
              ('nan_to_num', acre.nan_to_num), ('nan', lambda x: acre.nan_to_num(x, nan=-1.5, posinf=9)), ('+', lambda x: +x),
              ('where', lambda x: acre.where(x, x, 2.5)), ('select', lambda x: acre.select([x > 1, x == 0], [x, x], 7)),
              ('isclose', lambda x: acre.isclose(x, 1.0, equal_nan=True)), ('copy', lambda x: x.copy()),
              ('ones_like', acre.ones_like), ('full_like', lambda x: acre.full_like(x, 3, dtype='int32'))]
    numbers = [(f'{function} {number!r}', lambda x, f=getattr(acre, function), n=number: f(x, n))
               for function in ('add', 'multiply', 'true_divide', 'floor_divide', 'less', 'power') for number in (3, 0.1)]
    casts = [(to, lambda x, to=to: acre.astype(x, to)) for to in [*ALL, *HALVES] if to != dtype]
    fused_in_groups(functions(sorted(acre._acre.unary_functions())) + others + numbers + casts, x)


@pytest.mark.parametrize('dtypes', [(d, d) for d in DTYPES] + [('int64', 'uint64'), ('float32', 'int32'), ('float16', 'bfloat16'), ('bool', 'int8')])
def test_functions_of_two(device, dtypes):
    x, y = (samples(d, seed=k).to_device(device) for k, d in enumerate(dtypes))
    names = [n for n in sorted(acre._acre.binary_functions()) if n not in ('power', 'pow') or x.dtype.kind in 'fc']
    others = [('where', lambda x, y: acre.where(x > y, x, y)), ('isclose', lambda x, y: acre.isclose(x, y, rtol=0.5)),
              ('floor', lambda x, y: acre.divmod(x, y)[0]), ('mod', lambda x, y: acre.divmod(x, y)[1]),
              ('clip', lambda x, y: acre.clip(x, y, 3))]
    fused_in_groups(functions(names) + others, x, y)


def test_numbers(device):
    """Python's numbers are what they are in calls; another value is another trace and the same kernel."""
    x = acre.arange(7, dtype='uint8', device=device)
    calls = [lambda x: x < 300, lambda x: x > -1, lambda x: x / 1000, lambda x: x + True, lambda x: 2 ** x.astype('float32'), lambda x: x * 1j,
             lambda x: 3 - x, lambda x: acre.where(x > 2, 1, 0.5), lambda x: acre.ldexp(x, 3)]
    for call in calls:
        assert bits(acre.fuse(call)(x)) == bits(call(x))
    for call in (lambda x: x + 300, lambda x: x ** -1):
        with pytest.raises(ValueError) as expected:
            call(x)
        with pytest.raises(ValueError) as found:
            acre.fuse(call)(x)
        assert str(found.value) == str(expected.value)
    scaled = acre.fuse(lambda x, n, s=1.0: x * n + s if n > 2 else x - n)
    y = acre.arange(4.0, device=device)
    for n in (1, 2, 3, 4.5, True):
        assert bits(scaled(y, n)) == bits(y * n + 1.0 if n > 2 else y - n)
    assert bits(scaled(y, 3, s=-0.0)) == bits(y * 3 + -0.0)
    many = acre.fuse(lambda x: sum((x * (k + 0.1) for k in range(40)), start=x))  # more than a kernel takes: part of its text
    assert bits(many(y)) == bits(sum((y * (k + 0.1) for k in range(40)), start=y))
    scale = 2.0

    @acre.fuse
    def outside(x):
        return x * scale
    assert outside(y).tolist() == [0, 2, 4, 6]
    scale = 3.0
    assert outside(y).tolist() == [0, 3, 6, 9]


def test_shapes(device):
    """Broadcasting, layouts, and results of several shapes."""
    x = on(device)(np.arange(12.0).reshape(3, 4))
    row, column = x[0] + 1, x[:, 1:2]

    @acre.fuse(kernel_name='several')
    def several(x, row, column):
        return x * row - column, [acre.sqrt(row), None, 2.5], (column + row,), x
    made = several(x.T[::-1].T, row, column)
    again = x.T[::-1].T
    assert bits(made[0]) == bits(again * row - column) and bits(made[1][0]) == bits(acre.sqrt(row)) and made[1][1:] == [None, 2.5]
    assert bits(made[2][0]) == bits(column + row) and made[3].shape == x.shape
    assert acre.fuse(lambda x: x + 1)(acre.zeros((0, 3), device=device)).shape == (0, 3)
    assert float(acre.fuse(lambda x, y: x + y)(acre.asarray(2.0, device=device), acre.asarray(3, device=device))) == 5
    with pytest.raises(ValueError, match='could not be broadcast'):
        acre.fuse(lambda x, y: x + y)(x, acre.ones(3, device=device))


def test_writing(device):
    """x += y writes an argument, as it does without fuse."""
    @acre.fuse
    def step(x, v, dt):
        x += v * dt
        v[...] = -v
        return acre.sum(x)
    for of in (lambda a: a, lambda a: a[::2]):
        x, v = (of(acre.linspace(k, k + 1, 8, device=device)) for k in (0, 3))
        x2, v2 = x.copy(), v.copy()
        total = step(x, v, 0.25)
        x2 += v2 * 0.25
        assert bits(x) == bits(x2) and bits(v) == bits(-v2) and bits(total) == bits(acre.sum(x2))
    a = acre.arange(5, device=device)
    with pytest.raises(TypeError, match='Cannot cast'):
        acre.fuse(lambda x: x.__iadd__(0.5))(a)
    with pytest.raises(ValueError, match='non-broadcastable'):
        acre.fuse(lambda x, y: x.__iadd__(y))(a[:1], a)
    same = acre.fuse(lambda x, y: (x.__iadd__(1), y * 2)[1])
    assert same(a, a).tolist() == [2, 4, 6, 8, 10]  # y is x, which was written
    b = acre.arange(6.0, device=device)
    acre.fuse(lambda x, y: x.__iadd__(y))(b[:5], b[1:])  # y lies over x, shifted
    assert b.tolist() == [1, 3, 5, 7, 9, 5]
    out = acre.zeros(6, device=device)
    acre.fuse(lambda x, y: acre.multiply(x, x, out=y))(b, out)
    assert out.tolist() == (b * b).tolist()


@pytest.mark.parametrize('dtype, names', [('float32', 'sum prod mean max min any all count_nonzero'), ('int8', 'sum max mean count_nonzero'),
                                          ('float16', 'sum mean max'), ('complex64', 'sum max'), ('bool', 'sum min')])
def test_reductions(device, dtype, names):
    """At the end: one kernel with what is reduced, in the order of the call's."""
    x = samples(dtype, 30000).to_device(device)[60:].reshape(4, -1)
    y = samples(dtype, 30000, 1).to_device(device)[60:].reshape(4, -1)
    for name in names.split():
        reduced = getattr(acre, name)
        for axis in (None, 0, 1)[:3 if name == 'sum' else 2]:
            fused = acre.fuse(lambda x, y: reduced(acre.where(x > y, x, y), axis=axis, keepdims=axis == 0), kernel_name=name)
            assert bits(fused(x, y)) == bits(reduced(acre.where(x > y, x, y), axis=axis, keepdims=axis == 0)), (name, axis)
    turned = acre.fuse(lambda x, y: acre.sum(acre.where(x > y, x, y), axis=(0, -1)))  # of another layout
    assert bits(turned(x.T, y[:1].T)) == bits(acre.sum(acre.where(x.T > y[:1].T, x.T, y[:1].T), axis=(0, -1)))


def test_further_reductions(device):
    x = acre.linspace(0, 1, 1000, device=device).reshape(10, 100)
    fused = acre.fuse(lambda x, y: (acre.sum(x * y, axis=1), acre.sum(x, dtype='float32'), acre.mean(x * 2.5), acre.amax(x - y), x - y))
    y = acre.cos(x)
    for made, eager in zip(fused(x, y), (acre.sum(x * y, axis=1), acre.sum(x, dtype='float32'), acre.mean(x * 2.5), acre.amax(x - y), x - y)):
        assert bits(made) == bits(eager)
    nothing = acre.zeros((0, 3), device=device)
    assert bits(acre.fuse(lambda x: acre.sum(x + 1))(nothing)) == bits(acre.sum(nothing)) and acre.fuse(lambda x: acre.sum(x + 1, axis=0))(nothing).tolist() == [0] * 3
    assert float(acre.fuse(lambda x: acre.sum(x + 1, axis=0))(acre.asarray(2.0, device=device))) == 3
    for function, error in ((lambda x: acre.max(x + 1), ValueError), (lambda x: acre.sum(x + 1, axis=2), IndexError)):
        with pytest.raises(error):
            acre.fuse(function)(nothing)
    with pytest.raises(IndexError, match='axis 2'):
        acre.fuse(lambda x: acre.sum(x + 1, axis=2))(x)


def test_methods_and_kinds(device):
    class Model:
        factor = 2

        @acre.fuse
        def scaled(self, x):
            return self.factor * x.real + x.imag - x.conj().imag
    z = samples('complex64').to_device(device)
    assert bits(Model().scaled(z)) == bits(2 * z.real + z.imag - z.conj().imag)

    @acre.fuse
    def outer(x):
        return inner(x) + np.sin(x)

    @acre.fuse
    def inner(x):
        """Doc."""
        return x.round(1) if x.dtype == 'float64' else x
    x = samples('float64').to_device(device)
    assert bits(outer(x)) == bits(acre.round(x, 1) + acre.sin(x)) and inner.__doc__ == 'Doc.' and inner.__name__ == 'inner'
    assert acre.fuse(lambda x, y: x + y)(2, 3) == 5


def test_lists(device):
    pt = acre.lists.from_lists([[41.0, 22.0, 7.0], [], [30.0, 28.0]], device=device)
    scale = acre.asarray([1.0, 1.0, 0.5], device=device)

    @acre.fuse
    def corrected(pt, scale, offset):
        return pt * scale + offset, acre.sum(pt), pt > 20
    made, total, high = corrected(pt, scale, 0.25)
    assert made.tolist() == (pt * scale + 0.25).tolist() and float(total) == 128 and high.tolist() == (pt > 20).tolist()


def test_refusals(device):
    x = acre.arange(4.0, device=device)
    for function, text in ((lambda x: x if x > 0 else -x, 'where'), (lambda x: acre.sort(x), 'whole arrays'), (lambda x: x[0], 'indices'),
                           (lambda x: math.sin(x), 'math'), (lambda x: acre.sum(x) + 1, 'returned'), (lambda x: x @ x, 'matrices'),
                           (lambda x: x + acre.ones(4, device=device), 'argument'), (lambda x: [v for v in x], 'loop'),
                           (lambda x: acre.add(acre.ones(4, device=device), x), 'argument'), (lambda x: {'a': x}, 'dict'),
                           (lambda x: acre.cumsum(x), 'whole arrays')):
        with pytest.raises(TypeError, match=text):
            acre.fuse(function)(x)
    with pytest.raises(AttributeError, match='shape'):
        acre.fuse(lambda x: x + x.shape[0])(x)
    with pytest.raises(ValueError, match='negative'):
        acre.fuse(lambda x, y: x ** y)(acre.arange(3, device=device), acre.arange(3, device=device))
    devices = [acre.devices()[0], *(d for d in acre.devices() if not acre._acre.is_on_host(acre.zeros(1, device=d)))]
    if len(devices) > 1:
        with pytest.raises(acre.exceptions.BackendError, match='operands live on'):
            acre.fuse(lambda x, y: x + y)(acre.ones(2, device=devices[0]), acre.ones(2, device=devices[1]))


def test_reductions_are_of_the_values_at_their_call(device):
    x = acre.ones(3, device=device)

    @acre.fuse
    def before_and_after(x, y):
        before = acre.sum(x)
        x += 1
        between, y2 = acre.sum(x), y * 2
        first = acre.max(y2)
        y2 += 5
        return before, between, acre.sum(x, dtype='float32'), first, y2
    before, between, after, first, y2 = before_and_after(x, acre.ones(3, device=device))
    assert [float(n) for n in (before, between, after, first)] == [3, 6, 6, 2] and y2.tolist() == [7] * 3 and x.tolist() == [2] * 3


def test_traces_are_of_what_is_there(device):
    x = acre.ones(2, device=device)

    class Step:
        dt = 1.0

        @acre.fuse
        def to(self, x):
            return x * self.dt
    step = Step()
    assert step.to(x).tolist() == [1, 1]
    step.dt = 5.0
    assert step.to(x).tolist() == [5, 5]

    typed = acre.fuse(lambda n, p: n * p[0])
    whole = acre.ones(2, 'int32', device=device)
    assert [typed(whole, p).dtype.name for p in ((1,), (1.0,), (True,), [1], [1.0])] == ['int32', 'float64', 'int32', 'int32', 'float64']
    signed = acre.fuse(lambda x, zeros: acre.copysign(x, zeros[0] * x))
    assert [signed(x, z).tolist() for z in ((0.0,), (-0.0,), (0.0,))] == [[1, 1], [-1, -1], [1, 1]]
    assert [typed(x, (np.float32(n),)).tolist() for n in (2, 3)] == [[2, 2], [3, 3]]
    assert [acre.fuse(lambda x, d: x.astype(d))(x, d).dtype.name for d in (acre.float32, 'int8', float, int)] == ['float32', 'int8', 'float64', 'int64']

    holder = {'factor': 2.0}
    assert acre.fuse(lambda x: x * holder['factor'])(x).tolist() == [2, 2]
    of_holder = acre.fuse(lambda x: x * holder['factor'])
    of_holder(x)
    holder['factor'] = 3.0
    assert of_holder(x).tolist() == [3, 3]

    scope = {'acre': acre}
    exec('def later(x):\n  return x + N + [N for _ in range(1)][0]', scope)
    later = acre.fuse(scope['later'])
    for n in (1.0, 2.0, 1):
        scope['N'] = n
        assert later(x).tolist() == [1 + 2 * n] * 2


def test_traces_are_kept():
    x, scale = acre.ones(2), 2.5
    kept = acre.fuse(lambda x, *others: acre.sqrt(x) * scale + others[0] + math.pi)
    for _ in range(3):
        kept(x, 2, 'text', None, acre.float32, (1, [2.5]), np.int8(3))
    each_time = acre.fuse(lambda x, by: x + by.imag)
    each_time(x, types.SimpleNamespace(imag=2))
    assert len(kept._plans) == 1 and not each_time._plans


def test_numbers_of_numpy(device):
    x = acre.arange(5, dtype='int8', device=device)
    f = acre.arange(5, dtype='float32', device=device)
    for call in (lambda x: x * np.float32(2), lambda x: np.float32(2) * x, lambda x: x + np.int16(300), lambda x: acre.maximum(x, np.int64(2)),
                 lambda x: acre.where(x > 1, np.float32(1), 2), lambda x: acre.where(x > 1, 2, np.float64(0.5)), lambda x: acre.clip(x, np.int8(1), 3)):
        for of in (x, f):
            assert bits(acre.fuse(call)(of)) == bits(call(of))


def test_arguments_that_share_memory(device):
    def add(x, y):
        x += 1
        return y * 2
    for views in (lambda a: (a, a[:]), lambda a: (a[1:], a[:-1]), lambda a: (a, a[2:5]), lambda a: (a.reshape(2, 3), a[::2][:3])):
        a, b = acre.arange(6.0, device=device), acre.arange(6.0, device=device)
        assert acre.fuse(add)(*views(a)).tolist() == add(*views(b)).tolist() and a.tolist() == b.tolist()
    a = acre.arange(6.0, device=device)
    assert acre.fuse(lambda x, y: (y.__iadd__(1), x * 2)[1])(a, y=a[:]).tolist() == [2, 4, 6, 8, 10, 12]


def test_out_and_likes(device):
    x = acre.linspace(-2, 2, 5, device=device)
    y = x.copy()
    acre.fuse(lambda x: acre.clip(x, 0, 1, out=x))(y)
    assert y.tolist() == [0, 0, 0, 1, 1]
    for low, high, limited in ((0, None, [0, 0, 0, 1, 2]), (None, 1, [-2, -1, 0, 1, 1]), (None, None, [-2, -1, 0, 1, 2])):
        out = acre.zeros(5, device=device)
        acre.fuse(lambda x, out: acre.clip(x, low, high, out=out))(x, out)
        assert out.tolist() == limited
    with pytest.raises(TypeError, match='same_kind'):
        acre.fuse(lambda x, out: acre.clip(x, 0.5, 1, out=out))(x, acre.zeros(5, 'int8', device=device))
    with pytest.raises(TypeError, match='out= is one of its arguments'):
        acre.fuse(lambda x: acre.clip(x, 0, 1, out=out))(x)
    with pytest.raises(TypeError, match='returned'):
        acre.fuse(lambda x, out: acre.sum(x, out=out))(x, acre.zeros((), device=device))
    for like in (acre.zeros_like, acre.ones_like, lambda x, **how: acre.full_like(x, 3, **how)):
        for how in ({'shape': (2,)}, {'device': device}):
            with pytest.raises(TypeError, match=list(how)[0]):
                acre.fuse(lambda x: like(x, **how))(x)
    with pytest.raises(TypeError, match='device'):
        acre.fuse(lambda x: acre.astype(x, 'int8', device=device))(x)
    lists = acre.lists.from_lists([[1.5], [], [2.0, 3.0]], device=device)
    assert acre.ones_like(lists).tolist() == [[1], [], [1, 1]] and acre.full_like(lists, 7, dtype='int8').dtype == 'int8'
    with pytest.raises(TypeError, match='shape'):
        acre.zeros_like(lists, shape=(3,))
    with pytest.raises(TypeError, match='lists'):
        acre.clip(lists, 0, 2, out=lists)
    assert str(acre.astype(lists, 'int8', device=acre.devices()[0]).device) == str(acre.devices()[0])
