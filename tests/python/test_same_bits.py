"""Every public function gives the same bits on all devices of the build. A table has a call of each: a function without a row fails."""
import functools
import hashlib
import types

import acre
import numpy as np
import pytest


class Inputs:
    """Arrays on a device: of more elements than a block, a tile or a vector has."""

    def __init__(self, device):
        random = np.random.default_rng(11)

        def on(x):
            return acre.asarray(np.ascontiguousarray(x), device=device, copy=True)
        self.device = device
        self.x = on(random.normal(size=5003) * np.exp(2 * random.normal(size=5003)))
        self.y = on(random.normal(size=5003))
        self.u = on(random.uniform(-1, 1, 5003))
        self.p = on(random.uniform(0.01, 30, 5003))
        self.f = on((random.normal(size=5003) * 10).astype('float32'))
        self.h = acre.astype(self.f[:500], 'float16')
        self.z = on(random.normal(size=1001) + 1j * random.normal(size=1001))
        self.i = on(random.integers(-40, 40, 5003))
        self.j = on(random.integers(1, 9, 5003).astype('int32'))
        self.n = on(random.integers(0, 255, 5003).astype('uint8'))
        self.b = on(random.integers(0, 2, 5003).astype(bool))
        self.gaps = on(np.where(random.uniform(size=5003) < 0.1, np.nan, random.normal(size=5003)))
        self.m = on(random.normal(size=(70, 90)).astype('float32'))
        self.w = on(random.normal(size=(90, 40)).astype('float32'))
        self.t = on(random.normal(size=(6, 7, 8)))
        self.tall = on(random.normal(size=(4097, 5)))
        self.zeros = on(np.array([0.0, 0, 3, 0, 4, 0]))
        self.v3 = on(random.normal(size=(200, 3)))
        square = random.normal(size=(4, 6, 6))
        self.square = on(square)
        self.spd = on(square @ square.transpose(0, 2, 1) + 6 * np.eye(6))
        self.index = on(random.integers(-70, 70, 300))
        self.sorted = acre.sort(self.x)
        counts = random.integers(0, 9, 500)
        counts[[7, 300]] = 3000, 0
        self.lists = acre.lists.unflatten(acre.concatenate([self.x] * 2)[:int(counts.sum())], counts)
        self.whole = acre.lists.unflatten(acre.astype(self.n[:100], 'int8'), [60, 0, 1, 39])


def of(names, call):
    """A row for each of several names."""
    return {name: functools.partial(lambda name, s: call(getattr(acre, name), s), name) for name in names.split()}


def written(change):
    """What an array is after something has written it."""
    def call(s):
        x = s.x.copy()
        change(x, s)
        return x
    return call


