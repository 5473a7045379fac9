"""Checks of arrays, by NumPy's and CuPy's names: numpy.testing of acre's arrays on any device, which it copies and waits for."""

from . import _acre
from ._exchange import asnumpy

__all__ = ['assert_allclose', 'assert_array_almost_equal', 'assert_array_equal', 'assert_array_less']


def _check(name, doc):
    def check(actual, desired, *arguments, **named):
        import numpy.testing
        actual, desired = (asnumpy(x) if isinstance(x, _acre.ndarray) else x for x in (actual, desired))
        getattr(numpy.testing, name)(actual, desired, *arguments, **named)
    check.__name__ = check.__qualname__ = name
    check.__module__, check.__doc__ = __name__, doc
    return check


assert_allclose = _check('assert_allclose', 'AssertionError unless all elements are close.')
assert_array_almost_equal = _check('assert_array_almost_equal', 'AssertionError unless all elements agree to 6 decimal places.')
assert_array_equal = _check('assert_array_equal', 'AssertionError unless shapes and elements are equal; NaN equals NaN.')
assert_array_less = _check('assert_array_less', 'AssertionError unless each element is below the other.')
