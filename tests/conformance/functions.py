#!/usr/bin/env python3
"""Make functions.tar.xz: NumPy's results for functions that the reference data's manifest has no cases of.

    tests/conformance/functions.py [functions.tar.xz]

A manifest.json of the same form (its README describes it) and the arrays beside it.  Operands are multiples of a
power of two where a function sums, so that every order of summation gives the same bits.
"""
import io
import json
import os
import sys
import tarfile
import warnings

import numpy as np

np.seterr(all="ignore")
warnings.simplefilter("ignore")
target = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "functions.tar.xz")
random = np.random.default_rng(20261122)
cases, files, names = [], {}, {}
nan, inf = np.nan, np.inf


def put(a):
    a = np.asarray(a)
    if a.dtype == np.float16:
        raise ValueError("float16")
    key = (a.dtype.str, a.shape, a.tobytes())
    if key not in names:
        names[key] = f"arrays/{len(names)}.npy"
        buffer = io.BytesIO()
        np.save(buffer, np.ascontiguousarray(a) if a.ndim else a)
        files[names[key]] = buffer.getvalue()
    return names[key]


def plain(v):
    if isinstance(v, np.generic):
        return v.item()
    return [plain(x) for x in v] if isinstance(v, (list, tuple)) else v


def case(op, call, inputs, params=None, ulp=0, result=None):
    """The result of call(inputs…, params…), or its error.  `result` takes what it gives apart."""
    inputs = {k: np.asarray(v) for k, v in inputs.items()}
    params = params or {}
    c = {"name": f"{op}.{sum(d['op'] == op for d in cases)}", "op": op, "inputs": {k: put(v) for k, v in inputs.items()}, "params": plain(params)}
    try:
        got = call(**inputs, **params)
    except Exception as e:  # noqa: BLE001 - the message is what is recorded
        base = next(t for t in type(e).__mro__ if t.__module__ == "builtins")
        c["expected_error"] = {"type": type(e).__name__, "base": base.__name__, "message": str(e)}
    else:
        got = result(got) if result else {"out": got}
        c["expected"] = {}
        for k, v in got.items():
            v = np.asarray(v)
            tolerance = {"kind": "ulp", "max": ulp} if ulp and v.dtype.kind == "f" else {"kind": "exact"}
            c["expected"][k] = {"file": put(v), "dtype": v.dtype.name, "shape": list(v.shape), "tolerance": tolerance}
    cases.append(c)


def eighths(*shape, dtype=np.float64):
    """Numbers of a few bits."""
    return (random.integers(-40, 41, shape) / 8).astype(dtype)


def whole(*shape, dtype=np.int32, low=-9, high=10):
    return random.integers(low, high, shape).astype(dtype)


