"""usage: smoke.py SURVEY FOLDER

Every call of cases.json gives NumPy's result, small; a few are timed and joined; wrong calls of the three programs and wrong
results are refused in a sentence.  FOLDER is made anew.
"""
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
SURVEY, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
try:
    import numpy  # noqa: F401
except ImportError:
    sys.exit(print('skipped: no NumPy'))
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
acre = [SURVEY, f'--cases={HERE / "cases.json"}']
peers, compare = [sys.executable, HERE / 'peers.py'], [sys.executable, HERE / 'compare.py']


def run(command, status=0, says=''):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != status or says not in done.stdout + done.stderr:
        sys.exit(f'{" ".join(map(str, command))}: exit status {done.returncode}, not {status} with "{says}":\n{done.stdout[-3000:]}{done.stderr[-3000:]}')
    return done.stdout


def lines(file):
    return [json.loads(line) for line in (FOLDER / file).read_text().splitlines()]


run(acre + ['--check', '--elements=3e3', '--jsonl', FOLDER / 'acre'])
run(peers + ['--with', 'numpy', '--check', '--elements', '3e3', '--jsonl', FOLDER / 'numpy'], says=' 0 that it has not')
count = sum(len(case['of']) for case in json.loads((HERE / 'cases.json').read_text()))
run(compare + ['--results-only', FOLDER / 'acre', FOLDER / 'numpy'], says=f'{count} of {count} results agree')

some = ['--elements', '2000', '--match', r'^(cumsum|copy|x\.copy).*float32']
run(acre + some + ['--jsonl', FOLDER / 'acre.timed'])
run(peers + some + ['--with', 'numpy', '--jsonl', FOLDER / 'numpy.timed'])
table = run(compare + [FOLDER / 'acre.timed', FOLDER / 'numpy.timed'], says='Geometric means: ')
rows = table.splitlines()[1:1 + len(lines('acre.timed'))]
assert table.startswith('call ') and all(' numpy ' in row for row in rows), table
ratios = [float(row.split()[-1]) for row in rows]
assert ratios == sorted(ratios, reverse=True), table
assert all(line['ms_min'] > 0 and line['bytes_moved'] > 0 for file in ('acre.timed', 'numpy.timed') for line in lines(file))

wrong = lines('numpy')
wrong[0]['weighted'] *= 1.5
(FOLDER / 'wrong').write_text('\n'.join(map(json.dumps, wrong)) + '\n')
run(compare + ['--results-only', FOLDER / 'acre', FOLDER / 'wrong'], 1, 'the results of acre and numpy differ: sums with weights')
run(compare + [FOLDER / 'acre'], 1, 'then --results-only')
run(compare + [FOLDER / 'none'], 1, 'cannot read')
run(peers + ['--with', 'pandas'], 1, 'there is no peer pandas; there are numpy, cupy')
run(peers + ['--with', 'numpy', '--match', 'nothing_of_the_kind'], 1, 'no call that --match finds')
run(acre + ['--match', 'nothing_of_the_kind'], 1, 'no call has a name that --match finds')
run(acre + ['--match', '('], 2, 'survey: --match')
run([SURVEY, '--cases', FOLDER / 'none'], 2, '--cases: cannot read')
run([SURVEY, '--help'], says='--elements')
run(peers + ['--help'], says='--elements')
run(compare + ['--help'], says='--behind')
