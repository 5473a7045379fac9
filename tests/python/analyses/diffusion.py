import cupy as cp

# Diffusion on a grid, three times: by slices, by a kernel of elements, and by a kernel of threads.

step_kernel = cp.ElementwiseKernel(
    'raw float64 u, int64 nx, int64 ny, float64 c', 'float64 v',
    '''
    long long row = i / ny, column = i % ny;
    if (row == 0 || row == nx - 1 || column == 0 || column == ny - 1) {
        v = u[i];
    } else {
        v = u[i] + c * (u[i - ny] + u[i + ny] + u[i - 1] + u[i + 1] - 4 * u[i]);
    }
    ''',
    'diffusion_step')

threads_kernel = cp.RawKernel(r'''
extern "C" __global__
void diffuse(const double* __restrict__ u, double* __restrict__ v, const int nx, const int ny, const double c)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= nx || column >= ny) return;
    int at = row * ny + column;
    if (row == 0 || row == nx - 1 || column == 0 || column == ny - 1) {
        v[at] = u[at];
        return;
    }
    v[at] = u[at] + c * (u[at - ny] + u[at + ny] + u[at - 1] + u[at + 1] - 4 * u[at]);
}
''', 'diffuse')


def initial(nx, ny):
    y, x = cp.meshgrid(cp.linspace(0, 1, ny), cp.linspace(0, 1, nx))
    u = cp.exp(-50 * ((x - 0.3) ** 2 + (y - 0.6) ** 2))
    u[nx // 4:nx // 2, ny // 8] = 1
    u[0, :] = u[-1, :] = 0
    u[:, 0] = u[:, -1] = 0
    return u


def by_slices(u, c, steps):
    u = u.copy()
    for _ in range(steps):
        inner = u[:-2, 1:-1] + u[2:, 1:-1]
        inner += u[1:-1, :-2]
        inner += u[1:-1, 2:]
        inner -= 4 * u[1:-1, 1:-1]
        u[1:-1, 1:-1] += c * inner
    return u


def by_elements(u, c, steps):
    nx, ny = u.shape
    a, b = u.copy(), cp.empty_like(u)
    for _ in range(steps):
        step_kernel(a, nx, ny, c, b)
        a, b = b, a
    return a


def by_threads(u, c, steps):
    nx, ny = u.shape
    block = (16, 16)
    grid = ((ny + block[0] - 1) // block[0], (nx + block[1] - 1) // block[1])
    a, b = u.copy(), cp.empty_like(u)
    with cp.cuda.Device(0):
        for _ in range(steps):
            threads_kernel(grid, block, (a, b, cp.int32(nx), cp.int32(ny), cp.float64(c)))
            a, b = b, a
        cp.cuda.Device(0).synchronize()
    return a


def main(nx=48, ny=33, steps=40, c=0.2):
    u = initial(nx, ny)
    slices, elements, threads = (f(u, c, steps) for f in (by_slices, by_elements, by_threads))
    gy, gx = cp.gradient(slices)
    spectrum = cp.abs(cp.fft.rfft2(slices))
    return {
        'slices': slices,
        'elements': elements,
        'threads': threads,
        'agree': bool(cp.array_equal(slices, elements)) and bool((elements == threads).all()),
        'heat': cp.sum(slices),
        'hottest': cp.unravel_index(cp.argmax(slices), slices.shape),
        'profile': slices.mean(axis=0),
        'steepest': cp.sqrt(gx ** 2 + gy ** 2).max(),
        'largest_waves': cp.sort(spectrum.ravel())[::-1][:5],
        'isotherms': [int((slices > level).sum()) for level in (0.1, 0.2, 0.4)],
        'table': cp.asnumpy(slices[::16, ::11].round(3)),
    }
