"""Libraries that take arrays of the array API standard, acre's among them: array-api-compat, SciPy, scikit-learn."""
import os

os.environ['SCIPY_ARRAY_API'] = '1'  # read when SciPy is imported

import acre  # noqa: E402
import numpy as np  # noqa: E402
import pytest  # noqa: E402

from compare import is_on_host, on  # noqa: E402

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(60, 4)), RNG.integers(0, 2, 60)
X[:, 1] += 3 * Y


def near(made, expected, device):
    """Acre's array on the device, with the values that the function gives of NumPy's."""
    assert isinstance(made, acre.ndarray) and made.device == device and made.dtype == expected.dtype
    np.testing.assert_allclose(acre.asnumpy(made), expected, rtol=1e-9, atol=1e-12)


def test_array_api_compat(device):
    compat = pytest.importorskip('array_api_compat')
    a = on(device)(X)
    assert compat.array_namespace(a, a[0], None, 1.0) is acre and compat.is_array_api_obj(a) and compat.is_writeable_array(a)
    assert not (compat.is_numpy_array(a) or compat.is_cupy_array(a) or compat.is_torch_array(a) or compat.is_lazy_array(a))
    assert compat.device(a) == device and compat.size(a) == 240 and compat.to_device(a, device) is not None
    for other in acre.devices():
        assert compat.device(compat.to_device(a, other)) == other
    with pytest.raises(TypeError, match='Multiple namespaces'):
        compat.array_namespace(a, X)


SCIPY = {
    'special.logsumexp': lambda s, v: s.special.logsumexp(v, axis=0),
    'special.softmax': lambda s, v: s.special.softmax(v, axis=1),
    'stats.zscore': lambda s, v: s.stats.zscore(v),
    'stats.kurtosis': lambda s, v: s.stats.kurtosis(v),
    'stats.pearsonr': lambda s, v: s.stats.pearsonr(v[:, 0], v[:, 1]).statistic,
    'stats.rankdata': lambda s, v: s.stats.rankdata(v, axis=0),
    'integrate.cumulative_simpson': lambda s, v: s.integrate.cumulative_simpson(v, axis=0),
    'fft.rfft': lambda s, v: s.fft.rfft(v, axis=0),
    'fft.ifftshift': lambda s, v: s.fft.ifftshift(v),
    'signal.detrend': lambda s, v: s.signal.detrend(v, axis=0),
    'signal.fftconvolve': lambda s, v: s.signal.fftconvolve(v[:, 0], v[:9, 1]),
    'cluster.vq.whiten': lambda s, v: s.cluster.vq.whiten(v),
    'optimize.rosen': lambda s, v: s.optimize.rosen(v),
    'spatial.transform': lambda s, v: s.spatial.transform.Rotation.from_rotvec(v[:, :3]).as_matrix(),
}


OF_NUMPY = 'stats.pearsonr', 'signal.detrend'  # SciPy computes them, or a part, with NumPy


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('name', SCIPY)
def test_scipy(device, name):
    scipy = pytest.importorskip('scipy', '1.15', reason='no SciPy 1.15 (Debian: python3-scipy)')
    if 'fft' in name and not hasattr(acre, 'fft'):
        pytest.skip('this build has no Fourier transforms')
    if name in OF_NUMPY and not is_on_host(device):
        pytest.skip('SciPy computes it with NumPy')
    import importlib
    importlib.import_module('scipy.' + name.rpartition('.')[0])
    with acre.Device(device):
        near(SCIPY[name](scipy, on(device)(X)), np.asarray(SCIPY[name](scipy, X)), device)


def fitted(module, cls, method, *fit, **parameters):
    import importlib
    model = getattr(importlib.import_module('sklearn.' + module), cls)(**parameters)
    return getattr(model.fit(*fit), method)(fit[0])


SKLEARN = {
    'StandardScaler': lambda x, y: fitted('preprocessing', 'StandardScaler', 'transform', x),
    'MinMaxScaler': lambda x, y: fitted('preprocessing', 'MinMaxScaler', 'transform', x),
    'PCA': lambda x, y: fitted('decomposition', 'PCA', 'transform', x, n_components=2, svd_solver='full'),
    'Ridge': lambda x, y: fitted('linear_model', 'Ridge', 'predict', x, x[:, 0] + 2 * x[:, 1], solver='svd'),
    'LinearDiscriminantAnalysis': lambda x, y: fitted('discriminant_analysis', 'LinearDiscriminantAnalysis', 'predict', x, y),
    'PolynomialFeatures': lambda x, y: fitted('preprocessing', 'PolynomialFeatures', 'transform', x),
}


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('name', SKLEARN)
def test_sklearn(device, name):
    sklearn = pytest.importorskip('sklearn', '1.6', reason='no scikit-learn 1.6 (Debian: python3-sklearn)')
    if not hasattr(acre.linalg, 'solve'):
        pytest.skip('this build has no LAPACK')
    expected = SKLEARN[name](X, Y)
    with acre.Device(device), sklearn.config_context(array_api_dispatch=True):
        near(SKLEARN[name](on(device)(X), on(device)(Y)), expected, device)


@pytest.mark.filterwarnings('ignore')
def test_sklearns_measures(device):
    sklearn = pytest.importorskip('sklearn', '1.6', reason='no scikit-learn 1.6 (Debian: python3-sklearn)')
    from sklearn import metrics
    with acre.Device(device), sklearn.config_context(array_api_dispatch=True):
        a, y = on(device)(X), on(device)(Y)
        assert metrics.accuracy_score(y, y) == 1
        assert metrics.mean_squared_error(a[:, 0], a[:, 1]) == pytest.approx(metrics.mean_squared_error(X[:, 0], X[:, 1]))
        near(metrics.pairwise.cosine_similarity(a), metrics.pairwise.cosine_similarity(X), device)