A = acre
CALLS = {
    # elements
    **of('absolute abs negative sign square reciprocal floor ceil trunc fix rint round around positive isnan isinf isfinite isposinf isneginf '
         'signbit real imag conjugate conj angle isreal iscomplex exp exp2 expm1 sin cos tan arctan atan sinh cosh tanh arcsinh asinh erf erfc '
         'lgamma tgamma deg2rad radians rad2deg degrees sinc modf_fraction modf_whole frexp_mantissa frexp_exponent spacing fabs '
         'logical_not cbrt softplus', lambda f, s: [f(x) for x in (s.x, s.f, s.i, s.n)] + [f(s.h) if f is not acre.spacing else None]),
    **of('sqrt log log2 log10 log1p i0', lambda f, s: [f(s.p), f(acre.abs(s.f))]),
    **of('arcsin asin arccos acos arctanh atanh', lambda f, s: [f(s.u), f(acre.astype(s.u, 'float32'))]),
    **of('arccosh acosh', lambda f, s: f(s.p + 1)),
    **of('invert bitwise_not bitwise_invert bitwise_count', lambda f, s: [f(s.i), f(s.n), f(s.b)]),
    **of('add subtract multiply true_divide divide maximum minimum fmax fmin equal not_equal less less_equal greater greater_equal '
         'logical_and logical_or logical_xor arctan2 atan2 hypot logaddexp logaddexp2 copysign nextafter heaviside floor_divide '
         'remainder mod fmod', lambda f, s: [f(s.x, s.y), f(s.f, 0.5), f(s.i, s.j), f(s.x, s.i)]),
    **of('power pow float_power', lambda f, s: [f(s.p, s.u), f(s.p, s.j), f(s.f, 2)]),
    **of('bitwise_and bitwise_or bitwise_xor left_shift right_shift bitwise_left_shift bitwise_right_shift gcd lcm',
         lambda f, s: [f(s.i, s.j), f(s.n, 3)]),
    'ldexp': lambda s: A.ldexp(s.x, s.i),
    'divmod': lambda s: A.divmod(s.x, s.u),
    'clip': lambda s: A.clip(s.x, -1, s.p),
    'where': lambda s: [A.where(s.x > 0, s.x, s.i), A.where(s.b)],
    'select': lambda s: A.select([s.x > 1, s.b], [s.x, s.y], 3),
    'isclose': lambda s: A.isclose(s.x, s.y, rtol=0.5),
    'allclose': lambda s: A.allclose(s.x, s.x + 1e-9),
    'array_equal': lambda s: A.array_equal(s.x, s.x),
    'nan_to_num': lambda s: A.nan_to_num(s.gaps, nan=7),
    'astype': lambda s: [A.astype(s.x, d) for d in ('int8', 'uint16', 'float32', 'float16', 'bfloat16', 'bool', 'complex64')],
    # reductions, of rows, columns and everything
    **of('sum prod mean max amax min amin any all count_nonzero nansum nanprod nanmean nanmax nanmin argmax argmin nanargmax nanargmin var '
         'std nanvar nanstd', lambda f, s: [f(s.x), f(s.m, axis=0), f(s.m, axis=1), f(s.tall, axis=0), f(s.i), f(s.gaps), f(s.h)]),
    **of('cumsum cumprod nancumsum nancumprod cummax cummin', lambda f, s: [f(s.x), f(s.u), f(s.m, axis=0), f(s.i)]),
    **of('cumulative_sum cumulative_prod', lambda f, s: [f(s.x), f(s.m, axis=1, include_initial=True)]),
    **of('median nanmedian', lambda f, s: [f(s.x), f(s.m, axis=0), f(s.gaps)]),
    **of('quantile nanquantile', lambda f, s: [f(s.x, [0.1, 0.7]), f(s.m, 0.3, axis=1, method='nearest')]),
    **of('percentile nanpercentile', lambda f, s: f(s.x, 33)),
    'average': lambda s: A.average(s.x, weights=s.p),
    'ptp': lambda s: A.ptp(s.m, axis=1),
    'cov': lambda s: A.cov(s.v3.T),
    'corrcoef': lambda s: A.corrcoef(s.v3.T),
    'histogram': lambda s: A.histogram(s.x, 40, (-5, 5), weights=s.p),
    'bincount': lambda s: [A.bincount(s.j), A.bincount(s.j, s.x)],
    'digitize': lambda s: A.digitize(s.x, A.sort(s.y[:20])),
    # order
    'sort': lambda s: [A.sort(s.x), A.sort(s.m, axis=0, descending=True), A.sort(s.gaps)],
    'argsort': lambda s: [A.argsort(s.j), A.argsort(s.m, axis=1)],
    'partition': lambda s: A.partition(s.x, 100)[100],
    'argpartition': lambda s: s.x[A.argpartition(s.x, 100)[100]],
    'top_k': lambda s: A.top_k(s.x, 5),
    'lexsort': lambda s: A.lexsort((s.x, s.j)),
    'searchsorted': lambda s: A.searchsorted(s.sorted, s.y, side='right'),
    **of('unique_all unique_counts unique_inverse unique_values', lambda f, s: [f(s.i), f(s.f[:100])]),
    'unique': lambda s: A.unique(s.i, return_index=True, return_inverse=True, return_counts=True),
    'isin': lambda s: A.isin(s.i, s.j),
    **of('intersect1d union1d setdiff1d setxor1d', lambda f, s: f(s.i, A.astype(s.j, 'int64'))),
    # views and new orders
    'copy': lambda s: A.copy(s.m.T), 'ascontiguousarray': lambda s: A.ascontiguousarray(s.m.T), 'reshape': lambda s: A.reshape(s.m.T, (63, 100)),
    'ravel': lambda s: A.ravel(s.m.T), **of('shares_memory may_share_memory', lambda f, s: f(s.m, s.m.T)), 'transpose': lambda s: A.transpose(s.t),
    'permute_dims': lambda s: A.permute_dims(s.t, (2, 0, 1)), 'matrix_transpose': lambda s: A.matrix_transpose(s.t),
    'rollaxis': lambda s: A.rollaxis(s.t, 2), 'apply_along_axis': lambda s: A.apply_along_axis(A.cumsum, 1, s.t), 'cross': lambda s: A.cross(s.v3, s.v3 + 1),
    'diag_indices_from': lambda s: A.diag_indices_from(s.square[0]),
    'moveaxis': lambda s: A.moveaxis(s.t, 0, 2), 'swapaxes': lambda s: A.swapaxes(s.t, 0, 1), 'squeeze': lambda s: A.squeeze(s.t[:1]),
    'expand_dims': lambda s: A.expand_dims(s.m, axis=1), 'broadcast_to': lambda s: A.broadcast_to(s.m, (2, 70, 90)),
    'broadcast_arrays': lambda s: A.broadcast_arrays(s.m, s.m[:1]), 'broadcast_shapes': lambda s: A.broadcast_shapes((3, 1), (4,)),
    **of('atleast_1d atleast_2d atleast_3d', lambda f, s: f(s.x)), **of('flip flipud fliplr rot90', lambda f, s: f(s.m)),
    'roll': lambda s: A.roll(s.m, (3, -2), (0, 1)), 'repeat': lambda s: [A.repeat(s.x, 2), A.repeat(s.x, s.j)], 'tile': lambda s: A.tile(s.m, (2, 1)),
    'concatenate': lambda s: A.concatenate([s.x, s.i]), 'concat': lambda s: A.concat([s.m, s.m], axis=1), 'stack': lambda s: A.stack([s.x, s.y], axis=1),
    **of('vstack hstack dstack column_stack', lambda f, s: f([s.x, s.y])), 'unstack': lambda s: A.unstack(s.v3, axis=1),
    'split': lambda s: A.split(s.m, 7), 'array_split': lambda s: A.array_split(s.x, 3), 'diagonal': lambda s: A.diagonal(s.m, 3),
    'diag': lambda s: A.diag(s.x[:40], 1), **of('tril triu', lambda f, s: f(s.m, 1)),
    'pad': lambda s: [A.pad(s.m, 3, mode) for mode in ('constant', 'edge', 'reflect', 'wrap', 'mean')], 'append': lambda s: A.append(s.x, s.y),
    'insert': lambda s: A.insert(s.x, 5, 1.5), 'delete': lambda s: A.delete(s.x, [3, 9]), 'trim_zeros': lambda s: A.trim_zeros(s.zeros),
    'sliding_window_view': lambda s: A.sliding_window_view(s.m, 4, axis=1),
    'unwrap': lambda s: A.unwrap(A.cumsum(s.y)), **of('hsplit vsplit', lambda f, s: f(s.m, 2)), 'dsplit': lambda s: A.dsplit(s.t, 2),
    'diagflat': lambda s: A.diagflat(s.x[:30]), 'resize': lambda s: A.resize(s.v3, (50, 20)),
    # by index
    'take': lambda s: A.take(s.m, s.index, axis=0), 'take_along_axis': lambda s: A.take_along_axis(s.m, A.argsort(s.m, axis=0), axis=0),
    'put': written(lambda x, s: A.put(x, s.index, s.y[:300])),
    'put_along_axis': written(lambda x, s: A.put_along_axis(x, A.argsort(s.y), s.y, axis=0)),
    'compress': lambda s: A.compress(s.b[:70], s.m, axis=0), 'extract': lambda s: A.extract(s.b, s.x),
    'choose': lambda s: A.choose(A.astype(s.b, 'int64'), [s.x, s.y]), **of('nonzero argwhere flatnonzero', lambda f, s: f(s.b)),
    'unravel_index': lambda s: A.unravel_index(A.abs(s.index), (9, 9)),
    'scatter_add': written(lambda x, s: A.scatter_add(x, s.index, s.y[:300])), 'scatter_max': written(lambda x, s: A.scatter_max(x, s.index, s.y[:300])),
    'scatter_min': written(lambda x, s: A.scatter_min(x, s.index, s.y[:300])),
    'fill_diagonal': written(lambda x, s: A.fill_diagonal(x[:4900].reshape(70, 70), 7)), 'copyto': written(lambda x, s: A.copyto(x, s.y, where=s.b)),
    'putmask': written(lambda x, s: A.putmask(x, s.b, s.y)), 'place': written(lambda x, s: A.place(x, s.b, s.y[:7])),
    'ix_': lambda s: A.ix_(s.index, s.index[:5]), 'indices': lambda s: A.indices((5, 6), device=s.device),
    'fromfunction': lambda s: A.fromfunction(lambda i, j: i * 0.1 + j, (5, 6), device=s.device),
    'ravel_multi_index': lambda s: A.ravel_multi_index((A.abs(s.index), A.abs(s.index) % 7), (71, 7)),
    **of('tril_indices triu_indices', lambda f, s: f(9, 1, device=s.device)), **of('tril_indices_from triu_indices_from', lambda f, s: f(s.m)),
    'diag_indices': lambda s: A.diag_indices(9, device=s.device), 'piecewise': lambda s: A.piecewise(s.x, [s.x < 0, s.x > 1], [A.abs, 3.0, A.sqrt]),
    # numerical
    'diff': lambda s: A.diff(s.m, n=2, axis=0), 'ediff1d': lambda s: A.ediff1d(s.x), 'gradient': lambda s: A.gradient(s.m, 0.1),
    'trapezoid': lambda s: A.trapezoid(s.x, dx=0.1), 'interp': lambda s: A.interp(s.y, s.sorted, s.u), 'convolve': lambda s: A.convolve(s.x, s.y[:31]),
    'modf': lambda s: A.modf(s.x), 'frexp': lambda s: A.frexp(s.f), 'histogramdd': lambda s: A.histogramdd([s.x, s.y], 9),
    'histogram2d': lambda s: A.histogram2d(s.x, s.y, 9, weights=s.p), 'correlate': lambda s: A.correlate(s.x, s.y[:31]), 'polyval': lambda s: A.polyval(s.y[:5], s.u),
    # products
    'matmul': lambda s: [A.matmul(s.m, s.w), A.matmul(s.square, s.spd)], 'dot': lambda s: [A.dot(s.x, s.y), A.dot(s.m, s.w)],
    'inner': lambda s: A.inner(s.x, s.y), 'vdot': lambda s: A.vdot(s.z, s.z), 'kron': lambda s: A.kron(s.m[:5], s.w[:4]),
    'matvec': lambda s: A.matvec(s.w, s.f[:40]), 'vecmat': lambda s: A.vecmat(s.f[:90], s.w), 'vecdot': lambda s: A.vecdot(s.v3, s.v3 + 1),
    'outer': lambda s: A.outer(s.x[:50], s.y[:60]), 'tensordot': lambda s: A.tensordot(s.m, s.w, axes=1), 'einsum': lambda s: A.einsum('ij,jk->ki', s.m, s.w),
    'trace': lambda s: A.trace(s.m),
    # new ones
    **of('asarray asanyarray', lambda f, s: f([1.5, 2], device=s.device)), 'frombuffer': lambda s: A.frombuffer(bytes(range(16)), 'int16', device=s.device), 'array': lambda s: A.array([[1, 2]], device=s.device, ndmin=3),
    'empty': lambda s: A.empty((2, 3), device=s.device).shape, 'empty_like': lambda s: A.empty_like(s.m).shape,
    **of('zeros ones', lambda f, s: f((3, 4), device=s.device)), 'full': lambda s: A.full((3, 4), 0.1, device=s.device),
    **of('zeros_like ones_like', lambda f, s: f(s.m)), 'full_like': lambda s: A.full_like(s.m, 3), 'arange': lambda s: A.arange(0, 5, 0.1, device=s.device),
    'linspace': lambda s: A.linspace(0, 1, 1001, device=s.device), 'logspace': lambda s: A.logspace(0, 3, 1001, device=s.device),
    'geomspace': lambda s: A.geomspace(1, 1000, 1001, device=s.device), 'eye': lambda s: A.eye(5, 6, 1, device=s.device), 'identity': lambda s: A.identity(5, device=s.device),
    'tri': lambda s: A.tri(5, device=s.device), 'vander': lambda s: A.vander(s.u[:100], 6), 'meshgrid': lambda s: A.meshgrid(s.x[:9], s.y[:8]),
    **of('hanning hamming blackman bartlett', lambda f, s: f(101, device=s.device)), 'kaiser': lambda s: A.kaiser(101, 8.6, device=s.device),
    # what has no array in it, or tells of it
    **of('shape size ndim isscalar iscomplexobj isrealobj', lambda f, s: f(s.m)), 'array_equiv': lambda s: A.array_equiv(s.m, s.m[:1]),
    'can_cast': lambda s: A.can_cast(s.f, 'float64'), 'isdtype': lambda s: A.isdtype(s.f.dtype, 'real floating'),
    'promote_types': lambda s: A.promote_types('int8', 'float32').name, 'result_type': lambda s: A.result_type(s.f, 1j).name,
    'asnumpy': lambda s: A.asnumpy(s.m).tobytes(), 'get_array_module': lambda s: A.get_array_module(s.m).__name__,
    'from_dlpack': lambda s: A.from_dlpack(s.m), 'cross_check': lambda s: A.cross_check(A.sqrt, s.p, devices=[s.device]),
    'fuse': lambda s: A.fuse(lambda x: x + 1)(s.x) if compiles() else None,
}

