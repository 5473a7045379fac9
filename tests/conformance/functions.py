#!/usr/bin/env python3
"""Make functions.tar.xz: NumPy's results for functions that the reference data's manifest has no cases of.

    tests/conformance/functions.py [functions.tar.xz]

A manifest.json of the same form (its README describes it) and the arrays beside it.  Operands are multiples of a
power of two where a function sums, so that every order of summation gives the same bits.
"""
import warnings

import numpy as np

from archive import Archive, target

np.seterr(all="ignore")
warnings.simplefilter("ignore")
random = np.random.default_rng(20261122)
archive = Archive()
cases = archive.cases
nan, inf = np.nan, np.inf


def put(a):
    a = np.asarray(a)
    if a.dtype == np.float16:
        raise ValueError("float16")
    return archive.put(a)


def plain(v):
    if isinstance(v, np.generic):
        return v.item()
    return [plain(x) for x in v] if isinstance(v, (list, tuple)) else v


POSITIONAL = ("vector_norm", "inner", "vdot", "vecdot", "cumulative_sum", "cumulative_prod", "matrix_transpose", "unstack", "unique_values", "unique_counts", "unique_inverse",
              "unique_all")


def case(op, call, inputs, params=None, ulp=0, result=None):
    """The result of call(inputs…, params…), or its error.  `result` takes what it gives apart."""
    inputs = {k: np.asarray(v) for k, v in inputs.items()}
    params = params or {}
    c = {"name": f"{op}.{archive.number_of(op)}", "op": op, "inputs": {k: put(v) for k, v in inputs.items()}, "params": plain(params)}
    try:
        got = call(*inputs.values(), **params) if op in POSITIONAL else call(**inputs, **params)
    except Exception as e:  # noqa: BLE001 - the message is what is recorded
        base = next(t for t in type(e).__mro__ if t.__module__ == "builtins")
        c["expected_error"] = {"type": type(e).__name__, "base": base.__name__, "message": str(e)}
    else:
        got = result(got) if result else {"out": got}
        c["expected"] = {}
        for k, v in got.items():
            v = np.asarray(v)
            tolerance = {"kind": "ulp", "max": ulp} if ulp and v.dtype.kind == "f" else {"kind": "exact"}
            if ulp and v.dtype.kind == "c":
                size = np.where(np.isfinite(v), np.abs(v), 0).astype(float)
                tolerance = {"kind": "abs_file", "file": put(size * ulp * np.finfo(v.dtype).eps)}
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
    # NumPy adds before it divides: small integers wrap around, bool is "or"
    for small in (np.array([100, 100, -3], np.int8), np.array([True, True, False])):
        case("trapezoid", lambda y: np.trapezoid(y.astype(float)), {"y": small})
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


def numbered(parts):
    return {f"out{n}": v for n, v in enumerate(parts)}


def padding():
    a = eighths(3, 4)
    for mode in ("constant", "edge", "linear_ramp", "maximum", "minimum", "mean", "median", "reflect", "symmetric", "wrap"):
        for x in (a, whole(5), whole(2, 3, dtype=np.uint8, low=0), a.astype(np.float32), np.array([[True, False, True]]), whole(2, 2, 2, dtype=np.int8)):
            for width in (2, (1, 3), [(2, 1)] * x.ndim):
                case("pad", np.pad, {"array": x}, {"pad_width": width, "mode": mode}, ulp=1 if mode == "mean" else 0)
        case("pad", np.pad, {"array": np.zeros((2, 0))}, {"pad_width": 1, "mode": mode})
        case("pad", np.pad, {"array": np.zeros((2, 0))}, {"pad_width": [(1, 1), (0, 0)], "mode": mode})
        case("pad", np.pad, {"array": a}, {"pad_width": -1, "mode": mode})
    for mode in ("maximum", "minimum", "mean", "median"):
        for length in (1, 2, 9, (1, 2), [(1, 2), (3, 1)]):
            case("pad", np.pad, {"array": a}, {"pad_width": 2, "mode": mode, "stat_length": length}, ulp=1 if mode == "mean" else 0)
            case("pad", np.pad, {"array": whole(4, 5)}, {"pad_width": (0, 2), "mode": mode, "stat_length": length})
        case("pad", np.pad, {"array": a}, {"pad_width": 1, "mode": mode, "stat_length": -1})
        if mode[0] == "m" and mode in ("maximum", "minimum"):
            case("pad", np.pad, {"array": a}, {"pad_width": 1, "mode": mode, "stat_length": 0})
    for ends in (1, -2.5, (1, 2), [(1, 2), (0, -3)]):
        case("pad", np.pad, {"array": a}, {"pad_width": (3, 2), "mode": "linear_ramp", "end_values": ends})
        case("pad", np.pad, {"array": whole(3, 3)}, {"pad_width": 4, "mode": "linear_ramp", "end_values": ends})
        case("pad", np.pad, {"array": a + 1j}, {"pad_width": 3, "mode": "linear_ramp", "end_values": ends})
        case("pad", np.pad, {"array": a}, {"pad_width": 1, "mode": "constant", "constant_values": ends})
    case("pad", np.pad, {"array": a[0] * 0}, {"pad_width": 3, "mode": "linear_ramp"})
    case("pad", np.pad, {"array": a}, {"pad_width": 1, "mode": "none of these"})


def derivatives():
    f, x = eighths(5, 6), np.array([0, 1, 3, 4, 8.0])
    for edge_order in (1, 2):
        case("gradient", np.gradient, {"f": f[:, 0]}, {"edge_order": edge_order})
        case("gradient", lambda f, h, **k: np.gradient(f, h, **k), {"f": f}, {"h": 0.5, "axis": 1, "edge_order": edge_order})
        case("gradient", lambda f, x, **k: np.gradient(f, x, **k), {"f": f[:, 0], "x": x}, {"edge_order": edge_order}, ulp=8)
        case("gradient", lambda f, x, **k: np.gradient(f, x, **k), {"f": f[:, 0], "x": np.arange(5) * 0.25}, {"edge_order": edge_order})
        case("gradient", np.gradient, {"f": f.astype(np.float32)}, {"axis": 0, "edge_order": edge_order})
        case("gradient", np.gradient, {"f": whole(7)}, {"edge_order": edge_order})
        case("gradient", np.gradient, {"f": f[:1, 0]}, {"edge_order": edge_order})
    case("gradient", np.gradient, {"f": f}, result=numbered)
    case("gradient", np.gradient, {"f": f}, {"axis": 0, "edge_order": 3})
    case("gradient", lambda f, x: np.gradient(f, x), {"f": f[:, 0], "x": x[:3]})


def reductions():
    a = eighths(4, 8)
    holes = np.where(a > 2, nan, a)
    w = np.array([0.5, 1, 0.25, 2, 0, 0.25, 3, 1])
    case("average", np.average, {"a": a})
    for params in ({"axis": 1}, {"axis": 1, "keepdims": True}, {"axis": -1}):
        case("average", np.average, {"a": a, "weights": w}, params)
        case("average", np.average, {"a": whole(4, 8), "weights": w}, params)
    case("average", np.average, {"a": a, "weights": np.abs(a)}, ulp=1)
    case("average", np.average, {"a": a, "weights": np.abs(a)}, {"axis": 0}, ulp=1)
    case("average", np.average, {"a": a.astype(np.float32), "weights": whole(4, low=1)}, {"axis": 0}, ulp=1)
    case("average", np.average, {"a": a, "weights": w * 0}, {"axis": 1})
    case("average", np.average, {"a": a, "weights": w})
    case("average", np.average, {"a": a, "weights": w}, {"axis": 0})
    for axis in (None, 0, 1, (0, 1)):
        for x in (a, whole(4, 8, dtype=np.int8, low=-100, high=100), holes):
            case("ptp", np.ptp, {"a": x}, {"axis": axis})
        case("amax", np.amax, {"a": a}, {"axis": axis})
        case("amin", np.amin, {"a": a}, {"axis": axis, "keepdims": True})
        for op in ("nanvar", "nanstd"):
            for params in ({}, {"ddof": 1}, {"keepdims": True}):
                case(op, getattr(np, op), {"a": holes}, {"axis": axis, **params}, ulp=4)
            case(op, getattr(np, op), {"a": whole(4, 8)}, {"axis": axis}, ulp=2)
            case(op, getattr(np, op), {"a": np.where(a < 6, nan, a).astype(np.float32)}, {"axis": axis, "ddof": 1}, ulp=8)
    case("ptp", np.ptp, {"a": np.zeros((0, 2))}, {"axis": 0})
    b = eighths(3, 8)
    case("inner", np.inner, {"a": a, "b": b})
    case("inner", np.inner, {"a": w, "b": a[0]})
    case("vdot", np.vdot, {"a": a * (1 + 1j), "b": a * (2 - 1j)})
    case("vdot", np.vdot, {"a": whole(3, 2), "b": whole(2, 3)})
    for x, y in ((a, a[0]), (a * 1j, a[::-1] * (1 - 1j)), (whole(2, 3, dtype=np.int8), whole(3)), (a > 0, a < 0)):
        case("vecdot", np.vecdot, {"a": x, "b": y})
    case("vecdot", np.vecdot, {"a": a, "b": w[:3]})
    for params in ({"axis": 0}, {"axis": 1, "include_initial": True}, {}):
        case("cumulative_sum", np.cumulative_sum, {"x": a}, params)
        case("cumulative_prod", np.cumulative_prod, {"x": whole(3, 4)}, params)
    case("cumulative_sum", np.cumulative_sum, {"x": w}, {"include_initial": True})


