#!/usr/bin/env python3
"""Make linalg.tar.xz: NumPy's linear algebra, and the medians and sizes of groups.

    tests/conformance/linalg.py [linalg.tar.xz]

A manifest.json of the same form as functions.py makes and the arrays beside it.  No two libraries round alike: matrices are
well conditioned, and a result may be off by what NumPy's own tests allow, 1.5e-12 of float64 and complex128 and 1.5e-6 of the others,
times the length of the whole result where that is above 1 (a residual: of the matrix that it is left of).  Vectors are unique up to their signs: they are compared by what they
are multiplied to.  The parameter "layout" says which view of the inputs is meant.
"""
import numpy as np

from archive import Archive, target

random = np.random.default_rng(20261126)
archive = Archive()
dtypes = (np.float32, np.float64, np.complex64, np.complex128)
inf, nan = np.inf, np.nan


# of operands of few bits: every order of summation gives these
EXACT = ("trace", "norm", "kron", "cross", "tensordot", "vecdot", "einsum", "multi_dot", "groupby_median")


def noise(*shape, dtype=np.float64):
    x = random.integers(-40, 41, shape) / 8
    if np.dtype(dtype).kind == "c":
        x = x + 1j * random.integers(-40, 41, shape) / 8
    return x.astype(dtype)


def good(n, *stack, dtype=np.float64):
    """Matrices that are well conditioned: more on the diagonal than beside it."""
    return (noise(*stack, n, n, dtype=dtype) / (4 * max(n, 1)) + 2 * np.eye(n) * (1 + np.arange(n) / max(n, 1))).astype(dtype)


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def hermitian(n, *stack, dtype=np.float64):
    a = good(n, *stack, dtype=dtype)
    return (a + adjoint(a)) / a.dtype.type(2)


def viewed(a, layout):
    if layout is None or a.ndim < 2:
        return a
    return {"transposed": np.swapaxes(a, -1, -2), "reversed": a[..., ::-1, :], "stepped": a[..., ::2, ::2]}[layout]


def case(op, call, inputs, params=None, exact=(), layout=None):
    """The result of call(inputs…, params…), or its error; results named in `exact` have to be the same numbers."""
    inputs = {k: np.asarray(v) for k, v in inputs.items()}
    params = params or {}
    c = {"name": f"{op}.{archive.number_of(op)}", "op": op, "inputs": {k: archive.put(v) for k, v in inputs.items()}, "params": dict(params)}
    if layout:
        c["params"]["layout"] = layout
    try:
        got = call(**inputs, **params) if op.startswith("groupby") else call(*(viewed(v, layout) for v in inputs.values()), **params)
    except (ValueError, TypeError) as e:
        base = next(t for t in type(e).__mro__ if t.__module__ == "builtins")
        c["expected_error"] = {"type": type(e).__name__, "base": base.__name__, "message": str(e)}
    else:
        c["expected"] = {}
        for k, v in (got if isinstance(got, dict) else {"out": got}).items():
            v = np.asarray(v)
            tolerance = {"kind": "exact"}
            if v.dtype.kind in "fc" and k not in exact and op not in EXACT:
                measured = inputs["a"] if k == "residual" else v
                finite = np.where(np.isfinite(measured), measured, 0)
                limit = (1.5e-12 if v.dtype in (np.float64, np.complex128) else 1.5e-6) * max(1.0, float(np.sqrt((np.abs(finite).astype(float) ** 2).sum())))
                tolerance = {"kind": "abs_file", "file": archive.put(np.full(v.shape, limit))}
            c["expected"][k] = {"file": archive.put(np.ascontiguousarray(v) if v.ndim else v), "dtype": v.dtype.name, "shape": list(v.shape), "tolerance": tolerance}
    archive.cases.append(c)


L = np.linalg


def slogdet(a):
    sign, logabsdet = L.slogdet(a)
    return {"sign": sign, "logabsdet": logabsdet}


def identities(a, n):
    """As the Gram matrix of n orthonormal vectors is, of a's dtype and stack."""
    return np.broadcast_to(np.eye(n, dtype=a.dtype), (*a.shape[:-2], n, n))


def computed(a):
    return a if a.dtype.kind in "fc" else a.astype(np.float64)


def qr(a, mode="reduced"):
    q, r = L.qr(a, mode)
    return {"product": computed(a), "gram": identities(q, q.shape[-1]), "below": np.zeros_like(r)}


