"""Tables, and groups of their rows, against Python's own."""
import statistics

import acre
import numpy as np
import pytest
from hypothesis import given, strategies as st

from compare import outcome

T = acre.tables


def table(device, rows):
    return T.Table(run=acre.asarray([r[0] for r in rows], 'int32', device=device), lumi=acre.asarray([r[1] for r in rows], 'uint8', device=device),
                   pt=acre.asarray([r[2] for r in rows], 'float64', device=device))


rows_of = st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 2), st.integers(-50, 50).map(float)), min_size=1, max_size=30)


@given(rows_of)
def test_groups(device, rows):
    t = table(device, rows)
    for names in (('run',), ('lumi', 'run')):
        places = [('run', 'lumi').index(name) for name in names]
        groups = {}
        for row in rows:
            groups.setdefault(tuple(row[p] for p in places), []).append(row[2])
        groups = dict(sorted(groups.items()))
        by = t.group_by(*names)
        for reduction, of in (('sum', sum), ('mean', statistics.fmean), ('min', min), ('max', max), ('count', len), ('prod', lambda v: float(np.prod(v))),
                              ('any', lambda v: any(v)), ('all', lambda v: all(v)), ('first', lambda v: v[0]), ('last', lambda v: v[-1]),
                              ('var', lambda v: float(np.var(v))), ('std', lambda v: float(np.std(v)))):
            made = getattr(by, reduction)('pt')
            assert made.columns == [*names, 'pt'] and [tuple(made[n][k].item() for n in names) for k in range(len(made))] == list(groups)
            np.testing.assert_allclose(acre.asnumpy(made['pt']), [of(v) for v in groups.values()], rtol=1e-12, atol=1e-9)
        assert by.size()['size'].tolist() == [len(v) for v in groups.values()]
        several = by.agg(total=('pt', 'sum'), most=('pt', 'max'))
        assert several.columns == [*names, 'total', 'most'] and several['most'].tolist() == [max(v) for v in groups.values()]
    everything = t.group_by('run').sum()
    assert everything.columns == ['run', 'lumi', 'pt'] and everything['lumi'].dtype == 'uint64' and everything['run'].dtype == 'int32'
    key, sums = T.group_by(t['run']).sum(t['pt'])
    assert key.tolist() == everything['run'].tolist() and sums.tolist() == everything['pt'].tolist()
    keys, means = T.group_by(t['run'], t['lumi']).mean(t['pt'])
    assert len(keys) == 2 and means.shape == keys[0].shape


def test_rows_and_columns(device):
    t = table(device, [(7, 1, 40.0), (7, 2, 25.5), (9, 1, 31.0)])
    assert len(t) == 3 and t.columns == ['run', 'lumi', 'pt'] and 'pt' in t and 'eta' not in t
    assert t[t['pt'] > 30]['run'].tolist() == [7, 9] and t[[2, 0]]['pt'].tolist() == [31, 40] and t[1:]['lumi'].tolist() == [2, 1]
    assert t[['pt', 'run']].columns == ['pt', 'run'] and t[0] == {'run': 7, 'lumi': 1, 'pt': 40.0} and t.tolist()[2]['pt'] == 31
    assert t.sort('lumi', 'pt')['pt'].tolist() == [31, 40, 25.5] and t.sort('pt', descending=True)['pt'].tolist() == [40, 31, 25.5]
    ties = T.Table(key=acre.asarray([1, 2, 1, 2], device=device), row=acre.arange(4, device=device))
    assert ties.sort('key')['row'].tolist() == [0, 2, 1, 3] and ties.sort('key', descending=True)['row'].tolist() == [1, 3, 0, 2]
    more = t.assign(double=t['pt'] * 2, one=1)
    assert more['double'].tolist() == [80, 51, 62] and more['one'].tolist() == [1, 1, 1] and 'one' not in t
    t['pt'][0] = 41
    assert t['pt'].tolist() == [41, 25.5, 31]  # columns are arrays
    assert repr(t).splitlines() == ['run  lumi    pt', '  7     1  41.0', '  7     2  25.5', '  9     1  31.0']
    assert len(repr(T.Table(x=acre.arange(100, device=device))).splitlines()) == 18 and repr(T.Table()) == 'Table()'
    assert t.to_device(device).tolist() == t.tolist()


def test_refusals(device):
    t = table(device, [(7, 1, 40.0), (9, 1, 31.0)])
    for call, error, text in ((lambda: t['eta'], IndexError, "'eta'"), (lambda: t.assign(x=acre.ones(3, device=device)), ValueError, '3 elements'),
                              (lambda: t.assign(x=acre.ones((2, 2), device=device)), ValueError, 'one dimension'), (lambda: t.group_by(), ValueError, 'keys'),
                              (lambda: t.group_by('eta'), IndexError, 'eta'), (lambda: t.group_by('run').sum('eta'), IndexError, 'eta'),
                              (lambda: t.group_by('run').agg(x=('pt', 'middle')), ValueError, 'middle'), (lambda: T.group_by(t['run']).middle, AttributeError, 'middle'),
                              (lambda: T.group_by(t['run']).sum(acre.ones(3, device=device)), ValueError, '3 elements'),
                              (lambda: T.group_by(t['run'].astype('complex64')).sum(t['pt']), TypeError, 'complex64'), (lambda: t[5], IndexError, '5')):
        made, found = outcome(call)
        assert isinstance(found, error) and text in str(found), (text, made, found)
    with pytest.raises(TypeError):
        hash(t)
    with pytest.raises(ValueError, match='columns to sort by'):
        t.sort()
