"""What the signatures of the package do not say of types. A new argument wants its name here, a function that gives no array its result."""

# Names of types that no function, method or property of the package has; in _acre.pyi, from which the other stubs take them.
TYPES = {
    '_Array': 'ndarray',
    '_DType': 'dtype',
    '_Device': 'Device',
    '_Number': 'Union[bool, int, float, complex]',
    '_Operand': 'Union[_Array, _Number]',
    '_DTypeLike': 'Union[_DType, str, type]',
    '_DeviceLike': 'Union[_Device, str]',
    '_Shape': 'Union[SupportsIndex, Sequence[SupportsIndex]]',
    '_Axis': 'Union[SupportsIndex, None]',
    '_Axes': 'Union[SupportsIndex, Sequence[SupportsIndex], None]',
    '_Indices': 'Any',
}

# What an argument may be, by its name; 'function.argument' goes before.
ARGUMENTS = {
    # arrays
    **dict.fromkeys('x a v m p f y condition xp fp index indices'.split(), '_Array'),
    **dict.fromkeys('x1 x2 values'.split(), '_Operand'),
    'out': 'Union[_Array, None]', 'where': 'Union[_Array, None]', 'weights': 'Union[_Array, None]', 'sorter': 'Union[_Array, None]',
    'fweights': 'Union[_Array, None]', 'aweights': 'Union[_Array, None]', 'prepend': 'Union[_Array, None]', 'append': 'Union[_Array, None]',
    'arrays': 'Sequence[_Array]', 'operands': '_Array', 'keys': 'Sequence[_Array]', 'choices': 'Sequence[_Array]',
    'condlist': 'Sequence[_Array]', 'choicelist': 'Sequence[_Array]', 'obj': 'Any',
    **{f'{name}.{x}': '_Array' for name in 'dot inner kron matmul matvec vecmat vdot vecdot tensordot outer cross solve searchsorted isin '
       'intersect1d setdiff1d setxor1d union1d shares_memory'.split() for x in ('x1', 'x2')},
    'isin.x2': '_Operand', 'asnumpy.x': 'Any', 'from_dlpack.x': 'Any', 'norm.x': 'Any', 'interp.x': '_Operand', 'polyval.x': '_Operand',
    'permutation.x': 'Union[_Array, int]', 'asarray.obj': 'Any', 'trapezoid.x': 'Union[_Array, None]', 'cov.y': 'Union[_Array, None]',
    'corrcoef.y': 'Union[_Array, None]', 'where.x1': 'Union[_Operand, None]', 'where.x2': 'Union[_Operand, None]',
    'get_array_module.arrays': 'Any', 'broadcast_arrays.arrays': '_Array', 'meshgrid.arrays': '_Array', 'delete.index': '_Indices',
    'insert.index': 'int', 'take.indices': '_Array', 'bins': 'Union[int, str, _Array, Sequence[Any]]',
    'digitize.bins': 'Union[_Array, Sequence[float]]', 'copyto.where': 'Union[_Array, bool]', 'q': 'Union[float, Sequence[float], _Array]',
    'repeats': 'Union[int, Sequence[int], _Array]', 'scatter_add.index': '_Indices', 'scatter_max.index': '_Indices',
    'scatter_min.index': '_Indices', 'clip.min': 'Union[_Operand, None]', 'clip.max': 'Union[_Operand, None]',
    'fill_value': '_Operand', 'value': '_Number', 'number': 'int', 'spacing': 'Union[float, _Array]',
    'copyto.where': 'Union[_Array, bool]', 'histogram2d.bins': 'Any', 'histogramdd.bins': 'Any',
    'z': '_Array', 'multivariate_normal.mean': 'Any', 'multivariate_normal.cov': 'Any',
    # shapes and axes
    'axis': '_Axes', 'axes': 'Union[Sequence[SupportsIndex], None]', 'shape': '_Shape', 'shapes': '_Shape', 'size': 'Union[_Shape, None]',
    'window_shape': '_Shape', 'repetitions': '_Shape', 'n_rows': 'int', 'n_cols': 'Union[int, None]', 's': 'Union[Sequence[int], None]',
    'source': '_Shape', 'destination': '_Shape', 'ndmin': 'int', 'grid': '_Shape', 'block': '_Shape', 'shift': '_Shape',
    'indices_or_sections': '_Shape',
    'tensordot.axes': 'Union[int, tuple[Sequence[int], Sequence[int]]]', 'rot90.axes': 'tuple[int, int]', 'reshape.shape': '_Shape',
    **{f'{name}_like.shape': 'Union[_Shape, None]' for name in ('empty', 'zeros', 'ones', 'full')},
    **dict.fromkeys('axis1 axis2 num n k M N kth offset decimals minlength edge_order shared_mem'.split(), 'int'),
    'fft.n': 'Union[int, None]', **{f'{name}.n': 'Union[int, None]' for name in 'ifft rfft irfft hfft ihfft'.split()},
    'vander.N': 'Union[int, None]',
    # dtypes and devices
    'dtype': 'Union[_DTypeLike, None]', 'device': 'Union[_DeviceLike, None]', 'type': 'Union[_DTypeLike, _Array]', 'type1': '_DTypeLike',
    'type2': '_DTypeLike', 'from_': 'Union[_DTypeLike, _Array]', 'to': '_DTypeLike', 'arrays_and_dtypes': 'Union[_Operand, _DTypeLike]',
    'kind': 'Union[_DTypeLike, tuple[Union[_DTypeLike, str], ...], None]', 'isdtype.dtype': '_DTypeLike', 'astype.dtype': '_DTypeLike',
    # flags
    **dict.fromkeys('keepdims endpoint descending stable equal_nan include_initial right rowvar bias increasing upper full_matrices '
                    'return_index return_inverse return_counts assume_unique invert contract'.split(), 'bool'),
    'copy': 'Union[bool, None]', 'density': 'Union[bool, None]',
    # numbers
    **dict.fromkeys('rtol atol beta base dx d nan low high scale loc'.split(), 'float'),
    **dict.fromkeys('left posinf neginf period'.split(), 'Union[float, None]'), 'interp.right': 'Union[float, None]',
    'initial': 'Union[_Number, None]', 'start': 'float', 'stop': 'float', 'arange.stop': 'Union[float, None]', 'step': 'float',
    'correction': 'float', 'ddof': 'Union[float, None]', 'cov.ddof': 'Union[int, None]', 'default': '_Number', 'constant_values': 'Any',
    'end_values': 'Any', 'stat_length': 'Any', 'pad_width': 'Any', 'range': 'Union[tuple[float, float], None]', 'seed': 'Any',
    'integers.low': 'int', 'integers.high': 'Union[int, None]', 'matrix_rank.rtol': 'Union[float, _Array, None]',
    'pinv.rtol': 'Union[float, _Array, None]', 'ord': 'Any',
    # words
    'mode': 'str', 'method': 'str', 'norm': "Literal['backward', 'ortho', 'forward']", 'indexing': "Literal['xy', 'ij']",
    'side': "Literal['left', 'right']", 'UPLO': "Literal['L', 'U']", 'subscripts': 'str', 'name': 'str', 'in_params': 'str',
    'out_params': 'str', 'operation': 'str', 'code': 'str', 'preamble': 'str', 'options': 'Sequence[str]',
    'api_version': 'Union[str, None]',
    # words that further modules have: kernels, streams, lists, tables, files
    **dict.fromkeys('b content offsets counts dst mask'.split(), '_Array'), 'other': '_Operand', 'src': '_Operand', 'key': '_Indices',
    **dict.fromkeys('a_min a_max'.split(), 'Union[_Operand, None]'), **dict.fromkeys('dims new_shape dimensions'.split(), '_Shape'),
    **dict.fromkeys('n_repeat n_warmup count deg ndim'.split(), 'int'), **dict.fromkeys('sparse replace nan_bits'.split(), 'bool'),
    **dict.fromkeys('rcond discont'.split(), 'Union[float, None]'), **dict.fromkeys('mean sigma lam'.split(), 'Union[float, _Array]'),
    **dict.fromkeys('map_expr reduce_expr post_map_expr order desc'.split(), 'str'), 'max_duration': 'float',
    'kernel_name': 'Union[str, None]', 'identity': 'Union[str, int, float, None]', 'reduce_type': 'Union[str, None]', 'total': 'Union[int, None]', 'function': 'Callable[..., Any]',
    **dict.fromkeys('start_event end_event devices array buffer sequences multi_index funclist file iterable sample lists if_empty columns '
                    'column by names what given instance owner cpu_times gpu_times table call of'.split(), 'Any'),
    # CuPy's words
    **dict.fromkeys('no_return return_tuple reduce_dims translate_cucomplex enable_cooperative_groups jitify blocking'.split(), 'bool'),
    **dict.fromkeys('loop_prep after_loop'.split(), 'str'), 'backend': "Literal['nvrtc', 'nvcc']", 'doc': 'Union[str, None]',
    'path': 'None', 'log_stream': 'Any', 'block_size': 'Union[int, None]', 'name_expressions': 'Union[Sequence[str], None]', 'func1d': 'Callable[..., Any]',
    **dict.fromkeys('actual desired'.split(), 'Any'), **dict.fromkeys('axisa axisb axisc'.split(), 'int'), 'asnumpy.out': 'Any',
    'get.out': 'Any', 'RawModule.__init__.code': 'Union[str, None]', 'array_repr.x': '_Array', 'issubdtype.dtype': '_DTypeLike',
    'issubdtype.kind': 'Any', **{f'{name}.x': 'Any' for name in ('empty_like_pinned', 'zeros_like_pinned')},
    # protocols
    'stream': 'Any', 'max_version': 'Union[tuple[int, int], None]', 'dl_device': 'Union[tuple[int, int], None]', 'ufunc': 'Any',
    'inputs': 'Any', 'named': 'Any', 'arguments': 'Any', 'func': 'Any', 'types': 'Any', 'args': 'Any', 'kwargs': 'Any', 'spec': 'str',
    'item': '_Operand', 'memo': 'Any', '_': 'Any', '__eq__.other': 'Any', '__ne__.other': 'Any',
    'multivariate_normal.cov': '_Array', 'z': '_Array',
}

