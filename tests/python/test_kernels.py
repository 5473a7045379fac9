"""Kernels from text."""
import acre
import numpy as np
import pytest

from compare import is_on_host, on, same

pytestmark = pytest.mark.usefixtures('compiler')


def test_elementwise(device):
    squared_diff = acre.ElementwiseKernel('T x, T y', 'T z', 'z = (x - y) * (x - y)', 'squared_diff')
    for dtype in ('float32', 'float64', 'int32'):
        x, y = np.arange(10, dtype=dtype).reshape(2, 5), np.arange(5, dtype=dtype)
        same(squared_diff(on(device)(x), on(device)(y)), (x - y) * (x - y))
    out = acre.zeros(4, device=device)
    assert squared_diff(acre.arange(4.0, device=device), 2, out) is not None and out.tolist() == [4, 1, 0, 1]
    sums = acre.ElementwiseKernel('T x, T y', 'T sum, float32 half', 'sum = x + y; half = 0.5f * x;', 'sums')
    total, half = sums(acre.ones(3, device=device), 1.0)
    assert total.tolist() == [2, 2, 2] and half.dtype == 'float32'
    shift = acre.ElementwiseKernel('raw T x, int64 n', 'T y', 'y = x[(i + 1) % n]', 'shift')
    y = acre.zeros(3, device=device)
    shift(acre.arange(3.0, device=device), 3, y)
    assert y.tolist() == [1, 2, 0]
    reverse = acre.ElementwiseKernel('raw T x, int64 n', 'T y', 'y = x[n - 1 - i]', 'reverse')
    assert reverse(acre.arange(6.0, device=device), 6, size=4).tolist() == [5, 4, 3, 2]
    with pytest.raises(ValueError, match='pass the output'):
        reverse(acre.arange(6.0, device=device), 6)
    same(acre.ElementwiseKernel('float64 x', 'float64 y', 'y = exp(x)')(on(device)(np.arange(4.0))), acre.asnumpy(acre.exp(acre.arange(4.0, device=device))))


def test_reduction(device):
    x = np.arange(12, dtype='float64').reshape(3, 4) / 7
    norm = acre.ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '-0.0', 'norm')
    same(norm(on(device)(x)), acre.asnumpy(acre.sqrt((on(device)(x) ** 2).sum())))
    same(norm(on(device)(x), axis=1), acre.asnumpy(acre.sqrt((on(device)(x) ** 2).sum(axis=1))))
    out = acre.zeros((1, 4), device=device)
    norm(on(device)(x), axis=0, keepdims=True, out=out)
    same(out, acre.asnumpy(acre.sqrt((on(device)(x) ** 2).sum(axis=0, keepdims=True))))
    most = acre.ReductionKernel('int32 x, int32 y', 'int32 z', 'x * y', 'a < b ? b : a', 'z = a', '-2147483648', 'most')
    assert int(most(on(device)(np.array([3, -5, 2], 'int32')), on(device)(np.array([1, -2, 4], 'int32')))) == 10
    with pytest.raises(ValueError, match='identity'):
        acre.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a', None)


def test_refusals(device):
    with pytest.raises(acre.exceptions.CompileError):
        acre.ElementwiseKernel('float32 x', 'float32 y', 'y = nothing(x)')(acre.zeros(1, 'float32', device=device))
    with pytest.raises(TypeError, match='float32'):
        acre.ElementwiseKernel('float32 x', 'float32 y', 'y = x')(acre.zeros(1, device=device))
    with pytest.raises(ValueError):
        acre.ElementwiseKernel('float32 x', '', 'y = x')
    with pytest.raises(ValueError, match='array at least'):
        acre.ElementwiseKernel('T x', 'T y', 'y = x')(1.0)


