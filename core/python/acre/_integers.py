"""What counts as a whole number."""

from . import _acre


def is_integer(x):
    """Python's or NumPy's integer: a number of elements, an axis, an index. A bool, which is a mask, is none."""
    return isinstance(x, int) and not isinstance(x, bool) or _acre.is_numpy_scalar(x) and x.dtype.kind in 'iu'
