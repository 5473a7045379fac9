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
from ._grids import *
from ._products import *
from ._exchange import *
from ._kernels import *
from ._streams import *
from ._fuse import *
from ._cross_check import *
from ._info import __array_namespace_info__
from ._progress import progress
from . import _ufuncs, linalg, lists, random, tables, testing

if hasattr(_acre, 'save_npy'):
    from ._files import *
if hasattr(_acre, 'transform'):
    from . import fft
from . import _methods
from . import _numpy as _
from ._cuda import Cuda

__version__ = _acre.__version__
__array_api_version__ = '2025.12'
newaxis = None
e, euler_gamma, inf, nan, pi = 2.718281828459045, 0.5772156649015329, float('inf'), float('nan'), 3.141592653589793
bool_, int_, intp = bool, int64, int64

serial = Device('serial')
for _name in _space_names():
    globals()[_name] = Device(_name)
cuda = Cuda()
del Cuda, _, _cuda, _methods, _name, _ufuncs

_ELSEWHERE = {'trapz': 'trapezoid', 'in1d': 'isin', 'product': 'prod', 'cumproduct': 'cumprod', 'row_stack': 'vstack', 'float_': 'float64',
              'complex_': 'complex128', 'Inf': 'inf', 'Infinity': 'inf', 'NaN': 'nan', 'NAN': 'nan', 'PINF': 'inf', 'msort': 'sort',
              'vectorize': 'ElementwiseKernel', 'asfortranarray': 'ascontiguousarray'}


def __getattr__(name):
    if name in ('openmp', 'hip'):
        raise AttributeError(f'this build of acre has no {name}; it has {", ".join(_space_names())}')
    if name in _ELSEWHERE:
        raise AttributeError(f"module 'acre' has no attribute '{name}': it is acre.{_ELSEWHERE[name]}")
    raise AttributeError(f"module 'acre' has no attribute '{name}'")