def test_raw(device):
    increment = acre.RawKernel('''
        template <class T>
        KOKKOS_FUNCTION void increment(launch_thread const& t, array_ref<T, 1> x, T by)
        {
          for (auto i = t.x(); i < x.extent[0]; i += t.step_x()) x(i) += by;
        }''', 'increment')
    x = acre.arange(8.0, device=device)
    increment((1,), (32,), (x, 10.0))
    assert x.tolist() == [10, 11, 12, 13, 14, 15, 16, 17]
    module = acre.RawModule(code='''
        extern "C" __global__ void first(double* x, long long n) { if (threadIdx.x < n) x[threadIdx.x] = blockDim.x; }
        extern "C" __global__ void second(const double* x, float* y) { y[threadIdx.x] = expf(x[threadIdx.x]); }''')
    x, y = acre.zeros(4, device=device), acre.zeros(4, 'float32', device=device)
    module.get_function('first')((1,), (8,), (x, np.int64(3)))
    module.get_function('second')((1,), (4,), (x, y))
    assert x.tolist() == [8, 8, 8, 0]
    same(y, acre.asnumpy(acre.exp(x.astype('float32'))))
    with pytest.raises(ValueError, match='cooperative_groups'):
        acre.RawKernel('__global__ void f(float* x) { cooperative_groups::this_grid().sync(); }', 'f')
    with pytest.raises(acre.exceptions.LaunchError):
        increment((1,), (10**6,), (x, 10.0))
    with pytest.raises(ValueError):
        acre.RawKernel('void f() {}', 'g')


def test_raw_kernels_whose_threads_wait(device):
    """The matrix product by tiles of CUDA's tutorials, and the reduction with memory that the launch gives."""
    multiply = acre.RawKernel(r'''
        #define TILE 8
        extern "C" __global__ void multiply(const double* a, const double* b, double* c, int rows, int inner, int columns)
        {
            __shared__ double of_a[TILE][TILE], of_b[TILE][TILE];
            const int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
            double sum = 0;
            for (int k = 0; k < inner; k += TILE) {
                of_a[threadIdx.y][threadIdx.x] = i < rows && k + threadIdx.x < inner ? a[i * inner + k + threadIdx.x] : 0;
                of_b[threadIdx.y][threadIdx.x] = k + threadIdx.y < inner && j < columns ? b[(k + threadIdx.y) * columns + j] : 0;
                __syncthreads();
                for (int t = 0; t < TILE; ++t) sum += of_a[threadIdx.y][t] * of_b[t][threadIdx.x];
                __syncthreads();
            }
            if (i < rows && j < columns) c[i * columns + j] = sum;
        }''', 'multiply')
    a, b = np.random.default_rng(3).standard_normal((21, 30)), np.random.default_rng(4).standard_normal((30, 13))
    c = acre.zeros((21, 13), device=device)
    multiply((2, 3), (8, 8), (acre.asarray(a, device=device), acre.asarray(b, device=device), c, 21, 30, 13))
    expected = np.zeros((21, 13))
    for k in range(30):  # in the kernel's order
        expected += a[:, k, None] * b[k]
    assert c.tobytes() == expected.tobytes()

    total = acre.RawKernel(r'''
        extern "C" __global__ void total(const float* x, float* y)
        {
            extern __shared__ float part[];
            part[threadIdx.x] = x[threadIdx.x];
            for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
                __syncthreads();
                if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
            }
            if (threadIdx.x == 0) y[0] = part[0];
        }''', 'total')
    x, y = acre.arange(256, dtype='float32', device=device), acre.zeros(1, 'float32', device=device)
    total((1,), (256,), (x, y), shared_mem=4 * 256)
    assert y.tolist() == [255 * 128]
    with pytest.raises(acre.exceptions.LaunchError, match='extern __shared__'):
        total((1,), (256,), (x, y))


