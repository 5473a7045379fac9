#!/usr/bin/env python3
"""What NumPy, CuPy, PyTorch, JAX or Numba take for the calls of cases.json, in JSON lines as the survey's --jsonl=FILE writes them.

usage: peers.py --with numpy|cupy|torch|jax|numba [--elements N] [--match PATTERN] [--threads N] [--jsonl FILE]
                [--cpu] [--check] [--cases FILE]

--with NAME       whose calls; Numba has loops for some of them (on the CPU, compiled, one thread or --threads)
--elements N      N of cases.json, may be 5e6 (default: 5e6; on a GPU 5e7): give both sides the same
--match PATTERN   only calls in whose name/dtype this regular expression is found
--threads N       threads of the CPU (default 1): BLAS, Numba, PyTorch and XLA are told by their environment's variables. The
                  rest of NumPy has one thread anyway
--jsonl FILE      where the lines go (default: standard output)
--cpu             processors' time over the number of threads, the least of the batches: other work on the machine changes it
                  little (not for a GPU)
--check           results' checksums alone, no times
--cases FILE      the list of calls (default: the one beside this file)

A time is the median of eleven batches of 2 ms or more, with one wait each, after one call whose result gives the checksum.
Results lie in new arrays. JAX's calls are compiled (jit) where their shapes allow it. What a peer does not have, or fails at, is
said on standard error and left out.

A line of cases.json is a call, on several inputs:
  numpy       the expression, which CuPy (as np) and JAX (jax.numpy as np) take, too, where there is none of their own;
              null: that one has no such call. torch: PyTorch's; without one, NumPy's where it names nothing of np's
  acre        the operation of operations.cpp or static_operations.cpp, and its arguments
  name        what the call is called, if not by NumPy's expression
  result      the input that the call writes to
  check       how results are compared: values; sorted (along the last axis first); taken (x at the result); random (roughly)
  tolerance   of the comparison, relative to the sum of the absolute values, where it isn't the dtype's
  of          inputs, with ; between them: NAME KIND DTYPE EXTENT... VIEW. NAME is x in the first. An extent is a number or N/3, S
              (the root of N), N/16<100000 (at most). VIEW: strided (every second along the last axis), reversed (along the last
              axis), transposed, of arrays that have the elements. KIND: uniform (in [0, 1)), all (every integer), below:M,
              from:A:B, true:PERCENT, ramp (k / size), apart (0 to size - 1 in another order), zeros, and matrices: dominant
              (regular), symmetric
"""
import argparse
import json
import math
import os
import pathlib
import re
import sys
import time

PEERS = ('numpy', 'cupy', 'torch', 'jax', 'numba')
PERIOD = 1021


def arguments():
    words = sys.argv[1:]
    if {'-h', '--help'} & set(words):
        sys.exit(print(__doc__))
    parser = argparse.ArgumentParser(usage=__doc__.split('\n\n')[1].removeprefix('usage: '), add_help=False, allow_abbrev=False)
    parser.add_argument('--with', dest='peer', required=True)
    parser.add_argument('--elements', type=lambda text: int(float(text)), default=0)
    parser.add_argument('--match', default='')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--jsonl')
    parser.add_argument('--cpu', action='store_true')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--cases', default=pathlib.Path(__file__).resolve().with_name('cases.json'))
    given = parser.parse_args(words)
    if given.peer not in PEERS:
        sys.exit(f'peers.py: --with: there is no peer {given.peer}; there are {", ".join(PEERS)}')
    if given.threads < 1 or given.elements < 0:
        sys.exit('peers.py: --threads and --elements are 1 or more')
    return given


GIVEN = arguments()
for variable in ('OMP', 'OPENBLAS', 'MKL', 'NUMBA', 'BLIS'):
    os.environ[f'{variable}_NUM_THREADS'] = str(GIVEN.threads)
os.environ.setdefault('XLA_FLAGS', '--xla_cpu_multi_thread_eigen=' + ('false intra_op_parallelism_threads=1' if GIVEN.threads == 1 else 'true'))
os.environ.setdefault('XLA_PYTHON_CLIENT_PREALLOCATE', 'false')
try:
    import numpy
