"""Every public name of the package is in a test, so that a new one cannot come without."""
import ast
import pathlib
import re
import types

import acre
import pytest

# Names that no test says by themselves, and why
ELSEWHERE = {
    'acre': 'exceptions linalg fft random',  # modules
}


def names_of(module):
    return [n for n in getattr(module, '__all__', dir(module)) if not n.startswith('_') and not isinstance(getattr(module, n), types.ModuleType)]


def public_modules():
    return [acre] + [m for n, m in vars(acre).items() if isinstance(m, types.ModuleType) and m.__name__ == f'acre.{n}' and not n.startswith('_')]


# what stands before a function's name: the package, its modules, and the letters that tests call it by
HOMES = r'\b(?:acre|A|m|xp|linalg|fft|random|lists|tables|exceptions|testing|cuda)\.(?=([A-Za-z_]\w*))'


@pytest.fixture(scope='module')
def said():
    """What follows a dot, what follows the package's own name, and the words of strings, in the tests and in the page whose code is run."""
    here = pathlib.Path(__file__).parent
    sources = [p.read_text() for p in sorted(here.glob('**/*.py')) if p.name != 'test_names.py']
    page = re.findall(r'```pycon\n(.*?)```', (here / '../../core/docs/python.md').read_text(), re.S)
    text, words = '\n'.join(sources + page), set()
    for source in sources:
        tree = ast.parse(source)
        docs = {id(n.body[0].value) for n in ast.walk(tree) if hasattr(n, 'body') and isinstance(n.body, list) and n.body and isinstance(n.body[0], ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                words |= set(re.findall(r'[A-Za-z_]\w*', node.value))
    return types.SimpleNamespace(of_anything=words | set(re.findall(r'\.([A-Za-z_]\w*)', text)), of_acre=words | set(re.findall(HOMES, text)))


@pytest.mark.parametrize('module', public_modules(), ids=lambda m: m.__name__)
def test_functions_and_values(module, said):
    missing = [n for n in names_of(module) if n not in said.of_acre and n not in ELSEWHERE.get(module.__name__, '').split()]
    assert not missing, f'no test in tests/python has these names of {module.__name__}: {" ".join(missing)}'


@pytest.mark.parametrize('cls', [acre.ndarray, acre.dtype, acre.Device, acre.random.Generator, acre.finfo, acre.iinfo], ids=lambda c: c.__name__)
def test_methods(cls, said):
    missing = [n for base in cls.__mro__[:-1] for n in vars(base) if not n.startswith('_') and n not in said.of_anything]
    assert not missing, f'no test in tests/python has these names of {cls.__name__}: {" ".join(missing)}'
