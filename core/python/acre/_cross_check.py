"""Whether devices give the same bits."""

import builtins

from . import _acre
from ._acre import ndarray
from .exceptions import DTypeError, MismatchError, ValueError

__all__ = ['cross_check']

_SIMPLE = (bool, int, str, bytes, set, frozenset, range, slice, _acre.dtype)


def _parts(x, at=''):
    """What a result is made of: (where it stands, an array or something else) for each part."""
    if isinstance(x, dict):
        for key, each in x.items():
            yield from _parts(each, f'{at}[{key!r}]')
    elif isinstance(x, (tuple, list)):
        names = getattr(type(x), '_fields', None)
        for number, each in enumerate(x):
            yield from _parts(each, f'{at}.{names[number]}' if names else f'{at}[{number}]')
    elif hasattr(x, '__acre_parts__'):
        for name, each in x.__acre_parts__():
            yield from _parts(each, f'{at}.{name}')
    else:
        yield at, x


def _on(device, x):
    """An argument on a device, with elements of its own."""
    if isinstance(x, ndarray):
        return _acre.asarray(x, None, device, True)
    if isinstance(x, (tuple, list)):
        made = [_on(device, each) for each in x]
        return type(x)(*made) if hasattr(x, '_fields') else type(x)(made)
    if isinstance(x, dict):
        return {key: _on(device, each) for key, each in x.items()}
    return x.to_device(device) if hasattr(x, '__acre_parts__') else x


def _outcome(f, arguments, device):
    """f's result and its arguments afterwards, or its error."""
    device.synchronize()  # what is pending from before is none of f's
    given = [_on(device, x) for x in arguments]
    try:
        with device:
            made = f(*given)
        device.synchronize()
    except Exception as error:
        try:
            device.synchronize()
        except Exception:  # a second one, of what f had queued
            pass
        return None, None, error
    return made, given, None


def _first(different):
    """The position of the first true element."""
    flat = int(_acre.reduce('argmax', different, None, False, None, 0))
    at = []
    for extent in reversed(different.shape):
        at.append(flat % extent)
        flat //= extent
    return tuple(reversed(at))


def _differs(a, b, nan_bits):
    """Which elements of arrays on one device differ: a NaN equals a NaN, unless its bits count."""
    if a.dtype.name in ('float16', 'bfloat16'):
        a, b = _acre.astype(a, 'float32'), _acre.astype(b, 'float32')
    if a.dtype.kind == 'c':
        return _differs(a.real, b.real, nan_bits) | _differs(a.imag, b.imag, nan_bits)
    if a.dtype.kind != 'f':
        return a != b
    if nan_bits:
        whole = 'uint32' if a.dtype.itemsize == 4 else 'uint64'
        return _as(a, whole) != _as(b, whole)
    same = (a == b) & (_acre.unary('signbit', a) == _acre.unary('signbit', b))
    return ~(same | (_acre.unary('isnan', a) & _acre.unary('isnan', b)))


def _as(x, dtype):
    """The bits as integers."""
    return _acre.from_bytes(x.tobytes(), dtype, x.shape, str(x.device))


def _shown(x, at):
    return f'{x[at].item()!r} (bits {x[at].tobytes()[::-1].hex()})'


def _difference(a, b, nan_bits):
    """Why two parts are not the same, in words, or None."""
    if isinstance(a, ndarray) and isinstance(b, ndarray):
        if a.dtype != b.dtype:
            return f'dtype {a.dtype} and {b.dtype}'
        if a.shape != b.shape:
            return f'shape {a.shape} and {b.shape}'
        if a.tobytes() == b.tobytes():
            return None
        host = _acre.Device('serial') if 'serial' in _acre.space_names() else a.device
        a, b = _on(host, a), _on(host, b)
        different = _differs(a, b, nan_bits)
        count = int(_acre.reduce('count_nonzero', different, None, False, None, 0))
        if count == 0:
            return None
        at = _first(different)
        return f'{count} of {a.size} elements, first at {at}: {_shown(a, at)} and {_shown(b, at)}'
    if type(a) is not type(b):
        return f'{type(a).__name__} and {type(b).__name__}'
    if a is b:
        return None
    if type(a) is float:
        same = a.hex() == b.hex()
    elif type(a) is complex:
        same = (a.real.hex(), a.imag.hex()) == (b.real.hex(), b.imag.hex())
    elif isinstance(a, _SIMPLE):
        same = a == b
    else:
        return _buffers_difference(a, b, nan_bits)
    return None if same else f'{a!r} and {b!r}'


def _buffers_difference(a, b, nan_bits):
    """Of what has its elements in a buffer: NumPy's arrays and numbers, array.array, bytearray."""
    try:
        mine, others = memoryview(a), memoryview(b)
    except TypeError:
        raise DTypeError(f'cross_check does not know how to compare results of the type {type(a).__name__}: its arrays and numbers, in '
                         'tuples, lists and dicts, are what f returns') from None
    host = 'serial' if 'serial' in _acre.space_names() else None
    if mine.shape != others.shape:
        return f'shape {mine.shape} and {others.shape}'
    if mine.format != others.format:
        return f'format {mine.format!r} and {others.format!r}'
    if mine.tobytes() == others.tobytes():
        return None
    try:
        arrays = [_acre.asarray(x, None, host, True) for x in (a, b)]
    except (TypeError, builtins.ValueError):  # of a dtype that acre has not
        return f'{a!r} and {b!r}'
    return _difference(*arrays, nan_bits)


def cross_check(f, /, *arrays, devices=None, nan_bits=False):
    """f(*arrays) on every device, compared bit for bit with that of the first; returns the first one's result.

    Arrays are copied to each device (in tuples, lists and dicts too; other arguments are as they are), and arrays that name no device lie
    there while f runs. What is compared are f's results, in whatever tuples, lists and dicts, and then the arguments, which f may have
    written: arrays of acre and NumPy, numbers, texts and dtypes; a result of another type is a DTypeError. A MismatchError (an
    AssertionError) says where the first difference is, with both values. Where every device raises the same error it is raised; an error of
    one of them alone, or another one, is a mismatch. A NaN equals a NaN, whose bits processors make differently (0 / 0 is negative on x86
    and not on a GPU): `nan_bits` compares them, too. Waits.
    """
    where = [_acre.Device(d) for d in (_acre.devices() if devices is None else devices)]
    if not where:
        raise ValueError('cross_check: there is no device to run on')
    name = getattr(f, '__qualname__', None) or getattr(f, '__name__', None) or type(f).__name__
    made, given, error = _outcome(f, arrays, where[0])
    for device in where[1:]:
        other, other_given, other_error = _outcome(f, arrays, device)
        between = f'{name} on {where[0]} and {device}: '
        if error is not None or other_error is not None:
            if type(error) is type(other_error) and str(error) == str(other_error):
                continue
            said = [f'{type(e).__name__}: {e}' if e is not None else 'no error' for e in (error, other_error)]
            raise MismatchError(f'{between}{said[0]} and {said[1]}') from (error or other_error)
        for what, mine, others in (('the result', made, other), ('argument ', given, other_given)):
            parts, other_parts = list(_parts(mine)), list(_parts(others))
            if [at for at, _ in parts] != [at for at, _ in other_parts]:
                raise MismatchError(f'{between}{len(parts)} and {len(other_parts)} results')
            for (at, a), (_, b) in zip(parts, other_parts):
                why = _difference(a, b, nan_bits)
                if why:
                    raise MismatchError(f'{between}{what}{at} differs: {why}')
    if error is not None:
        raise error
    return made
