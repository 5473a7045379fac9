"""Kernels from text, which run on every device: CuPy's ElementwiseKernel and RawKernel."""

from . import _acre

__all__ = ['ElementwiseKernel', 'RawKernel', 'RawModule']


class ElementwiseKernel:
    """Element by element: ElementwiseKernel('T x, T y', 'T z', 'z = (x - y) * (x - y)', 'squared_diff').

    Called with inputs it makes the outputs, of `size` elements where all inputs are raw; called with inputs and outputs it writes these. The text is C++ of one element: acre's
    elementary functions have their names in it, `i` is the element's number, a `raw` operand is indexed. Compiled at the first call
    for some dtypes by the machine's compiler or the GPU vendor's, and kept on disk; `contract` lets it fuse a * b + c, which costs the
    same bits on every device.
    """

    def __init__(self, in_params, out_params, operation, name='elementwise_kernel', *, preamble='', options=(), contract=False):
        self._kernel = _acre.elementwise_kernel(in_params, out_params, operation, name, preamble, options, contract)
        self.name = name

    def __call__(self, *arguments, size=None):
        made = self._kernel(arguments, size)
        return made[0] if len(made) == 1 else made


class RawKernel:
    """A kernel of threads: RawKernel(text, name)(grid, block, arguments).

    The text is acre's dialect of C++, the same on every device: a function whose first argument is `launch_thread const& t` (t.x(),
    t.step_x()), or `thread_block& block` where threads work together; arrays are array_ref<T, rank>, or T* of contiguous ones. Kernels
    of CUDA's C (`extern "C" __global__ void`) run on every device, too, unless they wait for each other (__syncthreads).
    """

    def __init__(self, code, name, *, options=(), contract=False):
        self._kernel = _acre.raw_kernel(code, name, options, contract)
        self.name = name

    def __call__(self, grid, block, arguments, *, shared_mem=0, device=None):
        self._kernel(device, grid, block, arguments, shared_mem)


class RawModule:
    """Several kernels in one text: RawModule(code=text).get_function(name)."""

    def __init__(self, *, code, options=(), contract=False):
        self._how = code, options, contract

    def get_function(self, name):
        code, options, contract = self._how
        return RawKernel(code, name, options=options, contract=contract)