# What functions give that give no array; 'class.method' goes before.
RESULTS = {
    **dict.fromkeys('allclose array_equal shares_memory can_cast isdtype'.split(), 'bool'),
    **dict.fromkeys('promote_types result_type'.split(), '_DType'),
    **dict.fromkeys('broadcast_arrays meshgrid unstack nonzero unravel_index'.split(), 'tuple[_Array, ...]'),
    **dict.fromkeys('split array_split'.split(), 'list[_Array]'), 'divmod': 'tuple[_Array, _Array]', 'histogram': 'tuple[_Array, _Array]',
    **dict.fromkeys('put put_along_axis scatter_add scatter_max scatter_min ndarray.fill ndarray.sort __init__'.split(), 'None'),
    'broadcast_shapes': 'tuple[int, ...]', 'gradient': 'Any', 'asnumpy': 'Any', 'get_array_module': 'ModuleType',
    'default_rng': 'Generator', 'issubdtype': 'bool', 'ndindex': 'Iterator[tuple[int, ...]]',
    **dict.fromkeys('array_repr array_str array2string'.split(), 'str'), 'malloc': '_Array', 'RawModule.get_function': 'RawKernel',
    **dict.fromkeys('empty_pinned zeros_pinned empty_like_pinned zeros_like_pinned'.split(), 'Any'),
    **dict.fromkeys('assert_allclose assert_array_almost_equal assert_array_equal assert_array_less'.split(), 'None'),
    '__array_namespace__': 'Any', '__dlpack__': 'Any', '__dlpack_device__': 'tuple[int, int]', '__array__': 'Any', '__array_ufunc__': 'Any',
    '__array_function__': 'Any', '__reduce__': 'tuple[Any, ...]', 'ndarray.get': 'Any', 'ndarray.item': 'Any', 'ndarray.tolist': 'Any',
    '__array_namespace_info__': 'Any', 'ElementwiseKernel.__call__': 'Any', 'RawKernel.__call__': 'None',
    **dict.fromkeys('RawKernel.compile RawModule.compile RawModule.get_global'.split(), 'None'),
    **dict.fromkeys('max_threads_per_block max_dynamic_shared_size_bytes'.split(), 'int'), 'RawKernel.attributes': 'dict[str, int]',
    '__repr__': 'str', '__str__': 'str',
    '__format__': 'str', '__eq__': 'Any', '__ne__': 'Any', '__contains__': 'bool',
    '__divmod__': 'tuple[_Array, _Array]', '__rdivmod__': 'tuple[_Array, _Array]',
    'shape': 'tuple[int, ...]', 'strides': 'tuple[int, ...]', 'ndim': 'int', 'size': 'int', 'devices': 'tuple[_Device, ...]',
    'default_device': '_Device', 'ndarray.dtype': '_DType', 'ndarray.device': '_Device', 'Generator.state': 'Any',
    'Device.__enter__': '_Device', 'dtype.__call__': '_Array', '__numpy_dtype__': 'Any', 'ndarray.T': '_Array',
}
# What stands in the place of a signature.
OVERLOADS = {
    'where': '''@overload
def where(condition: _Array, x1: None = None, x2: None = None, /) -> tuple[_Array, ...]: ...
@overload
def where(condition: _Array, x1: _Operand, x2: _Operand, /) -> _Array: ...''',
    'unique': '''@overload
def unique(x: _Array, /, return_index: Literal[False] = False, return_inverse: Literal[False] = False,
           return_counts: Literal[False] = False, axis: _Axis = None) -> _Array: ...
@overload
def unique(x: _Array, /, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: _Axis = None) -> Any: ...''',
}
# What objects of a class have besides what the class shows.
ATTRIBUTES = {
    'finfo': {'dtype': '_DType', 'bits': 'int', **dict.fromkeys('eps max min smallest_normal tiny'.split(), 'float')},
    'iinfo': {'dtype': '_DType', 'bits': 'int', 'max': 'int', 'min': 'int'},
    **{f'{kind}Kernel': {'name': 'str'} for kind in ('Elementwise', 'Reduction')},
    'RawKernel': {'name': 'str', 'code': 'str', 'options': 'tuple[str, ...]', 'backend': 'str'},
}
# Slots of the type ndarray, which have no signature of their own.
_OPERATORS = 'add sub mul truediv floordiv mod pow and or xor lshift rshift matmul'.split()
SLOTS = {
    **{f'__{r}{op}__': ('value: _Operand, /', '_Array') for op in _OPERATORS for r in ('', 'r', 'i')},
    **{f'__{r}pow__': ('value: _Operand, mod: None = None, /', '_Array') for r in ('', 'r')}, '__ipow__': ('value: _Operand, /', '_Array'),
    **{f'__{op}__': ('value: Any, /', 'Any') for op in ('eq', 'ne')},
    **{f'__{op}__': ('value: _Operand, /', '_Array') for op in ('lt', 'le', 'gt', 'ge')},
    **{f'__{op}__': ('', '_Array') for op in ('neg', 'pos', 'abs', 'invert')},
    '__bool__': ('', 'bool'), '__int__': ('', 'int'), '__float__': ('', 'float'), '__index__': ('', 'int'), '__len__': ('', 'int'),
    '__iter__': ('', 'Iterator[_Array]'), '__getitem__': ('key: _Indices, /', '_Array'),
    '__setitem__': ('key: _Indices, value: Any, /', 'None'), '__delitem__': ('key: Any, /', 'None'),
    '__buffer__': ('flags: int, /', 'memoryview'), '__release_buffer__': ('buffer: memoryview, /', 'None'),
}
