"""Elements read and written by slices, integers, masks and index arrays."""
import acre
import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import ALL, arrays, laid_out, on, same, same_outcome


@given(data=st.data())
def test_basic(device, data):
    x = data.draw(arrays(ALL, max_dims=5, max_side=4))
    y = data.draw(laid_out(x))
    index = data.draw(hnp.basic_indices(x.shape, allow_newaxis=True, max_dims=8))
    a, b = y(on(device)), y(np.copy)
    same_outcome(lambda: a[index], lambda: b[index])


@given(data=st.data())
def test_basic_written(device, data):
    x = data.draw(arrays(ALL, max_dims=4, max_side=4))
    index = data.draw(hnp.basic_indices(x.shape, max_dims=8))
    a, b = on(device)(x), x.copy()
    value = data.draw(arrays([x.dtype.name], shape=data.draw(st.sampled_from([np.shape(b[index]), np.shape(b[index])[-1:], ()]))))
    a[index] = on(device)(value)
    b[index] = value
    same(a, b)


@given(data=st.data())
def test_slices_are_views(device, data):
    x = data.draw(arrays(['int32'], min_dims=1, max_dims=3, min_side=1))
    index = data.draw(hnp.basic_indices(x.shape, allow_ellipsis=True))
    a, b = on(device)(x), x.copy()
    part = a[index]
    if not isinstance(b[index], np.ndarray):
        index = (..., *(index if isinstance(index, tuple) else (index,))) if ... not in (index if isinstance(index, tuple) else (index,)) \
            else index
        part = a[index]
    part[...] = 7
    b[index] = 7
    same(a, b)


@st.composite
def index_lists(draw, shape):
    """Index arrays for some axes, slices and integers for others."""
    picks = draw(st.sampled_from([(), (3,), (2, 2), (1, 3), (0,)]))
    terms = []
    for extent in shape:
        kind = draw(st.sampled_from(['array', 'slice', 'integer', 'list']))
        indices = st.integers(-extent, extent - 1)
        if kind == 'slice':
            terms.append(draw(st.slices(extent)))
        elif kind == 'integer':
            terms.append(draw(indices))
        elif kind == 'list' and picks == (3,):
            terms.append(draw(st.lists(indices, min_size=3, max_size=3)))
        else:
            terms.append(draw(hnp.arrays(draw(st.sampled_from(['int64', 'int8', 'int32'])), picks, elements=indices)))
    return tuple(terms[:draw(st.integers(1, len(terms)))])


def to(device, index):
    return tuple(on(device)(i) if isinstance(i, np.ndarray) else i for i in index)


@given(data=st.data())
def test_index_arrays(device, data):
    x = data.draw(arrays(ALL, min_dims=1, max_dims=4, min_side=1))
    index = data.draw(index_lists(x.shape))
    a, b = on(device)(x), x.copy()
    same_outcome(lambda: a[to(device, index)], lambda: b[index], message=str(index))
    shape = np.shape(b[index])
    value = data.draw(arrays([x.dtype.name], shape=data.draw(st.sampled_from([shape, shape[-1:], ()]))))
    a[to(device, index)] = on(device)(value)
    b[index] = value
    same(a, b, message=str(index))


@given(data=st.data())
def test_masks(device, data):
    x = data.draw(arrays(ALL, min_dims=1, max_dims=3))
    mask = data.draw(hnp.arrays(bool, x.shape[:data.draw(st.integers(0, x.ndim))]))
    a, b, m = on(device)(x), x.copy(), on(device)(mask)
    same_outcome(lambda: a[m], lambda: b[mask])
    if x.ndim > mask.ndim > 0:
        same_outcome(lambda: a[m, 0], lambda: b[mask, 0])
    a[m] = 1
    b[mask] = 1
    same(a, b)
    a[m] = a[m][::-1]
    b[mask] = b[mask][::-1]
    same(a, b)


@given(data=st.data())
def test_bad_indices(device, data):
    x = data.draw(arrays(['int32'], min_dims=1, max_dims=3))
    index = data.draw(st.one_of(st.integers(-9, 9), st.just(2.5), st.just('a'), st.just((0,) * 4), st.just((..., ...)),
                                st.lists(st.integers(-9, 9), min_size=1, max_size=3), st.just(slice(None, None, 0)),
                                st.just(np.ones((2, 2, 2), bool))))
    same_outcome(lambda: on(device)(x)[to(device, (index,))[0]].tolist() and None or on(device)(x)[to(device, (index,))[0]], lambda: x[index],
                 message=str(index))


