"""Lists of different lengths: events with any number of particles, cells with any number of neighbours.

    >>> pt = acre.lists.from_lists([[41.0, 22.0, 7.0], [], [30.0, 28.0]])
    >>> pt[pt > 20]
    Ragged([[41.0, 22.0], [], [30.0, 28.0]])
    >>> acre.lists.sum(pt), acre.lists.max(pt, if_empty=0.0)
    (array([70.,  0., 58.]), array([41.,  0., 30.]))

A Ragged is two arrays, the offsets at which lists begin and the elements of all lists. Operators and acre's functions of elements take
Raggeds of the same lengths, arrays of one value for each list, and numbers; acre.sum(x, axis=1) is the sum of each list. The sum of a list
has the bits of the sum of its elements as an array, on every device.
"""

from . import _acre
from ._acre import Ragged, ndarray
from ._fuse import ELEMENTWISE
from ._named import named
from .exceptions import DTypeError, IndexError, ValueError

__all__ = ['Ragged', 'all', 'any', 'argcartesian', 'argcombinations', 'argmax', 'argmin', 'argsort', 'broadcast', 'cartesian',
           'combinations', 'concatenate', 'count', 'count_nonzero', 'first', 'flatten', 'from_lists', 'from_offsets', 'last',
           'list_index', 'local_index', 'max', 'mean', 'min', 'nanmax', 'nanmean', 'nanmin', 'nansum', 'pad', 'pad_mask', 'prod', 'sort',
           'sum', 'unflatten', 'zip']

_isinstance, _list, _zip = isinstance, list, zip


def from_lists(lists, /, dtype=None, *, device=None):
    """Of Python's lists of numbers; of float64 where there are none."""
    flat = [x for each in lists for x in each]
    content = _acre.asarray(flat, dtype, device, None) if flat else _acre.empty((0,), dtype or 'float64', device)
    return unflatten(content, _acre.asarray([len(each) for each in lists] or _acre.empty((0,), 'int64', content.device), 'int64',
                                            content.device, None))


def from_offsets(offsets, content, /):
    """List k is content[offsets[k]:offsets[k + 1]]; the content's memory is shared."""
    return Ragged(_array(offsets, content.device), content)


def unflatten(content, counts, /):
    """Lists of given lengths from elements in their order."""
    return _acre.lists_unflatten(content, _array(counts, content.device))


def flatten(x, /):
    """The elements of all lists, one list after another: x.content."""
    return x.content


def count(x, /):
    """How many elements each list has; Awkward Array's num."""
    return _acre.lists_count(x)


def list_index(x, /):
    """The number of each element's list."""
    return _acre.lists_holding(x, _acre.lists_index(x))


def local_index(x, /):
    """Each element's place in its list."""
    return _acre.lists_holding(x, _acre.lists_local_index(x))


def broadcast(values, x, /):
    """One value for each list, repeated for each of its elements."""
    return _acre.lists_holding(x, _acre.astype(_whole(x, values), values.dtype))


def _whole(x, values):
    made = _acre.lists_beside(x, values)
    return made if made.shape == x.content.shape else _acre.copy(_acre.broadcast_to(made, x.content.shape))


def _reduction(name, doc, fills=False):
    if fills:
        def function(x, /, *, if_empty=None):
            return _acre.lists_reduce(name, x, if_empty)
    else:
        def function(x, /):
            return _acre.lists_reduce(name, x, None)
    return named(function, name, doc, 'acre.lists')


sum = _reduction('sum', 'The sum of each list; 0 of an empty one.')
prod = _reduction('prod', 'The product of each list; 1 of an empty one.')
mean = _reduction('mean', 'The mean of each list; NaN of an empty one.')
max = _reduction('max', "The largest element of each list; of an empty one `if_empty`, or the dtype's least number.", True)
min = _reduction('min', "The smallest element of each list; of an empty one `if_empty`, or the dtype's largest number.", True)
any = _reduction('any', 'Whether an element of each list is not zero.')
all = _reduction('all', 'Whether no element of each list is zero.')
count_nonzero = _reduction('count_nonzero', 'How many elements of each list are not zero.')
argmax = _reduction('argmax', "The place of each list's first largest element; -1 of an empty one.")
argmin = _reduction('argmin', "The place of each list's first smallest element; -1 of an empty one.")
nansum = _reduction('nansum', 'The sum of each list without NaN.')
nanmean = _reduction('nanmean', 'The mean of each list without NaN.')
nanmax = _reduction('nanmax', 'The largest element of each list without NaN.', True)
nanmin = _reduction('nanmin', 'The smallest element of each list without NaN.', True)