def svd(a, full_matrices=True):
    u, s, vh = L.svd(a, full_matrices)
    return {"product": computed(a), "s": s, "u": identities(u, u.shape[-1]), "v": identities(vh, vh.shape[-2])}


def eigh(a, UPLO="L"):
    w, v = L.eigh(a, UPLO)
    half = np.tril(a, -1) if UPLO == "L" else np.triu(a, 1)
    diagonal = np.real(np.diagonal(a, axis1=-2, axis2=-1))[..., None] * np.eye(a.shape[-1])
    return {"product": (half + adjoint(half) + diagonal).astype(v.dtype), "eigenvalues": w, "gram": identities(v, v.shape[-1])}


def eigvals(a):
    w = L.eigvals(a)
    return np.sort(w.astype(np.result_type(w, np.complex64)))


def eig(a):
    w = eigvals(a)
    return {"residual": np.zeros(a.shape, w.dtype), "eigenvalues": w}


def lstsq(a, b, rcond=None):
    x, residuals, rank, s = L.lstsq(a, b, rcond)
    return {"x": x, "residuals": residuals, "rank": np.int64(rank), "s": s}


def squares():
    for op, f in (("inv", L.inv), ("det", L.det), ("slogdet", slogdet)):
        for dtype in dtypes:
            for n in (1, 2, 5):
                case(op, f, {"a": good(n, dtype=dtype)})
            case(op, f, {"a": good(3, 2, 2, dtype=dtype)})
        for a in (np.zeros((0, 0)), np.zeros((2, 0, 0)), np.zeros((0, 3, 3)), np.array([[2, 1], [1, 3]]), np.array([[True, False], [True, True]]), good(20)):
            case(op, f, {"a": a})
        for layout in ("transposed", "reversed", "stepped"):
            case(op, f, {"a": good(6, 2)}, layout=layout)
            case(op, f, {"a": good(6, dtype=np.complex64)}, layout=layout)
        for a in (noise(2, 3), noise(2, 3, 2), noise(3), np.float64(2), np.zeros((0, 2))):
            case(op, f, {"a": a})
        case(op, f, {"a": np.ones((2, 2))})
        case(op, f, {"a": np.array([[[1.0, 0], [0, 1]], [[1, 2], [2, 4]]])})
        case(op, f, {"a": np.zeros((1, 1))})
    for n in (-3, -1, 0, 1, 2, 3, 6):
        case("matrix_power", L.matrix_power, {"a": good(3) / 2}, {"n": n})
        case("matrix_power", L.matrix_power, {"a": good(2, 3, dtype=np.complex64) / np.complex64(2)}, {"n": n})
    case("matrix_power", L.matrix_power, {"a": good(6) / 2}, {"n": 2}, layout="stepped")
    case("matrix_power", L.matrix_power, {"a": np.zeros((0, 0))}, {"n": 2})
    case("matrix_power", L.matrix_power, {"a": np.ones((2, 2))}, {"n": -1})
    case("matrix_power", L.matrix_power, {"a": noise(2, 3)}, {"n": 2})
    case("matrix_power", L.matrix_power, {"a": noise(3)}, {"n": 2})


