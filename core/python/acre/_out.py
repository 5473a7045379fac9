"""out= of functions that make their result first."""

from . import _acre


def into(out, made):
    """Writes a result into the array that the caller gave."""
    if _acre.promote(made.dtype, out.dtype) != out.dtype:
        raise TypeError(f"Cannot cast output from dtype('{made.dtype}') to dtype('{out.dtype}') with casting rule 'same_kind'")
    _acre.assign(out, made)
    return out
