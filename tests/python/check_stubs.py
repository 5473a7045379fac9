"""The stubs of the package, written anew: complete, what the package is (mypy's stubtest), and of use to who checks a program (mypy)."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import acre

here = pathlib.Path(__file__).parent
# devices that other builds have; what nanobind makes: functions that are none to stubtest, classes of a class of its own, no constructor
ALLOWED = [r'acre\.(openmp|cuda|hip)', r'acre\._acre\.\w+', r'acre\._acre\.ndarray\.__init__']


def run(*command, **environment):
    done = subprocess.run([sys.executable, *map(str, command)], env={**os.environ, **environment}, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        failed, said = run(here / '../../core/python/stubs/write.py', folder / 'stubs/acre', '--check')
        if failed or not (folder / 'stubs/acre/__init__.pyi').exists():
            return said
        modules = [acre] + [m for name, m in vars(acre).items() if isinstance(m, type(acre)) and not name.startswith('_')]
        of_nanobind = [re.escape(f'{m.__name__}.{name}') for m in modules for name, value in vars(m).items()
                       if 'nanobind' in type(value).__module__]
        (folder / 'allowed').write_text('\n'.join(ALLOWED + of_nanobind))
        checker = {'MYPYPATH': str(folder / 'stubs'), 'MYPY_CACHE_DIR': str(folder / 'cache')}
        failed, said = run('-m', 'mypy.stubtest', 'acre', '--allowlist', folder / 'allowed', '--ignore-unused-allowlist', '--concise',
                           **checker)
        if failed:
            return said
        failed, said = run('-m', 'mypy', '--strict', here / 'typed/program.py', **checker)
        if failed:
            return said
        found = set(re.findall(r'mistakes\.py:(\d+): error: .*\[([\w-]+)\]', run('-m', 'mypy', here / 'typed/mistakes.py', **checker)[1]))
        lines = (here / 'typed/mistakes.py').read_text().split('\n')
        wanted = {(str(n), line.rpartition('# ')[2]) for n, line in enumerate(lines, 1) if '  # ' in line}
        if found != wanted:
            return f'mistakes.py: mypy finds {sorted(found - wanted)} besides and not {sorted(wanted - found)}'
        failed, said = run(here / 'typed/program.py')
        return said if failed else ''


if __name__ == '__main__':
    trouble = main()
    print(trouble, end='')
    sys.exit(bool(trouble))
