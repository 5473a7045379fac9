"""Random numbers by Philox4x32-10: the same bits on every device, whatever the number of threads.

default_rng(seed) gives a generator of one's own. The functions of this module, NumPy's and CuPy's older names, draw from one that all
of the program shares; seed() sets it.
"""

import builtins
import operator

from . import _acre, _order
from ._acre import Generator as _Base
from ._integers import is_integer
from .exceptions import DTypeError, ValueError

__all__ = ['Generator', 'RandomState', 'beta', 'binomial', 'choice', 'default_rng', 'exponential', 'gamma', 'lognormal',
           'multivariate_normal', 'normal', 'permutation', 'poisson', 'rand', 'randint', 'randn', 'random', 'random_sample', 'seed',
           'shuffle', 'standard_exponential', 'standard_normal', 'uniform']


def _shape(size):
    return () if size is None else size


def _number(name, value):
    """A parameter of a law."""
    if isinstance(value, (int, float)):
        return value
    if getattr(value, 'ndim', 0) == 0:
        try:
            return float(value)
        except (TypeError, builtins.ValueError):
            pass
    kind = f'an array of shape {tuple(value.shape)}' if hasattr(value, 'shape') else type(value).__name__
    raise DTypeError(f'{name} is one number for all that is drawn, not {kind}: loc + scale * standard_normal(size) and the like have one for each element')


def _whole(name, value, of='int64'):
    try:
        value = operator.index(value)
    except TypeError:
        raise DTypeError(f'{name} is a whole number, not {type(value).__name__}') from None
    if not -2**63 <= value < 2**63:
        raise ValueError(f'{name} is out of bounds for {of}')
    return value


def _seed(seed):
    if seed is None:
        return 0
    try:
        seed = operator.index(seed)
    except TypeError:
        raise DTypeError(f'seed is a whole number, not {type(seed).__name__}: one number tells a run; Generator(seed, stream) has further ones') from None
    if not 0 <= seed < 2**64:
        raise ValueError(f'expected non-negative integer below 2**64 as the seed, not {seed}')
    return seed


