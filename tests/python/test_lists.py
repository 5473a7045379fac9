"""Lists of different lengths against Python's own."""
import itertools
import math
import pickle

import acre
import numpy as np
import pytest
from hypothesis import given, strategies as st

from compare import outcome, same

L = acre.lists

numbers = st.integers(-9, 9).map(float)
some_lists = st.lists(st.lists(numbers, max_size=6), max_size=7)


def on(device, lists, dtype='float64'):
    return L.from_lists(lists, dtype, device=device)


def nested(x):
    assert isinstance(x, L.Ragged)
    return x.tolist()


@given(some_lists)
def test_reductions(device, lists):
    x = on(device, lists)
    assert len(x) == len(lists) and nested(x) == lists and L.count(x).tolist() == [len(e) for e in lists]
    inf = float('inf')
    for function, of in ((L.sum, lambda e: sum(e, 0.0)), (L.prod, math.prod), (L.any, any), (L.all, all), (L.count_nonzero, lambda e: sum(v != 0 for v in e)),
                         (L.max, lambda e: max(e, default=-inf)), (L.min, lambda e: min(e, default=inf)),
                         (L.argmax, lambda e: e.index(max(e)) if e else -1), (L.argmin, lambda e: e.index(min(e)) if e else -1)):
        assert function(x).tolist() == [of(e) for e in lists], function
    same(L.mean(x), np.array([sum(e) / len(e) if e else np.nan for e in lists]), rtol=1e-12)
    assert L.max(x, if_empty=-1).tolist() == [max(e, default=-1) for e in lists]
    assert acre.sum(x, axis=1).tolist() == L.sum(x).tolist() and float(acre.sum(x)) == sum(map(sum, lists))
    assert [math.copysign(1, v) for v in L.sum(x[L.count(x) == 0]).tolist()] == [1] * sum(not e for e in lists)


def test_bits_of_sums(device):
    """A list's sum has the bits of the sum of an array."""
    random = np.random.default_rng(3)
    counts = np.array([0, 1, 5000, 37, 4096, 4097, 64, 0])
    for dtype in ('float32', 'float64', 'float16'):
        x = L.unflatten(acre.astype(acre.asarray(random.normal(size=counts.sum()), device=device), dtype), counts)
        for name in ('sum', 'mean', 'min', 'max'):
            made = getattr(L, name)(x)
            for k in range(1, 7):
                assert made[k].tobytes() == getattr(acre, name)(x[k]).tobytes(), (dtype, name, k)


def test_dtypes(device):
    lists = [[1, 2, 3], [], [0, 100]]
    for dtype, wide in (('int8', 'int64'), ('uint16', 'uint64'), ('float32', 'float32'), ('float16', 'float16'), ('bool', 'int64'), ('int64', 'int64')):
        x = on(device, lists).astype(dtype)
        assert x.dtype == dtype and L.sum(x).dtype == wide and L.max(x).dtype == dtype and L.argmax(x).dtype == 'int64' and L.any(x).dtype == 'bool'
        assert L.max(x)[0].item() == (True if dtype == 'bool' else 3)
    assert L.max(on(device, lists, 'int8')).tolist() == [3, -128, 100] and L.min(on(device, lists, 'uint8')).tolist() == [1, 255, 0]
    assert L.max(on(device, lists, 'int64'))[1].item() == -2**63
    nan = on(device, [[1.0, float('nan'), 3.0], [], [float('nan')]])
    assert L.argmax(nan).tolist() == [1, -1, 0] and math.isnan(L.max(nan)[0]) and L.nanmax(nan)[0].item() == 3 and L.nansum(nan).tolist() == [4, 0, 0]
    with pytest.raises(TypeError, match='complex64'):
        L.sum(on(device, lists, 'complex64'))


