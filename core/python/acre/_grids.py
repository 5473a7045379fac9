"""NumPy's further names: indices of grids and triangles, functions of shapes, writing where a mask is true."""

import builtins

from . import _acre
from ._creation import arange, asarray, linspace, zeros_like
from ._dtypes import result_type
from ._elementwise import clip
from ._integers import is_integer
from ._manipulation import column_stack, concatenate, diag, split
from ._out import require_same_kind
from ._reductions import all, any
from .exceptions import DTypeError, ShapeError, ValueError

__all__ = ['apply_along_axis', 'array2string', 'array_equiv', 'array_repr', 'array_str', 'asanyarray', 'c_', 'copyto', 'diag_indices',
           'diag_indices_from', 'diagflat', 'dsplit', 'fill_diagonal', 'frombuffer', 'fromfunction', 'hsplit', 'index_exp', 'indices',
           'iscomplexobj', 'isrealobj', 'isscalar', 'ix_', 'may_share_memory', 'mgrid', 'ndim', 'ndindex', 'ogrid', 'piecewise', 'place',
           'putmask', 'r_', 'ravel_multi_index', 'resize', 'rollaxis', 's_', 'shape', 'size', 'tril_indices', 'tril_indices_from',
           'triu_indices', 'triu_indices_from', 'vsplit']

asanyarray = asarray


def may_share_memory(x1, x2, /):
    """acre.shares_memory(x1, x2)."""
    return _acre.shares_memory(x1, x2)


def shape(x, /):
    """x.shape, of numbers and lists too."""
    return x.shape if hasattr(x, 'shape') else asarray(x).shape


def ndim(x, /):
    return builtins.len(shape(x))


def size(x, /, axis=None):
    """How many elements there are, of all or along an axis."""
    if axis is not None:
        return shape(x)[axis]
    count = 1
    for extent in shape(x):
        count *= extent
    return count


def isscalar(x, /):
    """Whether x is a number, and no array."""
    return _acre.is_number(x) or _acre.is_numpy_scalar(x)


def iscomplexobj(x, /):
    """Whether the dtype is complex."""
    return asarray(x).dtype.kind == 'c'


def isrealobj(x, /):
    return not iscomplexobj(x)


def array_equiv(x1, x2, /):
    """Whether elements are equal where the shapes broadcast: Python's bool. Waits."""
    try:
        _acre.broadcast_shapes((x1.shape, x2.shape))
    except ShapeError:
        return False
    return builtins.bool(all(x1 == x2))


def frombuffer(buffer, dtype='float64', count=-1, offset=0, *, device=None):
    """The numbers in bytes, copied."""
    dtype = _acre.dtype(dtype)
    data = bytes(memoryview(buffer))[offset:]
    if count < 0:
        count, rest = builtins.divmod(len(data), dtype.itemsize)
        if rest:
            raise ValueError('buffer size must be a multiple of element size')
    if count * dtype.itemsize > len(data):
        raise ValueError('buffer is smaller than requested size')
    return _acre.from_bytes(data[:count * dtype.itemsize], dtype, (count,), device)


def indices(dimensions, dtype='int64', *, device=None):
    """The indices of a grid's points, an array along the first axis for each axis of the grid."""
    axes = [arange(extent, dtype=dtype, device=device) for extent in dimensions]
    return _acre.stack(_acre.meshgrid(axes, False), 0)


def fromfunction(function, shape, *, dtype='float64', device=None):
    """function of the grid's indices."""
    return function(*indices(shape, dtype, device=device))


def ix_(*sequences):
    """Index arrays that pick rows and columns: x[ix_([0, 2], [1, 3])]."""
    made = []
    for axis, each in enumerate(sequences):
        each = asarray(each)
        if each.dtype.kind == 'b':
            each = _acre.flatnonzero(each)
        if each.ndim != 1:
            raise ValueError('Cross index must be 1 dimensional')
        made.append(_acre.reshape(each, (1,) * axis + (-1,) + (1,) * (len(sequences) - axis - 1)))
    return tuple(made)


def _along(part, device=None):
    start = 0 if part.start is None else part.start
    if isinstance(part.step, complex):
        return linspace(start, part.stop, int(abs(part.step)), device=device)
    return arange(start, part.stop, 1 if part.step is None else part.step, device=device)


