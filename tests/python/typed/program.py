"""A small program as a user writes it, which a type checker has to take: particles in a box, and a grid that cools."""
import acre


def moved(x: acre.ndarray, v: acre.ndarray, dt: float) -> acre.ndarray:
    x = x + dt * v
    x -= acre.floor(x)
    return acre.where(x < 0.5, x, 1 - x)


def energy(v: acre.ndarray) -> float:
    return float(acre.sum(v**2) / 2)


def cooled(t: acre.ndarray, steps: int) -> acre.ndarray:
    for _ in range(steps):
        t[1:-1, 1:-1] += 0.1 * (t[2:, 1:-1] + t[:-2, 1:-1] + t[1:-1, 2:] + t[1:-1, :-2] - 4 * t[1:-1, 1:-1])
    return t


def main(device: acre.Device = acre.serial) -> None:
    with device:
        rng = acre.random.default_rng(1)
        x, v = rng.uniform(size=(10, 3)), rng.normal(0, 1, (10, 3), dtype=acre.float32)
        x = moved(x, v, 0.01)
        counts, edges = acre.histogram(x[:, 0], bins=4, range=(0, 1))
        rows = acre.nonzero(counts > 1)[0]
        shape: tuple[int, ...] = x.shape
        values = acre.unique_counts(acre.astype(x * 4, 'int32')).values
        largest: acre.ndarray = x.max(axis=0, keepdims=True)
        grid = cooled(acre.zeros((8, 8), acre.float64, device=device), 3)
        close: bool = acre.allclose(grid, 0)
        parts = [part.sum() for part in acre.split(x, 2)]
        print(energy(v), edges.tolist(), rows.dtype, shape, values.size, largest, close, parts, f'{acre.mean(grid):.2f}', len(grid))
        print(acre.linalg.norm(x), grid.T, -grid, 2 // (grid + 1), grid @ grid, abs(grid), x[x > 0.5], acre.result_type(x, 1))


if __name__ == '__main__':
    main()
