"""Streams, events, memory, benchmark, waits that Ctrl-C leaves, threads."""
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import acre
import numpy as np
import pytest


def test_work_runs_on_the_stream_around_it(device):
    x = acre.arange(1000.0, device=device)
    s = acre.Stream(non_blocking=True, device=device)
    with s as entered:
        assert entered is s and acre.get_current_stream() == s
        a = acre.ones(1000)
        assert a.device == device
        y = acre.sqrt(x) + a          # x belongs to the device itself, and waits for nothing of the host's
        x += y
        total = x.sum()
    assert acre.get_current_stream() != s
    assert y.tolist() == [float(v) for v in np.sqrt(np.arange(1000.0)) + 1]
    expected = np.arange(1000.0) + (np.sqrt(np.arange(1000.0)) + 1)
    np.testing.assert_array_equal(acre.asnumpy(x), expected)
    assert float(total) == float(acre.sum(acre.asarray(expected, device=device)))
    s.synchronize()
    assert s.done


def test_streams_wait_for_each_other(device):
    streams = [acre.Stream(device=device) for _ in range(3)]
    x = acre.zeros(10000, device=device)
    for turn in range(12):            # each operation is on another stream than the one before
        with streams[turn % 3]:
            x += 1
            y = x * 2
    assert x.tolist() == [12] * 10000 and y.tolist() == [24] * 10000
    view = x[::2]
    with streams[0]:
        view *= 10
    assert x[:4].tolist() == [120, 12, 120, 12]


def test_memory_outlives_its_last_work(device):
    s = acre.Stream(device=device)
    for _ in range(20):
        x = acre.full(50000, 3.0, device=device)
        with s:
            y = x + 1
        del x
        acre.full(50000, -1.0, device=device)
        assert acre.all(y == 4)


def test_null_stream_and_use(device):
    with acre.Device(device):
        null = acre.Stream.null
        assert null == acre.Stream(null=True) == acre.get_current_stream() and hash(null) is not None
        s = acre.Stream()
        try:
            assert s.use() is s and acre.get_current_stream() == s
        finally:
            null.use()
        assert acre.get_current_stream() == null and s != null and (s == 3) is False
    assert s.device == device and null.device == device
    assert isinstance(s.ptr, int)
    assert acre.Stream(priority=-1, device=device) != acre.Stream(priority=1, device=device)


def test_streams_belong_to_a_thread(device):
    seen = []
    with acre.Stream(device=device) as s:
        thread = threading.Thread(target=lambda: seen.append(acre.get_current_stream() == s))
        thread.start()
        thread.join()
        with acre.serial:             # the innermost `with` says where
            assert acre.zeros(2).device == acre.serial
        assert acre.zeros(2).device == device
    assert seen == [False]
    with pytest.raises(ZeroDivisionError):
        with s:
            1 / 0
    assert acre.get_current_stream() != s


def test_events(device):
    s = acre.Stream(device=device)
    begin, end = acre.Event(), acre.Event(disable_timing=False)
    with pytest.raises(ValueError, match='has not been recorded yet'):
        begin.synchronize()
    with pytest.raises(ValueError, match='has not been recorded yet'):
        begin.done
    with s:
        begin.record()
        x = acre.ones(200000)
        for _ in range(10):
            x = acre.sqrt(x)
        end.record()
    end.synchronize()
    assert begin.done and end.done
    took = acre.get_elapsed_time(begin, end)
    assert took >= 0 and begin.elapsed_time(end) == took and took < 60000
    other = acre.Stream(device=device)
    other.wait_event(end)
    third = s.record()
    assert isinstance(third, acre.Event) and s.record(third) is third
    end.record(other)
    other.synchronize()
    with pytest.raises(TypeError, match='acre.Stream is wanted, not int'):
        end.record(3)
    with pytest.raises(TypeError, match='acre.Event is wanted, not int'):
        s.record(3)


def test_host_functions(device):
    s, seen = acre.Stream(device=device), []
    s.launch_host_func(seen.append, 5)
    s.synchronize()
    assert seen == [5]

    def fails(_):
        raise KeyError('told')
    s.launch_host_func(fails, None)
    with pytest.raises(KeyError, match='told'):
        s.synchronize()
    s.synchronize()                   # told once


def test_an_index_error_comes_out_of_its_stream(device):
    s = acre.Stream(device=device)
    x, i = acre.arange(5.0, device=device), acre.asarray([1, 9], device=device)
    with s:
        x_here = x * 1
        x_here[i]
    with pytest.raises(IndexError, match='index 9 is out of bounds for axis 0 with size 5'):
        s.synchronize()
    s.synchronize()
    assert x.tolist() == [0, 1, 2, 3, 4]
    with s:
        x_here[i]
    with pytest.raises(IndexError):
        acre.Device(device).synchronize()


def test_device_facts(device):
    d = acre.Device(device)
    facts = d.attributes
    assert facts['name'] and facts['multiprocessors'] > 0 and facts['memory'] > 0 and d.id >= 0
    free, total = d.mem_info
    assert 0 < free <= total
    assert d.compute_capability == facts['compute_capability'].replace('.', '')