def elementwise():
    x = np.array([-inf, -2.5, -0.0, 0.0, 0.5, 1.0, 3.25, inf, nan])
    y = np.array([-inf, -2.5000001, 0.0, 1e-9, 0.5, 1.1, 3.25, -inf, nan])
    for params in ({}, {"equal_nan": True}, {"rtol": 0.2, "atol": 0.0}):
        for op in ("isclose", "allclose"):
            case(op, getattr(np, op), {"a": x, "b": y}, params)
            case(op, getattr(np, op), {"a": whole(4), "b": whole(4)}, params)
            case(op, getattr(np, op), {"a": y[1:4] * 1j, "b": x[1:4] * 1j}, params)
    for params in ({}, {"equal_nan": True}):
        case("array_equal", lambda a, b, **k: np.array_equal(a, b, **k), {"a": x, "b": x}, params)
    case("array_equal", lambda a, b: np.array_equal(a, b), {"a": x, "b": x[1:]})
    for v in (x, x.astype(np.float32), x * (1 + 0j), whole(3)):
        for params in ({}, {"nan": -1.0, "posinf": 7.0, "neginf": -7.0}):
            case("nan_to_num", np.nan_to_num, {"x": v}, params)
    for op in ("deg2rad", "rad2deg", "degrees", "radians", "sinc"):
        for v in (x[1:-2], x[1:-2].astype(np.float32), whole(4)):
            case(op, lambda a, op=op: getattr(np, op)(a), {"a": v}, ulp=4)
    for op in ("fabs", "positive", "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh"):
        case(op, lambda a, op=op: getattr(np, op)(a), {"a": x if op in ("fabs", "positive", "abs") else np.array([0.0, 1.0])}, ulp=4)
    case("bitwise_invert", lambda a: np.bitwise_invert(a), {"a": whole(4)})
    for op in ("pow", "atan2", "heaviside", "bitwise_left_shift", "bitwise_right_shift"):
        integers = op.startswith("bitwise")
        a, b = (whole(5), whole(5, low=0)) if integers else (np.array([0.5, 2.0, -1.0, 0.0]), np.array([2.0, 3.0, 1.0, 0.5]))
        case(op, lambda a, b, op=op: getattr(np, op)(a, b), {"a": a, "b": b}, ulp=4)
    case("heaviside", lambda a, b: np.heaviside(a, b), {"a": x, "b": np.float64(0.5)})
    case("divmod", lambda a, b: np.divmod(a, b), {"a": whole(6), "b": np.array([3, -4, 5, -2, 7, 1])}, result=numbered)
    cond, choice = {"cond0": x < 0, "cond1": x > 1}, {"choice0": np.arange(9), "choice1": np.arange(9) * 10.5}
    case("select", lambda **k: np.select([k["cond0"], k["cond1"]], [k["choice0"], k["choice1"]], k.get("default", 0)), {**cond, **choice})
    case("select", lambda **k: np.select([k["cond0"], k["cond1"]], [k["choice0"], k["choice1"]], k.get("default", 0)), {**cond, **choice}, {"default": -1})


def shapes():
    a = whole(2, 3, 4)
    one = whole(2, 1, 3, 1)
    for s, d in ((0, -1), ([0, 1], [2, 0]), (5, 0), ([0, 0], [1, 2])):
        case("moveaxis", np.moveaxis, {"a": a}, {"source": s, "destination": d})
    case("swapaxes", np.swapaxes, {"a": a}, {"axis1": 0, "axis2": 2})
    case("swapaxes", np.swapaxes, {"a": a}, {"axis1": 0, "axis2": 3})
    for axis in (None, 1, (1, 3), 0, 7):
        case("squeeze", np.squeeze, {"a": one}, {"axis": axis})
    for axis in (0, -1, (0, 2), (1, 1), 9):
        case("expand_dims", np.expand_dims, {"a": a}, {"axis": axis})
    case("permute_dims", np.permute_dims, {"a": a}, {"axes": [2, 0, 1]})
    case("matrix_transpose", np.matrix_transpose, {"x": a})
    for k in range(-1, 5):
        case("rot90", np.rot90, {"m": a}, {"k": k})
        case("rot90", np.rot90, {"m": a}, {"k": k, "axes": [2, 1]})
    case("rot90", np.rot90, {"m": a}, {"axes": [1, 1]})
    case("fliplr", np.fliplr, {"m": a})
    case("flipud", np.flipud, {"m": a})
    case("fliplr", np.fliplr, {"m": a[0, 0]})
    case("ravel", np.ravel, {"a": a})
    case("copy", np.copy, {"a": a})
    for params in ({}, {"offset": 1}, {"offset": -1, "axis1": 1, "axis2": 2}):
        case("diagonal", np.diagonal, {"a": a}, params)
    for k in (-2, -1, 0, 1, 3):
        for x in (a[0], a, a[0, 0], eighths(3, 3) > 0):
            case("tril", np.tril, {"m": x}, {"k": k})
            case("triu", np.triu, {"m": x}, {"k": k})
        case("diag", np.diag, {"v": a[0]}, {"k": k})
        case("diag", np.diag, {"v": a[0, 0]}, {"k": k})
        case("diagflat", np.diagflat, {"v": a[0]}, {"k": k})
    case("diag", np.diag, {"v": a})
    for op, f in (("split", np.split), ("array_split", np.array_split)):
        for where in (2, 4, 3, [1, 3], [2, 2, 9], *([0] if op == "array_split" else [])):
            case(op, lambda a, indices_or_sections, axis, f=f: f(a, indices_or_sections, axis), {"a": a}, {"indices_or_sections": where, "axis": 2}, result=numbered)
    case("unstack", np.unstack, {"x": a}, {"axis": 1}, result=numbered)
    for indexing in ("xy", "ij"):
        case("meshgrid", lambda x, y, z, indexing: np.meshgrid(x, y, z, indexing=indexing), {"x": whole(2), "y": eighths(3), "z": whole(4)}, {"indexing": indexing}, result=numbered)
        case("meshgrid", lambda x, y, indexing: np.meshgrid(x, y, indexing=indexing), {"x": whole(2), "y": eighths(3)}, {"indexing": indexing}, result=numbered)
    for op in ("vstack", "hstack", "dstack", "column_stack"):
        for x, y in ((a[0, 0], a[0, 1]), (a[0], a[1])):
            case(op, lambda a, b, op=op: getattr(np, op)((a, b)), {"a": x, "b": y})
    case("concat", lambda a, b: np.concat((a, b)), {"a": a, "b": a})


def picked():
    a = eighths(3, 4)
    for axis in (0, 1, -1):
        case("take_along_axis", lambda a, indices, axis: np.take_along_axis(a, indices, axis), {"a": a, "indices": np.argsort(a, axis)}, {"axis": axis})
    case("take_along_axis", lambda a, indices, axis: np.take_along_axis(a, indices, axis), {"a": a, "indices": np.array([3, -1, 0])}, {"axis": None})
    case("take_along_axis", lambda a, indices, axis: np.take_along_axis(a, indices, axis), {"a": a, "indices": np.array([[5]] * 3)}, {"axis": 1})
    case("take_along_axis", lambda a, indices, axis: np.take_along_axis(a, indices, axis), {"a": a, "indices": np.array([0])}, {"axis": 1})
    case("compress", lambda condition, a, axis: np.compress(condition, a, axis), {"condition": np.array([True, False, True]), "a": a}, {"axis": 0})
    case("compress", lambda condition, a, axis: np.compress(condition, a, axis), {"condition": np.array([False, True, True]), "a": a}, {"axis": None})
    case("extract", lambda condition, arr: np.extract(condition, arr), {"condition": a > 0, "arr": a})
    choices = {"choice0": eighths(4), "choice1": whole(4), "choice2": eighths(3, 1)}
    for mode in ("raise", "wrap", "clip"):
        for index in ([0, 1, 2, 1], [0, 3, 2, -1]):
            case("choose", lambda a, mode, **k: np.choose(a, [k["choice0"], k["choice1"], k["choice2"]], mode=mode), {"a": np.array(index), **choices}, {"mode": mode})
    case("argwhere", np.argwhere, {"a": a > 0})
    case("argwhere", np.argwhere, {"a": np.float64(3)})
    case("flatnonzero", np.flatnonzero, {"a": whole(4, 4, low=-1, high=2)})