# Of files, queues, memory, texts and terminals, which have tests of their own, and of LAPACK's least squares.
ELSEWHERE = {'save', 'savez', 'savez_compressed', 'load', 'get_current_stream', 'get_elapsed_time', 'get_default_memory_pool', 'get_default_pinned_memory_pool',
             'benchmark', 'progress', 'polyfit', 'empty_pinned', 'zeros_pinned', 'empty_like_pinned', 'zeros_like_pinned', 'array_repr',
             'array_str', 'array2string', 'ndindex', 'issubdtype'}

LINALG = {
    'cross': lambda s: A.linalg.cross(s.v3, s.v3 + 1), 'diagonal': lambda s: A.linalg.diagonal(s.square), 'trace': lambda s: A.linalg.trace(s.square),
    'outer': lambda s: A.linalg.outer(s.x[:9], s.y[:9]), 'vector_norm': lambda s: [A.linalg.vector_norm(s.x), A.linalg.vector_norm(s.m, axis=0, ord=1)],
    'matrix_norm': lambda s: A.linalg.matrix_norm(s.square), 'norm': lambda s: A.linalg.norm(s.m), **{k: CALLS[k] for k in ('matmul', 'matrix_transpose', 'tensordot', 'vecdot')},
}
FFT = {'fftfreq': lambda s: A.fft.fftfreq(31, 0.1, device=s.device), 'rfftfreq': lambda s: A.fft.rfftfreq(31, device=s.device),
       'fftshift': lambda s: A.fft.fftshift(s.m), 'ifftshift': lambda s: A.fft.ifftshift(s.m)}
