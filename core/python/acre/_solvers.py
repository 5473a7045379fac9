"""Solvers and decompositions of linalg: of small matrices by acre's own code, else by LAPACK or the library of a GPU's vendor."""

from collections import namedtuple

from . import _acre
from .exceptions import LinAlgError, ValueError

__all__ = ['cholesky', 'cond', 'det', 'eig', 'eigh', 'eigvals', 'eigvalsh', 'inv', 'lstsq', 'matrix_power', 'matrix_rank', 'pinv', 'qr', 'slogdet',
           'solve', 'svd', 'svdvals']

EigResult = namedtuple('EigResult', 'eigenvalues eigenvectors')
EighResult = namedtuple('EighResult', 'eigenvalues eigenvectors')
QRResult = namedtuple('QRResult', 'Q R')
SlogdetResult = namedtuple('SlogdetResult', 'sign logabsdet')
SVDResult = namedtuple('SVDResult', 'U S Vh')


def solve(x1, x2, /):
    """x with x1 @ x = x2: of one vector, or of matrices of right-hand sides."""
    return _acre.solve(x1, x2)


def inv(x, /):
    return _acre.matrix_function('inv', x, False)


def det(x, /):
    return _acre.matrix_function('det', x, False)


def slogdet(x, /):
    """The determinant's sign and the logarithm of its absolute value."""
    return SlogdetResult(*_acre.slogdet(x))


def cond(x, /):
    """The largest singular value over the smallest."""
    return _acre.matrix_function('cond', x, False)


def cholesky(x, /, *, upper=False):
    """The triangular factor of Hermitian positive definite matrices."""
    return _acre.matrix_function('cholesky', x, upper)


def qr(x, /, *, mode='reduced'):
    """Q with orthonormal columns and an upper triangular R."""
    if mode not in ('reduced', 'complete'):
        raise ValueError(f"mode is 'reduced' or 'complete', not {mode!r}")
    return QRResult(*_acre.qr(x, mode == 'complete'))


def svd(x, /, *, full_matrices=True):
    """U, singular values in descending order, and Vh."""
    return SVDResult(*_acre.svd(x, full_matrices))


def svdvals(x, /):
    return _acre.matrix_function('svdvals', x, False)


def eigh(x, /, *, UPLO='L'):
    """Eigenvalues in ascending order and vectors of Hermitian matrices, of which one triangle is read."""
    return EighResult(*_acre.eig(x, True, UPLO == 'U'))


def eigvalsh(x, /, *, UPLO='L'):
    return _acre.matrix_function('eigvalsh', x, UPLO == 'U')


def eig(x, /):
    """Eigenvalues and vectors of square matrices, always complex."""
    return EigResult(*_acre.eig(x, False, False))


def eigvals(x, /):
    return _acre.matrix_function('eigvals', x, False)


def matrix_power(x, n, /):
    """A matrix to an integer power, of its inverse where that is negative."""
    return _acre.matrix_power(x, n)


def lstsq(a, b, rcond=None):
    """x with the smallest |b - a @ x| of a matrix a, and of those the shortest; the sums of squares that are left (none where a's columns
    depend on each other or are as many as its rows), a's rank and its singular values. Singular values up to rcond times the largest count
    as 0. Waits."""
    if a.ndim != 2 or b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise LinAlgError(f'Incompatible dimensions: {a.shape} and {b.shape}')
    rows, columns = a.shape
    u, values, vh = svd(a, full_matrices=False)
    least = (2.0**-23 if values.dtype.itemsize == 4 else 2.0**-52) * max(rows, columns) if rcond is None else rcond
    kept = values > (_acre.reduce('max', values, None, False, None, 0) * least if values.size else 0)
    rank = int(_acre.reduce('count_nonzero', kept, None, False, None, 0))
    inverse = _acre.where(kept, 1 / values, 0.0)
    x = _adjoint(vh) @ ((inverse if b.ndim == 1 else inverse[:, None]) * (_adjoint(u) @ b))
    left = b - a @ x
    squares = _acre.reduce('sum', _acre.unary('square', _acre.unary('abs', left)), 0, False, None, 0)
    squares = _acre.reshape(squares, (-1,)) if rank == columns and rows > columns else _acre.empty((0,), squares.dtype, squares.device)
    return x, squares, rank, values


def _adjoint(x):
    return _acre.unary('conjugate', _acre.swapaxes(x, -1, -2))


def _kept(values, rtol):
    """Which singular values count where each matrix of a stack has an rtol of its own."""
    largest = _acre.reduce_where('max', values, -1, True, None, 0, None, 0)
    return values > largest * rtol[..., None]


def matrix_rank(x, /, *, rtol=None):
    """How many singular values are above rtol times the largest; rtol may be an array, one for each matrix."""
    if isinstance(rtol, _acre.ndarray):
        return _acre.reduce('count_nonzero', _kept(svdvals(x), rtol), -1, False, None, 0)
    return _acre.matrix_rank(x, None if rtol is None else float(rtol))


def pinv(x, /, *, rtol=None):
    """The pseudo-inverse, by the singular values above rtol times the largest; rtol may be an array, one for each matrix."""
    if isinstance(rtol, _acre.ndarray):
        u, values, vh = svd(x, full_matrices=False)
        inverse = _acre.where(_kept(values, rtol), 1 / values, 0.0)
        return _adjoint(vh) @ (inverse[..., None] * _adjoint(u))
    return _acre.pinv(x, None if rtol is None else float(rtol))
