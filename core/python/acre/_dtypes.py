"""Dtypes, and what NumPy and the standard ask of them."""

from . import _acre
from ._acre import dtypes as _dtypes
from .exceptions import DTypeError, ValueError

# NumPy's further names of dtypes, those of C on 64-bit Linux
_ALSO = {'byte': 'int8', 'short': 'int16', 'intc': 'int32', 'long': 'int64', 'longlong': 'int64', 'ubyte': 'uint8', 'ushort': 'uint16',
         'uintc': 'uint32', 'uint': 'uint64', 'uintp': 'uint64', 'ulong': 'uint64', 'ulonglong': 'uint64', 'half': 'float16',
         'single': 'float32', 'double': 'float64', 'csingle': 'complex64', 'cdouble': 'complex128'}
# and of kinds, which issubdtype() takes
_ABSTRACT = {'number': 'numeric', 'integer': 'integral', 'signedinteger': 'signed integer', 'unsignedinteger': 'unsigned integer',
             'inexact': 'inexact', 'floating': 'real floating', 'complexfloating': 'complex floating'}

__all__ = [*(name for name in _dtypes if name != 'bool'), *_ALSO, *_ABSTRACT, 'bool', 'astype', 'can_cast', 'finfo', 'iinfo', 'isdtype',
           'issubdtype', 'promote_types', 'result_type']

_bool = bool
globals().update(_dtypes)
globals().update({name: _dtypes[of] for name, of in _ALSO.items()})
globals().update(_ABSTRACT)

_KINDS = {
    'bool': 'b',
    'signed integer': 'i',
    'unsigned integer': 'u',
    'integral': 'iu',
    'real floating': 'f',
    'complex floating': 'c',
    'numeric': 'iufc',
}


_acre.dtype.type = property(lambda self: self, doc='The dtype itself, which makes a number of it when it is called: NumPy\'s scalar type.')


def astype(x, dtype, /, *, copy=True, device=None):
    """The elements in another dtype; x itself where it has it and copy is False."""
    made = _acre.astype(x, dtype)
    if isinstance(made, _acre.ndarray):
        return _acre.asarray(made, None, device, copy or None)
    if device is None:
        return made
    if isinstance(made, _acre.Ragged):
        return made.to_device(device)
    raise DTypeError('Under acre.fuse all arrays lie on one device: device= of astype stands before or after it')


def can_cast(from_, to, /):
    """Whether every value of a dtype (or of an array's) has its place in another."""
    source = from_.dtype if isinstance(from_, _acre.ndarray) else from_
    return _acre.promote(source, to) == _acre.dtype(to)


def isdtype(dtype, kind):
    """Whether a dtype is of a kind ('integral', 'real floating', …), equal to another, or so for one of a tuple."""
    if isinstance(kind, tuple):
        return any(isdtype(dtype, each) for each in kind)
    dtype = _acre.dtype(dtype)
    if isinstance(kind, str) and kind in _KINDS:
        return dtype.kind in _KINDS[kind]
    return dtype == _acre.dtype(kind)


def promote_types(type1, type2, /):
    """The dtype of an operation on arrays of both."""
    return _acre.promote(type1, type2)


def result_type(*arrays_and_dtypes):
    """The dtype of an operation on these; Python's numbers widen the kind only."""
    numbers = [x for x in arrays_and_dtypes if _acre.is_number(x)]
    others = [x.dtype if isinstance(x, _acre.ndarray) else _acre.dtype(x) for x in arrays_and_dtypes if not _acre.is_number(x)]
    if not others:
        others, numbers = [_acre.dtype(type(x)) for x in numbers], []
        if not others:
            raise ValueError('at least one array or dtype is required')
    result = others[0]
    for each in others[1:]:
        result = _acre.promote(result, each)
    for each in numbers:
        result = _acre.promote_number(result, each)
    return result


class finfo:
    """Limits of a floating-point dtype; of a complex one's parts."""

    #        bits, of the fraction, largest exponent
    _FORMATS = {'float16': (16, 10, 15), 'bfloat16': (16, 7, 127), 'float32': (32, 23, 127), 'float64': (64, 52, 1023)}

    def __init__(self, type, /):
        of = type.dtype if isinstance(type, _acre.ndarray) else _acre.dtype(type)
        if of.kind == 'c':
            of = _acre.dtype('float32' if of.itemsize == 8 else 'float64')
        if of.name not in self._FORMATS:
            raise ValueError(f'data type {of.name!r} not inexact')
        self.dtype = of
        self.bits, digits, exponent = self._FORMATS[of.name]
        self.eps = 2.0**-digits
        self.max = (2 - self.eps) * 2.0**exponent
        self.min = -self.max
        self.smallest_normal = self.tiny = 2.0**(1 - exponent)

    def __repr__(self):
        return f'finfo(eps={self.eps}, max={self.max}, min={self.min}, smallest_normal={self.smallest_normal}, dtype={self.dtype})'


class iinfo:
    """Limits of an integer dtype."""

    def __init__(self, type, /):
        of = type.dtype if isinstance(type, _acre.ndarray) else _acre.dtype(type)
        if of.kind not in 'iu':
            raise ValueError(f'Invalid integer data type {of.kind!r}.')
        self.dtype = of
        self.bits = 8 * of.itemsize
        signed = of.kind == 'i'
        self.min = -(1 << (self.bits - 1)) if signed else 0
        self.max = (1 << (self.bits - signed)) - 1

    def __repr__(self):
        return f'iinfo(min={self.min}, max={self.max}, dtype={self.dtype})'


def issubdtype(dtype, kind, /):
    """isdtype() of anything that names a dtype: issubdtype(x.dtype, acre.floating)."""
    if isinstance(kind, str) and kind == 'inexact':
        kind = ('real floating', 'complex floating')
    return isdtype(_acre.dtype(dtype), kind if isinstance(kind, tuple) or kind in _KINDS else _acre.dtype(kind))
