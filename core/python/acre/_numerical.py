"""Differences, integrals, interpolation, convolution, polynomials."""

from . import _acre, _elementwise
from ._dtypes import finfo
from ._integers import is_integer

__all__ = ['angle', 'convolve', 'correlate', 'diff', 'ediff1d', 'frexp', 'gradient', 'interp', 'modf', 'polyfit', 'polyval', 'trapezoid']


def diff(x, /, n=1, axis=-1, *, prepend=None, append=None):
    """Each element less the one before, n times over."""
    parts = [p for p in (prepend, x, append) if p is not None]
    return _acre.diff(x if len(parts) == 1 else _acre.concatenate(parts, axis), n, axis)


def ediff1d(x, /):
    return _acre.ediff1d(x)


def gradient(f, spacing=1.0, /, *, axis=None, edge_order=1):
    """The derivative along an axis, or a list of those along several: of elements so far apart, or at coordinates."""
    if is_integer(axis):
        return _acre.gradient(f, spacing, axis, edge_order)
    axes = range(f.ndim) if axis is None else axis
    made = [_acre.gradient(f, spacing, along, edge_order) for along in axes]
    return made[0] if len(made) == 1 else made


def trapezoid(y, x=None, /, dx=1.0, axis=-1):
    """The integral by the trapezoidal rule."""
    return _acre.trapezoid(y, x, dx, axis)


def interp(x, xp, fp, /, left=None, right=None, period=None):
    """Values between given points, by straight lines."""
    return _acre.interp(x, xp, fp, left, right, period)


def convolve(a, v, /, mode='full'):
    return _acre.convolve(a, v, mode, False)


def correlate(a, v, /, mode='valid'):
    return _acre.convolve(a, v, mode, True)


def angle(z, deg=False):
    """The angles of complex numbers, in radians or in degrees."""
    made = _elementwise.angle(z)
    return _elementwise.rad2deg(made) if deg else made


def modf(x, /):
    """The parts after the point, and those before it."""
    return _acre.unary('modf_fraction', x), _acre.unary('modf_whole', x)


def frexp(x, /):
    """m and whole e with x = m * 2**e, where |m| is in [0.5, 1)."""
    return _acre.unary('frexp_mantissa', x), _acre.unary('frexp_exponent', x)


def polyfit(x, y, /, deg, rcond=None):
    """The coefficients of the polynomial of a degree that fits points best by least squares, the highest power's first. Waits."""
    from . import linalg
    powers = _acre.vander(x, deg + 1, False)
    scale = _acre.unary('sqrt', _acre.reduce('sum', powers * powers, 0, False, None, 0))
    if rcond is None:  # of what x's dtype tells apart, also where the powers have more digits
        rcond = x.size * finfo(x.dtype if x.dtype.kind == 'f' else 'float64').eps
    made = linalg.lstsq(powers / scale, y, rcond)[0]
    return made / (scale if made.ndim == 1 else scale[:, None])


def polyval(p, x, /):
    """A polynomial's values, by its coefficients, the highest power's first."""
    return _acre.polyval(p, x)