except ImportError as error:
    sys.exit(f'peers.py: {error}: every peer needs NumPy here (pip install numpy)')


# Inputs, as cases.cpp makes them

def size_from(word, elements):
    head = re.split('[/<]', word)[0]
    size = elements if head == 'N' else int(math.sqrt(elements)) if head == 'S' else int(head)
    if '/' in word:
        size //= int(word.split('/')[1].split('<')[0])
    if '<' in word:
        size = min(size, int(word.split('<')[1]))
    return max(size, 1)


def input_from(text, elements):
    words = text.split()
    name = words.pop(0) if len(words[0]) == 1 else 'x'
    kind, dtype, extents = words[0], words[1], [w for w in words[2:] if not w[0].islower()]
    view = ''.join(w for w in words[2:] if w[0].islower())
    label = '(' + ','.join(w if w[0].isdigit() else w[0] for w in extents) + ')' + (' ' + view if view else '')
    dtype = 'bool' if dtype == 'boolean' else dtype
    return name, (kind, dtype, tuple(size_from(w, elements) for w in extents), view), label


def hashed(i, seed):
    """i: uint32, which is overwritten."""
    i *= numpy.uint32(0x9e3779b1)
    i += numpy.uint32(seed * 0x85ebca77 & 0xffffffff)
    i ^= i >> numpy.uint32(15)
    i *= numpy.uint32(0x2c1b3c6d)
    i ^= i >> numpy.uint32(12)
    i *= numpy.uint32(0x297a2d39)
    i ^= i >> numpy.uint32(15)
    return i


def unit(h, dtype):
    if dtype == numpy.float32:
        return (h >> numpy.uint32(8)).astype(numpy.float32) * numpy.float32(2.0 ** -24)
    return h.astype(numpy.float64) * 2.0 ** -32


