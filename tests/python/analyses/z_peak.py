import cupy as cp

# The heaviest pair of leptons of opposite charge in each collision: their invariant mass, its histogram, and the Z among them.
MOST = 4  # leptons of an event that are looked at


def padded(values, counts, starts, fill):
    """A row for each event: its first MOST leptons, filled up."""
    column = cp.arange(MOST)
    inside = column < counts[:, cp.newaxis]
    index = cp.where(inside, starts[:, cp.newaxis] + column, 0)
    return cp.where(inside, values[index], fill), inside


def main(offsets, pt, eta, phi, charge):
    offsets, pt, eta, phi, charge = (cp.asarray(x) for x in (offsets, pt, eta, phi, charge))
    counts = cp.diff(offsets)
    enough = counts >= 2
    counts, starts = counts[enough], offsets[:-1][enough]

    pt, inside = padded(pt.astype(cp.float64), counts, starts, 0)
    eta, _ = padded(eta.astype(cp.float64), counts, starts, 0)
    phi, _ = padded(phi.astype(cp.float64), counts, starts, 0)
    charge, _ = padded(charge, counts, starts, 0)

    i, j = cp.triu_indices(MOST, 1)
    both = inside[:, i] & inside[:, j] & (charge[:, i] * charge[:, j] < 0)
    m2 = 2 * pt[:, i] * pt[:, j] * (cp.cosh(eta[:, i] - eta[:, j]) - cp.cos(phi[:, i] - phi[:, j]))
    mass = cp.where(both, cp.sqrt(cp.maximum(m2, 0)), 0.0)
    heaviest = mass.max(axis=1)
    best = mass.argmax(axis=1)
    leading_pt = cp.take_along_axis(pt[:, i], best[:, None], axis=1)[:, 0]

    found = heaviest > 0
    heaviest, leading_pt = heaviest[found], leading_pt[found]
    counts_per_bin, edges = cp.histogram(heaviest, bins=60, range=(60, 120))
    centers = 0.5 * (edges[1:] + edges[:-1])
    window = (heaviest > 80) & (heaviest < 100)
    weights = cp.exp(-0.5 * ((centers - 91.2) / 5) ** 2)

    order = cp.argsort(-heaviest)[:10]
    flat = cp.bincount(cp.clip((heaviest / 10).astype(cp.int32), 0, 19), minlength=20)
    above = cp.zeros(20, dtype=cp.int64)
    cp.add.at(above, cp.digitize(leading_pt, cp.linspace(0, 190, 20)) - 1, 1)
    return {
        'pairs': int(found.sum()),
        'window': int(cp.count_nonzero(window)),
        'mean': float(heaviest[window].mean()),
        'spread': float(heaviest[window].std(ddof=1)),
        'median': float(cp.median(heaviest)),
        'quartiles': cp.percentile(heaviest, [25, 50, 75]),
        'histogram': counts_per_bin,
        'edges': edges,
        'peak': float(cp.average(centers, weights=counts_per_bin * weights)),
        'heaviest': heaviest[order],
        'tens': flat,
        'leading': above,
        'leading_mean': f'{leading_pt.mean():.6f}',
    }