def numerical():
    y, v = eighths(4, 5), eighths(7)
    for axis in (-1, 0, 1):
        case("trapezoid", np.trapezoid, {"y": y}, {"axis": axis})
    for dx in (0.5, 2):
        case("trapezoid", np.trapezoid, {"y": y.astype(np.float32)}, {"dx": dx})
    case("trapezoid", np.trapezoid, {"y": v, "x": np.cumsum(np.abs(eighths(7)))})
    case("trapezoid", np.trapezoid, {"y": y, "x": np.array([0, 1, 3, 7])}, {"axis": 0})
    case("trapezoid", np.trapezoid, {"y": y, "x": eighths(4, 5)}, {"axis": 0})
    case("trapezoid", np.trapezoid, {"y": np.array([100, 100, -3], np.int8)})
    case("trapezoid", np.trapezoid, {"y": np.array([True, True, False])})
    case("trapezoid", np.trapezoid, {"y": eighths(6) + 1j * eighths(6)})
    case("trapezoid", np.trapezoid, {"y": np.array([3.0])})
    case("trapezoid", np.trapezoid, {"y": v, "x": v[:4]})
    a, b = eighths(9), eighths(4)
    for mode in ("full", "same", "valid"):
        for x, w in ((a, b), (b, a), (a, a), (a, b[:1]), (eighths(130), eighths(70)), (a.astype(np.float32), b.astype(np.float32)),
                     (whole(9, dtype=np.int8, low=-100, high=100), whole(3, dtype=np.int8)), (whole(5), b), (whole(6, dtype=np.uint16), whole(8)),
                     (a > 0, b > 0), (a + 1j * a[::-1], b - 2j * b), (a, b * 1j), (b * 1j, a)):
            case("convolve", np.convolve, {"a": x, "v": w}, {"mode": mode})
            case("correlate", np.correlate, {"a": x, "v": w}, {"mode": mode})
    for op, f in (("convolve", np.convolve), ("correlate", np.correlate)):
        case(op, f, {"a": a, "v": b})
        case(op, f, {"a": np.array([1.0, inf, 2.0]), "v": np.array([1.0, 2.0])}, {"mode": "full"})
        for x, w in (([], b), (b, []), (eighths(2, 2), b), (b, eighths(2, 2))):
            case(op, f, {"a": np.array(x), "v": np.array(w)})
        case(op, f, {"a": a, "v": b}, {"mode": "valued"})
    case("convolve", np.convolve, {"a": np.float64(2.0), "v": b})
    case("correlate", np.correlate, {"a": np.float64(2.0), "v": b})

    x = np.array([-inf, -1.0, 0.0, 0.3, 1.0, 1.5, 2.0, 2.5, 4.0, 5.0, inf, nan])
    xp, fp = np.array([0.0, 1.0, 2.0, 2.0, 4.0]), np.array([1.0, 3.0, -2.0, 5.0, 0.25])
    for params in ({}, {"left": -7.0}, {"right": 9}, {"left": 1.5, "right": -1.5}, {"period": 3.0}, {"period": -2.5}, {"period": 0}, {"period": 2.5, "left": 1.0}):
        case("interp", np.interp, {"x": x, "xp": xp, "fp": fp}, params)
        case("interp", np.interp, {"x": x[1:-2], "xp": xp, "fp": fp * (1 - 2j)}, params)
    case("interp", np.interp, {"x": x.reshape(3, 4), "xp": xp[:1], "fp": fp[:1]})
    case("interp", np.interp, {"x": x, "xp": xp, "fp": np.array([1.0, inf, inf, nan, -inf])})
    case("interp", np.interp, {"x": x, "xp": np.array([0.0, 1.0, inf]), "fp": np.array([1.0, 2.0, 2.0])})
    case("interp", np.interp, {"x": np.float32(0.7), "xp": xp.astype(np.float32), "fp": whole(5)})
    case("interp", np.interp, {"x": whole(4), "xp": np.arange(-3, 4), "fp": whole(7, dtype=np.uint8, low=0)})
    big = np.cumsum(random.random(300))
    case("interp", np.interp, {"x": random.random((20, 30)) * 160 - 5, "xp": big, "fp": random.normal(size=300)})
    for p, f in (([], []), (xp, fp[:3]), (np.ones((2, 2)), fp[:2]), (np.float64(1.0), fp[:1])):
        case("interp", np.interp, {"x": x, "xp": np.array(p), "fp": np.array(f)})
        case("interp", np.interp, {"x": x, "xp": np.array(p), "fp": np.array(f)}, {"period": 2.0})


