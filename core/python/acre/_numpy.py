"""What NumPy's own functions, classes and words find of acre's arrays."""

from . import _acre
from ._acre import dtype, ndarray
from ._integers import is_integer


def _namesake(function):
    """acre's function of the name that a function of NumPy's has, or None."""
    import acre
    home = function.__module__.removeprefix('numpy').lstrip('.')
    namespace = {'': acre, 'linalg': acre.linalg, 'fft': getattr(acre, 'fft', None)}.get(home)
    found = getattr(namespace, function.__name__, None)
    return found if callable(found) and not isinstance(found, type) else None


def _takes(function, args, kwargs):
    import inspect
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def _numpys(x):
    """acre's arrays in arguments, and in lists of them, as NumPy's."""
    import numpy
    if isinstance(x, ndarray):
        return numpy.asarray(x)
    return type(x)(map(_numpys, x)) if type(x) in (list, tuple) else x


def __array_function__(self, func, types, args, kwargs):
    """numpy.sum(x) is acre.sum(x). Where acre has no such function, or one without these arguments, and of acre's arrays beside NumPy's,
    NumPy computes by itself, of numpy.asarray(x): of arrays on a GPU that is a TypeError."""
    function = _namesake(func) if all(issubclass(t, ndarray) for t in types) else None
    if function is not None:
        try:
            return function(*args, **kwargs)
        except TypeError:
            if _takes(function, args, kwargs):
                raise
    return func._implementation(*_numpys(args), **{name: _numpys(x) for name, x in kwargs.items()})


def __contains__(self, item):
    """Whether an element equals the item. Waits."""
    equal = self == item
    return bool(_acre.reduce('any', equal, None, False, None, 0)) if isinstance(equal, ndarray) else equal


_only = ndarray.item


def item(self, *index):
    """An element as Python's number: the only one, that of a number in C order, or of an index for each axis. Waits."""
    if not index:
        return _only(self)
    index = index[0] if len(index) == 1 else index
    return _only((_acre.ravel(self) if is_integer(index) else self)[index])


for _function in (__array_function__, __contains__, item):
    setattr(ndarray, _function.__name__, _function)


@property
def __numpy_dtype__(self):
    """numpy.dtype(acre.float32), from NumPy 2.4 on."""
    import numpy
    return numpy.dtype(self.name)


dtype.__numpy_dtype__ = __numpy_dtype__
