#!/usr/bin/env python3
"""What PyTorch, JAX and mpi4py with CuPy take for what bench_distributed measures on several GPUs, in JSON lines as its --jsonl FILE.

usage: peers.py [--with torch,jax,mpi4py] [--units N] [--side N] [--elements N] [--sorted N] [--jsonl FILE] [--seconds N] [--cpu]

--with NAMES   whose (default: all three)
--units N      GPUs (default 2): a process each of PyTorch and mpi4py, one process of JAX
--side N       heat on N times N numbers a GPU (default 8192)
--elements N   sum (default: 2^27 a GPU)
--sorted N     sort (default: 10^8 a GPU)
--jsonl FILE   where the lines are appended (default: standard output)
--seconds N    how long each may take (default 150); what it has measured by then counts
--cpu          on CPUs, with NumPy for CuPy, small sizes by default: to see that it runs

A time is that of bench_distributed: the slowest process', the median of seven rounds, of which each waits once. A peer that isn't there, or
fails, is said on standard error and left out. Its step of heat is first compared with NumPy's.

torch    torch.distributed (NCCL; Gloo on CPUs): all_reduce, batch_isend_irecv, all_to_all_single; heat by torch.compile where there is one
jax      jit of sharded arrays, one process; "jax.shard_map": heat that names its messages (ppermute)
mpi4py   CuPy's arrays through pinned memory of the host, as most packages' MPI takes no memory of GPUs; heat is a kernel of CUDA
"""
import argparse
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

PEERS = ('torch', 'jax', 'mpi4py')
ROUNDS = 7


def arguments():
    words = sys.argv[1:]
    if {'-h', '--help'} & set(words):
        sys.exit(print(__doc__))
    number = lambda text: int(float(text))
    parser = argparse.ArgumentParser(usage=__doc__.split('\n\n')[1].removeprefix('usage: '), add_help=False, allow_abbrev=False)
    parser.add_argument('--with', dest='peers', default=','.join(PEERS))
    parser.add_argument('--units', type=number, default=2)
    for name in ('side', 'elements', 'sorted'):
        parser.add_argument(f'--{name}', type=number, default=0)
    parser.add_argument('--jsonl')
    parser.add_argument('--seconds', type=float, default=150)
    parser.add_argument('--cpu', action='store_true')
    parser.add_argument('--child', action='store_true', help=argparse.SUPPRESS)  # one of the processes that are started below
    given = parser.parse_args(words)
    for peer in given.peers.split(','):
        if peer not in PEERS:
            sys.exit(f'peers.py: --with: there is no peer {peer}; there are {", ".join(PEERS)}')
    given.side = given.side or (512 if given.cpu else 8192)
    given.elements = given.elements or (1 << 20 if given.cpu else 1 << 27)
    given.sorted = given.sorted or (100000 if given.cpu else 100000000)
    return given


class Clock:
    """Seconds of a call, as bench_distributed takes them, and the lines of them."""

    def __init__(self, given, peer, prints, fence, barrier, slowest):
        self.given, self.peer, self.prints = given, peer, prints
        self.fence, self.barrier, self.slowest = fence, barrier, slowest

    def row(self, workload, units, n, count, call, variant=''):
        for _ in range(min(count, 5)):
            call()
        taken = []
        for _ in range(ROUNDS):
            self.fence()
            self.barrier()
            start = time.perf_counter()
            for _ in range(count):
                call()
            self.fence()
            taken.append(self.slowest((time.perf_counter() - start) / count))
        if not self.prints:
            return
        line = json.dumps({'peer': self.peer + variant, 'workload': workload, 'n': n, 'dtype': 'float64', 'units': units,
                           'ms_median': float(f'{1e3 * sorted(taken)[ROUNDS // 2]:.6g}')}, separators=(',', ':'))
        print(line, flush=True)
        if self.given.jsonl:
            with open(self.given.jsonl, 'a') as file:
                file.write(line + '\n')