# On a GPU a vendor's library, whose bits are its own: these are compared on CPUs.
LINALG_OF_VENDORS = {
    **{name: functools.partial(lambda name, s: getattr(A.linalg, name)(s.spd), name)
       for name in 'cholesky cond det eig eigh eigvals eigvalsh inv matrix_rank pinv qr slogdet svd svdvals'.split()},
    'lstsq': lambda s: A.linalg.lstsq(s.v3, s.x[:200]), 'matrix_power': lambda s: A.linalg.matrix_power(s.square, 3), 'solve': lambda s: A.linalg.solve(s.spd, s.square)}
FFT_OF_VENDORS = {name: functools.partial(lambda name, s: getattr(A.fft, name)(s.m if name in REAL else s.z[:960].reshape(30, 32)), name)
                  for name in 'fft fft2 fftn hfft ifft ifft2 ifftn ihfft irfft irfft2 irfftn rfft rfft2 rfftn'.split()}
REAL = {'ihfft', 'rfft', 'rfft2', 'rfftn'}
LISTS = {
    **{name: functools.partial(lambda name, s: [getattr(A.lists, name)(x) for x in (s.lists, s.whole)], name)
       for name in 'sum prod mean max min any all count_nonzero argmax argmin nansum nanmean nanmax nanmin sort argsort count local_index list_index '
                   'flatten'.split()},
    **{name: functools.partial(lambda name, s: getattr(A.lists, name)(s.lists[100:200]), name) for name in ('combinations', 'argcombinations')},
    **{name: functools.partial(lambda name, s: getattr(A.lists, name)(s.lists[100:200], s.lists[200:300]), name) for name in ('cartesian', 'argcartesian')},
    'first': lambda s: A.lists.first(s.lists, 0), 'last': lambda s: A.lists.last(s.lists, 0), 'pad': lambda s: A.lists.pad(s.lists, 4, -1),
    'pad_mask': lambda s: A.lists.pad_mask(s.lists, 4), 'concatenate': lambda s: A.lists.concatenate([s.lists, s.lists], axis=1),
    'broadcast': lambda s: A.lists.broadcast(s.x[:len(s.lists)], s.lists), 'zip': lambda s: A.lists.zip(s.lists, s.x[:len(s.lists)]),
    'unflatten': lambda s: A.lists.unflatten(s.x, [5000, 0, 3]), 'from_offsets': lambda s: A.lists.from_offsets([0, 7, 7, 90], s.x),
    'from_lists': lambda s: A.lists.from_lists([[1.5], [], [2, 3]], device=s.device)}