def created():
    for op in ("eye", "tri"):
        for params in ({"N": 3}, {"N": 3, "M": 5}, {"N": 4, "M": 3, "k": -1}, {"N": 2, "k": 1, "dtype": "int32"}):
            case(op, getattr(np, op), {}, params)
    case("identity", np.identity, {}, {"n": 3})
    for dtype in ("float32", "int8", "complex128", "bool"):
        case("zeros", np.zeros, {}, {"shape": [2, 3], "dtype": dtype})
        case("ones", np.ones, {}, {"shape": [4], "dtype": dtype})
    case("full", np.full, {}, {"shape": [2, 2], "fill_value": 2.5})
    for op in ("zeros_like", "ones_like"):
        case(op, getattr(np, op), {"a": whole(2, 3)})
    case("full_like", np.full_like, {"a": whole(2, 3)}, {"fill_value": 7})
    for params in ({"start": 0, "stop": 3, "num": 4}, {"start": -1.5, "stop": 2, "num": 7, "endpoint": False}, {"start": 0, "stop": 8, "num": 9, "base": 2.0}, {"start": 0, "stop": 1, "num": -1}):
        case("logspace", np.logspace, {}, params, ulp=4)
    for params in ({"start": 1, "stop": 1000, "num": 4}, {"start": -2.0, "stop": -32, "num": 5}, {"start": 1, "stop": 256, "num": 8, "endpoint": False}, {"start": 0, "stop": 1}):
        case("geomspace", np.geomspace, {}, params, ulp=8)
    for params in ({}, {"N": 2}, {"N": 4, "increasing": True}, {"N": 0}):
        case("vander", np.vander, {"x": whole(4)}, params)
        case("vander", np.vander, {"x": eighths(3)}, params)
    v = whole(20)
    case("unique_values", np.unique_values, {"x": v}, result=lambda u: {"out": np.sort(u)})
    case("unique_counts", np.unique_counts, {"x": v}, result=lambda u: u._asdict())
    case("unique_inverse", np.unique_inverse, {"x": v}, result=lambda u: u._asdict())
    case("unique_all", np.unique_all, {"x": v.reshape(4, 5)}, result=lambda u: u._asdict())


def parts():
    x = np.array([-inf, -8, -2.5, -0.0, 0.0, 5e-324, 1e-310, 0.3, 1.0, 3.0, 1e300, inf, nan])
    for v in (x, x[1:-4].astype(np.float32), whole(5), whole(3, dtype=np.uint32, low=0)):
        case("modf", lambda x: np.modf(x), {"x": v}, result=numbered)
        case("frexp", lambda x: np.frexp(x), {"x": v}, result=numbered)
        case("spacing", lambda a: np.spacing(a), {"a": v})
        case("fabs", lambda a: np.fabs(a), {"a": v})
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        ends = np.iinfo(dtype)
        case("bitwise_count", lambda a: np.bitwise_count(a), {"a": np.array([0, 1, 5, ends.min, ends.max, ends.max - 6], dtype)})
    y = np.array([-inf, 8, 2.5, 0.0, 3.0, 1.0, 2.0, 0.4, 1000.0, -1000.0, 1e300, inf, 1.0])
    case("logaddexp2", lambda a, b: np.logaddexp2(a, b), {"a": x, "b": y}, ulp=2)
    case("logaddexp2", lambda a, b: np.logaddexp2(a, b), {"a": x[2:10].astype(np.float32), "b": y[2:10].astype(np.float32)}, ulp=2)
    case("logaddexp2", lambda a, b: np.logaddexp2(a, b), {"a": whole(5), "b": whole(5)}, ulp=2)


def edited():
    a, b = whole(2, 3), whole(2, 3)
    for x, y in ((a, b), (a * 0.5, b[0]), (whole(2, 1, 3), whole(4, 3)), (a * (1 + 1j), b * 1j), (np.float64(3), b)):
        case("cross", np.cross, {"a": x, "b": y})
    for x, y in ((a, b), (a, b[0]), (a[0] * 0.5, b), (whole(2, 3, 1), whole(2, 1, 2)), (a > 0, b > 0), (np.float64(3), b), (np.zeros((0, 2)), b)):
        case("kron", np.kron, {"a": x, "b": y})
    t, u = eighths(2, 3, 4), eighths(4, 3, 2)
    for x, y, axes in ((t, u, [[1, 2], [1, 0]]), (t, u, [[0], [2]]), (t, u, 1), (a, b, 0), (a, b, 2), (t, u, [[0], [0]]), (t, u, [[-1], [0]]), (whole(2, 2), whole(2, 3), [[0], [0]])):
        case("tensordot", np.tensordot, {"a": x, "b": y}, {"axes": axes})
    for x, y, axis in ((a, b, 0), (a, b, 1), (a, b, None), (a, eighths(2), None), (a, b[0], 0), (a, b, 2)):
        case("append", np.append, {"arr": x, "values": y}, {"axis": axis})
    for x, at, y, axis in ((a, 1, b[0], 0), (a, -1, b[:, 0], 1), (a, 3, np.int32(7), None), (a[0], 0, np.int32(5), 0), (a, 2, np.int32(0), 0), (a, 4, b[0], 0), (a[0], -4, np.int32(1), 0)):
        case("insert", np.insert, {"arr": x, "values": y}, {"obj": at, "axis": axis})
    for x, at, axis in ((a, [1], 0), (a, [0, -1], 1), (a, [4, 0], None), (a[0], [1, 1], 0), (a[0], [0, 1, 2], 0)):
        case("delete", np.delete, {"arr": x, "obj": np.array(at)}, {"axis": axis})
    for x in ([0, 0, 1, 0, 2, 0], [1, 2], [0, 0], [0.0, nan, 0.0]):
        case("trim_zeros", np.trim_zeros, {"filt": np.array(x)})
    for x in (a, eighths(5), np.zeros(0), np.array([7])):
        case("ediff1d", np.ediff1d, {"ary": x})
    p = np.cumsum(random.integers(-8, 9, 40) / 4.0)
    case("unwrap", np.unwrap, {"p": np.remainder(p, 4.0)}, {"period": 4.0})
    case("unwrap", np.unwrap, {"p": np.remainder(p, 4.0).astype(np.float32)}, {"period": 4.0})
    case("unwrap", np.unwrap, {"p": np.remainder(p, 4.0).reshape(8, 5)}, {"period": 4.0, "axis": 0})
    case("unwrap", np.unwrap, {"p": np.array([0.5])})
    for op in ("hanning", "hamming", "blackman", "bartlett"):
        for m in (0, 1, 2, 5, 32):
            case(op, getattr(np, op), {}, {"M": m}, ulp=2)
    for m in (0, 1, 2, 5, 32):
        for beta in (0.0, 2.5, 14.0):
            case("kaiser", np.kaiser, {}, {"M": m, "beta": beta}, ulp=8)
    points = np.array([0.0, -0.0, 0.5, -3.0, 7.999, 8.0, 8.001, -30.0, 700.0, inf, -inf, nan])
    for i0_of in (points, points.astype(np.float32)[:8], np.arange(4), np.array([True, False]), np.array(2.5), points[:0]):
        case("i0", lambda a: np.i0(a), {"a": i0_of}, ulp=4)