@given(some_lists)
def test_elements(device, lists):
    x = on(device, lists)
    each = acre.asarray([k + 0.5 for k in range(len(lists))], 'float64', device=device)
    assert nested(x * 2 + each) == [[v * 2 + k + 0.5 for v in e] for k, e in enumerate(lists)]
    assert nested(1 - x) == [[1 - v for v in e] for e in lists] and nested(each - x) == [[k + 0.5 - v for v in e] for k, e in enumerate(lists)]
    assert nested(acre.where(x > 0, x, each)) == [[v if v > 0 else k + 0.5 for v in e] for k, e in enumerate(lists)]
    assert nested(acre.clip(x, -1, 2)) == [[min(max(v, -1), 2) for v in e] for e in lists]
    assert nested(abs(-x)) == [[abs(v) for v in e] for e in lists] and nested(np.abs(x)) == nested(acre.abs(x))
    assert nested((x == x) & (x >= 0) | ~(x < 5)) == [[v >= 0 for v in e] for e in lists]
    assert nested(acre.maximum(x, on(device, lists))) == lists  # of the same lengths, which are compared
    assert nested(acre.isclose(x, x + 1e-12)) == [[True] * len(e) for e in lists] and acre.round(x / 3, 1).dtype == 'float64'
    assert nested(acre.astype(x, 'int32')) == lists and nested(acre.nan_to_num(x)) == lists


@given(some_lists, st.data())
def test_picking(device, lists, data):
    x = on(device, lists)
    assert nested(x[x > 2]) == [[v for v in e if v > 2] for e in lists]
    for start, stop, step in [data.draw(st.tuples(*[st.none() | st.integers(-8, 8)] * 2, st.sampled_from([None, 1, 2, -1, -3]))) for _ in range(3)]:
        s = slice(start, stop, step)
        assert nested(x[:, s]) == [e[s] for e in lists], s
        assert nested(x[s]) == lists[s], s
    mask = [data.draw(st.booleans()) for _ in lists]
    assert nested(x[acre.asarray(mask, 'bool', device=device)]) == [e for e, m in zip(lists, mask) if m]
    if lists:
        which = data.draw(st.lists(st.integers(-len(lists), len(lists) - 1), max_size=5))
        assert nested(x[acre.asarray(which, 'int64', device=device)]) == [lists[k] for k in which]
        k = which[0] if which else 0
        assert x[k].tolist() == lists[k] and [v.tolist() for v in x] == lists
    places = [[data.draw(st.integers(-len(e), len(e) - 1)) for _ in range(2)] if e else [] for e in lists]
    assert nested(x[on(device, places, 'int64')]) == [[e[p] for p in at] for e, at in zip(lists, places)]
    made, error = outcome(lambda: x[:, 1].tolist())
    if all(len(e) > 1 for e in lists):
        assert made == [e[1] for e in lists]
    else:
        assert isinstance(error, IndexError) and 'index 1 is out of bounds for list' in str(error)
    assert L.first(x, 7).tolist() == [e[0] if e else 7 for e in lists] and L.last(x, 7).tolist() == [e[-1] if e else 7 for e in lists]


@given(some_lists, st.integers(1, 4))
def test_combinations(device, lists, n):
    x = on(device, lists)
    made = L.combinations(x, n)
    assert len(made) == n
    assert [list(zip(*parts)) for parts in zip(*map(nested, made))] == [list(itertools.combinations(e, n)) for e in lists]
    at = L.argcombinations(x, n)
    assert [x.content[a.content].tolist() for a in at] == [m.content.tolist() for m in made]
    other = on(device, lists[::-1])
    a, b = L.cartesian(x, other)
    assert [list(zip(*parts)) for parts in zip(nested(a), nested(b))] == [list(itertools.product(e, f)) for e, f in zip(lists, lists[::-1])]
    i, j = L.argcartesian(x, other)
    assert x.content[i.content].tolist() == a.content.tolist() and other.content[j.content].tolist() == b.content.tolist()