def equations():
    for dtype in dtypes:
        for n in (1, 3, 6):
            case("solve", L.solve, {"a": good(n, dtype=dtype), "b": noise(n, dtype=dtype)})
            case("solve", L.solve, {"a": good(n, dtype=dtype), "b": noise(n, 2, dtype=dtype)})
        case("solve", L.solve, {"a": good(3, 2, dtype=dtype), "b": noise(2, 3, 4, dtype=dtype)})
    for a, b in ((good(3, 2), noise(3)), (good(3), noise(2, 3, 1)), (good(2, 4, 1), noise(3, 2, 2)), (good(2).astype(np.float32), noise(2)), (good(2), noise(2, dtype=np.complex64)), (np.array([[2, 1], [1, 3]]), np.array([1, 2], np.int8)),
                 (np.zeros((0, 0)), np.zeros(0)), (np.zeros((0, 0)), np.zeros((0, 3))), (good(3), np.zeros((3, 0))), (np.zeros((0, 3, 3)), np.zeros((0, 3, 2))), (np.zeros((0, 3, 3)), noise(3)),
                 (np.ones((2, 2)), noise(2)), (np.zeros((1, 1)), noise(1)), (noise(2, 3), noise(2)), (noise(3, 2), noise(3)), (good(3), noise(4)), (good(3), noise(4, 2)), (good(3, 2), noise(3, 3, 1)), (noise(3), noise(3)), (good(3), np.float64(1))):
        case("solve", L.solve, {"a": a, "b": b})
    for layout in ("transposed", "reversed", "stepped"):
        case("solve", L.solve, {"a": good(6), "b": noise(6, 6)}, layout=layout)
    for dtype in dtypes:
        case("lstsq", lstsq, {"a": np.vstack([good(3, dtype=dtype), good(3, dtype=dtype)]), "b": noise(6, dtype=dtype)})
        case("lstsq", lstsq, {"a": np.vstack([good(3, dtype=dtype), good(3, dtype=dtype)]), "b": noise(6, 2, dtype=dtype)})
        case("lstsq", lstsq, {"a": np.hstack([good(2, dtype=dtype), good(2, dtype=dtype)]), "b": noise(2, dtype=dtype)})
    for a, b in ((good(3), noise(3)), (np.array([[1.0, 2], [2, 4], [3, 6]]), noise(3)), (np.zeros((3, 2)), noise(3)), (np.zeros((3, 0)), noise(3)), (np.zeros((3, 0)), noise(3, 2)), (np.zeros((0, 2)), np.zeros(0)), (noise(3, 2), np.zeros((3, 0))), (good(2), noise(3)), (good(2), noise(3, 2)),
                 (good(2, 2), noise(2, 2)), (noise(3), noise(3))):
        case("lstsq", lstsq, {"a": a, "b": b})
    case("lstsq", lstsq, {"a": np.diag([1.0, 1e-3, 1.0]), "b": noise(3)}, {"rcond": 0.1})
    case("lstsq", lstsq, {"a": good(6), "b": noise(6, 6)}, layout="stepped")


def factors():
    for dtype in dtypes:
        for n in (1, 4):
            for upper in (False, True):
                case("cholesky", L.cholesky, {"a": hermitian(n, dtype=dtype)}, {"upper": upper})
            for which in "LU":
                case("eigvalsh", L.eigvalsh, {"a": good(n, dtype=dtype)}, {"UPLO": which})
                case("eigh", eigh, {"a": good(n, dtype=dtype)}, {"UPLO": which})
        case("cholesky", L.cholesky, {"a": hermitian(3, 2, dtype=dtype)})
        case("eigvalsh", L.eigvalsh, {"a": hermitian(3, 2, dtype=dtype)})
        case("eigh", eigh, {"a": hermitian(3, 2, 2, dtype=dtype)})
        case("eigvals", eigvals, {"a": good(3, 2, dtype=dtype)})
        case("eig", eig, {"a": good(4, dtype=dtype)})
        for shape in ((1, 1), (4, 4), (5, 3), (3, 5), (2, 4, 3), (1, 4), (4, 1)):
            a = noise(*shape, dtype=dtype)
            case("svdvals", L.svdvals, {"a": a})
            for full in (True, False):
                case("svd", svd, {"a": a}, {"full_matrices": full})
            for mode in ("reduced", "complete"):
                case("qr", qr, {"a": a}, {"mode": mode}, exact=("below",))
        for shape in ((3, 3), (5, 2), (2, 5)):
            a = (noise(*shape, dtype=dtype) / 20 + 2 * np.eye(*shape)).astype(dtype)
            case("pinv", L.pinv, {"a": a})
            case("cond", L.cond, {"x": a})
            case("matrix_rank", L.matrix_rank, {"a": a})
    for op, f in (("cholesky", L.cholesky), ("eigvalsh", L.eigvalsh), ("eigh", eigh), ("eigvals", eigvals), ("eig", eig)):
        for a in (np.zeros((0, 0)), np.zeros((0, 3, 3)), np.array([[3, 1], [1, 2]]), np.zeros((2, 3)), np.zeros(3), np.float64(1)):
            case(op, f, {"a": a})
    for layout in ("transposed", "stepped"):
        for op, f in (("cholesky", L.cholesky), ("eigvalsh", L.eigvalsh), ("eigh", eigh)):
            case(op, f, {"a": hermitian(6)}, layout=layout)
        for op, f in (("svdvals", L.svdvals), ("svd", svd), ("qr", qr), ("pinv", L.pinv), ("matrix_rank", L.matrix_rank)):
            case(op, f, {"a": good(8)[:, :6]}, layout=layout, exact=("below",))
    for op, f in (("svdvals", L.svdvals), ("svd", svd), ("qr", qr)):
        for a in (np.zeros((0, 0)), np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((2, 0, 3)), np.zeros((0, 2, 3)), np.arange(6).reshape(2, 3), np.zeros(3), np.zeros((2, 2))):
            case(op, f, {"a": a}, exact=("below",))
    for a in (-np.eye(2), np.array([[1.0, 2], [2, 1]]), np.zeros((2, 2)), np.array([np.eye(2), -np.eye(2)])):
        case("cholesky", L.cholesky, {"a": a})
    for op, f in (("eigvals", eigvals), ("eig", eig)):
        for bad in (nan, inf):
            case(op, f, {"a": np.array([[1.0, bad], [0, 1]])})
    case("eigvals", eigvals, {"a": np.array([[0.0, -1], [1, 0]])})
    case("eigvalsh", L.eigvalsh, {"a": np.eye(2)}, {"UPLO": "X"})
    case("svdvals", L.svdvals, {"a": np.full((2, 2), nan)})
    for a in (np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((2, 0, 3)), np.arange(6).reshape(2, 3), np.array([[1.0, 2], [2, 4]]), noise(3)):
        if a.ndim > 1:
            case("pinv", L.pinv, {"a": a})
    case("pinv", L.pinv, {"a": np.diag([1.0, 1e-3, 1.0])}, {"rtol": 0.1})
    for a in (np.zeros((3, 3)), np.ones((3, 2)), np.array([[1.0, 2], [2, 4]]), np.arange(9).reshape(3, 3), np.array([np.eye(2), np.ones((2, 2))]), np.zeros((2, 3), np.int8), np.zeros((0, 2, 2))):
        case("matrix_rank", L.matrix_rank, {"a": a})
    case("matrix_rank", L.matrix_rank, {"a": np.diag([1.0, 1e-3, 1.0])}, {"rtol": 0.1})
    for a in (np.zeros((0, 0)), np.zeros((2, 2)), np.array([np.eye(2), 2 * np.eye(2)]), noise(2, 3, 3)):
        case("cond", L.cond, {"x": a})