def products():
    a, b, v, c = eighths(2, 3), eighths(3, 4), eighths(3), eighths(2, 3, 4)
    one = np.float64(1.5)

    def einsum(subscripts, *operands):
        names_ = {f"operand{n}": x for n, x in enumerate(operands)}
        case("einsum", lambda subscripts, **k: np.einsum(subscripts, *k.values()), names_, {"subscripts": subscripts})

    for text in ("ij,jk", "ij,jk->ik", "ij,jk->ki", "ij,jk->ijk", "ij,jk->kj", "ij,jk->", "ij,jk->i", "ij,jk->k", "ij,jk->j", "ij , j k -> k i", "ij,...", "ij,jk,kl", "ij", "ijk,jk",
                 "i,jk", "ij,jk->iz", "ij,jk->ii", "i$,jk", "ij,jk->i,k", "ij,jk->->", "ij,kj", "ij,jk->i1", "Ij,jB", "...j,j...", "i...,...k", "a...,...b->...ba"):
        einsum(text, a, b)
    for text in ("ij", "ji", "ij->j", "ij->i", "ij->", "ji->ij", "", "i", "ii", "ii->i", "i..j", "i...j...", "...", "...j", "i...->", "...->i...", "...->", "ij-i", "ij>", "ij->ij.",
                 "ij->ij..", "ij->ij...", "ij->i...j", "b...a", "abc", ".", "ij,jk"):
        einsum(text, a)
    for text in ("iij", "ij->i", "ii->i", "ii", "i...->...", "...i->i...", "iji->j", "iji->ij", "ijk->kij", "ijk->k", "ijk->jk", "...k->k", "...k->k..."):
        einsum(text, c[:, :2, :2])
    einsum("ijk,kji->j", c, c.T)
    einsum("ijk,kji->ij", c, c.T)
    einsum("ijk,ilk->ijl", c, eighths(2, 5, 4))
    einsum("ijk,jil->lk", c, eighths(3, 2, 5))
    einsum("ijk,jlk->il", c, eighths(3, 5, 4))
    einsum("...ij,...jk", eighths(5, 1, 2, 3), eighths(7, 3, 4))
    einsum("...ij,...jk->i...k", eighths(2, 1, 2, 3), eighths(2, 3, 3, 4))
    einsum("i...,i...", eighths(3, 2), eighths(3, 5))
    einsum("i...,i...->...", eighths(3, 2), eighths(3, 2))
    einsum("i...,i...->i...", eighths(3, 2), eighths(3, 2))
    einsum("ij,jk", eighths(2, 1), b)
    einsum("i,i", v, v[:1])
    einsum("i,i->i", v, v[:1])
    einsum("i,i", v, v)
    einsum("i,j->ij", v, v)
    einsum("i,j->ji", v, v)
    einsum("ii,ii->i", b[:, :3], b[:, 1:])
    einsum("iij,jk->ik", eighths(3, 3, 2), a)
    einsum("iij,kj->i", eighths(3, 3, 2), eighths(4, 2))
    einsum("ij,", a, one)
    einsum(",ij", one, a)
    einsum(",", one, one)
    einsum("", one)
    einsum("...,...", a, one)
    einsum("i...", one)
    einsum("ij,jk->ik", np.zeros((2, 0)), np.zeros((0, 3)))
    einsum("ij->i", np.zeros((2, 0)))
    einsum("ij,ij->", np.zeros((2, 0)), np.zeros((2, 0)))
    for x, y in ((whole(2, 3, dtype=np.int8, low=-100, high=100), whole(3, 2, dtype=np.int8)), (a > 0, b[:, :2] > 1), (whole(2, 3), b[:, :2]), (a * (1 + 1j), b[:, :2] * (2 - 1j)), (a.astype(np.float32), b[:, :2].astype(np.float32))):
        for text in ("ij,jk", "ij,ji->i", "ij,ji->ij", "ij,jk->i"):
            einsum(text, x, y)
        einsum("ij->j", x)
        einsum("ij->", x)
    for x, y, axis in ((a, a, 0), (a, a, 2), (a, v, 0), (a, v, 1), (c, c, 1), (c, eighths(3, 4), -2), (a * 1j, a * (1 + 1j), 0), (a, a.T, 0), (c, a, -3)):
        case("vecdot", np.vecdot, {"a": x, "b": y}, {"axis": axis})
    for x, y in ((a, v), (a, b[0]), (v, v), (eighths(5, 2, 3), eighths(7, 1, 3)), (eighths(5, 2, 3), eighths(7, 3)), (a, one), (one, v), (a * 1j, v * (1 + 2j)), (whole(2, 3), whole(4, 3)), (np.zeros((2, 0)), np.zeros(0))):
        case("matvec", lambda a, b: np.matvec(a, b), {"a": x, "b": y})
    for x, y in ((eighths(2), a), (v, a), (eighths(5, 2), eighths(5, 2, 3)), (eighths(5, 2), eighths(4, 2, 3)), (v, v), (one, a), (eighths(2) * (1 + 2j), a * 1j), (whole(4, 2), whole(2, 3)), (a > 0, b > 0)):
        case("vecmat", lambda a, b: np.vecmat(a, b), {"a": x, "b": y})
    for x, y in ((a, c), (one, a), (a, b), (v, v), (v, v[:2]), (c, eighths(4)), (c, eighths(2, 4))):
        case("inner", np.inner, {"a": x, "b": y})
    case("vdot", np.vdot, {"a": a, "b": v})
    case("vdot", np.vdot, {"a": a, "b": b[:, :2]})
    for x, y, params in ((eighths(2), eighths(2), {}), (eighths(2), v, {}), (v, eighths(2), {}), (eighths(4, 2), eighths(3), {}), (eighths(3, 5), eighths(3, 5), {"axis": 0}), (eighths(2, 5), eighths(3, 5), {"axis": 0}), (eighths(2, 5), eighths(2, 5), {"axis": 0}),
                         (eighths(3, 5), eighths(5, 3), {"axisa": 0, "axisb": 1, "axisc": 0}), (eighths(3, 5), eighths(3, 5), {"axis": 3}), (eighths(4), v, {}), (one, v, {}), (eighths(3, 5), eighths(3, 5), {"axisa": 4}),
                         (eighths(3, 5), eighths(3, 5), {"axisa": 0, "axisb": 0, "axisc": 4})):
        case("cross", np.cross, {"a": x, "b": y}, params)
    case("kron", np.kron, {"a": a, "b": c})
    # squares and their sums are exact, roots are rounded once
    for x in (a, c, v, one, whole(2, 3, dtype=np.int8), a > 0, a.astype(np.float32), a + 1j * a[::-1], np.zeros((0, 3)), np.zeros((3, 0))):
        case("vector_norm", np.linalg.vector_norm, {"x": x}, ulp=1)
        for order in (1, inf, 0, 3, -1, -inf, 2.5):
            if x.size == 0 and order < 0:
                continue
            norm_case("vector_norm", x, order)
    for params in ({"axis": 1}, {"axis": 0, "keepdims": True}, {"axis": (0, 1)}, {"axis": 2}, {"keepdims": True}):
        norm_case("vector_norm", a, 1, **params)
        norm_case("vector_norm", a, 2, **params)
    for x in (a, c, v, a.astype(np.float32), a + 1j * a[::-1], whole(2, 3), np.zeros((0, 3)), np.zeros((3, 0))):
        norm_case("matrix_norm", x, "fro")
        for order in (1, inf):
            norm_case("matrix_norm", x, order)
            norm_case("matrix_norm", x, order, keepdims=True)
        if x.size:
            norm_case("matrix_norm", x, -1)
            norm_case("matrix_norm", x, -inf)
    norm_case("matrix_norm", a, 3)


def norm_case(op, x, order, **params):
    """Orders that are infinite stand as text: JSON has no infinity."""
    params = {**params, "ord": str(order) if order in (inf, -inf) else order}

    def call(x, ord, **k):
        return getattr(np.linalg, op)(x, ord=ord if ord == "fro" else float(ord), **k)

    case(op, call, {"x": x}, params, ulp=8)


def complexes():
    """Elementary functions, order and powers of complex numbers."""
    plane = np.array([1, -1, 1j, -1j, 2 + 3j, -2.5 + 0.5j, 0.5 - 0.25j, 3 - 4j, -0.125 - 8j])
    for dtype in (np.complex64, np.complex128):
        z = plane.astype(dtype)
        for op in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arcsinh", "arccosh", "exp2", "expm1", "log2", "log10", "sinc", "reciprocal", "sign"):
            case_of(op, z)
        for op in ("arctan", "arctanh", "log1p"):
            case_of(op, z[4:])
        case_of("rint", z * dtype(0.75))
        for b in (2, 3, -1, 0, 1, 7, 0.5, -1.5):
            case("power", lambda a, scalar, scalar_kind: a**scalar, {"a": z}, {"scalar": b, "scalar_kind": "int" if isinstance(b, int) else "float"}, ulp=64)
        case("power", lambda a, b: np.power(a, b), {"a": z, "b": z[::-1]}, ulp=64)
        with_nan = np.array([1 + 2j, 1 - 2j, complex(0, nan), 3 + 0j, 3 + 1j, complex(nan, 1)], dtype)
        for op in ("maximum", "minimum", "fmax", "fmin"):
            case(op, lambda a, b: getattr(np, op)(a, b), {"a": with_nan, "b": np.roll(with_nan, 1)})
            case(op, lambda a, b: getattr(np, op)(a, b), {"a": with_nan[:2], "b": np.array([1, 2])})
        for a in (with_nan, with_nan[[0, 1, 3, 4]], with_nan[[0, 2, 3, 5, 1, 4]].reshape(2, 3), z.reshape(3, 3)):
            for op in ("max", "min", "argmax", "argmin", "nanmax", "nanmin", "nanargmax", "nanargmin", "nansum", "nanprod", "median", "nanmedian"):
                for axis in (None, 0, -1):
                    case(op, lambda a, axis: getattr(np, op)(a, axis=axis), {"a": a}, {"axis": axis})
            for op in ("nanmean", "nanvar", "nanstd"):
                case(op, lambda a, axis: getattr(np, op)(a, axis=axis), {"a": a}, {"axis": -1}, ulp=8)
            for op, ufunc in (("maximum_accumulate", np.maximum), ("minimum_accumulate", np.minimum)):
                case(op, lambda a, axis: ufunc.accumulate(a, axis=axis), {"a": a}, {"axis": 0})
        case("clip", lambda a, lo, hi: np.clip(a, lo, hi), {"a": z, "lo": z[2], "hi": z[7]})
        for op in ("isposinf", "isneginf", "gcd", "lcm"):
            case(op, lambda a, **b: getattr(np, op)(a, *b.values()), {"a": z} if "is" in op else {"a": z, "b": z})
    for x in (plane, np.array([2.5, nan]), np.arange(3), np.array([True, False]), np.zeros((0, 2), np.float32)):
        for op in ("isreal", "iscomplex"):
            case(op, lambda a: getattr(np, op)(a), {"a": x})
    case("bitwise_count", lambda a: np.bitwise_count(a), {"a": np.array([True, False])})


