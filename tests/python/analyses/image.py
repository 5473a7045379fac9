import cupy as cp

# A picture: a Julia set, its noise taken out by FFT and by a separable filter, edges, levels, and where it is bright.

julia = cp.ElementwiseKernel(
    'complex128 start, complex128 c, int32 most', 'int32 steps',
    '''
    complex<double> z = start;
    steps = 0;
    while (steps < most && norm(z) <= 4) {
        z = pow(z, 2) + c;
        ++steps;
    }
    ''',
    'julia')

columns_kernel = cp.RawKernel(r'''
#include <cupy/complex.cuh>
__constant__ float weight[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__device__ __forceinline__ int inside(int k, int n) { return k < 0 ? -k : k >= n ? 2 * n - 2 - k : k; }

extern "C" __global__
void filter_columns(const float* from, float* to, const int rows, const int columns)
{
    for (int at = blockDim.x * blockIdx.x + threadIdx.x; at < rows * columns; at += blockDim.x * gridDim.x) {
        int row = at / columns, column = at % columns;
        float sum = 0.0f;
        #pragma unroll
        for (int k = -2; k <= 2; ++k) sum += weight[k + 2] * from[inside(row + k, rows) * columns + column];
        to[at] = sum;
    }
}
''', 'filter_columns', backend='nvrtc')


@cp.fuse(kernel_name='stretched')
def stretched(x, low, high):
    return cp.clip((x - low) / (high - low), 0, 1) ** 0.5


def filtered(picture):
    made = cp.empty_like(picture)
    columns_kernel((7,), (64,), (picture, made, picture.shape[0], picture.shape[1]))
    across = cp.ascontiguousarray(made.T)
    again = cp.empty_like(across)
    columns_kernel((7,), (64,), (across, again, across.shape[0], across.shape[1]))
    return cp.ascontiguousarray(again.T)


def main(rows=48, columns=64, most=40):
    y, x = cp.ogrid[-1.2:1.2:rows * 1j, -1.6:1.6:columns * 1j]
    steps = julia(x + 1j * y, cp.complex128(-0.8 + 0.156j), most)
    rng = cp.random.default_rng(17)
    picture = (steps + rng.normal(0, 2, size=steps.shape)).astype(cp.float32)
    smooth = filtered(picture)
    spectrum = cp.fft.fft2(picture.astype(cp.float64))
    wave = cp.hypot(cp.fft.fftfreq(rows)[:, None], cp.fft.fftfreq(columns)[None, :])
    low_pass = cp.real(cp.fft.ifft2(spectrum * cp.exp(-(wave / 0.15) ** 2)))
    vertical, horizontal = cp.gradient(smooth.astype(cp.float64))
    edges = cp.sqrt(vertical ** 2 + horizontal ** 2)
    low, high = cp.percentile(smooth, [2, 98])
    levels, bounds = cp.histogram(stretched(smooth.astype(cp.float64), float(low), float(high)), bins=16, range=(0, 1))
    equalised = cp.searchsorted(cp.sort(smooth.ravel()), smooth.ravel()).reshape(smooth.shape)
    bright = cp.argwhere(edges > cp.quantile(edges, 0.99))
    padded = cp.pad(picture, 1, mode='edge')
    median = cp.median(cp.stack([padded[r:r + rows, c:c + columns] for r in range(3) for c in range(3)]), axis=0)
    return {
        'steps': steps,
        'smooth': smooth,
        'low_pass': low_pass,
        'noise': float(cp.std(picture - smooth)),
        'levels': levels,
        'bounds': bounds,
        'bright': bright,
        'equalised': equalised,
        'median': median,
        'tiles': picture.reshape(rows // 8, 8, columns // 8, 8).mean(axis=(1, 3)),
        'brightest': cp.unravel_index(smooth.argmax(), smooth.shape),
        'mirrored': bool(cp.array_equal(cp.flip(cp.rollaxis(picture, 1), 0), cp.rot90(picture))),
        'type': str(steps.dtype) + repr(smooth.astype(cp.single).dtype.itemsize),
    }
