"""Random numbers by Philox4x32-10: the same bits on every device, whatever the number of threads."""

from . import _acre
from ._acre import Generator as _Base

__all__ = ['Generator', 'default_rng']


def _shape(size):
    return () if size is None else size


class Generator(_Base):
    """Draws by NumPy's names. Each takes the generator's next number, so that no two share one; pickled it goes on where it was."""

    def random(self, size=None, dtype='float64', *, device=None):
        """Uniform numbers of [0, 1)."""
        return _acre.draw('uniform', self, _shape(size), dtype, device, 0.0, 1.0)

    def uniform(self, low=0.0, high=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('uniform', self, _shape(size), dtype, device, low, high)

    def normal(self, loc=0.0, scale=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('normal', self, _shape(size), dtype, device, loc, scale)

    def standard_normal(self, size=None, dtype='float64', *, device=None):
        return _acre.draw('normal', self, _shape(size), dtype, device, 0.0, 1.0)

    def exponential(self, scale=1.0, size=None, *, dtype='float64', device=None):
        return _acre.draw('exponential', self, _shape(size), dtype, device, scale, 0.0)

    def integers(self, low, high=None, size=None, dtype='int64', *, endpoint=False, device=None):
        """Whole numbers of [low, high), or of [0, low); of [low, high] with endpoint."""
        if high is None:
            low, high = 0, low
        return _acre.integers(self, low, high + endpoint, _shape(size), dtype, device)

    def permutation(self, x, *, device=None):
        """0, 1, … x - 1 in another order, or an array's first axis."""
        if isinstance(x, int):
            return _acre.permutation(self, x, device)
        return _acre.take(x, _acre.permutation(self, x.shape[0], x.device), 0, 'raise')


def default_rng(seed=0):
    """A generator; without a seed that of seed 0, as every run gives the same numbers."""
    return seed if isinstance(seed, _Base) else Generator(seed)