def case_of(op, z):
    case(op, lambda a: getattr(np, op)(a), {"a": z}, ulp=16)


def refusals():
    """What NumPy says first: dtypes, then shapes; and axes of arrays without any."""
    for op in ("bitwise_and", "left_shift", "logaddexp", "floor_divide", "gcd", "nextafter", "subtract"):
        for dtypes in ((np.float32, np.complex64), (bool, bool), (np.int8, np.float64)):
            case(op, lambda a, b: getattr(np, op)(a, b), {"a": np.zeros((2, 3), dtypes[0]), "b": np.zeros(4, dtypes[1])})
    for dtype in (np.int16, np.float32):
        one = np.array(3, dtype)
        for axis in (0, -1, 1):
            case("argsort", lambda a, axis, stable: np.argsort(a, axis=axis, kind="stable"), {"a": one}, {"axis": axis, "stable": True})
            case("squeeze", lambda a, axis: np.squeeze(a, axis), {"a": one}, {"axis": axis})
            case("repeat", lambda a, repeats, axis: np.repeat(a, repeats, axis), {"a": one}, {"repeats": 2, "axis": axis})
            case("nanvar", lambda a, axis: np.nanvar(a, axis=axis), {"a": one}, {"axis": axis})
        case("maximum_accumulate", lambda a: np.maximum.accumulate(a), {"a": one})
    case("sign", lambda a: np.sign(a), {"a": np.ones(2, bool)})
    case("gradient", lambda f: np.gradient(f), {"f": np.ones(3, bool)})
    case("round", lambda a, decimals: np.round(a, decimals), {"a": np.ones(2, bool)}, {"decimals": 1})
    case("reshape", lambda a, shape: a.reshape(shape), {"a": np.arange(6)}, {"shape": [-2, 3]})
    case("reshape", lambda a, shape: a.reshape(shape), {"a": np.arange(6)}, {"shape": [4, -5]})
    case("broadcast_to", lambda a, shape: np.broadcast_to(a, shape), {"a": np.arange(3)}, {"shape": [-1, 3]})
    case("nanargmax", lambda a, axis: np.nanargmax(a, axis), {"a": np.array([[1, nan], [nan, nan]])}, {"axis": 1})
    case("ldexp", lambda a, scalar, scalar_kind: np.ldexp(a, scalar), {"a": np.array([1.5, -3], np.float32)}, {"scalar": -3, "scalar_kind": "int"})
    case("delete", lambda arr, obj, axis: np.delete(arr, obj, axis), {"arr": np.zeros((2, 3)), "obj": np.array([5])}, {"axis": 1})


def truths():
    """a[True]: a new axis of extent 1 or 0, beside other indices."""
    array = {"kind": "array", "input": "m"}
    every, ellipsis, newaxis = {"kind": "slice", "start": None, "stop": None, "step": None}, {"kind": "ellipsis"}, {"kind": "newaxis"}
    a = np.arange(12, dtype=np.int32).reshape(3, 4)
    for is_true in (True, False):
        m = np.array(is_true)
        for index, of in (([array], (m,)), ([every, array], (slice(None), m)), ([ellipsis, array], (Ellipsis, m)), ([array, {"kind": "int", "value": -1}], (m, -1)), ([newaxis, array, every], (None, m, slice(None)))):
            case("getitem", lambda a, m, index: a[of], {"a": a, "m": m}, {"index": index})

            def written(a, m, value, index):
                b = a.copy()
                b[of] = value
                return b

            case("setitem", written, {"a": a, "m": m, "value": np.array(7)}, {"index": index})
        i = np.array([2, 0])
        case("getitem", lambda a, m, i, index: a[m, i], {"a": a, "m": m, "i": i[: 2 if is_true else 1]}, {"index": [array, {"kind": "array", "input": "i"}]})
        case("getitem", lambda a, m, index: a[m], {"a": np.array(5.0), "m": m}, {"index": [array]})


def told():
    """Options of reductions, scans and differences, and parameters by NumPy's other names."""
    a, mask = eighths(3, 4), random.random((3, 4)) < 0.6
    for op in ("sum", "prod", "max", "min", "nansum", "nanmax"):
        case(op, lambda a, **k: getattr(np, op)(a, **k), {"a": a}, {"axis": 1, "initial": 2})
        case(op, lambda a, where, **k: getattr(np, op)(a, where=where, **k), {"a": a, "where": mask}, {"axis": 0, "initial": 1, "keepdims": True})
    for op in ("sum", "any", "all", "max", "min"):
        case(op, lambda a, where, **k: getattr(np, op)(a, where=where, **k), {"a": a, "where": mask[1]}, {"axis": 1})
    case("max", lambda a, **k: np.max(a, **k), {"a": np.zeros((2, 0))}, {"axis": 1, "initial": -1})
    for op in ("mean", "var", "std"):
        case(op, lambda a, where, **k: getattr(np, op)(a, where=where, **k), {"a": np.arange(12.0).reshape(3, 4), "where": np.arange(12).reshape(3, 4) % 4 < 2}, {"axis": 1})
    for dtype in ("int64", "int16", "bool", "float32"):
        case("mean", lambda a, dtype: np.mean(a, dtype=dtype), {"a": np.array([1.5, 2.5, 7.0])}, {"dtype": dtype})
        case("mean", lambda a, dtype, axis: np.mean(a, axis, dtype=dtype), {"a": whole(2, 3, dtype=np.int8)}, {"dtype": dtype, "axis": 0})
    case("var", lambda a, correction: np.var(a, correction=correction), {"a": np.array([1.0, 3, 5])}, {"correction": 1})
    for params in ({"axis": 3}, {"axis": (0, 0)}, {"axis": 1, "returned": True}):
        case("average", lambda a, **k: np.average(a, **k), {"a": np.arange(8.0).reshape(2, 4)}, params, result=lambda t: {"out": t[0], "sum_of_weights": t[1]} if isinstance(t, tuple) else {"out": t})
        case("average", lambda a, weights, **k: np.average(a, weights=weights, **k), {"a": np.ones((2, 4)), "weights": np.ones((2, 4))}, params, result=lambda t: {"out": t[0], "sum_of_weights": t[1]} if isinstance(t, tuple) else {"out": t})
    for params in ({"prepend": 0}, {"append": 5}, {"prepend": 1, "append": 2, "n": 2}, {"axis": 0, "prepend": 3}):
        case("diff", lambda a, **k: np.diff(a, **k), {"a": whole(3, 4)}, params)
    for params in ({"to_end": 99}, {"to_begin": [1, 2], "to_end": [3]}, {"to_end": 1.5}):
        case("ediff1d", lambda ary, **k: np.ediff1d(ary, **k), {"ary": whole(5)}, params)
    for params in ({"a_min": 0, "a_max": 3}, {"a_min": None, "a_max": 2}, {"a_min": 1, "a_max": None}, {"min": -1}, {"max": 2.5}, {}):
        case("clip", lambda a, **k: np.clip(a, **k), {"a": whole(6)}, params)
    for trim in ("f", "b", "fb", "x"):
        case("trim_zeros", lambda filt, trim: np.trim_zeros(filt, trim), {"filt": np.array([0, 0, 3, 0, 4, 0])}, {"trim": trim})
    case("searchsorted", lambda a, v, side: np.searchsorted(a, v, side), {"a": np.arange(4)}, {"v": [1, 2.5], "side": "left"})
    case("isin", lambda element, test_elements: np.isin(element, test_elements), {"element": np.arange(5), "test_elements": np.array([1, 3])})
    case("intersect1d", lambda ar1, ar2, return_indices: np.intersect1d(ar1, ar2, return_indices=return_indices), {"ar1": np.array([3, 1, 1, 5]), "ar2": np.array([5, 0, 1])}, {"return_indices": True},
         result=numbered)
    case("tensordot", lambda a, b, axes: np.tensordot(a, b, axes), {"a": whole(2, 3), "b": whole(4, 2)}, {"axes": [0, 1]})
    for p in ({"obj": [0, 2]}, {"obj": [1, 1], "axis": 0}, {"obj": [-1, 1], "axis": 1}, {"obj": [9]}):
        case("insert", lambda arr, values, **k: np.insert(arr, values=values, **k), {"arr": whole(2, 3), "values": np.array(7)}, p)
    for b in (4, 5):
        case("vecdot", lambda x1, x2: np.vecdot(x1, x2), {"x1": np.zeros((2, 3)), "x2": np.zeros((b, 3))})
        case("cross", lambda a, b: np.cross(a, b), {"a": np.zeros((2, 3)), "b": np.zeros((b, 3))})
    for width in ([[1, 2], [0, 3]], -1):
        case("pad", lambda array, pad_width: np.pad(array, pad_width), {"array": np.arange(3)}, {"pad_width": width})