def first_plate(np, rows, columns, first=0):
    """The plate of bench_distributed, rows from `first` on, in a rim of zeros."""
    i, j = np.arange(rows)[:, None] + first, np.arange(columns)[None, :]
    plate = np.zeros((rows + 2, columns + 2))
    plate[1:-1, 1:-1] = np.where((i + j) % 7 == 0, 100.0, 20.0)
    return plate


def inner_step(u):
    return u[1:-1, 1:-1] + 0.1 * ((u[:-2, 1:-1] + u[2:, 1:-1]) + (u[1:-1, :-2] + u[1:-1, 2:]) - 4.0 * u[1:-1, 1:-1])


def require_total(total, units, side, steps=3):
    """That so many steps of side x side numbers a unit give what NumPy's do."""
    import numpy
    u = first_plate(numpy, units * side, side)
    for _ in range(steps):
        u[1:-1, 1:-1] = inner_step(u)
    wanted = u[1:-1, 1:-1].sum()
    if not abs(total - wanted) < 1e-9 * abs(wanted):
        sys.exit(f'peers.py: heat is {total} and NumPy\'s {wanted}')


def measure_heat(clock, units, side, plate, exchange, step, total_of_all):
    """plate(side) is a process' part, exchange(u) fills the rows at its ends, step(u, v) computes v."""
    u, v = plate(16), plate(16)
    for _ in range(3):
        exchange(u)
        step(u, v)
        u, v = v, u
    require_total(total_of_all(u), units, 16)
    state = [plate(side), plate(side)]

    def call(exchanges):
        if exchanges:
            exchange(state[0])
        step(*state)
        state.reverse()

    clock.row('heat_step', 1, side * side, 100, lambda: call(False))
    if units > 1:
        clock.row('heat_step', units, side * side * units, 100, lambda: call(True))
        clock.row('halo', units, side * units, 200, lambda: exchange(state[0]))
        clock.row('halo_waited', units, side * units, 1, lambda: exchange(state[0]))


def of_torch(given):
    import torch
    import torch.distributed as dist
    import numpy
    from datetime import timedelta
    rank, units = int(os.environ['RANK']), given.units
    device = torch.device('cpu') if given.cpu else torch.device('cuda', rank)
    if not given.cpu:
        torch.cuda.set_device(device)
    dist.init_process_group('gloo' if given.cpu else 'nccl', rank=rank, world_size=units, timeout=timedelta(seconds=60))

    def slowest(seconds):
        t = torch.tensor([seconds], dtype=torch.float64, device=device)
        dist.all_reduce(t, op=dist.ReduceOp.MAX)
        return t.item()

    clock = Clock(given, 'torch', rank == 0, (lambda: None) if given.cpu else torch.cuda.synchronize, dist.barrier, slowest)

    def exchange(u):
        sends = [(p, row, halo) for p, row, halo in ((rank - 1, 1, 0), (rank + 1, -2, -1)) if 0 <= p < units]
        ops = [op for p, row, halo in sends for op in (dist.P2POp(dist.isend, u[row], p), dist.P2POp(dist.irecv, u[halo], p))]
        for request in dist.batch_isend_irecv(ops) if ops else ():
            request.wait()

    def eager(u, v):
        v[1:-1, 1:-1] = inner_step(u)

    step = eager
    if not given.cpu:
        try:
            step = torch.compile(eager, dynamic=False)
            step(*(torch.zeros((8, 8), dtype=torch.float64, device=device) for _ in range(2)))
        except Exception as error:  # no compiler there, say
            print(f'peers.py: torch: heat is not compiled: {error}'.splitlines()[0], file=sys.stderr)
            step = eager

    def total(u):
        t = u[1:-1, 1:-1].sum()
        dist.all_reduce(t)
        return t.item()

    plate = lambda side: torch.from_numpy(first_plate(numpy, side, side, rank * side)).to(device)
    measure_heat(clock, units, given.side, plate, exchange, step, total)

    x = torch.ones(given.elements, dtype=torch.float64, device=device)

    def sum_of_all():
        t = x.sum()
        dist.all_reduce(t)
        return t.item()

    assert sum_of_all() == given.elements * units
    clock.row('sum', 1, given.elements, 1, lambda: x.sum().item())
    if units == 1:
        return
    clock.row('sum', units, given.elements * units, 1, sum_of_all)
    del x

    n = given.side
    rows = (torch.arange(n, dtype=torch.float64, device=device)[:, None] + rank * n) * (units * n) + torch.arange(units * n, device=device)

    def across(packed):
        came = torch.empty_like(packed)
        dist.all_to_all_single(came, packed)
        return came

    def to_columns():
        return across(rows.view(n, units, n).transpose(0, 1).contiguous()).view(units * n, n)

    columns = to_columns()
    assert columns[-1, 0].item() == (units * n - 1) * (units * n) + rank * n

    def to_rows():
        return across(columns.view(units, n, n)).transpose(0, 1).reshape(n, units * n)

    assert torch.equal(to_rows(), rows)
    clock.row('to_columns', units, (units * n) ** 2, 3, to_columns)
    clock.row('to_rows', units, (units * n) ** 2, 3, to_rows)
    dist.barrier()
    dist.destroy_process_group()