def first(x, /, if_empty=None):
    """The first element of each list; of an empty one `if_empty`, or an IndexError."""
    return _acre.lists_item_of_each(x, 0, if_empty)


def last(x, /, if_empty=None):
    return _acre.lists_item_of_each(x, -1, if_empty)


def sort(x, /, *, descending=False):
    """Each list sorted, NaN last."""
    return _acre.lists_sort(x, descending, False)


def argsort(x, /, *, descending=False):
    """The places in each list that sort it: x[argsort(x)] is sort(x)."""
    return _acre.lists_sort(x, descending, True)


def pad(x, columns, /, value=0):
    """The lists as rows of a table: longer ones are cut, shorter ones end with the value."""
    return _acre.lists_pad(x, columns, value)


def pad_mask(x, columns, /):
    """Which elements of pad() are the lists' own."""
    return _acre.binary('less', _acre.arange(0, columns, 1, 'int64', x.device), _acre.reshape(count(x), (-1, 1)))


def combinations(x, n=2, /):
    """All n elements of each list whose places ascend: a tuple of n Raggeds, which are combined as any are.

        >>> a, b = acre.lists.combinations(pt)
        >>> a + b
        Ragged([[63.0, 48.0, 29.0], [], [58.0]])
    """
    return _acre.lists_combinations(x, n, False)


def argcombinations(x, n=2, /):
    """Where the elements of combinations() lie in x.content: for columns beside x."""
    return _acre.lists_combinations(x, n, True)


def cartesian(x1, x2, /):
    """Each element of a list with each of the same list of the other: a tuple of two Raggeds."""
    return _acre.lists_cartesian(x1, x2, False)


def argcartesian(x1, x2, /):
    """Where the elements of cartesian() lie in the contents."""
    return _acre.lists_cartesian(x1, x2, True)


def concatenate(arrays, /, axis=0):
    """The lists of several Raggeds one behind the other; along axis 1 the elements of each list."""
    arrays = _list(arrays)
    if not arrays:
        raise ValueError('need at least one array to concatenate')
    made = arrays[0]
    for each in arrays[1:]:
        made = _acre.lists_concatenate(made, each, axis)
    return made


def zip(*lists):
    """The same lists, and arrays of one value for each, with the offsets of the first: what is computed of them compares none."""
    x = next((each for each in lists if _isinstance(each, Ragged)), None)
    if x is None:
        raise DTypeError('zip: none of the arguments is a Ragged')
    return tuple(each if each is x else _acre.lists_holding(x, _whole(x, each)) for each in lists)


def _array(x, device):
    return x if _isinstance(x, ndarray) else _acre.asarray(x, None, device, None)


# --- the type ------------------------------------------------------------------------------------

def _flat(x, operand):
    """What stands for an operand beside the elements of x."""
    if _isinstance(operand, (Ragged, ndarray)):
        return _acre.lists_beside(x, operand)
    return [_flat(x, each) for each in operand] if _isinstance(operand, (_list, tuple)) else operand


def _recorded(self, what, *arguments):
    """A function of elements (see _fuse.recorded)."""
    made = ELEMENTWISE[what](*(_flat(self, each) for each in arguments))
    return _acre.lists_holding(self, made if made.shape == self.content.shape else _acre.copy(_acre.broadcast_to(made, self.content.shape)))


def _through(self, function, arguments, named):
    """A fused function of elements: its results of elements are lists again."""
    def wrapped(x):
        if _isinstance(x, (tuple, _list)):
            parts = [wrapped(each) for each in x]
            return type(x)(*parts) if hasattr(x, '_fields') else type(x)(parts)
        return _acre.lists_holding(self, x) if _isinstance(x, ndarray) and x.shape == self.content.shape else x
    return wrapped(function(*(_flat(self, x) for x in arguments), **{key: _flat(self, x) for key, x in named.items()}))


def _reduced(self, name, axis, keepdims, dtype):
    """acre.sum(x, axis=1) and its like."""
    if keepdims:
        raise ValueError(f'{name}: lists have no axis that could stay')
    x = self if dtype is None else _recorded(self, 'astype', self, dtype)
    if axis is None:
        return _acre.reduce(name, x.content, None, False, None, 0)
    if axis not in (1, -1):
        raise IndexError(f'{name}: axis {axis} of lists: 1 (or -1) is along each list, None of all elements')
    return _acre.lists_reduce(name, x, None)


