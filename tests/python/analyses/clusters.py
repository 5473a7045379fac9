import cupy as cp

# k-means of points in the plane, and the pairs of points that are nearest to each other.

squared_distance = cp.ElementwiseKernel('T x, T y, T a, T b', 'T d', 'd = (x - a) * (x - a) + (y - b) * (y - b)', 'squared_distance')


def points_of(count, k):
    xp = cp.get_array_module(cp.zeros(1))
    rng = xp.random.default_rng(3)
    centers = rng.uniform(-10, 10, size=(k, 2))
    members = rng.integers(0, k, count)
    return centers[members] + rng.normal(0, 0.7, size=(count, 2)), members


def k_means(points, k, rounds):
    centers = points[:k].copy()
    for _ in range(rounds):
        d = squared_distance(points[:, 0, None], points[:, 1, None], centers[None, :, 0], centers[None, :, 1])
        label = cp.argmin(d, axis=1)
        sums = cp.zeros_like(centers)
        cp.add.at(sums, label, points)
        sizes = cp.bincount(label, minlength=k)
        new = cp.where((sizes > 0)[:, None], sums / cp.maximum(sizes, 1)[:, None], centers)
        if cp.linalg.norm(new - centers) < 1e-12:
            break
        centers = new
    inertia = cp.take_along_axis(d, label[:, None], 1).sum()
    return centers, label, inertia


def main(count=600, k=5):
    points, members = points_of(count, k)
    centers, label, inertia = k_means(points, k, 30)
    difference = points[:100, None, :] - points[None, :100, :]
    distance = cp.linalg.norm(difference, axis=-1)
    cp.fill_diagonal(distance, cp.inf)
    i, j = cp.unravel_index(cp.argmin(distance), distance.shape)
    upper = distance[cp.triu_indices(100, 1)]
    table = cp.zeros((k, k), dtype=cp.int32)
    cp.add.at(table, (members, label), 1)
    mean = points.mean(axis=0, keepdims=True)
    covariance = (points - mean).T @ (points - mean) / (count - 1)
    values, vectors = cp.linalg.eigh(covariance)
    shifted = cp.roll(points[:, 0], 1)
    return {
        'centers': centers[cp.lexsort(centers.T)],
        'sizes': cp.sort(cp.unique(label, return_counts=True)[1]),
        'inertia': inertia,
        'nearest': (int(i), int(j), float(distance[i, j])),
        'smallest': cp.partition(upper, 3)[:4],
        'table': table,
        'variances': values,
        'norms': cp.linalg.norm(vectors, axis=0),
        'einsum': cp.einsum('ij,ik->jk', points, points),
        'isin': int(cp.isin(label, cp.asarray([0, 2])).sum()),
        'shifted': cp.dot(shifted, points[:, 0]),
        'nan': int(cp.isnan(cp.where(points > 9, cp.nan, points)).sum()),
        'bytes': points.nbytes + points.itemsize * points.size,
    }
