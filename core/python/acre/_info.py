"""What the standard lets a program ask of the namespace."""

from . import _acre
from ._dtypes import isdtype

_STANDARD = ('bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64', 'complex64',
             'complex128')


class _Info:
    """Devices, dtypes and abilities of acre."""

    def capabilities(self):
        return {'boolean indexing': True, 'data-dependent shapes': True, 'max dimensions': 8}

    def default_device(self):
        return _acre.default_device()

    def default_dtypes(self, *, device=None):
        names = {'real floating': 'float64', 'complex floating': 'complex128', 'integral': 'int64', 'indexing': 'int64'}
        return {kind: _acre.dtypes[name] for kind, name in names.items()}

    def devices(self):
        return _acre.devices()

    def dtypes(self, *, device=None, kind=None):
        return {name: _acre.dtypes[name] for name in _STANDARD if kind is None or isdtype(_acre.dtypes[name], kind)}


def __array_namespace_info__():
    """Devices, dtypes and abilities, as the array API standard asks for them."""
    return _Info()