def test_reductions_from_text(device):
    x = np.arange(12.0).reshape(3, 4) - 5
    a = acre.asarray(x, device=device, copy=True)
    norm = acre.ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '-0.0', 'norm')
    for axis, keepdims in [(None, False), (0, False), (1, True), (-1, False)]:
        made = norm(a, axis=axis, keepdims=keepdims)
        expected = np.sqrt(np.sum(x * x, axis, keepdims=keepdims))
        assert made.shape == expected.shape and made.device == device
        np.testing.assert_allclose(acre.asnumpy(made), expected, rtol=1e-14)
    assert norm(a).tobytes() == acre.sqrt(acre.sum(a * a)).tobytes()
    dot = acre.ReductionKernel('T x, T y', 'T z', 'x * y', 'a + b', 'z = a', '-0.0')
    out = acre.zeros(3, device=device)
    assert dot(a, a + 1, axis=1, out=out) is not None and out.tolist() == np.sum(x * (x + 1), 1).tolist()
    with pytest.raises(ValueError, match='identity'):
        acre.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a', None)


def test_elementwise_as_cupy_has_it(device):
    x = np.arange(7.0)
    reverse = acre.ElementwiseKernel('T x, raw T y', 'T z', 'z = x + y[_ind.size() - i - 1]', 'add_reverse')
    same(reverse(on(device)(x), on(device)(x)), x + x[::-1])
    same(reverse(on(device)(np.ones((2, 3))), on(device)(np.arange(6.0))), 1 + np.arange(6.0)[::-1].reshape(2, 3))
    some = acre.ElementwiseKernel('T x', 'T z', 'z = 0; if (x < 2) continue; z = x;', 'some', True, return_tuple=True)
    assert [each.tolist() for each in some(on(device)(x), block_size=128)] == [[0, 0, 2, 3, 4, 5, 6]]
    prepared = acre.ElementwiseKernel('T x, T y', 'T z', 'if (x > 4) continue; z += part * x', 'prepared', loop_prep='T part = y / 2; z = 1;',
                                      after_loop='z = -z', no_return=True, doc='half of y, times x')
    z = acre.empty(7, device=device)
    assert prepared(on(device)(x), 3.0, z) is None and prepared.__doc__ == 'half of y, times x'
    same(z, -np.where(x > 4, 1, 1 + 1.5 * x))
    same(acre.ElementwiseKernel('float32 x', 'float32 z', 'z = expf(x) + sqrtf(x)')(on(device)(x.astype('f4'))),
         acre.asnumpy(acre.exp(acre.asarray(x, 'float32')) + acre.sqrt(acre.asarray(x, 'float32'))))


def test_elementwise_atomics(device):
    counts, most = acre.zeros(5, 'int32', device=device), acre.full(1, -1, 'int32', device=device)
    count = acre.ElementwiseKernel('int32 x', 'raw int32 counts, raw int32 most', 'atomicAdd(&counts[x], 1); atomicMax(&most[0], x);', 'count')
    x = np.random.default_rng(2).integers(0, 5, 20000).astype('int32')
    count(on(device)(x), counts, most)
    same(counts, np.bincount(x, minlength=5).astype('int32'))
    assert int(most[0]) == 4


def test_complex_functions(device):
    z = np.array([1 + 2j, -0.5 + 0.25j, 3 - 1j])
    ours = on(device)(z)
    for text, expected in (('sin(z) * cosh(z)', np.sin(z) * np.cosh(z)), ('pow(z, 2) + pow(2.0, z)', z**2 + 2.0**z), ('norm(z)', abs(z)**2),
                           ('polar(abs(z), arg(z))', z), ('log10(z) + conj(z)', np.log10(z) + z.conj())):
        made = acre.ElementwiseKernel('complex128 z', 'complex128 y', f'y = {text}')(ours)
        np.testing.assert_allclose(acre.asnumpy(made), expected, 1e-13)


