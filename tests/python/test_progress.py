"""The line about work that takes long."""
import os
import pty
import subprocess
import sys
import time

import acre
import pytest
from acre import _progress


def shown(text):
    """What a terminal's line shows in the end."""
    line = text.rsplit('\r', 1)[-1]
    return line.split('\x1b[K')[0]


def on_terminal(program, columns=60, term='xterm'):
    """What a program writes to stderr where it is a terminal."""
    ours, theirs = pty.openpty()
    subprocess.run(['stty', 'cols', str(columns)], stdin=theirs, check=True)
    child = subprocess.Popen([sys.executable, '-c', program], stderr=theirs, env={**os.environ, 'TERM': term})
    os.close(theirs)
    text = b''
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        text += part
    os.close(ours)
    assert child.wait() == 0
    return text.decode()


def test_the_line_is_that_of_the_programs():
    """tests of apps/common have the same lines"""
    assert _progress._line('tour', 50, 200, 0, 60) == 'tour [#######.......................]  25 % 0:00, 0:00 left'
    assert _progress._line('tour', 9, 1000, 0, 60).endswith(']   0 % 0:00')
    assert _progress._line('tour', 1, 2, 0, 20) == 'tour  50 % 0:00'
    assert _progress._line('reading', 5, None, 0, 60) == 'reading 0:00'
    assert len(_progress._line('a long label: µµµµµµ', 10, 10, 0, 30)) <= 29 and '100 %' in _progress._line('a', 99, 10, 0, 30)
    assert _progress._line('heat', 1, 4, 3700, 60).endswith(']  25 % 1:01:40, 3:05:00 left')
    assert _progress._line('heat', 1, 4, 1, 100, bar=False) == 'heat  25 % 0:01, 0:03 left'
    for width in range(1, 80):
        assert len(_progress._line('label 日本', 5, 10, 12, width)) < max(width, 2)


def test_goes_through_everything(capsys):
    assert list(acre.progress(range(5), 'work')) == [0, 1, 2, 3, 4]
    assert list(acre.progress(x for x in 'abc')) == ['a', 'b', 'c'] and len(acre.progress([1, 2])) == 2
    with acre.progress(total=3) as bar:
        bar.update()
        bar.update(2)
        assert bar.n == 3 and bar.total == 3
    with pytest.raises(TypeError, match='update'):
        list(acre.progress(total=3))
    with pytest.raises(ZeroDivisionError):
        for each in acre.progress([1]):
            1 / 0
    assert capsys.readouterr().err == ''  # no terminal


def test_on_a_terminal():
    program = "import acre, time\nfor i in acre.progress(range(4), 'heat', device=acre.serial): time.sleep(0.12)"
    text = on_terminal(program)
    lines = [shown(part) for part in text.split('\x1b[K')[:-1]]
    assert any(line.startswith('heat [###') and ']  25 % 0:0' in line for line in lines), lines
    assert shown(text) == '' and '\n' not in text and all(len(line) < 60 for line in lines)
    assert on_terminal(program, term='dumb') == ''
    named = on_terminal("import acre\nfor i in acre.progress(range(2), 'heat', device='serial'): pass")
    assert 'heat [' in named and 'Error' not in named, named


def test_at_most_ten_times_a_second():
    program = "import acre\nfor i in acre.progress(range(200000), 'work'): pass"
    begin = time.monotonic()
    text = on_terminal(program)
    assert text.count('\r') <= 2 + 10 * (time.monotonic() - begin)


def test_without_a_terminal_nothing_is_written():
    program = "import acre\nfor i in acre.progress(range(10)): pass"
    done = subprocess.run([sys.executable, '-c', program], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b'', b'')
    gone = "import sys\nsys.stderr = None\nimport acre\nprint(sum(acre.progress(range(10))))"
    assert subprocess.run([sys.executable, '-c', gone], capture_output=True, text=True).stdout == '45\n'
