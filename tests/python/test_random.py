"""Random numbers: the same on every device, of the law that is asked for."""
import pickle

import acre
import numpy as np
import pytest


def both(call):
    """A draw's numbers, which are the same on every device."""
    drawn = []
    for device in acre.devices():
        with device:
            drawn.append(acre.asnumpy(call(acre.random.default_rng(5))))
    for each in drawn[1:]:
        assert each.tobytes() == drawn[0].tobytes() and each.dtype == drawn[0].dtype
    return drawn[0]


LAWS = [(lambda g, n: g.random(n), 1 / 2, 1 / 12), (lambda g, n: g.uniform(-1, 3, n), 1, 16 / 12), (lambda g, n: g.normal(2, 3, n), 2, 9),
        (lambda g, n: g.standard_normal(n, dtype='float32'), 0, 1),
        (lambda g, n: g.lognormal(0, 0.5, n), np.exp(1 / 8), (np.exp(0.25) - 1) * np.exp(0.25)),
        (lambda g, n: g.exponential(3, n), 3, 9), (lambda g, n: g.standard_exponential(n), 1, 1),
        (lambda g, n: g.gamma(2.5, 2, n), 5, 10),
        (lambda g, n: g.beta(2, 3, n), 0.4, 0.04), (lambda g, n: g.poisson(4, n), 4, 4), (lambda g, n: g.binomial(20, 0.25, n), 5, 3.75),
        (lambda g, n: g.integers(0, 6, n), 2.5, 35 / 12), (lambda g, n: g.choice(6, n), 2.5, 35 / 12),
        (lambda g, n: g.choice(3, n, p=[0.5, 0, 0.5]), 1, 1)]


@pytest.mark.parametrize('law, mean, variance', LAWS)
def test_laws(law, mean, variance):
    n = 20000
    x = both(lambda g: law(g, n))
    assert x.shape == (n,) and abs(x.mean() - mean) < 5 * np.sqrt(variance / n) and abs(x.var() / variance - 1) < 0.15
    assert both(lambda g: law(g, (2, 3))).shape == (2, 3) and both(lambda g: law(g, None)).shape == ()


def test_orders():
    assert sorted(both(lambda g: g.permutation(9))) == list(range(9))
    x = np.arange(12).reshape(4, 3)
    rows = both(lambda g: g.permutation(acre.asarray(x)))
    assert sorted(rows[:, 0]) == [0, 3, 6, 9] and (rows[:, 1] == rows[:, 0] + 1).all()

    def shuffled(g):
        a = acre.asarray(x, copy=True)
        g.shuffle(a, axis=1)
        return a
    assert (np.sort(both(shuffled), axis=1) == x).all()
    some = both(lambda g: g.choice(10, (2, 3), replace=False))
    assert some.shape == (2, 3) and len(set(some.ravel())) == 6
    assert set(both(lambda g: g.choice(acre.asarray([1.5, 2.5]), 20))) == {1.5, 2.5}
    assert sorted(both(lambda g: g.choice(4, 3, replace=False, p=[0.2, 0, 0.5, 0.3]))) == [0, 2, 3]
    assert both(lambda g: g.choice(acre.asarray(x), 5, axis=1)).shape == (4, 5)


def test_choice_by_weights_without_replacement():
    """The first is drawn by p, the second by p among the rest."""
    p, g = np.array([0.5, 0.3, 0.2]), acre.random.default_rng(4)
    pairs = np.array([g.choice(3, 2, replace=False, p=p).tolist() for _ in range(4000)])
    for first in range(3):
        for second in {0, 1, 2} - {first}:
            expected = p[first] * p[second] / (1 - p[first])
            seen = ((pairs == [first, second]).all(1)).mean()
            assert abs(seen - expected) < 5 * np.sqrt(expected / 4000)


