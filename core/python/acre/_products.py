"""Products of vectors, matrices and further axes."""

from . import _acre
from ._integers import is_integer
from ._out import into

__all__ = ['cross', 'dot', 'einsum', 'inner', 'kron', 'matmul', 'matvec', 'outer', 'tensordot', 'trace', 'vdot', 'vecdot', 'vecmat']


def matmul(x1, x2, /, *, out=None):
    """x1 @ x2."""
    made = _acre.product('matmul', x1, x2)
    return made if out is None else into(out, made)


def dot(x1, x2, /, out=None):
    """The sum of products along x1's last axis and x2's last but one."""
    made = _acre.product('dot', x1, x2)
    return made if out is None else into(out, made)


def inner(x1, x2, /):
    return _acre.product('inner', x1, x2)


def vdot(x1, x2, /):
    return _acre.product('vdot', x1, x2)


def kron(x1, x2, /):
    return _acre.product('kron', x1, x2)


def matvec(x1, x2, /):
    return _acre.product('matvec', x1, x2)


def vecmat(x1, x2, /):
    return _acre.product('vecmat', x1, x2)


def vecdot(x1, x2, /, *, axis=-1):
    """The sum of conj(x1) * x2 along an axis."""
    return _acre.vecdot(x1, x2, axis)


def outer(x1, x2, /):
    """The product of every pair."""
    return _acre.binary('multiply', _acre.reshape(x1, (-1, 1)), _acre.reshape(x2, (1, -1)))


def tensordot(x1, x2, /, axes=2):
    """The sum of products over pairs of axes."""
    if is_integer(axes):
        return _acre.tensordot(x1, x2, axes, None)
    return _acre.tensordot(x1, x2, *axes)


def einsum(subscripts, /, *operands):
    """Einstein's sums: einsum('ij,jk->ik', a, b)."""
    return _acre.einsum(subscripts, operands)


def trace(x, /, offset=0, axis1=0, axis2=1, dtype=None):
    """The sum of a diagonal."""
    return _acre.reduce('sum', _acre.diagonal(x, offset, axis1, axis2), -1, False, dtype, 0)


def cross(x1, x2, /, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """The cross product of vectors of three elements, which lie along an axis of each and of the result."""
    if axis is not None:
        axisa = axisb = axisc = axis
    return _acre.cross(x1, x2, axisa, axisb, axisc)
