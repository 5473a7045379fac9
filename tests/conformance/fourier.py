#!/usr/bin/env python3
"""Make fourier.tar.xz: NumPy's Fourier transforms.

    tests/conformance/fourier.py [fourier.tar.xz]

A manifest.json of the same form as functions.py makes and the arrays beside it.  No two libraries round alike: a result
may be off by 8 eps (1 + log2 of the elements that one transform takes) of its largest element, in each of its parts.
"""
import numpy as np

from archive import Archive, target

random = np.random.default_rng(20261123)
archive = Archive()


def noise(*shape, dtype=np.float64):
    x = random.integers(-40, 41, shape) / 8
    if np.dtype(dtype).kind == "c":
        x = x + 1j * random.integers(-40, 41, shape) / 8
    return x.astype(dtype)


def case(op, a, exact=False, **params):
    a = np.asarray(a)
    c = {"name": f"{op}.{archive.number_of(op)}", "op": op, "inputs": {"a": archive.put(a)}, "params": params}
    try:
        got = np.asarray(getattr(np.fft, op)(a, **params))
    except (ValueError, IndexError) as e:
        c["expected_error"] = {"type": type(e).__name__, "base": type(e).__name__, "message": str(e)}
    else:
        tolerance = {"kind": "exact"}
        if not exact:
            most = np.abs(got).max(initial=0) * (1 + np.log2(max(got.size, a.size, 2)))
            limit = np.full(got.shape, 8 * float(np.finfo(got.dtype).eps) * float(most))
            tolerance = {"kind": "abs_file", "file": archive.put(limit)}
        c["expected"] = {"out": {"file": archive.put(np.ascontiguousarray(got) if got.ndim else got), "dtype": got.dtype.name, "shape": list(got.shape), "tolerance": tolerance}}
    archive.cases.append(c)


for n in (1, 2, 3, 8, 30, 97):
    for op, dtype in (("fft", np.complex128), ("ifft", np.complex128), ("rfft", np.float64), ("irfft", np.complex128)):
        if op != "irfft" or n > 1:
            case(op, noise(n, dtype=dtype))
for op, dtype in (("fft", np.complex64), ("ifft", np.complex64), ("rfft", np.float32), ("irfft", np.complex64)):
    case(op, noise(60, dtype=dtype))
    for norm in ("backward", "ortho", "forward"):
        case(op, noise(3, 10, dtype=dtype), norm=norm)
    x = noise(4, 6, 3, dtype=np.complex128 if np.dtype(dtype).kind == "c" else np.float64)
    for axis in (0, 1, -1):
        case(op, x, axis=axis)
    for n in (3, 9):
        case(op, x, n=n, axis=1)
    case(op, x, n=0)
for dtype in (np.bool_, np.int8, np.int32, np.uint64, np.float32, np.float64):
    x = random.integers(0, 2 if dtype is np.bool_ else 9, 12).astype(dtype)
    for op in ("fft", "ifft", "rfft"):
        case(op, x)
for op in ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"):
    x = noise(4, 6, 3, dtype=np.float64 if op.startswith("r") else np.complex128)
    case(op, x)
    case(op, x.astype(np.float32 if op.startswith("r") else np.complex64))
    case(op, x, norm="ortho")
    case(op, x, axes=[0, 1])
    case(op, x, axes=[2, 0], s=[4, 7])
    case(op, x, s=[3], axes=[0, 1])
for shape, axes in (((7,), None), ((8,), None), ((4, 5), None), ((4, 5), [1]), ((3, 4, 5), [0, -1])):
    for op in ("fftshift", "ifftshift"):
        x = random.integers(-9, 9, shape)
        case(op, x, exact=True, **({} if axes is None else {"axes": axes}))

for op in ("hfft", "ihfft"):
    x = noise(3, 9, dtype=np.complex128 if op == "hfft" else np.float64)
    for params in ({}, {"n": 8}, {"n": 5, "axis": 0}, {"norm": "ortho"}, {"norm": "forward"}, {"n": 0}):
        case(op, x, **params)
    case(op, x.astype(np.complex64 if op == "hfft" else np.float32))
for op in ("fft", "ifft", "rfft", "irfft", "fftn", "ifftn", "hfft", "ihfft", "rfftn", "irfft2"):
    case(op, noise(2, 8), norm="nowhere")
for op in ("fftn", "ifftn", "rfftn", "irfftn"):
    case(op, np.float32(3))
for op in ("fftshift", "ifftshift"):
    case(op, noise(3, 5), exact=True, axes=-1)

archive.write(target(__file__))
