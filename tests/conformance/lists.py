#!/usr/bin/env python3
"""Make lists.tar.xz: what loops give for operations on lists that the reference data's manifest has no cases of.

    tests/conformance/lists.py [lists.tar.xz]

A manifest.json of the same form (its README describes it) and the arrays beside it.  Elements are multiples of a power
of two, so that every order of summation gives the same bits.
"""
import itertools

import numpy as np

from archive import Archive, target

random = np.random.default_rng(20261123)
archive = Archive()
cases, put = archive.cases, archive.put


def case(op, inputs, expected, params=None, name=None):
    cases.append({"name": f"{name or op}.{archive.number_of(op)}", "op": op, "inputs": {k: put(v) for k, v in inputs.items()}, "params": params or {},
                  "expected": {k: {"file": put(v), "dtype": v.dtype.name, "shape": list(v.shape), "tolerance": {"kind": "exact"}} for k, v in expected.items()}})


def offsets_of(lists):
    return np.cumsum([0, *map(len, lists)]).astype(np.int64)


def flat(lists, dtype):
    return np.array([v for one in lists for v in one], dtype)


def each(lists, f, dtype):
    return np.array([f(one) for one in lists], dtype)


def lists_of(x, start):
    """The lists' inputs, the first ones out of range."""
    counts = random.choice([0, 0, 1, 2, 3, 5, 60], 40)
    offsets = np.cumsum([0, *counts]).astype(np.int64)
    values = x(offsets[-1])
    return offsets, values, [values[a:b] for a, b in zip(offsets[start:-1], offsets[start + 1:])]


def runs(one):
    return [(v, len(list(group))) for v, group in itertools.groupby(one)]


def all_of(dtype):
    def draw(n):
        return (random.integers(-3, 4, n) / (2 if np.dtype(dtype).kind == "f" else 1)).astype(dtype)
    start = 3
    offsets, x, lists = lists_of(draw, start)
    inputs, params = {"offsets": offsets, "x": x}, {"start": start, "stop": 40}
    wide = np.float64 if np.dtype(dtype).kind == "f" else np.int64
    total = dtype if np.dtype(dtype).kind == "f" else np.int64
    some = np.array([len(one) > 0 for one in lists])
    short = next(k for k in range(start, 40) if 1 < offsets[k + 1] - offsets[k] < 9)  # products of long lists are not exact
    case("list_prod", inputs, {"out": each(lists[short - start:short - start + 1], lambda one: np.prod(one, dtype=wide), total)}, {"start": short, "stop": short + 1})
    case("list_any", inputs, {"out": each(lists, np.any, bool)}, params)
    case("list_all", inputs, {"out": each(lists, np.all, bool)}, params)
    case("list_count_nonzero", inputs, {"out": each(lists, np.count_nonzero, np.int64)}, params)
    case("list_last", inputs, {"out": each(lists, lambda one: one[-1] if len(one) else 0, dtype), "valid": some}, params)
    case("list_flatten", inputs, {"out": flat(lists, dtype)}, params)
    mask = random.integers(0, 2, len(x)).astype(bool)
    masks = [mask[a:b] for a, b in zip(offsets[start:-1], offsets[start + 1:])]
    kept = [one[m] for one, m in zip(lists, masks)]
    case("list_filter", {**inputs, "mask": mask}, {"offsets": offsets_of(kept), "x": flat(kept, dtype)}, params)
    for part in ({"to": 2}, {"from": -2}, {"from": 1, "to": -1}, {"step": -2}):
        cut = [one[slice(part.get("from"), part.get("to"), part.get("step"))] for one in lists]
        case("list_slice", inputs, {"offsets": offsets_of(cut), "x": flat(cut, dtype)}, {**params, **part})
    for k in (0, 1, 4):
        order = [np.argsort(-one.astype(wide), kind="stable")[:k] for one in lists]
        top = [one[i] for one, i in zip(lists, order)]
        case("list_topk", inputs, {"offsets": offsets_of(top), "x": flat(top, dtype), "index": flat(order, np.int64)}, {**params, "k": k})
    of = [runs(one) for one in lists]
    case("list_run_lengths", inputs, {"offsets": offsets_of(of), "x": flat([[v for v, _ in r] for r in of], dtype),
                                      "out": flat([[n for _, n in r] for r in of], np.int64)}, params)
    for length in (0, 1, 4):
        table = np.full((len(lists), length), 7, dtype)
        valid = np.zeros((len(lists), length), bool)
        for k, one in enumerate(lists):
            table[k, :len(one[:length])] = one[:length]
            valid[k, :len(one[:length])] = True
        case("list_pad", inputs, {"out": table, "valid": valid}, {**params, "length": length, "value": 7})
    other = [np.repeat(one[:1], 2) for one in lists]
    before = np.zeros(start, np.int64)
    offsets2, x2 = np.concatenate([before, offsets_of(other)]), flat(other, dtype)
    joined = [np.concatenate(two) for two in zip(lists, other)]
    case("list_concatenate", {**inputs, "offsets2": offsets2, "x2": x2}, {"offsets": offsets_of(joined), "x": flat(joined, dtype)}, params)
    behind = [*lists, *other]
    case("list_concatenate", {**inputs, "offsets2": offsets2, "x2": x2}, {"offsets": offsets_of(behind), "x": flat(behind, dtype)}, {**params, "axis": 0})
    index = [random.integers(-len(one), len(one), 3) if len(one) else np.zeros(0, np.int64) for one in lists]
    taken = [one[i] for one, i in zip(lists, index)]
    case("list_take", {**inputs, "offsets2": np.concatenate([before, offsets_of(index)]), "index": flat(index, np.int64)},
         {"offsets": offsets_of(taken), "x": flat(taken, dtype)}, params)


for dtype in (np.float32, np.float64, np.int32, np.int64):
    all_of(dtype)
offsets = np.array([0, 2, 2, 6, 7, 12], np.int64)
for n in (2, 3):
    picked = [[tuple(a + i for i in c) for c in itertools.combinations(range(b - a), n)] for a, b in zip(offsets[1:-1], offsets[2:])]
    case("list_combinations", {"offsets": offsets}, {"offsets": offsets_of(picked), **{str(k): flat([[c[k] for c in one] for one in picked], np.int64) for k in range(n)}},
         {"n": n, "start": 1, "stop": 5})

archive.write(target(__file__))