def numbered(t):
    return {f"out{i}": v for i, v in enumerate(t)}


def beside():
    """Arrays beside each other, views of more elements, and indices of shapes."""
    a, b, m = whole(3), whole(3, dtype=np.float32), whole(3, 2)
    for op in ("vstack", "hstack", "dstack", "column_stack"):
        f = getattr(np, op)
        case(op, lambda a, b: f([a, b]), {"a": a, "b": b})
        case(op, lambda a, b: f([a, b]), {"a": m, "b": m})
        case(op, lambda a, b: f([a, b]), {"a": np.array(1), "b": np.array(2.5)})
        case(op, lambda a, b: f([a, b]), {"a": a, "b": whole(2)})
    for op in ("atleast_1d", "atleast_2d", "atleast_3d"):
        for x in (np.array(5), a, m, whole(2, 3, 4)):
            case(op, lambda a: getattr(np, op)(a), {"a": x})
    case("broadcast_arrays", lambda a, b: np.broadcast_arrays(a, b), {"a": a, "b": m[:2, :1]}, result=numbered)
    for params in ({"window_shape": 2, "axis": 0}, {"window_shape": [2, 2]}, {"window_shape": 2}, {"window_shape": [4, 1]}, {"window_shape": [-1, 1]}):
        case("sliding_window_view", lambda x, **k: np.lib.stride_tricks.sliding_window_view(x, **k), {"x": m}, params)
    for op in ("tril_indices", "triu_indices"):
        for params in ({"n": 3}, {"n": 3, "k": 1}, {"n": 2, "k": -1, "m": 4}, {"n": 0}):
            case(op, lambda **k: getattr(np, op)(**k), {}, params, result=numbered)
    case("indices", lambda dimensions: np.indices(dimensions), {}, {"dimensions": [2, 3]})
    for i in ([0, 5], [11], 3):
        case("unravel_index", lambda indices, shape: np.unravel_index(indices, shape), {"indices": np.array(i)}, {"shape": [3, 4]}, result=numbered)
    for mode in ("raise", "wrap", "clip"):
        case("ravel_multi_index", lambda a, b, **k: np.ravel_multi_index((a, b), **k), {"a": np.array([0, 2]), "b": np.array([1, 5])}, {"dims": [3, 4], "mode": mode})
    for shape in ([2, 3], [7], [0]):
        case("resize", lambda a, new_shape: np.resize(a, new_shape), {"a": a}, {"new_shape": shape})


def polynomials():
    x = eighths(5)
    for p in (eighths(4), whole(3), eighths(3, dtype=np.float32), eighths(2) + 1j * eighths(2)):
        for at in (x, whole(4), np.array(2)):
            case("polyval", lambda p, x: np.polyval(p, x), {"p": p, "x": at})
        for m in (0, 1, 2, 9, -1):
            case("polyder", lambda p, m: np.polyder(p, m), {"p": p}, {"m": m})
        for params in ({}, {"k": 3}, {"m": 2, "k": [1, 2]}, {"m": 3, "k": [1, 2]}, {"m": -1}):
            case("polyint", lambda p, **k: np.polyint(p, **k), {"p": p}, params)


def changed(call):
    """What a function that writes to its first argument leaves there."""

    def copied(a, *rest, **params):
        a = a.copy()
        call(a, *rest, **params)
        return a

    return lambda *inputs, **params: copied(*inputs, **params)


def written():
    a, i = whole(3, 4), np.array([0, 2, 0])
    for mode in ("raise", "wrap", "clip"):
        for at in ([0, -1, 5], [12, 1]):
            case("put", lambda a, ind, v, mode: changed(np.put)(a, ind, v, mode=mode), {"a": a, "ind": np.array(at), "v": np.array([7, 8])}, {"mode": mode})
    case("put_along_axis", lambda arr, indices, values, axis: changed(np.put_along_axis)(arr, indices, values, axis), {"arr": a, "indices": np.array([[1], [0], [3]]), "values": np.array(9)}, {"axis": 1})
    mask = a > 0
    case("place", lambda arr, mask, vals: changed(np.place)(arr, mask, vals), {"arr": a, "mask": mask, "vals": np.array([1, 2, 3], np.int32)})
    case("putmask", lambda a, mask, values: changed(np.putmask)(a, mask, values), {"a": a, "mask": mask, "values": np.array([1, 2, 3], np.int16)})
    case("putmask", lambda a, mask, values: changed(np.putmask)(a, mask, values), {"a": a, "mask": mask, "values": np.array([1, 2, 3])})
    case("copyto", lambda dst, src, where: changed(lambda d, s, w: np.copyto(d, s, where=w))(dst, src, where), {"dst": a, "src": whole(4), "where": mask})
    for dtype in (np.int8, np.float64):
        case("copyto", lambda dst, src: changed(np.copyto)(dst, src), {"dst": a, "src": np.ones(4, dtype)})
    case("fill_diagonal", lambda a, val: changed(np.fill_diagonal)(a, val), {"a": a}, {"val": -1})
    for dtype in (np.bool_, np.int8, np.float32, np.complex64):
        v = np.array([1, 0, 1], dtype)
        case("add_at", lambda a, i, value: changed(np.add.at)(a, i, value), {"a": np.zeros(4, dtype), "i": i, "value": v})
        for op in ("maximum", "minimum"):
            if dtype != np.complex64:
                case(op + "_at", lambda a, i, value: changed(getattr(np, op).at)(a, i, value), {"a": np.zeros(4, dtype), "i": i, "value": v})
    case("add_at", lambda a, i, value: changed(np.add.at)(a, i, value), {"a": np.zeros(4), "i": i, "value": np.ones(2)})
    case("add_at", lambda a, i, value: changed(np.add.at)(a, i, value), {"a": np.zeros(4), "i": np.array([4]), "value": np.ones(1)})


