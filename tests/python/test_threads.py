"""Threads: on their own arrays and streams, and on what they share. With Python's lock, and of a free-threaded Python without."""
import subprocess
import sys
import textwrap
import threading

import acre
import numpy as np
import pytest

THREADS = 6


def together(work, threads=THREADS):
    """work(k) of each of some threads, which begin at once; their results. Raises the first one's error."""
    results, errors, begin = [None] * threads, [], threading.Barrier(threads)

    def run(k):
        try:
            begin.wait()
            results[k] = work(k)
        except BaseException as error:
            errors.append(error)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # with Python's lock they take turns often
    try:
        all_threads = [threading.Thread(target=run, args=(k,)) for k in range(threads)]
        for t in all_threads:
            t.start()
        for t in all_threads:
            t.join()
    finally:
        sys.setswitchinterval(interval)
    if errors:
        raise errors[0]
    return results


def test_arrays_of_their_own(device):
    data = np.random.default_rng(1).normal(size=(THREADS, 700))

    def work(k):
        x = acre.array(data[k], device=device)
        for step in range(60):
            y = acre.sin(x) + k
            x = acre.where(y > k, y * 0.5, x[::-1] - step)
            x[step::7] += 1
            x[acre.asarray([step, step + 1], device=device)] = float(step)
            rows = acre.stack([x, y, acre.full(700, 2.0, device=device)])
            x = acre.sort(rows.sum(axis=0))
        return x.tobytes()
    found = together(work)
    assert found == [work(k) for k in range(THREADS)] and len(set(found)) == THREADS