def of_jax(given):
    os.environ.setdefault('XLA_PYTHON_CLIENT_PREALLOCATE', 'false')
    if given.cpu:
        os.environ['JAX_PLATFORMS'] = 'cpu'
        os.environ['XLA_FLAGS'] = f'--xla_force_host_platform_device_count={given.units}'
    import jax
    import jax.numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding
    import numpy
    jax.config.update('jax_enable_x64', True)
    units = given.units
    devices = jax.devices()[:units]
    if len(devices) < units:
        sys.exit(f'peers.py: jax: {len(devices)} devices and not {units}')
    mesh = Mesh(numpy.array(devices), ('p',))
    by = lambda *axes: NamedSharding(mesh, PartitionSpec(*axes))
    alone = SingleDeviceSharding(devices[0])
    last = [None]  # what is waited for

    def fence():
        jax.block_until_ready(last[0])

    clock = Clock(given, 'jax', True, fence, lambda: None, lambda seconds: seconds)

    def keep(f):
        def call():
            last[0] = f()
        return call

    sharded = lambda u: inner_step(np.pad(u, 1))

    def named(u):
        above = jax.lax.ppermute(u[-1:], 'p', [(k, k + 1) for k in range(units - 1)])
        below = jax.lax.ppermute(u[:1], 'p', [(k + 1, k) for k in range(units - 1)])
        wide = np.pad(np.concatenate([above, u, below]), ((0, 0), (1, 1)))
        return inner_step(wide)

    shard_map = getattr(jax, 'shard_map', None)
    if shard_map is None:
        from jax.experimental.shard_map import shard_map
    spec = PartitionSpec('p', None)
    mapped = shard_map(named, mesh=mesh, in_specs=spec, out_specs=spec)

    def plate(rows, side, where):
        make = lambda: np.where((np.arange(rows)[:, None] + np.arange(side)[None, :]) % 7 == 0, 100.0, 20.0)
        return jax.jit(make, out_shardings=where)()

    each = lambda sharding: ((alone, 1), (sharding, units)) if units > 1 else ((alone, 1),)
    steps = [('', sharded, where, count) for where, count in each(by('p', None))]
    if units > 1:
        steps.append(('.shard_map', mapped, by('p', None), units))
    for variant, step, where, count in steps:
        advance = jax.jit(step, out_shardings=where, donate_argnums=0)
        u = plate(16 * count, 16, where)
        for _ in range(3):
            u = advance(u)
        require_total(float(u.sum()), count, 16)
        state = [plate(given.side * count, given.side, where)]

        def call():
            last[0] = state[0] = advance(state[0])

        clock.row('heat_step', count, given.side ** 2 * count, 100, call, variant)
        state.clear()
        last[0] = None

    total = jax.jit(np.sum)
    for where, count in each(by('p')):
        x = jax.jit(lambda: np.ones(given.elements * count), out_shardings=where)()
        assert float(total(x)) == given.elements * count
        clock.row('sum', count, given.elements * count, 1, lambda: float(total(x)))
        del x
    if units > 1:
        side = units * given.side
        rows = jax.jit(lambda: np.arange(side, dtype='float64')[:, None] * side + np.arange(side), out_shardings=by('p', None))()
        to_columns = jax.jit(lambda x: x, out_shardings=by(None, 'p'))
        to_rows = jax.jit(lambda x: x, out_shardings=by('p', None))
        columns = to_columns(rows)
        clock.row('to_columns', units, side * side, 3, keep(lambda: to_columns(rows)))
        clock.row('to_rows', units, side * side, 3, keep(lambda: to_rows(columns)))
        last[0] = None
        del rows, columns
    for where, count in each(by('p')):
        x = jax.jit(lambda: jax.random.uniform(jax.random.key(1), (given.sorted * count,), dtype='float64'), out_shardings=where)()
        in_order = jax.jit(np.sort, out_shardings=where)
        clock.row('sort', count, given.sorted * count, 1, keep(lambda: in_order(x)))
        last[0] = None
        del x


