"""Views, new orders and joined arrays."""

from . import _acre
from ._integers import is_integer
from .exceptions import ValueError

__all__ = ['append', 'array_split', 'ascontiguousarray', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'broadcast_arrays',
           'broadcast_shapes', 'broadcast_to', 'column_stack', 'concat', 'concatenate', 'copy', 'delete', 'diag', 'diagonal', 'dstack',
           'expand_dims', 'flip', 'fliplr', 'flipud', 'hstack', 'insert', 'matrix_transpose', 'moveaxis', 'pad', 'permute_dims',
           'ravel', 'repeat', 'reshape', 'roll', 'rot90', 'shares_memory', 'sliding_window_view', 'split', 'squeeze', 'stack',
           'swapaxes', 'tile', 'transpose', 'trim_zeros', 'tril', 'triu', 'unstack', 'unwrap', 'vstack']


def copy(x, /):
    """Elements of its own, in C order."""
    return _acre.copy(x)


def ascontiguousarray(x, /):
    """x itself where its elements lie in C order without gaps, else a copy."""
    return _acre.contiguous(x)


def reshape(x, /, shape, order='C', *, copy=None):
    """The elements in C order, or in Fortran's where order is 'F', in another shape, one extent of which may be -1: a view where the
    strides allow it, else a copy."""
    made = _acre.reshape(x, shape) if order == 'C' else _in_order_f(x, shape, order)
    if copy is None:
        return made
    shares = _acre.shares_memory(made, x) or x.size == 0
    if copy is False and not shares:
        raise ValueError('Unable to avoid creating a copy while reshaping.')
    return _acre.copy(made) if copy and shares else made


def _in_order_f(x, shape, order):
    if order != 'F':
        raise ValueError(f"order is 'C' or 'F', not {order!r}")
    shape = (shape,) if is_integer(shape) else tuple(shape)
    return _acre.transpose(_acre.reshape(_acre.transpose(x, None), shape[::-1]), None)


def ravel(x, /, order='C'):
    """The elements in C order, or in Fortran's where order is 'F', along one axis: a view where the strides allow it."""
    return _acre.ravel(x) if order == 'C' else _in_order_f(x, -1, order)


def shares_memory(x1, x2, /):
    """Whether both are views of one array's memory."""
    return _acre.shares_memory(x1, x2)


def transpose(x, /, axes=None):
    """A view with the axes in another order, reversed by default."""
    return _acre.transpose(x, axes)


def permute_dims(x, /, axes):
    return _acre.transpose(x, axes)


def matrix_transpose(x, /):
    """A view with the last two axes exchanged."""
    if x.ndim < 2:
        raise ValueError(f'Input array must be at least 2-dimensional, but it is {x.ndim}')
    return _acre.swapaxes(x, -1, -2)


def moveaxis(x, source, destination, /):
    return _acre.moveaxis(x, source, destination)


def swapaxes(x, axis1, axis2, /):
    return _acre.swapaxes(x, axis1, axis2)


def squeeze(x, /, axis=None):
    """Without axes of extent 1."""
    return _acre.squeeze(x, axis)


def expand_dims(x, /, axis=0):
    """With new axes of extent 1."""
    return _acre.expand_dims(x, axis)


def broadcast_to(x, /, shape):
    return _acre.broadcast_to(x, shape)


def broadcast_arrays(*arrays):
    return _acre.broadcast_arrays(arrays) if arrays else ()


def broadcast_shapes(*shapes):
    return _acre.broadcast_shapes(shapes)


def atleast_1d(x, /):
    return _acre.atleast(1, x)


def atleast_2d(x, /):
    return _acre.atleast(2, x)


def atleast_3d(x, /):
    return _acre.atleast(3, x)


def flip(x, /, axis=None):
    return _acre.flip(x, axis)


def flipud(x, /):
    return _acre.flip(x, 0)


def fliplr(x, /):
    return _acre.flip(x, 1)


def rot90(x, /, k=1, axes=(0, 1)):
    return _acre.rot90(x, k, *axes)


def roll(x, /, shift, axis=None):
    """Elements shifted along an axis, or several, those beyond the end come in at the beginning."""
    if not isinstance(shift, (list, tuple)) and not isinstance(axis, (list, tuple)):
        return _acre.roll(x, shift, axis)
    axes = tuple(axis) if isinstance(axis, (list, tuple)) else (axis,) * len(shift)
    shifts = tuple(shift) if isinstance(shift, (list, tuple)) else (shift,) * len(axes)
    if len(shifts) != len(axes):
        raise ValueError(f'roll: {len(shifts)} shifts for {len(axes)} axes')
    for by, along in zip(shifts, axes):
        x = _acre.roll(x, by, along)
    return x


def repeat(x, repeats, /, axis=None):
    """Each element so many times over."""
    if isinstance(repeats, (list, tuple)):
        repeats = _acre.asarray(repeats, 'int64', x.device, None)
    return _acre.repeat(x, repeats, axis)


def tile(x, repetitions, /):
    """The whole array so many times over along each axis."""
    return _acre.tile(x, repetitions)


def concatenate(arrays, /, axis=0, *, dtype=None):
    """One after another along an axis; of all elements in C order where it is None."""
    made = _acre.concatenate(arrays, axis)
    return made if dtype is None else _acre.astype(made, dtype)


def concat(arrays, /, *, axis=0):
    return _acre.concatenate(arrays, axis)


def stack(arrays, /, axis=0):
    """Along a new axis."""
    return _acre.stack(arrays, axis)


def vstack(arrays, /):
    return _acre.vstack(arrays)


def hstack(arrays, /):
    return _acre.hstack(arrays)


def dstack(arrays, /):
    return _acre.dstack(arrays)


def column_stack(arrays, /):
    return _acre.column_stack(arrays)


def unstack(x, /, *, axis=0):
    """The parts along an axis, views without it."""
    return _acre.unstack(x, axis)


def split(x, indices_or_sections, /, axis=0):
    """Views: so many pieces of one extent, or the pieces between indices."""
    return list(_acre.split(x, indices_or_sections, axis, False))


def array_split(x, indices_or_sections, /, axis=0):
    """As split(), where the first pieces may be longer by one."""
    return list(_acre.split(x, indices_or_sections, axis, True))


def diagonal(x, /, offset=0, axis1=0, axis2=1):
    return _acre.diagonal(x, offset, axis1, axis2)


def diag(x, /, k=0):
    """A matrix of a diagonal, or a matrix' diagonal."""
    return _acre.diag(x, k)


def tril(x, /, k=0):
    return _acre.tril(x, k)


def triu(x, /, k=0):
    return _acre.triu(x, k)


def pad(x, pad_width, /, mode='constant', *, constant_values=0, end_values=0, stat_length=None):
    """With elements in front and behind along each axis, by NumPy's modes."""
    return _acre.pad(x, pad_width, mode, constant_values, end_values, stat_length)


def append(x, values, /, axis=None):
    return _acre.append(x, values, axis)


def insert(x, index, values, /, axis=None):
    return _acre.insert(x, index, values, axis)


def delete(x, index, /, axis=None):
    return _acre.delete(x, _acre.asarray(index, None, x.device, None), axis)


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    """Angles along an axis whose steps are less than half a period."""
    if discont is not None:
        raise ValueError('unwrap: discont is half the period, period / 2; another one is not implemented')
    return _acre.unwrap(p, axis, period)


def trim_zeros(x, /):
    return _acre.trim_zeros(x)


def sliding_window_view(x, window_shape, /, axis=None):
    """Runs of neighbours as new last axes: a view."""
    return _acre.sliding_window_view(x, window_shape, axis)