def statistics():
    m, y = eighths(3, 8), eighths(2, 8)
    for params in ({}, {"bias": True}, {"ddof": 0}, {"ddof": 4}, {"ddof": 8}, {"ddof": 9}):
        case("cov", np.cov, {"m": m}, params)
    case("cov", np.cov, {"m": m.T}, {"rowvar": False})
    case("cov", np.cov, {"m": m, "y": y})
    case("cov", np.cov, {"m": m.T, "y": y.T}, {"rowvar": False})
    case("cov", np.cov, {"m": m[0], "y": y[0]}, {"ddof": 0})
    case("cov", np.cov, {"m": m[:1].T, "y": y[:1].T}, {"rowvar": False})
    case("cov", np.cov, {"m": m[0]})
    case("cov", np.cov, {"m": m[:1]})
    case("cov", np.cov, {"m": m.astype(np.float32)})
    case("cov", lambda m, dtype: np.cov(m, dtype=np.dtype(dtype)), {"m": m}, {"dtype": "float32"})
    case("cov", np.cov, {"m": whole(3, 16)})
    case("cov", np.cov, {"m": m + 1j * eighths(3, 8)})
    case("cov", np.cov, {"m": (m + 1j * m[::-1]).astype(np.complex64), "y": y})
    counts = np.array([1, 2, 0, 1, 1, 1, 1, 1])
    shares = np.array([0.5, 0.25, 1, 0, 0.25, 1, 0.5, 0.5])
    case("cov", np.cov, {"m": m, "fweights": counts}, {"bias": True})
    case("cov", np.cov, {"m": m, "fweights": counts}, ulp=1)
    case("cov", np.cov, {"m": m, "aweights": shares}, ulp=1)
    case("cov", np.cov, {"m": m, "aweights": shares}, {"ddof": 0})
    case("cov", np.cov, {"m": m, "fweights": counts, "aweights": np.ones(8)}, {"ddof": 0})
    case("cov", np.cov, {"m": m, "y": y, "fweights": counts.astype(float), "aweights": np.full(8, 0.5)}, ulp=1)
    case("cov", np.cov, {"m": np.zeros((0, 3))})
    case("cov", np.cov, {"m": np.zeros((2, 0))})
    case("cov", np.cov, {"m": np.array([1.0])})
    for bad in ({"m": np.ones((2, 2, 2))}, {"m": m, "y": np.ones((2, 2, 2))}, {"m": m, "fweights": counts + 0.5}, {"m": m, "fweights": np.ones((8, 1))},
                {"m": m, "fweights": counts[:5]}, {"m": m, "fweights": -counts}, {"m": m, "aweights": np.ones((1, 8))}, {"m": m, "aweights": counts[:5]},
                {"m": m, "aweights": -shares}, {"m": m, "aweights": np.zeros(8)}, {"m": m, "y": y[:, :4]}):
        case("cov", np.cov, bad)
    case("cov", np.cov, {"m": m}, {"ddof": 1.5})
    case("corrcoef", np.corrcoef, {"x": m}, ulp=4)
    case("corrcoef", np.corrcoef, {"x": m.T}, {"rowvar": False}, ulp=4)
    case("corrcoef", np.corrcoef, {"x": m, "y": y}, ulp=4)
    case("corrcoef", np.corrcoef, {"x": m[0], "y": m[0] * -2}, ulp=4)
    case("corrcoef", np.corrcoef, {"x": m[0]})
    case("corrcoef", np.corrcoef, {"x": m[:1]})
    case("corrcoef", np.corrcoef, {"x": np.array([[1.0, 1.0], [1.0, 2.0]])}, ulp=4)
    case("corrcoef", np.corrcoef, {"x": np.zeros((0, 4))})
    case("corrcoef", np.corrcoef, {"x": np.ones((2, 2, 2))})


for family in (numerical, statistics):
    family()


def info_of(name, size):
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, 0o644
    return info


with tarfile.open(target, "w:xz", preset=9) as tar:
    text = json.dumps({"format": 1, "numpy": np.__version__, "count": len(cases), "cases": cases}, separators=(",", ":"), allow_nan=False).encode()
    for name, data in [("manifest.json", text), *files.items()]:
        tar.addfile(info_of(name, len(data)), io.BytesIO(data))
print(f"{len(cases)} cases with {len(files)} files in {os.path.getsize(target)} bytes")