@given(some_lists)
def test_orders_and_tables(device, lists):
    x = on(device, lists)
    assert nested(L.sort(x)) == [sorted(e) for e in lists] and nested(L.sort(x, descending=True)) == [sorted(e, reverse=True) for e in lists]
    assert nested(L.argsort(x)) == [sorted(range(len(e)), key=e.__getitem__) for e in lists] and nested(x[L.argsort(x)]) == nested(L.sort(x))
    assert nested(L.local_index(x)) == [list(range(len(e))) for e in lists] and nested(L.list_index(x)) == [[k] * len(e) for k, e in enumerate(lists)]
    assert L.pad(x, 3, -1).tolist() == [(e + [-1] * 3)[:3] for e in lists]
    assert L.pad_mask(x, 3).tolist() == [[k < len(e) for k in range(3)] for e in lists]
    assert nested(L.concatenate([x, x[1:]])) == lists + lists[1:] and nested(L.concatenate([x, -x], axis=1)) == [e + [-v for v in e] for e in lists]
    assert nested(L.broadcast(acre.arange(len(lists), device=device), x)) == nested(L.list_index(x))
    again, weight = L.zip(x, acre.arange(len(lists), device=device))
    assert again is x and nested(x + weight) == [[v + k for v in e] for k, e in enumerate(lists)]
    assert L.flatten(x) is not None and L.flatten(x).tolist() == sum(lists, [])
    for copied in (pickle.loads(pickle.dumps(x)), x.to_device(device), L.from_offsets(x.offsets, x.content)):
        assert nested(copied) == lists
    assert nested(L.from_offsets(acre.asarray([1, 3, 3], 'int32', device=device), acre.arange(5.0, device=device))) == [[1, 2], []]


def test_refusals(device):
    x = on(device, [[41.0, 22, 7], [], [30, 28]])
    for call, error, text in ((lambda: x[3], IndexError, 'size 3'), (lambda: x[:, 2], IndexError, 'list 1 with size 0'), (lambda: x[1.5], IndexError, 'integers'),
                              (lambda: x[acre.asarray([0, 5], device=device)], IndexError, '5'), (lambda: x[[True, False]], IndexError, 'boolean'),
                              (lambda: x[on(device, [[3], [], []], 'int64')], IndexError, 'index 3 is out of bounds for list 0 with size 3'),
                              (lambda: x + acre.ones(2, device=device), ValueError, 'one value for each list'),
                              (lambda: x + on(device, [[1.0], [2], [3, 4, 5]]), ValueError, 'different lengths'),
                              (lambda: L.unflatten(acre.arange(5, device=device), [2, -1, 4]), ValueError, 'negative'),
                              (lambda: L.unflatten(acre.arange(5, device=device), [2, 1]), ValueError, 'sum is 3'),
                              (lambda: L.unflatten(acre.arange(5, device=device), [2.5, 2.5]), TypeError, 'integers'),
                              (lambda: L.from_offsets([0, 3, 2], acre.arange(5, device=device)), ValueError, 'decrease'),
                              (lambda: L.from_offsets([0, 9], acre.arange(5, device=device)), ValueError, '9'),
                              (lambda: bool(x), ValueError, 'ambiguous'), (lambda: acre.sort(x), TypeError, 'acre.lists'), (lambda: L.sum([1]), TypeError, 'from_lists'),
                              (lambda: acre.sum(x, axis=0), IndexError, 'axis 0'), (lambda: L.combinations(x, 0), ValueError, 'one element'),
                              (lambda: L.pad(x, -1), ValueError, 'negative'), (lambda: L.concatenate([x, x[1:]], axis=1), ValueError, 'lists'),
                              (lambda: x & 1, TypeError, 'bitwise_and'), (lambda: L.max(x, if_empty='no'), TypeError, '')):
        made, found = outcome(call)
        assert isinstance(found, error) and text in str(found), (text, made, found)
    assert repr(x) in ('Ragged([[41.0, 22.0, 7.0], [], [30.0, 28.0]])', f"Ragged([[41.0, 22.0, 7.0], [], [30.0, 28.0]], device='{device}')")
    assert '...' in repr(on(device, [[1.0] * 20] * 20))