def test_quantiles(device):
    special = pytest.importorskip('scipy.special')
    p = np.concatenate([np.linspace(0, 1, 1001), np.logspace(-300, -1, 200), [5e-324]])
    y = np.concatenate([np.linspace(-1, 1, 1001), np.logspace(-200, -1, 100)])
    for name, function, x in (('normcdfinv', special.ndtri, p), ('erfinv', special.erfinv, y), ('erfcinv', special.erfcinv, np.concatenate([p, 2 - p[:1001]])),
                              ('normcdf', special.ndtr, np.linspace(-30, 8, 500))):
        found = acre.asnumpy(acre.ElementwiseKernel('float64 x', 'float64 y', f'y = {name}(x)')(on(device)(x)))
        np.testing.assert_allclose(found, function(x), 3e-14, 1e-16, err_msg=name)
        of_float = acre.asnumpy(acre.ElementwiseKernel('float32 x', 'float32 y', f'y = {name}f(x)')(on(device)(x.astype('f4'))))
        np.testing.assert_allclose(of_float, function(x.astype('f4').astype('f8')).astype('f4'), 1e-6, 1e-37, err_msg=name)
    beyond = acre.ElementwiseKernel('float64 x', 'float64 y', 'y = erfinv(x)')(on(device)(np.array([1.5, -2, np.nan])))
    assert acre.all(acre.isnan(beyond))


TEMPLATES = r'''
#include <cuda_runtime.h>
#include "math.h"
namespace of_user {
template <typename T, int by>
__global__ void scaled(const T* x, T* y, size_t n)
{
    size_t i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) y[i] = by * x[i] + T(M_PI > 3);
}
}
__global__ void letters(char* c, const int* x) { c[threadIdx.x] = 'a' + x[threadIdx.x]; }
'''


def test_templates_by_name(device):
    module = acre.RawModule(code=TEMPLATES, backend='nvcc', options=('--std=c++17',),
                            name_expressions=('of_user::scaled<float, 3>', 'of_user::scaled<complex<double>,2>'))
    for dtype, name, by in (('float32', 'of_user::scaled<float, 3>', 3), ('complex128', 'of_user::scaled<complex<double>, 2>', 2)):
        x = np.arange(5).astype(dtype)
        y = acre.zeros(5, dtype, device=device)
        module.get_function(name)((2,), (4,), (on(device)(x), y, np.array([5], dtype='uint64')))
        same(y, x * by + np.array(1, dtype))
    text = acre.zeros(4, 'int8', device=device)
    module.get_function('letters')((1,), (4,), (text, acre.arange(4, dtype='int32', device=device)))
    assert text.tobytes() == b'abcd'
    with pytest.raises(ValueError, match='none of the module.s name_expressions'):
        module.get_function('of_user::scaled<double, 3>')
    for name in ('none', 'scaled<float', 'scaled<float>>', 'scaled<f();>', '3d', ''):
        with pytest.raises(ValueError, match='the text has no kernel'):
            acre.RawModule(code=TEMPLATES).get_function(name)
    with pytest.raises(acre.exceptions.CompileError):
        acre.RawKernel(TEMPLATES, 'of_user::scaled<nothing, 1>')((1,), (1,), (text, text, 1))


def test_words_that_raw_kernels_refuse():
    for named, text in (({'backend': 'clang'}, 'backend'), ({'translate_cucomplex': True}, 'cuComplex'),
                        ({'enable_cooperative_groups': True}, '__syncthreads')):
        with pytest.raises(ValueError, match=text):
            acre.RawKernel('extern "C" __global__ void f() {}', 'f', **named)
        with pytest.raises(ValueError, match=text):
            acre.RawModule(code='extern "C" __global__ void f() {}', **named)
    with pytest.raises(ValueError, match='code='):
        acre.RawModule(path='kernels.cubin')


def test_includes_of_preambles(device):
    """Words of the headers that a GPU's compiler has no files of stand there already."""
    preamble = '''#include <stdint.h>
    #include <cmath>
    #include "cuda_runtime.h"  // and more
    __device__ int8_t last(int64_t x) { return static_cast<int8_t>(x % 10); }
    '''
    last = acre.ElementwiseKernel('int64 x', 'int8 y', 'y = last(x) + int8_t(sqrt(4.0))', 'last_of', preamble=preamble)
    assert last(acre.asarray([12, 345], device=device)).tolist() == [4, 7]
    total = acre.ReductionKernel('int64 x', 'uint64 y', 'last(x)', 'a + b', 'y = uint64_t(a)', '0', 'total_of', preamble=preamble)
    assert int(total(acre.asarray([12, 345], device=device))) == 7


