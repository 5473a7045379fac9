import cupy as cp

# Conway's life on a torus: tiles in shared memory, by a kernel that is a template; and how old cells became, counted by atomics.

TILE = 8
module = cp.RawModule(code=r'''
#include <cuda_runtime.h>

template <typename T, int size>
__global__ void life(const T* __restrict__ from, T* __restrict__ to, int rows, int columns)
{
    __shared__ T tile[size + 2][size + 2];
    for (int y = threadIdx.y; y < size + 2; y += size)
        for (int x = threadIdx.x; x < size + 2; x += size) {
            int r = (blockIdx.y * size + y + rows - 1) % rows;
            int c = (blockIdx.x * size + x + columns - 1) % columns;
            tile[y][x] = from[r * columns + c];
        }
    __syncthreads();
    int row = blockIdx.y * size + threadIdx.y, column = blockIdx.x * size + threadIdx.x;
    if (row >= rows || column >= columns) return;
    int neighbours = 0;
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x)
            if (x != 1 || y != 1) neighbours += tile[threadIdx.y + y][threadIdx.x + x];
    T alive = tile[threadIdx.y + 1][threadIdx.x + 1];
    to[row * columns + column] = neighbours == 3 || (alive && neighbours == 2);
}
''', options=('-std=c++14',), name_expressions=['life<unsigned char, 8>'])

count_ages = cp.ElementwiseKernel(
    'uint8 alive, int32 age', 'raw int32 counts',
    '''
    if (!alive) continue;
    atomicAdd(&counts[age < most ? age : most], 1);
    ''',
    'count_ages', loop_prep='const int most = 9', preamble='#include <stdint.h>')


def generations(cells, steps):
    step = module.get_function('life<unsigned char, 8>')
    rows, columns = cells.shape
    grid = ((columns + TILE - 1) // TILE, (rows + TILE - 1) // TILE)
    a, b = cells.copy(), cp.empty_like(cells)
    age = cp.zeros(cells.shape, dtype=cp.int32)
    population = cp.zeros(steps, dtype=cp.int64)
    for n in range(steps):
        step(grid, (TILE, TILE), (a, b, rows, columns))
        a, b = b, a
        age = cp.where(a.astype(bool), age + 1, 0)
        population[n] = a.sum()
    return a, age, population


def main(rows=50, columns=37, steps=30):
    rng = cp.random.default_rng(5)
    cells = (rng.random((rows, columns)) < 0.35).astype(cp.uint8)
    last, age, population = generations(cells, steps)
    counts = cp.zeros(10, dtype=cp.int32)
    count_ages(last, age, counts)
    neighbours = sum(cp.roll(last, (y, x), axis=(0, 1)).astype(cp.int32) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
    next_one = (neighbours == 3) | ((last == 1) & (neighbours == 2))
    rows_with_life = cp.apply_along_axis(lambda row: cp.count_nonzero(row), 1, last)
    return {
        'last': last,
        'population': population,
        'ages': counts,
        'oldest': cp.unravel_index(cp.argmax(age), age.shape),
        'next': int(cp.count_nonzero(next_one)),
        'rows': rows_with_life,
        'same': int(cp.count_nonzero(next_one[cp.s_[1:-1, 1:-1]] == last[1:-1, 1:-1].astype(bool))),
        'packed': cp.issubdtype(last.dtype, cp.integer) and not cp.issubdtype(age.dtype, cp.floating),
    }