def products():
    """Products and norms of odd shapes."""
    for dtype in dtypes:
        a, b, c = (noise(*s, dtype=dtype) for s in ((2, 5), (5, 3), (3, 4)))
        case("multi_dot", lambda *m: L.multi_dot(m), {"a": a, "b": b})
        case("multi_dot", lambda *m: L.multi_dot(m), {"a": a, "b": b, "c": c})
    case("multi_dot", lambda *m: L.multi_dot(m), {"a": np.zeros((2, 0)), "b": np.zeros((0, 3)), "c": np.zeros((3, 2))})
    case("multi_dot", lambda *m: L.multi_dot(m), {"a": noise(2, 3), "b": noise(2, 3)})
    shapes = ((0, 0), (1, 1), (0, 3), (3, 0), (2, 3), (3, 3))
    for s in shapes:
        a = noise(*s)
        case("trace", np.trace, {"a": a})
        case("trace", np.trace, {"a": noise(2, *s, dtype=np.complex64)}, {"offset": 1, "axis1": -2, "axis2": -1})
        case("norm", L.norm, {"x": a})
        if 0 not in s:
            for order in (1, inf):
                case("norm", lambda x, ord: L.norm(x, float(ord)), {"x": a}, {"ord": str(order)})
        case("kron", np.kron, {"a": a, "b": noise(2, 2)})
        case("kron", np.kron, {"a": noise(2, 1, 2), "b": a})
        case("tensordot", lambda a, b, axes: np.tensordot(a, b, axes), {"a": a, "b": noise(s[1], 2)}, {"axes": 1})
        case("tensordot", lambda a, b, axes: np.tensordot(a, b, axes), {"a": a, "b": noise(*s)}, {"axes": 2})
        case("tensordot", lambda a, b, axes: np.tensordot(a, b, axes), {"a": a, "b": noise(2, *s)}, {"axes": 0})
        case("tensordot", lambda a, b, axes: np.tensordot(a, b, axes), {"a": noise(4, *s), "b": noise(s[1], 2, s[0])}, {"axes": [[1, 2], [2, 0]]})
        case("vecdot", lambda a, b: np.vecdot(a, b), {"a": a, "b": noise(*s)})
        case("vecdot", lambda a, b: np.vecdot(a, b), {"a": noise(2, *s, dtype=np.complex128), "b": noise(*s)})
        for text in ("ij,ij->", "ij,ij->j", "ij,kj->ik", "ij,kj"):
            case("einsum", lambda operand0, operand1, subscripts: np.einsum(subscripts, operand0, operand1), {"operand0": a, "operand1": noise(*s)}, {"subscripts": text})
    for a, b in ((noise(3), noise(3)), (noise(0, 3), noise(0, 3)), (noise(1, 3), noise(4, 3)), (noise(2, 1, 3), noise(5, 3)), (noise(3, dtype=np.complex64), noise(2, 3, dtype=np.complex64)), (np.arange(3, dtype=np.int8), np.arange(3)[::-1]), (noise(4), noise(4)), (noise(2, 3), noise(3, 3))):
        case("cross", np.cross, {"a": a, "b": b})
    for op, a, b in (("tensordot", noise(2, 3), noise(2, 3)), ("vecdot", noise(2, 3), noise(2, 4))):
        params = {"axes": 1} if op == "tensordot" else {}
        case(op, lambda a, b, **k: getattr(np, op)(a, b, **k), {"a": a, "b": b}, params)
    for text in ("ij,jk->ik", "ij,ij->ik", "ij,i"):
        case("einsum", lambda operand0, operand1, subscripts: np.einsum(subscripts, operand0, operand1), {"operand0": noise(2, 3), "operand1": noise(2, 3)}, {"subscripts": text})


