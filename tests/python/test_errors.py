"""Errors are acre's own classes, each of which is also the one of Python's that NumPy raises."""
import ast
import builtins
import pathlib

import acre
import numpy as np
import pytest

# protocols of Python's that ask for these very classes
OF_PYTHON = {'AttributeError', 'StopIteration'}
SOURCES = sorted((pathlib.Path(__file__).parent / '../../core/python/acre').glob('*.py'))


def test_there_are_sources():
    assert len(SOURCES) > 20


@pytest.mark.parametrize('axis', [0.5, 'a', (0.5,), (0, 'a')])
def test_axes_are_integers(axis):
    for name in ('sum', 'prod', 'max', 'min', 'any', 'all', 'count_nonzero', 'ptp', 'nansum'):
        with pytest.raises(TypeError) as numpys:
            getattr(np, name)(np.ones((2, 3)), axis=axis)
        with pytest.raises(TypeError) as error:
            getattr(acre, name)(acre.ones((2, 3)), axis=axis)
        assert str(error.value) == str(numpys.value), name


@pytest.mark.parametrize('source', SOURCES, ids=lambda p: p.name)
def test_what_is_raised(source):
    """The package's Python raises classes that it has from acre.exceptions: a builtin one is of the same name, and no acre.Error."""
    tree = ast.parse(source.read_text())
    own = {a.asname or a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == 'exceptions' for a in n.names}
    for node in ast.walk(tree):
        raised = node.exc if isinstance(node, ast.Raise) else None
        of = raised.func if isinstance(raised, ast.Call) else raised
        if isinstance(of, ast.Name) and isinstance(getattr(builtins, of.id, None), type):
            assert of.id in own | OF_PYTHON, f'{source.name}:{node.lineno} raises the builtin {of.id}'


@pytest.mark.parametrize('call, python', [
    (lambda x: acre.sum(x, out=acre.zeros(2)), ValueError),
    (lambda x: acre.sum(x, out=acre.zeros((), 'int8')), TypeError),
    (lambda x: acre.zeros(2, order='F'), ValueError),
    (lambda x: acre.where(x > 0, x), ValueError),
    (lambda x: acre.cumulative_sum(x.reshape(2, 2)), ValueError),
    (lambda x: acre.finfo('int8'), ValueError),
    (lambda x: acre.random.choice(0, 2), ValueError),
    (lambda x: acre.roll(x, (1, 2), (0,)), ValueError),
    (lambda x: acre.fill_diagonal(x, 1), ValueError),
    (lambda x: acre.ravel_multi_index((1,), (2, 2)), ValueError),
    (lambda x: x.set(x[:2]), ValueError),
    (lambda x: acre.linalg.outer(x.reshape(2, 2), x), ValueError),
    (lambda x: acre.zeros_like([1, 2]), TypeError),
    (lambda x: acre.clip([1, 2]), TypeError),
    (lambda x: acre.histogram(x, bins=2.5), TypeError),
    (lambda x: acre.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a', None), ValueError),
    (lambda x: acre.cross_check(acre.sqrt, x, devices=[]), ValueError),
    (lambda x: next(iter(acre.progress())), TypeError),
    (lambda x: x.__array_namespace__(api_version='1'), ValueError)])
def test_classes(call, python):
    with pytest.raises(acre.Error) as found:
        call(acre.arange(4.0))
    assert isinstance(found.value, python)
    assert type(found.value) is getattr(acre.exceptions, type(found.value).__name__)


def test_classes_are_one(device):
    """What is caught by Python's name is caught by acre's."""
    assert acre.array_equiv(acre.ones(2, device=device), acre.ones(3, device=device)) is False
    for name in ('CompileError', 'FileError', 'LaunchError', 'MismatchError', 'OutOfMemory', 'BackendError', 'LinAlgError'):
        assert issubclass(getattr(acre.exceptions, name), acre.Error)
