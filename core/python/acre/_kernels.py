"""Kernels from text, which run on every device: CuPy's ElementwiseKernel, ReductionKernel and RawKernel."""

from . import _acre
from .exceptions import ValueError

__all__ = ['ElementwiseKernel', 'RawKernel', 'RawModule', 'ReductionKernel']


class ElementwiseKernel:
    """Element by element: ElementwiseKernel('T x, T y', 'T z', 'z = (x - y) * (x - y)', 'squared_diff').

    Called with inputs it makes the outputs, of `size` elements where all inputs are raw; called with inputs and outputs it writes these.
    The text is C++ of one element: acre's elementary functions have their names in it, `i` is the element's number of `_ind.size()`,
    `_ind.get()[axis]` its index along an axis; a `raw` operand is indexed, by a number or by such a list; `continue` leaves it. Compiled at
    the first call for some dtypes by the machine's compiler or the GPU vendor's, and kept on disk; `contract` lets it fuse a * b + c, which
    costs the same bits on every device. `loop_prep` and `after_loop` stand before and behind the operation of each element. reduce_dims and
    block_size are taken for CuPy's sake and change nothing.
    """

    def __init__(self, in_params, out_params, operation, name='elementwise_kernel', reduce_dims=True, preamble='', no_return=False,
                 return_tuple=False, *, options=(), loop_prep='', after_loop='', contract=False, doc=None):
        if loop_prep or after_loop:
            # an element is a loop of its own, which `continue` goes to the end of
            operation = f'{loop_prep};\ndo {{\n{operation};\n}} while (false);\n{after_loop}'
        self._kernel = _acre.elementwise_kernel(in_params, out_params, operation, name, preamble, options, contract)
        self._returns = None if no_return else tuple if return_tuple else object
        self.name = name
        if doc is not None:
            self.__doc__ = doc

    def __call__(self, *arguments, size=None, block_size=None):
        made = self._kernel(arguments, size)
        if self._returns is None:
            return None
        return made[0] if len(made) == 1 and self._returns is not tuple else made


class ReductionKernel:
    """A reduction: ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '0', 'norm').

    Called with inputs, and axis= and keepdims= as sum() has them. map_expr is of the inputs (and `i`, the element's number), reduce_expr
    of `a` and `b`, post_map_expr assigns the output from `a`. The order is that of all of acre's reductions, so that the bits are the same
    on every device, and those of sum() where it is a sum (whose identity is '-0.0' of floating point: 0 makes a sum of -0.0 be 0.0).
    What is combined has the output's dtype, or is of reduce_type, a type of C++: a letter, or a struct of the preamble of up to 16 bytes,
    whose identity may be None, for what its constructor without arguments makes. Without elements the result is post_map_expr of the
    identity, and an error where that is None. reduce_dims is taken for CuPy's sake and changes nothing.
    """

    def __init__(self, in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name='reduction_kernel', reduce_type=None,
                 reduce_dims=True, preamble='', options=(), *, contract=False):
        if identity is None and reduce_type is None:
            raise ValueError("identity: a reduction of acre's has one, such as '0' of a sum or '-INFINITY' of a maximum; None goes with "
                             'reduce_type=, a struct that begins as one')
        self._kernel = _acre.reduction_kernel(in_params, out_params, map_expr, reduce_expr, post_map_expr,
                                              '' if identity is None else str(identity), name, preamble, options, contract, reduce_type or '')
        self.name = name

    def __call__(self, *arguments, out=None, axis=None, keepdims=False):
        if out is None and len(arguments) == self._kernel.inputs() + 1:
            *arguments, out = arguments
        return self._kernel(arguments, out, axis, keepdims)