def groups():
    """As pandas has them: groups in the order of their keys or of their first rows, none of NaN."""
    def grouped(jetid, fold, sort, **columns):
        keys, first = np.unique(jetid[jetid == jetid], return_index=True)
        if not sort:
            keys = keys[np.argsort(first)]
        return {"jetid": keys, **{name: np.array([fold(x[jetid == k]) for k in keys], fold(x[:0]).dtype) for name, x in columns.items()}}

    def present(v, skip=True):
        return v[v == v] if skip else v

    def median(v, skipna=True):
        v_ = present(v, skipna)
        middle = np.median(v_) if v_.size else np.float64(nan)
        return (middle if v.dtype.kind == "f" else np.float64(middle)).astype(v.dtype if v.dtype.kind == "f" else np.float64)

    def nunique(v, dropna=True):
        return np.int64(len(np.unique(present(v, dropna))))

    def size(v):
        return np.int64(len(v))

    n = 60
    keys = random.integers(-3, 4, n)
    with_nan = keys.astype(np.float64)
    with_nan[[4, 11]] = nan
    holes = noise(n)
    holes[[1, 5, 6, 20, 33]] = nan
    lonely = noise(n)
    lonely[keys == 2] = nan
    columns = {"x": noise(n), "y": holes, "z": lonely, "f": holes.astype(np.float32), "i": random.integers(-5, 5, n), "s": random.integers(-9, 9, n).astype(np.int8), "u": random.integers(0, 300, n).astype(np.uint16)}
    for jetid in (keys, with_nan, keys.astype(np.int8), np.zeros(n, np.int32), np.arange(n)):
        for sort in (True, False):
            chosen = dict(list(columns.items())[:3]) if jetid is not keys else columns
            case("groupby_size", lambda jetid, sort: (lambda t: {"jetid": t["jetid"], "size": t["x"]})(grouped(jetid, size, sort, x=holes)), {"jetid": jetid}, {"sort": sort})
            case("groupby_median", lambda jetid, sort, **k: grouped(jetid, median, sort, **k), {"jetid": jetid, **chosen}, {"sort": sort})
            case("groupby_nunique", lambda jetid, sort, **k: grouped(jetid, nunique, sort, **k), {"jetid": jetid, **chosen}, {"sort": sort})
    case("groupby_median", lambda jetid, y, skipna: grouped(jetid, lambda v: median(v, skipna), True, y=y), {"jetid": keys, "y": holes}, {"skipna": False})
    case("groupby_nunique", lambda jetid, y, dropna: grouped(jetid, lambda v: nunique(v, dropna), True, y=y), {"jetid": keys, "y": holes}, {"dropna": False})
    none = {"jetid": keys[:0], "x": holes[:0]}
    case("groupby_size", lambda jetid, x: {"jetid": jetid, "size": np.zeros(0, np.int64)}, none)
    case("groupby_median", lambda jetid, x: {"jetid": jetid, "x": x}, none)
    case("groupby_nunique", lambda jetid, x: {"jetid": jetid, "x": np.zeros(0, np.int64)}, none)


for family in (squares, equations, factors, products, groups):
    family()

archive.write(target(__file__))
