"""Linear algebra: the standard's names, of stacks of matrices in the last two axes."""

from . import _acre
from ._creation import asarray
from ._integers import is_integer
from ._manipulation import matrix_transpose
from ._products import matmul, tensordot, vecdot
from .exceptions import LinAlgError, ValueError

__all__ = ['LinAlgError', 'cross', 'diagonal', 'matmul', 'matrix_norm', 'matrix_transpose', 'norm', 'outer', 'tensordot', 'trace',
           'vecdot', 'vector_norm']

if hasattr(_acre, 'solve'):
    from ._solvers import *
    from ._solvers import __all__ as _solvers
    __all__ += _solvers
else:
    def __getattr__(name):
        raise AttributeError(f'acre.linalg.{name}: solvers and decompositions want LAPACK, which this build of acre was made without')


def cross(x1, x2, /, *, axis=-1):
    """The cross product of vectors of three elements."""
    return _acre.cross(x1, x2, axis, axis, axis)


def diagonal(x, /, *, offset=0):
    """The diagonals of matrices: a view."""
    return _acre.diagonal(x, offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    """The sums of diagonals."""
    return _acre.reduce('sum', diagonal(x, offset=offset), -1, False, dtype, 0)


def outer(x1, x2, /):
    """The product of every pair of two vectors' elements."""
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f'Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim} and x2.ndim={x2.ndim}.')
    return _acre.binary('multiply', _acre.reshape(x1, (-1, 1)), x2)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    return _acre.vector_norm(x, ord, axis, keepdims)


def matrix_norm(x, /, *, keepdims=False, ord='fro'):
    """Norms of matrices: 'fro', 1, -1, inf, -inf; 2, -2 and 'nuc' by singular values, which want LAPACK."""
    if ord in (2, -2, 'nuc'):
        values = svdvals(x)
        made = _acre.reduce({2: 'max', -2: 'min', 'nuc': 'sum'}[ord], values, -1, False, None, 0)
        return _acre.expand_dims(made, (-2, -1)) if keepdims else made
    if isinstance(ord, str) and ord != 'fro':
        raise ValueError(f'Invalid norm order {ord!r} for matrices.')
    return _acre.matrix_norm(x, None if ord == 'fro' else ord, keepdims)


def norm(x, ord=None, axis=None, keepdims=False):
    """NumPy's: of all elements where neither ord nor axis is given, of vectors along one axis, of matrices in two."""
    x = asarray(x)
    if axis is None:
        if ord is None or x.ndim == 1:
            return vector_norm(x, ord=2 if ord is None else ord, keepdims=keepdims)
        axis = tuple(range(x.ndim))
    axis = (axis,) if is_integer(axis) else tuple(axis)
    if len(axis) == 1:
        return vector_norm(x, axis=axis[0], ord=2 if ord is None else ord, keepdims=keepdims)
    if len(axis) != 2:
        raise ValueError('Improper number of dimensions to norm.')
    made = matrix_norm(_acre.moveaxis(x, axis, (-2, -1)), ord='fro' if ord is None or ord == 'f' else ord)
    return _acre.expand_dims(made, tuple(a % x.ndim for a in axis)) if keepdims else made