def test_error_text(device):
    a = acre.arange(6, device=device)
    with pytest.raises(IndexError, match=r'^index 9 is out of bounds for axis 0 with size 6 \(in acre::getitem, position 1 of the indices; called at test_indexing\.py:112\)$'):
        a[acre.asarray([0, 9], device=device)].tolist()
    assert a.tolist() == [0, 1, 2, 3, 4, 5]  # the device goes on
    before = a.tolist()
    with pytest.raises(IndexError):
        a[acre.asarray([0, 9], device=device)] = 5
        a.device.synchronize()
    assert a.tolist() == before
    with pytest.raises(IndexError, match='only integers, slices'):
        a[1.0]
    with pytest.raises(ValueError):
        del a[0]


def test_others_as_indices(device):
    x = np.arange(6) * 10
    a = on(device)(x)
    same(a[[1, 2]], x[[1, 2]])
    same(a[[]], x[[]])
    same(a[np.int8(3)], x[3])
    same(a[acre.asarray(3, device=device)], x[3])
    same(a[[True, False] * 3], x[[True, False] * 3])
    same(a[np.array([0, -1])], x[[0, -1]])
    same(a[True], x[True])
    same(a[None, False], x[None, False])
    a[1:3] = [7, 8]
    x[1:3] = [7, 8]
    a[0] = 2.75
    x[0] = 2.75
    same(a, x)
    with pytest.raises(ValueError):
        a[0] = [1, 2]
    assert [int(v) for v in a[::-1]] == x[::-1].tolist()


@given(data=st.data())
def test_take(device, data):
    x = data.draw(arrays(ALL, min_dims=1, max_dims=3, min_side=1))
    axis = data.draw(st.one_of(st.none(), st.integers(-x.ndim, x.ndim - 1)))
    mode = data.draw(st.sampled_from(['raise', 'wrap', 'clip']))
    index = data.draw(hnp.arrays('int64', data.draw(hnp.array_shapes(min_dims=0, max_dims=2, max_side=3)), elements=st.integers(-7, 7)))
    a = on(device)(x)

    def taken():
        made = acre.take(a, on(device)(index), axis=axis, mode=mode)
        acre.asnumpy(made)
        return made
    same_outcome(taken, lambda: np.take(x, index, axis=axis, mode=mode))


@given(data=st.data())
def test_along_axis_and_nonzero(device, data):
    x = data.draw(arrays(ALL[:-2], min_dims=1, max_dims=3, min_side=1))
    a = on(device)(x)
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    order = np.argsort(x, axis=axis, kind='stable')
    same(acre.take_along_axis(a, on(device)(order), axis), np.take_along_axis(x, order, axis))
    for made, expected in zip(acre.nonzero(a), np.nonzero(x)):
        same(made, expected)
    same(acre.argwhere(a), np.argwhere(x))
    same(acre.flatnonzero(a), np.flatnonzero(x))
    b = x.copy()
    acre.put_along_axis(a, on(device)(order), 1, axis=axis)
    np.put_along_axis(b, order, 1, axis=axis)
    same(a, b)
    acre.put(a, [0, -1], 0)
    np.put(b, [0, -1], 0)
    same(a, b)


def test_scatter(device):
    x, index = np.zeros(4), np.array([1, 3, 1, 1])
    a, i = on(device)(x), on(device)(index)
    acre.scatter_add(a, i, 2.5)
    np.add.at(x, index, 2.5)
    acre.scatter_max(a, slice(0, 2), 4)
    np.maximum.at(x, slice(0, 2), 4)
    acre.scatter_min(a, i, on(device)(np.array([1.0, 2, 3, 4])))
    np.minimum.at(x, index, np.array([1.0, 2, 3, 4]))
    same(a, x)
    same(acre.choose(on(device)(np.array([0, 1, 1])), [a[:3], a[1:]]), np.choose([0, 1, 1], [x[:3], x[1:]]))
    same(acre.compress(a > 1, a), np.compress(x > 1, x))
    same(acre.extract(a > 1, a), np.extract(x > 1, x))
    for made, expected in zip(acre.unravel_index(on(device)(np.array([5, 2])), (2, 3)), np.unravel_index([5, 2], (2, 3))):
        same(made, expected)


@pytest.mark.parametrize('shape, mask', [((3,), (0,)), ((2, 3), (0,)), ((2, 3), (0, 3)), ((2, 3), (2, 0)), ((0, 1), (0, 0)), ((2, 3), (0, 5)), ((2, 0), (2, 1)),
                                         ((0, 3), (5, 3)), ((2, 3), (0, 0, 0))])
def test_masks_of_size_0_fit_every_axis(device, shape, mask):
    x, m = np.ones(shape), np.zeros(mask, bool)
    a = on(device)(x)
    same_outcome(lambda: a[on(device)(m)], lambda: x[m])

    def written(v, key):
        v[key] = 5
        return v
    same_outcome(lambda: written(a, on(device)(m)), lambda: written(x, m))