def test_memory_pool(device):
    pool = acre.get_default_memory_pool(device)
    assert isinstance(pool, acre.MemoryPool) and isinstance(acre.get_default_pinned_memory_pool(device), acre.MemoryPool)
    before = pool.used_bytes()
    x = acre.zeros(100000, device=device)
    assert pool.used_bytes() - before >= 800000 and pool.total_bytes() >= pool.used_bytes()
    del x
    assert pool.used_bytes() == before and pool.free_bytes() == pool.total_bytes() - before
    assert pool.n_free_blocks() > 0
    pool.free_all_blocks()
    assert pool.n_free_blocks() == 0 or pool.free_bytes() < 2**30
    assert pool.get_limit() == 0
    try:
        pool.set_limit(size=pool.total_bytes() + 4096)
        assert pool.get_limit() == pool.total_bytes() + 4096
        with pytest.raises(MemoryError, match='Unable to allocate'):
            acre.zeros(10**6, device=device)
        pool.set_limit(fraction=0.5)
        assert 0 < pool.get_limit() <= acre.Device(device).mem_info[1] // 2 + 1
    finally:
        pool.set_limit(size=0)
    assert pool.get_limit() == 0 and acre.zeros(10**6, device=device).size == 10**6
    for bad in ({}, {'size': 1, 'fraction': 0.5}, {'size': -1}, {'fraction': 1.5}):
        with pytest.raises(ValueError):
            pool.set_limit(**bad)
    pool.reset_peak()
    y = acre.zeros(1000, device=device)
    assert pool.peak_bytes() >= before + 8000 and 'in use' in pool.report() and y.size


def test_benchmark(device):
    x, calls = acre.ones(1000, device=device), []

    def root(a, power=1):
        calls.append(power)
        return acre.sqrt(a)
    result = acre.benchmark(root, (x,), {'power': 3}, n_repeat=7, n_warmup=2, device=device)
    assert calls == [3] * 9 and result.name == 'root'
    assert result.cpu_times.shape == (7,) and result.gpu_times.shape == (1, 7)
    assert 0 < float(result.cpu_times.min()) <= float(result.cpu_times.mean()) and float(result.gpu_times.std()) >= 0
    assert 'root' in repr(result) and 'mean' in str(result)
    assert acre.benchmark(lambda: None, n_repeat=3, name='nothing').name == 'nothing'
    with pytest.raises(ZeroDivisionError):
        acre.benchmark(lambda: 1 / 0, n_repeat=3)
    with pytest.raises(ValueError):
        acre.benchmark(lambda: None, n_repeat=-1)


def test_get_array_module():
    assert acre.get_array_module(acre.ones(1), np.ones(1)) is acre and acre.get_array_module(np.ones(1), 3) is np


@pytest.mark.parametrize('wait', ['acre.default_device().synchronize()', 'x.tolist()', 'str(x)', 'pass'])
def test_ctrl_c(wait):
    """Long work in a loop: KeyboardInterrupt comes out of it, and the device goes on."""
    program = textwrap.dedent(f'''
        import acre, sys
        x = acre.zeros(300000)
        print('ready', flush=True)
        try:
            while True:
                x = acre.sin(x) + 1
                {wait.replace('x.', 'x[:4].').replace('(x)', '(x[:4])')}
        except KeyboardInterrupt:
            acre.default_device().synchronize()
            print('interrupted', acre.sum(acre.ones(10)), flush=True)
    ''')
    run = subprocess.Popen([sys.executable, '-c', program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == 'ready\n'
    time.sleep(0.3)
    os.kill(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=120)
    assert (out, err, run.returncode) == ('interrupted 10.0\n', '', 0)


def test_the_lock_is_released(device):
    """Another thread goes on while one computes."""
    x = acre.linspace(0.0, 1.0, 3_000_000, device=device)
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)             # gives the lock away
    thread = threading.Thread(target=count)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)         # who holds the lock keeps it, unless it gives it away
    try:
        thread.start()
        for f in (lambda: acre.sin(x), lambda: acre.sum(x), lambda: acre.sort(x), lambda: x.__iadd__(1), lambda: acre.exp(x, out=x)):
            before, until = counted[0], time.monotonic() + 4
            while counted[0] == before and time.monotonic() < until:  # other programs may have the processor meanwhile
                f()
                acre.Device(device).synchronize()
            assert counted[0] > before
    finally:
        stop.set()
        sys.setswitchinterval(interval)
        thread.join()


def test_threads_beside_each_other(device):
    """Each thread has its own stream; results are those of one thread."""
    data = np.random.default_rng(0).normal(size=(4, 20000))
    results, errors = [None] * 4, []

    def work(k):
        try:
            with acre.Stream(device=device):
                x = acre.array(data[k])
                for _ in range(20):
                    x = acre.sin(x) * 2 + x[::-1]
                    x += 0.5
                results[k] = acre.asnumpy(x)
                with pytest.raises(IndexError, match=f'index {k + 100000} is out'):
                    print(x[acre.asarray([k + 100000])])
        except BaseException as error:
            errors.append(error)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    for k in range(4):
        x = acre.array(data[k], device=device)
        for _ in range(20):
            x = acre.sin(x) * 2 + x[::-1]
            x += 0.5
        np.testing.assert_array_equal(results[k], acre.asnumpy(x))


def test_starting_from_several_threads():
    program = textwrap.dedent('''
        import acre, threading
        made = []
        threads = [threading.Thread(target=lambda: made.append(float(acre.sum(acre.arange(10.0) + acre.ones(10))))) for _ in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        print(made)
    ''')
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == (str([55.0] * 8) + '\n', '')
