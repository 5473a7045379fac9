import cupy as cp

# A European and an Asian call option by Monte Carlo, their Greeks by differences, and the value at risk of the position.


def paths(spot, rate, volatility, maturity, steps, count):
    dt = maturity / steps
    z = cp.random.standard_normal((count, steps), dtype=cp.float64)
    drift = (rate - 0.5 * volatility ** 2) * dt
    increments = drift + volatility * cp.sqrt(dt) * z
    return spot * cp.exp(cp.cumsum(increments, axis=1))


def price(spot=100.0, strike=105.0, rate=0.02, volatility=0.25, maturity=1.0, steps=32, count=20000, seed=7):
    cp.random.seed(seed)
    s = paths(spot, rate, volatility, maturity, steps, count)
    discount = cp.exp(-rate * maturity)
    european = discount * cp.maximum(s[:, -1] - strike, 0)
    asian = discount * cp.clip(s.mean(axis=1) - strike, 0, None)
    return s, european, asian


def main():
    s, european, asian = price()
    count = european.size
    _, bumped, _ = price(spot=101.0)
    delta = (bumped - european).mean()
    profit = european - european.mean()
    pools = cp.random.permutation(count)[:count // 2]
    which = cp.random.choice(count, size=1000)
    levels = cp.random.uniform(0.5, 1.5, size=(100, 2)).astype(cp.float32)
    jumps = cp.random.randint(0, 6, size=500)
    shuffled = cp.arange(50)
    cp.random.shuffle(shuffled)
    crossed = cp.logical_or.reduce(s > 140, axis=1) if hasattr(cp.logical_or, 'reduce') else (s > 140).any(axis=1)
    return {
        'european': european.mean(),
        'error': european.std(ddof=1) / cp.sqrt(count),
        'asian': float(asian.mean()),
        'delta': float(delta),
        'value_at_risk': cp.percentile(profit, [1, 5, 95]),
        'quantiles': cp.quantile(s[:, -1], cp.linspace(0, 1, 5)),
        'knocked': crossed.mean(),
        'deepest': s.min(axis=1).argsort()[:5],
        'pool': european[pools].mean(),
        'sample': european[which].sum(),
        'levels': levels.mean(axis=0),
        'jumps': cp.bincount(jumps, minlength=6),
        'shuffled': cp.sort(shuffled),
        'correlation': cp.corrcoef(cp.stack([s[:, 0], s[:, -1]])),
        'joint': cp.histogram2d(s[:, 0], s[:, -1], bins=5)[0],
        'running': cp.maximum.accumulate(s[0]),
    }
