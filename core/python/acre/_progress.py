"""A line about work that takes long, as the programs of apps/ have it."""

import operator
import os
import sys
import time
import unicodedata

__all__ = ['progress']


def _width(text):
    """Columns of a terminal that text takes."""
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in 'WF') for c in text)


def _fit(text, columns):
    while _width(text) > columns:
        text = text[:-1]
    return text


def _clock(seconds):
    """0:07, 12:34, 1:02:03"""
    s = int(min(seconds, 3.6e8) + 0.5)
    return f'{s // 60}:{s % 60:02}' if s < 3600 else f'{s // 3600}:{s // 60 % 60:02}:{s % 60:02}'


def _line(desc, done, total, elapsed, width, bar=True):
    """The text at some moment, shorter than width; without a bar for a notebook."""
    right, part = '', 0.0
    if total:
        part = min(done / total, 1.0)
        right += f' {int(part * 100):3} %'
    right += ' ' + _clock(elapsed)
    if part >= 0.01:  # the first steps are slow: what they foretell is no help
        left = f', {_clock(elapsed / part - elapsed)} left'
        if _width(right + left) < width:
            right += left
    room = width - 1 - _width(right)  # the last column stays free: no wrapping
    line = _fit(desc, max(room, 0))
    columns = min(room - _width(line) - 3, 40)
    if bar and total and columns >= 5:
        full = int(part * columns)
        line += ' [' + '#' * full + '.' * (columns - full) + ']'
    return line + _fit(right, width - 1)


def _place():
    """Where a line is seen: 'terminal', 'notebook', or None."""
    kernel = sys.modules.get('ipykernel.iostream')
    if kernel is not None and isinstance(sys.stderr, kernel.OutStream):
        return 'notebook'
    try:
        return 'terminal' if sys.stderr.isatty() and os.environ.get('TERM') != 'dumb' else None
    except (AttributeError, ValueError):  # no stderr, or a closed one
        return None


class progress:
    """A bar on one line of stderr for work that takes long: percent, time so far, time to go.

        for step in acre.progress(range(1000), 'heat'):
            u = next_step(u)

    total is the number of steps where len(iterable) does not say it; without either no percent is shown. Without an iterable update(n) says
    that n more are done, and close(), or the end of a with statement, that all is. The line is drawn at most ten times a second, and is
    gone in the end; a notebook keeps it, without a bar, and draws twice a second. Where stderr is no terminal nothing is written. Work on a
    GPU is queued, and the loop is ahead of it: device=x.device waits for it whenever the line is drawn, which also raises errors that are
    pending.
    """

    def __init__(self, iterable=None, desc='', total=None, *, device=None):
        if total is None and iterable is not None:
            total = operator.length_hint(iterable) or None
        self.desc, self.total, self.n = desc, total, 0
        self._iterable, self._device, self._place = iterable, device, _place()
        self._start, self._drawn = time.monotonic(), None
        self._last = ''

    def __iter__(self):
        if self._iterable is None:
            raise TypeError('progress: without an iterable there is nothing to go through; update(n) says what is done')
        try:
            for each in self._iterable:
                yield each
                self.update()
        finally:
            self.close()

    def __len__(self):
        return len(self._iterable)

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.close()

    def update(self, n=1):
        """n more steps are done."""
        self.n += n
        if self._place is None:
            return
        now = time.monotonic()
        if self._drawn is not None and now - self._drawn < (0.5 if self._place == 'notebook' else 0.1):
            return
        if self._device is not None:
            self._device.synchronize()
            now = time.monotonic()
        self._drawn = now
        self._draw(now)

    def _draw(self, now):
        if self._place == 'notebook':
            line = _line(self.desc, self.n, self.total, now - self._start, 100, bar=False)
            self._write('\r' + line + ' ' * (len(self._last) - len(line)))
            self._last = line
            return
        try:
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except (OSError, ValueError):
            width = 80
        self._write('\r' + _line(self.desc, self.n, self.total, now - self._start, width) + '\x1b[K')

    def _write(self, text):
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self._place = None  # a bar is no reason to stop the work

    def close(self):
        """Nothing is drawn after this; a terminal's line is cleared."""
        if self._place == 'notebook' and self._drawn is not None:
            self._draw(time.monotonic())
            self._write('\n')
        elif self._place == 'terminal' and self._drawn is not None:
            self._write('\r\x1b[K')
        self._place = None
