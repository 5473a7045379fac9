"""Functions of elements: one for each that acre::dynamic has by name, and those with further arguments."""

from . import _acre
from ._dtypes import result_type
from ._named import named
from ._out import into
from .exceptions import ValueError

_unary, _binary = _acre.unary, _acre.binary


def _only(out):
    """NumPy takes a tuple of one array, too."""
    return out[0] if isinstance(out, tuple) and len(out) == 1 else out


def _of_one(name):
    def function(x, /, out=None):
        if out is None:
            return _unary(name, x)
        out = _only(out)
        _acre.unary_into(name, out, x)
        return out
    return named(function, name, f'{name} of every element.')


def _of_two(name):
    def function(x1, x2, /, out=None):
        if out is None:
            return _binary(name, x1, x2)
        out = _only(out)
        _acre.binary_into(name, out, x1, x2)
        return out

    def outer(x1, x2, /):
        return _binary(name, _acre.reshape(x1, x1.shape + (1,) * x2.ndim), x2)
    function.outer = named(outer, f'{name}.outer', f'{name} of every element of one array and every element of another.')
    return named(function, name, f'{name} of the elements of two arrays that broadcast, or of an array and a number.')


globals().update({name: _of_one(name) for name in _acre.unary_functions()})
globals().update({name: _of_two(name) for name in _acre.binary_functions()})

__all__ = [*_acre.unary_functions(), *_acre.binary_functions(), 'allclose', 'around', 'array_equal', 'clip', 'divmod', 'isclose',
           'nan_to_num', 'positive', 'round', 'select', 'where']


def positive(x, /):
    """A copy of numbers."""
    return _acre.positive(x)


def round(x, /, decimals=0):
    """To so many decimal places, halves to the even number."""
    return _acre.round(x, decimals)


around = round


def clip(x, /, min=None, max=None, *, out=None, a_min=None, a_max=None):
    """Limited to [min, max]; None limits nothing. a_min and a_max are older names of the two."""
    min, max = a_min if min is None else min, a_max if max is None else max
    if (min is None) != (max is None):
        return minimum(x, max, out) if min is None else maximum(x, min, out)
    if (type(min) is float) != (type(max) is float) and isinstance(x, _acre.ndarray):
        x = _acre.astype(x, result_type(x, 1.0))  # where the other number may be beyond x's integers
    made = _acre.copy(x) if min is None else _acre.clip(x, min, max)
    return made if out is None else into(_only(out), made, broadcasts=True)


def divmod(x1, x2, /):
    """floor_divide and remainder."""
    return floor_divide(x1, x2), remainder(x1, x2)


def where(condition, x1=None, x2=None, /):
    """x1 where the condition is true, else x2. Of a condition alone: nonzero()."""
    if (x1 is None) != (x2 is None):
        raise ValueError('either both or neither of x and y should be given')
    return _acre.nonzero(condition) if x1 is None else _acre.where(condition, x1, x2)


def select(condlist, choicelist, default=0):
    """The first choice whose condition is true, else the default."""
    return _acre.select(condlist, choicelist, default)


def isclose(x1, x2, /, rtol=1e-5, atol=1e-8, equal_nan=False):
    """|x1 - x2| <= atol + rtol * |x2|."""
    return _acre.isclose(x1, x2, rtol, atol, equal_nan)


def allclose(x1, x2, /, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements are close: Python's bool. Waits."""
    return bool(_acre.allclose(x1, x2, rtol, atol, equal_nan))


def array_equal(x1, x2, /, equal_nan=False):
    """Whether shapes and elements are equal: Python's bool. Waits."""
    return bool(_acre.array_equal(x1, x2, equal_nan))


def nan_to_num(x, /, *, nan=0.0, posinf=None, neginf=None):
    """Numbers for NaN and infinities: the dtype's largest and lowest for those where none is given."""
    return _acre.nan_to_num(x, nan, posinf, neginf)
