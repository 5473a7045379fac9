"""Arrays with NumPy's and the array API standard's names, with the same bits on every device.

    >>> import acre
    >>> x = acre.linspace(0, 1, 5)
    >>> acre.sum(acre.sqrt(x) + 1)
    array(8.07313218)

Devices are acre.serial, acre.openmp and, where the build has them, acre.cuda and acre.hip.
"""

from . import _acre, exceptions
from ._acre import Device, default_device, devices, dtype, ndarray, set_default_device
from ._acre import space_names as _space_names
from .exceptions import Error
from ._dtypes import *
from ._creation import *
from ._elementwise import *
from ._reductions import *
from ._order import *
from ._manipulation import *
from ._indexing import *
from ._numerical import *
from ._products import *
from ._exchange import *
from ._kernels import *
from ._streams import *
from ._fuse import *
from ._cross_check import *
from ._info import __array_namespace_info__
from . import linalg, lists, random, tables

if hasattr(_acre, 'transform'):
    from . import fft
from . import _methods as _
from . import _numpy as _

__version__ = _acre.__version__
__array_api_version__ = '2025.12'
newaxis = None
e, inf, nan, pi = 2.718281828459045, float('inf'), float('nan'), 3.141592653589793

serial = Device('serial')
for _name in _space_names():
    globals()[_name] = Device(_name)
del _, _name


def __getattr__(name):
    if name in ('openmp', 'cuda', 'hip'):
        raise exceptions.BackendError(f'this build of acre has no {name}; it has {", ".join(_space_names())}')
    raise AttributeError(f"module 'acre' has no attribute '{name}'")
