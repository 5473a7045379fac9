"""Discrete Fourier transforms, by NumPy's names."""

from . import _acre
from ._named import named

__all__ = ['fft', 'fft2', 'fftfreq', 'fftn', 'fftshift', 'hfft', 'ifft', 'ifft2', 'ifftn', 'ifftshift', 'ihfft', 'irfft', 'irfft2', 'irfftn',
           'rfft', 'rfft2', 'rfftfreq', 'rfftn']


def _along_axis(name, doc):
    def function(x, /, n=None, axis=-1, norm='backward'):
        return _acre.transform(name, x, n, axis, norm)
    return named(function, name, doc + ' of n numbers along an axis, cut or filled up with zeros.', 'acre.fft')


def _along_axes(name, doc, axes=None, called=None):
    def function(x, /, s=None, axes=axes, norm='backward'):
        return _acre.transform_axes(called or name, x, s, axes, norm)
    return named(function, name, doc + ' along several axes, all of them by default.' if axes is None else doc + ' along two axes.', 'acre.fft')


fft = _along_axis('fft', 'The transform')
ifft = _along_axis('ifft', 'The inverse of fft()')
rfft = _along_axis('rfft', 'The first half of the transform of real numbers')
irfft = _along_axis('irfft', 'The inverse of rfft(), of a result')
hfft = _along_axis('hfft', 'The transform, which is real, of Hermitian numbers by their first half, of a result')
ihfft = _along_axis('ihfft', 'The inverse of hfft()')
fftn = _along_axes('fftn', 'The transform')
ifftn = _along_axes('ifftn', 'The inverse of fftn()')
rfftn = _along_axes('rfftn', 'The first half of the transform of real numbers')
irfftn = _along_axes('irfftn', 'The inverse of rfftn()')
fft2 = _along_axes('fft2', 'The transform', (-2, -1), 'fftn')
ifft2 = _along_axes('ifft2', 'The inverse of fft2()', (-2, -1), 'ifftn')
rfft2 = _along_axes('rfft2', 'The first half of the transform of real numbers', (-2, -1), 'rfftn')
irfft2 = _along_axes('irfft2', 'The inverse of rfft2()', (-2, -1), 'irfftn')


def fftfreq(n, /, d=1.0, *, dtype=None, device=None):
    """The frequencies of fft()'s results, for samples d apart."""
    made = _acre.frequencies(False, n, d, device)
    return made if dtype is None else _acre.astype(made, dtype)


def rfftfreq(n, /, d=1.0, *, dtype=None, device=None):
    """The frequencies of rfft()'s results."""
    made = _acre.frequencies(True, n, d, device)
    return made if dtype is None else _acre.astype(made, dtype)


def fftshift(x, /, axes=None):
    """The frequency 0 moved to the middle."""
    return _acre.fft_shift(x, axes, False)


def ifftshift(x, /, axes=None):
    """The inverse of fftshift()."""
    return _acre.fft_shift(x, axes, True)
