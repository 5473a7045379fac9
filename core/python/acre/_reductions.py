"""Reductions, scans and statistics. They have one order of additions, and so the same bits, on every device."""

from . import _acre
from ._integers import is_integer
from ._named import named
from ._out import into
from .exceptions import DTypeError, ValueError

_range = range

__all__ = ['all', 'amax', 'amin', 'any', 'argmax', 'argmin', 'average', 'bincount', 'corrcoef', 'count_nonzero', 'cov', 'cummax',
           'cummin', 'cumprod', 'cumsum', 'cumulative_prod', 'cumulative_sum', 'digitize', 'histogram', 'histogram2d', 'histogramdd',
           'max', 'mean', 'median', 'min', 'nancumprod', 'nancumsum', 'nanargmax', 'nanargmin', 'nanmax', 'nanmean', 'nanmedian',
           'nanmin', 'nanpercentile', 'nanprod', 'nanquantile', 'nanstd', 'nansum', 'nanvar', 'percentile', 'prod', 'ptp', 'quantile',
           'std', 'sum', 'var']


def _reduced(name, doc, with_dtype=False):
    if with_dtype:
        def function(x, /, axis=None, dtype=None, out=None, *, keepdims=False, initial=None, where=None):
            if out is not None:
                return into(out, function(x, axis, dtype, keepdims=keepdims, initial=initial, where=where))
            if initial is None and where is None:
                return _acre.reduce(name, x, axis, keepdims, dtype, 0)
            return _acre.reduce_where(name, x, axis, keepdims, dtype, 0, where, initial)
    elif name in ('any', 'all', 'count_nonzero', 'mean', 'nanmean'):
        def function(x, /, axis=None, *, out=None, keepdims=False, where=None):
            if out is not None:
                return into(out, function(x, axis, keepdims=keepdims, where=where))
            if where is None:
                return _acre.reduce(name, x, axis, keepdims, None, 0)
            return _acre.reduce_where(name, x, axis, keepdims, None, 0, where, None)
    else:
        def function(x, /, axis=None, out=None, *, keepdims=False, initial=None, where=None):
            if out is not None:
                return into(out, function(x, axis, keepdims=keepdims, initial=initial, where=where))
            if initial is None and where is None:
                return _acre.reduce(name, x, axis, keepdims, None, 0)
            return _acre.reduce_where(name, x, axis, keepdims, None, 0, where, initial)
    return named(function, name, f'{doc} Along an axis or several, or of all.')


sum = _reduced('sum', 'Sums; of small integers in 64 bits.', with_dtype=True)
prod = _reduced('prod', 'Products; of small integers in 64 bits.', with_dtype=True)
nansum = _reduced('nansum', 'Sums without NaN.', with_dtype=True)
nanprod = _reduced('nanprod', 'Products without NaN.', with_dtype=True)
max = amax = _reduced('max', 'The largest elements; NaN where there is one.')
min = amin = _reduced('min', 'The smallest elements; NaN where there is one.')
nanmax = _reduced('nanmax', 'The largest elements without NaN.')
nanmin = _reduced('nanmin', 'The smallest elements without NaN.')
mean = _reduced('mean', 'Means.')
nanmean = _reduced('nanmean', 'Means without NaN.')
any = _reduced('any', 'Whether an element is not zero.')
all = _reduced('all', 'Whether no element is zero.')
count_nonzero = _reduced('count_nonzero', 'How many elements are not zero.')


def _position(name):
    def function(x, /, axis=None, *, keepdims=False):
        return _acre.reduce(name, x, axis, keepdims, None, 0)
    return named(function, name, f'The position of the first {"largest" if "max" in name else "smallest"} element, along an axis or of all.')


argmax, argmin = _position('argmax'), _position('argmin')
nanargmax, nanargmin = _position('nanargmax'), _position('nanargmin')