TABLES = {'group_by': lambda s: [getattr(A.tables.group_by(s.j, s.n % 3), name)(s.x, s.f) for name in A._acre.group_reductions()]}
DRAWS = {name: functools.partial(lambda call, s: call(A.random.default_rng(5), s.device), call) for name, call in {
    'random': lambda g, d: g.random((70, 80), device=d), 'uniform': lambda g, d: g.uniform(2, 3, 5000, device=d),
    'normal': lambda g, d: g.normal(1, 2, 5000, device=d), 'standard_normal': lambda g, d: g.standard_normal(5000, 'float32', device=d),
    'exponential': lambda g, d: g.exponential(2.0, 5000, device=d), 'integers': lambda g, d: g.integers(0, 1000, 5000, device=d),
    'permutation': lambda g, d: g.permutation(5000, device=d), 'lognormal': lambda g, d: g.lognormal(0, 1, 5000, device=d),
    'multivariate_normal': lambda g, d: g.multivariate_normal([0.0, 1.0], [[2.0, 0.5], [0.5, 1.0]], 500, device=d),
    'standard_exponential': lambda g, d: g.standard_exponential(5000, device=d), 'gamma': lambda g, d: g.gamma(2.5, 1.0, 5000, device=d),
    'beta': lambda g, d: g.beta(2.0, 3.0, 5000, device=d), 'poisson': lambda g, d: g.poisson(4.0, 5000, device=d),
    'binomial': lambda g, d: g.binomial(20, 0.3, 5000, device=d), 'choice': lambda g, d: [g.choice(100, 500, device=d), g.choice(100, 50, replace=False, device=d),
                                g.choice(4, 3, replace=False, p=[0.1, 0.2, 0.3, 0.4], device=d)],
    'shuffle': lambda g, d: shuffled(g, acre.arange(5000, device=d))}.items()}


