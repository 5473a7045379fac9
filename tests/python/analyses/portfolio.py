import cupy as cp
import numpy as np

# A portfolio of options in pieces, each on a stream of its own: from pinned memory, through a kernel, and back.

black_scholes = cp.ElementwiseKernel(
    'T spot, T strike, T years, T rate, T volatility', 'T call, T put',
    '''
    const T deviation = volatility * sqrt(years);
    const T d1 = (log(spot / strike) + (rate + volatility * volatility / 2) * years) / deviation;
    const T discounted = strike * exp(-rate * years);
    call = spot * below(d1) - discounted * below(d1 - deviation);
    put = discounted * below(deviation - d1) - spot * below(-d1);
    ''',
    'black_scholes',
    preamble='''
    __device__ inline T below(T x) { return T(0.5) * erfc(-x / sqrt(T(2))); }
    ''')

worst = cp.ReductionKernel('T call, T put', 'T z', 'fabs(call - put)', 'max(a, b)', 'z = a', '0', 'worst')

quantile = cp.ElementwiseKernel('float64 p', 'float64 z', 'z = normcdfinv(p)', 'quantile')


def pinned(array):
    memory = cp.cuda.alloc_pinned_memory(array.nbytes)
    made = np.frombuffer(memory, array.dtype, array.size).reshape(array.shape)
    made[...] = array
    return made


def main(count=4000, pieces=4):
    pool = cp.cuda.MemoryPool()
    cp.cuda.set_allocator(pool.malloc)
    cp.cuda.set_pinned_memory_allocator(cp.cuda.PinnedMemoryPool().malloc)
    k = np.arange(count, dtype=np.float64)
    spot, strike, years = (pinned(x) for x in (5 + 25 * ((k * 0.754877666) % 1), 5 + 20 * ((k * 0.569840291) % 1), 0.25 + 5 * ((k * 0.618034) % 1)))
    calls, puts = pinned(np.zeros(count)), pinned(np.zeros(count))
    streams = [cp.cuda.stream.Stream(non_blocking=True) for _ in range(pieces)]
    ends, greatest = [], []
    for n, stream in enumerate(streams):
        piece = slice(n * count // pieces, (n + 1) * count // pieces)
        with stream:
            on_device = [cp.asarray(x[piece]) for x in (spot, strike, years)]
            call, put = black_scholes(*on_device, 0.02, 0.3)
            cp.asnumpy(call, stream=stream, out=calls[piece])
            cp.asnumpy(put, stream=stream, out=puts[piece])
            greatest.append(worst(call, put))
        ends.append(stream.record())
    for stream, end in zip(streams, ends):
        cp.cuda.Stream.null.wait_event(end)
        stream.synchronize()
    all_calls, all_puts = cp.asarray(calls), cp.asarray(puts)
    parity = all_calls - all_puts - (cp.asarray(spot) - cp.asarray(strike) * cp.exp(-0.02 * cp.asarray(years)))
    order = cp.argsort(all_calls)
    weights = cp.linspace(0, 1, count)
    normal = quantile((cp.arange(count) + 0.5) / count)
    return {
        'calls': calls.copy(),
        'puts': puts.copy(),
        'value': float(all_calls.sum() + all_puts.sum()),
        'greatest': cp.stack(greatest).max(),
        'parity': bool(cp.abs(parity).max() < 1e-12),
        'cheapest': order[:10],
        'ranked': cp.dot(all_calls[order], weights),
        'shocked': cp.interp(cp.asarray([0.01, 0.5, 0.99]), (cp.arange(count) + 0.5) / count, normal),
        'loss': cp.percentile(normal * all_calls, [1, 5]),
        'elapsed': bool(cp.cuda.get_elapsed_time(ends[0], ends[-1]) > -1e9),
    }
