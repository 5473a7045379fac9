"""What NumPy's functions of two elements have as methods: acre.add.reduce, .accumulate and .at; .outer is every one's."""

from . import _acre, _elementwise
from ._dtypes import result_type
from ._indexing import scatter_add, scatter_max, scatter_min
from ._named import named

_REDUCTIONS = {'add': 'sum', 'multiply': 'prod', 'maximum': 'max', 'minimum': 'min', 'logical_and': 'all', 'logical_or': 'any'}
_SCANS = {'add': 'cumsum', 'multiply': 'cumprod', 'maximum': 'cummax', 'minimum': 'cummin'}


def _reduce(name):
    def reduce(x, /, axis=0, *, keepdims=False):
        return _acre.reduce(_REDUCTIONS[name], x, axis, keepdims, None, 0)
    return named(reduce, f'{name}.reduce', f'acre.{_REDUCTIONS[name]}(), along the first axis by default.')


def _accumulate(name):
    def accumulate(x, /, axis=0):
        return _acre.scan(_SCANS[name], x, axis, None, False)
    return named(accumulate, f'{name}.accumulate', f'acre.{_SCANS[name]}(), along the first axis by default.')


def _subtract_at(x, index, values, /):
    """x[index] -= values where every duplicate counts."""
    if isinstance(values, _acre.ndarray):  # in the common dtype, in which unsigned integers have a sign
        values = _acre.astype(values, result_type(x, values))
    scatter_add(x, index, -values)


for _name in _REDUCTIONS:
    getattr(_elementwise, _name).reduce = _reduce(_name)
for _name in _SCANS:
    getattr(_elementwise, _name).accumulate = _accumulate(_name)
_elementwise.add.at, _elementwise.subtract.at = scatter_add, named(_subtract_at, 'subtract.at', _subtract_at.__doc__)
_elementwise.maximum.at, _elementwise.minimum.at = scatter_max, scatter_min