def test_numbers_of_any_device(device):
    """acre.int32(3) is an array of the device that is current, and a number to a kernel that runs elsewhere."""
    times = acre.ElementwiseKernel('T x, T by', 'T y', 'y = x * by', 'times_by')
    total = acre.ReductionKernel('T x, T by', 'T y', 'x * by', 'a + b', 'y = a', '-0.0', 'total_by')
    scale = acre.RawKernel('extern "C" __global__ void scale(double* x, int n, double by) { if (threadIdx.x < n) x[threadIdx.x] *= by; }', 'scale')
    shift = acre.RawKernel('template <class T> KOKKOS_FUNCTION void shift(launch_thread const& t, double* x, T by) { x[t.x()] += by; }', 'shift')
    for other in acre.devices():
        with other:
            three, by = acre.int32(3), acre.float64(2.5)
            assert three.device == other
            x = acre.ones(4, device=device)
            for made in (times(x, by), times(by, x)):
                assert made.tolist() == [2.5] * 4 and made.device == device
            assert total(x, by).tolist() == 10 and total(by, x).device == device
            scale((1,), (32,), (x, three, by))
            shift((1,), (1,), (x, three))
            assert x.tolist() == [5.5, 2.5, 2.5, 1]


def test_arrays_of_other_devices_are_refused():
    host = acre.devices()[0]
    others = [d for d in acre.devices() if not is_on_host(d)]
    x = acre.ones(3, device=host)
    copy = acre.RawKernel('extern "C" __global__ void copy(const double* x, double* y) { y[threadIdx.x] = x[threadIdx.x]; }', 'copy')
    add = acre.ElementwiseKernel('T x, T y', 'T z', 'z = x + y', 'add')
    total = acre.ReductionKernel('T x, T y', 'T z', 'x + y', 'a + b', 'z = a', '0', 'total')
    for other in others:
        y, zero = acre.ones(3, device=other), acre.zeros((), device=other)
        for call in (lambda: copy((1,), (3,), (x, y)), lambda: copy((1,), (3,), (y, x)), lambda: copy((1,), (1,), (x, zero)),
                     lambda: copy((1,), (1,), (x, x), device=other), lambda: add(x, y), lambda: add(x, x, y), lambda: add(x, x, zero),
                     lambda: total(x, y), lambda: total(x, x, out=zero)):
            with pytest.raises(acre.exceptions.BackendError, match='operands live on'):
                call()


def test_places_of_elements(device):
    """_ind.get() is the index along each axis, of the shape as it is given."""
    x = np.arange(24.0).reshape(2, 3, 4)
    ours = on(device)(x)
    weigh = acre.ElementwiseKernel('T x', 'T y', 'y = x + 100 * _ind.get()[0] + 1000 * _ind.get()[1] + 10000 * _ind.get()[2]', 'weigh',
                                   reduce_dims=False)
    places = np.indices(x.shape)
    expected = x + 100 * places[0] + 1000 * places[1] + 10000 * places[2]
    same(weigh(ours), expected)
    same(weigh(ours.transpose(2, 0, 1)), (x.transpose(2, 0, 1) + np.tensordot([100, 1000, 10000], np.indices((4, 2, 3)), 1)))
    row = acre.zeros(1000, device=device)
    assert acre.ElementwiseKernel('T x', 'int64 y', 'y = _ind.get()[0] * _ind.ndim + _ind.shape()[0]')(row).tolist() == list(range(1000, 2000))
    mirrored = acre.ElementwiseKernel('raw T x', 'T y', '''
        const ptrdiff_t* at = _ind.get();
        const ptrdiff_t from[] = {at[1], at[0]};
        y = x[from] * _ind.size();''', 'mirrored')
    flat = x.reshape(6, 4)
    same(mirrored(on(device)(flat), size=(4, 6)), flat.T * 24)
    strided = acre.zeros((4, 12), device=device)[:, ::2]
    mirrored(on(device)(flat), strided)
    same(strided, flat.T * 24)
    with pytest.raises(ValueError, match="operand is named 'i'"):
        acre.ElementwiseKernel('T i', 'T y', 'y = i + _ind.get()[0]')(row)