def shuffled(g, x):
    g.shuffle(x)
    return x




def functions_of(module):
    names = getattr(module, '__all__', vars(module))
    return {name for name in names if not name.startswith('_') and isinstance(getattr(module, name), types.FunctionType)}


@functools.cache
def compiles():
    try:
        acre.ElementwiseKernel('float32 x', 'float32 y', 'y = x')(acre.zeros(1, 'float32'))
    except acre.exceptions.BackendError:
        return False
    return True


def test_every_function_has_a_row():
    assert functions_of(acre) - ELSEWHERE == set(CALLS), (functions_of(acre) - ELSEWHERE) ^ set(CALLS)
    linalg = {*LINALG, *(LINALG_OF_VENDORS if hasattr(acre.linalg, 'solve') else ())}
    assert functions_of(acre.linalg) == linalg, functions_of(acre.linalg) ^ linalg
    if hasattr(acre, 'fft'):
        assert functions_of(acre.fft) == {*FFT, *FFT_OF_VENDORS}, functions_of(acre.fft) ^ {*FFT, *FFT_OF_VENDORS}
    assert functions_of(acre.random.Generator) == set(DRAWS), functions_of(acre.random.Generator) ^ set(DRAWS)
    # the module's functions are those of a generator that all share
    assert functions_of(acre.random) - set(DRAWS) == {'default_rng', 'rand', 'randint', 'randn', 'random_sample', 'seed'}, functions_of(acre.random)
    assert functions_of(acre.lists) == set(LISTS), functions_of(acre.lists) ^ set(LISTS)
    assert functions_of(acre.tables) == set(TABLES), functions_of(acre.tables) ^ set(TABLES)