class RawKernel:
    """A kernel of threads: RawKernel(text, name)(grid, block, arguments).

    The text is acre's dialect of C++, the same on every device: a function whose first argument is `launch_thread const& t` (t.x(),
    t.step_x()), or `thread_block& block` where threads work together; arrays are array_ref<T, rank>, or T* of contiguous ones. Kernels
    of CUDA's C (`extern "C" __global__ void`) run on every device, too, also where threads wait for each other (__syncthreads). The kernel
    runs where its first array with axes lies, or on `device`; a number may be an array without axes of any device: acre.int32(40).
    """

    def __init__(self, code, name, options=(), backend='nvrtc', translate_cucomplex=False, *, enable_cooperative_groups=False, jitify=False,
                 contract=False):
        _refuse(backend, translate_cucomplex, enable_cooperative_groups)
        self._kernel = _acre.raw_kernel(code, name, options, contract)
        self.name, self.code, self.options, self.backend = name, code, tuple(options), backend
        self._shared = None

    def __call__(self, grid, block, arguments, *, shared_mem=0, device=None):
        self._kernel(device, grid, block, arguments, shared_mem)

    def compile(self, log_stream=None):
        """Nothing: a kernel is compiled at the first call with arguments of some types. For CuPy's sake."""

    @property
    def max_threads_per_block(self):
        """How many threads a block of the current device has at most."""
        return _acre.default_device().attributes['max_threads_per_block']

    @property
    def max_dynamic_shared_size_bytes(self):
        """What shared_mem= may be at most on the current device. It need not be set, as a launch asks the device for what it is given."""
        return self._shared or _acre.default_device().attributes['max_shared_memory_per_block']

    @max_dynamic_shared_size_bytes.setter
    def max_dynamic_shared_size_bytes(self, size):
        most = _acre.default_device().attributes['max_shared_memory_per_block']
        if not 0 <= size <= most:
            raise ValueError(f'max_dynamic_shared_size_bytes: {size} bytes, and a block of {_acre.default_device()} has {most} at most')
        self._shared = size

    @property
    def attributes(self):
        """What a block of the current device may have, by CuPy's names: max_threads_per_block, max_dynamic_shared_size_bytes."""
        return {name: getattr(self, name) for name in ('max_threads_per_block', 'max_dynamic_shared_size_bytes')}


class RawModule:
    """Several kernels in one text: RawModule(code=text).get_function(name).

    The kernels may be templates: get_function('scale<float>') is one of them, and name_expressions, which CuPy wants to list such names,
    may. backend and jitify are taken for CuPy's sake and change nothing.
    """

    def __init__(self, code=None, *, path=None, options=(), backend='nvrtc', translate_cucomplex=False, enable_cooperative_groups=False,
                 name_expressions=None, jitify=False, contract=False):
        _refuse(backend, translate_cucomplex, enable_cooperative_groups)
        if path is not None or code is None:
            raise ValueError('RawModule wants the text of its kernels, code=; a file that is compiled is one of a single device')
        self._how = code, options, contract
        self._names = None if name_expressions is None else [_written_together(name) for name in name_expressions]

    def get_function(self, name):
        if self._names is not None and '<' in name and _written_together(name) not in self._names:
            raise ValueError(f"'{name}' is none of the module's name_expressions: {', '.join(self._names)}")
        code, options, contract = self._how
        return RawKernel(code, name, options, contract=contract)

    def get_global(self, name):
        """A ValueError: each device has variables of its own, which would be other ones in each kernel."""
        raise ValueError(f"get_global('{name}'): a variable of the text belongs to each of its kernels by itself; hand the kernels an array")

    def compile(self, log_stream=None):
        """Nothing: kernels are compiled at their first calls. For CuPy's sake."""


def _written_together(name):
    return ''.join(name.split())


def _refuse(backend, translate_cucomplex, enable_cooperative_groups):
    if backend not in ('nvrtc', 'nvcc'):
        raise ValueError(f"backend: 'nvrtc' or 'nvcc', not {backend!r}; the device's own compiler is taken for either")
    if translate_cucomplex:
        raise ValueError("translate_cucomplex: complex<float> and complex<double> are there, with C++'s operators and functions, and "
                         'cuComplex.h is not')
    if enable_cooperative_groups:
        raise ValueError('enable_cooperative_groups: threads of a block wait for each other by __syncthreads; all blocks do between two '
                         'launches')
