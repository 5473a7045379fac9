"""A bad index in an array is told at the next wait, with the line of the user's Python that queued the work."""
import inspect
import re
import subprocess
import sys
import textwrap

import acre
import numpy as np
import pytest


def line_told(device, f):
    """The line that the error of f() names, and that of f's own text."""
    with pytest.raises(IndexError) as told:
        f()
        acre.Device(device).synchronize()
    found = re.search(r'; called at test_index_lines\.py:(\d+)\)$', str(told.value))
    assert found, str(told.value)
    return int(found[1]) - f.__code__.co_firstlineno


CALLS = {
    'getitem': lambda x, i: x[i],
    'getitem of two': lambda x, i: acre.stack([x, x])[0, i],
    'setitem': lambda x, i: x.__setitem__(i, 5),
    'take': lambda x, i: acre.take(x, i),
    'method take': lambda x, i: x.take(i),
    'take_along_axis': lambda x, i: acre.take_along_axis(x, i),
    'put': lambda x, i: acre.put(x, i, 1.0),
    'put_along_axis': lambda x, i: acre.put_along_axis(x, i, 1.0, 0),
    'scatter_add': lambda x, i: acre.scatter_add(x, i, 1.0),
    'scatter_max': lambda x, i: acre.scatter_max(x, i, 1.0),
    'scatter_min': lambda x, i: acre.scatter_min(x, i, 1.0),
    'unravel_index': lambda x, i: acre.unravel_index(i, (5,)),
}


@pytest.mark.parametrize('name', CALLS)
def test_the_line_of_the_call(device, name):
    x, i = acre.arange(5.0, device=device), acre.asarray([0, 7], device=device)
    assert line_told(device, lambda: CALLS[name](x, i)) == CALLS[name].__code__.co_firstlineno - inspect.currentframe().f_lineno
    assert x.tolist()[1:] == [1, 2, 3, 4]


def test_the_line_is_that_of_the_work(device):
    x, i = acre.arange(5.0, device=device), acre.asarray([7], device=device)

    def f():
        y = x * 2
        z = y[i]
        z = z + 1
        return acre.sum(z)
    assert line_told(device, f) == 2
    assert float(acre.sum(x)) == 10   # the device goes on


def test_an_index_beside_it_raises_at_once(device):
    x = acre.arange(5.0, device=device)
    with pytest.raises(IndexError, match=r'^index 5 is out of bounds for axis 0 with size 5$'):
        x[5]
    with pytest.raises(IndexError, match=r'^too many indices'):
        x[0, acre.asarray([1], device=device)]


def test_code_without_a_file(device):
    x, i = acre.arange(5.0, device=device), acre.asarray([7], device=device)
    with pytest.raises(IndexError, match=r'called at <string>:2\)$'):
        exec('\ny = x[i]\nz = y + 1\nprint(z)', {'x': x, 'i': i})


def test_a_program(tmp_path):
    file = tmp_path / 'my_analysis.py'
    file.write_text(textwrap.dedent('''
        import acre

        def pick(x, i):
            return x[i]

        y = pick(acre.arange(3), acre.asarray([0, 1, 9]))
        y += 1
        print(y)
    '''))
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith('acre.exceptions.IndexError: index 9 is out of bounds for axis 0 with size 3 '
                                '(in acre::getitem, position 2 of the indices; called at my_analysis.py:5)\n')


def test_numpy_tells_what_failed_before(device):
    """NumPy drops the errors of a buffer, and asks again."""
    for ask in (np.asarray, np.array, memoryview):
        x = acre.arange(3.0, device=device)
        if not acre._acre.is_on_host(x):
            continue
        x[acre.asarray([9], device=device)] = 1
        with pytest.raises(IndexError, match='index 9 is out of bounds'):
            ask(x)
        assert np.asarray(x).tolist() == [0, 1, 2]