class _Grid:
    """mgrid[0:3, 0:1:5j]: the coordinates of a grid's points by slices, whose step is one, or a count where it is imaginary; ogrid has
    arrays that broadcast to them."""

    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        if isinstance(key, slice):
            return _along(key)
        axes = [_along(part) for part in key]
        if self._sparse:
            return tuple(ix_(*axes))
        dtype = axes[0].dtype
        for each in axes:
            dtype = _acre.promote(dtype, each.dtype)
        return _acre.stack(_acre.meshgrid([_acre.astype(each, dtype) for each in axes], False), 0)


mgrid, ogrid = _Grid(False), _Grid(True)


class _Joined:
    """r_[0:3, 5, x]: slices, numbers and arrays one after another; c_ joins them as columns."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, key):
        parts = [_along(part) if isinstance(part, slice) else part if isinstance(part, _acre.ndarray) else asarray(part)
                 for part in (key if isinstance(key, tuple) else (key,))]
        if self._columns:
            return column_stack(parts)
        return concatenate([_acre.atleast(1, part) for part in parts])


r_, c_ = _Joined(False), _Joined(True)


def tril_indices(n, k=0, m=None, *, device=None):
    """The indices of the elements at and below a diagonal."""
    return _acre.nonzero(_acre.tri(n, n if m is None else m, k, 'bool', device))


def triu_indices(n, k=0, m=None, *, device=None):
    """The indices of the elements at and above a diagonal: of pairs i < j with k = 1."""
    return _acre.nonzero(~_acre.tri(n, n if m is None else m, k - 1, 'bool', device))


def tril_indices_from(x, k=0):
    return tril_indices(x.shape[0], k, x.shape[1], device=x.device)


def triu_indices_from(x, k=0):
    return triu_indices(x.shape[0], k, x.shape[1], device=x.device)


def diag_indices(n, ndim=2, *, device=None):
    return (arange(n, device=device),) * ndim


def diagflat(v, k=0):
    """A matrix whose diagonal has v's elements."""
    return diag(_acre.ravel(v), k)


def fill_diagonal(x, value):
    """Writes a matrix' diagonal."""
    if x.ndim != 2:
        raise ValueError(f'fill_diagonal takes a matrix, not an array of {x.ndim} axes')
    _acre.diagonal(x, 0, 0, 1)[...] = value


def ravel_multi_index(multi_index, dims, mode='raise'):
    """The number in C order of elements that are given by an index along each axis; 'raise' waits."""
    if len(multi_index) != len(dims):
        raise ValueError(f'parameter multi_index must be a sequence of length {len(dims)}')
    number = 0
    for index, extent in zip(multi_index, dims):
        if isinstance(index, _acre.ndarray):
            if index.dtype.kind not in 'iu':
                raise DTypeError(f'only int indices permitted, not {index.dtype}')
            index = _acre.astype(index, 'int64')  # which the numbers fit, whatever the index's dtype holds
        if mode == 'wrap':
            index = index % extent
        elif mode == 'clip':
            index = clip(index, 0, extent - 1)
        elif mode == 'raise':
            outside = (index < 0) | (index >= extent)
            if outside if isinstance(outside, builtins.bool) else builtins.bool(any(outside)):
                raise ValueError('invalid entry in coordinates array')
        else:
            raise ValueError(f"mode '{mode}': the modes are raise, wrap and clip")
        number = number * extent + index
    return number


def hsplit(x, indices_or_sections):
    return split(x, indices_or_sections, 0 if x.ndim == 1 else 1)


def vsplit(x, indices_or_sections):
    return split(x, indices_or_sections, 0)


def dsplit(x, indices_or_sections):
    return split(x, indices_or_sections, 2)