def drawn():
    """What tens of thousands of drawn cases found: dtypes of several operands, masks of numbers, histograms, limits, groups."""
    x, y, z = np.ones((2, 3), np.uint16), np.ones((2, 3), np.int16), np.ones((2, 3), np.complex64)
    for parts in ((x, y, z), (z, y, x), (x.astype(np.int8), x, z.real), (z.real, y, x, z.real)):
        named = dict(zip("abcd", parts))
        for op in ("concatenate", "vstack", "stack"):
            case(op, lambda op=op, **k: getattr(np, op)(list(k.values())), named)
    two = {"cond0": x[0] > 0, "cond1": y[0] > 5}
    for choices, default in (((x[0], y[0]), 0), ((x[0].astype(np.uint8), x[0].astype(np.uint32)), -1), ((y[0], y[0].astype(np.int8)), 300), ((z[0].real, x[0]), -1.5)):
        case("select", lambda default, cond0, cond1, choice0, choice1: np.select([cond0, cond1], [choice0, choice1], default), {**two, "choice0": choices[0], "choice1": choices[1]}, {"default": default})
    a, number, m = eighths(3, 4), np.float32(2.5), np.array([[True], [False], [True]])
    for op in ("sum", "mean", "var", "any", "nansum", "nanmean", "nanmax"):
        for axis in (0, -1, 1):
            options = {"initial": 1} if op == "nanmax" else {}
            case(op, lambda a, where, **k: getattr(np, op)(a, where=where, **k), {"a": number, "where": np.array(True)}, {"axis": axis, **options})
        for mask in (np.ones(7, bool), np.ones((5, 3, 4), bool), np.ones((6, 4), bool), np.array([True, False, True, True])):
            case(op, lambda a, where, **k: getattr(np, op)(a, where=where, **k), {"a": a, "where": mask}, {"axis": 0, **options}, ulp=4)
    case("max", lambda a, where: np.max(a, where=where), {"a": a, "where": np.ones(7, bool)})
    for dtype in (np.complex64, np.complex128):
        w = (eighths(3, 4) + 1j * eighths(3, 4)).astype(dtype)
        for op in ("var", "std", "nanvar", "nanstd"):
            case(op, lambda a, where, **k: getattr(np, op)(a, where=where, **k), {"a": w, "where": m}, {"axis": 0}, ulp=8)
    for b in (np.ones(5), np.ones((4, 3)), np.ones((4, 2, 3))):
        for a in (np.ones((2, 3)), np.zeros(0), np.ones((1, 3), np.float32)):
            case("iadd", lambda a, b: changed(lambda c, d: np.add(c, d, out=c))(a, b), {"a": a, "b": b})

    def binned(x, y, weights=None, bins=4, **k):
        h, xedges, yedges = np.histogram2d(x, y, bins, weights=weights, **k)
        return {"out": h if weights is not None or k.get("density") else h.astype(np.int64), "xedges": xedges, "yedges": yedges}

    x, y = eighths(30, dtype=np.float32), whole(30, dtype=np.int8)
    for p, q in ((x, y), (x, y.astype(np.int32)), (x, x.astype(float)), (x[:1], y[:1]), (x[:0], x[:0])):
        for k in ({}, {"weights": whole(p.size) > 0}, {"weights": whole(p.size, low=1).astype(np.float32)}):
            case("histogram2d", lambda x, y, weights=None, **o: binned(x, y, weights, **o), {"x": p, "y": q, **k}, {"bins": 4}, result=dict)
    case("histogram2d", lambda x, y, weights=None, **o: binned(x, y, weights, **o), {"x": x, "y": y, "weights": y > 0}, {"bins": 4, "density": True}, ulp=4, result=dict)
    case("histogram2d", lambda x, y, weights, **o: binned(x, y, weights, **o), {"x": x, "y": y, "weights": x * 1j}, {"bins": 4}, result=dict)
    case("histogram", lambda x, weights, bins: np.histogram(x, bins, weights=weights), {"x": x, "weights": x}, {"bins": "nowhere"})
    case("histogram_bin_edges", lambda x, weights, bins: np.histogram_bin_edges(x, bins, weights=weights), {"x": x, "weights": x}, {"bins": "nowhere"})
    for w, params in ((np.ones(3), {"axis": 5}), (np.ones((2, 3)), {"axis": (0, 0)}), (np.ones(3), {"axis": 1, "method": "linear"})):
        for dtype in (np.float64, bool):
            case("quantile", lambda a, weights, **k: np.quantile(a, weights=weights, **k), {"a": np.ones((2, 3), dtype), "weights": w}, {"q": 0.5, "method": "inverted_cdf", **params})
    for shift, axis in (([1, 2], [0, 1, 2]), ([1, 2, 3], [0, 1]), ([1, 2], [0, 0]), ([1, 2], -1)):
        case("roll", lambda a, shift, axis: np.roll(a, shift, axis), {"a": whole(2, 3)}, {"shift": shift, "axis": axis})
    for source, destination in (([0], [1, 1]), ([0, 0], [1]), ([0], [1, 5]), ([5], [1, 5]), ([0], [1, 0])):
        case("moveaxis", np.moveaxis, {"a": whole(2, 3)}, {"source": source, "destination": destination})
    for dtype in (np.int8, np.uint8, np.int64, bool):
        for params in ({"a_min": -1, "a_max": 300}, {"a_min": -1000, "a_max": 2}, {"a_min": 1, "a_max": 2**40}, {"a_min": 300, "a_max": None}, {"min": 0, "max": 127}):
            case("clip", lambda a, **k: np.clip(a, **k), {"a": whole(5, low=0).astype(dtype)}, params)
    t = eighths(2, 3, 4)
    for axis in ((0, 1), (2, 0), (1, 1), (0, 3)):
        for order in ("fro", 1, -1):
            case("norm", lambda x, **k: np.linalg.norm(x, **k), {"x": t}, {"axis": axis, "ord": order, "keepdims": True}, ulp=8)
    case("repeat", lambda a, repeats, axis: np.repeat(a, repeats, axis), {"a": whole(1, 2), "repeats": np.array([-1])}, {"axis": 0})
    for op in ("less", "greater_equal"):
        case(op, lambda a, b: getattr(np, op)(a, b), {"a": t + 1j, "b": t[::-1] + 1j})

    def grouped(jetid, x):
        keys, first = np.unique(jetid, return_index=True)
        keys = keys[np.argsort(first)]
        sums = np.array([x[jetid == k].sum(dtype=np.int64) for k in keys])
        return {"jetid": keys, "x": sums.astype(x.dtype) if (sums.astype(x.dtype) == sums).all() else sums}

    for x in (whole(60, dtype=np.int8, low=90, high=120), whole(60, dtype=np.int8, low=-3, high=3), whole(60, dtype=np.int32)):
        # as pandas: in the column's dtype where that holds all sums, groups by their first rows
        case("groupby_sum", lambda jetid, x, sort, skipna: grouped(jetid, x), {"jetid": whole(60, dtype=np.int64), "x": x}, {"sort": False, "skipna": True}, result=dict)


def chained():
    """einsum of more than two operands."""
    a, b, c, v, t = eighths(2, 3), eighths(3, 4), eighths(4, 2), eighths(3), eighths(2, 3, 4)
    for text, operands in (("ij,jk,kl->il", (a, b, c)), ("ij,jk,kl", (a, b, c)), ("ij,jk,ki", (a, b, c)), ("ij,jk,kl,li->", (a, b, c, eighths(2, 2))), ("i,i,i", (v, v, v)), ("i,i,i->i", (v, v[:1], v)),
                           ("ij,j,i", (a, v, eighths(2))), ("i,j,k->kji", (v, eighths(2), eighths(4))), ("...ij,jk,k->...i", (eighths(5, 2, 3), b, eighths(4))), ("i...,i...,i...->...", (a, a, a)),
                           ("ii,ij,j->i", (eighths(3, 3), b, eighths(4))), ("ba,cb,dc", (eighths(3, 2), eighths(4, 3), eighths(2, 4))), ("ijk,jk,k->ij", (t, b, eighths(4))), ("ij,,j->i", (a, np.float64(2), v)),
                           ("ij,jk,kl->il", (whole(2, 3, dtype=np.int8), whole(3, 2, dtype=np.int16), whole(2, 2, dtype=np.uint16).astype(np.float32))), ("ij,jk,ki->ij", (a > 0, b > 0, c > 0)), ("ij,jk,kl->im", (a, b, c)),
                           ("ij,jk,kl->ii", (a, b, c)), ("ij,jk", (a, b, c)), ("ij,jk,kl,l", (a, b, c)), ("i$,jk,kl", (a, b, c)), ("ij,jk,kl->i1", (a, b, c))):
        case("einsum", lambda subscripts, **k: np.einsum(subscripts, *k.values()), {f"operand{n}": x for n, x in enumerate(operands)}, {"subscripts": text}, ulp=4)