def canonical(x):
    """Host bytes, in which a NaN is a NaN: processors make its bits differently."""
    values = acre.asnumpy(acre.astype(x, 'float32') if x.dtype.name in ('float16', 'bfloat16') else x)
    if values.dtype.kind in 'fc':
        parts = values.view(values.real.dtype) if values.ndim else values.reshape(1).view(values.real.dtype)
        parts[np.isnan(parts)] = np.nan
    return values.tobytes()


def digest(x, to=None):
    to = hashlib.sha256() if to is None else to
    if isinstance(x, acre.ndarray):
        to.update(f'{x.dtype.name} {x.shape}'.encode() + canonical(x))
    elif isinstance(x, (tuple, list)):
        for each in x:
            digest(each, to)
    elif hasattr(x, '__acre_parts__'):
        for _, each in x.__acre_parts__():
            digest(each, to)
    else:
        to.update(repr(x).encode())
    return to.hexdigest()


inputs = functools.cache(Inputs)
ROWS = {**CALLS, **{f'linalg.{n}': c for n, c in LINALG.items()}, **{f'fft.{n}': c for n, c in FFT.items() if hasattr(acre, 'fft')},
        **{f'random.{n}': c for n, c in DRAWS.items()}, **{f'lists.{n}': c for n, c in LISTS.items()},
        **{f'tables.{n}': c for n, c in TABLES.items()}}
HOST_ROWS = {**{f'linalg.{n}': c for n, c in LINALG_OF_VENDORS.items() if hasattr(acre.linalg, 'solve')},
             **{f'fft.{n}': c for n, c in FFT_OF_VENDORS.items() if hasattr(acre, 'fft')}}


