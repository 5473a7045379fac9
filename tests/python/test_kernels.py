"""Kernels from text."""
import acre
import numpy as np
import pytest

from compare import on, same

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