def resize(x, new_shape):
    """The elements over and over in C order, as many as the shape has."""
    count = 1
    for extent in (new_shape,) if is_integer(new_shape) else new_shape:
        count *= extent
    if x.size == 0 or count == 0:
        return zeros_like(x, shape=new_shape)
    return _acre.reshape(_acre.tile(_acre.ravel(x), -(-count // x.size))[:count], new_shape)


def copyto(dst, src, where=True):
    """Writes elements, where the mask is true; source and mask broadcast, and the source's kind of dtype is no higher than dst's."""
    _require_array('copyto', dst)
    src = _cast(src, dst, require_same_kind)
    if where is True:
        dst[...] = src
        return
    where = asarray(where, device=dst.device)
    if where.dtype.kind != 'b':
        raise DTypeError(f'copyto: where is a mask of bool, not of {where.dtype}')
    dst[...] = _acre.where(_acre.broadcast_to(where, dst.shape), _acre.broadcast_to(src, dst.shape), dst)


def putmask(x, mask, values):
    """Writes values where the mask is true: each at its own place, over and over where they are fewer. The mask has x's shape; values are
    of a dtype that x's holds."""
    _require_array('putmask', x)
    mask, values = asarray(mask, device=x.device), _cast(values, x, _require_safe)
    if mask.shape != x.shape:
        raise ShapeError(f'putmask: mask and data must be the same size, not the shapes {mask.shape} and {x.shape}')
    if values.size == 0:
        return
    x[...] = _acre.where(mask, values if values.ndim == 0 or values.shape == x.shape else resize(values, x.shape), x)


def _require_array(name, x):
    if not isinstance(x, _acre.ndarray):
        raise DTypeError(f'{name} writes an acre.ndarray, not {type(x).__name__}')


def _require_safe(made, to):
    if _acre.promote(made, to) != to:
        raise DTypeError(f"Cannot cast array data from dtype('{made}') to dtype('{to}') according to the rule 'safe'")


def _cast(values, x, require):
    """Values in x's dtype, in which they are written: beside x's own elements they would change these where they promote."""
    if _acre.is_number(values):
        require(result_type(x.dtype, values), x.dtype)  # a number's kind alone counts
        return _acre.full((), values, x.dtype, x.device)
    made = asarray(values, device=x.device)
    if hasattr(values, 'dtype'):
        require(made.dtype, x.dtype)
        return _acre.astype(made, x.dtype)
    if made.size == 0:
        return made
    require_same_kind(made.dtype, x.dtype)  # of lists the kind alone counts, too
    return asarray(values, x.dtype, device=x.device)


def place(x, mask, values):
    """Writes values where the mask is true, one after another, over and over where they are fewer."""
    count = int(_acre.reduce('count_nonzero', mask, None, False, None, 0))
    x[mask] = resize(asarray(values, device=x.device), (count,))


def piecewise(x, condlist, funclist, *arguments, **named):
    """Of each element the function, or the number, of the last condition that is true for it; one more than conditions is that of none."""
    made = zeros_like(x)
    conditions = list(condlist) if isinstance(condlist, (list, tuple)) else [condlist]
    if len(funclist) == len(conditions) + 1:
        none = ~conditions[0]
        for each in conditions[1:]:
            none = none & ~each
        conditions.append(none)
    if len(funclist) != len(conditions):
        raise ValueError(f'with {len(condlist)} condition(s), either {len(condlist)} or {len(condlist) + 1} functions are expected')
    for condition, function in zip(conditions, funclist):
        made[condition] = function(x[condition], *arguments, **named) if callable(function) else function
    return made


def rollaxis(x, axis, start=0, /):
    """The axis in front of that of number `start`: a view."""
    axis = axis + x.ndim if axis < 0 else axis
    start = start + x.ndim if start < 0 else start
    return _acre.moveaxis(x, axis, start - 1 if axis < start else start)


def apply_along_axis(func1d, axis, x, /, *arguments, **named):
    """func1d of each row along an axis, one after another, whose results lie along that axis: for functions that take no axis."""
    axis = axis + x.ndim if axis < 0 else axis
    rows = _acre.moveaxis(x, axis, -1)
    of_each = [asarray(func1d(rows[place], *arguments, **named), device=x.device) for place in ndindex(rows.shape[:-1])]
    if not of_each:
        raise ValueError('Cannot apply_along_axis when any iteration dimensions are 0')
    made = _acre.reshape(_acre.stack(of_each, 0), rows.shape[:-1] + of_each[0].shape)
    for n in range(of_each[0].ndim):
        made = _acre.moveaxis(made, x.ndim - 1 + n, axis + n)
    return made


def diag_indices_from(x, /):
    """diag_indices() of a square array's axes."""
    if x.ndim < 2 or builtins.len(set(x.shape)) > 1:
        raise ValueError(f'All dimensions of input must be of equal length, and there are two of them at least: not {x.shape}')
    return diag_indices(x.shape[0], x.ndim, device=x.device)


class _Index:
    """s_[1:, ::2] is the index that x[1:, ::2] is given."""

    def __init__(self, tuples):
        self._tuples = tuples

    def __getitem__(self, index):
        return (index,) if self._tuples and not isinstance(index, tuple) else index


s_, index_exp = _Index(False), _Index(True)


def ndindex(*shape):
    """An iterator over all indices of a shape, in C order."""
    import itertools
    return itertools.product(*map(range, shape[0] if builtins.len(shape) == 1 and not is_integer(shape[0]) else shape))


def array_repr(x, /):
    """repr(x)."""
    return repr(x)


def array_str(x, /):
    """str(x)."""
    return str(x)


array2string = array_str