def filled(kind, dtype, shape, seed, elements):
    kind, *numbers = kind.split(':')
    numbers = [size_from(n, elements) for n in numbers]
    size, last, dtype = math.prod(shape), shape[-1] if shape else 1, numpy.dtype(dtype)
    indices = lambda: numpy.arange(size, dtype=numpy.uint32)
    if kind == 'zeros':
        return numpy.zeros(shape, dtype)
    if kind == 'ramp':
        return (numpy.arange(size) / size).astype(dtype).reshape(shape)
    if kind == 'apart':
        return (numpy.arange(size, dtype=numpy.uint64) * numpy.uint64(2654435761) % numpy.uint64(size)).astype(dtype).reshape(shape)
    if kind == 'symmetric':
        k = numpy.arange(size)
        row, column = k // last % last, k % last
        k -= row * last + column
        k += numpy.minimum(row, column) * last + numpy.maximum(row, column)
        return unit(hashed(k.astype(numpy.uint32), seed), dtype).reshape(shape)
    h = hashed(indices(), seed)
    if kind == 'true':
        x = h % numpy.uint32(100) < numpy.uint32(numbers[0])
    elif kind == 'below':
        x = h % numpy.uint32(numbers[0])
    elif kind == 'from':
        x = numbers[0] + (h % numpy.uint32(numbers[1] - numbers[0])).astype(numpy.int64)
    elif kind == 'all':
        x = h.view(numpy.int32) >> numpy.int32(32 - 8 * min(dtype.itemsize, 4))
    elif kind == 'dominant':
        k = numpy.arange(size)
        x = unit(h, dtype) / dtype.type(last) + (k // last % last == k % last).astype(dtype)
    elif kind == 'uniform' and dtype.kind == 'c':
        x = numpy.empty(size, dtype)
        x.real, x.imag = unit(h, x.real.dtype), unit(hashed(indices(), seed + 100), x.real.dtype)
    elif kind == 'uniform' and dtype.kind == 'f':
        x = unit(h, dtype)
    else:
        raise ValueError(f'no input is of kind {kind} and dtype {dtype}')
    return x.astype(dtype, copy=False).reshape(shape)


def seen(a, view):
    return {'': lambda: a, 'transposed': lambda: a.T, 'strided': lambda: a[..., ::2], 'reversed': lambda: a[..., ::-1]}[view]()


# The peers

class Peer:
    """Expressions' names, an array of NumPy's as one of theirs and back, and the wait."""

    cpu = True

    def __init__(self):
        self.names = {}

    def made(self, base, view):
        return seen(base, view)

    def back(self, a):
        return numpy.asarray(a)

    def wait(self, last):
        pass

    def compiled(self, f, given, expression):
        return f


class NumPy(Peer):
    def __init__(self):
        self.names = {'np': numpy, 'rng': numpy.random.default_rng(1)}


class CuPy(Peer):
    cpu = False

    def __init__(self):
        import cupy
        self.cupy, self.names = cupy, {'np': cupy}
        cupy.zeros(1)

    def made(self, base, view):
        return seen(self.cupy.asarray(base), view)

    def back(self, a):
        return self.cupy.asnumpy(a)

    def wait(self, last):
        self.cupy.cuda.Device().synchronize()


class Torch(Peer):
    def __init__(self):
        import torch
        self.torch, self.names = torch, {'torch': torch}
        torch.set_num_threads(GIVEN.threads)
        torch.backends.cudnn.allow_tf32 = False  # convolutions of float32 are computed in it, as everybody's
        self.cpu = not torch.cuda.is_available()
        self.device = 'cpu' if self.cpu else 'cuda'

    def made(self, base, view):
        if view == 'reversed':
            raise ValueError('PyTorch has no negative strides')
        a = self.torch.from_numpy(base).to(self.device)
        return a.permute(*reversed(range(a.ndim))) if view == 'transposed' else seen(a, view)

    def back(self, a):
        return a.cpu().numpy() if hasattr(a, 'cpu') else numpy.asarray(a)

    def wait(self, last):
        if not self.cpu:
            self.torch.cuda.synchronize()


class Jax(Peer):
    def __init__(self):
        import jax
        jax.config.update('jax_enable_x64', True)
        jax.config.update('jax_default_matmul_precision', 'highest')
        import jax.numpy
        self.jax, self.names = jax, {'np': jax.numpy, 'jax': jax, 'key': jax.random.key(1)}
        self.cpu = jax.default_backend() == 'cpu'

    def made(self, base, view):
        if view:  # an array of the elements alone would be another, easier call
            raise TypeError('there are no views')
        return self.jax.numpy.asarray(base)

    def wait(self, last):
        self.jax.block_until_ready(last)

    def compiled(self, f, given, expression):
        if expression.startswith('eager:'):
            return f
        compiled = self.jax.jit(f)
        try:
            self.wait(compiled(*given))
            return compiled
        except (self.jax.errors.ConcretizationTypeError, self.jax.errors.NonConcreteBooleanIndexError, TypeError):
            return f  # the result's shape follows from the elements


class Numba(Peer):
    def __init__(self):
        import numba
        numba.set_num_threads(GIVEN.threads)
        jit, parallel = numba.njit, GIVEN.threads > 1
        each = numba.prange

        @jit(parallel=parallel, fastmath=False)
        def fused(x, y):
            out = numpy.empty_like(x)
            for k in each(x.size):
                out[k] = numpy.float32(2) * x[k] + y[k]
            return out

        @jit(parallel=parallel)
        def sum_rows(x):
            out = numpy.empty(x.shape[0], x.dtype)
            for r in each(x.shape[0]):
                s = x[r, 0]
                for k in range(1, x.shape[1]):
                    s += x[r, k]
                out[r] = s
            return out

        @jit(parallel=parallel)
        def norm_rows(x):
            out = numpy.empty(x.shape[0], x.dtype)
            for r in each(x.shape[0]):
                s = x[r, 0] * x[r, 0]
                for k in range(1, x.shape[1]):
                    s += x[r, k] * x[r, k]
                out[r] = numpy.sqrt(s)
            return out

        @jit(parallel=parallel)
        def cumsum_rows(x):
            out = numpy.empty_like(x)
            for r in each(x.shape[0]):
                s = x.dtype.type(0)
                for k in range(x.shape[1]):
                    s += x[r, k]
                    out[r, k] = s
            return out

        @jit(parallel=parallel)
        def dot_rows(x, y):
            out = numpy.empty(x.shape[0], x.dtype)
            for r in each(x.shape[0]):
                s = x[r, 0] * y[r, 0]
                for k in range(1, x.shape[1]):
                    s += x[r, k] * y[r, k]
                out[r] = s
            return out

        @jit(parallel=parallel)
        def distances(x, y):
            out = numpy.empty((x.shape[0], y.shape[0]), x.dtype)
            for r in each(x.shape[0]):
                for c in range(y.shape[0]):
                    s = x.dtype.type(0)
                    for k in range(x.shape[1]):
                        s += (x[r, k] - y[c, k]) ** 2
                    out[r, c] = numpy.sqrt(s)
            return out

        @jit(parallel=parallel)
        def small_products(x, y):
            out = numpy.zeros((x.shape[0], x.shape[1], y.shape[2]), x.dtype)
            for b in each(x.shape[0]):
                for i in range(x.shape[1]):
                    for k in range(x.shape[2]):
                        for j in range(y.shape[2]):
                            out[b, i, j] += x[b, i, k] * y[b, k, j]
            return out

        @jit
        def bincount_weights(x, y, places):
            out = numpy.zeros(places)
            for k in range(x.size):
                out[x[k]] += y[k]
            return out

        @jit(parallel=parallel)
        def taken(x, i):
            out = numpy.empty(i.size, x.dtype)
            for k in each(i.size):
                out[k] = x[i[k]]
            return out

        @jit
        def put(y, i, x):
            for k in range(i.size):
                y[i[k]] = x[k]

        @jit
        def add_at(y, i, x):
            for k in range(i.size):
                y[i[k]] += x[k]

        @jit
        def selected(x, m):
            out = numpy.empty(numpy.count_nonzero(m), x.dtype)
            at = 0
            for k in range(x.size):
                if m[k]:
                    out[at] = x[k]
                    at += 1
            return out

        self.names = {name: f for name, f in locals().items() if hasattr(f, 'py_func')}


def expression_for(case, peer):
    """None: the peer has no such call."""
    if peer in ('torch', 'numba'):
        plain = case['numpy'] if peer == 'torch' and not re.search(r'\b(np|rng)\.|\.copy\(', case['numpy']) else None
        return case.get(peer, plain)
    return case.get(peer, case['numpy'])


# Results and times

def checksum_of(a, check, x):
    a = numpy.asarray(a)
    if check == 'taken':
        a = numpy.take_along_axis(x, a.astype(numpy.int64), -1)
    a = a.astype(numpy.complex128 if a.dtype.kind == 'c' else numpy.float64)
    if check == 'sorted':
        a = numpy.sort(a, axis=-1)
    a = numpy.ascontiguousarray(a).reshape(-1).view(numpy.float64)
    weights = numpy.arange(1, PERIOD + 1) / PERIOD
    whole = a.size // PERIOD * PERIOD
    weighted = (a[:whole].reshape(-1, PERIOD) @ weights).sum() + a[whole:] @ weights[:a.size - whole]
    return {'sum': float(a.sum()), 'weighted': float(weighted), 'scale': float(numpy.abs(a).sum())}


def seconds_a_call(f, given, wait):
    """(median, least) of eleven batches, as common/seconds.hpp."""
    if GIVEN.cpu:
        clock = lambda: time.process_time() / GIVEN.threads
    else:
        clock = time.perf_counter

    def seconds_of(calls):
        start = clock()
        for _ in range(calls):
            last = f(*given)
        wait(last)
        return clock() - start

    seconds_of(3)
    once = seconds_of(2) / 2
    calls = int(min(max(2e-3 / max(once, 1e-9), 1), 500))
    taken = sorted(seconds_of(calls) / calls for _ in range(11))
    return taken[0 if GIVEN.cpu else 5], taken[0]


def bytes_of(a):
    size = a.numel() if hasattr(a, 'numel') else a.size
    return int(size) * int(a.element_size() if hasattr(a, 'element_size') else a.dtype.itemsize)


def main():
    try:
        peer = {'numpy': NumPy, 'cupy': CuPy, 'torch': Torch, 'jax': Jax, 'numba': Numba}[GIVEN.peer]()
    except ImportError as error:
        sys.exit(f'peers.py: {error}: --with {GIVEN.peer} needs that package (pip install)')
    if GIVEN.cpu and not peer.cpu:
        sys.exit(f'peers.py: --cpu is for a CPU, and {GIVEN.peer} works on a GPU here')
    elements = GIVEN.elements or (5000000 if peer.cpu else 50000000)
    match, kept, done, failed = re.compile(GIVEN.match), {}, 0, 0
    with open(GIVEN.cases) as file:
        cases = json.load(file)
    todo = []
    for case in cases:
        expression = expression_for(case, GIVEN.peer)
        for text in case['of']:
            inputs = [input_from(one, elements) for one in text.split(';')]
            workload = f"{case.get('name', case['numpy'].replace('np.', ''))} of {inputs[0][2]}"
            if match.search(f'{workload}/{inputs[0][1][1]}') and expression:
                todo.append((case, expression, inputs, workload))
    out = open(GIVEN.jsonl, 'w') if GIVEN.jsonl else sys.stdout
    for case, expression, inputs, workload in todo:
        done += 1
        (kind, dtype, shape, view), written = inputs[0][1], case.get('result')
        if out is not sys.stdout or not sys.stdout.isatty():
            print(f'\r{done}/{len(todo)} {GIVEN.peer}: {workload} {dtype}\x1b[K' if sys.stderr.isatty() else
                  f'{done}/{len(todo)} {GIVEN.peer}: {workload} {dtype}', end='' if sys.stderr.isatty() else '\n', file=sys.stderr, flush=True)
        try:
            given, x = [], None
            for seed, (name, (kind_of, dtype_of, shape_of, view_of), _) in enumerate(inputs, 1):
                key = (kind_of, dtype_of, shape_of, view_of, seed)
                if key not in kept or name == written:
                    base = shape_of[::-1] if view_of == 'transposed' else shape_of
                    base = base[:-1] + (2 * base[-1],) if view_of == 'strided' else base
                    if sum(bytes_of(a) for a in kept.values()) > 1 << 32:
                        kept.clear()
                    made = peer.made(filled(kind_of, dtype_of, base, seed, elements), view_of)
                    if name != written:
                        kept[key] = made
                else:
                    made = kept[key]
                given.append(made)
            names = [name for name, _, _ in inputs]
            f = eval(f"lambda {', '.join(names)}: {expression.removeprefix('eager:')}", peer.names)
            f = peer.compiled(f, given, expression)
            result = f(*given)
            if result is None:
                result = given[names.index(written)]
            peer.wait(result)
            result_bytes = bytes_of(result) if hasattr(result, 'dtype') else 8
            x = peer.back(given[0]) if case.get('check') == 'taken' else None
            row = {'peer': GIVEN.peer, 'workload': workload, 'n': math.prod(shape), 'dtype': dtype}
            checksum = checksum_of(peer.back(result), case.get('check'), x)
            del result
            if not GIVEN.check:
                median, least = seconds_a_call(f, given, peer.wait)
                moved = sum(bytes_of(a) for a, name in zip(given, names) if name != written) + result_bytes
                row |= {'ms_median': 1e3 * median, 'ms_min': 1e3 * least, 'bytes_moved': moved, 'gbps': moved / median * 1e-9}
            row |= checksum
            row |= {'tolerance': case['tolerance']} if 'tolerance' in case else {}
            row |= {'check': 'random'} if case.get('check') == 'random' else {}
            print(json.dumps(row), file=out, flush=True)
        except Exception as error:  # a call that a peer has in no version of it, or not for the dtype
            failed += 1
            print(f'\npeers.py: {workload}, {dtype}: {GIVEN.peer}: {str(error).splitlines()[0] if str(error) else type(error).__name__}',
                  file=sys.stderr)
    if not todo:
        sys.exit(f'peers.py: --with {GIVEN.peer} has no call that --match finds: {GIVEN.match}')
    print(f'\n{GIVEN.peer}: {len(todo) - failed} calls, {failed} that it has not', file=sys.stderr)


main()