def test_one_array_that_all_read(device):
    x = acre.linspace(0.0, 1.0, 5000, device=device)
    expected = acre.asnumpy(x)

    def work(k):
        for _ in range(40):
            view, total = x[k::2], float(x.sum())
            assert view.shape == ((5000 - k + 1) // 2,) and view.dtype == 'float64' and x.device == device
        return total, np.asarray(acre.asnumpy(x * 1)).tobytes()
    assert set(together(work)) == {(float(acre.sum(x)), expected.tobytes())}


def test_one_array_that_all_write(device):
    """Each thread has rows of its own."""
    x = acre.zeros((THREADS, 900), device=device)

    def work(k):
        row = x[k]
        for _ in range(50):
            row += 1
            x[k, k::9] = k
    together(work)
    expected = np.full((THREADS, 900), 0.0)
    for k in range(THREADS):
        for _ in range(50):
            expected[k] += 1
            expected[k, k::9] = k
    np.testing.assert_array_equal(acre.asnumpy(x), expected)


def test_draws_of_one_generator(device):
    """Each has a number that no other has: what all threads drew together is what one draws."""
    shared, alone, each = acre.random.default_rng(7), acre.random.default_rng(7), 25

    def work(k):
        drawn = []
        for n in range(each):
            drawn.append(shared.integers(0, 2**62, size=3, device=device).tobytes())
            if n % 8 == k:
                with pytest.raises(ValueError):
                    shared.uniform(3, 2, size=4, device=device)
        return drawn
    found = [each for all_of_one in together(work) for each in all_of_one]
    assert len(set(found)) == THREADS * each
    # a draw that was refused may have left its number out
    wanted = {alone.integers(0, 2**62, size=3, device=device).tobytes() for _ in range(THREADS * (each + 4))}
    assert set(found) <= wanted
    assert shared.state[:2] == (7, 0) and THREADS * each <= shared.state[2] <= THREADS * (each + 4)


def test_a_refused_draw_takes_no_number():
    rng = acre.random.default_rng(3)
    rng.random(2)
    for refused in (lambda: rng.uniform(3, 2), lambda: rng.poisson(-1.0), lambda: rng.random(-1), lambda: rng.integers(5, 5)):
        with pytest.raises(ValueError):
            refused()
    assert rng.state == (3, 0, 1)


def test_the_generator_that_a_program_shares(device):
    acre.random.seed(11)
    with acre.Device(device):
        found = together(lambda k: [float(acre.random.rand()) for _ in range(20)])
    assert len({x for each in found for x in each}) == 20 * THREADS


def test_streams_and_devices_are_a_threads_own(device):
    def work(k):
        with acre.Stream(device=device) as mine:
            for _ in range(30):
                x = acre.ones(3)
                assert acre.get_current_stream() == mine and x.device == device
                with acre.serial:
                    assert acre.zeros(2).device == acre.serial
                with acre.Device(device):
                    assert acre.get_current_stream() != mine
        assert acre.get_current_stream() != mine
        return float(x.sum())
    assert together(work) == [3.0] * THREADS


def test_one_stream_and_one_event_of_all(device):
    stream, event, x = acre.Stream(device=device), acre.Event(), acre.zeros(THREADS, device=device)
    stream.record(event)

    def work(k):
        for _ in range(40):
            with stream:
                x[k] += 1
                event.record()
            event.synchronize()
            assert event.done in (True, False) and acre.get_elapsed_time(event, event) == 0
            stream.wait_event(event)
    together(work)
    stream.synchronize()
    assert x.tolist() == [40.0] * THREADS


def test_streams_come_and_go(device):
    def work(k):
        for n in range(20):
            s = acre.Stream(device=device)
            with s:
                x = acre.full(100, n)
            if k % 2:
                acre.Device(device).synchronize()
            assert int(x[-1]) == n
    together(work)


def test_buffers(device):
    """Arrays of buffers that all read, and of lists that one thread writes meanwhile."""
    shared = np.arange(3000.0)
    growing = [[1.0, 2.0]]

    def work(k):
        for n in range(60):
            if k == 0:
                growing.append([float(n), float(n)])
                if len(growing) > 20:
                    del growing[1:]
                continue
            x = acre.asarray(shared, device=device)
            assert float(x[n]) == n
            own = acre.asarray(np.full(50, n + k), device=device)
            assert own.tolist() == [n + k] * 50 and np.asarray(acre.asnumpy(own)).sum() == 50 * (n + k)
            rows = acre.asarray(growing, device=device)
            assert rows.shape[1] == 2 and rows[0].tolist() == [1.0, 2.0] and bool((rows[1:, 0] == rows[1:, 1]).all())
            assert acre.from_dlpack(own).tolist() == own.tolist()
    together(work)


def test_an_error_is_told_where_it_was_made(device):
    """A bad index of one thread's array on its stream is raised in that thread alone."""
    def work(k):
        with acre.Stream(device=device):
            x = acre.arange(10.0)
            for n in range(15):
                bad = k == n % THREADS
                y = x[acre.asarray([n % 10, 77 + k if bad else 3])]
                if bad:
                    with pytest.raises(IndexError, match=f'index {77 + k} is out of bounds for axis 0 with size 10'):
                        y.tolist()
                else:
                    assert y.tolist() == [n % 10, 3]
                with pytest.raises(ValueError, match='could not be broadcast'):
                    x + acre.ones(k + 2)
    together(work)


def test_errors_of_the_first_use():
    """The first errors of a program come out of several threads at once."""
    program = textwrap.dedent('''
        import acre, threading
        seen, begin = [], threading.Barrier(8)
        def work():
            begin.wait()
            for f in (lambda: acre.ones(2) + acre.ones(3), lambda: acre.zeros(2, 'none'), lambda: acre.zeros(2)[acre.asarray([5])].tolist()):
                try:
                    with acre.Stream():  # of one queue's errors the first is told
                        f()
                except Exception as error:
                    seen.append(type(error).__name__)
        threads = [threading.Thread(target=work) for _ in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        print(sorted(set(seen)), len(seen))
    ''')
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("['DTypeError', 'IndexError', 'ShapeError'] 24\n", '')


def test_threads_that_are_there_at_the_end(device):
    """Who holds arrays and streams when the interpreter ends does not disturb it."""
    program = textwrap.dedent(f'''
        import acre, threading, time
        ready = threading.Barrier(4)
        def work():
            acre.Stream(device={device!r}).use()
            x = acre.ones(1000)
            ready.wait()
            time.sleep(60)
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        ready.wait()
        print(int(acre.ones(3).sum()))
    ''')
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr, done.returncode) == ('3\n', '', 0)


def test_kernels_and_fused_functions(device, compiler):
    """All threads compile the same at once, and what is kept is not torn."""
    shift = 0.5
    kernel = acre.ElementwiseKernel('T x, T y', 'T z', 'z = x * y + 3', 'threads_share_it')
    raw = acre.RawKernel('extern "C" __global__ void doubled(double* x, int n) { int i = threadIdx.x; if (i < n) x[i] *= 2; }', 'doubled')

    @acre.fuse
    def fused(x, y, n):
        return acre.sqrt(x * x + y * y) + n + shift

    def work(k):
        x, y = acre.arange(40.0, device=device), acre.full(40, k, 'float64', device=device)
        for n in range(300):  # more traces than are kept
            assert fused(x, y, n)[0] == k + n + 0.5
        z = kernel(x, y)
        raw((1,), (64,), (z, acre.int32(40)))
        if k == 3:
            fused.clear_cache()
        return z.tolist()
    assert together(work) == [[2 * (i * k + 3.0) for i in range(40)] for k in range(THREADS)]


def test_what_a_free_threaded_python_says():
    """The module does not switch Python's lock on again."""
    if not hasattr(sys, '_is_gil_enabled') or 'free-threading' not in sys.version:
        pytest.skip('this Python has its lock')
    done = subprocess.run([sys.executable, '-c', 'import acre, sys; print(sys._is_gil_enabled())'], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ('False\n', '')
