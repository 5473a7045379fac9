#!/usr/bin/env python3
"""acre's rows of the survey beside the peers': JSON lines of `survey --jsonl` and `peers.py --jsonl`, of one machine.

usage: compare.py [--behind] [--match PATTERN] [--results-only] FILE...

Prints a table of acre's time, the floor, the fastest peer and their ratios, the worst first; then the geometric means and how many
calls are behind by more than 5 %.  The floor is the bytes of the inputs and the result at the rate of the copy of (N) float32 in
acre's rows; it says nothing of calls that compute.  Of rows that are there several times the last one counts.

--behind          only rows that are behind by more than 5 %
--match PATTERN   only rows in whose workload/dtype this regular expression is found
--results-only    no times: whether the results agree (the lines of --check)

A peer whose result differs from acre's does not count as the fastest: it is listed, and the exit status is 1.  Results are compared
by their sums, with and without weights, relative to the sum of the absolute values: 1e-3 of float32 and complex64 (NumPy adds one
after the other), 1e-9 of the other dtypes, what cases.json says, or, of random numbers, 0.02 and ten standard errors.
"""
import json
import math
import pathlib
import re
import signal
import sys

LIMIT = 1.05
COPY = ('x.copy() of (N)', 'float32')


class Row:
    def __init__(self, key):
        self.workload, self.n, self.dtype = key
        self.acre, self.peers, self.differs, self.floor = None, {}, {}, None  # JSON lines; milliseconds

    @property
    def best(self):
        """(milliseconds, peer), or None."""
        times = [(line['ms_median'], who) for who, line in self.peers.items() if 'ms_median' in line]
        return min(times) if times else None

    @property
    def ratio(self):
        return self.acre['ms_median'] / self.best[0] if self.best else None


def tolerance_of(line):
    if 'tolerance' in line:
        return line['tolerance']
    if line.get('check') == 'random':
        return 0.02 + 10 / math.sqrt(line['n'])
    return 1e-3 if line['dtype'] in ('float32', 'complex64', 'float16', 'bfloat16') else 1e-9


def difference(a, b):
    """Why the results are not alike, or ''."""
    allowed = tolerance_of(a) * max(a['scale'], b['scale']) + 1e-30
    for what, words in (('sum', 'sums'), ('weighted', 'sums with weights')):
        if not abs(a[what] - b[what]) <= allowed:
            return f'{words} {a[what]:.9g} and {b[what]:.9g}, {allowed:.2g} apart at most'
    return ''


def read(paths):
    """Rows that acre has, in the files' order."""
    lines = {}
    for path in paths:
        for number, text in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
            try:
                line = json.loads(text)
                lines.setdefault((line['workload'], int(line['n']), line['dtype']), {})[line['peer']] = line
            except (ValueError, KeyError) as error:
                sys.exit(f'compare.py: {path}:{number}: no line of the survey: {error!r}')
    rows = []
    for key, by_peer in lines.items():
        row = Row(key)
        for who, line in by_peer.items():
            if who.startswith('acre.'):
                row.acre = line
        if row.acre is None:
            continue
        for who, line in by_peer.items():
            if not who.startswith('acre.') and 'sum' in line:
                why = difference(row.acre, line)
                (row.differs if why else row.peers)[who] = why or line
        rows.append(row)
    copies = [r.acre['gbps'] for r in rows if (r.workload, r.dtype) == COPY and 'gbps' in r.acre]
    for row in rows:
        if copies and row.acre.get('bytes_moved'):
            row.floor = row.acre['bytes_moved'] / copies[-1] * 1e-6
    return rows


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def summary(rows):
    """Sentences: the geometric means, what is behind."""
    timed = [r for r in rows if r.best]
    behind = [r for r in timed if r.ratio > LIMIT]
    of = {}
    for r in timed:
        for who, line in r.peers.items():
            of.setdefault(who, []).append(r.acre['ms_median'] / line['ms_median'])
    parts = [f'{mean(ratios):.2f} of {who}\'s in {len(ratios)}' for who, ratios in sorted(of.items())]
    said = [f'{mean([r.ratio for r in timed]):.2f} of the fastest peer\'s time in {len(timed)} calls'] if len(of) > 1 else []
    return f'Geometric means: {"; ".join(said + parts)}. Behind by more than 5 %: {len(behind)} of {len(timed)}' if timed else 'No peer has a time'


def ms(t):
    return '–' if t is None else f'{t:.3g}' if t < 100 else f'{t:.0f}'


def times(ratio):
    return '–' if ratio is None else f'{ratio:.2f}' if ratio < 10 else f'{ratio:.0f}'


def worst_first(rows):
    return sorted((r for r in rows if r.best), key=lambda r: -r.ratio) + [r for r in rows if not r.best]


def cells(row):
    best = row.best
    return [row.workload, row.dtype, str(row.n), ms(row.acre.get('ms_median')), ms(row.floor), f'{ms(best[0])} {best[1]}' if best else '–',
            times(row.acre['ms_median'] / row.floor if row.floor else None), times(row.ratio)]


HEADER = ['call', 'dtype', 'n', 'acre, ms', 'floor', 'best peer', 'acre / floor', 'acre / peer']


def aligned(rows):
    table = [HEADER] + [cells(r) for r in rows]
    widths = [max(len(line[k]) for line in table) for k in range(len(HEADER))]
    left = (0, 1, 5)
    return '\n'.join('  '.join(c.ljust(w) if k in left else c.rjust(w) for k, (c, w) in enumerate(zip(line, widths))).rstrip() for line in table)


def main(arguments):
    if not arguments or {'-h', '--help'} & set(arguments):
        sys.exit(print(__doc__))
    pattern, files, behind, results_only = '', [], False, False
    while arguments:
        word = arguments.pop(0)
        if word == '--match':
            if not arguments:
                sys.exit('compare.py: --match wants a regular expression')
            pattern = arguments.pop(0)
        elif word == '--behind':
            behind = True
        elif word == '--results-only':
            results_only = True
        elif word.startswith('-'):
            sys.exit(f'compare.py: there is no option {word}: see --help')
        else:
            files.append(word)
    missing = [f for f in files if not pathlib.Path(f).is_file()]
    if missing or not files:
        sys.exit(f'compare.py: {"cannot read " + missing[0] if missing else "no FILE is named"}')
    rows = [r for r in read(files) if re.search(pattern, f'{r.workload}/{r.dtype}')]
    if not rows:
        sys.exit('compare.py: acre has no row in these files' + (f' that --match finds: {pattern}' if pattern else ''))
    if not results_only:
        untimed = [r for r in rows if 'ms_median' not in r.acre]
        if untimed:
            sys.exit(f'compare.py: acre has no time for {untimed[0].workload}: was it run with --check? then --results-only')
        print(aligned([r for r in worst_first(rows) if not behind or r.best and r.ratio > LIMIT]))
        print('\n' + summary(rows))
    differ = [(r, who, why) for r in rows for who, why in r.differs.items()]
    for r, who, why in differ:
        print(f'{r.workload}, {r.dtype}: the results of acre and {who} differ: {why}')
    compared = sum(len(r.peers) + len(r.differs) for r in rows)
    print(f'{compared - len(differ)} of {compared} results agree')
    sys.exit(1 if differ or compared == 0 else 0)


if __name__ == '__main__':
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it silently
    main(sys.argv[1:])