@pytest.mark.parametrize('name', [*ROWS, *HOST_ROWS])
def test_one_hash(name):
    devices = [d for d in acre.devices() if name in ROWS or acre._acre.is_on_host(acre.zeros(1, device=d))]
    made = {str(device): digest((ROWS.get(name) or HOST_ROWS[name])(inputs(device))) for device in devices}
    assert len(set(made.values())) == 1, made


def test_cross_check():
    x = acre.asnumpy(inputs(acre.devices()[0]).x)
    total = acre.cross_check(lambda x: {'sum': acre.sum(x), 'parts': (acre.sqrt(abs(x)), 3)}, acre.asarray(x))
    assert float(total['sum']) == float(acre.sum(acre.asarray(x))) and total['parts'][1] == 3
    devices = acre.devices()
    with pytest.raises(IndexError):
        acre.cross_check(lambda x: x[10**6], acre.asarray(x))
    with pytest.raises(ValueError, match='no device'):
        acre.cross_check(acre.sqrt, acre.asarray(x), devices=[])
    acre.cross_check(lambda x: (np.float32(1), {1}, range(3), x.dtype, None, x.shape, 'text', b'b', 1, 2.5, 1j, np.array(['a'])), acre.zeros(2))
    if len(devices) < 2:
        pytest.skip('this build has one device')

    first = acre.devices()[0]
    for one, other, text in ((np.zeros(2), np.ones(2), '2 of 2 elements'), (np.float32(1), np.float32(2), '1 of 1 elements'),
                             (np.zeros(2), np.zeros(3), 'shape'), (np.zeros(2), np.zeros(2, 'float32'), 'format'), (np.zeros(2), [0, 0], '1 and 2 results'),
                             (np.array(['a']), np.array(['b']), 'a'), (bytearray(b'a'), bytearray(b'b'), '97'), ({1}, {2}, r'\{1\}'),
                             (acre.float32, acre.float64, 'float32'), (np.float64(0.0), np.float64(-0.0), 'elements')):
        with pytest.raises(acre.exceptions.MismatchError, match=text):
            acre.cross_check(lambda x: one if x.device == first else other, acre.zeros(2))
    acre.cross_check(lambda x: np.full(2, np.nan) if x.device == first else -np.full(2, np.nan), acre.zeros(1))
    for unknown in (lambda x: object(), lambda x: x.device, lambda x: (n for n in [1])):
        with pytest.raises(acre.exceptions.DTypeError, match='does not know how to compare'):
            acre.cross_check(unknown, acre.zeros(2))

    def depends(x):
        if x.device == devices[-1]:
            x[2, 1] = -0.0
        return x[0]
    with pytest.raises(acre.exceptions.MismatchError, match=r'depends on .*argument \[0\] differs: 1 of 6 elements, first at \(2, 1\): 0.0 \(bits 0+\) and -0.0'):
        acre.cross_check(depends, acre.zeros((3, 2)))
    with pytest.raises(AssertionError, match='dtype float64 and float32'):
        acre.cross_check(lambda x: x if x.device == devices[0] else x.astype('float32'), acre.zeros(2))
    with pytest.raises(AssertionError, match=r'\(3,\) and \(2,\)'):
        acre.cross_check(lambda x: x if x.device == devices[0] else x[1:], acre.zeros(3))
    with pytest.raises(AssertionError, match='no error and ValueError: no'):
        def fails(x):
            if x.device != devices[0]:
                raise ValueError('no')
        acre.cross_check(fails, acre.zeros(3))

    def nan(x):  # (of its bits, as GPUs give each NaN that they compute the same ones)
        return acre.asarray([0x7ff8000000000000 + (x.device == devices[0])], dtype='uint64').view('float64')
    acre.cross_check(nan, acre.zeros(1))
    with pytest.raises(AssertionError, match='bits 7ff8'):
        acre.cross_check(nan, acre.zeros(1), nan_bits=True)