@pytest.mark.skipif(not hasattr(acre.linalg, 'cholesky'), reason='the build has no LAPACK')
def test_vectors():
    mean, cov = np.array([1.0, -2.0]), np.array([[2.0, 0.6], [0.6, 0.5]])
    x = both(lambda g: g.multivariate_normal(mean, cov, 20000))
    assert np.allclose(x.mean(0), mean, atol=0.05) and np.allclose(np.cov(x.T), cov, atol=0.1)
    assert both(lambda g: g.multivariate_normal(mean, cov)).shape == (2,)
    assert both(lambda g: g.multivariate_normal(mean, cov, (2, 3))).shape == (2, 3, 2)
    with pytest.raises(ValueError, match='length'):
        acre.random.multivariate_normal(mean, np.eye(3))


def test_refusals():
    g = acre.random.default_rng(1)
    for call in (lambda: g.choice(3, 4, replace=False), lambda: g.choice(3, 2, p=[0.5, 0.5]), lambda: g.choice(2, 2, p=[0.5, 0.6]),
                 lambda: g.choice(0, 1), lambda: g.choice(3, 2, replace=False, p=[0, 0, 1.0]), lambda: g.normal(0, -1, 2), lambda:
                 g.integers(3, 3, 2), lambda: g.poisson(-1, 2)):
        with pytest.raises(ValueError):
            call()


def test_parameters_are_numbers():
    g = acre.random.default_rng(1)
    for call, text in [(lambda: g.normal(acre.zeros(3), 1), r'loc is one number for all that is drawn, not an array of shape \(3,\)'),
                       (lambda: g.poisson(np.ones((2, 1))), r'lam is one number .* \(2, 1\)'), (lambda: g.uniform('a'), 'low is one number .* str'),
                       (lambda: g.integers(0, 2.5), 'high is a whole number, not float'), (lambda: g.binomial(2.5, 0.5), 'n is a whole number'),
                       (lambda: acre.random.default_rng([1, 2]), 'seed is a whole number, not list')]:
        with pytest.raises(TypeError, match=text) as told:
            call()
        assert isinstance(told.value, acre.Error)
    for call, text in [(lambda: g.integers(0, 2**63), 'high is out of bounds for int64'), (lambda: acre.random.default_rng(-1), 'non-negative')]:
        with pytest.raises(ValueError, match=text):
            call()
    assert g.normal(np.float32(1), acre.asarray(0.0), 2).tolist() == [1, 1] and g.integers(np.int8(3), np.int64(4), 1).tolist() == [3]
    acre.random.seed(None)


def test_the_shared_generator():
    acre.random.seed(3)
    first = [acre.random.rand(2, 3), acre.random.randn(4), acre.random.randint(0, 9, size=5), acre.random.random(2),
    acre.random.random_sample((2,)),
             acre.random.uniform(0, 2, (3,)), acre.random.normal(size=2), acre.random.choice(5, 3), acre.random.permutation(4),
             acre.random.poisson(2, 3)]
    acre.random.seed(3)
    g = acre.random.default_rng(3)
    second = [g.random((2, 3)), g.standard_normal(4), g.integers(0, 9, 5), g.random(2), g.random(2), g.uniform(0, 2, 3),
    g.normal(size=2), g.choice(5, 3),
              g.permutation(4), g.poisson(2, 3)]
    assert all(acre.array_equal(a, b) for a, b in zip(first, second))
    again = acre.random.rand(2, 3)
    assert acre.array_equal(again, first[0]) and again.shape == (2, 3) and acre.random.rand().shape == ()
    x = acre.arange(20)
    acre.random.shuffle(x)
    assert sorted(x.tolist()) == list(range(20)) and 'shares' in acre.random.normal.__doc__
    state = acre.random.RandomState(3)
    assert acre.array_equal(state.rand(2, 3), first[0]) and acre.array_equal(state.randn(4), first[1])
    assert acre.array_equal(state.randint(0, 9, 5), first[2]) and acre.array_equal(state.random_sample(2), first[3])
    pickled = pickle.loads(pickle.dumps(g))
    assert acre.array_equal(pickled.random(3), g.random(3))