ARGMIN = r'''
struct least {
    double value;
    int64_t place;
    __device__ least() : value(INFINITY), place(-1) {}
    __device__ least(double v, int64_t p) : value(v), place(p) {}
};
__device__ least lesser(const least& a, const least& b)
{
    return b.value < a.value || (b.value == a.value && b.place < a.place) ? b : a;
}
'''


def test_what_reductions_combine(device):
    """reduce_type: a struct, whose identity is what its constructor makes, or a letter."""
    argmin = acre.ReductionKernel('T x', 'int64 y', 'least(x, i)', 'lesser(a, b)', 'y = a.place', None, 'argmin', 'least', preamble=ARGMIN)
    x = np.random.default_rng(8).integers(0, 50, 20000).astype('float64')
    assert int(argmin(on(device)(x))) == np.argmin(x)
    table = np.random.default_rng(9).permutation(6000).reshape(60, 100).astype('float32')
    for axis in (0, 1):
        found = acre.asnumpy(argmin(on(device)(table), axis=axis))
        assert (table.ravel()[found] == table.min(axis)).all()
    with pytest.raises(ValueError, match='zero-size array to reduction operation argmin which has no identity'):
        argmin(acre.zeros(0, device=device))
    assert argmin(acre.zeros((0, 3), device=device), axis=1).shape == (0,)
    mean = acre.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a / 256', '-0.0', 'mean', 'double')
    same(mean(on(device)(np.full(256, 1e38, 'float32'))), np.array(1e38, 'float32'))  # (whose sum float32 does not hold)
    for named, text in (({'reduce_type': 'double'}, 'has an identity'), ({'reduce_type': 'large', 'preamble': 'struct large { double v[3]; };'}, '16 bytes')):
        with pytest.raises(acre.exceptions.CompileError, match=text):
            acre.ReductionKernel('T x', 'T y', 'x', 'a', 'y = 0', None, **named)(acre.zeros(2, device=device))


def test_attributes_of_raw_kernels(device):
    text = 'extern "C" __global__ void f(float* x) { extern __shared__ float s[]; s[threadIdx.x] = x[threadIdx.x]; x[threadIdx.x] = 2 * s[threadIdx.x]; }'
    kernel = acre.RawKernel(text, 'f', options=('-DN=3',))
    with acre.Device(device):
        assert kernel.attributes == {'max_threads_per_block': kernel.max_threads_per_block,
                                     'max_dynamic_shared_size_bytes': kernel.max_dynamic_shared_size_bytes}
        assert kernel.max_threads_per_block == 1024 and kernel.max_dynamic_shared_size_bytes >= 48 * 1024
        kernel.max_dynamic_shared_size_bytes = 50000
        assert kernel.max_dynamic_shared_size_bytes == 50000
        with pytest.raises(ValueError, match='at most'):
            kernel.max_dynamic_shared_size_bytes = 10**9
        x = acre.ones(kernel.max_threads_per_block, 'float32')
        kernel((1,), (x.size,), (x,), shared_mem=kernel.max_dynamic_shared_size_bytes)
        assert x.tolist() == [2] * x.size
    assert (kernel.name, kernel.code, kernel.options, kernel.backend, kernel.compile()) == ('f', text, ('-DN=3',), 'nvrtc', None)
    module = acre.RawModule(code=text)
    assert module.compile() is None and module.get_function('f').name == 'f'
    with pytest.raises(ValueError, match='hand the kernels an array'):
        module.get_global('coefficients')