def _spread(name, x, axis, correction, keepdims):
    whole = int(correction // 1)
    made = _acre.reduce(name, x, axis, keepdims, None, whole)
    if whole == correction:
        return made
    count = _acre.reduce('count_nonzero', x == x, axis, keepdims, None, 0)  # of nanvar the numbers alone
    ratio = (count - whole) / _acre.binary('maximum', count - float(correction), 0.0)
    return _acre.astype(made * (ratio if name.endswith('var') else _acre.unary('sqrt', ratio)), made.dtype)


def var(x, /, axis=None, *, correction=0, ddof=None, keepdims=False):
    """Variances; correction, NumPy's ddof, is what the number of elements is less in the divisor."""
    return _spread('var', x, axis, correction if ddof is None else ddof, keepdims)


def std(x, /, axis=None, *, correction=0, ddof=None, keepdims=False):
    """Standard deviations; correction as var()'s."""
    return _spread('std', x, axis, correction if ddof is None else ddof, keepdims)


def nanvar(x, /, axis=None, *, correction=0, ddof=None, keepdims=False):
    """Variances without NaN."""
    return _spread('nanvar', x, axis, correction if ddof is None else ddof, keepdims)


def nanstd(x, /, axis=None, *, correction=0, ddof=None, keepdims=False):
    """Standard deviations without NaN."""
    return _spread('nanstd', x, axis, correction if ddof is None else ddof, keepdims)


def cumsum(x, /, axis=None, dtype=None, out=None):
    """What is summed up to each element; of all in C order without an axis."""
    made = _acre.scan('cumsum', x, axis, dtype, False)
    return made if out is None else into(out, made)


def cumprod(x, /, axis=None, dtype=None, out=None):
    """What is multiplied up to each element."""
    made = _acre.scan('cumprod', x, axis, dtype, False)
    return made if out is None else into(out, made)


def nancumsum(x, /, axis=None, dtype=None):
    return _acre.scan('nancumsum', x, axis, dtype, False)


def nancumprod(x, /, axis=None, dtype=None):
    return _acre.scan('nancumprod', x, axis, dtype, False)


def cummax(x, /, axis=None):
    """The largest element so far, NumPy's maximum.accumulate."""
    return _acre.scan('cummax', x, axis, None, False)


def cummin(x, /, axis=None):
    """The smallest element so far, NumPy's minimum.accumulate."""
    return _acre.scan('cummin', x, axis, None, False)


def _cumulative(name, x, axis, dtype, include_initial):
    if axis is None:
        if x.ndim != 1:
            raise ValueError('For arrays which have more than one dimension ``axis`` argument is required.')
        axis = 0
    return _acre.scan(name, x, axis, dtype, include_initial)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    return _cumulative('cumsum', x, axis, dtype, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    return _cumulative('cumprod', x, axis, dtype, include_initial)


def _quantiles(name):
    def function(x, q, /, axis=None, *, method='linear', keepdims=False, weights=None):
        if not isinstance(q, (int, float, _acre.ndarray)):
            q = _acre.asarray(q, 'float64', x.device, None)
        return _acre.quantile(name, x, q, axis, method, keepdims, weights)
    return named(function, name, 'Values below which a part q of the elements lies (of percentile in hundredths), by NumPy\'s methods.')


quantile, percentile = _quantiles('quantile'), _quantiles('percentile')
nanquantile, nanpercentile = _quantiles('nanquantile'), _quantiles('nanpercentile')


def median(x, /, axis=None, *, keepdims=False):
    return _acre.median('median', x, axis, keepdims)


def nanmedian(x, /, axis=None, *, keepdims=False):
    return _acre.median('nanmedian', x, axis, keepdims)


def average(x, /, axis=None, weights=None, *, keepdims=False):
    """sum(x * weights) / sum(weights)."""
    return _acre.average(x, weights, axis, keepdims)


def ptp(x, /, axis=None, *, keepdims=False):
    """The largest element less the smallest."""
    return _acre.ptp(x, axis, keepdims)


def cov(m, y=None, /, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """Covariances of variables, a row for each."""
    return _acre.cov(m, y, rowvar, bias, ddof, fweights, aweights, dtype)


def corrcoef(x, y=None, /, rowvar=True):
    return _acre.corrcoef(x, y, rowvar)


def _edges(bins, device):
    """A number of bins or a rule's name as they are, edges as an array."""
    if isinstance(bins, (str, _acre.ndarray)) or is_integer(bins):
        return bins
    if _acre.is_number(bins):
        raise DTypeError(f'bins is a number of bins, edges or the name of a rule, not {bins!r}')
    return _acre.asarray(bins, None, device, None)


def histogram(x, /, bins=10, range=None, *, density=None, weights=None):
    """Counts in bins, and the bins' edges: so many, of given edges, or by a rule's name."""
    return _acre.histogram(x, _edges(bins, x.device), range, weights, bool(density))


def histogramdd(sample, /, bins=10, range=None, *, density=None, weights=None):
    """Counts in bins along several axes, and a list of the bins' edges along each: of points in the rows of a matrix, or of a sequence
    of coordinates."""
    if isinstance(sample, _acre.ndarray):
        sample = [sample[:, axis] for axis in _range(sample.shape[1])]
    if not isinstance(bins, (list, tuple)):
        bins = [bins] * len(sample)
    if len(bins) != len(sample):
        raise ValueError('The dimension of bins must be equal to the dimension of the sample x.')
    bins = [_edges(each, sample[0].device) for each in bins]
    counts, edges = _acre.histogramdd(sample, bins, [None] * len(sample) if range is None else range, weights, bool(density))
    return counts if weights is not None or density else _acre.astype(counts, 'float64'), list(edges)


def histogram2d(x, y, /, bins=10, range=None, *, density=None, weights=None):
    """Counts in the cells of a grid, in float64, and the edges along x and along y."""
    if isinstance(bins, _acre.ndarray):
        bins = [bins, bins]
    counts, edges = histogramdd([x, y], bins, range, density=density, weights=weights)
    return counts, *edges


def bincount(x, /, weights=None, minlength=0):
    """How often each whole number is there."""
    return _acre.bincount(x, weights, minlength)


def digitize(x, bins, /, right=False):
    """In which bin each element lies."""
    return _acre.digitize(x, bins, right)
