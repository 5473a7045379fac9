"""out= of functions that make their result first."""

from . import _acre
from .exceptions import DTypeError, ShapeError

_KINDS = 'buifc'


def require_same_kind(made, to):
    """Raises where values of a dtype have no place in another, NumPy's 'same_kind': float64 has in float32, and none in int64."""
    if _KINDS.index(made.kind) > _KINDS.index(to.kind):
        raise DTypeError(f"Cannot cast output from dtype('{made}') to dtype('{to}') with casting rule 'same_kind': "
                         f"acre.astype(x, '{to}') does it")


def into(out, made, broadcasts=False):
    """Writes a result into the array that the caller gave: of its shape, or one to which it broadcasts."""
    if hasattr(made, '_write_into'):  # of acre.fuse
        return made._write_into(out)
    for each in (made, out):
        if not isinstance(each, _acre.ndarray):
            raise DTypeError(getattr(each, '__acre_traced__', None) or f'out= is an acre.ndarray, not {type(each).__name__}')
    require_same_kind(made.dtype, out.dtype)
    if made.shape != out.shape and not broadcasts:
        raise ShapeError(f'out= has the shape {out.shape}, and the result {made.shape}')
    _acre.assign(out, made)
    return out