def corners():
    """Where made-up cases differed: texts of errors, dtypes of edge cases, and groups of more kinds."""
    x = eighths(3, 4)
    for op, f in (("split", np.split), ("array_split", np.array_split)):
        for sections in (0, -1, -3):
            case(op, lambda ary, indices_or_sections: f(ary, indices_or_sections), {"ary": x}, {"indices_or_sections": sections})
    for op, f in (("partition", np.partition), ("argpartition", np.argpartition)):
        for kth in (-10, 9):
            case(op, f, {"a": eighths(9)}, {"kth": kth})
    for rule in ("auto", "fd", "sturges", "scott"):
        case("histogram", lambda x, bins: np.histogram(x, bins), {"x": whole(50, low=0, high=2) > 0}, {"bins": rule}, result=lambda r: {"out": r[0], "edges": r[1]})
    for i in ([3, 12, -1], [-1], 12):
        case("unravel_index", np.unravel_index, {"indices": np.array(i)}, {"shape": [3, 4]})
    for p in (np.zeros(0), np.zeros(0, np.complex64)):
        case("polyval", np.polyval, {"p": p, "x": whole(3, dtype=np.uint8, low=0)})
    for axis in (0, -1):
        case("vector_norm", lambda x, **k: np.linalg.vector_norm(x, **k), {"x": np.float64(2)}, {"axis": axis})
        case("norm", lambda x, **k: np.linalg.norm(x, **k), {"x": np.float64(2)}, {"axis": axis})
    for start in (-3, 3):
        case("rollaxis", np.rollaxis, {"a": x}, {"axis": 1, "start": start})
    case("insert", np.insert, {"arr": x, "values": eighths(3, 1)}, {"obj": [0, 1], "axis": 1})
    case("insert", np.insert, {"arr": x, "values": eighths(3)}, {"obj": [0, 1], "axis": 0})
    case("unwrap", np.unwrap, {"p": np.float64(2)})

    for axis in (1, -2, 0):
        case("argmax", np.argmax, {"a": np.int32(3)}, {"axis": axis})
        case("nanargmin", np.nanargmin, {"a": np.float32(3)}, {"axis": axis})
        case("maximum_accumulate", lambda a, axis: np.maximum.accumulate(a, axis), {"a": np.float64(3)}, {"axis": axis})
        case("add_accumulate", np.add.accumulate, {"array": np.float64(3)}, {"axis": axis})

    truth, m = {"kind": "array", "input": "m"}, np.array(True)
    for index, of in (([truth, {"kind": "int", "value": -9}], (m, -9)), ([{"kind": "int", "value": 0}, truth, {"kind": "int", "value": 0}, {"kind": "int", "value": 0}], (0, m, 0, 0)),
                      ([truth, {"kind": "array", "input": "picks"}], (m, np.array([True, False])))):
        picks = {"picks": of[1]} if index[-1].get("input") == "picks" else {}
        case("getitem", lambda a, m, index, picks=None: a[of], {"a": x, "m": m, **picks}, {"index": index})

    # groups as pandas makes them: keys that are NaN and values that are left out
    keys, column = whole(40, low=-2, high=3, dtype=np.float64), eighths(40)
    keys[[3, 7]] = nan
    column[[2, 5, 9]] = nan
    column[keys == 2] = nan
    folds = {"prod": np.prod, "any": np.any, "all": np.all, "first": lambda v: v[0] if v.size else nan, "last": lambda v: v[-1] if v.size else nan,
             "var": lambda v: np.var(v, ddof=1) if v.size > 1 else nan, "std": lambda v: np.std(v, ddof=1) if v.size > 1 else nan}

    def grouped(jetid, x, fold):
        groups = np.unique(jetid[~np.isnan(jetid)])
        rows = [x[jetid == k] for k in groups]
        return {"jetid": groups, "x": np.array([fold(v[v == v]) for v in rows])}

    for name, fold in folds.items():
        for x in (np.sign(column) if name == "prod" else column, whole(40, low=0, high=2) > 0 if name in ("any", "all") else eighths(40)[::-1] * 0 + 1):
            case(f"groupby_{name}", lambda jetid, x, sort, skipna: grouped(jetid, x, fold), {"jetid": keys, "x": x}, {"sort": True, "skipna": True},
                 ulp=8 if name in ("var", "std") else 0, result=dict)


def in_turn(ufunc):
    def at(a, i, value):
        a = a.copy()
        getattr(np, ufunc).at(a, i, value)
        return a
    return at


def cast_step_by_step():
    """Integers beside floating point: what ufuncs' at casts at each step, and the dtypes of sequences and quantiles."""
    i = np.array([0, 2, 0, 1, 0])
    values = {"float64": [1.5, 3.25, 1.75, 0.5, 2.5], "float32": [100.5, 0.75, 0.99999994, 3, 7.5], "int64": [300, -5, 3, 0, 1]}
    for a in (np.array([3, 0, 7]), np.array([1, 2, 100], np.int8), np.array([0, 9, 5], np.uint16), np.array([True, False, False])):
        for dtype, numbers in values.items():
            value = np.array(numbers, dtype)
            for ufunc in ("add", "minimum", "maximum"):
                if np.all(in_turn(ufunc)(a.astype(float), i, value.astype(float)) <= 127):  # that no dtype cuts off
                    case(f"{ufunc}_at", in_turn(ufunc), {"a": a, "i": i, "value": value})
    for value in (np.array([False, True, False, True, True]), np.array([-1, 1, 2, 3, 1])):
        case("subtract_at", in_turn("subtract"), {"a": np.array([True, False, False]), "i": i, "value": value})
    case("subtract_at", in_turn("subtract"), {"a": np.array([9, 8, 7]), "i": i, "value": np.array([1, 2, 3, 4, 5], np.uint8)})

    for args, dtype in (((254, 258), "uint8"), ((255, 258), "uint8"), ((-1, 3), "uint16"), ((300, 300), "int8"), ((200,), "int8"), ((0.5, 3, 0.5), "int32"), ((0, 3, 0.5), "int64"),
                        ((-4.75, 4.0, 1.75), "uint64"), ((2,), "bool"), ((3,), "bool"), ((0.1, 1, 0.1), "float32"), ((3, 0, -1), "complex64"), ((3, 0, -1), "uint8"), ((0, -2, -1), "uint32")):
        case("arange", lambda args, dtype: np.arange(*args, dtype=dtype), {}, {"args": list(args), "dtype": dtype})

    beyond = 2**63
    for op in ("logical_and", "logical_or", "logical_xor", "true_divide", "arctan2", "less"):
        for a in (np.array([True, False]), np.array([3, 0], np.int8), np.array([2**63, 1], np.uint64), np.array([0.5, 0], np.float32)):
            if op == "arctan2" and a.dtype == np.int8:
                continue  # float16
            case(op, lambda a, scalar, scalar_kind: getattr(np, op)(a, scalar), {"a": a}, {"scalar": beyond, "scalar_kind": "int"}, ulp=1)
    case("full", lambda shape, fill_value: np.full(shape, fill_value), {}, {"shape": [2], "fill_value": beyond})

    for none in (np.zeros((2, 0), np.int16), np.zeros((0, 3)), np.zeros(0, np.float32), np.zeros((2, 0, 3), bool)):
        for axis in (None, 0, -1):
            case("nanmedian", np.nanmedian, {"a": none}, {"axis": axis})
            for method in ("linear", "nearest", "nowhere"):
                case("nanquantile", lambda a, q, **k: np.nanquantile(a, q, **k), {"a": none, "q": np.array([0.25, 0.5])}, {"axis": axis, "method": method})
                case("nanpercentile", lambda a, q, **k: np.nanpercentile(a, q, **k), {"a": none}, {"q": 50.0, "axis": axis, "method": method, "keepdims": True})
    for a in (np.array([1, 7, 3], np.uint8), np.array([1, 7, 3]), np.array([1, 7, 3], np.float32)):
        case("quantile", lambda a, q: np.quantile(a, q), {"a": a, "q": np.array([0.25, 0.5], np.float32)}, ulp=4)
    case("median", lambda a, axis: np.median(a, tuple(axis)), {"a": eighths(3)}, {"axis": [0, 0, 1]})
    case("sum", lambda a, axis: np.sum(a, tuple(axis)), {"a": eighths(3)}, {"axis": [0, 0, 1]})

    for mode in ("raise", "clip"):
        for shape, axis in (((2, 0, 0), 1), ((0, 2, 0), 1), ((2, 0), 1)):
            case("take", lambda a, i, axis, mode: np.take(a, i, axis, mode=mode), {"a": np.zeros(shape), "i": np.array([5])}, {"axis": axis, "mode": mode})
    for low, high in ((2**31, 1.0), (-0.5, 300), (1e300, 2**31 - 1)):
        case("clip", lambda a, a_min, a_max: np.clip(a, a_min, a_max), {"a": np.array([1, -3, 100], np.int16)}, {"a_min": low, "a_max": high})
    for bins in (np.array([1.0 + 0j]), np.ones((1, 2)), np.array(1.0)):
        case("digitize", np.digitize, {"x": eighths(3), "bins": bins})
    for op, f in (("split", np.split), ("array_split", np.array_split)):
        case(op, lambda ary, indices_or_sections, axis: f(ary, indices_or_sections, axis), {"ary": eighths(4)}, {"indices_or_sections": 2, "axis": 1})
    case("average", np.average, {"a": np.zeros((0, 3))}, {"axis": 1})
    case("nanmean", lambda a, dtype: np.nanmean(a, dtype=dtype), {"a": eighths(3)}, {"dtype": "int32"})
    for axis in ([0], [-1, 0]):
        case("maximum_accumulate", lambda a, axis: np.maximum.accumulate(a, axis=tuple(axis)), {"a": eighths(3, 4)}, {"axis": axis})
    for axis in ([0], [-1]):
        case("sum", lambda a, axis: np.sum(a, axis=tuple(axis)), {"a": np.array(2.5)}, {"axis": axis})


for family in (numerical, statistics, padding, derivatives, reductions, elementwise, shapes, picked, created, parts, edited, products, complexes, refusals, truths, told, beside, polynomials, written, drawn, chained, corners, cast_step_by_step):
    family()

archive.write(target(__file__))