def _getitem(self, index):
    if _isinstance(index, tuple):
        if len(index) != 2:
            raise IndexError(f'lists have two axes, and {len(index)} indices were given')
        lists, place = index
        if _isinstance(lists, int):
            return self[lists][place]
        some = self if lists is Ellipsis or lists == slice(None) else self[lists]
        if _isinstance(place, slice):
            return _acre.lists_slice(some, place.start, place.stop, place.step, True)
        if _isinstance(place, int):
            return _acre.lists_item_of_each(some, place, None)
        raise IndexError('the place in each list is an integer or a slice; lists of places are x[places]')
    if _isinstance(index, Ragged):
        return _acre.lists_select(self, index)
    if _isinstance(index, slice):
        return _acre.lists_slice(self, index.start, index.stop, index.step, False)
    if _isinstance(index, int):
        return _acre.lists_item(self, index)
    if not _isinstance(index, (ndarray, _list)):
        raise IndexError('lists are picked by integers, slices, masks, arrays of integers, and lists of these')
    return _acre.lists_take(self, _array(index, self.device))


def _tolist(self):
    """Python's lists. Waits."""
    flat, ends = self.content.tolist(), self.offsets.tolist()
    return [flat[begin:end] for begin, end in _zip(ends, ends[1:])]


def _repr(self):
    def shown(x):
        values = x.tolist()
        return '[' + ', '.join(map(repr, values if len(values) <= 10 else values[:5])) + (', ...]' if len(values) > 10 else ']')
    n = len(self)
    parts = [shown(self[k]) for k in (range(n) if n <= 8 else [*range(4), *range(n - 4, n)])]
    if n > 8:
        parts.insert(4, '...')
    dtype = '' if self.dtype in ('float64', 'int64', 'bool') else f', dtype={self.dtype}'
    where = '' if self.device == _acre.default_device() else f", device='{self.device}'"
    return f'Ragged([{", ".join(parts)}]{dtype}{where})'


def _binary(name):
    def operator(self, other):
        return _recorded(self, 'binary', name, self, other) if _fits(other) else NotImplemented

    def reflected(self, other):
        return _recorded(self, 'binary', name, other, self) if _fits(other) else NotImplemented
    return operator, reflected


def _fits(x):
    return _isinstance(x, (Ragged, ndarray)) or _acre.is_number(x)


for _short, _name in (('add', 'add'), ('sub', 'subtract'), ('mul', 'multiply'), ('truediv', 'true_divide'), ('floordiv', 'floor_divide'),
                      ('mod', 'remainder'), ('pow', 'power'), ('and', 'bitwise_and'), ('or', 'bitwise_or'), ('xor', 'bitwise_xor'),
                      ('lshift', 'left_shift'), ('rshift', 'right_shift')):
    _made = _binary(_name)
    setattr(Ragged, f'__{_short}__', _made[0])
    setattr(Ragged, f'__r{_short}__', _made[1])
for _short, _name in (('lt', 'less'), ('le', 'less_equal'), ('gt', 'greater'), ('ge', 'greater_equal'), ('eq', 'equal'), ('ne', 'not_equal')):
    setattr(Ragged, f'__{_short}__', _binary(_name)[0])
for _short, _name in (('neg', 'negative'), ('abs', 'absolute'), ('invert', 'invert')):
    setattr(Ragged, f'__{_short}__', (lambda name: lambda self: _recorded(self, 'unary', name, self))(_name))
del _short, _name, _made


def _no_truth(self):
    raise ValueError('The truth value of lists is ambiguous. Use acre.any(x) or acre.all(x)')


def _ufunc(self, ufunc, method, *inputs, out=None, **given):
    import acre
    function = getattr(acre, ufunc.__name__, None)
    fits = not [x for x in inputs if not _fits(x)]
    return function(*inputs) if method == '__call__' and function and fits and out is None and not given else NotImplemented


for _function, _name in ((_getitem, '__getitem__'), (_repr, '__repr__'), (_repr, '__str__'), (_tolist, 'tolist'), (_no_truth, '__bool__'),
                         (_recorded, '_recorded'), (_reduced, '_reduced'), (_through, '_through'), (_ufunc, '__array_ufunc__'),
                         (lambda self: (self[k] for k in range(len(self))), '__iter__'),
                         (lambda self, dtype: _recorded(self, 'astype', self, dtype), 'astype'),
                         (lambda self, device: Ragged(self.offsets.to_device(device), self.content.to_device(device)), 'to_device'),
                         (lambda self: (('offsets', self.offsets), ('content', self.content)), '__acre_parts__'),
                         (lambda self: (Ragged, (self.offsets, self.content)), '__reduce__')):
    setattr(Ragged, _name, _function)
del _function, _name
Ragged.__hash__ = None
Ragged.__module__ = 'acre.lists'
Ragged.__acre_traced__ = 'lists of different lengths are no array: acre.lists has the functions of lists, and x.content is an array'