class Generator(_Base):
    """Draws by NumPy's names. Each takes the generator's next number, so that no two share one; pickled it goes on where it was.

    Parameters of a law are numbers; results have the shape `size`, () without it."""

    def random(self, size=None, dtype='float64', *, device=None):
        """Uniform numbers of [0, 1)."""
        return _acre.draw('uniform', self, _shape(size), dtype, device, 0.0, 1.0)

    def uniform(self, low=0.0, high=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('uniform', self, _shape(size), dtype, device, _number('low', low), _number('high', high))

    def normal(self, loc=0.0, scale=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('normal', self, _shape(size), dtype, device, _number('loc', loc), _number('scale', scale))

    def standard_normal(self, size=None, dtype='float64', *, device=None):
        return _acre.draw('normal', self, _shape(size), dtype, device, 0.0, 1.0)

    def lognormal(self, mean=0.0, sigma=1.0, size=None, *, dtype='float64', device=None):
        """exp of normal(mean, sigma)."""
        return _acre.draw('lognormal', self, _shape(size), dtype, device, _number('mean', mean), _number('sigma', sigma))

    def multivariate_normal(self, mean, cov, size=None, *, device=None):
        """Normal vectors of a mean and a covariance matrix, which is positive definite, in the last axis."""
        from .linalg import cholesky
        where = next((x.device for x in (mean, cov) if isinstance(x, _acre.ndarray)), None) if device is None else device
        mean, cov = _acre.asarray(mean, 'float64', where, None), _acre.asarray(cov, 'float64', where, None)
        if mean.ndim != 1 or cov.shape != mean.shape * 2:
            raise ValueError(f'mean and cov must have same length, not the shapes {mean.shape} and {cov.shape}')
        shape = (size,) if is_integer(size) else tuple(_shape(size))
        z = _acre.draw('normal', self, shape + mean.shape, 'float64', mean.device, 0.0, 1.0)
        return mean + _acre.product('matmul', z, cholesky(cov).T)

    def exponential(self, scale=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('exponential', self, _shape(size), dtype, device, _number('scale', scale), 0.0)

    def standard_exponential(self, size=None, dtype='float64', *, device=None):
        return _acre.draw('exponential', self, _shape(size), dtype, device, 1.0, 0.0)

    def gamma(self, shape, scale=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('gamma', self, _shape(size), dtype, device, _number('shape', shape), _number('scale', scale))

    def beta(self, a, b, size=None, *, dtype='float64', device=None):
        return _acre.draw('beta', self, _shape(size), dtype, device, _number('a', a), _number('b', b))

    def poisson(self, lam=1.0, size=None, *, device=None):
        """Counts of events of which lam are expected, int64."""
        return _acre.poisson(self, _number('lam', lam), _shape(size), device)

    def binomial(self, n, p, size=None, *, device=None):
        """How many of n trials succeed, int64."""
        return _acre.binomial(self, _whole('n', n), _number('p', p), _shape(size), device)

    def integers(self, low, high=None, size=None, dtype='int64', *, endpoint=False, device=None):
        """Whole numbers of [low, high), or of [0, low); of [low, high] with endpoint."""
        if high is None:
            low, high = 0, low
        low, high = _whole('low', low), _whole('high', high)
        if endpoint and high == 2**63 - 1:
            raise ValueError('high is out of bounds for int64')
        return _acre.integers(self, low, high + endpoint, _shape(size), dtype, device)

    def choice(self, a, size=None, replace=True, p=None, axis=0, *, device=None):
        """Elements of an array along an axis, or whole numbers below a: each as likely as the next, or by their probabilities p."""
        whole = is_integer(a)
        if whole:
            a = operator.index(a)
        else:
            a = _acre.asarray(a, None, device, None)
            device = a.device
        count = a if whole else a.shape[axis]
        if count <= 0:
            raise ValueError('a must be a positive integer unless no samples are taken')
        if not replace:
            which = self._without_replacement(count, size, p, device)
        elif p is None:
            which = _acre.integers(self, 0, count, _shape(size), 'int64', device)
        else:
            which = _acre.choice(self, _weights(p, count), _shape(size), device)
        return which if whole else _acre.take(a, which, axis, 'raise')

    def _without_replacement(self, count, size, p, device):
        shape = (size,) if is_integer(size) else _shape(size)
        wanted = 1
        for extent in shape:
            wanted *= extent
        if wanted > count:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if p is None:
            which = _acre.permutation(self, count, device)
        else:
            # who waits least, at a rate of p each: the k-th is drawn among those left (Efraimidis and Spirakis 2006, doi:10.1016/j.ipl.2005.11.003)
            p = _weights(p, count)
            if wanted > sum(each > 0 for each in p):
                raise ValueError('Fewer non-zero entries in p than size')
            waits = self.exponential(size=count, device=device)
            which = _order.argsort(waits / _acre.asarray(p, None, waits.device, None))
        return _acre.reshape(which[:wanted], shape)

    def permutation(self, x, axis=0, *, device=None):
        """0, 1, … x - 1 in another order, or an array along an axis."""
        if is_integer(x):
            return _acre.permutation(self, operator.index(x), device)
        x = _acre.asarray(x, None, device, None)
        return _acre.take(x, _acre.permutation(self, x.shape[axis], x.device), axis, 'raise')

    def shuffle(self, x, axis=0):
        """Another order of an array's elements along an axis, in place."""
        x[...] = self.permutation(x, axis)


def _weights(p, count):
    p = p.tolist() if hasattr(p, 'tolist') else list(p)
    if len(p) != count:
        raise ValueError("'a' and 'p' must have same size")
    if abs(sum(p) - 1) > 1e-6:
        raise ValueError('probabilities do not sum to 1')
    return p


def default_rng(seed=0):
    """A generator; without a seed that of seed 0, as every run gives the same numbers."""
    return seed if isinstance(seed, _Base) else Generator(_seed(seed))


class RandomState(Generator):
    """A generator with NumPy's older names, which the functions of this module are those of."""

    def rand(self, *shape, dtype='float64', device=None):
        """Uniform numbers of [0, 1): random() with the extents as arguments."""
        return self.random(shape, dtype, device=device)

    def randn(self, *shape, dtype='float64', device=None):
        """Normal numbers: standard_normal() with the extents as arguments."""
        return self.standard_normal(shape, dtype, device=device)

    def randint(self, low, high=None, size=None, dtype='int64', *, device=None):
        """Whole numbers of [low, high), or of [0, low)."""
        return self.integers(low, high, size, dtype, device=device)

    random_sample = Generator.random


_shared = RandomState()


def seed(seed=0):
    """Sets the generator that the functions of this module share; a program that never does has that of seed 0."""
    global _shared
    _shared = RandomState(_seed(seed))


def _from_shared(name):
    method = getattr(RandomState, name)

    def function(*arguments, **named):
        return method(_shared, *arguments, **named)
    function.__name__ = function.__qualname__ = name
    function.__module__, function.__wrapped__ = __name__, method.__get__(_shared)
    function.__doc__ = f'{method.__doc__ or f"Generator.{name}()."} By the generator that the program shares.'
    return function


globals().update({_name: _from_shared(_name) for _name in __all__ if hasattr(RandomState, _name)})