KERNEL = r'''extern "C" __global__ void heat(const double* u, double* v, long long rows, long long columns) {
  const long long j = blockIdx.x * (long long)blockDim.x + threadIdx.x + 1, i = blockIdx.y * (long long)blockDim.y + threadIdx.y + 1;
  if (i > rows || j > columns) return;
  const long long wide = columns + 2, k = i * wide + j;
  v[k] = u[k] + 0.1 * ((u[k - wide] + u[k + wide]) + (u[k - 1] + u[k + 1]) - 4.0 * u[k]);
}'''


def of_mpi4py(given):
    from mpi4py import MPI
    import numpy
    comm = MPI.COMM_WORLD
    rank, units = comm.rank, comm.size
    if given.cpu:
        np, fence, pinned = numpy, lambda: None, numpy.empty

        def step(u, v):
            v[1:-1, 1:-1] = inner_step(u)
        to_host = lambda device, host: numpy.copyto(host, device)
        to_device = lambda host, device: numpy.copyto(device, host)
    else:
        import cupy
        np = cupy
        cupy.cuda.Device(rank).use()
        fence = cupy.cuda.Device(rank).synchronize
        kernel = cupy.RawKernel(KERNEL, 'heat')

        def step(u, v):
            rows, columns = u.shape[0] - 2, u.shape[1] - 2
            kernel((-(-columns // 64), -(-rows // 4)), (64, 4), (u, v, numpy.int64(rows), numpy.int64(columns)))

        def pinned(shape):
            count = int(numpy.prod(shape))
            return numpy.frombuffer(cupy.cuda.alloc_pinned_memory(8 * count), numpy.float64, count).reshape(shape)
        to_host = lambda device, host: device.get(out=host)
        to_device = lambda host, device: device.set(host)

    clock = Clock(given, 'mpi4py', rank == 0, fence, comm.Barrier, lambda seconds: comm.allreduce(seconds, op=MPI.MAX))
    rows_of_host = {}

    def exchange(u):
        width = u.shape[1]
        if width not in rows_of_host:
            rows_of_host[width] = pinned((4, width))
        out_up, out_down, in_up, in_down = rows_of_host[width]
        up, down = (p if 0 <= p < units else MPI.PROC_NULL for p in (rank - 1, rank + 1))
        if up != MPI.PROC_NULL:
            to_host(u[1], out_up)
        if down != MPI.PROC_NULL:
            to_host(u[-2], out_down)
        comm.Sendrecv(out_up, up, 0, in_down, down, 0)
        comm.Sendrecv(out_down, down, 1, in_up, up, 1)
        if up != MPI.PROC_NULL:
            to_device(in_up, u[0])
        if down != MPI.PROC_NULL:
            to_device(in_down, u[-1])

    plate = lambda side: np.asarray(first_plate(numpy, side, side, rank * side))
    measure_heat(clock, units, given.side, plate, exchange, step, lambda u: comm.allreduce(float(u[1:-1, 1:-1].sum())))

    x = np.ones(given.elements)
    assert comm.allreduce(float(x.sum())) == given.elements * units
    clock.row('sum', 1, given.elements, 1, lambda: float(x.sum()))
    if units == 1:
        return
    clock.row('sum', units, given.elements * units, 1, lambda: comm.allreduce(float(x.sum())))
    del x

    n = given.side
    rows = (np.arange(n, dtype='float64')[:, None] + rank * n) * (units * n) + np.arange(units * n)
    out, came = pinned((units, n, n)), pinned((units, n, n))

    def across(packed):
        to_host(packed, out)
        comm.Alltoall(out, came)
        device = np.empty((units, n, n))
        to_device(came, device)
        return device

    to_columns = lambda: across(np.ascontiguousarray(rows.reshape(n, units, n).swapaxes(0, 1))).reshape(units * n, n)
    columns = to_columns()
    to_rows = lambda: np.ascontiguousarray(across(columns.reshape(units, n, n)).swapaxes(0, 1)).reshape(n, units * n)
    assert bool((to_rows() == rows).all())
    clock.row('to_columns', units, (units * n) ** 2, 3, to_columns)
    clock.row('to_rows', units, (units * n) ** 2, 3, to_rows)


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return str(s.getsockname()[1])


def started(given, peer):
    """The processes of a peer, each by itself or under mpiexec."""
    words = [sys.executable, str(pathlib.Path(__file__).resolve()), '--child', '--with', peer]
    for name in ('units', 'side', 'elements', 'sorted', 'jsonl'):
        words += [f'--{name}', str(getattr(given, name))] if getattr(given, name) else []
    words += ['--cpu'] if given.cpu else []
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1')
    start = lambda words, more: subprocess.Popen(words, env=environment | more, start_new_session=True)
    if peer == 'torch':
        port = free_port()
        return [start(words, {'RANK': str(rank), 'MASTER_ADDR': '127.0.0.1', 'MASTER_PORT': port}) for rank in range(given.units)]
    if peer == 'mpi4py':
        words = ['mpiexec', '--bind-to', 'none', '-n', str(given.units)] + words
    return [start(words, {})]


def run(given, peer):
    """Whether all of them came to their end."""
    try:
        processes = started(given, peer)
    except FileNotFoundError as error:
        print(f'peers.py: {peer}: {error}', file=sys.stderr)
        return False
    end, why = time.monotonic() + given.seconds, ''
    while not why and any(p.poll() is None for p in processes):
        time.sleep(0.1)
        if any(p.poll() for p in processes):
            why = 'failed'
        elif time.monotonic() > end:
            why = f'took more than {given.seconds:g} s'
    for p in processes:
        if p.poll() is None:
            os.killpg(p.pid, signal.SIGKILL)
        p.wait()
    if not why and any(p.returncode for p in processes):
        why = 'failed'
    if why:
        print(f'peers.py: {peer}: {why}', file=sys.stderr)
    return not why


def main():
    given = arguments()
    peers = given.peers.split(',')
    if given.child:
        try:
            return {'torch': of_torch, 'jax': of_jax, 'mpi4py': of_mpi4py}[peers[0]](given)
        except ImportError as error:
            sys.exit(f'peers.py: {peers[0]}: not there: {error}')
    outcomes = [run(given, peer) for peer in peers]
    sys.exit(not any(outcomes))


main()
